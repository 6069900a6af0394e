-- API for a company's programs: booking actions. ADR 063

create function public.api_execute(key_id uuid, request text, action text, args jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key constant private.api_keys := private.api_key_for(key_id, 'bookings_write');
  -- Idempotency keys are scoped to the company and the key's test tour.
  idempotency_key constant uuid := left(encode(sha256(convert_to(concat_ws(
    ':', key.company_id, key.test_tour_id, request), 'UTF8')), 'hex'), 32)::uuid;
  departure constant uuid := coalesce(args ->> 'departure', args #>> '{change,departure_id}')::uuid;
  result jsonb;
begin
  if key.id is null then return '{"status": "unknown_key"}'; end if;
  if request is null
    or action is null
    or args is null
    or octet_length(args::text) > 65536
    or action <> all (array[
      'hold_booking',
      'extend_booking',
      'confirm_booking',
      'change_party',
      'move_booking',
      'cancel_booking',
      'edit_booking'])
  then
    return '{"status": "invalid"}';
  end if;
  if (action = 'hold_booking' or departure is not null)
    and not exists (
      select from public.departures as d
      where d.id = departure and d.company_id = key.company_id
        and (key.test_tour_id is null or d.tour_id = key.test_tour_id))
    or action <> 'hold_booking'
      and not exists (
        select from public.bookings as b join public.departures as d on d.id = b.departure_id
        where b.id = (args ->> 'booking')::uuid and b.company_id = key.company_id
          and (key.test_tour_id is null or d.tour_id = key.test_tour_id))
  then
    return '{"status": "not_found"}';
  end if;
  result := private.find_idempotent_response(idempotency_key, null, 'api_' || action, args);
  if result is not null then return result; end if;
  result := private.execute_booking_action((null, true, idempotency_key, private.key_name(key), false), action, args);
  if result ->> 'status' = 'ok' then
    perform private.store_idempotent_response(idempotency_key, null, 'api_' || action, args, result);
  end if;
  -- The link's token belongs to the guest.
  return result - 'token';
end
$$;
comment on function public.api_execute is
  'Performs an action of the booking engine with a key, with the rights of the company''s office. Returns the '
  'engine''s response, or unknown_key, not_found, id_reused, invalid. Idempotent per request id. For the service '
  'role.';

grant execute on function public.api_execute(uuid, text, text, jsonb) to service_role;
