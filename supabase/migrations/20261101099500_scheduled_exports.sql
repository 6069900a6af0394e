-- Scheduled exports: exports that are mailed at set times. ADR 048

create type public.export_kind as enum ('bookings', 'tours', 'everything');
comment on type public.export_kind is
  'What is exported: bookings of a saved view, the tours, or all of a company''s data.';
create type public.export_selection as enum (
  'view', 'day', 'next_day', 'next_week', 'last_day', 'last_week', 'last_month', 'booked_last_day', 'booked_last_week', 'booked_last_month');
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
  constraint scheduled_exports_day check (case frequency
    when 'weekly' then day is not null and day between 1 and 7 when 'monthly' then day is not null and day between 1 and 31 else day is null end),
  constraint scheduled_exports_of_bookings check (kind = 'bookings' or (view_id is null and selection = 'view' and outside = '{}')),
  constraint scheduled_exports_paused check ((pause_reason is null) = (paused_at is null) and (next_at is null) = (paused_at is not null))
);
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

-- Permissions ---------------------------------------------------------------------------------------------------------

create function private.may_export(person uuid, company uuid, kind public.export_kind, outside boolean default false) returns boolean
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
  if not private.may_export(export.made_by, export.company_id, export.kind, export.outside <> '{}') then return 'no_right'; end if;
  if export.kind = 'bookings' then
    select * into view from public.booking_views as v where v.id = export.view_id;
    if view.id is null then return 'no_view'; end if;
    if export.outside <> '{}' and view.version is distinct from export.view_version then return 'view_changed'; end if;
    reader := private.export_reader(export.company_id);
    -- An invalid filter would match everything.
    if private.bookings_where(reader, view.view ->> 'search', private.export_filter(view.view, 'view', null, null)) is null then return 'no_view'; end if;
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
    or (person = (export).made_by and private.may_export(person, (export).company_id, (export).kind, (export).outside <> '{}'))
$$;
comment on function private.may_change_export is
  'Returns whether a person may change, send and delete an export: owners all, others their own.';

-- Schedule and content ------------------------------------------------------------------------------------------------

