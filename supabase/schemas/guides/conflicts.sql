-- Conflicts of a guide's duties. ADR 033

create table public.guide_rules (
  company_id uuid primary key references public.companies (id) on delete cascade,
  minimum_break_minutes integer not null check (minimum_break_minutes between 0 and 240)
);
comment on table public.guide_rules is
  'Rules of a company for its guides'' schedules. Without a row: 15 minutes between tours.';
comment on column public.guide_rules.minimum_break_minutes is
  'Minutes between two tours of a guide, in addition to the walk between their meeting points.';
alter table public.guide_rules enable row level security, force row level security;
grant select on public.guide_rules to authenticated;

create policy "the team can read its guide rules" on public.guide_rules
  for select to authenticated using (company_id in (select private.tour_companies()));

create function public.save_guide_rules(company uuid, minimum_break_minutes integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  old_minutes integer;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('save_guide_rules', company) then return '{"status": "not_permitted"}'; end if;
  if minimum_break_minutes is null or minimum_break_minutes not between 0 and 240 then
    return '{"status": "invalid"}';
  end if;
  old_minutes := private.minimum_break_minutes(company);
  insert into public.guide_rules as rules (company_id, minimum_break_minutes)
  values (company, save_guide_rules.minimum_break_minutes)
  on conflict on constraint guide_rules_pkey do update
  set minimum_break_minutes = excluded.minimum_break_minutes;
  if old_minutes <> minimum_break_minutes then
    perform private.log_change(
      company,
      'save_guide_rules',
      jsonb_build_object('minimum_break_minutes', old_minutes),
      jsonb_build_object('minimum_break_minutes', minimum_break_minutes));
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.save_guide_rules is
  'Sets the minutes that a company wants between two tours of '
  'a guide. Returns ok, invalid, not_permitted or signed_out.';

create function private.minimum_break_minutes(company uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select r.minimum_break_minutes from public.guide_rules as r where r.company_id = company), 15)$$;
comment on function private.minimum_break_minutes is
  'Returns the minutes that a company wants between two tours of a guide.';

-- Assignment conflicts: each rule has a counterpart in src/domain/assignment.ts; a property test keeps them equal ---

create type private.duty as (
  departure_id uuid,
  user_id uuid,
  starts_at timestamptz,
  ends_at timestamptz,
  week_minute integer,
  wall_minutes integer,
  language text,
  latitude double precision,
  longitude double precision);
comment on type private.duty is
  'A departure and its guide (null for none). week_minute: its start in local time, in minutes from Monday 0:00; '
  'wall_minutes: its length by the local clock.';

create function private.duty_in_zone(
  zone text, departure public.departures, tour public.tours, person uuid
) returns private.duty
language sql stable parallel safe
return row(
  (departure).id,
  person,
  (departure).starts_at,
  (departure).ends_at,
  (extract(isodow from (departure).starts_at at time zone zone)::integer - 1) * 1440 + floor(extract(epoch from (
    (departure).starts_at at time zone zone)::time) / 60)::integer,
  greatest(
    1,
    ceil(extract(
      epoch from ((departure).ends_at at time zone zone) - ((departure).starts_at at time zone zone)) / 60)::integer),
  (departure).language,
  (tour).latitude,
  (tour).longitude)::private.duty;
comment on function private.duty_in_zone is 'Builds the duty of a person on a departure, in a time zone.';

create function private.assignment_duty(departure public.departures, person uuid) returns private.duty
language sql stable security definer set search_path = ''
as $$
  select private.duty_in_zone(c.time_zone, departure, t, person)
  from public.companies as c join public.tours as t on t.id = (departure).tour_id
  where c.id = (departure).company_id
$$;
comment on function private.assignment_duty is
  'Builds the duty of a person on a departure, in the company''s time zone.';

create function private.duties(company uuid, from_date date, to_date date) returns setof private.duty
language sql stable security definer set search_path = ''
as $$
  select (private.duty_in_zone(c.time_zone, d, t, g.user_id)).*
  from public.companies as c
  join public.departures as d on d.company_id = c.id
  join public.tours as t on t.id = d.tour_id
  left join public.departure_guides as g on g.departure_id = d.id and g.status <> 'declined'
  where c.id = duties.company and d.local_date between from_date and to_date and d.status <> 'cancelled'
$$;
comment on function private.duties is
  'Returns the duties on departures between two dates, one per guide, without cancelled departures.';

