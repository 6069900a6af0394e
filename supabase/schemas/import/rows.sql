-- Import of files: checking rows, one by one, like bookings. ADR 041

create type private.import_outcome as enum (
  'new',
  'changed',
  'same',
  'invalid',
  'no_departure',
  'departure_cancelled',
  'closed',
  'sold_out',
  'wrong_category',
  'wrong_age',
  'not_accompanied',
  'party_too_small',
  'checked_in',
  'wrong_state',
  'paid_less',
  'stale',
  'undecided',
  'not_found',
  'earns_commission');
comment on type private.import_outcome is 'Outcome of an imported row; the enum in src/domain/import/rows.ts.';

create table private.imported_bookings (
  company_id uuid not null references public.companies (id) on delete cascade,
  key_hash bytea not null check (octet_length(key_hash) = 32),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  fingerprint jsonb check (octet_length(fingerprint::text) <= 1000),
  primary key (company_id, key_hash)
);
comment on table private.imported_bookings is
  'Maps rows of imported files to bookings, to recognise them when the file is imported again.';
comment on column private.imported_bookings.key_hash is
  'SHA-256 of the company and the row''s key: its reference, or what else identifies it. Contains no personal data.';
comment on column private.imported_bookings.fingerprint is
  'Each part of the row as last imported, to find the parts that a file has changed: when (departure id), total, paid '
  'and state as they are; party, contact and note as hashes. Null once the guests are erased: the row is then ignored.';
create index imported_bookings_booking_id_idx on private.imported_bookings (booking_id);
alter table private.imported_bookings enable row level security;
alter table private.imported_bookings force row level security;

create type private.import_row as (
  key text,
  fingerprint jsonb,
  departure_id uuid,
  party jsonb,
  contact jsonb,
  state public.booking_status,
  note text,
  source public.booking_source,
  voucher_number text,
  total bigint,
  paid bigint,
  created_at timestamptz);
comment on type private.import_row is
  'A booking in a file. key and fingerprint: as in private.imported_bookings, before hashing the key; party: {price '
  'category: count}; total: the agreed price, null for the list price; paid: minor units received so far.';

create function private.import_key(company uuid, key text) returns bytea
language sql immutable parallel safe
return sha256(convert_to(company || ':' || key, 'UTF8'));
comment on function private.import_key is 'Returns the hash under which a row is stored.';

-- Functions that look up rows by key turn sequential scans off, so that an index is used whatever the planner
-- estimates.
create function private.existing_bookings(company uuid, keys text[]) returns table (key text, booking_id uuid)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
begin
  -- A file's reference is the booking's voucher number or Muster's own reference.
  return query
    select found.key, found.booking_id
    from (
      select requested.key,
        coalesce(
          (
            select b.id from public.bookings as b
            where b.company_id = company and b.voucher_number is not null
              and lower(b.voucher_number) = substr(requested.key, 3)
            order by b.created_at, b.id limit 1),
          (
            select b.id from public.bookings as b
            where b.company_id = company and b.reference = upper(substr(requested.key, 3)))) as booking_id
      from unnest(keys) as requested (key)
      where requested.key ~ '^r:'
      offset 0) as found
    where found.booking_id is not null;
end
$$;
comment on function private.existing_bookings is
  'Returns a company''s bookings with the references of rows (keys "r:…", in lower case), made here or imported '
  'under another key. For rows without a row in private.imported_bookings.';

