-- Pull: the rows that a device keeps. docs/protocol.md describes the shapes.
-- The cost of a pull depends on what it sends and not on the size of the company: ADR 001

create function private.pull_tours(
  scope private.pull_scope, after uuid, row_limit integer
) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select t.id, jsonb_build_object('id', t.id, 'company_id', t.company_id,
      'title', private.localised(t.id, 'title'), 'meeting_point', private.localised(t.id, 'meeting_point'),
      'meeting_notes', private.localised(t.id, 'meeting_notes'),
      'latitude', t.latitude, 'longitude', t.longitude, 'colour', t.colour)
    from public.tours as t
    where t.id > after and t.id in (
      select d.tour_id from public.departures as d where d.id = any (scope.fresh)
      union
      select t.id from public.tours as t
      where t.company_id = scope.company and t.changed_xid between scope.since and scope.until and not scope.is_full
        and private.is_tour_on_device(scope, t.id))
    order by t.id limit row_limit;
end
$$;
comment on function private.pull_tours is 'Returns the tours of a pull with their texts.';

create function private.pull_price_categories(
  scope private.pull_scope, after uuid, row_limit integer
) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column begin return query
  select p.id,
    jsonb_build_object('id', p.id, 'tour_id', p.tour_id, 'type', p.type, 'amount', p.amount, 'active', p.is_active)
  from public.price_categories as p
  where p.id > after
    and p.id in (
      select p.id from public.price_categories as p
      where p.tour_id in (select d.tour_id from public.departures as d where d.id = any (scope.fresh))
      union
      select p.id
      from public.price_categories as p
      where p.company_id = scope.company and p.changed_xid between scope.since and scope.until
        and not scope.is_full and private.is_tour_on_device(scope, p.tour_id))
  order by p.id limit row_limit;
end
$$;
comment on function private.pull_price_categories is 'Returns the price categories of a pull.';

create function private.pull_users(
  scope private.pull_scope, after uuid, row_limit integer
) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column begin return query
  select u.id, jsonb_build_object('id', u.id, 'display_name', u.display_name)
  from public.users as u
  where u.id > after
    and u.id in (
      select m.user_id from public.company_members as m
      where m.company_id = scope.company and scope.is_full
      union
      select m.user_id
      from public.company_members as m
      where m.company_id = scope.company and m.changed_xid between scope.since and scope.until and not scope.is_full
      union
      select renamed.id
      from public.users as renamed
      cross join lateral (
        select from public.company_members as m where m.user_id = renamed.id and m.company_id = scope.company offset 0
      ) as m
      where renamed.changed_xid between scope.since and scope.until and not scope.is_full
      union
      select a.user_id
      from public.check_in_actions as a
      where a.departure_id = any (scope.fresh)
      union
      select a.user_id
      from public.check_in_actions as a
      where a.company_id = scope.company and a.changed_xid between scope.since and scope.until
        and not scope.is_full and private.is_on_device(scope, a.departure_id)
      union
      select g.user_id
      from public.departure_guides as g
      where g.status <> 'declined' and g.departure_id = any (scope.fresh)
      union
      select g.user_id
      from public.departures as d
      cross join lateral (
        select g.user_id from public.departure_guides as g
        where g.departure_id = d.id and g.status <> 'declined'
        offset 0) as g
      where d.company_id = scope.company and d.changed_xid between scope.since and scope.until
        and not scope.is_full and private.is_on_device(scope, d.id))
  order by u.id limit row_limit;
end
$$;
comment on function private.pull_users is 'Returns the people of a pull: members, authors of actions, guides.';

create function private.pull_devices(
  scope private.pull_scope, after uuid, row_limit integer
) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column begin return query
  select device.key,
    jsonb_build_object('id', device.key, 'device_id', device.id, 'user_id', device.user_id, 'label', device.label)
  from (
    -- Keyed by device and person: a device id is not secret, and another person could give it another label.
    select md5(d.id::text || d.user_id)::uuid as key, d.*
    from (
      select a.device_id, a.user_id from public.check_in_actions as a
      where a.departure_id = any (scope.fresh)
      union
      select a.device_id, a.user_id
      from public.check_in_actions as a
      where a.company_id = scope.company and a.changed_xid between scope.since and scope.until
        and not scope.is_full and private.is_on_device(scope, a.departure_id)
      union
      select renamed.id, renamed.user_id
      from public.devices as renamed
      cross join lateral (
        select from public.company_members as m
        where m.user_id = renamed.user_id and m.company_id = scope.company
        offset 0) as m
      where renamed.changed_xid between scope.since and scope.until and not scope.is_full) as used
    cross join lateral (
      select d.* from public.devices as d where d.id = used.device_id and d.user_id = used.user_id offset 0) as d
  ) as device
  where device.key > after order by device.key limit row_limit;
