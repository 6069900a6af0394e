-- Checkout sessions and the seats that they hold, for the functions begin-payment and payment-events. ADR 044

create function private.seats_held_by_network(booking public.bookings, address text) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  networks constant text[] := array(
    select private.guest_network(h.address) from private.guest_holds as h
    where h.token_hash = booking.access_token_hash and h.departure_id = booking.departure_id)
    || private.guest_network(address);
begin
  return (
    select coalesce(sum(private.booking_seats(b.id)), 0) from public.bookings as b
    where b.departure_id = booking.departure_id and b.status = 'ON_HOLD' and b.expires_at > clock_timestamp()
      and exists (
        select from private.guest_holds as h
        where h.token_hash = b.access_token_hash and h.departure_id = b.departure_id
          and private.guest_network(h.address) = any (networks)));
end
$$;
comment on function private.seats_held_by_network is
  'Returns how many seats of a departure are held by guests from the networks of this hold and of the given address, '
  'this hold included; 0 without addresses.';

create function public.store_checkout(session uuid, checkout text, url text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  stored_url text;
begin
  update private.payment_sessions as s
  set checkout_id = checkout, url = store_checkout.url
  where s.id = session and s.url is null;
  select s.url into stored_url from private.payment_sessions as s where s.id = session;
  return jsonb_build_object('status', case when stored_url is null then 'not_found' else 'ok' end, 'url', stored_url);
end
$$;
comment on function public.store_checkout is
  'Stores the checkout page of a session and returns its address. Of two concurrent calls the first wins.';

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
  insert into private.payment_events as e (
    company_id,
    provider,
    event_id,
    fact,
    is_foreign,
    session_id,
    payment,
    refund,
    refund_id,
    amount,
    currency,
    outcome,
    handled_at)
  select
    company,
    store_payment_event.provider,
    incoming.event_id,
    incoming.fact,
    coalesce(incoming.is_foreign, false),
    incoming.session_id,
    incoming.payment,
    incoming.refund,
    incoming.refund_id,
    incoming.amount,
    incoming.currency,
    case when incoming.fact = 'other' then 'ignored' end::private.payment_outcome,
    case when incoming.fact = 'other' then clock_timestamp() end
  from jsonb_populate_record(null::private.payment_events, event) as incoming
  on conflict on constraint payment_events_once do nothing
  returning e.id into stored_event;
  if event ->> 'fact' = 'other' then stored_event := null; end if;
  if stored_event is not null then
    perform private.enqueue_job(
      'payment_event', jsonb_build_object('event', stored_event), company, stored_event::text);
  end if;
  return jsonb_build_object('status', 'ok', 'event', stored_event);
end
$$;
comment on function public.store_payment_event is
  'Stores a verified event and queues its job. Returns the event''s id if there is something to do, else null. A '
  'repeat has no effect.';

grant execute on function
  public.store_checkout(uuid, text, text),
  public.read_payment_webhook_secret(uuid),
  public.store_payment_event(uuid, text, jsonb)
to service_role;
