-- Tour reports: reminders, and the office's list. ADR 040

create function private.enqueue_due_report_reminders(at timestamptz, row_limit integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  chosen uuid[];
  due_departure record;
  done integer := 0;
begin
  chosen := array(
    select d.id from public.companies as c join public.departures as d on d.company_id = c.id
    where c.attendance_rule <> 'check_ins_count' and c.is_active and c.has_active_subscription
      and d.status <> 'cancelled' and private.report_due_at(d.ends_at) <= at
      and private.report_due_at(d.ends_at) > at - interval '3 days'
      -- A wider range for the index.
      and d.ends_at between at - interval '4 days' and at
      and not exists (
        select from private.tour_reports as r
        where r.departure_id = d.id and (r.reminded_at is not null or r.state in ('submitted', 'locked')))
      and not private.has_failed_today('enqueue_report_reminder', d.id)
    order by d.ends_at, d.id limit row_limit);
  -- In the order in which pushes lock departures, so that they cannot deadlock.
  for due_departure in
    select d.id, d.company_id from public.departures as d where d.id = any (chosen) order by d.id
  loop
    if private.attempt_step('enqueue_report_reminder', due_departure.company_id, due_departure.id) then
      done := done + 1;
    end if;
  end loop;
  return done;
end
$$;
comment on function private.enqueue_due_report_reminders is
  'Queues reminders for overdue reports, once per departure; none if it became overdue more than three days ago. '
  'Returns how many departures.';

create function public.read_tour_reports(company uuid, from_date date, to_date date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  subject constant jsonb := private.subject(me, 'read_tour_reports');
  rule public.attendance_rule;
  zone text;
  currency text;
  is_whole boolean;
  found uuid[];
  named uuid[];
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_tour_reports', company) then return '{"status": "not_permitted"}'; end if;
  if not coalesce(to_date - from_date between 0 and 31, false) then return '{"status": "invalid"}'; end if;
  is_whole := private.sees_whole_company(subject, company);
  select c.attendance_rule, c.time_zone, c.currency into rule, zone, currency
  from public.companies as c
  where c.id = company;
  found := array(
    select d.id from public.departures as d
    -- Tours of several days, too, of which a part is in the range; the range of dates is for the index.
    where d.company_id = company and d.local_date between from_date - 31 and to_date
      and d.ends_at > from_date::timestamp at time zone zone and d.status <> 'cancelled'
      and d.starts_at <= now()
      and (
        is_whole
          or exists (
            select from public.departure_guides as g
            where g.departure_id = d.id and g.user_id = me and g.status <> 'declined'))
    order by d.starts_at desc, d.id limit 500);
  -- People who see only their own departures read free text while the departure may be on a device, or while the office
  -- waits for an answer.
  named := array(
    select d.id from public.departures as d
    where d.id = any (private.departures_with_named_guests(company, found))
      and (
        is_whole
          or private.can_be_on_device(d.local_date)
          or exists (
            select from private.tour_reports as r
            join public.check_in_actions as asking
              on asking.departure_id = r.departure_id and asking.kind = 'report_return'
            where r.departure_id = d.id and r.state = 'returned' and asking.recorded_at > now() - interval '14 days')));
  return jsonb_build_object(
    'status', 'ok',
    'rule', rule,
    'currency', currency,
    'time_zone', zone,
    'may', jsonb_build_object(
      'review', is_whole, 'unlock', private.subject_can(subject, 'COMPANY_ALL_ACCESS', company)),
    'reports', coalesce((
      select jsonb_agg(jsonb_build_object(
        'departure_id', d.id,
        'title', private.localised(d.tour_id, 'title'),
        'starts_at', private.iso(d.starts_at),
        'ends_at', private.iso(d.ends_at),
        'local_date', d.local_date,
        'guides', coalesce((
          select jsonb_agg(jsonb_build_object('user_id', g.user_id, 'role', g.role) order by g.role, g.user_id)
          from public.departure_guides as g where g.departure_id = d.id and g.status <> 'declined'), '[]'),
        'prefilled', jsonb_build_object(
          'lines', folded.report -> 'lines',
          'walk_ins', folded.report -> 'walk_ins',
          'cash', folded.report -> 'cash'),
        'actions', coalesce((
          select jsonb_agg(private.action_row(a, d.id = any (named)) order by a.occurred_at, a.id)
          from public.check_in_actions as a where a.departure_id = d.id and private.is_report_kind(a.kind)), '[]')
      ) order by d.starts_at desc, d.id)
      from public.departures as d
      cross join lateral (select private.departure_report(d.id) as report) as folded
      where d.id = any (found)), '[]'),
    'people', coalesce((
      select jsonb_agg(jsonb_build_object('id', u.id, 'display_name', u.display_name) order by u.id)
      from public.users as u
      where u.id in (
        select g.user_id from public.departure_guides as g where g.departure_id = any (found) and g.status <> 'declined'
        union
        select a.user_id from public.check_in_actions as a
        where a.departure_id = any (found) and private.is_report_kind(a.kind)
        union
        -- A report may name any user; names of people outside the company are not returned.
        select m.user_id
        from public.check_in_actions as a
        join public.company_members as m
          on m.company_id = read_tour_reports.company and m.user_id = (a.payload ->> 'guide_id')::uuid
        where a.departure_id = any (found) and a.kind = 'report_submit')), '[]'));
end
$$;
comment on function public.read_tour_reports is
  'Returns the latest 500 started departures of which a part is in a range of up to 32 days, with their counted '
  'attendance and report actions: all of the company''s, or the caller''s own. Refusals: invalid, not_permitted, '
  'signed_out.';
grant execute on function public.read_tour_reports(uuid, date, date) to authenticated;
