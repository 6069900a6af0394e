-- Pull: what a device keeps, in pages, from where it last stopped. docs/protocol.md tells the shapes.

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
      and (is_whole or exists (
        select from public.departure_guides as g
        where g.departure_id = d.id and g.user_id = person and g.status <> 'declined'))
    order by d.id);
end
$$;
comment on function private.visible_departures is 'Departures of a window that the person may see, as the policies of departures decide.';

create function private.localised(tour uuid, field text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(t.locale, to_jsonb(t) -> field) filter (where to_jsonb(t) ->> field <> ''), '{}')
  from public.tour_translations as t where t.tour_id = tour
$$;
comment on function private.localised is 'One text of a tour in the languages it is written in, by locale.';

create function private.pull_rows(scope jsonb, section integer, after uuid, most integer)
returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
-- Plain queries rather than one union, so that a page reads only the tables it sends.
#variable_conflict use_column
declare
  of_company uuid := (scope ->> 'company')::uuid;
  is_full boolean := (scope ->> 'full')::boolean;
  since xid8 := (scope ->> 'since')::xid8;
  -- Departures sent whole, and those of which only the changes are wanted.
  fresh uuid[] := array(select value::uuid from jsonb_array_elements_text(scope -> 'fresh'));
  known uuid[] := array(select value::uuid from jsonb_array_elements_text(scope -> 'known'));
  ours constant uuid[] := fresh || known;
