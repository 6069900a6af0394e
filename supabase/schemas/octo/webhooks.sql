-- OCTO's capability octo/webhooks: resellers subscribe with their keys; delivery uses our webhooks. ADR 066

create type public.octo_webhook_action as enum ('list', 'create', 'delete');
comment on type public.octo_webhook_action is 'Action of a reseller on its subscriptions.';

create function private.key_rotation_chain(key uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  with recursive chain as (
    select k.id, k.replaces from private.api_keys as k where k.id = key
    union
    select k.id, k.replaces from chain join private.api_keys as k on k.replaces = chain.id or k.id = chain.replaces)
  select coalesce(array_agg(id), '{}') from chain
$$;
comment on function private.key_rotation_chain is
  'Returns a key with all keys it was rotated from and to, as they belong to one program.';

create function private.webhook_scope(event public.octo_event) returns public.api_scope
language sql immutable parallel safe
return case event when 'booking_update' then 'bookings_read' else 'departures_read' end::public.api_scope;
comment on function private.webhook_scope is 'Returns the additional scope that a key needs for an OCTO event.';

create function private.octo_key(endpoint private.webhook_endpoints) returns private.api_keys
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key private.api_keys;
begin
  select * into key from private.api_keys as k
  where k.id = any (private.key_rotation_chain(endpoint.key_id)) and private.is_live_key(k)
    and not private.is_test_tour_published(k)
    and k.scopes @> array['webhooks_write', private.webhook_scope(endpoint.octo_event)]::public.api_scope[]
  order by k.made_at desc, k.id limit 1;
  return key;
end
$$;
comment on function private.octo_key is
  'Returns the newest valid key of a subscription''s rotation chain that has the needed scopes, or null.';

create function private.may_receive_events(endpoint private.webhook_endpoints) returns boolean
language sql volatile security definer set search_path = ''
as $$ select endpoint.key_id is null or (private.octo_key(endpoint)).id is not null $$;
comment on function private.may_receive_events is
  'Returns whether a receiver may get events: one made by a key needs a valid key.';

create function private.octo_event_body(endpoint private.webhook_endpoints, event private.webhook_events) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key constant private.api_keys := private.octo_key(endpoint);
  d public.departures;
  product jsonb;
  content jsonb;
begin
  if key.id is null then return null; end if;
  if endpoint.octo_event = 'booking_update' then
    if not exists (
      select from private.octo_bookings as o join public.bookings as b on b.id = o.booking_id
      join public.departures as departure on departure.id = b.departure_id
      where o.booking_id = event.booking_id and o.company_id = key.company_id
        and (key.test_tour_id is null or departure.tour_id = key.test_tour_id))
    then
      return null;
    end if;
    content := jsonb_build_object('booking', private.octo_booking(key, event.booking_id));
  else
    select * into d from public.departures as departure
    where departure.id = event.departure_id and departure.company_id = key.company_id;
    product := private.octo_products(key, jsonb_build_object('id', d.tour_id)) -> 0;
    if d.id is null or product is null then return null; end if;
    content := jsonb_build_object(
      'product', product,
      'slot', coalesce(private.octo_availability(
        key, jsonb_build_object('tour', d.tour_id, 'ids', jsonb_build_array(d.id))) -> 0, private.octo_slot(d)));
  end if;
  return content || jsonb_build_object('supplier', private.octo_supplier(key) -> 0);
exception when others then
  -- As for all webhooks, an error here must not fail the transaction.
  raise warning 'The data of an OCTO webhook could not be built: %', sqlerrm;
  return null;
end
$$;
comment on function private.octo_event_body is
  'Returns the content of an event for an OCTO subscriber as of now, limited to what its key may read, or null if '
  'that is nothing.';

create function private.octo_without_guests(content jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
return content
  || jsonb_build_object(
    'booking',
    (content -> 'booking')
      || '{"contact": null, "note": null, "cancel_reason": null}'
      || jsonb_build_object(
        'guests',
        (
          select coalesce(jsonb_agg(guest || '{"name": null, "reference": null}' order by ordinal), '[]')
          from jsonb_array_elements(content -> 'booking' -> 'guests') with ordinality as party (guest, ordinal))));
comment on function private.octo_without_guests is 'Returns a booking''s content for OCTO without personal data.';

create function private.octo_webhook_json(endpoint private.webhook_endpoints) returns jsonb
language sql immutable parallel safe set search_path = ''
return jsonb_build_object(
  'id', endpoint.id, 'event', endpoint.octo_event, 'url', endpoint.url, 'headers', endpoint.secret_headers)
  || endpoint.octo;
comment on function private.octo_webhook_json is 'Returns a subscription for its reseller.';

create function private.octo_subscribe(key private.api_keys, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := private.trim_text(input ->> 'url');
  event constant public.octo_event := (input ->> 'event')::public.octo_event;
  options constant jsonb := jsonb_build_object(
    'capabilities', input -> 'capabilities',
    'retries', coalesce(input -> 'retries', 'true'),
    'uses_contact_language', coalesce(input -> 'uses_contact_language', 'true'));
  headers constant jsonb := coalesce(input -> 'headers', '{}');
  events constant public.webhook_event[] :=
    (
      case event
        when 'booking_update' then
          '{booking.confirmed,booking.changed,booking.moved,booking.cancelled,booking.rejected,booking.expired,'
            'guest.checked_in}'
        else '{availability.changed}'
      end)::public.webhook_event[];
  chain constant uuid[] := private.key_rotation_chain(key.id);
  stored private.webhook_endpoints;
  subscription private.webhook_endpoints;
begin
  if private.webhook_scope(event) <> all (key.scopes) then return '{"status": "missing_scope"}'; end if;
  if not coalesce(private.is_webhook_url(address), false) then return '{"status": "bad_url"}'; end if;
  perform from public.companies as c where c.id = key.company_id for no key update;
  select * into stored from private.webhook_endpoints as w
  where w.key_id = any (chain) and w.url = address and w.octo_event = event for update;
  -- OCTO has no id for a subscription: the same event and URL again updates it instead of creating a second one.
  if stored.id is not null then
    update private.webhook_endpoints as w set octo = options, secret_headers = headers, version = w.version + 1
    where w.id = stored.id and (w.octo, w.secret_headers) is distinct from (options, headers);
  elsif (
    select count(*) from private.webhook_endpoints as w where w.company_id = key.company_id and w.key_id is not null
  ) >= 20
  then
    return '{"status": "too_many"}';
  else
    insert into private.webhook_endpoints (
      id,
      company_id,
      url,
      events,
      secret,
      key_id,
      octo_event,
      octo,
      secret_headers)
    values (
      gen_random_uuid(),
      key.company_id,
      address,
      events,
      private.make_webhook_secret(),
      key.id,
      event,
      options,
      headers)
    returning * into stored;
    perform private.log_change(
      key.company_id,
      'save_webhook',
      null,
      private.webhook_facts(stored) || jsonb_build_object('api_key', private.key_name(key)));
  end if;
  select * into subscription from private.webhook_endpoints as w where w.id = stored.id;
  return jsonb_build_object('status', 'ok', 'items', jsonb_build_array(private.octo_webhook_json(subscription)));
end
$$;
comment on function private.octo_subscribe is 'Subscribes a URL to an event. Idempotent per event and URL.';

create function public.octo_webhooks(key_id uuid, action public.octo_webhook_action, input jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  key constant private.api_keys := private.api_key_for(octo_webhooks.key_id, 'webhooks_write');
  chain constant uuid[] := private.key_rotation_chain(key.id);
  deleted private.webhook_endpoints;
begin
  if key.id is null then return '{"status": "unknown_key"}'; end if;
  if action = 'create' then return private.octo_subscribe(key, input); end if;
  if action = 'delete' then
    delete from private.webhook_endpoints as w
    where w.id = (input ->> 'id')::uuid and w.key_id = any (chain)
    returning * into deleted;
    if deleted.id is null then return '{"status": "not_found", "what": "webhook"}'; end if;
    perform private.log_change(
      key.company_id,
      'delete_webhook',
      private.webhook_facts(deleted) || jsonb_build_object('api_key', private.key_name(key)),
      null);
    return '{"status": "ok", "items": []}';
  end if;
  return jsonb_build_object(
    'status', 'ok',
    'items', (
      select coalesce(jsonb_agg(private.octo_webhook_json(w) order by w.created_at, w.id), '[]')
      from private.webhook_endpoints as w
      where w.key_id = any (chain)));
exception when data_exception or check_violation or not_null_violation then
  return '{"status": "invalid"}';
end
$$;
comment on function public.octo_webhooks is
  'Manages the subscriptions of a reseller''s key: list; create {"event", "url", "capabilities", "headers"?, '
  '"retries"?, "uses_contact_language"?}; delete {"id"}. Returns {"status": "ok", "items"}, or unknown_key, '
  'missing_scope, bad_url, too_many (20 a company), not_found, invalid. For the service role.';

grant execute on function public.octo_webhooks(uuid, public.octo_webhook_action, jsonb) to service_role;
