-- Guest pages: operators, partner pages and a guest's booking. Called without signing in. ADR 034
-- Guests write bookings only through booking actions, and no table is open to them.

create function private.guest_company(slug text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select c.id from private.company_slugs as slug_row
    join public.companies as c on c.id = slug_row.company_id
    where slug_row.slug = lower(guest_company.slug) and c.is_active and c.has_active_subscription
      and c.closes_at is null);
end
$$;
comment on function private.guest_company is
  'Returns the operator with this current or former slug if it takes bookings, else null.';

create function private.guest_organisation(slug text) returns uuid
language sql stable security definer set search_path = ''
as $$ select o.organisation_id from private.organisation_slugs as o where o.slug = lower(guest_organisation.slug) $$;
comment on function private.guest_organisation is 'Returns the organisation with this current or former slug, or null.';

create table private.partner_pages (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  organisation_id uuid not null references public.organisations (id) on delete cascade
);
comment on table private.partner_pages is
  'The partner on whose page a guest booked, shown on the booking. Commission is decided elsewhere.';
create index partner_pages_organisation_id_idx on private.partner_pages (organisation_id);
alter table private.partner_pages enable row level security, force row level security;

create function private.active_partner(organisation text, company uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if organisation is null then return null; end if;
  return (
    select named.id from (select private.guest_organisation(organisation) as id) as named
    where private.is_partner(named.id, company));
end
$$;
comment on function private.active_partner is
  'Returns the partner with this slug if it currently sends guests to the operator, else null.';

create function private.guest_texts(tour uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_object_agg(t.locale, to_jsonb(t) - array['tour_id', 'locale']), '{}')
    from public.tour_translations as t where t.tour_id = tour and t.title <> '');
end
$$;
comment on function private.guest_texts is 'Returns the texts of a tour by locale.';

create function private.bookable_departures(tour uuid, until timestamptz) returns setof public.departures
language sql stable
begin atomic
  select d.*
  from public.departures as d join public.tours as t on t.id = d.tour_id
  where d.tour_id = tour and t.status = 'live' and d.status = 'scheduled' and not d.is_closed and d.capacity > 0
    and d.starts_at > now() + make_interval(mins => t.booking_cut_off_minutes) and d.starts_at < until;
end;
comment on function private.bookable_departures is
  'Returns a tour''s departures before a moment that are open for guests by status and booking cut-off, full ones '
  'included.';

create function private.current_hold(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('departure', b.departure_id, 'seats', private.booking_seats(b.id))
    from public.bookings as b
    where token is not null and b.access_token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
      and private.booking_state(b) = 'ON_HOLD');
end
$$;
comment on function private.current_hold is
  'Returns the departure and seats that a guest''s token holds, or null. Those seats count as free for the same guest.';

-- Without sequential scans, as in private.paid_amount.
create function private.search_tours(search text) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
declare
  -- The indexes are not partitioned by company.
  no_company constant uuid := '00000000-0000-0000-0000-000000000000';
  matching_tours uuid[];
  word text;
begin
  -- At most eight distinct words, as each is looked up in two indexes.
  foreach word in array array(
    select distinct on (length(term), term) term from unnest(private.search_words(coalesce(search, ''))) as term
    -- Trigrams do not cover single letters.
    where length(term) > 1 order by length(term) desc, term limit 8)
  loop
    -- Two letters are a trigram only with the space before a word: they match the beginnings of words.
    if length(word) < 3 then word := ' ' || word; end if;
    matching_tours := array(
      select found.id
      from (
        select text.tour_id as id from public.tour_translations as text
        where private.search_tokens(
          no_company, private.search_text(text.title, text.meeting_point)) @> private.search_tokens(no_company, word)
          and private.search_text(text.title, text.meeting_point) like '%' || word || '%'
        union
        select t.id
        from public.companies as c join public.tours as t on t.company_id = c.id
        where private.search_tokens(
          no_company, private.search_text(c.name, c.time_zone)) @> private.search_tokens(no_company, word)
          and private.search_text(c.name, c.time_zone) like '%' || word || '%') as found
      where matching_tours is null or found.id = any (matching_tours));
  end loop;
  return matching_tours;
end
$$;
comment on function private.search_tours is
  'Returns the tours that match every word of a search in their titles or meeting points (any locale) or in the '
  'operator''s name or time zone. Null if the search has no words.';

create function private.search_horizon(day date) returns timestamptz
language sql stable parallel safe
-- A day ends last in UTC-12.
return coalesce((day + 1)::timestamp at time zone 'UTC' + interval '12 hours', now() + interval '1 year');
comment on function private.search_horizon is
  'Returns the end of the period that the directory searches: the end of the given day in the last time zone, or one '
  'year from now.';

