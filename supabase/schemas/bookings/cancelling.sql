-- Booking actions: cancel, reject, release, expire and restore, and what is refunded. ADR 026

create function private.refundable_amount(booking public.bookings) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case
      when now() <= (select starts_at from public.departures where id = booking.departure_id)
        - make_interval(hours => coalesce((booking.policy_snapshot ->> 'cancellation_cut_off_hours')::integer, 24))
        or (select status = 'cancelled' from public.departures where id = booking.departure_id)
      then greatest(private.paid_amount(booking.id), 0) else 0 end);
end
$$;
comment on function private.refundable_amount is
  'Returns the amount that the booking''s cancellation policy refunds now, in minor units: everything until the '
  'cut-off or if the departure is cancelled, then nothing.';

create function private.create_refund(
  actor private.booking_actor, booking public.bookings, amount bigint, note text, is_rest boolean default false
) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  -- Refunds already requested from a provider cannot be withdrawn.
  rest bigint := amount - coalesce((select sum(r.amount) from public.refunds as r
    where r.booking_id = booking.id and r.status = 'REFUND_PENDING' and r.payment_id is not null), 0);
  credited bigint := 0;
begin
  update public.refunds set status = 'WITHDRAWN'
  where booking_id = booking.id and (status = 'REFUND_FAILED' or status = 'REFUND_PENDING' and payment_id is null);
  -- The part on a partner's account is credited at once. When the remainder
  -- of an earlier decision is re-created, that part is already gone.
  if rest > 0 and not is_rest then
    credited := private.credit_account(
      actor, booking, least(rest, private.account_share_of_refund(booking, amount)), note);
    rest := rest - credited;
  end if;
  if rest > 0 then
    insert into public.refunds (company_id, booking_id, amount, currency, status, note, user_id, is_silent)
    values (
      booking.company_id,
      booking.id,
      rest,
      booking.currency,
      'REFUND_PENDING',
      note,
      actor.person,
      actor.is_silent);
  end if;
  return credited;
end
$$;
comment on function private.create_refund is
  'Replaces the pending refunds of a booking by a new amount. Returns the part credited to partners'' accounts. '
  'is_rest: the amount is the remainder of an earlier decision.';

