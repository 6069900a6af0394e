-- The planner, suggestions, and a guide's own month. ADR 033

create table private.unassigned_guides (
  departure_id uuid not null references public.departures (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  status public.assignment_status not null,
  version integer not null,
  primary key (departure_id, user_id)
);
comment on table private.unassigned_guides is
  'A guide''s answer before being taken off, and the departure''s version '
  'since. Reassigning the guide before any other change restores the answer.';
create index unassigned_guides_user_id_idx on private.unassigned_guides (user_id);
alter table private.unassigned_guides enable row level security, force row level security;

create function public.add_time_off(
  id uuid,
  company uuid,
  person uuid,
  from_date date,
  from_time time,
  to_date date,
  to_time time,
  note text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  zone constant text := (select c.time_zone from public.companies as c where c.id = company);
  scope record;
  new_time_off public.time_off;
begin
  scope := private.guide_scope(company, person, 'add_time_off');
  if scope.refusal is not null then return scope.refusal; end if;
  if add_time_off.id is null
    or not private.is_date_range(from_date, to_date, 400)
    or not private.is_date_range(current_date - 400, from_date, 4000)
    or from_time is null
    or to_time is null
    or from_date + from_time >= to_date + to_time
    or length(private.trim_text(coalesce(note, ''))) > 200
  then
    return '{"status": "invalid"}';
  end if;
  new_time_off.starts_at := private.instant_in(zone, from_date + from_time);
  -- Both ends may fall into an hour that summer time skips.
  new_time_off.ends_at := greatest(
    private.instant_in(zone, to_date + to_time), new_time_off.starts_at + interval '1 minute');
  insert into public.time_off (id, company_id, user_id, starts_at, ends_at, note)
  values (
    add_time_off.id,
    company,
    person,
    new_time_off.starts_at,
    new_time_off.ends_at,
    nullif(private.trim_text(note), ''))
  on conflict on constraint time_off_pkey do nothing
  returning * into new_time_off;
  if new_time_off.id is null then
    select * into new_time_off from public.time_off as o
    where o.id = add_time_off.id and o.company_id = company and o.user_id = person;
    if new_time_off.id is null then return '{"status": "invalid"}'; end if;
  else
    perform private.log_change(
      company,
      'add_time_off',
      null,
      jsonb_build_object(
        'id', new_time_off.id,
        'user_id', person,
        'starts_at', private.iso(new_time_off.starts_at),
        'ends_at', private.iso(new_time_off.ends_at)));
  end if;
  return jsonb_build_object(
    'status', 'ok',
    'departures', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', d.id, 'tour_id', d.tour_id, 'starts_at', private.iso(d.starts_at)) order by d.starts_at, d.id)
      from public.departure_guides as g join public.departures as d on d.id = g.departure_id
      where g.user_id = person and g.status <> 'declined' and d.company_id = company
        and d.status = 'scheduled' and d.starts_at < new_time_off.ends_at
        and new_time_off.starts_at < d.ends_at), '[]'));
end
$$;
comment on function public.add_time_off is
  'Adds time off of a guide between two local times (24:00 is the end of a day). Returns ok with the guide''s '
  'departures in that time, or invalid, not_permitted, not_found or signed_out.';

