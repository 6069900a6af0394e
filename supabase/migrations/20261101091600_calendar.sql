-- Calendar: seats of departures, reading a month and a day, and the office's changes to departures.
-- ADR 032

-- Seats ---------------------------------------------------------------------------------------------------------------

create table private.departure_seats (
  departure_id uuid primary key references public.departures (id) on delete cascade,
  seats integer not null check (seats >= 0)
) with (fillfactor = 70);
comment on table private.departure_seats is
  'Seats of confirmed and pending bookings, kept by triggers; no row '
  'means none. Holds expire by the clock and are counted when read.';
alter table private.departure_seats enable row level security, force row level security;

create index bookings_held_of_departure_idx on public.bookings (departure_id, expires_at) where status = 'ON_HOLD';

create function private.recount_seats(departures uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Lock first, in order, and count in a separate statement, whose
  -- snapshot includes what the former lock holder committed.
  insert into private.departure_seats (departure_id, seats)
  select d.id, 0 from public.departures as d where d.id = any (departures) order by d.id
  on conflict do nothing;
  perform from private.departure_seats where departure_id = any (departures) order by departure_id for update;
  update private.departure_seats as counted
  set seats = fresh.seats
  from (
    select asked.departure_id, coalesce(taken.seats, 0) as seats
    from private.departure_seats as asked
    left join lateral (
      select sum(coalesce(p.seats, 1))::integer as seats
      from public.bookings as b
      join public.guests as g on g.booking_id = b.id and g.departure_id = b.departure_id and not g.is_cancelled
      left join public.price_categories as p on p.id = g.price_category_id
      where b.departure_id = asked.departure_id and b.status in ('CONFIRMED', 'PENDING')
    ) as taken on true
    where asked.departure_id = any (departures)
  ) as fresh
  where counted.departure_id = fresh.departure_id and counted.seats <> fresh.seats;
end
$$;
comment on function private.recount_seats is
  'Recounts the seats of departures. Callers that also lock '
  'departures must do so before: departures first, then their seats.';

create function private.recount_seats_of_guests() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  touched uuid[];
begin
  if tg_op = 'UPDATE' then
    -- Set operations, as transition tables have no index for a join. Most updates only stamp a row and change no seats.
    touched := array(
      select departure_id from (
        (select id, departure_id, booking_id, price_category_id, is_cancelled from before
          except select id, departure_id, booking_id, price_category_id, is_cancelled from changed)
        union all
        (select id, departure_id, booking_id, price_category_id, is_cancelled from changed
          except select id, departure_id, booking_id, price_category_id, is_cancelled from before)) as other
      group by departure_id);
  else
    -- Holds are counted when they are confirmed: that keeps the locks that guests wait for short.
    touched := array(
      select distinct c.departure_id from changed as c
      where tg_op = 'DELETE' or exists (select from public.bookings as b where b.id = c.booking_id and b.status in ('CONFIRMED', 'PENDING')));
  end if;
  if touched <> '{}' then perform private.recount_seats(touched); end if;
  return null;
end
$$;
comment on function private.recount_seats_of_guests is
  'Statement trigger of guests: recounts the seats of their departures.';
create trigger count_seats_inserted after insert on public.guests
  referencing new table as changed for each statement execute function private.recount_seats_of_guests();
create trigger count_seats_updated after update on public.guests
  referencing old table as before new table as changed for each statement execute function private.recount_seats_of_guests();
create trigger count_seats_deleted after delete on public.guests
  referencing old table as changed for each statement execute function private.recount_seats_of_guests();

create function private.recount_seats_of_bookings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  touched uuid[] := array(
    select departure_id from (
      (select id, departure_id, status in ('CONFIRMED', 'PENDING') from before
        except select id, departure_id, status in ('CONFIRMED', 'PENDING') from changed)
      union all
      (select id, departure_id, status in ('CONFIRMED', 'PENDING') from changed
        except select id, departure_id, status in ('CONFIRMED', 'PENDING') from before)) as other
    group by departure_id);
begin
  if touched <> '{}' then perform private.recount_seats(touched); end if;
  return null;
end
$$;
comment on function private.recount_seats_of_bookings is
  'Statement trigger of bookings: recounts seats where bookings start or stop taking seats, or move.';
create trigger count_seats_updated after update on public.bookings
  referencing old table as before new table as changed for each statement execute function private.recount_seats_of_bookings();

create function private.recount_seats_of_price_categories() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  touched uuid[] := array(
    select distinct g.departure_id from public.guests as g
    where g.price_category_id in (select id from (select id, seats from changed except select id, seats from before) as other));
begin
  if touched <> '{}' then perform private.recount_seats(touched); end if;
  return null;
end
$$;
comment on function private.recount_seats_of_price_categories is
  'Statement trigger of price_categories: recounts booked departures when a ticket takes more or fewer seats.';
create trigger count_seats_updated after update on public.price_categories
  referencing old table as before new table as changed for each statement execute function private.recount_seats_of_price_categories();

create function private.booked_seats(departures uuid[]) returns table (departure_id uuid, seats integer)
language sql stable security definer set search_path = ''
as $$
  select taken.departure_id, sum(taken.seats)::integer
  from (
    select s.departure_id, s.seats from private.departure_seats as s where s.departure_id = any (departures)
    union all
    select b.departure_id, coalesce(p.seats, 1)
    from public.bookings as b
    join public.guests as g on g.booking_id = b.id and not g.is_cancelled
    left join public.price_categories as p on p.id = g.price_category_id
    where b.departure_id = any (departures) and b.status = 'ON_HOLD' and b.expires_at > now()
  ) as taken
  group by taken.departure_id
$$;
comment on function private.booked_seats is
  'Returns the confirmed, pending and held seats of departures, without departures that have none. '
  'private.seats_taken counts the same for one departure.';

create function private.departures_with_holds(company uuid) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(select l.departure_id from private.booking_list as l where l.company_id = company and l.expires_at > now() group by 1);
end
$$;
comment on function private.departures_with_holds is
  'Returns a company''s departures with live holds, which private.departure_seats '
  'does not count. They are few, where departures are many.';

-- Allotments --------------------------------------------------------------------------------------

create table private.allotments (
  tour_id uuid not null references public.tours (id) on delete cascade,
  agreement_id uuid not null references public.organisation_companies (id) on delete cascade,
  seats integer not null check (seats between 1 and 1000),
  release_hours integer not null check (release_hours between 0 and 8760),
  primary key (tour_id, agreement_id)
);
comment on table private.allotments is
  'Seats of each departure of a tour reserved for a partner until release_hours before the start. '
  'private.allotted_seats returns what is left of them.';
create index allotments_agreement_id_idx on private.allotments (agreement_id);
alter table private.allotments enable row level security, force row level security;

create function private.allotted_seats(departures uuid[]) returns table (departure_id uuid, organisation_id uuid, seats integer, until timestamptz)
-- Volatile with clock_timestamp(), like private.seats_taken. plpgsql caches
-- the plan, so that tours without allotments, most of them, pay little.
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select d.id, agreement.organisation_id, (a.seats - used.seats)::integer, d.starts_at - make_interval(hours => a.release_hours)
    from public.departures as d
    join private.allotments as a on a.tour_id = d.tour_id
    join public.organisation_companies as agreement on agreement.id = a.agreement_id and agreement.status = 'active'
    join public.organisations as o on o.id = agreement.organisation_id and o.is_active
    cross join lateral (
      -- Only the partner's own bookings use its allotment, not those through its link.
      select coalesce(sum(coalesce(p.seats, 1)), 0) as seats
      from public.bookings as b
      join public.guests as g on g.booking_id = b.id and not g.is_cancelled
      left join public.price_categories as p on p.id = g.price_category_id
      where b.departure_id = d.id and b.organisation_id = agreement.organisation_id and b.source = 'partner'
        and (b.status in ('CONFIRMED', 'PENDING') or (b.status = 'ON_HOLD' and b.expires_at > clock_timestamp()))
    ) as used
    where d.id = any (departures) and d.status = 'scheduled' and a.seats > used.seats
      and d.starts_at - make_interval(hours => a.release_hours) > clock_timestamp();
end
$$;
comment on function private.allotted_seats is
  'Returns the unused allotted seats of departures, and until when. No job releases them: the clock does.';

create function private.free_seats(departures uuid[], allotment_partner uuid default null) returns table (departure_id uuid, seats integer)
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select d.id, (d.capacity - coalesce(booked.seats, 0) - coalesce(allotted.seats, 0))::integer
    from public.departures as d
    left join private.booked_seats(departures) as booked on booked.departure_id = d.id
    left join (
      select allotment.departure_id, sum(allotment.seats) as seats from private.allotted_seats(departures) as allotment
      where allotment.organisation_id is distinct from allotment_partner group by 1) as allotted on allotted.departure_id = d.id
    where d.id = any (departures);
end
$$;
comment on function private.free_seats is
  'Returns the bookable seats of departures: not booked, held or allotted to a partner other than '
  '"allotment_partner". Negative if overbooked. private.free_seats_of_departure counts the same for one departure.';

create function private.free_seats_of_departure(departure public.departures, allotment_partner uuid default null) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return departure.capacity - private.seats_taken(departure.id) - (
    select coalesce(sum(allotment.seats), 0) from private.allotted_seats(array[departure.id]) as allotment where allotment.organisation_id is distinct from allotment_partner);
end
$$;
comment on function private.free_seats_of_departure is
  'Returns the bookable seats of a locked departure. A booking '
  'of "allotment_partner" may also take those allotted to it.';

create function private.allotments_json(departure public.departures, allotment_partner uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('name', o.name, 'seats', allotment.seats, 'until', private.iso(allotment.until)) order by o.name, o.id), '[]')
    from private.allotted_seats(array[departure.id]) as allotment join public.organisations as o on o.id = allotment.organisation_id
    where allotment.organisation_id is distinct from allotment_partner);
