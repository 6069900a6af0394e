-- Payments: the ledger. The amount due is a booking's price less its ledger. ADR 025

create type public.payment_method as enum ('cash', 'card', 'bank', 'voucher', 'online', 'moved', 'on_account', 'other');
comment on type public.payment_method is
  'How money was paid; moved: between bookings by a split or merge; on_account: no money, a partner owes it (ADR 067).';

create function private.is_cash_flow(method public.payment_method) returns boolean
language sql immutable parallel safe
return method is null or method not in ('moved', 'on_account');
comment on function private.is_cash_flow is
  'Returns whether money comes or goes: not with a transfer between bookings, nor with an amount on a partner''s '
  'account. Null: a refund whose method is not known yet.';

create type public.payment_status as enum ('AWAITING', 'RECEIVED', 'FAILED', 'UNDONE');
comment on type public.payment_status is
  'Status of a payment. Only RECEIVED counts; UNDONE: reverted at the roll-call that had collected it.';
create type public.refund_status as enum ('REFUND_PENDING', 'REFUNDED', 'REFUND_FAILED', 'WITHDRAWN');
comment on type public.refund_status is
  'Status of a refund. REFUND_PENDING is owed, REFUNDED is paid '
  'out; WITHDRAWN: the decision changed before it was paid out.';

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  amount bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  method public.payment_method not null,
  status public.payment_status not null default 'RECEIVED',
  provider text check (length(provider) between 1 and 50),
  reference text check (length(reference) between 1 and 200),
  idempotency_key text check (length(idempotency_key) between 1 and 200),
  action_id uuid unique references public.check_in_actions (id),
  departure_id uuid references public.departures (id),
  organisation_id uuid references public.organisations (id),
  gift_id uuid,
  user_id uuid,
  is_silent boolean not null default false,
  received_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint payments_once unique (company_id, idempotency_key),
  constraint payments_on_account check ((method = 'on_account') = (organisation_id is not null)),
  constraint payments_of_roll_call check ((action_id is null) = (departure_id is null))
);
comment on table public.payments is 'Payments of bookings. Append-only except for the status.';
comment on column public.payments.amount is 'Minor units; positive.';
comment on column public.payments.provider is
  'Payment provider, gift (a gift voucher) or opening (paid before the booking was imported); null if recorded by the '
  'office or a guide.';
comment on column public.payments.reference is
  'The provider''s id, the masked code of a gift voucher, the office''s note, or the reference of the booking that '
  'money was moved from.';
comment on column public.payments.idempotency_key is 'Key that makes a repeated event a single row.';
comment on column public.payments.action_id is
  'Roll-call action that collected it. The write path inserts the row, so that cash is counted once.';
comment on column public.payments.departure_id is 'Departure of that roll-call.';
comment on column public.payments.organisation_id is 'Partner whose account it is on.';
comment on column public.payments.gift_id is
  'Gift voucher that paid, in another booking if the payment '
  'was moved. No foreign key, as codes are in a later chapter.';
comment on column public.payments.user_id is 'Person who recorded it. No foreign key, as the row outlives the account.';
comment on column public.payments.is_silent is 'Whether the action that recorded it suppressed the receipt''s mail.';
create index payments_booking_id_idx on public.payments (booking_id);
create index payments_departure_id_idx on public.payments (departure_id) where departure_id is not null;
create index payments_gift_id_idx on public.payments (gift_id) where gift_id is not null;
create index payments_organisation_id_idx on public.payments (
  organisation_id, company_id, currency) include (amount) where organisation_id is not null;
alter table public.payments enable row level security;
alter table public.payments force row level security;
grant select on public.payments to authenticated;

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  method public.payment_method,
  status public.refund_status not null,
  provider text check (length(provider) between 1 and 50),
  reference text check (length(reference) between 1 and 200),
  note text check (length(note) between 1 and 1000),
  idempotency_key text check (length(idempotency_key) between 1 and 200),
  payment_id uuid references public.payments (id),
  organisation_id uuid references public.organisations (id),
  tries smallint not null default 0,
  failure text check (length(failure) between 1 and 500),
  user_id uuid,
  is_silent boolean not null default false,
  decided_at timestamptz not null default now(),
  refunded_at timestamptz,
  constraint refunds_once unique (company_id, idempotency_key),
  constraint refunds_on_account check ((method is not distinct from 'on_account') = (organisation_id is not null)),
  constraint refunds_refunded_at check ((status = 'REFUNDED') = (refunded_at is not null))
);
comment on table public.refunds is 'Refunds that are owed or paid out, one row per decision.';
comment on column public.refunds.amount is 'Minor units.';
comment on column public.refunds.payment_id is
  'Payment that it refunds: the provider''s, once the refund is requested from it, or a gift voucher''s. Else null.';
