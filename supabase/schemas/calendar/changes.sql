-- Reading a month and a day, and changing departures.

create function private.departures_below_minimum(company uuid, from_date date, to_date date) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  today constant date := (
    select (now() at time zone c.time_zone)::date from public.companies as c where c.id = company);
begin
  -- private.is_below_minimum is false on other days, so their guests need not be counted.
  return array(
    select d.id
    from private.booking_counts(array(
      select d.id from public.departures as d join public.tours as t on t.id = d.tour_id
      where d.company_id = company
        and d.local_date between greatest(from_date, today - 1) and least(to_date, today + 7)
        and t.minimum_guests > 1)) as b
    join public.departures as d on d.id = b.departure_id join public.tours as t on t.id = d.tour_id
    where private.is_below_minimum(d.status, d.starts_at, d.local_date, today, b.guests, t.minimum_guests));
end
$$;
comment on function private.departures_below_minimum is
  'Returns a company''s departures between two dates that are '
  'below their minimum of guests (private.is_below_minimum).';

create function public.read_calendar(
  company uuid, from_date date, to_date date, filters jsonb default '{}'
) returns json
-- Planned with the values of each call, so that unused filters add no conditions.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
-- Security definer: one check here instead of a policy evaluated for each of 1,500 rows. Returns json, which is already
-- text. jsonb would be serialised once more.
declare
  scope record;
  selected_tours constant text[] := private.filter_values(filters -> 'tours');
  selected_guides constant text[] := private.filter_values(filters -> 'guides');
  selected_languages constant text[] := private.filter_values(filters -> 'languages');
  selected_statuses constant text[] := private.filter_values(filters -> 'statuses');
  only_unassigned constant boolean := coalesce(filters -> 'unassigned' = 'true', false);
  allotment_partner constant text := filters ->> 'allotment_partner';
  below_minimum uuid[];
  with_holds uuid[];
  result json;
begin
  scope := private.calendar_scope(company, 'read_calendar');
  if scope.refusal is not null then return scope.refusal; end if;
  if not private.is_date_range(from_date, to_date, 62) or jsonb_typeof(filters) is distinct from 'object' then
    return '{"status": "invalid"}';
  end if;
  -- Only the office sees whether a departure is below its minimum.
  below_minimum := case when scope.is_whole then private.departures_below_minimum(company, from_date, to_date) end;
  with_holds := private.departures_with_holds(company);
  with shown as materialized (
    select
      d.id,
      d.tour_id,
      d.starts_at,
      d.local_date - from_date as day,
      private.epoch(d.starts_at) as starts,
      private.epoch(d.ends_at) as ends,
      d.capacity,
      d.language,
      d.version,
      case d.status
        when 'scheduled' then 0
        when 'departed' then 1
        when 'completed' then 2
        else 3
      end + 4 * d.is_closed::integer as status_bits,
      private.departure_differences(d, t, false) as differs
    from private.calendar_departures(
      company,
      from_date,
      to_date,
      scope.is_whole,
      scope.person,
      selected_tours,
      selected_guides,
      selected_languages,
      selected_statuses,
      only_unassigned) as d
    join public.tours as t on t.id = d.tour_id),
  tours as materialized (
    select tour_id as id, row_number() over (order by tour_id) - 1 as list_index from shown group by 1),
  guides as materialized (
    -- One index scan for all of them, here and below: a scan per departure would read the same pages again and again.
    select g.departure_id, g.user_id, g.role, g.status from public.departure_guides as g
    where g.departure_id = any (array(select id from shown)) and (scope.is_whole or g.status <> 'declined')),
  seats as materialized (
    select s.departure_id, s.seats from private.departure_seats as s
    where s.departure_id = any (array(select id from shown))),
  unused_allotments as materialized (
    -- Only for the office, as on its departure cards, and only for tours with allotments.
    select allotted.departure_id, sum(allotted.seats) as seats
    from private.allotted_seats(array(
      select s.id from shown as s
      where scope.is_whole and s.tour_id in (select allotment.tour_id from private.allotments as allotment)
    )) as allotted
    where allotted.organisation_id::text is distinct from allotment_partner group by 1),
  priced as materialized (
    select price.departure_id from public.departure_prices as price
    where price.departure_id = any (array(select id from shown)) group by 1),
  people as materialized (
    select user_id as id, row_number() over (order by user_id) - 1 as list_index from guides group by 1),
  codes as (
    select g.departure_id,
      concat(
        '[',
        string_agg((
          6 * p.list_index + case g.role when 'lead' then 0 else 3 end + case g.status
            when 'proposed' then 0
            when 'accepted' then 1
            else 2
          end)::text, ',' order by g.role, g.user_id),
        ']') as codes
    from guides as g join people as p on p.id = g.user_id group by g.departure_id)
  select json_build_object(
    'status', 'ok',
    'is_whole_company', scope.is_whole,
    'time_zone', (select c.time_zone from public.companies as c where c.id = read_calendar.company),
    'tours', coalesce((
      select json_agg(json_build_object(
        'id', t.id, 'title', private.localised(t.id, 'title'), 'colour', t.colour) order by named.list_index)
      from tours as named join public.tours as t on t.id = named.id), '[]'),
    'people', coalesce((
      select json_agg(json_build_array(u.id, u.display_name) order by named.list_index)
      from people as named join public.users as u on u.id = named.id), '[]'),
    -- Also for tours that the filters hide, as the app has filters of its own.
    'days_off', private.days_off_json(company, from_date, to_date),
    'departures', (
      -- Arrays instead of objects; src/data/calendar.ts documents the positions. Built as text, because
      -- the JSON functions look up the type of every value.
      select concat(
        '[',
        string_agg(
          '['
            || concat_ws(
              ',',
              '"' || d.id || '"',
              t.list_index,
              d.day,
              d.starts,
              (d.ends - d.starts) / 60,
              coalesce(held.seats, s.seats, 0),
              d.capacity,
              to_json(d.language),
              d.status_bits + 8 * coalesce(d.id = any (below_minimum), false)::integer,
              d.differs + 8 * (p.departure_id is not null)::integer,
              d.version,
              coalesce(g.codes, '[]'),
              coalesce(a.seats, 0))
            || ']',
          ',' order by d.starts_at,
          d.id),
        ']')::json
      from shown as d join tours as t on t.id = d.tour_id left join seats as s on s.departure_id = d.id
      left join priced as p on p.departure_id = d.id
      left join unused_allotments as a on a.departure_id = d.id
      -- Holds expire by the clock, so departures with holds are counted now.
      left join lateral (select * from private.booked_seats(with_holds) where with_holds <> '{}') as held
        on held.departure_id = d.id
      left join codes as g on g.departure_id = d.id)) into result;
  return result;
