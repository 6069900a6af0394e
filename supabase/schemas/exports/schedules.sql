-- Scheduled exports: exports that are mailed at set times. ADR 048

create type public.export_kind as enum ('bookings', 'tours', 'everything');
comment on type public.export_kind is
  'What is exported: bookings of a saved view, the tours, or all of a company''s data.';
create type public.export_selection as enum (
  'view',
  'day',
  'next_day',
  'next_week',
  'last_day',
  'last_week',
  'last_month',
  'booked_last_day',
  'booked_last_week',
  'booked_last_month');
comment on type public.export_selection is
  'Which days of a view are exported: all; tours of that day, the next day, the seven days from it, the day or seven '
  'days before it, or the last calendar month; booked_*: bookings made then.';
create type public.export_frequency as enum ('daily', 'weekdays', 'weekly', 'monthly');
comment on type public.export_frequency is 'How often an export is sent.';
create type public.export_format as enum ('csv', 'xlsx');
comment on type public.export_format is 'Format of the file that members are offered and recipients outside download.';
create type public.export_pause as enum ('by_hand', 'no_right', 'no_view', 'view_changed', 'no_receiver');
comment on type public.export_pause is
  'Why an export is paused: by hand, its responsible person lost the right, its view is gone, its view changed while '
  'it goes outside the team, or nobody is left to receive it.';

create table private.scheduled_exports (
  id uuid primary key,
  company_id uuid not null references public.companies (id) on delete cascade,
  kind public.export_kind not null,
  view_id uuid references public.booking_views (id) on delete set null,
  view_version integer,
  selection public.export_selection not null default 'view',
  frequency public.export_frequency not null,
  day smallint,
  minute smallint not null check (minute between 0 and 1439),
  format public.export_format not null,
  members uuid[] not null default '{}' check (cardinality(members) <= 50),
  outside text[] not null default '{}' check (cardinality(outside) <= 10),
  locale public.locale not null,
  made_by uuid not null,
  made_at timestamptz not null default now(),
  pause_reason public.export_pause,
  paused_at timestamptz,
  next_at timestamptz,
  version integer not null default 1,
  constraint scheduled_exports_day check (
    case frequency
      when 'weekly' then day is not null and day between 1 and 7
      when 'monthly' then day is not null and day between 1 and 31
      else day is null
    end),
  constraint scheduled_exports_of_bookings check (
    kind = 'bookings' or (view_id is null and selection = 'view' and outside = '{}')),
  constraint scheduled_exports_paused check (
    (pause_reason is null) = (paused_at is null) and (next_at is null) = (paused_at is not null)));
comment on table private.scheduled_exports is 'Exports that are mailed at set times in the company''s time zone.';
comment on column private.scheduled_exports.view_version is
  'Version of the view when the responsible person allowed sending it outside the team; a changed view is not sent.';
comment on column private.scheduled_exports.day is
  'Day of the week from Monday = 1, or of the month; shorter months use their last day.';
comment on column private.scheduled_exports.members is
  'Team members who receive it, unless they have left or may not make this export. No foreign keys, as each is '
  'checked when it is sent.';
comment on column private.scheduled_exports.outside is 'Addresses outside the team, which only an owner may set.';
comment on column private.scheduled_exports.locale is 'Language for recipients outside; members get their own.';
comment on column private.scheduled_exports.made_by is
  'Responsible person, who saved or resumed it last. No foreign key, as it outlives the account.';
comment on column private.scheduled_exports.next_at is 'Next time it is sent; null while paused.';
create index scheduled_exports_company_id_idx on private.scheduled_exports (company_id);
create index scheduled_exports_view_id_idx on private.scheduled_exports (view_id) where view_id is not null;
create index scheduled_exports_next_at_idx on private.scheduled_exports (next_at) where next_at is not null;
alter table private.scheduled_exports enable row level security, force row level security;

