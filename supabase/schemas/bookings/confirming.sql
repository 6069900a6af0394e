-- Booking action: confirm. ADR 026
-- An action gets its locked booking and returns the response. Office and guests share actions; callers check
-- permissions and idempotency.

create function private.confirm_booking(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
  contact constant jsonb := input -> 'contact';
  target_status constant public.booking_status := coalesce(input ->> 'state', 'CONFIRMED')::public.booking_status;
  departure public.departures;
  confirmed public.bookings;
  verdict jsonb := '{"status": "ok"}';
begin
  perform private.check_contact(contact);
  if target_status not in ('PENDING', 'CONFIRMED') then return '{"status": "invalid"}'; end if;
  if coalesce(private.parse_text_field(contact, 'name', 200), booking.contact_name) = '—' then
    return '{"status": "no_contact"}';
  end if;
  select * into departure from public.departures where id = booking.departure_id;
  if private.booking_state(booking) = 'EXPIRED' then
    verdict := private.check_availability(
      actor,
      departure,
      private.booking_tickets(booking.id),
      private.booking_seats(booking.id),
      input ->> 'override',
      private.allotment_partner(booking));
    if verdict ->> 'status' <> 'ok' then return verdict; end if;
  elsif departure.status = 'cancelled' then
    return '{"status": "departure_cancelled"}';
  end if;
  update public.bookings
  set status = target_status, expires_at = null, reason = null,
    contact_name = coalesce(private.parse_text_field(contact, 'name', 200), contact_name),
    contact_email = coalesce(private.parse_email_field(contact), contact_email),
    contact_phone = coalesce(private.parse_text_field(contact, 'phone', 50), contact_phone),
    country = coalesce(contact ->> 'country', country), locale = coalesce((contact ->> 'locale')::public.locale, locale)
  where id = booking.id
  returning * into confirmed;
  perform private.redeem_voucher(actor, confirmed);
  -- A guest's limit of holds does not count those that became bookings.
  perform private.release_hold_limit(booking.access_token_hash);
  perform private.log_booking_change(actor, booking.id, 'confirm_booking', facts, verdict - 'status');
  perform private.enqueue_booking_status_mail(actor, booking.id);
  return private.booking_response(booking.id);
end
$$;
comment on function private.confirm_booking is
  'Confirms a hold or a request: {"contact"?, "state"?: PENDING makes it a request, "override"?}. An expired hold is '
  'confirmed if its seats are still free. A booking needs a contact name (no_contact).';