end
$$;
comment on function private.allotments_json is
  'Returns the unused allotments of a departure for the office: [{"name", "seats", "until"}].';

-- Times ---------------------------------------------------------------------------------------------------------------

create function private.epoch(instant timestamptz) returns bigint
language sql immutable parallel safe
-- From the interval, which does not depend on the session's
-- time zone: the function is then immutable and can be inlined.
return floor(date_part('epoch', instant - timestamptz 'epoch'))::bigint;
comment on function private.epoch is 'Returns an instant as seconds since 1970, a short form for long lists.';

create function private.is_date_range(from_date date, to_date date, max_days integer) returns boolean
language sql immutable parallel safe
return coalesce(case when isfinite(from_date) and isfinite(to_date) then to_date - from_date between 0 and max_days end, false);
comment on function private.is_date_range is 'Returns whether two dates are in order and at most "max_days" days apart.';

-- Reading -------------------------------------------------------------------------------------------------------------

create function private.calendar_scope(company uuid, rpc text, out refusal jsonb, out is_whole boolean, out person uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject jsonb;
begin
  person := (select auth.uid());
  if person is null then
    refusal := '{"status": "signed_out"}';
    return;
  end if;
  subject := private.subject(person, rpc);
  is_whole := company is not null and private.sees_whole_company(subject, company);
  if is_whole then return; end if;
  if company is null then
    refusal := '{"status": "invalid"}';
  elsif not private.subject_can(subject, 'CHECK_IN_ACCESS', company) and not private.subject_can(subject, 'INDIVIDUAL_SCHEDULE_ACCESS', company) then
    refusal := '{"status": "not_permitted"}';
  end if;
end
$$;
comment on function private.calendar_scope is
  'Returns the caller''s access to a calendar: all departures of the company (is_whole), only their own, or a '
  'refusal; by the same rule as the policies of departures.';

create function private.departure_differences(departure public.departures, tour public.tours, has_prices boolean) returns integer
language sql immutable parallel safe
return ((departure).capacity <> (tour).capacity)::integer
  + 2 * (not (departure).language = any ((tour).guide_languages))::integer
  + 4 * ((departure).meeting_note is not null)::integer
  + 8 * has_prices::integer;
comment on function private.departure_differences is
  'Returns how a departure differs from its tour, as bits: 1 capacity, 2 language, '
  '4 a note of its own, 8 prices. DIFFERENCES in src/domain/calendar.ts.';

create function private.filter_values(value jsonb) returns text[]
language sql immutable parallel safe
return case when jsonb_typeof(value) = 'array' then array(select jsonb_array_elements_text(value)) end;
comment on function private.filter_values is 'Returns a filter''s values; null if it does not filter.';

create function private.departures_below_minimum(company uuid, from_date date, to_date date) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  today constant date := (select (now() at time zone c.time_zone)::date from public.companies as c where c.id = company);
begin
  -- private.is_below_minimum is false on other days, so their guests need not be counted.
  return array(
    select d.id
    from private.booking_counts(array(
      select d.id from public.departures as d join public.tours as t on t.id = d.tour_id
      where d.company_id = company and d.local_date between greatest(from_date, today - 1) and least(to_date, today + 7) and t.minimum_guests > 1)) as b
    join public.departures as d on d.id = b.departure_id join public.tours as t on t.id = d.tour_id
    where private.is_below_minimum(d.status, d.starts_at, d.local_date, today, b.guests, t.minimum_guests));
end
$$;
comment on function private.departures_below_minimum is
  'Returns a company''s departures between two dates that are '
  'below their minimum of guests (private.is_below_minimum).';

create function private.calendar_departures(
  company uuid, from_date date, to_date date, is_whole boolean, person uuid,
  tours text[], guides text[], languages text[], statuses text[], only_unassigned boolean
) returns setof public.departures
-- Without a search path of its own, so that it is inlined and unused filters add no conditions.
language sql stable
begin atomic
  select d.*
  from public.departures as d
  where d.company_id = company and d.local_date between from_date and to_date
    and (is_whole or exists (
      select from public.departure_guides as g where g.departure_id = d.id and g.user_id = person and g.status <> 'declined'))
    and (tours is null or d.tour_id::text = any (tours))
    and (languages is null or d.language = any (languages))
    and (statuses is null or d.status::text = any (statuses))
    and (guides is null or exists (
      select from public.departure_guides as g where g.departure_id = d.id and g.user_id::text = any (guides) and g.status <> 'declined'))
    and (not only_unassigned or not exists (
      select from public.departure_guides as g where g.departure_id = d.id and g.status <> 'declined'));
end;
comment on function private.calendar_departures is
  'Returns a company''s departures between two dates that match filters (null: any): all, or a person''s own.';

create function private.days_off_json(company uuid, from_date date, to_date date) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(json_build_object('tour_id', b.tour_id, 'from_date', b.from_date, 'to_date', b.to_date, 'name', b.name) order by b.from_date, b.id), '[]')
  from public.blackouts as b
  where b.company_id = company and b.from_date <= days_off_json.to_date and b.to_date >= days_off_json.from_date
