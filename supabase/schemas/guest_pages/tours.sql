-- Guest pages: tours, bookable days and departures. ADR 034

create function private.guest_operator(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'slug', c.slug,
      'name', c.name,
      'colour', c.brand_colour,
      'email', c.contact_email,
      'phone', c.contact_phone,
      'time_zone', c.time_zone,
      'currency', c.currency,
      'locale', c.default_locale,
      'hold_minutes', c.hold_minutes,
      'terms_url', c.terms_url,
      'logo', (select logo.tag from private.company_logos as logo where logo.company_id = c.id),
      'pays_online', private.pays_online(c.id))
    from public.companies as c
    where c.id = company);
end
$$;
comment on function private.guest_operator is 'Returns what guests see of an operator.';

create function private.guest_partner(organisation uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'slug', o.slug,
      'name', o.name,
      'colour', o.brand_colour,
      'email', o.contact_email,
      'phone', o.contact_phone,
      'logo', (select logo.tag from private.organisation_logos as logo where logo.organisation_id = o.id))
    from public.organisations as o
    where o.id = organisation and o.is_active);
end
$$;
comment on function private.guest_partner is 'Returns what guests see of a partner, or null if it is inactive.';

create function private.next_available_departure(tour uuid) returns public.departures
language plpgsql stable security definer set search_path = ''
as $$
declare
  departure public.departures;
begin
  -- Checked one by one: the first nearly always has a seat, and counting a year's seats is expensive.
  for departure in
    select * from private.bookable_departures(tour, now() + interval '1 year') as d order by d.starts_at
  loop
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
    select jsonb_build_object(
      'id', (tour).id,
      'slug', (tour).slug,
      'titles', private.localised((tour).id, 'title'),
      'meeting_points', private.localised((tour).id, 'meeting_point'),
      'latitude', (tour).latitude,
      'longitude', (tour).longitude,
      'picture', (select picture.tag from private.tour_pictures as picture where picture.tour_id = (tour).id),
      'starts_at', private.iso(d.starts_at),
      'ends_at', private.iso(d.ends_at),
      'language', d.language,
      'left', private.free_seats_of_departure(d),
      'from', (
        select min(coalesce(dp.amount, p.amount)) from public.price_categories as p
        left join public.departure_prices as dp on dp.departure_id = d.id and dp.price_category_id = p.id
        where p.tour_id = (tour).id and p.is_active and p.accompanied_by = '{}' and p.seats > 0))
    from public.departures as d
    where d.id = departure);
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
      'id', t.id,
      'slug', t.slug,
      'former_slugs', (
        select coalesce(jsonb_agg(old.slug order by old.slug), '[]') from private.tour_slugs as old
        where old.tour_id = t.id and old.slug <> t.slug),
      'texts', private.guest_texts(t.id),
      'duration_minutes', t.duration_minutes,
      'languages', to_jsonb(t.guide_languages),
      'latitude', t.latitude,
      'longitude', t.longitude,
      'minimum_party', t.minimum_party,
      'cancellation_cut_off_hours', t.cancellation_cut_off_hours,
      'next_at', private.iso(private.next_available_start(t.id)),
      'asks_names', t.asks_names,
      'picture', (select picture_row.tag from private.tour_pictures as picture_row where picture_row.tour_id = t.id),
      'categories', prices.list) order by t.slug), '[]')
    from public.tours as t
    cross join lateral (
      select jsonb_agg(jsonb_build_object(
        'id', p.id,
        'type', p.type,
        'amount', p.amount,
        'minimum_age', p.minimum_age,
        'maximum_age', p.maximum_age,
        'seats', p.seats,
        'accompanied_by', to_jsonb(p.accompanied_by)) order by p.position, p.type, p.id) as list
      from public.price_categories as p
      where p.tour_id = t.id and p.is_active) as prices
    where t.company_id = company and t.status = 'live' and prices.list is not null
      and exists (select from public.tour_translations as text where text.tour_id = t.id and text.title <> ''));