begin
  case section
    when 1 then return query
      select c.id, jsonb_build_object('id', c.id, 'name', c.name, 'slug', c.slug, 'time_zone', c.time_zone,
        'currency', c.currency, 'has_active_subscription', c.has_active_subscription, 'is_active', c.is_active)
      from public.companies as c
      where c.id = of_company and c.id > after and (is_full or c.changed_xid >= since)
      order by c.id limit most;
    when 2 then return query
      select t.id, jsonb_build_object('id', t.id, 'company_id', t.company_id,
        'title', private.localised(t.id, 'title'), 'meeting_point', private.localised(t.id, 'meeting_point'),
        'meeting_notes', private.localised(t.id, 'meeting_notes'),
        'latitude', t.latitude, 'longitude', t.longitude, 'colour', t.colour)
      from public.tours as t
      where t.id > after and (
        t.id in (select d.tour_id from public.departures as d where d.id = any (fresh))
        or (t.changed_xid >= since and t.id in (select d.tour_id from public.departures as d where d.id = any (known))))
      order by t.id limit most;
    when 3 then return query
      select p.id, jsonb_build_object('id', p.id, 'tour_id', p.tour_id, 'type', p.type, 'amount', p.amount, 'active', p.is_active)
      from public.price_categories as p
      where p.id > after and (
        p.tour_id in (select d.tour_id from public.departures as d where d.id = any (fresh))
        or (p.changed_xid >= since and p.tour_id in (select d.tour_id from public.departures as d where d.id = any (known))))
      order by p.id limit most;
    when 4 then return query
      select u.id, jsonb_build_object('id', u.id, 'display_name', u.display_name)
      from public.users as u
      where u.id > after and u.id in (
        select m.user_id from public.company_members as m join public.users as person on person.id = m.user_id
        where m.company_id = of_company and (is_full or m.changed_xid >= since or person.changed_xid >= since)
        union
        select a.user_id from public.check_in_actions as a
        where a.departure_id = any (fresh) or (a.departure_id = any (known) and a.changed_xid >= since)
        union
        select g.user_id from public.departure_guides as g join public.departures as d on d.id = g.departure_id
        where g.status <> 'declined' and (d.id = any (fresh) or (d.id = any (known) and d.changed_xid >= since)))
      order by u.id limit most;
    when 5 then return query
      select device.id, jsonb_build_object('id', device.id, 'label', device.label)
      from (
        -- With the person: a device's id is no secret, and whoever uses it elsewhere gives it another name there.
        select distinct on (d.id) d.id, d.label
        from public.devices as d
        where d.id > after and (
          (d.id, d.user_id) in (
            select a.device_id, a.user_id from public.check_in_actions as a
            where a.departure_id = any (fresh) or (a.departure_id = any (known) and a.changed_xid >= since))
          or (d.changed_xid >= since and d.user_id in (
            select m.user_id from public.company_members as m where m.company_id = of_company)))
        order by d.id, d.last_seen_at desc
      ) as device
      order by device.id limit most;
    when 6 then return query
      select d.id, jsonb_build_object('id', d.id, 'company_id', d.company_id, 'tour_id', d.tour_id,
        'starts_at', private.iso(d.starts_at), 'ends_at', private.iso(d.ends_at), 'local_date', d.local_date,
        'capacity', d.capacity, 'language', d.language, 'closed', d.is_closed, 'status', d.status,
        'guides', coalesce((
          select jsonb_agg(jsonb_build_object('user_id', g.user_id, 'role', g.role) order by g.role desc, g.user_id)
          from public.departure_guides as g where g.departure_id = d.id and g.status <> 'declined'), '[]'))
      from public.departures as d
      where d.id > after and (d.id = any (fresh) or (d.id = any (known) and d.changed_xid >= since))
      order by d.id limit most;
    when 7 then return query
      select b.id, jsonb_build_object('id', b.id, 'company_id', b.company_id, 'departure_id', b.departure_id,
        'reference', b.reference, 'status', b.status, 'source', b.source, 'contact_name', b.contact_name,
        'contact_email', b.contact_email, 'contact_phone', b.contact_phone, 'locale', b.locale, 'note', b.note,
        'organisation_name', (select o.name from public.organisations as o where o.id = b.organisation_id),
        'external_reference', b.external_reference, 'link_hash', b.access_token_hash,
        'total_amount', b.total_amount, 'paid_amount', b.paid_amount, 'currency', b.currency,
        'expires_at', private.iso(b.expires_at))
        -- Of what left for somebody else's departure only that it left.
        || case when b.moved_from is null or b.departure_id = any (ours) then '{}'
          else '{"contact_name": "", "contact_email": null, "contact_phone": null, "note": null, "organisation_name": null, "external_reference": null, "link_hash": null}'
        end::jsonb
      from public.bookings as b
      where b.id > after and (
        b.departure_id = any (fresh)
        or (b.departure_id = any (known) and b.changed_xid >= since)
        or (b.moved_from = any (known) and b.changed_xid >= since))
      order by b.id limit most;
    when 8 then return query
      select g.id, jsonb_build_object('id', g.id, 'company_id', g.company_id, 'departure_id', g.departure_id,
        'booking_id', g.booking_id, 'price_category_id', g.price_category_id, 'category_type', g.category_type,
        'name', g.name, 'ticket_code', g.ticket_code,
        'cancelled', g.is_cancelled or private.is_given_up(b.status))
        || case when g.moved_from is null or g.departure_id = any (ours) then '{}'
          else '{"name": null, "ticket_code": ""}'
        end::jsonb
      from public.guests as g join public.bookings as b on b.id = g.booking_id
      where g.id > after and (
        g.departure_id = any (fresh)
        or (g.departure_id = any (known) and g.changed_xid >= since)
        or (g.moved_from = any (known) and g.changed_xid >= since))
      order by g.id limit most;
    when 9 then return query
      select a.id, jsonb_build_object('id', a.id, 'schema_version', a.schema_version, 'kind', a.kind,
        'company_id', a.company_id, 'departure_id', a.departure_id, 'booking_id', a.booking_id, 'guest_id', a.guest_id,
        'payload', a.payload, 'device_id', a.device_id, 'device_sequence', a.device_sequence, 'user_id', a.user_id,
        'occurred_at', private.iso(a.occurred_at), 'device_time', private.iso(a.device_time),
        'recorded_at', private.iso(a.recorded_at), 'flags', to_jsonb(a.flags))
      from public.check_in_actions as a
      where a.id > after and (a.departure_id = any (fresh) or (a.departure_id = any (known) and a.changed_xid >= since))
      order by a.id limit most;
  end case;
end
$$;
comment on function private.pull_rows is
  'Rows of one table after an id, as the device keeps them. scope: company, full, since, fresh (departures sent whole), known (their changes).';