create function private.cancel_booking(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
  checked_in constant uuid[] := private.checked_in_guests(booking.departure_id, private.active_guests(booking.id));
  cancel_reason constant public.booking_reason := coalesce(input ->> 'reason', 'guest_request')::public.booking_reason;
  reason_note constant text := private.parse_text_field(input, 'reason_note', 1000);
  refund_rule constant text := case when actor.is_staff then coalesce(input ->> 'refund', 'policy') else 'policy' end;
  paid constant bigint := greatest(private.paid_amount(booking.id), 0);
  mail_text constant text := private.parse_text_field(input, 'message', 2000);
  is_mailed boolean := false;
  amount bigint;
  credited bigint;
begin
  if refund_rule <> 'policy' and not private.may_credit_account(actor, booking) then
    return '{"status": "not_permitted"}';
  end if;
  amount := case refund_rule
    when 'policy' then private.refundable_amount(booking)
    when 'full' then paid
    when 'none' then 0
    else refund_rule::bigint
  end;
  if amount < 0 then return '{"status": "invalid"}'; end if;
  if amount > paid then return jsonb_build_object('status', 'too_much', 'max', paid); end if;
  if checked_in <> '{}' and (input ->> 'confirm')::boolean is not true then
    return jsonb_build_object('status', 'checked_in', 'guests', to_jsonb(checked_in));
  end if;
  credited := private.create_refund(actor, booking, amount, reason_note);
  update public.bookings set status = 'CANCELLED', reason = cancel_reason where id = booking.id;
  -- A guest who cancels before the confirmation is sent gets only the cancellation mail, and the office's outbox lists
  -- no other.
  if not actor.is_staff and private.has_queued_mail(booking.id, '{booking-confirmed,booking-changed}') then
    delete from private.outbox_messages as mail
    where mail.booking_id = booking.id and mail.state = 'pending'
      and mail.template in ('booking-confirmed', 'booking-changed');
  end if;
  -- Staff decide whether and what the guest is told. Guests who cancel get a confirmation.
  if input ->> 'message' is not null and actor.is_staff
    or not actor.is_staff and private.can_receive_booking_mail(actor, booking)
  then
    is_mailed := private.enqueue_booking_mail(
      'booking-cancelled',
      booking,
      'cancel_booking:' || actor.request,
      jsonb_build_object('currency', booking.currency, 'refund', amount - credited, 'message', coalesce(mail_text, ''))
    ) is not null;
  end if;
  perform private.log_booking_change(
    actor,
    booking.id,
    'cancel_booking',
    facts,
    jsonb_build_object(
      'refund', amount,
      'on_account', nullif(-credited, 0),
      'reason_note', reason_note,
      'checked_in', nullif(to_jsonb(checked_in), '[]'),
      'mailed', nullif(is_mailed, false)));
  return private.booking_response(booking.id, jsonb_build_object('refund', amount, 'is_mailed', is_mailed)
    || private.action_result_details(jsonb_build_object('on_account', nullif(-credited, 0))));
end
$$;
comment on function private.cancel_booking is
  'Cancels a confirmed booking: {"reason"?, "reason_note"?, "refund"?: "policy" | "full" | "none" | minor units, '
  '"confirm"?, "message"?: text of the mail, which may be empty; without it, staff send none}. The refund is pending '
  'until paid out, or credited to a partner''s account at once ("on_account"). Refusals: too_much, checked_in, '
  'not_permitted, invalid.';

create function private.release_hold(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
begin
  update public.bookings set status = 'EXPIRED', expires_at = least(expires_at, clock_timestamp()),
    reason = coalesce(input ->> 'reason', 'hold_expired')::public.booking_reason
  where id = booking.id;
  perform private.log_booking_change(actor, booking.id, 'release_hold', facts);
  return private.booking_response(booking.id);
end
$$;
comment on function private.release_hold is 'Releases the seats of a hold.';

create function private.reject_booking(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
  reason_note constant text := private.parse_text_field(input, 'reason_note', 1000);
begin
  -- Rejected guests get a full refund.
  perform private.create_refund(actor, booking, private.paid_amount(booking.id), reason_note);
  update public.bookings
  set status = 'REJECTED', expires_at = null, reason = coalesce(input ->> 'reason', 'other')::public.booking_reason
  where id = booking.id;
  perform private.log_booking_change(
    actor, booking.id, 'reject_booking', facts, jsonb_build_object('reason_note', reason_note));
  perform private.enqueue_booking_status_mail(
    actor,
    booking.id,
    jsonb_build_object(
      'refund', private.paid_amount(booking.id) - private.on_account(booking.id),
      'message', coalesce(private.parse_text_field(input, 'message', 2000), '')));
  return private.booking_response(booking.id);
end
$$;
comment on function private.reject_booking is 'Rejects a booking request, with a full refund.';

create function private.end_cancelled_departure_booking(booking uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant private.booking_actor := ((select auth.uid()), true, null, null, false);
  stored public.bookings;
  facts jsonb;
begin
  select * into stored from public.bookings where id = end_cancelled_departure_booking.booking for update;
  if private.is_released_status(stored.status) then return; end if;
  facts := private.booking_facts(stored);
  -- Guests of a cancelled departure get a full refund.
  perform private.create_refund(actor, stored, private.paid_amount(stored.id), null);
  -- Holds expire, requests are rejected, confirmed bookings are cancelled.
  update public.bookings
  set reason = end_cancelled_departure_booking.reason::public.booking_reason,
    status = case stored.status
      when 'ON_HOLD' then 'EXPIRED'
      when 'PENDING' then 'REJECTED'
      else 'CANCELLED'
    end::public.booking_status
  where id = stored.id;
  perform private.log_booking_change(
    actor,
    stored.id,
    case stored.status
      when 'ON_HOLD' then 'release_hold'
      when 'PENDING' then 'reject_booking'
      else 'cancel_booking'
    end,
    facts);
end
$$;
comment on function private.end_cancelled_departure_booking is
  'Ends a booking whose (locked) departure is cancelled, with a full refund.';

create function private.restore_booking(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
  departure public.departures;
  restored public.bookings;
  verdict jsonb;
begin
  -- A booking of an undone walk-in, or one that was merged, cannot be restored.
  if booking.reason = 'merged'
    or exists (
      select from public.check_in_actions as a
      where a.departure_id = booking.departure_id and a.kind = 'walk_in' and a.booking_id = booking.id)
      and private.active_guests(booking.id) = '{}'
  then
    return jsonb_build_object('status', 'wrong_state', 'state', private.booking_state(booking));
  end if;
  if booking.contact_name = '—' then return '{"status": "no_contact"}'; end if;
  -- If no guest is active, all were cancelled with the booking.
  if private.active_guests(booking.id) = '{}' then
    update public.guests set is_cancelled = false where booking_id = booking.id;
  end if;
  select * into departure from public.departures where id = booking.departure_id;
  verdict := private.check_availability(
    actor,
    departure,
    private.booking_tickets(booking.id),
    private.booking_seats(booking.id),
    input ->> 'override',
    private.allotment_partner(booking));
  -- Raised instead of returned, so that the guests are rolled back, too.
  if verdict ->> 'status' <> 'ok' then
    raise exception using errcode = 'MU002', message = 'refused', detail = verdict::text;
  end if;
  perform private.create_refund(actor, booking, 0, null);
  update public.bookings set status = 'CONFIRMED', expires_at = null, reason = null
  where id = booking.id
  returning * into restored;
  perform private.redeem_voucher(actor, restored);
  verdict := private.adjust_account(actor, booking, input, verdict, true);
  perform private.log_booking_change(actor, booking.id, 'restore_booking', facts, verdict - 'status');
  perform private.enqueue_booking_status_mail(actor, booking.id);
  return private.booking_response(booking.id, private.action_result_details(verdict - 'overridden_rules'));
end
$$;
comment on function private.restore_booking is
  'Restores an ended booking if its seats are still free. Withdraws pending refunds and charges a credited account '
  'again: {"override"?, "account"?: false}.';

create function private.decide_refund(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  amount constant bigint := (input ->> 'amount')::bigint;
  reason_note constant text := private.parse_text_field(input, 'reason_note', 1000);
  paid constant bigint := greatest(private.paid_amount(booking.id), 0);
  facts constant jsonb := private.booking_facts(booking);
begin
  if amount is null or amount < 0 then return '{"status": "invalid"}'; end if;
  if not private.may_credit_account(actor, booking) then return '{"status": "not_permitted"}'; end if;
  if amount > paid then return jsonb_build_object('status', 'too_much', 'max', paid); end if;
  perform private.create_refund(actor, booking, amount, reason_note);
  perform private.log_booking_change(
    actor, booking.id, 'decide_refund', facts, jsonb_build_object('refund', amount, 'reason_note', reason_note));
  return private.booking_response(booking.id);
end
$$;
comment on function private.decide_refund is
  'Replaces the amount to be refunded: {"amount", "reason_note"?}. Refusals: too_much, not_permitted, invalid.';

create function private.expire_hold(booking uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.bookings;
  facts jsonb;
begin
  select * into stored from public.bookings as b where b.id = booking for update;
  if stored.status is distinct from 'ON_HOLD' or stored.expires_at > clock_timestamp() then return; end if;
  facts := private.booking_facts(stored) || '{"state": "ON_HOLD"}';
  update public.bookings set status = 'EXPIRED', reason = 'hold_expired' where id = booking;
  perform private.log_booking_change((null, false, null, null, false), booking, 'release_hold', facts);
end
$$;
comment on function private.expire_hold is 'Marks a hold past its time as expired.';
