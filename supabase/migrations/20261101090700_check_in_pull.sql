-- Pull: the rows that a device keeps, in pages, from its last cursor. docs/protocol.md describes the shapes.
-- The cost of a pull depends on what it sends and not on the size of the company: ADR 001

create type private.pull_scope as (
  epoch text, company uuid, person uuid, is_whole boolean, shows_guests boolean, named uuid[], from_date date, to_date date,
  is_full boolean, since xid8, until xid8, next xid8, seen_from date, seen_to date, fresh uuid[]
);
comment on type private.pull_scope is
  'What a pull sends. is_whole: the person sees all departures of the company. named: departures with visible guest '
  'names, unless all are (shows_guests). fresh: departures sent in full; for others on the device, only changes since '
  '"since". until: no limit, for the query planner. next: "since" of the next pull. seen_from, seen_to: the days on the '
  'device.';

create type private.pull_position as (departure uuid, xid xid8, id uuid);
comment on type private.pull_position is
  'Last row of a page within its table. Only bookings, guests and actions have a departure and xid: first come the '
  'rows of departures sent in full, by departure, then changes of other departures, by xid (departure null).';

create function private.localised(tour uuid, field text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(t.locale, to_jsonb(t) -> field) filter (where to_jsonb(t) ->> field <> ''), '{}')
  from public.tour_translations as t where t.tour_id = tour
$$;
comment on function private.localised is 'Returns one text field of a tour by locale, without empty ones.';

create function private.is_visible(scope private.pull_scope, departure uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.departures as d
    where d.id = departure and d.company_id = scope.company and d.local_date between scope.from_date and scope.to_date
      and (scope.is_whole or (private.can_be_on_device(d.local_date) and exists (
        select from public.departure_guides as g
        where g.departure_id = d.id and g.user_id = scope.person and g.status <> 'declined'))));
end
$$;
comment on function private.is_visible is
  'Returns whether a departure is in the window and visible to '
  'the person, by the same rule as the policies of departures.';

create function private.is_on_device(scope private.pull_scope, departure uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Row by row: changes are few, while a company has many departures.
  return exists (
    select from public.departures as d
    where d.id = departure and d.company_id = scope.company and d.placed_xid < scope.since
      and d.local_date between greatest(scope.from_date, scope.seen_from) and least(scope.to_date, scope.seen_to)
      and (scope.is_whole or (private.can_be_on_device(d.local_date) and exists (
        select from public.departure_guides as g
        where g.departure_id = d.id and g.user_id = scope.person and g.status <> 'declined' and g.assigned_xid < scope.since))));
end
$$;
comment on function private.is_on_device is
  'Returns whether the device has a departure from earlier pulls and the '
  'person still sees it. For such departures, only changes are sent.';

create function private.visible_departures(scope private.pull_scope) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select d.id
    from public.departures as d
    where d.company_id = scope.company and d.local_date between scope.from_date and scope.to_date
      and (scope.is_whole or (private.can_be_on_device(d.local_date) and exists (
        select from public.departure_guides as g
        where g.departure_id = d.id and g.user_id = scope.person and g.status <> 'declined')))
    order by d.id);
end
$$;
comment on function private.visible_departures is 'Returns the departures of the window that the person may see.';

create function private.departures_with_named_guests(company uuid, departures uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  person constant uuid := (select auth.uid());
begin
  if private.sees_guests(company) then return departures; end if;
  return array(
    select g.departure_id from public.departure_guides as g
    where g.departure_id = any (departures) and g.user_id = person and g.status <> 'declined'
    order by g.departure_id);
end
$$;
comment on function private.departures_with_named_guests is
  'Returns those of the departures whose guests the caller may see by name.';

create function private.new_departures(scope private.pull_scope) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    -- Moved into the window or assigned to the person since. Both change the departure's row.
    select d.id
    from public.departures as d
    where d.company_id = scope.company and d.changed_xid between scope.since and scope.until
      and private.is_visible(scope, d.id) and not private.is_on_device(scope, d.id)
    union
    -- Days that the earlier window did not include.
    select d.id
    from public.departures as d
    where (scope.from_date < scope.seen_from or scope.to_date > scope.seen_to)
      and d.company_id = scope.company and d.local_date between scope.from_date and scope.to_date
      and d.local_date not between scope.seen_from and scope.seen_to
      and private.is_visible(scope, d.id)
    order by 1);
