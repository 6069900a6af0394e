-- Online payments and refunds through a payment provider. ADR 044
-- The money itself is in the ledger (ADR 025); these tables hold requests to a provider and its events.

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
  'received', 'repeated', 'paid_twice', 'seats_taken', 'booking_ended', 'wrong_amount', 'wrong_currency', 'foreign', 'unknown',
  'refused', 'expired', 'refunded', 'refund_failed', 'disputed', 'dispute_won', 'waiting', 'ignored');
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
create trigger touch_company_mode after insert or update of mode on private.payment_settings
  for each row execute function private.touch_company();

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
create index payment_events_payment_idx on private.payment_events (company_id, provider, payment) where payment is not null;
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

create function private.due_online(booking public.bookings) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  due constant bigint := (private.booking_money(booking) ->> 'due')::bigint;
  percent constant integer := (booking.policy_snapshot ->> 'deposit_percent')::integer;
begin
  -- Only a hold owes the deposit first: a confirmed booking owes all that is due, an expired one nothing.
  if booking.status <> 'ON_HOLD' or percent is null then return due; end if;
  -- A voucher pays the deposit first.
  return least(due, greatest(ceil(booking.total_amount * percent / 100.0)::bigint - private.paid_amount(booking.id) - private.reserved_voucher_amount(booking), 0));
end
$$;
comment on function private.due_online is
  'Returns the amount to pay online now: a hold''s deposit if its policy has one, else all that is due.';

create function private.must_pay_first(booking public.bookings) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.booking_state(booking) in ('ON_HOLD', 'EXPIRED')
    and coalesce((booking.policy_snapshot ->> 'deposit_percent')::integer, 100) * booking.total_amount > 100 * (private.paid_amount(booking.id) + private.reserved_voucher_amount(booking))
    and private.pays_online(booking.company_id);
end
$$;
comment on function private.must_pay_first is 'Returns whether a guest''s hold can be confirmed only by a payment.';

-- Checkout, for the function begin-payment only -----------------------------------------------------------------------

create function private.is_payable_online(booking public.bookings) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.pays_online(booking.company_id) and private.booking_state(booking) in ('ON_HOLD', 'CONFIRMED') and booking.contact_name <> '—'
    -- A voucher may cover the whole deposit.
    and private.due_online(booking) > 0
    and not exists (select from public.departures as d where d.id = booking.departure_id and d.status = 'cancelled');
end
$$;
comment on function private.is_payable_online is 'Returns whether a booking has an amount that can be paid online now.';

