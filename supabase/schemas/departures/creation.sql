-- Creates departures from schedules eighteen months ahead, and plans their changes when a schedule changes. ADR 023

create function private.lock_departure_creation(company uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('departures of ' || company, 0));
end
$$;
comment on function private.lock_departure_creation is
  'Serialises, per company, changes to departures and to what they '
  'are created from. Call it before locking rows, so that two changes '
  'cannot deadlock; bookings do not wait for it.';

create function private.company_today(company uuid) returns date
language sql stable
return (now() at time zone (select time_zone from public.companies where id = company))::date;
comment on function private.company_today is 'Returns the present date in a company''s time zone.';

create function private.departure_horizon(company uuid) returns date
language sql stable
return (private.company_today(company) + interval '18 months')::date;
comment on function private.departure_horizon is 'Returns the last date for which departures are created ahead.';

create function private.booking_counts(
  departures uuid[]
) returns table (departure_id uuid, bookings bigint, guests bigint, seats bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select b.departure_id, count(distinct b.id), count(g.id),
      coalesce(sum(case when g.id is not null then coalesce(p.seats, 1) end), 0)::bigint
    from public.bookings as b
    left join public.guests as g on g.booking_id = b.id and g.departure_id = b.departure_id and not g.is_cancelled
    left join public.price_categories as p on p.id = g.price_category_id
    where b.departure_id = any (booking_counts.departures)
      and (b.status in ('CONFIRMED', 'PENDING') or (b.status = 'ON_HOLD' and b.expires_at > now()))
    group by b.departure_id;
end
$$;
comment on function private.booking_counts is
  'Returns the number of bookings, guests and seats taken of each booked departure. Holds count until they expire.';

create function private.is_below_minimum(
  status public.departure_status,
  starts_at timestamptz,
  local_date date,
  today date,
  guests bigint,
  minimum integer
) returns boolean
language sql stable parallel safe
-- Without guests there is nobody to inform, and departures further ahead can still fill up.
return guests > 0 and guests < minimum and status = 'scheduled' and starts_at > now() and local_date <= today + 7;
comment on function private.is_below_minimum is
  'Returns whether a departure in the next seven days has guests, but fewer than the tour''s minimum.';

create function private.seat_availability(capacity integer, taken bigint, is_closed boolean) returns text
language sql immutable parallel safe
return case
  when is_closed then 'CLOSED'
  when taken >= capacity then 'SOLD_OUT'
  when (capacity - taken) * 2 < capacity then 'LIMITED'
  else 'AVAILABLE'
end;
comment on function private.seat_availability is
  'Returns the availability shown for a departure: LIMITED if fewer than half of the seats are left.';

create function private.create_missing_departures(schedules uuid[], latest date) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  inserted integer;
  company uuid;
  total integer := 0;
begin
  for company in
    select distinct company_id from public.schedules where id = any (create_missing_departures.schedules)
  loop
    insert into public.departures (
      company_id,
      tour_id,
      schedule_id,
      scheduled_date,
      starts_at,
      ends_at,
      local_date,
      capacity,
      language)
    select
      desired.company_id,
      desired.tour_id,
      desired.schedule_id,
      desired.scheduled_date,
      desired.starts_at,
      desired.ends_at,
      desired.local_date,
      desired.capacity,
      desired.language
    from private.desired_departures(array(
      select id from public.schedules where id = any (create_missing_departures.schedules) and company_id = company
    ), private.company_today(company), latest) as desired
    where desired.starts_at > now()
      and desired.tour_id in (select id from public.tours where company_id = company and status = 'live')
      and not exists (
        select from public.departures as d
        where d.schedule_id = desired.schedule_id and d.scheduled_date = desired.scheduled_date)
    order by desired.starts_at, desired.schedule_id
    on conflict (schedule_id, scheduled_date) do nothing;
    get diagnostics inserted = row_count;
    total := total + inserted;
  end loop;
  return total;
end
$$;
comment on function private.create_missing_departures is
  'Creates the missing departures of schedules of live tours. Idempotent. Returns the number made.';

create function private.materialise_departures(company uuid, until date) returns integer
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_departure_creation(company);
  if not exists (select from public.companies where id = company and is_active) then return 0; end if;
  return private.create_missing_departures(array(
    select id from public.schedules where company_id = company and is_active), until);
end
$$;
comment on function private.materialise_departures is
  'Creates a company''s missing departures until a date. Idempotent '
  'and safe to call concurrently. Returns the number made.';

create type private.departure_impact as enum ('dropped', 'moved', 'changed');
comment on type private.departure_impact is 'Effect of a schedule change on a departure.';

create type private.departure_decision as enum ('keep', 'close', 'move', 'change');
comment on type private.departure_decision is
  'The user''s decision about a booked departure that a schedule change affects: keep it as it is, close it to new '
  'bookings, move it, or change its end, capacity and language.';

create type private.departure_change as (
  departure_id uuid,
  impact private.departure_impact,
  local_date date,
  starts_at timestamptz,
  ends_at timestamptz,
  capacity integer,
  language text,
  bookings bigint,
  guests bigint,
  seats bigint,
  decision private.departure_decision);
comment on type private.departure_change is
  'Effect of a schedule change on a departure: dropped, moved to another start, or changed in its end, capacity or '
  'language. The dates, times and values are the new ones.';

create function private.planned_departure_changes(
  schedules uuid[], earliest date, latest date
) returns setof private.departure_change
language plpgsql stable security definer rows 1000 set search_path = ''
as $$
declare
  of_company constant uuid := (
    select company_id from public.schedules where id = any (planned_departure_changes.schedules) limit 1);
  today constant date := private.company_today(of_company);
  until constant date := coalesce(
    latest,
    greatest(
      private.departure_horizon(of_company),
      (
        select max(scheduled_date) from public.departures
        where schedule_id = any (planned_departure_changes.schedules) and status = 'scheduled')));
begin
  return query with existing as materialized (
    select d.* from public.departures as d
    where d.schedule_id = any (planned_departure_changes.schedules) and d.status = 'scheduled'
      and d.follows_schedule and d.starts_at > now() and (earliest is null or d.scheduled_date >= earliest)
      and (latest is null or d.scheduled_date <= latest)),
  desired as materialized (
    -- A date that was moved to an earlier day may take place before the requested range.
    select *
    from private.desired_departures(
      planned_departure_changes.schedules,
      greatest(
        today,
        least(
          earliest,
          (
            select min(e.moved_to) from public.schedule_exceptions as e
            where e.schedule_id = any (planned_departure_changes.schedules) and e.local_date between earliest and until)
        )),
      until)),
  compared as (
    select
      d.id,
      (
        case
          when desired.schedule_id is null then 'dropped'
          when (desired.local_date, desired.starts_at) <> (d.local_date, d.starts_at) then 'moved'
          else 'changed'
        end)::private.departure_impact as impact,
      desired.local_date,
      desired.starts_at,
      desired.ends_at,
      case when d.own_capacity then d.capacity else desired.capacity end as capacity,
      case when d.own_language then d.language else desired.language end as language,
      d.ends_at as old_end,
      d.capacity as old_capacity,
      d.language as old_language
    from existing as d
    left join desired on desired.schedule_id = d.schedule_id and desired.scheduled_date = d.scheduled_date)
    select
      c.id,
      c.impact,
      c.local_date,
      c.starts_at,
      c.ends_at,
      c.capacity,
      c.language,
      0::bigint,
      0::bigint,
      0::bigint,
      null::private.departure_decision
    from compared as c
    where c.impact <> 'changed' or (c.ends_at, c.capacity, c.language) <> (c.old_end, c.old_capacity, c.old_language);
end
$$;
comment on function private.planned_departure_changes is
  'Returns the changes that a company''s future departures need to '
  'match their schedules, for a range of scheduled dates or all (null).';

create function private.departure_changes_by_tour(previous public.tours) returns setof private.departure_change
language plpgsql stable security definer rows 100 set search_path = ''
as $$
begin
  return query with compared as (
    select
      d.id,
      d.local_date,
      d.starts_at,
      d.ends_at as old_end,
      d.capacity as old_capacity,
      d.language as old_language,
      case
        when d.ends_at - d.starts_at = make_interval(mins => (previous).duration_minutes) then
          d.starts_at + make_interval(mins => t.duration_minutes)
        else d.ends_at
      end as ends_at,
      case
        when d.own_capacity or coalesce(e.capacity, s.capacity) is not null or d.capacity <> (previous).capacity then
          d.capacity
        else t.capacity
      end as capacity,
      case
        when d.own_language
          or coalesce(e.language, s.language) is not null
          or d.language <> coalesce((previous).guide_languages[1], 'en')
          then d.language
        else coalesce(t.guide_languages[1], 'en')
      end as language
    from public.departures as d join public.tours as t on t.id = d.tour_id
    left join public.schedules as s on s.id = d.schedule_id
    left join public.schedule_exceptions as e on e.schedule_id = d.schedule_id and e.local_date = d.scheduled_date
    where d.tour_id = (previous).id and d.status = 'scheduled' and d.starts_at > now()
      and (d.schedule_id is null or not d.follows_schedule))
    select
      c.id,
      'changed'::private.departure_impact,
      c.local_date,
      c.starts_at,
      c.ends_at,
      c.capacity,
      c.language,
      0::bigint,
      0::bigint,
      0::bigint,
      null::private.departure_decision
    from compared as c
    where (c.ends_at, c.capacity, c.language) <> (c.old_end, c.old_capacity, c.old_language);
end
$$;
comment on function private.departure_changes_by_tour is
  'Returns the changes, after a tour''s edit, of its single departures and of those that no longer follow their '
  'schedule. They change only in values that came from the tour, not from the schedule or their own.';

create function private.departure_changes_json(changes private.departure_change[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'moved', (select count(*) from unnest(changes) as c where c.impact = 'moved' and c.bookings = 0),
    'removed', (select count(*) from unnest(changes) as c where c.impact = 'dropped' and c.bookings = 0),
    'changed', (select count(*) from unnest(changes) as c where c.impact = 'changed' and c.bookings = 0),
    'guided', (
      select count(*) from unnest(changes) as c
      where c.impact <> 'changed' and c.bookings = 0
        and exists (
          select from public.departure_guides as g where g.departure_id = c.departure_id and g.status <> 'declined')),
    'departures', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', d.id,
        'tour_id', d.tour_id,
        'schedule_id', d.schedule_id,
        'scheduled_date', d.scheduled_date,
        'local_date', d.local_date,
        'starts_at', private.iso(d.starts_at),
        'ends_at', private.iso(d.ends_at),
        'capacity', d.capacity,
        'language', d.language,
        'bookings', c.bookings,
        'guests', c.guests,
        'seats', c.seats,
        'impact', c.impact,
        'to_date', case when c.impact = 'moved' then c.local_date end,
        'to_starts_at', case when c.impact = 'moved' then private.iso(c.starts_at) end,
        'to_ends_at', case when c.impact = 'changed' and c.ends_at <> d.ends_at then private.iso(c.ends_at) end,
        'to_capacity', case when c.capacity <> d.capacity then c.capacity end,
        'to_language', case when c.language <> d.language then c.language end,
        'decision', c.decision) order by d.starts_at, d.id)
      from unnest(changes) as c join public.departures as d on d.id = c.departure_id
      where c.bookings > 0), '[]'))$$;
