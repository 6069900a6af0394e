-- Rate limits of callers, addresses and networks.

create unlogged table private.rate_limit_buckets (
  key text primary key,
  tokens double precision not null,
  counted_at timestamptz not null,
  abandoned double precision not null default 0
);
comment on table private.rate_limit_buckets is
  'Token buckets, such as a person''s look-ups. private.tidy_bookings deletes them a day after their last use.';
comment on column private.rate_limit_buckets.key is
  'Name of the limit, a colon, and the person, company or address that is limited.';
comment on column private.rate_limit_buckets.abandoned is
  'Held seats that did not become bookings. They raise the cost of further holds and decay over time.';
create index rate_limit_buckets_counted_at_idx on private.rate_limit_buckets (counted_at);
alter table private.rate_limit_buckets enable row level security, force row level security;

create function private.consume_rate_limit(
  bucket text, capacity double precision, seconds_each double precision, cost double precision default 1
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  left_over double precision;
begin
  insert into private.rate_limit_buckets as stored (key, tokens, counted_at)
  values (bucket, capacity, clock_timestamp())
  on conflict (key) do update
  set tokens = least(
    capacity,
    stored.tokens + extract(epoch from greatest(excluded.counted_at - stored.counted_at, interval '0')) / seconds_each),
    counted_at = excluded.counted_at
  returning tokens into left_over;
  if left_over < cost then return greatest(ceil((cost - left_over) * seconds_each), 1); end if;
  update private.rate_limit_buckets set tokens = tokens - cost where key = bucket;
  return 0;
end
$$;
comment on function private.consume_rate_limit is
  'Token bucket: takes cost tokens from a bucket of the capacity that '
  'refills one per seconds_each. Returns the seconds to wait, 0 if allowed.';

create function private.rate_limit_key(address text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if not pg_input_is_valid(address, 'inet') then return left(nullif(private.trim_text(address), ''), 64); end if;
  -- An IPv6 client owns its whole /64 and can take another address of it for each request. IPv4-mapped addresses
  -- (::ffff:…) are single ones.
  if family(address::inet) = 4 or address::inet << '::ffff:0:0/96' then return host(address::inet); end if;
  return network(set_masklen(address::inet, 64))::text;
end
$$;
comment on function private.rate_limit_key is
  'Returns the key under which requests from an address are limited: the IPv4 address, or the /64 of an IPv6 address.';

create function private.client_address() returns text
language sql stable
-- The gateway before PostgREST sets this header and discards the client's own.
return private.rate_limit_key(nullif(current_setting('request.headers', true), '')::jsonb ->> 'cf-connecting-ip');
comment on function private.client_address is
  'Returns the guest''s address from the gateway''s header, or null without a gateway, as with the embedded backend.';

create function private.rate_limited(seconds integer) returns jsonb
language sql immutable parallel safe
return case when seconds > 0 then jsonb_build_object('status', 'rate_limited', 'retry_after', seconds) end;
comment on function private.rate_limited is
  'Returns the rate_limited refusal with its seconds to wait, or null if there is no wait.';

create function private.consume_guest_rate_limit(cost double precision default 1) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := private.client_address();
  wait integer;
begin
  -- The capacity is large because all guests of a hotel share one address.
  if address is null then return null; end if;
  wait := private.consume_rate_limit('guest:' || address, 300, 0.5, cost);
  return private.rate_limited(wait);
end
$$;
comment on function private.consume_guest_rate_limit is
  'Takes the cost of a guest request from the bucket of the caller''s address. Returns the rate_limited refusal, or '
  'null if allowed.';

create function private.guest_network(address text) returns text
language sql immutable parallel safe
-- IPv6 tunnel brokers give a /48 to anyone, which has 65,536 times as many addresses as a /64.
return case
  when pg_input_is_valid(address, 'cidr') and family(address::cidr) = 6 then
    network(set_masklen(address::inet, 48))::text
  else address
end;
comment on function private.guest_network is
  'Returns the network that counts as one client where a limit protects something of value (seats, codes, keys, '
  'mails): an IPv4 address, or the /48 of an IPv6 address. Only the pace of requests counts a /64, as the phones of a '
  'network share a /48.';
