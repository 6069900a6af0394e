-- Guest booking: the guest pages' RPCs, which are called without signing in; other chapters grant more of them. ADR 034
-- Guests write bookings only through the booking engine's actions, and no table is open to them.

-- Rate limits ---------------------------------------------------------------------------------------------------------

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
return case when pg_input_is_valid(address, 'cidr') and family(address::cidr) = 6 then network(set_masklen(address::inet, 48))::text else address end;
comment on function private.guest_network is
  'Returns the network that counts as one client where a limit protects something of value (seats, codes, keys, '
  'mails): an IPv4 address, or the /48 of an IPv6 address. Only the pace of requests counts a /64, as the phones of a '
  'network share a /48.';

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

create function private.current_bucket(bucket text, capacity double precision, seconds_each double precision, fading double precision) returns private.rate_limit_buckets
language sql volatile security definer set search_path = ''
begin atomic
  insert into private.rate_limit_buckets as stored (key, tokens, counted_at)
  values (bucket, capacity, clock_timestamp())
  on conflict (key) do update
    set tokens = least(capacity, stored.tokens + extract(epoch from greatest(excluded.counted_at - stored.counted_at, interval '0')) / seconds_each),
      abandoned = greatest(stored.abandoned - extract(epoch from greatest(excluded.counted_at - stored.counted_at, interval '0')) / fading, 0),
      counted_at = excluded.counted_at
  returning stored.*;
end;
comment on function private.current_bucket is
  'Returns a token bucket refilled to now: `capacity` tokens at most, one per `seconds_each` seconds. Its unbooked seats '
  'decrease by one every `fading` seconds.';

create function private.family_seats(departure public.departures) returns integer
language sql immutable parallel safe
return least(greatest(ceil(greatest((departure).capacity, 1) / 4.0), 2), 6);
comment on function private.family_seats is
  'Returns how many seats count as a family''s share of a departure: a quarter of its capacity, between 2 and 6.';

create function private.consume_hold_limit(
  token_hash text, departure public.departures, seats bigint, is_longer boolean default false, address text default private.client_address()
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
  share_bucket := private.current_bucket('hold:' || (departure).id || ':' || network, capacity, seconds_per_seat, seconds_per_seat);
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
      wait := greatest(wait, (least(departure_cost, capacity) - share_bucket.tokens) * seconds_per_seat,
        case when new_seats > family_share then (departure_bucket.abandoned - capacity * log(2, (capacity / new_seats)::numeric)) * seconds_per_seat else 0 end, 1);
    end if;
  end if;
  if wait > 0 then return private.rate_limited(ceil(wait)::integer); end if;
  update private.rate_limit_buckets as b set tokens = b.tokens - paid.tokens, abandoned = b.abandoned + paid.seats
  from (values (departure_bucket.key, 1, new_seats), (network_bucket.key, cost, new_seats), (share_bucket.key, departure_cost, 0)) as paid (key, tokens, seats)
  where b.key = paid.key;
  insert into private.guest_holds as h (token_hash, departure_id, address, seats, cost, departure_cost)
  values (token_hash, (departure).id, address, new_seats, cost, departure_cost)
  on conflict on constraint guest_holds_pkey do update
    set held_at = excluded.held_at, seats = h.seats + excluded.seats, cost = h.cost + excluded.cost, departure_cost = h.departure_cost + excluded.departure_cost;
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
  with released as (delete from private.guest_holds as h where h.token_hash = release_hold_limit.token_hash returning h.*)
  update private.rate_limit_buckets as b set tokens = b.tokens + refund.tokens, abandoned = greatest(b.abandoned - refund.seats, 0)
  from (
    select paid.key, sum(paid.tokens) as tokens, sum(paid.seats) as seats
    from released cross join lateral (values ('hold:' || private.guest_network(released.address), released.cost, released.seats),
      ('hold:' || released.departure_id || ':' || private.guest_network(released.address), released.departure_cost, 0),
      ('departure:' || released.departure_id, 0, released.seats)) as paid (key, tokens, seats)
    group by 1) as refund
  where b.key = refund.key;
end
$$;
comment on function private.release_hold_limit is
  'Refunds what the holds under a token took from the buckets, when they become a booking.';

-- Operators, partners and tours ---------------------------------------------------------------------------------------

create function private.guest_company(slug text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select c.id from private.company_slugs as slug_row join public.companies as c on c.id = slug_row.company_id
    where slug_row.slug = lower(guest_company.slug) and c.is_active and c.has_active_subscription and c.closes_at is null);
end
$$;
comment on function private.guest_company is
  'Returns the operator with this current or former slug if it takes bookings, else null.';

create function private.guest_operator(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('slug', c.slug, 'name', c.name, 'colour', c.brand_colour, 'email', c.contact_email, 'phone', c.contact_phone,
      'time_zone', c.time_zone, 'currency', c.currency, 'locale', c.default_locale, 'hold_minutes', c.hold_minutes, 'terms_url', c.terms_url,
      'logo', (select logo.tag from private.company_logos as logo where logo.company_id = c.id),
      'pays_online', private.pays_online(c.id))
    from public.companies as c where c.id = company);
end
$$;
comment on function private.guest_operator is 'Returns what guests see of an operator.';

create function private.guest_organisation(slug text) returns uuid
language sql stable security definer set search_path = ''
as $$ select o.organisation_id from private.organisation_slugs as o where o.slug = lower(guest_organisation.slug) $$;
comment on function private.guest_organisation is 'Returns the organisation with this current or former slug, or null.';

create function private.guest_partner(organisation uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('slug', o.slug, 'name', o.name, 'colour', o.brand_colour, 'email', o.contact_email, 'phone', o.contact_phone,
      'logo', (select logo.tag from private.organisation_logos as logo where logo.organisation_id = o.id))
    from public.organisations as o where o.id = organisation and o.is_active);
end
$$;
comment on function private.guest_partner is 'Returns what guests see of a partner, or null if it is inactive.';

create table private.partner_pages (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  organisation_id uuid not null references public.organisations (id) on delete cascade
);
comment on table private.partner_pages is
  'The partner on whose page a guest booked, shown on the booking. Commission is decided elsewhere.';
create index partner_pages_organisation_id_idx on private.partner_pages (organisation_id);
alter table private.partner_pages enable row level security, force row level security;

create function private.active_partner(organisation text, company uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if organisation is null then return null; end if;
  return (select named.id from (select private.guest_organisation(organisation) as id) as named where private.is_partner(named.id, company));
end
$$;
comment on function private.active_partner is
  'Returns the partner with this slug if it currently sends guests to the operator, else null.';

create function private.guest_texts(tour uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_object_agg(t.locale, to_jsonb(t) - array['tour_id', 'locale']), '{}')
    from public.tour_translations as t where t.tour_id = tour and t.title <> '');
end
$$;
comment on function private.guest_texts is 'Returns the texts of a tour by locale.';

create function private.bookable_departures(tour uuid, until timestamptz) returns setof public.departures
language sql stable
begin atomic
  select d.*
  from public.departures as d join public.tours as t on t.id = d.tour_id
  where d.tour_id = tour and t.status = 'live' and d.status = 'scheduled' and not d.is_closed and d.capacity > 0
    and d.starts_at > now() + make_interval(mins => t.booking_cut_off_minutes) and d.starts_at < until;
end;
comment on function private.bookable_departures is
  'Returns a tour''s departures before a moment that are open for guests by status and booking cut-off, full ones '
  'included.';

create function private.next_available_departure(tour uuid) returns public.departures
language plpgsql stable security definer set search_path = ''
as $$
declare
  departure public.departures;
begin
  -- Checked one by one: the first nearly always has a seat, and counting a year's seats is expensive.
  for departure in select * from private.bookable_departures(tour, now() + interval '1 year') as d order by d.starts_at loop
    if private.free_seats_of_departure(departure) > 0 then return departure; end if;
  end loop;
  return null;
end
$$;
comment on function private.next_available_departure is
  'Returns a tour''s next departure with a free seat, or nulls if there is none within a year.';

create function private.next_available_start(tour uuid) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select soon.starts_at from private.next_available_departure(tour) as soon);
end
$$;
comment on function private.next_available_start is
  'Returns when a tour next starts with a free seat, or null if not within a year.';