end
$$;
comment on function public.read_calendar is
  'Returns departures and days off of up to 63 days in a compact form (compactCalendar in src/data/calendar.ts). The '
  'filter allotment_partner counts that partner''s allotment as free. Guides see only their own departures. Returns '
  'ok, invalid, not_permitted or signed_out.';

create function public.read_day(company uuid, day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  scope record;
  shown uuid[];
  named uuid[];
  below_minimum uuid[];
begin
  scope := private.calendar_scope(company, 'read_day');
  if scope.refusal is not null then return scope.refusal; end if;
  if day is null then return '{"status": "invalid"}'; end if;
  shown := array(
    select d.id from public.departures as d
    where d.company_id = company and d.local_date = day
      and (
        scope.is_whole
          or exists (
            select from public.departure_guides as g
            where g.departure_id = d.id and g.user_id = scope.person and g.status <> 'declined')));
  named := private.departures_with_named_guests(company, shown);
  below_minimum := case when scope.is_whole then private.departures_below_minimum(company, day, day) end;
  return jsonb_build_object(
    'status', 'ok',
    'time_zone', (select c.time_zone from public.companies as c where c.id = company),
    'tours', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', t.id,
        'title', private.localised(t.id, 'title'),
        'meeting_point', private.localised(t.id, 'meeting_point'),
        'colour', t.colour))
      from public.tours as t
      where t.id in (select d.tour_id from public.departures as d where d.id = any (shown))), '[]'),
    'departures', coalesce((
      select jsonb_agg(
        shown_card.card
          -- Declined assignments and allotments are only for the office.
          || case
            when scope.is_whole then '{}'
            else jsonb_build_object(
              'allotted_seats', '[]'::jsonb,
              'guides', jsonb_path_query_array(shown_card.card -> 'guides', '$[*] ? (@.state != "declined")'))
          end
          || jsonb_build_object(
            'below_minimum', coalesce(d.id = any (below_minimum), false),
            'bookings', coalesce((
              select jsonb_agg(
                case
                  when d.id = any (named) then booking_json.row
                  else private.masked_booking(booking_json.row)
                end order by booking_json.row ->> 'reference')
              from (
                select jsonb_build_object(
                  'id', b.id,
                  'reference', b.reference,
                  'status', b.status,
                  'source', b.source,
                  'contact_name', b.contact_name,
                  'contact_email', b.contact_email,
                  'contact_phone', b.contact_phone,
                  'locale', b.locale,
                  'note', b.note,
                  'organisation_name', o.name,
                  'due', coalesce(l.due, 0),
                  'currency', b.currency,
                  'expires_at', private.iso(b.expires_at),
                  'guests', count(g.id) filter (where not g.is_cancelled),
                  'seats', coalesce(sum(coalesce(p.seats, 1)) filter (where not g.is_cancelled), 0)) as row
                from public.bookings as b left join private.booking_list as l on l.booking_id = b.id
                left join public.organisations as o on o.id = b.organisation_id
                left join public.guests as g on g.booking_id = b.id
                left join public.price_categories as p on p.id = g.price_category_id
                -- Guides see bookings only of days that private.can_be_on_device allows, as in the policies.
                where b.departure_id = d.id and (scope.is_whole or private.can_be_on_device(d.local_date))
                group by b.id, l.due, o.name) as booking_json), '[]')) order by d.starts_at,
        d.id)
      from private.departure_cards(shown) as shown_card
      join public.departures as d on d.id = shown_card.id), '[]'));
