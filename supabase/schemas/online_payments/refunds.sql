-- Refunds by the payment's provider, for the function run-jobs. ADR 044

create function private.refund_payment(payment public.payments) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.refunds (
    company_id,
    booking_id,
    amount,
    currency,
    method,
    status,
    provider,
    payment_id,
    idempotency_key)
  values (
    payment.company_id,
    payment.booking_id,
    payment.amount,
    payment.currency,
    'online',
    'REFUND_PENDING',
    payment.provider,
    payment.id,
    'return:' || payment.idempotency_key);
end
$$;
comment on function private.refund_payment is 'Creates a full refund of an unwanted payment to its original method.';

create function private.complete_refund(refund public.refunds, reference text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  facts jsonb;
begin
  select private.booking_facts(b) into facts from public.bookings as b where b.id = refund.booking_id;
  update public.refunds as r
  set
    status = 'REFUNDED',
    refunded_at = now(),
    method = 'online',
    reference = complete_refund.reference,
    failure = null,
    is_silent = false
  where r.id = refund.id;
  perform private.log_booking_change((null, false, null, null, false), refund.booking_id, 'record_refund', facts,
    jsonb_build_object('amount', refund.amount, 'method', 'online'));
end
$$;
comment on function private.complete_refund is
  'Marks a refund as sent by its provider under the provider''s reference.';

create function private.process_refunded(
  event private.payment_events, payment public.payments
) returns private.payment_outcome
language plpgsql security definer set search_path = ''
as $$
declare
  ours public.refunds;
  facts jsonb;
begin
  select * into ours from public.refunds as r
  where r.company_id = event.company_id
    and (r.id = event.refund_id or r.payment_id = payment.id and r.reference = event.refund);
  if ours.id is not null then
    -- A failed refund with this id: the event of its failure arrived first.
    if ours.status = 'REFUNDED' or ours.reference = event.refund then return 'repeated'; end if;
    if ours.status <> 'REFUND_PENDING' then return 'ignored'; end if;
    perform private.complete_refund(ours, event.refund);
    return 'refunded';
  end if;
  if payment.id is null then return 'waiting'; end if;
  -- The charge's total may have reported it before, without its id.
  update public.refunds as r
  set reference = event.refund, idempotency_key = event.provider || ':' || event.refund
  where r.id = (
    select refund_row.id from public.refunds as refund_row
    where refund_row.payment_id = payment.id and refund_row.status = 'REFUNDED'
      and refund_row.amount = event.amount and refund_row.idempotency_key like event.provider || ':total:%'
    order by refund_row.refunded_at limit 1);
  if found then return 'repeated'; end if;
  if payment.status <> 'RECEIVED'
    or payment.currency <> event.currency
    or exists (
      select from private.payment_events as e
      where e.company_id = event.company_id and e.provider = event.provider and e.fact = 'refund_failed'
        and e.refund = event.refund)
  then
    return 'ignored';
  end if;
  -- A refund made by hand in the provider's dashboard is recorded as well.
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
    event.provider || ':' || event.refund,
    now());
  perform private.log_booking_change(
    (null, false, null, null, false),
    payment.booking_id,
    'record_refund',
    facts,
    jsonb_build_object('amount', event.amount, 'method', 'online'));
  return 'refunded';
end
$$;
comment on function private.process_refunded is
  'Completes a refund that we requested, or records one payment in the provider''s dashboard. Returns the outcome.';

create function private.process_refunded_total(
  event private.payment_events, payment public.payments
) returns private.payment_outcome
language plpgsql security definer set search_path = ''
as $$
declare
  -- A refund that we requested has its own event. A dispute is no refund.
  more constant bigint := event.amount - coalesce((select sum(r.amount) from public.refunds as r
    where r.payment_id = payment.id and r.status in ('REFUNDED', 'REFUND_PENDING') and not private.is_dispute(r)), 0);
  facts jsonb;
begin
  if payment.id is null then return 'waiting'; end if;
  if payment.status <> 'RECEIVED' or payment.currency <> event.currency then return 'ignored'; end if;
  if more <= 0 then return 'repeated'; end if;
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
    refunded_at)
  values (
    payment.company_id,
    payment.booking_id,
    more,
    event.currency,
    'online',
    'REFUNDED',
    event.provider,
    event.refund,
    payment.id,
    event.provider || ':total:' || event.payment || ':' || event.amount,
    now());
  perform private.log_booking_change(
    (null, false, null, null, false),
    payment.booking_id,
    'record_refund',
    facts,
    jsonb_build_object('amount', more, 'method', 'online'));
  return 'refunded';
end
$$;
comment on function private.process_refunded_total is
  'Records the part of a provider''s refund total that the ledger does not have yet. Returns the outcome.';

create function private.is_dispute(refund public.refunds) returns boolean
language sql immutable parallel safe
return coalesce(refund.idempotency_key like '%:dispute:%', false);
comment on function private.is_dispute is
  'Returns whether a refund row is a dispute: the guest''s bank took the money back.';

