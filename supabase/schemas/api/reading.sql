-- API for a company's programs: lists. Every query is limited to the key's company, so foreign ids are not found.
-- ADR 063

create type public.api_list as enum (
  'tours',
  'departures',
  'availability',
  'bookings',
  'guests',
  'payments',
  'refunds',
  'check_ins',
  'attendance',
  'reports');
comment on type public.api_list is 'List that the API can read.';

create function private.list_scope(list public.api_list) returns public.api_scope
language sql immutable parallel safe
return case list
  when 'tours' then 'tours_read'
  when 'departures' then 'departures_read'
  when 'availability' then 'departures_read'
  when 'bookings' then 'bookings_read'
  when 'guests' then 'guests_read'
  when 'check_ins' then 'check_ins_read'
  when 'attendance' then 'check_ins_read'
  when 'reports' then 'reports_read'
  else 'payments_read'
end::public.api_scope;
comment on function private.list_scope is 'Returns the scope that a key needs to read a list.';

create function private.list_cursor_fields(list public.api_list) returns text[]
language sql immutable parallel safe
return case
  when list in ('tours', 'attendance') then '{id}'
  when list in ('departures', 'availability', 'reports') then '{at,day,id}'
  when list in ('payments', 'refunds') then '{at,id}'
  else '{id,xid}'
end::text[];
comment on function private.list_cursor_fields is
  'Returns the field names of a list''s cursor, by which cursors of other lists are refused.';

create function private.api_tours(
  key private.api_keys, filter jsonb, after jsonb, page_size integer
) returns table (item jsonb, cursor jsonb)
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select jsonb_build_object(
    'id', t.id,
    'slug', t.slug,
    'status', t.status,
    'texts', private.guest_texts(t.id),
    'duration_minutes', t.duration_minutes,
    'capacity', t.capacity,
    'languages', to_jsonb(t.guide_languages),
    'latitude', t.latitude,
    'longitude', t.longitude,
    'booking_cut_off_minutes', t.booking_cut_off_minutes,
    'cancellation_cut_off_hours', t.cancellation_cut_off_hours,
    'minimum_party', t.minimum_party,
    'currency', c.currency,
    'time_zone', c.time_zone,
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id,
        'type', p.type,
        'amount', p.amount,
        'minimum_age', p.minimum_age,
        'maximum_age', p.maximum_age,
        'seats', p.seats,
        'accompanied_by', to_jsonb(p.accompanied_by)) order by p.position, p.type, p.id), '[]')
      from public.price_categories as p
      where p.tour_id = t.id and p.is_active)), jsonb_build_object('id', t.id)
  from public.tours as t join public.companies as c on c.id = t.company_id
  where t.company_id = key.company_id and (key.test_tour_id is null or t.id = key.test_tour_id)
    and (filter ->> 'id' is null or t.id = (filter ->> 'id')::uuid)
    and (after is null or t.id > (after ->> 'id')::uuid)
  order by t.id limit page_size$$;
comment on function private.api_tours is
  'Returns the tours of a key''s company, or its test tour, in the order of their ids.';