create table private.export_runs (
  id uuid primary key,
  export_id uuid not null references private.scheduled_exports (id) on delete cascade,
  due_at timestamptz not null,
  ran_at timestamptz not null default clock_timestamp(),
  first_day date,
  last_day date,
  found bigint,
  is_too_large boolean not null default false,
  messages uuid[] not null default '{}',
  constraint export_runs_once unique (export_id, due_at)
);
comment on table private.export_runs is 'Runs of an export, one per due time.';
comment on column private.export_runs.found is 'Number of bookings; null if not counted.';
comment on column private.export_runs.is_too_large is 'Whether it was too large for recipients outside, who got none.';
create index export_runs_ran_at_idx on private.export_runs (ran_at);
alter table private.export_runs enable row level security, force row level security;

create table private.export_links (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  run_id uuid not null references private.export_runs (id) on delete cascade,
  recipient text not null,
  expires_at timestamptz not null,
  fetched_at timestamptz
);
comment on table private.export_links is
  'Links that open an export''s file for a recipient outside the team, for a week.';
comment on column private.export_links.token_hash is 'SHA-256 of the link''s token, in hex.';
create index export_links_run_id_idx on private.export_links (run_id);
alter table private.export_links enable row level security, force row level security;

create function private.may_export(
  person uuid, company uuid, kind public.export_kind, outside boolean default false
) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Exports outlive acting for a company, so only the person's own rights count.
  subject constant jsonb := private.subject(person);
begin
  if not coalesce(private.is_in_team(person, company, null), false) then return false; end if;
  if kind = 'bookings' and not outside then
    return private.subject_can(subject, 'MANAGE_BOOKINGS_ACCESS', company);
  end if;
  return private.subject_can(subject, 'COMPANY_ALL_ACCESS', company);
end
$$;
comment on function private.may_export is
  'Returns whether a team member may make an export by hand, or send it outside the team.';

create function private.export_problem(export private.scheduled_exports) returns public.export_pause
language plpgsql stable security definer set search_path = ''
as $$
declare
  view public.booking_views;
  reader private.booking_reader;
begin
  if not private.may_export(export.made_by, export.company_id, export.kind, export.outside <> '{}') then
    return 'no_right';
  end if;
  if export.kind = 'bookings' then
    select * into view from public.booking_views as v where v.id = export.view_id;
    if view.id is null then return 'no_view'; end if;
    if export.outside <> '{}' and view.version is distinct from export.view_version then return 'view_changed'; end if;
    reader := private.export_reader(export.company_id);
    -- An invalid filter would match everything.
    if private.bookings_where(
      reader, view.view ->> 'search', private.export_filter(view.view, 'view', null, null)) is null
    then
      return 'no_view';
    end if;
  end if;
  if export.outside = '{}' and private.export_recipients(export) = '{}' then return 'no_receiver'; end if;
  return null;
end
$$;
comment on function private.export_problem is 'Returns why an export cannot be sent now, or null if it can.';

create function private.export_recipients(export private.scheduled_exports) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(a.id order by a.id), '{}') from auth.users as a
  where a.id = any (case when (export).kind = 'everything' then array[(export).made_by] else (export).members end)
    and private.is_email_address(a.email) and private.may_export(a.id, (export).company_id, (export).kind)
$$;
comment on function private.export_recipients is
  'Returns the members who receive an export now: those named who may make it themselves. The export of all '
  'data goes to its responsible person only.';

create function private.may_change_export(person uuid, export private.scheduled_exports) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.may_export(person, (export).company_id, 'everything')
    or (
      person = (export).made_by
        and private.may_export(person, (export).company_id, (export).kind, (export).outside <> '{}'))$$;
comment on function private.may_change_export is
  'Returns whether a person may change, send and delete an export: owners all, others their own.';

