-- A company's data: scheduled erasure, guest requests, export and closing. ADR 014

-- Scheduled erasure ---------------------------------------------------------------------------------------------------

create table private.planned_erasures (
  company_id uuid primary key references public.companies (id) on delete cascade,
  planned_on date not null
);
comment on table private.planned_erasures is 'Last night for which the erasure of a company''s guests was queued.';
alter table private.planned_erasures enable row level security, force row level security;

create function private.erasure_cutoff(company uuid, months integer) returns date
language sql stable security definer set search_path = ''
as $$
  -- Recent departures may still be on devices.
  select least(((now() at time zone c.time_zone) - make_interval(months => months))::date, current_date - 3) from public.companies as c where c.id = company
$$;
comment on function private.erasure_cutoff is
  'Returns the local date before which departures lose their guests'' data, for a retention in months.';

create function private.has_guest_data(b public.bookings) returns boolean
language sql stable
return (b.contact_name, b.contact_email, b.contact_phone, b.note, b.voucher_number) is distinct from ('—'::text, null::text, null::text, null::text, null::text)
  or exists (select from public.guests as g where g.booking_id = b.id and g.name is not null);
comment on function private.has_guest_data is
  'Returns whether a booking holds personal data of its guests. Staff may have entered an address without a name.';

create function private.departures_to_erase(company uuid, before date, row_limit integer) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(id), '{}') from (
    select d.id from public.departures as d
    where d.company_id = departures_to_erase.company and d.local_date < before and (
      exists (select from public.bookings as b where b.departure_id = d.id and private.has_guest_data(b))
      or exists (
        select from public.check_in_actions as a
        where a.departure_id = d.id and a.kind in ('note', 'count', 'walk_in', 'report_submit', 'report_return', 'report_unlock') and a.payload <> private.erase_payload(a.kind, a.payload)))
    order by d.local_date, d.id limit row_limit) as found
$$;
comment on function private.departures_to_erase is
  'Returns departures before a day that still hold guest data, oldest first.';

create function private.count_erasable_bookings(company uuid, months integer) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from public.bookings as b join public.departures as d on d.id = b.departure_id
  where b.company_id = count_erasable_bookings.company and private.has_guest_data(b) and d.local_date < private.erasure_cutoff(company, months)
$$;
comment on function private.count_erasable_bookings is
  'Returns how many bookings the next erasure would cover with the given retention in months.';