create function private.tour_with_departure(tour public.tours, departure uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', (tour).id, 'slug', (tour).slug, 'titles', private.localised((tour).id, 'title'),
      'meeting_points', private.localised((tour).id, 'meeting_point'), 'latitude', (tour).latitude, 'longitude', (tour).longitude,
      'picture', (select picture.tag from private.tour_pictures as picture where picture.tour_id = (tour).id),
      'starts_at', private.iso(d.starts_at), 'ends_at', private.iso(d.ends_at), 'language', d.language, 'left', private.free_seats_of_departure(d),
      'from', (
        select min(coalesce(dp.amount, p.amount)) from public.price_categories as p
        left join public.departure_prices as dp on dp.departure_id = d.id and dp.price_category_id = p.id
        where p.tour_id = (tour).id and p.is_active and p.accompanied_by = '{}' and p.seats > 0))
    from public.departures as d where d.id = departure);
end
$$;
comment on function private.tour_with_departure is
  'Returns a tour with one of its departures: times, meeting point, free seats, and the lowest price of a category '
  'that may come alone.';

create function private.guest_tours(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', t.id, 'slug', t.slug, 'former_slugs', (
        select coalesce(jsonb_agg(old.slug order by old.slug), '[]') from private.tour_slugs as old where old.tour_id = t.id and old.slug <> t.slug),
      'texts', private.guest_texts(t.id), 'duration_minutes', t.duration_minutes, 'languages', to_jsonb(t.guide_languages),
      'latitude', t.latitude, 'longitude', t.longitude, 'minimum_party', t.minimum_party,
      'cancellation_cut_off_hours', t.cancellation_cut_off_hours, 'next_at', private.iso(private.next_available_start(t.id)),
      'asks_names', t.asks_names,
      'picture', (select picture_row.tag from private.tour_pictures as picture_row where picture_row.tour_id = t.id), 'categories', prices.list) order by t.slug), '[]')
    from public.tours as t
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', p.id, 'type', p.type, 'amount', p.amount, 'minimum_age', p.minimum_age,
        'maximum_age', p.maximum_age, 'seats', p.seats, 'accompanied_by', to_jsonb(p.accompanied_by)) order by p.position, p.type, p.id) as list
      from public.price_categories as p where p.tour_id = t.id and p.is_active) as prices
    where t.company_id = company and t.status = 'live' and prices.list is not null
      and exists (select from public.tour_translations as text where text.tour_id = t.id and text.title <> ''));
end
$$;
comment on function private.guest_tours is
  'Returns an operator''s live tours with texts, prices, former slugs and the next start with a free seat.';

