-- Tour reports: numbers that a guide submits after a departure, a fold over the roll-call's actions. ADR 040

create type private.report_state as enum ('open', 'submitted', 'returned', 'locked');
comment on type private.report_state is 'State of the report of a departure.';

create table private.tour_reports (
  departure_id uuid primary key references public.departures (id) on delete cascade,
  state private.report_state not null default 'open',
  reminded_at timestamptz,
  is_overdue boolean not null default false,
  rule public.attendance_rule,
  report_id uuid,
  has_incidents boolean not null default false
);
comment on table private.tour_reports is
  'State of a departure''s report, as folded from its actions. Written by the push, which accepts only an unlock of a '
  'locked report, and by the reminders.';
comment on column private.tour_reports.reminded_at is
  'Time at which its guides were reminded, or at which no report was found to be required.';
comment on column private.tour_reports.rule is 'Attendance rule at the time of locking; null if it is not locked.';
comment on column private.tour_reports.is_overdue is
  'Whether a required report was not submitted in time; state says whether it has arrived since.';
comment on column private.tour_reports.report_id is
  'Action that submitted the effective report; has_incidents: whether it reports incidents.';
create index tour_reports_overdue_idx on private.tour_reports (departure_id) where is_overdue
  and state in ('open', 'returned');
alter table private.tour_reports enable row level security, force row level security;

create function private.fold_report(
  guests jsonb, actions jsonb, rule public.attendance_rule, currency text
) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  with input as materialized (
    -- The first of several actions with the same id counts, the last of several guests, as in fold_check_in.
    select distinct on (a ->> 'id') a ->> 'id' as id, a ->> 'kind' as kind, a -> 'payload' as payload,
      ((a ->> 'occurred_at') || (a ->> 'id')) collate "C" as moment
    from jsonb_array_elements(actions) with ordinality as action (a, ordinal)
    order by a ->> 'id', ordinal),
  types as materialized (
    select distinct on (g ->> 'id') g ->> 'id' as id, g ->> 'type' as type
    from jsonb_array_elements(guests) with ordinality as guest (g, ordinal)
    order by g ->> 'id', ordinal desc),
  walked_in as materialized (
    select distinct guest ->> 'id' as id from input
    cross join jsonb_array_elements(payload -> 'guests') as guest
    where kind = 'walk_in'),
  undone as materialized (
    select distinct target as id from input
    cross join jsonb_array_elements_text(payload -> 'actions') as target
    where kind = 'undo'),
  people as materialized (
    select coalesce(types.type, 'OTHER') as type, walked_in.id is not null as has_walked_in,
      state ->> 'status' as status,
      -- Under the report rules, unmarked guests count as present; guides report who was missing.
      state ->> 'status' = 'checked_in' or (state ->> 'status' = 'expected' and rule <> 'check_ins_count') as attended
    from jsonb_each(private.fold_check_in(guests, actions) -> 'guests') as attendance (guest_id, state)
    left join types on types.id = attendance.guest_id
    left join walked_in on walked_in.id = attendance.guest_id),
  lines as materialized (
    select type, count(*) as booked, count(*) filter (where attended) as attended
    from people
    where not has_walked_in and status <> 'cancelled' group by type),
  submitted as materialized (
    select id, moment,
      id not in (
        select replaced from input cross join jsonb_array_elements_text(payload -> 'replaces') as replaced
        where kind = 'report_submit') as is_head
    from input
    where kind = 'report_submit'),
  locks as materialized (
    select id, moment, payload ->> 'report' as report from input
    where kind = 'report_lock'
      and id not in (
        select opened from input cross join jsonb_array_elements_text(payload -> 'locks') as opened
        where kind = 'report_unlock')),
  shown as materialized (
    select coalesce(
      (select id from submitted where id = (select report from locks order by moment limit 1)),
      (select id from submitted where is_head order by moment desc limit 1),
      -- Reports that replace each other in a cycle.
      (select id from submitted order by moment desc limit 1)) as id),
  questions as materialized (
    select input.id, input.moment from input join shown on shown.id = input.payload ->> 'report'
    where input.kind = 'report_return')
  select jsonb_build_object(
    'state', case
      when exists (select from locks) then 'locked'
      when (select id from shown) is null then 'open'
      when exists (select from questions) then 'returned'
      else 'submitted'
    end,
    'report', (select id from shown),
    'conflicting', coalesce((
      select jsonb_agg(id order by moment) from submitted where is_head and id <> (select shown.id from shown)), '[]'),
    'questions', coalesce((select jsonb_agg(id order by moment) from questions), '[]'),
    'locks', coalesce((select jsonb_agg(id order by moment) from locks), '[]'),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object(
        'type', type, 'booked', booked, 'attended', attended) order by type::public.price_category_type)
      from lines), '[]'),
    'walk_ins', (select count(*) from people where has_walked_in and attended),
    'cash', coalesce((
      select sum((payload ->> 'amount')::numeric) from input
      where kind = 'payment' and payload ->> 'method' = 'cash'
        and payload ->> 'currency' = fold_report.currency
        and not exists (select from undone where undone.id = input.id)), 0))$$;
comment on function private.fold_report is
  'Returns the state of a report and its figures from the check-ins: `report` is the effective one, `conflicting` are '
  'others that none replaces, `questions` the office''s about it, `locks` those not opened. Twin of toCanonicalReport '
  'in src/domain/tour-report.ts over JSON in snake_case; a property test compares both.';