end
$$;
comment on function private.new_departures is
  'Returns the departures that the person sees and the device does not have.';

create function private.departures_on_device(scope private.pull_scope) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not scope.is_full and scope.fresh = '{}' and scope.from_date = scope.seen_from and scope.to_date = scope.seen_to
    and not exists (
      select from public.departures as d
      where d.company_id = scope.company and d.changed_xid between scope.since and scope.until)
    -- Deleting a departure stamps its company.
    and not exists (select from public.companies as c where c.id = scope.company and c.changed_xid >= scope.since) then
    return null;
  end if;
  return array(
    select id from unnest(private.visible_departures(scope)) as id
    where id = any (scope.fresh) or private.is_on_device(scope, id));
end
$$;
comment on function private.departures_on_device is
  'Returns all departures that the device has after this pull; null if none was added, removed or changed.';

create function private.pull_visibility(scope private.pull_scope) returns text
language sql immutable parallel safe
return (case when (scope).is_whole then 'whole' else 'own' end) || (case when (scope).shows_guests then '' else ' masked ' || md5((scope).named::text) end);
comment on function private.pull_visibility is
  'Returns a key of what the person may see. If it changes, the device pulls in full.';

create function private.is_pull_position(value jsonb) returns boolean
language sql stable parallel safe
return jsonb_typeof(value) = 'array' and jsonb_array_length(value) = 3
  and (value ->> 0 is null or private.is_uuid(value ->> 0)) and (value ->> 1 is null or pg_input_is_valid(value ->> 1, 'xid8'))
  and private.is_uuid(value ->> 2);
comment on function private.is_pull_position is
  'Returns whether a value is a position within a table, as a cursor holds it.';

create function private.is_tour_on_device(scope private.pull_scope, tour uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.departures as d
    where d.company_id = scope.company and d.local_date between scope.from_date and scope.to_date and d.tour_id = tour
      and private.is_on_device(scope, d.id));
end
$$;
comment on function private.is_tour_on_device is 'Returns whether the device has a departure of a tour.';

-- One function per table returns its rows after a position, as the device stores them. "between since and until"
-- instead of ">= since" makes the planner, which sees no values, estimate a narrow range.

create function private.pull_companies(scope private.pull_scope, after uuid, row_limit integer) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select c.id, jsonb_build_object('id', c.id, 'name', c.name, 'slug', c.slug, 'time_zone', c.time_zone,
      'currency', c.currency, 'has_active_subscription', c.has_active_subscription, 'is_active', c.is_active,
      'ticket_keys', private.public_ticket_keys(c.id), 'pays_online', private.pays_online(c.id), 'attendance_rule', c.attendance_rule)
    from public.companies as c
    where c.id = scope.company and c.id > after and (scope.is_full or c.changed_xid >= scope.since)
    order by c.id limit row_limit;
end
$$;
comment on function private.pull_companies is
  'Returns the company''s row, with its ticket keys and whether its guests pay online.';

create function private.pull_tours(scope private.pull_scope, after uuid, row_limit integer) returns table (id uuid, data jsonb)
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

create function private.pull_price_categories(scope private.pull_scope, after uuid, row_limit integer) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select p.id, jsonb_build_object('id', p.id, 'tour_id', p.tour_id, 'type', p.type, 'amount', p.amount, 'active', p.is_active)
    from public.price_categories as p
    where p.id > after and p.id in (
      select p.id from public.price_categories as p
      where p.tour_id in (select d.tour_id from public.departures as d where d.id = any (scope.fresh))
      union
      select p.id from public.price_categories as p
      where p.company_id = scope.company and p.changed_xid between scope.since and scope.until and not scope.is_full
        and private.is_tour_on_device(scope, p.tour_id))
    order by p.id limit row_limit;
