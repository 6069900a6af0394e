-- Writing the export of a company's data, and a company's end. ADR 014

create function private.export_files() returns table (ordinal integer, file text, source text, key text, scope text)
language sql immutable parallel safe set search_path = ''
as $$
  select *
  from (
    values (1, 'company', 'public.companies', 't.id', 't.id = $1'),
    (2, 'team', 'private.exported_team', 't.id', 'true'),
    (3, 'partners', 'public.organisation_companies', 't.id', 't.company_id = $1'),
    (4, 'tours', 'public.tours', 't.id', 't.company_id = $1'),
    (
      5,
      'tour_translations',
      'public.tour_translations',
      't.tour_id::text || t.locale',
      't.tour_id in (select o.id from public.tours as o where o.company_id = $1)'),
    (6, 'price_categories', 'public.price_categories', 't.id', 't.company_id = $1'),
    (7, 'schedules', 'public.schedules', 't.id', 't.company_id = $1'),
    (
      8,
      'schedule_exceptions',
      'public.schedule_exceptions',
      't.id',
      't.schedule_id in (select o.id from public.schedules as o where o.company_id = $1)'),
    (9, 'blackouts', 'public.blackouts', 't.id', 't.company_id = $1'),
    (10, 'departures', 'public.departures', 't.id', 't.company_id = $1'),
    (
      11,
      'departure_guides',
      'public.departure_guides',
      't.departure_id::text || t.user_id',
      't.departure_id in (select o.id from public.departures as o where o.company_id = $1)'),
    (12, 'bookings', 'public.bookings', 't.id', 't.company_id = $1'),
    (13, 'guests', 'public.guests', 't.id', 't.company_id = $1'),
    (14, 'check_ins', 'public.check_in_actions', 't.id', 't.company_id = $1'),
    (15, 'payments', 'public.payments', 't.id', 't.company_id = $1'),
    (16, 'refunds', 'public.refunds', 't.id', 't.company_id = $1'),
    (17, 'documents', 'public.documents', 't.id', 't.company_id = $1'),
    (18, 'time_off', 'public.time_off', 't.id', 't.company_id = $1'),
    (19, 'audit', 'public.audit_events', 't.id', 't.company_id = $1'),
    (20, 'webhooks', 'private.webhook_endpoints', 't.id', 't.company_id = $1'),
    (
      21,
      'departure_prices',
      'public.departure_prices',
      't.departure_id::text || t.price_category_id',
      't.departure_id in (select o.id from public.departures as o where o.company_id = $1)'),
    (
      22,
      'allotments',
      'private.allotments',
      't.tour_id::text || t.agreement_id',
      't.tour_id in (select o.id from public.tours as o where o.company_id = $1)'),
    (23, 'codes', 'private.codes', 't.id', 't.company_id = $1'),
    (
      24,
      'code_uses',
      'private.code_uses',
      't.booking_id::text || t.code_id',
      't.code_id in (select o.id from private.codes as o where o.company_id = $1)'),
    (25, 'referral_links', 'private.referral_links', 't.id', 't.company_id = $1'),
    (26, 'referrals', 'private.referrals', 't.id', 't.company_id = $1'),
    (
      27,
      'commission_lines',
      'private.commission_lines',
      't.id',
      't.referral_id in (select o.id from private.referrals as o where o.company_id = $1)'),
    (28, 'commission_statements', 'private.commission_statements', 't.id', 't.company_id = $1'),
    (
      29,
      'tour_reports',
      'private.tour_reports',
      't.departure_id',
      't.departure_id in (select o.id from public.departures as o where o.company_id = $1)'),
    (30, 'pay_rules', 'private.pay_rules', 't.id', 't.company_id = $1'),
    (
      31,
      'guide_statements',
      'private.settled_lines',
      't.month::text || t.user_id || t.departure_id',
      't.company_id = $1'),
    (32, 'email_templates', 'private.email_templates', 't.template || t.locale', 't.company_id = $1'),
    (33, 'payment_differences', 'private.payment_differences', 't.id', 't.company_id = $1'),
    (34, 'scheduled_exports', 'private.scheduled_exports', 't.id', 't.company_id = $1'),
    (35, 'partner_accounts', 'private.partner_accounts', 't.agreement_id', 't.company_id = $1'),
    (36, 'account_payments', 'private.account_payments', 't.id', 't.company_id = $1')
  ) as files (ordinal, file, source, key, scope)$$;
comment on function private.export_files is
  'Returns the files of an export in order: source table or function, key for paging, and filter for the company '
  '($1).';

