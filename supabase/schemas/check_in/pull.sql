-- Pull: pages of rows from a device's last cursor. docs/protocol.md describes the shapes. ADR 001

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

-- One function per table returns its rows after a position, as the device stores them. "between since and until"
-- instead of ">= since" makes the planner, which sees no values, estimate a narrow range.

create function private.pull_companies(
  scope private.pull_scope, after uuid, row_limit integer
) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column begin return query
  select c.id,
    jsonb_build_object(
      'id', c.id,
      'name', c.name,
      'slug', c.slug,
      'time_zone', c.time_zone,
      'currency', c.currency,
      'has_active_subscription', c.has_active_subscription,
      'is_active', c.is_active,
      'ticket_keys', private.public_ticket_keys(c.id),
      'pays_online', private.pays_online(c.id),
      'attendance_rule', c.attendance_rule)
  from public.companies as c
  where c.id = scope.company and c.id > after and (scope.is_full or c.changed_xid >= scope.since)
  order by c.id limit row_limit;
end
$$;
comment on function private.pull_companies is
  'Returns the company''s row, with its ticket keys and whether its guests pay online.';

create function private.pull_people(
  scope private.pull_scope, after uuid, row_limit integer
) returns table (id uuid, data jsonb)
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

create function private.pull_rows(scope private.pull_scope, name text, after private.pull_position, row_limit integer)
returns table (departure uuid, xid xid8, id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- Static calls instead of dynamic SQL, so that each connection caches their plans.
  case name
    when 'companies' then
      return query
        select null::uuid, null::xid8, r.id, r.data from private.pull_companies(scope, after.id, row_limit) as r;
    when 'tours' then
      return query select null::uuid, null::xid8, r.id, r.data from private.pull_tours(scope, after.id, row_limit) as r;
    when 'price_categories' then
      return query
        select null::uuid, null::xid8, r.id, r.data from private.pull_price_categories(scope, after.id, row_limit) as r;
    when 'people' then
      return query
        select null::uuid, null::xid8, r.id, r.data from private.pull_people(scope, after.id, row_limit) as r;
    when 'devices' then
      return query
        select null::uuid, null::xid8, r.id, r.data from private.pull_devices(scope, after.id, row_limit) as r;
    when 'departures' then
      return query
        select null::uuid, null::xid8, r.id, r.data from private.pull_departures(scope, after.id, row_limit) as r;
    when 'bookings' then return query select * from private.pull_bookings(scope, after, row_limit);
    when 'guests' then return query select * from private.pull_guests(scope, after, row_limit);
    when 'actions' then return query select * from private.pull_actions(scope, after, row_limit);
  end case;
end
$$;
comment on function private.pull_rows is 'Returns the rows of one table of a pull.';

create function public.check_in_pull(
  company uuid, from_date date, to_date date, cursor jsonb default null, page_size integer default 1000
)
returns json
-- json, not jsonb: rows are serialised once, and jsonb_agg is quadratic in the
-- length of arrays inside its elements. One cached plan per connection: the values
-- of a pull say nothing about the next, and planning costs more than a small pull.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
-- Security definer: row policies would be evaluated for every row. Here the person's departures are evaluated once.
-- Stable: the whole page is read in one snapshot.
declare
  names constant text[] := array[
    'companies',
    'tours',
    'price_categories',
    'people',
    'devices',
    'departures',
    'bookings',
    'guests',
    'actions'];
  first_place constant private.pull_position := (
    '00000000-0000-0000-0000-000000000000', '0', '00000000-0000-0000-0000-000000000000');
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
  if scope.person is null or private.is_session_ended(scope.person) or private.is_missing_mfa(scope.person) then
    return '{"status": "signed_out"}';
  end if;
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
  if not scope.shows_guests then
    scope.named := private.departures_with_named_guests(company, private.visible_departures(scope));
  end if;
  scope := private.resolve_pull_scope(scope, cursor);
  if cursor ->> 'next' = scope.next::text and private.is_whole_number(cursor -> 'section', 9)
    and private.is_pull_position(cursor -> 'after')
  then
    start := greatest((cursor ->> 'section')::integer, 1);
    after := ((cursor #>> '{after,0}')::uuid, (cursor #>> '{after,1}')::xid8, (cursor #>> '{after,2}')::uuid);
  end if;

  listeners := private.device_listeners(scope, cursor);
  next_cursor := jsonb_build_object(
    'epoch', scope.epoch, 'company', company, 'sight', private.pull_visibility(scope), 'listeners', listeners);
  for section in start .. 9 loop
    -- One row more than fits tells whether another page is needed.
    select json_agg(p.data order by p.at) filter (where p.at <= rows_left),
      array_agg((p.departure, p.xid, p.id)::private.pull_position order by p.at) into found_rows, places
    from private.pull_rows(
      scope, names[section], after, rows_left + 1) with ordinality as p (departure, xid, id, data, at);
    if found_rows is not null then rows[section] := found_rows; end if;
    is_done := coalesce(cardinality(places) <= rows_left, true);
    if not is_done then
      if rows_left > 0 then after := places[rows_left]; end if;
      next_cursor := next_cursor
        || jsonb_build_object(
          'since', scope.since,
          'from', coalesce(scope.seen_from, from_date),
          'to', coalesce(scope.seen_to, to_date),
          'full', scope.is_full,
          'next', scope.next,
          'of_from', from_date,
          'of_to', to_date,
          'fresh', to_jsonb(scope.fresh),
          'section', section,
          'after', jsonb_build_array(after.departure, after.xid, after.id));
      exit;
    end if;
    rows_left := rows_left - coalesce(cardinality(places), 0);
    after := first_place;
  end loop;
  if is_done then
    next_cursor := next_cursor || jsonb_build_object('since', scope.next, 'from', from_date, 'to', to_date);
  end if;
  return json_build_object(
    'status', 'ok',
    'server_time', private.iso(clock_timestamp()),
    'epoch', scope.epoch,
    'full', scope.is_full,
    'as_of', scope.next,
    'listeners', (listeners - 'at') || jsonb_build_object('sees_all', scope.is_whole),
    'done', is_done,
    'visible_departures', case when is_done then to_json(private.departures_on_device(scope)) end,
    'rows', (select json_object_agg(name, list) from unnest(names, rows) as found (name, list)),
    'cursor', next_cursor);
end
$$;
comment on function public.check_in_pull is
  'Returns rows of the check-in that changed since the cursor, within a window of at most ten days; docs/protocol.md.';
grant execute on function public.check_in_pull(uuid, date, date, jsonb, integer) to authenticated;
