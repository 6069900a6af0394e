-- Check-ins and tour reports in the API: read, and pushed as the same actions as a device's. ADR 063

create function private.actor_name(actor uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select u.display_name from public.users as u where u.id = actor),
    (select private.key_name(k) from private.api_keys as k where k.id = actor));
end
$$;
comment on function private.actor_name is
  'Returns the name of an actor: a person, or the key of a program. Null if erased.';

create function private.has_api_keys(company uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.api_keys as k where k.company_id = company);
end
$$;
comment on function private.has_api_keys is 'Returns whether a company has ever made an API key.';

create function private.api_check_ins(
  key private.api_keys, filter jsonb, after jsonb, page_size integer
) returns table (item jsonb, cursor jsonb)
language sql volatile security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select jsonb_build_object(
    'id', a.id,
    'kind', a.kind,
    'departure_id', a.departure_id,
    'booking_id', a.booking_id,
    'guest_id', a.guest_id,
    -- A signed ticket is valid for whoever shows it.
    'payload', case
      when 'guests_read' = any (key.scopes) then a.payload
      else private.masked_payload(a.kind, a.payload)
    end - 'ticket',
    'device_id', a.device_id,
    'occurred_at', private.iso(a.occurred_at),
    'recorded_at', private.iso(a.recorded_at),
    'flags', to_jsonb(a.flags),
    'by', private.actor_name(a.user_id)), jsonb_build_object('xid', a.changed_xid::text, 'id', a.id)
  from (
    -- Only one of the three branches yields rows, each with its own index.
    (select a.* from public.check_in_actions as a where a.id = (filter ->> 'id')::uuid)
    union all
    (
      select a.* from public.check_in_actions as a
      where filter ->> 'id' is null and a.departure_id = (filter ->> 'departure')::uuid)
    union all
    (
      select a.* from public.check_in_actions as a
      where filter ->> 'id' is null and filter ->> 'departure' is null
        and a.company_id = key.company_id and not private.is_report_kind(a.kind)
        and (
          key.test_tour_id is null
            or exists (select from public.departures as d where d.id = a.departure_id and d.tour_id = key.test_tour_id))
        and (
          after is null
            or a.changed_xid >= (after ->> 'xid')::xid8
              and (a.changed_xid, a.id) > ((after ->> 'xid')::xid8, (after ->> 'id')::uuid))
        and a.changed_xid < pg_snapshot_xmin(pg_current_snapshot())
      order by a.changed_xid, a.id limit page_size)
  ) as a
  where a.company_id = key.company_id and not private.is_report_kind(a.kind)
    and (
      key.test_tour_id is null
        or exists (select from public.departures as d where d.id = a.departure_id and d.tour_id = key.test_tour_id))
    and (
      after is null
        or a.changed_xid >= (after ->> 'xid')::xid8
          and (a.changed_xid, a.id) > ((after ->> 'xid')::xid8, (after ->> 'id')::uuid))
    and (filter ->> 'id' is not null or a.changed_xid < pg_snapshot_xmin(pg_current_snapshot()))
  order by a.changed_xid, a.id limit page_size$$;
comment on function private.api_check_ins is
  'Returns check-in actions in the order they were stored, as private.api_bookings does; names and free text only '
  'with guests_read.';

create function private.api_attendance(
  key private.api_keys, filter jsonb, after jsonb, page_size integer
) returns table (item jsonb, cursor jsonb)
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select jsonb_build_object(
    'guest_id', attendance.guest_id,
    'booking_id', g.booking_id,
    'departure_id', d.id,
    'type', g.category_type,
    'state', attendance.state ->> 'status',
    'checked_in_at', attendance.state ->> 'at',
    'is_conflict', attendance.state -> 'conflict'), jsonb_build_object('id', attendance.guest_id)
  from public.departures as d
  cross join lateral jsonb_each(private.departure_roll_call(d.id) -> 'guests') as attendance (guest_id, state)
  join public.guests as g on g.id = attendance.guest_id::uuid and g.company_id = d.company_id
  where d.id = (filter ->> 'departure')::uuid and d.company_id = key.company_id
    and (key.test_tour_id is null or d.tour_id = key.test_tour_id)
    and (after is null or attendance.guest_id::uuid > (after ->> 'id')::uuid)
  order by attendance.guest_id::uuid limit page_size$$;
