-- Booking actions: merge, split, edit, tag and assign to a partner. ADR 026

create function private.merge_bookings(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
  old_contact constant jsonb := private.contact_fields(booking) || jsonb_build_object('tags', booking.tags);
  old_snapshot constant jsonb := private.mail_snapshot(booking);
  other public.bookings;
  other_facts jsonb;
  joined text[];
  new_contact jsonb;
begin
  select * into other from public.bookings where id = (input ->> 'other')::uuid and company_id = booking.company_id;
  if other.id is null or other.id = booking.id then return '{"status": "not_found"}'; end if;
  if other.departure_id <> booking.departure_id then return '{"status": "other_departure"}'; end if;
  if other.organisation_id is distinct from booking.organisation_id
    and not private.can_assign_partner(actor, booking.company_id)
  then
    return '{"status": "not_permitted"}';
  end if;
  if private.booking_state(other) <> booking.status then
    return jsonb_build_object('status', 'wrong_state', 'state', private.booking_state(other));
  end if;
  if other.currency <> booking.currency then
    return jsonb_build_object('status', 'other_currency', 'currency', booking.currency, 'other', other.currency);
  end if;
  if not private.is_same_guest(booking, other) and (input ->> 'confirm')::boolean is not true then
    return jsonb_build_object('status', 'other_guest', 'reference', other.reference);
  end if;
  joined := array(select distinct tag from unnest(booking.tags || other.tags) as tag order by tag);
  if cardinality(joined) > 20 then return '{"status": "invalid"}'; end if;
  other_facts := private.booking_facts(other);
  -- Each partner keeps the commission on the guests that its booking brought.
  perform private.store_guest_price_shares(booking.id);
  perform private.store_guest_price_shares(other.id);
  update public.guests set booking_id = booking.id where booking_id = other.id and not is_cancelled;
  -- Its money moves, so nothing of it is left to refund.
  perform private.create_refund(actor, other, 0, null);
  perform private.transfer_payments(actor, other, booking, private.paid_amount(other.id));
  perform private.reprice(booking.id, other.total_amount, true);
  update public.bookings set status = 'CANCELLED', reason = 'merged', total_amount = 0 where id = other.id;
  -- Nothing typed is lost: empty fields are filled, and two values of a kind are joined.
  update public.bookings
  set
    note = left(nullif(concat_ws(E'\n', booking.note, nullif(other.note, booking.note)), ''), 5000),
    contact_name = case when booking.contact_name = '—' then other.contact_name else booking.contact_name end,
    contact_email = coalesce(booking.contact_email, other.contact_email),
    contact_phone = coalesce(booking.contact_phone, other.contact_phone),
    country = coalesce(booking.country, other.country),
    referral = coalesce(booking.referral, other.referral),
    -- Consent stays valid only for the address that it was given for.
    news_consent = coalesce(
      booking.news_consent,
      case
        when private.is_same_guest(booking, other)
          and lower(coalesce(booking.contact_email, other.contact_email)) = lower(other.contact_email)
          then other.news_consent
      end),
    voucher_number = left(nullif(concat_ws(
      ', ', booking.voucher_number, nullif(other.voucher_number, booking.voucher_number)), ''), 200),
    tags = joined
  where id = booking.id;
  select private.contact_fields(b) || jsonb_build_object('tags', b.tags) into new_contact
  from public.bookings as b
  where id = booking.id;
  -- Without the names, which would list the guests of the other party as changed.
  perform private.log_booking_change(
    actor,
    booking.id,
    'merge_bookings',
    facts || jsonb_build_object('contact', private.changed_facts(old_contact, new_contact) - 'names'),
    jsonb_build_object(
      'other', other.reference, 'contact', nullif(private.changed_facts(new_contact, old_contact) - 'names', '{}')));
  perform private.log_booking_change(
    actor, other.id, 'merge_bookings', other_facts, jsonb_build_object('other', booking.reference));
  perform private.enqueue_booking_changed_mail(actor, booking.id, old_snapshot);
  return private.booking_response(booking.id);
end
$$;
comment on function private.merge_bookings is
  'Merges another booking of the same departure and status into this one, with guests, price and payments: {"other", '
  '"confirm"?: needed unless both seem to be one guest''s}. The other one is cancelled and keeps its history and '
  'partner. Refusals: not_found, other_departure, wrong_state, other_currency, other_guest, not_permitted, invalid.';

create function private.split_booking(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
  old_snapshot constant jsonb := private.mail_snapshot(booking);
  active_ids constant uuid[] := private.active_guests(booking.id);
  going constant uuid[] := array(
    select distinct value::uuid from jsonb_array_elements_text(input -> 'guests') as value);
  contact constant jsonb := input -> 'contact';
  token constant text := private.generate_token();
  tour constant uuid := (select tour_id from public.departures where id = booking.departure_id);
  problem jsonb;
  price bigint;
  new_booking public.bookings;
begin
  perform private.check_contact(contact);
  if going = '{}' or not going <@ active_ids or going @> active_ids then return '{"status": "invalid"}'; end if;
  select coalesce(
    private.party_problem(tour, coalesce(jsonb_agg(ticket) filter (where (ticket ->> 'id')::uuid = any (going)), '[]')),
    private.party_problem(tour, coalesce(jsonb_agg(ticket) filter (where (ticket ->> 'id')::uuid <> all (going)), '[]'))
  ) into problem
  from jsonb_array_elements(private.booking_tickets(booking.id)) as ticket;
  -- Booked guests keep their category and age, so they can only lack a companion.
  if problem ->> 'status' = 'not_accompanied' and input ->> 'override' is null then return problem; end if;
  if exists (select from public.guests where id = any (going) and amount is null) then
    problem := private.currency_problem(booking);
    if problem is not null then return problem; end if;
  end if;
  select coalesce(sum(coalesce(guest.amount, category.amount, 0)), 0) into price
  from public.guests as guest left join public.price_categories as category on category.id = guest.price_category_id
  where guest.id = any (going);
  -- Split guests take their share of the discount.
  price := price - coalesce((
    select round((booking.price_snapshot #>> '{discount,amount}')::numeric * price / nullif(sum(amount), 0))
    from public.guests
    where booking_id = booking.id and not is_cancelled), 0);
  -- Capped last, as the agreed total may be less than the sum of the tickets.
  price := greatest(least(price, booking.total_amount), 0);
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
    tags,
    access_token_hash,
    currency,
    policy_snapshot)
  values (
    booking.company_id,
    booking.departure_id,
    private.generate_reference(booking.company_id),
    booking.status,
    booking.source,
    coalesce(private.parse_text_field(contact, 'name', 200), booking.contact_name),
    case when contact is null then booking.contact_email else private.parse_email_field(contact) end,
    case when contact is null then booking.contact_phone else private.parse_text_field(contact, 'phone', 50) end,
    coalesce(contact ->> 'country', booking.country),
    coalesce((contact ->> 'locale')::public.locale, booking.locale),
    booking.note,
    -- A voucher number is valid once and stays with the original booking.
    booking.organisation_id,
    booking.referral,
    booking.tags,
    encode(sha256(convert_to(token, 'UTF8')), 'hex'),
    booking.currency,
    booking.policy_snapshot)
  returning * into new_booking;
  perform private.copy_buyer(booking.id, new_booking.id);
  update public.guests set booking_id = new_booking.id where id = any (going);
  perform private.copy_referral(booking.id, new_booking.id);
  perform private.reprice(new_booking.id, price);
  perform private.reprice(booking.id, -price, true);
  update public.bookings set reason = 'split' where id = booking.id;
  -- What was paid beyond the price of the remaining guests moves.
  perform private.transfer_payments(
    actor, booking, new_booking, least(price, private.paid_amount(booking.id) - (booking.total_amount - price)));
  perform private.log_booking_change(
    actor, booking.id, 'split_booking', facts, jsonb_build_object('other', new_booking.reference));
  perform private.log_booking_change(
    actor,
    new_booking.id,
    'split_booking',
    '{}',
    jsonb_strip_nulls(jsonb_build_object('other', booking.reference, 'override', input ->> 'override')));
  perform private.enqueue_booking_changed_mail(actor, booking.id, old_snapshot);
  perform private.enqueue_booking_status_mail(actor, new_booking.id);
  return private.booking_response(
    booking.id,
    jsonb_build_object('new_booking_id', new_booking.id, 'new_reference', new_booking.reference, 'token', token));
end
$$;
comment on function private.split_booking is
  'Moves some guests into a new booking: {"guests": [ids], "contact"?, "override"?}. '
  'They keep their codes and take their price, the invoice buyer, and what was '
  'paid beyond the price of the others. Refusals: not_accompanied, other_currency, invalid.';

create function private.edit_booking(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  contact constant jsonb := input -> 'contact';
  names constant jsonb := coalesce(input -> 'names', '[]');
  facts constant jsonb := private.booking_facts(booking);
  old_contact constant jsonb := private.contact_fields(booking);
  new_contact jsonb;
begin
  perform private.check_contact(contact);
  if (input ->> 'version')::integer is null then return '{"status": "invalid"}'; end if;
  if (input ->> 'version')::integer <> booking.version then
    return jsonb_build_object('status', 'stale', 'version', booking.version, 'current', old_contact);
  end if;
  if contact ? 'name' and private.parse_text_field(contact, 'name', 200) is null
    or exists (
      select from jsonb_array_elements(names) as entry
      where not exists (select from public.guests where id = (entry ->> 'guest_id')::uuid and booking_id = booking.id)
    )
  then
    return '{"status": "invalid"}';
  end if;
  update public.bookings
  set
    contact_name = case when contact ? 'name' then private.parse_text_field(contact, 'name', 200) else contact_name end,
    contact_email = case when contact ? 'email' then private.parse_email_field(contact) else contact_email end,
    -- Consent was given for the former address only.
    news_consent = case
      when contact ? 'email' and lower(private.parse_email_field(contact)) is distinct from lower(contact_email) then
        null
      else news_consent
    end,
    contact_phone = case
      when contact ? 'phone' then private.parse_text_field(contact, 'phone', 50)
      else contact_phone
    end,
    country = case when contact ? 'country' then contact ->> 'country' else country end,
    locale = coalesce((contact ->> 'locale')::public.locale, locale),
    note = case when input ? 'note' then private.parse_text_field(input, 'note', 5000) else note end,
    voucher_number = case
      when input ? 'voucher_number' then private.parse_text_field(input, 'voucher_number', 200)
      else voucher_number
    end
  where id = booking.id;
  -- Links mailed to the former address are revoked, as it may be somebody else's. The new address gets its own.
  if contact ? 'email' and lower(private.parse_email_field(contact)) is distinct from lower(booking.contact_email) then
    delete from private.guest_links as link where link.booking_id = booking.id and link.purpose = 'guest';
    if actor.is_staff and booking.status in ('CONFIRMED', 'PENDING')
      and exists (
        select from private.outbox_messages as mail
        where mail.booking_id = booking.id and mail.state = 'sent'
          and lower(mail.recipient) = lower(booking.contact_email))
    then
      perform private.enqueue_booking_status_mail(actor, booking.id);
    end if;
  end if;
  -- Queued mails go to the new address.
  if private.parse_email_field(contact) is not null then
    update private.outbox_messages as mail
    set recipient = private.parse_email_field(contact)
    where mail.booking_id = booking.id and mail.template like 'booking-%' and mail.state = 'pending'
      and mail.recipient <> private.parse_email_field(contact);
  end if;
  update public.guests
  set name = private.parse_text_field(entry, 'name', 200)
  from jsonb_array_elements(names) as entry
  where guests.id = (entry ->> 'guest_id')::uuid and guests.booking_id = booking.id;
  if names <> '[]' then
    -- Changed names raise the version, too, if the update above has not.
    update public.bookings set version = booking.version + 1 where id = booking.id and version = booking.version;
  end if;
  select private.contact_fields(b) into new_contact from public.bookings as b where id = booking.id;
  perform private.log_booking_change(
    actor,
    booking.id,
    'edit_booking',
    facts || jsonb_build_object('contact', private.changed_facts(old_contact, new_contact)),
    jsonb_build_object('contact', private.changed_facts(new_contact, old_contact)));
  return private.booking_response(booking.id);
end
$$;
comment on function private.edit_booking is
  'Changes typed fields: {"version", "contact"?: {…}, "note"?, "voucher_number"?, "names"?: [{"guest_id", '
  '"name"}]}. Missing keys stay unchanged. Refusals: stale (an outdated version) with the present values, invalid.';

create function private.tag_booking(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  adding constant text[] := private.parse_tags(input -> 'add');
  removing constant text[] := private.parse_tags(input -> 'remove');
  new_tags constant text[] := array(
    select distinct tag from unnest(booking.tags || adding) as tag
    where lower(tag) not in (select lower(removed) from unnest(removing) as removed) order by tag);
begin
  if adding = '{}' and removing = '{}' or cardinality(new_tags) > 20 then return '{"status": "invalid"}'; end if;
  if new_tags <> booking.tags then
    update public.bookings set tags = new_tags where id = booking.id;
    perform private.log_booking_change(
      actor,
      booking.id,
      'tag_booking',
      private.booking_facts(booking) || jsonb_build_object('tags', booking.tags),
      jsonb_build_object('tags', new_tags));
  end if;
  return private.booking_response(booking.id, jsonb_build_object('tags', new_tags));
end
$$;
comment on function private.tag_booking is
  'Adds and removes tags of a booking: {"add"?: […], "remove"?: […]}; at most twenty in all.';

create function private.assign_partner(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  partner constant uuid := (input ->> 'organisation_id')::uuid;
  facts constant jsonb := private.booking_facts(booking)
    || jsonb_build_object('partner', (select name from public.organisations where id = booking.organisation_id));
begin
  if not input ? 'organisation_id' then return '{"status": "invalid"}'; end if;
  if not private.can_assign_partner(actor, booking.company_id) then return '{"status": "not_permitted"}'; end if;
  if partner is not null and not private.is_partner(partner, booking.company_id) then
    return '{"status": "wrong_partner"}';
  end if;
  if partner is distinct from booking.organisation_id then
    update public.bookings set organisation_id = partner where id = booking.id;
    perform private.log_booking_change(actor, booking.id, 'assign_partner', facts,
      jsonb_build_object('partner', (select name from public.organisations where id = partner)));
  end if;
  return private.booking_response(booking.id);
end
$$;
comment on function private.assign_partner is
  'Sets the partner of a booking: {"organisation_id"}, null for none. Refusals: wrong_partner, not_permitted, invalid.';