create function private.walking_minutes(one private.duty, other private.duty) returns integer
language sql immutable parallel safe
return case
  -- least() ignores nulls and would return three hours.
  when (one).latitude is null or (one).longitude is null or (other).latitude is null or (other).longitude is null then 0
  else least(180, (round(6371000 * sqrt(
    power(radians(least(abs((one).longitude - (other).longitude), 360 - abs((one).longitude - (other).longitude)))
      * cos(radians(((one).latitude + (other).latitude) / 2)), 2)
    + power(radians((one).latitude - (other).latitude), 2)))::bigint + 74) / 75)::integer
end;
comment on function private.walking_minutes is
  'Returns the minutes to walk between two meeting points at 75 '
  'metres a minute, at most 180; 0 if a location is unknown.';

create function private.clash_reason(one private.duty, other private.duty, minimum_break_minutes integer) returns text
language sql immutable parallel safe
return case
  when (one).starts_at < (other).ends_at and (other).starts_at < (one).ends_at then 'overlap'
  when extract(epoch from greatest((one).starts_at, (other).starts_at) - least((one).ends_at, (other).ends_at))
    < 60 * (minimum_break_minutes + private.walking_minutes(one, other)) then 'travel'
end;
comment on function private.clash_reason is
  'Returns why one person cannot do both duties: overlap, or '
  'travel if the time between is too short; null if they can.';

create function private.is_within_hours(hours int4multirange, week_minute integer, wall_minutes integer) returns boolean
language sql immutable parallel safe
return hours is null or (
  hours @> int4range(week_minute, least(week_minute + wall_minutes, 10080))
  and (week_minute + wall_minutes <= 10080 or hours @> int4range(0, least(week_minute + wall_minutes - 10080, 10080))));
comment on function private.is_within_hours is
  'Returns whether a span of the week lies within working hours. A span past Sunday midnight continues on Monday.';

create function private.duty_conflicts(
  company uuid, candidates private.duty[]
) returns table (departure_id uuid, user_id uuid, kind text, other_id uuid)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  minutes constant integer := private.minimum_break_minutes(company);
  -- Days before a departure in which another one may have begun that is not over.
  days constant integer := 2 + coalesce((
    select max(t.duration_minutes) from public.tours as t where t.company_id = company), 0) / 1440;
  first constant date := (select min((w.starts_at)::date) from unnest(candidates) as w);
  last constant date := (select max((w.ends_at)::date) from unnest(candidates) as w);
begin
  if coalesce(cardinality(candidates), 0) = 0 then return; end if;
  return query
    with requested as materialized (select w.* from unnest(candidates) as w where w.user_id is not null),
    near as materialized (
      select n.departure_id, n.user_id, n as duty from private.duties(company, first - days, last + 2) as n
      where n.user_id in (select a.user_id from requested as a))
    select a.departure_id, a.user_id, clash.kind, n.departure_id
    from requested as a
    join near as n on n.user_id = a.user_id and n.departure_id <> a.departure_id
    cross join lateral (select private.clash_reason(a, n.duty, minutes) as kind) as clash
    where clash.kind is not null
    union all
    select a.departure_id, a.user_id, 'language', null
    from requested as a join public.guide_profiles as p on p.company_id = company and p.user_id = a.user_id
    where not a.language = any (p.languages)
    union all
    select a.departure_id, a.user_id, 'hours', null
    from requested as a join public.guide_profiles as p on p.company_id = company and p.user_id = a.user_id
    where not private.is_within_hours(p.hours, a.week_minute, a.wall_minutes)
    union all
    select a.departure_id, a.user_id, 'time_off', o.id
    from requested as a join public.time_off as o
      on o.company_id = company and o.user_id = a.user_id and o.starts_at < a.ends_at and a.starts_at < o.ends_at;
end
$$;
comment on function private.duty_conflicts is
  'Returns the conflicts of duties that exist or are planned: overlap and travel (other_id: the departure), language, '
  'hours, time_off (other_id: the time off).';

create function private.ordered_conflicts(conflicts jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(jsonb_agg(
    conflict order by conflict ->> 'departure_id', conflict ->> 'user_id', conflict ->> 'kind', conflict ->> 'other_id'
  ), '[]')
  from jsonb_array_elements(conflicts) as conflict$$;
comment on function private.ordered_conflicts is 'Returns conflicts in a stable order.';

grant execute on function public.save_guide_rules(uuid, integer) to authenticated;
