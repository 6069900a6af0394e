-- Look-up: a code that the device does not know. docs/protocol.md tells the shapes.

create function public.check_in_look_up(company uuid, departure uuid, code jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Security definer: a guide who scans a guest of somebody else's tour must be able to say which tour it is.
declare
  kind text := code ->> 'kind';
  value text := btrim(code ->> 'value');
  spoken text := upper(regexp_replace(value, '[\s-]', '', 'g'));
  found_guest uuid;
  found_booking uuid;
  answer jsonb;
  state jsonb;
  roll_call jsonb;
  first_check_in public.check_in_actions;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or kind is null or kind not in ('ticket', 'reference', 'link', 'voucher')
    or value is null or length(value) not between 1 and 200 then
    return '{"status": "invalid"}';
  end if;
  if not private.can('CHECK_IN_ACCESS', company) then return '{"status": "not_permitted"}'; end if;
  if not exists (select from public.companies where id = company and has_active_subscription) then
    return '{"status": "no_subscription"}';
  end if;

  answer := jsonb_build_object('status', 'ok', 'server_time', private.iso(clock_timestamp()), 'match', null);
  if kind = 'ticket' then
    select g.id, g.booking_id into found_guest, found_booking
    from public.guests as g where g.company_id = company and g.ticket_code = spoken;
  else
    select b.id into found_booking
    from public.bookings as b join public.departures as d on d.id = b.departure_id
    where (kind = 'reference' and b.company_id = company and b.reference = spoken)
      or (kind = 'link' and b.company_id = company
        and b.access_token_hash = encode(sha256(convert_to(value, 'UTF8')), 'hex'))
      or (kind = 'voucher' and b.company_id = company and b.external_reference = value)
    -- A partner may use a voucher number twice: what is on this list first, then what is nearest.
    order by b.departure_id = departure desc nulls last, abs(extract(epoch from d.starts_at - now()))
    limit 1;
  end if;
  if found_booking is null then return answer; end if;

  roll_call := private.departure_roll_call((select departure_id from public.bookings where id = found_booking));
  state := roll_call #> array['guests', found_guest::text];
  select * into first_check_in from public.check_in_actions where id = (state #>> '{check_ins,0}')::uuid;
  return answer || jsonb_build_object('match', (
    select jsonb_build_object(
      'departure_id', d.id, 'tour_id', d.tour_id, 'tour_title', private.localised(d.tour_id, 'title'),
      'starts_at', private.iso(d.starts_at), 'local_date', d.local_date,
      'meeting_point', private.localised(d.tour_id, 'meeting_point'),
      'guides', coalesce((
        select jsonb_agg(u.display_name order by g.role desc, u.display_name)
        from public.departure_guides as g join public.users as u on u.id = g.user_id
        where g.departure_id = d.id and g.status <> 'declined'), '[]'),
      'booking_id', b.id, 'booking_status', b.status, 'reference', b.reference, 'contact_name', b.contact_name,
      'total_amount', b.total_amount, 'paid_amount', b.paid_amount,
      'collected', coalesce(roll_call #> array['bookings', b.id::text, 'collected'], '0'),
      'currency', b.currency, 'expires_at', private.iso(b.expires_at),
      'guest_id', found_guest, 'guest_name', (select g.name from public.guests as g where g.id = found_guest),
      'status', state -> 'status', 'checked_in_at', state -> 'at',
      'checked_in_by', (select u.display_name from public.users as u where u.id = first_check_in.user_id),
      'checked_in_device', (
        select device.label from public.devices as device
        where device.id = first_check_in.device_id and device.user_id = first_check_in.user_id),
      'departed', jsonb_typeof(roll_call -> 'departed') = 'string')
    from public.bookings as b join public.departures as d on d.id = b.departure_id
    where b.id = found_booking));
end
$$;
comment on function public.check_in_look_up is 'Finds the booking or guest behind a code within a company; docs/protocol.md.';

revoke execute on function public.check_in_look_up(uuid, uuid, jsonb) from public, anon, authenticated;
grant execute on function public.check_in_look_up(uuid, uuid, jsonb) to authenticated;
