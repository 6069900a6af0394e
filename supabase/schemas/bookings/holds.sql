-- Booking actions: hold, extend and resend; the job that expires holds. ADR 026

create function private.enqueue_hold_mail(actor private.booking_actor, booking uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.bookings;
begin
  select * into stored from public.bookings where id = booking;
  -- Without online payment the guest has nothing to do, and the office informs them.
  if stored.status <> 'ON_HOLD'
    or not private.can_receive_booking_mail(actor, stored)
    or not private.is_payable_online(stored)
  then
    return false;
  end if;
  -- A queued mail will name the new time.
  if not private.has_queued_mail(booking, '{booking-held}') then
    perform private.enqueue_booking_mail('booking-held', stored, null, '{}');
  end if;
  return true;
end
$$;
comment on function private.enqueue_hold_mail is
  'Queues the "pay to keep your booking" mail for a hold made by staff, '
  'and again when the hold is extended. Returns whether a mail is queued.';

create function private.insert_booking(
  departure public.departures,
  input jsonb,
  status public.booking_status,
  source public.booking_source,
  expires_at timestamptz,
  token_hash text
) returns public.bookings
language plpgsql security definer set search_path = ''
as $$
declare
  contact constant jsonb := input -> 'contact';
  company constant public.companies := (select c from public.companies as c where c.id = departure.company_id);
  new_booking public.bookings;
begin
  -- One statement, with the final price and status, so that the write path runs once and sees the guests.
  with inserted as (
    insert into public.bookings (
      company_id,
      departure_id,
      reference,
      status,
      source,
      contact_name,
      contact_email,
      contact_phone,
      country,
      locale,
      note,
      organisation_id,
      referral,
      voucher_number,
      access_token_hash,
      currency,
      expires_at,
      policy_snapshot,
      total_amount,
      price_snapshot)
    select
      company.id,
      departure.id,
      private.generate_reference(company.id),
      status,
      source,
      -- '—' stands for the missing name of a hold.
      coalesce(private.parse_text_field(contact, 'name', 200), '—'),
      private.parse_email_field(contact),
      private.parse_text_field(contact, 'phone', 50),
      contact ->> 'country',
      coalesce((contact ->> 'locale')::public.locale, company.default_locale),
      private.parse_text_field(input, 'note', 5000),
      (input ->> 'organisation_id')::uuid,
      private.parse_text_field(input, 'referral', 100),
      private.parse_text_field(input, 'voucher_number', 200),
      token_hash,
      company.currency,
      expires_at,
      private.cancellation_policy(company, departure.tour_id),
      price.total,
      jsonb_build_object('categories', price.categories)
    from private.party_price(departure.id, input -> 'guests') as price
    returning bookings as booking),
  new_guests as (
    insert into public.guests (
      id,
      company_id,
      departure_id,
      booking_id,
      price_category_id,
      category_type,
      name,
      amount,
      ticket_code)
    select made.*
    from inserted cross join lateral private.make_guests(inserted.booking, input -> 'guests') as made)
  select (inserted.booking).* into new_booking
  from inserted;
  return new_booking;
end
$$;
comment on function private.insert_booking is
  'Inserts a booking with its guests at the present prices: "input" of private.hold_booking, on a locked departure.';

create function private.hold_booking(actor private.booking_actor, args jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  input constant jsonb := args -> 'change';
  party constant jsonb := private.parse_new_tickets(input -> 'guests');
  minutes constant integer := coalesce((input ->> 'minutes')::integer, 15);
  target_status constant public.booking_status := coalesce(input ->> 'state', 'ON_HOLD')::public.booking_status;
  -- Guests and partners only hold.
  initial_status constant public.booking_status := case when actor.is_staff then target_status else 'ON_HOLD' end;
  token constant text := private.generate_token();
  departure public.departures;
  company public.companies;
  new_booking public.bookings;
  verdict jsonb;
  -- Neither staff nor anonymous: a partner's person.
  source_of constant public.booking_source := (
    case
      when not actor.is_staff then case when actor.person is null then 'website' else 'partner' end
      else coalesce(input ->> 'source', case when input ->> 'organisation_id' is null then 'office' else 'partner' end)
    end)::public.booking_source;
begin
  perform private.check_party(party);
  perform private.check_contact(input -> 'contact');
  if target_status not in ('ON_HOLD', 'PENDING', 'CONFIRMED') or minutes not between 1 and 1440 then
    return '{"status": "invalid"}';
  end if;
  perform private.lock_bookings('{}', array[(args ->> 'departure')::uuid]);
  select * into departure from public.departures where id = (args ->> 'departure')::uuid;
  select * into company from public.companies where id = departure.company_id;
  if input ->> 'organisation_id' is not null then
    if not private.can_assign_partner(actor, company.id) then return '{"status": "not_permitted"}'; end if;
    if not private.is_partner((input ->> 'organisation_id')::uuid, company.id) then
      return '{"status": "wrong_partner"}';
    end if;
  end if;
  verdict := private.check_availability(
    actor,
    departure,
    party,
    (
      select sum(category.seats) from jsonb_array_elements(party) as ticket
      join public.price_categories as category on category.id = (ticket ->> 'price_category_id')::uuid),
    input ->> 'override',
    case source_of when 'partner' then (input ->> 'organisation_id')::uuid end);
  if verdict ->> 'status' <> 'ok' then return verdict; end if;

  new_booking := private.insert_booking(
    departure,
    input || jsonb_build_object('guests', party),
    initial_status,
    source_of,
    case
      when initial_status = 'ON_HOLD' then
        clock_timestamp() + make_interval(mins => case when actor.is_staff then minutes else company.hold_minutes end)
    end,
    coalesce(args ->> 'token_hash', encode(sha256(convert_to(token, 'UTF8')), 'hex')));
  perform private.log_booking_change(actor, new_booking.id, 'hold_booking', '{}', verdict - 'status');
  perform private.enqueue_booking_status_mail(actor, new_booking.id);
  -- Guests who make a hold are on the page that asks them to pay.
  if actor.is_staff then perform private.enqueue_hold_mail(actor, new_booking.id); end if;
  return private.booking_response(
    new_booking.id,
    jsonb_strip_nulls(jsonb_build_object('overridden_rules', verdict -> 'overridden_rules'))
      || case when args ? 'token_hash' then '{}' else jsonb_build_object('token', token) end
      || jsonb_build_object(
        'guests',
        (
          select jsonb_agg(jsonb_build_object(
            'id', id, 'price_category_id', price_category_id, 'ticket_code', ticket_code, 'amount', amount
          ) order by created_at, id)
          from public.guests
          where booking_id = new_booking.id)));
end
$$;
comment on function private.hold_booking is
  'Reserves seats for a party: args {"departure", "token_hash"?: of a link made in the guest''s browser, "change": '
  '{"guests": [{"price_category_id", "name"?, "age"?}], "contact"?, "state"?, "minutes"?, "note"?, "source"?, '
  '"organisation_id"?, "referral"?, "voucher_number"?, "override"?}}. "state", "minutes", "source" and "override" '
  'count only from staff, whose source defaults to partner with an organisation, else office. Returns the token of '
  'the guest''s link unless "token_hash" is given.';

create function private.extend_booking(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
  minutes constant integer := case when actor.is_staff then coalesce((input ->> 'minutes')::integer, 15)
    else (select hold_minutes from public.companies where id = booking.company_id) end;
  departure public.departures;
  verdict jsonb := '{"status": "ok"}';
begin
  if minutes not between 1 and 1440 then return '{"status": "invalid"}'; end if;
  if not actor.is_staff and booking.extensions > 0 then return '{"status": "extended_before"}'; end if;
  if private.booking_state(booking) = 'EXPIRED' then
    select * into departure from public.departures where id = booking.departure_id;
    verdict := private.check_availability(
      actor,
      departure,
      private.booking_tickets(booking.id),
      private.booking_seats(booking.id),
      input ->> 'override',
      private.allotment_partner(booking));
    if verdict ->> 'status' <> 'ok' then return verdict; end if;
  end if;
  update public.bookings
  set status = 'ON_HOLD', extensions = extensions + 1, reason = null,
    expires_at = greatest(expires_at, clock_timestamp() + make_interval(mins => minutes))
  where id = booking.id;
  perform private.log_booking_change(actor, booking.id, 'extend_booking', facts, verdict - 'status');
  return private.booking_response(
    booking.id,
    case
      when actor.is_staff then jsonb_build_object('is_mailed', private.enqueue_hold_mail(actor, booking.id))
      else '{}'
    end);
end
$$;
comment on function private.extend_booking is
  'Extends a hold: {"minutes"?, "override"?}. An expired one is renewed '
  'if its seats are still free. Guests may extend once (extended_before).';

create function private.resend_booking(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  template constant text := case booking.status
    when 'ON_HOLD' then 'booking-held'
    when 'PENDING' then 'booking-requested'
    else 'booking-confirmed'
  end;
  recipient text;
begin
  -- As in enqueue_hold_mail: such a mail says what to pay and where.
  if booking.status = 'ON_HOLD' and not private.is_payable_online(booking) then
    return '{"status": "nothing_to_pay"}';
  end if;
  recipient := private.enqueue_booking_mail(template, booking, 'resend_booking:' || actor.request,
    jsonb_build_object('message', coalesce(private.parse_text_field(input, 'message', 2000), '')));
  if recipient is null then return '{"status": "no_address"}'; end if;
  perform private.log_booking_change(
    actor, booking.id, 'resend_booking', private.booking_facts(booking), jsonb_build_object('template', template));
  return private.booking_response(booking.id);
end
$$;
comment on function private.resend_booking is
  'Sends the guest the mail of the booking''s status again, with a new link: pay for the hold, request received, or '
  'confirmation: {"message"?}. Earlier links stay valid. Refusals: nothing_to_pay, no_address.';

create function private.expire_holds(row_limit integer) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  expired record;
  done bigint := 0;
begin
  -- Locked holds are being changed and are skipped.
  for expired in
    select b.id, b.company_id from public.bookings as b
    where b.status = 'ON_HOLD' and b.expires_at <= clock_timestamp()
      and not private.has_failed_today('expire_hold', b.id)
    order by b.id limit row_limit for update skip locked
  loop
    if private.attempt_step('expire_hold', expired.company_id, expired.id) then done := done + 1; end if;
  end loop;
  return done;
end
$$;
comment on function private.expire_holds is
  'Marks holds past their time as expired and returns their number. Only '
  'a clean-up: private.booking_state counts them as expired already.';

create function private.tidy_bookings(row_limit integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expire_holds(row_limit);
  delete from private.idempotency_keys
  where id in (
    select id from private.idempotency_keys
    where created_at < now() - private.retention_period('idempotency_keys') order by created_at
    limit row_limit);
  delete from private.guest_links where token_hash in (
    select token_hash from private.guest_links where expires_at < now() order by expires_at limit row_limit);
  delete from private.rate_limit_buckets
  where key in (
    select key from private.rate_limit_buckets
    where counted_at < now() - private.retention_period('rate_limit_buckets') order by counted_at
    limit row_limit for update skip locked);
  delete from private.guest_holds
  where (token_hash, departure_id, address) in (
    select token_hash, departure_id, address from private.guest_holds
    where held_at < now() - private.retention_period('guest_holds') order by held_at limit row_limit
    for update skip locked);
  delete from private.watched_bookings
  where booking_id in (
    select booking_id from private.watched_bookings
    where looked_at < now() - private.retention_period('watched_bookings') order by looked_at
    limit row_limit for update skip locked);
end
$$;
comment on function private.tidy_bookings is
  'Expires holds and deletes old rows (idempotency keys, expired links, rate limit buckets, guest holds, watched '
  'bookings) in small batches, at each run of the jobs.';