create function private.next_export_at(
  frequency public.export_frequency, day smallint, minute smallint, zone text, after timestamptz
) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select min(at)
  from (
    select private.instant_in(zone, on_day + make_interval(mins => minute)) as at
    from generate_series(
      (after at time zone zone)::date - 1, ((after at time zone zone)::date + 35)::timestamp, interval '1 day'
    ) as on_day
    where case frequency
      when 'daily' then true
      when 'weekdays' then extract(isodow from on_day) < 6
      when 'weekly' then extract(isodow from on_day) = day
      else extract(day from on_day) = least(
        day, extract(day from date_trunc('month', on_day) + interval '1 month - 1 day'))
    end) as days
  where at > after$$;
comment on function private.next_export_at is
  'Returns the next time after an instant at which an export is due in a time zone.';

create function private.export_days(
  selection public.export_selection, today date, out first_day date, out last_day date
)
language sql immutable parallel safe set search_path = ''
as $$
  select case selection
    when 'day' then today
    when 'next_day' then today + 1
    when 'next_week' then today
    when 'last_day' then today - 1
    when 'booked_last_day' then today - 1
    when 'last_week' then today - 7
    when 'booked_last_week' then today - 7
    when 'last_month' then (date_trunc('month', today::timestamp) - interval '1 month')::date
    when 'booked_last_month' then (date_trunc('month', today::timestamp) - interval '1 month')::date
  end,
  case selection
    when 'day' then today
    when 'next_day' then today + 1
    when 'next_week' then today + 6
    when 'last_month' then (date_trunc('month', today::timestamp) - interval '1 day')::date
    when 'booked_last_month' then (date_trunc('month', today::timestamp) - interval '1 day')::date
    when 'view' then null
    else today - 1
  end$$;
comment on function private.export_days is
  'Returns the first and last day (inclusive) that an export covers on a day; nulls for everything the view finds.';

create function private.export_filter(
  view jsonb, selection public.export_selection, first_day date, last_day date
) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_build_object(
    'all',
    case
      when coalesce(jsonb_typeof(view -> 'filter'), 'null') = 'null' then '[]'
      else jsonb_build_array(view -> 'filter')
    end
      || case
        when first_day is null then '[]'
        else jsonb_build_array(jsonb_build_object(
          'field', case when selection::text like 'booked%' then 'created' else 'date' end,
          'from', first_day,
          'to', last_day))
      end)$$;
comment on function private.export_filter is 'Returns the filter of a view, limited to the days of an export.';

create function private.export_reader(company uuid) returns private.booking_reader
language sql stable security definer set search_path = ''
as $$
  select row(c.id, c.time_zone, true, null)::private.booking_reader from public.companies as c where c.id = company
$$;
comment on function private.export_reader is
  'Returns a reader of all bookings of a company with names. Callers check private.may_export first.';

create function private.replan_exports() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.scheduled_exports as s
  set next_at = private.next_export_at(s.frequency, s.day, s.minute, new.time_zone, clock_timestamp())
  where s.company_id = new.id and s.next_at is not null;
  return null;
end
$$;
comment on function private.replan_exports is
  'Trigger: recalculates the due times of exports when a company''s time zone changes.';