create function private.export_page(
  company uuid,
  file integer,
  after text,
  out content text,
  out count integer,
  out last text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  source_file record;
  columns text;
begin
  select * into source_file from private.export_files() as f where f.ordinal = export_page.file;
  select string_agg(format('t.%I', c.name), ', ') into columns from private.export_columns(source_file.source) as c;
  execute format(
    $q$ with page as materialized (
      select row_to_json(row_text)::text as row_text, named.key from %s as t
      cross join lateral (select (%s)::text as key) as named cross join lateral (select %s) as row_text
      where %s and named.key collate "C" > $2 order by named.key collate "C" limit 2000)
      select
        '[' || string_agg(row_text, E',\n' order by key collate "C") || ']', count(*)::integer, max(key collate "C")
      from page $q$,
    case when columns is null then source_file.source || '($1)' else source_file.source end,
    source_file.key,
    coalesce(columns, 't.*'),
    source_file.scope)
    into content, count, last using company, after;
end
$$;
comment on function private.export_page is
  'Returns up to 2000 rows of an export file as JSON, after the row with the given key.';

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
    update private.company_exports as x
    set state = 'ready', expires_at = clock_timestamp() + interval '7 days'
    where x.id = e.id;
    perform private.enqueue_mail(
      'company-export',
      a.email::text,
      u.locale,
      jsonb_build_object(
        'company', (select c.name from public.companies as c where c.id = e.company_id),
        'expiresAt', private.iso(clock_timestamp() + interval '7 days')),
      company => e.company_id,
      dedupe_key => 'export:' || e.id
    ) from auth.users as a join public.users as u on u.id = a.id where a.id = e.requested_by
      and private.is_email_address(a.email);
    return '{"status": "ok", "done": true}';
  end if;
  select * into page from private.export_page(e.company_id, e.file, e.after);
  if page.count > 0 or e.after = '' then
    insert into private.company_export_parts (export_id, ordinal, file, rows)
    values (e.id, e.parts + 1, name, coalesce(page.content, '[]'));
  end if;
  update private.company_exports as x
  set parts = e.parts + (page.count > 0 or e.after = '')::integer, rows = e.rows + page.count,
    bytes = e.bytes + octet_length(coalesce(page.content, '')),
    file = case when page.count < 2000 then e.file + 1 else e.file end,
    after = case when page.count < 2000 then '' else page.last end
  where x.id = e.id;
  return '{"status": "ok", "done": false}';
end
$$;
comment on function public.write_export is
  'Writes the next page of an export; `done` once it is complete. For the service role.';

create function private.last_export(company uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', x.id,
    'requested_at', private.iso(x.requested_at),
    'requested_by', u.display_name,
    'written_files', least(x.file - 1, (select count(*) from private.export_files())),
    'total_files', (select count(*) from private.export_files()),
    'expires_at', private.iso(x.expires_at),
    'state', case
      when x.state = 'running'
        and exists (
          select from private.jobs as j
          where j.kind = 'export_company' and j.state = 'dead' and j.payload ->> 'export' = x.id::text)
        then 'failed'
      else x.state::text
    end)
  from private.company_exports as x left join public.users as u on u.id = x.requested_by
  where x.company_id = last_export.company order by x.requested_at desc limit 1$$;
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
  return jsonb_build_object(
    'status', 'ok',
    'may_decide', private.may('close_company', company),
    'has_active_subscription', c.has_active_subscription,
    'closes_at', private.iso(c.closes_at),
    'time_zone', c.time_zone,
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
  insert into public.audit_events (user_id, company_id, action, after)
  values (person, company, 'export_company', jsonb_build_object('id', new_export.id));
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

create function public.read_export_to_send(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  e constant private.company_exports := private.find_open_export(token);
begin
  if e.id is null then return '{"status": "not_found"}'; end if;
  return jsonb_build_object(
    'status', 'ok',
    'company', (
      select jsonb_build_object('name', c.name, 'slug', c.slug) from public.companies as c where c.id = e.company_id),
    'requested_at', private.iso(e.requested_at),
    'files', (
      select jsonb_agg(jsonb_build_object(
        'file', f.file,
        'parts', (
          select coalesce(jsonb_agg(p.ordinal order by p.ordinal), '[]')
          from private.company_export_parts as p
          where p.export_id = e.id and p.file = f.file),
        'description', coalesce(
          obj_description(to_regclass(f.source), 'pg_class'), obj_description(to_regproc(f.source), 'pg_proc')),
        'columns', coalesce((
          select jsonb_agg(jsonb_build_object('name', c.name, 'kind', c.kind, 'description', c.description))
          from private.export_columns(f.source) as c), '[]')) order by f.ordinal)
      from private.export_files() as f));
end
$$;
comment on function public.read_export_to_send is
  'Returns the files of an export with their descriptions, for a token that opens it, or not_found. For the service '
  'role.';

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

grant execute on function public.read_company_data(uuid), public.request_company_export(uuid) to authenticated;

grant execute on function
  public.write_export(uuid),
  public.read_export_to_send(text),
  public.end_company(uuid)
to service_role;
