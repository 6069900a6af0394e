-- Guest pages: a booking as its guest sees it. ADR 034

create function private.guest_booking_json(booking public.bookings) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  state constant public.booking_status := private.booking_state(booking);
  until constant timestamptz := private.free_cancellation_until(booking);
  refundable constant bigint := private.refundable_amount(booking);
  -- A guest whose partner pays sees no prices.
  partner_share constant bigint := private.on_account(booking.id);
  checked_in constant uuid[] := case
    when state = 'CONFIRMED' then private.checked_in_guests(booking.departure_id, private.active_guests(booking.id))
    else '{}'
  end;
begin
  return (
    select jsonb_build_object(
      'id', booking.id,
      'sequence', private.calendar_sequence(booking),
      'reference', booking.reference,
      'state', state,
      'reason', booking.reason,
      'expires_at', case when state = 'ON_HOLD' then private.iso(booking.expires_at) end,
      -- Seconds do not depend on the guest's clock. Rounded up, so that a hold that has ended on the page has ended
      -- here, too.
      'seconds_left', case
        when state = 'ON_HOLD' then ceil(extract(epoch from booking.expires_at - clock_timestamp()))
      end,
      'extensions', booking.extensions,
      'version', booking.version,
      'late_minutes', booking.late_minutes,
      'locale', booking.locale,
      'note', booking.note,
      -- '—' stands for the missing name of a hold.
      'contact', case
        when booking.contact_name <> '—' then
          jsonb_build_object(
            'name', booking.contact_name, 'email', booking.contact_email, 'phone', booking.contact_phone)
      end,
      'operator', private.guest_operator(booking.company_id),
      -- Only the page they booked on: a partner named by the office or by an old link is not shown to the guest.
      'organisation', (
        select private.guest_partner(page.organisation_id) from private.partner_pages as page
        where page.booking_id = booking.id),
      'tour', jsonb_build_object(
        'id', t.id, 'texts', private.guest_texts(t.id), 'latitude', t.latitude, 'longitude', t.longitude),
      'departure', jsonb_build_object(
        'id', d.id,
        'starts_at', private.iso(d.starts_at),
        'ends_at', private.iso(d.ends_at),
        'date', d.local_date,
        'language', d.language,
        'is_cancelled', d.status = 'cancelled',
        'meeting_note', d.meeting_note),
      'guests', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', g.id,
          'price_category_id', g.price_category_id,
          'type', g.category_type,
          'name', g.name,
          'amount', case when partner_share = 0 then coalesce(g.amount, 0) else 0 end,
          'is_checked_in', g.id = any (checked_in),
          'ticket_code', case when state in ('CONFIRMED', 'PENDING') then g.ticket_code end
        ) order by g.created_at, g.category_type, g.id)
        from public.guests as g
        where g.booking_id = booking.id and not g.is_cancelled), '[]'),
      'money', private.guest_money(private.booking_money(booking))
        || jsonb_build_object('due_now', private.due_online(booking)),
      'codes', private.booking_codes_json(booking),
      'may', jsonb_build_object(
        'be_late', private.may_be_late(state, d),
        'cancel', state = 'CONFIRMED' and now() < d.starts_at,
        'move', state = 'CONFIRMED' and private.may_move(booking) and now() <= until,
        'until', private.iso(until),
        'refund', refundable - private.account_share_of_refund(booking, refundable),
        'pay', private.is_payable_online(booking)))
    from public.departures as d join public.tours as t on t.id = d.tour_id
    join public.companies as c on c.id = d.company_id
    where d.id = booking.departure_id);
end
$$;
comment on function private.guest_booking_json is
  'Returns a booking as the holder of its link sees it. Ticket codes are included once it is confirmed or pending.';