comment on function private.api_attendance is
  'Returns the attendance of a departure''s guests, folded from its roll-call.';

create function private.api_reports(
  key private.api_keys, filter jsonb, after jsonb, page_size integer
) returns table (item jsonb, cursor jsonb)
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  with page as materialized (
    select d.* from public.departures as d
    where d.company_id = key.company_id and (key.test_tour_id is null or d.tour_id = key.test_tour_id)
      and d.status <> 'cancelled' and d.starts_at <= now()
      and d.local_date between coalesce(
        (filter ->> 'from')::date,
        (select departure.local_date from public.departures as departure where departure.id = (filter ->> 'id')::uuid))
        and coalesce(
          (filter ->> 'until')::date,
          (select departure.local_date from public.departures as departure where departure.id = (filter ->> 'id')::uuid)
        )
      and (filter ->> 'id' is null or d.id = (filter ->> 'id')::uuid)
      and (filter ->> 'tour' is null or d.tour_id = (filter ->> 'tour')::uuid)
      and (
        after is null
          or d.local_date >= (after ->> 'day')::date
            and (d.local_date, d.starts_at, d.id) > (
              (after ->> 'day')::date, (after ->> 'at')::timestamptz, (after ->> 'id')::uuid))
    order by d.local_date, d.starts_at, d.id limit page_size),
  folded as materialized (
    select d.*, stored.is_overdue, private.departure_report(d.id, stored.rule) as report
    from page as d left join private.tour_reports as stored on stored.departure_id = d.id)
  select jsonb_build_object(
    'departure_id', f.id,
    'tour_id', f.tour_id,
    'starts_at', private.iso(f.starts_at),
    'ends_at', private.iso(f.ends_at),
    'local_date', f.local_date,
    'state', f.report -> 'state',
    'is_overdue', coalesce(f.is_overdue, false) and f.report ->> 'state' in ('open', 'returned'),
    'lines', f.report -> 'lines',
    'walk_ins', f.report -> 'walk_ins',
    'cash', f.report -> 'cash',
    'currency', (select c.currency from public.companies as c where c.id = f.company_id),
    'locked_at', (
      select private.iso(l.occurred_at) from public.check_in_actions as l where l.id = (f.report #>> '{locks,0}')::uuid
    ),
    'report', case
      when submission.id is not null then
        jsonb_build_object(
          'id', submission.id,
          'submitted_at', private.iso(submission.occurred_at),
          'by', private.actor_name(submission.user_id),
          'lines', submission.payload -> 'lines',
          'walk_ins', submission.payload -> 'walk_ins',
          'minutes_late', submission.payload -> 'minutes_late',
          'handed_over', submission.payload -> 'handed_over',
          'currency', submission.payload ->> 'currency',
          -- Free text about people needs the same scope as names.
          'incidents', case when 'guests_read' = any (key.scopes) then submission.payload ->> 'incidents' end,
          'note', case when 'guests_read' = any (key.scopes) then submission.payload ->> 'note' end)
    end), jsonb_build_object('day', f.local_date, 'at', f.starts_at, 'id', f.id)
  from folded as f
  left join public.check_in_actions as submission on submission.id = (f.report ->> 'report')::uuid
  order by f.local_date, f.starts_at, f.id$$;
comment on function private.api_reports is
  'Returns the numbers of started departures: counts from check-ins, and the effective report by the fold of ADR 040. '
  'A locked report keeps its rule.';

create function private.is_of_test_tour(action jsonb, tour uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.departures as d where d.id = (action ->> 'departure_id')::uuid and d.tour_id = tour)
    -- A named guest may not exist yet, as with a walk-in, but must not belong to another tour.
    and not exists (
      select from public.bookings as b join public.departures as d on d.id = b.departure_id
      where b.id = (action ->> 'booking_id')::uuid and d.tour_id <> tour)
    and not exists (
      select from public.guests as g join public.departures as d on d.id = g.departure_id
      where g.id = (action ->> 'guest_id')::uuid and d.tour_id <> tour);
exception
  when data_exception then return false;
end
$$;
comment on function private.is_of_test_tour is
  'Returns whether an action stays within the tour of a test key: its departure, booking and guest.';

create function public.api_push(key_id uuid, sent jsonb) returns jsonb
-- One cached plan per connection, as in check_in_push.
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  key constant private.api_keys := private.api_key_for(key_id, 'check_ins_write');
  device constant jsonb := sent -> 'device';
  actions constant jsonb := sent -> 'actions';
  sender private.action_sender;
  completed_actions jsonb;
  outside_test_tour integer[];
  outcomes jsonb;
  action_index integer;
begin
  if key.id is null then return '{"status": "unknown_key"}'; end if;
  if private.are_uuids(jsonb_build_array(device -> 'id'), 1) is not true
    or octet_length(device::text) > private.push_limit('device_bytes')
    or jsonb_typeof(actions) is distinct from 'array'
    or octet_length(actions::text) > private.push_limit('request_bytes')
    or jsonb_array_length(actions) not between 1 and private.push_limit('actions')
    or exists (select from jsonb_array_elements(actions) as action where jsonb_typeof(action) <> 'object')
  then
    return '{"status": "invalid"}';
  end if;
  -- The key is the actor, so that the roll-call shows the program's name.
  sender.person := key.id;
  sender.device_id := (device ->> 'id')::uuid;
  sender.label := left(coalesce(nullif(device ->> 'label', ''), key.name), 200);
  sender.app_version := 'API';
  sender.received := date_trunc('milliseconds', clock_timestamp());
  sender.is_skewed := case
    when private.is_instant(device ->> 'now') then
      (device ->> 'now')::timestamptz not between sender.received - interval '2 minutes'
        and sender.received + interval '2 minutes'
    else true
  end;
  -- Check-ins only: tour reports need a person who answers for them.
  sender.subject := jsonb_build_object(
    'impersonated_company_id', null,
    'overseen', '[]'::jsonb,
    'assignments', jsonb_build_array(jsonb_build_object(
      'role', 'office',
      'permissions', '["CHECK_IN_ACCESS"]'::jsonb,
      'organisation', null,
      'company', jsonb_build_object('id', key.company_id, 'is_active', true))));
  select
    jsonb_agg(
      -- Null keeps the place of the action and is never recorded; its outcome is replaced below.
      case
        when is_outside_test_tour then 'null'
        else
          -- Optional fields get fixed defaults, so that a repeat is identical.
          jsonb_build_object(
            'schema_version', 1,
            'company_id', key.company_id,
            'device_id', sender.device_id,
            'device_sequence', 0,
            'booking_id', null,
            'guest_id', null,
            'device_time', action -> 'occurred_at') || action
      end order by position),
    coalesce(array_agg(position::integer - 1 order by position) filter (where is_outside_test_tour), '{}')
  into completed_actions, outside_test_tour
  from (
    select
      action,
      position,
      key.test_tour_id is not null
        and not private.is_of_test_tour(action, key.test_tour_id) as is_outside_test_tour
    from jsonb_array_elements(actions) with ordinality as element (action, position) offset 0) as element;
  outcomes := private.push_actions(sender, completed_actions);
  foreach action_index in array outside_test_tour loop
    outcomes := jsonb_set(
      outcomes,
      array[action_index::text],
      jsonb_build_object('id', actions -> action_index -> 'id', 'status', 'refused', 'code', 'unknown_departure'));
  end loop;
  return jsonb_build_object('status', 'ok', 'server_time', private.iso(sender.received), 'outcomes', outcomes);
end
$$;
comment on function public.api_push is
  'Pushes check-in actions with a key: {"device", "actions"}, checked as check_in_push checks a person who may check '
  'in everywhere in the company. Returns {"status": "ok", "server_time", "outcomes"}, or unknown_key, invalid. '
  'Idempotent per action id. For the service role.';
grant execute on function public.api_push(uuid, jsonb) to service_role;
