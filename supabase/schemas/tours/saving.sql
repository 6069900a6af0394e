-- Saving and archiving tours, whose departures follow, and the list of /tours. ADR 024

create function public.save_tour(
  company uuid, tour uuid, version integer, input jsonb, decisions jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  form jsonb;
  old public.tours;
  before jsonb;
  after jsonb;
  result jsonb;
begin
  if not private.may('save_tour', save_tour.company) then return '{"status": "not_permitted"}'; end if;
  perform private.lock_departure_creation(save_tour.company);
  select * into old from public.tours where id = save_tour.tour for update;
  if (old.id is null and coalesce(save_tour.version, 0) <> 0) or old.company_id <> save_tour.company then
    return '{"status": "not_found"}';
  end if;
  select read.value, read.refusal into form, result from private.read_form('save_tour', input) as read;
  result := coalesce(
    result, private.invalid_response(array(select private.tour_problems(save_tour.company, save_tour.tour, form))));
  if result is not null then return result; end if;
  before := private.tour_form(save_tour.tour);
  begin
    perform private.write_tour(save_tour.company, save_tour.tour, form);
    after := private.tour_form(save_tour.tour);
    -- Nothing changes: a repeated save, or someone else has saved the same.
    if after = before then return jsonb_build_object('status', 'ok', 'version', old.version); end if;
    if old.version <> coalesce(save_tour.version, 0) then
      result := jsonb_build_object('status', 'stale', 'version', old.version, 'current', before);
      raise sqlstate 'MU000';
    end if;
    -- Departures inherit only these values.
    if (before -> 'duration_minutes', before -> 'capacity', before #> '{guide_languages,0}') is distinct from
      (after -> 'duration_minutes', after -> 'capacity', after #> '{guide_languages,0}') then
      result := private.apply_schedule_changes(
        save_tour.company,
        array(select id from public.schedules where tour_id = save_tour.tour),
        coalesce(save_tour.decisions, '{}'),
        previous_tour => old);
      if result ->> 'status' <> 'ok' then raise sqlstate 'MU000'; end if;
    end if;
  exception when sqlstate 'MU000' then
    return result;
  end;
  update public.tours set version = tours.version + 1 where id = old.id;
  perform private.log_change(save_tour.company, 'save_tour', before,
    after || jsonb_build_object('id', save_tour.tour, 'departures', coalesce(result -> 'departures', '[]')));
  return jsonb_build_object('status', 'ok', 'version', coalesce(old.version + 1, 1));
end
$$;
comment on function public.save_tour is
  'Creates a tour (version 0) or changes it. Returns {"status": "ok", "version"}, invalid with problems, undecided as '
  'for schedules (ADR 023), stale with the version and current form, not_found, earns_commission or not_permitted.';

create function public.archive_tour(tour uuid, version integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  old public.tours;
  refusal constant jsonb := private.lock_tour(archive_tour.tour, archive_tour.version, 'archive_tour');
  coming uuid[];
  booked bigint;
begin
  select * into old from public.tours where id = archive_tour.tour;
  if refusal ->> 'status' = 'not_found' then return refusal; end if;
  if old.status = 'archived' then
    return jsonb_build_object('status', 'ok', 'version', old.version, 'created', 0);
  end if;
  if refusal is not null then return refusal; end if;
  coming := array(
    select id from public.departures
    where tour_id = old.id and status = 'scheduled' and starts_at > now() order by id for update);
  booked := (select count(*) from private.booking_counts(coming));
  if booked > 0 then return jsonb_build_object('status', 'booked', 'departures', booked); end if;
  perform private.delete_unbooked_departures(coming);
  return private.set_tour_status(old, 'archived', 'archive_tour');
end
$$;
comment on function public.archive_tour is
  'Archives a tour and removes its future departures, unless one is booked. Returns ok with version, booked with the '
  'number of departures, stale or not_found.';

create function private.tour_list_departures(
  company uuid, sees_all boolean, person uuid, monday date, today date
) returns setof public.departures
language plpgsql stable security definer rows 100 set search_path = ''
as $$
begin
  return query with mine as materialized (
    select g.departure_id from public.departure_guides as g where g.user_id = person and g.status <> 'declined')
    select d.* from public.departures as d
    where d.company_id = tour_list_departures.company
      and d.local_date between monday and greatest(monday + 6, today + 7)
      and (sees_all or d.id in (select departure_id from mine))
    union
    select next.*
    from public.tours as t
    cross join lateral (
      select d.* from public.departures as d
      where d.tour_id = t.id and d.starts_at > now() and d.status = 'scheduled'
        and (sees_all or d.id in (select departure_id from mine))
      order by d.starts_at limit 3) as next
    where t.company_id = tour_list_departures.company and t.status <> 'archived';
end
$$;
comment on function private.tour_list_departures is
  'Returns the departures that a list of tours shows or counts, all or a person''s own: those of this week and of the '
  'next seven days, and the next three of each tour, which may come later.';

create function public.read_tours(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  subject constant jsonb := private.subject(me, 'read_tours');
  sees_all constant boolean := private.sees_whole_company(subject, company);
  zone text;
  today date;
  monday date;
begin
  if not private.may('read_tours', company) then return '{"status": "not_permitted"}'; end if;
  select time_zone into zone from public.companies where id = read_tours.company;
  today := (now() at time zone zone)::date;
  monday := today - (extract(isodow from today)::integer - 1);
  return jsonb_build_object(
    'status', 'ok',
    'today', today,
    'time_zone', zone,
    'tours', coalesce((
      with mine as materialized (
        select g.departure_id from public.departure_guides as g where g.user_id = me and g.status <> 'declined'),
      shown as materialized (select * from private.tour_list_departures(company, sees_all, me, monday, today)),
      counted as materialized (
        select s.*, coalesce(b.seats, 0) as taken, coalesce(b.guests, 0) as guests,
          s.id in (select departure_id from mine) as own,
          exists (
            select from public.departure_guides as g where g.departure_id = s.id and g.status <> 'declined'
          ) as has_guide
        from shown as s
        left join private.booking_counts(array(select id from shown)) as b on b.departure_id = s.id),
      by_tour as materialized (
        select
          tour_id,
          count(*) filter (where in_week) as departures,
          coalesce(sum(guests) filter (where in_week), 0) as guests,
          coalesce(sum(taken) filter (where in_week), 0) as taken,
          coalesce(sum(capacity) filter (where in_week), 0) as seats,
          bool_or(own and is_upcoming) as own,
          bool_or(is_upcoming and is_within_week and not has_guide) as no_guide,
          -- At most a fifth of the seats is left.
          bool_or(
            is_upcoming and is_within_week and not is_closed and taken < capacity and (capacity - taken) * 5 <= capacity
          ) as nearly_full,
          bool_or(private.is_below_minimum(
            status,
            starts_at,
            local_date,
            today,
            guests,
            minimum_guests)) as below_minimum,
          min(starts_at) filter (where is_upcoming) as next_at
        from (
          select c.*, t.minimum_guests,
            c.local_date between monday and monday + 6 and c.status <> 'cancelled' as in_week,
            c.starts_at > now() and c.status = 'scheduled' as is_upcoming, c.local_date <= today + 7 as is_within_week
          from counted as c join public.tours as t on t.id = c.tour_id) as each
        group by tour_id),
      listed as (
        select
          t.id,
          t.slug,
          t.status,
          t.colour,
          t.duration_minutes,
          t.capacity,
          t.version,
          coalesce(n.own, false) as own,
          n.next_at,
          (
            select coalesce(jsonb_object_agg(locale::text, title) filter (where title <> ''), '{}')
            from public.tour_translations
            where tour_id = t.id) as title,
          (select tag from private.tour_pictures where tour_id = t.id) as picture_tag,
          jsonb_build_object(
            'departures', coalesce(n.departures, 0),
            'guests', coalesce(n.guests, 0),
            'taken', coalesce(n.taken, 0),
            'seats', coalesce(n.seats, 0)) as week,
          (
            select coalesce(jsonb_agg(jsonb_build_object(
              'id', next.id,
              'starts_at', private.iso(next.starts_at),
              'local_date', next.local_date,
              'language', next.language,
              'capacity', next.capacity,
              'seats_left', greatest(next.capacity - next.taken, 0),
              'own', next.own,
              'has_guide', next.has_guide,
              'below_minimum', sees_all
                and private.is_below_minimum(
                  next.status,
                  next.starts_at,
                  next.local_date,
                  today,
                  next.guests,
                  t.minimum_guests),
              'availability', private.seat_availability(next.capacity, next.taken, next.is_closed or t.status <> 'live')
            ) order by next.starts_at), '[]')
            from (
              select * from counted as c
              where c.tour_id = t.id and c.starts_at > now() and c.status = 'scheduled' order by c.starts_at
              limit 3) as next) as departures,
          array_remove(array[
            case when n.no_guide and sees_all then 'no_guide' end,
            case when n.below_minimum and sees_all then 'below_minimum' end,
            case when n.nearly_full then 'nearly_full' end,
            case
              when t.status = 'draft' and sees_all then
                case when private.missing_tour_fields(t.id) = '[]' then 'draft_ready' else 'draft_unfinished' end
            end,
            case when t.status = 'live' and n.next_at is null and sees_all then 'no_departures' end,
            case
              when exists (
                select from private.tour_reports as r join public.departures as d on d.id = r.departure_id
                where r.is_overdue and r.state in ('open', 'returned') and d.tour_id = t.id
                  and d.local_date >= today - 14 and (sees_all or d.id in (select departure_id from mine)))
                then 'report_overdue'
            end], null) as attention
        from public.tours as t left join by_tour as n on n.tour_id = t.id
        where t.company_id = read_tours.company
          and (t.status <> 'archived' or private.subject_can(subject, 'COMPANY_ALL_ACCESS', company))
          and (sees_all or t.status in ('live', 'paused')))
      select jsonb_agg(
        jsonb_build_object(
          'id', id,
          'slug', slug,
          'tour_status', status,
          'colour', colour,
          'duration_minutes', duration_minutes,
          'capacity', capacity,
          'version', version,
          'title', title,
          'picture_tag', picture_tag,
          'own', own,
          'week', week,
          'departures', departures,
          'attention', to_jsonb(attention)) order by own desc,
        array_position('{live,paused,draft,archived}', status::text),
        next_at nulls last,
        slug)
      from listed), '[]'));
end
$$;
comment on function public.read_tours is
  'Returns the tours of a company that the caller may see, own ones first, each with its next three departures, this '
  'week''s numbers and what needs attention (no_guide, below_minimum, nearly_full, draft_unfinished, draft_ready, '
  'no_departures, report_overdue). Returns ok or not_permitted.';

grant execute on function public.save_tour, public.archive_tour, public.read_tours to authenticated;
