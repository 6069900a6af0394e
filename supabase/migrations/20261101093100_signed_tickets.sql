-- Tickets that prove themselves without a network: the keys they are signed with. ADR 042

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
  'A company''s keys (Ed25519). Made by the function that signs, which alone is told the private one; each ticket names its key.';
comment on column private.ticket_keys.private_key is 'PKCS #8, base64url. No RPC that a person may call answers it.';
comment on column private.ticket_keys.retired_at is 'Signs no more; what it signed is good.';
comment on column private.ticket_keys.revoked_at is 'What it signed proves nothing any more.';
create index ticket_keys_company_id_idx on private.ticket_keys (company_id, made_at);
create unique index ticket_keys_current_idx on private.ticket_keys (company_id) where retired_at is null;
alter table private.ticket_keys enable row level security, force row level security;

create function private.touch_company() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- It travels with the company's row.
  update public.companies set changed_xid = changed_xid where id = new.company_id;
  return null;
end
$$;
comment on function private.touch_company is 'What is kept beside a company and stands in its row of a pull reaches the devices with the next one.';
create trigger touch_company_keys after insert or update on private.ticket_keys
  for each row execute function private.touch_company();

create function private.public_ticket_keys(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'public_key', k.public_key, 'revoked', k.revoked_at is not null) order by k.made_at, k.id), '[]')
    from private.ticket_keys as k where k.company_id = company);
end
$$;
comment on function private.public_ticket_keys is 'By what a device proves a company''s tickets.';

-- Signing: for the function sign-tickets alone ------------------------------------------------------------------------------

create function public.tickets_to_sign(token text, address text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  stored constant public.bookings := private.guest_booking(token);
  -- The function tells who asks it: to the gateway it is the function that asks.
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
  return jsonb_build_object('status', 'ok', 'company', stored.company_id,
    'key', case when key.id is not null then jsonb_build_object('id', key.id, 'private_key', key.private_key) end,
    'booking', (
      select jsonb_build_object('id', stored.id, 'departure_id', d.id, 'reference', stored.reference, 'starts_at', private.iso(d.starts_at),
        'due', greatest((private.booking_money(stored) ->> 'due')::bigint, 0),
        'guests', coalesce((
          select jsonb_agg(jsonb_build_object('id', g.id, 'type', g.category_type, 'ticket_code', g.ticket_code) order by g.created_at, g.category_type, g.id)
          from public.guests as g where g.booking_id = stored.id and not g.is_cancelled), '[]'))
      from public.departures as d where d.id = stored.departure_id));
end
$$;
comment on function public.tickets_to_sign is
  'What the function sign-tickets signs for the booking behind a link, with the key to do it; key is null where the company has none. A wrong, a foreign and a missing token are answered alike.';

create function public.store_ticket_key(company uuid, id text, public_key text, private_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key private.ticket_keys;
begin
  -- Two that sign at once keep one key: the second is told the first one's.
  insert into private.ticket_keys as k (id, company_id, public_key, private_key)
  values (store_ticket_key.id, store_ticket_key.company, store_ticket_key.public_key, store_ticket_key.private_key)
  on conflict (company_id) where retired_at is null do nothing;
  if found then perform private.log_change(company, 'make_ticket_key', null, jsonb_build_object('key', store_ticket_key.id)); end if;
  select * into key from private.ticket_keys as k where k.company_id = company and k.retired_at is null;
  return jsonb_build_object('status', 'ok', 'key', jsonb_build_object('id', key.id, 'private_key', key.private_key));
end
$$;
comment on function public.store_ticket_key is 'Keeps a company''s new key where it has none that signs, and answers the one that it has then.';

grant execute on function public.tickets_to_sign(text, text), public.store_ticket_key(uuid, text, text, text) to service_role;

-- What an owner decides ----------------------------------------------------------------------------------------------------

create function private.ticket_keys_json(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('status', 'ok', 'keys', (
    select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'public_key', k.public_key, 'made_at', private.iso(k.made_at),
      'retired_at', private.iso(k.retired_at), 'revoked_at', private.iso(k.revoked_at)) order by k.made_at desc, k.id), '[]')
    from private.ticket_keys as k where k.company_id = company));
end
$$;
comment on function private.ticket_keys_json is 'A company''s keys as its owner sees them, the newest first.';

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
  'The keys that a company''s tickets were and are signed with, without the private ones, for who holds COMPANY_ALL_ACCESS there.';

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
  -- The same again has no effect.
  if (case act when 'rotate_ticket_key' then before.retired_at else before.revoked_at end) is null then
    update private.ticket_keys as k
    set retired_at = coalesce(k.retired_at, now()), revoked_at = case when act = 'revoke_ticket_key' then now() end
    where k.id = key;
    perform private.log_change(company, act, null, jsonb_build_object('key', key));
  end if;
  return private.ticket_keys_json(company);
end
$$;
comment on function private.end_ticket_key is 'Lets a key sign no more; revoked, what it signed proves nothing either.';

create function public.rotate_ticket_key(company uuid, key text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.end_ticket_key(company, key, 'rotate_ticket_key');
end
$$;
comment on function public.rotate_ticket_key is
  'Lets a key sign no more: the next ticket makes another. What it signed stays good. Answers {"status": "ok", "keys"} or not_found; safe to repeat.';

create function public.revoke_ticket_key(company uuid, key text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.end_ticket_key(company, key, 'revoke_ticket_key');
end
$$;
comment on function public.revoke_ticket_key is
  'A key that may be in wrong hands: devices that have pulled since take no ticket that it signed, and guests'' pages get theirs signed anew. Answers as rotate_ticket_key.';

grant execute on function public.read_ticket_keys(uuid), public.rotate_ticket_key(uuid, text), public.revoke_ticket_key(uuid, text) to authenticated;