end
$$;
comment on function private.pull_price_categories is 'Returns the price categories of a pull.';

create function private.pull_users(scope private.pull_scope, after uuid, row_limit integer) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select u.id, jsonb_build_object('id', u.id, 'display_name', u.display_name)
    from public.users as u
    where u.id > after and u.id in (
      select m.user_id from public.company_members as m where m.company_id = scope.company and scope.is_full
      union
      select m.user_id from public.company_members as m
      where m.company_id = scope.company and m.changed_xid between scope.since and scope.until and not scope.is_full
      union
      select renamed.id
      from public.users as renamed
      cross join lateral (
        select from public.company_members as m where m.user_id = renamed.id and m.company_id = scope.company offset 0) as m
      where renamed.changed_xid between scope.since and scope.until and not scope.is_full
      union
      select a.user_id from public.check_in_actions as a where a.departure_id = any (scope.fresh)
      union
      select a.user_id from public.check_in_actions as a
      where a.company_id = scope.company and a.changed_xid between scope.since and scope.until and not scope.is_full
        and private.is_on_device(scope, a.departure_id)
      union
      select g.user_id from public.departure_guides as g where g.status <> 'declined' and g.departure_id = any (scope.fresh)
      union
      select g.user_id
      from public.departures as d
      cross join lateral (
        select g.user_id from public.departure_guides as g where g.departure_id = d.id and g.status <> 'declined' offset 0) as g
      where d.company_id = scope.company and d.changed_xid between scope.since and scope.until and not scope.is_full
        and private.is_on_device(scope, d.id))
    order by u.id limit row_limit;
end
$$;
comment on function private.pull_users is 'Returns the people of a pull: members, authors of actions, guides.';

create function private.pull_people(scope private.pull_scope, after uuid, row_limit integer) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if not private.has_api_keys(scope.company) then
    return query select p.id, p.data from private.pull_users(scope, after, row_limit) as p;
    return;
  end if;
  return query
    select named.id, named.data
    from (
      select p.id, p.data from private.pull_users(scope, after, row_limit) as p
      union all
      select acted.user_id, jsonb_build_object('id', acted.user_id, 'display_name', private.actor_name(acted.user_id))
      from (
        select a.user_id from public.check_in_actions as a where a.departure_id = any (scope.fresh)
        union
        select a.user_id from public.check_in_actions as a
        where a.company_id = scope.company and a.changed_xid between scope.since and scope.until and not scope.is_full
          and private.is_on_device(scope, a.departure_id)
      ) as acted
      where acted.user_id > after and not exists (select from public.users as u where u.id = acted.user_id)
        -- The name of a deleted account is unknown. A program has its API key's name.
        and private.actor_name(acted.user_id) is not null
    ) as named
    order by named.id limit row_limit;
end
$$;
comment on function private.pull_people is
  'Returns the names of a pull: people, and programs that acted through the API.';

create function private.pull_devices(scope private.pull_scope, after uuid, row_limit integer) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select device.key, jsonb_build_object('id', device.key, 'device_id', device.id, 'user_id', device.user_id, 'label', device.label)
    from (
      -- Keyed by device and person: a device id is not secret, and another person could give it another label.
      select md5(d.id::text || d.user_id)::uuid as key, d.*
      from (
        select a.device_id, a.user_id from public.check_in_actions as a where a.departure_id = any (scope.fresh)
        union
        select a.device_id, a.user_id from public.check_in_actions as a
        where a.company_id = scope.company and a.changed_xid between scope.since and scope.until and not scope.is_full
          and private.is_on_device(scope, a.departure_id)
        union
        select renamed.id, renamed.user_id
        from public.devices as renamed
        cross join lateral (
          select from public.company_members as m where m.user_id = renamed.user_id and m.company_id = scope.company offset 0) as m
        where renamed.changed_xid between scope.since and scope.until and not scope.is_full
      ) as used
      cross join lateral (
        select d.* from public.devices as d where d.id = used.device_id and d.user_id = used.user_id offset 0) as d
    ) as device
    where device.key > after
    order by device.key limit row_limit;
