-- Limits of seats that one family or network can hold. ADR 034

create unlogged table private.guest_holds (
  token_hash text not null,
  departure_id uuid not null references public.departures (id) on delete cascade,
  address text not null,
  held_at timestamptz not null default clock_timestamp(),
  seats double precision not null,
  cost double precision not null,
  departure_cost double precision not null,
  primary key (token_hash, departure_id, address)
);
comment on table private.guest_holds is
  'What the holds of one token took from its network''s rate limit buckets. Refunded and deleted when they become a '
  'booking; deleted after a day otherwise (private.tidy_bookings).';
comment on column private.guest_holds.seats is 'Seats that count as unbooked, for the network and the departure.';
comment on column private.guest_holds.cost is 'Tokens taken from the network''s bucket.';
comment on column private.guest_holds.departure_cost is 'Tokens taken from the network''s bucket for this departure.';
create index guest_holds_departure_id_idx on private.guest_holds (departure_id);
create index guest_holds_held_at_idx on private.guest_holds (held_at);
alter table private.guest_holds enable row level security, force row level security;

create function private.current_bucket(
  bucket text, capacity double precision, seconds_each double precision, fading double precision
) returns private.rate_limit_buckets
language sql volatile security definer set search_path = ''
begin atomic
  insert into private.rate_limit_buckets as stored (key, tokens, counted_at)
  values (bucket, capacity, clock_timestamp())
  on conflict (key) do update
  set tokens = least(
    capacity,
    stored.tokens + extract(epoch from greatest(excluded.counted_at - stored.counted_at, interval '0')) / seconds_each),
    abandoned = greatest(
      stored.abandoned - extract(epoch from greatest(excluded.counted_at - stored.counted_at, interval '0')) / fading, 0
    ), counted_at = excluded.counted_at
  returning stored.*;
end;
comment on function private.current_bucket is
  'Returns a token bucket refilled to now: `capacity` tokens at most, one per `seconds_each` seconds. Its unbooked '
  'seats decrease by one every `fading` seconds.';

create function private.family_seats(departure public.departures) returns integer
language sql immutable parallel safe
return least(greatest(ceil(greatest((departure).capacity, 1) / 4.0), 2), 6);
comment on function private.family_seats is
  'Returns how many seats count as a family''s share of a departure: a quarter of its capacity, between 2 and 6.';

create function private.consume_hold_limit(
  token_hash text,
  departure public.departures,
  seats bigint,
  is_longer boolean default false,
  address text default private.client_address()
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  capacity constant integer := greatest((departure).capacity, 1);
  network constant text := private.guest_network(address);
  -- The unbooked seats of a full departure fade in two hours; a network's share of it refills in the same time.
  seconds_per_seat constant double precision := 7200.0 / capacity;
  -- A hold of this size is allowed while the network's share is full, however many seats others left unbooked.
  family_share constant integer := private.family_seats(departure);
  new_seats double precision;
  cost double precision;
  departure_cost double precision;
  network_bucket private.rate_limit_buckets;
  share_bucket private.rate_limit_buckets;
  departure_bucket private.rate_limit_buckets;
  wait double precision := 0;
begin
  departure_bucket := private.current_bucket('departure:' || (departure).id, 400, 0.5, seconds_per_seat);
  if departure_bucket.tokens < 1 then return private.rate_limited(1); end if;
  if address is null then
    update private.rate_limit_buckets as b set tokens = b.tokens - 1 where b.key = departure_bucket.key;
    return null;
  end if;
  network_bucket := private.current_bucket('hold:' || network, 300, 120, 120);
  share_bucket := private.current_bucket(
    'hold:' || (departure).id || ':' || network, capacity, seconds_per_seat, seconds_per_seat);
  -- A party larger than the departure is refused as sold out later. Seats this token already holds here are paid for.
  new_seats := greatest(least(seats, capacity) - case when is_longer then 0 else (
    select coalesce(sum(h.seats), 0) from private.guest_holds as h
    where h.token_hash = consume_hold_limit.token_hash and h.departure_id = (departure).id) end, 1);
  cost := new_seats * (1 + network_bucket.abandoned / 100);
  departure_cost := new_seats * 2 ^ least(departure_bucket.abandoned / capacity, 20);
  if is_longer then
    -- An extension may overdraw the buckets, so that a guest can finish the form, but not once they are overdrawn.
    wait := greatest(- network_bucket.tokens * 120, - share_bucket.tokens * seconds_per_seat);
  else
    wait := (cost - network_bucket.tokens) * 120;
    -- A cost above the capacity is never affordable: a family's share waits until the bucket is full, a larger party
    -- also until so many unbooked seats have faded that a full bucket pays for it.
    if departure_cost > share_bucket.tokens and not (new_seats <= family_share and share_bucket.tokens >= capacity) then
      wait := greatest(
        wait,
        (least(departure_cost, capacity) - share_bucket.tokens) * seconds_per_seat,
        case
          when new_seats > family_share then
            (departure_bucket.abandoned - capacity * log(2, (capacity / new_seats)::numeric)) * seconds_per_seat
          else 0
        end,
        1);
    end if;
  end if;
  if wait > 0 then return private.rate_limited(ceil(wait)::integer); end if;
  update private.rate_limit_buckets as b
  set tokens = b.tokens - paid.tokens, abandoned = b.abandoned + paid.seats
  from (
    values (departure_bucket.key, 1, new_seats),
    (network_bucket.key, cost, new_seats),
    (share_bucket.key, departure_cost, 0)) as paid (key, tokens, seats)
  where b.key = paid.key;
  insert into private.guest_holds as h (token_hash, departure_id, address, seats, cost, departure_cost)
  values (token_hash, (departure).id, address, new_seats, cost, departure_cost)
  on conflict on constraint guest_holds_pkey do update
  set held_at = excluded.held_at, seats = h.seats + excluded.seats, cost = h.cost + excluded.cost,
    departure_cost = h.departure_cost + excluded.departure_cost;
  return null;
end
$$;
comment on function private.consume_hold_limit is
  'Takes the seats of a hold, or of its extension, from two buckets of the caller''s network, one for all departures '
  'and one for this departure, and counts them as unbooked until they become a booking. A third bucket limits the '
  'holds on the departure, which the caller has locked. Returns the rate_limited refusal, or null if allowed. '
  'Unbooked seats raise the cost: by a hundredth per seat for the network, and doubled for everyone with each '
  'departure''s worth of seats.';

create function private.release_hold_limit(token_hash text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  with released as (
    delete from private.guest_holds as h where h.token_hash = release_hold_limit.token_hash returning h.*
  ) update private.rate_limit_buckets as b
  set tokens = b.tokens + refund.tokens, abandoned = greatest(b.abandoned - refund.seats, 0)
  from (
    select paid.key, sum(paid.tokens) as tokens, sum(paid.seats) as seats
    from released
    cross join lateral (
      values ('hold:' || private.guest_network(released.address), released.cost, released.seats),
      ('hold:' || released.departure_id || ':' || private.guest_network(released.address), released.departure_cost, 0),
      ('departure:' || released.departure_id, 0, released.seats)) as paid (key, tokens, seats)
    group by 1) as refund
  where b.key = refund.key;
end
$$;
comment on function private.release_hold_limit is
  'Refunds what the holds under a token took from the buckets, when they become a booking.';