create function private.enqueue_guest_erasure(company uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  night constant date := private.local_night((select c.time_zone from public.companies as c where c.id = company), 2);
begin
  insert into private.planned_erasures as planned (company_id, planned_on) values (company, night)
  on conflict (company_id) do update set planned_on = excluded.planned_on where planned.planned_on <> excluded.planned_on;
  perform private.enqueue_job('erase_guests', jsonb_build_object('company', company), company, 'forget:' || company || ':' || night);
end
$$;
comment on function private.enqueue_guest_erasure is 'Queues tonight''s erasure for one company.';

create function private.enqueue_due_guest_erasures() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.attempt_step('enqueue_guest_erasure', c.id, c.id)
  from public.companies as c left join private.planned_erasures as planned on planned.company_id = c.id
  where c.retention_months is not null and planned.planned_on is distinct from private.local_night(c.time_zone, 2)
    and not private.has_failed_today('enqueue_guest_erasure', c.id);
end
$$;
comment on function private.enqueue_due_guest_erasures is
  'Queues tonight''s erasure for each company with a retention period, from 2:00 in its time zone.';

create function public.erase_due_guests(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  months constant integer := (select c.retention_months from public.companies as c where c.id = erase_due_guests.company);
  day date;
  departures uuid[];
  changed bigint;
begin
  -- The retention period was removed after the job was queued.
  if months is null then return '{"status": "ok", "has_more": false}'; end if;
  day := private.erasure_cutoff(company, months);
  departures := private.departures_to_erase(company, day, 50);
  if departures = '{}' then return '{"status": "ok", "has_more": false}'; end if;
  changed := private.erase_guests_of_departures(departures);
  perform private.log_change(company, 'erase_guests', null, jsonb_build_object('before', day, 'rows', changed));
  return jsonb_build_object('status', 'ok', 'has_more', cardinality(departures) = 50);
end
$$;
comment on function public.erase_due_guests is
  'Erases the guests of up to 50 departures that are older than the company''s retention period. `has_more` says whether '
  'more may remain. For the service role.';

-- Requests of one guest -----------------------------------------------------------------------------------------------

create function private.bookings_of_guest(company uuid, search text) returns setof public.bookings
language plpgsql stable security definer set search_path = ''
as $$
declare
  words constant text := private.trim_text(coalesce(search, ''));
  named public.bookings;
begin
  if position('@' in words) > 0 then
    return query select b.* from public.bookings as b where b.company_id = bookings_of_guest.company and lower(b.contact_email) = lower(words);
    return;
  end if;
  select * into named from public.bookings as b
  where b.company_id = bookings_of_guest.company and b.reference = upper(regexp_replace(words, '[\s-]', '', 'g'));
  if named.contact_email is null then
    if named.id is not null then return next named; end if;
    return;
  end if;
  return query select b.* from public.bookings as b where b.company_id = bookings_of_guest.company and lower(b.contact_email) = lower(named.contact_email);
end
$$;
comment on function private.bookings_of_guest is
  'Returns a guest''s bookings with a company, by an email address or by a booking''s reference. A reference finds all '
  'bookings with that booking''s address, or only itself if it has none.';

create function private.erasure_state(booking public.bookings) returns text
language sql stable security definer set search_path = ''
as $$
  select case when not private.has_guest_data(booking) then 'erased'
    when private.booking_state(booking) in ('ON_HOLD', 'PENDING', 'CONFIRMED')
      and (select d.local_date from public.departures as d where d.id = booking.departure_id) > current_date - 3 then 'upcoming'
    else 'erasable' end
$$;
comment on function private.erasure_state is
  'Returns whether a booking''s guest data can be erased: erasable, erased (already), or upcoming (or recent '
  'enough to be on devices).';

create function public.find_guest(company uuid, search text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('find_guest', company) then
    return '{"status": "not_permitted"}';
  end if;
  return jsonb_build_object('status', 'ok', 'bookings', coalesce((
    select jsonb_agg(jsonb_build_object('id', b.id, 'reference', b.reference, 'name', b.contact_name, 'email', b.contact_email,
      'title', private.localised(d.tour_id, 'title'), 'starts_at', private.iso(d.starts_at), 'local_date', d.local_date,
      'erasure_state', private.erasure_state(b)) order by d.starts_at desc, b.id)
    from (select * from private.bookings_of_guest(company, search) limit 200) as b
    join public.departures as d on d.id = b.departure_id), '[]'));
end
$$;
comment on function public.find_guest is
  'Returns a company''s bookings of a guest, by email address or booking reference. Returns {"status": "ok" | '
  '"not_permitted" | "signed_out"}.';

create function private.guest_data(bookings uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'reference', b.reference, 'tour', coalesce((
      select t.title from public.tour_translations as t where t.tour_id = d.tour_id order by t.locale = b.locale desc, t.locale limit 1), ''),
    'starts_at', private.iso(d.starts_at), 'time_zone', c.time_zone, 'booked_at', private.iso(b.created_at),
    'name', b.contact_name, 'email', b.contact_email, 'phone', b.contact_phone, 'country', b.country, 'note', b.note, 'voucher_number', b.voucher_number,
    'consent', b.news_consent ->> 'text', 'tags', to_jsonb(b.tags),
    'guests', coalesce((select jsonb_agg(coalesce(g.name, '') order by g.created_at, g.id) from public.guests as g where g.booking_id = b.id), '[]'),
    'notes', coalesce((
      select jsonb_agg(a.payload ->> 'text' order by a.occurred_at) from public.check_in_actions as a
      where a.booking_id = b.id and a.kind = 'note' and a.payload ->> 'text' <> ''), '[]'),
    -- The part that a partner pays is not the guest's.
    'total', b.total_amount - owing.amount, 'paid', b.paid_amount - owing.amount, 'currency', b.currency) order by d.starts_at desc, b.id), '[]')
  from public.bookings as b join public.departures as d on d.id = b.departure_id join public.companies as c on c.id = b.company_id
  cross join lateral (select private.on_account(b.id) as amount) as owing
  where b.id = any (bookings)
$$;
comment on function private.guest_data is
  'Returns all personal data of the guests of the given bookings, for a data access request.';

create function public.send_guest_data(request uuid, booking uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.bookings;
  named uuid[];
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  select * into stored from public.bookings as b where b.id = send_guest_data.booking;
  if stored.id is null or not private.may('send_guest_data', stored.company_id) then
    return '{"status": "not_permitted"}';
  end if;
  -- Only to the booking's own address: whoever reads it is entitled to the data.
  if request is null or not private.is_email_address(stored.contact_email) then return '{"status": "no_address"}'; end if;
  if exists (select from private.outbox_messages as m where m.dedupe_key = 'guest-data:' || request) then return '{"status": "ok"}'; end if;
  if private.consume_rate_limit('guest-data:' || stored.company_id, 50, 1728) > 0 then return '{"status": "too_many"}'; end if;
  -- The newest 20, which fit into a mail.
  named := array(
    select b.id from private.bookings_of_guest(stored.company_id, stored.contact_email) as b join public.departures as d on d.id = b.departure_id
    order by d.starts_at desc, b.id limit 20);
  perform private.enqueue_mail('guest-data', stored.contact_email, stored.locale,
    jsonb_build_object('company', (select c.name from public.companies as c where c.id = stored.company_id), 'bookings', to_jsonb(named)),
    company => stored.company_id, dedupe_key => 'guest-data:' || request, booking => stored.id);
  perform private.log_change(stored.company_id, 'send_guest_data', null, jsonb_build_object('id', stored.id, 'bookings', cardinality(named)));
  return '{"status": "ok"}';
end
$$;
comment on function public.send_guest_data is
  'Mails the personal data of a booking''s guest to the booking''s address. Idempotent per request id. Returns '
  '{"status": "ok" | "no_address" | "too_many" | "not_permitted" | "signed_out"}.';

create function public.erase_guest(company uuid, bookings uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking_ids uuid[];
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('erase_guest', company) then
    return '{"status": "not_permitted"}';
  end if;
  if not coalesce(cardinality(bookings) between 1 and 200, false) then return '{"status": "invalid"}'; end if;
  perform from public.bookings as b where b.company_id = erase_guest.company and b.id = any (bookings) order by b.id for update;
  select array_agg(b.id) filter (where private.erasure_state(b) = 'erasable') into booking_ids
  from public.bookings as b where b.company_id = erase_guest.company and b.id = any (bookings);
  if booking_ids is null then return '{"status": "ok", "erased": 0}'; end if;
  perform private.erase_guests_of_departures('{}', booking_ids);
  -- Mails contain the address and more.
  with deleted_mails as (delete from private.outbox_messages as m where m.booking_id = any (booking_ids) returning m.id)
  delete from private.jobs as j where j.kind = 'send_mail' and j.dedupe_key in (select id::text from deleted_mails);
  perform private.log_change(company, 'erase_guest', null, jsonb_build_object('bookings', cardinality(booking_ids), 'ids', to_jsonb(booking_ids)));
  return jsonb_build_object('status', 'ok', 'erased', cardinality(booking_ids));
end
$$;
comment on function public.erase_guest is
  'Erases a guest from the given bookings where they are over. Figures, money, receipts and the order of events stay. '
  'Returns {"status": "ok" with how many, "invalid" | "not_permitted" | "signed_out"}. Idempotent.';

grant execute on function public.find_guest(uuid, text), public.send_guest_data(uuid, uuid), public.erase_guest(uuid, uuid[]) to authenticated;
grant execute on function public.erase_due_guests(uuid) to service_role;

-- Export of all data --------------------------------------------------------------------------------------------------

create type private.export_state as enum ('running', 'ready');
comment on type private.export_state is
  'State of an export: written page by page by a job, then ready until it is deleted.';

create table private.company_exports (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  requested_by uuid,
  requested_at timestamptz not null default now(),
  state private.export_state not null default 'running',
  file integer not null default 1,
  after text not null default '',
  parts integer not null default 0,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  expires_at timestamptz,
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  token_until timestamptz,
  opened_by uuid,
  constraint company_exports_ready_until check ((state = 'ready') = (expires_at is not null))
);
comment on table private.company_exports is
  'Exports of all of a company''s data, requested by its owner. Deleted a week after they were finished.';
comment on column private.company_exports.requested_by is
  'Person who requested it. No foreign key, as it outlives the account.';
comment on column private.company_exports.file is
  'Position in private.export_files of the file being written.';
comment on column private.company_exports.after is 'Key of the last row written of that file.';
comment on column private.company_exports.token_hash is 'SHA-256 of the token that opens it for ten minutes, in hex.';
comment on column private.company_exports.opened_by is
  'Person to whom the token was issued. It works only while they may download the export. No foreign key, as it '
  'outlives the account.';
create index company_exports_company_id_idx on private.company_exports (company_id, requested_at desc);
create index company_exports_expires_at_idx on private.company_exports (expires_at);
alter table private.company_exports enable row level security, force row level security;

create table private.company_export_parts (
  export_id uuid not null references private.company_exports (id) on delete cascade,
  ordinal integer not null,
  file text not null,
  rows text not null,
  primary key (export_id, ordinal)
);
comment on table private.company_export_parts is 'Pages of an export, each with rows of one file as JSON.';
alter table private.company_export_parts enable row level security, force row level security;

create function private.exported_team(company uuid) returns table (id uuid, name text, email text, roles text[], since timestamptz)
language sql stable security definer set search_path = ''
as $$
  select u.id, u.display_name, a.email::text, private.member_roles(u.id, company), m.created_at
  from public.company_members as m join public.users as u on u.id = m.user_id join auth.users as a on a.id = u.id
  where m.company_id = exported_team.company
$$;
-- The archive shows it as the file's description, like the comments on tables.
comment on function private.exported_team is 'Team members of the company with their roles.';

create function private.export_files() returns table (ordinal integer, file text, source text, key text, scope text)
language sql immutable parallel safe set search_path = ''
as $$
  select * from (values
    (1, 'company', 'public.companies', 't.id', 't.id = $1'),
    (2, 'team', 'private.exported_team', 't.id', 'true'),
    (3, 'partners', 'public.organisation_companies', 't.id', 't.company_id = $1'),
    (4, 'tours', 'public.tours', 't.id', 't.company_id = $1'),
    (5, 'tour_translations', 'public.tour_translations', 't.tour_id::text || t.locale', 't.tour_id in (select o.id from public.tours as o where o.company_id = $1)'),
    (6, 'price_categories', 'public.price_categories', 't.id', 't.company_id = $1'),
    (7, 'schedules', 'public.schedules', 't.id', 't.company_id = $1'),
    (8, 'schedule_exceptions', 'public.schedule_exceptions', 't.id', 't.schedule_id in (select o.id from public.schedules as o where o.company_id = $1)'),
    (9, 'blackouts', 'public.blackouts', 't.id', 't.company_id = $1'),
    (10, 'departures', 'public.departures', 't.id', 't.company_id = $1'),
    (11, 'departure_guides', 'public.departure_guides', 't.departure_id::text || t.user_id', 't.departure_id in (select o.id from public.departures as o where o.company_id = $1)'),
    (12, 'bookings', 'public.bookings', 't.id', 't.company_id = $1'),
    (13, 'guests', 'public.guests', 't.id', 't.company_id = $1'),
    (14, 'check_ins', 'public.check_in_actions', 't.id', 't.company_id = $1'),
    (15, 'payments', 'public.payments', 't.id', 't.company_id = $1'),
    (16, 'refunds', 'public.refunds', 't.id', 't.company_id = $1'),
    (17, 'documents', 'public.documents', 't.id', 't.company_id = $1'),
    (18, 'time_off', 'public.time_off', 't.id', 't.company_id = $1'),
    (19, 'audit', 'public.audit_events', 't.id', 't.company_id = $1'),
    (20, 'webhooks', 'private.webhook_endpoints', 't.id', 't.company_id = $1'),
    (21, 'departure_prices', 'public.departure_prices', 't.departure_id::text || t.price_category_id', 't.departure_id in (select o.id from public.departures as o where o.company_id = $1)'),
    (22, 'allotments', 'private.allotments', 't.tour_id::text || t.agreement_id', 't.tour_id in (select o.id from public.tours as o where o.company_id = $1)'),
    (23, 'codes', 'private.codes', 't.id', 't.company_id = $1'),
    (24, 'code_uses', 'private.code_uses', 't.booking_id::text || t.code_id', 't.code_id in (select o.id from private.codes as o where o.company_id = $1)'),
    (25, 'referral_links', 'private.referral_links', 't.id', 't.company_id = $1'),
    (26, 'referrals', 'private.referrals', 't.id', 't.company_id = $1'),
    (27, 'commission_lines', 'private.commission_lines', 't.id', 't.referral_id in (select o.id from private.referrals as o where o.company_id = $1)'),
    (28, 'commission_statements', 'private.commission_statements', 't.id', 't.company_id = $1'),
    (29, 'tour_reports', 'private.tour_reports', 't.departure_id', 't.departure_id in (select o.id from public.departures as o where o.company_id = $1)'),
    (30, 'pay_rules', 'private.pay_rules', 't.id', 't.company_id = $1'),
    (31, 'guide_statements', 'private.settled_lines', 't.month::text || t.user_id || t.departure_id', 't.company_id = $1'),
    (32, 'email_templates', 'private.email_templates', 't.template || t.locale', 't.company_id = $1'),
    (33, 'payment_differences', 'private.payment_differences', 't.id', 't.company_id = $1'),
    (34, 'scheduled_exports', 'private.scheduled_exports', 't.id', 't.company_id = $1'),
    (35, 'partner_accounts', 'private.partner_accounts', 't.agreement_id', 't.company_id = $1'),
    (36, 'account_payments', 'private.account_payments', 't.id', 't.company_id = $1')
  ) as files (ordinal, file, source, key, scope)
$$;
comment on function private.export_files is
  'Returns the files of an export in order: source table or function, key for paging, and filter for the company '
  '($1).';

create function private.export_columns(source text) returns table (name text, kind text, description text)
language sql stable security definer set search_path = ''
as $$
  -- Excludes secrets and columns that only sync needs.
  select a.attname::text, pg_catalog.format_type(a.atttypid, a.atttypmod), pg_catalog.col_description(a.attrelid, a.attnum)
  from pg_catalog.pg_attribute as a
  where a.attrelid = to_regclass(source) and a.attnum > 0 and not a.attisdropped and a.attname !~ '(hash|token|secret|ticket_code|^code$|_key$|_xid$|^company_id$)'
  order by a.attnum
$$;
comment on function private.export_columns is
  'Returns the columns of a table that an export includes, without secrets, with their descriptions.';

create function private.export_page(company uuid, file integer, after text, out content text, out count integer, out last text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  source_file record;
  columns text;
begin
  select * into source_file from private.export_files() as f where f.ordinal = export_page.file;
  select string_agg(format('t.%I', c.name), ', ') into columns from private.export_columns(source_file.source) as c;
  execute format($q$
    with page as materialized (
      select row_to_json(row_text)::text as row_text, named.key
      from %s as t cross join lateral (select (%s)::text as key) as named cross join lateral (select %s) as row_text
      where %s and named.key collate "C" > $2 order by named.key collate "C" limit 2000)
    select '[' || string_agg(row_text, E',\n' order by key collate "C") || ']', count(*)::integer, max(key collate "C") from page
  $q$, case when columns is null then source_file.source || '($1)' else source_file.source end, source_file.key, coalesce(columns, 't.*'), source_file.scope)
  into content, count, last using company, after;
end
$$;
comment on function private.export_page is
  'Returns up to 2000 rows of an export file as JSON, after the row with the given key.';

create function private.enqueue_export(export private.company_exports) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue_job('export_company', jsonb_build_object('export', export.id), export.company_id, 'export:' || export.id || ':' || export.parts || ':' || export.file);
end
$$;
comment on function private.enqueue_export is 'Queues the next job of an export that is being written.';

create function public.write_export(export uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  e private.company_exports;
  name text;
  page record;
begin
  select * into e from private.company_exports as x where x.id = write_export.export for update;
  if e.id is null or e.state <> 'running' then return '{"status": "ok", "done": true}'; end if;
  select f.file into name from private.export_files() as f where f.ordinal = e.file;
  if name is null then
    update private.company_exports as x set state = 'ready', expires_at = clock_timestamp() + interval '7 days' where x.id = e.id;
    perform private.enqueue_mail('company-export', a.email::text, u.locale,
      jsonb_build_object('company', (select c.name from public.companies as c where c.id = e.company_id), 'expiresAt', private.iso(clock_timestamp() + interval '7 days')),
      company => e.company_id, dedupe_key => 'export:' || e.id)
    from auth.users as a join public.users as u on u.id = a.id where a.id = e.requested_by and private.is_email_address(a.email);
    return '{"status": "ok", "done": true}';
  end if;
  select * into page from private.export_page(e.company_id, e.file, e.after);
  if page.count > 0 or e.after = '' then
    insert into private.company_export_parts (export_id, ordinal, file, rows) values (e.id, e.parts + 1, name, coalesce(page.content, '[]'));
  end if;
  update private.company_exports as x
  set parts = e.parts + (page.count > 0 or e.after = '')::integer, rows = e.rows + page.count, bytes = e.bytes + octet_length(coalesce(page.content, '')),
    file = case when page.count < 2000 then e.file + 1 else e.file end, after = case when page.count < 2000 then '' else page.last end
  where x.id = e.id;
  return '{"status": "ok", "done": false}';
end
$$;
comment on function public.write_export is
  'Writes the next page of an export; `done` once it is complete. For the service role.';

create function public.resume_export(export uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue_export(x) from private.company_exports as x where x.id = resume_export.export and x.state = 'running';
  return '{"status": "ok"}';
end
$$;
comment on function public.resume_export is
  'Queues the next job of an export that needs more than one. For the service role.';

create function private.last_export(company uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', x.id, 'requested_at', private.iso(x.requested_at), 'requested_by', u.display_name, 'rows', x.rows, 'bytes', x.bytes,
    'written_files', least(x.file - 1, (select count(*) from private.export_files())), 'total_files', (select count(*) from private.export_files()),
    'expires_at', private.iso(x.expires_at),
    'state', case when x.state = 'running' and exists (
      select from private.jobs as j where j.kind = 'export_company' and j.state = 'dead' and j.payload ->> 'export' = x.id::text) then 'failed' else x.state::text end)
  from private.company_exports as x left join public.users as u on u.id = x.requested_by
  where x.company_id = last_export.company order by x.requested_at desc limit 1
$$;
comment on function private.last_export is 'Returns the latest export of a company with its progress, or null.';

create function public.read_company_data(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  c public.companies;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_company_data', company) then return '{"status": "not_permitted"}'; end if;
  select * into c from public.companies as company_row where company_row.id = company;
  return jsonb_build_object('status', 'ok', 'may_decide', private.may('close_company', company),
    'has_active_subscription', c.has_active_subscription, 'closes_at', private.iso(c.closes_at), 'time_zone', c.time_zone,
    'future_departures', (private.upcoming_impact(company) ->> 'departures')::integer,
    'export', case when private.may('open_company_export', company) then private.last_export(company) end);
end
$$;
comment on function public.read_company_data is
  'Returns a company''s subscription, its latest export and its closing date. `may_decide` is false for people who '
  'act for the company, as the consequences would outlive that.';

create function private.begin_export(company uuid, person uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  new_export private.company_exports;
  last_run constant jsonb := private.last_export(company);
begin
  -- A second request while one is being made has no effect.
  if last_run ->> 'state' = 'running' then return jsonb_build_object('status', 'ok', 'export', last_run); end if;
  if private.consume_rate_limit('export:' || company, 5, 17280) > 0 then return '{"status": "too_many"}'; end if;
  delete from private.company_exports as x where x.company_id = begin_export.company;
  insert into private.company_exports (company_id, requested_by) values (company, person) returning * into new_export;
  perform private.enqueue_export(new_export);
  insert into public.audit_events (user_id, company_id, action, after) values (person, company, 'export_company', jsonb_build_object('id', new_export.id));
  return jsonb_build_object('status', 'ok', 'export', private.last_export(company));
end
$$;
comment on function private.begin_export is
  'Begins an export in place of the former one for a person whom the caller has checked, or returns too_many.';

create function public.request_company_export(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.lock_team('request_company_export', company);
begin
  if refusal is not null then return refusal; end if;
  return private.begin_export(company, (select auth.uid()));
end
$$;
comment on function public.request_company_export is
  'Begins an export of all of a company''s data in place of the former one, for its owner. Returns {"status": "ok" '
  'with its progress, "too_many" | "not_permitted" | "signed_out"}.';

create function public.open_company_export(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.lock_team('open_company_export', company);
  token constant text := private.generate_token();
begin
  if refusal is not null then return refusal; end if;
  update private.company_exports as x
  set token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex'), token_until = clock_timestamp() + interval '10 minutes', opened_by = (select auth.uid())
  where x.company_id = open_company_export.company and x.state = 'ready' and x.expires_at > clock_timestamp();
  if not found then return '{"status": "gone"}'; end if;
  perform private.log_change(company, 'download_company_export', null, null);
  return jsonb_build_object('status', 'ok', 'token', token);
end
$$;
comment on function public.open_company_export is
  'Creates a token that opens a company''s export for ten minutes, for its owner. Returns {"status": "ok" | "gone" | '
  '"not_permitted" | "signed_out"}.';

create function private.find_open_export(token text, grace interval default '0') returns private.company_exports
language sql stable security definer set search_path = ''
as $$
  select x from private.company_exports as x
  where x.token_hash = encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex') and x.token_until + grace > clock_timestamp()
    and x.state = 'ready' and x.expires_at > clock_timestamp()
    -- Checked for each part: a link may outlive the role of the person who opened it.
    and private.may('open_company_export', x.company_id, x.opened_by)
$$;
comment on function private.find_open_export is
  'Returns the export that a token opens now, or null if the token is wrong or expired, or if the person to whom it '
  'was issued lost the permission.';

create function public.read_export_to_send(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  e constant private.company_exports := private.find_open_export(token);
begin
  if e.id is null then return '{"status": "not_found"}'; end if;
  return jsonb_build_object('status', 'ok', 'company', (select jsonb_build_object('name', c.name, 'slug', c.slug) from public.companies as c where c.id = e.company_id),
    'requested_at', private.iso(e.requested_at), 'files', (
      select jsonb_agg(jsonb_build_object('file', f.file, 'parts', (
          select coalesce(jsonb_agg(p.ordinal order by p.ordinal), '[]') from private.company_export_parts as p where p.export_id = e.id and p.file = f.file),
        'description', coalesce(obj_description(to_regclass(f.source), 'pg_class'), obj_description(to_regproc(f.source), 'pg_proc')),
        'columns', coalesce((select jsonb_agg(jsonb_build_object('name', c.name, 'kind', c.kind, 'description', c.description)) from private.export_columns(f.source) as c), '[]')) order by f.ordinal)
      from private.export_files() as f));
end
$$;
comment on function public.read_export_to_send is
  'Returns the files of an export with their descriptions, for a token that opens it, or not_found. For the service '
  'role.';

create function public.read_export_part(token text, ordinal integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- A download that has begun may take an hour.
  e constant private.company_exports := private.find_open_export(token, '50 minutes');
begin
  return coalesce((
    select jsonb_build_object('status', 'ok', 'rows', p.rows) from private.company_export_parts as p where p.export_id = e.id and p.ordinal = read_export_part.ordinal),
    '{"status": "not_found"}');
end
$$;
comment on function public.read_export_part is
  'Returns one page of an export as JSON text, or not_found. For the service role.';

-- Closing a company ---------------------------------------------------------------------------------------------------

create function private.enqueue_closing_mails(company uuid, person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  c public.companies;
begin
  -- Repeated closing and reopening mails the team at most a few times a day.
  if private.consume_rate_limit('closing:' || company, 6, 14400) > 0 then return; end if;
  select * into c from public.companies as company_row where company_row.id = company;
  -- The whole team, as their work depends on it; owners can undo it.
  perform private.enqueue_mail('company-closing', a.email::text, u.locale, jsonb_build_object('company', c.name, 'closesAt', private.iso(c.closes_at),
      'timeZone', c.time_zone, 'actor', coalesce((select p.display_name from public.users as p where p.id = person), c.name),
      'mayUndo', 'owner' = any (private.member_roles(u.id, company))), company => company)
  from public.company_members as m join public.users as u on u.id = m.user_id join auth.users as a on a.id = u.id
  where m.company_id = enqueue_closing_mails.company and private.is_email_address(a.email);
end
$$;
comment on function private.enqueue_closing_mails is
  'Queues a mail to each team member that the company will close, or that the closing was cancelled.';

create function public.close_company(company uuid, name text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.lock_team('close_company', company);
  c public.companies;
begin
  if refusal is not null then return refusal; end if;
  select * into c from public.companies as company_row where company_row.id = company for update;
  if c.closes_at is not null then return jsonb_build_object('status', 'ok', 'closes_at', private.iso(c.closes_at)); end if;
  if lower(private.visible_text(coalesce(close_company.name, ''))) <> lower(c.name) then return '{"status": "other_name"}'; end if;
  update public.companies as company_row set closes_at = now() + interval '30 days' where company_row.id = company returning * into c;
  perform private.log_change(company, 'close_company', null, jsonb_build_object('closes_at', private.iso(c.closes_at)));
  perform private.enqueue_closing_mails(company, (select auth.uid()));
  perform private.queue_change_event(company, '{}');
  return jsonb_build_object('status', 'ok', 'closes_at', private.iso(c.closes_at));
end
$$;
comment on function public.close_company is
  'Closes a company in 30 days, for its owner who typed its name. From now on it takes no guest bookings; its team is '
  'mailed. Returns {"status": "ok" with the date, "other_name" | "not_permitted" | "signed_out"}.';

create function public.cancel_company_closing(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.lock_team('cancel_company_closing', company);
  old_closes_at timestamptz;
begin
  if refusal is not null then return refusal; end if;
  select c.closes_at into old_closes_at from public.companies as c where c.id = company for update;
  if old_closes_at is null then return '{"status": "ok"}'; end if;
  update public.companies as c set closes_at = null where c.id = company;
  perform private.log_change(company, 'cancel_company_closing', jsonb_build_object('closes_at', private.iso(old_closes_at)), null);
  perform private.enqueue_closing_mails(company, (select auth.uid()));
  perform private.queue_change_event(company, '{}');
  return '{"status": "ok"}';
end
$$;
comment on function public.cancel_company_closing is
  'Cancels the closing of a company before its date and mails its team, for its owner. Returns ok, not_permitted or '
  'signed_out.';

create function public.end_company(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  departures uuid[];
begin
  perform from public.companies as c where c.id = end_company.company and c.closes_at <= now() for update;
  if not found then return '{"status": "ok", "has_more": false}'; end if;
  departures := private.departures_to_erase(company, current_date - 3, 50);
  if departures <> '{}' then
    perform private.erase_guests_of_departures(departures);
    return '{"status": "ok", "has_more": true}';
  end if;
  perform public.erase_company(company);
  return '{"status": "ok", "has_more": false}';
end
$$;
comment on function public.end_company is
  'Deletes a company whose closing date has passed: first its guests'' data, 50 departures a call, then the company. '
  '`has_more` means call again. Does nothing if the closing was cancelled. For the service role.';

create function private.enqueue_company_end(company uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- A large company takes many jobs: one each hour until it is gone. They name no company, as its own jobs are deleted
  -- with it.
  perform private.enqueue_job('end_company', jsonb_build_object('company', c.id), null,
    'end:' || c.id || ':' || to_char(clock_timestamp() at time zone 'UTC', 'YYYYMMDDHH24'))
  from public.companies as c where c.id = company and c.closes_at <= clock_timestamp();
end
$$;
comment on function private.enqueue_company_end is 'Queues the deletion of a company whose closing date has passed.';

create function private.run_company_tasks() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue_due_guest_erasures();
  delete from private.company_exports as x where x.expires_at < clock_timestamp() or x.requested_at < clock_timestamp() - private.retention_period('company_exports');
  perform private.attempt_step('enqueue_company_end', null, c.id) from public.companies as c
  where c.closes_at <= clock_timestamp() and not private.has_failed_today('enqueue_company_end', c.id);
  perform private.enqueue_due_exports();
end
$$;
comment on function private.run_company_tasks is
  'Runs the scheduled tasks of companies: erasure of guests, deletion of old exports, scheduled exports, end of '
  'closed companies.';

grant execute on function public.read_company_data(uuid), public.request_company_export(uuid), public.open_company_export(uuid),
  public.close_company(uuid, text), public.cancel_company_closing(uuid) to authenticated;
grant execute on function public.write_export(uuid), public.resume_export(uuid), public.read_export_to_send(text), public.read_export_part(text, integer),
  public.end_company(uuid) to service_role;