$$;
comment on function private.days_off_json is 'Returns a company''s days off that overlap two dates.';

create function public.read_calendar(company uuid, from_date date, to_date date, filters jsonb default '{}') returns json
-- Planned with the values of each call, so that unused filters add no conditions.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
-- Security definer: one check here instead of a policy evaluated for each of 1,500 rows. Returns json, which is already
-- text. jsonb would be serialised once more.
declare
  scope record;
  selected_tours constant text[] := private.filter_values(filters -> 'tours');
  selected_guides constant text[] := private.filter_values(filters -> 'guides');
  selected_languages constant text[] := private.filter_values(filters -> 'languages');
  selected_statuses constant text[] := private.filter_values(filters -> 'statuses');
  only_unassigned constant boolean := coalesce(filters -> 'unassigned' = 'true', false);
  allotment_partner constant text := filters ->> 'allotment_partner';
  below_minimum uuid[];
  with_holds uuid[];
  result json;
begin
  scope := private.calendar_scope(company, 'read_calendar');
  if scope.refusal is not null then return scope.refusal; end if;
  if not private.is_date_range(from_date, to_date, 62) or jsonb_typeof(filters) is distinct from 'object' then
    return '{"status": "invalid"}';
  end if;
  -- Only the office sees whether a departure is below its minimum.
  below_minimum := case when scope.is_whole then private.departures_below_minimum(company, from_date, to_date) end;
  with_holds := private.departures_with_holds(company);
  with shown as materialized (
    select d.id, d.tour_id, d.starts_at, d.local_date - from_date as day, private.epoch(d.starts_at) as starts, private.epoch(d.ends_at) as ends,
      d.capacity, d.language, d.version,
      case d.status when 'scheduled' then 0 when 'departed' then 1 when 'completed' then 2 else 3 end + 4 * d.is_closed::integer as status_bits,
      private.departure_differences(d, t, false) as differs
    from private.calendar_departures(
      company, from_date, to_date, scope.is_whole, scope.person, selected_tours, selected_guides, selected_languages, selected_statuses, only_unassigned) as d
    join public.tours as t on t.id = d.tour_id
  ), tours as materialized (
    select tour_id as id, row_number() over (order by tour_id) - 1 as list_index from shown group by 1
  ), guides as materialized (
    -- One index scan for all of them, here and below: a scan per departure would read the same pages again and again.
    select g.departure_id, g.user_id, g.role, g.status
    from public.departure_guides as g
    where g.departure_id = any (array(select id from shown)) and (scope.is_whole or g.status <> 'declined')
  ), seats as materialized (
    select s.departure_id, s.seats from private.departure_seats as s where s.departure_id = any (array(select id from shown))
  ), unused_allotments as materialized (
    -- Only for the office, as on its departure cards, and only for tours with allotments.
    select allotted.departure_id, sum(allotted.seats) as seats
    from private.allotted_seats(array(select s.id from shown as s where scope.is_whole and s.tour_id in (select allotment.tour_id from private.allotments as allotment))) as allotted
    where allotted.organisation_id::text is distinct from allotment_partner group by 1
  ), priced as materialized (
    select price.departure_id from public.departure_prices as price where price.departure_id = any (array(select id from shown)) group by 1
  ), people as materialized (
    select user_id as id, row_number() over (order by user_id) - 1 as list_index from guides group by 1
  ), codes as (
    select g.departure_id, concat('[', string_agg((6 * p.list_index + case g.role when 'lead' then 0 else 3 end
        + case g.status when 'proposed' then 0 when 'accepted' then 1 else 2 end)::text, ',' order by g.role, g.user_id), ']') as codes
    from guides as g join people as p on p.id = g.user_id
    group by g.departure_id
  )
  select json_build_object(
    'status', 'ok',
    'is_whole_company', scope.is_whole,
    'time_zone', (select c.time_zone from public.companies as c where c.id = read_calendar.company),
    'tours', coalesce((
      select json_agg(json_build_object('id', t.id, 'title', private.localised(t.id, 'title'), 'colour', t.colour) order by named.list_index)
      from tours as named join public.tours as t on t.id = named.id), '[]'),
    'people', coalesce((
      select json_agg(json_build_array(u.id, u.display_name) order by named.list_index)
      from people as named join public.users as u on u.id = named.id), '[]'),
    -- Also for tours that the filters hide, as the app has filters of its own.
    'days_off', private.days_off_json(company, from_date, to_date),
    'departures', (
      -- Arrays instead of objects; src/data/calendar.ts documents the positions. Built as text, because
      -- the JSON functions look up the type of every value.
      select concat('[', string_agg('[' || concat_ws(',', '"' || d.id || '"', t.list_index, d.day, d.starts, (d.ends - d.starts) / 60, coalesce(held.seats, s.seats, 0),
          d.capacity, to_json(d.language), d.status_bits + 8 * coalesce(d.id = any (below_minimum), false)::integer,
          d.differs + 8 * (p.departure_id is not null)::integer, d.version, coalesce(g.codes, '[]'), coalesce(a.seats, 0)) || ']', ',' order by d.starts_at, d.id), ']')::json
      from shown as d
      join tours as t on t.id = d.tour_id
      left join seats as s on s.departure_id = d.id
      left join priced as p on p.departure_id = d.id
      left join unused_allotments as a on a.departure_id = d.id
      -- Holds expire by the clock, so departures with holds are counted now.
      left join lateral (select * from private.booked_seats(with_holds) where with_holds <> '{}') as held on held.departure_id = d.id
      left join codes as g on g.departure_id = d.id))
  into result;
  return result;
