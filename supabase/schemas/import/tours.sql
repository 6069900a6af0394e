-- Import of tours, and inserting new bookings together. ADR 041

create function private.insert_imported_bookings(
  actor private.booking_actor, company public.companies, rows private.import_row[], ids uuid[], availability jsonb[]
) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  with input as materialized (
    select *
    from unnest(rows, ids, availability) as r (
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
      id,
      availability)),
  prices as materialized (
    select
      input.id,
      category.id as category_id,
      category.type,
      input.departure_id,
      coalesce(departure_price.amount, category.amount) as amount,
      party.value::integer as n
    from input cross join lateral jsonb_each_text(input.party) as party
    join public.price_categories as category on category.id = party.key::uuid
    left join public.departure_prices as departure_price
      on departure_price.departure_id = input.departure_id and departure_price.price_category_id = category.id),
  new_bookings as (
    insert into public.bookings (
      id,
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
      voucher_number,
      currency,
      total_amount,
      paid_amount,
      price_snapshot,
      policy_snapshot,
      created_at)
    select
      input.id,
      company.id,
      input.departure_id,
      private.generate_reference(company.id),
      input.state,
      coalesce(input.source, 'office'),
      private.parse_text_field(input.contact, 'name', 200),
      private.parse_email_field(input.contact),
      private.parse_text_field(input.contact, 'phone', 50),
      input.contact ->> 'country',
      coalesce((input.contact ->> 'locale')::public.locale, company.default_locale),
      nullif(private.trim_text(input.note), ''),
      nullif(private.visible_text(input.voucher_number), ''),
      company.currency,
      coalesce(input.total, price.total),
      coalesce(input.paid, 0),
      jsonb_build_object('categories', price.categories),
      private.cancellation_policy(company, tour.id),
      coalesce(input.created_at, now())
    from input join public.departures as departure on departure.id = input.departure_id
    join public.tours as tour on tour.id = departure.tour_id
    cross join lateral (
      select sum(n * amount)::bigint as total,
        jsonb_agg(jsonb_build_object(
          'type', type, 'price_category_id', category_id, 'amount', amount, 'quantity', n
        ) order by type, amount) as categories
      from prices
      where prices.id = input.id) as price
    returning id),
  new_guests as (
    insert into public.guests (
      company_id,
      departure_id,
      booking_id,
      price_category_id,
      category_type,
      amount,
      ticket_code)
    select company.id, departure_id, id, category_id, type, amount, private.random_code(12)
    from prices cross join generate_series(1, n)
  ) insert into private.imported_bookings (company_id, key_hash, booking_id, fingerprint)
  select company.id, private.import_key(company.id, key), id, fingerprint
  from input;

  insert into public.audit_events (happened_at, user_id, company_id, action, subject_id, before, after)
  select clock_timestamp(), actor.person, company.id, 'import_booking', b.id, '{}',
    private.changed_facts(private.booking_facts(b), '{}') || jsonb_strip_nulls(imported.availability - 'status')
  from unnest(ids, availability) as imported (id, availability) join public.bookings as b on b.id = imported.id;
end
$$;
comment on function private.insert_imported_bookings is
  'Inserts the bookings of checked rows, with their departures locked, like private.hold_booking and in the row''s '
  'status. The paid amount becomes the opening balance of the ledger (ADR 025).';

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
  if request is null
    or jsonb_typeof(rows) is distinct from 'array'
    or jsonb_array_length(rows) not between 1 and 100
    or octet_length(rows::text) > 8000000
    or exists (
      select from jsonb_array_elements(rows) as row
      where not pg_input_is_valid(row ->> 'id', 'uuid')
        or row ->> 'id' is null
        or jsonb_typeof(row -> 'version') is distinct from 'number'
        or jsonb_typeof(row -> 'tour') is distinct from 'object')
  then
    return '{"status": "invalid"}';
  end if;
  result := private.find_idempotent_response(request, me, 'import_tours', args);
  if result is not null then return result; end if;
  for input in select value from jsonb_array_elements(rows) loop
    old_version := (select version from public.tours where id = (input ->> 'id')::uuid);
    saved := public.save_tour(company, (input ->> 'id')::uuid, (input ->> 'version')::integer, input -> 'tour');
    outcomes := outcomes
      || case
        when saved ->> 'status' <> 'ok' then
          jsonb_strip_nulls(jsonb_build_object('outcome', saved -> 'status', 'problems', saved -> 'problems'))
        when old_version is null then '{"outcome": "new"}'
        when old_version = (saved ->> 'version')::integer then '{"outcome": "same"}'
        else '{"outcome": "changed"}'
      end::jsonb;
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

grant execute on function public.import_tours(uuid, uuid, jsonb) to authenticated;