end
$$;
comment on function private.pull_devices is
  'Returns the devices of a pull with their labels, such as the browser and system.';

create function private.pull_departures(scope private.pull_scope, after uuid, row_limit integer) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select d.id, jsonb_build_object('id', d.id, 'company_id', d.company_id, 'tour_id', d.tour_id,
      'starts_at', private.iso(d.starts_at), 'ends_at', private.iso(d.ends_at), 'local_date', d.local_date,
      'capacity', d.capacity, 'language', d.language, 'closed', d.is_closed, 'status', d.status,
      'guides', coalesce((
        select jsonb_agg(jsonb_build_object('user_id', g.user_id, 'role', g.role) order by g.role, g.user_id)
        from public.departure_guides as g where g.departure_id = d.id and g.status <> 'declined'), '[]'))
      || coalesce((
        select jsonb_build_object('prices', jsonb_object_agg(price.price_category_id, price.amount))
        from public.departure_prices as price where price.departure_id = d.id having count(*) > 0), '{}')
    from public.departures as d
    where d.id > after and d.id in (
      select unnest(scope.fresh)
      union
      select changed.id from public.departures as changed
      where changed.company_id = scope.company and changed.changed_xid between scope.since and scope.until and not scope.is_full
        and private.is_on_device(scope, changed.id))
    order by d.id limit row_limit;
end
$$;
comment on function private.pull_departures is
  'Returns the departures of a pull, with their guides and the prices that differ from the tour''s.';

-- Masking without data sharing: the reference and the ticket code remain, so that guests can still be checked in.

