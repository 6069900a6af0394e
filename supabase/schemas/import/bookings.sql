-- Import of bookings: each changed part of a known row is an action of the office. ADR 041

create function private.update_imported_booking(
  actor private.booking_actor,
  booking uuid,
  input private.import_row,
  last_fingerprint jsonb,
  changed_parts text[],
  override text
) returns void
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
  select * into stored from public.bookings where id = booking;
  if 'state' = any (changed_parts) and private.booking_state(stored) <> input.state
    and private.is_released_status(private.booking_state(stored))
    and not private.is_released_status(input.state)
  then
    perform private.raise_unless_ok(private.apply_booking_action(
      actor,
      'restore_booking',
      jsonb_build_object('booking', booking, 'change', jsonb_strip_nulls(jsonb_build_object('override', override)))));
  end if;
  if 'when' = any (changed_parts) and stored.departure_id <> input.departure_id then
    perform private.raise_unless_ok(private.apply_booking_action(
      actor,
      'move_booking',
      jsonb_build_object(
        'booking', booking,
        'change', jsonb_strip_nulls(jsonb_build_object(
          'departure_id', input.departure_id, 'reason', 'other', 'override', override)))));
  end if;
  if 'party' = any (changed_parts) then
    added_guests := (
      select coalesce(jsonb_agg(jsonb_build_object('price_category_id', requested.key)), '[]')
      from jsonb_each_text(input.party) as requested
      cross join generate_series(1, requested.value::integer - (select count(*)::integer from public.guests
        where booking_id = booking and not is_cancelled and price_category_id = requested.key::uuid)));
    -- Remove guests without a name first, then the latest.
    removed_guests := array(
      select id
      from (
        select g.id,
          row_number() over (partition by g.price_category_id order by g.name is null, g.created_at, g.id) as ordinal,
          coalesce((input.party ->> g.price_category_id::text)::integer, 0) as requested
        from public.guests as g
        where g.booking_id = booking and not g.is_cancelled) as g
      where ordinal > requested);
    if added_guests <> '[]' or removed_guests <> '{}' then
      perform private.raise_unless_ok(private.apply_booking_action(
        actor,
        'change_party',
        jsonb_build_object(
          'booking', booking,
          'change', jsonb_strip_nulls(jsonb_build_object(
            'add', added_guests, 'remove', to_jsonb(removed_guests), 'reason', 'party_changed', 'override', override)))
      ));
    end if;
  end if;
  select * into stored from public.bookings where id = booking;
  if 'total' = any (changed_parts) and input.total is not null and input.total <> stored.total_amount then
    perform private.reprice(booking, input.total - stored.total_amount);
    perform private.log_booking_change(actor, booking, 'import_booking', private.booking_facts(stored));
  end if;
  if changed_parts && '{contact,note}' then
    perform private.raise_unless_ok(private.apply_booking_action(
      actor,
      'edit_booking',
      jsonb_build_object(
        'booking', booking,
        'change', jsonb_build_object('version', stored.version)
          || case when 'contact' = any (changed_parts) then jsonb_build_object('contact', input.contact) else '{}' end
          || case when 'note' = any (changed_parts) then jsonb_build_object('note', input.note) else '{}' end)));
  end if;
  if 'paid' = any (changed_parts) then
    -- Compared with the last file, as payments recorded here since are not in it.
    paid_since := coalesce(input.paid, 0) - coalesce((last_fingerprint ->> 'paid')::bigint, 0);
    if paid_since < 0 then perform private.raise_unless_ok('{"status": "paid_less"}'); end if;
    if paid_since > 0 then
      perform private.raise_unless_ok(private.apply_booking_action(
        actor,
        'record_payment',
        jsonb_build_object(
          'booking', booking,
          'change', jsonb_build_object('amount', paid_since, 'currency', stored.currency, 'method', 'other'))));
    end if;
  end if;
  select * into stored from public.bookings where id = booking;
  if 'state' = any (changed_parts) and private.booking_state(stored) <> input.state then
    perform private.raise_unless_ok(private.apply_booking_action(
      actor,
      case
        when input.state = 'CONFIRMED' then 'confirm_booking'
        when private.is_released_status(input.state) and stored.status = 'PENDING' then 'reject_booking'
        else 'cancel_booking'
      end,
      jsonb_build_object(
        'booking', booking,
        'change', case
          when private.is_released_status(input.state) and stored.status <> 'PENDING' then '{"reason": "other"}'::jsonb
          else '{}'
        end)));
  end if;
