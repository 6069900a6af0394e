-- Payments: the ledger. What is due is a booking's price less its ledger. ADR 025

create type public.payment_method as enum ('cash', 'card', 'bank', 'voucher', 'online', 'moved', 'on_account', 'other');
comment on type public.payment_method is
  'How money came or went; moved: from one booking to another, by a split or a merge; on_account: no money at all, a partner owes it (ADR 067).';
create type public.payment_status as enum ('AWAITING', 'RECEIVED', 'FAILED', 'UNDONE');
comment on type public.payment_status is 'Only what is RECEIVED counts; UNDONE: taken back at the roll-call that had collected it.';
create type public.refund_status as enum ('REFUND_PENDING', 'REFUNDED', 'REFUND_FAILED', 'WITHDRAWN');
comment on type public.refund_status is 'REFUND_PENDING is owed, REFUNDED has left; WITHDRAWN: decided otherwise before it left.';

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
  received_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint payments_once unique (company_id, idempotency_key),
  constraint payments_on_account check ((method = 'on_account') = (organisation_id is not null)),
  constraint payments_of_roll_call check ((action_id is null) = (departure_id is null))
);
comment on table public.payments is 'Money that came for a booking, one row each; nothing is ever written over but its status.';
comment on column public.payments.amount is 'Minor units; above zero but for an opening balance.';
comment on column public.payments.provider is 'Who moved the money; null: the office or a guide, by hand.';
comment on column public.payments.reference is 'The provider''s number, or what the office noted.';
comment on column public.payments.idempotency_key is 'The same event told twice is one row.';
comment on column public.payments.action_id is 'The action of the roll-call that collected it; written by a trigger, so that cash is counted once.';
comment on column public.payments.departure_id is 'Whose roll-call that was.';
comment on column public.payments.organisation_id is 'The partner on whose account it is.';
comment on column public.payments.gift_id is 'The gift that it was drawn from, in another booking if it was moved from there; no foreign key, as codes have a later chapter.';
comment on column public.payments.user_id is 'Who took it down; no foreign key, as it outlives the account.';
create index payments_booking_id_idx on public.payments (booking_id);
create index payments_departure_id_idx on public.payments (departure_id) where departure_id is not null;
create index payments_gift_id_idx on public.payments (gift_id) where gift_id is not null;
create index payments_organisation_id_idx on public.payments (organisation_id, company_id, currency) include (amount) where organisation_id is not null;
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
  decided_at timestamptz not null default now(),
  refunded_at timestamptz,
  constraint refunds_once unique (company_id, idempotency_key),
  constraint refunds_on_account check ((method is not distinct from 'on_account') = (organisation_id is not null)),
  constraint refunds_left_is_known check ((status = 'REFUNDED') = (refunded_at is not null))
);
comment on table public.refunds is 'Money that goes back, or is owed: one row a decision.';
comment on column public.refunds.amount is 'Minor units.';
comment on column public.refunds.payment_id is 'The provider''s payment that it goes back to, from when it is on its way there; null: nothing has been asked of a provider.';
comment on column public.refunds.organisation_id is 'The partner whose account it went back onto.';
comment on column public.refunds.tries is 'How often a provider has said no.';
comment on column public.refunds.failure is 'What it said last, without secrets.';
comment on column public.refunds.user_id is 'Who decided; null: the policy, by the guest''s own hand.';
create index refunds_booking_id_idx on public.refunds (booking_id);
create index refunds_payment_id_idx on public.refunds (payment_id) where payment_id is not null;
create index refunds_organisation_id_idx on public.refunds (organisation_id, company_id, currency) include (amount) where organisation_id is not null;
alter table public.refunds enable row level security;
alter table public.refunds force row level security;
grant select on public.refunds to authenticated;

create policy "who reads all bookings reads their payments" on public.payments
  for select to authenticated using (company_id in (select private.companies_with_visible_guests()));
create policy "who reads all bookings reads their refunds" on public.refunds
  for select to authenticated using (company_id in (select private.companies_with_visible_guests()));

create function private.balance(booking uuid) returns bigint
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
-- Without a scan of the whole: a session that planned this while the ledger was empty would go on reading all of it (ADR 041).
begin
  return (
    select coalesce((select sum(amount) from public.payments where booking_id = booking and status = 'RECEIVED'), 0)::bigint
      - coalesce((select sum(amount) from public.refunds where booking_id = booking and status = 'REFUNDED'), 0)::bigint);
end
$$;
comment on function private.balance is 'What the company has of a booking: received less refunded.';

create function private.on_account(booking uuid, partner uuid default null) returns bigint
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
begin
  return (
    select coalesce((select sum(amount) from public.payments
        where booking_id = booking and method = 'on_account' and status = 'RECEIVED' and organisation_id = coalesce(partner, organisation_id)), 0)::bigint
      - coalesce((select sum(amount) from public.refunds
        where booking_id = booking and method = 'on_account' and status = 'REFUNDED' and organisation_id = coalesce(partner, organisation_id)), 0)::bigint);
end
$$;
comment on function private.on_account is 'What of a booking''s balance is no money but stands on partners'' accounts, or on that of one.';