create function public.guest_read_site(after text default '') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  row_limit constant integer := 500;
  refused constant jsonb := private.consume_guest_rate_limit();
  operators jsonb;
begin
  if refused is not null then return refused; end if;
  select coalesce(jsonb_agg(
    jsonb_build_object('slug', page.slug, 'tours', page.tours) order by page.slug), '[]') into operators
  from (
    select c.slug, operator_tours.tours from public.companies as c
    cross join lateral (
      select jsonb_agg(t.slug order by t.slug) as tours from public.tours as t
      where t.company_id = c.id and t.status = 'live'
        and exists (select from public.price_categories as p where p.tour_id = t.id and p.is_active)
        and exists (select from public.tour_translations as text where text.tour_id = t.id and text.title <> '')
    ) as operator_tours
    where c.is_active and c.has_active_subscription and c.closes_at is null
      and operator_tours.tours is not null and c.slug > coalesce(after, '')
    order by c.slug limit row_limit) as page;
  return jsonb_build_object(
    'status', 'ok',
    'operators', operators,
    'has_more', jsonb_array_length(operators) = row_limit,
    'partners', case
      when coalesce(after, '') = '' then
        (
          select coalesce(jsonb_agg(o.slug order by o.slug), '[]') from public.organisations as o
          where o.is_active
            and exists (
              select from public.organisation_companies as agreement
              join public.companies as c on c.id = agreement.company_id
              where agreement.organisation_id = o.id and agreement.status = 'active' and c.is_active
                and c.has_active_subscription and c.closes_at is null))
      else '[]'
    end);
end
$$;
comment on function public.guest_read_site is
  'Returns the entries of the sitemap: up to 500 operators with their live tours, by slug after `after`. The first '
  'page also lists the partners with a page. `has_more` says whether others follow.';

create function private.guest_booking(
  token text, purposes private.link_purpose[] default '{guest}'
) returns public.bookings
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Both lookups always run, so that the response time does not reveal which one matched.
  linked constant uuid := private.find_linked_booking(token, purposes);
  booking_row public.bookings;
