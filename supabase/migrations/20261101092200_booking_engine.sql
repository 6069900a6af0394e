-- The booking engine: only staff can overbook, and with a reason. ADR 026
-- Each action is a private function that office and guests share. Its callers check permissions and idempotency.

create type private.booking_actor as (person uuid, is_staff boolean, request uuid);
comment on type private.booking_actor is
  'Actor and request of a booking action. Guests and partners are not staff: '
  'cut-offs, closed departures and the limit of one extension apply to them.';

-- Reading a booking -------------------------------------------------------------------------------

-- clock_timestamp() instead of now(), the start of the transaction: after waiting for a departure's lock, a hold must
-- not count as alive if its seats have gone to somebody else in the meantime.
create function private.booking_state(booking public.bookings) returns public.booking_status
language sql volatile parallel safe
return case when (booking).status = 'ON_HOLD' and (booking).expires_at <= clock_timestamp() then 'EXPIRED' else (booking).status end;
comment on function private.booking_state is
  'Returns a booking''s present status: a hold past its time is EXPIRED even before a job has updated it.';

create function private.booking_seats(booking uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(coalesce(category.seats, 1)), 0)
    from public.guests left join public.price_categories as category on category.id = guests.price_category_id
    where guests.booking_id = booking and not guests.is_cancelled);
end
$$;
comment on function private.booking_seats is 'Returns the seats that a booking''s guests take while it is active.';