end
$$;
comment on function public.read_calendar is
  'Returns departures and days off of up to 63 days in a compact form (compactCalendar in src/data/calendar.ts). The '
  'filter allotment_partner counts that partner''s allotment as free. Guides see only their own departures. Returns '
  'ok, invalid, not_permitted or signed_out.';

create function private.departure_cards(departures uuid[]) returns table (id uuid, starts_at timestamptz, card jsonb)
language sql stable security definer set search_path = ''
as $$
  select d.id, d.starts_at, jsonb_build_object(
    'id', d.id, 'tour_id', d.tour_id, 'starts_at', private.iso(d.starts_at), 'ends_at', private.iso(d.ends_at), 'local_date', d.local_date,
    'capacity', d.capacity, 'booked', coalesce(s.seats, 0), 'language', d.language, 'meeting_note', d.meeting_note, 'closed', d.is_closed,
    'status', d.status, 'differs', private.departure_differences(d, t, p.departure_id is not null), 'version', d.version, 'guides', coalesce(g.guides, '[]'),
    'allotted_seats', private.allotments_json(d))
  from public.departures as d
  join public.tours as t on t.id = d.tour_id
  left join private.booked_seats(departures) as s on s.departure_id = d.id
  left join (select price.departure_id from public.departure_prices as price where price.departure_id = any (departures) group by 1) as p on p.departure_id = d.id
  left join (
    select each.departure_id, jsonb_agg(jsonb_build_object('user_id', each.user_id, 'name', u.display_name, 'role', each.role, 'state', each.status)
      order by each.role, u.display_name, each.user_id) as guides
    from public.departure_guides as each join public.users as u on u.id = each.user_id
    where each.departure_id = any (departures)
    group by each.departure_id
  ) as g on g.departure_id = d.id
  where d.id = any (departures)
$$;
comment on function private.departure_cards is
  'Returns departures as the office''s screens show them, also in the response to a stale edit.';

