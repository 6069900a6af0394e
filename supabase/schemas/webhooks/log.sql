-- Webhooks: the log of deliveries. ADR 064

create function private.webhook_refusal(company uuid, rpc text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may(rpc, company) then return '{"status": "not_permitted"}'; end if;
  return null;
end
$$;
comment on function private.webhook_refusal is
  'Returns why the caller may not call an RPC on a company''s webhooks, or null if allowed.';

create function private.company_of_webhook(endpoint uuid) returns uuid
language sql stable security definer set search_path = ''
as $$ select w.company_id from private.webhook_endpoints as w where w.id = endpoint $$;
comment on function private.company_of_webhook is 'Returns the company of a receiver, or null.';

create function private.make_webhook_secret() returns text
language sql volatile
return 'whsec_' || translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), E'\n', '');
comment on function private.make_webhook_secret is
  'Returns a secret in the Standard Webhooks format with 244 random bits.';

create function private.webhook_facts(endpoint private.webhook_endpoints) returns jsonb
language sql immutable parallel safe set search_path = ''
return jsonb_build_object(
  'id', endpoint.id,
  'url', substring(endpoint.url from '^https://[^/?]+'),
  'events', to_jsonb(endpoint.events),
  'has_personal_data', endpoint.has_personal_data,
  'state', endpoint.state);
comment on function private.webhook_facts is
  'Returns what the audit log stores of a receiver: neither the secret nor the path, which may be secret.';

create function private.webhook_body(event private.webhook_events, with_personal boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', event.id, 'type', event.type, 'timestamp', private.iso(event.happened_at),
    'company', jsonb_build_object('id', c.id, 'name', c.name),
    'data', coalesce(event.data, '{}') || case when with_personal then coalesce(event.personal, '{}') else '{}' end)
  from public.companies as c where c.id = event.company_id
$$;
comment on function private.webhook_body is 'Returns the body of a delivery, the same at each attempt.';

create function public.read_webhook_log(endpoint uuid, before bigint default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  company constant uuid := private.company_of_webhook(endpoint);
  refusal constant jsonb := private.webhook_refusal(company, 'read_webhook_log');
  found jsonb;
begin
  if refusal is not null then return refusal; end if;
  select jsonb_agg(jsonb_build_object(
    'id', d.id,
    'place', d.place,
    'type', e.type,
    'happened_at', private.iso(e.happened_at),
    'state', d.state,
    'attempts', d.attempts,
    'reference', (select b.reference from public.bookings as b where b.id = e.booking_id),
    'next_at', case when d.finished_at is null then private.iso(d.run_at) end,
    'status', last.status,
    'failure', last.failure) order by d.place desc) into found
  from (
    select own.* from private.webhook_deliveries as own
    where own.endpoint_id = endpoint and (read_webhook_log.before is null or own.place < read_webhook_log.before)
    order by own.place desc limit 50) as d
  join private.webhook_events as e on e.id = d.event_id
  left join lateral (
    select a.status, a.failure from private.webhook_attempts as a
    where a.delivery_id = d.id order by a.number desc limit 1) as last
    on true;
  return jsonb_build_object(
    'status', 'ok', 'deliveries', coalesce(found, '[]'), 'is_all', jsonb_array_length(coalesce(found, '[]')) < 50);
end
$$;
comment on function public.read_webhook_log is
  'Returns up to 50 deliveries of a receiver before a place, newest first. Kept for 30 days. Refusals: not_permitted, '
  'signed_out.';

create function private.company_of_delivery(delivery uuid) returns uuid
language sql stable security definer set search_path = ''
as $$ select w.company_id from private.webhook_deliveries as d
 join private.webhook_endpoints as w on w.id = d.endpoint_id
 where d.id = delivery$$;
comment on function private.company_of_delivery is 'Returns the company of a delivery, or null.';

create function public.read_webhook_delivery(delivery uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.webhook_refusal(private.company_of_delivery(delivery), 'read_webhook_delivery');
begin
  if refusal is not null then return refusal; end if;
  return (
    select jsonb_build_object(
      'status', 'ok',
      'body', case
        when w.octo is null then jsonb_pretty(private.webhook_body(e, w.has_personal_data))
        else jsonb_pretty(d.sent::jsonb)
      end,
      'attempts', coalesce((
        select jsonb_agg(jsonb_build_object(
          'number', a.number,
          'at', private.iso(a.at),
          'duration_ms', a.duration_ms,
          'status', a.status,
          'failure', a.failure,
          'response', a.response) order by a.number desc)
        from private.webhook_attempts as a
        where a.delivery_id = d.id), '[]'))
    from private.webhook_deliveries as d join private.webhook_endpoints as w on w.id = d.endpoint_id
    join private.webhook_events as e on e.id = d.event_id
    where d.id = delivery);
end
$$;
comment on function public.read_webhook_delivery is
  'Returns the body of a delivery and its attempts with responses. `body` is null if it was not made for OCTO yet or '
  'is erased. Refusals: not_permitted, signed_out.';

create function public.replay_webhook(delivery uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  company constant uuid := private.company_of_delivery(delivery);
  refusal constant jsonb := private.webhook_refusal(company, 'replay_webhook');
  slow jsonb;
begin
  if refusal is not null then return refusal; end if;
  slow := private.rate_limited(private.consume_rate_limit('webhook_replay:' || company, 60, 10));
  if slow is not null then return slow; end if;
  if exists (
    select from private.webhook_deliveries as d
    join private.webhook_endpoints as w on w.id = d.endpoint_id
    where d.id = delivery and w.state = 'off')
  then
    return '{"status": "switched_off"}';
  end if;
  update private.webhook_deliveries as d
  set state = 'pending', finished_at = null, began_at = null, run_at = clock_timestamp()
  where d.id = delivery and (d.leased_until is null or d.leased_until <= clock_timestamp());
  return '{"status": "ok"}';
end
$$;
comment on function public.replay_webhook is
  'Sends an event again under the same id, or retries a waiting delivery now. Returns ok, switched_off, rate_limited '
  '(60 at once, then one per ten seconds a company), not_permitted or signed_out.';

grant execute on function
  public.read_webhook_log(uuid, bigint),
  public.read_webhook_delivery(uuid),
  public.replay_webhook(uuid)
to authenticated;