end
$$;
comment on function public.read_day is
  'Returns the departures of a day with their bookings, without the names that the caller may not see (ADR 003). '
  'Returns ok, invalid, not_permitted or signed_out.';

grant execute on function public.read_calendar(uuid, date, date, jsonb), public.read_day(uuid, date) to authenticated;

create function private.affected_people(company uuid, departures uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  named constant uuid[] := private.departures_with_named_guests(company, departures);
begin
  return jsonb_build_object(
    'bookings', (
      select count(*) from public.bookings as b
      where b.departure_id = any (departures) and b.status in ('CONFIRMED', 'PENDING')),
    'guests', (
      select count(*) from public.bookings as b
      join public.guests as g on g.booking_id = b.id and not g.is_cancelled
      where b.departure_id = any (departures) and b.status in ('CONFIRMED', 'PENDING')),
    'without_email', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', b.id,
        'departure_id', b.departure_id,
        'reference', b.reference,
        'contact_name', case when b.departure_id = any (named) then b.contact_name else b.reference end,
        'contact_phone', case when b.departure_id = any (named) then b.contact_phone end,
        'guests', (select count(*) from public.guests as g where g.booking_id = b.id and not g.is_cancelled)
      ) order by b.reference)
      from public.bookings as b
      where b.departure_id = any (departures) and b.status in ('CONFIRMED', 'PENDING')
        and not private.is_email_address(b.contact_email)), '[]'),
    'holds', (
      select count(*) from public.bookings as b
      where b.departure_id = any (departures) and b.status = 'ON_HOLD' and b.expires_at > now()),
    'guides', coalesce((
      select jsonb_agg(jsonb_build_object('user_id', u.id, 'name', u.display_name) order by u.display_name, u.id)
      from public.users as u
      where u.id in (
        select g.user_id from public.departure_guides as g
        where g.departure_id = any (departures) and g.status <> 'declined')), '[]'));
end
$$;
comment on function private.affected_people is
  'Returns the bookings, guests and guides that a change of departures '
  'affects, and the parties without an email address, who must be called.';