create function private.departure_card(departure uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$ select card from private.departure_cards(array[departure]) $$;
comment on function private.departure_card is 'Returns one departure as the office''s screens show it.';

create function public.read_day(company uuid, day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  scope record;
  shown uuid[];
  named uuid[];
  below_minimum uuid[];
begin
  scope := private.calendar_scope(company, 'read_day');
  if scope.refusal is not null then return scope.refusal; end if;
  if day is null then return '{"status": "invalid"}'; end if;
  shown := array(
    select d.id from public.departures as d
    where d.company_id = company and d.local_date = day and (scope.is_whole or exists (
      select from public.departure_guides as g where g.departure_id = d.id and g.user_id = scope.person and g.status <> 'declined')));
  named := private.departures_with_named_guests(company, shown);
  below_minimum := case when scope.is_whole then private.departures_below_minimum(company, day, day) end;
  return jsonb_build_object(
    'status', 'ok',
    'time_zone', (select c.time_zone from public.companies as c where c.id = company),
    'tours', coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'title', private.localised(t.id, 'title'), 'meeting_point', private.localised(t.id, 'meeting_point'), 'colour', t.colour))
      from public.tours as t where t.id in (select d.tour_id from public.departures as d where d.id = any (shown))), '[]'),
    'departures', coalesce((
      select jsonb_agg(
        shown_card.card
          -- Declined assignments and allotments are only for the office.
          || case when scope.is_whole then '{}' else jsonb_build_object('allotted_seats', '[]'::jsonb, 'guides', jsonb_path_query_array(shown_card.card -> 'guides', '$[*] ? (@.state != "declined")')) end
          || jsonb_build_object('below_minimum', coalesce(d.id = any (below_minimum), false), 'bookings', coalesce((
            select jsonb_agg(case when d.id = any (named) then booking_json.row else private.masked_booking(booking_json.row) end order by booking_json.row ->> 'reference')
            from (
              select jsonb_build_object(
                'id', b.id, 'reference', b.reference, 'status', b.status, 'source', b.source, 'contact_name', b.contact_name,
                'contact_email', b.contact_email, 'contact_phone', b.contact_phone, 'locale', b.locale, 'note', b.note,
                'organisation_name', o.name, 'due', coalesce(l.due, 0), 'currency', b.currency,
                'expires_at', private.iso(b.expires_at),
                'guests', count(g.id) filter (where not g.is_cancelled),
                'seats', coalesce(sum(coalesce(p.seats, 1)) filter (where not g.is_cancelled), 0)) as row
              from public.bookings as b
              left join private.booking_list as l on l.booking_id = b.id
              left join public.organisations as o on o.id = b.organisation_id
              left join public.guests as g on g.booking_id = b.id
              left join public.price_categories as p on p.id = g.price_category_id
              -- Guides see bookings only of days that private.can_be_on_device allows, as in the policies.
              where b.departure_id = d.id and (scope.is_whole or private.can_be_on_device(d.local_date))
              group by b.id, l.due, o.name
            ) as booking_json), '[]'))
        order by d.starts_at, d.id)
      from private.departure_cards(shown) as shown_card join public.departures as d on d.id = shown_card.id), '[]'));
end
$$;
comment on function public.read_day is
  'Returns the departures of a day with their bookings, without the names that the caller may not see (ADR 003). '
  'Returns ok, invalid, not_permitted or signed_out.';
grant execute on function public.read_calendar(uuid, date, date, jsonb), public.read_day(uuid, date) to authenticated;

-- People affected by a change ---------------------------------------------------------------------