create function private.booking_facts(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
-- No sequential scan, as in private.paid_amount.
begin
  return (
    select jsonb_build_object('state', private.booking_state(booking), 'departure_id', booking.departure_id,
      'starts_at', (select private.iso(starts_at) from public.departures where id = booking.departure_id),
      'total', booking.total_amount, 'balance', nullif(private.paid_amount(booking.id) - private.on_account(booking.id), 0), 'owed', (
        select sum(amount) from public.refunds where booking_id = booking.id and status in ('REFUND_PENDING', 'REFUND_FAILED')), 'expires_at', case when booking.status = 'ON_HOLD' then private.iso(booking.expires_at) end,
      'reason', booking.reason, 'party', (
        select coalesce(jsonb_object_agg(category_type, n), '{}')
        from (select category_type, count(*) as n from public.guests where booking_id = booking.id and not is_cancelled group by 1) as kinds)));
end
$$;
comment on function private.booking_facts is
  'Returns the fields of a booking that the audit log compares before and after an action. Nothing personal. '
  '"balance" is without what partners owe, as that is no money received.';

create function private.changed_facts(facts jsonb, other jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(facts) where value is distinct from coalesce(other -> key, 'null'));
end
$$;
comment on function private.changed_facts is 'Returns the entries of "facts" that differ in "other".';

create function private.log_booking_change(actor private.booking_actor, booking uuid, action text, before jsonb, more jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.bookings;
  after jsonb;
begin
  select * into stored from public.bookings where id = booking;
  after := private.booking_facts(stored);
  insert into public.audit_events (happened_at, user_id, company_id, action, subject_id, before, after)
  values (clock_timestamp(), actor.person, stored.company_id, action, booking, private.changed_facts(before, after),
    -- 'muster.api_key' names the API key if a program made the change.
    private.changed_facts(after, before) || jsonb_strip_nulls(more || jsonb_build_object('api_key', nullif(current_setting('muster.api_key', true), ''))));
end
$$;
comment on function private.log_booking_change is
  'Writes an action on a booking into the audit log: actor, booking and changed fields; "more" adds details.';

create function private.booking_response(booking uuid, more jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  stored public.bookings;
begin
  select * into stored from public.bookings where id = booking;
  return jsonb_build_object('status', 'ok', 'booking_id', stored.id, 'reference', stored.reference, 'state', private.booking_state(stored),
    'departure_id', stored.departure_id, 'expires_at', case when stored.status = 'ON_HOLD' then private.iso(stored.expires_at) end,
    'version', stored.version, 'money', private.booking_money(stored)) || more;
end
$$;
comment on function private.booking_response is
  'Builds the ok response of an action with the booking''s new state; "more" adds fields.';

-- Locks: departures by id, then bookings by id, then everything else ------------------------------

create function private.lock_bookings(bookings uuid[], departures uuid[] default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  all_departures uuid[];
begin
  if bookings = '{}' then
    perform from public.departures as d where d.id = any (departures) order by d.id for no key update;
    return;
  end if;
  loop
    -- A block with an exception handler releases its locks on
    -- failure, so that no lock is held that is not needed any more.
    begin
      all_departures := array(select b.departure_id from public.bookings as b where b.id = any (bookings)) || departures;
      perform from public.departures as d where d.id = any (all_departures) order by d.id for no key update;
      perform from public.bookings as b where b.id = any (bookings) order by b.id for update;
      if array(select b.departure_id from public.bookings as b where b.id = any (bookings)) <@ all_departures then return; end if;
      raise exception using errcode = 'MU001', message = 'a booking moved to another departure before it was locked';
    exception
      when sqlstate 'MU001' then null;
    end;
  end loop;
end
$$;
comment on function private.lock_bookings is
  'Locks bookings with their departures, and other departures, always '
  'in the same order. The roll-call locks departures in the same way.';

-- Availability ------------------------------------------------------------------------------------

create function private.allotment_partner(booking public.bookings) returns uuid
language sql immutable parallel safe
return case when (booking).source = 'partner' then (booking).organisation_id end;
comment on function private.allotment_partner is
  'Returns the partner whose allotment a booking uses; null for '
  'bookings through other channels, a partner''s link included.';

create function private.next_departures(departure public.departures, seats bigint, allotment_partner uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('departure_id', id, 'starts_at', private.iso(starts_at), 'left', free, 'language', language) order by starts_at), '[]')
    from (
      select (d.candidate).id, (d.candidate).starts_at, (d.candidate).language, room.free
      from (
        select d as candidate
        from public.departures as d
        where d.tour_id = departure.tour_id and d.company_id = departure.company_id and d.id <> departure.id
          and d.status = 'scheduled' and not d.is_closed and d.capacity >= seats
          -- Limits the search to a month. A day wider, as the date in UTC may differ from the local one.
          and d.local_date between greatest(current_date, departure.local_date - 1) - 1 and greatest(current_date, departure.local_date) + 30
          and d.starts_at > now() + make_interval(mins => (select t.booking_cut_off_minutes from public.tours as t where t.id = d.tour_id))
          and d.starts_at > departure.starts_at - interval '1 day'
        order by d.starts_at
        limit 60
      ) as d
      cross join lateral (select private.free_seats_of_departure(d.candidate, allotment_partner) as free) as room
      where room.free >= seats
      limit 3
    ) as fitting);
end
$$;
comment on function private.next_departures is
  'Returns up to three departures of the same tour with enough free seats, from the day before and within a month.';

create function private.sold_out_response(departure public.departures, seats bigint, allotment_partner uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('status', 'sold_out', 'left', greatest(private.free_seats_of_departure(departure, allotment_partner), 0),
      'next', private.next_departures(departure, seats, allotment_partner)));
end
$$;
comment on function private.sold_out_response is
  'Builds the sold_out refusal with the seats left and the next departures that fit.';

create function private.needs_companion(category public.price_categories, party jsonb) returns boolean
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return category.accompanied_by <> '{}' and not exists (
    select from jsonb_array_elements(party) as ticket where (ticket ->> 'price_category_id')::uuid = any (category.accompanied_by));
end
$$;
comment on function private.needs_companion is
  'Returns whether a category needs a companion and the party has none of its accompanied_by categories.';

create function private.party_problem(tour uuid, party jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  ticket jsonb;
  category public.price_categories;
begin
  for ticket in select distinct value - 'id' - 'name' from jsonb_array_elements(party) loop
    select * into category from public.price_categories
    where id = (ticket ->> 'price_category_id')::uuid and tour_id = tour;
    -- A ticket stays valid when its price category has been deleted.
    continue when ticket ->> 'price_category_id' is null and (ticket ->> 'is_booked')::boolean;
    if category.id is null or not (category.is_active or coalesce((ticket ->> 'is_booked')::boolean, false)) then
      return jsonb_build_object('status', 'wrong_category', 'price_category_id', ticket ->> 'price_category_id',
        'category_type', coalesce(category.type::text, ticket ->> 'category_type'));
    end if;
    if (ticket ->> 'age')::integer not between coalesce(category.minimum_age, 0) and coalesce(category.maximum_age, 150) then
      return jsonb_build_object('status', 'wrong_age', 'price_category_id', category.id, 'category_type', category.type,
        'minimum_age', category.minimum_age, 'maximum_age', category.maximum_age);
    end if;
    if private.needs_companion(category, party) then
      return jsonb_build_object('status', 'not_accompanied', 'price_category_id', category.id, 'category_type', category.type);
    end if;
  end loop;
  return null;
end
$$;
comment on function private.party_problem is
  'Returns why a party may not book a tour, or null: tickets {"price_category_id", '
  '"age"?, "is_booked"?, "category_type"?}. Refusals: wrong_category, wrong_age, '
  'not_accompanied. Tickets with "is_booked", which only the engine sets, may keep an inactive category.';

create function private.check_availability(
  actor private.booking_actor, departure public.departures, party jsonb, seats bigint, override text, allotment_partner uuid default null
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
  if departure.status <> 'scheduled' or clock_timestamp() > departure.starts_at - make_interval(mins => tour.booking_cut_off_minutes) then
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
        || case when actor.is_staff then jsonb_build_object('allotted_seats', private.allotments_json(departure, allotment_partner)) else '{}' end;
    end if;
    passed := passed || case when private.seats_taken(departure.id) + seats > departure.capacity then 'capacity' else 'allotted_seats' end;
  end if;
  return jsonb_build_object('status', 'ok', 'overridden_rules', to_jsonb(nullif(passed, '{}')), 'override', case when passed && array['closed', 'capacity', 'allotted_seats',
    'party_too_small', 'not_accompanied', 'wrong_age'] then override end);
end
$$;
comment on function private.check_availability is
  'Checks whether a party may be booked on a departure, which the caller has locked. "seats" are those that it takes '
  'in addition to its present ones; 0 or less if guests leave. Returns {"status": "ok", "overridden_rules", '
  '"override"} with the rules that staff overrode and their reason, or the refusal. Staff pass the cut-off, and with a '
  'reason everything but a cancelled departure and a wrong category. "allotment_partner" may use its allotment.';

-- Parsing of requests -----------------------------------------------------------------------------

create function private.parse_text(input text, longest integer) returns text
language sql immutable parallel safe
return case when longest <= 200 then private.visible_text(input) else private.trim_text(input) end;
comment on function private.parse_text is
  'Cleans a typed text: short ones (names, codes) lose all invisible characters, long ones are only trimmed. '
  'parseTextInput in src/domain/email-address.ts.';

create function private.parse_text_field(input jsonb, name text, longest integer) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  value constant text := nullif(private.parse_text(input ->> name, longest), '');
begin
  if length(value) > longest then raise data_exception using message = name || ' is too long'; end if;
  return value;
end
$$;
comment on function private.parse_text_field is
  'Returns a cleaned text field; null if empty. Raises data_exception if it is too long.';

create function private.parse_new_tickets(tickets jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(ticket - 'is_booked' order by ordinal), '[]') from jsonb_array_elements(tickets) with ordinality as element (ticket, ordinal));
end
$$;
comment on function private.parse_new_tickets is
  'Returns the tickets of a request without "is_booked", which only the engine may set; [] for a missing list. Raises '
  'data_exception for any other value that is not a list.';

create function private.check_party(party jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(party) is distinct from 'array' or jsonb_array_length(party) not between 1 and 100 then
    raise data_exception using message = 'party must be a list of 1 to 100 guests';
  end if;
end
$$;
comment on function private.check_party is 'Raises data_exception unless the value is a list of 1 to 100 guests.';

create function private.parse_email_field(contact jsonb) returns text
language sql immutable parallel safe
return nullif(private.normalize_email_address(contact ->> 'email'), '');
comment on function private.parse_email_field is
  'Returns the normalised email address of a contact; null if empty. private.check_contact validates it.';

create function private.check_contact(contact jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if contact is not null and jsonb_typeof(contact) not in ('object', 'null')
    or private.parse_email_field(contact) is not null and not private.is_email_address(private.parse_email_field(contact))
    or contact ->> 'country' !~ '^[A-Z]{2}$'
    or not pg_input_is_valid(contact ->> 'locale', 'public.locale') then
    raise data_exception using message = 'contact is invalid';
  end if;
end
$$;
comment on function private.check_contact is 'Raises data_exception for an invalid contact.';

-- Creating bookings -------------------------------------------------------------------------------

create function private.generate_reference(company uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  candidate text;
begin
  loop
    candidate := private.random_code(6);
    if not exists (select from public.bookings where company_id = company and reference = candidate) then return candidate; end if;
  end loop;
end
$$;
comment on function private.generate_reference is 'Returns a random booking reference that is unused in the company.';

create function private.generate_token() returns text
language sql volatile
return translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_');
comment on function private.generate_token is
  'Returns a random token for a guest''s link: 244 bits in URL-safe characters.';

create type private.link_purpose as enum ('guest', 'preview', 'payment', 'resume');
comment on type private.link_purpose is 'Purpose of a link to a booking.';
create table private.guest_links (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  purpose private.link_purpose not null,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  constraint guest_links_expire check ((purpose = 'guest') = (expires_at is null))
);
comment on table private.guest_links is
  'Links to bookings in addition to the original one, as hashes: in resent '
  'mails, for the office''s preview, for paying, which a guide shows, and for taking over a hold in a reloaded frame.';
comment on column private.guest_links.purpose is
  'guest: everything that a guest may do. preview: reading for some '
  'minutes, for the office. payment: reading and paying for some minutes. resume: guest_take_over_hold, for two hours.';
create index guest_links_booking_id_idx on private.guest_links (booking_id);
create index guest_links_expires_at_idx on private.guest_links (expires_at) where expires_at is not null;
alter table private.guest_links enable row level security;
alter table private.guest_links force row level security;

create function private.create_booking_link(booking uuid, purpose private.link_purpose default 'guest', lasts interval default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.generate_token();
begin
  insert into private.guest_links (token_hash, booking_id, purpose, expires_at)
  values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), booking, purpose, clock_timestamp() + lasts);
  return token;
end
$$;
comment on function private.create_booking_link is
  'Creates another link to a booking and returns its token. "lasts" is null for the purpose guest, else required.';

create function private.find_linked_booking(token text, purposes private.link_purpose[]) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select link.booking_id from private.guest_links as link
    where link.token_hash = encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex') and link.purpose = any (purposes)
      and (link.expires_at is null or link.expires_at > clock_timestamp()));
end
$$;
comment on function private.find_linked_booking is
  'Returns the booking of a link with one of the purposes; null if it is unknown or expired.';

create function private.ticket_price(departure uuid, category uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (select d.amount from public.departure_prices as d where d.departure_id = departure and d.price_category_id = category),
    (select general.amount from public.price_categories as general where general.id = category));
end
$$;
comment on function private.ticket_price is
  'Returns the price of a category on a departure in minor units: the departure''s own, or the tour''s.';

create function private.add_guests(booking public.bookings, party jsonb) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  new_ids uuid[];
  last_ordinal constant integer := private.last_guest_ordinal(booking.id);
begin
  with added as (
    insert into public.guests (id, company_id, departure_id, booking_id, price_category_id, category_type, name, amount, ticket_code)
    select private.guest_id(booking.id, last_ordinal + ordinal::integer), booking.company_id, booking.departure_id, booking.id, category.id, category.type, private.parse_text_field(ticket, 'name', 200),
      private.ticket_price(booking.departure_id, category.id), private.random_code(12)
    from jsonb_array_elements(party) with ordinality as element (ticket, ordinal)
    join public.price_categories as category on category.id = (ticket ->> 'price_category_id')::uuid
    order by ordinal
    returning id, amount
  )
  select array_agg(id) into new_ids from added;
  return new_ids;
end
$$;
comment on function private.add_guests is 'Inserts guests with new ticket codes and present prices. Returns their ids.';

create function private.reprice(booking uuid, difference bigint default null, is_net boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.bookings as b
  set total_amount = greatest(case when difference is null then recalculated.total - coalesce((discount ->> 'amount')::bigint, 0)
      -- Less the change of the discount, which a net difference contains.
      else b.total_amount + difference - case when is_net then 0
        else coalesce((discount ->> 'amount')::bigint, 0) - coalesce((b.price_snapshot #>> '{discount,amount}')::bigint, 0) end end, 0),
    -- After a merge, the discount is what was really taken off both bookings; after a split, that of the remaining
    -- tickets.
    price_snapshot = jsonb_build_object('categories', recalculated.categories) || case when discount is null then '{}' else jsonb_build_object('discount',
      case when is_net and difference >= 0 then discount || jsonb_build_object('amount', greatest(undiscounted - b.total_amount - difference, 0)) else discount end) end
  from (
    select coalesce(sum(n * amount), 0)::bigint as total, coalesce(bool_and(is_priced), true) as is_priced, coalesce(jsonb_agg(jsonb_build_object('type', category_type,
      'price_category_id', price_category_id, 'amount', amount, 'quantity', n) order by category_type, amount), '[]') as categories
    from (
      select category_type, price_category_id, coalesce(amount, 0) as amount, bool_and(amount is not null) as is_priced, count(*) as n
      from public.guests where booking_id = booking and not is_cancelled group by 1, 2, 3
    ) as kinds
  ) as recalculated
  join public.bookings as booking_row on booking_row.id = booking
  -- Tickets without prices (from other systems) have only a total, which was agreed for all of them.
  cross join lateral (select greatest(case when recalculated.is_priced or difference is null then recalculated.total
    else booking_row.total_amount + difference + coalesce((booking_row.price_snapshot #>> '{discount,amount}')::bigint, 0) end, 0) as undiscounted) as price
  cross join lateral private.booking_discount(booking, undiscounted) as discount
  where b.id = booking;
end
$$;
comment on function private.reprice is
  'Updates a booking''s price and price_snapshot from its tickets less its discount: entirely, or by a difference, as '
  'the total may have been agreed otherwise. is_net: the difference is the discounted price of tickets that were '
  'merged into the booking, or split off (negative).';

create function private.currency_problem(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('status', 'other_currency', 'currency', booking.currency, 'other', c.currency)
    from public.companies as c where c.id = booking.company_id and c.currency <> booking.currency);
end
$$;
comment on function private.currency_problem is
  'Returns other_currency if the company has changed its currency since '
  'the booking, so that present prices cannot be added; null if not.';

create function private.booking_tickets(booking uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'price_category_id', price_category_id, 'is_booked', true)), '[]')
    from public.guests where booking_id = booking and not is_cancelled);
end
$$;
comment on function private.booking_tickets is 'Returns a booking''s party in the form of private.party_problem.';

create function private.checked_in_guests(departure uuid, guests uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select distinct a.guest_id
    from public.check_in_actions as a
    where a.departure_id = departure and a.kind = 'check_in' and a.guest_id = any (guests)
      and (a.departure_id, a.id::text) not in (select u.departure_id, u.target from private.undone_action_ids(array[departure]) as u)
    order by 1);
end
$$;
comment on function private.checked_in_guests is
  'Returns those of the guests who are checked in on a departure, by the same rule as the fold.';

create function private.active_guests(booking uuid) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(select id from public.guests where booking_id = booking and not is_cancelled order by id);
end
$$;
comment on function private.active_guests is 'Returns the guests of a booking who are not cancelled.';

create function private.is_partner(organisation uuid, company uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.organisation_companies as agreement join public.organisations as o on o.id = agreement.organisation_id
    where agreement.organisation_id = organisation and agreement.company_id = company and agreement.status = 'active' and o.is_active);
end
$$;
comment on function private.is_partner is 'Returns whether an organisation has an active agreement with a company.';

create function private.cancellation_policy(company public.companies, tour uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object('cancellation_cut_off_hours', t.cancellation_cut_off_hours, 'guests_may_move', company.guests_may_move)
    -- The tour's deposit comes before the company's. A deposit of 100 percent is no deposit.
    || coalesce((select jsonb_build_object('deposit_percent', coalesce(t.deposit_percent, s.deposit_percent)) from private.payment_settings as s
      where s.company_id = company.id and s.mode = 'online' and coalesce(t.deposit_percent, s.deposit_percent) < 100), '{}')
    from public.tours as t where t.id = tour);
end
$$;
comment on function private.cancellation_policy is
  'Returns the terms for a new booking of a tour: a booking''s policy_snapshot.';

-- Mails to guests: a queued mail has a dedupe key, and its content is read when it is sent. ADR 043 ---

create function private.enqueue_booking_mail(template text, booking public.bookings, dedupe_key text, more jsonb, send_at timestamptz default now()) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_email_address(booking.contact_email) then return null; end if;
  return case when private.enqueue_mail(template, booking.contact_email, booking.locale, more,
    company => booking.company_id, dedupe_key => dedupe_key, send_at => send_at, booking => booking.id) is not null then booking.contact_email end;
end
$$;
comment on function private.enqueue_booking_mail is
  'Queues a mail about a booking to its guest. Returns the address, or null without one or when rate-limited.';

create function private.can_receive_booking_mail(booking public.bookings) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- 'muster.no_mail': the office opted out, or the booking is imported.
  return coalesce(current_setting('muster.no_mail', true), '') <> 'on' and private.is_email_address(booking.contact_email)
    and exists (select from public.departures where id = booking.departure_id and ends_at > now());
end
$$;
comment on function private.can_receive_booking_mail is
  'Returns whether a guest gets mails about changes: has an '
  'address, the tour is not over, and mails are not suppressed.';

create function private.has_queued_mail(booking uuid, templates text[]) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- The job's lock keeps a mail from being sent while a change relies on it.
  perform from private.outbox_messages as mail
  join private.jobs as job on job.kind = 'send_mail' and job.dedupe_key = mail.id::text
  where mail.booking_id = has_queued_mail.booking and mail.state = 'pending' and mail.template = any (templates)
    and job.state = 'waiting' and job.lease is null
  for update of job;
  return found;
end
$$;
comment on function private.has_queued_mail is
  'Returns whether a mail about a booking is queued and not being '
  'sent yet. It will contain the data of the time when it is sent.';

create function private.enqueue_booking_status_mail(booking uuid, more jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.bookings;
  template text;
begin
  select * into stored from public.bookings where id = booking;
  template := case stored.status when 'CONFIRMED' then 'booking-confirmed' when 'PENDING' then 'booking-requested' when 'REJECTED' then 'booking-rejected' end;
  if template is null or not private.can_receive_booking_mail(stored) or private.has_queued_mail(booking, array[template]) then return; end if;
  perform private.enqueue_booking_mail(template, stored, null, more);
end
$$;
comment on function private.enqueue_booking_status_mail is
  'Queues the mail that a booking is confirmed, requested or rejected, unless it is queued already.';

create function private.enqueue_hold_mail(booking uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.bookings;
begin
  select * into stored from public.bookings where id = booking;
  -- Without online payment the guest has nothing to do, and the office informs them.
  if stored.status <> 'ON_HOLD' or not private.can_receive_booking_mail(stored) or not private.is_payable_online(stored) then return false; end if;
  -- A queued mail will name the new time.
  if not private.has_queued_mail(booking, '{booking-held}') then perform private.enqueue_booking_mail('booking-held', stored, null, '{}'); end if;
  return true;
end
$$;
comment on function private.enqueue_hold_mail is
  'Queues the "pay to keep your booking" mail for a hold made by staff, '
  'and again when the hold is extended. Returns whether a mail is queued.';

create function private.mail_snapshot(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('startsAt', private.iso(d.starts_at),
      'tour', private.in_locale(private.localised(d.tour_id, 'title'), booking.locale::text),
      'meetingPoint', private.in_locale(private.localised(d.tour_id, 'meeting_point'), booking.locale::text),
      'meetingNote', coalesce(d.meeting_note, ''), 'guests', cardinality(private.active_guests(booking.id)))
    from public.departures as d where d.id = booking.departure_id);
end
$$;
comment on function private.mail_snapshot is
  'Returns the fields of a booking whose change triggers a "your booking changed" mail.';

create function private.enqueue_booking_changed_mail(booking uuid, previous jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.bookings;
begin
  select * into stored from public.bookings where id = booking;
  if stored.status not in ('CONFIRMED', 'PENDING') or not private.can_receive_booking_mail(stored) or previous = private.mail_snapshot(stored)
    or private.has_queued_mail(booking, '{booking-confirmed,booking-requested,booking-changed}') then return; end if;
  perform private.enqueue_booking_mail('booking-changed', stored, null, jsonb_build_object('previous', previous), clock_timestamp() + interval '2 minutes');
end
$$;
comment on function private.enqueue_booking_changed_mail is
  'Queues a "your booking changed" mail, sent two minutes later with all changes until then. "previous" is '
  'private.mail_snapshot before the change.';

-- Actions: each gets its locked booking, and returns its response ---------------------------------

create function private.hold_booking(actor private.booking_actor, args jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  input constant jsonb := args -> 'booking';
  party constant jsonb := private.parse_new_tickets(input -> 'guests');
  contact constant jsonb := input -> 'contact';
  target_status constant public.booking_status := coalesce(input ->> 'state', 'ON_HOLD')::public.booking_status;
  token constant text := private.generate_token();
  departure public.departures;
  company public.companies;
  new_booking public.bookings;
  verdict jsonb;
  price record;
  -- Neither staff nor anonymous: a partner's person.
  source_of constant public.booking_source := (case when not actor.is_staff then case when actor.person is null then 'website' else 'partner' end
    else coalesce(input ->> 'source', case when input ->> 'organisation_id' is null then 'office' else 'partner' end) end)::public.booking_source;
begin
  perform private.check_party(party);
  perform private.check_contact(contact);
  if target_status not in ('ON_HOLD', 'PENDING', 'CONFIRMED') or coalesce((input ->> 'minutes')::integer, 15) not between 1 and 1440 then
    return '{"status": "invalid"}';
  end if;
  perform private.lock_bookings('{}', array[(args ->> 'departure')::uuid]);
  select * into departure from public.departures where id = (args ->> 'departure')::uuid;
  select * into company from public.companies where id = departure.company_id;
  if input ->> 'organisation_id' is not null then
    if not private.can_assign_partner(actor, company.id) then return '{"status": "not_permitted"}'; end if;
    if not private.is_partner((input ->> 'organisation_id')::uuid, company.id) then return '{"status": "wrong_partner"}'; end if;
  end if;
  verdict := private.check_availability(actor, departure, party, (
    select sum(category.seats) from jsonb_array_elements(party) as ticket
    join public.price_categories as category on category.id = (ticket ->> 'price_category_id')::uuid), input ->> 'override',
    case source_of when 'partner' then (input ->> 'organisation_id')::uuid end);
  if verdict ->> 'status' <> 'ok' then return verdict; end if;

  -- Others wait for the departure's lock, so the booking list is
  -- updated only once, instead of again for guests and status.
  perform set_config('muster.defer_list_update', 'on', true);
  -- Inserted with its final price, as private.reprice would compute it: an update would fire the triggers again.
  select coalesce(sum(n * amount), 0) as total, jsonb_agg(jsonb_build_object('type', type, 'price_category_id', id, 'amount', amount, 'quantity', n)
    order by type, amount) as categories into price
  from (
    select category.type, category.id, coalesce(private.ticket_price(departure.id, category.id), 0) as amount, count(*) as n
    from jsonb_array_elements(party) as ticket join public.price_categories as category on category.id = (ticket ->> 'price_category_id')::uuid
    group by 1, 2, 3) as kinds;
  insert into public.bookings (company_id, departure_id, reference, status, source, contact_name, contact_email, contact_phone, country,
    locale, note, organisation_id, referral, voucher_number, access_token_hash, currency, expires_at, policy_snapshot, total_amount, price_snapshot)
  select company.id, departure.id, private.generate_reference(company.id), 'ON_HOLD', source_of,
    -- '—' stands for the missing name of a hold.
    coalesce(private.parse_text_field(contact, 'name', 200), '—'), private.parse_email_field(contact),
    private.parse_text_field(contact, 'phone', 50), contact ->> 'country', coalesce((contact ->> 'locale')::public.locale, company.default_locale),
    private.parse_text_field(input, 'note', 5000),
    (input ->> 'organisation_id')::uuid, private.parse_text_field(input, 'referral', 100),
    private.parse_text_field(input, 'voucher_number', 200), coalesce(args ->> 'token_hash', encode(sha256(convert_to(token, 'UTF8')), 'hex')), company.currency,
    clock_timestamp() + make_interval(mins => case when actor.is_staff then coalesce((input ->> 'minutes')::integer, 15) else company.hold_minutes end),
    private.cancellation_policy(company, departure.tour_id), price.total, jsonb_build_object('categories', price.categories)
  returning * into new_booking;
  perform private.add_guests(new_booking, party);
  -- Only now, as the triggers of a new status count the guests' seats and commission.
  if target_status <> 'ON_HOLD' and actor.is_staff then
    update public.bookings set status = target_status, expires_at = null where id = new_booking.id;
  end if;
  perform set_config('muster.defer_list_update', '', true);
  perform private.refresh_booking_list(array[new_booking.id]);
  perform private.log_booking_change(actor, new_booking.id, 'hold_booking', '{}', verdict - 'status');
  perform private.enqueue_booking_status_mail(new_booking.id);
  -- Guests who make a hold are on the page that asks them to pay.
  if actor.is_staff then perform private.enqueue_hold_mail(new_booking.id); end if;
  return private.booking_response(new_booking.id, jsonb_strip_nulls(jsonb_build_object('overridden_rules', verdict -> 'overridden_rules')) || case when args ? 'token_hash' then '{}' else jsonb_build_object('token', token) end || jsonb_build_object('guests', (
    select jsonb_agg(jsonb_build_object('id', id, 'price_category_id', price_category_id, 'ticket_code', ticket_code, 'amount', amount) order by created_at, id)
    from public.guests where booking_id = new_booking.id)));
end
$$;
comment on function private.hold_booking is
  'Reserves seats for a party: args {"departure", "token_hash"?: of a link made in the guest''s browser, "booking": '
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
    verdict := private.check_availability(actor, departure, private.booking_tickets(booking.id), private.booking_seats(booking.id), input ->> 'override', private.allotment_partner(booking));
    if verdict ->> 'status' <> 'ok' then return verdict; end if;
  end if;
  update public.bookings
  set status = 'ON_HOLD', extensions = extensions + 1, reason = null, expires_at = greatest(expires_at, clock_timestamp() + make_interval(mins => minutes))
  where id = booking.id;
  perform private.log_booking_change(actor, booking.id, 'extend_booking', facts, verdict - 'status');
  return private.booking_response(booking.id, case when actor.is_staff then jsonb_build_object('is_mailed', private.enqueue_hold_mail(booking.id)) else '{}' end);
end
$$;
comment on function private.extend_booking is
  'Extends a hold: {"minutes"?, "override"?}. An expired one is renewed '
  'if its seats are still free. Guests may extend once (extended_before).';

create function private.confirm_booking(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
  contact constant jsonb := input -> 'contact';
  target_status constant public.booking_status := coalesce(input ->> 'state', 'CONFIRMED')::public.booking_status;
  departure public.departures;
  verdict jsonb := '{"status": "ok"}';
begin
  perform private.check_contact(contact);
  if target_status not in ('PENDING', 'CONFIRMED') then return '{"status": "invalid"}'; end if;
  if coalesce(private.parse_text_field(contact, 'name', 200), booking.contact_name) = '—' then return '{"status": "no_contact"}'; end if;
  select * into departure from public.departures where id = booking.departure_id;
  if private.booking_state(booking) = 'EXPIRED' then
    verdict := private.check_availability(actor, departure, private.booking_tickets(booking.id), private.booking_seats(booking.id), input ->> 'override', private.allotment_partner(booking));
    if verdict ->> 'status' <> 'ok' then return verdict; end if;
  elsif departure.status = 'cancelled' then
    return '{"status": "departure_cancelled"}';
  end if;
  update public.bookings
  set status = target_status, expires_at = null, reason = null,
    contact_name = coalesce(private.parse_text_field(contact, 'name', 200), contact_name),
    contact_email = coalesce(private.parse_email_field(contact), contact_email),
    contact_phone = coalesce(private.parse_text_field(contact, 'phone', 50), contact_phone),
    country = coalesce(contact ->> 'country', country), locale = coalesce((contact ->> 'locale')::public.locale, locale)
  where id = booking.id;
  -- A guest's limit of holds does not count those that became bookings.
  perform private.release_hold_limit(booking.access_token_hash);
  perform private.log_booking_change(actor, booking.id, 'confirm_booking', facts, verdict - 'status');
  perform private.enqueue_booking_status_mail(booking.id);
  return private.booking_response(booking.id);
end
$$;
comment on function private.confirm_booking is
  'Confirms a hold or a request: {"contact"?, "state"?: PENDING makes it a request, "override"?}. An expired hold is '
  'confirmed if its seats are still free. A booking needs a contact name (no_contact).';

create function private.change_party(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
  old_snapshot constant jsonb := private.mail_snapshot(booking);
  adding constant jsonb := private.parse_new_tickets(coalesce(input -> 'add', '[]'));
  removing constant uuid[] := array(select distinct value::uuid from jsonb_array_elements_text(coalesce(input -> 'remove', '[]')) as value);
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
  from jsonb_array_elements(private.booking_tickets(booking.id)) as ticket where (ticket ->> 'id')::uuid <> all (removing);
  perform private.check_party(party);
  checked_in := private.checked_in_guests(booking.departure_id, removing);
  if checked_in <> '{}' and (input ->> 'confirm')::boolean is not true then return jsonb_build_object('status', 'checked_in', 'guests', to_jsonb(checked_in)); end if;
  -- Tickets without a price of their own are deducted at the present price.
  if adding <> '[]' or exists (select from public.guests where id = any (removing) and amount is null) then
    verdict := private.currency_problem(booking);
    if verdict is not null then return verdict; end if;
  end if;
  select * into departure from public.departures where id = booking.departure_id;
  seats := coalesce((select sum(category.seats) from jsonb_array_elements(adding) as ticket
      join public.price_categories as category on category.id = (ticket ->> 'price_category_id')::uuid), 0)
    - coalesce((select sum(coalesce(category.seats, 1)) from public.guests as guest
      left join public.price_categories as category on category.id = guest.price_category_id where guest.id = any (removing)), 0);
  verdict := private.check_availability(actor, departure, party, seats, input ->> 'override', private.allotment_partner(booking));
  if verdict ->> 'status' <> 'ok' then return verdict; end if;

  select -coalesce(sum(coalesce(guest.amount, category.amount, 0)), 0) into difference
  from public.guests as guest left join public.price_categories as category on category.id = guest.price_category_id
  where guest.id = any (removing);
  update public.guests set is_cancelled = true where id = any (removing);
  if adding <> '[]' then added := private.add_guests(booking, adding); end if;
  difference := difference + coalesce((select sum(amount) from public.guests where id = any (added)), 0);
  perform private.reprice(booking.id, difference);
  if removing <> '{}' then update public.bookings set reason = coalesce(change_reason, 'party_changed') where id = booking.id; end if;
  verdict := private.adjust_account(actor, booking, input, verdict);
  perform private.log_booking_change(actor, booking.id, 'change_party', facts, (verdict - 'status')
    || jsonb_build_object('checked_in', nullif(to_jsonb(checked_in), '[]'), 'reason_note', private.parse_text_field(input, 'reason_note', 1000)));
  perform private.enqueue_booking_changed_mail(booking.id, old_snapshot);
  return private.booking_response(booking.id, private.action_result_details(verdict) || jsonb_build_object('difference', difference, 'guests', coalesce((
    select jsonb_agg(jsonb_build_object('id', id, 'price_category_id', price_category_id, 'ticket_code', ticket_code, 'amount', amount) order by created_at, id)
    from public.guests where id = any (added)), '[]')));
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
  select * into target from public.departures where id = (input ->> 'departure_id')::uuid and company_id = booking.company_id;
  if target.id is null then return '{"status": "not_found"}'; end if;
  if target.id = booking.departure_id then return '{"status": "same_departure"}'; end if;
  if checked_in <> '{}' and (input ->> 'confirm')::boolean is not true then return jsonb_build_object('status', 'checked_in', 'guests', to_jsonb(checked_in)); end if;
  is_other_tour := target.tour_id <> (select tour_id from public.departures where id = booking.departure_id);
  if is_other_tour and not actor.is_staff then return '{"status": "not_found"}'; end if;
  if is_other_tour or (input ->> 'reprice')::boolean is true then
    verdict := private.currency_problem(booking);
    if verdict is not null then return case when actor.is_staff then verdict else '{"status": "moving_not_allowed"}' end; end if;
  end if;
  -- On another tour, guests get its category of the same type.
  select jsonb_agg(jsonb_build_object('id', guest.id, 'is_booked', not is_other_tour, 'category_type', guest.category_type, 'price_category_id', case when is_other_tour then (
    select category.id from public.price_categories as category
    where category.tour_id = target.tour_id and category.type = guest.category_type and category.is_active
    order by category.amount, category.id limit 1) else guest.price_category_id end))
  into party from public.guests as guest where guest.id = any (active_ids);
  select sum(coalesce(category.seats, 1)) into seats
  from jsonb_array_elements(party) as ticket left join public.price_categories as category on category.id = (ticket ->> 'price_category_id')::uuid;
  verdict := private.check_availability(actor, target, party, seats, input ->> 'override', private.allotment_partner(booking));
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
  perform private.log_booking_change(actor, booking.id, 'move_booking', facts, (verdict - 'status')
    || jsonb_build_object('checked_in', nullif(to_jsonb(checked_in), '[]'), 'reason_note', private.parse_text_field(input, 'reason_note', 1000)));
  perform private.enqueue_booking_changed_mail(booking.id, old_snapshot);
  return private.booking_response(booking.id, private.action_result_details(verdict) || jsonb_build_object('difference',
    (select total_amount from public.bookings where id = booking.id) - booking.total_amount));
end
$$;
comment on function private.move_booking is
  'Moves a booking to another departure: {"departure_id", "reason"?, "reason_note"?, "confirm"?, "reprice"?, "override"?, '
  '"account"?}. On the same tour it keeps its price unless "reprice" is true.';

create function private.resend_booking(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  template constant text := case booking.status when 'ON_HOLD' then 'booking-held' when 'PENDING' then 'booking-requested' else 'booking-confirmed' end;
  recipient text;
begin
  -- As in enqueue_hold_mail: such a mail says what to pay and where.
  if booking.status = 'ON_HOLD' and not private.is_payable_online(booking) then
    return '{"status": "nothing_to_pay"}';
  end if;
  recipient := private.enqueue_booking_mail(template, booking, 'resend_booking:' || actor.request,
    jsonb_build_object('message', coalesce(private.parse_text_field(input, 'message', 2000), '')));
  if recipient is null then return '{"status": "no_address"}'; end if;
  perform private.log_booking_change(actor, booking.id, 'resend_booking', private.booking_facts(booking), jsonb_build_object('template', template));
  return private.booking_response(booking.id);
end
$$;
comment on function private.resend_booking is
  'Sends the guest the mail of the booking''s status again, with a new link: pay for the hold, request received, or '
  'confirmation: {"message"?}. Earlier links stay valid. Refusals: nothing_to_pay, no_address.';

create function private.refundable_amount(booking public.bookings) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case
      when now() <= (select starts_at from public.departures where id = booking.departure_id)
        - make_interval(hours => coalesce((booking.policy_snapshot ->> 'cancellation_cut_off_hours')::integer, 24))
        or (select status = 'cancelled' from public.departures where id = booking.departure_id)
      then greatest(private.paid_amount(booking.id), 0) else 0 end);
end
$$;
comment on function private.refundable_amount is
  'Returns the amount that the booking''s cancellation policy refunds now, in minor units: everything until the '
  'cut-off or if the departure is cancelled, then nothing.';

create function private.create_refund(actor private.booking_actor, booking public.bookings, amount bigint, note text, is_rest boolean default false) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  -- Refunds already requested from a provider cannot be withdrawn.
  rest bigint := amount - coalesce((select sum(r.amount) from public.refunds as r
    where r.booking_id = booking.id and r.status = 'REFUND_PENDING' and r.payment_id is not null), 0);
  credited bigint := 0;
begin
  update public.refunds set status = 'WITHDRAWN'
  where booking_id = booking.id and (status = 'REFUND_FAILED' or status = 'REFUND_PENDING' and payment_id is null);
  -- The part on a partner's account is credited at once. When the remainder
  -- of an earlier decision is re-created, that part is already gone.
  if rest > 0 and not is_rest then
    credited := private.credit_account(actor, booking, least(rest, private.account_share_of_refund(booking, amount)), note);
    rest := rest - credited;
  end if;
  if rest > 0 then
    insert into public.refunds (company_id, booking_id, amount, currency, status, note, user_id)
    values (booking.company_id, booking.id, rest, booking.currency, 'REFUND_PENDING', note, actor.person);
  end if;
  return credited;
end
$$;
comment on function private.create_refund is
  'Replaces the pending refunds of a booking by a new amount. Returns the part credited to partners'' accounts. '
  'is_rest: the amount is the remainder of an earlier decision.';

create function private.cancel_booking(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
  checked_in constant uuid[] := private.checked_in_guests(booking.departure_id, private.active_guests(booking.id));
  cancel_reason constant public.booking_reason := coalesce(input ->> 'reason', 'guest_request')::public.booking_reason;
  reason_note constant text := private.parse_text_field(input, 'reason_note', 1000);
  refund_rule constant text := case when actor.is_staff then coalesce(input ->> 'refund', 'policy') else 'policy' end;
  paid constant bigint := greatest(private.paid_amount(booking.id), 0);
  mail_text constant text := private.parse_text_field(input, 'message', 2000);
  is_mailed boolean := false;
  amount bigint;
  credited bigint;
begin
  if refund_rule <> 'policy' and not private.may_credit_account(actor, booking) then return '{"status": "not_permitted"}'; end if;
  amount := case refund_rule when 'policy' then private.refundable_amount(booking) when 'full' then paid when 'none' then 0 else refund_rule::bigint end;
  if amount < 0 then return '{"status": "invalid"}'; end if;
  if amount > paid then return jsonb_build_object('status', 'too_much', 'max', paid); end if;
  if checked_in <> '{}' and (input ->> 'confirm')::boolean is not true then return jsonb_build_object('status', 'checked_in', 'guests', to_jsonb(checked_in)); end if;
  credited := private.create_refund(actor, booking, amount, reason_note);
  update public.bookings set status = 'CANCELLED', reason = cancel_reason where id = booking.id;
  -- A guest who cancels before the confirmation is sent gets only the cancellation mail, and the office's outbox lists
  -- no other.
  if not actor.is_staff and private.has_queued_mail(booking.id, '{booking-confirmed,booking-changed}') then
    delete from private.outbox_messages as mail
    where mail.booking_id = booking.id and mail.state = 'pending' and mail.template in ('booking-confirmed', 'booking-changed');
  end if;
  -- Staff decide whether and what the guest is told. Guests who cancel get a confirmation.
  if input ->> 'message' is not null and actor.is_staff or not actor.is_staff and private.can_receive_booking_mail(booking) then
    is_mailed := private.enqueue_booking_mail('booking-cancelled', booking, 'cancel_booking:' || actor.request,
      jsonb_build_object('currency', booking.currency, 'refund', amount - credited, 'message', coalesce(mail_text, ''))) is not null;
  end if;
  perform private.log_booking_change(actor, booking.id, 'cancel_booking', facts,
    jsonb_build_object('refund', amount, 'on_account', nullif(-credited, 0), 'reason_note', reason_note, 'checked_in', nullif(to_jsonb(checked_in), '[]'), 'mailed', nullif(is_mailed, false)));
  return private.booking_response(booking.id, jsonb_build_object('refund', amount, 'is_mailed', is_mailed)
    || private.action_result_details(jsonb_build_object('on_account', nullif(-credited, 0))));
end
$$;
comment on function private.cancel_booking is
  'Cancels a confirmed booking: {"reason"?, "reason_note"?, "refund"?: "policy" | "full" | "none" | minor units, '
  '"confirm"?, "message"?: text of the mail, which may be empty; without it, staff send none}. The refund is pending '
  'until paid out, or credited to a partner''s account at once ("on_account"). Refusals: too_much, checked_in, '
  'not_permitted, invalid.';

create function private.release_hold(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
begin
  update public.bookings set status = 'EXPIRED', expires_at = least(expires_at, clock_timestamp()),
    reason = coalesce(input ->> 'reason', 'hold_expired')::public.booking_reason
  where id = booking.id;
  perform private.log_booking_change(actor, booking.id, 'release_hold', facts);
  return private.booking_response(booking.id);
end
$$;
comment on function private.release_hold is 'Releases the seats of a hold.';

create function private.reject_booking(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
  reason_note constant text := private.parse_text_field(input, 'reason_note', 1000);
begin
  -- Rejected guests get a full refund.
  perform private.create_refund(actor, booking, private.paid_amount(booking.id), reason_note);
  update public.bookings set status = 'REJECTED', expires_at = null, reason = coalesce(input ->> 'reason', 'other')::public.booking_reason
  where id = booking.id;
  perform private.log_booking_change(actor, booking.id, 'reject_booking', facts, jsonb_build_object('reason_note', reason_note));
  perform private.enqueue_booking_status_mail(booking.id, jsonb_build_object('refund', private.paid_amount(booking.id) - private.on_account(booking.id), 'message', coalesce(private.parse_text_field(input, 'message', 2000), '')));
  return private.booking_response(booking.id);
end
$$;
comment on function private.reject_booking is 'Rejects a booking request, with a full refund.';

create function private.end_cancelled_departure_booking(booking uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant private.booking_actor := ((select auth.uid()), true, null);
  stored public.bookings;
  facts jsonb;
begin
  select * into stored from public.bookings where id = end_cancelled_departure_booking.booking for update;
  if private.is_released_status(stored.status) then return; end if;
  facts := private.booking_facts(stored);
  -- Guests of a cancelled departure get a full refund.
  perform private.create_refund(actor, stored, private.paid_amount(stored.id), null);
  -- Holds expire, requests are rejected, confirmed bookings are cancelled.
  update public.bookings
  set reason = end_cancelled_departure_booking.reason::public.booking_reason,
    status = case stored.status when 'ON_HOLD' then 'EXPIRED' when 'PENDING' then 'REJECTED' else 'CANCELLED' end::public.booking_status
  where id = stored.id;
  perform private.log_booking_change(actor, stored.id,
    case stored.status when 'ON_HOLD' then 'release_hold' when 'PENDING' then 'reject_booking' else 'cancel_booking' end, facts);
end
$$;
comment on function private.end_cancelled_departure_booking is
  'Ends a booking whose (locked) departure is cancelled, with a full refund.';

create function private.restore_booking(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
  departure public.departures;
  verdict jsonb;
begin
  -- A booking of an undone walk-in, or one that was merged, cannot be restored.
  if booking.reason = 'merged' or exists (
    select from public.check_in_actions as a
    where a.departure_id = booking.departure_id and a.kind = 'walk_in' and a.booking_id = booking.id) and private.active_guests(booking.id) = '{}' then
    return jsonb_build_object('status', 'wrong_state', 'state', private.booking_state(booking));
  end if;
  if booking.contact_name = '—' then return '{"status": "no_contact"}'; end if;
  -- If no guest is active, all were cancelled with the booking.
  if private.active_guests(booking.id) = '{}' then
    update public.guests set is_cancelled = false where booking_id = booking.id;
  end if;
  select * into departure from public.departures where id = booking.departure_id;
  verdict := private.check_availability(actor, departure, private.booking_tickets(booking.id), private.booking_seats(booking.id), input ->> 'override', private.allotment_partner(booking));
  -- Raised instead of returned, so that the guests are rolled back, too.
  if verdict ->> 'status' <> 'ok' then raise exception using errcode = 'MU002', message = 'refused', detail = verdict::text; end if;
  perform private.create_refund(actor, booking, 0, null);
  update public.bookings set status = 'CONFIRMED', expires_at = null, reason = null where id = booking.id;
  verdict := private.adjust_account(actor, booking, input, verdict, true);
  perform private.log_booking_change(actor, booking.id, 'restore_booking', facts, verdict - 'status');
  perform private.enqueue_booking_status_mail(booking.id);
  return private.booking_response(booking.id, private.action_result_details(verdict - 'overridden_rules'));
end
$$;
comment on function private.restore_booking is
  'Restores an ended booking if its seats are still free. Withdraws pending refunds and charges a credited account '
  'again: {"override"?, "account"?: false}.';

create function private.decide_refund(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  amount constant bigint := (input ->> 'amount')::bigint;
  reason_note constant text := private.parse_text_field(input, 'reason_note', 1000);
  paid constant bigint := greatest(private.paid_amount(booking.id), 0);
  facts constant jsonb := private.booking_facts(booking);
begin
  if amount is null or amount < 0 then return '{"status": "invalid"}'; end if;
  if not private.may_credit_account(actor, booking) then return '{"status": "not_permitted"}'; end if;
  if amount > paid then return jsonb_build_object('status', 'too_much', 'max', paid); end if;
  perform private.create_refund(actor, booking, amount, reason_note);
  perform private.log_booking_change(actor, booking.id, 'decide_refund', facts, jsonb_build_object('refund', amount, 'reason_note', reason_note));
  return private.booking_response(booking.id);
end
$$;
comment on function private.decide_refund is
  'Replaces the amount to be refunded: {"amount", "reason_note"?}. Refusals: too_much, not_permitted, invalid.';

create function private.record_payment(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  -- The amount due is read under the lock, as the caller's may be outdated.
  amount constant bigint := case when input ->> 'amount' = 'due' then (private.booking_money(booking) ->> 'due')::bigint else (input ->> 'amount')::bigint end;
  chosen_method constant public.payment_method := coalesce(input ->> 'method', 'other')::public.payment_method;
  facts constant jsonb := private.booking_facts(booking);
  verdict jsonb := '{"status": "ok"}';
  new_id uuid;
begin
  if amount = 0 and input ->> 'amount' = 'due' then return '{"status": "nothing_due"}'; end if;
  if amount is null or amount not between 1 and 1000000000000 or chosen_method = 'moved' then return '{"status": "invalid"}'; end if;
  if input ->> 'currency' <> booking.currency then return '{"status": "wrong_currency"}'; end if;
  if chosen_method = 'on_account' then
    verdict := private.charge_account(actor, booking, amount, input ->> 'override');
    if verdict ->> 'status' <> 'ok' then return verdict; end if;
    new_id := (verdict ->> 'payment_id')::uuid;
  else
    insert into public.payments (company_id, booking_id, amount, currency, method, reference, idempotency_key, user_id)
    values (booking.company_id, booking.id, amount, booking.currency, chosen_method, private.parse_text_field(input, 'reference', 200), 'request:' || actor.request,
      actor.person)
    returning id into new_id;
  end if;
  perform private.log_booking_change(actor, booking.id, 'record_payment', facts,
    jsonb_build_object('amount', amount, 'method', chosen_method) || (verdict - 'status' - 'payment_id'));
  return private.booking_response(booking.id, jsonb_build_object('payment_id', new_id));
end
$$;
comment on function private.record_payment is
  'Records a payment: {"amount": minor units or "due", "currency"?, "method"?, "reference"?}. Overpayments are accepted '
  'and shown. The method on_account charges the booking''s partner instead, above its credit limit with a reason '
  '("override"). Refusals: nothing_due, wrong_currency, invalid, and those of private.charge_account.';

create function private.record_refund(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  decided public.refunds;
  amount bigint := (input ->> 'amount')::bigint;
  refund_method constant public.payment_method := coalesce(input ->> 'method', 'other')::public.payment_method;
  proof constant text := private.parse_text_field(input, 'reference', 200);
  facts constant jsonb := private.booking_facts(booking);
  paid constant bigint := greatest(private.paid_amount(booking.id), 0);
begin
  if refund_method = 'moved' or refund_method = 'on_account' and input ->> 'refund_id' is not null then return '{"status": "invalid"}'; end if;
  if input ->> 'refund_id' is not null then
    select * into decided from public.refunds
    where id = (input ->> 'refund_id')::uuid and booking_id = booking.id
      and (status = 'REFUND_FAILED' or status = 'REFUND_PENDING' and payment_id is null) for update;
    if decided.id is null then return '{"status": "not_found"}'; end if;
    amount := decided.amount;
  end if;
  if amount is null or amount < 1 then return '{"status": "invalid"}'; end if;
  if amount > paid then return jsonb_build_object('status', 'too_much', 'max', paid); end if;
  if refund_method = 'on_account' then
    if not private.may_credit_account(actor, booking) then return '{"status": "not_permitted"}'; end if;
    if amount > private.on_account(booking.id) then
      return jsonb_build_object('status', 'too_much', 'max', least(paid, greatest(private.on_account(booking.id), 0)));
    end if;
    perform private.credit_account(actor, booking, amount, proof);
  elsif decided.id is not null then
    update public.refunds set status = 'REFUNDED', refunded_at = now(), method = refund_method, reference = proof
    where id = decided.id;
  else
    insert into public.refunds (company_id, booking_id, amount, currency, method, status, reference, idempotency_key, user_id, refunded_at)
    values (booking.company_id, booking.id, amount, booking.currency, refund_method, 'REFUNDED', proof, 'request:' || actor.request, actor.person, now())
    returning * into decided;
    -- It reduces the amount that is owed.
    perform private.create_refund(actor, booking, coalesce((select sum(r.amount) from public.refunds as r
      where r.booking_id = booking.id and r.status in ('REFUND_PENDING', 'REFUND_FAILED')), 0)::bigint - amount, null, true);
  end if;
  perform private.log_booking_change(actor, booking.id, 'record_refund', facts,
    jsonb_build_object('amount', amount, 'method', refund_method));
  return private.booking_response(booking.id, jsonb_build_object('refund_id', decided.id));
end
$$;
comment on function private.record_refund is
  'Records a refund that was paid out: {"refund_id"} of a pending one, or {"amount"}, '
  'with "method" and "reference". At most the balance. The method on_account credits '
  'the partner''s account. Refusals: not_found, too_much, not_permitted, invalid.';

create function private.office_device(actor private.booking_actor) returns uuid
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.devices (id, user_id, label, app_version) values (actor.person, actor.person, 'Office', '')
  on conflict (id, user_id) do nothing;
  return actor.person;
end
$$;
comment on function private.office_device is
  'Upserts the office device of a person, whose id is the person''s, and returns it.';

create function private.record_office_action(actor private.booking_actor, booking public.bookings, kind public.action_kind, guest uuid, payload jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  new_id constant uuid := gen_random_uuid();
  at constant timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  -- The office pushes nothing, so nothing compares its sequence (here the time) and hash.
  insert into public.check_in_actions (id, company_id, departure_id, booking_id, guest_id, kind, payload, device_id, device_sequence,
    schema_version, user_id, occurred_at, device_time, body_hash)
  values (new_id, booking.company_id, booking.departure_id, case when guest is not null then booking.id end, guest, kind, payload,
    private.office_device(actor), (extract(epoch from at) * 1000)::bigint, 1, actor.person, at, at,
    sha256(convert_to(new_id::text, 'UTF8')));
end
$$;
comment on function private.record_office_action is
  'Appends an action of the office to the roll-call, so that its fold stays the only source of attendance.';

create function private.attendance_not_known_yet(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('status', 'too_early', 'from', private.iso(d.starts_at - interval '1 hour'))
    from public.departures as d
    where d.id = booking.departure_id and d.status = 'scheduled' and clock_timestamp() < d.starts_at - interval '1 hour');
end
$$;
comment on function private.attendance_not_known_yet is
  'Returns too_early with the earliest time if the office cannot record attendance '
  'yet: before an hour before the start, unless departed. Null otherwise.';

create function private.is_report_locked(departure uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.tour_reports as r where r.departure_id = departure and r.state = 'locked');
end
$$;
comment on function private.is_report_locked is
  'Returns whether a departure''s tour report is locked, which freezes attendance. ADR 040';

create function private.mark_no_show(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  active_ids constant uuid[] := private.active_guests(booking.id);
  guest_ids constant uuid[] := coalesce((select array_agg(distinct value::uuid) from jsonb_array_elements_text(input -> 'guests') as value), active_ids);
  checked_in constant uuid[] := private.checked_in_guests(booking.departure_id, guest_ids);
  early constant jsonb := private.attendance_not_known_yet(booking);
  undone uuid[];
  guest uuid;
begin
  if early is not null then return early; end if;
  if private.is_report_locked(booking.departure_id) then return '{"status": "report_locked"}'; end if;
  if guest_ids = '{}' or not guest_ids <@ active_ids then return '{"status": "invalid"}'; end if;
  if checked_in <> '{}' then
    if (input ->> 'confirm')::boolean is not true then return jsonb_build_object('status', 'checked_in', 'guests', to_jsonb(checked_in)); end if;
    undone := array(
      select a.id from public.check_in_actions as a
      where a.departure_id = booking.departure_id and a.kind = 'check_in' and a.guest_id = any (checked_in)
        and (a.departure_id, a.id::text) not in (select u.departure_id, u.target from private.undone_action_ids(array[booking.departure_id]) as u));
    perform private.record_office_action(actor, booking, 'undo', null, jsonb_build_object('actions', to_jsonb(undone)));
  end if;
  foreach guest in array guest_ids loop
    perform private.record_office_action(actor, booking, 'no_show', guest, '{}');
  end loop;
  return private.booking_response(booking.id);
end
$$;
comment on function private.mark_no_show is
  'Records no-shows: {"guests"?: [ids], "confirm"?}, by default all guests. Undoes check-ins if confirmed. Refusals: '
  'too_early, report_locked, checked_in, invalid.';

create function private.mark_attended(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  active_ids constant uuid[] := private.active_guests(booking.id);
  guest_ids constant uuid[] := coalesce((select array_agg(distinct value::uuid) from jsonb_array_elements_text(input -> 'guests') as value), active_ids);
  checked_in constant uuid[] := private.checked_in_guests(booking.departure_id, guest_ids);
  early constant jsonb := private.attendance_not_known_yet(booking);
  guest uuid;
begin
  if early is not null then return early; end if;
  if private.is_report_locked(booking.departure_id) then return '{"status": "report_locked"}'; end if;
  if guest_ids = '{}' or not guest_ids <@ active_ids then return '{"status": "invalid"}'; end if;
  foreach guest in array guest_ids loop
    if guest <> all (checked_in) then perform private.record_office_action(actor, booking, 'check_in', guest, '{"method": "tap"}'); end if;
  end loop;
  return private.booking_response(booking.id);
end
$$;
comment on function private.mark_attended is
  'Records that guests attended: {"guests"?: [ids]}, by default all. Refusals: too_early, report_locked, invalid.';

create function private.transfer_payments(actor private.booking_actor, giver public.bookings, taker public.bookings, amount bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  rest bigint := amount;
  owing record;
  drawn record;
  part bigint;
begin
  -- Amounts on partners' accounts move first and stay on account, so that the other booking can credit them.
  for owing in select * from private.booking_accounts(giver) loop
    part := least(rest, owing.amount);
    exit when part <= 0;
    insert into public.refunds (company_id, booking_id, amount, currency, method, organisation_id, status, reference, user_id, refunded_at)
    values (giver.company_id, giver.id, part, giver.currency, 'on_account', owing.organisation_id, 'REFUNDED', taker.reference, actor.person, now());
    insert into public.payments (company_id, booking_id, amount, currency, method, organisation_id, reference, user_id)
    values (taker.company_id, taker.id, part, taker.currency, 'on_account', owing.organisation_id, giver.reference, actor.person);
    rest := rest - part;
  end loop;
  -- Then amounts paid by gift vouchers, so that the other booking can refund them to the vouchers.
  for drawn in select * from private.voucher_payments(giver.id) loop
    part := least(rest, drawn.amount);
    exit when part <= 0;
    insert into public.refunds (company_id, booking_id, amount, currency, method, provider, payment_id, status, reference, user_id, refunded_at)
    values (giver.company_id, giver.id, part, giver.currency, 'moved', 'gift', drawn.payment_id, 'REFUNDED', taker.reference, actor.person, now());
    insert into public.payments (company_id, booking_id, amount, currency, method, provider, gift_id, reference, user_id)
    values (taker.company_id, taker.id, part, taker.currency, 'moved', 'gift', drawn.gift_id, giver.reference, actor.person);
    rest := rest - part;
  end loop;
  if rest <= 0 then return; end if;
  insert into public.refunds (company_id, booking_id, amount, currency, method, status, reference, user_id, refunded_at)
  values (giver.company_id, giver.id, rest, giver.currency, 'moved', 'REFUNDED', taker.reference, actor.person, now());
  insert into public.payments (company_id, booking_id, amount, currency, method, reference, user_id)
  values (taker.company_id, taker.id, rest, taker.currency, 'moved', giver.reference, actor.person);
end
$$;
comment on function private.transfer_payments is
  'Moves paid money, account charges and voucher payments from '
  'one booking to another, as refunds and payments in the ledger.';

create function private.is_same_guest(one public.bookings, other public.bookings) returns boolean
language sql immutable parallel safe
return coalesce(nullif(private.comparable_text((one).contact_email), '') = private.comparable_text((other).contact_email), false)
  or coalesce(nullif(regexp_replace((one).contact_phone, '[^0-9]', '', 'g'), '') = regexp_replace((other).contact_phone, '[^0-9]', '', 'g'), false)
  or coalesce(nullif(private.comparable_text((one).contact_name), '') = private.comparable_text((other).contact_name), false);
comment on function private.is_same_guest is
  'Returns whether two bookings seem to be one guest''s, by email address, phone number or name.';

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
  if other.organisation_id is distinct from booking.organisation_id and not private.can_assign_partner(actor, booking.company_id) then
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
  set note = left(nullif(concat_ws(E'\n', booking.note, nullif(other.note, booking.note)), ''), 5000),
    contact_name = case when booking.contact_name = '—' then other.contact_name else booking.contact_name end,
    contact_email = coalesce(booking.contact_email, other.contact_email), contact_phone = coalesce(booking.contact_phone, other.contact_phone),
    country = coalesce(booking.country, other.country),
    referral = coalesce(booking.referral, other.referral),
    -- Consent stays valid only for the address that it was given for.
    news_consent = coalesce(booking.news_consent, case when private.is_same_guest(booking, other)
      and lower(coalesce(booking.contact_email, other.contact_email)) = lower(other.contact_email) then other.news_consent end),
    voucher_number = left(nullif(concat_ws(', ', booking.voucher_number, nullif(other.voucher_number, booking.voucher_number)), ''), 200),
    tags = joined
  where id = booking.id;
  select private.contact_fields(b) || jsonb_build_object('tags', b.tags) into new_contact from public.bookings as b where id = booking.id;
  -- Without the names, which would list the guests of the other party as changed.
  perform private.log_booking_change(actor, booking.id, 'merge_bookings', facts || jsonb_build_object('contact', private.changed_facts(old_contact, new_contact) - 'names'),
    jsonb_build_object('other', other.reference, 'contact', nullif(private.changed_facts(new_contact, old_contact) - 'names', '{}')));
  perform private.log_booking_change(actor, other.id, 'merge_bookings', other_facts, jsonb_build_object('other', booking.reference));
  perform private.enqueue_booking_changed_mail(booking.id, old_snapshot);
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
  going constant uuid[] := array(select distinct value::uuid from jsonb_array_elements_text(input -> 'guests') as value);
  contact constant jsonb := input -> 'contact';
  token constant text := private.generate_token();
  tour constant uuid := (select tour_id from public.departures where id = booking.departure_id);
  problem jsonb;
  price bigint;
  new_booking public.bookings;
begin
  perform private.check_contact(contact);
  if going = '{}' or not going <@ active_ids or going @> active_ids then return '{"status": "invalid"}'; end if;
  select coalesce(private.party_problem(tour, coalesce(jsonb_agg(ticket) filter (where (ticket ->> 'id')::uuid = any (going)), '[]')),
    private.party_problem(tour, coalesce(jsonb_agg(ticket) filter (where (ticket ->> 'id')::uuid <> all (going)), '[]')))
  into problem from jsonb_array_elements(private.booking_tickets(booking.id)) as ticket;
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
  price := price - coalesce((select round((booking.price_snapshot #>> '{discount,amount}')::numeric * price / nullif(sum(amount), 0))
    from public.guests where booking_id = booking.id and not is_cancelled), 0);
  -- Capped last, as the agreed total may be less than the sum of the tickets.
  price := greatest(least(price, booking.total_amount), 0);
  insert into public.bookings (company_id, departure_id, reference, status, source, contact_name, contact_email, contact_phone, country,
    locale, note, organisation_id, referral, tags, access_token_hash, currency, policy_snapshot)
  values (booking.company_id, booking.departure_id, private.generate_reference(booking.company_id), booking.status, booking.source,
    coalesce(private.parse_text_field(contact, 'name', 200), booking.contact_name),
    case when contact is null then booking.contact_email else private.parse_email_field(contact) end,
    case when contact is null then booking.contact_phone else private.parse_text_field(contact, 'phone', 50) end,
    coalesce(contact ->> 'country', booking.country), coalesce((contact ->> 'locale')::public.locale, booking.locale), booking.note,
    -- A voucher number is valid once and stays with the original booking.
    booking.organisation_id, booking.referral, booking.tags, encode(sha256(convert_to(token, 'UTF8')), 'hex'), booking.currency, booking.policy_snapshot)
  returning * into new_booking;
  perform private.copy_buyer(booking.id, new_booking.id);
  update public.guests set booking_id = new_booking.id where id = any (going);
  perform private.copy_referral(booking.id, new_booking.id);
  perform private.reprice(new_booking.id, price);
  perform private.reprice(booking.id, -price, true);
  update public.bookings set reason = 'split' where id = booking.id;
  -- What was paid beyond the price of the remaining guests moves.
  perform private.transfer_payments(actor, booking, new_booking, least(price, private.paid_amount(booking.id) - (booking.total_amount - price)));
  perform private.log_booking_change(actor, booking.id, 'split_booking', facts, jsonb_build_object('other', new_booking.reference));
  perform private.log_booking_change(actor, new_booking.id, 'split_booking', '{}', jsonb_strip_nulls(jsonb_build_object('other', booking.reference, 'override', input ->> 'override')));
  perform private.enqueue_booking_changed_mail(booking.id, old_snapshot);
  perform private.enqueue_booking_status_mail(new_booking.id);
  return private.booking_response(booking.id, jsonb_build_object('new_booking_id', new_booking.id, 'new_reference', new_booking.reference, 'token', token));
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
    or exists (select from jsonb_array_elements(names) as entry
      where not exists (select from public.guests where id = (entry ->> 'guest_id')::uuid and booking_id = booking.id)) then
    return '{"status": "invalid"}';
  end if;
  update public.bookings
  set contact_name = case when contact ? 'name' then private.parse_text_field(contact, 'name', 200) else contact_name end,
    contact_email = case when contact ? 'email' then private.parse_email_field(contact) else contact_email end,
    -- Consent was given for the former address only.
    news_consent = case when contact ? 'email' and lower(private.parse_email_field(contact)) is distinct from lower(contact_email) then null
      else news_consent end,
    contact_phone = case when contact ? 'phone' then private.parse_text_field(contact, 'phone', 50) else contact_phone end,
    country = case when contact ? 'country' then contact ->> 'country' else country end,
    locale = coalesce((contact ->> 'locale')::public.locale, locale),
    note = case when input ? 'note' then private.parse_text_field(input, 'note', 5000) else note end,
    voucher_number = case when input ? 'voucher_number' then private.parse_text_field(input, 'voucher_number', 200) else voucher_number end
  where id = booking.id;
  -- Links mailed to the former address are revoked, as it may be somebody else's. The new address gets its own.
  if contact ? 'email' and lower(private.parse_email_field(contact)) is distinct from lower(booking.contact_email) then
    delete from private.guest_links as link where link.booking_id = booking.id and link.purpose = 'guest';
    if actor.is_staff and booking.status in ('CONFIRMED', 'PENDING') and exists (select from private.outbox_messages as mail
      where mail.booking_id = booking.id and mail.state = 'sent' and lower(mail.recipient) = lower(booking.contact_email)) then
      perform private.enqueue_booking_status_mail(booking.id);
    end if;
  end if;
  -- Queued mails go to the new address.
  if private.parse_email_field(contact) is not null then
    update private.outbox_messages as mail set recipient = private.parse_email_field(contact)
    where mail.booking_id = booking.id and mail.template like 'booking-%' and mail.state = 'pending' and mail.recipient <> private.parse_email_field(contact);
  end if;
  update public.guests set name = private.parse_text_field(entry, 'name', 200)
  from jsonb_array_elements(names) as entry where guests.id = (entry ->> 'guest_id')::uuid and guests.booking_id = booking.id;
  if names <> '[]' then
    -- Changed names raise the version, too, if the update above has not.
    update public.bookings set version = booking.version + 1 where id = booking.id and version = booking.version;
  end if;
  select private.contact_fields(b) into new_contact from public.bookings as b where id = booking.id;
  perform private.log_booking_change(actor, booking.id, 'edit_booking', facts || jsonb_build_object('contact', private.changed_facts(old_contact, new_contact)),
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
    select distinct tag from unnest(booking.tags || adding) as tag where lower(tag) not in (select lower(removed) from unnest(removing) as removed) order by tag);
begin
  if adding = '{}' and removing = '{}' or cardinality(new_tags) > 20 then return '{"status": "invalid"}'; end if;
  if new_tags <> booking.tags then
    update public.bookings set tags = new_tags where id = booking.id;
    perform private.log_booking_change(actor, booking.id, 'tag_booking', private.booking_facts(booking) || jsonb_build_object('tags', booking.tags),
      jsonb_build_object('tags', new_tags));
  end if;
  return private.booking_response(booking.id, jsonb_build_object('tags', new_tags));
end
$$;
comment on function private.tag_booking is
  'Adds and removes tags of a booking: {"add"?: […], "remove"?: […]}; at most twenty in all.';

create function private.can_assign_partner(actor private.booking_actor, company uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not actor.is_staff
    or private.may('assign_partner', company, actor.person)
$$;
comment on function private.can_assign_partner is
  'Returns whether an actor may set a booking''s partner. Staff need the permission in their own right, as a person '
  'acting for the company may belong to the partner that earns from it. For guests and partners their RPC sets it.';

create function private.assign_partner(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  partner constant uuid := (input ->> 'organisation_id')::uuid;
  facts constant jsonb := private.booking_facts(booking) || jsonb_build_object('partner', (select name from public.organisations where id = booking.organisation_id));
begin
  if not input ? 'organisation_id' then return '{"status": "invalid"}'; end if;
  if not private.can_assign_partner(actor, booking.company_id) then return '{"status": "not_permitted"}'; end if;
  if partner is not null and not private.is_partner(partner, booking.company_id) then return '{"status": "wrong_partner"}'; end if;
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

create function private.parse_tags(input jsonb) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  tags constant text[] := array(select private.visible_text(value) from jsonb_array_elements_text(coalesce(input, '[]')) as value);
begin
  if exists (select from unnest(tags) as tag where tag is null or length(tag) not between 1 and 40) then
    raise data_exception using message = 'a tag must have 1 to 40 characters';
  end if;
  return tags;
end
$$;
comment on function private.parse_tags is
  'Returns tags without white space around them. Raises data_exception for an invalid tag.';

create function private.contact_fields(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('name', booking.contact_name, 'email', booking.contact_email, 'phone', booking.contact_phone,
      'country', booking.country, 'locale', booking.locale, 'note', booking.note, 'voucher_number', booking.voucher_number,
      'names', (select coalesce(jsonb_object_agg(id, name), '{}') from public.guests where booking_id = booking.id and name is not null)));
end
$$;
comment on function private.contact_fields is 'Returns the fields of a booking that people type.';

-- Execution of actions ----------------------------------------------------------------------------

create function private.allowed_statuses(act text) returns public.booking_status[]
language sql stable parallel safe
return case act
  when 'extend_booking' then array['ON_HOLD', 'EXPIRED']::public.booking_status[]
  when 'confirm_booking' then array['ON_HOLD', 'EXPIRED', 'PENDING']::public.booking_status[]
  when 'change_party' then array['ON_HOLD', 'PENDING', 'CONFIRMED']::public.booking_status[]
  when 'move_booking' then array['ON_HOLD', 'PENDING', 'CONFIRMED']::public.booking_status[]
  when 'cancel_booking' then array['CONFIRMED']::public.booking_status[]
  when 'resend_booking' then array['ON_HOLD', 'PENDING', 'CONFIRMED']::public.booking_status[]
  when 'redeem_code' then array['ON_HOLD', 'PENDING', 'CONFIRMED']::public.booking_status[]
  when 'release_hold' then array['ON_HOLD']::public.booking_status[]
  when 'reject_booking' then array['PENDING']::public.booking_status[]
  when 'restore_booking' then array['CANCELLED', 'REJECTED', 'EXPIRED']::public.booking_status[]
  when 'mark_no_show' then array['CONFIRMED']::public.booking_status[]
  when 'mark_attended' then array['CONFIRMED']::public.booking_status[]
  when 'merge_bookings' then array['CONFIRMED', 'PENDING']::public.booking_status[]
  when 'split_booking' then array['CONFIRMED', 'PENDING']::public.booking_status[]
  else enum_range(null::public.booking_status)
end;
comment on function private.allowed_statuses is 'Returns the booking statuses in which an action is allowed.';

create function private.apply_booking_action(actor private.booking_actor, act text, args jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  input constant jsonb := coalesce(args -> 'change', '{}');
  stored public.bookings;
begin
  if jsonb_typeof(input) <> 'object' then return '{"status": "invalid"}'; end if;
  perform private.lock_bookings(
    array_remove(array[(args ->> 'booking')::uuid, case when act = 'merge_bookings' then (input ->> 'other')::uuid end], null),
    array_remove(array[case when act = 'move_booking' then (input ->> 'departure_id')::uuid end], null));
  select * into stored from public.bookings where id = (args ->> 'booking')::uuid;
  if private.booking_state(stored) <> all (private.allowed_statuses(act)) then
    return jsonb_build_object('status', 'wrong_state', 'state', private.booking_state(stored));
  end if;
  return case act
    when 'extend_booking' then private.extend_booking(actor, stored, input)
    when 'confirm_booking' then private.confirm_booking(actor, stored, input)
    when 'change_party' then private.change_party(actor, stored, input)
    when 'move_booking' then private.move_booking(actor, stored, input)
    when 'cancel_booking' then private.cancel_booking(actor, stored, input)
    when 'release_hold' then private.release_hold(actor, stored, input)
    when 'reject_booking' then private.reject_booking(actor, stored, input)
    when 'restore_booking' then private.restore_booking(actor, stored, input)
    when 'decide_refund' then private.decide_refund(actor, stored, input)
    when 'record_payment' then private.record_payment(actor, stored, input)
    when 'record_refund' then private.record_refund(actor, stored, input)
    when 'retry_refund' then private.retry_refund(actor, stored, input)
    when 'issue_invoice' then private.issue_invoice(actor, stored, input)
    when 'mark_no_show' then private.mark_no_show(actor, stored, input)
    when 'mark_attended' then private.mark_attended(actor, stored, input)
    when 'merge_bookings' then private.merge_bookings(actor, stored, input)
    when 'split_booking' then private.split_booking(actor, stored, input)
    when 'edit_booking' then private.edit_booking(actor, stored, input)
    when 'tag_booking' then private.tag_booking(actor, stored, input)
    when 'assign_partner' then private.assign_partner(actor, stored, input)
    when 'redeem_code' then private.redeem_code(actor, stored, input)
    when 'resend_booking' then private.resend_booking(actor, stored, input)
  end;
end
$$;
comment on function private.apply_booking_action is
  'Locks a booking and everything that the action needs, checks the status '
  'and runs the action. Returns its response, wrong_state or invalid.';

create function private.execute_booking_action(actor private.booking_actor, act text, args jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  result jsonb;
  is_preview constant boolean := coalesce(((case act when 'hold_booking' then args -> 'booking' else args -> 'change' end) ->> 'preview')::boolean, false);
  refused text;
begin
  perform set_config('muster.no_mail', case when coalesce(args #>> '{booking,mail}', args #>> '{change,mail}') = 'false' then 'on' else '' end, true);
  begin
    result := case act when 'hold_booking' then private.hold_booking(actor, args) else private.apply_booking_action(actor, act, args) end;
    if is_preview and result ->> 'status' = 'ok' then raise exception using errcode = 'MU003', message = 'the preview is rolled back'; end if;
    return result;
  exception
    when sqlstate 'MU002' then
      get stacked diagnostics refused = pg_exception_detail;
      return refused::jsonb;
    when sqlstate 'MU003' then return (result || '{"preview": true}') - 'token';
    when data_exception then return '{"status": "invalid"}';
  end;
end
$$;
comment on function private.execute_booking_action is
  'Runs a booking action, or with "preview": true rolls it back and returns its response. "mail": false suppresses '
  'automatic mails to the guest. Malformed arguments return invalid.';

create function private.execute_office_request(request uuid, act text, args jsonb) returns jsonb
-- One cached plan per connection, as in the pull.
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  actor constant private.booking_actor := ((select auth.uid()), true, request);
  company uuid;
  is_in_own_right boolean;
  result jsonb;
begin
  if actor.person is null or not exists (select from public.users where id = actor.person) then return '{"status": "signed_out"}'; end if;
  if request is null or args is null or octet_length(args::text) > 65536 then return '{"status": "invalid"}'; end if;
  company := case act
    when 'hold_booking' then (select d.company_id from public.departures as d where d.id = (args ->> 'departure')::uuid)
    else (select b.company_id from public.bookings as b where b.id = (args ->> 'booking')::uuid) end;
  if company is null then return '{"status": "not_found"}'; end if;
  if not private.may(act, company) then
    -- Bookings that the caller may not see are reported as not found.
    return case when private.sees_whole_company(private.subject(actor.person, 'read_booking'), company) then '{"status": "not_permitted"}'::jsonb else '{"status": "not_found"}' end;
  end if;
  if (select p.decides_commission from private.rpc_permissions as p where p.name = act) and private.earns_commission_on_booking(actor.person, (args ->> 'booking')::uuid) then
    return '{"status": "earns_commission"}';
  end if;
  is_in_own_right := private.acting_company(actor.person, act) is distinct from company or private.can('MANAGE_BOOKINGS_ACCESS', company);
  -- Mails contain the guest's link, so an acting partner must not redirect them to another address. It may only give
  -- one to a hold or request without an address when it confirms it.
  if not is_in_own_right and exists (
    select from public.bookings as b
    where b.id = (args ->> 'booking')::uuid and args #> '{change,contact}' ? 'email'
      and (b.contact_email is not null or act = 'edit_booking')
      and lower(private.parse_email_field(args #> '{change,contact}')) is distinct from lower(b.contact_email)) then
    return '{"status": "not_permitted"}';
  end if;
  result := private.find_idempotent_response(request, actor.person, act, args);
  if result is not null then return result; end if;
  result := private.execute_booking_action(actor, act, args);
  -- A guest's link outlives acting for the company.
  if not is_in_own_right then result := result - 'token'; end if;
  if result ->> 'status' = 'ok' and not result ? 'preview' then
    perform private.store_idempotent_response(request, actor.person, act, args, result);
  end if;
  return result;
end
$$;
comment on function private.execute_office_request is
  'Runs a booking action of the office: checks permissions, the company and idempotency. Returns the action''s '
  'response, signed_out, not_found, not_permitted, earns_commission, id_reused or invalid.';

create function private.expire_hold(booking uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.bookings;
  facts jsonb;
begin
  select * into stored from public.bookings as b where b.id = booking for update;
  if stored.status is distinct from 'ON_HOLD' or stored.expires_at > clock_timestamp() then return; end if;
  facts := private.booking_facts(stored) || '{"state": "ON_HOLD"}';
  update public.bookings set status = 'EXPIRED', reason = 'hold_expired' where id = booking;
  perform private.log_booking_change((null, false, null), booking, 'release_hold', facts);
end
$$;
comment on function private.expire_hold is 'Marks a hold past its time as expired.';

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
    where b.status = 'ON_HOLD' and b.expires_at <= clock_timestamp() and not private.has_failed_today('expire_hold', b.id)
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
  delete from private.idempotency_keys where id in (
    select id from private.idempotency_keys where created_at < now() - private.retention_period('idempotency_keys') order by created_at limit row_limit);
  delete from private.guest_links where token_hash in (
    select token_hash from private.guest_links where expires_at < now() order by expires_at limit row_limit);
  delete from private.rate_limit_buckets where key in (
    select key from private.rate_limit_buckets where counted_at < now() - private.retention_period('rate_limit_buckets') order by counted_at limit row_limit for update skip locked);
  delete from private.guest_holds where (token_hash, departure_id, address) in (
    select token_hash, departure_id, address from private.guest_holds where held_at < now() - private.retention_period('guest_holds') order by held_at limit row_limit for update skip locked);
  delete from private.watched_bookings where booking_id in (
    select booking_id from private.watched_bookings where looked_at < now() - private.retention_period('watched_bookings') order by looked_at limit row_limit for update skip locked);
end
$$;
comment on function private.tidy_bookings is
  'Expires holds and deletes old rows (idempotency keys, expired links, rate limit buckets, guest holds, watched '
  'bookings) in small batches, at each run of the jobs.';

-- Office RPCs, one per action. Arguments: see the private function. Refusals: src/data/bookings/action-schemas.ts. ---

create function public.hold_booking(request uuid, departure uuid, booking jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'hold_booking', jsonb_build_object('departure', departure, 'booking', booking));
end
$$;
comment on function public.hold_booking is 'Reserves seats: a hold, or a booking at once. Idempotent by request id.';

create function public.extend_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'extend_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.extend_booking is 'Extends a hold. Idempotent by request id.';

create function public.confirm_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'confirm_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.confirm_booking is 'Confirms a hold or a request. Idempotent by request id.';

create function public.change_party(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'change_party', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.change_party is 'Adds and removes guests. Idempotent by request id.';

create function public.move_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'move_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.move_booking is 'Moves a booking to another departure. Idempotent by request id.';

create function public.cancel_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'cancel_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.cancel_booking is 'Cancels a booking and decides the refund. Idempotent by request id.';

create function public.release_hold(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'release_hold', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.release_hold is 'Releases the seats of a hold. Idempotent by request id.';

create function public.reject_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'reject_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.reject_booking is 'Rejects a booking request. Idempotent by request id.';

create function public.restore_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'restore_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.restore_booking is 'Restores an ended booking. Idempotent by request id.';

create function public.decide_refund(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'decide_refund', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.decide_refund is 'Sets the amount to be refunded. Idempotent by request id.';

create function public.record_payment(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'record_payment', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.record_payment is 'Records a payment. Idempotent by request id.';

create function public.record_refund(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'record_refund', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.record_refund is 'Records a refund that was paid out. Idempotent by request id.';

create function public.mark_no_show(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'mark_no_show', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.mark_no_show is 'Records no-shows in the roll-call. Idempotent by request id.';

create function public.mark_attended(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'mark_attended', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.mark_attended is 'Records in the roll-call that guests attended. Idempotent by request id.';

create function public.merge_bookings(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'merge_bookings', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.merge_bookings is 'Merges two bookings. Idempotent by request id.';

create function public.split_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'split_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.split_booking is 'Splits some guests off into a new booking. Idempotent by request id.';

create function public.edit_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'edit_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.edit_booking is
  'Changes the contact, note and names of a booking. Idempotent by request id.';

create function public.tag_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'tag_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.tag_booking is 'Adds and removes tags of a booking. Idempotent by request id.';

create function public.assign_partner(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'assign_partner', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.assign_partner is 'Sets the partner of a booking. Idempotent by request id.';

create function public.resend_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(request, 'resend_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.resend_booking is 'Sends the mail of a booking''s status again. Idempotent by request id.';

create function public.preview_as_guest(booking uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  company constant uuid := (select b.company_id from public.bookings as b where b.id = booking);
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.sees_whole_company(private.subject((select auth.uid()), 'read_booking'), company) then return '{"status": "not_found"}'; end if;
  -- The guest's page shows who they are, and its link would outlive acting for the company.
  if not private.may('preview_as_guest', company) then return '{"status": "not_permitted"}'; end if;
  return jsonb_build_object('status', 'ok', 'token', private.create_booking_link(booking, 'preview', interval '15 minutes'));
end
$$;
comment on function public.preview_as_guest is
  'Creates a read-only link to a booking''s guest page for fifteen minutes. '
  'Returns {"status": "ok", "token"}, signed_out, not_found or not_permitted.';

grant execute on function public.hold_booking(uuid, uuid, jsonb),
  public.extend_booking(uuid, uuid, jsonb),
  public.confirm_booking(uuid, uuid, jsonb),
  public.change_party(uuid, uuid, jsonb),
  public.move_booking(uuid, uuid, jsonb),
  public.cancel_booking(uuid, uuid, jsonb),
  public.release_hold(uuid, uuid, jsonb),
  public.reject_booking(uuid, uuid, jsonb),
  public.restore_booking(uuid, uuid, jsonb),
  public.decide_refund(uuid, uuid, jsonb),
  public.record_payment(uuid, uuid, jsonb),
  public.record_refund(uuid, uuid, jsonb),
  public.mark_no_show(uuid, uuid, jsonb),
  public.mark_attended(uuid, uuid, jsonb),
  public.merge_bookings(uuid, uuid, jsonb),
  public.split_booking(uuid, uuid, jsonb),
  public.edit_booking(uuid, uuid, jsonb),
  public.tag_booking(uuid, uuid, jsonb),
  public.assign_partner(uuid, uuid, jsonb),
  public.resend_booking(uuid, uuid, jsonb),
  public.preview_as_guest(uuid)
  to authenticated;
