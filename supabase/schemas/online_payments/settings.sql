-- A company's settings of its payment provider. ADR 044

create function public.read_payment_settings(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  settings private.payment_settings;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_payment_settings', company) then
    return '{"status": "not_permitted"}';
  end if;
  select * into settings from private.payment_settings as s where s.company_id = company;
  return jsonb_build_object(
    'status', 'ok',
    'version', coalesce(settings.version, 0),
    'mode', coalesce(settings.mode, 'on_arrival'),
    'deposit_percent', settings.deposit_percent,
    'provider', settings.provider,
    'has_secret_key', settings.secret_key is not null,
    'has_webhook_secret', settings.webhook_secret is not null,
    'providers', (
      select jsonb_agg(jsonb_build_object('name', p.name, 'needs_keys', p.needs_keys) order by p.name)
      from private.payment_providers as p));
end
$$;
comment on function public.read_payment_settings is
  'Returns a company''s payment settings without its keys, to people with COMPANY_ALL_ACCESS. Refusals: '
  'not_permitted, signed_out.';

create function public.save_payment_settings(
  company uuid,
  version integer,
  mode text,
  provider text,
  secret_key text default null,
  webhook_secret text default null,
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
  if company is null or not private.may('save_payment_settings', company) then
    return '{"status": "not_permitted"}';
  end if;
  perform from public.companies as c where c.id = company for no key update;
  select * into before from private.payment_settings as s where s.company_id = company;
  select * into chosen_provider from private.payment_providers as p where p.name = save_payment_settings.provider;
  if not pg_input_is_valid(mode, 'private.payment_mode')
    or mode is null
    or (provider is not null and chosen_provider.name is null)
    or deposit_percent not between 1 and 99
    or key !~ '^(sk|rk)_(test|live)_[A-Za-z0-9]{10,250}$'
    or hook !~ '^whsec_[A-Za-z0-9+/=_-]{10,250}$'
  then
    return '{"status": "invalid"}';
  end if;
  if version is distinct from coalesce(before.version, 0) then
    return jsonb_build_object('status', 'stale', 'version', coalesce(before.version, 0));
  end if;
  if mode = 'online'
    and (
      chosen_provider.name is null
        or chosen_provider.needs_keys
          and (coalesce(key, before.secret_key) is null or coalesce(hook, before.webhook_secret) is null))
  then
    return '{"status": "no_keys"}';
  end if;
  insert into private.payment_settings as s (company_id, mode, provider, secret_key, webhook_secret, deposit_percent)
  values (company, mode::private.payment_mode, chosen_provider.name, key, hook, deposit_percent)
  on conflict (company_id) do update
  set
    mode = excluded.mode,
    provider = coalesce(excluded.provider, s.provider),
    deposit_percent = excluded.deposit_percent,
    secret_key = coalesce(excluded.secret_key, s.secret_key),
    webhook_secret = coalesce(excluded.webhook_secret, s.webhook_secret),
    version = s.version + 1;
  perform private.log_change(
    company,
    'save_payment_settings',
    jsonb_build_object('mode', before.mode, 'provider', before.provider, 'deposit_percent', before.deposit_percent),
    jsonb_build_object(
      'mode', mode,
      'provider', chosen_provider.name,
      'deposit_percent', deposit_percent,
      'has_new_key', key is not null,
      'has_new_webhook_secret', hook is not null));
  return public.read_payment_settings(company);
end
$$;
comment on function public.save_payment_settings is
  'Saves how guests pay. Omitted keys stay; keys are never returned. Returns as read_payment_settings, or stale, '
  'no_keys (online needs them), invalid.';

grant execute on function
  public.read_payment_settings(uuid),
  public.save_payment_settings(uuid, integer, text, text, text, text, integer)
to authenticated;