create function private.guest_booking_response(booking uuid, more jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  stored public.bookings;
begin
  select * into stored from public.bookings where id = booking;
  return jsonb_build_object('status', 'ok', 'booking', private.guest_booking_json(stored)) || more;
end
$$;
comment on function private.guest_booking_response is
  'Returns the response of every guest action: the booking as it now is.';

create function private.viewer_booking_response(booking uuid, more jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  response constant jsonb := private.guest_booking_response(booking, more);
begin
  return jsonb_set(
    response,
    '{booking,may}',
    (response #> '{booking,may}') || '{"be_late": false, "cancel": false, "move": false, "pay": false}');
end
$$;
comment on function private.viewer_booking_response is
  'Returns a booking as its guest sees it, but with every guest action disabled. A payment link still pays, by '
  'guest_read_payment and begin_payment.';

create function public.guest_read_booking(token text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
  stored constant public.bookings := private.guest_booking(token);
  viewed uuid;
begin
  if refused is not null then return refused; end if;
  if stored.id is not null then
    perform private.watch_booking(stored.id);
    return private.guest_booking_response(stored.id);
  end if;
  viewed := private.find_linked_booking(token, '{preview,payment}');
  if viewed is null then return '{"status": "not_found"}'; end if;
  return private.viewer_booking_response(viewed);
end
$$;
comment on function public.guest_read_booking is
  'Returns the booking behind a link; with a preview or payment-only link every guest action is disabled '
  '(private.viewer_booking_response). not_found is the same for a wrong, a foreign and a missing token.';

create function private.with_alternatives(result jsonb, departure uuid, seats bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if result ->> 'status' not in ('closed', 'departure_cancelled', 'too_late') then return result; end if;
  return result || jsonb_build_object('next', (
    select case when t.status = 'live' then private.next_departures(d, seats) else '[]' end
    from public.departures as d join public.tours as t on t.id = d.tour_id where d.id = departure));
end
$$;
comment on function private.with_alternatives is
  'Adds the next bookable departures to a refusal of a departure that is closed, cancelled or too late, as sold_out '
  'has them.';

create function public.guest_take_over_hold(resume text, token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
  hash constant text := encode(sha256(convert_to(token, 'UTF8')), 'hex');
  former_hash text;
  hold public.bookings;
begin
  if refused is not null then return refused; end if;
  if resume is null or token is null or length(token) > 86 or token !~ '^[A-Za-z0-9_-]{43,86}$' then
    return '{"status": "invalid"}';
  end if;
  -- A repeat after a lost response: the token already has the hold.
  hold := private.guest_booking(token);
  if hold.id is not null then return private.guest_booking_response(hold.id); end if;
  -- Serialises with guest_hold, which may be replacing the hold of the former token.
  loop
    former_hash := (private.guest_booking(resume, '{resume}')).access_token_hash;
    perform pg_advisory_xact_lock(hashtextextended(former_hash, 0));
    exit when (private.guest_booking(resume, '{resume}')).access_token_hash is not distinct from former_hash;
  end loop;
  hold := private.lock_guest_booking(resume, null, '{resume}');
  -- Nothing personal, and no code with money on it, may pass to the page that keeps the resume token.
  if hold.id is null
    or private.booking_state(hold) <> 'ON_HOLD'
    or hold.contact_name <> '—'
    or jsonb_strip_nulls(private.booking_codes_json(hold)) <> '{}'
  then
    return '{"status": "not_found"}';
  end if;
  update public.bookings set access_token_hash = hash where id = hold.id;
  update private.guest_holds as h set token_hash = hash where h.token_hash = former_hash;
  return private.guest_booking_response(hold.id);
end
$$;
comment on function public.guest_take_over_hold is
  'Moves a hold from the token of a frame that was reloaded to the token of the new frame, and returns the booking. '
  'The page around the frame keeps the resume token, so the hold must be unconfirmed, without contact and codes, and '
  'the former token ends: who confirms is the only one with access. Else not_found. Repeating it has no effect.';

create function private.guest_refusal(booking public.bookings, act text, change jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  state constant public.booking_status := private.booking_state(booking);
  starts_at constant timestamptz := (select d.starts_at from public.departures as d where d.id = booking.departure_id);
  wrong_state constant jsonb := jsonb_build_object('status', 'wrong_state', 'state', state);
  contact constant jsonb := change -> 'contact';
begin
  case act
    when 'confirm_booking' then
      -- Only the office confirms a pending request.
      if state = 'PENDING' then return wrong_state; end if;
      if nullif(private.visible_text(contact ->> 'name'), '') is null or private.parse_email_field(contact) is null then
        return '{"status": "no_contact"}';
      end if;
      if state = 'EXPIRED' and private.must_pay_first(booking) then return wrong_state; end if;
      if state in ('ON_HOLD', 'EXPIRED') and private.lacks_names(booking, change -> 'names') then
        return '{"status": "no_names"}';
      end if;
    when 'cancel_booking' then
      if state = 'CONFIRMED' and clock_timestamp() >= starts_at then return '{"status": "too_late"}'; end if;
    when 'move_booking' then
      if state <> 'CONFIRMED' then return wrong_state; end if;
      if booking.departure_id <> (change ->> 'departure_id')::uuid then
        if not private.may_move(booking) then return '{"status": "moving_not_allowed"}'; end if;
        if clock_timestamp() > private.free_cancellation_until(booking) then
          return '{"status": "deadline_passed"}';
        end if;
      end if;
    when 'edit_booking' then
      if state <> 'CONFIRMED' or clock_timestamp() >= starts_at then return wrong_state; end if;
      -- A required name cannot be removed; guests that never had one may stay without.
      if jsonb_path_exists(change, '$.names[*] ? (@.name like_regex "^\\s*$")')
        and private.lacks_names(booking, change -> 'names')
      then
        return '{"status": "no_names"}';
      end if;
    when 'redeem_code' then
      if state <> 'ON_HOLD' then return wrong_state; end if;
    when 'extend_booking' then
      if state in ('ON_HOLD', 'EXPIRED') and booking.extensions = 0 and private.holds_too_many_seats(booking) then
        return '{"status": "holds_too_many"}';
      end if;
    else null;
  end case;
  return null;
end
$$;
comment on function private.guest_refusal is
  'Returns why a guest may not perform an action where guests have stricter rules than the booking engine, or null if '
  'allowed. The caller has locked the booking.';

create function public.guest_report_delay(request uuid, token text, minutes integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
  stored public.bookings;
  args jsonb;
  target public.departures;
  result jsonb;
begin
  if refused is not null then return refused; end if;
  if request is null or minutes not in (10, 20, 30) then return '{"status": "invalid"}'; end if;
  perform pg_advisory_xact_lock(hashtextextended(request::text, 0));
  stored := private.lock_guest_booking(token);
  if stored.id is null then return '{"status": "not_found"}'; end if;
  args := jsonb_build_object('booking', stored.id, 'minutes', minutes);
  result := private.find_idempotent_response(request, null, 'running_late', args);
  if result ->> 'status' = 'id_reused' then return result; end if;
  -- A late repeat of an older request must not overwrite a newer one.
  if result is not null then return private.guest_booking_response(stored.id); end if;
  result := private.rate_limited(private.consume_rate_limit('late:' || stored.id, 10, 30));
  if result is not null then return result; end if;
  select * into target from public.departures where id = stored.departure_id;
  if private.booking_state(stored) <> 'CONFIRMED' or target.status = 'cancelled' then
    return jsonb_build_object('status', 'wrong_state', 'state', private.booking_state(stored));
  end if;
  if clock_timestamp() > target.ends_at then return '{"status": "too_late"}'; end if;
  if not private.may_be_late('CONFIRMED', target) then return '{"status": "too_early"}'; end if;
  update public.bookings as b
  set late_minutes = minutes
  where b.id = stored.id and b.late_minutes is distinct from minutes;
  perform private.store_idempotent_response(request, null, 'running_late', args, '{"status": "ok"}');
  return private.guest_booking_response(stored.id);
end
$$;
comment on function public.guest_report_delay is
  'Reports a party''s delay of 10, 20 or 30 minutes to the guide, or null for none, from three hours before the start '
  'until the end. Idempotent per request id.';

grant execute on function
  public.guest_report_delay(uuid, text, integer),
  public.guest_read_booking(text),
  public.guest_take_over_hold(text, text)
to anon, authenticated;