create function private.next_export_at(frequency public.export_frequency, day smallint, minute smallint, zone text, after timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select min(at) from (
    select private.instant_in(zone, on_day + make_interval(mins => minute)) as at
    from generate_series((after at time zone zone)::date - 1, ((after at time zone zone)::date + 35)::timestamp, interval '1 day') as on_day
    where case frequency
      when 'daily' then true
      when 'weekdays' then extract(isodow from on_day) < 6
      when 'weekly' then extract(isodow from on_day) = day
      else extract(day from on_day) = least(day, extract(day from date_trunc('month', on_day) + interval '1 month - 1 day')) end) as days
  where at > after
$$;
comment on function private.next_export_at is
  'Returns the next time after an instant at which an export is due in a time zone.';

create function private.export_days(selection public.export_selection, today date, out first_day date, out last_day date)
language sql immutable parallel safe set search_path = ''
as $$
  select case selection when 'day' then today when 'next_day' then today + 1 when 'next_week' then today
      when 'last_day' then today - 1 when 'booked_last_day' then today - 1 when 'last_week' then today - 7 when 'booked_last_week' then today - 7
      when 'last_month' then (date_trunc('month', today::timestamp) - interval '1 month')::date
      when 'booked_last_month' then (date_trunc('month', today::timestamp) - interval '1 month')::date end,
    case selection when 'day' then today when 'next_day' then today + 1 when 'next_week' then today + 6
      when 'last_month' then (date_trunc('month', today::timestamp) - interval '1 day')::date
      when 'booked_last_month' then (date_trunc('month', today::timestamp) - interval '1 day')::date
      when 'view' then null else today - 1 end
$$;
comment on function private.export_days is
  'Returns the first and last day (inclusive) that an export covers on a day; nulls for everything the view finds.';

create function private.export_filter(view jsonb, selection public.export_selection, first_day date, last_day date) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_build_object('all',
    case when coalesce(jsonb_typeof(view -> 'filter'), 'null') = 'null' then '[]' else jsonb_build_array(view -> 'filter') end
    || case when first_day is null then '[]' else jsonb_build_array(jsonb_build_object(
      'field', case when selection::text like 'booked%' then 'created' else 'date' end, 'from', first_day, 'to', last_day)) end)
$$;
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
  update private.scheduled_exports as s set next_at = private.next_export_at(s.frequency, s.day, s.minute, new.time_zone, clock_timestamp())
  where s.company_id = new.id and s.next_at is not null;
  return null;
end
$$;
comment on function private.replan_exports is
  'Trigger: recalculates the due times of exports when a company''s time zone changes.';
create trigger replan_exports after update of time_zone on public.companies
  for each row when (old.time_zone <> new.time_zone) execute function private.replan_exports();

-- Sending -------------------------------------------------------------------------------------------------------------

create function private.pause_export(export uuid, reason public.export_pause) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  s private.scheduled_exports;
begin
  update private.scheduled_exports as x set pause_reason = reason, paused_at = clock_timestamp(), next_at = null, version = x.version + 1
  where x.id = pause_export.export and x.paused_at is null returning * into s;
  if s.id is null or reason = 'by_hand' then return; end if;
  perform private.enqueue_mail('export-paused', a.email::text, u.locale,
    jsonb_build_object('company', c.name, 'kind', s.kind, 'view', (select v.name from public.booking_views as v where v.id = s.view_id), 'reason', reason,
      'actor', (select p.display_name from public.users as p where p.id = s.made_by)), company => c.id,
    dedupe_key => concat_ws(':', 'export_paused', s.id, private.iso(s.paused_at), u.id))
  from public.companies as c
  join public.company_members as m on m.company_id = c.id
  join public.users as u on u.id = m.user_id
  join auth.users as a on a.id = u.id
  where c.id = s.company_id and 'owner' = any (private.member_roles(u.id, c.id)) and private.is_email_address(a.email);
end
$$;
comment on function private.pause_export is 'Pauses an export and mails the owners, unless it was paused by hand.';

create function private.pause_exports_of_view() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.pause_export(new.id, 'no_view');
  return null;
end
$$;
comment on function private.pause_exports_of_view is 'Trigger: pauses an export when its view is deleted.';
create trigger pause_exports_of_view after update of view_id on private.scheduled_exports
  for each row when (old.view_id is not null and new.view_id is null) execute function private.pause_exports_of_view();

create function private.send_export_mails(s private.scheduled_exports, run uuid, due timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- About 0.6 s of CPU for all columns, of the 2 s that a function has.
  row_limit constant integer := 10000;
  c public.companies;
  view public.booking_views;
  days record;
  reader private.booking_reader;
  condition text;
  found_now bigint;
  person record;
  address text;
  token text;
  mail_data jsonb;
  sent uuid[] := '{}';
  is_too_large boolean := false;
begin
  if exists (select from private.export_runs as r where r.id = run or (r.export_id = s.id and r.due_at = due)) then return; end if;
  select * into c from public.companies as company_row where company_row.id = s.company_id;
  if s.kind = 'everything' then
    -- The responsible person gets a mail when the export is ready.
    mail_data := private.begin_export(c.id, s.made_by);
    if mail_data ->> 'status' <> 'ok' then raise exception 'The export of everything could not be started: %', mail_data ->> 'status'; end if;
    insert into private.export_runs (id, export_id, due_at) values (run, s.id, due);
    return;
  end if;
  select * into days from private.export_days(s.selection, (clock_timestamp() at time zone c.time_zone)::date);
  if s.kind = 'bookings' then
    select * into view from public.booking_views as v where v.id = s.view_id;
    reader := private.export_reader(c.id);
    condition := private.bookings_where(reader, view.view ->> 'search', private.export_filter(view.view, s.selection, days.first_day, days.last_day));
    execute format('select count(*) from %s where %s', private.bookings_from(condition), private.without_company_index(condition)) into found_now;
    is_too_large := s.outside <> '{}' and found_now > row_limit;
  end if;
  insert into private.export_runs (id, export_id, due_at, first_day, last_day, found, is_too_large)
  values (run, s.id, due, days.first_day, days.last_day, found_now, is_too_large);
  mail_data := jsonb_build_object('company', c.name, 'kind', s.kind, 'view', view.name, 'viewId', view.id, 'found', found_now,
    'firstDay', days.first_day, 'lastDay', days.last_day, 'isBooked', s.selection::text like 'booked%', 'format', s.format);
  for person in
    select a.id, a.email::text as email, u.locale from auth.users as a join public.users as u on u.id = a.id where a.id = any (private.export_recipients(s))
  loop
    sent := sent || private.enqueue_mail('export-ready', person.email, person.locale, mail_data, company => c.id, dedupe_key => concat_ws(':', 'export', run, person.id));
  end loop;
  if not is_too_large then
    foreach address in array s.outside loop
      token := private.generate_token();
      insert into private.export_links (token_hash, run_id, recipient, expires_at)
      values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), run, address, clock_timestamp() + interval '7 days');
      sent := sent || private.enqueue_mail('export-outside', address, s.locale,
        mail_data || jsonb_build_object('expiresAt', private.iso(clock_timestamp() + interval '7 days'), 'timeZone', c.time_zone),
        jsonb_build_object('token', token), c.id, concat_ws(':', 'export', run, address));
    end loop;
    if s.outside <> '{}' then
      insert into public.audit_events (user_id, company_id, action, after)
      values (s.made_by, c.id, 'send_export_outside', jsonb_build_object('id', s.id, 'view', view.name, 'outside', to_jsonb(s.outside), 'found', found_now));
    end if;
  end if;
  update private.export_runs as r set messages = sent where r.id = run;