create function private.affected_people(company uuid, departures uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  named constant uuid[] := private.departures_with_named_guests(company, departures);
begin
  return jsonb_build_object(
    'bookings', (select count(*) from public.bookings as b where b.departure_id = any (departures) and b.status in ('CONFIRMED', 'PENDING')),
    'guests', (
      select count(*) from public.bookings as b join public.guests as g on g.booking_id = b.id and not g.is_cancelled
      where b.departure_id = any (departures) and b.status in ('CONFIRMED', 'PENDING')),
    'without_email', coalesce((
      select jsonb_agg(jsonb_build_object('id', b.id, 'departure_id', b.departure_id, 'reference', b.reference,
        'contact_name', case when b.departure_id = any (named) then b.contact_name else b.reference end,
        'contact_phone', case when b.departure_id = any (named) then b.contact_phone end,
        'guests', (select count(*) from public.guests as g where g.booking_id = b.id and not g.is_cancelled)) order by b.reference)
      from public.bookings as b
      where b.departure_id = any (departures) and b.status in ('CONFIRMED', 'PENDING') and not private.is_email_address(b.contact_email)), '[]'),
    'holds', (
      select count(*) from public.bookings as b
      where b.departure_id = any (departures) and b.status = 'ON_HOLD' and b.expires_at > now()),
    'guides', coalesce((
      select jsonb_agg(jsonb_build_object('user_id', u.id, 'name', u.display_name) order by u.display_name, u.id)
      from public.users as u
      where u.id in (select g.user_id from public.departure_guides as g where g.departure_id = any (departures) and g.status <> 'declined')), '[]'));
end
$$;
comment on function private.affected_people is
  'Returns the bookings, guests and guides that a change of departures '
  'affects, and the parties without an email address, who must be called.';

create function private.in_locale(texts jsonb, locale text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(texts ->> locale, texts ->> 'en', (select value from jsonb_each_text(texts) order by key limit 1), '')
$$;
comment on function private.in_locale is
  'Returns a text in a language, else in English, else in any; textInLocale in src/domain/locales.ts.';

create function private.departure_mail(departure public.departures, locale text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'company', c.name, 'phone', coalesce(c.contact_phone, ''),
    'tour', coalesce(nullif(private.in_locale(private.localised((departure).tour_id, 'title'), departure_mail.locale), ''), c.name),
    'meetingPoint', private.in_locale(private.localised((departure).tour_id, 'meeting_point'), departure_mail.locale),
    'startsAt', private.iso((departure).starts_at), 'endsAt', private.iso((departure).ends_at), 'timeZone', c.time_zone)
  from public.companies as c where c.id = (departure).company_id
$$;
comment on function private.departure_mail is 'Returns the data about a departure that all its mails contain.';

create function private.calendar_entry(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- The mail of a cancellation is queued before the cancellation is recorded, but needs a higher number already. A move
  -- is recorded before its mail is queued, so its number is one higher than needed, which is harmless.
  return jsonb_build_object('id', booking.id, 'sequence', private.calendar_sequence(booking) + 1);
end
$$;
comment on function private.calendar_entry is
  'Returns the id and sequence of a booking''s iCalendar entry for a mail about a change of its departure.';

create function private.enqueue_guest_mails(template text, departure public.departures, dedupe_key text, more jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  b public.bookings;
begin
  for b in
    select * from public.bookings where departure_id = (departure).id and status in ('CONFIRMED', 'PENDING') and private.is_email_address(contact_email) order by id
  loop
    perform private.enqueue_mail(template, b.contact_email, b.locale,
      private.departure_mail(departure, b.locale::text) || more || jsonb_build_object('audience', 'guest', 'reference', b.reference, 'entry', private.calendar_entry(b)),
      company => (departure).company_id, dedupe_key => dedupe_key || ':' || b.id, booking => b.id);
  end loop;
end
$$;
comment on function private.enqueue_guest_mails is
  'Queues a mail to each party of a departure with an email address. Idempotent by dedupe key.';

create function private.enqueue_guide_mails(template text, departure public.departures, dedupe_key text, more jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  guide record;
begin
  for guide in
    select u.id, u.locale, a.email, g.status
    from public.departure_guides as g join public.users as u on u.id = g.user_id join auth.users as a on a.id = u.id
    -- Not to the guide who makes the change.
    where g.departure_id = (departure).id and g.status <> 'declined' and u.id is distinct from (select auth.uid())
    order by u.id
  loop
    -- A guide whose proposal has not been sent yet gets a new one, or no mail at all.
    if private.delete_unsent_assignment_mail(departure, guide.id, 'proposed') and guide.status = 'proposed' then
      if template = 'departure-moved' then perform private.enqueue_assignment_mail('proposed', departure, guide.id); end if;
      continue;
    end if;
    perform private.notify_guide(guide.id, departure, case template when 'departure-moved' then 'moved' else 'cancelled' end, (more ->> 'previous')::timestamptz);
    continue when not private.is_email_address(guide.email);
    perform private.enqueue_mail(template, guide.email, guide.locale,
      private.departure_mail(departure, guide.locale::text) || more || jsonb_build_object('audience', 'guide', 'reference', ''),
      company => (departure).company_id, dedupe_key => dedupe_key || ':' || guide.id);
  end loop;
end
$$;
comment on function private.enqueue_guide_mails is
  'Queues a mail to each guide of a departure and adds a notice in the app. Idempotent by dedupe key.';

-- Changes -------------------------------------------------------------------------------------------------------------

create function private.lock_departures(company uuid, versions jsonb, rpc text, out refusal jsonb, out ids uuid[])
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then
    refusal := '{"status": "signed_out"}';
    return;
  end if;
  if company is null or not private.may(rpc, company) then
    refusal := '{"status": "not_permitted"}';
    return;
  end if;
  if jsonb_typeof(versions) is distinct from 'array' or jsonb_array_length(versions) not between 1 and 200
    or exists (
      select from jsonb_array_elements(versions) as item
      where not coalesce(private.is_uuid(item ->> 'id'), false) or not coalesce(pg_input_is_valid(item ->> 'version', 'integer'), false)) then
    refusal := '{"status": "invalid"}';
    return;
  end if;
  ids := array(select distinct (item ->> 'id')::uuid from jsonb_array_elements(versions) as item order by 1);
  perform from public.departures as d where d.id = any (ids) and d.company_id = company order by d.id for no key update;
  if (select count(*) from public.departures as d where d.id = any (ids) and d.company_id = company) <> cardinality(ids)
    or cardinality(ids) <> jsonb_array_length(versions) then
    refusal := '{"status": "not_found"}';
    return;
  end if;
  if (select p.decides_commission from private.rpc_permissions as p where p.name = rpc) and private.earns_commission_on_departures((select auth.uid()), ids) then
    refusal := '{"status": "earns_commission"}';
  end if;
end
$$;
comment on function private.lock_departures is
  'Locks departures for a change by the office, [{"id", "version"}], in the booking engine''s lock order. Returns '
  'their ids, or the refusal: signed_out, not_permitted, invalid, not_found, earns_commission.';

create function private.stale_departures_response(versions jsonb, changing uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('status', 'stale', 'departures', jsonb_agg(private.departure_card(d.id) order by d.starts_at, d.id))
  from jsonb_array_elements(versions) as item
  join public.departures as d on d.id = (item ->> 'id')::uuid
  where d.id = any (changing) and d.version <> (item ->> 'version')::integer
  having count(*) > 0
$$;
comment on function private.stale_departures_response is
  'Returns the stale response with the present state of departures whose version has changed; null if none has.';

create function private.ended_departures_response(changing uuid[], allowed_statuses text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('status', 'ended', 'departures', jsonb_agg(d.id order by d.starts_at, d.id))
  from public.departures as d
  where d.id = any (changing) and not d.status::text = any (allowed_statuses)
  having count(*) > 0
$$;
comment on function private.ended_departures_response is
  'Returns the ended response with departures whose status is not one of the allowed ones; null if there are none.';

create function private.changed_departures_response(ids uuid[], is_preview boolean, impact jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('status', 'ok', 'done', not is_preview, 'impact', impact,
    'departures', (select jsonb_agg(jsonb_build_object('id', d.id, 'version', d.version) order by d.starts_at, d.id) from public.departures as d where d.id = any (ids)))
$$;
comment on function private.changed_departures_response is
  'Returns the response to a change or its preview: the departures'' versions and the affected people.';

create function private.are_changes(changes jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_typeof(changes) = 'object' and changes <> '{}'
    and not exists (select from jsonb_object_keys(changes) as key where key not in ('closed', 'capacity', 'language', 'meeting_note', 'over_booked_reason'))
    and jsonb_typeof(coalesce(changes -> 'closed', 'true')) = 'boolean'
    and coalesce(changes ->> 'capacity', '0') ~ '^\d{1,5}$' and jsonb_typeof(coalesce(changes -> 'capacity', '0')) = 'number'
    and case when changes ? 'language' then coalesce(changes ->> 'language' ~ '^[a-z]{2,3}$', false) else true end
    and jsonb_typeof(coalesce(changes -> 'meeting_note', 'null')) in ('null', 'string')
    and length(private.trim_text(coalesce(changes ->> 'meeting_note', ''))) <= 1000
    and case when changes ? 'over_booked_reason' then jsonb_typeof(changes -> 'over_booked_reason') = 'string'
      and length(private.trim_text(changes ->> 'over_booked_reason')) between 3 and 500 else true end
$$;
comment on function private.are_changes is
  'Returns whether changes of departures are valid; DepartureChanges in src/domain/calendar.ts.';

create function public.change_departures(company uuid, departures jsonb, changes jsonb, preview boolean default false) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  lock record;
  changing uuid[];
  refusal jsonb;
  d public.departures;
  before jsonb;
begin
  lock := private.lock_departures(company, departures, 'change_departures');
  if lock.refusal is not null then return lock.refusal; end if;
  if not coalesce(private.are_changes(changes), false) then return '{"status": "invalid"}'; end if;
  -- Departures that already match are left alone, so that a repeated request changes nothing and is not stale.
  changing := array(
    select target.id from public.departures as target
    where target.id = any (lock.ids) and (target.is_closed, target.capacity, target.language, target.meeting_note) is distinct from (
      coalesce((changes ->> 'closed')::boolean, target.is_closed), coalesce((changes ->> 'capacity')::integer, target.capacity),
      coalesce(changes ->> 'language', target.language),
      case when changes ? 'meeting_note' then nullif(private.trim_text(changes ->> 'meeting_note'), '') else target.meeting_note end));
  refusal := coalesce(private.stale_departures_response(departures, changing), private.ended_departures_response(changing, array['scheduled', 'departed']));
  if refusal is not null then return refusal; end if;
  if changes ? 'capacity' and not changes ? 'over_booked_reason' then
    select jsonb_build_object('status', 'under_booked', 'departures',
      jsonb_agg(jsonb_build_object('id', target.id, 'booked', private.seats_taken(target.id)) order by target.starts_at, target.id))
    into refusal
    from public.departures as target
    where target.id = any (changing) and private.seats_taken(target.id) > (changes ->> 'capacity')::integer
      -- Keeping an overbooked capacity needs no reason.
      and target.capacity <> (changes ->> 'capacity')::integer
    having count(*) > 0;
    if refusal is not null then return refusal; end if;
  end if;
  if not preview then
    for d in select * from public.departures as target where target.id = any (changing) order by target.id loop
      before := jsonb_build_object('id', d.id, 'closed', d.is_closed, 'capacity', d.capacity, 'language', d.language, 'meeting_note', d.meeting_note);
      update public.departures as target
      set is_closed = coalesce((changes ->> 'closed')::boolean, target.is_closed),
        own_capacity = target.own_capacity or coalesce((changes ->> 'capacity')::integer <> target.capacity, false),
        capacity = coalesce((changes ->> 'capacity')::integer, target.capacity),
        own_language = target.own_language or coalesce(changes ->> 'language' <> target.language, false),
        language = coalesce(changes ->> 'language', target.language),
        meeting_note = case when changes ? 'meeting_note' then nullif(private.trim_text(changes ->> 'meeting_note'), '') else target.meeting_note end,
        version = target.version + 1
      where target.id = d.id;
      perform private.log_change(company, 'change_departure', before, changes || jsonb_build_object('id', d.id));
    end loop;
  end if;
  -- Closing and capacity affect nobody who has a seat.
  return private.changed_departures_response(lock.ids, preview,
    private.affected_people(company, case when changes ?| array['language', 'meeting_note'] then changing else '{}' end));
end
$$;
comment on function public.change_departures is
  'Closes, reopens or changes the capacity, language or note of departures, all or none. Returns ok, stale, ended, '
  'under_booked (a capacity below the booked seats needs over_booked_reason) or a refusal of private.lock_departures.';

create type public.departure_cancel_reason as enum ('weather', 'low_numbers', 'guide_missing', 'other');
comment on type public.departure_cancel_reason is
  'Why a departure is cancelled; DEPARTURE_CANCEL_REASONS in src/domain/calendar.ts.';

create function public.cancel_departures(company uuid, departures jsonb, reason text, message text default '', preview boolean default false) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  lock record;
  changing uuid[];
  refusal jsonb;
  impact jsonb;
  d public.departures;
  booking uuid;
begin
  lock := private.lock_departures(company, departures, 'cancel_departures');
  if lock.refusal is not null then return lock.refusal; end if;
  if not coalesce(pg_input_is_valid(reason, 'public.departure_cancel_reason'), false) or message is null or length(message) > 2000 then
    return '{"status": "invalid"}';
  end if;
  changing := array(select departure_row.id from public.departures as departure_row where departure_row.id = any (lock.ids) and departure_row.status <> 'cancelled');
  refusal := coalesce(private.stale_departures_response(departures, changing), private.ended_departures_response(changing, array['scheduled']));
  if refusal is not null then return refusal; end if;
  impact := private.affected_people(company, changing);
  if not preview then
    for d in select * from public.departures as departure_row where departure_row.id = any (changing) order by departure_row.id loop
      perform private.enqueue_guest_mails('departure-cancelled', d, 'departure-cancelled:' || d.id, jsonb_build_object('reason', reason, 'message', private.trim_text(message)));
      perform private.enqueue_guide_mails('departure-cancelled', d, 'departure-cancelled:' || d.id, jsonb_build_object('reason', reason, 'message', private.trim_text(message)));
      for booking in select b.id from public.bookings as b where b.departure_id = d.id and not private.is_released_status(b.status) order by b.id loop
        perform private.end_cancelled_departure_booking(booking, reason);
      end loop;
      update public.departures set status = 'cancelled', follows_schedule = false, version = version + 1 where id = d.id;
      perform private.log_change(company, 'cancel_departure', jsonb_build_object('id', d.id, 'status', d.status),
        jsonb_build_object('id', d.id, 'status', 'cancelled', 'reason', reason, 'message', private.trim_text(message)));
    end loop;
  end if;
  return private.changed_departures_response(lock.ids, preview, impact);
end
$$;
comment on function public.cancel_departures is
  'Cancels departures with their bookings, all or none, and mails guests and guides. Idempotent. Returns ok, stale, '
  'ended (departed or over) or a refusal of private.lock_departures.';

create function private.enqueue_departure_moved_mails(previous public.departures, departure public.departures, message text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  dedupe_key constant text := 'departure-moved:' || (departure).id || ':' || (departure).version;
  more constant jsonb := jsonb_build_object('previous', private.iso((previous).starts_at), 'message', private.trim_text(message));
begin
  perform private.enqueue_guest_mails('departure-moved', departure, dedupe_key, more);
  perform private.enqueue_guide_mails('departure-moved', departure, dedupe_key, more);
  -- Guides accepted the former time, so they are asked again.
  update public.departure_guides as g set status = 'proposed'
  where g.departure_id = (departure).id and g.status = 'accepted' and g.user_id is distinct from (select auth.uid());
end
$$;
comment on function private.enqueue_departure_moved_mails is
  'Queues mails to guests and guides of a moved departure, and asks guides again who had accepted it.';

create function public.move_departure(
  company uuid, departure uuid, version integer, to_date date, to_time time, message text default '', preview boolean default false
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  versions constant jsonb := jsonb_build_array(jsonb_build_object('id', departure, 'version', version));
  lock record;
  refusal jsonb;
  result jsonb;
  old_departure public.departures;
  d public.departures;
begin
  lock := private.lock_departures(company, versions, 'move_departure');
  if lock.refusal is not null then return lock.refusal; end if;
  select * into old_departure from public.departures where id = departure;
  d := old_departure;
  if not private.is_date_range(current_date - 3660, to_date, 7320) or to_time is null or message is null or length(message) > 2000 then
    return '{"status": "invalid"}';
  end if;
  d.local_date := to_date;
  d.starts_at := private.instant_in((select c.time_zone from public.companies as c where c.id = company), to_date + date_trunc('minute', to_time::interval));
  d.ends_at := d.starts_at + (old_departure.ends_at - old_departure.starts_at);
  if old_departure.starts_at = d.starts_at and old_departure.local_date = to_date then
    return private.changed_departures_response(lock.ids, preview, private.affected_people(company, '{}')) || '{"conflicts": []}';
  end if;
  refusal := coalesce(private.stale_departures_response(versions, lock.ids), private.ended_departures_response(lock.ids, array['scheduled']));
  if refusal is not null then return refusal; end if;
  if d.starts_at < now() then return '{"status": "past"}'; end if;
  result := jsonb_build_object('conflicts', private.ordered_conflicts((
    select coalesce(jsonb_agg(to_jsonb(c)), '[]') from private.duty_conflicts(company, array(
      select private.assignment_duty(d, g.user_id) from public.departure_guides as g where g.departure_id = departure and g.status <> 'declined')) as c)));
  if not preview then
    update public.departures as departure_row
    set local_date = d.local_date, starts_at = d.starts_at, ends_at = d.ends_at, follows_schedule = false, version = departure_row.version + 1
    where departure_row.id = departure returning departure_row.* into d;
    perform private.enqueue_departure_moved_mails(old_departure, d, message);
    perform private.log_change(company, 'move_departure', jsonb_build_object('id', d.id, 'starts_at', private.iso(old_departure.starts_at)),
      jsonb_build_object('id', d.id, 'starts_at', private.iso(d.starts_at), 'message', private.trim_text(message)));
  end if;
  return private.changed_departures_response(lock.ids, preview, private.affected_people(company, lock.ids)) || result;
end
$$;
comment on function public.move_departure is
  'Moves a departure to another local date or time. Bookings and check-ins stay on it, guides who accepted are asked '
  'again, guests and guides get mails. Returns ok with the guides'' conflicts, stale, ended, past or a refusal of '
  'private.lock_departures.';

grant execute on function public.change_departures(uuid, jsonb, jsonb, boolean), public.cancel_departures(uuid, jsonb, text, text, boolean),
  public.move_departure(uuid, uuid, integer, date, time, text, boolean) to authenticated;