create function private.party_tickets(party jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- 101 guests are enough for private.check_party to refuse the party.
  return (
    select coalesce(jsonb_agg(jsonb_build_object('price_category_id', category.key) order by category.key), '[]')
    from jsonb_each_text(party) as category cross join generate_series(1, least(category.value::integer, 101)));
end
$$;
comment on function private.party_tickets is
  'Returns a row''s party in the booking engine''s form, one ticket per guest.';

create function private.check_import_row(input private.import_row) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(length(input.key) not between 3 and 300, true)
    or jsonb_typeof(input.fingerprint) is distinct from 'object'
    or jsonb_typeof(input.party) is distinct from 'object'
    or input.state is null
    or input.state = 'ON_HOLD'
    or not coalesce(length(private.visible_text(input.contact ->> 'name')) between 1 and 200, false)
    or length(input.contact ->> 'phone') > 50
    or length(input.note) > 5000
    or length(input.voucher_number) > 200
    or input.total not between 0 and 1000000000000
    or input.paid not between 0 and 1000000000000
  then
    raise data_exception using message = 'the imported booking is invalid';
  end if;
  perform private.check_contact(input.contact);
end
$$;
comment on function private.check_import_row is 'Raises data_exception for a row that cannot be stored.';

create function private.raise_unless_ok(result jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
begin
  if result ->> 'status' <> 'ok' then
    raise exception using errcode = 'MU002', message = 'refused', detail = result::text;
  end if;
  return result;
end
$$;
comment on function private.raise_unless_ok is
  'Returns an action''s response, or raises MU002 for a refusal, which rolls back the row.';

create function private.refused_outcome(result jsonb) returns jsonb
language sql immutable parallel safe
return case
  when result ->> 'status' = any (enum_range(null::private.import_outcome)::text[])
    then jsonb_strip_nulls(jsonb_build_object('outcome', result ->> 'status', 'left', result -> 'left'))
  else '{"outcome": "invalid"}' end;
comment on function private.refused_outcome is 'Converts an action''s refusal to a row''s outcome.';

create function private.check_new_row(
  actor private.booking_actor,
  departure public.departures,
  input private.import_row,
  party jsonb,
  seats bigint,
  seats_of_earlier_rows bigint,
  override text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from jsonb_object_keys(input.party) as category where not exists (
    select from public.price_categories as c where c.id = category::uuid and c.tour_id = departure.tour_id)) then
    return '{"status": "wrong_category"}';
  end if;
  if private.is_released_status(input.state) then return '{"status": "ok"}'; end if;
  departure.capacity := departure.capacity - seats_of_earlier_rows;
  return private.check_availability(actor, departure, party, seats, override);
end
$$;
comment on function private.check_new_row is
  'Returns private.check_availability for a new row, as if the earlier rows were stored; wrong_category for prices of '
  'another tour. A row in a status without seats is always available.';

create function public.find_known_rows(company uuid, keys text[]) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('find_known_rows', company) then return '{"status": "not_permitted"}'; end if;
  if cardinality(keys) is null or cardinality(keys) > 10000 then return '{"status": "invalid"}'; end if;
  -- One query for all rows, as a file may have tens of thousands.
  return (
    with requested as materialized (
      select entry.key, entry.ordinal - 1 as row_index, private.import_key(company, entry.key) as hash
      from unnest(keys) with ordinality as entry (key, ordinal)),
    imported as materialized (
      select r.key, r.row_index, i.fingerprint from requested as r
      join private.imported_bookings as i on i.company_id = find_known_rows.company and i.key_hash = r.hash)
    select jsonb_build_object(
      'status', 'ok',
      'known', coalesce(jsonb_agg(jsonb_build_array(known.row_index, known.fingerprint) order by known.row_index), '[]')
    )
    from (
      select i.row_index, i.fingerprint from imported as i
      union all
      select r.row_index, null
      from requested as r
      join private.existing_bookings(
        company,
        array(
          select distinct other.key from requested as other
          where not exists (select from imported as i where i.row_index = other.row_index))) as existing
        on existing.key = r.key) as known);
end
$$;
comment on function public.find_known_rows is
  'Returns which of up to 10,000 rows, by their keys, are bookings already, imported or with the row''s reference: '
  '[index from 0, last fingerprint or null]. '
  'Returns ok, invalid, not_permitted or signed_out.';

create function public.read_import_targets(company uuid, from_date date, to_date date) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  tour_ids uuid[];
  departure_ids uuid[];
  zone text;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_import_targets', company) then
    return '{"status": "not_permitted"}';
  end if;
  if not private.is_date_range(from_date, to_date, 366) then return '{"status": "invalid"}'; end if;
  zone := (select c.time_zone from public.companies as c where c.id = company);
  tour_ids := array(select t.id from public.tours as t where t.company_id = company order by t.slug, t.id);
  departure_ids := array(
    select d.id from public.departures as d where d.company_id = company and d.local_date between from_date and to_date
  );
  return json_build_object(
    'status', 'ok',
    'tours', coalesce((
      select json_agg(json_build_object(
        'id', t.id,
        'slug', t.slug,
        'title', private.localised(t.id, 'title'),
        'minimum_party', t.minimum_party,
        'prices', coalesce((
          select json_agg(json_build_object(
            'id', p.id, 'type', p.type, 'amount', p.amount, 'seats', p.seats, 'accompanied_by', p.accompanied_by
          ) order by p.position, p.type, p.id)
          from public.price_categories as p
          where p.tour_id = t.id and p.is_active), '[]')) order by ordinal)
      from unnest(tour_ids) with ordinality as listed (id, ordinal)
      join public.tours as t on t.id = listed.id), '[]'),
    'departures', coalesce((
      -- Arrays, which src/data/import.ts reads by position.
      select json_agg(json_build_array(
        d.id,
        array_position(tour_ids, d.tour_id) - 1,
        d.local_date - from_date,
        extract(hour from d.starts_at at time zone zone)::integer * 60 + extract(
          minute from d.starts_at at time zone zone)::integer,
        d.language,
        free.seats,
        case when d.status = 'cancelled' then 2 when d.is_closed then 1 else 0 end) order by d.starts_at, d.id)
      from public.departures as d
      join private.free_seats(departure_ids) as free on free.departure_id = d.id
      where d.company_id = company and d.local_date between from_date and to_date), '[]'));
end
$$;
comment on function public.read_import_targets is
  'Returns the data for resolving a file''s rows: the company''s tours with active prices, and the departures of up '
  'to 367 days in a compact form. Returns ok, invalid, not_permitted or signed_out.';

create function public.read_tour_forms(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_tour_forms', company) then return '{"status": "not_permitted"}'; end if;
  return jsonb_build_object(
    'status', 'ok',
    'tours', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', t.id, 'version', t.version, 'tour_status', t.status, 'tour', private.tour_form(t.id)
      ) order by t.slug, t.id)
      from public.tours as t
      where t.company_id = company), '[]'));
end
$$;
comment on function public.read_tour_forms is
  'Returns all tours of a company as their forms, for an export and for '
  'comparing an imported file. Returns ok, not_permitted or signed_out.';

grant execute on function
  public.find_known_rows(uuid, text[]),
  public.read_import_targets(uuid, date, date),
  public.read_tour_forms(uuid)
to authenticated;
