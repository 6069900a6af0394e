-- Dashboard: figures of days and departures. ADR 056

create type private.dashboard_reader as (
  company uuid,
  person uuid,
  zone text,
  currency text,
  rule public.attendance_rule,
  today date,
  is_whole boolean,
  sees_bookings boolean,
  manages_bookings boolean,
  is_owner boolean,
  sees_outbox boolean,
  manages_team boolean);
comment on type private.dashboard_reader is
  'Caller of the dashboard and what they see. is_whole: all departures, not only their own; sees_bookings: bookings '
  'and money as well; is_owner: has the owner''s rights, also by acting for the company; manages_team: has them, but '
  'not by acting.';

create table private.departure_attendance (
  departure_id uuid primary key references public.departures (id) on delete cascade,
  booked integer not null,
  attended integer not null,
  unmarked integer not null,
  walk_ins integer not null,
  unmarked_walk_ins integer not null,
  reported integer,
  reported_walk_ins integer
);
comment on table private.departure_attendance is
  'Booked and attending guests of a departure, folded from its actions. Written by private.update_figures.';
comment on column private.departure_attendance.unmarked is
  'Booked guests without a mark; the company''s attendance rule decides whether they came.';
comment on column private.departure_attendance.unmarked_walk_ins is 'Likewise walk-ins; walk_ins are those checked in.';
comment on column private.departure_attendance.reported is
  'Number in the guide''s report, which overrides the check-ins; null: no report yet.';
alter table private.departure_attendance enable row level security, force row level security;

create table private.booked_days (
  company_id uuid not null references public.companies (id) on delete cascade,
  day date not null,
  source public.booking_source not null,
  currency text not null,
  bookings integer not null,
  guests integer not null,
  revenue bigint not null,
  cancelled integer not null,
  lead integer[] not null,
  primary key (company_id, day, source, currency)
);
comment on table private.booked_days is 'Bookings made on a local day of a company. Written by private.update_figures.';
comment on column private.booked_days.bookings is 'Bookings that are confirmed or pending now.';
comment on column private.booked_days.revenue is 'Their total price in minor units.';
comment on column private.booked_days.cancelled is
  'Bookings that were cancelled since; expired holds, rejected requests and merged bookings do not count.';
comment on column private.booked_days.lead is 'Number of bookings per private.lead_time_bucket.';
alter table private.booked_days enable row level security, force row level security;

create function private.lead_time_bucket(days integer) returns integer
language sql immutable parallel safe
return case
  when days <= 0 then 1
  when days = 1 then 2
  when days <= 6 then 3
  when days <= 13 then 4
  when days <= 29 then 5
  when days <= 89 then 6
  else 7
end;
comment on function private.lead_time_bucket is
  'Returns the bucket of a lead time in days: 1 same day, 2 day before, 3 to 6 within a week, two weeks, a month, '
  'three months, 7 longer. LEAD_TIMES in src/domain/figures.ts.';

create function private.count_booked_days(
  company uuid, days date[], zone text
) returns setof private.booked_days
-- The planner overestimates rows per day: it would compile (JIT) for longer than the query runs, and sort where few
-- groups are counted.
language plpgsql stable security definer set search_path
  = '' set plan_cache_mode = force_custom_plan set jit = off set enable_sort = off