create function private.departure_report(departure uuid, rule public.attendance_rule default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select private.fold_report(
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', g.id,
          'booking_id', g.booking_id,
          'type', g.category_type,
          'cancelled', g.is_cancelled
            or private.is_released_status((select b.status from public.bookings as b where b.id = g.booking_id))))
        from public.guests as g
        where g.departure_id = d.id), '[]'),
      coalesce((
        select to_jsonb(array_agg(jsonb_build_object(
          'id', a.id,
          'kind', a.kind,
          'guest_id', a.guest_id,
          'booking_id', a.booking_id,
          'device_id', a.device_id,
          'user_id', a.user_id,
          'occurred_at', private.iso(a.occurred_at),
          -- Only payloads that the folds read.
          'payload', case
            when a.kind in ('walk_in', 'payment', 'undo')
              or private.is_report_kind(a.kind)
              or a.payload ->> 'method' = 'signed'
              then a.payload
            else '{}'
          end)))
        from public.check_in_actions as a
        where a.departure_id = d.id), '[]'),
      coalesce(rule, c.attendance_rule),
      c.currency)
    from public.departures as d join public.companies as c on c.id = d.company_id
    where d.id = departure);
end
$$;
comment on function private.departure_report is
  'Returns the folded report of a departure from its stored guests and actions, by its company''s rule or the given '
  'one.';

create function private.update_report_state(action private.incoming_action) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  folded constant jsonb := private.departure_report(action.departure_id);
  new_state constant private.report_state := (folded ->> 'state')::private.report_state;
  effective_report constant uuid := (folded ->> 'report')::uuid;
begin
  insert into private.tour_reports as t (departure_id, state, rule, report_id, has_incidents)
  values (
    action.departure_id,
    new_state,
    case
      when new_state = 'locked' then
        (select c.attendance_rule from public.companies as c where c.id = action.company_id)
    end,
    effective_report,
    exists (
      select from public.check_in_actions as a where a.id = effective_report and a.payload ->> 'incidents' is not null))
  on conflict (departure_id) do update
  set state = excluded.state, rule = case when t.state = excluded.state then t.rule else excluded.rule end,
    report_id = excluded.report_id, has_incidents = excluded.has_incidents
  where t.state <> excluded.state or t.report_id is distinct from excluded.report_id;
  if action.kind = 'report_unlock' then
    insert into public.audit_events (user_id, company_id, action, subject_id, after)
    values (
      (select auth.uid()),
      action.company_id,
      'unlock_report',
      action.departure_id,
      jsonb_build_object('reason_note', action.payload ->> 'reason'));
  end if;
end
$$;
comment on function private.update_report_state is
  'Stores the folded state of a report after an action, and logs who unlocked it and why.';

create function private.is_report_required(rule public.attendance_rule, report jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select case rule
    when 'report_always' then (report ->> 'walk_ins')::integer > 0 or report -> 'lines' <> '[]'
    when 'report_differences' then
      (report ->> 'walk_ins')::integer > 0
        or exists (
          select from jsonb_array_elements(report -> 'lines') as line where line -> 'booked' <> line -> 'attended')
    else false
  end$$;
comment on function private.is_report_required is
  'Returns whether a company''s rule requires a report. Twin of requiresReport in src/domain/tour-report.ts.';

create function private.report_due_at(ends_at timestamptz) returns timestamptz
language sql immutable parallel safe
return ends_at + interval '12 hours';
comment on function private.report_due_at is
  'Returns when a required report becomes overdue. Twin in src/domain/tour-report.ts.';

create function private.enqueue_report_reminder(departure uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  ended_departure public.departures;
  report jsonb;
  is_due boolean;
  guide record;
begin
  select d.* into ended_departure from public.departures as d where d.id = departure for no key update;
  -- Read under the lock, as the report may have arrived meanwhile.
  report := private.departure_report(ended_departure.id);
  is_due := report ->> 'state' = 'returned'
    or (
      report ->> 'state' = 'open'
        and private.is_report_required((
          select c.attendance_rule from public.companies as c where c.id = ended_departure.company_id), report));
  insert into private.tour_reports as t (departure_id, reminded_at, is_overdue)
  values (ended_departure.id, clock_timestamp(), is_due)
  on conflict (departure_id) do update
  set reminded_at = excluded.reminded_at, is_overdue = excluded.is_overdue;
  if not is_due then return; end if;
  for guide in
    select u.id, u.locale, a.email
    from public.departure_guides as g
    join public.company_members as m on m.user_id = g.user_id and m.company_id = ended_departure.company_id
    join public.users as u on u.id = g.user_id
    join auth.users as a on a.id = u.id
    where g.departure_id = ended_departure.id and g.status = 'accepted' and private.is_email_address(a.email)
    order by u.id
  loop
    perform private.enqueue_mail(
      'report-overdue',
      guide.email,
      guide.locale,
      private.departure_mail(ended_departure, guide.locale::text),
      company => ended_departure.company_id,
      dedupe_key => 'report_overdue:' || ended_departure.id || ':' || guide.id);
  end loop;
end
$$;
comment on function private.enqueue_report_reminder is
  'Queues reminder mails to the guides of a departure whose report is still required.';

create trigger record_webhook_events_inserted after insert on private.tour_reports
  referencing new table as changed for each statement execute function private.record_report_events();
create trigger record_webhook_events after update on private.tour_reports
  referencing old table as before new table as changed for each statement
  execute function private.record_report_events();
