-- Parties: their tickets, companions, prices and guests.

create function private.needs_companion(category public.price_categories, party jsonb) returns boolean
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return category.accompanied_by <> '{}'
    and not exists (
      select from jsonb_array_elements(party) as ticket
      where (ticket ->> 'price_category_id')::uuid = any (category.accompanied_by));
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
    if (ticket ->> 'age')::integer not between coalesce(category.minimum_age, 0) and coalesce(
      category.maximum_age, 150)
    then
      return jsonb_build_object('status', 'wrong_age', 'price_category_id', category.id, 'category_type', category.type,
        'minimum_age', category.minimum_age, 'maximum_age', category.maximum_age);
    end if;
    if private.needs_companion(category, party) then
      return jsonb_build_object(
        'status', 'not_accompanied', 'price_category_id', category.id, 'category_type', category.type);
    end if;
  end loop;
  return null;
end
$$;
comment on function private.party_problem is
  'Returns why a party may not book a tour, or null: tickets {"price_category_id", '
  '"age"?, "is_booked"?, "category_type"?}. Refusals: wrong_category, wrong_age, '
  'not_accompanied. Tickets with "is_booked", which only the engine sets, may keep an inactive category.';

create function private.parse_new_tickets(tickets jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(ticket - 'is_booked' order by ordinal), '[]')
    from jsonb_array_elements(tickets) with ordinality as element (ticket, ordinal));
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

create function private.generate_reference(company uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  candidate text;
begin
  loop
    candidate := private.random_code(6);
    if not exists (select from public.bookings where company_id = company and reference = candidate) then
      return candidate;
    end if;
  end loop;
end
$$;
comment on function private.generate_reference is 'Returns a random booking reference that is unused in the company.';

create function private.ticket_price(departure uuid, category uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (
      select d.amount from public.departure_prices as d
      where d.departure_id = departure and d.price_category_id = category),
    (select general.amount from public.price_categories as general where general.id = category));
end
$$;
comment on function private.ticket_price is
  'Returns the price of a category on a departure in minor units: the departure''s own, or the tour''s.';

create function private.party_price(departure uuid, party jsonb, out total bigint, out categories jsonb)
language plpgsql stable security definer set search_path = ''
as $$
begin
  select coalesce(sum(n * amount), 0),
    jsonb_agg(jsonb_build_object(
      'type', type, 'price_category_id', id, 'amount', amount, 'quantity', n
    ) order by type, amount) into total, categories
  from (
    select category.type, category.id, coalesce(private.ticket_price(departure, category.id), 0) as amount,
      count(*) as n
    from jsonb_array_elements(party) as ticket
    join public.price_categories as category on category.id = (ticket ->> 'price_category_id')::uuid
    group by 1, 2, 3) as kinds;
end
$$;
comment on function private.party_price is
  'Returns the total and the price_snapshot''s categories of a party on a departure, as private.reprice computes them.';

create function private.make_guests(booking public.bookings, party jsonb) returns table (
  id uuid,
  company_id uuid,
  departure_id uuid,
  booking_id uuid,
  price_category_id uuid,
  category_type public.price_category_type,
  name text,
  amount bigint,
  ticket_code text
)
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  last_ordinal constant integer := private.last_guest_ordinal(booking.id);
begin
  return query
  select
    private.guest_id(booking.id, last_ordinal + ordinal::integer),
    booking.company_id,
    booking.departure_id,
    booking.id,
    category.id,
    category.type,
    private.parse_text_field(ticket, 'name', 200),
    private.ticket_price(booking.departure_id, category.id),
    private.random_code(12)
  from jsonb_array_elements(party) with ordinality as element (ticket, ordinal)
  join public.price_categories as category on category.id = (ticket ->> 'price_category_id')::uuid
  order by ordinal;
end
$$;
comment on function private.make_guests is 'Returns rows of new guests, with new ticket codes and present prices.';

create function private.add_guests(booking public.bookings, party jsonb) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  new_ids uuid[];
begin
  with added as (
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
    select * from private.make_guests(booking, party)
    returning id)
  select array_agg(id) into new_ids
  from added;
  return new_ids;
end
$$;
comment on function private.add_guests is 'Inserts the guests of a party into an existing booking. Returns their ids.';

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
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', id, 'price_category_id', price_category_id, 'is_booked', true)), '[]')
    from public.guests
    where booking_id = booking and not is_cancelled);
end
$$;
comment on function private.booking_tickets is 'Returns a booking''s party in the form of private.party_problem.';

create function private.is_same_guest(one public.bookings, other public.bookings) returns boolean
language sql immutable parallel safe
return coalesce(
  nullif(private.comparable_text((one).contact_email), '') = private.comparable_text((other).contact_email), false)
  or coalesce(
    nullif(
      regexp_replace((one).contact_phone, '[^0-9]', '', 'g'), ''
    ) = regexp_replace((other).contact_phone, '[^0-9]', '', 'g'),
    false)
  or coalesce(
    nullif(private.comparable_text((one).contact_name), '') = private.comparable_text((other).contact_name), false);
comment on function private.is_same_guest is
  'Returns whether two bookings seem to be one guest''s, by email address, phone number or name.';
