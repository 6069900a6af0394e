-- Applies a changed schedule to the departures that it has created. ADR 023

create function private.delete_unbooked_departures(departures uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  guided record;
  -- Departures with cancelled bookings or check-in actions must stay, as rows refer to them.
  referred constant uuid[] := array(
    select departure_id from public.bookings
    where departure_id = any (delete_unbooked_departures.departures)
    union
    select departure_id
    from public.guests
    where departure_id = any (delete_unbooked_departures.departures)
    union
    select departure_id
    from public.check_in_actions
    where departure_id = any (delete_unbooked_departures.departures));
begin
  for guided in
    select d, g.user_id from public.departures as d
    join public.departure_guides as g on g.departure_id = d.id and g.status <> 'declined'
    where d.id = any (delete_unbooked_departures.departures) order by d.id, g.user_id
  loop
    perform private.enqueue_assignment_mail('withdrawn', guided.d, guided.user_id);
  end loop;
  update public.departures
  set status = 'cancelled', follows_schedule = false, version = version + 1
  where id = any (referred);
  delete from public.departures where id = any (delete_unbooked_departures.departures) and id <> all (referred);
end
$$;
comment on function private.delete_unbooked_departures is
  'Deletes unbooked departures and queues mails to their guides. '
  'Departures with former bookings or actions are cancelled instead.';

create function private.apply_schedule_changes(
  company uuid,
  schedules uuid[],
  decisions jsonb,
  earliest date default null,
  latest date default null,
  previous_tour public.tours default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  changes private.departure_change[];
  undecided boolean;
  result jsonb;
  before public.departures;
  after public.departures;
begin
  changes := array(
    select c from private.planned_departure_changes(schedules, earliest, latest) as c where schedules <> '{}'
    union all
    select c from private.departure_changes_by_tour(previous_tour) as c where (previous_tour).id is not null);
  -- Wait for bookings in progress: only with the row locks are the counts final.
  perform from public.departures where id in (select c.departure_id from unnest(changes) as c) order by id for update;
  changes := array(
    select (
      c.departure_id,
      c.impact,
      c.local_date,
      c.starts_at,
      c.ends_at,
      c.capacity,
      c.language,
      coalesce(b.bookings, 0),
      coalesce(b.guests, 0),
      coalesce(b.seats, 0),
      case
        when decisions ->> c.departure_id::text = 'keep'
          or (decisions ->> c.departure_id::text = 'close' and c.impact <> 'changed')
          or (decisions ->> c.departure_id::text = 'move' and c.impact = 'moved')
          or (decisions ->> c.departure_id::text = 'change' and c.impact = 'changed')
          then (decisions ->> c.departure_id::text)::private.departure_decision
      end)::private.departure_change
    from unnest(changes) as c
    join public.departures as d on d.id = c.departure_id and d.status = 'scheduled'
    left join private.booking_counts(array(select c.departure_id from unnest(changes) as c)) as b
      on b.departure_id = c.departure_id);

  if exists (
    select from unnest(changes) as c join public.departures as d on d.id = c.departure_id
    where c.capacity < c.seats and c.capacity < d.capacity
      and (
        (c.impact = 'changed' and c.decision is distinct from 'keep') or (c.impact = 'moved' and c.decision = 'move'))
  )
  then
    return private.invalid_response(array[private.field_problem('capacity', 'below_booked')]);
  end if;
  undecided := exists (select from unnest(changes) as c where c.bookings > 0 and c.decision is null);

  result := jsonb_build_object('status', case when undecided then 'undecided' else 'ok' end)
    || private.departure_changes_json(changes);
  if undecided then
    return result
      || jsonb_build_object(
        'created', private.create_missing_departures(schedules, private.departure_horizon(company)));
  end if;

  -- The same rule as in public.move_departure.
  if private.earns_commission_on_departures(
    (select auth.uid()),
    array(
      select c.departure_id from unnest(changes) as c join public.departures as d on d.id = c.departure_id
      where c.bookings > 0 and c.decision in ('move', 'change') and (d.starts_at, d.ends_at) <> (c.starts_at, c.ends_at)
    ))
  then
    return '{"status": "earns_commission"}';
  end if;
  perform private.delete_unbooked_departures(array(
    select c.departure_id from unnest(changes) as c where c.impact = 'dropped' and c.bookings = 0));
  update public.departures as d
  set follows_schedule = false, is_closed = d.is_closed or c.decision = 'close', version = d.version + 1
  from unnest(changes) as c
  where d.id = c.departure_id and c.bookings > 0 and c.impact <> 'changed' and c.decision in ('keep', 'close');
  -- Values that are kept become the departure's own. There is no
  -- own duration, so such a departure stops following its schedule.
  update public.departures as d
  set own_capacity = d.own_capacity or d.capacity <> c.capacity,
    own_language = d.own_language or d.language <> c.language,
    follows_schedule = d.follows_schedule and d.ends_at = c.ends_at, version = d.version + 1
  from unnest(changes) as c
  where d.id = c.departure_id and c.impact = 'changed' and c.bookings > 0 and c.decision = 'keep';
  update public.departures as d
  set ends_at = c.ends_at, capacity = c.capacity, language = c.language, version = d.version + 1
  from unnest(changes) as c
  where d.id = c.departure_id and c.impact = 'changed' and (c.bookings = 0 or c.decision = 'change');
  for before in
    select d.* from public.departures as d join unnest(changes) as c on c.departure_id = d.id
    where c.impact = 'moved' and (c.bookings = 0 or c.decision = 'move')
      and (
        c.bookings > 0
          or exists (select from public.departure_guides as g where g.departure_id = d.id and g.status <> 'declined'))
    order by d.id
  loop
    update public.departures as d
    set
      local_date = c.local_date,
      starts_at = c.starts_at,
      ends_at = c.ends_at,
      capacity = c.capacity,
      language = c.language,
      version = d.version + 1
    from unnest(changes) as c
    where d.id = before.id and c.departure_id = d.id
    returning d.* into after;
    perform private.enqueue_departure_moved_mails(before, after, '');
  end loop;
  -- The unbooked ones without guides, in one statement. Those above already match.
  update public.departures as d
  set
    local_date = c.local_date,
    starts_at = c.starts_at,
    ends_at = c.ends_at,
    capacity = c.capacity,
    language = c.language,
    version = d.version + 1
  from unnest(changes) as c
  where d.id = c.departure_id and c.impact = 'moved' and c.bookings = 0
    and (d.local_date, d.starts_at) <> (c.local_date, c.starts_at);
  return result
    || jsonb_build_object('created', private.create_missing_departures(schedules, private.departure_horizon(company)));
end
$$;
comment on function private.apply_schedule_changes is
  'Updates future departures of changed schedules, and with previous_tour the other departures of a changed tour. '
  'Unbooked ones follow at once. Booked ones need a decision, by id: keep any, close one that is dropped or moved, '
  'move one that is moved, change one that is changed. Returns ok, undecided with all booked departures (the caller '
  'rolls back), invalid (capacity: below_booked), or earns_commission if the caller earns from a booking whose time '
  'would change.';