create function public.read_planner(company uuid, from_date date, to_date date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  zone text;
  planned_duties private.duty[];
  shown uuid[];
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_planner', company) then return '{"status": "not_permitted"}'; end if;
  if not private.is_date_range(from_date, to_date, 13) then return '{"status": "invalid"}'; end if;
  zone := (select c.time_zone from public.companies as c where c.id = company);
  planned_duties := array(select d from private.duties(company, from_date, to_date) as d);
  shown := array(
    select d.id from public.departures as d where d.company_id = company and d.local_date between from_date and to_date
  );
  return jsonb_build_object(
    'status', 'ok',
    'time_zone', zone,
    'minimum_break_minutes', private.minimum_break_minutes(company),
    'tours', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', t.id,
        'title', private.localised(t.id, 'title'),
        'colour', t.colour,
        'latitude', t.latitude,
        'longitude', t.longitude))
      from public.tours as t
      where t.id in (select d.tour_id from public.departures as d where d.id = any (shown))), '[]'),
    'guides', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', u.id,
          'name', u.display_name,
          'minutes', coalesce((
            select sum(extract(epoch from d.ends_at - d.starts_at) / 60)::integer
            from unnest(planned_duties) as d
            where d.user_id = u.id), 0))
          || private.guide_availability(
            company, u.id, private.instant_in(zone, from_date::timestamp)) order by u.display_name,
        u.id)
      from private.company_guides(
        company, array(select distinct d.user_id from unnest(planned_duties) as d where d.user_id is not null)) as u
    ), '[]'),
    'departures', coalesce((
      select jsonb_agg(
        shown_card.card
          || jsonb_build_object(
            'week_minute', duty.week_minute, 'wall_minutes', duty.wall_minutes) order by d.starts_at,
        d.id)
      from private.departure_cards(shown) as shown_card
      join public.departures as d on d.id = shown_card.id join public.tours as t on t.id = d.tour_id
      cross join lateral private.duty_in_zone(zone, d, t, null) as duty), '[]'),
    'conflicts', private.ordered_conflicts((
      select coalesce(jsonb_agg(to_jsonb(c)), '[]') from private.duty_conflicts(company, planned_duties) as c)));
end
$$;
comment on function public.read_planner is
  'Returns up to two weeks by guide: duties, working hours, time off and '
  'present conflicts. Returns ok, invalid, not_permitted or signed_out.';

