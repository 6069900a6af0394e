-- Online payments through a payment provider: requests to it, and its events. The money itself is in the ledger. ADR
-- 044

create type private.payment_mode as enum ('on_arrival', 'online');
comment on type private.payment_mode is
  'When guests who book themselves pay: on arrival, or online before the booking is confirmed. Free bookings are the '
  'same in both.';
create type private.payment_session_state as enum ('open', 'paid', 'expired', 'closed');
comment on type private.payment_session_state is
  'State of a payment session: open until paid or expired; closed when another session replaced it because the amount '
  'changed.';
create type private.payment_fact as enum (
  'paid', 'refused', 'expired', 'refunded', 'refunded_total', 'refund_failed', 'disputed', 'dispute_won', 'other');
comment on type private.payment_fact is
  'Kind of a provider''s event. refunded_total: sum of a payment''s refunds so far; disputed: the guest''s bank took '
  'the money back; dispute_won: the money is back.';
create type private.payment_outcome as enum (
  'received',
  'repeated',
  'paid_twice',
  'seats_taken',
  'booking_ended',
  'wrong_amount',
  'wrong_currency',
  'foreign',
  'unknown',
  'refused',
  'expired',
  'refunded',
  'refund_failed',
  'disputed',
  'dispute_won',
  'waiting',
  'ignored');
comment on type private.payment_outcome is
  'Result of an event. paid_twice, seats_taken, booking_ended, wrong_amount and wrong_currency are refunded '
  'automatically; waiting: for the event of its payment.';

create table private.payment_providers (
  name text primary key check (name ~ '^[a-z]+$'),
  needs_keys boolean not null
);
comment on table private.payment_providers is
  'Payment providers of this installation. The embedded backend adds one for tests.';
alter table private.payment_providers enable row level security, force row level security;
insert into private.payment_providers values ('stripe', true);

create table private.payment_settings (
  company_id uuid primary key references public.companies (id) on delete cascade,
  mode private.payment_mode not null default 'on_arrival',
  provider text references private.payment_providers (name),
  secret_key text check (length(secret_key) between 1 and 300),
  webhook_secret text check (length(webhook_secret) between 1 and 300),
  compared_on date,
  deposit_percent smallint check (deposit_percent between 1 and 99),
  version integer not null default 1,
  constraint payment_settings_name_a_provider check (mode <> 'online' or provider is not null)
);
comment on table private.payment_settings is 'How a company''s guests pay. Without a row: on arrival.';
comment on column private.payment_settings.secret_key is
  'The company''s own key at its provider. No RPC that a person may call returns it.';
comment on column private.payment_settings.webhook_secret is
  'Secret by which the provider signs its events. No RPC that a person may call returns it.';
comment on column private.payment_settings.deposit_percent is
  'Share of the price that is paid online, the rest on arrival; null: all of it.';
comment on column private.payment_settings.compared_on is
  'Last night for which a comparison with the provider''s list was queued.';
create index payment_settings_provider_idx on private.payment_settings (provider) where provider is not null;
alter table private.payment_settings enable row level security, force row level security;

create table private.payment_sessions (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  provider text not null,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  state private.payment_session_state not null default 'open',
  token_hash text not null,
  checkout_id text check (length(checkout_id) between 1 and 200),
  url text check (length(url) between 1 and 2000),
  expires_at timestamptz not null,
  refused_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint payment_sessions_checkout_is_whole check ((checkout_id is null) = (url is null))
);
comment on table private.payment_sessions is
  'Online payments that guests began: one row per checkout page of the provider.';
comment on column private.payment_sessions.token_hash is
  'Hash of the booking link it was begun with; the provider leads back there.';
comment on column private.payment_sessions.url is 'Address of the checkout page. Null until the provider has answered.';
create index payment_sessions_booking_id_idx on private.payment_sessions (booking_id, created_at);
create index payment_sessions_company_id_idx on private.payment_sessions (company_id);
create unique index payment_sessions_open_idx on private.payment_sessions (booking_id) where state = 'open';
alter table private.payment_sessions enable row level security, force row level security;

create table private.payment_events (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  provider text not null,
  event_id text not null check (length(event_id) between 1 and 200),
  fact private.payment_fact not null,
  is_foreign boolean not null default false,
  session_id uuid,
  payment text check (length(payment) between 1 and 150),
  refund text check (length(refund) between 1 and 150),
  refund_id uuid,
  amount bigint,
  currency text check (currency ~ '^[A-Z]{3}$'),
  outcome private.payment_outcome,
  received_at timestamptz not null default clock_timestamp(),
  handled_at timestamptz,
  constraint payment_events_once unique (company_id, provider, event_id),
  constraint payment_events_end_is_known check ((outcome is null) = (handled_at is null))
);
comment on table private.payment_events is
  'Events of payment providers that concern money, without personal data. Stored before they are acknowledged, '
  'processed by a job.';
comment on column private.payment_events.is_foreign is 'Whether it belongs to another account than the company''s.';
comment on column private.payment_events.session_id is
  'Our id of the session. No foreign key, as the sender may send any value.';
comment on column private.payment_events.payment is 'The provider''s id of the payment.';
comment on column private.payment_events.refund is
  'The provider''s id of a refund; refund_id is ours if we requested it.';
create index payment_events_payment_idx on private.payment_events (
  company_id, provider, payment) where payment is not null;
create index payment_events_session_id_idx on private.payment_events (session_id) where session_id is not null;
alter table private.payment_events enable row level security, force row level security;

create function private.pays_online(company uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.payment_settings as s where s.company_id = company and s.mode = 'online');
end
$$;
comment on function private.pays_online is
  'Returns whether a company''s guests pay online before the booking is confirmed.';

create trigger record_webhook_events after update on private.payment_sessions
  referencing old table as before new table as changed for each statement
  execute function private.record_payment_refusals();

create trigger notice_new_keys after insert on private.payment_settings
  for each row when (new.secret_key is not null or new.webhook_secret is not null)
  execute function private.notice_payment_keys();
create trigger notice_changed_keys after update on private.payment_settings
  for each row
  when (old.secret_key is distinct from new.secret_key or old.webhook_secret is distinct from new.webhook_secret)
  execute function private.notice_payment_keys();