create function private.pull_scope(company uuid, from_date date, to_date date, cursor jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  now_epoch text := (select epoch from private.sync_epoch);
  now_visible uuid[] := private.visible_departures(company, from_date, to_date);
  is_ours boolean;
  seen uuid[];
begin
  -- A cursor from before a restore, from another company, from the future or not from here at all counts as none.
  is_ours := jsonb_typeof(cursor) = 'object' and cursor ->> 'epoch' = now_epoch and cursor ->> 'company' = company::text
    and pg_input_is_valid(cursor ->> 'since', 'xid8') and private.are_ids(cursor -> 'seen', 100000);
  if is_ours then is_ours := (cursor ->> 'since')::xid8 <= pg_snapshot_xmax(pg_current_snapshot()); end if;
  if is_ours is not true then
    return jsonb_build_object('epoch', now_epoch, 'company', company, 'full', true, 'since', '0',
      'next', pg_snapshot_xmin(pg_current_snapshot()), 'fresh', now_visible, 'known', '[]'::jsonb);
  end if;
  -- Between two pages the scope stays as page one found it; what becomes visible meanwhile comes with the next pull.
  if cursor ? 'next' then
    if private.are_ids(cursor -> 'fresh', 100000) and pg_input_is_valid(cursor ->> 'next', 'xid8')
      and jsonb_typeof(cursor -> 'full') = 'boolean' then
      return jsonb_build_object('epoch', now_epoch, 'company', company, 'full', cursor -> 'full', 'since', cursor -> 'since',
        'next', cursor -> 'next',
        'fresh', (select coalesce(jsonb_agg(id), '[]') from jsonb_array_elements_text(cursor -> 'fresh') as id where id::uuid = any (now_visible)),
        'known', (select coalesce(jsonb_agg(id), '[]') from jsonb_array_elements_text(cursor -> 'seen') as id where id::uuid = any (now_visible)));
    end if;
    return private.pull_scope(company, from_date, to_date, null);
  end if;
  seen := array(select id::uuid from jsonb_array_elements_text(cursor -> 'seen') as id);
  return jsonb_build_object('epoch', now_epoch, 'company', company, 'full', false, 'since', cursor -> 'since',
    'next', pg_snapshot_xmin(pg_current_snapshot()),
    'fresh', array(select unnest(now_visible) except select unnest(seen)),
    'known', array(select unnest(now_visible) intersect select unnest(seen)));
end
$$;
comment on function private.pull_scope is 'What a pull has to send, from the cursor and from what the person may see now.';

create function public.check_in_pull(company uuid, from_date date, to_date date, cursor jsonb default null, page_size integer default 1000)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Security definer: row policies would be asked for every row; here the person's departures are asked for once.
-- Stable: all of a page is read in one snapshot.
declare
  names constant text[] := array['companies', 'tours', 'price_categories', 'people', 'devices', 'departures', 'bookings', 'guests', 'actions'];
  scope jsonb;
  rows jsonb := '{"companies": [], "tours": [], "price_categories": [], "departures": [], "bookings": [], "guests": [], "actions": [], "people": [], "devices": []}';
  room integer := page_size;
  start integer := 1;
  after uuid := '00000000-0000-0000-0000-000000000000';
  found_rows jsonb;
  ids uuid[];
  seen jsonb;
  answer jsonb;
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

  scope := private.pull_scope(company, from_date, to_date, cursor);
  if scope -> 'next' = cursor -> 'next' and private.is_whole(cursor -> 'section', 9)
    and private.are_ids(jsonb_build_array(cursor -> 'after'), 1) then
    start := greatest((cursor ->> 'section')::integer, 1);
    after := (cursor ->> 'after')::uuid;
  end if;

  answer := jsonb_build_object('status', 'ok', 'server_time', private.iso(clock_timestamp()), 'epoch', scope -> 'epoch',
    'full', scope -> 'full');
  for section in start .. 9 loop
    -- One more than fits tells whether another page is needed.
    select coalesce(jsonb_agg(r.data order by r.id) filter (where r.place <= room), '[]'), array_agg(r.id order by r.id)
    into found_rows, ids
    from (
      select row_number() over (order by p.id) as place, p.id, p.data
      from private.pull_rows(scope, section, after, room + 1) as p
    ) as r;
    rows := jsonb_set(rows, array[names[section]], found_rows);
    if cardinality(ids) > room then
      return answer || jsonb_build_object('done', false, 'visible_departures', null, 'rows', rows,
        'cursor', jsonb_build_object('epoch', scope -> 'epoch', 'company', company, 'since', scope -> 'since',
          'full', scope -> 'full', 'next', scope -> 'next', 'fresh', scope -> 'fresh', 'seen', scope -> 'known',
          'section', section, 'after', case when room = 0 then after else ids[room] end));
    end if;
    room := room - coalesce(cardinality(ids), 0);
    after := '00000000-0000-0000-0000-000000000000';
  end loop;
  seen := (scope -> 'known') || (scope -> 'fresh');
  return answer || jsonb_build_object('done', true, 'visible_departures', seen, 'rows', rows,
    'cursor', jsonb_build_object('epoch', scope -> 'epoch', 'company', company, 'since', scope -> 'next', 'seen', seen));
end
$$;
comment on function public.check_in_pull is
  'Rows of the check-in that changed since the cursor, within a window of at most ten days; docs/protocol.md.';

revoke execute on function private.visible_departures(uuid, date, date), private.localised(uuid, text),
  private.pull_rows(jsonb, integer, uuid, integer), private.pull_scope(uuid, date, date, jsonb) from public, anon, authenticated;
revoke execute on function public.check_in_pull(uuid, date, date, jsonb, integer) from public, anon, authenticated;
grant execute on function public.check_in_pull(uuid, date, date, jsonb, integer) to authenticated;