create function private.api_departures(
  key private.api_keys, filter jsonb, after jsonb, page_size integer
) returns table (item jsonb, cursor jsonb)
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  with page as materialized (
    select d.* from public.departures as d
    where d.company_id = key.company_id and (key.test_tour_id is null or d.tour_id = key.test_tour_id)
      -- A single id is filtered by its day as well, as the index is by day.
      and d.local_date between coalesce(
        (filter ->> 'from')::date,
        (select departure.local_date from public.departures as departure where departure.id = (filter ->> 'id')::uuid))
        and coalesce(
          (filter ->> 'until')::date,
          (select departure.local_date from public.departures as departure where departure.id = (filter ->> 'id')::uuid)
        )
      and (filter ->> 'id' is null or d.id = (filter ->> 'id')::uuid)
      and (filter ->> 'tour' is null or d.tour_id = (filter ->> 'tour')::uuid)
      and (
        after is null
          or d.local_date >= (after ->> 'day')::date
            and (d.local_date, d.starts_at, d.id) > (
              (after ->> 'day')::date, (after ->> 'at')::timestamptz, (after ->> 'id')::uuid))
    order by d.local_date, d.starts_at, d.id limit page_size)
  select jsonb_build_object(
    'id', d.id,
    'tour_id', d.tour_id,
    'starts_at', private.iso(d.starts_at),
    'ends_at', private.iso(d.ends_at),
    'local_date', d.local_date,
    'language', d.language,
    'capacity', d.capacity,
    'booked', coalesce(taken.seats, 0),
    'is_closed', d.is_closed,
    'status', d.status,
    'meeting_note', d.meeting_note,
    'version', d.version), jsonb_build_object('day', d.local_date, 'at', d.starts_at, 'id', d.id)
  from page as d
  left join private.booked_seats(array(select id from page)) as taken on taken.departure_id = d.id
  order by d.local_date, d.starts_at, d.id$$;
comment on function private.api_departures is 'Returns departures of a range of days with any status, earliest first.';

create function private.api_availability(
  key private.api_keys, filter jsonb, after jsonb, page_size integer
) returns table (item jsonb, cursor jsonb)
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  with page as materialized (
    select d.*, t.booking_cut_off_minutes as cut_off from public.departures as d
    join public.tours as t on t.id = d.tour_id
    where d.company_id = key.company_id
      and (case when key.test_tour_id is null then t.status = 'live' else t.id = key.test_tour_id end)
      and d.local_date between (filter ->> 'from')::date and (filter ->> 'until')::date
      and d.status = 'scheduled' and d.starts_at > now()
      and (filter ->> 'tour' is null or d.tour_id = (filter ->> 'tour')::uuid)
      and (
        after is null
          or d.local_date >= (after ->> 'day')::date
            and (d.local_date, d.starts_at, d.id) > (
              (after ->> 'day')::date, (after ->> 'at')::timestamptz, (after ->> 'id')::uuid))
    order by d.local_date, d.starts_at, d.id limit page_size),
  counted as (
    select d.*, greatest(open.seats, 0) as free,
      d.is_closed or d.starts_at <= now() + make_interval(mins => d.cut_off) as is_over
    from page as d
    join private.free_seats(array(select id from page)) as open on open.departure_id = d.id)
  select jsonb_build_object(
    'departure_id', d.id,
    'tour_id', d.tour_id,
    'starts_at', private.iso(d.starts_at),
    'ends_at', private.iso(d.ends_at),
    'local_date', d.local_date,
    'language', d.language,
    'capacity', d.capacity,
    'free', d.free,
    'state', case
      when d.is_over then 'CLOSED'
      when d.free = 0 then 'SOLD_OUT'
      when d.free * 2 < d.capacity then 'LIMITED'
      else 'AVAILABLE'
    end,
    'prices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'price_category_id', p.id, 'type', p.type, 'amount', coalesce(price.amount, p.amount)
      ) order by p.position, p.type, p.id), '[]')
      from public.price_categories as p
      left join public.departure_prices as price on price.departure_id = d.id and price.price_category_id = p.id
      where p.tour_id = d.tour_id and p.is_active)),
    jsonb_build_object('day', d.local_date, 'at', d.starts_at, 'id', d.id)
  from counted as d order by d.local_date, d.starts_at, d.id$$;
comment on function private.api_availability is
  'Returns what guests may book in a range of days (with a test key: could book): free seats and prices. The states '
  'are OCTO''s.';

