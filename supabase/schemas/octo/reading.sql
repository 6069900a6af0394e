-- OCTO, the open standard for resellers: a second API on the same keys and booking actions. ADR 066

create type public.octo_list as enum ('supplier', 'products', 'availability', 'bookings');
comment on type public.octo_list is 'List that a reseller can read.';
create type public.octo_action as enum ('reserve', 'change', 'extend', 'confirm', 'cancel');
comment on type public.octo_action is 'Action of a reseller on a booking.';

create table private.octo_bookings (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  company_id uuid not null references public.companies (id) on delete cascade,
  uuid uuid not null,
  reserved_hash bytea not null,
  confirmed_hash bytea,
  guest_ids jsonb not null default '{}' check (jsonb_typeof(guest_ids) = 'object'),
  cancelled_at timestamptz,
  cancel_reason text check (length(cancel_reason) between 1 and 1000),
  constraint octo_bookings_once unique (company_id, uuid)
);
comment on table private.octo_bookings is 'The reseller''s data of bookings made through OCTO.';
comment on column private.octo_bookings.uuid is
  'The reseller''s id of the booking, which makes its requests idempotent.';
comment on column private.octo_bookings.reserved_hash is
  'SHA-256 of the request, to tell a repeat from another booking with the same id; confirmed_hash likewise for the '
  'confirmation.';
comment on column private.octo_bookings.guest_ids is
  'The reseller''s ids of guests, by our guest id: {"uuid"?, "reference"?}.';
comment on column private.octo_bookings.cancelled_at is
  'When the reseller cancelled the booking or released the hold. A released hold has our status EXPIRED.';
comment on column private.octo_bookings.cancel_reason is 'Free text of the reseller; erased with the guests.';
create index octo_bookings_company_id_idx on private.octo_bookings (company_id);
alter table private.octo_bookings enable row level security, force row level security;

create function private.erase_octo_data(bookings uuid[]) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  changed bigint;
begin
  update private.octo_bookings as o set cancel_reason = null, guest_ids = '{}'
  where o.booking_id = any (bookings) and (o.cancel_reason is not null or o.guest_ids <> '{}');
  get diagnostics changed = row_count;
  return changed;
end
$$;
comment on function private.erase_octo_data is
  'Erases what resellers wrote about guests of the given bookings. Returns the number of changed rows.';

create function private.local_iso(at timestamptz, zone text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  ahead constant interval := (at at time zone zone) - (at at time zone 'UTC');
begin
  return to_char(at at time zone zone, 'YYYY-MM-DD"T"HH24:MI:SS')
    || case when ahead < interval '0' then '-' || to_char(-ahead, 'HH24:MI') else '+' || to_char(ahead, 'HH24:MI') end;
end
$$;
comment on function private.local_iso is
  'Returns a timestamp in a time zone with its UTC offset: 2035-07-01T10:00:00+02:00.';

create function private.octo_slot(departure public.departures) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', departure.id,
      'local_start', private.local_iso(departure.starts_at, c.time_zone),
      'local_end', private.local_iso(departure.ends_at, c.time_zone),
      'local_date', departure.local_date,
      'cut_off', private.iso(departure.starts_at - make_interval(mins => t.booking_cut_off_minutes)),
      'capacity', departure.capacity,
      'free', 0,
      'state', 'CLOSED',
      'prices', '[]'::jsonb)
    from public.tours as t join public.companies as c on c.id = t.company_id
    where t.id = departure.tour_id);
end
$$;
comment on function private.octo_slot is
  'Returns a departure for resellers as closed; private.api_availability adds seats and prices of bookable ones.';

create function private.octo_availability(key private.api_keys, filter jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  ids constant uuid[] := array(select jsonb_array_elements_text(filter -> 'ids')::uuid);
  first date := (filter ->> 'from')::date;
  last date := (filter ->> 'until')::date;
begin
  if filter ? 'ids' then
    select min(d.local_date), max(d.local_date) into first, last from public.departures as d
    where d.id = any (ids) and d.company_id = key.company_id and d.tour_id = (filter ->> 'tour')::uuid;
  end if;
  return (
    select coalesce(jsonb_agg(
      private.octo_slot(d)
        || jsonb_build_object(
          'free', slot.item -> 'free', 'state', slot.item -> 'state', 'prices', slot.item -> 'prices'
        ) order by d.starts_at,
      d.id), '[]')
    from private.api_availability(
      key, jsonb_build_object('from', first, 'until', last, 'tour', filter -> 'tour'), null, 5000) as slot
    join public.departures as d on d.id = (slot.item ->> 'departure_id')::uuid
    where not filter ? 'ids' or d.id = any (ids));
end
$$;
comment on function private.octo_availability is 'Returns upcoming departures of a tour, by range of days or by ids.';

create function private.octo_products(key private.api_keys, filter jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(
      tour.item
        || jsonb_build_object(
          'asks_names', t.asks_names,
          'vat_rate', t.vat_rate,
          'locale', c.default_locale,
          -- Drafts do not show their picture.
          'picture', (select p.tag from private.tour_pictures as p where p.tour_id = t.id and t.status = 'live'),
          'start_times', (
            select coalesce(jsonb_agg(times.start_time order by times.start_time), '[]')
            from (
              select distinct to_char(d.starts_at at time zone c.time_zone, 'HH24:MI') as start_time
              from public.departures as d
              where d.tour_id = t.id and d.status = 'scheduled' and d.starts_at > now()) as times)) order by t.id
    ), '[]')
    from private.api_tours(key, filter, null, 1000) as tour
    join public.tours as t on t.id = (tour.item ->> 'id')::uuid
    join public.companies as c on c.id = t.company_id
    where (t.status = 'live' or t.id = key.test_tour_id) and tour.item -> 'categories' <> '[]');