create function private.booking_money(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  stands constant boolean := not private.is_released_status(private.booking_state(booking));
  balance constant bigint := private.balance(booking.id);
  owed constant bigint := coalesce((select sum(amount) from public.refunds
    where booking_id = booking.id and status in ('REFUND_PENDING', 'REFUND_FAILED')), 0);
begin
  return jsonb_build_object('currency', booking.currency, 'total', booking.total_amount, 'balance', balance, 'on_account', private.on_account(booking.id), 'owed', owed,
    -- What a gift is kept for is as good as paid.
    'due', case when stands then greatest(booking.total_amount - balance - private.reserved_voucher_amount(booking), 0) else greatest(-balance, 0) end,
    -- Of a cancelled booking the decision says what is owed, the rest is kept.
    'overpaid', case
      when stands then greatest(balance - booking.total_amount - owed, 0)
      when booking.status = 'CANCELLED' then 0
      else greatest(balance - owed, 0) end,
    'kept', case when booking.status = 'CANCELLED' then greatest(balance - owed, 0) else 0 end);
end
$$;
comment on function private.booking_money is
  'A booking''s money, minor units: total, balance (received less refunded), on_account (what of that a partner owes), owed (to be refunded), due, overpaid, kept (of a cancelled one).';

create function private.update_paid_amounts(bookings uuid[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  update public.bookings as booking
  set paid_amount = ledger.amount
  from (
    select b.id,
      coalesce((
        select sum(p.amount) from public.payments as p
        where p.booking_id = b.id and p.status = 'RECEIVED' and p.departure_id is distinct from b.departure_id), 0)
      - coalesce((select sum(r.amount) from public.refunds as r where r.booking_id = b.id and r.status = 'REFUNDED'), 0) as amount
    from public.bookings as b where b.id = any (update_paid_amounts.bookings)
  ) as ledger
  where booking.id = ledger.id and booking.paid_amount <> ledger.amount;
end
$$;
comment on function private.update_paid_amounts is
  'Keeps bookings.paid_amount at what the ledger holds beside the roll-call of the booking''s own departure, which devices fold themselves.';

create function private.update_paid_amounts_of_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.update_paid_amounts(array(select distinct booking_id from changed));
  return null;
end
$$;
comment on function private.update_paid_amounts_of_changed is 'Statement trigger of the ledger''s tables.';
create trigger update_paid_inserted after insert on public.payments
  referencing new table as changed for each statement execute function private.update_paid_amounts_of_changed();
create trigger update_paid_updated after update on public.payments
  referencing new table as changed for each statement execute function private.update_paid_amounts_of_changed();
create trigger update_paid_inserted after insert on public.refunds
  referencing new table as changed for each statement execute function private.update_paid_amounts_of_changed();
create trigger update_paid_updated after update on public.refunds
  referencing new table as changed for each statement execute function private.update_paid_amounts_of_changed();

create function private.update_paid_amounts_of_moved() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.update_paid_amounts(array[new.id]);
  return null;
end
$$;
comment on function private.update_paid_amounts_of_moved is 'What was collected at a departure that the booking left is nothing that the devices of the next one fold.';
create trigger update_paid_amounts_of_moved after update on public.bookings
  for each row when (old.departure_id <> new.departure_id) execute function private.update_paid_amounts_of_moved();

create function private.record_initial_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from changed where paid_amount <> 0) then return null; end if;
  insert into public.payments (company_id, booking_id, amount, currency, method, provider, received_at)
  select company_id, id, paid_amount, currency, 'other', 'opening', created_at from changed where paid_amount <> 0;
  return null;
end
$$;
comment on function private.record_initial_payment is 'Statement trigger of bookings: one that is brought in paid begins its ledger with that.';
-- Named so that it comes before the list of bookings is brought up to date, which then need not be done twice.
create trigger create_initial_payment after insert on public.bookings
  referencing new table as changed for each statement execute function private.record_initial_payment();

create function private.record_roll_call_payments() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- A walk-in's payment may have come before the walk-in.
  paid uuid[] := array(select distinct booking_id from changed where kind in ('payment', 'walk_in') and booking_id is not null);
  undoing uuid[] := array(select distinct departure_id from changed where kind = 'undo');
begin
  if paid <> '{}' then
    insert into public.payments (company_id, booking_id, amount, currency, method, action_id, departure_id, user_id, received_at, status)
    select a.company_id, b.id, (a.payload ->> 'amount')::bigint, b.currency,
      (a.payload ->> 'method')::public.payment_method, a.id, a.departure_id, a.user_id, a.occurred_at,
      case when (a.departure_id, a.id::text) in (
        select u.departure_id, u.target from private.undone_action_ids(array(select distinct departure_id from changed)) as u)
        then 'UNDONE' else 'RECEIVED' end::public.payment_status
    from public.check_in_actions as a
    join public.bookings as b on b.id = a.booking_id and b.company_id = a.company_id
    where a.kind = 'payment' and a.booking_id = any (paid) and a.departure_id in (select departure_id from changed)
    on conflict (action_id) do nothing;
  end if;
  if undoing <> '{}' then
    update public.payments as p set status = 'UNDONE'
    from private.undone_action_ids(undoing) as u
    where p.departure_id = u.departure_id and p.action_id::text = u.target and p.status <> 'UNDONE';
  end if;
  return null;
end
$$;
comment on function private.record_roll_call_payments is 'Statement trigger of check_in_actions: what the roll-call collects, or takes back, is in the ledger at once, one row an action.';
create trigger collect_payments after insert on public.check_in_actions
  referencing new table as changed for each statement execute function private.record_roll_call_payments();
