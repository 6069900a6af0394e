-- Seats of departures: booked, allotted to partners and free. ADR 032 and 073

create function private.seats_taken(departure uuid) returns bigint
-- Volatile with clock_timestamp(), like private.booking_state: after
-- waiting for the departure's lock it counts the holds of now.
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(taken.seats), 0) from public.bookings as b
    -- offset 0 forces index look-ups by key, whatever the planner estimates for the company.
    cross join lateral (
      select coalesce((
        select category.seats from public.price_categories as category where category.id = g.price_category_id
      ), 1) as seats
      from public.guests as g
      where g.booking_id = b.id and not g.is_cancelled
      offset 0) as taken
    where b.departure_id = departure
      and (b.status in ('CONFIRMED', 'PENDING') or (b.status = 'ON_HOLD' and b.expires_at > clock_timestamp())));
end
$$;
comment on function private.seats_taken is 'Returns the number of booked and held seats of a departure.';

create table private.departure_seats (
  departure_id uuid primary key references public.departures (id) on delete cascade,
  seats integer not null check (seats >= 0)
) with (fillfactor = 70);
comment on table private.departure_seats is
  'Seats of confirmed and pending bookings, kept by the write path; no row '
  'means none. Holds expire by the clock and are counted when read.';
alter table private.departure_seats enable row level security, force row level security;

create function private.recount_seats(departures uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if departures = '{}' then return; end if;
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

create function private.recount_seats_of_new_guests(bookings uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- Holds are counted when they are confirmed: that keeps the locks that guests wait for short.
  touched constant uuid[] := array(
    select distinct b.departure_id from public.bookings as b
    where b.id = any (bookings) and b.status in ('CONFIRMED', 'PENDING'));
begin
  perform private.recount_seats(touched);
end
$$;
comment on function private.recount_seats_of_new_guests is
  'Recounts the seats of the departures of bookings that got guests.';

create function private.recount_seats_of_guests(before public.guests[], after public.guests[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- Most updates only stamp a row and change no seats.
  touched constant uuid[] := array(
    select departure_id from (
      (select id, departure_id, booking_id, price_category_id, is_cancelled from unnest(before)
        except
        select id, departure_id, booking_id, price_category_id, is_cancelled from unnest(after))
      union all
      (select id, departure_id, booking_id, price_category_id, is_cancelled from unnest(after)
        except
        select id, departure_id, booking_id, price_category_id, is_cancelled from unnest(before))) as other
    group by departure_id);
begin
  perform private.recount_seats(touched);
end
$$;
comment on function private.recount_seats_of_guests is
  'Recounts the seats of departures whose guests were changed or deleted.';

create function private.recount_seats_of_price_categories() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  touched uuid[] := array(
    select distinct g.departure_id from public.guests as g
    where g.price_category_id in (
      select id from (select id, seats from changed except select id, seats from before) as other));
begin
  perform private.recount_seats(touched);
  return null;
end
$$;
comment on function private.recount_seats_of_price_categories is
  'Statement trigger of price_categories: recounts booked departures when a ticket takes more or fewer seats.';

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

create table private.allotments (
  tour_id uuid not null references public.tours (id) on delete cascade,
  agreement_id uuid not null references public.organisation_companies (id) on delete cascade,
  seats integer not null check (seats between 1 and 1000),
  release_hours integer not null check (release_hours between 0 and 8760),
  primary key (tour_id, agreement_id)
);
comment on table private.allotments is
  'Seats of each departure of a tour reserved for a partner until release_hours before the start. '
  'private.allotted_seats returns how many are left.';
create index allotments_agreement_id_idx on private.allotments (agreement_id);
alter table private.allotments enable row level security, force row level security;

create function private.allotted_seats(
  departures uuid[]
) returns table (departure_id uuid, organisation_id uuid, seats integer, until timestamptz)
-- Volatile with clock_timestamp(), like private.seats_taken. plpgsql caches
-- the plan, so that tours without allotments, most of them, pay little.
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column begin return query
  select d.id, agreement.organisation_id, (a.seats - used.seats)::integer,
    d.starts_at - make_interval(hours => a.release_hours)
  from public.departures as d join private.allotments as a on a.tour_id = d.tour_id
  join public.organisation_companies as agreement on agreement.id = a.agreement_id and agreement.status = 'active'
  join public.organisations as o on o.id = agreement.organisation_id and o.is_active
  cross join lateral (
    -- Only the partner's own bookings use its allotment, not those through its link.
    select coalesce(sum(coalesce(p.seats, 1)), 0) as seats from public.bookings as b
    join public.guests as g on g.booking_id = b.id and not g.is_cancelled
    left join public.price_categories as p on p.id = g.price_category_id
    where b.departure_id = d.id and b.organisation_id = agreement.organisation_id and b.source = 'partner'
      and (b.status in ('CONFIRMED', 'PENDING') or (b.status = 'ON_HOLD' and b.expires_at > clock_timestamp()))) as used
  where d.id = any (departures) and d.status = 'scheduled' and a.seats > used.seats
    and d.starts_at - make_interval(hours => a.release_hours) > clock_timestamp();
end
$$;
comment on function private.allotted_seats is
  'Returns the unused allotted seats of departures, and until when. No job releases them: the clock does.';

create function private.free_seats(
  departures uuid[], allotment_partner uuid default null
) returns table (departure_id uuid, seats integer)
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column begin return query
  select d.id, (d.capacity - coalesce(booked.seats, 0) - coalesce(allotted.seats, 0))::integer
  from public.departures as d
  left join private.booked_seats(departures) as booked on booked.departure_id = d.id
  left join (
    select allotment.departure_id, sum(allotment.seats) as seats
    from private.allotted_seats(departures) as allotment
    where allotment.organisation_id is distinct from allotment_partner group by 1) as allotted
    on allotted.departure_id = d.id
  where d.id = any (departures);
end
$$;
comment on function private.free_seats is
  'Returns the bookable seats of departures: not booked, held or allotted to a partner other than '
  '"allotment_partner". Negative if overbooked. private.free_seats_of_departure counts the same for one departure.';

create function private.free_seats_of_departure(
  departure public.departures, allotment_partner uuid default null
) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return departure.capacity - private.seats_taken(departure.id) - (
    select coalesce(sum(allotment.seats), 0)
    from private.allotted_seats(array[departure.id]) as allotment
    where allotment.organisation_id is distinct from allotment_partner);
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
    select coalesce(jsonb_agg(jsonb_build_object(
      'name', o.name, 'seats', allotment.seats, 'until', private.iso(allotment.until)) order by o.name, o.id), '[]')
    from private.allotted_seats(array[departure.id]) as allotment
    join public.organisations as o on o.id = allotment.organisation_id
    where allotment.organisation_id is distinct from allotment_partner);
end
$$;
comment on function private.allotments_json is
  'Returns the unused allotments of a departure for the office: [{"name", "seats", "until"}].';