comment on column public.refunds.reference is
  'The provider''s id, the office''s note, or the reference of the booking that money was moved to.';
comment on column public.refunds.organisation_id is 'Partner whose account it was credited to.';
comment on column public.refunds.tries is 'Number of refusals by the provider.';
comment on column public.refunds.failure is 'The provider''s last error, without secrets.';
comment on column public.refunds.user_id is
  'Person who decided; null for the policy after a cancellation by the guest.';
comment on column public.refunds.is_silent is
  'Whether the action that paid it out suppressed the mail to the guest. Until then: the action that decided it, as a '
  'voucher is credited at once.';
create index refunds_booking_id_idx on public.refunds (booking_id);
create index refunds_payment_id_idx on public.refunds (payment_id) where payment_id is not null;
create index refunds_organisation_id_idx on public.refunds (
  organisation_id, company_id, currency) include (amount) where organisation_id is not null;
alter table public.refunds enable row level security;
alter table public.refunds force row level security;
grant select on public.refunds to authenticated;

create policy "readers of all bookings can read payments" on public.payments
  for select to authenticated using (company_id in (select private.companies_with_visible_guests()));
create policy "readers of all bookings can read refunds" on public.refunds
  for select to authenticated using (company_id in (select private.companies_with_visible_guests()));

-- Functions that read a few rows by key turn sequential scans off: a session that planned them while the table was
-- empty would keep scanning all of it.
create function private.paid_amount(booking uuid) returns bigint
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
begin
  return (
    select coalesce((
      select sum(amount) from public.payments where booking_id = booking and status = 'RECEIVED'), 0)::bigint
      - coalesce((select sum(amount) from public.refunds where booking_id = booking and status = 'REFUNDED'), 0)::bigint
  );
end
$$;
comment on function private.paid_amount is
  'Returns received less refunded of a booking, in minor units; unlike bookings.paid_amount, with what was collected '
  'at the roll-call of its departure.';

create function private.on_account(booking uuid, partner uuid default null) returns bigint
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
begin
  return (
    select coalesce((
      select sum(amount) from public.payments
      where booking_id = booking and method = 'on_account' and status = 'RECEIVED'
        and organisation_id = coalesce(partner, organisation_id)), 0)::bigint
      - coalesce((
        select sum(amount) from public.refunds
        where booking_id = booking and method = 'on_account' and status = 'REFUNDED'
          and organisation_id = coalesce(partner, organisation_id)), 0)::bigint);
end
$$;
comment on function private.on_account is
  'Returns the part of a booking''s balance that is on partners'' accounts, or on one partner''s, in minor units.';

create function private.update_paid_amounts(bookings uuid[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  if bookings = '{}' then return; end if;
  update public.bookings as booking
  set paid_amount = ledger.amount
  from (
    select b.id,
      coalesce((
        select sum(p.amount) from public.payments as p
        where p.booking_id = b.id and p.status = 'RECEIVED' and p.departure_id is distinct from b.departure_id), 0)
        - coalesce((
          select sum(r.amount) from public.refunds as r where r.booking_id = b.id and r.status = 'REFUNDED'
        ), 0) as amount
    from public.bookings as b
    where b.id = any (update_paid_amounts.bookings)) as ledger
  where booking.id = ledger.id and booking.paid_amount <> ledger.amount;
end
$$;
comment on function private.update_paid_amounts is
  'Updates bookings.paid_amount from the ledger, without the roll-call of '
  'the booking''s own departure, which devices add from their actions.';

create index payments_received_at_idx on public.payments (company_id, received_at);
create index refunds_refunded_at_idx on public.refunds (company_id, refunded_at) where refunded_at is not null;

create index payments_company_id_idx on public.payments (company_id, created_at, id);
create index refunds_company_id_idx on public.refunds (company_id, decided_at, id);