create function private.masked_booking(booking jsonb) returns jsonb
language sql immutable parallel safe
return booking || jsonb_build_object('contact_name', booking -> 'reference', 'contact_email', null, 'contact_phone', null, 'note', null);
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
return jsonb_build_object('id', (booking).id, 'company_id', (booking).company_id, 'departure_id', (booking).departure_id,
  'reference', (booking).reference, 'status', (booking).status, 'source', (booking).source, 'contact_name', (booking).contact_name,
  'contact_email', (booking).contact_email, 'contact_phone', (booking).contact_phone, 'locale', (booking).locale,
  'note', (booking).note, 'organisation_name', organisation_name, 'voucher_number', (booking).voucher_number,
  'link_hash', (booking).access_token_hash, 'total_amount', (booking).total_amount, 'paid_amount', (booking).paid_amount,
  'currency', (booking).currency, 'expires_at', private.iso((booking).expires_at), 'reason', (booking).reason, 'late_minutes', (booking).late_minutes);
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
        case when scope.shows_guests or b.departure_id = any (scope.named) then unmasked.row else private.masked_booking(unmasked.row) end
      from public.bookings as b
      cross join lateral (
        select private.booking_row(b, (select o.name from public.organisations as o where o.id = b.organisation_id)) as row) as unmasked
      where b.departure_id = any (scope.fresh) and (b.departure_id, b.changed_xid, b.id) > (after.departure, after.xid, after.id)
      order by b.departure_id, b.changed_xid, b.id limit row_limit;
    get diagnostics sent = row_count;
    after := (null, '0', '00000000-0000-0000-0000-000000000000');
  end if;
  if scope.is_full or sent = row_limit then return; end if;
  return query
    select null::uuid, b.changed_xid, b.id, case
      -- A booking that moved to a departure out of sight is sent so that it leaves the list, without personal data.
      when not seen.is_on_device then unmasked.row
        || '{"contact_name": "", "contact_email": null, "contact_phone": null, "note": null, "organisation_name": null, "voucher_number": null, "link_hash": null}'
      when scope.shows_guests or b.departure_id = any (scope.named) then unmasked.row
      else private.masked_booking(unmasked.row)
    end
    from public.bookings as b
    cross join lateral (
      select private.booking_row(b, (select o.name from public.organisations as o where o.id = b.organisation_id)) as row) as unmasked
    cross join lateral (select private.is_on_device(scope, b.departure_id) as is_on_device offset 0) as seen
    where b.company_id = scope.company and b.changed_xid between scope.since and scope.until
      and (b.changed_xid, b.id) > (after.xid, after.id) and b.departure_id <> all (scope.fresh)
      and (seen.is_on_device or exists (
        select from unnest(b.moved_from) as former_departure where former_departure = any (scope.fresh) or private.is_on_device(scope, former_departure)))
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
      select g.departure_id, g.changed_xid, g.id, jsonb_build_object('id', g.id, 'company_id', g.company_id,
        'departure_id', g.departure_id, 'booking_id', g.booking_id, 'price_category_id', g.price_category_id,
        'category_type', g.category_type, 'name', case when scope.shows_guests or g.departure_id = any (scope.named) then g.name end, 'ticket_code', g.ticket_code,
        'cancelled', g.is_cancelled or private.is_released_status((select b.status from public.bookings as b where b.id = g.booking_id)))
      from public.guests as g
      where g.departure_id = any (scope.fresh) and (g.departure_id, g.changed_xid, g.id) > (after.departure, after.xid, after.id)
      order by g.departure_id, g.changed_xid, g.id limit row_limit;
    get diagnostics sent = row_count;
    after := (null, '0', '00000000-0000-0000-0000-000000000000');
  end if;
  if scope.is_full or sent = row_limit then return; end if;
  return query
    select null::uuid, g.changed_xid, g.id, jsonb_build_object('id', g.id, 'company_id', g.company_id,
      'departure_id', g.departure_id, 'booking_id', g.booking_id, 'price_category_id', g.price_category_id,
      'category_type', g.category_type, 'name', case when seen.is_on_device and (scope.shows_guests or g.departure_id = any (scope.named)) then g.name end,
      'ticket_code', case when seen.is_on_device then g.ticket_code else '' end,
      'cancelled', g.is_cancelled or private.is_released_status((select b.status from public.bookings as b where b.id = g.booking_id)))
    from public.guests as g
    cross join lateral (select private.is_on_device(scope, g.departure_id) as is_on_device offset 0) as seen
    where g.company_id = scope.company and g.changed_xid between scope.since and scope.until
      and (g.changed_xid, g.id) > (after.xid, after.id) and g.departure_id <> all (scope.fresh)
      and (seen.is_on_device or exists (
        select from unnest(g.moved_from) as former_departure where former_departure = any (scope.fresh) or private.is_on_device(scope, former_departure)))
    order by g.changed_xid, g.id limit row_limit - sent;
end
$$;
comment on function private.pull_guests is
  'Returns the guests of a pull, including those that left a departure, as for bookings.';

create function private.action_row(action public.check_in_actions, shows_guests boolean) returns jsonb
language sql stable parallel safe
return jsonb_build_object('id', (action).id, 'schema_version', (action).schema_version, 'kind', (action).kind,
  'company_id', (action).company_id, 'departure_id', (action).departure_id, 'booking_id', (action).booking_id,
  'guest_id', (action).guest_id,
  'payload', case when shows_guests then (action).payload else private.masked_payload((action).kind, (action).payload) end,
  'device_id', (action).device_id, 'device_sequence', (action).device_sequence, 'user_id', (action).user_id,
  'occurred_at', private.iso((action).occurred_at), 'device_time', private.iso((action).device_time),
  'recorded_at', private.iso((action).recorded_at), 'flags', to_jsonb((action).flags));
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
      select a.departure_id, a.changed_xid, a.id, private.action_row(a, scope.shows_guests or a.departure_id = any (scope.named))
      from public.check_in_actions as a
      where a.departure_id = any (scope.fresh) and (a.departure_id, a.changed_xid, a.id) > (after.departure, after.xid, after.id)
      order by a.departure_id, a.changed_xid, a.id limit row_limit;
    get diagnostics sent = row_count;
    after := (null, '0', '00000000-0000-0000-0000-000000000000');
  end if;
  if scope.is_full or sent = row_limit then return; end if;
  return query
    select null::uuid, a.changed_xid, a.id, private.action_row(a, scope.shows_guests or a.departure_id = any (scope.named))
    from public.check_in_actions as a
    where a.company_id = scope.company and a.changed_xid between scope.since and scope.until
      and (a.changed_xid, a.id) > (after.xid, after.id) and private.is_on_device(scope, a.departure_id)
    order by a.changed_xid, a.id limit row_limit - sent;