comment on function private.departure_changes_json is
  'Returns how many unbooked departures changes would move, remove or change, how many of those moved or removed have '
  'guides, and the booked departures with their values before and after.';

create function private.enqueue_departure_creation(company uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  zone text;
  night date;
begin
  if not exists (select from public.schedules where company_id = enqueue_departure_creation.company and is_active) then
    return;
  end if;
  select time_zone into zone from public.companies where id = enqueue_departure_creation.company;
  -- At three in local time or within two hours after it, so that companies of a time zone do not all run at once.
  night := private.company_today(company) + case when (now() at time zone zone)::time < '03:00' then 0 else 1 end;
  perform private.enqueue_job(
    'create_departures',
    jsonb_build_object('company', company),
    company,
    company || ':' || night,
    private.instant_in(zone, night + time '03:00') + make_interval(mins => abs(hashtext(company::text)) % 120));
end
$$;
comment on function private.enqueue_departure_creation is
  'Queues the creation of a company''s departures for the next night. Idempotent.';

create function public.schedule_departure_creation(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue_departure_creation(company);
  return '{"status": "ok"}';
end
$$;
comment on function public.schedule_departure_creation is
  'Queues the job of the next night. The job calls it first, so '
  'that a failure does not end the chain. For the service role.';

create function public.create_company_departures(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'status', 'ok', 'created', private.materialise_departures(company, private.departure_horizon(company)));
end
$$;
comment on function public.create_company_departures is
  'Creates a company''s departures until the horizon. For the service role.';

create function public.create_departures(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  new_departures integer;
begin
  if not private.may('create_departures', company) then return '{"status": "not_permitted"}'; end if;
  new_departures := private.materialise_departures(company, private.departure_horizon(company));
  perform private.enqueue_departure_creation(company);
  if new_departures > 0 then
    perform private.log_change(company, 'create_departures', null, jsonb_build_object('created', new_departures));
  end if;
  return jsonb_build_object('status', 'ok', 'created', new_departures);
end
$$;
comment on function public.create_departures is
  'Creates the missing departures of the next eighteen months. Returns ok with the number made, or not_permitted.';

grant execute on function public.schedule_departure_creation, public.create_company_departures to service_role;
grant execute on function public.create_departures to authenticated;
