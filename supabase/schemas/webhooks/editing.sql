-- Webhooks: settings, for owners only, as a webhook outlives acting for a company. ADR 064

create function private.webhooks_json(company uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'status', 'ok',
    'time_zone', (select c.time_zone from public.companies as c where c.id = company),
    'endpoints', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', w.id,
        'url', w.url,
        'description', w.description,
        'events', to_jsonb(w.events),
        'has_personal_data', w.has_personal_data,
        'state', w.state,
        'pause_reason', w.pause_reason,
        'paused_at', private.iso(w.paused_at),
        'failing_since', private.iso(w.failing_since),
        'last_delivered_at', private.iso(w.last_delivered_at),
        'octo', w.octo_event,
        'key', (
          select jsonb_build_object('name', private.key_name(k), 'is_live', private.may_receive_events(w))
          from private.api_keys as k
          where k.id = w.key_id),
        'overlap_until', case when w.former_until > clock_timestamp() then private.iso(w.former_until) end,
        'waiting', (
          select count(*) from private.webhook_deliveries as d where d.endpoint_id = w.id and d.finished_at is null),
        'version', w.version) order by w.created_at, w.id)
      from private.webhook_endpoints as w
      where w.company_id = company), '[]'));
end
$$;
comment on function private.webhooks_json is 'Returns a company''s receivers without secrets, for its owner.';