create function private.enqueue_guest_mails(
  template text, departure public.departures, dedupe_key text, more jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  b public.bookings;
begin
  for b in
    select * from public.bookings
    where departure_id = (departure).id and status in ('CONFIRMED', 'PENDING')
      and private.is_email_address(contact_email)
    order by id
  loop
    perform private.enqueue_mail(
      template,
      b.contact_email,
      b.locale,
      private.departure_mail(departure, b.locale::text)
        || more
        || jsonb_build_object('audience', 'guest', 'reference', b.reference, 'entry', private.calendar_entry(b)),
      company => (departure).company_id,
      dedupe_key => dedupe_key || ':' || b.id,
      booking => b.id);
  end loop;
end
$$;
comment on function private.enqueue_guest_mails is
  'Queues a mail to each party of a departure with an email address. Idempotent by dedupe key.';

create function private.lock_departures(company uuid, versions jsonb, rpc text, out refusal jsonb, out ids uuid[])
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then
    refusal := '{"status": "signed_out"}';
    return;
  end if;
  if company is null or not private.may(rpc, company) then
    refusal := '{"status": "not_permitted"}';
    return;
  end if;
  if jsonb_typeof(versions) is distinct from 'array'
    or jsonb_array_length(versions) not between 1 and 200
    or exists (
      select from jsonb_array_elements(versions) as item
      where not coalesce(private.is_uuid(item ->> 'id'), false)
        or not coalesce(pg_input_is_valid(item ->> 'version', 'integer'), false))
  then
    refusal := '{"status": "invalid"}';
    return;
  end if;
  ids := array(select distinct (item ->> 'id')::uuid from jsonb_array_elements(versions) as item order by 1);
  perform from public.departures as d where d.id = any (ids) and d.company_id = company order by d.id for no key update;
  if (select count(*) from public.departures as d where d.id = any (ids) and d.company_id = company) <> cardinality(ids)
    or cardinality(ids) <> jsonb_array_length(versions) then
    refusal := '{"status": "not_found"}';
    return;
  end if;
  if (select p.decides_commission from private.rpc_permissions as p where p.name = rpc)
    and private.earns_commission_on_departures((select auth.uid()), ids)
  then
    refusal := '{"status": "earns_commission"}';
  end if;
end
$$;
comment on function private.lock_departures is
  'Locks departures for a change by the office, [{"id", "version"}], in the booking engine''s lock order. Returns '
  'their ids, or the refusal: signed_out, not_permitted, invalid, not_found, earns_commission.';

create function public.change_departures(
  company uuid, departures jsonb, changes jsonb, preview boolean default false
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  lock record;
  changing uuid[];
  refusal jsonb;
  d public.departures;
  before jsonb;
begin
  lock := private.lock_departures(company, departures, 'change_departures');
  if lock.refusal is not null then return lock.refusal; end if;
  if not coalesce(private.are_changes(changes), false) then return '{"status": "invalid"}'; end if;
  -- Departures that already match are left alone, so that a repeated request changes nothing and is not stale.
  changing := array(
    select target.id from public.departures as target
    where target.id = any (lock.ids)
      and (target.is_closed, target.capacity, target.language, target.meeting_note) is distinct from (
        coalesce((changes ->> 'closed')::boolean, target.is_closed),
        coalesce((changes ->> 'capacity')::integer, target.capacity),
        coalesce(changes ->> 'language', target.language),
        case
          when changes ? 'meeting_note' then nullif(private.trim_text(changes ->> 'meeting_note'), '')
          else target.meeting_note
        end));
  refusal := coalesce(
    private.stale_departures_response(departures, changing),
    private.ended_departures_response(changing, array['scheduled', 'departed']));
  if refusal is not null then return refusal; end if;
  if changes ? 'capacity' and not changes ? 'over_booked_reason' then
    select jsonb_build_object(
      'status', 'under_booked',
      'departures', jsonb_agg(jsonb_build_object(
        'id', target.id, 'booked', private.seats_taken(target.id)) order by target.starts_at, target.id)) into refusal
    from public.departures as target
    where target.id = any (changing) and private.seats_taken(target.id) > (changes ->> 'capacity')::integer
      -- Keeping an overbooked capacity needs no reason.
      and target.capacity <> (changes ->> 'capacity')::integer
    having count(*) > 0;
    if refusal is not null then return refusal; end if;
  end if;
  if not preview then
    for d in select * from public.departures as target where target.id = any (changing) order by target.id loop
      before := jsonb_build_object(
        'id', d.id,
        'closed', d.is_closed,
        'capacity', d.capacity,
        'language', d.language,
        'meeting_note', d.meeting_note);
      update public.departures as target
      set
        is_closed = coalesce((changes ->> 'closed')::boolean, target.is_closed),
        own_capacity = target.own_capacity or coalesce((changes ->> 'capacity')::integer <> target.capacity, false),
        capacity = coalesce((changes ->> 'capacity')::integer, target.capacity),
        own_language = target.own_language or coalesce(changes ->> 'language' <> target.language, false),
        language = coalesce(changes ->> 'language', target.language),
        meeting_note = case
          when changes ? 'meeting_note' then nullif(private.trim_text(changes ->> 'meeting_note'), '')
          else target.meeting_note
        end,
        version = target.version + 1
      where target.id = d.id;
      perform private.log_change(company, 'change_departure', before, changes || jsonb_build_object('id', d.id));
    end loop;
  end if;
  -- Closing and capacity affect nobody who has a seat.
  return private.changed_departures_response(
    lock.ids,
    preview,
    private.affected_people(company, case when changes ?| array['language', 'meeting_note'] then changing else '{}' end)
  );
end
$$;
comment on function public.change_departures is
  'Closes, reopens or changes the capacity, language or note of departures, all or none. Returns ok, stale, ended, '
  'under_booked (a capacity below the booked seats needs over_booked_reason) or a refusal of private.lock_departures.';

grant execute on function public.change_departures(uuid, jsonb, jsonb, boolean) to authenticated;
