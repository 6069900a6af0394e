-- API keys for a company's programs, for owners only: a key outlives acting for a company. ADR 063

create type public.api_scope as enum (
  'tours_read',
  'departures_read',
  'bookings_read',
  'guests_read',
  'payments_read',
  'check_ins_read',
  'reports_read',
  'bookings_write',
  'check_ins_write',
  'webhooks_write');
comment on type public.api_scope is 'Scope of a key; enum in src/domain/api-scopes.ts.';

create table private.api_keys (
  id uuid primary key,
  company_id uuid not null references public.companies (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  scopes public.api_scope[] not null check (cardinality(scopes) between 1 and 20),
  key_hash text not null unique check (key_hash ~ '^[0-9a-f]{64}$'),
  last_four text not null check (last_four ~ '^[0-9a-f]{4}$'),
  test_tour_id uuid,
  addresses cidr[] not null default '{}' check (cardinality(addresses) <= 50),
  expires_at timestamptz,
  revoked_at timestamptz,
  replaces uuid references private.api_keys (id) on delete set null,
  version integer not null default 1,
  made_by uuid,
  made_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  last_used_from inet,
  constraint api_keys_test_tour foreign key (
    test_tour_id, company_id) references public.tours (id, company_id) on delete cascade,
  constraint api_keys_replaces_once unique (replaces));
comment on table private.api_keys is 'API keys of a company''s programs.';
comment on column private.api_keys.key_hash is
  'SHA-256 in hexadecimal of the key, which the browser made and nobody stores.';
comment on column private.api_keys.last_four is 'Last characters of the key, by which people tell keys apart.';
comment on column private.api_keys.test_tour_id is
  'Draft tour that a test key reads and books while guests cannot. Null: all tours.';
comment on column private.api_keys.addresses is 'Networks from which it may be used; empty: all.';
comment on column private.api_keys.replaces is 'Key that it was rotated from, which stays valid until its own end.';
comment on column private.api_keys.made_by is 'Person who made it. No foreign key, as it outlives the account.';
comment on column private.api_keys.last_used_at is 'Updated at most once a minute.';
create index api_keys_company_id_idx on private.api_keys (company_id, made_at);
create index api_keys_test_tour_id_idx on private.api_keys (test_tour_id, company_id) where test_tour_id is not null;
alter table private.api_keys enable row level security, force row level security;

create function private.is_live_key(key private.api_keys) returns boolean
language sql volatile
return (key).revoked_at is null and coalesce((key).expires_at > clock_timestamp(), true);
comment on function private.is_live_key is 'Returns whether a key is valid now.';

create function private.key_facts(key private.api_keys) returns jsonb
language sql stable
return case
  when (key).id is not null then
    jsonb_build_object(
      'id', (key).id,
      'name', (key).name,
      'scopes', to_jsonb((key).scopes),
      'last_four', (key).last_four,
      'test_tour_id', (key).test_tour_id,
      'addresses', to_jsonb((key).addresses),
      'expires_at', private.iso((key).expires_at),
      'replaces', (key).replaces)
end;
comment on function private.key_facts is 'Returns what the audit log stores of a key.';

create function private.key_name(key private.api_keys) returns text
language sql stable
return (key).name || ' …' || (key).last_four;
comment on function private.key_name is 'Returns the display name of a key, as in the audit log.';

create function private.key_last_day(key private.api_keys) returns date
language sql stable security definer set search_path = ''
as $$
  select ((key.expires_at - interval '1 microsecond') at time zone c.time_zone)::date
  from public.companies as c
  where c.id = key.company_id$$;
comment on function private.key_last_day is
  'Returns the last local day on which a key is valid, or null if it does not expire.';

create function private.api_keys_json(company uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'status', 'ok',
    'keys', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', k.id,
          'name', k.name,
          'scopes', to_jsonb(k.scopes),
          'last_four', k.last_four,
          'version', k.version,
          'test_tour', case when k.test_tour_id is not null then private.localised(k.test_tour_id, 'title') end,
          'addresses', to_jsonb(k.addresses),
          'expires_at', private.iso(k.expires_at),
          'last_day', private.key_last_day(k),
          'revoked_at', private.iso(k.revoked_at),
          'is_live', private.is_live_key(k),
          'is_replaced', exists (select from private.api_keys as next where next.replaces = k.id),
          'made_at', private.iso(k.made_at),
          'made_by', (select u.display_name from public.users as u where u.id = k.made_by),
          'last_used_at', private.iso(k.last_used_at),
          'last_used_from', host(k.last_used_from)) order by private.is_live_key(k) desc,
        k.made_at desc,
        k.id)
      from (
        select * from private.api_keys as a
        where a.company_id = company order by private.is_live_key(a) desc, a.made_at desc limit 100) as k), '[]'),
    'tours', coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'title', private.localised(t.id, 'title')) order by t.slug)
      from public.tours as t
      where t.company_id = company and t.status = 'draft'), '[]'));