end
$$;
comment on function private.pull_actions is 'Returns the actions of a pull.';

create function private.pull_rows(scope private.pull_scope, name text, after private.pull_position, row_limit integer)
returns table (departure uuid, xid xid8, id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- Static calls instead of dynamic SQL, so that each connection caches their plans.
  case name
    when 'companies' then return query select null::uuid, null::xid8, r.id, r.data from private.pull_companies(scope, after.id, row_limit) as r;
    when 'tours' then return query select null::uuid, null::xid8, r.id, r.data from private.pull_tours(scope, after.id, row_limit) as r;
    when 'price_categories' then return query select null::uuid, null::xid8, r.id, r.data from private.pull_price_categories(scope, after.id, row_limit) as r;
    when 'people' then return query select null::uuid, null::xid8, r.id, r.data from private.pull_people(scope, after.id, row_limit) as r;
    when 'devices' then return query select null::uuid, null::xid8, r.id, r.data from private.pull_devices(scope, after.id, row_limit) as r;
    when 'departures' then return query select null::uuid, null::xid8, r.id, r.data from private.pull_departures(scope, after.id, row_limit) as r;
    when 'bookings' then return query select * from private.pull_bookings(scope, after, row_limit);
    when 'guests' then return query select * from private.pull_guests(scope, after, row_limit);
    when 'actions' then return query select * from private.pull_actions(scope, after, row_limit);
  end case;
end
$$;
comment on function private.pull_rows is 'Returns the rows of one table of a pull.';

create function private.resolve_pull_scope(scope private.pull_scope, cursor jsonb) returns private.pull_scope
language plpgsql stable security definer set search_path = ''
as $$
declare
  sight constant text := private.pull_visibility(scope);
  is_valid boolean;
begin
  scope.epoch := (select epoch from private.sync_epoch);
  scope.next := pg_snapshot_xmin(pg_current_snapshot());
  scope.until := '9223372036854775807';

  -- A cursor of another epoch, company or visibility, from the future or malformed counts as none.
  is_valid := jsonb_typeof(cursor) = 'object' and cursor ->> 'epoch' = scope.epoch and cursor ->> 'company' = scope.company::text
    and cursor ->> 'sight' = sight and pg_input_is_valid(cursor ->> 'since', 'xid8')
    and pg_input_is_valid(cursor ->> 'from', 'date') and pg_input_is_valid(cursor ->> 'to', 'date');
  if is_valid then is_valid := (cursor ->> 'since')::xid8 <= pg_snapshot_xmax(pg_current_snapshot()); end if;
  if is_valid and cursor ? 'next' then
    is_valid := private.are_uuids(cursor -> 'fresh', 100000) and pg_input_is_valid(cursor ->> 'next', 'xid8')
      and jsonb_typeof(cursor -> 'full') = 'boolean'
      -- All pages of a pull must have the same window.
      and cursor ->> 'of_from' = scope.from_date::text and cursor ->> 'of_to' = scope.to_date::text;
  end if;
  if is_valid is not true then
    scope.is_full := true;
    scope.since := '0';
    scope.fresh := private.visible_departures(scope);
    return scope;
  end if;

  scope.since := (cursor ->> 'since')::xid8;
  scope.seen_from := (cursor ->> 'from')::date;
  scope.seen_to := (cursor ->> 'to')::date;
  if cursor ? 'next' then
    -- Later pages keep the scope of the first one. What becomes visible in between comes with the next pull.
    scope.is_full := (cursor ->> 'full')::boolean;
    scope.next := (cursor ->> 'next')::xid8;
    scope.fresh := array(
      select id::uuid from jsonb_array_elements_text(cursor -> 'fresh') as id where private.is_visible(scope, id::uuid) order by id::uuid);
  else
    scope.is_full := false;
    scope.fresh := private.new_departures(scope);
  end if;
  return scope;
end
$$;
comment on function private.resolve_pull_scope is
  'Returns what a pull sends, by the cursor and by what the person may see now.';

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
    from public.roles_users as ru
    join public.roles_permissions as rp on rp.role_id = ru.role
    join public.permissions as p on p.id = rp.permission_id
    where ru.company = scope.company
    group by ru.user_id
  ), listening as (
    select user_id,
      held_permissions && array['VIEW_BOOKINGS_ACCESS', 'MANAGE_BOOKINGS_ACCESS', 'ALL_ACCESS', 'COMPANY_ALL_ACCESS']
        or not held_permissions @> array['INDIVIDUAL_SCHEDULE_ACCESS'] as sees_all,
      -- A person without actions has no device row and counts as one device.
      greatest(1, (
        select count(*) from public.devices as d
        where d.user_id = granted.user_id and d.last_seen_at > now() - interval '1 day')) as devices
    from granted
    where held_permissions && array['CHECK_IN_ACCESS', 'ALL_ACCESS', 'COMPANY_ALL_ACCESS']
  ), placed as (
    select *, sum(devices) over (order by not sees_all, user_id) - devices as turn from listening
  )
  select jsonb_build_object('office', coalesce(sum(devices) filter (where sees_all), 0), 'all', coalesce(sum(devices), 0),
    'turn', coalesce(max(turn) filter (where user_id = scope.person), 0),
    'turns', coalesce(max(devices) filter (where user_id = scope.person), 0), 'at', now())
  into listeners
  from placed;
  return listeners;
