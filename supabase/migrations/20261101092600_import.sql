-- Import of bookings and tours from files. ADR 041

create type private.import_outcome as enum ('new', 'changed', 'same', 'invalid', 'no_departure', 'departure_cancelled', 'closed', 'sold_out',
  'wrong_category', 'wrong_age', 'not_accompanied', 'party_too_small', 'checked_in', 'wrong_state', 'paid_less', 'stale', 'undecided', 'not_found', 'earns_commission');
comment on type private.import_outcome is 'Outcome of an imported row; the enum in src/domain/import/rows.ts.';

create table private.imported_bookings (
  company_id uuid not null references public.companies (id) on delete cascade,
  key_hash bytea not null check (octet_length(key_hash) = 32),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  fingerprint jsonb check (octet_length(fingerprint::text) <= 1000),
  primary key (company_id, key_hash)
);
comment on table private.imported_bookings is
  'Maps rows of imported files to bookings, to recognise them when the file is imported again.';
comment on column private.imported_bookings.key_hash is
  'SHA-256 of the company and the row''s key: its reference, or what else identifies it. Contains no personal data.';
comment on column private.imported_bookings.fingerprint is
  'Each part of the row as last imported, to find the parts that a file has changed: when (departure id), total, paid '
  'and state as they are; party, contact and note as hashes. Null once the guests are erased: the row is then ignored.';
create index imported_bookings_booking_id_idx on private.imported_bookings (booking_id);
alter table private.imported_bookings enable row level security;
alter table private.imported_bookings force row level security;

create type private.import_row as (key text, fingerprint jsonb, departure_id uuid, party jsonb, contact jsonb, state public.booking_status, note text,
  source public.booking_source, voucher_number text, total bigint, paid bigint, created_at timestamptz);
comment on type private.import_row is
  'A booking in a file. key and fingerprint: as in private.imported_bookings, before hashing the key; party: {price '
  'category: count}; total: the agreed price, null for the list price; paid: minor units received so far.';

create function private.import_key(company uuid, key text) returns bytea
language sql immutable parallel safe
return sha256(convert_to(company || ':' || key, 'UTF8'));
comment on function private.import_key is 'Returns the hash under which a row is stored.';

-- Functions that look up rows by key turn sequential scans off, so that an index is used whatever the planner estimates.
create function private.existing_bookings(company uuid, keys text[]) returns table (key text, booking_id uuid)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
begin
  -- A file's reference is the booking's voucher number or Muster's own reference.
  return query
    select found.key, found.booking_id
    from (
      select requested.key, coalesce(
        (select b.id from public.bookings as b
          where b.company_id = company and b.voucher_number is not null and lower(b.voucher_number) = substr(requested.key, 3)
          order by b.created_at, b.id limit 1),
        (select b.id from public.bookings as b where b.company_id = company and b.reference = upper(substr(requested.key, 3)))) as booking_id
      from unnest(keys) as requested (key)
      where requested.key ~ '^r:'
      offset 0) as found
    where found.booking_id is not null;
end
$$;
comment on function private.existing_bookings is
  'Returns a company''s bookings with the references of rows (keys "r:…", in lower case), made here or imported under '
  'another key. For rows without a row in private.imported_bookings.';