end
$$;
comment on function private.api_keys_json is
  'Returns up to 100 keys of a company, valid ones first, and the tours that a test key may use.';

create function public.read_api_keys(company uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_api_keys', company) then return '{"status": "not_permitted"}'; end if;
  return private.api_keys_json(company);
end
$$;
comment on function public.read_api_keys is
  'Returns a company''s keys without secrets, for its owner but not for people who act for it. Refusals: '
  'not_permitted, signed_out.';

create function private.parse_key(key private.api_keys, input jsonb) returns private.api_keys
language plpgsql stable security definer set search_path = ''
as $$
begin
  key.name := private.parse_text_field(input, 'name', 80);
  key.scopes := array(
    select distinct value::public.api_scope from jsonb_array_elements_text(input -> 'scopes') as value order by 1);
  key.addresses := array(
    select distinct value::cidr from jsonb_array_elements_text(coalesce(input -> 'addresses', '[]')) as value order by 1
  );
  -- A rotated key ends at an hour; that stays unless another day was entered.
  if (input ->> 'last_day')::date is distinct from private.key_last_day(key) then
    key.expires_at := (
      select private.instant_in(c.time_zone, (input ->> 'last_day')::date + 1)
      from public.companies as c
      where c.id = key.company_id);
  end if;
  if key.expires_at <= clock_timestamp() then
    raise data_exception using message = 'the API key would already be expired';
  end if;
  return key;
end
$$;
comment on function private.parse_key is
  'Returns a key with the given input applied; raises data_exception for invalid input.';

create function public.create_api_key(company uuid, key_id uuid, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.lock_team('create_api_key', company);
  new_key private.api_keys;
  stored_key private.api_keys;
begin
  if refusal is not null then return refusal; end if;
  select * into stored_key from private.api_keys as k where k.id = key_id;
  if stored_key.id is not null then
    -- A repeat after a lost response; the client holds the key.
    return case
      when stored_key.company_id = company and stored_key.key_hash = input ->> 'hash' then
        private.api_keys_json(company)
      else '{"status": "invalid"}'
    end;
  end if;
  if (select count(*) from private.api_keys as k where k.company_id = company and private.is_live_key(k)) >= 50 then
    return '{"status": "too_many"}';
  end if;
  begin
    new_key.company_id := company;
    new_key := private.parse_key(new_key, input);
    insert into private.api_keys (
      id,
      company_id,
      name,
      scopes,
      key_hash,
      last_four,
      test_tour_id,
      addresses,
      expires_at,
      made_by)
    select
      key_id,
      company,
      new_key.name,
      new_key.scopes,
      input ->> 'hash',
      input ->> 'last_four',
      (input ->> 'test_tour')::uuid,
      new_key.addresses,
      new_key.expires_at,
      (select auth.uid())
    where input ->> 'test_tour' is null
      or exists (
        select from public.tours as t
        where t.id = (input ->> 'test_tour')::uuid and t.company_id = company and t.status = 'draft')
    returning * into new_key;
  exception when data_exception or check_violation or not_null_violation or unique_violation then
    return '{"status": "invalid"}';
  end;
  if new_key.id is null then return '{"status": "no_test_tour"}'; end if;
  perform private.log_change(company, 'create_api_key', null, private.key_facts(new_key));
  return private.api_keys_json(company);
end
$$;
comment on function public.create_api_key is
  'Creates a key whose id and secret the browser made and of which it sends the hash: {"name", "scopes", "hash", '
  '"last_four", "test_tour"?, "addresses"?, "last_day"?}. Returns as read_api_keys, or no_test_tour (the tour is no '
  'draft), too_many, invalid.';

create function public.change_api_key(company uuid, key_id uuid, version integer, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  refusal constant jsonb := private.lock_team('change_api_key', company);
  before private.api_keys;
  after private.api_keys;
begin
  if refusal is not null then return refusal; end if;
  select * into before from private.api_keys as k where k.id = key_id and k.company_id = company for update;
  if before.id is null or not private.is_live_key(before) then return '{"status": "gone"}'; end if;
  if change_api_key.version is distinct from before.version then
    return jsonb_build_object('status', 'stale', 'version', before.version);
  end if;
  begin
    after := private.parse_key(before, input);
    update private.api_keys as k
    set name = after.name, scopes = after.scopes, addresses = after.addresses, expires_at = after.expires_at,
      version = k.version + 1
    where k.id = key_id;
  exception when data_exception or check_violation or not_null_violation then
    return '{"status": "invalid"}';
  end;
  perform private.log_change(company, 'change_api_key', private.key_facts(before), private.key_facts(after));
  return private.api_keys_json(company);
end
$$;
comment on function public.change_api_key is
  'Changes name, scopes, networks and last day of the given version of a key: {"name", "scopes", "addresses"?, '
  '"last_day"?}. Returns as read_api_keys, or stale, gone (revoked or expired), invalid.';

create function public.rotate_api_key(company uuid, key_id uuid, successor uuid, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.lock_team('rotate_api_key', company);
  hours constant text := input ->> 'overlap_hours';
  former private.api_keys;
  new_key private.api_keys;
begin
  if refusal is not null then return refusal; end if;
  if not coalesce(pg_input_is_valid(hours, 'integer'), false)
    or hours::integer not between 0 and 720
    or successor is null
  then
    return '{"status": "invalid"}';
  end if;
  select * into new_key from private.api_keys as k where k.id = successor;
  if new_key.id is not null then
    return case
      when new_key.company_id = company and new_key.key_hash = input ->> 'hash' and new_key.replaces = key_id then
        private.api_keys_json(company)
      else '{"status": "invalid"}'
    end;
  end if;
  select * into former from private.api_keys as k where k.id = key_id and k.company_id = company for update;
  if former.id is null or not private.is_live_key(former) then return '{"status": "gone"}'; end if;
  if exists (select from private.api_keys as k where k.replaces = key_id) then return '{"status": "replaced"}'; end if;
  begin
    insert into private.api_keys (
      id,
      company_id,
      name,
      scopes,
      key_hash,
      last_four,
      test_tour_id,
      addresses,
      expires_at,
      replaces,
      made_by)
    values (
      successor,
      company,
      former.name,
      former.scopes,
      input ->> 'hash',
      input ->> 'last_four',
      former.test_tour_id,
      former.addresses,
      -- Valid for as long as the former key was.
      clock_timestamp() + (former.expires_at - former.made_at),
      former.id,
      (select auth.uid()))
    returning * into new_key;
  exception when check_violation or not_null_violation or unique_violation then
    return '{"status": "invalid"}';
  end;
  update private.api_keys as k
  set expires_at = least(k.expires_at, clock_timestamp() + make_interval(hours => hours::integer)),
    version = k.version + 1
  where k.id = key_id;
  perform private.log_change(company, 'rotate_api_key', private.key_facts(former), private.key_facts(new_key));
  return private.api_keys_json(company);
end
$$;
comment on function public.rotate_api_key is
  'Replaces a key by another one; the former stays valid for "overlap_hours": {"hash", "last_four", "overlap_hours": '
  '0 to 720}. Returns as read_api_keys, or gone, replaced (was rotated before), invalid.';

create function public.revoke_api_key(company uuid, key_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.lock_team('revoke_api_key', company);
  ended private.api_keys;
begin
  if refusal is not null then return refusal; end if;
  update private.api_keys as k set revoked_at = clock_timestamp(), version = k.version + 1
  where k.id = key_id and k.company_id = company and k.revoked_at is null
  returning * into ended;
  if ended.id is not null then
    perform private.log_change(company, 'revoke_api_key', private.key_facts(ended), null);
  end if;
  return private.api_keys_json(company);
end
$$;
comment on function public.revoke_api_key is 'Revokes a key at once and for good. Returns as read_api_keys.';

create function private.is_test_tour_published(key private.api_keys) returns boolean
language sql stable security definer set search_path = ''
as $$
  select key.test_tour_id is not null and not exists (
    select from public.tours as t where t.id = key.test_tour_id and t.status = 'draft')
$$;
comment on function private.is_test_tour_published is
  'Returns whether the tour of a test key is no draft any more, which ends the key''s access.';

create function public.admit_api_call(hash text, address text, scope public.api_scope) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  -- 300 at once, then five a second.
  capacity constant integer := 300;
  seconds_each constant double precision := 0.2;
  asked_from constant inet := case when pg_input_is_valid(address, 'inet') then address::inet end;
  key_row private.api_keys;
  wait integer;
  room double precision;
  allowance jsonb;
begin
  select * into key_row from private.api_keys as k where k.key_hash = hash;
  if key_row.id is null or not private.is_live_key(key_row)
    or not exists (select from public.companies as c where c.id = key_row.company_id and c.is_active) then
    -- Limits guessing of keys, and does not reveal what is wrong with one.
    return coalesce(private.rate_limited(
      case
        when address is null then 0
        else private.consume_rate_limit('api_unknown:' || private.guest_network(private.rate_limit_key(address)), 60, 1)
      end), '{"status": "unknown_key"}');
  end if;
  if key_row.addresses <> '{}'
    and not coalesce((select bool_or(asked_from <<= net) from unnest(key_row.addresses) as net), false)
  then
    return '{"status": "wrong_address"}';
  end if;
  wait := private.consume_rate_limit('api:' || key_row.id, capacity, seconds_each);
  select tokens into room from private.rate_limit_buckets where key = 'api:' || key_row.id;
  allowance := jsonb_build_object(
    'limit', capacity,
    'remaining', greatest(floor(room), 0),
    'reset', ceil((capacity - greatest(room, 0)) * seconds_each));
  if wait > 0 then return private.rate_limited(wait) || jsonb_build_object('allowance', allowance); end if;
  -- Once a minute is enough.
  update private.api_keys as k set last_used_at = clock_timestamp(), last_used_from = asked_from
  where k.id = key_row.id and (k.last_used_at is null or k.last_used_at < clock_timestamp() - interval '1 minute');
  return jsonb_build_object('allowance', allowance)
    || case
      when scope <> all (key_row.scopes) then '{"status": "missing_scope"}'
      when private.is_test_tour_published(key_row) then '{"status": "no_test_tour"}'
      else jsonb_build_object(
        'status', 'ok',
        'key', key_row.id,
        'company', key_row.company_id,
        'may_read_guests', 'guests_read' = any (key_row.scopes))
    end;
end
$$;
comment on function public.admit_api_call is
  'Authenticates a call by the hash of its key, address and scope: {"status": "ok", "key", "company", '
  '"may_read_guests", "allowance"}. Refusals: unknown_key (unknown, revoked, expired, or inactive company), '
  'wrong_address; and with the allowance rate_limited, missing_scope, no_test_tour. For the service role.';

create function private.api_key_for(key uuid, scope public.api_scope) returns private.api_keys
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key_row private.api_keys;
begin
  select * into key_row from private.api_keys as k where k.id = key;
  -- The key may have been revoked since the call was admitted.
  if key_row.id is null
    or not private.is_live_key(key_row)
    or scope <> all (key_row.scopes)
    or private.is_test_tour_published(key_row)
  then
    return null;
  end if;
  return key_row;
end
$$;
comment on function private.api_key_for is 'Returns a key if it is valid for a scope now, else null.';

grant execute on function
  public.read_api_keys(uuid),
  public.create_api_key(uuid, uuid, jsonb),
  public.change_api_key(uuid, uuid, integer, jsonb),
  public.rotate_api_key(uuid, uuid, uuid, jsonb),
  public.revoke_api_key(uuid, uuid)
to authenticated;

grant execute on function public.admit_api_call(text, text, public.api_scope) to service_role;

create trigger notice_new_key after insert on private.api_keys for each row execute function private.notice_api_key();
create trigger notice_changed_key after update on private.api_keys
  for each row
  when (
    (old.name, old.scopes, old.key_hash, old.test_tour_id, old.addresses, old.expires_at, old.revoked_at)
      is distinct from (
        new.name,
        new.scopes,
        new.key_hash,
        new.test_tour_id,
        new.addresses,
        new.expires_at,
        new.revoked_at)) execute function private.notice_api_key();