create function private.current_hold(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('departure', b.departure_id, 'seats', private.booking_seats(b.id)) from public.bookings as b
    where token is not null and b.access_token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex') and private.booking_state(b) = 'ON_HOLD');
end
$$;
comment on function private.current_hold is
  'Returns the departure and seats that a guest''s token holds, or null. Those seats count as free for the same guest.';

-- Queries -------------------------------------------------------------------------------------------------------------

create function public.guest_read_operator(operator text, organisation text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  company constant uuid := private.guest_company(operator);
  refused constant jsonb := private.consume_guest_rate_limit();
  sender constant uuid := private.active_partner(organisation, company);
  partner constant jsonb := private.guest_partner(sender);
begin
  if refused is not null then return refused; end if;
  if company is null or (organisation is not null and partner is null) then return '{"status": "not_found"}'; end if;
  return jsonb_build_object('status', 'ok', 'operator', private.guest_operator(company), 'organisation', partner,
    'tours', private.guest_tours(company), 'embed_origins', (
      select to_jsonb(c.embed_origins || coalesce((select o.embed_origins from public.organisations as o where o.id = sender), '{}'))
      from public.companies as c where c.id = company));
end
$$;
comment on function public.guest_read_operator is
  'Returns an operator''s booking page: the operator, its live tours, and the sites that may embed it. not_found: the '
  'operator is unknown, inactive or without subscription, or does not work with the named partner.';

create function private.bookable_days(company uuid, tour uuid, month text, held jsonb, allotment_partner uuid default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  first constant date := (month || '-01')::date;
  zone constant text := (select c.time_zone from public.companies as c where c.id = company);
  held_departure constant uuid := (held ->> 'departure')::uuid;
  held_seats constant integer := (held ->> 'seats')::integer;
  -- Departures keep their local date when the company changes its time zone, so a day more is read.
  ids constant uuid[] := array(
    select d.id from private.bookable_departures(tour, (first + interval '1 month 1 day')::timestamp at time zone zone) as d
    where d.local_date >= first and d.local_date < first + interval '1 month');
begin
  return (
    -- json is text already; jsonb would be serialised and parsed at every level.
    select coalesce(json_agg(json_build_object('date', day.local_date, 'times', day.times) order by day.local_date), '[]')
    from (
      select d.local_date, json_agg(case when allotment_partner is null
        then json_build_object('id', d.id, 'at', formatted.at, 'starts_at', formatted.starts_at, 'left', room.seats, 'language', d.language, 'prices', special.prices)
        else json_build_object('id', d.id, 'at', formatted.at, 'starts_at', formatted.starts_at, 'left', room.seats, 'language', d.language, 'prices', special.prices,
          'own', case when allotted.seats > 0 then json_build_object('seats', least(allotted.seats, greatest(free.seats, 0)), 'until', private.iso(allotted.until)) end)
        end order by d.starts_at, d.id) as times
      from public.departures as d
      join private.free_seats(ids, allotment_partner) as free on free.departure_id = d.id
      cross join lateral (select to_char(d.starts_at at time zone zone, 'HH24:MI') as at, private.iso(d.starts_at) as starts_at) as formatted
      cross join lateral (select greatest(free.seats + case when d.id = held_departure then held_seats else 0 end, 0) as seats) as room
      left join private.allotted_seats(case when allotment_partner is not null then ids end) as allotted on allotted.departure_id = d.id and allotted.organisation_id = allotment_partner
      left join (
        select p.departure_id, jsonb_object_agg(p.price_category_id, p.amount) as prices
        from public.departure_prices as p where p.departure_id = any (ids) group by 1) as special on special.departure_id = d.id
      where d.id = any (ids)
      group by d.local_date
    ) as day);
end
$$;
comment on function private.bookable_days is
  'Returns the bookable departures of a tour in a month (YYYY-MM, company''s time zone) by day, with free seats. '
  'Seats of the hold `held` (private.current_hold) count as free. For an `allotment_partner` its allotment counts as '
  'free, too, and is listed as `own`.';

create function public.guest_read_availability(operator text, tour uuid, month text, token text default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  company constant uuid := private.guest_company(operator);
  refused constant jsonb := private.consume_guest_rate_limit();
begin
  if refused is not null then return refused; end if;
  if length(month) <> 7 or month !~ '^20\d\d-(0[1-9]|1[0-2])$' or month is null then return '{"status": "invalid"}'; end if;
  if company is null or not exists (select from public.tours as t where t.id = tour and t.company_id = company and t.status = 'live') then
    return '{"status": "not_found"}';
  end if;
  return json_build_object('status', 'ok', 'month', month, 'days', private.bookable_days(company, tour, month, private.current_hold(token)));
end
$$;
comment on function public.guest_read_availability is
  'Returns the bookable departures of a tour in a month (YYYY-MM, operator''s time zone) by day, with free seats. '
  'Seats that the token holds count as free.';

create function public.guest_read_next_departures(operator text, party integer, token text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  company constant uuid := private.guest_company(operator);
  refused constant jsonb := private.consume_guest_rate_limit();
  own_hold constant jsonb := private.current_hold(token);
  zone text;
  ids uuid[];
begin
  if refused is not null then return refused; end if;
  if company is null then return '{"status": "not_found"}'; end if;
  if party is null or party not between 1 and 100 then return '{"status": "invalid"}'; end if;
  select time_zone into zone from public.companies where id = company;
  ids := array(
    select d.id from public.tours as t cross join lateral private.bookable_departures(t.id, now() + interval '14 days') as d where t.company_id = company);
  return jsonb_build_object('status', 'ok', 'departures', (
    select coalesce(jsonb_agg(jsonb_build_object('id', soon.id, 'tour_id', soon.tour_id, 'starts_at', private.iso(soon.starts_at),
      'date', soon.local_date, 'at', to_char(soon.starts_at at time zone zone, 'HH24:MI'), 'left', soon.free, 'language', soon.language)
      order by soon.starts_at, soon.id), '[]')
    from (
      select * from (
        select d.*, free.seats + case when d.id::text = own_hold ->> 'departure' then (own_hold ->> 'seats')::integer else 0 end as free
        from public.departures as d join private.free_seats(ids) as free on free.departure_id = d.id
        where d.id = any (ids)) as open
      where open.free >= party
      order by open.starts_at, open.id limit 12
    ) as soon));
end
$$;
comment on function public.guest_read_next_departures is
  'Returns an operator''s next departures within two weeks that have seats for the party, at most twelve.';

create function public.read_public_picture(tag text, address text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- The edge function passes the client's address, as for tickets. The limit is high because an operator's page loads
  -- a dozen pictures at once.
  bucket constant text := 'picture:' || private.rate_limit_key(address);
  wait integer := 0;
  picture jsonb;
begin
  if bucket is not null then wait := private.consume_rate_limit(bucket, 600, 0.2); end if;
  if wait > 0 then return private.rate_limited(wait); end if;
  select private.picture_json(picture_row.bytes, picture_row.tag) into picture from private.tour_pictures as picture_row
  join public.tours as t on t.id = picture_row.tour_id join public.companies as c on c.id = t.company_id
  where picture_row.tag = read_public_picture.tag and t.status in ('live', 'paused') and c.is_active limit 1;
  if picture is null then
    select private.picture_json(logo.bytes, logo.tag) into picture from private.company_logos as logo
    join public.companies as c on c.id = logo.company_id where logo.tag = read_public_picture.tag and c.is_active limit 1;
  end if;
  if picture is null then
    select private.picture_json(logo.bytes, logo.tag) into picture from private.organisation_logos as logo
    join public.organisations as o on o.id = logo.organisation_id where logo.tag = read_public_picture.tag and o.is_active limit 1;
  end if;
  if picture is null then return '{"status": "not_found"}'; end if;
  return jsonb_build_object('status', 'ok', 'base64', picture -> 'base64');
end
$$;
comment on function public.read_public_picture is
  'Returns a picture by its tag for the function picture: of a live or paused tour, or a logo. not_found for drafts '
  'and for inactive companies and organisations.';
grant execute on function public.read_public_picture(text, text) to service_role;

create index departures_open_idx on public.departures (starts_at, id) where status = 'scheduled' and not is_closed;
-- Without it, a language that is rare makes the directory scan every departure.
create index departures_spoken_idx on public.departures (language, starts_at, id) where status = 'scheduled' and not is_closed;
-- Trigram indexes as for bookings (ADR 035), not partitioned by company: the directory searches all of them.
create index tour_translations_search_idx on public.tour_translations
  using gin (private.search_tokens('00000000-0000-0000-0000-000000000000', private.search_text(title, meeting_point)));
create index companies_search_idx on public.companies
  using gin (private.search_tokens('00000000-0000-0000-0000-000000000000', private.search_text(name, time_zone)));

-- Without sequential scans, as in private.paid_amount.
create function private.search_tours(search text) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
declare
  -- The indexes are not partitioned by company.
  no_company constant uuid := '00000000-0000-0000-0000-000000000000';
  matching_tours uuid[];
  word text;
begin
  -- At most eight distinct words, as each is looked up in two indexes.
  foreach word in array array(
    select distinct on (length(term), term) term from unnest(private.search_words(coalesce(search, ''))) as term
    -- Trigrams do not cover single letters.
    where length(term) > 1 order by length(term) desc, term limit 8)
  loop
    -- Two letters are a trigram only with the space before a word: they match the beginnings of words.
    if length(word) < 3 then word := ' ' || word; end if;
    matching_tours := array(
      select found.id
      from (
        select text.tour_id as id from public.tour_translations as text
        where private.search_tokens(no_company, private.search_text(text.title, text.meeting_point)) @> private.search_tokens(no_company, word)
          and private.search_text(text.title, text.meeting_point) like '%' || word || '%'
        union
        select t.id from public.companies as c join public.tours as t on t.company_id = c.id
        where private.search_tokens(no_company, private.search_text(c.name, c.time_zone)) @> private.search_tokens(no_company, word)
          and private.search_text(c.name, c.time_zone) like '%' || word || '%'
      ) as found
      where matching_tours is null or found.id = any (matching_tours));
  end loop;
  return matching_tours;
end
$$;
comment on function private.search_tours is
  'Returns the tours that match every word of a search in their titles or meeting points (any locale) or in the '
  'operator''s name or time zone. Null if the search has no words.';

create function private.search_horizon(day date) returns timestamptz
language sql stable parallel safe
-- A day ends last in UTC-12.
return coalesce((day + 1)::timestamp at time zone 'UTC' + interval '12 hours', now() + interval '1 year');
comment on function private.search_horizon is
  'Returns the end of the period that the directory searches: the end of the given day in the last time zone, or one '
  'year from now.';

create function private.next_available_start_in(tour uuid, spoken text, day date) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select d.starts_at from private.bookable_departures(tour, private.search_horizon(day)) as d
    where (spoken is null or d.language = spoken) and (day is null or d.local_date = day) and private.free_seats_of_departure(d) > 0
    order by d.starts_at limit 1);
end
$$;
comment on function private.next_available_start_in is
  'Returns when a tour next starts with a free seat, optionally in one language and on one day.';

create function public.guest_read_directory(search text default null, language text default null, day text default null, shown jsonb default '[]') returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  row_limit constant integer := 20;
  -- Searches all operators, so it costs as much as six other requests.
  refused constant jsonb := private.consume_guest_rate_limit(6);
  spoken constant text := guest_read_directory.language;
  requested_day date;
  matching_tours uuid[];
  skipped_companies uuid[];
  listed uuid[] := '{}';
  since timestamptz := now();
  next_departure record;
begin
  if refused is not null then return refused; end if;
  if length(search) > 200 or length(spoken) > 3 or length(day) > 10 then return '{"status": "invalid"}'; end if;
  if spoken !~ '^[a-z]{2,3}$' or octet_length(shown::text) > 131072 or jsonb_typeof(shown) <> 'array'
    or day !~ '^20\d\d-\d\d-\d\d$' or not coalesce(pg_input_is_valid(day, 'date'), true) then
    return '{"status": "invalid"}';
  end if;
  requested_day := day::date;
  matching_tours := private.search_tours(search);
  skipped_companies := array(select slug_row.company_id from private.company_slugs as slug_row where slug_row.slug in (select jsonb_array_elements_text(shown)));
  -- A day begins first in UTC+14.
  since := greatest(since, requested_day::timestamp at time zone 'UTC' - interval '14 hours');
  -- Finds the operator of the earliest remaining departure, then continues from there.
  while cardinality(listed) <= row_limit loop
    select d.company_id, d.starts_at into next_departure
    from public.departures as d
    join public.tours as t on t.id = d.tour_id and t.status = 'live'
    join public.companies as c on c.id = d.company_id and c.is_active and c.has_active_subscription and c.closes_at is null
    where d.status = 'scheduled' and not d.is_closed and d.starts_at >= since and d.starts_at < private.search_horizon(requested_day)
      and d.starts_at > now() + make_interval(mins => t.booking_cut_off_minutes) and d.company_id <> all (skipped_companies)
      and (matching_tours is null or d.tour_id = any (matching_tours)) and (spoken is null or d.language = spoken) and (requested_day is null or d.local_date = requested_day)
      and private.free_seats_of_departure(d) > 0
    order by d.starts_at, d.id limit 1;
    exit when not found;
    listed := listed || next_departure.company_id;
    skipped_companies := skipped_companies || next_departure.company_id;
    since := next_departure.starts_at;
  end loop;
  return jsonb_build_object('status', 'ok', 'has_more', cardinality(listed) > row_limit, 'operators', (
    select coalesce(jsonb_agg(private.guest_operator(each.company) || jsonb_build_object('tours', operator_tours.tours) order by each.ordinal), '[]')
    from unnest(listed[:row_limit]) with ordinality as each (company, ordinal)
    cross join lateral (
      select jsonb_agg(jsonb_build_object('slug', t.slug, 'titles', private.localised(t.id, 'title'),
        'meeting_points', private.localised(t.id, 'meeting_point'), 'languages', to_jsonb(t.guide_languages), 'duration_minutes', t.duration_minutes,
        'next_at', private.iso(soon.next_at)) order by soon.next_at, t.slug) as tours
      from public.tours as t cross join lateral (select private.next_available_start_in(t.id, spoken, requested_day) as next_at) as soon
      where t.company_id = each.company and t.status = 'live' and (matching_tours is null or t.id = any (matching_tours)) and soon.next_at is not null) as operator_tours
    where operator_tours.tours is not null));
end
$$;
comment on function public.guest_read_directory is
  'Returns up to 20 operators with bookable tours, ordered by next start. Filters by words (place, tour, operator), '
  'departure language and local day (YYYY-MM-DD). `shown` lists the slugs the client already has; `has_more` says whether '
  'others follow.';

create function public.guest_read_partner(organisation text, shown jsonb default '[]') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  row_limit constant integer := 20;
  refused constant jsonb := private.consume_guest_rate_limit();
  partner constant uuid := private.guest_organisation(organisation);
  partner_json constant jsonb := private.guest_partner(partner);
  found_offers jsonb[];
begin
  if refused is not null then return refused; end if;
  if partner_json is null then return '{"status": "not_found"}'; end if;
  if octet_length(shown::text) > 131072 or jsonb_typeof(shown) <> 'array' then return '{"status": "invalid"}'; end if;
  found_offers := array(
    select private.tour_with_departure(t, soon.id) || jsonb_build_object('operator', private.guest_operator(t.company_id))
    from public.organisation_companies as agreement
    join public.companies as c on c.id = agreement.company_id and c.is_active and c.has_active_subscription and c.closes_at is null
    join public.tours as t on t.company_id = c.id and t.status = 'live' and not shown ? t.id::text
    cross join lateral private.next_available_departure(t.id) as soon
    where agreement.organisation_id = partner and agreement.status = 'active' and soon.id is not null
      and exists (select from public.price_categories as p where p.tour_id = t.id and p.is_active)
      and exists (select from public.tour_translations as text where text.tour_id = t.id and text.title <> '')
    order by soon.starts_at, t.id limit row_limit + 1);
  return jsonb_build_object('status', 'ok', 'organisation', partner_json, 'offers', to_jsonb(found_offers[:row_limit]), 'has_more', cardinality(found_offers) > row_limit,
    'embed_origins', (select to_jsonb(o.embed_origins) from public.organisations as o where o.id = partner));
end
$$;
comment on function public.guest_read_partner is
  'Returns a partner''s page: up to 20 tours of its operators by next start with a free seat, with that departure, '
  'lowest price and operator, and the sites that may embed it. `shown` lists tour ids the client already has; `has_more` '
  'says whether others follow. not_found: the partner is unknown or inactive.';

create function public.guest_read_site(after text default '') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  row_limit constant integer := 500;
  refused constant jsonb := private.consume_guest_rate_limit();
  operators jsonb;
begin
  if refused is not null then return refused; end if;
  select coalesce(jsonb_agg(jsonb_build_object('slug', page.slug, 'tours', page.tours) order by page.slug), '[]') into operators
  from (
    select c.slug, operator_tours.tours
    from public.companies as c
    cross join lateral (
      select jsonb_agg(t.slug order by t.slug) as tours from public.tours as t
      where t.company_id = c.id and t.status = 'live' and exists (select from public.price_categories as p where p.tour_id = t.id and p.is_active)
        and exists (select from public.tour_translations as text where text.tour_id = t.id and text.title <> '')) as operator_tours
    where c.is_active and c.has_active_subscription and c.closes_at is null and operator_tours.tours is not null and c.slug > coalesce(after, '')
    order by c.slug limit row_limit) as page;
  return jsonb_build_object('status', 'ok', 'operators', operators, 'has_more', jsonb_array_length(operators) = row_limit,
    'partners', case when coalesce(after, '') = '' then (
      select coalesce(jsonb_agg(o.slug order by o.slug), '[]') from public.organisations as o
      where o.is_active and exists (
        select from public.organisation_companies as agreement join public.companies as c on c.id = agreement.company_id
        where agreement.organisation_id = o.id and agreement.status = 'active' and c.is_active and c.has_active_subscription and c.closes_at is null)) else '[]' end);
end
$$;
comment on function public.guest_read_site is
  'Returns the entries of the sitemap: up to 500 operators with their live tours, by slug after `after`. The first '
  'page also lists the partners with a page. `has_more` says whether others follow.';

-- A guest's booking ---------------------------------------------------------------------------------------------------

create function private.guest_booking(token text, purposes private.link_purpose[] default '{guest}') returns public.bookings
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Both lookups always run, so that the response time does not reveal which one matched.
  linked constant uuid := private.find_linked_booking(token, purposes);
  booking_row public.bookings;
begin
  select b.* into booking_row from public.bookings as b join public.companies as c on c.id = b.company_id
  where b.id = coalesce((select booking.id from public.bookings as booking
      where booking.access_token_hash = encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex')), linked)
    and c.is_active;
  return booking_row;
end
$$;
comment on function private.guest_booking is
  'Returns the booking whose first link, or a later link with one of the purposes, has this token. Nulls if there is '
  'none or its operator is inactive.';

create function private.lock_guest_booking(token text, target uuid default null, purposes private.link_purpose[] default '{guest}') returns public.bookings
language plpgsql volatile security definer set search_path = ''
as $$
declare
  booking_row public.bookings;
  locked public.bookings;
begin
  loop
    booking_row := private.guest_booking(token, purposes);
    exit when booking_row.id is null;
    -- The subtransaction releases its locks when the token now leads to another booking, which keeps the lock order.
    begin
      perform private.lock_bookings(array[booking_row.id],
        array(select d.id from public.departures as d where d.id = target and d.company_id = booking_row.company_id));
      locked := private.guest_booking(token, purposes);
      exit when locked.id is not distinct from booking_row.id;
      raise exception using errcode = 'MU001', message = 'the token now belongs to another booking';
    exception
      when sqlstate 'MU001' then null;
    end;
  end loop;
  return locked;
end
$$;
comment on function private.lock_guest_booking is
  'Locks the booking behind a token, its departure and the target departure of a move, and returns the booking as it '
  'is under the lock; nulls if there is none. Every guest action calls it first and checks its rules afterwards.';

create function private.free_cancellation_until(booking public.bookings) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select d.starts_at - make_interval(hours => coalesce((booking.policy_snapshot ->> 'cancellation_cut_off_hours')::integer, 24))
    from public.departures as d where d.id = booking.departure_id);
end
$$;
comment on function private.free_cancellation_until is
  'Returns until when a guest may move or cancel free of charge, by the policy at the time of booking.';

create function private.may_be_late(state public.booking_status, departure public.departures) returns boolean
language sql stable parallel safe
return state = 'CONFIRMED' and (departure).status <> 'cancelled'
  and now() between (departure).starts_at - interval '3 hours' and (departure).ends_at;
comment on function private.may_be_late is
  'Returns whether a guest may report a delay: on a confirmed booking, from three hours before the start until the '
  'end.';

create function private.may_move(booking public.bookings) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((booking.policy_snapshot ->> 'guests_may_move')::boolean,
    (select guests_may_move from public.companies where id = booking.company_id));
end
$$;
comment on function private.may_move is
  'Returns whether a guest may move a booking without the office, by the policy at the time of booking.';

create function private.calendar_sequence(booking public.bookings) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Sums over every departure it was on, so that the number also grows when it moves to one with fewer changes.
  return (select count(*) from public.audit_events as e where e.subject_id = booking.id)
    + (select coalesce(sum(d.version), 0) from public.departures as d where d.id = any (booking.moved_from || booking.departure_id));
end
$$;
comment on function private.calendar_sequence is
  'Returns the iCalendar SEQUENCE of a booking: it grows with every change of the booking or its departure.';

create function private.guest_money(money jsonb) returns jsonb
language sql immutable parallel safe
return case when money -> 'on_account' = '0' then money - 'on_account' else (money - 'on_account') || jsonb_build_object(
  'total', (money ->> 'total')::bigint - (money ->> 'on_account')::bigint, 'balance', (money ->> 'balance')::bigint - (money ->> 'on_account')::bigint,
  'retained', greatest((money ->> 'retained')::bigint - (money ->> 'on_account')::bigint, 0)) end;
comment on function private.guest_money is
  'Returns a booking''s amounts as its guest sees them: without what a partner pays on account.';

create function private.guest_refund_json(result jsonb) returns jsonb
language sql immutable parallel safe
return case when result -> 'refund' <> 'null' then
  jsonb_build_object('refund', (result ->> 'refund')::bigint + coalesce((result ->> 'on_account')::bigint, 0)) else '{}' end;
comment on function private.guest_refund_json is
  'Returns the part of a refund that the guest gets. The other part is credited to a partner''s account, and is '
  'negative in `on_account`.';

create function private.guest_booking_json(booking public.bookings) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  state constant public.booking_status := private.booking_state(booking);
  until constant timestamptz := private.free_cancellation_until(booking);
  refundable constant bigint := private.refundable_amount(booking);
  -- A guest whose partner pays sees no prices.
  partner_share constant bigint := private.on_account(booking.id);
  checked_in constant uuid[] := case when state = 'CONFIRMED' then private.checked_in_guests(booking.departure_id, private.active_guests(booking.id)) else '{}' end;
begin
  return (
    select jsonb_build_object('id', booking.id, 'sequence', private.calendar_sequence(booking), 'reference', booking.reference, 'state', state, 'reason', booking.reason,
      'expires_at', case when state = 'ON_HOLD' then private.iso(booking.expires_at) end,
      -- Seconds do not depend on the guest's clock. Rounded up, so that a hold that has ended on the page has ended
      -- here, too.
      'seconds_left', case when state = 'ON_HOLD' then ceil(extract(epoch from booking.expires_at - clock_timestamp())) end, 'extensions', booking.extensions,
      'version', booking.version, 'late_minutes', booking.late_minutes, 'locale', booking.locale, 'note', booking.note,
      -- '—' stands for the missing name of a hold.
      'contact', case when booking.contact_name <> '—' then
        jsonb_build_object('name', booking.contact_name, 'email', booking.contact_email, 'phone', booking.contact_phone) end,
      'operator', private.guest_operator(booking.company_id),
      -- Only the page they booked on: a partner named by the office or by an old link is not shown to the guest.
      'organisation', (select private.guest_partner(page.organisation_id) from private.partner_pages as page where page.booking_id = booking.id),
      'tour', jsonb_build_object('id', t.id, 'texts', private.guest_texts(t.id), 'latitude', t.latitude, 'longitude', t.longitude),
      'departure', jsonb_build_object('id', d.id, 'starts_at', private.iso(d.starts_at), 'ends_at', private.iso(d.ends_at), 'date', d.local_date,
        'language', d.language, 'is_cancelled', d.status = 'cancelled', 'meeting_note', d.meeting_note),
      'guests', coalesce((
        select jsonb_agg(jsonb_build_object('id', g.id, 'price_category_id', g.price_category_id, 'type', g.category_type, 'name', g.name,
          'amount', case when partner_share = 0 then coalesce(g.amount, 0) else 0 end, 'is_checked_in', g.id = any (checked_in), 'ticket_code', case when state in ('CONFIRMED', 'PENDING') then g.ticket_code end) order by g.created_at, g.category_type, g.id)
        from public.guests as g where g.booking_id = booking.id and not g.is_cancelled), '[]'),
      'money', private.guest_money(private.booking_money(booking)) || jsonb_build_object('due_now', private.due_online(booking)), 'codes', private.booking_codes_json(booking),
      'may', jsonb_build_object('be_late', private.may_be_late(state, d), 'cancel', state = 'CONFIRMED' and now() < d.starts_at,
        'move', state = 'CONFIRMED' and private.may_move(booking) and now() <= until, 'until', private.iso(until),
        'refund', refundable - private.account_share_of_refund(booking, refundable),
        'pay', private.is_payable_online(booking)))
    from public.departures as d join public.tours as t on t.id = d.tour_id join public.companies as c on c.id = d.company_id
    where d.id = booking.departure_id);
end
$$;
comment on function private.guest_booking_json is
  'Returns a booking as the holder of its link sees it. Ticket codes are included once it is confirmed or pending.';

create function private.guest_booking_response(booking uuid, more jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  stored public.bookings;
begin
  select * into stored from public.bookings where id = booking;
  return jsonb_build_object('status', 'ok', 'booking', private.guest_booking_json(stored)) || more;
end
$$;
comment on function private.guest_booking_response is
  'Returns the response of every guest action: the booking as it now is.';

create function private.viewer_booking_response(booking uuid, more jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  response constant jsonb := private.guest_booking_response(booking, more);
begin
  return jsonb_set(response, '{booking,may}', (response #> '{booking,may}') || '{"be_late": false, "cancel": false, "move": false, "pay": false}');
end
$$;
comment on function private.viewer_booking_response is
  'Returns a booking as its guest sees it, but with every guest action disabled. A payment link still pays, by '
  'guest_read_payment and begin_payment.';

create function public.guest_read_booking(token text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
  stored constant public.bookings := private.guest_booking(token);
  viewed uuid;
begin
  if refused is not null then return refused; end if;
  if stored.id is not null then
    perform private.watch_booking(stored.id);
    return private.guest_booking_response(stored.id);
  end if;
  viewed := private.find_linked_booking(token, '{preview,payment}');
  if viewed is null then return '{"status": "not_found"}'; end if;
  return private.viewer_booking_response(viewed);
end
$$;
comment on function public.guest_read_booking is
  'Returns the booking behind a link; with a preview or payment-only link every guest action is disabled '
  '(private.viewer_booking_response). not_found is the same for a wrong, a foreign and a missing token.';

create function public.guest_read_link_operator(token text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
  stored constant public.bookings := private.guest_booking(token, '{guest,preview,payment}');
  -- Always looked up, so that the response time reveals nothing.
  unsubscribe_company constant uuid := (select link.company_id from private.unsubscribe_links as link
    where link.token_hash = encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex'));
  response jsonb;
begin
  if refused is not null then return refused; end if;
  select jsonb_build_object('status', 'ok', 'operator', jsonb_build_object('name', c.name, 'phone', c.contact_phone, 'email', c.contact_email),
    'embed_origins', to_jsonb(c.embed_origins || coalesce(o.embed_origins, '{}'))) into response
  from public.companies as c
  left join public.organisations as o on o.id = stored.organisation_id and private.is_partner(o.id, c.id)
  where c.id = coalesce(stored.company_id, unsubscribe_company) and c.is_active;
  return coalesce(response, '{"status": "not_found"}');
end
$$;
comment on function public.guest_read_link_operator is
  'Returns the operator behind a booking or unsubscribe link: its public contact and the sites that may embed its '
  'page. not_found is the same for a wrong, a foreign and a missing token.';

-- Guest actions -------------------------------------------------------------------------------------------------------

create function private.with_alternatives(result jsonb, departure uuid, seats bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if result ->> 'status' not in ('closed', 'departure_cancelled', 'too_late') then return result; end if;
  return result || jsonb_build_object('next', (
    select case when t.status = 'live' then private.next_departures(d, seats) else '[]' end
    from public.departures as d join public.tours as t on t.id = d.tour_id where d.id = departure));
end
$$;
comment on function private.with_alternatives is
  'Adds the next bookable departures to a refusal of a departure that is closed, cancelled or too late, as sold_out '
  'has them.';

create function private.is_same_party(booking uuid, party jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select array_agg(price_category_id order by price_category_id) from public.guests where booking_id = booking and not is_cancelled)
    is not distinct from (
      select array_agg((ticket ->> 'price_category_id')::uuid order by (ticket ->> 'price_category_id')::uuid) from jsonb_array_elements(party) as ticket);
end
$$;
comment on function private.is_same_party is 'Returns whether a booking has exactly these price categories.';

create function private.replace_hold(actor private.booking_actor, existing public.bookings, hash text, seats bigint, args jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  former public.bookings;
  target public.departures;
  result jsonb;
begin
  -- Atomic: a guest who gets no new seats keeps the old ones.
  begin
    -- The bucket is a row that concurrent guests would also wait for, so it is taken behind the departure's lock and
    -- rolled back with it on refusal.
    perform private.lock_bookings(case when existing.id is null then '{}' else array[existing.id] end, array[(args ->> 'departure')::uuid]);
    -- Read again, as it may have changed while waiting for the lock.
    if existing.id is not null then select * into former from public.bookings where id = existing.id; end if;
    if private.booking_state(former) not in ('ON_HOLD', 'EXPIRED') then
      result := jsonb_build_object('status', 'wrong_state', 'state', private.booking_state(former));
      raise exception using errcode = 'MU002', message = 'refused', detail = result::text;
    end if;
    -- An expired hold was not kept, so its cost is not credited to the new one.
    if private.booking_state(former) is distinct from 'ON_HOLD' then delete from private.guest_holds as h where h.token_hash = hash; end if;
    select * into target from public.departures where id = (args ->> 'departure')::uuid;
    result := private.consume_hold_limit(hash, target, seats);
    -- sold_out is more useful than rate_limited where there are no seats anyway.
    if result is not null and existing.id is null and seats > private.free_seats_of_departure(target) then result := private.sold_out_response(target, seats); end if;
    if result is not null then raise exception using errcode = 'MU002', message = 'refused', detail = result::text; end if;
    if existing.id is not null then
      if private.booking_state(former) = 'ON_HOLD' then
        perform private.release_hold(actor, former, '{"reason": "guest_request"}');
      end if;
      update public.bookings set access_token_hash = null where id = former.id;
    end if;
    result := private.execute_booking_action(actor, 'hold_booking', args || jsonb_build_object('token_hash', hash));
    if result ->> 'status' <> 'ok' then
      result := private.with_alternatives(result, target.id, seats);
      raise exception using errcode = 'MU002', message = 'refused', detail = result::text;
    end if;
    if private.booking_state(former) = 'ON_HOLD' then
      -- The new hold keeps the old expiry: changing one's mind must not hold seats longer.
      update public.bookings set expires_at = former.expires_at, extensions = former.extensions where id = (result ->> 'booking_id')::uuid;
    end if;
    if former.id is not null then perform private.copy_codes(former.id, (result ->> 'booking_id')::uuid); end if;
    return result;
  exception
    when sqlstate 'MU002' then return result;
  end;
end
$$;
comment on function private.replace_hold is
  'Holds seats under a guest''s token in place of its former hold. Returns the engine''s response; on refusal the '
  'former hold remains.';

create function public.guest_hold(request uuid, token text, departure uuid, booking jsonb) returns jsonb
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  actor constant private.booking_actor := (null, false, request);
  args constant jsonb := jsonb_build_object('departure', departure, 'token', encode(sha256(convert_to(token, 'UTF8')), 'hex'), 'booking', booking);
  hash constant text := args ->> 'token';
  refused constant jsonb := private.consume_guest_rate_limit();
  stored public.departures;
  existing public.bookings;
  state public.booking_status;
  partner uuid;
  sent_by record;
  party jsonb;
  seats bigint;
  result jsonb;
begin
  if refused is not null then return refused; end if;
  if request is null or token is null or length(token) > 86 or token !~ '^[A-Za-z0-9_-]{43,86}$' or booking is null or octet_length(booking::text) > 16384
    or jsonb_typeof(booking -> 'guests') is distinct from 'array' or not pg_input_is_valid(booking ->> 'locale', 'public.locale') then
    return '{"status": "invalid"}';
  end if;
  select d.* into stored from public.departures as d
  join public.companies as c on c.id = d.company_id join public.tours as t on t.id = d.tour_id
  where d.id = guest_hold.departure and c.is_active and c.has_active_subscription and c.closes_at is null and t.status in ('live', 'paused');
  if stored.id is null then return '{"status": "not_found"}'; end if;
  -- Serialises requests with the same token.
  perform pg_advisory_xact_lock(hashtextextended(hash, 0));
  result := private.find_idempotent_response(request, null, 'guest_hold', args);
  existing := private.guest_booking(token);
  state := private.booking_state(existing);
  if result ->> 'status' = 'id_reused' then return result; end if;
  -- A repeat returns the booking as it now is.
  if result is not null then return case when existing.id is null then '{"status": "not_found"}' else private.guest_booking_response(existing.id) end; end if;
  if existing.id is not null and state not in ('ON_HOLD', 'EXPIRED') then return jsonb_build_object('status', 'wrong_state', 'state', state); end if;
  -- Only the categories of the guests are taken from the request.
  select jsonb_agg(jsonb_build_object('price_category_id', ticket -> 'price_category_id')) into party
  from jsonb_array_elements(booking -> 'guests') as ticket;
  begin
    if state = 'ON_HOLD' and existing.departure_id = stored.id and private.is_same_party(existing.id, party) then return private.guest_booking_response(existing.id); end if;
  exception when data_exception then return '{"status": "invalid"}';
  end;
  -- Fails fast when sold out, without waiting for the departure's lock. A guest's own hold is no obstacle.
  select coalesce(sum(p.seats), 0) into seats from jsonb_array_elements(party) as ticket
  join public.price_categories as p on p.id::text = ticket ->> 'price_category_id';
  if seats > 0 and state is distinct from 'ON_HOLD' and stored.status = 'scheduled' and private.free_seats_of_departure(stored) <= 0 then
    return private.sold_out_response(stored, seats);
  end if;
  partner := private.active_partner(booking ->> 'organisation', stored.company_id);
  select * into sent_by from private.referring_partner(stored.company_id, partner, left(private.visible_text(booking ->> 'referral'), 100), booking -> 'clicks');
  result := private.replace_hold(actor, existing, hash, seats, jsonb_build_object('departure', stored.id, 'booking', jsonb_build_object(
    'guests', party, 'contact', jsonb_build_object('locale', booking -> 'locale'), 'organisation_id', sent_by.organisation,
    'referral', coalesce(sent_by.code, left(private.visible_text(booking ->> 'referral'), 100)))));
  if result ->> 'status' <> 'ok' then return result; end if;
  if booking ->> 'resume' ~ '^[A-Za-z0-9_-]{43}$' then
    insert into private.guest_links as link (token_hash, booking_id, purpose, expires_at)
    values (encode(sha256(convert_to(booking ->> 'resume', 'UTF8')), 'hex'), (result ->> 'booking_id')::uuid, 'resume', now() + interval '2 hours')
    on conflict (token_hash) do update set booking_id = excluded.booking_id, expires_at = excluded.expires_at where link.purpose = 'resume';
  end if;
  if partner is not null then
    insert into private.partner_pages (booking_id, organisation_id) values ((result ->> 'booking_id')::uuid, partner)
    on conflict (booking_id) do update set organisation_id = excluded.organisation_id;
  end if;
  perform private.store_idempotent_response(request, null, 'guest_hold', args, result);
  return private.guest_booking_response((result ->> 'booking_id')::uuid);
end
$$;
comment on function public.guest_hold is
  'Holds seats for a guest: booking {"guests": [{"price_category_id"}], "locale", "organisation"?, "referral"?, '
  '"clicks"?, "resume"?} (clicks as in private.referring_partner, resume as in guest_take_over_hold). The browser generates '
  'the tokens; only their hashes are stored. A token has one hold: the same selection again has no effect, another '
  'replaces it. Idempotent per request id.';

create function public.guest_take_over_hold(resume text, token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
  hash constant text := encode(sha256(convert_to(token, 'UTF8')), 'hex');
  former_hash text;
  hold public.bookings;
begin
  if refused is not null then return refused; end if;
  if resume is null or token is null or length(token) > 86 or token !~ '^[A-Za-z0-9_-]{43,86}$' then return '{"status": "invalid"}'; end if;
  -- A repeat after a lost response: the token already has the hold.
  hold := private.guest_booking(token);
  if hold.id is not null then return private.guest_booking_response(hold.id); end if;
  -- Serialises with guest_hold, which may be replacing the hold of the former token.
  loop
    former_hash := (private.guest_booking(resume, '{resume}')).access_token_hash;
    perform pg_advisory_xact_lock(hashtextextended(former_hash, 0));
    exit when (private.guest_booking(resume, '{resume}')).access_token_hash is not distinct from former_hash;
  end loop;
  hold := private.lock_guest_booking(resume, null, '{resume}');
  -- Nothing personal, and no code with money on it, may pass to the page that keeps the resume token.
  if hold.id is null or private.booking_state(hold) <> 'ON_HOLD' or hold.contact_name <> '—' or jsonb_strip_nulls(private.booking_codes_json(hold)) <> '{}' then
    return '{"status": "not_found"}';
  end if;
  update public.bookings set access_token_hash = hash where id = hold.id;
  update private.guest_holds as h set token_hash = hash where h.token_hash = former_hash;
  return private.guest_booking_response(hold.id);
end
$$;
comment on function public.guest_take_over_hold is
  'Moves a hold from the token of a frame that was reloaded to the token of the new frame, and returns the booking. '
  'The page around the frame keeps the resume token, so the hold must be unconfirmed, without contact and codes, and '
  'the former token ends: who confirms is the only one with access. Else not_found. Repeating it has no effect.';

create function private.holds_too_many_seats(booking public.bookings) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  departure constant public.departures := (select d from public.departures as d where d.id = booking.departure_id);
  family_share constant integer := private.family_seats(departure);
  seats constant bigint := private.booking_seats(booking.id);
  address constant text := private.client_address();
  free bigint;
begin
  if address is null or greatest(private.seats_held_by_network(booking, address), seats) <= family_share then return false; end if;
  free := private.free_seats_of_departure(departure, private.allotment_partner(booking));
  -- Extending an expired hold takes its seats again; if too few are free, it is refused as sold out.
  if private.booking_state(booking) = 'EXPIRED' then free := free - seats; end if;
  return free between 0 and family_share - 1;
end
$$;
comment on function private.holds_too_many_seats is
  'Returns whether a guest''s network holds more than a family''s share while less than that is free; such a hold is '
  'not extended. The caller has locked the departure.';

create function private.guest_refusal(booking public.bookings, act text, change jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  state constant public.booking_status := private.booking_state(booking);
  starts_at constant timestamptz := (select d.starts_at from public.departures as d where d.id = booking.departure_id);
  wrong_state constant jsonb := jsonb_build_object('status', 'wrong_state', 'state', state);
  contact constant jsonb := change -> 'contact';
begin
  case act
    when 'confirm_booking' then
      -- Only the office confirms a pending request.
      if state = 'PENDING' then return wrong_state; end if;
      if nullif(private.visible_text(contact ->> 'name'), '') is null or private.parse_email_field(contact) is null then return '{"status": "no_contact"}'; end if;
      if state = 'EXPIRED' and private.must_pay_first(booking) then return wrong_state; end if;
      if state in ('ON_HOLD', 'EXPIRED') and private.lacks_names(booking, change -> 'names') then return '{"status": "no_names"}'; end if;
    when 'cancel_booking' then
      if state = 'CONFIRMED' and clock_timestamp() >= starts_at then return '{"status": "too_late"}'; end if;
    when 'move_booking' then
      if state <> 'CONFIRMED' then return wrong_state; end if;
      if booking.departure_id <> (change ->> 'departure_id')::uuid then
        if not private.may_move(booking) then return '{"status": "moving_not_allowed"}'; end if;
        if clock_timestamp() > private.free_cancellation_until(booking) then return '{"status": "deadline_passed"}'; end if;
      end if;
    when 'edit_booking' then
      if state <> 'CONFIRMED' or clock_timestamp() >= starts_at then return wrong_state; end if;
      -- A required name cannot be removed; guests that never had one may stay without.
      if jsonb_path_exists(change, '$.names[*] ? (@.name like_regex "^\\s*$")') and private.lacks_names(booking, change -> 'names') then
        return '{"status": "no_names"}';
      end if;
    when 'redeem_code' then
      if state <> 'ON_HOLD' then return wrong_state; end if;
    when 'extend_booking' then
      if state in ('ON_HOLD', 'EXPIRED') and booking.extensions = 0 and private.holds_too_many_seats(booking) then return '{"status": "holds_too_many"}'; end if;
    else null;
  end case;
  return null;
end
$$;
comment on function private.guest_refusal is
  'Returns why a guest may not perform an action where guests have stricter rules than the booking engine, or null if '
  'allowed. The caller has locked the booking.';

create function private.guest_request(request uuid, token text, act text, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant private.booking_actor := (null, false, request);
  target constant text := case when act = 'move_booking' then change ->> 'departure_id' end;
  stored public.bookings;
  args jsonb;
  engine_action text := act;
  terms jsonb := '{}';
  result jsonb;
  limit_refusal jsonb;
begin
  -- Cheap checks of size and token come before expensive ones.
  if request is null or change is null or octet_length(change::text) > 16384 or jsonb_typeof(change) <> 'object' then return '{"status": "invalid"}'; end if;
  if act = 'move_booking' and (target is null or not pg_input_is_valid(target, 'uuid')) then return '{"status": "invalid"}'; end if;
  -- Every action locks the request before the rows, which prevents deadlocks.
  perform pg_advisory_xact_lock(hashtextextended(request::text, 0));
  stored := private.lock_guest_booking(token, target::uuid);
  if stored.id is null then return '{"status": "not_found"}'; end if;
  args := jsonb_build_object('booking', stored.id, 'change', change);
  result := private.find_idempotent_response(request, null, act, args);
  if result ->> 'status' = 'ok' then
    return private.guest_booking_response(stored.id, (result - array['status', 'booking_id', 'reference', 'state', 'departure_id', 'expires_at', 'version', 'money', 'on_account'])
      || private.guest_refund_json(result));
  end if;
  if result is not null then return result; end if;
  result := private.guest_refusal(stored, act, change);
  if result is not null then return result; end if;
  if act = 'move_booking' then
    -- Without it a guest would get the expensive day at the price of the cheap one.
    terms := jsonb_build_object('reprice', private.has_own_prices(array[stored.departure_id, target::uuid]));
  elsif act = 'confirm_booking' and private.must_pay_first(stored) then
    -- Confirming only stores the guest's details; the payment confirms the booking.
    engine_action := 'edit_booking';
    terms := jsonb_build_object('version', stored.version);
  end if;
  begin
    result := private.execute_booking_action(actor, engine_action, jsonb_set(args, '{change}', change || terms));
    if result ->> 'status' = 'ok' and engine_action = 'confirm_booking' and (change ? 'names' or change ? 'note') then
      select * into stored from public.bookings where id = stored.id;
      result := private.execute_booking_action(actor, 'edit_booking', jsonb_build_object('booking', stored.id,
        'change', jsonb_build_object('version', stored.version) || (change - 'contact')));
    end if;
    if result ->> 'status' = 'ok' and act = 'extend_booking' and stored.access_token_hash is not null then
      limit_refusal := private.consume_hold_limit(stored.access_token_hash, (select d from public.departures as d where d.id = stored.departure_id), private.booking_seats(stored.id), true);
      result := coalesce(limit_refusal, result);
    end if;
    if result ->> 'status' <> 'ok' then raise exception using errcode = 'MU002', message = 'refused', detail = result::text; end if;
  exception
    when sqlstate 'MU002' then
      return case when engine_action in ('confirm_booking', 'extend_booking') then private.with_alternatives(result, stored.departure_id, private.booking_seats(stored.id)) else result end;
  end;
  if result ? 'preview' then
    return jsonb_build_object('status', 'ok', 'preview', true, 'refund', null, 'difference', result -> 'difference', 'money', private.guest_money(result -> 'money'))
      || private.guest_refund_json(result);
  end if;
  perform private.store_idempotent_response(request, null, act, args, result);
  return private.guest_booking_response(stored.id, jsonb_strip_nulls(jsonb_build_object('difference', result -> 'difference')) || private.guest_refund_json(result));
end
$$;
comment on function private.guest_request is
  'Performs a guest action on the booking behind a link: locks the booking and its departures, checks guest rules, '
  'runs the engine. Returns its response; idempotent per request id. A hold that must be paid online first is not '
  'confirmed, only its guest details are stored. The calling RPC consumes the rate limit.';

create function public.guest_extend(request uuid, token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
begin
  if refused is not null then return refused; end if;
  return private.guest_request(request, token, 'extend_booking', '{}');
end
$$;
comment on function public.guest_extend is
  'Extends a hold, once. holds_too_many: it keeps others out. Idempotent per request id.';

create function private.lacks_names(booking public.bookings, names jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.departures as d join public.tours as t on t.id = d.tour_id join public.guests as g on g.booking_id = booking.id and not g.is_cancelled
    left join lateral (
      select sent.value ->> 'name' as name from jsonb_array_elements(case when jsonb_typeof(names) = 'array' then names else '[]' end) as sent
      where sent.value ->> 'guest_id' = g.id::text limit 1) as sent_name on true
    where d.id = booking.departure_id and t.asks_names and coalesce(private.visible_text(coalesce(sent_name.name, g.name)), '') = '');
end
$$;
comment on function private.lacks_names is
  'Returns whether a guest of a booking would have no name, with the names sent now, on a tour that requires all '
  'names.';

create function public.guest_confirm(request uuid, token text, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
  consent_text text;
  result jsonb;
begin
  if refused is not null then return refused; end if;
  if octet_length(details::text) > 16384 then return '{"status": "invalid"}'; end if;
  consent_text := private.trim_text(details #>> '{news,text}');
  if length(consent_text) not between 1 and 1000 then return '{"status": "invalid"}'; end if;
  result := private.guest_request(request, token, 'confirm_booking', jsonb_strip_nulls(jsonb_build_object(
    'contact', details -> 'contact', 'names', details -> 'names', 'note', details -> 'note')));
  if result ->> 'status' = 'ok' and consent_text is not null then
    -- Consent is stored once; a repeat carries the same.
    update public.bookings as b
    set news_consent = jsonb_build_object('text', consent_text, 'at', private.iso(clock_timestamp()), 'locale', coalesce(details #>> '{contact,locale}', b.locale::text))
    where b.id = (result #>> '{booking,id}')::uuid and b.news_consent is null;
  end if;
  return result;
end
$$;
comment on function public.guest_confirm is
  'Confirms a guest''s hold, or stores only its guest details if it must be paid online first: details {"contact": '
  '{"name", "email", "phone"?, "locale"?}, "names"?: [{"guest_id", "name"}], "note"?, "news"?: {"text"}}. news only '
  'with the guest''s consent to news. no_names: the tour requires all names. Idempotent per request id.';

create function public.guest_cancel(request uuid, token text, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
begin
  if refused is not null then return refused; end if;
  return private.guest_request(request, token, 'cancel_booking', jsonb_build_object('reason', 'guest_request', 'preview', coalesce(change -> 'preview', 'false')));
end
$$;
comment on function public.guest_cancel is
  'Cancels a booking until its start and returns what its policy refunds; {"preview": true} only calculates. '
  'Idempotent per request id.';

create function private.has_own_prices(departures uuid[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.departure_prices where departure_id = any (departures));
end
$$;
comment on function private.has_own_prices is
  'Returns whether one of the departures has prices that differ from its tour''s.';

create function public.guest_move(request uuid, token text, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
begin
  if refused is not null then return refused; end if;
  return private.guest_request(request, token, 'move_booking', jsonb_build_object(
    'departure_id', change -> 'departure_id', 'reason', 'guest_request', 'preview', coalesce(change -> 'preview', 'false')));
end
$$;
comment on function public.guest_move is
  'Moves a booking to another departure of its tour: {"departure_id", "preview"?}. Allowed if the operator lets '
  'guests move, until the deadline of its policy. Idempotent per request id.';

create function public.guest_edit(request uuid, token text, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
begin
  if refused is not null then return refused; end if;
  return private.guest_request(request, token, 'edit_booking', jsonb_build_object('version', change -> 'version', 'names', coalesce(change -> 'names', '[]')));
end
$$;
comment on function public.guest_edit is
  'Changes the guest names of a booking until its start: {"version", "names": [{"guest_id", "name"}]}. Idempotent per '
  'request id.';

create function public.guest_report_delay(request uuid, token text, minutes integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
  stored public.bookings;
  args jsonb;
  target public.departures;
  result jsonb;
begin
  if refused is not null then return refused; end if;
  if request is null or minutes not in (10, 20, 30) then return '{"status": "invalid"}'; end if;
  perform pg_advisory_xact_lock(hashtextextended(request::text, 0));
  stored := private.lock_guest_booking(token);
  if stored.id is null then return '{"status": "not_found"}'; end if;
  args := jsonb_build_object('booking', stored.id, 'minutes', minutes);
  result := private.find_idempotent_response(request, null, 'running_late', args);
  if result ->> 'status' = 'id_reused' then return result; end if;
  -- A late repeat of an older request must not overwrite a newer one.
  if result is not null then return private.guest_booking_response(stored.id); end if;
  result := private.rate_limited(private.consume_rate_limit('late:' || stored.id, 10, 30));
  if result is not null then return result; end if;
  select * into target from public.departures where id = stored.departure_id;
  if private.booking_state(stored) <> 'CONFIRMED' or target.status = 'cancelled' then
    return jsonb_build_object('status', 'wrong_state', 'state', private.booking_state(stored));
  end if;
  if clock_timestamp() > target.ends_at then return '{"status": "too_late"}'; end if;
  if not private.may_be_late('CONFIRMED', target) then return '{"status": "too_early"}'; end if;
  update public.bookings as b set late_minutes = minutes where b.id = stored.id and b.late_minutes is distinct from minutes;
  perform private.store_idempotent_response(request, null, 'running_late', args, '{"status": "ok"}');
  return private.guest_booking_response(stored.id);
end
$$;
comment on function public.guest_report_delay is
  'Reports a party''s delay of 10, 20 or 30 minutes to the guide, or null for none, from three hours before the start '
  'until the end. Idempotent per request id.';

grant execute on function
  public.guest_report_delay(uuid, text, integer),
  public.guest_read_operator(text, text),
  public.guest_read_availability(text, uuid, text, text),
  public.guest_read_next_departures(text, integer, text),
  public.guest_read_directory(text, text, text, jsonb),
  public.guest_read_partner(text, jsonb),
  public.guest_read_site(text),
  public.guest_read_link_operator(text),
  public.guest_read_booking(text),
  public.guest_hold(uuid, text, uuid, jsonb),
  public.guest_take_over_hold(text, text),
  public.guest_extend(uuid, text),
  public.guest_confirm(uuid, text, jsonb),
  public.guest_cancel(uuid, text, jsonb),
  public.guest_move(uuid, text, jsonb),
  public.guest_edit(uuid, text, jsonb)
  to anon, authenticated;