end
$$;
comment on function private.pull_devices is
  'Returns the devices of a pull with their labels, such as the browser and system.';

create function private.pull_departures(
  scope private.pull_scope, after uuid, row_limit integer
) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column begin return query
  select d.id,
    jsonb_build_object(
      'id', d.id,
      'company_id', d.company_id,
      'tour_id', d.tour_id,
      'starts_at', private.iso(d.starts_at),
      'ends_at', private.iso(d.ends_at),
      'local_date', d.local_date,
      'capacity', d.capacity,
      'language', d.language,
      'closed', d.is_closed,
      'status', d.status,
      'guides', coalesce((
        select jsonb_agg(jsonb_build_object('user_id', g.user_id, 'role', g.role) order by g.role, g.user_id)
        from public.departure_guides as g
        where g.departure_id = d.id and g.status <> 'declined'), '[]'))
      || coalesce((
        select jsonb_build_object('prices', jsonb_object_agg(price.price_category_id, price.amount))
        from public.departure_prices as price
        where price.departure_id = d.id
        having count(*) > 0), '{}')
  from public.departures as d
  where d.id > after
    and d.id in (
      select unnest(scope.fresh)
      union
      select changed.id
      from public.departures as changed
      where changed.company_id = scope.company and changed.changed_xid between scope.since and scope.until
        and not scope.is_full and private.is_on_device(scope, changed.id))
  order by d.id limit row_limit;
end
$$;
comment on function private.pull_departures is
  'Returns the departures of a pull, with their guides and the prices that differ from the tour''s.';

-- Masking without data sharing: the reference and the ticket code remain, so that guests can still be checked in.

create function private.masked_booking(booking jsonb) returns jsonb
language sql immutable parallel safe
return booking
  || jsonb_build_object(
    'contact_name', booking -> 'reference', 'contact_email', null, 'contact_phone', null, 'note', null);
comment on function private.masked_booking is
  'Returns a booking of a pull without personal data. The reference replaces the name.';