create function public.read_payment_link(booking uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  stored public.bookings;
  wait integer;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  wait := private.consume_rate_limit('read_payment_link:' || me, 30, 5);
  if wait > 0 then return private.rate_limited(wait); end if;
  select b.* into stored from public.bookings as b join public.departures as d on d.id = b.departure_id
  -- The payment page shows the guest's name.
  where b.id = booking and private.can_be_on_device(d.local_date) and private.may('read_payment_link', b.company_id) and private.can_name_guests_in_look_up(b.company_id, b.departure_id);
  if stored.id is null then return '{"status": "not_found"}'; end if;
  if not private.is_payable_online(stored) then
    return jsonb_build_object('status', 'nothing_to_pay', 'state', private.booking_state(stored));
  end if;
  return jsonb_build_object('status', 'ok', 'token', private.create_booking_link(stored.id, 'payment', interval '30 minutes'));
end
$$;
comment on function public.read_payment_link is
  'Returns the token of a payment-only link, valid for 30 minutes, that a guide shows to a guest. Refusals: '
  'nothing_to_pay, not_found, rate_limited, signed_out.';
grant execute on function public.read_payment_link(uuid) to authenticated;

create function private.seats_held_by_network(booking public.bookings, address text) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  networks constant text[] := array(
    select private.guest_network(h.address) from private.guest_holds as h
    where h.token_hash = booking.access_token_hash and h.departure_id = booking.departure_id) || private.guest_network(address);
begin
  return (
    select coalesce(sum(private.booking_seats(b.id)), 0) from public.bookings as b
    where b.departure_id = booking.departure_id and b.status = 'ON_HOLD' and b.expires_at > clock_timestamp() and exists (
      select from private.guest_holds as h
      where h.token_hash = b.access_token_hash and h.departure_id = b.departure_id and private.guest_network(h.address) = any (networks)));
end
$$;
comment on function private.seats_held_by_network is
  'Returns how many seats of a departure are held by guests from the networks of this hold and of the given address, '
  'this hold included; 0 without addresses.';

create function public.begin_payment(token text, address text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Stripe requires a checkout to last at least 30 minutes, and a repeated request must be identical.
  session_length constant interval := interval '35 minutes';
  hash constant text := encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex');
  -- The edge function passes the client's address; the gateway's header names the function itself.
  bucket constant text := 'guest:' || private.rate_limit_key(address);
  stored public.bookings := private.guest_booking(token, '{guest,payment}');
  settings private.payment_settings;
  open_session private.payment_sessions;
  former private.payment_sessions;
  wait integer := 0;
  due bigint;
begin
  if bucket is not null then wait := private.consume_rate_limit(bucket, 300, 0.5); end if;
  if wait = 0 and stored.id is not null then wait := private.consume_rate_limit('pay:' || stored.id, 60, 10); end if;
  if wait > 0 then return private.rate_limited(wait); end if;
  if stored.id is null then return '{"status": "not_found"}'; end if;
  stored := private.lock_guest_booking(token, purposes => '{guest,payment}');
  if stored.id is null then return '{"status": "not_found"}'; end if;
  select * into settings from private.payment_settings where company_id = stored.company_id;
  if not private.is_payable_online(stored) then
    return jsonb_build_object('status', 'nothing_to_pay', 'state', private.booking_state(stored));
  end if;
  due := private.due_online(stored);
  update private.payment_sessions set state = 'expired' where booking_id = stored.id and state = 'open' and expires_at <= clock_timestamp();
  select * into open_session from private.payment_sessions where booking_id = stored.id and state = 'open';
  -- A session without a page can be requested again only with the same link, as the request must be identical, and
  -- while at least 30 minutes are left.
  if open_session.id is not null and ((open_session.amount, open_session.currency, open_session.provider) <> (due, stored.currency, settings.provider)
    or open_session.url is null and (open_session.token_hash <> hash or open_session.created_at < clock_timestamp() - interval '4 minutes')) then
    update private.payment_sessions set state = 'closed' where id = open_session.id;
    former := open_session;
    open_session := null;
  end if;
  if open_session.id is null then
    -- The hold lasts as long as the checkout, but only the first time and for a family's share of seats: otherwise
    -- paying would be a way to block a departure. A later payment is confirmed if seats are left, or refunded.
    if stored.status = 'ON_HOLD' and not exists (select from private.payment_sessions where booking_id = stored.id)
      and private.seats_held_by_network(stored, private.rate_limit_key(begin_payment.address))
        <= (select private.family_seats(d) from public.departures as d where d.id = stored.departure_id) then
      update public.bookings set expires_at = greatest(expires_at, clock_timestamp() + session_length) where id = stored.id;
      -- Costs as much as an extension; if the bucket is empty, the guest may pay anyway.
      if stored.access_token_hash is not null then
        perform private.consume_hold_limit(stored.access_token_hash, d, private.booking_seats(stored.id), true, private.rate_limit_key(begin_payment.address))
        from public.departures as d where d.id = stored.departure_id;
      end if;
    end if;
    insert into private.payment_sessions (company_id, booking_id, provider, amount, currency, token_hash, expires_at)
    values (stored.company_id, stored.id, settings.provider, due, stored.currency, hash, clock_timestamp() + session_length)
    returning * into open_session;
  end if;
  return jsonb_build_object('status', 'ok', 'provider', open_session.provider, 'secret_key', settings.secret_key, 'url', open_session.url,
    'former_checkout', former.checkout_id, 'checkout', jsonb_build_object(
      'session', open_session.id, 'company', stored.company_id, 'amount', open_session.amount, 'currency', open_session.currency, 'reference', stored.reference,
      'expires_at', private.iso(open_session.expires_at), 'locale', stored.locale, 'email', stored.contact_email,
      'title', (select private.departure_mail(d, stored.locale::text) ->> 'tour' from public.departures as d where d.id = stored.departure_id)));
end
$$;
comment on function public.begin_payment is
  'Returns what a guest has to pay online now and the provider''s key: an open checkout page, or url null, for which '
  'the caller makes one under the session''s id after it has closed `former_checkout`, if any. '
  'Refusals: nothing_to_pay, not_found, rate_limited.';

create function public.store_checkout(session uuid, checkout text, url text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  stored_url text;
begin
  update private.payment_sessions as s set checkout_id = checkout, url = store_checkout.url where s.id = session and s.url is null;
  select s.url into stored_url from private.payment_sessions as s where s.id = session;
  return jsonb_build_object('status', case when stored_url is null then 'not_found' else 'ok' end, 'url', stored_url);
end
$$;
comment on function public.store_checkout is
  'Stores the checkout page of a session and returns its address. Of two concurrent calls the first wins.';

-- Payment status for the guest ----------------------------------------------------------------------------------------

create function private.payment_state(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('may_pay', private.is_payable_online(booking),
      'state', (select case when s.state = 'open' and s.expires_at <= clock_timestamp() then 'expired'
          when s.state = 'open' and s.refused_at is not null then 'refused' else s.state::text end
        from private.payment_sessions as s where s.booking_id = booking.id order by s.created_at desc limit 1),
      -- An event has arrived but is not processed yet.
      'is_waiting', exists (select from private.payment_events as e join private.payment_sessions as s on s.id = e.session_id
        where s.booking_id = booking.id and e.outcome is null),
      'outcome', (select e.outcome from private.payment_events as e join private.payment_sessions as s on s.id = e.session_id
        where s.booking_id = booking.id and e.fact = 'paid' and e.outcome not in ('repeated', 'foreign') order by e.handled_at desc limit 1)));
end
$$;
comment on function private.payment_state is 'Returns a booking''s online payment status for its guest.';

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
  return case when private.find_linked_booking(token, '{payment}') is null then private.guest_booking_response(stored.id, payment) else private.viewer_booking_response(stored.id, payment) end;
end
$$;
comment on function public.guest_read_payment is
  'Returns the booking behind a link with its payment status. not_found is the same for a wrong, a foreign and a '
  'missing token.';
grant execute on function public.guest_read_payment(text) to anon, authenticated;

-- Provider events, for the functions payment-events and run-jobs only -------------------------------------------------

create function public.read_payment_webhook_secret(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  settings private.payment_settings;
begin
  select * into settings from private.payment_settings as s where s.company_id = company;
  if settings.provider is null then return '{"status": "not_found"}'; end if;
  return jsonb_build_object('status', 'ok', 'provider', settings.provider, 'webhook_secret', settings.webhook_secret);
end
$$;
comment on function public.read_payment_webhook_secret is
  'Returns a company''s payment provider and the secret that signs its events, or not_found.';

create function public.store_payment_event(company uuid, provider text, event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  stored_event uuid;
begin
  insert into private.payment_events as e
    (company_id, provider, event_id, fact, is_foreign, session_id, payment, refund, refund_id, amount, currency, outcome, handled_at)
  select company, store_payment_event.provider, incoming.event_id, incoming.fact, coalesce(incoming.is_foreign, false), incoming.session_id, incoming.payment, incoming.refund,
    incoming.refund_id, incoming.amount, incoming.currency, case when incoming.fact = 'other' then 'ignored' end::private.payment_outcome,
    case when incoming.fact = 'other' then clock_timestamp() end
  from jsonb_populate_record(null::private.payment_events, event) as incoming
  on conflict on constraint payment_events_once do nothing
  returning e.id into stored_event;
  if event ->> 'fact' = 'other' then stored_event := null; end if;
  if stored_event is not null then perform private.enqueue_job('payment_event', jsonb_build_object('event', stored_event), company, stored_event::text); end if;
  return jsonb_build_object('status', 'ok', 'event', stored_event);
end
$$;
comment on function public.store_payment_event is
  'Stores a verified event and queues its job. Returns the event''s id if there is something to do, else null. A '
  'repeat has no effect.';

create function private.refund_payment(payment public.payments) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.refunds (company_id, booking_id, amount, currency, method, status, provider, payment_id, idempotency_key)
  values (payment.company_id, payment.booking_id, payment.amount, payment.currency, 'online', 'REFUND_PENDING', payment.provider, payment.id,
    'return:' || payment.idempotency_key);
end
$$;
comment on function private.refund_payment is 'Creates a full refund of an unwanted payment to its original method.';

create function private.process_paid(event private.payment_events, paying private.payment_sessions) returns private.payment_outcome
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant private.booking_actor := (null, false, null);
  key constant text := event.provider || ':' || event.payment;
  stored public.bookings;
  new_payment public.payments;
  state public.booking_status;
  facts jsonb;
  due bigint;
begin
  if exists (select from public.payments where company_id = event.company_id and idempotency_key = key) then return 'repeated'; end if;
  select * into stored from public.bookings where id = paying.booking_id;
  state := private.booking_state(stored);
  facts := private.booking_facts(stored);
  due := stored.total_amount - private.paid_amount(stored.id);
  insert into public.payments (company_id, booking_id, amount, currency, method, provider, reference, idempotency_key, status)
  values (stored.company_id, stored.id, event.amount, event.currency, 'online', event.provider, event.payment, key,
    -- Another currency cannot be added up: such a payment is stored as failed and refunded.
    case when event.currency = paying.currency then 'RECEIVED' else 'FAILED' end::public.payment_status)
  returning * into new_payment;
  update private.payment_sessions as s
  set state = case when event.currency = paying.currency and event.amount = paying.amount then 'paid'
    when s.state = 'open' then 'closed' else s.state::text end::private.payment_session_state
  where s.id = paying.id;
  if new_payment.status = 'FAILED' then
    perform private.enqueue_job('refund_payment', jsonb_build_object('refund', new_payment.id), new_payment.company_id, 'refund:' || new_payment.id);
    return 'wrong_currency';
  end if;
  perform private.log_booking_change(actor, stored.id, 'record_payment', facts, jsonb_build_object('amount', new_payment.amount, 'method', 'online'));
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
    if private.execute_booking_action(actor, 'confirm_booking', jsonb_build_object('booking', stored.id, 'change', '{}'::jsonb)) ->> 'status' = 'ok' then
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

create function private.complete_refund(refund public.refunds, reference text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  facts jsonb;
begin
  select private.booking_facts(b) into facts from public.bookings as b where b.id = refund.booking_id;
  update public.refunds as r
  set status = 'REFUNDED', refunded_at = now(), method = 'online', reference = complete_refund.reference, failure = null
  where r.id = refund.id;
  perform private.log_booking_change((null, false, null), refund.booking_id, 'record_refund', facts,
    jsonb_build_object('amount', refund.amount, 'method', 'online'));
end
$$;
comment on function private.complete_refund is
  'Marks a refund as sent by its provider under the provider''s reference.';

create function private.process_refunded(event private.payment_events, payment public.payments) returns private.payment_outcome
language plpgsql security definer set search_path = ''
as $$
declare
  ours public.refunds;
  facts jsonb;
begin
  select * into ours from public.refunds as r
  where r.company_id = event.company_id and (r.id = event.refund_id or r.payment_id = payment.id and r.reference = event.refund);
  if ours.id is not null then
    -- A failed refund with this id: the event of its failure arrived first.
    if ours.status = 'REFUNDED' or ours.reference = event.refund then return 'repeated'; end if;
    if ours.status <> 'REFUND_PENDING' then return 'ignored'; end if;
    perform private.complete_refund(ours, event.refund);
    return 'refunded';
  end if;
  if payment.id is null then return 'waiting'; end if;
  -- The charge's total may have reported it before, without its id.
  update public.refunds as r set reference = event.refund, idempotency_key = event.provider || ':' || event.refund
  where r.id = (
    select refund_row.id from public.refunds as refund_row
    where refund_row.payment_id = payment.id and refund_row.status = 'REFUNDED' and refund_row.amount = event.amount and refund_row.idempotency_key like event.provider || ':total:%'
    order by refund_row.refunded_at limit 1);
  if found then return 'repeated'; end if;
  if payment.status <> 'RECEIVED' or payment.currency <> event.currency or exists (
    select from private.payment_events as e
    where e.company_id = event.company_id and e.provider = event.provider and e.fact = 'refund_failed' and e.refund = event.refund) then
    return 'ignored';
  end if;
  -- A refund made by hand in the provider's dashboard is recorded as well.
  select private.booking_facts(b) into facts from public.bookings as b where b.id = payment.booking_id;
  insert into public.refunds (company_id, booking_id, amount, currency, method, status, provider, reference, payment_id, idempotency_key, refunded_at)
  values (payment.company_id, payment.booking_id, event.amount, event.currency, 'online', 'REFUNDED', event.provider, event.refund, payment.id,
    event.provider || ':' || event.refund, now());
  perform private.log_booking_change((null, false, null), payment.booking_id, 'record_refund', facts, jsonb_build_object('amount', event.amount, 'method', 'online'));
  return 'refunded';
end
$$;
comment on function private.process_refunded is
  'Completes a refund that we requested, or records one payment in the provider''s dashboard. Returns the outcome.';

create function private.process_refunded_total(event private.payment_events, payment public.payments) returns private.payment_outcome
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
  insert into public.refunds (company_id, booking_id, amount, currency, method, status, provider, reference, payment_id, idempotency_key, refunded_at)
  values (payment.company_id, payment.booking_id, more, event.currency, 'online', 'REFUNDED', event.provider, event.refund, payment.id,
    event.provider || ':total:' || event.payment || ':' || event.amount, now());
  perform private.log_booking_change((null, false, null), payment.booking_id, 'record_refund', facts, jsonb_build_object('amount', more, 'method', 'online'));
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

create function private.process_disputed(event private.payment_events, payment public.payments) returns private.payment_outcome
language plpgsql security definer set search_path = ''
as $$
declare
  facts jsonb;
begin
  if payment.id is null then return 'waiting'; end if;
  -- A dispute has several events in any order; a won dispute stays won.
  if exists (select from public.refunds as r where r.payment_id = payment.id and r.reference = event.refund) then return 'repeated'; end if;
  if payment.status <> 'RECEIVED' or payment.currency <> event.currency or exists (
    select from private.payment_events as e
    where e.company_id = event.company_id and e.provider = event.provider and e.fact = 'dispute_won' and e.refund = event.refund) then
    return 'ignored';
  end if;
  select private.booking_facts(b) into facts from public.bookings as b where b.id = payment.booking_id;
  -- The guest must not get a refund mail for a dispute.
  perform set_config('muster.no_mail', 'on', true);
  insert into public.refunds (company_id, booking_id, amount, currency, method, status, provider, reference, payment_id, idempotency_key, refunded_at)
  values (payment.company_id, payment.booking_id, event.amount, event.currency, 'online', 'REFUNDED', event.provider, event.refund, payment.id,
    event.provider || ':dispute:' || event.refund, now());
  perform set_config('muster.no_mail', '', true);
  perform private.log_booking_change((null, false, null), payment.booking_id, 'record_dispute', facts, jsonb_build_object('amount', event.amount, 'method', 'online'));
  insert into private.payment_differences (company_id, provider, is_refund, reference, difference, booking_id, amount, currency, provider_amount, provider_currency)
  values (payment.company_id, event.provider, true, event.refund, 'disputed', payment.booking_id, payment.amount, payment.currency, event.amount, event.currency)
  on conflict on constraint payment_differences_once do update set seen_at = excluded.seen_at;
  return 'disputed';
end
$$;
comment on function private.process_disputed is
  'Records a payment that the guest''s bank took back: the booking owes it again, and the office sees a payment '
  'difference until someone settles it. Returns the outcome.';

create function private.process_dispute_won(event private.payment_events, payment public.payments) returns private.payment_outcome
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
  perform private.log_booking_change((null, false, null), payment.booking_id, 'record_dispute_won', facts, jsonb_build_object('amount', taken.amount, 'method', 'online'));
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
  set status = 'REFUND_FAILED', refunded_at = null, tries = r.tries + 1, reference = coalesce(fail_refund.reference, r.reference),
    failure = left(fail_refund.failure, 500)
  where r.id = refund.id;
end
$$;
comment on function private.fail_refund is 'Marks a refund as failed; it stays owed until someone settles it.';

create function private.process_refund_failed(event private.payment_events, payment public.payments) returns private.payment_outcome
language plpgsql security definer set search_path = ''
as $$
declare
  ours public.refunds;
begin
  select * into ours from public.refunds as r
  where r.company_id = event.company_id and (r.id = event.refund_id or r.payment_id = payment.id and r.reference = event.refund);
  if ours.id is null then return 'ignored'; end if;
  if ours.status = 'REFUND_FAILED' and ours.reference = event.refund or ours.status = 'REFUNDED' and ours.reference <> event.refund then return 'repeated'; end if;
  perform private.fail_refund(ours, event.refund, 'The provider could not pay it back.');
  return 'refund_failed';
end
$$;
comment on function private.process_refund_failed is
  'Marks a sent refund as failed that the provider could not deliver. Returns the outcome.';

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
  select * into recorded_payment from public.payments as p where p.company_id = stored.company_id and p.idempotency_key = stored.provider || ':' || stored.payment;
  affected_booking := coalesce(paying.booking_id, recorded_payment.booking_id,
    (select r.booking_id from public.refunds as r where r.id = stored.refund_id and r.company_id = stored.company_id));
  -- Events of one booking are processed one at a time.
  if affected_booking is not null then perform private.lock_bookings(array[affected_booking]); end if;
  select * into stored from private.payment_events where id = event for update;
  if stored.outcome <> 'waiting' then return jsonb_build_object('status', 'ok', 'outcome', stored.outcome); end if;
  -- Read again, as they may have changed while waiting for the lock.
  select * into paying from private.payment_sessions as s where s.id = stored.session_id;
  select * into recorded_payment from public.payments as p where p.company_id = stored.company_id and p.idempotency_key = stored.provider || ':' || stored.payment;

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
      where e.company_id = stored.company_id and e.provider = stored.provider and e.payment = stored.payment and e.outcome = 'waiting' order by e.received_at
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

-- Refunds by the payment's provider, for the function run-jobs only ---------------------------------------------------

create function private.enqueue_refund(refund public.refunds, at timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue_job('refund_payment', jsonb_build_object('refund', refund.id), refund.company_id, 'refund:' || refund.id || ':' || refund.tries, at);
end
$$;
comment on function private.enqueue_refund is 'Queues the job that sends a refund to its provider, once per try.';

create function private.send_refunds() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  refund public.refunds;
begin
  for refund in
    select r.* from changed as r
    where r.status = 'REFUND_PENDING' and exists (
      select from public.payments as p where p.booking_id = r.booking_id and p.method = 'online' and p.provider is not null and p.status = 'RECEIVED')
  loop
    -- A refund decided by a person can be undone for two minutes.
    perform private.enqueue_refund(refund, clock_timestamp() + case when refund.payment_id is null then interval '2 minutes' else interval '0' end);
  end loop;
  return null;
end
$$;
comment on function private.send_refunds is 'Trigger: queues refunds of bookings that were paid online.';
create trigger send_inserted after insert on public.refunds
  referencing new table as changed for each statement execute function private.send_refunds();

create function private.allocate_refund(refund public.refunds) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  paid record;
  rest bigint := refund.amount;
  part bigint;
begin
  for paid in
    select p.id, p.provider, p.amount - coalesce((select sum(r.amount) from public.refunds as r where r.payment_id = p.id and r.status <> 'WITHDRAWN'), 0) as remains
    from public.payments as p
    where p.booking_id = refund.booking_id and p.method = 'online' and p.provider is not null and p.status = 'RECEIVED'
    order by remains desc, p.received_at
  loop
    part := least(rest, paid.remains);
    exit when part <= 0;
    if rest = refund.amount then
      update public.refunds set amount = part, payment_id = paid.id, provider = paid.provider, method = 'online' where id = refund.id;
    else
      insert into public.refunds (company_id, booking_id, amount, currency, method, status, provider, note, payment_id, user_id)
      values (refund.company_id, refund.booking_id, part, refund.currency, 'online', 'REFUND_PENDING', paid.provider, refund.note, paid.id, refund.user_id);
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
    rest := least(private.paid_amount(refund_row.booking_id), paid.amount - coalesce((select sum(r.amount) from public.refunds as r
      where r.payment_id = paid.id and r.status <> 'WITHDRAWN' and r.id <> refund_row.id), 0));
    if rest < refund_row.amount then
      update public.refunds as r set amount = case when rest > 0 then rest else r.amount end, status = case when rest > 0 then r.status else 'WITHDRAWN' end
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
  return jsonb_build_object('status', 'ok', 'provider', paid.provider,
    'secret_key', case when settings.provider = paid.provider then settings.secret_key end,
    'refund', jsonb_build_object('id', refund, 'key', concat_ws(':', refund, refund_row.tries, refund_row.amount), 'payment', paid.reference,
      'amount', coalesce(refund_row.amount, paid.amount), 'currency', paid.currency));
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
  if refund_row.status = 'REFUND_PENDING' then perform private.complete_refund(refund_row, record_refund_sent.reference); end if;
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
  if refund_row.status = 'REFUND_PENDING' then perform private.fail_refund(refund_row, null, record_refund_refused.failure); end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.record_refund_refused is
  'Marks a pending refund as refused by the provider; the office sees it until someone settles it. Returns none for a '
  'payment in another currency, which has no refund row: its dead job shows the failure.';

grant execute on function public.begin_payment(text, text), public.store_checkout(uuid, text, text), public.read_payment_webhook_secret(uuid),
  public.store_payment_event(uuid, text, jsonb), public.process_payment_event(uuid), public.read_refund_to_send(uuid), public.record_refund_sent(uuid, text),
  public.record_refund_refused(uuid, text) to service_role;

-- Office --------------------------------------------------------------------------------------------------------------

create function private.retry_refund(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
  failed public.refunds;
begin
  select * into failed from public.refunds as r
  where r.id = (input ->> 'refund_id')::uuid and r.booking_id = booking.id and r.status = 'REFUND_FAILED' and r.payment_id is not null for update;
  if failed.id is null then return '{"status": "not_found"}'; end if;
  update public.refunds set status = 'REFUND_PENDING', failure = null where id = failed.id;
  perform private.enqueue_refund(failed);
  perform private.log_booking_change(actor, booking.id, 'retry_refund', facts, jsonb_build_object('amount', failed.amount));
  return private.booking_response(booking.id);
end
$$;
comment on function private.retry_refund is
  'Requests a failed refund from the provider again: {"refund_id"}. Returns the booking or not_found.';

create function public.retry_refund(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'retry_refund', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.retry_refund is
  'Requests a failed refund from the provider again. Idempotent per request id.';

create function public.read_payment_settings(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  settings private.payment_settings;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_payment_settings', company) then return '{"status": "not_permitted"}'; end if;
  select * into settings from private.payment_settings as s where s.company_id = company;
  return jsonb_build_object('status', 'ok', 'version', coalesce(settings.version, 0), 'mode', coalesce(settings.mode, 'on_arrival'),
    'deposit_percent', settings.deposit_percent,
    'provider', settings.provider, 'has_secret_key', settings.secret_key is not null, 'has_webhook_secret', settings.webhook_secret is not null,
    'providers', (select jsonb_agg(jsonb_build_object('name', p.name, 'needs_keys', p.needs_keys) order by p.name) from private.payment_providers as p));
end
$$;
comment on function public.read_payment_settings is
  'Returns a company''s payment settings without its keys, to people with COMPANY_ALL_ACCESS. Refusals: '
  'not_permitted, signed_out.';

create function public.save_payment_settings(
  company uuid, version integer, mode text, provider text, secret_key text default null, webhook_secret text default null,
  deposit_percent integer default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  before private.payment_settings;
  chosen_provider private.payment_providers;
  -- An empty field keeps the stored secret.
  key constant text := nullif(private.visible_text(secret_key), '');
  hook constant text := nullif(private.visible_text(webhook_secret), '');
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('save_payment_settings', company) then return '{"status": "not_permitted"}'; end if;
  perform from public.companies as c where c.id = company for no key update;
  select * into before from private.payment_settings as s where s.company_id = company;
  select * into chosen_provider from private.payment_providers as p where p.name = save_payment_settings.provider;
  if not pg_input_is_valid(mode, 'private.payment_mode') or mode is null or (provider is not null and chosen_provider.name is null)
    or deposit_percent not between 1 and 99
    or key !~ '^(sk|rk)_(test|live)_[A-Za-z0-9]{10,250}$' or hook !~ '^whsec_[A-Za-z0-9+/=_-]{10,250}$' then
    return '{"status": "invalid"}';
  end if;
  if version is distinct from coalesce(before.version, 0) then return jsonb_build_object('status', 'stale', 'version', coalesce(before.version, 0)); end if;
  if mode = 'online' and (chosen_provider.name is null
    or chosen_provider.needs_keys and (coalesce(key, before.secret_key) is null or coalesce(hook, before.webhook_secret) is null)) then
    return '{"status": "no_keys"}';
  end if;
  insert into private.payment_settings as s (company_id, mode, provider, secret_key, webhook_secret, deposit_percent)
  values (company, mode::private.payment_mode, chosen_provider.name, key, hook, deposit_percent)
  on conflict (company_id) do update set mode = excluded.mode, provider = coalesce(excluded.provider, s.provider),
    deposit_percent = excluded.deposit_percent, secret_key = coalesce(excluded.secret_key, s.secret_key), webhook_secret = coalesce(excluded.webhook_secret, s.webhook_secret),
    version = s.version + 1;
  perform private.log_change(company, 'save_payment_settings', jsonb_build_object('mode', before.mode, 'provider', before.provider, 'deposit_percent', before.deposit_percent),
    jsonb_build_object('mode', mode, 'provider', chosen_provider.name, 'deposit_percent', deposit_percent, 'has_new_key', key is not null, 'has_new_webhook_secret', hook is not null));
  return public.read_payment_settings(company);
end
$$;
comment on function public.save_payment_settings is
  'Saves how guests pay. Omitted keys stay; keys are never returned. Returns as read_payment_settings, or stale, '
  'no_keys (online needs them), invalid.';

grant execute on function public.retry_refund(uuid, uuid, jsonb), public.read_payment_settings(uuid),
  public.save_payment_settings(uuid, integer, text, text, text, text, integer) to authenticated;
