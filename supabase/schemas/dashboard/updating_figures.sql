-- Dashboard: updating changed figures. ADR 056

create function private.count_attendance(departures uuid[]) returns setof private.departure_attendance
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query with requested as materialized (
    select d.id, exists (select from public.check_in_actions as a where a.departure_id = d.id) as has_actions
    from public.departures as d
    where d.id = any (departures)),
  folded as materialized (
    -- Twice, as the difference of the two rules is the number of unmarked guests.
    select a.id, private.departure_report(a.id, 'check_ins_count') as checked_in,
      private.departure_report(a.id, 'report_always') as with_unmarked
    from requested as a
    where a.has_actions)
    -- Departures without actions need no fold.
    select a.id, count(g.id)::integer, 0, count(g.id)::integer, 0, 0, null::integer, null::integer
    from requested as a
    left join (
      public.guests as g join public.bookings as b on b.id = g.booking_id and not private.is_released_status(b.status))
      on g.departure_id = a.id and not g.is_cancelled
    where not a.has_actions group by a.id
    union all
    select
      f.id,
      lines.booked,
      lines.attended,
      lines_with_unmarked.attended - lines.attended,
      (f.checked_in ->> 'walk_ins')::integer,
      (f.with_unmarked ->> 'walk_ins')::integer - (f.checked_in ->> 'walk_ins')::integer,
      case
        when report_action.payload is not null then
          (
            select coalesce(sum((line ->> 'attended')::integer), 0)::integer
            from jsonb_array_elements(report_action.payload -> 'lines') as line)
      end,
      (report_action.payload ->> 'walk_ins')::integer
    from folded as f
    cross join lateral (
      select coalesce(sum((line ->> 'booked')::integer), 0)::integer as booked,
        coalesce(sum((line ->> 'attended')::integer), 0)::integer as attended
      from jsonb_array_elements(f.checked_in -> 'lines') as line) as lines
    cross join lateral (
      select coalesce(sum((line ->> 'attended')::integer), 0)::integer as attended
      from jsonb_array_elements(f.with_unmarked -> 'lines') as line) as lines_with_unmarked
    left join public.check_in_actions as report_action on report_action.id = (f.checked_in ->> 'report')::uuid;
end
$$;
comment on function private.count_attendance is
  'Returns booked and attending guests of departures, by the same fold as their reports.';

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
  insert into private.booked_days_due (company_id, day)
  select company, day
  from unnest(changes.days) as changed (day)
  on conflict do nothing;

  -- Most relevant first: departures nearest to today, latest days.
  departures := array(
    select due.departure_id from private.attendance_due as due join public.departures as d on d.id = due.departure_id
    where due.company_id = company order by abs(extract(epoch from d.starts_at - started_at)), d.id limit row_limit);
  days := array(
    select due.day from private.booked_days_due as due
    where due.company_id = company order by due.day desc limit row_limit);
  insert into private.departure_attendance as stored
  select *
  from private.count_attendance(departures)
  on conflict (departure_id) do update
  set
    booked = excluded.booked,
    attended = excluded.attended,
    unmarked = excluded.unmarked,
    walk_ins = excluded.walk_ins,
    unmarked_walk_ins = excluded.unmarked_walk_ins,
    reported = excluded.reported,
    reported_walk_ins = excluded.reported_walk_ins
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
  return cardinality(departures) + cardinality(days) + (
    cardinality(changes.departures) + cardinality(changes.days)) / 50;
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
  update private.job_worker
  set figures_at = at
  where is_singleton
    and (figures_at is null or figures_at <= at - interval '1 minute' or figures_at > at + interval '1 minute');
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
      select c.id, e.epoch, '0', c.time_zone, clock_timestamp()
      from public.companies as c, private.sync_epoch as e
      where c.id = changed
      on conflict (company_id) do update
      set turn_at = excluded.turn_at;
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
  'Counts changed figures of companies, up to `row_limit` departures and days a call, the longest waiting company '
  'first. Idempotent: it may run at any time, twice or a day late; readers see how old the figures are. Returns the '
  'work done.';

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
      or exists (
        select from public.check_in_actions as a where a.departure_id = departure.id and a.changed_xid >= since)
      or exists (select from public.guests as g where g.departure_id = departure.id and g.changed_xid >= since)
      or exists (select from public.bookings as b where b.departure_id = departure.id and b.changed_xid >= since)
    union
    -- Guests that moved away; before the first count nothing is stored that they could have left.
    select unnest(g.moved_from) from public.guests as g
    where since > '0' and g.company_id = current_attendance.company and g.changed_xid >= since
      and g.moved_from && departures
    intersect
    select unnest(departures));
  return query
    select d.* from private.departure_attendance as d
    where d.departure_id = any (departures) and d.departure_id <> all (changed)
    union all
    select * from private.count_attendance(changed);
end
$$;
comment on function private.current_attendance is
  'Returns the attendance of a day''s departures as of now: stored rows, counted again where something changed since. '
  'No row means nobody.';

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