create function private.process_dispute_won(
  event private.payment_events, payment public.payments
) returns private.payment_outcome
language plpgsql security definer set search_path = ''
as $$
declare
  taken public.refunds;
  facts jsonb;
begin
  select * into taken from public.refunds as r where r.payment_id = payment.id and r.reference = event.refund;
  if taken.id is null then return 'ignored'; end if;
  if taken.status <> 'REFUNDED' then return 'repeated'; end if;
  select private.booking_facts(b) into facts from public.bookings as b where b.id = payment.booking_id;
  update public.refunds as r set status = 'WITHDRAWN', refunded_at = null where r.id = taken.id;
  perform private.log_booking_change(
    (null, false, null, null, false),
    payment.booking_id,
    'record_dispute_won',
    facts,
    jsonb_build_object('amount', taken.amount, 'method', 'online'));
  return 'dispute_won';
end
$$;
comment on function private.process_dispute_won is
  'Withdraws the refund row of a dispute that was won. Returns the outcome.';

create function private.fail_refund(refund public.refunds, reference text, failure text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.refunds as r
  set status = 'REFUND_FAILED', refunded_at = null, tries = r.tries + 1,
    reference = coalesce(fail_refund.reference, r.reference), failure = left(fail_refund.failure, 500)
  where r.id = refund.id;
end
$$;
comment on function private.fail_refund is 'Marks a refund as failed; it stays owed until someone settles it.';

create function private.process_refund_failed(
  event private.payment_events, payment public.payments
) returns private.payment_outcome
language plpgsql security definer set search_path = ''
as $$
declare
  ours public.refunds;
begin
  select * into ours from public.refunds as r
  where r.company_id = event.company_id
    and (r.id = event.refund_id or r.payment_id = payment.id and r.reference = event.refund);
  if ours.id is null then return 'ignored'; end if;
  if ours.status = 'REFUND_FAILED' and ours.reference = event.refund
    or ours.status = 'REFUNDED' and ours.reference <> event.refund
  then
    return 'repeated';
  end if;
  perform private.fail_refund(ours, event.refund, 'The provider could not pay it back.');
  return 'refund_failed';
end
$$;
comment on function private.process_refund_failed is
  'Marks a sent refund as failed that the provider could not deliver. Returns the outcome.';

create function private.enqueue_refund(refund public.refunds, at timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue_job(
    'refund_payment',
    jsonb_build_object('refund', refund.id),
    refund.company_id,
    'refund:' || refund.id || ':' || refund.tries,
    at);
end
$$;
comment on function private.enqueue_refund is 'Queues the job that sends a refund to its provider, once per try.';

create function private.send_refunds(after public.refunds[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  refund public.refunds;
begin
  for refund in
    select r.* from unnest(after) as r
    where r.status = 'REFUND_PENDING'
      and exists (
        select from public.payments as p
        where p.booking_id = r.booking_id and p.method = 'online' and p.provider is not null and p.status = 'RECEIVED'
      )
  loop
    -- A refund decided by a person can be undone for two minutes.
    perform private.enqueue_refund(
      refund, clock_timestamp() + case when refund.payment_id is null then interval '2 minutes' else interval '0' end);
  end loop;
end
$$;
comment on function private.send_refunds is 'Queues new refunds of bookings that were paid online.';

create function private.allocate_refund(refund public.refunds) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  paid record;
  rest bigint := refund.amount;
  part bigint;
begin
  for paid in
    select p.id, p.provider,
      p.amount - coalesce((
        select sum(r.amount) from public.refunds as r where r.payment_id = p.id and r.status <> 'WITHDRAWN'
      ), 0) as remains
    from public.payments as p
    where p.booking_id = refund.booking_id and p.method = 'online' and p.provider is not null and p.status = 'RECEIVED'
    order by remains desc, p.received_at
  loop
    part := least(rest, paid.remains);
    exit when part <= 0;
    if rest = refund.amount then
      update public.refunds
      set amount = part, payment_id = paid.id, provider = paid.provider, method = 'online'
      where id = refund.id;
    else
      insert into public.refunds (
        company_id,
        booking_id,
        amount,
        currency,
        method,
        status,
        provider,
        note,
        payment_id,
        user_id)
      values (
        refund.company_id,
        refund.booking_id,
        part,
        refund.currency,
        'online',
        'REFUND_PENDING',
        paid.provider,
        refund.note,
        paid.id,
        refund.user_id);
    end if;
    rest := rest - part;
  end loop;
  -- The rest was paid otherwise and is refunded by hand.
  if rest between 1 and refund.amount - 1 then
    insert into public.refunds (company_id, booking_id, amount, currency, status, note, user_id)
    values (refund.company_id, refund.booking_id, rest, refund.currency, 'REFUND_PENDING', refund.note, refund.user_id);
  end if;
end
$$;
comment on function private.allocate_refund is
  'Distributes a pending refund over the online payments it can go back to.';

create function private.lock_refund(refund uuid) returns public.refunds
language plpgsql volatile security definer set search_path = ''
as $$
declare
  refund_row public.refunds;
begin
  select * into refund_row from public.refunds as r where r.id = refund;
  if refund_row.id is not null then
    perform private.lock_bookings(array[refund_row.booking_id]);
    -- Read again, as it may have changed while waiting for the lock.
    select * into refund_row from public.refunds as r where r.id = refund;
  end if;
  return refund_row;
end
$$;
comment on function private.lock_refund is 'Returns a refund under its booking''s lock, or nulls if there is none.';

create function public.read_refund_to_send(refund uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  refund_row public.refunds := private.lock_refund(refund);
  paid public.payments;
  settings private.payment_settings;
  rest bigint;
begin
  if refund_row.id is not null then
    if refund_row.status = 'REFUND_PENDING' and refund_row.payment_id is null then
      perform private.allocate_refund(refund_row);
      select * into refund_row from public.refunds as r where r.id = refund;
    end if;
    if refund_row.status <> 'REFUND_PENDING' or refund_row.payment_id is null then return '{"status": "none"}'; end if;
    select * into paid from public.payments as p where p.id = refund_row.payment_id;
    -- Money that was refunded otherwise since is not sent again.
    rest := least(
      private.paid_amount(refund_row.booking_id),
      paid.amount - coalesce((
        select sum(r.amount) from public.refunds as r
        where r.payment_id = paid.id and r.status <> 'WITHDRAWN' and r.id <> refund_row.id), 0));
    if rest < refund_row.amount then
      update public.refunds as r
      set amount = case when rest > 0 then rest else r.amount end,
        status = case when rest > 0 then r.status else 'WITHDRAWN' end
      where r.id = refund_row.id
      returning * into refund_row;
      if rest <= 0 then return '{"status": "none"}'; end if;
    end if;
  else
    -- A payment in another currency has no refund row.
    select * into paid from public.payments as p where p.id = refund and p.status = 'FAILED' and p.provider is not null;
    if paid.id is null then return '{"status": "none"}'; end if;
  end if;
  select * into settings from private.payment_settings as s where s.company_id = paid.company_id;
  return jsonb_build_object(
    'status', 'ok',
    'provider', paid.provider,
    'secret_key', case when settings.provider = paid.provider then settings.secret_key end,
    'refund', jsonb_build_object(
      'id', refund,
      'key', concat_ws(':', refund, refund_row.tries, refund_row.amount),
      'payment', paid.reference,
      'amount', coalesce(refund_row.amount, paid.amount),
      'currency', paid.currency));
end
$$;
comment on function public.read_refund_to_send is
  'Returns the refund to request from the provider with its idempotency key and secret key, or none if it was sent or '
  'withdrawn.';

create function public.record_refund_sent(refund uuid, reference text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  refund_row constant public.refunds := private.lock_refund(refund);
begin
  if refund_row.id is null then return '{"status": "ok"}'; end if;
  if refund_row.status = 'REFUND_PENDING' then
    perform private.complete_refund(refund_row, record_refund_sent.reference);
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.record_refund_sent is
  'Marks a pending refund as accepted by the provider. Does nothing if it is no longer pending, or for a payment in '
  'another currency, which has no refund row.';

create function public.record_refund_refused(refund uuid, failure text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  refund_row constant public.refunds := private.lock_refund(refund);
begin
  if refund_row.id is null then return '{"status": "none"}'; end if;
  if refund_row.status = 'REFUND_PENDING' then
    perform private.fail_refund(refund_row, null, record_refund_refused.failure);
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.record_refund_refused is
  'Marks a pending refund as refused by the provider; the office sees it until someone settles it. Returns none for a '
  'payment in another currency, which has no refund row: its dead job shows the failure.';

grant execute on function
  public.read_refund_to_send(uuid),
  public.record_refund_sent(uuid, text),
  public.record_refund_refused(uuid, text)
to service_role;

create function private.retry_refund(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
  failed public.refunds;
begin
  select * into failed from public.refunds as r
  where r.id = (input ->> 'refund_id')::uuid and r.booking_id = booking.id and r.status = 'REFUND_FAILED'
    and r.payment_id is not null
  for update;
  if failed.id is null then return '{"status": "not_found"}'; end if;
  update public.refunds set status = 'REFUND_PENDING', failure = null where id = failed.id;
  perform private.enqueue_refund(failed);
  perform private.log_booking_change(
    actor, booking.id, 'retry_refund', facts, jsonb_build_object('amount', failed.amount));
  return private.booking_response(booking.id);
end
$$;
comment on function private.retry_refund is
  'Requests a failed refund from the provider again: {"refund_id"}. Returns the booking or not_found.';