end
$$;
comment on function private.send_export_mails is
  'Queues the mails of an export, once per due time. They contain the count but no data.';

create function private.enqueue_scheduled_export(export uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  due private.scheduled_exports;
begin
  select s.* into due from private.scheduled_exports as s where s.id = export for update;
  if due.next_at > clock_timestamp() then return; end if;
  perform private.enqueue_job('send_export', jsonb_build_object('export', due.id, 'due', private.iso(due.next_at)), due.company_id,
    concat_ws(':', 'send_export', due.id, private.iso(due.next_at)));
  -- After downtime it is sent once, then on schedule again.
  update private.scheduled_exports as s set next_at = private.next_export_at(due.frequency, due.day, due.minute, c.time_zone, clock_timestamp())
  from public.companies as c where s.id = due.id and c.id = s.company_id;
end
$$;
comment on function private.enqueue_scheduled_export is 'Queues the job of a due export and sets its next time.';

create function private.enqueue_due_exports() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  due record;
begin
  for due in
    select s.id, s.company_id from private.scheduled_exports as s
    where s.next_at <= clock_timestamp() and not private.has_failed_today('enqueue_scheduled_export', s.id) order by s.next_at limit 100 for update of s skip locked
  loop
    perform private.attempt_step('enqueue_scheduled_export', due.company_id, due.id);
  end loop;
  delete from private.export_runs as r where r.id in (
    select old.id from private.export_runs as old
    where old.ran_at < clock_timestamp() - private.retention_period('export_runs')
      and exists (select from private.export_runs as later where later.export_id = old.export_id and later.due_at > old.due_at) limit 200);
end
$$;
comment on function private.enqueue_due_exports is 'Queues the jobs of due exports, and deletes old runs.';

create function public.send_scheduled_export(export uuid, due timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  s private.scheduled_exports;
  trouble public.export_pause;
begin
  select * into s from private.scheduled_exports as x where x.id = send_scheduled_export.export for update;
  if s.id is null or s.paused_at is not null then return '{"status": "ok"}'; end if;
  trouble := private.export_problem(s);
  if trouble is not null then
    perform private.pause_export(s.id, trouble);
    return jsonb_build_object('status', 'paused', 'reason', trouble);
  end if;
  perform private.send_export_mails(s, gen_random_uuid(), due);
  return '{"status": "ok"}';
end
$$;
comment on function public.send_scheduled_export is
  'Sends a due export, or pauses it if it cannot be sent. Idempotent. Returns {"status": "ok" | "paused" with the '
  'reason}. For the service role.';

-- RPCs ----------------------------------------------------------------------------------------------------------------

create function private.export_json(s private.scheduled_exports) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', (s).id, 'kind', (s).kind,
    -- A view's name may contain a guest's name.
    'view', (select jsonb_build_object('id', v.id, 'name', case when private.may('read_booking_views', (s).company_id) then v.name end)
      from public.booking_views as v where v.id = (s).view_id),
    'selection', (s).selection, 'frequency', (s).frequency, 'day', (s).day, 'time', to_char(make_interval(mins => (s).minute), 'HH24:MI'), 'format', (s).format,
    'members', to_jsonb((s).members), 'outside', to_jsonb((s).outside), 'locale', (s).locale,
    'made_by', (select u.display_name from public.users as u where u.id = (s).made_by), 'pause_reason', (s).pause_reason,
    'paused_at', private.iso((s).paused_at), 'next_at', private.iso((s).next_at), 'version', (s).version,
    'may_change', private.may_change_export((select auth.uid()), s),
    'has_failed', exists (select from private.jobs as j where j.company_id = (s).company_id and j.kind = 'send_export' and j.state = 'dead' and j.payload ->> 'export' = (s).id::text),
    'last', (
      select jsonb_build_object('at', private.iso(r.ran_at), 'found', r.found, 'is_too_large', r.is_too_large,
        'sent', count(m.id) filter (where m.state = 'sent'), 'failed', count(m.id) filter (where m.state = 'failed'),
        'waiting', count(m.id) filter (where m.state = 'pending'), 'fetched', (select count(*) from private.export_links as l where l.run_id = r.id and l.fetched_at is not null))
      from (select * from private.export_runs as e where e.export_id = (s).id order by e.ran_at desc limit 1) as r
      left join private.outbox_messages as m on m.id = any (r.messages)
      group by r.id, r.ran_at, r.found, r.is_too_large))
$$;
comment on function private.export_json is 'Returns a scheduled export with the result of its last run.';

create function private.exports_json(company uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('status', 'ok',
    'time_zone', (select c.time_zone from public.companies as c where c.id = company),
    'makes', (select coalesce(jsonb_agg(k order by k), '[]') from unnest(enum_range(null::public.export_kind)) as k where private.may_export((select auth.uid()), company, k)),
    'may_go_outside', private.may_export((select auth.uid()), company, 'bookings', true),
    'views', (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name) order by lower(v.name), v.id), '[]') from public.booking_views as v
      where v.company_id = company and private.may('read_booking_views', company)),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.display_name, 'gets_tours', private.may_export(u.id, company, 'tours')) order by u.display_name, u.id), '[]')
      from public.company_members as m join public.users as u on u.id = m.user_id
      where m.company_id = company and private.may_export(u.id, company, 'bookings')),
    'exports', (
      select coalesce(jsonb_agg(private.export_json(s) order by s.made_at, s.id), '[]') from private.scheduled_exports as s
      where s.company_id = company and (s.kind = 'bookings' or private.subject_can(private.subject((select auth.uid()), 'read_scheduled_exports'), 'COMPANY_ALL_ACCESS', company))))