end
$$;
comment on function private.octo_products is
  'Returns what resellers may sell: live tours, or the test tour of a test key.';

create function private.octo_supplier(key private.api_keys) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_array(jsonb_build_object(
    'id', c.id,
    'name', c.name,
    'email', c.contact_email,
    'telephone', c.contact_phone,
    'address', c.legal_address,
    'logo', (select l.tag from private.company_logos as l where l.company_id = c.id)))
  from public.companies as c
  where c.id = key.company_id$$;
comment on function private.octo_supplier is 'Returns the company for resellers.';

create function private.octo_guests(key private.api_keys, booking public.bookings, reseller_ids jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  checked_in constant uuid[] := private.checked_in_guests(booking.departure_id, private.active_guests(booking.id));
begin
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object(
        'uuid', coalesce(reseller_ids #>> array[g.id::text, 'uuid'], g.id::text),
        'reference', reseller_ids #>> array[g.id::text, 'reference'],
        'unit', coalesce(g.price_category_id::text, g.category_type::text),
        'amount', coalesce(g.amount, 0),
        'name', case when 'guests_read' = any (key.scopes) then g.name end,
        'ticket_code', case
          when key.scopes && array['guests_read', 'bookings_write']::public.api_scope[] then g.ticket_code
        end,
        'redeemed_at', case
          when g.id = any (checked_in) then
            (
              select private.iso(max(a.occurred_at)) from public.check_in_actions as a
              where a.departure_id = booking.departure_id and a.guest_id = g.id and a.kind = 'check_in')
        end) order by private.guest_ordinal(booking.id, g.id),
      g.id), '[]')
    from public.guests as g
    where g.booking_id = booking.id and not g.is_cancelled);
end
$$;
comment on function private.octo_guests is
  'Returns the guests of a booking in the order they were added. Names need guests_read, ticket codes guests_read or '
  'bookings_write.';

create function private.octo_booking(key private.api_keys, booking uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.bookings;
  d public.departures;
  t public.tours;
  o private.octo_bookings;
  history record;
  slot jsonb;
begin
  select * into b from public.bookings where id = booking;
  select * into d from public.departures where id = b.departure_id;
  select * into t from public.tours where id = d.tour_id;
  select * into o from private.octo_bookings where booking_id = booking;
  select max(e.happened_at) as changed, max(e.happened_at) filter (where e.action = 'confirm_booking') as confirmed,
    max(e.happened_at) filter (
      where e.action in ('cancel_booking', 'reject_booking', 'release_hold')) as ended into history
  from public.audit_events as e
  where e.subject_id = booking;
  slot := coalesce(private.octo_availability(
    key, jsonb_build_object('tour', d.tour_id, 'ids', jsonb_build_array(d.id))) -> 0, private.octo_slot(d));
  return jsonb_build_object(
    'id', b.id,
    'uuid', o.uuid,
    'reference', b.reference,
    'voucher_number', b.voucher_number,
    'state', private.booking_state(b),
    'created_at', private.iso(b.created_at),
    'updated_at', private.iso(coalesce(history.changed, b.created_at)),
    'confirmed_at', private.iso(history.confirmed),
    'expires_at', case when b.status in ('ON_HOLD', 'EXPIRED') then private.iso(b.expires_at) end,
    'released_at', private.iso(o.cancelled_at),
    'cancelled_at', private.iso(coalesce(o.cancelled_at, history.ended)),
    'cancel_reason', o.cancel_reason,
    'may_cancel', now() <= d.starts_at
      - make_interval(hours => coalesce((b.policy_snapshot ->> 'cancellation_cut_off_hours')::integer, 24))
      or d.status = 'cancelled',
    'money', private.booking_money(b),
    'refunded', (
      select coalesce(sum(r.amount), 0) from public.refunds as r where r.booking_id = b.id and r.status <> 'WITHDRAWN'),
    'vat_rate', t.vat_rate,
    'asks_names', t.asks_names,
    'product', d.tour_id,
    'slot', slot,
    'guests', private.octo_guests(key, b, o.guest_ids),
    'is_test', key.test_tour_id is not null,
    'locale', b.locale,
    -- '—' stands for the missing name of a hold.
    'contact', case
      when 'guests_read' = any (key.scopes) then
        jsonb_build_object(
          'name', nullif(b.contact_name, '—'),
          'email', b.contact_email,
          'phone', b.contact_phone,
          'country', b.country)
    end,
    'note', case when 'guests_read' = any (key.scopes) then b.note end);
end
$$;
comment on function private.octo_booking is
  'Returns a booking made by a reseller, in Muster''s terms; the function `api` maps it to OCTO.';

create function private.find_octo_bookings(key private.api_keys, filter jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(private.octo_booking(key, page.id) order by page.created_at desc, page.id), '[]') from (
      select b.id, b.created_at from private.octo_bookings as o
      join public.bookings as b on b.id = o.booking_id join public.departures as d on d.id = b.departure_id
      where o.company_id = key.company_id and (key.test_tour_id is null or d.tour_id = key.test_tour_id)
        and (filter ->> 'uuid' is null or o.uuid = (filter ->> 'uuid')::uuid)
        and (filter ->> 'reference' is null or b.reference = upper(filter ->> 'reference'))
        and (filter ->> 'voucher_number' is null or lower(b.voucher_number) = lower(filter ->> 'voucher_number'))
      order by b.created_at desc, b.id limit 100) as page);
