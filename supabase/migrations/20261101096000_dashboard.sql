-- Dashboard: a company's current day, and its figures over a range of days. ADR 056

-- Reader --------------------------------------------------------------------------------------------------

create type private.dashboard_reader as (
  company uuid, person uuid, zone text, currency text, rule public.attendance_rule, today date,
  is_whole boolean, sees_bookings boolean, manages_bookings boolean, is_owner boolean, sees_outbox boolean, manages_team boolean);
comment on type private.dashboard_reader is
  'Caller of the dashboard and what they see. is_whole: all departures, not only their own; sees_bookings: bookings '
  'and money as well; is_owner: has the owner''s rights, also by acting for the company; manages_team: has them, but '
  'not by acting.';

create function private.resolve_dashboard_reader(company uuid, rpc text, out reader private.dashboard_reader, out refusal jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  subject constant jsonb := private.subject(me, rpc);
begin
  if me is null then refusal := '{"status": "signed_out"}';
  elsif company is null or not private.subject_can(subject, 'CHECK_IN_REPORTING_ACCESS', company) then refusal := '{"status": "not_permitted"}';
  else
    select c.id, me, c.time_zone, c.currency, c.attendance_rule, (now() at time zone c.time_zone)::date,
      private.sees_whole_company(subject, c.id),
      private.subject_can(subject, 'VIEW_BOOKINGS_ACCESS', c.id) or private.subject_can(subject, 'MANAGE_BOOKINGS_ACCESS', c.id),
      private.subject_can(subject, 'MANAGE_BOOKINGS_ACCESS', c.id), private.subject_can(subject, 'COMPANY_ALL_ACCESS', c.id), private.may_see_outbox(c.id),
      private.can('COMPANY_ALL_ACCESS', c.id)
    into reader
    from public.companies as c where c.id = resolve_dashboard_reader.company;
    if reader.company is null then refusal := '{"status": "not_permitted"}'; end if;
  end if;
end
$$;
comment on function private.resolve_dashboard_reader is
  'Returns what the caller may see of a company''s figures, or the refusal.';

-- Attendance ----------------------------------------------------------------------------------------------

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

create function private.count_attendance(departures uuid[]) returns setof private.departure_attendance
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    with requested as materialized (
      select d.id, exists (select from public.check_in_actions as a where a.departure_id = d.id) as has_actions
      from public.departures as d where d.id = any (departures)
    ), folded as materialized (
      -- Twice, as the difference of the two rules is the number of unmarked guests.
      select a.id, private.departure_report(a.id, 'check_ins_count') as checked_in, private.departure_report(a.id, 'report_always') as with_unmarked
      from requested as a where a.has_actions
    )
    -- Departures without actions need no fold.
    select a.id, count(g.id)::integer, 0, count(g.id)::integer, 0, 0, null::integer, null::integer
    from requested as a
    left join (public.guests as g join public.bookings as b on b.id = g.booking_id and not private.is_released_status(b.status))
      on g.departure_id = a.id and not g.is_cancelled
    where not a.has_actions
    group by a.id
    union all
    select f.id, lines.booked, lines.attended, lines_with_unmarked.attended - lines.attended, (f.checked_in ->> 'walk_ins')::integer,
      (f.with_unmarked ->> 'walk_ins')::integer - (f.checked_in ->> 'walk_ins')::integer,
      case when report_action.payload is not null then (
        select coalesce(sum((line ->> 'attended')::integer), 0)::integer from jsonb_array_elements(report_action.payload -> 'lines') as line) end,
      (report_action.payload ->> 'walk_ins')::integer
    from folded as f
    cross join lateral (
      select coalesce(sum((line ->> 'booked')::integer), 0)::integer as booked, coalesce(sum((line ->> 'attended')::integer), 0)::integer as attended
      from jsonb_array_elements(f.checked_in -> 'lines') as line) as lines
    cross join lateral (
      select coalesce(sum((line ->> 'attended')::integer), 0)::integer as attended from jsonb_array_elements(f.with_unmarked -> 'lines') as line) as lines_with_unmarked
    left join public.check_in_actions as report_action on report_action.id = (f.checked_in ->> 'report')::uuid;
end
$$;
comment on function private.count_attendance is
  'Returns booked and attending guests of departures, by the same fold as their reports.';

-- Bookings by day of booking ------------------------------------------------------------------------------

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
return case when days <= 0 then 1 when days = 1 then 2 when days <= 6 then 3 when days <= 13 then 4 when days <= 29 then 5 when days <= 89 then 6 else 7 end;
comment on function private.lead_time_bucket is
  'Returns the bucket of a lead time in days: 1 same day, 2 day before, 3 to 6 within a week, two weeks, a month, '
  'three months, 7 longer. LEAD_TIMES in src/domain/figures.ts.';

create function private.count_booked_days(company uuid, days date[], zone text) returns setof private.booked_days
-- The planner overestimates rows per day: it would compile (JIT) for longer than the query runs, and sort where few
-- groups are counted.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set jit = off set enable_sort = off
as $$
begin
  return query
    with requested as materialized (
      select distinct_days.day, distinct_days.day::timestamp at time zone zone as since, (distinct_days.day + 1)::timestamp at time zone zone as until
      from (select distinct day from unnest(days) as listed (day)) as distinct_days
    ), taken as materialized (
      -- Lead time of active bookings; null: cancelled.
      select requested.day, l.source, l.currency, case when l.status <> 'CANCELLED' then private.lead_time_bucket(l.local_date - requested.day) end as lead,
        count(*) as bookings, sum(l.guests) as guests, sum(l.total) as total
      from requested
      -- One index scan per day: joined at once, a few days would scan all bookings of the company.
      cross join lateral (
        select listed.created_at, listed.local_date, listed.source, listed.currency, listed.status, listed.guests, listed.total, listed.facets from private.booking_list as listed
        -- Margin for the index: a local day may begin twice, or not at midnight.
        where listed.company_id = count_booked_days.company
          and listed.created_at >= requested.since - interval '3 hours' and listed.created_at < requested.until + interval '3 hours'
        order by listed.created_at offset 0) as l
      -- The exact local date is computed only near the limits of the day.
      where (l.created_at between requested.since + interval '3 hours' and requested.until - interval '3 hours' or (l.created_at at time zone zone)::date = requested.day)
        -- Merged bookings do not count as cancelled.
        and (l.status in ('CONFIRMED', 'PENDING') or (l.status = 'CANCELLED' and not l.facets @> '{reason:merged}'))
      group by 1, 2, 3, 4
    )
    select count_booked_days.company, t.day, t.source, t.currency,
      coalesce(sum(t.bookings) filter (where t.lead is not null), 0)::integer, coalesce(sum(t.guests) filter (where t.lead is not null), 0)::integer,
      coalesce(sum(t.total) filter (where t.lead is not null), 0)::bigint, coalesce(sum(t.bookings) filter (where t.lead is null), 0)::integer,
      array[coalesce(sum(t.bookings) filter (where t.lead = 1), 0), coalesce(sum(t.bookings) filter (where t.lead = 2), 0), coalesce(sum(t.bookings) filter (where t.lead = 3), 0),
        coalesce(sum(t.bookings) filter (where t.lead = 4), 0), coalesce(sum(t.bookings) filter (where t.lead = 5), 0), coalesce(sum(t.bookings) filter (where t.lead = 6), 0),
        coalesce(sum(t.bookings) filter (where t.lead = 7), 0)]::integer[]
    from taken as t
    group by t.day, t.source, t.currency;
end
$$;
comment on function private.count_booked_days is
  'Returns a company''s bookings of the given days by source and currency; days without bookings are omitted.';

-- Updating figures ----------------------------------------------------------------------------------------

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
    select touched.id from (
      select unnest(g.moved_from || g.departure_id) from public.guests as g where g.company_id = figures_changed.company and g.changed_xid >= since
      union
      select unnest(b.moved_from || b.departure_id) from public.bookings as b where b.company_id = figures_changed.company and b.changed_xid >= since
      union
      select a.departure_id from public.check_in_actions as a where a.company_id = figures_changed.company and a.changed_xid >= since
    ) as touched (id)
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
return case when (progress).epoch = (select epoch from private.sync_epoch) and (progress).since <= pg_snapshot_xmax(pg_current_snapshot())
  then (progress).since else '0' end;
comment on function private.figures_counted_since is
  'Returns the stamp from which rows are not noted as due yet; 0, which means all rows, the first time and after a '
  'restore.';

create function private.has_uncounted_figures(company public.companies, progress private.figure_progress) returns boolean
language sql stable security definer set search_path = ''
return (progress).company_id is null or (progress).zone <> (company).time_zone or (progress).epoch <> (select epoch from private.sync_epoch)
  or exists (select from public.check_in_actions as a where a.company_id = (company).id and a.changed_xid >= (progress).since)
  or exists (select from public.bookings as b where b.company_id = (company).id and b.changed_xid >= (progress).since)
  or exists (select from public.guests as g where g.company_id = (company).id and g.changed_xid >= (progress).since)
  or exists (select from public.departures as d where d.company_id = (company).id and d.changed_xid >= (progress).since)
  or exists (select from private.attendance_due as due where due.company_id = (company).id)
  or exists (select from private.booked_days_due as due where due.company_id = (company).id);
comment on function private.has_uncounted_figures is
  'Returns whether anything changed since a company''s figures were counted. Costs a few index look-ups.';

create function private.update_figures(company uuid, row_limit integer default 500) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  company_zone constant text := (select c.time_zone from public.companies as c where c.id = company);
  progress private.figure_progress;
  changes private.figure_changes;
  started_at timestamptz;
  until xid8;
  departures uuid[];
  days date[];
begin
  insert into private.figure_progress (company_id, epoch, since, zone)
  select company, e.epoch, '0', company_zone from private.sync_epoch as e
  -- An insert would wait for a concurrent transaction that has the row.
  where not exists (select from private.figure_progress as f where f.company_id = company)
  on conflict do nothing;
  -- One run per company, without waiting: the run that holds the row counts everything.
  select f.* into progress from private.figure_progress as f where f.company_id = company for update skip locked;
  if not found then return 0; end if;
  -- Taken before reading: transactions under way now are counted again next time.
  started_at := clock_timestamp();
  until := pg_snapshot_xmin(pg_current_snapshot());
  changes := private.figures_changed(company, company_zone);
  if progress.zone <> company_zone then
    delete from private.booked_days as b where b.company_id = company;
    progress.as_of := null;
  end if;
  insert into private.attendance_due (departure_id, company_id)
  select id, company from unnest(changes.departures) as changed (id) on conflict do nothing;
  insert into private.booked_days_due (company_id, day) select company, day from unnest(changes.days) as changed (day) on conflict do nothing;

  -- Most relevant first: departures nearest to today, latest days.
  departures := array(
    select due.departure_id from private.attendance_due as due join public.departures as d on d.id = due.departure_id
    where due.company_id = company order by abs(extract(epoch from d.starts_at - started_at)), d.id limit row_limit);
  days := array(select due.day from private.booked_days_due as due where due.company_id = company order by due.day desc limit row_limit);
  insert into private.departure_attendance as stored select * from private.count_attendance(departures)
  on conflict (departure_id) do update set booked = excluded.booked, attended = excluded.attended, unmarked = excluded.unmarked, walk_ins = excluded.walk_ins,
    unmarked_walk_ins = excluded.unmarked_walk_ins, reported = excluded.reported, reported_walk_ins = excluded.reported_walk_ins
  where (stored.*) is distinct from (excluded.*);
  delete from private.attendance_due as due where due.departure_id = any (departures);
  delete from private.booked_days as b where b.company_id = company and b.day = any (days);
  insert into private.booked_days select * from private.count_booked_days(company, days, company_zone);
  delete from private.booked_days_due as due where due.company_id = company and due.day = any (days);
  update private.figure_progress as f
  set epoch = e.epoch, since = until, zone = company_zone, turn_at = clock_timestamp(),
    as_of = case
      when exists (select from private.attendance_due as due where due.company_id = company)
        or exists (select from private.booked_days_due as due where due.company_id = company) then progress.as_of
      else started_at
    end
  from private.sync_epoch as e where f.company_id = company;
  -- Noting changes is cheap, but after a restore it covers everything.
  return cardinality(departures) + cardinality(days) + (cardinality(changes.departures) + cardinality(changes.days)) / 50;
end
$$;
comment on function private.update_figures is
  'Counts up to `row_limit` changed departures and as many days of a company''s figures; the rest stays noted as due. '
  'Returns the work done, in departures and days.';

create function private.update_changed_figures(row_limit integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  at constant timestamptz := clock_timestamp();
  changed uuid;
  done integer := 0;
begin
  -- Called at every tick, but runs once a minute, one caller at a time. A timestamp in the future comes from a clock
  -- that was set back.
  update private.job_worker set figures_at = at
  where is_singleton and (figures_at is null or figures_at <= at - interval '1 minute' or figures_at > at + interval '1 minute');
  if not found then return 0; end if;
  for changed in
    select c.id
    from public.companies as c
    left join private.figure_progress as f on f.company_id = c.id
    where private.has_uncounted_figures(c, f)
    order by f.turn_at nulls first, c.id
  loop
    begin
      -- Half for departures, half for days.
      done := done + private.update_figures(changed, greatest((row_limit - done) / 2, 1));
    exception when others then
      -- An error in one company's figures must not stop the others: its as_of stays, and the warning says why.
      raise warning 'The figures of company % could not be updated: %', changed, sqlerrm;
      insert into private.figure_progress (company_id, epoch, since, zone, turn_at)
      select c.id, e.epoch, '0', c.time_zone, clock_timestamp() from public.companies as c, private.sync_epoch as e where c.id = changed
      on conflict (company_id) do update set turn_at = excluded.turn_at;
    end;
    -- The rest follows in some seconds, not with the next call, which may come at once.
    if done >= row_limit then
      update private.job_worker set figures_at = at - interval '45 seconds' where is_singleton;
      exit;
    end if;
  end loop;
  return done;
end
$$;
comment on function private.update_changed_figures is
  'Counts changed figures of companies, up to `row_limit` departures and days a call, the longest waiting company first. '
  'Idempotent: it may run at any time, twice or a day late; readers see how old the figures are. Returns the work '
  'done.';

-- Queries -------------------------------------------------------------------------------------------------

create function private.current_attendance(company uuid, departures uuid[]) returns setof private.departure_attendance
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  progress private.figure_progress;
  since xid8;
  changed uuid[];
begin
  select f.* into progress from private.figure_progress as f where f.company_id = current_attendance.company;
  since := private.figures_counted_since(progress);
  changed := array(
    select departure.id from unnest(departures) as departure (id)
    where exists (select from private.attendance_due as due where due.departure_id = departure.id)
      or exists (select from public.check_in_actions as a where a.departure_id = departure.id and a.changed_xid >= since)
      or exists (select from public.guests as g where g.departure_id = departure.id and g.changed_xid >= since)
      or exists (select from public.bookings as b where b.departure_id = departure.id and b.changed_xid >= since)
    union
    -- Guests that moved away; before the first count nothing is stored that they could have left.
    select unnest(g.moved_from) from public.guests as g
    where since > '0' and g.company_id = current_attendance.company and g.changed_xid >= since and g.moved_from && departures
    intersect
    select unnest(departures));
  return query
    select d.* from private.departure_attendance as d where d.departure_id = any (departures) and d.departure_id <> all (changed)
    union all
    select * from private.count_attendance(changed);
end
$$;
comment on function private.current_attendance is
  'Returns the attendance of a day''s departures as of now: stored rows, counted again where something changed since. '
  'No row means nobody.';

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

create function private.dashboard_departures(reader private.dashboard_reader, from_date date, to_date date) returns uuid[]
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

create function private.seen_devices(departure uuid, since timestamptz) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select r.device_id
    from public.departure_guides as g join private.device_reports as r on r.user_id = g.user_id
    where g.departure_id = departure and g.status = 'accepted' and r.reported_at > since
    union all
    select a.device_id from public.check_in_actions as a where a.departure_id = departure and a.recorded_at > since;
end
$$;
comment on function private.seen_devices is
  'Returns devices of a departure''s guides that reported since a time, and devices that sent its actions since.';

create function private.attention_counts(reader private.dashboard_reader) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  ahead constant uuid[] := private.dashboard_departures(reader, reader.today, reader.today + 7);
  recent constant uuid[] := private.dashboard_departures(reader, reader.today - 14, reader.today);
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'no_guide', case when reader.is_whole then (
      select count(*) from public.departures as d
      where d.id = any (ahead) and d.status = 'scheduled' and d.starts_at > now()
        and not exists (select from public.departure_guides as g where g.departure_id = d.id and g.status <> 'declined')) end,
    'proposed', case when reader.is_whole then (
      select count(*) from public.departures as d
      where d.id = any (ahead) and d.status = 'scheduled' and d.starts_at > now()
        and exists (select from public.departure_guides as g where g.departure_id = d.id and g.status = 'proposed')) end,
    'below_minimum', case when reader.is_whole then
      cardinality(private.departures_below_minimum(reader.company, reader.today, reader.today + 7)) end,
    'overdue', (
      select count(*) from private.tour_reports as r
      where r.departure_id = any (recent) and r.is_overdue and r.state in ('open', 'returned')),
    -- Until the office locks the report, which means it has read it.
    'incidents', case when reader.is_whole then (
      select count(*) from private.tour_reports as r
      where r.departure_id = any (recent) and r.has_incidents and r.state in ('submitted', 'returned')) end,
    -- Actions may wait on a device without network, so the office does not know who came.
    'silent_devices', case when reader.is_whole then (
      select count(*) from public.departures as d
      where d.id = any (recent) and d.status = 'scheduled' and d.starts_at < now() + interval '10 minutes' and d.ends_at > now()
        and exists (select from private.seen_devices(d.id, now() - interval '30 days'))
        and not exists (select from private.seen_devices(d.id, d.starts_at - interval '30 minutes'))) end,
    'requests', case when reader.sees_bookings then (
      select count(*) from private.booking_list as l
      where l.company_id = reader.company and l.status = 'PENDING' and l.local_date >= reader.today) end,
    'refunds', case when reader.manages_bookings then (
      select count(*) from private.booking_list as l where l.company_id = reader.company and l.owed > 0) end,
    'refunds_failed', case when reader.manages_bookings then (
      select count(distinct r.booking_id)
      from private.booking_list as l join public.refunds as r on r.booking_id = l.booking_id and r.status = 'REFUND_FAILED'
      where l.company_id = reader.company and l.owed > 0) end,
    'differences', case when reader.sees_bookings then (
      select count(*) from private.payment_differences as d where d.company_id = reader.company and d.settled_at is null) end,
    'mails', case when reader.sees_outbox and reader.manages_bookings then (
      select count(*) from private.outbox_messages as m
      where m.company_id = reader.company and m.state = 'failed' and (reader.is_owner or m.booking_id is not null)) end,
    'refused', case when reader.manages_team then (
      select jsonb_build_object('devices', count(*), 'actions', coalesce(sum(r.parked), 0))
      from private.device_reports as r
      where r.company_id = reader.company and r.parked > 0 and r.reported_at > now() - interval '90 days') end,
    'unsent', case when reader.manages_team then (
      select jsonb_build_object('devices', count(*), 'actions', coalesce(sum(r.waiting), 0))
      from private.device_reports as r
      where r.company_id = reader.company and r.waiting > 0 and r.reported_at > now() - interval '90 days'
        and coalesce(r.synced_at, '-infinity') < now() - interval '1 hour') end));