as $$
begin
  return query with requested as materialized (
    select distinct_days.day, distinct_days.day::timestamp at time zone zone as since,
      (distinct_days.day + 1)::timestamp at time zone zone as until
    from (select distinct day from unnest(days) as listed (day)) as distinct_days),
  taken as materialized (
    -- Lead time of active bookings; null: cancelled.
    select
      requested.day,
      l.source,
      l.currency,
      case when l.status <> 'CANCELLED' then private.lead_time_bucket(l.local_date - requested.day) end as lead,
      count(*) as bookings,
      sum(l.guests) as guests,
      sum(l.total) as total
    from requested
    -- One index scan per day: joined at once, a few days would scan all bookings of the company.
    cross join lateral (
      select
        listed.created_at,
        listed.local_date,
        listed.source,
        listed.currency,
        listed.status,
        listed.guests,
        listed.total,
        listed.facets
      from private.booking_list as listed
      -- Margin for the index: a local day may begin twice, or not at midnight.
      where listed.company_id = count_booked_days.company
        and listed.created_at >= requested.since - interval '3 hours'
        and listed.created_at < requested.until + interval '3 hours'
      order by listed.created_at
      offset 0) as l
    -- The exact local date is computed only near the limits of the day.
    where (
      l.created_at between requested.since + interval '3 hours' and requested.until - interval '3 hours' or (
        l.created_at at time zone zone)::date = requested.day)
      -- Merged bookings do not count as cancelled.
      and (l.status in ('CONFIRMED', 'PENDING') or (l.status = 'CANCELLED' and not l.facets @> '{reason:merged}'))
    group by 1, 2, 3, 4)
    select
      count_booked_days.company,
      t.day,
      t.source,
      t.currency,
      coalesce(sum(t.bookings) filter (where t.lead is not null), 0)::integer,
      coalesce(sum(t.guests) filter (where t.lead is not null), 0)::integer,
      coalesce(sum(t.total) filter (where t.lead is not null), 0)::bigint,
      coalesce(sum(t.bookings) filter (where t.lead is null), 0)::integer,
      array[
        coalesce(sum(t.bookings) filter (where t.lead = 1), 0),
        coalesce(sum(t.bookings) filter (where t.lead = 2), 0),
        coalesce(sum(t.bookings) filter (where t.lead = 3), 0),
        coalesce(sum(t.bookings) filter (where t.lead = 4), 0),
        coalesce(sum(t.bookings) filter (where t.lead = 5), 0),
        coalesce(sum(t.bookings) filter (where t.lead = 6), 0),
        coalesce(sum(t.bookings) filter (where t.lead = 7), 0)]::integer[]
    from taken as t group by t.day, t.source, t.currency;
end
$$;
comment on function private.count_booked_days is
  'Returns a company''s bookings of the given days by source and currency; days without bookings are omitted.';

create table private.figure_progress (
  company_id uuid primary key references public.companies (id) on delete cascade,
  epoch uuid not null,
  since xid8 not null,
  zone text not null,
  turn_at timestamptz,
  as_of timestamptz
);
comment on table private.figure_progress is
  'Cursor up to which a company''s figures are counted or noted as due, like a pull''s: rows with a later stamp '
  'changed since.';
comment on column private.figure_progress.turn_at is
  'Time of the company''s last turn, failed ones included; the longest waiting is next.';
comment on column private.figure_progress.zone is
  'Time zone of private.booked_days; another zone means counting all days again.';
comment on column private.figure_progress.as_of is
  'Stored figures include everything committed before this time; null until all were counted once.';
alter table private.figure_progress enable row level security, force row level security;

create table private.attendance_due (
  departure_id uuid primary key references public.departures (id) on delete cascade,
  company_id uuid not null
);
comment on table private.attendance_due is
  'Departures that private.update_figures has found changed but not counted yet.';
create index attendance_due_company_id_idx on private.attendance_due (company_id);
alter table private.attendance_due enable row level security, force row level security;

create table private.booked_days_due (
  company_id uuid not null references public.companies (id) on delete cascade,
  day date not null,
  primary key (company_id, day)
);
comment on table private.booked_days_due is 'Days that private.update_figures has found changed but not counted yet.';
alter table private.booked_days_due enable row level security, force row level security;

create type private.figure_changes as (departures uuid[], days date[]);
comment on type private.figure_changes is
  'What changed since figures were counted: departures to count attendance of, and days to count bookings of.';

create function private.figures_changed(company uuid, zone text) returns private.figure_changes
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  progress private.figure_progress;
  since xid8;
  days_since xid8;
  found private.figure_changes;
begin
  select f.* into progress from private.figure_progress as f where f.company_id = figures_changed.company;
  since := private.figures_counted_since(progress);
  days_since := case when progress.zone = figures_changed.zone then since else '0' end;
  found.departures := array(
    select touched.id
    from (
      select unnest(g.moved_from || g.departure_id) from public.guests as g
      where g.company_id = figures_changed.company and g.changed_xid >= since
      union
      select unnest(b.moved_from || b.departure_id)
      from public.bookings as b
      where b.company_id = figures_changed.company and b.changed_xid >= since
      union
      select a.departure_id
      from public.check_in_actions as a
      where a.company_id = figures_changed.company and a.changed_xid >= since) as touched (id)
    -- A departure that a booking moved from may be deleted.
    where exists (select from public.departures as d where d.id = touched.id));
  found.days := array(
    select (b.created_at at time zone figures_changed.zone)::date
    from public.bookings as b where b.company_id = figures_changed.company and b.changed_xid >= days_since
    union
    -- A cancelled guest need not change its booking.
    select (b.created_at at time zone figures_changed.zone)::date
    from public.guests as g join public.bookings as b on b.id = g.booking_id
    where g.company_id = figures_changed.company and g.changed_xid >= days_since
    union
    -- A departure on another day changes the lead time.
    select (b.created_at at time zone figures_changed.zone)::date
    from public.departures as d join public.bookings as b on b.departure_id = d.id
    where d.company_id = figures_changed.company and d.changed_xid >= days_since);
  return found;
