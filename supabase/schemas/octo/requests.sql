-- OCTO's booking actions, each in one transaction. ADR 066

create function private.execute_octo_step(key private.api_keys, action text, args jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant private.booking_actor := (null, true, gen_random_uuid(), private.key_name(key), false);
  result constant jsonb := private.execute_booking_action(actor, action, args);
begin
  -- Raising rolls back earlier steps of the same request.
  if result ->> 'status' <> 'ok' then
    raise exception using errcode = 'MU002', message = 'refused', detail = result::text;
  end if;
  return result;
end
$$;
comment on function private.execute_octo_step is
  'Performs one action of the booking engine within a reseller''s request; raises an exception if it is refused.';

create function private.set_octo_party(key private.api_keys, booking uuid, party jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  last_ordinal constant integer := private.last_guest_ordinal(booking);
  active constant uuid[] := private.active_guests(booking);
  old_reseller_ids constant jsonb := (select o.guest_ids from private.octo_bookings as o where o.booking_id = booking);
  kept_guests uuid[] := '{}';
  added_guests jsonb := '[]';
  reseller_ids jsonb := '{}';
  names jsonb := '[]';
  item jsonb;
  guest_id uuid;
begin
  -- Guests named by id are matched first, so that others do not take their place.
  for item in
    select value from jsonb_array_elements(party) with ordinality as element (value, ordinal)
    order by (value ? 'uuid') desc, ordinal
  loop
    select g.id into guest_id from public.guests as g
    where g.id = any (active) and g.id <> all (kept_guests)
      and g.price_category_id = (item ->> 'price_category_id')::uuid
      and (
        not item ? 'uuid'
          or lower(item ->> 'uuid') = lower(coalesce(old_reseller_ids #>> array[g.id::text, 'uuid'], g.id::text)))
    order by g.id limit 1;
    if guest_id is null then added_guests := added_guests || jsonb_build_array(item); continue; end if;
    kept_guests := kept_guests || guest_id;
    reseller_ids := reseller_ids
      || jsonb_build_object(guest_id, coalesce(old_reseller_ids -> guest_id::text, '{}') || private.reseller_ids(item));
    if item ? 'name' then
      names := names || jsonb_build_array(jsonb_build_object('guest_id', guest_id, 'name', item -> 'name'));
    end if;
  end loop;
  if added_guests <> '[]' or not active <@ kept_guests then
    perform private.execute_octo_step(
      key,
      'change_party',
      jsonb_build_object(
        'booking', booking,
        'change', jsonb_build_object(
          'mail', false,
          'remove', (select coalesce(jsonb_agg(id), '[]') from unnest(active) as id where id <> all (kept_guests)),
          'add', (
            select coalesce(jsonb_agg(value - 'uuid' - 'reference'), '[]')
            from jsonb_array_elements(added_guests) as value))));
  end if;
  -- The engine numbered the added guests in this order, and their ids follow from their ordinals.
  select reseller_ids
    || coalesce(jsonb_object_agg(private.guest_id(
      booking, last_ordinal + ordinal::integer), private.reseller_ids(value)), '{}') into reseller_ids
  from jsonb_array_elements(added_guests) with ordinality as element (value, ordinal);
  update private.octo_bookings as o set guest_ids = reseller_ids where o.booking_id = booking;
  if names <> '[]' then
    perform private.execute_octo_step(
      key,
      'edit_booking',
      jsonb_build_object(
        'booking', booking,
        'change', jsonb_build_object(
          'mail', false, 'names', names, 'version', (select b.version from public.bookings as b where b.id = booking)))
    );
  end if;
end
$$;
comment on function private.set_octo_party is
  'Sets a booking''s party to the reseller''s: removes missing guests, adds new ones, keeps the rest. party: '
  '[{"price_category_id", "uuid"?, "reference"?, "name"?}].';

create function private.change_octo_booking(
  key private.api_keys, booking public.bookings, input jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  details constant jsonb := jsonb_strip_nulls(jsonb_build_object(
    'contact', input -> 'contact', 'note', input -> 'note', 'voucher_number', input -> 'voucher_number'));
begin
  if input ? 'departure' and (input ->> 'departure')::uuid <> booking.departure_id then
    perform private.execute_octo_step(
      key,
      'move_booking',
      jsonb_build_object(
        'booking', booking.id, 'change', jsonb_build_object('departure_id', input -> 'departure', 'mail', false)));
  end if;
  if input ? 'guests' then perform private.set_octo_party(key, booking.id, input -> 'guests'); end if;
  if details <> '{}' then
    perform private.execute_octo_step(
      key,
      'edit_booking',
      jsonb_build_object(
        'booking', booking.id,
        'change', details
          || jsonb_build_object(
            'mail', false, 'version', (select b.version from public.bookings as b where b.id = booking.id))));
  end if;
  if input ? 'minutes' and private.booking_state(booking) = 'ON_HOLD' then
    perform private.execute_octo_step(
      key,
      'extend_booking',
      jsonb_build_object(
        'booking', booking.id, 'change', jsonb_build_object('minutes', input -> 'minutes', 'mail', false)));
  end if;
end
$$;
comment on function private.change_octo_booking is
  'Changes a booking: departure, party, contact details and note, length of the hold.';

create function private.octo_reserve(key private.api_keys, reseller_uuid uuid, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  request_hash constant bytea := sha256(convert_to(concat(key.test_tour_id, input::text), 'UTF8'));
  octo_booking private.octo_bookings;
  refusal jsonb;
  new_booking uuid;
begin
  select * into octo_booking from private.octo_bookings as o
  where o.company_id = key.company_id and o.uuid = reseller_uuid;
  if octo_booking.booking_id is not null then
    return case
      when octo_booking.reserved_hash = request_hash then
        jsonb_build_object('status', 'ok', 'booking_id', octo_booking.booking_id)
      else '{"status": "uuid_used"}'
    end;
  end if;
  if private.octo_products(key, jsonb_build_object('id', input -> 'tour')) = '[]' then
    return '{"status": "not_found", "what": "product"}';
  end if;
  perform private.lock_bookings(
    '{}',
    array(
      select d.id from public.departures as d
      where d.id = (input ->> 'departure')::uuid and d.company_id = key.company_id));
  refusal := private.octo_departure_refusal(key, (input ->> 'tour')::uuid, (input ->> 'departure')::uuid);
  if refusal is not null then return refusal; end if;
  new_booking := (private.execute_octo_step(
    key,
    'hold_booking',
    jsonb_build_object(
      'departure', input -> 'departure',
      'change', jsonb_build_object('minutes', private.octo_hold_minutes(key))
        || (input - array['tour', 'departure', 'guests'])
        || jsonb_build_object(
          'source', 'api',
          'mail', false,
          'guests', (
            select jsonb_agg(value - 'uuid' - 'reference') from jsonb_array_elements(input -> 'guests') as value)))
  ) ->> 'booking_id')::uuid;
  insert into private.octo_bookings (booking_id, company_id, uuid, reserved_hash, guest_ids)
  select new_booking, key.company_id, reseller_uuid, request_hash,
    coalesce(jsonb_object_agg(private.guest_id(new_booking, ordinal::integer), private.reseller_ids(value)), '{}')
  from jsonb_array_elements(input -> 'guests') with ordinality as party (value, ordinal);
  return jsonb_build_object('status', 'ok', 'booking_id', new_booking);
end
$$;
comment on function private.octo_reserve is 'Holds seats under the reseller''s id. Idempotent.';

create function private.octo_confirm(
  key private.api_keys, mapping private.octo_bookings, booking public.bookings, input jsonb
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  request_hash constant bytea := sha256(convert_to(input::text, 'UTF8'));
begin
  if mapping.confirmed_hash = request_hash and private.booking_state(booking) in ('CONFIRMED', 'PENDING') then
    return '{"status": "ok"}';
  end if;
  if private.booking_state(booking) = 'EXPIRED' and mapping.cancelled_at is null then
    return '{"status": "expired"}';
  end if;
  if private.booking_state(booking) <> 'ON_HOLD' then return '{"status": "wrong_state"}'; end if;
  perform private.change_octo_booking(key, booking, input - 'contact' - 'mail');
  if exists (
    select from public.tours as t
    join public.departures as d on d.tour_id = t.id and d.id = booking.departure_id
    join public.guests as g on g.booking_id = booking.id and not g.is_cancelled and g.name is null
    where t.asks_names)
  then
    raise exception using errcode = 'MU002', message = 'refused', detail = '{"status": "no_names"}';
  end if;
  perform private.execute_octo_step(
    key,
    'confirm_booking',
    jsonb_build_object(
      'booking', booking.id, 'change', jsonb_build_object('contact', input -> 'contact', 'mail', input -> 'mail')));
  update private.octo_bookings as o set confirmed_hash = request_hash where o.booking_id = booking.id;
  return '{"status": "ok"}';
end
$$;
comment on function private.octo_confirm is
  'Confirms a hold; a repeat with the same data has no effect. An expired hold is refused, although the office could '
  'restore it.';

create function private.octo_cancel(
  key private.api_keys, mapping private.octo_bookings, booking public.bookings, input jsonb
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  state constant public.booking_status := private.booking_state(booking);
begin
  if mapping.cancelled_at is not null and state in ('CANCELLED', 'EXPIRED', 'REJECTED') then
    return '{"status": "ok"}';
  end if;
  if state not in ('ON_HOLD', 'PENDING', 'CONFIRMED') then return '{"status": "wrong_state"}'; end if;
  if state = 'CONFIRMED'
    and not exists (
      select from public.departures as d
      where d.id = booking.departure_id
        and (
          d.status = 'cancelled'
            or clock_timestamp() <= d.starts_at - make_interval(hours => coalesce((
              booking.policy_snapshot ->> 'cancellation_cut_off_hours')::integer, 24))))
  then
    return '{"status": "cancellation_closed"}';
  end if;
  perform private.execute_octo_step(
    key,
    case state when 'ON_HOLD' then 'release_hold' when 'PENDING' then 'reject_booking' else 'cancel_booking' end,
    jsonb_build_object(
      'booking', booking.id,
      'change', jsonb_strip_nulls(jsonb_build_object(
        'reason', 'guest_request', 'reason_note', input -> 'reason', 'mail', false))));
  update private.octo_bookings as o
  set cancelled_at = clock_timestamp(), cancel_reason = private.parse_text_field(input, 'reason', 1000)
  where o.booking_id = booking.id;
  return '{"status": "ok"}';
end
$$;
comment on function private.octo_cancel is
  'Releases a hold, withdraws a booking request, or cancels a confirmed booking within the guests'' cancellation '
  'period. Idempotent.';

create function private.execute_octo_action(
  key private.api_keys, action public.octo_action, reseller_uuid uuid, input jsonb
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  mapping private.octo_bookings;
  booking public.bookings;
  state public.booking_status;
  result jsonb;
begin
  -- Serialises requests with the same id.
  perform pg_advisory_xact_lock(hashtextextended('octo:' || key.company_id || ':' || reseller_uuid, 0));
  if action = 'reserve' then return private.octo_reserve(key, reseller_uuid, input); end if;
  select o.* into mapping from private.octo_bookings as o
  join public.bookings as b on b.id = o.booking_id
  join public.departures as d on d.id = b.departure_id
  where o.company_id = key.company_id and o.uuid = reseller_uuid
    and (key.test_tour_id is null or d.tour_id = key.test_tour_id);
  if mapping.booking_id is null then return '{"status": "not_found", "what": "booking"}'; end if;
  perform private.lock_bookings(
    array[mapping.booking_id],
    array(
      select d.id from public.departures as d
      where d.id = (input ->> 'departure')::uuid and d.company_id = key.company_id));
  if input ? 'departure' then
    select private.octo_departure_refusal(
      key, coalesce((input ->> 'tour')::uuid, d.tour_id), (input ->> 'departure')::uuid) into result
    from public.bookings as b join public.departures as d on d.id = b.departure_id
    where b.id = mapping.booking_id and b.departure_id <> (input ->> 'departure')::uuid;
    if result is not null then return result; end if;
  elsif input ? 'tour'
    and not exists (
      select from public.bookings as b join public.departures as d on d.id = b.departure_id
      where b.id = mapping.booking_id and d.tour_id = (input ->> 'tour')::uuid)
  then
    return '{"status": "not_found", "what": "availability"}';
  end if;
  select * into booking from public.bookings as b where b.id = mapping.booking_id;
  state := private.booking_state(booking);
  case action
    when 'confirm' then result := private.octo_confirm(key, mapping, booking, input);
    when 'cancel' then result := private.octo_cancel(key, mapping, booking, input);
    when 'extend' then
      if state <> 'ON_HOLD' then return '{"status": "wrong_state"}'; end if;
      perform private.change_octo_booking(
        key, booking, jsonb_build_object('minutes', private.octo_hold_minutes(key)) || input);
    else
      if state not in ('ON_HOLD', 'PENDING', 'CONFIRMED') then return '{"status": "wrong_state"}'; end if;
      perform private.change_octo_booking(key, booking, input);
  end case;
  return coalesce(result, '{"status": "ok"}') || jsonb_build_object('booking_id', mapping.booking_id);
end
$$;
comment on function private.execute_octo_action is
  'Performs a reseller''s action with its booking locked. Returns ok with booking_id, or the refusal.';

create function public.octo_execute(
  key_id uuid, action public.octo_action, reseller_uuid uuid, input jsonb
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key constant private.api_keys := private.api_key_for(key_id, 'bookings_write');
  result jsonb;
  refusal text;
begin
  if key.id is null then return '{"status": "unknown_key"}'; end if;
  if action is null
    or reseller_uuid is null
    or jsonb_typeof(input) is distinct from 'object'
    or octet_length(input::text) > 65536
  then
    return '{"status": "invalid"}';
  end if;
  begin
    result := private.execute_octo_action(key, action, reseller_uuid, input);
  exception
    when sqlstate 'MU002' then
      get stacked diagnostics refusal = pg_exception_detail;
      return refusal::jsonb;
    when data_exception or check_violation then return '{"status": "invalid"}';
  end;
  if result ->> 'status' <> 'ok' then return result; end if;
  return jsonb_build_object('status', 'ok', 'booking', private.octo_booking(key, (result ->> 'booking_id')::uuid));
end
$$;
comment on function public.octo_execute is
  'Performs a reseller''s action on the booking with the id `reseller_uuid`, atomically: {"status": "ok", '
  '"booking"}. Refusals: those of the booking engine, unknown_key, not_found ("what": product, availability, '
  'booking), uuid_used, expired, wrong_state, cancellation_closed, no_names, invalid. For the service role.';

grant execute on function public.octo_execute(uuid, public.octo_action, uuid, jsonb) to service_role;