create function public.suggest_assignments(company uuid, day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  minutes integer;
  d public.departures;
  duty private.duty;
  candidate_duties private.duty[];
  guides uuid[];
  blocked jsonb;
  loads jsonb;
  chosen private.duty[] := '{}';
  best record;
  unassigned jsonb := '[]';
  suggestions jsonb := '[]';
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('suggest_assignments', company) then
    return '{"status": "not_permitted"}';
  end if;
  if not private.is_date_range(day, day, 0) then return '{"status": "invalid"}'; end if;
  minutes := private.minimum_break_minutes(company);
  guides := array(
    select u.id from private.company_guides(company, '{}') as u where private.may_guide(u.id, company) order by u.id);
  candidate_duties := array(
    select private.assignment_duty(departure, guide.id) from public.departures as departure
    cross join unnest(guides) as guide (id)
    where departure.company_id = suggest_assignments.company and departure.local_date = day
      and departure.status = 'scheduled'
      and not exists (
        select from public.departure_guides as g where g.departure_id = departure.id and g.status <> 'declined'));
  blocked := (
    select coalesce(jsonb_object_agg(pair, kinds), '{}')
    from (select c.departure_id || ' ' || c.user_id as pair, jsonb_agg(distinct c.kind) as kinds
      from private.duty_conflicts(company, candidate_duties) as c group by 1) as found);
  -- The Monday-to-Sunday week of the day.
  loads := (
    select coalesce(jsonb_object_agg(sums.user_id, sums.sum), '{}')
    from (
      select w.user_id, sum(extract(epoch from w.ends_at - w.starts_at) / 60)::integer as sum
      from private.duties(
        company, date_trunc('week', day::timestamp)::date, date_trunc('week', day::timestamp)::date + 6) as w
      where w.user_id is not null group by 1) as sums);
  for d in
    select * from public.departures as departure
    where departure.id in (select w.departure_id from unnest(candidate_duties) as w)
    order by departure.starts_at, departure.id
  loop
    duty := private.assignment_duty(d, null);
    select u.id, u.display_name, coalesce((loads ->> u.id::text)::integer, 0) as load into best
    from public.users as u
    where u.id = any (guides) and not blocked ? (d.id || ' ' || u.id)
      -- Guides who declined are not suggested again.
      and not exists (select from public.departure_guides as g where g.departure_id = d.id and g.user_id = u.id)
      and not exists (
        select from unnest(chosen) as c where c.user_id = u.id and private.clash_reason(c, duty, minutes) is not null)
    order by 3, u.display_name, u.id limit 1;
    if best.id is null then
      unassigned := unassigned
        || jsonb_build_object(
          'departure_id', d.id,
          'reason', case
            when not exists (
              select from unnest(guides) as guide
              where not coalesce(blocked -> (d.id || ' ' || guide) ? 'language', false))
              then 'nobody_speaks'
            else 'nobody_free'
          end);
    else
      duty.user_id := best.id;
      chosen := chosen || duty;
      loads := loads
        || jsonb_build_object(best.id, best.load + (extract(epoch from d.ends_at - d.starts_at) / 60)::integer);
      suggestions := suggestions
        || jsonb_build_object(
          'departure_id', d.id,
          'version', d.version,
          'user_id', best.id,
          'name', best.display_name,
          'minutes', best.load);
    end if;
  end loop;
  return jsonb_build_object('status', 'ok', 'suggestions', suggestions, 'unassigned', unassigned);
end
$$;
comment on function public.suggest_assignments is
  'Suggests guides for a day''s departures without one, by language and availability, fewest minutes in the week '
  'first, and returns the rest with the reason (nobody_speaks, nobody_free). Changes nothing: assign_guide applies a '
  'suggestion. Returns ok, invalid, not_permitted or signed_out.';

create function public.read_my_month(company uuid, from_date date, to_date date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may_guide(me, company) or not private.may('read_my_month', company) then
    return '{"status": "not_permitted"}';
  end if;
  if not private.is_date_range(from_date, to_date, 62) then return '{"status": "invalid"}'; end if;
  return jsonb_build_object(
    'status', 'ok',
    'time_zone', (select c.time_zone from public.companies as c where c.id = company),
    'tours', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', t.id,
        'title', private.localised(t.id, 'title'),
        'meeting_point', private.localised(t.id, 'meeting_point'),
        'colour', t.colour,
        'latitude', t.latitude,
        'longitude', t.longitude))
      from public.tours as t
      where t.id in (
        select d.tour_id from public.departures as d
        join public.departure_guides as g on g.departure_id = d.id
        where d.company_id = read_my_month.company and d.local_date between from_date and to_date
          and g.user_id = me and g.status <> 'declined')), '[]'),
    'departures', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', d.id,
        'tour_id', d.tour_id,
        'starts_at', private.iso(d.starts_at),
        'ends_at', private.iso(d.ends_at),
        'local_date', d.local_date,
        'language', d.language,
        'status', d.status,
        'meeting_note', d.meeting_note,
        'booked', coalesce((select s.seats from private.booked_seats(array[d.id]) as s), 0),
        'capacity', d.capacity,
        'role', g.role,
        'state', g.status,
        'colleagues', coalesce((
          select jsonb_agg(u.display_name order by other.role, u.display_name)
          from public.departure_guides as other join public.users as u on u.id = other.user_id
          where other.departure_id = d.id and other.user_id <> me and other.status <> 'declined'), '[]')
      ) order by d.starts_at, d.id)
      from public.departures as d
      join public.departure_guides as g on g.departure_id = d.id and g.user_id = me and g.status <> 'declined'
      where d.company_id = read_my_month.company and d.local_date between from_date and to_date), '[]'))
    || private.guide_availability(
      company,
      me,
      private.instant_in((select c.time_zone from public.companies as c where c.id = company), from_date::timestamp));
end
$$;
comment on function public.read_my_month is
  'Returns the caller''s duties, requests and availability, without guests'' names and small enough to cache on the '
  'device. Returns ok, invalid, not_permitted or signed_out.';

grant execute on function
  public.add_time_off(uuid, uuid, uuid, date, time, date, time, text),
  public.read_planner(uuid, date, date),
  public.suggest_assignments(uuid, date),
  public.read_my_month(uuid, date, date)
to authenticated;
