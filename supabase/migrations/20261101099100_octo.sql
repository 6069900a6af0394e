-- OCTO, the open standard by which resellers sell tours: a second way to speak to the same keys and the same booking engine. ADR 066

create type public.octo_list as enum ('supplier', 'products', 'availability', 'bookings');
comment on type public.octo_list is 'What a reseller reads.';
create type public.octo_act as enum ('reserve', 'change', 'extend', 'confirm', 'cancel');
comment on type public.octo_act is 'What a reseller does to a booking.';

create table private.octo_bookings (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  company_id uuid not null references public.companies (id) on delete cascade,
  uuid uuid not null,
  reserved_hash bytea not null,
  confirmed_hash bytea,
  units jsonb not null default '{}' check (jsonb_typeof(units) = 'object'),
  cancelled_at timestamptz,
  cancel_reason text check (length(cancel_reason) between 1 and 1000),
  constraint octo_bookings_once unique (company_id, uuid)
);
comment on table private.octo_bookings is 'Bookings that resellers made by OCTO: what they call them.';
comment on column private.octo_bookings.uuid is 'The reseller''s own id of the booking: with it a lost answer is asked for again, and nothing is booked twice.';
comment on column private.octo_bookings.reserved_hash is 'SHA-256 of what was asked, to tell a repeat from another booking under the same id. As confirmed_hash for the confirmation.';
comment on column private.octo_bookings.units is 'Of guests, by their ids, what the reseller calls them: {"uuid"?, "reference"?}.';
comment on column private.octo_bookings.cancelled_at is 'When the reseller cancelled it: a hold that was given back, too, which with us has ended.';
comment on column private.octo_bookings.cancel_reason is 'In the reseller''s words; goes with the guests.';
create index octo_bookings_company_id_idx on private.octo_bookings (company_id);
alter table private.octo_bookings enable row level security, force row level security;

create function private.erase_octo_data(bookings uuid[]) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  changed bigint;
begin
  update private.octo_bookings as o set cancel_reason = null, units = '{}'
  where o.booking_id = any (bookings) and (o.cancel_reason is not null or o.units <> '{}');
  get diagnostics changed = row_count;
  return changed;
end
$$;
comment on function private.erase_octo_data is 'Takes what resellers wrote about guests out of their bookings.';

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
comment on function private.local_iso is 'A moment as a place''s clock shows it, with its distance from UTC: 2035-07-01T10:00:00+02:00.';

-- Reading ------------------------------------------------------------------------------------------------------------------------

create function private.octo_slot(departure public.departures) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', departure.id, 'local_start', private.local_iso(departure.starts_at, c.time_zone), 'local_end', private.local_iso(departure.ends_at, c.time_zone),
      'local_date', departure.local_date, 'cut_off', private.iso(departure.starts_at - make_interval(mins => t.booking_cut_off_minutes)),
      'capacity', departure.capacity, 'free', 0, 'state', 'CLOSED', 'prices', '[]'::jsonb)
    from public.tours as t join public.companies as c on c.id = t.company_id where t.id = departure.tour_id);
end
$$;
comment on function private.octo_slot is 'A departure as resellers are told of it, as if it took nobody; what can be booked has the rest from private.api_availability.';

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
    select coalesce(jsonb_agg(private.octo_slot(d) || jsonb_build_object('free', slot.item -> 'free', 'state', slot.item -> 'state', 'prices', slot.item -> 'prices')
      order by d.starts_at, d.id), '[]')
    from private.api_availability(key, jsonb_build_object('from', first, 'until', last, 'tour', filter -> 'tour'), null, 5000) as slot
    join public.departures as d on d.id = (slot.item ->> 'departure_id')::uuid
    where not filter ? 'ids' or d.id = any (ids));
end
$$;
comment on function private.octo_availability is 'Departures ahead of one tour, of a span of days or by their ids.';

create function private.octo_products(key private.api_keys, filter jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(tour.item || jsonb_build_object('asks_names', t.asks_names, 'vat_rate', t.vat_rate, 'locale', c.default_locale,
      -- Of what is sold: nobody is shown the picture of a draft.
      'picture', (select own.tag from private.tour_pictures as own where own.tour_id = t.id and t.status = 'live'),
      'start_times', (
        select coalesce(jsonb_agg(one.at order by one.at), '[]') from (
          select distinct to_char(d.starts_at at time zone c.time_zone, 'HH24:MI') as at from public.departures as d
          where d.tour_id = t.id and d.status = 'scheduled' and d.starts_at > now()) as one)) order by t.id), '[]')
    from private.api_tours(key, filter, null, 1000) as tour
    join public.tours as t on t.id = (tour.item ->> 'id')::uuid
    join public.companies as c on c.id = t.company_id
    where (t.status = 'live' or t.id = key.sandbox_tour_id) and tour.item -> 'categories' <> '[]');