end
$$;
comment on function private.figures_changed is
  'Returns which of a company''s figures changed since private.update_figures last ran; everything the first time.';

create function private.figures_counted_since(progress private.figure_progress) returns xid8
language sql stable security definer set search_path = ''
return case
  when (progress).epoch = (select epoch from private.sync_epoch)
    and (progress).since <= pg_snapshot_xmax(pg_current_snapshot())
    then (progress).since
  else '0'
end;
comment on function private.figures_counted_since is
  'Returns the stamp from which rows are not noted as due yet; 0, which means all rows, the first time and after a '
  'restore.';

create function private.has_uncounted_figures(
  company public.companies, progress private.figure_progress
) returns boolean
language sql stable security definer set search_path = ''
return (progress).company_id is null
  or (progress).zone <> (company).time_zone
  or (progress).epoch <> (select epoch from private.sync_epoch)
  or exists (
    select from public.check_in_actions as a where a.company_id = (company).id and a.changed_xid >= (progress).since)
  or exists (select from public.bookings as b where b.company_id = (company).id and b.changed_xid >= (progress).since)
  or exists (select from public.guests as g where g.company_id = (company).id and g.changed_xid >= (progress).since)
  or exists (select from public.departures as d where d.company_id = (company).id and d.changed_xid >= (progress).since)
  or exists (select from private.attendance_due as due where due.company_id = (company).id)
  or exists (select from private.booked_days_due as due where due.company_id = (company).id);
comment on function private.has_uncounted_figures is
  'Returns whether anything changed since a company''s figures were counted. Costs a few index look-ups.';

create type private.figures_moment as (as_of timestamptz, is_behind boolean);
comment on type private.figures_moment is
  'Age of a company''s stored figures: as_of (null before all were counted once), and is_behind (a later change is '
  'not counted yet).';

create function private.figures_as_of(company uuid) returns private.figures_moment
language plpgsql stable security definer set search_path = ''
as $$
declare
  moment private.figures_moment;
begin
  select case when not behind.is_so then statement_timestamp() when f.zone = c.time_zone then f.as_of end, behind.is_so
  into moment
  from public.companies as c
  left join private.figure_progress as f on f.company_id = c.id
  cross join lateral (select private.has_uncounted_figures(c, f) as is_so) as behind
  where c.id = figures_as_of.company;
  return moment;
end
$$;
comment on function private.figures_as_of is
  'Returns how old a company''s stored figures are; now if nothing changed since they were counted.';

create function private.dashboard_departures(
  reader private.dashboard_reader, from_date date, to_date date
) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  if reader.is_whole then
    return array(
      select d.id from public.departures as d
      where d.company_id = reader.company and d.local_date between from_date and to_date and d.status <> 'cancelled');
  end if;
  return array(
    select d.id from public.departures as d
    where d.id in (select private.own_departures()) and d.company_id = reader.company
      and d.local_date between from_date and to_date and d.status <> 'cancelled');
end
$$;
comment on function private.dashboard_departures is
  'Returns the departures of a range of days whose figures the reader sees, without cancelled ones.';