create function private.api_bookings(
  key private.api_keys, filter jsonb, after jsonb, page_size integer
) returns table (item jsonb, cursor jsonb)
language sql volatile security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select jsonb_build_object(
    'id', b.id,
    'reference', b.reference,
    'state', private.booking_state(b),
    'departure_id', b.departure_id,
    'tour_id', d.tour_id,
    'starts_at', private.iso(d.starts_at),
    'source', b.source,
    'guests', cardinality(private.active_guests(b.id)),
    'money', private.booking_money(b),
    'expires_at', case when private.booking_state(b) = 'ON_HOLD' then private.iso(b.expires_at) end,
    'reason', b.reason,
    'locale', b.locale,
    'voucher_number', b.voucher_number,
    'tags', to_jsonb(b.tags),
    'version', b.version,
    'created_at', private.iso(b.created_at),
    -- Names need a scope of their own.
    'contact', case
      when 'guests_read' = any (key.scopes) then
        jsonb_build_object(
          'name', b.contact_name, 'email', b.contact_email, 'phone', b.contact_phone, 'country', b.country)
    end,
    'note', case when 'guests_read' = any (key.scopes) then b.note end),
    jsonb_build_object('xid', b.changed_xid::text, 'id', b.id)
  from public.bookings as b join public.departures as d on d.id = b.departure_id
  where b.company_id = key.company_id and (key.test_tour_id is null or d.tour_id = key.test_tour_id)
    and (filter ->> 'id' is null or b.id = (filter ->> 'id')::uuid)
    and (filter ->> 'departure' is null or b.departure_id = (filter ->> 'departure')::uuid)
    and (filter ->> 'reference' is null or b.reference = upper(filter ->> 'reference'))
    and (filter ->> 'voucher_number' is null or lower(b.voucher_number) = lower(filter ->> 'voucher_number'))
    and (
      after is null
        or b.changed_xid >= (after ->> 'xid')::xid8
          and (b.changed_xid, b.id) > ((after ->> 'xid')::xid8, (after ->> 'id')::uuid))
    -- Rows of transactions that may still commit earlier ones are held back, so that a reader misses nothing.
    and (
      filter ->> 'id' is not null
        or filter ->> 'reference' is not null
        or b.changed_xid < pg_snapshot_xmin(pg_current_snapshot()))
  order by b.changed_xid, b.id limit page_size$$;
comment on function private.api_bookings is
  'Returns bookings in order of their last change, so that reading on from a cursor yields every later change.';

create function private.api_guests(
  key private.api_keys, filter jsonb, after jsonb, page_size integer
) returns table (item jsonb, cursor jsonb)
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select jsonb_build_object(
    'id', g.id,
    'booking_id', g.booking_id,
    'departure_id', g.departure_id,
    'price_category_id', g.price_category_id,
    'type', g.category_type,
    'name', g.name,
    'amount', g.amount,
    'ticket_code', g.ticket_code,
    'is_cancelled', g.is_cancelled,
    'created_at', private.iso(g.created_at)), jsonb_build_object('xid', g.changed_xid::text, 'id', g.id)
  from public.guests as g
  where g.company_id = key.company_id
    and (
      key.test_tour_id is null
        or exists (select from public.departures as d where d.id = g.departure_id and d.tour_id = key.test_tour_id))
    and (filter ->> 'id' is null or g.id = (filter ->> 'id')::uuid)
    and (filter ->> 'departure' is null or g.departure_id = (filter ->> 'departure')::uuid)
    and (filter ->> 'booking' is null or g.booking_id = (filter ->> 'booking')::uuid)
    and (
      after is null
        or g.changed_xid >= (after ->> 'xid')::xid8
          and (g.changed_xid, g.id) > ((after ->> 'xid')::xid8, (after ->> 'id')::uuid))
    and (
      filter ->> 'id' is not null
        or filter ->> 'booking' is not null
        or g.changed_xid < pg_snapshot_xmin(pg_current_snapshot()))
  order by g.changed_xid, g.id limit page_size$$;
comment on function private.api_guests is 'Returns guests in order of their last change, as private.api_bookings does.';