create function private.masked_payload(kind public.action_kind, payload jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select case kind
    when 'note' then payload || '{"text": ""}'
    when 'walk_in' then private.masked_booking(payload) - 'note' || jsonb_build_object('guests', (
      select coalesce(jsonb_agg(guest || '{"name": null}' order by ordinal), '[]')
      from jsonb_array_elements(payload -> 'guests') with ordinality as walked_in (guest, ordinal)))
    -- is_masked says that there were texts: without it, a correction made on the masked copy would delete them.
    when 'report_submit' then case when coalesce(payload ->> 'incidents', payload ->> 'note') is null then payload
      else payload || '{"incidents": null, "note": null, "is_masked": true}' end
    when 'report_return' then payload || '{"question": ""}'
    when 'report_unlock' then payload || '{"reason": ""}'
    else payload
  end
$$;
comment on function private.masked_payload is
  'Returns an action''s payload without names and free texts, except a count''s stop, which names a place.';

create function private.booking_row(booking public.bookings, organisation_name text) returns jsonb
language sql stable parallel safe
return jsonb_build_object(
  'id', (booking).id,
  'company_id', (booking).company_id,
  'departure_id', (booking).departure_id,
  'reference', (booking).reference,
  'status', (booking).status,
  'source', (booking).source,
  'contact_name', (booking).contact_name,
  'contact_email', (booking).contact_email,
  'contact_phone', (booking).contact_phone,
  'locale', (booking).locale,
  'note', (booking).note,
  'organisation_name', organisation_name,
  'voucher_number', (booking).voucher_number,
  'link_hash', (booking).access_token_hash,
  'total_amount', (booking).total_amount,
  'paid_amount', (booking).paid_amount,
  'currency', (booking).currency,
  'expires_at', private.iso((booking).expires_at),
  'reason', (booking).reason,
  'late_minutes', (booking).late_minutes);
comment on function private.booking_row is 'Returns a booking as a pull sends it.';

create function private.pull_bookings(scope private.pull_scope, after private.pull_position, row_limit integer)
returns table (departure uuid, xid xid8, id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  sent integer := 0;
begin
  if after.departure is not null then
    return query
      select b.departure_id, b.changed_xid, b.id,
        case
          when scope.shows_guests or b.departure_id = any (scope.named) then unmasked.row
          else private.masked_booking(unmasked.row)
        end
      from public.bookings as b
      cross join lateral (
        select private.booking_row(
          b, (select o.name from public.organisations as o where o.id = b.organisation_id)) as row) as unmasked
      where b.departure_id = any (scope.fresh)
        and (b.departure_id, b.changed_xid, b.id) > (after.departure, after.xid, after.id)
      order by b.departure_id, b.changed_xid, b.id limit row_limit;
    get diagnostics sent = row_count;
    after := (null, '0', '00000000-0000-0000-0000-000000000000');
  end if;
  if scope.is_full or sent = row_limit then return; end if;
  return query
    select null::uuid, b.changed_xid, b.id,
      case
        -- A booking that moved to a departure out of sight is sent so that it leaves the list, without personal data.
        when not seen.is_on_device then
          unmasked.row
            || '{"contact_name": "", "contact_email": null, "contact_phone": null, "note": null, '
              '"organisation_name": null, "voucher_number": null, "link_hash": null}'
        when scope.shows_guests or b.departure_id = any (scope.named) then unmasked.row
        else private.masked_booking(unmasked.row)
      end
    from public.bookings as b
    cross join lateral (
      select private.booking_row(
        b, (select o.name from public.organisations as o where o.id = b.organisation_id)) as row) as unmasked
    cross join lateral (select private.is_on_device(scope, b.departure_id) as is_on_device offset 0) as seen
    where b.company_id = scope.company and b.changed_xid between scope.since and scope.until
      and (b.changed_xid, b.id) > (after.xid, after.id) and b.departure_id <> all (scope.fresh)
      and (
        seen.is_on_device
          or exists (
            select from unnest(b.moved_from) as former_departure
            where former_departure = any (scope.fresh) or private.is_on_device(scope, former_departure)))
    order by b.changed_xid, b.id limit row_limit - sent;
end
$$;
comment on function private.pull_bookings is
  'Returns the bookings of a pull, including those that left a departure '
  'which the device has, or had before it became visible again.';

create function private.pull_guests(scope private.pull_scope, after private.pull_position, row_limit integer)
returns table (departure uuid, xid xid8, id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  sent integer := 0;
begin
  if after.departure is not null then
    return query
      select g.departure_id, g.changed_xid, g.id,
        jsonb_build_object(
          'id', g.id,
          'company_id', g.company_id,
          'departure_id', g.departure_id,
          'booking_id', g.booking_id,
          'price_category_id', g.price_category_id,
          'category_type', g.category_type,
          'name', case when scope.shows_guests or g.departure_id = any (scope.named) then g.name end,
          'ticket_code', g.ticket_code,
          'cancelled', g.is_cancelled
            or private.is_released_status((select b.status from public.bookings as b where b.id = g.booking_id)))
      from public.guests as g
      where g.departure_id = any (scope.fresh)
        and (g.departure_id, g.changed_xid, g.id) > (after.departure, after.xid, after.id)
      order by g.departure_id, g.changed_xid, g.id limit row_limit;
    get diagnostics sent = row_count;
    after := (null, '0', '00000000-0000-0000-0000-000000000000');
  end if;
  if scope.is_full or sent = row_limit then return; end if;
  return query
    select null::uuid, g.changed_xid, g.id,
      jsonb_build_object(
        'id', g.id,
        'company_id', g.company_id,
        'departure_id', g.departure_id,
        'booking_id', g.booking_id,
        'price_category_id', g.price_category_id,
        'category_type', g.category_type,
        'name', case
          when seen.is_on_device and (scope.shows_guests or g.departure_id = any (scope.named)) then g.name
        end,
        'ticket_code', case when seen.is_on_device then g.ticket_code else '' end,
        'cancelled', g.is_cancelled
          or private.is_released_status((select b.status from public.bookings as b where b.id = g.booking_id)))
    from public.guests as g
    cross join lateral (select private.is_on_device(scope, g.departure_id) as is_on_device offset 0) as seen
    where g.company_id = scope.company and g.changed_xid between scope.since and scope.until
      and (g.changed_xid, g.id) > (after.xid, after.id) and g.departure_id <> all (scope.fresh)
      and (
        seen.is_on_device
          or exists (
            select from unnest(g.moved_from) as former_departure
            where former_departure = any (scope.fresh) or private.is_on_device(scope, former_departure)))
    order by g.changed_xid, g.id limit row_limit - sent;
end
$$;
comment on function private.pull_guests is
  'Returns the guests of a pull, including those that left a departure, as for bookings.';

create function private.action_row(action public.check_in_actions, shows_guests boolean) returns jsonb
language sql stable parallel safe
return jsonb_build_object(
  'id', (action).id,
  'schema_version', (action).schema_version,
  'kind', (action).kind,
  'company_id', (action).company_id,
  'departure_id', (action).departure_id,
  'booking_id', (action).booking_id,
  'guest_id', (action).guest_id,
  'payload', case
    when shows_guests then (action).payload
    else private.masked_payload((action).kind, (action).payload)
  end,
  'device_id', (action).device_id,
  'device_sequence', (action).device_sequence,
  'user_id', (action).user_id,
  'occurred_at', private.iso((action).occurred_at),
  'device_time', private.iso((action).device_time),
  'recorded_at', private.iso((action).recorded_at),
  'flags', to_jsonb((action).flags));
comment on function private.action_row is 'Returns an action as a pull sends it.';

create function private.pull_actions(scope private.pull_scope, after private.pull_position, row_limit integer)
returns table (departure uuid, xid xid8, id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  sent integer := 0;
begin
  if after.departure is not null then
    return query
      select a.departure_id, a.changed_xid, a.id,
        private.action_row(a, scope.shows_guests or a.departure_id = any (scope.named))
      from public.check_in_actions as a
      where a.departure_id = any (scope.fresh)
        and (a.departure_id, a.changed_xid, a.id) > (after.departure, after.xid, after.id)
      order by a.departure_id, a.changed_xid, a.id limit row_limit;
    get diagnostics sent = row_count;
    after := (null, '0', '00000000-0000-0000-0000-000000000000');
  end if;
  if scope.is_full or sent = row_limit then return; end if;
  return query
    select null::uuid, a.changed_xid, a.id,
      private.action_row(a, scope.shows_guests or a.departure_id = any (scope.named))
    from public.check_in_actions as a
    where a.company_id = scope.company and a.changed_xid between scope.since and scope.until
      and (a.changed_xid, a.id) > (after.xid, after.id) and private.is_on_device(scope, a.departure_id)
    order by a.changed_xid, a.id limit row_limit - sent;
end
$$;
comment on function private.pull_actions is 'Returns the actions of a pull.';

create function private.device_listeners(scope private.pull_scope, cursor jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  listeners jsonb := cursor -> 'listeners';
begin
  -- Recounted every 15 minutes. The device returns the last counts, so a forged value affects only itself.
  if pg_input_is_valid(listeners ->> 'at', 'timestamptz') then
    if (listeners ->> 'at')::timestamptz between now() - interval '15 minutes' and now() then return listeners; end if;
  end if;
  -- sees_all: by the rule of private.sees_whole_company.
  with granted as (
    select ru.user_id, array_agg(p.guard_name) as held_permissions
    from public.roles_users as ru join public.roles_permissions as rp on rp.role_id = ru.role
    join public.permissions as p on p.id = rp.permission_id
    where ru.company = scope.company group by ru.user_id),
  listening as (
    select user_id,
      held_permissions && array['VIEW_BOOKINGS_ACCESS', 'MANAGE_BOOKINGS_ACCESS', 'ALL_ACCESS', 'COMPANY_ALL_ACCESS']
        or not held_permissions @> array['INDIVIDUAL_SCHEDULE_ACCESS'] as sees_all,
      -- A person without actions has no device row and counts as one device.
      greatest(
        1,
        (
          select count(*) from public.devices as d
          where d.user_id = granted.user_id and d.last_seen_at > now() - interval '1 day')) as devices
    from granted
    where held_permissions && array['CHECK_IN_ACCESS', 'ALL_ACCESS', 'COMPANY_ALL_ACCESS']),
  placed as (select *, sum(devices) over (order by not sees_all, user_id) - devices as turn from listening)
  select jsonb_build_object(
    'office', coalesce(sum(devices) filter (where sees_all), 0),
    'all', coalesce(sum(devices), 0),
    'turn', coalesce(max(turn) filter (where user_id = scope.person), 0),
    'turns', coalesce(max(devices) filter (where user_id = scope.person), 0),
    'at', now()) into listeners
  from placed;
  return listeners;
end
$$;
comment on function private.device_listeners is
  'Returns how many devices of a company listen to change events, those that '
  'see everything first, and the position of this person''s devices among them.';

create function private.resync_guests() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Older departures have left every device (private.can_be_on_device). Of the actions, only those that
  -- private.masked_payload changes.
  update public.bookings as b set changed_xid = b.changed_xid
  from public.departures as d
  where d.id = b.departure_id and b.company_id = new.company_id and d.local_date >= current_date - 3;
  update public.guests as g set changed_xid = g.changed_xid
  from public.departures as d
  where d.id = g.departure_id and g.company_id = new.company_id and d.local_date >= current_date - 3;
  update public.check_in_actions as a
  set changed_xid = a.changed_xid
  from public.departures as d
  where d.id = a.departure_id and a.company_id = new.company_id
    and a.kind in ('note', 'walk_in', 'report_submit', 'report_return', 'report_unlock')
    and d.local_date >= current_date - 3;
  return null;
end
$$;
comment on function private.resync_guests is
  'Row trigger of organisation_companies: when data sharing starts or stops, stamps the guests of recent days, so that '
  'change events make the partner''s devices pull now. That pull is full, as private.pull_visibility has changed.';