end
$$;
comment on function private.octo_products is 'What resellers may sell: tours that are sold, or a test key''s sandbox.';

create function private.octo_supplier(key private.api_keys) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_array(jsonb_build_object('id', c.id, 'name', c.name, 'email', c.contact_email, 'telephone', c.contact_phone, 'address', c.legal_address,
    'logo', (select own.tag from private.company_logos as own where own.company_id = c.id)))
  from public.companies as c where c.id = key.company_id
$$;
comment on function private.octo_supplier is 'The company, as resellers are told of it.';

create function private.octo_guests(key private.api_keys, booking public.bookings, units jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  here constant uuid[] := private.checked_in_guests(booking.departure_id, private.active_guests(booking.id));
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('uuid', coalesce(units #>> array[g.id::text, 'uuid'], g.id::text), 'reference', units #>> array[g.id::text, 'reference'],
      'unit', coalesce(g.price_category_id::text, g.category_type::text), 'amount', coalesce(g.amount, 0),
      'name', case when 'guests_read' = any (key.scopes) then g.name end,
      'ticket_code', case when key.scopes && array['guests_read', 'bookings_write']::public.api_scope[] then g.ticket_code end,
      'redeemed_at', case when g.id = any (here) then (
        select private.iso(max(a.occurred_at)) from public.check_in_actions as a
        where a.departure_id = booking.departure_id and a.guest_id = g.id and a.kind = 'check_in') end)
      order by ('x' || right(g.id::text, 4))::bit(16)::integer # ('x' || right(booking.id::text, 4))::bit(16)::integer, g.id), '[]')
    from public.guests as g where g.booking_id = booking.id and not g.is_cancelled);
end
$$;
comment on function private.octo_guests is 'Who is on a booking, in the order in which they were put there. Names are for keys that may read guests, tickets for those and for those that book.';

create function private.octo_booking(key private.api_keys, booking uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.bookings;
  d public.departures;
  t public.tours;
  o private.octo_bookings;
  told record;
  slot jsonb;
begin
  select * into b from public.bookings where id = booking;
  select * into d from public.departures where id = b.departure_id;
  select * into t from public.tours where id = d.tour_id;
  select * into o from private.octo_bookings where booking_id = booking;
  select max(e.happened_at) as changed, max(e.happened_at) filter (where e.action = 'confirm_booking') as confirmed,
    max(e.happened_at) filter (where e.action in ('cancel_booking', 'reject_booking', 'expire_booking')) as ended into told
  from public.audit_events as e where e.subject_id = booking;
  slot := coalesce(private.octo_availability(key, jsonb_build_object('tour', d.tour_id, 'ids', jsonb_build_array(d.id))) -> 0, private.octo_slot(d));
  return jsonb_build_object('id', b.id, 'uuid', o.uuid, 'reference', b.reference, 'external_reference', b.external_reference, 'state', private.booking_state(b),
    'created_at', private.iso(b.created_at), 'updated_at', private.iso(coalesce(told.changed, b.created_at)), 'confirmed_at', private.iso(told.confirmed),
    'expires_at', case when b.status in ('ON_HOLD', 'EXPIRED') then private.iso(b.expires_at) end,
    'given_back_at', private.iso(o.cancelled_at), 'cancelled_at', private.iso(coalesce(o.cancelled_at, told.ended)), 'cancel_reason', o.cancel_reason,
    'may_cancel', now() <= d.starts_at - make_interval(hours => coalesce((b.policy_snapshot ->> 'cancellation_cut_off_hours')::integer, 24)) or d.status = 'cancelled',
    'money', private.booking_money(b), 'refunded', (
      select coalesce(sum(r.amount), 0) from public.refunds as r where r.booking_id = b.id and r.status <> 'WITHDRAWN'),
    'vat_rate', t.vat_rate, 'asks_names', t.asks_names, 'product', d.tour_id, 'slot', slot, 'guests', private.octo_guests(key, b, o.units), 'is_test', key.sandbox_tour_id is not null, 'locale', b.locale,
    'contact', case when 'guests_read' = any (key.scopes) then
      jsonb_build_object('name', nullif(b.contact_name, '—'), 'email', b.contact_email, 'phone', b.contact_phone, 'country', b.country) end,
    'note', case when 'guests_read' = any (key.scopes) then b.note end);
end
$$;
comment on function private.octo_booking is 'A reseller''s booking, in our words.';

create function private.find_octo_bookings(key private.api_keys, filter jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(private.octo_booking(key, page.id) order by page.created_at desc, page.id), '[]') from (
      select b.id, b.created_at from private.octo_bookings as o
      join public.bookings as b on b.id = o.booking_id join public.departures as d on d.id = b.departure_id
      where o.company_id = key.company_id and (key.sandbox_tour_id is null or d.tour_id = key.sandbox_tour_id)
        and (filter ->> 'uuid' is null or o.uuid = (filter ->> 'uuid')::uuid)
        and (filter ->> 'reference' is null or b.reference = upper(filter ->> 'reference'))
        and (filter ->> 'external_reference' is null or lower(b.external_reference) = lower(filter ->> 'external_reference'))
      order by b.created_at desc, b.id limit 100) as page);
end
$$;
comment on function private.find_octo_bookings is 'Bookings that were made by OCTO, by the reseller''s id or either''s reference: the latest hundred.';

create function public.octo_read(key_id uuid, list public.octo_list, filter jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key constant private.api_keys := private.api_key_for(key_id, case list when 'availability' then 'departures_read' when 'bookings' then 'bookings_read' else 'tours_read' end::public.api_scope);
  product jsonb;
begin
  if key.id is null then return '{"status": "unknown_key"}'; end if;
  if list = 'availability' then
    product := private.octo_products(key, jsonb_build_object('id', filter -> 'tour')) -> 0;
    if product is null then return '{"status": "not_found", "what": "product"}'; end if;
  end if;
  return jsonb_build_object('product', product,'status', 'ok', 'items', case list when 'supplier' then private.octo_supplier(key) when 'products' then private.octo_products(key, filter)
    when 'availability' then private.octo_availability(key, filter) else private.find_octo_bookings(key, filter) end);
exception when data_exception then
  return '{"status": "invalid"}';
end
$$;
comment on function public.octo_read is 'What a reseller reads by a key: {"status": "ok", "items", "product": whose availability it is}, or unknown_key, not_found (the product), invalid. For the service role.';

-- Acting: each of these in one transaction, by the acts of the booking engine --------------------------------------------------------------

create function private.execute_octo_step(act text, args jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer constant jsonb := private.execute_booking_action((null, true, gen_random_uuid()), act, args);
begin
  -- What was done before it for the same request is undone with it.
  if answer ->> 'status' <> 'ok' then raise exception using errcode = 'MU002', message = 'refused', detail = answer::text; end if;
  return answer;
end
$$;
comment on function private.execute_octo_step is 'One act of the booking engine among those that a reseller''s request comes to; raises what it refuses.';

create function private.octo_departure(key private.api_keys, tour uuid, departure uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_one record;
begin
  select d.starts_at, t.booking_cut_off_minutes as cut_off into found_one from public.departures as d join public.tours as t on t.id = d.tour_id
  where d.id = departure and d.tour_id = octo_departure.tour and d.company_id = key.company_id
    and case when key.sandbox_tour_id is null then t.status = 'live' else t.id = key.sandbox_tour_id end;
  if not found then return '{"status": "not_found", "what": "availability"}'; end if;
  -- The office passes the cut-off, a reseller does not.
  if clock_timestamp() > found_one.starts_at - make_interval(mins => found_one.cut_off) then return '{"status": "too_late"}'; end if;
  return null;
end
$$;
comment on function private.octo_departure is 'Why a reseller may not book a departure, as far as that is not the engine''s question; null where they may.';

create function private.octo_name(item jsonb) returns jsonb
language sql immutable parallel safe
return jsonb_strip_nulls(jsonb_build_object('uuid', item ->> 'uuid', 'reference', item ->> 'reference'));
comment on function private.octo_name is 'What a reseller calls a guest.';

create function private.set_octo_party(booking uuid, party jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  last_place constant integer := private.last_guest_place(booking);
  live constant uuid[] := private.active_guests(booking);
  known constant jsonb := (select o.units from private.octo_bookings as o where o.booking_id = booking);
  stay uuid[] := '{}';
  adding jsonb := '[]';
  calling jsonb := '{}';
  names jsonb := '[]';
  item jsonb;
  same uuid;
begin
  -- Those that are named by their ids first, so that nobody else is taken for them.
  for item in select value from jsonb_array_elements(party) with ordinality as given (value, place) order by (value ? 'uuid') desc, place loop
    select g.id into same from public.guests as g
    where g.id = any (live) and g.id <> all (stay) and g.price_category_id = (item ->> 'price_category_id')::uuid
      and (not item ? 'uuid' or lower(item ->> 'uuid') = lower(coalesce(known #>> array[g.id::text, 'uuid'], g.id::text)))
    order by g.id limit 1;
    if same is null then adding := adding || jsonb_build_array(item); continue; end if;
    stay := stay || same;
    calling := calling || jsonb_build_object(same, coalesce(known -> same::text, '{}') || private.octo_name(item));
    if item ? 'name' then names := names || jsonb_build_array(jsonb_build_object('guest_id', same, 'name', item -> 'name')); end if;
  end loop;
  if adding <> '[]' or not live <@ stay then
    perform private.execute_octo_step('change_party', jsonb_build_object('booking', booking, 'change', jsonb_build_object('mail', false, 'remove', (
      select coalesce(jsonb_agg(id), '[]') from unnest(live) as id where id <> all (stay)), 'add', (
      select coalesce(jsonb_agg(value - 'uuid' - 'reference'), '[]') from jsonb_array_elements(adding) as value))));
  end if;
  select calling || coalesce(jsonb_object_agg(private.guest_id(booking, last_place + place::integer), private.octo_name(value)), '{}') into calling
  from jsonb_array_elements(adding) with ordinality as given (value, place);
  update private.octo_bookings as o set units = calling where o.booking_id = booking;
  if names <> '[]' then
    perform private.execute_octo_step('edit_booking', jsonb_build_object('booking', booking, 'change', jsonb_build_object('mail', false, 'names', names,
      'version', (select b.version from public.bookings as b where b.id = booking))));
  end if;
end
$$;
comment on function private.set_octo_party is
  'Makes a booking''s party what a reseller says that it is: who is not named goes, who is new comes, the others stay as they are. party: [{"price_category_id", "uuid"?, "reference"?, "name"?}].';

create function private.change_octo_booking(booking public.bookings, given jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  typed constant jsonb := jsonb_strip_nulls(jsonb_build_object('contact', given -> 'contact', 'note', given -> 'note', 'external_reference', given -> 'external_reference'));
begin
  if given ? 'departure' and (given ->> 'departure')::uuid <> booking.departure_id then
    perform private.execute_octo_step('move_booking', jsonb_build_object('booking', booking.id, 'change', jsonb_build_object('departure_id', given -> 'departure', 'mail', false)));
  end if;
  if given ? 'guests' then perform private.set_octo_party(booking.id, given -> 'guests'); end if;
  if typed <> '{}' then
    perform private.execute_octo_step('edit_booking', jsonb_build_object('booking', booking.id, 'change', typed || jsonb_build_object('mail', false,
      'version', (select b.version from public.bookings as b where b.id = booking.id))));
  end if;
  if given ? 'minutes' and private.booking_state(booking) = 'ON_HOLD' then
    perform private.execute_octo_step('extend_booking', jsonb_build_object('booking', booking.id, 'change', jsonb_build_object('minutes', given -> 'minutes', 'mail', false)));
  end if;
end
$$;
comment on function private.change_octo_booking is 'Changes of a booking that stands: departure, party, what people type, how long it is held.';

create function private.octo_hold_minutes(key private.api_keys) returns integer
language sql stable security definer set search_path = ''
as $$
  select c.hold_minutes from public.companies as c where c.id = key.company_id
$$;
comment on function private.octo_hold_minutes is 'How long a reseller''s hold lasts that wishes nothing else: as long as a guest''s.';

create function private.octo_reserve(key private.api_keys, name uuid, given jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  asked constant bytea := sha256(convert_to(concat(key.sandbox_tour_id, given::text), 'UTF8'));
  known private.octo_bookings;
  refusal jsonb;
  made uuid;
begin
  select * into known from private.octo_bookings as o where o.company_id = key.company_id and o.uuid = name;
  if known.booking_id is not null then
    return case when known.reserved_hash = asked then jsonb_build_object('status', 'ok', 'booking_id', known.booking_id) else '{"status": "uuid_used"}' end;
  end if;
  if private.octo_products(key, jsonb_build_object('id', given -> 'tour')) = '[]' then return '{"status": "not_found", "what": "product"}'; end if;
  perform private.lock_bookings('{}', array(
    select d.id from public.departures as d where d.id = (given ->> 'departure')::uuid and d.company_id = key.company_id));
  refusal := private.octo_departure(key, (given ->> 'tour')::uuid, (given ->> 'departure')::uuid);
  if refusal is not null then return refusal; end if;
  made := (private.execute_octo_step('hold_booking', jsonb_build_object('departure', given -> 'departure', 'booking',
    jsonb_build_object('minutes', private.octo_hold_minutes(key)) || (given - array['tour', 'departure', 'guests']) || jsonb_build_object('source', 'api', 'mail', false, 'guests', (
      select jsonb_agg(value - 'uuid' - 'reference') from jsonb_array_elements(given -> 'guests') as value)))) ->> 'booking_id')::uuid;
  insert into private.octo_bookings (booking_id, company_id, uuid, reserved_hash, units)
  select made, key.company_id, name, asked, coalesce(jsonb_object_agg(private.guest_id(made, place::integer), private.octo_name(value)), '{}')
  from jsonb_array_elements(given -> 'guests') with ordinality as party (value, place);
  return jsonb_build_object('status', 'ok', 'booking_id', made);
end
$$;
comment on function private.octo_reserve is 'Holds seats under the reseller''s id, once.';

create function private.octo_confirm(known private.octo_bookings, booking public.bookings, given jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  asked constant bytea := sha256(convert_to(given::text, 'UTF8'));
begin
  if known.confirmed_hash = asked and private.booking_state(booking) in ('CONFIRMED', 'PENDING') then return '{"status": "ok"}'; end if;
  if private.booking_state(booking) = 'EXPIRED' and known.cancelled_at is null then return '{"status": "expired"}'; end if;
  if private.booking_state(booking) <> 'ON_HOLD' then return '{"status": "wrong_state"}'; end if;
  perform private.change_octo_booking(booking, given - 'contact' - 'mail');
  if exists (select from public.tours as t join public.departures as d on d.tour_id = t.id and d.id = booking.departure_id
    join public.guests as g on g.booking_id = booking.id and not g.is_cancelled and g.name is null where t.asks_names) then
    raise exception using errcode = 'MU002', message = 'refused', detail = '{"status": "no_names"}';
  end if;
  perform private.execute_octo_step('confirm_booking', jsonb_build_object('booking', booking.id, 'change', jsonb_build_object('contact', given -> 'contact', 'mail', given -> 'mail')));
  update private.octo_bookings as o set confirmed_hash = asked where o.booking_id = booking.id;
  return '{"status": "ok"}';
end
$$;
comment on function private.octo_confirm is 'Makes a hold a booking; once more with the same words it stays one. A hold that has ended is over, although the office could take it up again.';

create function private.octo_cancel(known private.octo_bookings, booking public.bookings, given jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  state constant public.booking_status := private.booking_state(booking);
begin
  if known.cancelled_at is not null and state in ('CANCELLED', 'EXPIRED', 'REJECTED') then return '{"status": "ok"}'; end if;
  if state not in ('ON_HOLD', 'PENDING', 'CONFIRMED') then return '{"status": "wrong_state"}'; end if;
  if state = 'CONFIRMED' and not exists (select from public.departures as d where d.id = booking.departure_id and (d.status = 'cancelled'
    or clock_timestamp() <= d.starts_at - make_interval(hours => coalesce((booking.policy_snapshot ->> 'cancellation_cut_off_hours')::integer, 24)))) then
    return '{"status": "cut_off"}';
  end if;
  perform private.execute_octo_step(case state when 'ON_HOLD' then 'expire_booking' when 'PENDING' then 'reject_booking' else 'cancel_booking' end,
    jsonb_build_object('booking', booking.id, 'change', jsonb_strip_nulls(jsonb_build_object('reason', 'guest_asked', 'words', given -> 'reason', 'mail', false))));
  update private.octo_bookings as o set cancelled_at = clock_timestamp(), cancel_reason = private.parse_text_field(given, 'reason', 1000) where o.booking_id = booking.id;
  return '{"status": "ok"}';
end
$$;
comment on function private.octo_cancel is 'Gives a hold back, or cancels what is confirmed as long as its guest could. Once more it stays cancelled.';

create function private.execute_octo_action(key private.api_keys, act public.octo_act, name uuid, given jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  known private.octo_bookings;
  booking public.bookings;
  state public.booking_status;
  refusal jsonb;
begin
  -- Two at once with one id: the second one finds what the first one made.
  perform pg_advisory_xact_lock(hashtextextended('octo:' || key.company_id || ':' || name, 0));
  if act = 'reserve' then return private.octo_reserve(key, name, given); end if;
  select o.* into known from private.octo_bookings as o join public.bookings as b on b.id = o.booking_id join public.departures as d on d.id = b.departure_id
  where o.company_id = key.company_id and o.uuid = name and (key.sandbox_tour_id is null or d.tour_id = key.sandbox_tour_id);
  if known.booking_id is null then return '{"status": "not_found", "what": "booking"}'; end if;
  perform private.lock_bookings(array[known.booking_id], array(
    select d.id from public.departures as d where d.id = (given ->> 'departure')::uuid and d.company_id = key.company_id));
  if given ? 'departure' then
    select private.octo_departure(key, coalesce((given ->> 'tour')::uuid, d.tour_id), (given ->> 'departure')::uuid) into refusal
    from public.bookings as b join public.departures as d on d.id = b.departure_id
    where b.id = known.booking_id and b.departure_id <> (given ->> 'departure')::uuid;
    if refusal is not null then return refusal; end if;
  elsif given ? 'tour' and not exists (select from public.bookings as b join public.departures as d on d.id = b.departure_id
    where b.id = known.booking_id and d.tour_id = (given ->> 'tour')::uuid) then
    return '{"status": "not_found", "what": "availability"}';
  end if;
  select * into booking from public.bookings as b where b.id = known.booking_id;
  state := private.booking_state(booking);
  case act
    when 'confirm' then refusal := private.octo_confirm(known, booking, given);
    when 'cancel' then refusal := private.octo_cancel(known, booking, given);
    when 'extend' then
      if state <> 'ON_HOLD' then return '{"status": "wrong_state"}'; end if;
      perform private.change_octo_booking(booking, jsonb_build_object('minutes', private.octo_hold_minutes(key)) || given);
    else
      if state not in ('ON_HOLD', 'PENDING', 'CONFIRMED') then return '{"status": "wrong_state"}'; end if;
      perform private.change_octo_booking(booking, given);
  end case;
  return coalesce(refusal, '{"status": "ok"}') || jsonb_build_object('booking_id', known.booking_id);
end
$$;
comment on function private.execute_octo_action is 'A reseller''s act, with its booking locked.';

create function public.octo_act(key_id uuid, act public.octo_act, name uuid, given jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key constant private.api_keys := private.api_key_for(key_id, 'bookings_write');
  answer jsonb;
  refused text;
begin
  if key.id is null then return '{"status": "unknown_key"}'; end if;
  if act is null or name is null or jsonb_typeof(given) is distinct from 'object' or octet_length(given::text) > 65536 then return '{"status": "invalid"}'; end if;
  -- The history says which program it was.
  perform set_config('muster.api_key', key.name || ' …' || key.last_four, true);
  begin
    answer := private.execute_octo_action(key, act, name, given);
  exception
    when sqlstate 'MU002' then
      get stacked diagnostics refused = pg_exception_detail;
      return refused::jsonb;
    when data_exception or check_violation then return '{"status": "invalid"}';
  end;
  if answer ->> 'status' <> 'ok' then return answer; end if;
  return jsonb_build_object('status', 'ok', 'booking', private.octo_booking(key, (answer ->> 'booking_id')::uuid));
end
$$;
comment on function public.octo_act is
  'What a reseller does to the booking that they call so: all of it or nothing. {"status": "ok", "booking"}, or what the booking engine refuses, unknown_key, not_found ("what": product, availability, booking), uuid_used, expired, wrong_state, cut_off, no_names, invalid. For the service role.';

grant execute on function public.octo_read(uuid, public.octo_list, jsonb), public.octo_act(uuid, public.octo_act, uuid, jsonb) to service_role;
