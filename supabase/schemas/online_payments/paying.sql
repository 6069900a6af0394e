-- What a guest can pay online, and beginning a payment. ADR 044

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
  return least(
    due,
    greatest(
      ceil(
        booking.total_amount * percent / 100.0
      )::bigint - private.paid_amount(booking.id) - private.reserved_voucher_amount(booking),
      0));
end
$$;
comment on function private.due_online is
  'Returns the amount to pay online now: a hold''s deposit if its policy has one, else all that is due.';

create function private.must_pay_first(booking public.bookings) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.booking_state(booking) in ('ON_HOLD', 'EXPIRED')
    and coalesce((booking.policy_snapshot ->> 'deposit_percent')::integer, 100) * booking.total_amount > 100 * (
      private.paid_amount(booking.id) + private.reserved_voucher_amount(booking))
    and private.pays_online(booking.company_id);
end
$$;
comment on function private.must_pay_first is 'Returns whether a guest''s hold can be confirmed only by a payment.';

create function private.is_payable_online(booking public.bookings) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.pays_online(booking.company_id)
    and private.booking_state(booking) in ('ON_HOLD', 'CONFIRMED') and booking.contact_name <> '—'
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
  select b.* into stored from public.bookings as b
  join public.departures as d on d.id = b.departure_id
  -- The payment page shows the guest's name.
  where b.id = booking and private.can_be_on_device(d.local_date)
    and private.may('read_payment_link', b.company_id)
    and private.can_name_guests_in_look_up(b.company_id, b.departure_id);
  if stored.id is null then return '{"status": "not_found"}'; end if;
  if not private.is_payable_online(stored) then
    return jsonb_build_object('status', 'nothing_to_pay', 'state', private.booking_state(stored));
  end if;
  return jsonb_build_object(
    'status', 'ok', 'token', private.create_booking_link(stored.id, 'payment', interval '30 minutes'));
end
$$;
comment on function public.read_payment_link is
  'Returns the token of a payment-only link, valid for 30 minutes, that a guide shows to a guest. Refusals: '
  'nothing_to_pay, not_found, rate_limited, signed_out.';
grant execute on function public.read_payment_link(uuid) to authenticated;

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
  update private.payment_sessions
  set state = 'expired'
  where booking_id = stored.id and state = 'open' and expires_at <= clock_timestamp();
  select * into open_session from private.payment_sessions where booking_id = stored.id and state = 'open';
  -- A session without a page can be requested again only with the same link, as the request must be identical, and
  -- while at least 30 minutes are left.
  if open_session.id is not null
    and (
      (open_session.amount, open_session.currency, open_session.provider) <> (due, stored.currency, settings.provider)
        or open_session.url is null
          and (open_session.token_hash <> hash or open_session.created_at < clock_timestamp() - interval '4 minutes')
    )
  then
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
      update public.bookings
      set expires_at = greatest(expires_at, clock_timestamp() + session_length)
      where id = stored.id;
      -- Costs as much as an extension; if the bucket is empty, the guest may pay anyway.
      if stored.access_token_hash is not null then
        perform private.consume_hold_limit(
          stored.access_token_hash,
          d,
          private.booking_seats(stored.id),
          true,
          private.rate_limit_key(begin_payment.address)) from public.departures as d where d.id = stored.departure_id;
      end if;
    end if;
    insert into private.payment_sessions (company_id, booking_id, provider, amount, currency, token_hash, expires_at)
    values (
      stored.company_id,
      stored.id,
      settings.provider,
      due,
      stored.currency,
      hash,
      clock_timestamp() + session_length)
    returning * into open_session;
  end if;
  return jsonb_build_object(
    'status', 'ok',
    'provider', open_session.provider,
    'secret_key', settings.secret_key,
    'url', open_session.url,
    'former_checkout', former.checkout_id,
    'checkout', jsonb_build_object(
      'session', open_session.id,
      'company', stored.company_id,
      'amount', open_session.amount,
      'currency', open_session.currency,
      'reference', stored.reference,
      'expires_at', private.iso(open_session.expires_at),
      'locale', stored.locale,
      'email', stored.contact_email,
      'title', (
        select private.departure_mail(d, stored.locale::text) ->> 'tour'
        from public.departures as d
        where d.id = stored.departure_id)));
end
$$;
comment on function public.begin_payment is
  'Returns what a guest has to pay online now and the provider''s key: an open checkout page, or url null, for which '
  'the caller makes one under the session''s id after it has closed `former_checkout`, if any. '
  'Refusals: nothing_to_pay, not_found, rate_limited.';

create function private.payment_state(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'may_pay', private.is_payable_online(booking),
      'state', (
        select case
          when s.state = 'open' and s.expires_at <= clock_timestamp() then 'expired'
          when s.state = 'open' and s.refused_at is not null then 'refused'
          else s.state::text
        end
        from private.payment_sessions as s
        where s.booking_id = booking.id order by s.created_at desc limit 1),
      -- An event has arrived but is not processed yet.
      'is_waiting', exists (
        select from private.payment_events as e join private.payment_sessions as s on s.id = e.session_id
        where s.booking_id = booking.id and e.outcome is null),
      'outcome', (
        select e.outcome from private.payment_events as e
        join private.payment_sessions as s on s.id = e.session_id
        where s.booking_id = booking.id and e.fact = 'paid' and e.outcome not in ('repeated', 'foreign')
        order by e.handled_at desc limit 1)));
end
$$;
comment on function private.payment_state is 'Returns a booking''s online payment status for its guest.';

grant execute on function public.begin_payment(text, text) to service_role;