begin
  select b.* into booking_row from public.bookings as b join public.companies as c on c.id = b.company_id
  where b.id = coalesce((select booking.id from public.bookings as booking
      where booking.access_token_hash = encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex')), linked)
    and c.is_active;
  return booking_row;
end
$$;
comment on function private.guest_booking is
  'Returns the booking whose first link, or a later link with one of the purposes, has this token. Nulls if there is '
  'none or its operator is inactive.';

create function private.lock_guest_booking(
  token text, target uuid default null, purposes private.link_purpose[] default '{guest}'
) returns public.bookings
language plpgsql volatile security definer set search_path = ''
as $$
declare
  booking_row public.bookings;
  locked public.bookings;
begin
  loop
    booking_row := private.guest_booking(token, purposes);
    exit when booking_row.id is null;
    -- The subtransaction releases its locks when the token now leads to another booking, which keeps the lock order.
    begin
      perform private.lock_bookings(array[booking_row.id],
        array(select d.id from public.departures as d where d.id = target and d.company_id = booking_row.company_id));
      locked := private.guest_booking(token, purposes);
      exit when locked.id is not distinct from booking_row.id;
      raise exception using errcode = 'MU001', message = 'the token now belongs to another booking';
    exception
      when sqlstate 'MU001' then null;
    end;
  end loop;
  return locked;
end
$$;
comment on function private.lock_guest_booking is
  'Locks the booking behind a token, its departure and the target departure of a move, and returns the booking as it '
  'is under the lock; nulls if there is none. Every guest action calls it first and checks its rules afterwards.';

create function private.free_cancellation_until(booking public.bookings) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select d.starts_at - make_interval(hours => coalesce((
      booking.policy_snapshot ->> 'cancellation_cut_off_hours')::integer, 24))
    from public.departures as d
    where d.id = booking.departure_id);
end
$$;
comment on function private.free_cancellation_until is
  'Returns until when a guest may move or cancel free of charge, by the policy at the time of booking.';

create function private.may_be_late(state public.booking_status, departure public.departures) returns boolean
language sql stable parallel safe
return state = 'CONFIRMED' and (departure).status <> 'cancelled'
  and now() between (departure).starts_at - interval '3 hours' and (departure).ends_at;
comment on function private.may_be_late is
  'Returns whether a guest may report a delay: on a confirmed booking, from three hours before the start until the '
  'end.';

create function private.may_move(booking public.bookings) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((booking.policy_snapshot ->> 'guests_may_move')::boolean,
    (select guests_may_move from public.companies where id = booking.company_id));
end
$$;
comment on function private.may_move is
  'Returns whether a guest may move a booking without the office, by the policy at the time of booking.';

create function private.calendar_sequence(booking public.bookings) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Sums over every departure it was on, so that the number also grows when it moves to one with fewer changes.
  return (select count(*) from public.audit_events as e where e.subject_id = booking.id) + (
    select coalesce(sum(d.version), 0) from public.departures as d
    where d.id = any (booking.moved_from || booking.departure_id));
end
$$;
comment on function private.calendar_sequence is
  'Returns the iCalendar SEQUENCE of a booking: it grows with every change of the booking or its departure.';

create function private.guest_money(money jsonb) returns jsonb
language sql immutable parallel safe
return case
  when money -> 'on_account' = '0' then money - 'on_account'
  else (money - 'on_account')
    || jsonb_build_object(
      'total', (money ->> 'total')::bigint - (money ->> 'on_account')::bigint,
      'balance', (money ->> 'balance')::bigint - (money ->> 'on_account')::bigint,
      'retained', greatest((money ->> 'retained')::bigint - (money ->> 'on_account')::bigint, 0))
end;
comment on function private.guest_money is
  'Returns a booking''s amounts as its guest sees them: without what a partner pays on account.';

create function private.guest_refund_json(result jsonb) returns jsonb
language sql immutable parallel safe
return case
  when result -> 'refund' <> 'null' then
    jsonb_build_object('refund', (result ->> 'refund')::bigint + coalesce((result ->> 'on_account')::bigint, 0))
  else '{}'
end;
comment on function private.guest_refund_json is
  'Returns the part of a refund that the guest gets. The other part is credited to a partner''s account, and is '
  'negative in `on_account`.';

create function public.guest_read_link_operator(token text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
  stored constant public.bookings := private.guest_booking(token, '{guest,preview,payment}');
  -- Always looked up, so that the response time reveals nothing.
  unsubscribe_company constant uuid := (select link.company_id from private.unsubscribe_links as link
    where link.token_hash = encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex'));
  response jsonb;
begin
  if refused is not null then return refused; end if;
  select jsonb_build_object(
    'status', 'ok',
    'operator', jsonb_build_object('name', c.name, 'phone', c.contact_phone, 'email', c.contact_email),
    'embed_origins', to_jsonb(c.embed_origins || coalesce(o.embed_origins, '{}'))) into response
  from public.companies as c
  left join public.organisations as o on o.id = stored.organisation_id and private.is_partner(o.id, c.id)
  where c.id = coalesce(stored.company_id, unsubscribe_company) and c.is_active;
  return coalesce(response, '{"status": "not_found"}');
end
$$;
comment on function public.guest_read_link_operator is
  'Returns the operator behind a booking or unsubscribe link: its public contact and the sites that may embed its '
  'page. not_found is the same for a wrong, a foreign and a missing token.';

create function private.is_same_party(booking uuid, party jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select array_agg(price_category_id order by price_category_id)
    from public.guests
    where booking_id = booking and not is_cancelled)
    is not distinct from (
      select array_agg((ticket ->> 'price_category_id')::uuid order by (ticket ->> 'price_category_id')::uuid)
      from jsonb_array_elements(party) as ticket);
end
$$;
comment on function private.is_same_party is 'Returns whether a booking has exactly these price categories.';

create function private.lacks_names(booking public.bookings, names jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.departures as d join public.tours as t on t.id = d.tour_id
    join public.guests as g on g.booking_id = booking.id and not g.is_cancelled
    left join lateral (
      select sent.value ->> 'name' as name
      from jsonb_array_elements(case when jsonb_typeof(names) = 'array' then names else '[]' end) as sent
      where sent.value ->> 'guest_id' = g.id::text limit 1) as sent_name
      on true
    where d.id = booking.departure_id and t.asks_names
      and coalesce(private.visible_text(coalesce(sent_name.name, g.name)), '') = '');
end
$$;
comment on function private.lacks_names is
  'Returns whether a guest of a booking would have no name, with the names sent now, on a tour that requires all '
  'names.';

create function private.has_own_prices(departures uuid[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.departure_prices where departure_id = any (departures));
end
$$;
comment on function private.has_own_prices is
  'Returns whether one of the departures has prices that differ from its tour''s.';

grant execute on function public.guest_read_site(text), public.guest_read_link_operator(text) to anon, authenticated;
