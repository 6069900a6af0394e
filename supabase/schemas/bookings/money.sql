-- Booking actions: record payments and refunds, and transfer payments. ADR 025 and 026

create function private.record_payment(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  -- The amount due is read under the lock, as the caller's may be outdated.
  amount constant bigint := case
    when input ->> 'amount' = 'due' then (private.booking_money(booking) ->> 'due')::bigint
    else (input ->> 'amount')::bigint
  end;
  chosen_method constant public.payment_method := coalesce(input ->> 'method', 'other')::public.payment_method;
  facts constant jsonb := private.booking_facts(booking);
  verdict jsonb := '{"status": "ok"}';
  new_id uuid;
begin
  if amount = 0 and input ->> 'amount' = 'due' then return '{"status": "nothing_due"}'; end if;
  if amount is null or amount not between 1 and 1000000000000 or chosen_method = 'moved' then
    return '{"status": "invalid"}';
  end if;
  if input ->> 'currency' <> booking.currency then return '{"status": "wrong_currency"}'; end if;
  if chosen_method = 'on_account' then
    verdict := private.charge_account(actor, booking, amount, input ->> 'override');
    if verdict ->> 'status' <> 'ok' then return verdict; end if;
    new_id := (verdict ->> 'payment_id')::uuid;
  else
    insert into public.payments (
      company_id,
      booking_id,
      amount,
      currency,
      method,
      reference,
      idempotency_key,
      user_id,
      is_silent)
    values (
      booking.company_id,
      booking.id,
      amount,
      booking.currency,
      chosen_method,
      private.parse_text_field(input, 'reference', 200),
      'request:' || actor.request,
      actor.person,
      actor.is_silent)
    returning id into new_id;
  end if;
  perform private.log_booking_change(actor, booking.id, 'record_payment', facts,
    jsonb_build_object('amount', amount, 'method', chosen_method) || (verdict - 'status' - 'payment_id'));
  return private.booking_response(booking.id, jsonb_build_object('payment_id', new_id));
end
$$;
comment on function private.record_payment is
  'Records a payment: {"amount": minor units or "due", "currency"?, "method"?, "reference"?}. Overpayments are '
  'accepted and shown. The method on_account charges the booking''s partner instead, above its credit limit with a '
  'reason ("override"). Refusals: nothing_due, wrong_currency, invalid, and those of private.charge_account.';

create function private.record_refund(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  decided public.refunds;
  amount bigint := (input ->> 'amount')::bigint;
  refund_method constant public.payment_method := coalesce(input ->> 'method', 'other')::public.payment_method;
  proof constant text := private.parse_text_field(input, 'reference', 200);
  facts constant jsonb := private.booking_facts(booking);
  paid constant bigint := greatest(private.paid_amount(booking.id), 0);
begin
  if refund_method = 'moved' or refund_method = 'on_account' and input ->> 'refund_id' is not null then
    return '{"status": "invalid"}';
  end if;
  if input ->> 'refund_id' is not null then
    select * into decided from public.refunds
    where id = (input ->> 'refund_id')::uuid and booking_id = booking.id
      and (status = 'REFUND_FAILED' or status = 'REFUND_PENDING' and payment_id is null) for update;
    if decided.id is null then return '{"status": "not_found"}'; end if;
    amount := decided.amount;
  end if;
  if amount is null or amount < 1 then return '{"status": "invalid"}'; end if;
  if amount > paid then return jsonb_build_object('status', 'too_much', 'max', paid); end if;
  if refund_method = 'on_account' then
    if not private.may_credit_account(actor, booking) then return '{"status": "not_permitted"}'; end if;
    if amount > private.on_account(booking.id) then
      return jsonb_build_object('status', 'too_much', 'max', least(paid, greatest(private.on_account(booking.id), 0)));
    end if;
    perform private.credit_account(actor, booking, amount, proof);
  elsif decided.id is not null then
    update public.refunds
    set status = 'REFUNDED', refunded_at = now(), method = refund_method, reference = proof, is_silent = actor.is_silent
    where id = decided.id;
  else
    insert into public.refunds (
      company_id,
      booking_id,
      amount,
      currency,
      method,
      status,
      reference,
      idempotency_key,
      user_id,
      is_silent,
      refunded_at)
    values (
      booking.company_id,
      booking.id,
      amount,
      booking.currency,
      refund_method,
      'REFUNDED',
      proof,
      'request:' || actor.request,
      actor.person,
      actor.is_silent,
      now())
    returning * into decided;
    -- It reduces the amount that is owed.
    perform private.create_refund(
      actor,
      booking,
      coalesce((
        select sum(r.amount) from public.refunds as r
        where r.booking_id = booking.id and r.status in ('REFUND_PENDING', 'REFUND_FAILED')), 0)::bigint - amount,
      null,
      true);
  end if;
  perform private.log_booking_change(actor, booking.id, 'record_refund', facts,
    jsonb_build_object('amount', amount, 'method', refund_method));
  return private.booking_response(booking.id, jsonb_build_object('refund_id', decided.id));
end
$$;
comment on function private.record_refund is
  'Records a refund that was paid out: {"refund_id"} of a pending one, or {"amount"}, '
  'with "method" and "reference". At most the balance. The method on_account credits '
  'the partner''s account. Refusals: not_found, too_much, not_permitted, invalid.';

create function private.transfer_payments(
  actor private.booking_actor, giver public.bookings, taker public.bookings, amount bigint
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  rest bigint := amount;
  owing record;
  drawn record;
  part bigint;
begin
  -- Amounts on partners' accounts move first and stay on account, so that the other booking can credit them.
  for owing in select * from private.booking_accounts(giver) loop
    part := least(rest, owing.amount);
    exit when part <= 0;
    insert into public.refunds (
      company_id,
      booking_id,
      amount,
      currency,
      method,
      organisation_id,
      status,
      reference,
      user_id,
      refunded_at)
    values (
      giver.company_id,
      giver.id,
      part,
      giver.currency,
      'on_account',
      owing.organisation_id,
      'REFUNDED',
      taker.reference,
      actor.person,
      now());
    insert into public.payments (company_id, booking_id, amount, currency, method, organisation_id, reference, user_id)
    values (
      taker.company_id,
      taker.id,
      part,
      taker.currency,
      'on_account',
      owing.organisation_id,
      giver.reference,
      actor.person);
    rest := rest - part;
  end loop;
  -- Then amounts paid by gift vouchers, so that the other booking can refund them to the vouchers.
  for drawn in select * from private.voucher_payments(giver.id) loop
    part := least(rest, drawn.amount);
    exit when part <= 0;
    insert into public.refunds (
      company_id,
      booking_id,
      amount,
      currency,
      method,
      provider,
      payment_id,
      status,
      reference,
      user_id,
      refunded_at)
    values (
      giver.company_id,
      giver.id,
      part,
      giver.currency,
      'moved',
      'gift',
      drawn.payment_id,
      'REFUNDED',
      taker.reference,
      actor.person,
      now());
    insert into public.payments (
      company_id,
      booking_id,
      amount,
      currency,
      method,
      provider,
      gift_id,
      reference,
      user_id)
    values (
      taker.company_id,
      taker.id,
      part,
      taker.currency,
      'moved',
      'gift',
      drawn.gift_id,
      giver.reference,
      actor.person);
    rest := rest - part;
  end loop;
  if rest <= 0 then return; end if;
  insert into public.refunds (company_id, booking_id, amount, currency, method, status, reference, user_id, refunded_at)
  values (giver.company_id, giver.id, rest, giver.currency, 'moved', 'REFUNDED', taker.reference, actor.person, now());
  insert into public.payments (company_id, booking_id, amount, currency, method, reference, user_id)
  values (taker.company_id, taker.id, rest, taker.currency, 'moved', giver.reference, actor.person);
end
$$;
comment on function private.transfer_payments is
  'Moves paid money, account charges and voucher payments from '
  'one booking to another, as refunds and payments in the ledger.';
