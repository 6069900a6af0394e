-- Dashboard: a company's current day, and its figures over a range of days. ADR 056

create function private.resolve_dashboard_reader(
  company uuid, rpc text, out reader private.dashboard_reader, out refusal jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  subject constant jsonb := private.subject(me, rpc);
begin
  if me is null then refusal := '{"status": "signed_out"}';
  elsif company is null or not private.subject_can(subject, 'CHECK_IN_REPORTING_ACCESS', company) then
    refusal := '{"status": "not_permitted"}';
  else
    select
      c.id,
      me,
      c.time_zone,
      c.currency,
      c.attendance_rule,
      (now() at time zone c.time_zone)::date,
      private.sees_whole_company(subject, c.id),
      private.subject_can(subject, 'VIEW_BOOKINGS_ACCESS', c.id)
        or private.subject_can(subject, 'MANAGE_BOOKINGS_ACCESS', c.id),
      private.subject_can(subject, 'MANAGE_BOOKINGS_ACCESS', c.id),
      private.subject_can(subject, 'COMPANY_ALL_ACCESS', c.id),
      private.may_see_outbox(c.id),
      private.can('COMPANY_ALL_ACCESS', c.id) into reader
    from public.companies as c
    where c.id = resolve_dashboard_reader.company;
    if reader.company is null then refusal := '{"status": "not_permitted"}'; end if;
  end if;
end
$$;
comment on function private.resolve_dashboard_reader is
  'Returns what the caller may see of a company''s figures, or the refusal.';

create function private.attention_counts(reader private.dashboard_reader) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  ahead constant uuid[] := private.dashboard_departures(reader, reader.today, reader.today + 7);
  recent constant uuid[] := private.dashboard_departures(reader, reader.today - 14, reader.today);
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'no_guide', case
      when reader.is_whole then
        (
          select count(*) from public.departures as d
          where d.id = any (ahead) and d.status = 'scheduled' and d.starts_at > now()
            and not exists (
              select from public.departure_guides as g where g.departure_id = d.id and g.status <> 'declined'))
    end,
    'proposed', case
      when reader.is_whole then
        (
          select count(*) from public.departures as d
          where d.id = any (ahead) and d.status = 'scheduled' and d.starts_at > now()
            and exists (select from public.departure_guides as g where g.departure_id = d.id and g.status = 'proposed'))
    end,
    'below_minimum', case
      when reader.is_whole then
        cardinality(private.departures_below_minimum(reader.company, reader.today, reader.today + 7))
    end,
    'overdue', (
      select count(*) from private.tour_reports as r
      where r.departure_id = any (recent) and r.is_overdue and r.state in ('open', 'returned')),
    -- Until the office locks the report, which means it has read it.
    'incidents', case
      when reader.is_whole then
        (
          select count(*) from private.tour_reports as r
          where r.departure_id = any (recent) and r.has_incidents and r.state in ('submitted', 'returned'))
    end,
    -- Actions may wait on a device without network, so the office does not know who came.
    'silent_devices', case
      when reader.is_whole then
        (
          select count(*) from public.departures as d
          where d.id = any (recent) and d.status = 'scheduled' and d.starts_at < now() + interval '10 minutes'
            and d.ends_at > now()
            and exists (select from private.seen_devices(d.id, now() - interval '30 days'))
            and not exists (select from private.seen_devices(d.id, d.starts_at - interval '30 minutes')))
    end,
    'requests', case
      when reader.sees_bookings then
        (
          select count(*) from private.booking_list as l
          where l.company_id = reader.company and l.status = 'PENDING' and l.local_date >= reader.today)
    end,
    'refunds', case
      when reader.manages_bookings then
        (select count(*) from private.booking_list as l where l.company_id = reader.company and l.owed > 0)
    end,
    'refunds_failed', case
      when reader.manages_bookings then
        (
          select count(distinct r.booking_id) from private.booking_list as l
          join public.refunds as r on r.booking_id = l.booking_id and r.status = 'REFUND_FAILED'
          where l.company_id = reader.company and l.owed > 0)
    end,
    'differences', case
      when reader.sees_bookings then
        (
          select count(*) from private.payment_differences as d
          where d.company_id = reader.company and d.settled_at is null)
    end,
    'mails', case
      when reader.sees_outbox and reader.manages_bookings then
        (
          select count(*) from private.outbox_messages as m
          where m.company_id = reader.company and m.state = 'failed' and (reader.is_owner or m.booking_id is not null))
    end,
    'refused', case
      when reader.manages_team then
        (
          select jsonb_build_object('devices', count(*), 'actions', coalesce(sum(r.parked), 0))
          from private.device_reports as r
          where r.company_id = reader.company and r.parked > 0 and r.reported_at > now() - interval '90 days')
    end,
    'unsent', case
      when reader.manages_team then
        (
          select jsonb_build_object('devices', count(*), 'actions', coalesce(sum(r.waiting), 0))
          from private.device_reports as r
          where r.company_id = reader.company and r.waiting > 0 and r.reported_at > now() - interval '90 days'
            and coalesce(r.synced_at, '-infinity') < now() - interval '1 hour')
    end));
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
  return jsonb_build_object(
    'status', 'ok',
    'today', reader.today,
    'time_zone', reader.zone,
    'currency', reader.currency,
    'is_whole_company', reader.is_whole,
    'sees_bookings', reader.sees_bookings,
    'needs', private.attention_counts(reader),
    'departures', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', d.id,
        'tour_id', d.tour_id,
        'title', private.localised(d.tour_id, 'title'),
        'colour', t.colour,
        'starts_at', private.iso(d.starts_at),
        'ends_at', private.iso(d.ends_at),
        'departure_status', d.status,
        'capacity', d.capacity,
        'seats', coalesce(s.seats, 0),
        'booked', coalesce(a.booked, 0),
        'attended', coalesce(a.attended, 0) + coalesce(a.walk_ins, 0),
        'late', late.guests,
        'late_minutes', late.minutes,
        'due', case when reader.sees_bookings then owing.due end,
        'flagged', flagged_actions.count,
        'guides', people.guides) order by d.starts_at, d.id)
      from public.departures as d join public.tours as t on t.id = d.tour_id
      left join private.booked_seats(shown) as s on s.departure_id = d.id
      left join private.current_attendance(company, shown) as a on a.departure_id = d.id
      -- Few guests report a delay, so only their departures are folded.
      cross join lateral (
        select case
          when exists (select from public.bookings as b where b.departure_id = d.id and b.late_minutes is not null) then
            private.departure_roll_call(d.id) -> 'guests'
        end as guests
        offset 0) as roll_call
      cross join lateral (
        select count(*) as guests, max(b.late_minutes) as minutes from public.bookings as b
        join public.guests as g on g.booking_id = b.id
        where b.departure_id = d.id and b.late_minutes is not null
          and roll_call.guests #>> array[g.id::text, 'status'] = 'expected') as late
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
    select
      d.id,
      d.tour_id,
      d.local_date >= from_date as is_requested,
      d.ends_at <= now() as is_over,
      d.capacity,
      coalesce(h.seats, s.seats, 0) as seats,
      d.local_date,
      d.starts_at,
      d.ends_at,
      coalesce(a.booked, 0) as booked,
      coalesce(
        a.reported, a.attended + case when reader.rule <> 'check_ins_count' then a.unmarked else 0 end, 0) as attended,
      coalesce(
        a.reported_walk_ins,
        a.walk_ins + case when reader.rule <> 'check_ins_count' then a.unmarked_walk_ins else 0 end,
        0) as walk_ins
    from public.departures as d left join private.departure_seats as s on s.departure_id = d.id
    -- Holds expire with time, so departures with holds are counted now.
    left join lateral (select * from private.booked_seats(with_holds) where with_holds <> '{}') as h
      on h.departure_id = d.id
    left join private.departure_attendance as a on a.departure_id = d.id
    where d.company_id = read_figures.company and d.local_date between before_from and to_date
      and d.status <> 'cancelled' and (reader.is_whole or d.id = any (own_departures))),
  tours as (
    select
      r.tour_id,
      r.is_requested,
      count(*) as departures,
      sum(r.booked) as booked,
      sum(r.attended) as attended,
      sum(r.walk_ins) as walk_ins,
      sum(greatest(r.booked - r.attended, 0)) as no_shows
    from runs as r
    where r.is_over group by r.tour_id, r.is_requested),
  cells as (
    select date_part('isodow', r.local_date)::integer as weekday,
      date_part('hour', r.starts_at at time zone reader.zone)::integer as hour, count(*) as departures,
      sum(r.seats) as seats, sum(r.capacity) as capacity
    from runs as r
    where r.is_requested group by 1, 2),
  loads as (
    select
      g.user_id,
      count(*) filter (where r.is_requested) as departures,
      coalesce(sum(duration.minutes) filter (where r.is_requested), 0) as minutes,
      coalesce(sum(r.booked) filter (where r.is_requested), 0) as guests,
      count(*) filter (where not r.is_requested) as departures_before,
      coalesce(sum(duration.minutes) filter (where not r.is_requested), 0) as minutes_before
    from runs as r join public.departure_guides as g on g.departure_id = r.id and g.status = 'accepted'
    cross join lateral (select floor(date_part('epoch', r.ends_at - r.starts_at) / 60)::bigint as minutes) as duration
    where reader.is_whole or g.user_id = reader.person group by g.user_id)
  select jsonb_build_object(
    'attendance', coalesce((
      select jsonb_agg(jsonb_build_object(
        'tour_id', t.tour_id,
        'title', private.localised(t.tour_id, 'title'),
        'departures', t.departures,
        'booked', t.booked,
        'attended', t.attended,
        'walk_ins', t.walk_ins,
        'no_shows', t.no_shows) order by t.booked desc, t.tour_id)
      from tours as t
      where t.is_requested), '[]'),
    'attendance_before', (
      select jsonb_build_object(
        'departures', coalesce(sum(t.departures), 0),
        'booked', coalesce(sum(t.booked), 0),
        'attended', coalesce(sum(t.attended), 0),
        'walk_ins', coalesce(sum(t.walk_ins), 0),
        'no_shows', coalesce(sum(t.no_shows), 0))
      from tours as t
      where not t.is_requested),
    'fill', coalesce((
      select jsonb_agg(jsonb_build_array(
        c.weekday, c.hour, c.departures, c.seats, c.capacity) order by c.weekday, c.hour)
      from cells as c), '[]'),
    'fill_before', (
      select jsonb_build_object(
        'departures', count(*), 'seats', coalesce(sum(r.seats), 0), 'capacity', coalesce(sum(r.capacity), 0))
      from runs as r
      where not r.is_requested),
    'guides', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', u.id,
        'name', u.display_name,
        'departures', l.departures,
        'minutes', l.minutes,
        'guests', l.guests,
        'departures_before', l.departures_before,
        'minutes_before', l.minutes_before) order by l.minutes desc, u.display_name, u.id)
      from loads as l join public.users as u on u.id = l.user_id), '[]')) into result;
  return json_build_object(
    'status', 'ok',
    'as_of', private.iso(moment.as_of),
    'is_behind', moment.is_behind,
    'from', from_date,
    'to', to_date,
    'before_from', before_from,
    'before_to', from_date - 1,
    'today', reader.today,
    'currency', reader.currency,
    'is_whole_company', reader.is_whole,
    'attendance_rule', reader.rule,
    'attendance', result -> 'attendance',
    'attendance_before', result -> 'attendance_before',
    'fill', result -> 'fill',
    'fill_before', result -> 'fill_before',
    'guides', result -> 'guides',
    'booked', case when reader.sees_bookings then private.booked_figures(reader, from_date, to_date) end,
    'booked_before', case when reader.sees_bookings then private.booked_figures(reader, before_from, from_date - 1) end
  );
end
$$;
comment on function public.read_figures is
  'Returns a company''s figures over up to 367 local days and as many before: bookings and revenue by day and source, '
  'attendance by tour, occupancy by weekday and hour, guides'' load. Reads what private.update_figures stored and '
  'says how old it is. Returns {"status": "ok" | "invalid" | "not_permitted" | "signed_out"}.';
grant execute on function public.read_figures(uuid, date, date) to authenticated;
