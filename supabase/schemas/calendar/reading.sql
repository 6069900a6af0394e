-- Departures of the calendar, and the checks of requests to change them.

create function private.epoch(instant timestamptz) returns bigint
language sql immutable parallel safe
-- From the interval, which does not depend on the session's
-- time zone: the function is then immutable and can be inlined.
return floor(date_part('epoch', instant - timestamptz 'epoch'))::bigint;
comment on function private.epoch is 'Returns an instant as seconds since 1970, a short form for long lists.';

create function private.is_date_range(from_date date, to_date date, max_days integer) returns boolean
language sql immutable parallel safe
return coalesce(
  case when isfinite(from_date) and isfinite(to_date) then to_date - from_date between 0 and max_days end, false);
comment on function private.is_date_range is
  'Returns whether two dates are in order and at most "max_days" days apart.';

create function private.calendar_scope(company uuid, rpc text, out refusal jsonb, out is_whole boolean, out person uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject jsonb;
begin
  person := (select auth.uid());
  if person is null then
    refusal := '{"status": "signed_out"}';
    return;
  end if;
  subject := private.subject(person, rpc);
  is_whole := company is not null and private.sees_whole_company(subject, company);
  if is_whole then return; end if;
  if company is null then
    refusal := '{"status": "invalid"}';
  elsif not private.subject_can(subject, 'CHECK_IN_ACCESS', company)
    and not private.subject_can(subject, 'INDIVIDUAL_SCHEDULE_ACCESS', company)
  then
    refusal := '{"status": "not_permitted"}';
  end if;
end
$$;
comment on function private.calendar_scope is
  'Returns the caller''s access to a calendar: all departures of the company (is_whole), only their own, or a '
  'refusal; by the same rule as the policies of departures.';

create function private.departure_differences(
  departure public.departures, tour public.tours, has_prices boolean
) returns integer
language sql immutable parallel safe
return ((departure).capacity <> (tour).capacity)::integer
  + 2 * (not (departure).language = any ((tour).guide_languages))::integer
  + 4 * ((departure).meeting_note is not null)::integer
  + 8 * has_prices::integer;
comment on function private.departure_differences is
  'Returns how a departure differs from its tour, as bits: 1 capacity, 2 language, '
  '4 its meeting note, 8 prices. DIFFERENCES in src/domain/calendar.ts.';

create function private.filter_values(value jsonb) returns text[]
language sql immutable parallel safe
return case when jsonb_typeof(value) = 'array' then array(select jsonb_array_elements_text(value)) end;
comment on function private.filter_values is 'Returns a filter''s values; null if it does not filter.';

create function private.calendar_departures(
  company uuid, from_date date, to_date date, is_whole boolean, person uuid,
  tours text[], guides text[], languages text[], statuses text[], only_unassigned boolean
) returns setof public.departures
-- Sets no search path, so that it is inlined and unused filters add no conditions.
language sql stable
begin atomic
  select d.* from public.departures as d
  where d.company_id = company and d.local_date between from_date and to_date
    and (
      is_whole
        or exists (
          select from public.departure_guides as g
          where g.departure_id = d.id and g.user_id = person and g.status <> 'declined'))
    and (tours is null or d.tour_id::text = any (tours))
    and (languages is null or d.language = any (languages))
    and (statuses is null or d.status::text = any (statuses))
    and (
      guides is null
        or exists (
          select from public.departure_guides as g
          where g.departure_id = d.id and g.user_id::text = any (guides) and g.status <> 'declined'))
    and (
      not only_unassigned
        or not exists (select from public.departure_guides as g where g.departure_id = d.id and g.status <> 'declined')
    );
end;
comment on function private.calendar_departures is
  'Returns a company''s departures between two dates that match filters (null: any): all, or a person''s own.';

create function private.days_off_json(company uuid, from_date date, to_date date) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(json_build_object(
    'tour_id', b.tour_id, 'from_date', b.from_date, 'to_date', b.to_date, 'name', b.name
  ) order by b.from_date, b.id), '[]')
  from public.blackouts as b
  where b.company_id = company and b.from_date <= days_off_json.to_date and b.to_date >= days_off_json.from_date$$;
comment on function private.days_off_json is 'Returns a company''s days off that overlap two dates.';

create function private.departure_cards(departures uuid[]) returns table (id uuid, starts_at timestamptz, card jsonb)
language sql stable security definer set search_path = ''
as $$
  select d.id, d.starts_at,
    jsonb_build_object(
      'id', d.id,
      'tour_id', d.tour_id,
      'starts_at', private.iso(d.starts_at),
      'ends_at', private.iso(d.ends_at),
      'local_date', d.local_date,
      'capacity', d.capacity,
      'booked', coalesce(s.seats, 0),
      'language', d.language,
      'meeting_note', d.meeting_note,
      'closed', d.is_closed,
      'status', d.status,
      'differs', private.departure_differences(d, t, p.departure_id is not null),
      'version', d.version,
      'guides', coalesce(g.guides, '[]'),
      'allotted_seats', private.allotments_json(d))
  from public.departures as d join public.tours as t on t.id = d.tour_id
  left join private.booked_seats(departures) as s on s.departure_id = d.id
  left join (
    select price.departure_id from public.departure_prices as price
    where price.departure_id = any (departures) group by 1) as p
    on p.departure_id = d.id
  left join (
    select each.departure_id,
      jsonb_agg(
        jsonb_build_object(
          'user_id', each.user_id, 'name', u.display_name, 'role', each.role, 'state', each.status) order by each.role,
        u.display_name,
        each.user_id) as guides
    from public.departure_guides as each join public.users as u on u.id = each.user_id
    where each.departure_id = any (departures) group by each.departure_id) as g
    on g.departure_id = d.id
  where d.id = any (departures)$$;