end
$$;
comment on function private.device_listeners is
  'Returns how many devices of a company listen to change events, those that '
  'see everything first, and the position of this person''s devices among them.';

create function public.check_in_pull(company uuid, from_date date, to_date date, cursor jsonb default null, page_size integer default 1000)
returns json
-- json, not jsonb: rows are serialised once, and jsonb_agg is quadratic in the
-- length of arrays inside its elements. One cached plan per connection: the values
-- of a pull say nothing about the next, and planning costs more than a small pull.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
-- Security definer: row policies would be evaluated for every row. Here the person's departures are evaluated once.
-- Stable: the whole page is read in one snapshot.
declare
  names constant text[] := array['companies', 'tours', 'price_categories', 'people', 'devices', 'departures', 'bookings', 'guests', 'actions'];
  first_place constant private.pull_position := ('00000000-0000-0000-0000-000000000000', '0', '00000000-0000-0000-0000-000000000000');
  subject jsonb;
  scope private.pull_scope;
  rows json[] := array_fill('[]'::json, array[9]);
  rows_left integer := page_size;
  start integer := 1;
  after private.pull_position := first_place;
  found_rows json;
  places private.pull_position[];
  listeners jsonb;
  is_done boolean := true;
  next_cursor jsonb;
begin
  scope.person := (select auth.uid());
  if scope.person is null or private.is_session_ended(scope.person) or private.is_missing_mfa(scope.person) then return '{"status": "signed_out"}'; end if;
  if company is null or from_date is null or to_date is null or to_date < from_date or to_date - from_date > 9
    or page_size is null or page_size not between 1 and 5000 then
    return '{"status": "invalid"}';
  end if;
  -- Signed out, so that the device keeps its data until the second factor is given.
  if company = any (private.companies_awaiting_mfa(scope.person)) then return '{"status": "signed_out"}'; end if;
  subject := private.subject(scope.person, 'check_in_pull');
  if not private.subject_can(subject, 'CHECK_IN_ACCESS', company) then return '{"status": "not_permitted"}'; end if;
  if not exists (select from public.companies where id = company and has_active_subscription) then
    return '{"status": "no_subscription"}';
  end if;

  scope.company := company;
  scope.from_date := from_date;
  scope.to_date := to_date;
  scope.is_whole := private.sees_whole_company(subject, company);
  -- A person who sees only departures that they guide sees those guests.
  scope.shows_guests := not scope.is_whole or private.sees_guests(company);
  if not scope.shows_guests then scope.named := private.departures_with_named_guests(company, private.visible_departures(scope)); end if;
  scope := private.resolve_pull_scope(scope, cursor);
  if cursor ->> 'next' = scope.next::text and private.is_whole_number(cursor -> 'section', 9) and private.is_pull_position(cursor -> 'after') then
    start := greatest((cursor ->> 'section')::integer, 1);
    after := ((cursor #>> '{after,0}')::uuid, (cursor #>> '{after,1}')::xid8, (cursor #>> '{after,2}')::uuid);
  end if;

  listeners := private.device_listeners(scope, cursor);
  next_cursor := jsonb_build_object('epoch', scope.epoch, 'company', company, 'sight', private.pull_visibility(scope), 'listeners', listeners);
  for section in start .. 9 loop
    -- One row more than fits tells whether another page is needed.
    select json_agg(p.data order by p.at) filter (where p.at <= rows_left),
      array_agg((p.departure, p.xid, p.id)::private.pull_position order by p.at)
    into found_rows, places
    from private.pull_rows(scope, names[section], after, rows_left + 1) with ordinality as p (departure, xid, id, data, at);
    if found_rows is not null then rows[section] := found_rows; end if;
    is_done := coalesce(cardinality(places) <= rows_left, true);
    if not is_done then
      if rows_left > 0 then after := places[rows_left]; end if;
      next_cursor := next_cursor || jsonb_build_object('since', scope.since, 'from', coalesce(scope.seen_from, from_date),
        'to', coalesce(scope.seen_to, to_date), 'full', scope.is_full, 'next', scope.next, 'of_from', from_date, 'of_to', to_date,
        'fresh', to_jsonb(scope.fresh), 'section', section, 'after', jsonb_build_array(after.departure, after.xid, after.id));
      exit;
    end if;
    rows_left := rows_left - coalesce(cardinality(places), 0);
    after := first_place;
  end loop;
  if is_done then
    next_cursor := next_cursor || jsonb_build_object('since', scope.next, 'from', from_date, 'to', to_date);
  end if;
  return json_build_object('status', 'ok', 'server_time', private.iso(clock_timestamp()), 'epoch', scope.epoch, 'full', scope.is_full,
    'as_of', scope.next, 'listeners', (listeners - 'at') || jsonb_build_object('sees_all', scope.is_whole),
    'done', is_done, 'visible_departures', case when is_done then to_json(private.departures_on_device(scope)) end,
    'rows', (select json_object_agg(name, list) from unnest(names, rows) as found (name, list)), 'cursor', next_cursor);
end
$$;
comment on function public.check_in_pull is
  'Returns rows of the check-in that changed since the cursor, within a window of at most ten days; docs/protocol.md.';
grant execute on function public.check_in_pull(uuid, date, date, jsonb, integer) to authenticated;

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
  update public.check_in_actions as a set changed_xid = a.changed_xid
  from public.departures as d
  where d.id = a.departure_id and a.company_id = new.company_id and a.kind in ('note', 'walk_in', 'report_submit', 'report_return', 'report_unlock') and d.local_date >= current_date - 3;
  return null;
end
$$;
comment on function private.resync_guests is
  'Row trigger of organisation_companies: when data sharing starts or stops, stamps the guests of recent days, so that '
  'change events make the partner''s devices pull now. That pull is full, as private.pull_visibility has changed.';
create trigger resync_guests after update of data_sharing on public.organisation_companies
  for each row when (old.data_sharing is distinct from new.data_sharing) execute function private.resync_guests();
