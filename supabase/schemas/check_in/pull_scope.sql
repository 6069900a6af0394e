-- Pull: what a person sees, and which departures are on the device. docs/protocol.md describes the shapes. ADR 001

create type private.pull_scope as (
  epoch text,
  company uuid,
  person uuid,
  is_whole boolean,
  shows_guests boolean,
  named uuid[],
  from_date date,
  to_date date,
  is_full boolean,
  since xid8,
  until xid8,
  next xid8,
  seen_from date,
  seen_to date,
  fresh uuid[]);
comment on type private.pull_scope is
  'What a pull sends. is_whole: the person sees all departures of the company. named: departures with visible guest '
  'names, unless all are (shows_guests). fresh: departures sent in full; for others on the device, only changes since '
  '"since". until: no limit, for the query planner. next: "since" of the next pull. seen_from, seen_to: the days on '
  'the device.';

create type private.pull_position as (departure uuid, xid xid8, id uuid);
comment on type private.pull_position is
  'Last row of a page within its table. Only bookings, guests and actions have a departure and xid: first come the '
  'rows of departures sent in full, by departure, then changes of other departures, by xid (departure null).';

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
      and (
        scope.is_whole
          or (
            private.can_be_on_device(d.local_date)
              and exists (
                select from public.departure_guides as g
                where g.departure_id = d.id and g.user_id = scope.person and g.status <> 'declined'
                  and g.assigned_xid < scope.since))));
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
return (case when (scope).is_whole then 'whole' else 'own' end)
  || (case when (scope).shows_guests then '' else ' masked ' || md5((scope).named::text) end);
comment on function private.pull_visibility is
  'Returns a key of what the person may see. If it changes, the device pulls in full.';

create function private.is_pull_position(value jsonb) returns boolean
language sql stable parallel safe
return jsonb_typeof(value) = 'array' and jsonb_array_length(value) = 3
  and (value ->> 0 is null or private.is_uuid(value ->> 0))
  and (value ->> 1 is null or pg_input_is_valid(value ->> 1, 'xid8')) and private.is_uuid(value ->> 2);
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
  is_valid := jsonb_typeof(cursor) = 'object' and cursor ->> 'epoch' = scope.epoch
    and cursor ->> 'company' = scope.company::text and cursor ->> 'sight' = sight
    and pg_input_is_valid(cursor ->> 'since', 'xid8') and pg_input_is_valid(cursor ->> 'from', 'date')
    and pg_input_is_valid(cursor ->> 'to', 'date');
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
    -- Later pages keep the scope of the first one. Rows that become visible during it come with the next pull.
    scope.is_full := (cursor ->> 'full')::boolean;
    scope.next := (cursor ->> 'next')::xid8;
    scope.fresh := array(
      select id::uuid from jsonb_array_elements_text(cursor -> 'fresh') as id
      where private.is_visible(scope, id::uuid) order by id::uuid);
  else
    scope.is_full := false;
    scope.fresh := private.new_departures(scope);
  end if;
  return scope;
end
$$;
comment on function private.resolve_pull_scope is
  'Returns what a pull sends, by the cursor and by what the person may see now.';