end
$$;
comment on function private.find_octo_bookings is
  'Returns the latest bookings made through OCTO, at most 100, filtered by the reseller''s id, the booking reference '
  'or the reseller''s reference.';

create function public.octo_read(key_id uuid, list public.octo_list, filter jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key constant private.api_keys := private.api_key_for(
    key_id,
    case list
      when 'availability' then 'departures_read'
      when 'bookings' then 'bookings_read'
      else 'tours_read'
    end::public.api_scope);
  product jsonb;
begin
  if key.id is null then return '{"status": "unknown_key"}'; end if;
  if list = 'availability' then
    product := private.octo_products(key, jsonb_build_object('id', filter -> 'tour')) -> 0;
    if product is null then return '{"status": "not_found", "what": "product"}'; end if;
  end if;
  return jsonb_build_object(
    'product', product,
    'status', 'ok',
    'items', case list
      when 'supplier' then private.octo_supplier(key)
      when 'products' then private.octo_products(key, filter)
      when 'availability' then private.octo_availability(key, filter)
      else private.find_octo_bookings(key, filter)
    end);
exception when data_exception then
  return '{"status": "invalid"}';
end
$$;
comment on function public.octo_read is
  'Returns a list for a reseller: {"status": "ok", "items", "product" (of availability)}. Refusals: unknown_key, '
  'not_found (the product), invalid. For the service role.';

create function private.octo_departure_refusal(key private.api_keys, tour uuid, departure uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  departure_row record;
begin
  select d.starts_at, t.booking_cut_off_minutes as cut_off into departure_row
  from public.departures as d join public.tours as t on t.id = d.tour_id
  where d.id = departure and d.tour_id = octo_departure_refusal.tour and d.company_id = key.company_id
    and case when key.test_tour_id is null then t.status = 'live' else t.id = key.test_tour_id end;
  if not found then return '{"status": "not_found", "what": "availability"}'; end if;
  -- Resellers act with office rights but must respect the cut-off.
  if clock_timestamp() > departure_row.starts_at - make_interval(mins => departure_row.cut_off) then
    return '{"status": "too_late"}';
  end if;
  return null;
end
$$;
comment on function private.octo_departure_refusal is
  'Returns why a reseller may not book a departure, beyond the engine''s checks, or null if allowed.';

create function private.reseller_ids(item jsonb) returns jsonb
language sql immutable parallel safe
return jsonb_strip_nulls(jsonb_build_object('uuid', item ->> 'uuid', 'reference', item ->> 'reference'));
comment on function private.reseller_ids is 'Returns the reseller''s id and reference of a guest.';

create function private.octo_hold_minutes(key private.api_keys) returns integer
language sql stable security definer set search_path = ''
as $$
  select c.hold_minutes from public.companies as c where c.id = key.company_id
$$;
comment on function private.octo_hold_minutes is
  'Returns the default length of a reseller''s hold, the same as a guest''s.';

grant execute on function public.octo_read(uuid, public.octo_list, jsonb) to service_role;