end
$$;
comment on function private.attention_counts is
  'Returns how many items need attention, each counted as its list does. Lists that the reader may not see are '
  'omitted.';

create function public.read_today(company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
-- Security definer: attendance, seats and device reports are readable only as counts.
declare
  access record;
  reader private.dashboard_reader;
  shown uuid[];
begin
  access := private.resolve_dashboard_reader(company, 'read_today');
  if access.refusal is not null then return access.refusal; end if;
  reader := access.reader;
  shown := private.dashboard_departures(reader, reader.today, reader.today);
  return jsonb_build_object('status', 'ok', 'today', reader.today, 'time_zone', reader.zone, 'currency', reader.currency,
    'is_whole_company', reader.is_whole, 'sees_bookings', reader.sees_bookings,
    'needs', private.attention_counts(reader),
    'departures', coalesce((
      select jsonb_agg(jsonb_build_object('id', d.id, 'tour_id', d.tour_id, 'title', private.localised(d.tour_id, 'title'), 'colour', t.colour,
          'starts_at', private.iso(d.starts_at), 'ends_at', private.iso(d.ends_at), 'departure_status', d.status,
          'capacity', d.capacity, 'seats', coalesce(s.seats, 0), 'booked', coalesce(a.booked, 0), 'attended', coalesce(a.attended, 0) + coalesce(a.walk_ins, 0),
          'late', late.guests, 'late_minutes', late.minutes, 'due', case when reader.sees_bookings then owing.due end, 'flagged', flagged_actions.count,
          'guides', people.guides)
        order by d.starts_at, d.id)
      from public.departures as d
      join public.tours as t on t.id = d.tour_id
      left join private.booked_seats(shown) as s on s.departure_id = d.id
      left join private.current_attendance(company, shown) as a on a.departure_id = d.id
      -- Few guests report a delay, so only their departures are folded.
      cross join lateral (
        select case when exists (
          select from public.bookings as b where b.departure_id = d.id and b.late_minutes is not null) then private.departure_roll_call(d.id) -> 'guests' end as guests
        offset 0) as roll_call
      cross join lateral (
        select count(*) as guests, max(b.late_minutes) as minutes
        from public.bookings as b join public.guests as g on g.booking_id = b.id
        where b.departure_id = d.id and b.late_minutes is not null and roll_call.guests #>> array[g.id::text, 'status'] = 'expected') as late
      cross join lateral (
        select coalesce(sum(l.due), 0) as due from private.booking_list as l
        where l.departure_id = d.id and l.status in ('CONFIRMED', 'PENDING') and l.currency = reader.currency) as owing
      cross join lateral (
        select count(*) as count from public.check_in_actions as act
        where act.departure_id = d.id and act.flags <> '{}'
          and act.id::text not in (select u.target from private.undone_action_ids(array[d.id]) as u)) as flagged_actions
      cross join lateral (
        select coalesce(jsonb_agg(u.display_name order by g.role, u.display_name, g.user_id), '[]') as guides
        from public.departure_guides as g join public.users as u on u.id = g.user_id
        where g.departure_id = d.id and g.status <> 'declined') as people
      where d.id = any (shown)), '[]'));
end
$$;
comment on function public.read_today is
  'Returns a company''s current day: departures with seats, attendance, late guests and amounts due, and counts of '
  'items that need attention. Guides see their own departures. Returns {"status": "ok" | "not_permitted" | '
  '"signed_out"}.';
grant execute on function public.read_today(uuid) to authenticated;

create function private.booked_figures(reader private.dashboard_reader, from_date date, to_date date) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with taken as materialized (
      select * from private.booked_days as b where b.company_id = reader.company and b.day between from_date and to_date
    ), visible as materialized (
      -- Amounts in different currencies cannot be added up.
      select * from taken where currency = reader.currency
    )
    select json_build_object(
      'bookings', coalesce(sum(o.bookings), 0), 'guests', coalesce(sum(o.guests), 0), 'revenue', coalesce(sum(o.revenue), 0),
      'cancelled', coalesce(sum(o.cancelled), 0),
      'of_other_currencies', (select coalesce(sum(t.bookings), 0) from taken as t where t.currency <> reader.currency),
      'lead', json_build_array(coalesce(sum(o.lead[1]), 0), coalesce(sum(o.lead[2]), 0), coalesce(sum(o.lead[3]), 0), coalesce(sum(o.lead[4]), 0),
        coalesce(sum(o.lead[5]), 0), coalesce(sum(o.lead[6]), 0), coalesce(sum(o.lead[7]), 0)),
      -- readFigures in src/data/dashboard.ts reads these by position. Joined as text, as there may be thousands.
      'days', concat('[', string_agg('[' || concat_ws(',', o.day - from_date, '"' || o.source || '"', o.bookings, o.revenue, o.cancelled) || ']', ','
        order by o.day, o.source), ']')::json)
    from visible as o);
end
$$;
comment on function private.booked_figures is
  'Returns what was booked in a range of days in the company''s currency: totals, and by day and source.';

create function public.read_figures(company uuid, from_date date, to_date date) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
-- Security definer as in read_today. Returns json, which is already text, as in read_calendar.
declare
  access record;
  reader private.dashboard_reader;
  before_from date;
  own_departures uuid[];
  with_holds uuid[];
  moment private.figures_moment;
  result jsonb;
begin
  access := private.resolve_dashboard_reader(company, 'read_figures');
  if access.refusal is not null then return access.refusal; end if;
  if not private.is_date_range(from_date, to_date, 366) then return '{"status": "invalid"}'; end if;
  reader := access.reader;
  -- The figures are compared with those of the same number of days right before.
  before_from := from_date - (to_date - from_date + 1);
  -- Without ids for readers of the whole company: two years of departures are joined, not looked up one by one.
  if not reader.is_whole then own_departures := private.dashboard_departures(reader, before_from, to_date); end if;
  moment := private.figures_as_of(company);
  with_holds := private.departures_with_holds(company);
  with runs as materialized (
    select d.id, d.tour_id, d.local_date >= from_date as is_requested, d.ends_at <= now() as is_over, d.capacity, coalesce(h.seats, s.seats, 0) as seats,
      d.local_date, d.starts_at, d.ends_at,
      coalesce(a.booked, 0) as booked,
      coalesce(a.reported, a.attended + case when reader.rule <> 'check_ins_count' then a.unmarked else 0 end, 0) as attended,
      coalesce(a.reported_walk_ins, a.walk_ins + case when reader.rule <> 'check_ins_count' then a.unmarked_walk_ins else 0 end, 0) as walk_ins
    from public.departures as d
    left join private.departure_seats as s on s.departure_id = d.id
    -- Holds expire with time, so departures with holds are counted now.
    left join lateral (select * from private.booked_seats(with_holds) where with_holds <> '{}') as h on h.departure_id = d.id
    left join private.departure_attendance as a on a.departure_id = d.id
    where d.company_id = read_figures.company and d.local_date between before_from and to_date and d.status <> 'cancelled'
      and (reader.is_whole or d.id = any (own_departures))
  ), tours as (
    select r.tour_id, r.is_requested, count(*) as departures, sum(r.booked) as booked, sum(r.attended) as attended, sum(r.walk_ins) as walk_ins,
      sum(greatest(r.booked - r.attended, 0)) as no_shows
    from runs as r where r.is_over group by r.tour_id, r.is_requested
  ), cells as (
    select date_part('isodow', r.local_date)::integer as weekday, date_part('hour', r.starts_at at time zone reader.zone)::integer as hour,
      count(*) as departures, sum(r.seats) as seats, sum(r.capacity) as capacity
    from runs as r where r.is_requested group by 1, 2
  ), loads as (
    select g.user_id, count(*) filter (where r.is_requested) as departures, coalesce(sum(duration.minutes) filter (where r.is_requested), 0) as minutes,
      coalesce(sum(r.booked) filter (where r.is_requested), 0) as guests,
      count(*) filter (where not r.is_requested) as departures_before, coalesce(sum(duration.minutes) filter (where not r.is_requested), 0) as minutes_before
    from runs as r join public.departure_guides as g on g.departure_id = r.id and g.status = 'accepted'
    cross join lateral (select floor(date_part('epoch', r.ends_at - r.starts_at) / 60)::bigint as minutes) as duration
    where reader.is_whole or g.user_id = reader.person
    group by g.user_id
  )
  select jsonb_build_object(
    'attendance', coalesce((
      select jsonb_agg(jsonb_build_object('tour_id', t.tour_id, 'title', private.localised(t.tour_id, 'title'), 'departures', t.departures,
          'booked', t.booked, 'attended', t.attended, 'walk_ins', t.walk_ins, 'no_shows', t.no_shows) order by t.booked desc, t.tour_id)
      from tours as t where t.is_requested), '[]'),
    'attendance_before', (
      select jsonb_build_object('departures', coalesce(sum(t.departures), 0), 'booked', coalesce(sum(t.booked), 0), 'attended', coalesce(sum(t.attended), 0),
        'walk_ins', coalesce(sum(t.walk_ins), 0), 'no_shows', coalesce(sum(t.no_shows), 0))
      from tours as t where not t.is_requested),
    'fill', coalesce((
      select jsonb_agg(jsonb_build_array(c.weekday, c.hour, c.departures, c.seats, c.capacity) order by c.weekday, c.hour) from cells as c), '[]'),
    'fill_before', (
      select jsonb_build_object('departures', count(*), 'seats', coalesce(sum(r.seats), 0), 'capacity', coalesce(sum(r.capacity), 0)) from runs as r where not r.is_requested),
    'guides', coalesce((
      select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.display_name, 'departures', l.departures, 'minutes', l.minutes, 'guests', l.guests,
          'departures_before', l.departures_before, 'minutes_before', l.minutes_before) order by l.minutes desc, u.display_name, u.id)
      from loads as l join public.users as u on u.id = l.user_id), '[]'))
  into result;
  return json_build_object('status', 'ok', 'as_of', private.iso(moment.as_of), 'is_behind', moment.is_behind, 'from', from_date, 'to', to_date, 'before_from', before_from, 'before_to', from_date - 1,
    'today', reader.today, 'currency', reader.currency, 'is_whole_company', reader.is_whole, 'attendance_rule', reader.rule,
    'attendance', result -> 'attendance', 'attendance_before', result -> 'attendance_before', 'fill', result -> 'fill', 'fill_before', result -> 'fill_before',
    'guides', result -> 'guides', 'booked', case when reader.sees_bookings then private.booked_figures(reader, from_date, to_date) end,
    'booked_before', case when reader.sees_bookings then private.booked_figures(reader, before_from, from_date - 1) end);
