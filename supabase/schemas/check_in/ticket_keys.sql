-- Signed tickets, checked offline, and the keys that sign them. ADR 042

create table private.ticket_keys (
  id text primary key check (id ~ '^[0-9a-f]{8}$'),
  company_id uuid not null references public.companies (id) on delete cascade,
  public_key text not null check (length(public_key) = 43),
  private_key text not null check (length(private_key) between 43 and 200),
  made_at timestamptz not null default now(),
  retired_at timestamptz,
  revoked_at timestamptz
);
comment on table private.ticket_keys is
  'Signing keys (Ed25519) of a company. The function sign-tickets makes them and is the only reader of the private '
  'ones; each ticket names its key.';
comment on column private.ticket_keys.private_key is 'PKCS #8, base64url. No RPC that a person may call returns it.';
comment on column private.ticket_keys.retired_at is 'Time from which it signs no more; its signatures remain valid.';
comment on column private.ticket_keys.revoked_at is 'Time from which its signatures are invalid.';
create index ticket_keys_company_id_idx on private.ticket_keys (company_id, made_at);
create unique index ticket_keys_current_idx on private.ticket_keys (company_id) where retired_at is null;
alter table private.ticket_keys enable row level security, force row level security;

create function private.touch_company() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Any update of the row makes its trigger store a new changed_xid.
  update public.companies set changed_xid = changed_xid where id = new.company_id;
  return null;
end
$$;
comment on function private.touch_company is
  'Marks a company''s row as changed, so that devices pull its ticket keys and payment mode.';
create trigger touch_company_keys after insert or update on private.ticket_keys
  for each row execute function private.touch_company();

create function private.public_ticket_keys(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', k.id, 'public_key', k.public_key, 'revoked', k.revoked_at is not null) order by k.made_at, k.id), '[]')
    from private.ticket_keys as k
    where k.company_id = company);
end
$$;
comment on function private.public_ticket_keys is
  'Returns the public keys by which devices check a company''s tickets.';

create function public.read_tickets_to_sign(token text, address text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  stored constant public.bookings := private.guest_booking(token);
  -- The edge function passes the client's address; the gateway's header names the function itself.
  bucket constant text := 'guest:' || private.rate_limit_key(address);
  key private.ticket_keys;
  wait integer := 0;
begin
  if bucket is not null then wait := private.consume_rate_limit(bucket, 300, 0.5); end if;
  if wait = 0 and stored.id is not null then wait := private.consume_rate_limit('sign:' || stored.id, 60, 10); end if;
  if wait > 0 then return private.rate_limited(wait); end if;
  if stored.id is null then return '{"status": "not_found"}'; end if;
  if private.booking_state(stored) <> 'CONFIRMED'
    or exists (select from public.departures as d where d.id = stored.departure_id and d.status = 'cancelled') then
    return jsonb_build_object('status', 'wrong_state', 'state', private.booking_state(stored));
  end if;
  select * into key from private.ticket_keys as k where k.company_id = stored.company_id and k.retired_at is null;
  return jsonb_build_object(
    'status', 'ok',
    'company', stored.company_id,
    'key', case when key.id is not null then jsonb_build_object('id', key.id, 'private_key', key.private_key) end,
    'booking', (
      select jsonb_build_object(
        'id', stored.id,
        'departure_id', d.id,
        'reference', stored.reference,
        'starts_at', private.iso(d.starts_at),
        'due', greatest((private.booking_money(stored) ->> 'due')::bigint, 0),
        'guests', coalesce((
          select jsonb_agg(jsonb_build_object(
            'id', g.id, 'type', g.category_type, 'ticket_code', g.ticket_code
          ) order by g.created_at, g.category_type, g.id)
          from public.guests as g
          where g.booking_id = stored.id and not g.is_cancelled), '[]'))
      from public.departures as d
      where d.id = stored.departure_id));
end
$$;
comment on function public.read_tickets_to_sign is
  'Returns the booking behind a link and the key to sign its tickets with; key is null if the company has none. '
  'Refusals: not_found (the same for any invalid token), wrong_state, rate_limited.';

create function public.store_ticket_key(company uuid, id text, public_key text, private_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key private.ticket_keys;
begin
  -- Of two concurrent calls the second gets the first one's key.
  insert into private.ticket_keys as k (id, company_id, public_key, private_key)
  values (store_ticket_key.id, store_ticket_key.company, store_ticket_key.public_key, store_ticket_key.private_key)
  on conflict (company_id) where retired_at is null do nothing;
  if found then
    perform private.log_change(company, 'make_ticket_key', null, jsonb_build_object('key', store_ticket_key.id));
  end if;
  select * into key from private.ticket_keys as k where k.company_id = company and k.retired_at is null;
  return jsonb_build_object('status', 'ok', 'key', jsonb_build_object('id', key.id, 'private_key', key.private_key));
end
$$;
comment on function public.store_ticket_key is
  'Stores a company''s new signing key unless it has one, and returns the current one.';

grant execute on function
  public.read_tickets_to_sign(text, text),
  public.store_ticket_key(uuid, text, text, text)
to service_role;

create function private.ticket_keys_json(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'status', 'ok',
    'keys', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', k.id,
        'public_key', k.public_key,
        'made_at', private.iso(k.made_at),
        'retired_at', private.iso(k.retired_at),
        'revoked_at', private.iso(k.revoked_at)) order by k.made_at desc, k.id), '[]')
      from private.ticket_keys as k
      where k.company_id = company));
end
$$;
comment on function private.ticket_keys_json is 'Returns a company''s keys for its owner, newest first.';

create function public.read_ticket_keys(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_ticket_keys', company) then return '{"status": "not_permitted"}'; end if;
  return private.ticket_keys_json(company);
end
$$;
comment on function public.read_ticket_keys is
  'Returns a company''s current and former signing keys without the private ones, to people with COMPANY_ALL_ACCESS.';

create function private.end_ticket_key(company uuid, key text, act text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before private.ticket_keys;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may(act, company) then return '{"status": "not_permitted"}'; end if;
  select * into before from private.ticket_keys as k where k.id = key and k.company_id = company for update;
  if not found then return '{"status": "not_found"}'; end if;
  if (case act when 'rotate_ticket_key' then before.retired_at else before.revoked_at end) is null then
    update private.ticket_keys as k
    set retired_at = coalesce(k.retired_at, now()), revoked_at = case when act = 'revoke_ticket_key' then now() end
    where k.id = key;
    perform private.log_change(company, act, null, jsonb_build_object('key', key));
  end if;
  return private.ticket_keys_json(company);
end
$$;
comment on function private.end_ticket_key is
  'Retires a key, or revokes it, which also invalidates its signatures. Idempotent.';

create function public.rotate_ticket_key(company uuid, key text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.end_ticket_key(company, key, 'rotate_ticket_key');
end
$$;
comment on function public.rotate_ticket_key is
  'Retires a key; the next ticket makes a new one, and existing signatures remain valid. Returns {"status": "ok", '
  '"keys"}, not_found, not_permitted or signed_out. Idempotent.';

create function public.revoke_ticket_key(company uuid, key text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.end_ticket_key(company, key, 'revoke_ticket_key');
end
$$;
comment on function public.revoke_ticket_key is
  'Revokes a compromised key: devices reject its tickets after their next pull, and guest pages get theirs signed '
  'again. Returns as rotate_ticket_key.';

grant execute on function
  public.read_ticket_keys(uuid),
  public.rotate_ticket_key(uuid, text),
  public.revoke_ticket_key(uuid, text)
to authenticated;