end
$$;
comment on function private.guest_tours is
  'Returns an operator''s live tours with texts, prices, former slugs and the next start with a free seat.';

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
  return jsonb_build_object(
    'status', 'ok',
    'operator', private.guest_operator(company),
    'organisation', partner,
    'tours', private.guest_tours(company),
    'embed_origins', (
      select to_jsonb(
        c.embed_origins || coalesce((select o.embed_origins from public.organisations as o where o.id = sender), '{}'))
      from public.companies as c
      where c.id = company));
end
$$;
comment on function public.guest_read_operator is
  'Returns an operator''s booking page: the operator, its live tours, and the sites that may embed it. not_found: the '
  'operator is unknown, inactive or without subscription, or does not work with the named partner.';

create function private.bookable_days(
  company uuid, tour uuid, month text, held jsonb, allotment_partner uuid default null
) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  first constant date := (month || '-01')::date;
  zone constant text := (select c.time_zone from public.companies as c where c.id = company);
  held_departure constant uuid := (held ->> 'departure')::uuid;
  held_seats constant integer := (held ->> 'seats')::integer;
  -- Departures keep their local date when the company changes its time zone, so a day more is read.
  ids constant uuid[] := array(
    select d.id
    from private.bookable_departures(tour, (first + interval '1 month 1 day')::timestamp at time zone zone) as d
    where d.local_date >= first and d.local_date < first + interval '1 month');
begin
  return (
    -- json is text already; jsonb would be serialised and parsed at every level.
    select coalesce(json_agg(json_build_object(
      'date', day.local_date, 'times', day.times) order by day.local_date), '[]')
    from (
      select d.local_date,
        json_agg(
          case
            when allotment_partner is null then
              json_build_object(
                'id', d.id,
                'at', formatted.at,
                'starts_at', formatted.starts_at,
                'left', room.seats,
                'language', d.language,
                'prices', special.prices)
            else json_build_object(
              'id', d.id,
              'at', formatted.at,
              'starts_at', formatted.starts_at,
              'left', room.seats,
              'language', d.language,
              'prices', special.prices,
              'own', case
                when allotted.seats > 0 then
                  json_build_object(
                    'seats', least(allotted.seats, greatest(free.seats, 0)), 'until', private.iso(allotted.until))
              end)
          end order by d.starts_at,
          d.id) as times
      from public.departures as d
      join private.free_seats(ids, allotment_partner) as free on free.departure_id = d.id
      cross join lateral (
        select to_char(d.starts_at at time zone zone, 'HH24:MI') as at, private.iso(d.starts_at) as starts_at
      ) as formatted
      cross join lateral (
        select greatest(free.seats + case when d.id = held_departure then held_seats else 0 end, 0) as seats) as room
      left join private.allotted_seats(case when allotment_partner is not null then ids end) as allotted
        on allotted.departure_id = d.id and allotted.organisation_id = allotment_partner
      left join (
        select p.departure_id, jsonb_object_agg(p.price_category_id, p.amount) as prices
        from public.departure_prices as p
        where p.departure_id = any (ids) group by 1) as special
        on special.departure_id = d.id
      where d.id = any (ids) group by d.local_date) as day);
end
$$;
comment on function private.bookable_days is
  'Returns the bookable departures of a tour in a month (YYYY-MM, company''s time zone) by day, with free seats. '
  'Seats of the hold `held` (private.current_hold) count as free. For an `allotment_partner` its allotment counts as '
  'free, too, and is listed as `own`.';

create function public.guest_read_availability(
  operator text, tour uuid, month text, token text default null
) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  company constant uuid := private.guest_company(operator);
  refused constant jsonb := private.consume_guest_rate_limit();