end
$$;
comment on function public.read_figures is
  'Returns a company''s figures over up to 367 local days and as many before: bookings and revenue by day and source, '
  'attendance by tour, occupancy by weekday and hour, guides'' load. Reads what private.update_figures stored and '
  'says how old it is. Returns {"status": "ok" | "invalid" | "not_permitted" | "signed_out"}.';
grant execute on function public.read_figures(uuid, date, date) to authenticated;

-- Figures of several companies --------------------------------------------------------------------------------

create function private.overseen_figures(company public.companies, days integer) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  to_date constant date := (now() at time zone company.time_zone)::date;
  from_date constant date := to_date - days + 1;
  over constant uuid[] := array(
    select d.id from public.departures as d
    where d.company_id = company.id and d.local_date between from_date and to_date and d.status <> 'cancelled' and d.ends_at <= now());
  moment constant private.figures_moment := private.figures_as_of(company.id);
begin
  return (
    select jsonb_build_object('company', company.id, 'as_of', private.iso(moment.as_of), 'is_behind', moment.is_behind,
      'next', coalesce((
        select jsonb_agg(jsonb_build_object('id', d.id, 'title', private.localised(d.tour_id, 'title'), 'starts_at', private.iso(d.starts_at),
            'local_date', d.local_date, 'capacity', d.capacity, 'seats', private.seats_taken(d.id)) order by d.starts_at, d.id)
        from (
          select * from public.departures as d
          where d.company_id = company.id and d.status = 'scheduled' and d.starts_at > now() order by d.starts_at, d.id limit 3) as d), '[]'),
      'bookings', taken.bookings, 'guests', taken.guests, 'revenue', taken.revenue, 'booked', attended.booked, 'attended', attended.attended)
    from (
      select coalesce(sum(b.bookings), 0) as bookings, coalesce(sum(b.guests), 0) as guests, coalesce(sum(b.revenue), 0) as revenue
      from private.booked_days as b
      where b.company_id = company.id and b.day between from_date and to_date and b.currency = company.currency) as taken
    -- Counted as in read_figures.
    cross join (
      select coalesce(sum(a.booked), 0) as booked,
        coalesce(sum(coalesce(a.reported, a.attended + case when company.attendance_rule <> 'check_ins_count' then a.unmarked else 0 end)), 0) as attended
      from private.departure_attendance as a where a.departure_id = any (over)) as attended);
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
  if cardinality(companies) not between 0 and 50 or companies is null or days not between 1 and 366 or days is null then return '{"status": "invalid"}'; end if;
  return jsonb_build_object('status', 'ok', 'companies', coalesce((
    select jsonb_agg(private.overseen_figures(c, days) order by c.name, c.id)
    from public.companies as c
    where c.id = any (companies) and c.is_active and (private.is_platform_admin() or exists (
      select from public.organisation_companies as agreement
      where agreement.company_id = c.id and private.is_partner(agreement.organisation_id, c.id) and private.manages_team(me, null, agreement.organisation_id)))), '[]'));
end
$$;
comment on function public.read_overseen_figures is
  'Returns figures of up to 50 companies for people who manage their partner, or for the platform: next departures, '
  'and bookings and attendance of the last `days` days. Other companies are omitted. Returns {"status": "ok" | '
  '"invalid" | "signed_out"}.';
grant execute on function public.read_overseen_figures(uuid[], integer) to authenticated;