create function private.booked_figures(reader private.dashboard_reader, from_date date, to_date date) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with taken as materialized (
      select * from private.booked_days as b where b.company_id = reader.company and b.day between from_date and to_date
    ),
    visible as materialized (
      -- Amounts in different currencies cannot be added up.
      select * from taken where currency = reader.currency)
    select json_build_object(
      'bookings', coalesce(sum(o.bookings), 0),
      'guests', coalesce(sum(o.guests), 0),
      'revenue', coalesce(sum(o.revenue), 0),
      'cancelled', coalesce(sum(o.cancelled), 0),
      'of_other_currencies', (select coalesce(sum(t.bookings), 0) from taken as t where t.currency <> reader.currency),
      'lead', json_build_array(
        coalesce(sum(o.lead[1]), 0),
        coalesce(sum(o.lead[2]), 0),
        coalesce(sum(o.lead[3]), 0),
        coalesce(sum(o.lead[4]), 0),
        coalesce(sum(o.lead[5]), 0),
        coalesce(sum(o.lead[6]), 0),
        coalesce(sum(o.lead[7]), 0)),
      -- readFigures in src/data/dashboard.ts reads these by position. Joined as text, as there may be thousands.
      'days', concat(
        '[',
        string_agg(
          '[' || concat_ws(',', o.day - from_date, '"' || o.source || '"', o.bookings, o.revenue, o.cancelled) || ']',
          ',' order by o.day,
          o.source),
        ']')::json)
    from visible as o);
end
$$;
comment on function private.booked_figures is
  'Returns what was booked in a range of days in the company''s currency: totals, and by day and source.';

create function private.overseen_figures(company public.companies, days integer) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  to_date constant date := (now() at time zone company.time_zone)::date;
  from_date constant date := to_date - days + 1;
  over constant uuid[] := array(
    select d.id from public.departures as d
    where d.company_id = company.id and d.local_date between from_date and to_date and d.status <> 'cancelled'
      and d.ends_at <= now());
  moment constant private.figures_moment := private.figures_as_of(company.id);
begin
  return (
    select jsonb_build_object(
      'company', company.id,
      'as_of', private.iso(moment.as_of),
      'is_behind', moment.is_behind,
      'next', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', d.id,
          'title', private.localised(d.tour_id, 'title'),
          'starts_at', private.iso(d.starts_at),
          'local_date', d.local_date,
          'capacity', d.capacity,
          'seats', private.seats_taken(d.id)) order by d.starts_at, d.id)
        from (
          select * from public.departures as d
          where d.company_id = company.id and d.status = 'scheduled' and d.starts_at > now()
          order by d.starts_at, d.id limit 3) as d), '[]'),
      'bookings', taken.bookings,
      'guests', taken.guests,
      'revenue', taken.revenue,
      'booked', attended.booked,
      'attended', attended.attended)
    from (
      select coalesce(sum(b.bookings), 0) as bookings, coalesce(sum(b.guests), 0) as guests,
        coalesce(sum(b.revenue), 0) as revenue
      from private.booked_days as b
      where b.company_id = company.id and b.day between from_date and to_date and b.currency = company.currency
    ) as taken
    -- Counted as in read_figures.
    cross join (
      select coalesce(sum(a.booked), 0) as booked,
        coalesce(sum(coalesce(
          a.reported, a.attended + case when company.attendance_rule <> 'check_ins_count' then a.unmarked else 0 end
        )), 0) as attended
      from private.departure_attendance as a
      where a.departure_id = any (over)) as attended);
end
$$;
comment on function private.overseen_figures is
  'Returns a company''s next three departures, and its bookings and attendance of the last `days` local days.';

create function public.read_overseen_figures(companies uuid[], days integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Security definer as in read_today.
declare
  me constant uuid := (select auth.uid());
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if cardinality(companies) not between 0 and 50 or companies is null or days not between 1 and 366 or days is null then
    return '{"status": "invalid"}';
  end if;
  return jsonb_build_object(
    'status', 'ok',
    'companies', coalesce((
      select jsonb_agg(private.overseen_figures(c, days) order by c.name, c.id)
      from public.companies as c
      where c.id = any (companies) and c.is_active
        and (
          private.is_platform_admin()
            or exists (
              select from public.organisation_companies as agreement
              where agreement.company_id = c.id and private.is_partner(agreement.organisation_id, c.id)
                and private.manages_team(me, null, agreement.organisation_id)))), '[]'));
end
$$;
comment on function public.read_overseen_figures is
  'Returns figures of up to 50 companies for people who manage their partner, or for the platform: next departures, '
  'and bookings and attendance of the last `days` days. Other companies are omitted. Returns {"status": "ok" | '
  '"invalid" | "signed_out"}.';
grant execute on function public.read_overseen_figures(uuid[], integer) to authenticated;