$$;
comment on function private.exports_json is 'Returns the response of public.read_scheduled_exports.';

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

create function public.read_scheduled_exports(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(private.exports_refusal(company, 'read_scheduled_exports'), private.exports_json(company));
end
$$;
comment on function public.read_scheduled_exports is
  'Returns a company''s scheduled exports, the kinds the caller may make, and possible recipients. Returns {"status": '
  '"ok" | "not_permitted" | "signed_out"}.';

create function private.log_export_change(action text, s private.scheduled_exports) returns void
language sql security definer set search_path = ''
as $$
  select private.log_change((s).company_id, action, null, jsonb_strip_nulls(jsonb_build_object('id', (s).id, 'kind', (s).kind,
    'view', (select v.name from public.booking_views as v where v.id = (s).view_id), 'frequency', (s).frequency, 'members', cardinality((s).members),
    'outside', case when (s).outside <> '{}' then to_jsonb((s).outside) end)))
$$;
comment on function private.log_export_change is
  'Logs a change of an export in the company''s audit log, with the addresses outside the team.';

create function public.save_scheduled_export(company uuid, export uuid, version integer, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  me constant uuid := (select auth.uid());
  goes_outside constant boolean := coalesce(input -> 'outside', '[]') <> '[]';
  stored_export private.scheduled_exports;
  new_export private.scheduled_exports;
  requested_kind public.export_kind;
  view public.booking_views;
  zone text;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  -- The kind decides about the permission, so an unknown one is refused like a missing permission.
  if company is null or not pg_input_is_valid(coalesce(input ->> 'kind', ''), 'public.export_kind') then return '{"status": "not_permitted"}'; end if;
  requested_kind := (input ->> 'kind')::public.export_kind;
  if not private.may_export(me, company, requested_kind, goes_outside) then return '{"status": "not_permitted"}'; end if;
  if export is null or version is null
    or not pg_input_is_valid(coalesce(input ->> 'selection', ''), 'public.export_selection') or not pg_input_is_valid(coalesce(input ->> 'frequency', ''), 'public.export_frequency')
    or not pg_input_is_valid(coalesce(input ->> 'format', ''), 'public.export_format') or not pg_input_is_valid(coalesce(input ->> 'locale', ''), 'public.locale')
    or not coalesce(input ->> 'time' ~ '^([01]\d|2[0-3]):[0-5]\d$', false)
    or not coalesce(jsonb_typeof(input -> 'members') = 'array' and jsonb_array_length(input -> 'members') <= 50, false)
    or not coalesce(jsonb_typeof(input -> 'outside') = 'array' and jsonb_array_length(input -> 'outside') <= 10, false)
    or not (case input ->> 'frequency'
      when 'weekly' then coalesce(input ->> 'day' ~ '^[1-7]$', false) when 'monthly' then coalesce(input ->> 'day' ~ '^([1-9]|[12]\d|3[01])$', false)
      else input ->> 'day' is null end)
    or exists (select from jsonb_array_elements_text(input -> 'members') as m where not pg_input_is_valid(m, 'uuid'))
    or exists (select from jsonb_array_elements_text(input -> 'outside') as o where not private.is_email_address(private.normalize_email_address(o)))
    or (requested_kind <> 'bookings' and (goes_outside or input ->> 'selection' <> 'view')) then
    return '{"status": "invalid"}';
  end if;
  -- Serialised per company, as there are at most twenty.
  perform pg_advisory_xact_lock(hashtextextended('scheduled_exports:' || company, 0));
  if requested_kind = 'bookings' then
    if not pg_input_is_valid(coalesce(input ->> 'view', ''), 'uuid') then return '{"status": "invalid"}'; end if;
    select * into view from public.booking_views as v where v.id = (input ->> 'view')::uuid and v.company_id = company;
    if view.id is null then return '{"status": "no_view"}'; end if;
  end if;
  select c.time_zone into zone from public.companies as c where c.id = company;
  select * into stored_export from private.scheduled_exports as s where s.id = export for update;
  if stored_export.id is not null and (stored_export.company_id <> company or not private.may_change_export(me, stored_export)) then return '{"status": "not_permitted"}'; end if;
  if stored_export.id is null and version <> 0 then return '{"status": "gone"}'; end if;
  new_export := row(export, company, requested_kind, view.id, case when goes_outside then view.version end, input ->> 'selection', input ->> 'frequency', (input ->> 'day')::smallint,
    extract(epoch from (input ->> 'time')::time)::integer / 60, input ->> 'format',
    array(select distinct m::uuid from jsonb_array_elements_text(input -> 'members') as m order by 1),
    array(select distinct lower(private.normalize_email_address(o)) from jsonb_array_elements_text(input -> 'outside') as o order by 1),
    input ->> 'locale', me, coalesce(stored_export.made_at, now()), null, null, null, coalesce(stored_export.version, 0) + 1)::private.scheduled_exports;
  if requested_kind = 'everything' then new_export.members := '{}'; end if;
  -- A repeat after a lost response has no effect.
  if stored_export.id is not null and stored_export.version > version
    and (to_jsonb(stored_export) - '{pause_reason,paused_at,next_at,version}'::text[]) = (to_jsonb(new_export) - '{pause_reason,paused_at,next_at,version}'::text[]) then
    return private.exports_json(company);
  end if;
  if stored_export.id is not null and stored_export.version <> version then return private.exports_json(company) || '{"status": "stale"}'; end if;
  if stored_export.id is null and (select count(*) from private.scheduled_exports as s where s.company_id = company) >= 20 then return '{"status": "too_many"}'; end if;
  if new_export.outside = '{}' and private.export_recipients(new_export) = '{}' then return '{"status": "no_receiver"}'; end if;
  if stored_export.pause_reason = 'by_hand' then
    new_export.pause_reason := stored_export.pause_reason;
    new_export.paused_at := stored_export.paused_at;
  else
    -- Saving a paused export resumes it, unless it was paused by hand.
    new_export.next_at := private.next_export_at(new_export.frequency, new_export.day, new_export.minute, zone, clock_timestamp());
  end if;
  delete from private.export_links as l using private.export_runs as r where r.id = l.run_id and r.export_id = export and l.recipient <> all (new_export.outside);
  insert into private.scheduled_exports as s select (new_export).*
  on conflict on constraint scheduled_exports_pkey do update set (kind, view_id, view_version, selection, frequency, day, minute, format, members, outside, locale,
    made_by, pause_reason, paused_at, next_at, version) = (select excluded.kind, excluded.view_id, excluded.view_version, excluded.selection, excluded.frequency,
    excluded.day, excluded.minute, excluded.format, excluded.members, excluded.outside, excluded.locale, excluded.made_by, excluded.pause_reason,
    excluded.paused_at, excluded.next_at, excluded.version);
  perform private.log_export_change('save_scheduled_export', new_export);
  return private.exports_json(company);
end
$$;
comment on function public.save_scheduled_export is
  'Creates a scheduled export (version 0, with a client-made id) or changes the given version; the caller becomes '
  'responsible for it. Returns all exports, or {"status": "stale" | "gone" | "no_view" | "no_receiver" | "too_many" | '
  '"invalid" | "not_permitted" | "signed_out"}.';

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
  if stored.id is null or not private.may_change_export((select auth.uid()), stored) then refusal := '{"status": "gone"}'; end if;
end
$$;
comment on function private.lock_export is 'Locks an export for a change and returns it, or the refusal.';

create function public.switch_scheduled_export(export uuid, is_on boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  locked record;
  s private.scheduled_exports;
  trouble public.export_pause;
begin
  select * into locked from private.lock_export(export);
  if locked.refusal is not null then return locked.refusal; end if;
  s := locked.stored;
  if is_on is null then return '{"status": "invalid"}'; end if;
  if is_on and s.paused_at is not null then
    s.made_by := (select auth.uid());
    s.view_version := case when s.outside <> '{}' then (select v.version from public.booking_views as v where v.id = s.view_id) end;
    trouble := private.export_problem(s);
    if trouble is not null then return jsonb_build_object('status', trouble); end if;
    update private.scheduled_exports as x set made_by = s.made_by, view_version = s.view_version, pause_reason = null, paused_at = null, version = x.version + 1,
      next_at = private.next_export_at(s.frequency, s.day, s.minute, (select c.time_zone from public.companies as c where c.id = s.company_id), clock_timestamp())
    where x.id = export;
    perform private.log_export_change('resume_scheduled_export', s);
  elsif not is_on and s.paused_at is null then
    perform private.pause_export(export, 'by_hand');
    perform private.log_export_change('pause_scheduled_export', s);
  end if;
  return private.exports_json(s.company_id);
end
$$;
comment on function public.switch_scheduled_export is
  'Pauses an export, or resumes it, as the view is now, with the caller as the responsible person. Returns all '
  'exports, or {"status": "gone" | "no_right" | "no_view" | "no_receiver" | "invalid" | "signed_out"}.';

create function public.delete_scheduled_export(company uuid, export uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  refusal constant jsonb := private.exports_refusal(company, 'delete_scheduled_export');
  locked record;
begin
  if refusal is not null then return refusal; end if;
  select * into locked from private.lock_export(export);
  if locked.refusal is null and (locked.stored).company_id = company then
    delete from private.scheduled_exports as s where s.id = export;
    perform private.log_export_change('delete_scheduled_export', locked.stored);
  end if;
  return private.exports_json(company);
end
$$;
comment on function public.delete_scheduled_export is
  'Deletes a scheduled export and the links it sent; one that is gone, or that the caller may not change, is left. '
  'Idempotent. Returns the exports that remain, or {"status": "not_permitted" | "signed_out"}.';

create function public.send_export_now(export uuid, request uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  locked record;
  s private.scheduled_exports;
  trouble public.export_pause;
begin
  select * into locked from private.lock_export(export);
  if locked.refusal is not null then return locked.refusal; end if;
  s := locked.stored;
  if request is null then return '{"status": "invalid"}'; end if;
  if not exists (select from private.export_runs as r where r.id = request) then
    trouble := private.export_problem(s);
    if trouble is not null then return jsonb_build_object('status', trouble); end if;
    if private.consume_rate_limit('export_now:' || export, 5, 600) > 0 then return '{"status": "too_many"}'; end if;
    perform private.send_export_mails(s, request, clock_timestamp());
    perform private.log_export_change('send_export_now', s);
  end if;
  return private.exports_json(s.company_id);
end
$$;
comment on function public.send_export_now is
  'Sends an export immediately. Idempotent per request id. Returns all exports, or {"status": "gone" | "no_right" | '
  '"no_view" | "view_changed" | "no_receiver" | "too_many" | "invalid" | "signed_out"}.';

-- Download for recipients outside the team ----------------------------------------------------------------------------

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
  select * into s from private.scheduled_exports as export where export.id = r.export_id and (export.paused_at is null or export.paused_at < r.ran_at);
  -- The same refusal whatever the reason: paused, changed, erased, or the responsible person lost the right.
  if s.id is null or private.export_problem(s) is not null then
    if private.rate_limit_key(address) is not null then wait := private.consume_rate_limit('no-export:' || private.guest_network(private.rate_limit_key(address)), 60, 10); end if;
    return coalesce(private.rate_limited(wait), '{"status": "not_found"}');
  end if;
  wait := private.consume_rate_limit('export-link:' || hash, 60, 10);
  if wait > 0 then return private.rate_limited(wait); end if;
  select * into view from public.booking_views as v where v.id = s.view_id;
  found_now := private.search_bookings(private.export_reader(s.company_id), view.view ->> 'search',
    private.export_filter(view.view, s.selection, r.first_day, r.last_day), coalesce(view.view ->> 'sort', 'upcoming'), after, 1000);
  if found_now ->> 'status' <> 'ok' then return '{"status": "not_found"}'; end if;
  if after is null and link.fetched_at is null then
    update private.export_links as l set fetched_at = clock_timestamp() where l.token_hash = hash;
    insert into public.audit_events (user_id, company_id, action, after)
    values (s.made_by, s.company_id, 'fetch_export_outside', jsonb_build_object('id', s.id, 'view', view.name, 'outside', jsonb_build_array(link.recipient)));
  end if;
  return found_now || (select jsonb_build_object('columns', view.view -> 'columns', 'view', view.name, 'locale', s.locale, 'format', s.format, 'slug', c.slug, 'time_zone', c.time_zone)
    from public.companies as c where c.id = s.company_id);
end
$$;
comment on function public.read_scheduled_export_page is
  'Returns a page of an export''s current bookings for a link sent outside the team. Returns {"status": "ok" | '
  '"not_found" | "rate_limited"}. For the service role.';

grant execute on function public.read_scheduled_exports(uuid), public.save_scheduled_export(uuid, uuid, integer, jsonb),
  public.switch_scheduled_export(uuid, boolean), public.delete_scheduled_export(uuid, uuid), public.send_export_now(uuid, uuid) to authenticated;
grant execute on function public.send_scheduled_export(uuid, timestamptz), public.read_scheduled_export_page(text, jsonb, text) to service_role;