create function public.read_webhooks(company uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return coalesce(private.webhook_refusal(company, 'read_webhooks'), private.webhooks_json(company));
end
$$;
comment on function public.read_webhooks is
  'Returns a company''s receivers, for its owner but not for people who act for it. Refusals: not_permitted, '
  'signed_out.';

create function public.save_webhook(company uuid, endpoint uuid, version integer, input jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  refusal constant jsonb := private.webhook_refusal(company, 'save_webhook');
  before private.webhook_endpoints;
  after private.webhook_endpoints;
begin
  if refusal is not null then return refusal; end if;
  if endpoint is null or jsonb_typeof(input) is distinct from 'object' then return '{"status": "invalid"}'; end if;
  perform from public.companies as c where c.id = company for no key update;
  select * into before from private.webhook_endpoints as w where w.id = endpoint for update;
  if before.company_id <> company then return '{"status": "not_permitted"}'; end if;
  -- OCTO subscriptions belong to their reseller.
  if before.key_id is not null then return '{"status": "invalid"}'; end if;
  if not coalesce(private.is_webhook_url(private.trim_text(input ->> 'url')), false) then
    return '{"status": "bad_url"}';
  end if;
  -- After a lost response, a new receiver that is still unused returns its secret again.
  if save_webhook.version = 0 and before.version = 1 and before.url = private.trim_text(input ->> 'url')
    and before.created_at > now() - interval '10 minutes'
    and not exists (select from private.webhook_deliveries as d where d.endpoint_id = before.id)
  then
    return private.webhooks_json(company) || jsonb_build_object('secret', before.secret);
  end if;
  if save_webhook.version is distinct from coalesce(before.version, 0) then
    return jsonb_build_object('status', 'stale', 'version', coalesce(before.version, 0));
  end if;
  if before.id is null
    and (
      select count(*) from private.webhook_endpoints as w where w.company_id = company and w.key_id is null) >= 10
  then
    return '{"status": "too_many"}';
  end if;
  begin
    after := jsonb_populate_record(
      before,
      jsonb_build_object(
        'id', endpoint,
        'company_id', company,
        'url', private.trim_text(input ->> 'url'),
        'description', nullif(private.visible_text(input ->> 'description'), ''),
        'has_personal_data', coalesce((input ->> 'has_personal_data')::boolean, false),
        'secret', coalesce(before.secret, private.make_webhook_secret()),
        'state', coalesce(before.state, 'active'),
        'version', coalesce(before.version, 0) + 1,
        'created_at', coalesce(before.created_at, now()),
        'secret_headers', coalesce(before.secret_headers, '{}')));
    after.events := array(
      select distinct value::public.webhook_event as event
      from jsonb_array_elements_text(input -> 'events') as value order by event);
    if after.events && '{webhook.test,availability.changed}' then return '{"status": "invalid"}'; end if;
    insert into private.webhook_endpoints select (after).*
    on conflict (id) do update set url = excluded.url, description = excluded.description, events = excluded.events,
      has_personal_data = excluded.has_personal_data, version = excluded.version;
  exception when data_exception or check_violation or not_null_violation then
    return '{"status": "invalid"}';
  end;
  perform private.log_change(
    company,
    'save_webhook',
    case when before.id is not null then private.webhook_facts(before) end,
    private.webhook_facts(after));
  return private.webhooks_json(company)
    || case when before.id is null then jsonb_build_object('secret', after.secret) else '{}' end;
end
$$;
comment on function public.save_webhook is
  'Creates a receiver under a client-made id and returns its secret once, or changes the given version: {"url", '
  '"description"?, "events", "has_personal_data"}. Returns as read_webhooks, or bad_url, stale, too_many, invalid.';

create function public.rotate_webhook_secret(endpoint uuid, version integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  company constant uuid := private.company_of_webhook(endpoint);
  refusal constant jsonb := private.webhook_refusal(company, 'rotate_webhook_secret');
  changed private.webhook_endpoints;
begin
  if refusal is not null then return refusal; end if;
  update private.webhook_endpoints as w
  set former_secret = w.secret, former_until = clock_timestamp() + interval '1 day',
    secret = private.make_webhook_secret(), version = w.version + 1
  where w.id = endpoint and w.version = rotate_webhook_secret.version
  returning * into changed;
  if changed.id is null then
    return jsonb_build_object(
      'status', 'stale',
      'version', coalesce((select w.version from private.webhook_endpoints as w where w.id = endpoint), 0));
  end if;
  perform private.log_change(company, 'rotate_webhook_secret', null, private.webhook_facts(changed));
  return private.webhooks_json(company) || jsonb_build_object('secret', changed.secret);
end
$$;
comment on function public.rotate_webhook_secret is
  'Replaces a secret and returns the new one once; the former also signs for a day. Returns as read_webhooks, or '
  'stale.';

create function public.switch_webhook(endpoint uuid, is_on boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  company constant uuid := private.company_of_webhook(endpoint);
  refusal constant jsonb := private.webhook_refusal(company, 'switch_webhook');
  before private.webhook_endpoints;
  after private.webhook_endpoints;
begin
  if refusal is not null then return refusal; end if;
  select * into before from private.webhook_endpoints as w where w.id = endpoint for update;
  if is_on is null or before.id is null then return '{"status": "invalid"}'; end if;
  update private.webhook_endpoints as w
  set state = case when is_on then 'active' else 'off' end::private.webhook_state, pause_reason = null,
    paused_at = null, failing_since = null, version = w.version + 1
  where w.id = endpoint and w.state <> case when is_on then 'active' else 'off' end::private.webhook_state
  returning * into after;
  if after.id is not null then
    -- Waiting deliveries get three new days; those of a receiver that is switched off are given up.
    update private.webhook_deliveries as d
    set began_at = null, run_at = clock_timestamp()
    where d.endpoint_id = endpoint and d.finished_at is null and is_on;
    update private.webhook_deliveries as d
    set state = 'dead', finished_at = clock_timestamp(), lease = null, leased_until = null
    where d.endpoint_id = endpoint and d.finished_at is null and not is_on;
    perform private.log_change(company, 'switch_webhook', private.webhook_facts(before), private.webhook_facts(after));
  end if;
  return private.webhooks_json(company);
end
$$;
comment on function public.switch_webhook is
  'Switches a receiver on (and resumes waiting deliveries), or off (and gives them up). Returns as read_webhooks, or '
  'invalid.';

create function public.delete_webhook(endpoint uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  company constant uuid := private.company_of_webhook(endpoint);
  refusal constant jsonb := private.webhook_refusal(company, 'delete_webhook');
  deleted_endpoint private.webhook_endpoints;
begin
  if refusal is not null then return refusal; end if;
  delete from private.webhook_endpoints as w where w.id = endpoint returning * into deleted_endpoint;
  if deleted_endpoint.id is not null then
    perform private.log_change(company, 'delete_webhook', private.webhook_facts(deleted_endpoint), null);
  end if;
  return private.webhooks_json(company);
end
$$;
comment on function public.delete_webhook is 'Deletes a receiver with its log. Returns as read_webhooks.';

grant execute on function
  public.read_webhooks(uuid),
  public.save_webhook(uuid, uuid, integer, jsonb),
  public.rotate_webhook_secret(uuid, integer),
  public.switch_webhook(uuid, boolean),
  public.delete_webhook(uuid)
to authenticated;