begin
  if refused is not null then return refused; end if;
  if length(month) <> 7 or month !~ '^20\d\d-(0[1-9]|1[0-2])$' or month is null then
    return '{"status": "invalid"}';
  end if;
  if company is null
    or not exists (
      select from public.tours as t where t.id = tour and t.company_id = company and t.status = 'live')
  then
    return '{"status": "not_found"}';
  end if;
  return json_build_object(
    'status', 'ok', 'month', month, 'days', private.bookable_days(company, tour, month, private.current_hold(token)));
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
    select d.id from public.tours as t
    cross join lateral private.bookable_departures(t.id, now() + interval '14 days') as d
    where t.company_id = company);
  return jsonb_build_object(
    'status', 'ok',
    'departures', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', soon.id,
        'tour_id', soon.tour_id,
        'starts_at', private.iso(soon.starts_at),
        'date', soon.local_date,
        'at', to_char(soon.starts_at at time zone zone, 'HH24:MI'),
        'left', soon.free,
        'language', soon.language) order by soon.starts_at, soon.id), '[]')
      from (
        select *
        from (
          select d.*,
            free.seats + case
              when d.id::text = own_hold ->> 'departure' then (own_hold ->> 'seats')::integer
              else 0
            end as free
          from public.departures as d join private.free_seats(ids) as free on free.departure_id = d.id
          where d.id = any (ids)) as open
        where open.free >= party order by open.starts_at, open.id limit 12) as soon));
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
    select private.picture_json(logo.bytes, logo.tag) into picture
    from private.company_logos as logo join public.companies as c on c.id = logo.company_id
    where logo.tag = read_public_picture.tag and c.is_active limit 1;
  end if;
  if picture is null then
    select private.picture_json(logo.bytes, logo.tag) into picture
    from private.organisation_logos as logo
    join public.organisations as o on o.id = logo.organisation_id
    where logo.tag = read_public_picture.tag and o.is_active limit 1;
  end if;
  if picture is null then return '{"status": "not_found"}'; end if;
  return jsonb_build_object('status', 'ok', 'base64', picture -> 'base64');
end
$$;
comment on function public.read_public_picture is
  'Returns a picture by its tag for the function picture: of a live or paused tour, or a logo. not_found for drafts '
  'and for inactive companies and organisations.';
grant execute on function public.read_public_picture(text, text) to service_role;

create function private.next_available_start_in(tour uuid, spoken text, day date) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select d.starts_at from private.bookable_departures(tour, private.search_horizon(day)) as d
    where (spoken is null or d.language = spoken) and (day is null or d.local_date = day)
      and private.free_seats_of_departure(d) > 0
    order by d.starts_at limit 1);
end
$$;
comment on function private.next_available_start_in is
  'Returns when a tour next starts with a free seat, optionally in one language and on one day.';

