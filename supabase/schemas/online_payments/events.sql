-- Payments and disputes that the provider reports, and a payment's status for the guest. ADR 044

create function public.guest_read_payment(token text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
  stored constant public.bookings := private.guest_booking(token, '{guest,payment}');
  payment jsonb;
begin
  if refused is not null then return refused; end if;
  if stored.id is null then return '{"status": "not_found"}'; end if;
  payment := jsonb_build_object('payment', private.payment_state(stored));
  return case
    when private.find_linked_booking(token, '{payment}') is null then private.guest_booking_response(stored.id, payment)
    else private.viewer_booking_response(stored.id, payment)
  end;
end
$$;
comment on function public.guest_read_payment is
  'Returns the booking behind a link with its payment status. not_found is the same for a wrong, a foreign and a '
  'missing token.';
grant execute on function public.guest_read_payment(text) to anon, authenticated;

create function private.process_paid(
  event private.payment_events, paying private.payment_sessions
) returns private.payment_outcome
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant private.booking_actor := (null, false, null, null, false);
  key constant text := event.provider || ':' || event.payment;
  stored public.bookings;
  new_payment public.payments;
  state public.booking_status;
  facts jsonb;
  due bigint;
begin
  if exists (select from public.payments where company_id = event.company_id and idempotency_key = key) then
    return 'repeated';
  end if;
  select * into stored from public.bookings where id = paying.booking_id;
  state := private.booking_state(stored);
  facts := private.booking_facts(stored);
  due := stored.total_amount - private.paid_amount(stored.id);
  insert into public.payments (
    company_id,
    booking_id,
    amount,
    currency,
    method,
    provider,
    reference,
    idempotency_key,
    status)
  values (
    stored.company_id,
    stored.id,
    event.amount,
    event.currency,
    'online',
    event.provider,
    event.payment,
    key,
    -- Another currency cannot be added up: such a payment is stored as failed and refunded.
    case when event.currency = paying.currency then 'RECEIVED' else 'FAILED' end::public.payment_status)
  returning * into new_payment;
  update private.payment_sessions as s
  set state = case when event.currency = paying.currency and event.amount = paying.amount then 'paid'
    when s.state = 'open' then 'closed' else s.state::text end::private.payment_session_state
  where s.id = paying.id;
  if new_payment.status = 'FAILED' then
    perform private.enqueue_job(
      'refund_payment',
      jsonb_build_object('refund', new_payment.id),
      new_payment.company_id,
      'refund:' || new_payment.id);
    return 'wrong_currency';
  end if;
  perform private.log_booking_change(
    actor, stored.id, 'record_payment', facts, jsonb_build_object('amount', new_payment.amount, 'method', 'online'));
  if event.amount <> paying.amount then
    perform private.refund_payment(new_payment);
    return 'wrong_amount';
  -- Also if part of it was refunded since: a session is paid once.
  elsif paying.state = 'paid' or due <= 0 then
    perform private.refund_payment(new_payment);
    return 'paid_twice';
  elsif state in ('CONFIRMED', 'PENDING') then
    return 'received';
  elsif state in ('ON_HOLD', 'EXPIRED') then
    -- A hold that the guest replaced by another one is not restored.
    if state = 'EXPIRED' and stored.reason = 'guest_request' then
      perform private.refund_payment(new_payment);
      return 'booking_ended';
    end if;
    -- The same action as guests and office use: an expired hold gets its seats again if they are free.
    if private.execute_booking_action(
      actor, 'confirm_booking', jsonb_build_object('booking', stored.id, 'change', '{}'::jsonb)
    ) ->> 'status' = 'ok'
    then
      return 'received';
    end if;
    perform private.refund_payment(new_payment);
    return 'seats_taken';
  end if;
  perform private.refund_payment(new_payment);
  return 'booking_ended';
end
$$;
comment on function private.process_paid is
  'Records a payment in the ledger once and confirms the booking, or refunds the payment. Returns the outcome.';

create function private.process_disputed(
  event private.payment_events, payment public.payments
) returns private.payment_outcome
language plpgsql security definer set search_path = ''
as $$
declare
  facts jsonb;
begin
  if payment.id is null then return 'waiting'; end if;
  -- A dispute has several events in any order; a won dispute stays won.
  if exists (select from public.refunds as r where r.payment_id = payment.id and r.reference = event.refund) then
    return 'repeated';
  end if;
  if payment.status <> 'RECEIVED'
    or payment.currency <> event.currency
    or exists (
      select from private.payment_events as e
      where e.company_id = event.company_id and e.provider = event.provider and e.fact = 'dispute_won'
        and e.refund = event.refund)
  then
    return 'ignored';
  end if;
  select private.booking_facts(b) into facts from public.bookings as b where b.id = payment.booking_id;
  insert into public.refunds (
    company_id,
    booking_id,
    amount,
    currency,
    method,
    status,
    provider,
    reference,
    payment_id,
    idempotency_key,
    is_silent,
    refunded_at)
  values (
    payment.company_id,
    payment.booking_id,
    event.amount,
    event.currency,
    'online',
    'REFUNDED',
    event.provider,
    event.refund,
    payment.id,
    event.provider || ':dispute:' || event.refund,
    true,
    now());
  perform private.log_booking_change(
    (null, false, null, null, false),
    payment.booking_id,
    'record_dispute',
    facts,
    jsonb_build_object('amount', event.amount, 'method', 'online'));
  insert into private.payment_differences (
    company_id,
    provider,
    is_refund,
    reference,
    difference,
    booking_id,
    amount,
    currency,
    provider_amount,
    provider_currency)
  values (
    payment.company_id,
    event.provider,
    true,
    event.refund,
    'disputed',
    payment.booking_id,
    payment.amount,
    payment.currency,
    event.amount,
    event.currency)
  on conflict on constraint payment_differences_once do update
  set seen_at = excluded.seen_at;
  return 'disputed';
end
$$;
comment on function private.process_disputed is
  'Records a payment that the guest''s bank took back: the booking owes it again, and the office sees a payment '
  'difference until someone settles it. Returns the outcome.';

create function public.process_payment_event(event uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  stored private.payment_events;
  paying private.payment_sessions;
  recorded_payment public.payments;
  affected_booking uuid;
  new_outcome private.payment_outcome;
  waiting_event uuid;
begin
  select * into stored from private.payment_events where id = event;
  if stored.id is null then return '{"status": "unknown"}'; end if;
  select * into paying from private.payment_sessions as s where s.id = stored.session_id;
  select * into recorded_payment from public.payments as p
  where p.company_id = stored.company_id and p.idempotency_key = stored.provider || ':' || stored.payment;
  affected_booking := coalesce(paying.booking_id, recorded_payment.booking_id,
    (select r.booking_id from public.refunds as r where r.id = stored.refund_id and r.company_id = stored.company_id));
  -- Events of one booking are processed one at a time.
  if affected_booking is not null then perform private.lock_bookings(array[affected_booking]); end if;
  select * into stored from private.payment_events where id = event for update;
  if stored.outcome <> 'waiting' then return jsonb_build_object('status', 'ok', 'outcome', stored.outcome); end if;
  -- Read again, as they may have changed while waiting for the lock.
  select * into paying from private.payment_sessions as s where s.id = stored.session_id;
  select * into recorded_payment from public.payments as p
  where p.company_id = stored.company_id and p.idempotency_key = stored.provider || ':' || stored.payment;

  if stored.is_foreign or paying.company_id <> stored.company_id or paying.provider <> stored.provider then
    new_outcome := 'foreign';
  elsif stored.fact in ('paid', 'refused', 'expired') and paying.id is null then
    new_outcome := 'unknown';
  elsif stored.fact = 'paid' then
    new_outcome := private.process_paid(stored, paying);
  elsif stored.fact = 'refused' then
    update private.payment_sessions set refused_at = clock_timestamp() where id = paying.id and state = 'open';
    new_outcome := 'refused';
  elsif stored.fact = 'expired' then
    update private.payment_sessions set state = 'expired' where id = paying.id and state = 'open';
    new_outcome := 'expired';
  elsif stored.fact = 'refunded' then
    new_outcome := private.process_refunded(stored, recorded_payment);
  elsif stored.fact = 'refunded_total' then
    new_outcome := private.process_refunded_total(stored, recorded_payment);
  elsif stored.fact = 'refund_failed' then
    new_outcome := private.process_refund_failed(stored, recorded_payment);
  elsif stored.fact = 'disputed' then
    new_outcome := private.process_disputed(stored, recorded_payment);
  elsif stored.fact = 'dispute_won' then
    new_outcome := private.process_dispute_won(stored, recorded_payment);
  else
    new_outcome := 'ignored';
  end if;
  update private.payment_events set outcome = new_outcome, handled_at = clock_timestamp() where id = stored.id;
  if stored.fact = 'paid' then
    for waiting_event in
      select e.id from private.payment_events as e
      where e.company_id = stored.company_id and e.provider = stored.provider and e.payment = stored.payment
        and e.outcome = 'waiting'
      order by e.received_at
    loop
      perform public.process_payment_event(waiting_event);
    end loop;
  end if;
  return jsonb_build_object('status', 'ok', 'outcome', new_outcome);
end
$$;
comment on function public.process_payment_event is
  'Processes a stored event in one transaction, in any order of arrival. Returns its outcome; a repeat returns the '
  'stored one.';

grant execute on function public.process_payment_event(uuid) to service_role;
