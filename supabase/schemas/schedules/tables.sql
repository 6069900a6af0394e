-- Schedules: recurrence rules over dates, at a local time of the company's time zone. ADR 023

create function private.is_rrule(rule text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  day constant text := '(MO|TU|WE|TH|FR|SA|SU)';
  nth_day constant text := '(-?[1-5])?' || day;
  month_day constant text := '-?([1-9]|[12][0-9]|3[01])';
  month constant text := '([1-9]|1[0-2])';
  -- Parts that every frequency may have: the interval, and the months of a year.
  common_parts constant text := '(;INTERVAL=[1-9][0-9]?)?(;BYMONTH=' || month || '(,' || month || ')*)?';
begin
  if rule !~ (
    '^FREQ=('
      || 'DAILY'
      || common_parts
      || '|WEEKLY'
      || common_parts
      || '(;BYDAY='
      || day
      || '(,'
      || day
      || ')*)?'
      || '|MONTHLY'
      || common_parts
      || '(;BYDAY='
      || nth_day
      || '(,'
      || nth_day
      || ')*|;BYMONTHDAY='
      || month_day
      || '(,'
      || month_day
      || ')*)?'
      || ')(;UNTIL=[0-9]{8}|;COUNT=[1-9][0-9]{0,2})?$')
  then
    return false;
  end if;
  return coalesce(pg_input_is_valid(substring(rule from ';UNTIL=(\d{8})'), 'date'), true)
    and not exists (
      select from regexp_matches(rule, ';(BY[A-Z]+)=([^;]+)', 'g') as part
      cross join lateral unnest(string_to_array(part[2], ',')) as part_value
      group by part[1], part_value having count(*) > 1);
end
$$;
comment on function private.is_rrule is
  'Returns whether a text is an RFC 5545 rule that private.occurrences can expand. Its parts come in the order FREQ, '
  'INTERVAL, BYMONTH, BYDAY or BYMONTHDAY, UNTIL (a date) or COUNT.';

create type public.schedule_exception_kind as enum ('added', 'removed', 'changed');
comment on type public.schedule_exception_kind is 'How an exception differs from the schedule''s rule on a date.';

create table public.schedules (
  id uuid primary key default gen_random_uuid(),
  tour_id uuid not null,
  company_id uuid not null references public.companies (id) on delete cascade,
  rrule text not null constraint schedules_rrule check (private.is_rrule(rrule)),
  starts_on date not null default current_date,
  local_time time not null,
  capacity integer check (capacity between 0 and 10000),
  language text check (language ~ '^[a-z]{2,3}$'),
  is_active boolean not null default true,
  version integer not null default 1,
  constraint schedules_tour foreign key (
    tour_id, company_id) references public.tours (id, company_id) on delete cascade,
  constraint schedules_of_tour unique (id, tour_id));
comment on table public.schedules is 'Recurrence rules of tours over dates, at a time in the company''s time zone.';
comment on column public.schedules.rrule is
  'RFC 5545 recurrence rule over dates. DTSTART is starts_on; UNTIL or COUNT ends it.';
comment on column public.schedules.starts_on is 'Start of the rule. It is an occurrence only if the rule matches it.';
comment on column public.schedules.capacity is 'Null for the tour''s.';
comment on column public.schedules.language is 'Null for the first of the tour''s guide languages.';
comment on column public.schedules.version is 'Version as in tours. Changing an exception raises it, too.';
create index schedules_tour_id_idx on public.schedules (tour_id, company_id);
create index schedules_company_id_idx on public.schedules (company_id);
alter table public.schedules enable row level security, force row level security;
grant select on public.schedules to authenticated;

create table public.schedule_exceptions (
  id uuid primary key default gen_random_uuid(),
  schedule_id uuid not null references public.schedules (id) on delete cascade,
  local_date date not null,
  kind public.schedule_exception_kind not null,
  moved_to date,
  local_time time,
  capacity integer check (capacity between 0 and 10000),
  language text check (language ~ '^[a-z]{2,3}$'),
  note text check (length(note) <= 500),
  constraint schedule_exceptions_once unique (schedule_id, local_date),
  constraint schedule_exceptions_removed check (
    kind <> 'removed' or (moved_to is null and local_time is null and capacity is null and language is null)),
  constraint schedule_exceptions_added check (kind <> 'added' or moved_to is null)
);
comment on table public.schedule_exceptions is 'Dates that a schedule adds, leaves out or changes.';
comment on column public.schedule_exceptions.local_date is 'Date by the rule, or the added date.';
comment on column public.schedule_exceptions.moved_to is 'Date to which the occurrence is moved.';
alter table public.schedule_exceptions enable row level security, force row level security;
grant select on public.schedule_exceptions to authenticated;

create table public.blackouts (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  tour_id uuid,
  from_date date not null,
  to_date date not null,
  name text not null default '' check (length(name) <= 200),
  version integer not null default 1,
  constraint blackouts_tour foreign key (
    tour_id, company_id) references public.tours (id, company_id) on delete cascade,
  constraint blackouts_dates check (to_date between from_date and from_date + 1100));
comment on table public.blackouts is
  'Days off, such as holidays: dates on which no schedule of '
  'a company or of one tour runs. Exceptions take precedence.';
comment on column public.blackouts.tour_id is 'Null for all tours.';
comment on column public.blackouts.to_date is 'Last date, inclusive.';
create index blackouts_company_id_idx on public.blackouts (company_id, from_date);
create index blackouts_tour_id_idx on public.blackouts (tour_id, company_id) where tour_id is not null;
alter table public.blackouts enable row level security, force row level security;
grant select on public.blackouts to authenticated;

create policy "the team can read its schedules" on public.schedules
  for select to authenticated using (company_id in (select private.tour_companies()));
create policy "the team can read the exceptions of its schedules" on public.schedule_exceptions
  for select to authenticated using (
    exists (select from public.schedules where schedules.id = schedule_id));
create policy "the team can read its blackouts" on public.blackouts
  for select to authenticated using (company_id in (select private.tour_companies()));

create function private.occurrences(rrule text, starts_on date, earliest date, latest date) returns setof date
language plpgsql immutable parallel safe rows 200 set search_path = ''
as $$
declare
  frequency constant text := substring(rrule from '^FREQ=([A-Z]+)');
  step constant integer := coalesce(substring(rrule from ';INTERVAL=(\d+)')::integer, 1);
  times constant integer := substring(rrule from ';COUNT=(\d+)')::integer;
  by_month constant integer[] := string_to_array(substring(rrule from ';BYMONTH=([0-9,]+)'), ',')::integer[];
  by_day constant text[] := string_to_array(substring(rrule from ';BYDAY=([^;]+)'), ',');
  by_month_day constant integer[] := string_to_array(substring(rrule from ';BYMONTHDAY=([-0-9,]+)'), ',')::integer[];
  names constant text[] := '{MO,TU,WE,TH,FR,SA,SU}';
  first constant date := greatest(earliest, starts_on);
  last date;
  monday constant date := starts_on - (extract(isodow from starts_on)::integer - 1);
  month_zero constant integer := extract(year from starts_on)::integer * 12 + extract(
    month from starts_on)::integer - 1;
  days integer[];
  before integer;
begin
  if private.is_rrule(rrule) is not true then
    raise check_violation using message = 'the recurrence rule cannot be expanded';
  end if;
  last := least(latest, substring(rrule from ';UNTIL=(\d{8})')::date);
  if last < first then return; end if;
  if by_month is not null then
    -- A season of each year: the occurrences of the rest of the rule in those months. COUNT counts from the start.
    return query
      select counted.day from (
        select named.day from private.occurrences(regexp_replace(rrule, ';(BYMONTH|COUNT)=[0-9,]+', '', 'g'), starts_on,
          case when times is null then first else starts_on end, last) as named (day)
        where extract(month from named.day)::integer = any (by_month) order by named.day limit times) as counted
      where counted.day >= first order by counted.day;
    return;
  end if;
  case frequency
  when 'DAILY' then
    return query select starts_on + k * step
      from generate_series((first - starts_on + step - 1) / step, least((last - starts_on) / step, times - 1)) as k;
  when 'WEEKLY' then
    days := case when by_day is null then array[starts_on - monday]
      else array(select array_position(names, name) - 1 from unnest(by_day) as name order by 1) end;
    -- Days of the first week that come before the start do not count.
    before := (select count(*) from unnest(days) as day where day < starts_on - monday);
    return query select monday + week * 7 * step + days[day_number]
      from generate_series((first - monday) / (7 * step), (last - monday) / (7 * step)) as week,
        generate_subscripts(days, 1) as day_number
      where monday + week * 7 * step + days[day_number] between first and last
        and (times is null or week * cardinality(days) + day_number - before <= times)
      order by week, day_number;
  when 'MONTHLY' then
    return query with months as (
      select make_date(n / 12, n % 12 + 1, 1) as begins,
        (make_date(n / 12, n % 12 + 1, 1) + interval '1 month - 1 day')::date as ends
      from generate_series(
        -- COUNT counts from the start.
        case
          when times is null then
            (extract(year from first)::integer * 12 + extract(month from first)::integer - 1 - month_zero) / step
          else 0
        end,
        (extract(year from last)::integer * 12 + extract(month from last)::integer - 1 - month_zero) / step) as k
      cross join lateral (select month_zero + k * step as n) as month),
    named as (
      select array_position(names, right(part, 2)) as day, coalesce(nullif(left(part, -2), '')::integer, every) as nth
      from unnest(by_day) as part
      cross join lateral generate_series(1, case when length(part) = 2 then 5 else 1 end) as every),
    found as (
      select case
        when nth > 0 then begins + (day - extract(isodow from begins)::integer + 7) % 7 + 7 * (nth - 1)
        else ends - (extract(isodow from ends)::integer - day + 7) % 7 + 7 * (nth + 1)
      end as date, begins, ends
      from months, named
      union
      select case when month_day > 0 then begins + month_day - 1 else ends + month_day + 1 end, begins, ends
      from months,
        unnest(
          case when by_day is null then coalesce(by_month_day, array[extract(day from starts_on)::integer]) end
        ) as month_day),
    counted as (
      select date from found
      where date between begins and ends and date between starts_on and last order by date limit times)
      select date from counted where date >= first order by date;
  end case;
end
$$;
comment on function private.occurrences is
  'Returns the dates of a rule between two days, both included, in order. Computed by arithmetic, so that long rules '
  'are cheap; only COUNT with MONTHLY or BYMONTH is counted from the start.';

create function private.instant_in(zone text, local timestamp) returns timestamptz
language plpgsql stable parallel safe set search_path = ''
as $$
declare
  later constant timestamptz := local at time zone zone;
  -- With the UTC offset of the day before.
  earlier constant timestamptz := (local - (
    (later - interval '1 day') at time zone zone - (later - interval '1 day') at time zone 'UTC')) at time zone 'UTC';
begin
  return case when earlier < later and earlier at time zone zone = local then earlier else later end;
end
$$;
comment on function private.instant_in is
  'Returns the instant of a local time. A repeated hour means its '
  'first pass; a skipped one is shifted forward by the gap (ADR 023).';

create type private.desired_departure as (
  schedule_id uuid,
  scheduled_date date,
  company_id uuid,
  tour_id uuid,
  local_date date,
  starts_at timestamptz,
  ends_at timestamptz,
  capacity integer,
  language text);
comment on type private.desired_departure is 'Departure that a schedule should have, after exceptions and days off.';

create function private.desired_departures(
  schedules uuid[], earliest date, latest date
) returns setof private.desired_departure
language plpgsql stable security definer rows 20000 set search_path = ''
as $$
begin
  return query with active_schedules as materialized (
    select s.*, t.duration_minutes, t.capacity as tour_capacity, t.guide_languages, c.time_zone
    from public.schedules as s join public.tours as t on t.id = s.tour_id
    join public.companies as c on c.id = s.company_id
    where s.id = any (desired_departures.schedules) and s.is_active and t.status <> 'archived'),
  excepted as materialized (
    select e.* from public.schedule_exceptions as e where e.schedule_id in (select id from active_schedules)),
  dates as (
    select s.id, day from active_schedules as s
    cross join lateral private.occurrences(
      s.rrule,
      s.starts_on,
      -- An exception may move a past date into the requested range.
      least(
        earliest, (select min(e.local_date) from excepted as e where e.schedule_id = s.id and e.moved_to >= earliest)),
      latest) as day
    union
    select e.schedule_id, e.local_date
    from excepted as e
    where e.kind = 'added' and e.local_date between earliest and latest),
  closed as materialized (
    select b.company_id, b.tour_id, date_trunc('day', day)::date as day
    from public.blackouts as b
    cross join lateral generate_series(
      greatest(b.from_date, earliest)::timestamp, least(b.to_date, latest)::timestamp, interval '1 day') as day
    where b.company_id in (select s.company_id from active_schedules as s)),
  placed as (
    select
      s.*,
      d.day,
      coalesce(e.moved_to, d.day) as on_day,
      coalesce(e.local_time, s.local_time) as at_time,
      coalesce(e.capacity, s.capacity, s.tour_capacity) as seats,
      coalesce(e.language, s.language, s.guide_languages[1], 'en') as spoken
    from dates as d join active_schedules as s on s.id = d.id
    left join excepted as e on e.schedule_id = d.id and e.local_date = d.day
    where e.kind is distinct from 'removed'
      and (
        e.kind is not null
          or not exists (
            select from closed
            where closed.day = d.day and closed.company_id = s.company_id
              and (closed.tour_id is null or closed.tour_id = s.tour_id))))
    select
      p.id,
      p.day,
      p.company_id,
      p.tour_id,
      p.on_day,
      starts.at,
      starts.at + make_interval(mins => p.duration_minutes),
      p.seats,
      p.spoken
    from placed as p
    -- offset 0, so that the instant is computed once, not once per use.
    cross join lateral (select private.instant_in(p.time_zone, p.on_day + p.at_time) as at offset 0) as starts
    where p.on_day >= earliest;
end
$$;
comment on function private.desired_departures is
  'Returns the departures that active schedules should have, after exceptions and days off: those scheduled until the '
  'last date, included, that take place on the first date or later. Archived tours have none.';
