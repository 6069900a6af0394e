-- Pull: what a device keeps, in pages, from where it last stopped. docs/protocol.md tells the shapes.

create type private.pull_scope as (
  epoch text, company uuid, is_full boolean, since xid8, next xid8, fresh uuid[], known uuid[], named uuid[]
);
comment on type private.pull_scope is
  'What a pull has to send: fresh, the departures sent whole; known, those of which only what changed since is wanted; named, those whose guests the person may know by name; next, from where the next pull goes on.';

create function private.visible_departures(company uuid, from_date date, to_date date) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  person constant uuid := (select auth.uid());
  is_whole constant boolean := private.sees_whole(private.subject(person), company);
begin
  return array(
    select d.id
    from public.departures as d
    where d.company_id = company and d.local_date between from_date and to_date
      and (is_whole or (private.is_held(d.local_date) and exists (
        select from public.departure_guides as g
        where g.departure_id = d.id and g.user_id = person and g.status <> 'declined')))
    order by d.id);
end
$$;
comment on function private.visible_departures is 'Departures of a window that the person may see, as the policies of departures decide.';

create function private.named_departures(company uuid, departures uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  person constant uuid := (select auth.uid());
begin
  if private.sees_guests(private.subject(person), company) then return departures; end if;
  return array(
    select g.departure_id from public.departure_guides as g
    where g.departure_id = any (departures) and g.user_id = person and g.status <> 'declined');
end
$$;
comment on function private.named_departures is 'Those of some departures whose guests the person may know by name.';

create function private.localised(tour uuid, field text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(t.locale, to_jsonb(t) -> field) filter (where to_jsonb(t) ->> field <> ''), '{}')
  from public.tour_translations as t where t.tour_id = tour
$$;
comment on function private.localised is 'One text of a tour in the languages it is written in, by locale.';

-- One function a table: its rows after an id, as the device keeps them. Plain queries, so that a page reads only what it sends.

create function private.pull_companies(scope private.pull_scope, after uuid, most integer) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select c.id, jsonb_build_object('id', c.id, 'name', c.name, 'slug', c.slug, 'time_zone', c.time_zone,
      'currency', c.currency, 'has_active_subscription', c.has_active_subscription, 'is_active', c.is_active)
    from public.companies as c
    where c.id = scope.company and c.id > after and (scope.is_full or c.changed_xid >= scope.since)
    order by c.id limit most;
end
$$;
comment on function private.pull_companies is 'The company''s row of a pull.';

create function private.pull_tours(scope private.pull_scope, after uuid, most integer) returns table (id uuid, data jsonb)
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
    where t.id > after and (
      t.id in (select d.tour_id from public.departures as d where d.id = any (scope.fresh))
      or (t.changed_xid >= scope.since
        and t.id in (select d.tour_id from public.departures as d where d.id = any (scope.known))))
    order by t.id limit most;
end
$$;
comment on function private.pull_tours is 'The tours of a pull, with their texts.';

create function private.pull_price_categories(scope private.pull_scope, after uuid, most integer) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select p.id, jsonb_build_object('id', p.id, 'tour_id', p.tour_id, 'type', p.type, 'amount', p.amount, 'active', p.is_active)
    from public.price_categories as p
    where p.id > after and (
      p.tour_id in (select d.tour_id from public.departures as d where d.id = any (scope.fresh))
      or (p.changed_xid >= scope.since
        and p.tour_id in (select d.tour_id from public.departures as d where d.id = any (scope.known))))
    order by p.id limit most;
end
$$;
comment on function private.pull_price_categories is 'The prices of a pull.';

create function private.pull_people(scope private.pull_scope, after uuid, most integer) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select u.id, jsonb_build_object('id', u.id, 'display_name', u.display_name)
    from public.users as u
    where u.id > after and u.id in (
      select m.user_id from public.company_members as m join public.users as person on person.id = m.user_id
      where m.company_id = scope.company
        and (scope.is_full or m.changed_xid >= scope.since or person.changed_xid >= scope.since)
      union
      select a.user_id from public.check_in_actions as a
      where a.departure_id = any (scope.fresh) or (a.departure_id = any (scope.known) and a.changed_xid >= scope.since)
      union
      select g.user_id from public.departure_guides as g join public.departures as d on d.id = g.departure_id
      where g.status <> 'declined'
        and (d.id = any (scope.fresh) or (d.id = any (scope.known) and d.changed_xid >= scope.since)))
    order by u.id limit most;
end
$$;
comment on function private.pull_people is 'The names of a pull: of the company, of whoever acted, of guides.';

create function private.pull_devices(scope private.pull_scope, after uuid, most integer) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select device.key, jsonb_build_object('id', device.key, 'device_id', device.id, 'user_id', device.user_id, 'label', device.label)
    from (
      -- With the person: a device's id is no secret, and whoever claims it gives it another name.
      select md5(d.id::text || d.user_id)::uuid as key, d.*
      from public.devices as d
      where (d.id, d.user_id) in (
          select a.device_id, a.user_id from public.check_in_actions as a
          where a.departure_id = any (scope.fresh) or (a.departure_id = any (scope.known) and a.changed_xid >= scope.since))
        or (d.changed_xid >= scope.since and d.user_id in (
          select m.user_id from public.company_members as m where m.company_id = scope.company))
    ) as device
    where device.key > after
    order by device.key limit most;
end
$$;
comment on function private.pull_devices is 'The devices of a pull, by the names that their people gave them.';

create function private.pull_departures(scope private.pull_scope, after uuid, most integer) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select d.id, jsonb_build_object('id', d.id, 'company_id', d.company_id, 'tour_id', d.tour_id,
      'starts_at', private.iso(d.starts_at), 'ends_at', private.iso(d.ends_at), 'local_date', d.local_date,
      'capacity', d.capacity, 'language', d.language, 'closed', d.is_closed, 'status', d.status,
      'guides', coalesce((
        select jsonb_agg(jsonb_build_object('user_id', g.user_id, 'role', g.role) order by g.role desc, g.user_id)
        from public.departure_guides as g where g.departure_id = d.id and g.status <> 'declined'), '[]'))
    from public.departures as d
    where d.id > after and (d.id = any (scope.fresh) or (d.id = any (scope.known) and d.changed_xid >= scope.since))
    order by d.id limit most;
end
$$;
comment on function private.pull_departures is 'The departures of a pull, with their guides.';

-- What is left of a guest without consent: the reference and the code, by which they can still be checked in.

create function private.masked_booking(booking jsonb) returns jsonb
language sql immutable parallel safe
return booking || jsonb_build_object('contact_name', booking -> 'reference', 'contact_email', null, 'contact_phone', null, 'note', null);
comment on function private.masked_booking is 'A booking as a pull sends it, without who it is for; the reference stands in for the name.';

create function private.masked_payload(kind text, payload jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select case kind
    when 'note' then payload || '{"text": ""}'
    when 'walk_in' then private.masked_booking(payload) - 'note' || jsonb_build_object('guests', (
      select coalesce(jsonb_agg(guest || '{"name": null}' order by place), '[]')
      from jsonb_array_elements(payload -> 'guests') with ordinality as given (guest, place)))
    else payload
  end
$$;
comment on function private.masked_payload is 'The payload of an action without names and words about people.';

create function private.pull_bookings(scope private.pull_scope, after uuid, most integer) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select b.id, case
      -- Of what left for somebody else's departure only that it left.
      when b.departure_id <> all (scope.fresh || scope.known) then whole.row
        || '{"contact_name": "", "contact_email": null, "contact_phone": null, "note": null, "organisation_name": null, "external_reference": null, "link_hash": null}'
      when b.departure_id = any (scope.named) then whole.row
      else private.masked_booking(whole.row)
    end
    from public.bookings as b
    cross join lateral (
      select jsonb_build_object('id', b.id, 'company_id', b.company_id, 'departure_id', b.departure_id,
        'reference', b.reference, 'status', b.status, 'source', b.source, 'contact_name', b.contact_name,
        'contact_email', b.contact_email, 'contact_phone', b.contact_phone, 'locale', b.locale, 'note', b.note,
        'organisation_name', (select o.name from public.organisations as o where o.id = b.organisation_id),
        'external_reference', b.external_reference, 'link_hash', b.access_token_hash,
        'total_amount', b.total_amount, 'paid_amount', b.paid_amount, 'currency', b.currency,
        'expires_at', private.iso(b.expires_at)) as row
    ) as whole
    where b.id > after and (
      b.departure_id = any (scope.fresh)
      or (b.departure_id = any (scope.known) and b.changed_xid >= scope.since)
      or (b.moved_from <> '{}' and b.moved_from && scope.known and b.changed_xid >= scope.since))
    order by b.id limit most;
end
$$;
comment on function private.pull_bookings is 'The bookings of a pull, and those that left a departure which the device holds.';

create function private.pull_guests(scope private.pull_scope, after uuid, most integer) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select g.id, jsonb_build_object('id', g.id, 'company_id', g.company_id, 'departure_id', g.departure_id,
      'booking_id', g.booking_id, 'price_category_id', g.price_category_id, 'category_type', g.category_type,
      'name', case when g.departure_id = any (scope.named) then g.name end,
      'ticket_code', case when is_ours then g.ticket_code else '' end,
      'cancelled', g.is_cancelled or private.is_given_up(b.status))
    from public.guests as g
    join public.bookings as b on b.id = g.booking_id
    cross join lateral (select g.departure_id = any (scope.fresh || scope.known) as is_ours) as seen
    where g.id > after and (
      g.departure_id = any (scope.fresh)
      or (g.departure_id = any (scope.known) and g.changed_xid >= scope.since)
      or (g.moved_from <> '{}' and g.moved_from && scope.known and g.changed_xid >= scope.since))
    order by g.id limit most;
end
$$;
comment on function private.pull_guests is 'The guests of a pull, and those that left a departure which the device holds.';

create function private.pull_actions(scope private.pull_scope, after uuid, most integer) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select a.id, jsonb_build_object('id', a.id, 'schema_version', a.schema_version, 'kind', a.kind,
      'company_id', a.company_id, 'departure_id', a.departure_id, 'booking_id', a.booking_id, 'guest_id', a.guest_id,
      'payload', case when a.departure_id = any (scope.named) then a.payload else private.masked_payload(a.kind, a.payload) end,
      'device_id', a.device_id, 'device_sequence', a.device_sequence, 'user_id', a.user_id,
      'occurred_at', private.iso(a.occurred_at), 'device_time', private.iso(a.device_time),
      'recorded_at', private.iso(a.recorded_at), 'flags', to_jsonb(a.flags))
    from public.check_in_actions as a
    where a.id > after
      and (a.departure_id = any (scope.fresh) or (a.departure_id = any (scope.known) and a.changed_xid >= scope.since))
    order by a.id limit most;
end
$$;
comment on function private.pull_actions is 'The actions of a pull.';

create function private.pull_scope_of(company uuid, from_date date, to_date date, cursor jsonb) returns private.pull_scope
language plpgsql stable security definer set search_path = ''
as $$
declare
  visible constant uuid[] := private.visible_departures(company, from_date, to_date);
  scope private.pull_scope;
  seen uuid[];
  is_ours boolean;
begin
  scope.epoch := (select epoch from private.sync_epoch);
  scope.company := company;
  scope.next := pg_snapshot_xmin(pg_current_snapshot());
  scope.named := private.named_departures(company, visible);

  -- A cursor from before a restore, from another company, from the future or not from here at all counts as none.
  is_ours := jsonb_typeof(cursor) = 'object' and cursor ->> 'epoch' = scope.epoch and cursor ->> 'company' = company::text
    and pg_input_is_valid(cursor ->> 'since', 'xid8') and private.are_ids(cursor -> 'seen', 100000);
  if is_ours then is_ours := (cursor ->> 'since')::xid8 <= pg_snapshot_xmax(pg_current_snapshot()); end if;
  if is_ours and cursor ? 'next' then
    is_ours := private.are_ids(cursor -> 'fresh', 100000) and pg_input_is_valid(cursor ->> 'next', 'xid8')
      and jsonb_typeof(cursor -> 'full') = 'boolean';
  end if;
  if is_ours is not true then
    scope.is_full := true;
    scope.since := '0';
    scope.fresh := visible;
    scope.known := '{}';
    return scope;
  end if;

  scope.since := (cursor ->> 'since')::xid8;
  seen := array(select id::uuid from jsonb_array_elements_text(cursor -> 'seen') as id);
  scope.known := array(select unnest(visible) intersect select unnest(seen));
  if cursor ? 'next' then
    -- Between two pages the scope stays as page one found it; what becomes visible meanwhile comes with the next pull.
    scope.is_full := (cursor ->> 'full')::boolean;
    scope.next := (cursor ->> 'next')::xid8;
    scope.fresh := array(
      select unnest(visible) intersect select id::uuid from jsonb_array_elements_text(cursor -> 'fresh') as id);
  else
    scope.is_full := false;
    scope.fresh := array(select unnest(visible) except select unnest(seen));
  end if;
  return scope;
end
$$;
comment on function private.pull_scope_of is 'What a pull has to send, from the cursor and from what the person may see now.';

create function public.check_in_pull(company uuid, from_date date, to_date date, cursor jsonb default null, page_size integer default 1000)
returns json
language plpgsql stable security definer set search_path = ''
as $$
-- Security definer: row policies would be asked for every row; here the person's departures are asked for once.
-- Stable: all of a page is read in one snapshot.
-- json and not jsonb: rows are written once, and jsonb_agg is quadratic in the length of an array inside of what it collects.
declare
  names constant text[] := array['companies', 'tours', 'price_categories', 'people', 'devices', 'departures', 'bookings', 'guests', 'actions'];
  first_id constant uuid := '00000000-0000-0000-0000-000000000000';
  scope private.pull_scope;
  rows json[] := array_fill('[]'::json, array[9]);
  found_rows json;
  room integer := page_size;
  start integer := 1;
  after uuid := first_id;
  ids uuid[];
  next_cursor jsonb;
  is_done boolean := true;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or from_date is null or to_date is null or to_date < from_date or to_date - from_date > 9
    or page_size is null or page_size not between 1 and 5000 then
    return '{"status": "invalid"}';
  end if;
  if not private.can('CHECK_IN_ACCESS', company) then return '{"status": "not_permitted"}'; end if;
  if not exists (select from public.companies where id = company and has_active_subscription) then
    return '{"status": "no_subscription"}';
  end if;

  scope := private.pull_scope_of(company, from_date, to_date, cursor);
  if cursor ->> 'next' = scope.next::text and private.is_whole(cursor -> 'section', 9)
    and private.are_ids(jsonb_build_array(cursor -> 'after'), 1) then
    start := greatest((cursor ->> 'section')::integer, 1);
    after := (cursor ->> 'after')::uuid;
  end if;

  next_cursor := jsonb_build_object('epoch', scope.epoch, 'company', company);
  for section in start .. 9 loop
    -- One more than fits tells whether another page is needed.
    execute format(
      $page$
        select coalesce(json_agg(r.data order by r.id) filter (where r.place <= $3), '[]'), array_agg(r.id order by r.id)
        from (
          select row_number() over (order by p.id) as place, p.id, p.data from private.pull_%I($1, $2, $3 + 1) as p
        ) as r
      $page$, names[section])
    into found_rows, ids
    using scope, after, room;
    rows[section] := found_rows;
    is_done := coalesce(cardinality(ids) <= room, true);
    if not is_done then
      next_cursor := next_cursor || jsonb_build_object('since', scope.since, 'full', scope.is_full, 'next', scope.next,
        'fresh', to_jsonb(scope.fresh), 'seen', to_jsonb(scope.known),
        'section', section, 'after', case when room = 0 then after else ids[room] end);
      exit;
    end if;
    room := room - coalesce(cardinality(ids), 0);
    after := first_id;
  end loop;
  if is_done then
    next_cursor := next_cursor || jsonb_build_object('since', scope.next, 'seen', to_jsonb(scope.known || scope.fresh));
  end if;
  return json_build_object('status', 'ok', 'server_time', private.iso(clock_timestamp()), 'epoch', scope.epoch, 'full', scope.is_full,
    'done', is_done, 'visible_departures', case when is_done then to_json(scope.known || scope.fresh) end,
    'rows', (select json_object_agg(name, list) from unnest(names, rows) as found (name, list)), 'cursor', next_cursor);
end
$$;
comment on function public.check_in_pull is
  'Rows of the check-in that changed since the cursor, within a window of at most ten days; docs/protocol.md.';
grant execute on function public.check_in_pull(uuid, date, date, jsonb, integer) to authenticated;

create function private.send_guests_again() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What is older than two days has left every device.
  update public.bookings as b set changed_xid = b.changed_xid
  from public.departures as d
  where d.id = b.departure_id and b.company_id = new.company_id and d.local_date >= current_date - 3;
  update public.guests as g set changed_xid = g.changed_xid
  from public.departures as d
  where d.id = g.departure_id and g.company_id = new.company_id and d.local_date >= current_date - 3;
  update public.check_in_actions as a set changed_xid = a.changed_xid
  from public.departures as d
  where d.id = a.departure_id and a.company_id = new.company_id and a.kind in ('note', 'walk_in') and d.local_date >= current_date - 3;
  return null;
end
$$;
comment on function private.send_guests_again is 'Consent that is given or withdrawn reaches the partner''s devices with the next pull.';
create trigger send_guests_again after update of data_sharing on public.organisation_companies
  for each row when (old.data_sharing is distinct from new.data_sharing) execute function private.send_guests_again();
