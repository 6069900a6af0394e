-- Receipts and failed payments by mail. ADR 043

create function private.enqueue_receipt_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  payment public.payments;
  b public.bookings;
begin
  select * into payment from public.payments where id = new.payment_id;
  if payment.is_silent then return null; end if;
  select * into b from public.bookings where id = new.booking_id;
  if not private.is_native_booking(b.id) then return null; end if;
  -- A payment entered by hand can be undone for two minutes.
  perform private.enqueue_booking_mail(
    'booking-document',
    b,
    'receipt:' || new.id,
    jsonb_build_object('document', private.document_content(new)),
    case when payment.provider is null then clock_timestamp() + interval '2 minutes' else clock_timestamp() end);
  return null;
end
$$;
comment on function private.enqueue_receipt_mail is
  'Trigger: mails a receipt or invoice once to the guest who paid, unless the office chose "mail": false.';

create function private.is_receipt_current(mail private.outbox_messages) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Only automatic receipts are checked; one sent by hand is always sent.
  return mail.dedupe_key not like 'receipt:%' or exists (
    select from public.documents as d join public.payments as p on p.id = d.payment_id
    where d.id = substring(mail.dedupe_key from 9)::uuid and p.status = 'RECEIVED');
end
$$;
comment on function private.is_receipt_current is
  'Returns whether the payment of an automatic receipt is still received.';

create function private.enqueue_payment_failed_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  b public.bookings;
begin
  select booking_row.* into b from private.payment_sessions as s
  join public.bookings as booking_row on booking_row.id = s.booking_id
  where s.id = new.session_id;
  if b.id is null then return null; end if;
  if new.outcome = 'refused' then
    -- The guest usually retries: one mail per checkout page, and only if it is still unpaid then.
    perform private.enqueue_booking_mail(
      'booking-payment-failed',
      b,
      'payment-refused:' || new.session_id,
      '{"reason": "refused", "amount": 0}',
      clock_timestamp() + interval '2 minutes');
  else
    perform private.enqueue_booking_mail('booking-payment-failed', b, 'payment-failed:' || new.id,
      jsonb_build_object('reason', new.outcome, 'amount', new.amount, 'currency', new.currency));
  end if;
  return null;
end
$$;
comment on function private.enqueue_payment_failed_mail is
  'Trigger: tells a guest why their payment was refused or is refunded.';