end
$$;
comment on function private.update_imported_booking is
  'Applies the changed parts of a row to its booking: moves it, changes party, price, contact and note, records '
  'payments, confirms, cancels or restores it. Raises MU002 with the first refusal.';

create function private.import_known_row(
  actor private.booking_actor,
  company uuid,
  input private.import_row,
  hash bytea,
  departure_exists boolean,
  override text
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
    select company, hash, k.booking_id, input.fingerprint
    from private.existing_bookings(company, array[input.key]) as k;
    return case when found then '{"outcome": "same"}'::jsonb end;
  end if;
  changed_parts := array(
    select key from jsonb_object_keys(input.fingerprint) as key
    where input.fingerprint -> key is distinct from stored.fingerprint -> key order by key);
  if stored.fingerprint is null or changed_parts = '{}' then return '{"outcome": "same"}'; end if;
  if not departure_exists then return '{"outcome": "no_departure"}'; end if;
  -- Each row has its own request id, which a payment's idempotency key contains.
  perform private.update_imported_booking(
    (actor.person, actor.is_staff, md5(actor.request || input.key)::uuid, null, actor.is_silent),
    stored.booking_id,
    input,
    stored.fingerprint,
    changed_parts,
    override);
  -- Parts that this file lacks keep their last fingerprint.
  update private.imported_bookings
  set fingerprint = stored.fingerprint || input.fingerprint
  where company_id = company and key_hash = hash;
  return '{"outcome": "changed"}';
end
$$;
comment on function private.import_known_row is
  'Imports a row whose booking is known, from an earlier import or by its reference, and returns the outcome; null for '
  'a new row. Raises MU002 with the first refusal.';

create function private.import_rows(
  actor private.booking_actor, company public.companies, rows private.import_row[], override text
) returns jsonb
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
declare
  input private.import_row;
  outcomes jsonb[] := array_fill('{"outcome": "invalid"}'::jsonb, array[cardinality(rows)]);
  hashes constant bytea[] := array(
    select private.import_key(company.id, r.key)
    from unnest(rows) with ordinality as r (
      key,
      fingerprint,
      departure_id,
      party,
      contact,
      state,
      note,
      source,
      voucher_number,
      total,
      paid,
      created_at,
      n)
    order by n);
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
    array(
      select i.booking_id from private.imported_bookings as i
      where i.company_id = company.id and i.key_hash = any (hashes)),
    array(
      select d.id from public.departures as d
      where d.company_id = company.id and d.id in (select r.departure_id from unnest(rows) as r)));
  -- Locks the discount codes of all rows at once, by id as
  -- bookings do, since confirming the rows locks them one by one.
  perform from private.codes as c where c.id in (
    select u.code_id from private.imported_bookings as i join private.code_uses as u on u.booking_id = i.booking_id
    where i.company_id = company.id and i.key_hash = any (hashes)) order by c.id for update;
  -- By departure, then in the order of the file.
  for ordinal in
    select n
    from unnest(rows) with ordinality as r (
      key,
      fingerprint,
      departure_id,
      party,
      contact,
      state,
      note,
      source,
      voucher_number,
      total,
      paid,
      created_at,
      n)
    order by r.departure_id, n
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
        case
          when input.key = any (new_keys) then '{"outcome": "same"}'::jsonb
          when departure.id is null then '{"outcome": "no_departure"}'
        end);
      continue when outcomes[ordinal] is not null;
      seats := case
        when private.is_released_status(input.state) then 0
        else (
          select sum(n.value::integer * c.seats) from jsonb_each_text(input.party) as n
          join public.price_categories as c on c.id = n.key::uuid)
      end;
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
  if new_ids <> '{}' then
    perform private.insert_imported_bookings(actor, company, new_rows, new_ids, new_availability);
  end if;
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
  -- Guests of bookings managed in another system get their mails from there.
  actor constant private.booking_actor := ((select auth.uid()), true, request, null, true);
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

grant execute on function public.import_bookings(uuid, uuid, jsonb, text) to authenticated;