comment on function private.departure_cards is
  'Returns departures as the office''s screens show them, also in the response to a stale edit.';

create function private.departure_card(departure uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$ select card from private.departure_cards(array[departure]) $$;
comment on function private.departure_card is 'Returns one departure as the office''s screens show it.';

create function private.in_locale(texts jsonb, locale text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(texts ->> locale, texts ->> 'en', (select value from jsonb_each_text(texts) order by key limit 1), '')
$$;
comment on function private.in_locale is
  'Returns a text in a language, else in English, else in any; textInLocale in src/domain/locales.ts.';

create function private.departure_mail(departure public.departures, locale text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'company', c.name,
    'phone', coalesce(c.contact_phone, ''),
    'tour', coalesce(nullif(private.in_locale(
      private.localised((departure).tour_id, 'title'), departure_mail.locale), ''), c.name),
    'meetingPoint', private.in_locale(private.localised((departure).tour_id, 'meeting_point'), departure_mail.locale),
    'startsAt', private.iso((departure).starts_at),
    'endsAt', private.iso((departure).ends_at),
    'timeZone', c.time_zone)
  from public.companies as c
  where c.id = (departure).company_id$$;
comment on function private.departure_mail is 'Returns the data about a departure that all its mails contain.';

create function private.calendar_entry(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- The mail of a cancellation is queued before the cancellation is recorded, but needs a higher number already. A move
  -- is recorded before its mail is queued, so its number is one higher than needed, which is harmless.
  return jsonb_build_object('id', booking.id, 'sequence', private.calendar_sequence(booking) + 1);
end
$$;
comment on function private.calendar_entry is
  'Returns the id and sequence of a booking''s iCalendar entry for a mail about a change of its departure.';

create function private.stale_departures_response(versions jsonb, changing uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'status', 'stale', 'departures', jsonb_agg(private.departure_card(d.id) order by d.starts_at, d.id))
  from jsonb_array_elements(versions) as item
  join public.departures as d on d.id = (item ->> 'id')::uuid
  where d.id = any (changing) and d.version <> (item ->> 'version')::integer
  having count(*) > 0$$;
comment on function private.stale_departures_response is
  'Returns the stale response with the present state of departures whose version has changed; null if none has.';

create function private.ended_departures_response(changing uuid[], allowed_statuses text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('status', 'ended', 'departures', jsonb_agg(d.id order by d.starts_at, d.id))
  from public.departures as d
  where d.id = any (changing) and not d.status::text = any (allowed_statuses)
  having count(*) > 0
$$;
comment on function private.ended_departures_response is
  'Returns the ended response with departures whose status is not one of the allowed ones; null if there are none.';

create function private.changed_departures_response(ids uuid[], is_preview boolean, impact jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'status', 'ok',
    'done', not is_preview,
    'impact', impact,
    'departures', (
      select jsonb_agg(jsonb_build_object('id', d.id, 'version', d.version) order by d.starts_at, d.id)
      from public.departures as d
      where d.id = any (ids)))$$;
comment on function private.changed_departures_response is
  'Returns the response to a change or its preview: the departures'' versions and the affected people.';

create function private.are_changes(changes jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_typeof(changes) = 'object' and changes <> '{}'
    and not exists (
      select from jsonb_object_keys(changes) as key
      where key not in ('closed', 'capacity', 'language', 'meeting_note', 'over_booked_reason'))
    and jsonb_typeof(coalesce(changes -> 'closed', 'true')) = 'boolean'
    and coalesce(changes ->> 'capacity', '0') ~ '^\d{1,5}$'
    and jsonb_typeof(coalesce(changes -> 'capacity', '0')) = 'number'
    and case when changes ? 'language' then coalesce(changes ->> 'language' ~ '^[a-z]{2,3}$', false) else true end
    and jsonb_typeof(coalesce(changes -> 'meeting_note', 'null')) in ('null', 'string')
    and length(private.trim_text(coalesce(changes ->> 'meeting_note', ''))) <= 1000
    and case
      when changes ? 'over_booked_reason' then
        jsonb_typeof(changes -> 'over_booked_reason') = 'string' and length(
          private.trim_text(changes ->> 'over_booked_reason')) between 3 and 500
      else true
    end$$;
comment on function private.are_changes is
  'Returns whether changes of departures are valid; DepartureChanges in src/domain/calendar.ts.';

create type public.departure_cancel_reason as enum ('weather', 'low_numbers', 'guide_missing', 'other');
comment on type public.departure_cancel_reason is
  'Why a departure is cancelled; DEPARTURE_CANCEL_REASONS in src/domain/calendar.ts.';
