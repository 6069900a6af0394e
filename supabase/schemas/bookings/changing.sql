-- Booking actions: change the party, move to another departure. ADR 026

create function private.change_party(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
  old_snapshot constant jsonb := private.mail_snapshot(booking);
  adding constant jsonb := private.parse_new_tickets(coalesce(input -> 'add', '[]'));
  removing constant uuid[] := array(
    select distinct value::uuid from jsonb_array_elements_text(coalesce(input -> 'remove', '[]')) as value);
  active_ids constant uuid[] := private.active_guests(booking.id);
  change_reason constant public.booking_reason := (input ->> 'reason')::public.booking_reason;
  checked_in uuid[];
  party jsonb;
  departure public.departures;
  verdict jsonb;
  seats bigint;
  difference bigint;
  added uuid[];
begin
  if not removing <@ active_ids or (adding = '[]' and removing = '{}') then return '{"status": "invalid"}'; end if;
  select coalesce(jsonb_agg(ticket), '[]') || adding into party
  from jsonb_array_elements(private.booking_tickets(booking.id)) as ticket
  where (ticket ->> 'id')::uuid <> all (removing);
  perform private.check_party(party);
  checked_in := private.checked_in_guests(booking.departure_id, removing);
  if checked_in <> '{}' and (input ->> 'confirm')::boolean is not true then
    return jsonb_build_object('status', 'checked_in', 'guests', to_jsonb(checked_in));
  end if;
  -- Tickets without a stored price are deducted at the present price.
  if adding <> '[]' or exists (select from public.guests where id = any (removing) and amount is null) then
    verdict := private.currency_problem(booking);
    if verdict is not null then return verdict; end if;
  end if;
  select * into departure from public.departures where id = booking.departure_id;
  seats :=
    coalesce((
      select sum(category.seats) from jsonb_array_elements(adding) as ticket
      join public.price_categories as category on category.id = (ticket ->> 'price_category_id')::uuid), 0)
      - coalesce((
        select sum(coalesce(category.seats, 1)) from public.guests as guest
        left join public.price_categories as category on category.id = guest.price_category_id
        where guest.id = any (removing)), 0);
  verdict := private.check_availability(
    actor,
    departure,
    party,
    seats,
    input ->> 'override',
    private.allotment_partner(booking));
  if verdict ->> 'status' <> 'ok' then return verdict; end if;

  select -coalesce(sum(coalesce(guest.amount, category.amount, 0)), 0) into difference
  from public.guests as guest left join public.price_categories as category on category.id = guest.price_category_id
  where guest.id = any (removing);
  update public.guests set is_cancelled = true where id = any (removing);
  if adding <> '[]' then added := private.add_guests(booking, adding); end if;
  difference := difference + coalesce((select sum(amount) from public.guests where id = any (added)), 0);
  perform private.reprice(booking.id, difference);
  if removing <> '{}' then
    update public.bookings set reason = coalesce(change_reason, 'party_changed') where id = booking.id;
  end if;
  verdict := private.adjust_account(actor, booking, input, verdict);
  perform private.log_booking_change(
    actor,
    booking.id,
    'change_party',
    facts,
    (verdict - 'status')
      || jsonb_build_object(
        'checked_in', nullif(to_jsonb(checked_in), '[]'),
        'reason_note', private.parse_text_field(input, 'reason_note', 1000)));
  perform private.enqueue_booking_changed_mail(actor, booking.id, old_snapshot);
  return private.booking_response(
    booking.id,
    private.action_result_details(verdict)
      || jsonb_build_object(
        'difference', difference,
        'guests', coalesce((
          select jsonb_agg(jsonb_build_object(
            'id', id, 'price_category_id', price_category_id, 'ticket_code', ticket_code, 'amount', amount
          ) order by created_at, id)
          from public.guests
          where id = any (added)), '[]')));
end
$$;
comment on function private.change_party is
  'Adds and removes guests: {"add": […], "remove": [guest ids], "confirm"?, "reason"?, "reason_note"?, "override"?, '
  '"account"?: false leaves a partner''s account unchanged}. Other guests keep their price and code.';

create function private.move_booking(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
  old_snapshot constant jsonb := private.mail_snapshot(booking);
  active_ids constant uuid[] := private.active_guests(booking.id);
  checked_in constant uuid[] := private.checked_in_guests(booking.departure_id, active_ids);
  move_reason constant public.booking_reason := coalesce(input ->> 'reason', 'guest_request')::public.booking_reason;
  target public.departures;
  is_other_tour boolean;
  party jsonb;
  seats bigint;
  verdict jsonb;
begin
  select * into target from public.departures
  where id = (input ->> 'departure_id')::uuid and company_id = booking.company_id;
  if target.id is null then return '{"status": "not_found"}'; end if;
  if target.id = booking.departure_id then return '{"status": "same_departure"}'; end if;
  if checked_in <> '{}' and (input ->> 'confirm')::boolean is not true then
    return jsonb_build_object('status', 'checked_in', 'guests', to_jsonb(checked_in));
  end if;
  is_other_tour := target.tour_id <> (select tour_id from public.departures where id = booking.departure_id);
  if is_other_tour and not actor.is_staff then return '{"status": "not_found"}'; end if;
  if is_other_tour or (input ->> 'reprice')::boolean is true then
    verdict := private.currency_problem(booking);
    if verdict is not null then
      return case when actor.is_staff then verdict else '{"status": "moving_not_allowed"}' end;
    end if;
  end if;
  -- On another tour, guests get its category of the same type.
  select jsonb_agg(jsonb_build_object(
    'id', guest.id,
    'is_booked', not is_other_tour,
    'category_type', guest.category_type,
    'price_category_id', case
      when is_other_tour then
        (
          select category.id from public.price_categories as category
          where category.tour_id = target.tour_id and category.type = guest.category_type and category.is_active
          order by category.amount, category.id limit 1)
      else guest.price_category_id
    end)) into party
  from public.guests as guest
  where guest.id = any (active_ids);
  select sum(coalesce(category.seats, 1)) into seats from jsonb_array_elements(party) as ticket
  left join public.price_categories as category on category.id = (ticket ->> 'price_category_id')::uuid;
  verdict := private.check_availability(
    actor,
    target,
    party,
    seats,
    input ->> 'override',
    private.allotment_partner(booking));
  if verdict ->> 'status' <> 'ok' then return verdict; end if;

  -- A foreign key moves the guests, who keep their codes.
  update public.bookings set departure_id = target.id, reason = move_reason where id = booking.id;
  if is_other_tour or (input ->> 'reprice')::boolean is true then
    update public.guests set price_category_id = category.id, amount = private.ticket_price(target.id, category.id)
    from jsonb_array_elements(party) as ticket
    join public.price_categories as category on category.id = (ticket ->> 'price_category_id')::uuid
    where guests.id = (ticket ->> 'id')::uuid;
    perform private.reprice(booking.id);
    verdict := private.adjust_account(actor, booking, input, verdict);
  end if;
  perform private.log_booking_change(
    actor,
    booking.id,
    'move_booking',
    facts,
    (verdict - 'status')
      || jsonb_build_object(
        'checked_in', nullif(to_jsonb(checked_in), '[]'),
        'reason_note', private.parse_text_field(input, 'reason_note', 1000)));
  perform private.enqueue_booking_changed_mail(actor, booking.id, old_snapshot);
  return private.booking_response(booking.id, private.action_result_details(verdict) || jsonb_build_object('difference',
    (select total_amount from public.bookings where id = booking.id) - booking.total_amount));
end
$$;
comment on function private.move_booking is
  'Moves a booking to another departure: {"departure_id", "reason"?, "reason_note"?, "confirm"?, "reprice"?, '
  '"override"?, "account"?}. On the same tour it keeps its price unless "reprice" is true.';