create function private.party_tickets(party jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- 101 guests are enough for private.check_party to refuse the party.
  return (
    select coalesce(jsonb_agg(jsonb_build_object('price_category_id', category.key) order by category.key), '[]')
    from jsonb_each_text(party) as category cross join generate_series(1, least(category.value::integer, 101)));
end
$$;
comment on function private.party_tickets is
  'Returns a row''s party in the booking engine''s form, one ticket per guest.';

create function private.check_import_row(input private.import_row) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(length(input.key) not between 3 and 300, true) or jsonb_typeof(input.fingerprint) is distinct from 'object'
    or jsonb_typeof(input.party) is distinct from 'object' or input.state is null or input.state = 'ON_HOLD'
    or not coalesce(length(private.visible_text(input.contact ->> 'name')) between 1 and 200, false)
    or length(input.contact ->> 'phone') > 50
    or length(input.note) > 5000 or length(input.voucher_number) > 200
    or input.total not between 0 and 1000000000000 or input.paid not between 0 and 1000000000000 then
    raise data_exception using message = 'the imported booking is invalid';
  end if;
  perform private.check_contact(input.contact);
end
$$;
comment on function private.check_import_row is 'Raises data_exception for a row that cannot be stored.';

-- New rows: checked one by one like bookings, inserted together -----------------------------------

create function private.insert_imported_bookings(actor private.booking_actor, company public.companies, rows private.import_row[], ids uuid[], availability jsonb[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  perform set_config('muster.defer_list_update', 'on', true);
  with input as materialized (
    select * from unnest(rows, ids, availability) as r (key, fingerprint, departure_id, party, contact, state, note, source, voucher_number,
      total, paid, created_at, id, availability)
  ), prices as materialized (
    select input.id, category.id as category_id, category.type, input.departure_id, coalesce(departure_price.amount, category.amount) as amount, party.value::integer as n
    from input
    cross join lateral jsonb_each_text(input.party) as party
    join public.price_categories as category on category.id = party.key::uuid
    left join public.departure_prices as departure_price on departure_price.departure_id = input.departure_id and departure_price.price_category_id = category.id
  ), new_bookings as (
    insert into public.bookings (id, company_id, departure_id, reference, status, source, contact_name, contact_email, contact_phone, country, locale,
      note, voucher_number, currency, total_amount, paid_amount, price_snapshot, policy_snapshot, created_at)
    select input.id, company.id, input.departure_id, private.generate_reference(company.id), input.state, coalesce(input.source, 'office'),
      private.parse_text_field(input.contact, 'name', 200), private.parse_email_field(input.contact), private.parse_text_field(input.contact, 'phone', 50),
      input.contact ->> 'country', coalesce((input.contact ->> 'locale')::public.locale, company.default_locale), nullif(private.trim_text(input.note), ''),
      nullif(private.visible_text(input.voucher_number), ''), company.currency, coalesce(input.total, price.total), coalesce(input.paid, 0),
      jsonb_build_object('categories', price.categories), private.cancellation_policy(company, tour.id),
      coalesce(input.created_at, now())
    from input
    join public.departures as departure on departure.id = input.departure_id
    join public.tours as tour on tour.id = departure.tour_id
    cross join lateral (
      select sum(n * amount)::bigint as total, jsonb_agg(jsonb_build_object('type', type, 'price_category_id', category_id, 'amount', amount,
        'quantity', n) order by type, amount) as categories
      from prices where prices.id = input.id
    ) as price
    returning id
  ), new_guests as (
    insert into public.guests (company_id, departure_id, booking_id, price_category_id, category_type, amount, ticket_code)
    select company.id, departure_id, id, category_id, type, amount, private.random_code(12)
    from prices cross join generate_series(1, n)
  )
  insert into private.imported_bookings (company_id, key_hash, booking_id, fingerprint)
  select company.id, private.import_key(company.id, key), id, fingerprint from input;
  perform set_config('muster.defer_list_update', '', true);
  perform private.refresh_booking_list(ids);

  insert into public.audit_events (happened_at, user_id, company_id, action, subject_id, before, after)
  select clock_timestamp(), actor.person, company.id, 'import_booking', b.id, '{}',
    private.changed_facts(private.booking_facts(b), '{}') || jsonb_strip_nulls(imported.availability - 'status')
  from unnest(ids, availability) as imported (id, availability) join public.bookings as b on b.id = imported.id;
end
$$;
comment on function private.insert_imported_bookings is
  'Inserts the bookings of checked rows, with their departures locked, like private.hold_booking and in the row''s '
  'status. The paid amount becomes the opening balance of the ledger (ADR 025).';

-- Changed rows: each changed part is an action of the office --------------------------------------

create function private.raise_unless_ok(result jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
begin
  if result ->> 'status' <> 'ok' then raise exception using errcode = 'MU002', message = 'refused', detail = result::text; end if;
  return result;
end
$$;
comment on function private.raise_unless_ok is
  'Returns an action''s response, or raises MU002 for a refusal, which rolls back the row.';

create function private.update_imported_booking(actor private.booking_actor, booking uuid, input private.import_row, last_fingerprint jsonb, changed_parts text[], override text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.bookings;
  added_guests jsonb;
  removed_guests uuid[];
  paid_since bigint;
begin
  -- A changed row needs the same rights as the actions that it stands for.
  if changed_parts && '{state,when,party,total}' and private.earns_commission_on_booking(actor.person, booking) then
    perform private.raise_unless_ok('{"status": "earns_commission"}');
  end if;
  -- Guests of bookings managed in another system get their mails from there. A refusal rolls back this setting, too.
  perform set_config('muster.no_mail', 'on', true);
  select * into stored from public.bookings where id = booking;
  if 'state' = any (changed_parts) and private.booking_state(stored) <> input.state and private.is_released_status(private.booking_state(stored))
    and not private.is_released_status(input.state) then
    perform private.raise_unless_ok(private.apply_booking_action(actor, 'restore_booking', jsonb_build_object('booking', booking, 'change',
      jsonb_strip_nulls(jsonb_build_object('override', override)))));
  end if;
  if 'when' = any (changed_parts) and stored.departure_id <> input.departure_id then
    perform private.raise_unless_ok(private.apply_booking_action(actor, 'move_booking', jsonb_build_object('booking', booking, 'change',
      jsonb_strip_nulls(jsonb_build_object('departure_id', input.departure_id, 'reason', 'other', 'override', override)))));
  end if;
  if 'party' = any (changed_parts) then
    added_guests := (
      select coalesce(jsonb_agg(jsonb_build_object('price_category_id', requested.key)), '[]')
      from jsonb_each_text(input.party) as requested
      cross join generate_series(1, requested.value::integer - (select count(*)::integer from public.guests
        where booking_id = booking and not is_cancelled and price_category_id = requested.key::uuid)));
    -- Remove guests without a name first, then the latest.
    removed_guests := array(
      select id from (
        select g.id, row_number() over (partition by g.price_category_id order by g.name is null, g.created_at, g.id) as ordinal,
          coalesce((input.party ->> g.price_category_id::text)::integer, 0) as requested
        from public.guests as g where g.booking_id = booking and not g.is_cancelled
      ) as g where ordinal > requested);
    if added_guests <> '[]' or removed_guests <> '{}' then
      perform private.raise_unless_ok(private.apply_booking_action(actor, 'change_party', jsonb_build_object('booking', booking, 'change',
        jsonb_strip_nulls(jsonb_build_object('add', added_guests, 'remove', to_jsonb(removed_guests), 'reason', 'party_changed', 'override', override)))));
    end if;
  end if;
  select * into stored from public.bookings where id = booking;
  if 'total' = any (changed_parts) and input.total is not null and input.total <> stored.total_amount then
    perform private.reprice(booking, input.total - stored.total_amount);
    perform private.log_booking_change(actor, booking, 'import_booking', private.booking_facts(stored));
  end if;
  if changed_parts && '{contact,note}' then
    perform private.raise_unless_ok(private.apply_booking_action(actor, 'edit_booking', jsonb_build_object('booking', booking, 'change',
      jsonb_build_object('version', stored.version)
        || case when 'contact' = any (changed_parts) then jsonb_build_object('contact', input.contact) else '{}' end
        || case when 'note' = any (changed_parts) then jsonb_build_object('note', input.note) else '{}' end)));
  end if;
  if 'paid' = any (changed_parts) then
    -- Compared with the last file, as payments recorded here since are not in it.
    paid_since := coalesce(input.paid, 0) - coalesce((last_fingerprint ->> 'paid')::bigint, 0);
    if paid_since < 0 then perform private.raise_unless_ok('{"status": "paid_less"}'); end if;
    if paid_since > 0 then
      perform private.raise_unless_ok(private.apply_booking_action(actor, 'record_payment', jsonb_build_object('booking', booking, 'change',
        jsonb_build_object('amount', paid_since, 'currency', stored.currency, 'method', 'other'))));
    end if;
  end if;
  select * into stored from public.bookings where id = booking;
  if 'state' = any (changed_parts) and private.booking_state(stored) <> input.state then
    perform private.raise_unless_ok(private.apply_booking_action(actor, case
      when input.state = 'CONFIRMED' then 'confirm_booking'
      when private.is_released_status(input.state) and stored.status = 'PENDING' then 'reject_booking'
      else 'cancel_booking' end, jsonb_build_object('booking', booking, 'change', case
      when private.is_released_status(input.state) and stored.status <> 'PENDING' then '{"reason": "other"}'::jsonb else '{}' end)));
  end if;
  perform set_config('muster.no_mail', '', true);
end
$$;
comment on function private.update_imported_booking is
  'Applies the changed parts of a row to its booking: moves it, changes party, price, contact and note, records '
  'payments, confirms, cancels or restores it. Raises MU002 with the first refusal.';

create function private.refused_outcome(result jsonb) returns jsonb
language sql immutable parallel safe
return case
  when result ->> 'status' = any (enum_range(null::private.import_outcome)::text[])
    then jsonb_strip_nulls(jsonb_build_object('outcome', result ->> 'status', 'left', result -> 'left'))
  else '{"outcome": "invalid"}' end;
comment on function private.refused_outcome is 'Converts an action''s refusal to a row''s outcome.';

create function private.import_known_row(
  actor private.booking_actor, company uuid, input private.import_row, hash bytea, departure_exists boolean, override text
) returns jsonb
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
declare
  stored private.imported_bookings;
  changed_parts text[];
begin
  select * into stored from private.imported_bookings as i where i.company_id = company and i.key_hash = hash;
  if not found then
    -- A booking that exists already is only linked to the row, not changed.
    insert into private.imported_bookings (company_id, key_hash, booking_id, fingerprint)
    select company, hash, k.booking_id, input.fingerprint from private.existing_bookings(company, array[input.key]) as k;
    return case when found then '{"outcome": "same"}'::jsonb end;
  end if;
  changed_parts := array(select key from jsonb_object_keys(input.fingerprint) as key where input.fingerprint -> key is distinct from stored.fingerprint -> key order by key);
  if stored.fingerprint is null or changed_parts = '{}' then return '{"outcome": "same"}'; end if;
  if not departure_exists then return '{"outcome": "no_departure"}'; end if;
  -- Each row has its own request id, which a payment's idempotency key contains.
  perform private.update_imported_booking((actor.person, actor.is_staff, md5(actor.request || input.key)::uuid), stored.booking_id, input, stored.fingerprint, changed_parts, override);
  -- Parts that this file lacks keep their last fingerprint.
  update private.imported_bookings set fingerprint = stored.fingerprint || input.fingerprint where company_id = company and key_hash = hash;
  return '{"outcome": "changed"}';
end
$$;
comment on function private.import_known_row is
  'Imports a row whose booking is known, from an earlier import or by its reference, and returns the outcome; null for a '
  'new row. Raises MU002 with the first refusal.';

create function private.check_new_row(
  actor private.booking_actor, departure public.departures, input private.import_row, party jsonb, seats bigint, seats_of_earlier_rows bigint, override text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from jsonb_object_keys(input.party) as category where not exists (
    select from public.price_categories as c where c.id = category::uuid and c.tour_id = departure.tour_id)) then
    return '{"status": "wrong_category"}';
  end if;
  if private.is_released_status(input.state) then return '{"status": "ok"}'; end if;
  departure.capacity := departure.capacity - seats_of_earlier_rows;
  return private.check_availability(actor, departure, party, seats, override);
end
$$;
comment on function private.check_new_row is
  'Returns private.check_availability for a new row, as if the earlier rows were stored; wrong_category for prices of '
  'another tour. A row in a status without seats is always available.';

create function private.import_rows(actor private.booking_actor, company public.companies, rows private.import_row[], override text) returns jsonb
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
declare
  input private.import_row;
  outcomes jsonb[] := array_fill('{"outcome": "invalid"}'::jsonb, array[cardinality(rows)]);
  hashes constant bytea[] := array(select private.import_key(company.id, r.key) from unnest(rows) with ordinality as r (key, fingerprint, departure_id, party,
    contact, state, note, source, voucher_number, total, paid, created_at, n) order by n);
  ordinal integer;
  party jsonb;
  departure public.departures;
  -- Seats of earlier new rows on the same departure, which are not inserted yet.
  seats_of_earlier_rows bigint := 0;
  seats bigint;
  availability jsonb;
  refusal text;
  new_rows private.import_row[] := '{}';
  new_keys text[] := '{}';
  new_ids uuid[] := '{}';
  new_availability jsonb[] := '{}';
begin
  perform private.lock_bookings(
    array(select i.booking_id from private.imported_bookings as i where i.company_id = company.id and i.key_hash = any (hashes)),
    array(select d.id from public.departures as d where d.company_id = company.id and d.id in (select r.departure_id from unnest(rows) as r)));
  -- Locks the discount codes of all rows at once, by id as
  -- bookings do, since confirming the rows locks them one by one.
  perform from private.codes as c where c.id in (
    select u.code_id from private.imported_bookings as i join private.code_uses as u on u.booking_id = i.booking_id
    where i.company_id = company.id and i.key_hash = any (hashes)) order by c.id for update;
  -- By departure, then in the order of the file.
  for ordinal in select n from unnest(rows) with ordinality as r (key, fingerprint, departure_id, party, contact, state, note, source,
    voucher_number, total, paid, created_at, n) order by r.departure_id, n
  loop
    begin
      input := rows[ordinal];
      perform private.check_import_row(input);
      party := private.party_tickets(input.party);
      perform private.check_party(party);
      if input.departure_id is distinct from departure.id then
        select * into departure from public.departures where id = input.departure_id and company_id = company.id;
        seats_of_earlier_rows := 0;
      end if;
      outcomes[ordinal] := coalesce(
        private.import_known_row(actor, company.id, input, hashes[ordinal], departure.id is not null, override),
        -- A duplicate of an earlier row.
        case when input.key = any (new_keys) then '{"outcome": "same"}'::jsonb when departure.id is null then '{"outcome": "no_departure"}' end);
      continue when outcomes[ordinal] is not null;
      seats := case when private.is_released_status(input.state) then 0 else (
        select sum(n.value::integer * c.seats) from jsonb_each_text(input.party) as n join public.price_categories as c on c.id = n.key::uuid) end;
      availability := private.check_new_row(actor, departure, input, party, seats, seats_of_earlier_rows, override);
      if availability ->> 'status' <> 'ok' then
        outcomes[ordinal] := private.refused_outcome(availability);
        continue;
      end if;
      seats_of_earlier_rows := seats_of_earlier_rows + seats;
      new_rows := new_rows || input;
      new_keys := new_keys || input.key;
      new_ids := new_ids || gen_random_uuid();
      new_availability := new_availability || availability;
      outcomes[ordinal] := '{"outcome": "new"}';
    exception
      when sqlstate 'MU002' then
        get stacked diagnostics refusal = pg_exception_detail;
        outcomes[ordinal] := private.refused_outcome(refusal::jsonb);
      when data_exception or check_violation then outcomes[ordinal] := '{"outcome": "invalid"}';
    end;
  end loop;
  if new_ids <> '{}' then perform private.insert_imported_bookings(actor, company, new_rows, new_ids, new_availability); end if;
  return to_jsonb(outcomes);
end
$$;
comment on function private.import_rows is
  'Imports rows, each with its own outcome, in their order. New rows are '
  'checked as if the earlier ones were stored, and then inserted together.';

create function public.import_bookings(request uuid, company uuid, rows jsonb, override text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant private.booking_actor := ((select auth.uid()), true, request);
  args constant jsonb := jsonb_build_object('company', company, 'rows', rows, 'override', override);
  input private.import_row[];
  result jsonb;
  company_row public.companies;
begin
  if actor.person is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('import_bookings', company) then return '{"status": "not_permitted"}'; end if;
  if request is null or jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 500
    or octet_length(rows::text) > 4000000 or length(override) not between 1 and 1000 then
    return '{"status": "invalid"}';
  end if;
  result := private.find_idempotent_response(request, actor.person, 'import_bookings', args);
  if result is not null then return result; end if;
  begin
    input := array(select jsonb_populate_record(null::private.import_row, value) from jsonb_array_elements(rows));
  exception
    when data_exception then return '{"status": "invalid"}';
  end;
  -- Serialised per company, so that two imports of a file create no duplicates.
  perform pg_advisory_xact_lock(hashtextextended('import_bookings:' || company, 0));
  select * into company_row from public.companies where id = company;
  result := jsonb_build_object('status', 'ok', 'outcomes', private.import_rows(actor, company_row, input, override));
  perform private.store_idempotent_response(request, actor.person, 'import_bookings', args, result);
  return result;
end
$$;
comment on function public.import_bookings is
  'Imports up to 500 bookings of a file: rows as private.import_row. Returns {"status": "ok", "outcomes": '
  '[{"outcome", "left"?}]} in their order, invalid, not_permitted, signed_out or id_reused. Idempotent by request id '
  'and by the keys of the rows. override is a reason to pass what staff may override (ADR 026).';

create function public.find_known_rows(company uuid, keys text[]) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('find_known_rows', company) then return '{"status": "not_permitted"}'; end if;
  if cardinality(keys) is null or cardinality(keys) > 10000 then return '{"status": "invalid"}'; end if;
  -- One query for all rows, as a file may have tens of thousands.
  return (
    with requested as materialized (
      select entry.key, entry.ordinal - 1 as row_index, private.import_key(company, entry.key) as hash from unnest(keys) with ordinality as entry (key, ordinal)
    ), imported as materialized (
      select r.key, r.row_index, i.fingerprint from requested as r join private.imported_bookings as i on i.company_id = find_known_rows.company and i.key_hash = r.hash
    )
    select jsonb_build_object('status', 'ok', 'known', coalesce(jsonb_agg(jsonb_build_array(known.row_index, known.fingerprint) order by known.row_index), '[]'))
    from (
      select i.row_index, i.fingerprint from imported as i
      union all
      select r.row_index, null
      from requested as r
      join private.existing_bookings(company, array(select distinct other.key from requested as other where not exists (select from imported as i where i.row_index = other.row_index))) as existing
        on existing.key = r.key) as known);
end
$$;
comment on function public.find_known_rows is
  'Returns which of up to 10,000 rows, by their keys, are bookings already, imported or with the row''s reference: '
  '[index from 0, last fingerprint or null]. '
  'Returns ok, invalid, not_permitted or signed_out.';

create function public.read_import_targets(company uuid, from_date date, to_date date) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  tour_ids uuid[];
  departure_ids uuid[];
  zone text;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_import_targets', company) then return '{"status": "not_permitted"}'; end if;
  if not private.is_date_range(from_date, to_date, 366) then return '{"status": "invalid"}'; end if;
  zone := (select c.time_zone from public.companies as c where c.id = company);
  tour_ids := array(select t.id from public.tours as t where t.company_id = company order by t.slug, t.id);
  departure_ids := array(select d.id from public.departures as d where d.company_id = company and d.local_date between from_date and to_date);
  return json_build_object(
    'status', 'ok',
    'tours', coalesce((
      select json_agg(json_build_object('id', t.id, 'slug', t.slug, 'tour_status', t.status, 'title', private.localised(t.id, 'title'), 'minimum_party', t.minimum_party,
        'prices', coalesce((
          select json_agg(json_build_object('id', p.id, 'type', p.type, 'amount', p.amount, 'seats', p.seats, 'accompanied_by', p.accompanied_by) order by p.position, p.type, p.id)
          from public.price_categories as p where p.tour_id = t.id and p.is_active), '[]')) order by ordinal)
      from unnest(tour_ids) with ordinality as listed (id, ordinal) join public.tours as t on t.id = listed.id), '[]'),
    'departures', coalesce((
      -- Arrays, which src/data/import.ts reads by position.
      select json_agg(json_build_array(d.id, array_position(tour_ids, d.tour_id) - 1, d.local_date - from_date,
        extract(hour from d.starts_at at time zone zone)::integer * 60 + extract(minute from d.starts_at at time zone zone)::integer,
        d.language, free.seats, case when d.status = 'cancelled' then 2 when d.is_closed then 1 else 0 end)
        order by d.starts_at, d.id)
      from public.departures as d join private.free_seats(departure_ids) as free on free.departure_id = d.id
      where d.company_id = company and d.local_date between from_date and to_date), '[]'));
end
$$;
comment on function public.read_import_targets is
  'Returns the data for resolving a file''s rows: the company''s tours with active prices, and the departures of up '
  'to 367 days in a compact form. Returns ok, invalid, not_permitted or signed_out.';

-- Tours ---------------------------------------------------------------------------------------------------------------

create function public.read_tour_forms(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_tour_forms', company) then return '{"status": "not_permitted"}'; end if;
  return jsonb_build_object('status', 'ok', 'tours', coalesce((
    select jsonb_agg(jsonb_build_object('id', t.id, 'version', t.version, 'tour_status', t.status, 'tour', private.tour_form(t.id)) order by t.slug, t.id)
    from public.tours as t where t.company_id = company), '[]'));
end
$$;
comment on function public.read_tour_forms is
  'Returns all tours of a company as their forms, for an export and for '
  'comparing an imported file. Returns ok, not_permitted or signed_out.';

create function public.import_tours(request uuid, company uuid, rows jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  args constant jsonb := jsonb_build_object('company', company, 'rows', rows);
  input jsonb;
  old_version integer;
  saved jsonb;
  outcomes jsonb[] := '{}';
  result jsonb;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('import_tours', company) then return '{"status": "not_permitted"}'; end if;
  if request is null or jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 100
    or octet_length(rows::text) > 8000000 or exists (select from jsonb_array_elements(rows) as row where not pg_input_is_valid(row ->> 'id', 'uuid')
      or row ->> 'id' is null or jsonb_typeof(row -> 'version') is distinct from 'number' or jsonb_typeof(row -> 'tour') is distinct from 'object') then
    return '{"status": "invalid"}';
  end if;
  result := private.find_idempotent_response(request, me, 'import_tours', args);
  if result is not null then return result; end if;
  for input in select value from jsonb_array_elements(rows) loop
    old_version := (select version from public.tours where id = (input ->> 'id')::uuid);
    saved := public.save_tour(company, (input ->> 'id')::uuid, (input ->> 'version')::integer, input -> 'tour');
    outcomes := outcomes || case
      when saved ->> 'status' <> 'ok' then jsonb_strip_nulls(jsonb_build_object('outcome', saved -> 'status', 'problems', saved -> 'problems'))
      when old_version is null then '{"outcome": "new"}'
      when old_version = (saved ->> 'version')::integer then '{"outcome": "same"}'
      else '{"outcome": "changed"}' end::jsonb;
  end loop;
  result := jsonb_build_object('status', 'ok', 'outcomes', to_jsonb(outcomes));
  perform private.store_idempotent_response(request, me, 'import_tours', args, result);
  return result;
end
$$;
comment on function public.import_tours is
  'Creates or changes up to 100 tours, each by public.save_tour ({"id", "version", "tour"}); new ones are drafts. '
  'Returns {"status": "ok", "outcomes": [{"outcome", "problems"?}]} in their order, invalid, not_permitted, '
  'signed_out or id_reused. Idempotent by request id.';

grant execute on function public.import_bookings(uuid, uuid, jsonb, text),
  public.find_known_rows(uuid, text[]),
  public.read_import_targets(uuid, date, date),
  public.read_tour_forms(uuid),
  public.import_tours(uuid, uuid, jsonb)
  to authenticated;