create function private.api_payments(
  key private.api_keys, filter jsonb, after jsonb, page_size integer
) returns table (item jsonb, cursor jsonb)
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select jsonb_build_object(
    'id', p.id,
    'booking_id', p.booking_id,
    'amount', p.amount,
    'currency', p.currency,
    'method', p.method,
    'status', p.status,
    'provider', p.provider,
    'reference', p.reference,
    'received_at', private.iso(p.received_at),
    'created_at', private.iso(p.created_at)), jsonb_build_object('at', p.created_at, 'id', p.id)
  from public.payments as p
  where p.company_id = key.company_id
    and (
      key.test_tour_id is null
        or exists (
          select from public.bookings as b join public.departures as d on d.id = b.departure_id
          where b.id = p.booking_id and d.tour_id = key.test_tour_id))
    and (filter ->> 'id' is null or p.id = (filter ->> 'id')::uuid)
    and (filter ->> 'booking' is null or p.booking_id = (filter ->> 'booking')::uuid)
    and (after is null or (p.created_at, p.id) > ((after ->> 'at')::timestamptz, (after ->> 'id')::uuid))
  order by p.created_at, p.id limit page_size$$;
comment on function private.api_payments is 'Returns the payments of the ledger, oldest first.';

create function private.api_refunds(
  key private.api_keys, filter jsonb, after jsonb, page_size integer
) returns table (item jsonb, cursor jsonb)
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select jsonb_build_object(
    'id', r.id,
    'booking_id', r.booking_id,
    'amount', r.amount,
    'currency', r.currency,
    'method', r.method,
    'status', r.status,
    'provider', r.provider,
    'reference', r.reference,
    'decided_at', private.iso(r.decided_at),
    'refunded_at', private.iso(r.refunded_at)), jsonb_build_object('at', r.decided_at, 'id', r.id)
  from public.refunds as r
  where r.company_id = key.company_id
    and (
      key.test_tour_id is null
        or exists (
          select from public.bookings as b join public.departures as d on d.id = b.departure_id
          where b.id = r.booking_id and d.tour_id = key.test_tour_id))
    and (filter ->> 'id' is null or r.id = (filter ->> 'id')::uuid)
    and (filter ->> 'booking' is null or r.booking_id = (filter ->> 'booking')::uuid)
    and (after is null or (r.decided_at, r.id) > ((after ->> 'at')::timestamptz, (after ->> 'id')::uuid))
  order by r.decided_at, r.id limit page_size$$;
comment on function private.api_refunds is 'Returns the refunds of the ledger, pending ones included, oldest first.';

create function public.api_read(
  key_id uuid, list public.api_list, filter jsonb, after jsonb default null, page_size integer default 50
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key constant private.api_keys := private.api_key_for(key_id, private.list_scope(list));
  items jsonb;
  last jsonb;
begin
  if key.id is null then return '{"status": "unknown_key"}'; end if;
  if not coalesce(page_size between 1 and 200, false)
    or jsonb_typeof(filter) is distinct from 'object'
    or nullif(after, 'null') is not null
      and array(select jsonb_object_keys(after) order by 1) <> private.list_cursor_fields(list)
  then
    return '{"status": "invalid"}';
  end if;
  execute format(
    'select jsonb_agg(r.item order by r.n), (array_agg(r.cursor order by r.n desc))[1]
    from (select t.*, row_number() over () as n from private.%I($1, $2, $3, $4) as t) as r',
    'api_' || list) into items, last using key, filter, nullif(after, 'null'), page_size;
  return jsonb_build_object('status', 'ok', 'items', coalesce(items, '[]'), 'cursor', coalesce(last, after),
    'has_more', jsonb_array_length(coalesce(items, '[]')) = page_size);
exception when data_exception then
  -- A forged cursor.
  return '{"status": "invalid"}';
end
$$;
comment on function public.api_read is
  'Returns a page of a list: {"status": "ok", "items", "cursor", "has_more"}. Refusals: unknown_key, invalid. For the '
  'service role.';

grant execute on function public.api_read(uuid, public.api_list, jsonb, jsonb, integer) to service_role;
