-- Availability of a departure for a party. Only staff can overbook, and with a reason. ADR 026

create function private.next_departures(
  departure public.departures, seats bigint, allotment_partner uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'departure_id', id, 'starts_at', private.iso(starts_at), 'left', free, 'language', language
    ) order by starts_at), '[]')
    from (
      select (d.candidate).id, (d.candidate).starts_at, (d.candidate).language, room.free
      from (
        select d as candidate from public.departures as d
        where d.tour_id = departure.tour_id and d.company_id = departure.company_id and d.id <> departure.id
          and d.status = 'scheduled' and not d.is_closed and d.capacity >= seats
          -- Limits the search to a month. A day wider, as the date in UTC may differ from the local one.
          and d.local_date between greatest(
            current_date, departure.local_date - 1) - 1 and greatest(current_date, departure.local_date) + 30
          and d.starts_at > now() + make_interval(mins => (
            select t.booking_cut_off_minutes from public.tours as t where t.id = d.tour_id))
          and d.starts_at > departure.starts_at - interval '1 day'
        order by d.starts_at limit 60) as d
      cross join lateral (select private.free_seats_of_departure(d.candidate, allotment_partner) as free) as room
      where room.free >= seats limit 3) as fitting);
end
$$;
comment on function private.next_departures is
  'Returns up to three departures of the same tour with enough free seats, from the day before and within a month.';

create function private.sold_out_response(
  departure public.departures, seats bigint, allotment_partner uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'status', 'sold_out',
      'left', greatest(private.free_seats_of_departure(departure, allotment_partner), 0),
      'next', private.next_departures(departure, seats, allotment_partner)));
end
$$;
comment on function private.sold_out_response is
  'Builds the sold_out refusal with the seats left and the next departures that fit.';

create function private.check_availability(
  actor private.booking_actor,
  departure public.departures,
  party jsonb,
  seats bigint,
  override text,
  allotment_partner uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  tour public.tours;
  problem jsonb;
  passed text[] := '{}';
  may_pass constant boolean := actor.is_staff and override is not null;
begin
  select * into tour from public.tours where id = departure.tour_id;
  if departure.status = 'cancelled' then return '{"status": "departure_cancelled"}'; end if;
  if seats > 0 and (departure.is_closed or (not actor.is_staff and tour.status <> 'live')) then
    if not may_pass then return '{"status": "closed"}'; end if;
    passed := passed || 'closed'::text;
  end if;
  if departure.status <> 'scheduled'
    or clock_timestamp() > departure.starts_at - make_interval(mins => tour.booking_cut_off_minutes)
  then
    if not actor.is_staff then return '{"status": "too_late"}'; end if;
    passed := passed || 'cut_off'::text;
  end if;
  problem := private.party_problem(tour.id, party);
  if problem is null and jsonb_array_length(party) < tour.minimum_party then
    problem := jsonb_build_object('status', 'party_too_small', 'minimum', tour.minimum_party);
  end if;
  if problem is not null then
    -- Staff cannot override a category that is inactive or of another tour.
    if not may_pass or problem ->> 'status' = 'wrong_category' then return problem; end if;
    passed := passed || (problem ->> 'status');
  end if;
  if seats > 0 and seats > private.free_seats_of_departure(departure, allotment_partner) then
    if not may_pass then
      -- Only staff see for which partners seats are reserved.
      return private.sold_out_response(departure, seats, allotment_partner)
        || case
          when actor.is_staff then
            jsonb_build_object('allotted_seats', private.allotments_json(departure, allotment_partner))
          else '{}'
        end;
    end if;
    passed := passed
      || case
        when private.seats_taken(departure.id) + seats > departure.capacity then 'capacity'
        else 'allotted_seats'
      end;
  end if;
  return jsonb_build_object(
    'status', 'ok',
    'overridden_rules', to_jsonb(nullif(passed, '{}')),
    'override', case
      when passed && array['closed', 'capacity', 'allotted_seats', 'party_too_small', 'not_accompanied', 'wrong_age']
        then override
    end);
end
$$;
comment on function private.check_availability is
  'Checks whether a party may be booked on a departure, which the caller has locked. "seats" are those that it takes '
  'in addition to its present ones; 0 or less if guests leave. Returns {"status": "ok", "overridden_rules", '
  '"override"} with the rules that staff overrode and their reason, or the refusal. Staff pass the cut-off, and with a '
  'reason everything but a cancelled departure and a wrong category. "allotment_partner" may use its allotment.';

create function private.can_assign_partner(actor private.booking_actor, company uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not actor.is_staff
    or private.may('assign_partner', company, actor.person)
$$;
comment on function private.can_assign_partner is
  'Returns whether an actor may set a booking''s partner. Staff need the permission in their own right, as a person '
  'acting for the company may belong to the partner that earns from it. For guests and partners their RPC sets it.';

create function public.preview_as_guest(booking uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  company constant uuid := (select b.company_id from public.bookings as b where b.id = booking);
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null
    or not private.sees_whole_company(private.subject((select auth.uid()), 'read_booking'), company)
  then
    return '{"status": "not_found"}';
  end if;
  -- The guest's page shows who they are, and its link would outlive acting for the company.
  if not private.may('preview_as_guest', company) then return '{"status": "not_permitted"}'; end if;
  return jsonb_build_object(
    'status', 'ok', 'token', private.create_booking_link(booking, 'preview', interval '15 minutes'));
end
$$;
comment on function public.preview_as_guest is
  'Creates a read-only link to a booking''s guest page for fifteen minutes. '
  'Returns {"status": "ok", "token"}, signed_out, not_found or not_permitted.';

grant execute on function public.preview_as_guest(uuid) to authenticated;