create function private.enqueue_scheduled_export(export uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  due private.scheduled_exports;
begin
  select s.* into due from private.scheduled_exports as s where s.id = export for update;
  if due.next_at > clock_timestamp() then return; end if;
  perform private.enqueue_job(
    'send_export',
    jsonb_build_object('export', due.id, 'due', private.iso(due.next_at)),
    due.company_id,
    concat_ws(':', 'send_export', due.id, private.iso(due.next_at)));
  -- After downtime it is sent once, then on schedule again.
  update private.scheduled_exports as s
  set next_at = private.next_export_at(due.frequency, due.day, due.minute, c.time_zone, clock_timestamp())
  from public.companies as c
  where s.id = due.id and c.id = s.company_id;
end
$$;
comment on function private.enqueue_scheduled_export is 'Queues the job of a due export and sets its next time.';

create function private.exports_refusal(company uuid, rpc text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  -- People who act for the company may read them but make none.
  if company is null or not private.may(rpc, company) then
    return '{"status": "not_permitted"}';
  end if;
  return null;
end
$$;
comment on function private.exports_refusal is
  'Returns why the caller may not call an RPC on a company''s scheduled exports, or null if allowed.';

create function private.log_export_change(action text, s private.scheduled_exports) returns void
language sql security definer set search_path = ''
as $$
  select private.log_change(
    (s).company_id,
    action,
    null,
    jsonb_strip_nulls(jsonb_build_object(
      'id', (s).id,
      'kind', (s).kind,
      'view', (select v.name from public.booking_views as v where v.id = (s).view_id),
      'frequency', (s).frequency,
      'members', cardinality((s).members),
      'outside', case when (s).outside <> '{}' then to_jsonb((s).outside) end)))$$;
comment on function private.log_export_change is
  'Logs a change of an export in the company''s audit log, with the addresses outside the team.';

create function private.lock_export(export uuid, out stored private.scheduled_exports, out refusal jsonb)
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then
    refusal := '{"status": "signed_out"}';
    return;
  end if;
  select s.* into stored from private.scheduled_exports as s where s.id = lock_export.export for update;
  -- The same refusal for a foreign export.
  if stored.id is null or not private.may_change_export((select auth.uid()), stored) then
    refusal := '{"status": "gone"}';
  end if;
end
$$;
comment on function private.lock_export is 'Locks an export for a change and returns it, or the refusal.';

create function public.read_scheduled_export_page(token text, after jsonb, address text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  hash constant text := encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex');
  link private.export_links;
  r private.export_runs;
  s private.scheduled_exports;
  view public.booking_views;
  wait integer := 0;
  found_now jsonb;
begin
  select * into link from private.export_links as l where l.token_hash = hash and l.expires_at > clock_timestamp();
  select * into r from private.export_runs as run where run.id = link.run_id;
  -- Pausing closes open links; links sent by hand afterwards work.
  select * into s from private.scheduled_exports as export
  where export.id = r.export_id and (export.paused_at is null or export.paused_at < r.ran_at);
  -- The same refusal whatever the reason: paused, changed, erased, or the responsible person lost the right.
  if s.id is null or private.export_problem(s) is not null then
    if private.rate_limit_key(address) is not null then
      wait := private.consume_rate_limit(
        'no-export:' || private.guest_network(private.rate_limit_key(address)), 60, 10);
    end if;
    return coalesce(private.rate_limited(wait), '{"status": "not_found"}');
  end if;
  wait := private.consume_rate_limit('export-link:' || hash, 60, 10);
  if wait > 0 then return private.rate_limited(wait); end if;
  select * into view from public.booking_views as v where v.id = s.view_id;
  found_now := private.search_bookings(
    private.export_reader(s.company_id),
    view.view ->> 'search',
    private.export_filter(view.view, s.selection, r.first_day, r.last_day),
    coalesce(view.view ->> 'sort', 'upcoming'),
    after,
    1000);
  if found_now ->> 'status' <> 'ok' then return '{"status": "not_found"}'; end if;
  if after is null and link.fetched_at is null then
    update private.export_links as l set fetched_at = clock_timestamp() where l.token_hash = hash;
    insert into public.audit_events (user_id, company_id, action, after)
    values (
      s.made_by,
      s.company_id,
      'fetch_export_outside',
      jsonb_build_object('id', s.id, 'view', view.name, 'outside', jsonb_build_array(link.recipient)));
  end if;
  return found_now
    || (
      select jsonb_build_object(
        'columns', view.view -> 'columns',
        'view', view.name,
        'locale', s.locale,
        'format', s.format,
        'slug', c.slug,
        'time_zone', c.time_zone)
      from public.companies as c
      where c.id = s.company_id);
end
$$;
comment on function public.read_scheduled_export_page is
  'Returns a page of an export''s current bookings for a link sent outside the team. Returns {"status": "ok" | '
  '"not_found" | "rate_limited"}. For the service role.';

grant execute on function public.read_scheduled_export_page(text, jsonb, text) to service_role;
