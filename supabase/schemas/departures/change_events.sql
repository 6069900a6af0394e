-- Change events of departures, tours and watched bookings, and the sync epoch. ADR 005

create function private.new_sync_epoch() returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  name text;
  new_id uuid;
begin
  -- A dump carries transaction ids of its old cluster. Ids ahead of this cluster would count as changed in every pull.
  foreach name in array array[
    'companies',
    'company_members',
    'users',
    'tours',
    'price_categories',
    'departures',
    'bookings',
    'guests',
    'devices',
    'check_in_actions']
  loop
    execute format(
      'update public.%I set changed_xid = pg_current_xact_id() where changed_xid > pg_current_xact_id()', name);
  end loop;
  update public.departures set placed_xid = pg_current_xact_id() where placed_xid > pg_current_xact_id();
  update public.departure_guides set assigned_xid = pg_current_xact_id() where assigned_xid > pg_current_xact_id();
  update private.sync_epoch set epoch = gen_random_uuid() returning epoch into new_id;
  return new_id;
end
$$;
comment on function private.new_sync_epoch is
  'Starts a new sync epoch, so that every device pulls in full. Call it after a restore.';

create function private.send_change_events() returns trigger
-- One cached plan per connection: planning costs more than sending.
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  company uuid;
  is_wide boolean;
  all_departures uuid[];
  all_people uuid[];
  departures_near_today uuid[];
  announced uuid[];
begin
  -- The first call in a transaction sends everything. The calls for the other rows return here.
  if current_setting('muster.change_events_are_due', true) is distinct from 'yes' then return null; end if;
  perform set_config('muster.change_events_are_due', '', true);
  for company, is_wide, all_departures, all_people in
    with due as materialized (
      delete from private.pending_change_events where xid = pg_current_xact_id()
      returning company_id, departures, people
    ),
    named as (
      select company_id, departures is null as is_all, null::uuid as departure, null::uuid as person from due
      union all
      select company_id, false, unnest(departures), null from due
      union all
      select company_id, false, null, unnest(people) from due)
    select company_id, bool_or(is_all),
      coalesce(array_agg(distinct departure) filter (where departure is not null), '{}'),
      coalesce(array_agg(distinct person) filter (where person is not null), '{}')
    from named group by company_id order by company_id
  loop
    departures_near_today := array(
      select d.id from unnest(all_departures) as named join public.departures as d on d.id = named
      where private.is_near_today(d.local_date) order by d.id);
    if is_wide or cardinality(departures_near_today) > 20 or cardinality(all_people) > 20 then
      perform private.send_change_event(jsonb_build_object(
        'company_id', company, 'departures', null, 'people', '[]'::jsonb, 'at', pg_current_xact_id()));
      continue;
    end if;
    -- In the order of the ids, so that two commits cannot deadlock.
    with sent_departures as (
      insert into private.recent_departure_events as sent_event (departure_id, sent_at)
      select departure, clock_timestamp() from unnest(departures_near_today) as departure order by departure
      on conflict (departure_id) do update set sent_at = excluded.sent_at
        where sent_event.sent_at < excluded.sent_at - interval '100 milliseconds'
      returning departure_id
    )
    select coalesce(array_agg(departure_id), '{}') into announced from sent_departures;
    -- A change far ahead sends an event without departures, for people who plan ahead.
    if announced <> '{}' or departures_near_today = '{}' or all_people <> '{}' then
      perform private.send_change_event(jsonb_build_object(
        'company_id', company,
        'departures', to_jsonb(announced),
        'people', to_jsonb(all_people),
        'at', pg_current_xact_id()));
    end if;
  end loop;
  return null;
end
$$;
comment on function private.send_change_events is
  'Constraint trigger: sends one change event per company and transaction '
  'at commit, and leaves out departures that had one just now.';

create function private.queue_events_of_departures(
  before public.departures[], after public.departures[]
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- With their guides: a departure may be new to a guide. offset 0 forces index look-ups by departure, whatever the
  -- planner estimates.
  perform private.queue_change_event(
    d.company_id,
    array_agg(distinct d.id),
    coalesce(array_agg(distinct g.user_id) filter (where g.user_id is not null), '{}'))
  from unnest(after) as d
  left join lateral (
    select guides.user_id from public.departure_guides as guides
    where guides.departure_id = d.id and guides.status <> 'declined' and private.is_near_today(d.local_date)
    offset 0
  ) as g on true
  group by d.company_id;
  -- A departure that leaves the days near today is no longer named in events, but devices still hold it.
  perform private.queue_change_event(company_id, null)
  from (
    select company_id, id from unnest(before) where private.is_near_today(local_date)
    intersect
    select company_id, id from unnest(after) where not private.is_near_today(local_date)) as departed
  group by company_id;
end
$$;
comment on function private.queue_events_of_departures is
  'Queues change events for new and changed departures and their guides, and for the whole company when one leaves '
  'the days near today.';

create function private.queue_events_for_changed_tours() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_change_event(
    c.company_id,
    array(
      select d.id from public.departures as d
      where d.company_id = c.company_id and private.is_near_today(d.local_date)
        and d.tour_id in (
          select case tg_table_name
            when 'tours' then (to_jsonb(t) ->> 'id')::uuid
            else (to_jsonb(t) ->> 'tour_id')::uuid
          end
          from changed as t))) from (select distinct company_id from changed) as c;
  return null;
end
$$;
comment on function private.queue_events_for_changed_tours is
  'Statement trigger of tours and prices: queues change events for their departures near today.';

create function private.notify_guest_pages(bookings uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.send_change_event(jsonb_build_object('booking_id', w.booking_id))
  from private.watched_bookings as w
  where w.looked_at > now() - interval '3 minutes' and w.booking_id = any (bookings);
end
$$;
comment on function private.notify_guest_pages is
  'Sends change events to the pages of those bookings that guests view now. They carry only the id.';

create function private.notify_guest_pages_of_departures(
  before public.departures[], after public.departures[]
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Only for columns that the page shows: assigning a guide changes the departure's row, too.
  perform private.notify_guest_pages(array(
    select b.id from public.bookings as b
    where b.id in (select w.booking_id from private.watched_bookings as w)
      and b.departure_id in (
        select id from (
          select id, starts_at, ends_at, language, status, meeting_note from unnest(after)
          except
          select id, starts_at, ends_at, language, status, meeting_note from unnest(before)) as visibly_changed)));
end
$$;
comment on function private.notify_guest_pages_of_departures is
  'Sends change events to the pages of bookings of departures that visibly changed.';

create function private.notify_guest_pages_of_tours() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify_guest_pages(array(
    select b.id from public.bookings as b join public.departures as d on d.id = b.departure_id
    where b.id in (select w.booking_id from private.watched_bookings as w)
      and d.tour_id in (select id from changed)));
  return null;
end
$$;
comment on function private.notify_guest_pages_of_tours is
  'Statement trigger of tours: sends change events to the pages of their bookings.';