create function public.guest_read_directory(
  search text default null, language text default null, day text default null, shown jsonb default '[]'
) returns jsonb
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
  skipped_companies := array(
    select slug_row.company_id from private.company_slugs as slug_row
    where slug_row.slug in (select jsonb_array_elements_text(shown)));
  -- A day begins first in UTC+14.
  since := greatest(since, requested_day::timestamp at time zone 'UTC' - interval '14 hours');
  -- Finds the operator of the earliest remaining departure, then continues from there.
  while cardinality(listed) <= row_limit loop
    select d.company_id, d.starts_at into next_departure from public.departures as d
    join public.tours as t on t.id = d.tour_id and t.status = 'live'
    join public.companies as c
      on c.id = d.company_id and c.is_active and c.has_active_subscription and c.closes_at is null
    where d.status = 'scheduled' and not d.is_closed and d.starts_at >= since
      and d.starts_at < private.search_horizon(requested_day)
      and d.starts_at > now() + make_interval(mins => t.booking_cut_off_minutes)
      and d.company_id <> all (skipped_companies)
      and (matching_tours is null or d.tour_id = any (matching_tours))
      and (spoken is null or d.language = spoken) and (requested_day is null or d.local_date = requested_day)
      and private.free_seats_of_departure(d) > 0
    order by d.starts_at, d.id limit 1;
    exit when not found;
    listed := listed || next_departure.company_id;
    skipped_companies := skipped_companies || next_departure.company_id;
    since := next_departure.starts_at;
  end loop;
  return jsonb_build_object(
    'status', 'ok',
    'has_more', cardinality(listed) > row_limit,
    'operators', (
      select coalesce(jsonb_agg(
        private.guest_operator(each.company) || jsonb_build_object('tours', operator_tours.tours) order by each.ordinal
      ), '[]')
      from unnest(listed[:row_limit]) with ordinality as each (company, ordinal)
      cross join lateral (
        select jsonb_agg(jsonb_build_object(
          'slug', t.slug,
          'titles', private.localised(t.id, 'title'),
          'meeting_points', private.localised(t.id, 'meeting_point'),
          'languages', to_jsonb(t.guide_languages),
          'duration_minutes', t.duration_minutes,
          'next_at', private.iso(soon.next_at)) order by soon.next_at, t.slug) as tours
        from public.tours as t
        cross join lateral (select private.next_available_start_in(t.id, spoken, requested_day) as next_at) as soon
        where t.company_id = each.company and t.status = 'live'
          and (matching_tours is null or t.id = any (matching_tours)) and soon.next_at is not null) as operator_tours
      where operator_tours.tours is not null));
end
$$;
comment on function public.guest_read_directory is
  'Returns up to 20 operators with bookable tours, ordered by next start. Filters by words (place, tour, operator), '
  'departure language and local day (YYYY-MM-DD). `shown` lists the slugs the client already has; `has_more` says '
  'whether others follow.';

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
    select private.tour_with_departure(t, soon.id)
      || jsonb_build_object('operator', private.guest_operator(t.company_id))
    from public.organisation_companies as agreement
    join public.companies as c
      on c.id = agreement.company_id and c.is_active and c.has_active_subscription and c.closes_at is null
    join public.tours as t on t.company_id = c.id and t.status = 'live' and not shown ? t.id::text
    cross join lateral private.next_available_departure(t.id) as soon
    where agreement.organisation_id = partner and agreement.status = 'active' and soon.id is not null
      and exists (select from public.price_categories as p where p.tour_id = t.id and p.is_active)
      and exists (select from public.tour_translations as text where text.tour_id = t.id and text.title <> '')
    order by soon.starts_at, t.id limit row_limit + 1);
  return jsonb_build_object(
    'status', 'ok',
    'organisation', partner_json,
    'offers', to_jsonb(found_offers[:row_limit]),
    'has_more', cardinality(found_offers) > row_limit,
    'embed_origins', (select to_jsonb(o.embed_origins) from public.organisations as o where o.id = partner));
end
$$;
comment on function public.guest_read_partner is
  'Returns a partner''s page: up to 20 tours of its operators by next start with a free seat, with that departure, '
  'lowest price and operator, and the sites that may embed it. `shown` lists tour ids the client already has; '
  '`has_more` says whether others follow. not_found: the partner is unknown or inactive.';

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
  if address is null or greatest(private.seats_held_by_network(booking, address), seats) <= family_share then
    return false;
  end if;
  free := private.free_seats_of_departure(departure, private.allotment_partner(booking));
  -- Extending an expired hold takes its seats again; if too few are free, it is refused as sold out.
  if private.booking_state(booking) = 'EXPIRED' then free := free - seats; end if;
  return free between 0 and family_share - 1;
end
$$;
comment on function private.holds_too_many_seats is
  'Returns whether a guest''s network holds more than a family''s share while less than that is free; such a hold is '
  'not extended. The caller has locked the departure.';

grant execute on function
  public.guest_read_operator(text, text),
  public.guest_read_availability(text, uuid, text, text),
  public.guest_read_next_departures(text, integer, text),
  public.guest_read_directory(text, text, text, jsonb),
  public.guest_read_partner(text, jsonb)
to anon, authenticated;
