-- Push: checks of a batch against what the database has. docs/protocol.md describes them.

create function private.undone_action_ids(departures uuid[]) returns table (departure_id uuid, target text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select distinct undo.departure_id, named
    from public.check_in_actions as undo cross join jsonb_array_elements_text(undo.payload -> 'actions') as named
    where undo.departure_id = any (departures) and undo.kind = 'undo';
end
$$;
comment on function private.undone_action_ids is
  'Returns the distinct ids that undos of the departures name. For joins, as testing each undo against each action is '
  'quadratic. With the departure, as an undo affects only actions of its departure.';

create function private.cancel_undone_walk_ins(departures uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  undone uuid[] := array(
    select walk_in.booking_id
    from public.check_in_actions as walk_in
    where walk_in.departure_id = any (departures) and walk_in.kind = 'walk_in'
      and (walk_in.departure_id, walk_in.id::text) in (select * from private.undone_action_ids(departures)));
begin
  update public.guests set is_cancelled = true where booking_id = any (undone) and not is_cancelled;
  update public.bookings set status = 'CANCELLED' where id = any (undone) and status <> 'CANCELLED';
end
$$;
comment on function private.cancel_undone_walk_ins is
  'Cancels bookings whose walk_in was undone, in whichever order the two arrived.';

create function private.update_departed_status(departures uuid[]) returns void
language sql security definer set search_path = ''
as $$
  update public.departures
  set status = case when fold.is_departed then 'departed' else 'scheduled' end::public.departure_status
  from (
    select departure.id,
      departure.id in (
        select depart.departure_id from public.check_in_actions as depart
        where depart.departure_id = any (departures) and depart.kind = 'depart'
          -- "not in", as Postgres hashes its subquery. It is safe, as neither side is ever null.
          and (depart.departure_id, depart.id::text) not in (select * from private.undone_action_ids(departures))
      ) as is_departed
    from unnest(departures) as departure (id)) as fold
  where departures.id = fold.id
    and departures.status = case when fold.is_departed then 'scheduled' else 'departed' end::public.departure_status$$;
comment on function private.update_departed_status is
  'Sets departures.status to scheduled or departed as the fold says. Other statuses are the office''s and stay.';

create function private.was_ever_assigned(person uuid, departure uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
      select from public.departure_guides where departure_id = departure and user_id = person and status <> 'declined')
    or exists (select from private.former_guides where departure_id = departure and user_id = person);
end
$$;
comment on function private.was_ever_assigned is
  'Returns whether a person guides or guided a departure: the office may have unassigned them while they were offline.';

create function private.affects_own_commission(
  action private.incoming_action, commissioned_bookings uuid[]
) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when (action).kind in ('check_in', 'no_show') then (action).booking_id = any (commissioned_bookings)
    when (action).kind = 'undo' then
      exists (
        select from public.check_in_actions as undone
        where undone.departure_id = (action).departure_id and undone.booking_id = any (commissioned_bookings)
          and undone.kind in ('check_in', 'no_show') and (action).payload -> 'actions' ? undone.id::text)
    when private.is_report_kind((action).kind) then
      exists (
        select from public.bookings as b
        where b.id = any (commissioned_bookings) and b.departure_id = (action).departure_id)
    else false
  end$$;
comment on function private.affects_own_commission is
  'Returns whether an action decides the attendance of a booking from which its author''s organisation earns '
  'commission.';

create function private.upsert_device(sender private.action_sender) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.devices as d (id, user_id, label, app_version, last_seen_at)
  values (sender.device_id, sender.person, sender.label, sender.app_version, sender.received)
  on conflict (id, user_id) do update
    set label = excluded.label, app_version = excluded.app_version, last_seen_at = excluded.last_seen_at
    where d.label <> excluded.label or d.app_version <> excluded.app_version
      or d.last_seen_at < excluded.last_seen_at - interval '1 minute';
end
$$;
comment on function private.upsert_device is
  'Records that a person used a device. The last-seen time is written at most once a minute, unless something else '
  'changes.';

create function private.refuse_other_currencies(batch private.incoming_action[]) returns private.incoming_action[]
language plpgsql security definer set search_path = ''
as $$
declare
  ordinal bigint;
begin
  -- Payments are summed by booking, so they need its currency.
  for ordinal in
    select b.ordinal from unnest(batch) as b
    join public.bookings as booking on booking.id = b.booking_id and booking.company_id = b.company_id
    where b.code is null and b.kind = 'payment' and booking.currency <> b.payload ->> 'currency'
      and not b.is_already_recorded
  loop
    batch[ordinal].code := 'malformed';
  end loop;
  return batch;
end
$$;
comment on function private.refuse_other_currencies is 'Refuses payments in a currency other than the booking''s.';

create function private.conflict_flags(
  batch private.incoming_action[], sender private.action_sender
) returns table (ordinal bigint, flag public.action_flag)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with incoming as materialized (
    -- Without recorded ids: those are neither authorised nor recorded again, so they must neither cause nor hide flags.
    select distinct on (b.id) b.*
    from unnest(batch) as b
    where b.code is null and b.kind in ('check_in', 'payment', 'undo') and not b.is_already_recorded
    order by b.id, b.ordinal
  ), touched as materialized (
    select departure.id
    from (select distinct departure_id, company_id from incoming where company_id = any (sender.subscribed)) as named
    join public.departures as departure on departure.id = named.departure_id and departure.company_id = named.company_id
  ), undone as materialized (
    select departure_id, target from private.undone_action_ids(array(select id from touched))
    union
    select incoming.departure_id, target
    from incoming cross join jsonb_array_elements_text(incoming.payload -> 'actions') as target
    where incoming.kind = 'undo'
  ), check_ins as materialized (
    -- Check-ins by another person or on another device. The device id alone is not secret.
    select distinct earlier.guest_id
    from public.check_in_actions as earlier
    where earlier.departure_id in (select id from touched) and earlier.kind = 'check_in'
      and (earlier.user_id <> sender.person or earlier.device_id <> sender.device_id)
      and (earlier.departure_id, earlier.id::text) not in (select departure_id, target from undone)
  ), payments as materialized (
    select booking_id, user_id <> sender.person or device_id <> sender.device_id as is_by_another_device,
      (payload ->> 'amount')::bigint as amount, 0 as ordinal
    from public.check_in_actions as earlier
    where earlier.kind = 'payment' and earlier.departure_id in (select id from touched)
      and (earlier.departure_id, earlier.id::text) not in (select departure_id, target from undone)
    union all
    select booking_id, false, (payload ->> 'amount')::bigint, ordinal
    from incoming
    where kind = 'payment'
      and (incoming.departure_id, incoming.id::text) not in (select departure_id, target from undone)
  )
  select i.ordinal, 'already_checked_in'::public.action_flag
  from incoming as i
  where i.kind = 'check_in' and i.guest_id in (select guest_id from check_ins)
  union all
  select i.ordinal, 'already_paid'
  from incoming as i
  left join public.bookings as booking on booking.id = i.booking_id and booking.company_id = i.company_id
  where i.kind = 'payment' and (
    exists (select from payments as p where p.booking_id = i.booking_id and p.is_by_another_device)
    or (booking.total_amount > 0 and booking.total_amount <= booking.paid_amount + coalesce((
      select sum(p.amount) from payments as p where p.booking_id = i.booking_id and p.ordinal < i.ordinal), 0)))
  union all
  -- Walk-ins that paid more than their price are recorded with a flag.
  select i.ordinal, 'amount_differs'
  from incoming as i
  join public.bookings as booking
    on booking.id = i.booking_id and booking.company_id = i.company_id and booking.source = 'walk-in'
  where i.kind = 'payment'
    and booking.total_amount < booking.paid_amount + (i.payload ->> 'amount')::bigint + coalesce((
      select sum(p.amount) from payments as p where p.booking_id = i.booking_id and p.ordinal < i.ordinal), 0)
  union all
  -- An undo of someone else's action by a person without the office's rights counts, but is flagged.
  select i.ordinal, case when target.kind = 'payment' then 'undid_payment' else 'undid_other' end::public.action_flag
  from incoming as i
  cross join jsonb_array_elements_text(i.payload -> 'actions') as named
  join public.check_in_actions as target
    on target.id = named::uuid and target.departure_id = i.departure_id and target.user_id <> sender.person
  where i.kind = 'undo' and i.company_id = any (sender.own_only) and target.kind <> 'undo'
  group by 1, 2;
end
$$;
comment on function private.conflict_flags is
  'Returns the flags of actions that conflict with earlier ones: already '
  'checked in, already paid, an amount that differs, undone by someone else.';

create function private.actions_to_record(
  batch private.incoming_action[], sender private.action_sender
) returns setof private.incoming_action
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query with conflicts as materialized (
    select f.ordinal, array_agg(f.flag) as flags from private.conflict_flags(batch, sender) as f
    -- Skipped if no other person has acted, except for payments, which may repeat the person's own.
    where exists (select from unnest(batch) where kind = 'payment')
      or exists (
        select from (select distinct departure_id from unnest(batch)) as named
        -- A lateral join forces the index look-up by departure, whatever the planner estimates for the table.
        cross join lateral (
          select from public.check_in_actions as earlier
          where earlier.departure_id = named.departure_id
            and (earlier.user_id <> sender.person or earlier.device_id <> sender.device_id)
          limit 1) as others)
    group by f.ordinal),
  batch_departures as materialized (
    select departure.id, departure.status, assignment.departure_id is not null as is_own
    from public.departures as departure
    left join public.departure_guides as assignment
      on assignment.departure_id = departure.id and assignment.user_id = sender.person
        and assignment.status <> 'declined'
    where departure.id in (select departure_id from unnest(batch) where code is null))
    select
      i.ordinal,
      i.id,
      i.company_id,
      i.departure_id,
      i.booking_id,
      i.guest_id,
      i.kind,
      i.payload,
      i.device_id,
      i.device_sequence,
      i.schema_version,
      i.occurred_at,
      i.device_time,
      i.body_hash,
      i.code,
      conflicts.flags
        || i.flags
        || array_remove(array[
          case
            when i.kind in ('check_in', 'payment') and (booking.status = 'CANCELLED' or guest.is_cancelled) then
              'booking_cancelled'
          end,
          case
            when i.kind in ('check_in', 'payment', 'no_show') and booking.departure_id <> i.departure_id then
              'booking_moved'
          end,
          case
            when i.kind in ('check_in', 'payment') and booking.status not in ('CONFIRMED', 'CANCELLED') then
              'booking_not_confirmed'
          end,
          case
            when i.kind in ('check_in', 'payment', 'walk_in', 'depart') and departure.status = 'cancelled' then
              'departure_cancelled'
          end,
          case when i.company_id = any (sender.own_only) and not departure.is_own then 'not_assigned' end,
          -- Payments that are neither cash nor card need to be checked by a person.
          case when i.kind = 'payment' and i.payload ->> 'method' = 'other' then 'other_method' end,
          case
            when (i.booking_id is not null and booking.id is null) or (i.guest_id is not null and guest.id is null) then
              'unknown_guest'
          end]::public.action_flag[], null),
      i.is_already_recorded
    from (
      select distinct on (b.id) b.* from unnest(batch) as b
      where b.code is null and not b.is_already_recorded order by b.id, b.ordinal) as i
    join batch_departures as departure on departure.id = i.departure_id
    left join conflicts on conflicts.ordinal = i.ordinal
    -- offset 0 forces index look-ups by key, whatever the planner estimates for the company.
    left join lateral (
      select b.id, b.company_id, b.status, b.departure_id from public.bookings as b where b.id = i.booking_id offset 0
    ) as booking
      on booking.company_id = i.company_id
    left join lateral (
      select g.id, g.company_id, g.booking_id, g.is_cancelled from public.guests as g where g.id = i.guest_id offset 0
    ) as guest
      on guest.company_id = i.company_id and guest.booking_id = i.booking_id
    -- One order for all pushes, so that two with the same ids on different departures cannot deadlock.
    order by i.id;
end
$$;
comment on function private.actions_to_record is
  'Returns the actions of a batch to insert, each id once, with all flags.';

create function private.action_outcomes(
  actions jsonb, batch private.incoming_action[], recorded uuid[], flagged jsonb, person uuid
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_agg(
      case
        when b.code is not null then
          jsonb_build_object(
            'id', coalesce(to_jsonb(b.id), actions -> (b.ordinal::integer - 1) -> 'id'),
            'status', 'refused',
            'code', b.code)
        when b.is_newly_recorded and flagged ? b.id::text then
          jsonb_build_object('id', b.id, 'status', 'flagged', 'flags', flagged -> b.id::text)
        when b.is_newly_recorded then jsonb_build_object('id', b.id, 'status', 'applied')
        when stored.body_hash = b.body_hash and stored.user_id = person then
          jsonb_build_object('id', b.id, 'status', 'duplicate')
        else jsonb_build_object('id', b.id, 'status', 'refused', 'code', 'id_reused')
      end order by b.ordinal)
    from (
      select ordinal, id, body_hash, code,
        id in (select unnest(recorded))
          and row_number() over (partition by id, code is null order by ordinal) = 1 as is_newly_recorded
      from unnest(batch)) as b
    -- offset 0 forces index look-ups by key. Actions recorded just now need no look-up.
    left join lateral (
      select s.body_hash, s.user_id from public.check_in_actions as s
      where s.id = b.id and b.code is null and not b.is_newly_recorded
      offset 0) as stored
      on true);
end
$$;
comment on function private.action_outcomes is
  'Returns the outcome of each action of a batch. recorded: the ids inserted now, flagged: the flags by id.';

create function private.refuse_unauthorised(person uuid, actions json) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- A person who lost the permission may repeat actions recorded before.
  if exists (
    select from public.check_in_actions
    where user_id = person
      and id in (select private.parse_action_id(action)::uuid from json_array_elements(actions) as action))
  then
    return null;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', private.parse_action_id(action), 'status', 'refused', 'code', 'not_permitted') order by ordinal), '[]')
    from json_array_elements(actions) with ordinality as element (action, ordinal));
end
$$;
comment on function private.refuse_unauthorised is
  'Returns not_permitted for each action of a person who may not check in anywhere, without parsing the actions; null '
  'if some of them are already recorded as the person''s.';
