-- Editing of tours: read, save, publish, pictures, and the list of /tours. ADR 024

create function private.tour_form(tour uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'slug', t.slug, 'duration_minutes', t.duration_minutes, 'latitude', t.latitude, 'longitude', t.longitude,
      'guide_languages', to_jsonb(t.guide_languages), 'capacity', t.capacity, 'minimum_guests', t.minimum_guests,
      'booking_cut_off_minutes', t.booking_cut_off_minutes, 'cancellation_cut_off_hours', t.cancellation_cut_off_hours,
      'deposit_percent', t.deposit_percent, 'asks_names', t.asks_names,
      'colour', t.colour, 'vat_rate', t.vat_rate,
      'texts', coalesce((
        select jsonb_object_agg(locale::text, jsonb_build_object(
          'title', title, 'summary', summary, 'description', description, 'meeting_point', meeting_point, 'meeting_notes', meeting_notes))
        from public.tour_translations where tour_id = t.id), '{}'),
      'prices', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', id, 'type', type, 'amount', amount, 'minimum_age', minimum_age, 'maximum_age', maximum_age, 'seats', seats, 'vat_rate', vat_rate,
          'accompanied_by', to_jsonb(accompanied_by), 'is_active', is_active) order by position, type, id)
        from public.price_categories where tour_id = t.id), '[]'))
    from public.tours as t where t.id = tour_form.tour);
end
$$;
comment on function private.tour_form is 'Returns a tour as its form reads and sends it.';

create function private.tour_texts() returns text[]
language sql immutable parallel safe
return '{title,summary,description,meeting_point}'::text[];
comment on function private.tour_texts is
  'Returns the texts that a tour needs in every language before it can be published.';

create function private.missing_texts(texts jsonb) returns table (field text, language text)
language sql stable parallel safe
begin atomic
  select text.name, locale.name
  from unnest('{en,es,da,it}'::text[]) with ordinality as locale (name, ordinal)
  cross join unnest(private.tour_texts()) with ordinality as text (name, ordinal)
  where coalesce(private.trim_text(missing_texts.texts -> locale.name ->> text.name), '') = ''
  order by locale.ordinal, text.ordinal;
end;
comment on function private.missing_texts is
  'Returns the required texts (private.tour_texts) that are blank, by language.';

create function private.missing_tour_fields(tour uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  form constant jsonb := private.tour_form(tour);
  of_company constant uuid := (select company_id from public.tours where id = missing_tour_fields.tour);
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('field', missing.field, 'language', missing.language))
    from (
      select text.field, text.language from private.missing_texts(form -> 'texts') as text
      union all
      select 'prices', null where not jsonb_path_exists(form, '$.prices[*] ? (@.is_active == true)')
      union all
      select 'capacity', null where (form ->> 'capacity')::integer = 0
      union all
      select 'departures', null
      where not exists (select from public.departures where tour_id = missing_tour_fields.tour and status = 'scheduled' and starts_at > now())
        -- A schedule whose season is over has no departures.
        and not exists (
          select from private.desired_departures(array(select id from public.schedules where tour_id = missing_tour_fields.tour and is_active),
            private.company_today(of_company), private.departure_horizon(of_company)) as ahead
          where ahead.starts_at > now())
    ) as missing), '[]');
end
$$;
comment on function private.missing_tour_fields is
  'Returns what a tour lacks for publishing, by field and language: title, '
  'summary, description, meeting_point, prices, capacity, departures.';

create function private.rate_problem(input jsonb) returns text
language sql immutable parallel safe
return case
  when input is null or jsonb_typeof(input) = 'null' then null
  when jsonb_typeof(input) <> 'number' or input::text !~ '^[0-9]{1,3}(\.[0-9]{1,2})?$' or input::text::numeric > 100 then 'not_valid'
end;
comment on function private.rate_problem is
  'Checks a percentage of a form with at most two decimals. Returns null or not_valid.';

create function private.price_problems(prices jsonb) returns setof jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  types constant text[] := '{ADULT,YOUTH,CHILD,INFANT,FAMILY,SENIOR,STUDENT,MILITARY,OTHER}';
  price jsonb;
  path text;
begin
  if jsonb_typeof(prices) is distinct from 'array' or jsonb_array_length(prices) > 30
    or jsonb_path_exists(prices, '$[*] ? (@.type() != "object")') then
    return next private.field_problem('prices', 'not_valid');
    return;
  end if;
  for price, path in select value, 'prices.' || (ordinal - 1) || '.' from jsonb_array_elements(prices) with ordinality as each (value, ordinal) loop
    return query
      select private.field_problem(path || found.field, found.code)
      from (values
        ('id', case when jsonb_typeof(price -> 'id') is distinct from 'string' or not pg_input_is_valid(price ->> 'id', 'uuid') then 'not_valid' end),
        ('type', case when not coalesce(price ->> 'type' = any (types), false) then 'not_valid' end),
        ('amount', private.number_problem(price -> 'amount', 0, 100000000000)),
        ('minimum_age', private.number_problem(price -> 'minimum_age', 0, 120, true)),
        ('maximum_age', private.number_problem(price -> 'maximum_age', 0, 120, true)),
        ('seats', private.number_problem(price -> 'seats', 0, 100)),
        ('vat_rate', private.rate_problem(price -> 'vat_rate')),
        ('is_active', case when jsonb_typeof(price -> 'is_active') is distinct from 'boolean' then 'not_valid' end),
        ('accompanied_by', case
          when jsonb_typeof(price -> 'accompanied_by') is distinct from 'array' then 'not_valid'
          when price -> 'accompanied_by' ? (price ->> 'id') then 'itself'
          when exists (
            select from jsonb_array_elements(price -> 'accompanied_by') as other
            where not exists (select from jsonb_array_elements(prices) as listed_price where listed_price -> 'id' = other)) then 'unknown' end)
      ) as found (field, code)
      where found.code is not null;
  end loop;
  return query
    with each as (
      select ordinal - 1 as ordinal, value ->> 'id' as id, value ->> 'type' as type, value -> 'is_active' = 'true' as is_active,
        case when private.number_problem(value -> 'minimum_age', 0, 120) is null then (value ->> 'minimum_age')::integer else 0 end as youngest,
        case when private.number_problem(value -> 'maximum_age', 0, 120) is null then (value ->> 'maximum_age')::integer else 999 end as oldest,
        coalesce(value -> 'minimum_age', 'null') <> 'null' or coalesce(value -> 'maximum_age', 'null') <> 'null' as has_ages
      from jsonb_array_elements(prices) with ordinality as price (value, ordinal)
    )
    select private.field_problem('prices.' || e.ordinal || '.id', 'twice') from each as e where exists (select from each as o where o.ordinal < e.ordinal and o.id = e.id)
    union all
    select private.field_problem('prices.' || e.ordinal || '.type', 'twice') from each as e
    where e.is_active and e.type <> 'OTHER' and exists (select from each as o where o.ordinal < e.ordinal and o.type = e.type and o.is_active)
    union all
    select private.field_problem('prices.' || e.ordinal || '.maximum_age', 'ages_reversed') from each as e where e.youngest > e.oldest
    union all
    -- Only these four differ by age alone. A student or a senior is also an adult.
    select private.field_problem('prices.' || e.ordinal || '.minimum_age', 'ages_overlap') from each as e
    where e.is_active and e.has_ages and e.type in ('ADULT', 'YOUTH', 'CHILD', 'INFANT') and e.youngest <= e.oldest and exists (
      select from each as o
      where o.ordinal < e.ordinal and o.is_active and o.has_ages and o.type in ('ADULT', 'YOUTH', 'CHILD', 'INFANT') and o.type <> e.type
        and o.youngest <= o.oldest and o.youngest <= e.oldest and e.youngest <= o.oldest);
end
$$;
comment on function private.price_problems is
  'Returns the problems of a tour''s prices: not_valid, required, whole_number, '
  'too_small, too_large, twice, itself, unknown, ages_reversed, ages_overlap.';

create function private.tour_problems(company uuid, tour uuid, input jsonb) returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  status text := (select tours.status::text from public.tours where id = tour_problems.tour);
begin
  return query
    select private.field_problem(found.field, found.code)
    from (values
      ('slug', coalesce(private.text_problem(input -> 'slug', 80), case
        when input ->> 'slug' !~ '^[a-z0-9]+(-[a-z0-9]+)*$' then 'slug'
        when coalesce(private.tour_by_slug(tour_problems.company, input ->> 'slug') <> tour_problems.tour, false) then 'taken' end)),
      ('duration_minutes', private.number_problem(input -> 'duration_minutes', 1, 43200)),
      ('capacity', private.number_problem(input -> 'capacity', 0, 10000)),
      ('minimum_guests', private.number_problem(input -> 'minimum_guests', 0, 10000)),
      ('booking_cut_off_minutes', private.number_problem(input -> 'booking_cut_off_minutes', 0, 525600)),
      ('cancellation_cut_off_hours', private.number_problem(input -> 'cancellation_cut_off_hours', 0, 8760)),
      ('deposit_percent', private.number_problem(input -> 'deposit_percent', 1, 100, true)),
      ('vat_rate', private.rate_problem(input -> 'vat_rate')),
      ('asks_names', case when jsonb_typeof(input -> 'asks_names') is distinct from 'boolean' then 'not_valid' end),
      ('colour', coalesce(private.text_problem(input -> 'colour', 7), case when input ->> 'colour' !~ '^#[0-9a-f]{6}$' then 'colour' end)),
      ('meeting_place', case
        when coalesce(input -> 'latitude', 'null') = 'null' and coalesce(input -> 'longitude', 'null') = 'null' then null
        when jsonb_typeof(input -> 'latitude') is distinct from 'number' or jsonb_typeof(input -> 'longitude') is distinct from 'number'
          or abs((input ->> 'latitude')::numeric) > 90 or abs((input ->> 'longitude')::numeric) > 180 then 'not_valid' end),
      ('guide_languages', case
        when jsonb_typeof(input -> 'guide_languages') is distinct from 'array' then 'not_valid'
        when jsonb_array_length(input -> 'guide_languages') = 0 then 'required'
        when jsonb_array_length(input -> 'guide_languages') > 30
          or jsonb_path_exists(input, '$.guide_languages[*] ? (@.type() != "string" || !(@ like_regex "^[a-z]{2,3}$"))') then 'not_valid'
        when (select count(*) > count(distinct language) from jsonb_array_elements(input -> 'guide_languages') as language) then 'twice' end),
      ('texts', case
        when jsonb_typeof(input -> 'texts') is distinct from 'object' or jsonb_path_exists(input, '$.texts.* ? (@.type() != "object")')
          or exists (select from jsonb_object_keys(input -> 'texts') as locale where locale not in ('en', 'es', 'da', 'it')) then 'not_valid' end)
    ) as found (field, code)
    where found.code is not null;
  if private.number_problem(input -> 'capacity', 0, 10000) is null and private.number_problem(input -> 'minimum_guests', 0, 10000) is null
    and (input ->> 'minimum_guests')::integer > (input ->> 'capacity')::integer then
    return next private.field_problem('minimum_guests', 'over_capacity');
  end if;
  if jsonb_typeof(input -> 'texts') = 'object' then
    return query
      select private.field_problem('texts.' || locale.key || '.' || text.name, private.text_problem(locale.value -> text.name, text.longest, true))
      from jsonb_each(input -> 'texts') as locale
      cross join (values ('title', 120), ('summary', 300), ('description', 8000), ('meeting_point', 300), ('meeting_notes', 2000)) as text (name, longest)
      where jsonb_typeof(locale.value) = 'object' and private.text_problem(locale.value -> text.name, text.longest, true) is not null;
    -- A tour on sale must stay complete.
    if status in ('live', 'paused') then
      return query select private.field_problem('texts.' || missing.language || '.' || missing.field, 'required') from private.missing_texts(input -> 'texts') as missing;
    end if;
  end if;
  return query select * from private.price_problems(input -> 'prices');
  if status in ('live', 'paused') and not jsonb_path_exists(input, '$.prices[*] ? (@.is_active == true)') then
    return next private.field_problem('prices', 'required');
  end if;
end
$$;
comment on function private.tour_problems is
  'Returns the problems of a tour form. Codes: those of the fields, and slug, taken, colour, over_capacity, twice, '
  'itself, unknown, ages_reversed, ages_overlap.';

create function private.write_tour(company uuid, tour uuid, input jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  price_ids constant uuid[] := array(select (value ->> 'id')::uuid from jsonb_array_elements(input -> 'prices'));
begin
  -- jsonb_populate_record converts to the types of the columns.
  insert into public.tours (id, company_id, slug, duration_minutes, latitude, longitude, guide_languages, capacity, minimum_guests,
    booking_cut_off_minutes, cancellation_cut_off_hours, deposit_percent, asks_names, colour, vat_rate)
  select write_tour.tour, write_tour.company, slug, duration_minutes, latitude, longitude, guide_languages, capacity, minimum_guests,
    booking_cut_off_minutes, cancellation_cut_off_hours, deposit_percent, asks_names, colour, vat_rate
  from jsonb_populate_record(null::public.tours, input)
  on conflict (id) do update set slug = excluded.slug, duration_minutes = excluded.duration_minutes, latitude = excluded.latitude,
    longitude = excluded.longitude, guide_languages = excluded.guide_languages, capacity = excluded.capacity,
    minimum_guests = excluded.minimum_guests, booking_cut_off_minutes = excluded.booking_cut_off_minutes,
    cancellation_cut_off_hours = excluded.cancellation_cut_off_hours, deposit_percent = excluded.deposit_percent, asks_names = excluded.asks_names,
    colour = excluded.colour, vat_rate = excluded.vat_rate;

  delete from public.tour_translations where tour_id = write_tour.tour and not input -> 'texts' ? locale::text;
  insert into public.tour_translations (tour_id, locale, title, summary, description, meeting_point, meeting_notes)
  select write_tour.tour, r.locale, coalesce(private.trim_text(r.title), ''), coalesce(private.trim_text(r.summary), ''), coalesce(private.trim_text(r.description), ''),
    coalesce(private.trim_text(r.meeting_point), ''), coalesce(private.trim_text(r.meeting_notes), '')
  from jsonb_each(input -> 'texts') as text
  cross join lateral jsonb_populate_record(null::public.tour_translations, text.value || jsonb_build_object('locale', text.key)) as r
  on conflict (tour_id, locale) do update set title = excluded.title, summary = excluded.summary, description = excluded.description,
    meeting_point = excluded.meeting_point, meeting_notes = excluded.meeting_notes
    where (tour_translations.title, tour_translations.summary, tour_translations.description, tour_translations.meeting_point, tour_translations.meeting_notes)
      is distinct from (excluded.title, excluded.summary, excluded.description, excluded.meeting_point, excluded.meeting_notes);

  -- Booked categories keep their row and become inactive.
  delete from public.price_categories as p
  where p.tour_id = write_tour.tour and p.id <> all (price_ids) and not exists (select from public.guests where price_category_id = p.id);
  update public.price_categories as p set is_active = false, position = cardinality(price_ids) + 1
  where p.tour_id = write_tour.tour and p.id <> all (price_ids) and p.is_active;
  insert into public.price_categories (id, tour_id, company_id, type, amount, minimum_age, maximum_age, seats, vat_rate, accompanied_by, position, is_active)
  select r.id, write_tour.tour, write_tour.company, r.type, r.amount, r.minimum_age, r.maximum_age, r.seats, r.vat_rate, r.accompanied_by, price.ordinal, r.is_active
  from jsonb_array_elements(input -> 'prices') with ordinality as price (value, ordinal)
  cross join lateral jsonb_populate_record(null::public.price_categories, price.value) as r
  on conflict (id) do update set type = excluded.type, amount = excluded.amount, minimum_age = excluded.minimum_age, maximum_age = excluded.maximum_age,
    seats = excluded.seats, vat_rate = excluded.vat_rate, accompanied_by = excluded.accompanied_by, position = excluded.position, is_active = excluded.is_active
    where price_categories.tour_id = excluded.tour_id;
end
$$;
comment on function private.write_tour is 'Writes a validated tour form.';

create function public.save_tour(company uuid, tour uuid, version integer, input jsonb, decisions jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  old public.tours;
  before jsonb;
  after jsonb;
  result jsonb;
begin
  if not private.may('save_tour', save_tour.company) then return '{"status": "not_permitted"}'; end if;
  perform private.lock_departure_creation(save_tour.company);
  select * into old from public.tours where id = save_tour.tour for update;
  if (old.id is null and coalesce(save_tour.version, 0) <> 0) or old.company_id <> save_tour.company then return '{"status": "not_found"}'; end if;
  result := private.invalid_response(array(select private.tour_problems(save_tour.company, save_tour.tour, input)));
  if result is not null then return result; end if;
  before := private.tour_form(save_tour.tour);
  begin
    perform private.write_tour(save_tour.company, save_tour.tour, input);
    after := private.tour_form(save_tour.tour);
    -- Nothing changes: a repeated save, or someone else has saved the same.
    if after = before then return jsonb_build_object('status', 'ok', 'version', old.version); end if;
    if old.version <> coalesce(save_tour.version, 0) then
      result := jsonb_build_object('status', 'stale', 'version', old.version, 'current', before);
      raise sqlstate 'MU000';
    end if;
    -- Departures inherit only these values.
    if (before -> 'duration_minutes', before -> 'capacity', before #> '{guide_languages,0}') is distinct from
      (after -> 'duration_minutes', after -> 'capacity', after #> '{guide_languages,0}') then
      result := private.apply_schedule_changes(
        save_tour.company, array(select id from public.schedules where tour_id = save_tour.tour), coalesce(save_tour.decisions, '{}'), previous_tour => old);
      if result ->> 'status' <> 'ok' then raise sqlstate 'MU000'; end if;
    end if;
  exception when sqlstate 'MU000' then
    return result;
  end;
  update public.tours set version = tours.version + 1 where id = old.id;
  perform private.log_change(save_tour.company, 'save_tour', before,
    after || jsonb_build_object('id', save_tour.tour, 'departures', coalesce(result -> 'departures', '[]')));
  return jsonb_build_object('status', 'ok', 'version', coalesce(old.version + 1, 1));
end
$$;
comment on function public.save_tour is
  'Creates a tour (version 0) or changes it. Returns {"status": "ok", "version"}, invalid with problems, undecided as '
  'for schedules (ADR 023), stale with the version and current form, not_found, earns_commission or not_permitted.';

create function private.invalid_response(problems jsonb[]) returns jsonb
language sql immutable
return case when problems <> '{}' then jsonb_build_object('status', 'invalid', 'problems', to_jsonb(problems)) end;
comment on function private.invalid_response is
  'Builds the response {"status": "invalid", "problems"}; null without problems.';

create function private.lock_tour(tour uuid, version integer, rpc text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  old public.tours;
begin
  perform private.lock_departure_creation((select company_id from public.tours where id = lock_tour.tour));
  select * into old from public.tours where id = lock_tour.tour for update;
  -- Another company's tour and an unknown id get the same response.
  if old.id is null or not private.may(rpc, old.company_id) then return '{"status": "not_found"}'; end if;
  if old.version <> coalesce(lock_tour.version, 0) then
    return jsonb_build_object('status', 'stale', 'version', old.version, 'current', private.tour_form(old.id), 'tour_status', old.status);
  end if;
  return null;
end
$$;
comment on function private.lock_tour is
  'Locks a tour for a change. Returns null, or the refusal: '
  'not_found without permission, stale for an outdated version.';

create function private.set_tour_status(old public.tours, new_status public.tour_status, action text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  new_departures integer;
begin
  update public.tours as t set status = new_status, version = t.version + 1
  where id = (old).id;
  perform private.log_change((old).company_id, action, jsonb_build_object('id', (old).id, 'status', (old).status), jsonb_build_object('id', (old).id, 'status', new_status));
  if new_status = 'live' then
    new_departures := private.create_missing_departures(array(select id from public.schedules where tour_id = (old).id), private.departure_horizon((old).company_id));
    perform private.enqueue_departure_creation((old).company_id);
  end if;
  return jsonb_build_object('status', 'ok', 'version', (old).version + 1, 'created', coalesce(new_departures, 0));
end
$$;
comment on function private.set_tour_status is
  'Sets a tour''s status. Publishing creates its departures. Returns ok with version and the number made.';

create function public.publish_tour(tour uuid, version integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  old public.tours;
  refusal constant jsonb := private.lock_tour(publish_tour.tour, publish_tour.version, 'publish_tour');
  missing jsonb;
begin
  select * into old from public.tours where id = publish_tour.tour;
  if refusal ->> 'status' = 'not_found' then return refusal; end if;
  if old.status = 'live' then return jsonb_build_object('status', 'ok', 'version', old.version, 'created', 0); end if;
  if refusal is not null then return refusal; end if;
  if old.status = 'archived' then return '{"status": "archived"}'; end if;
  missing := private.missing_tour_fields(old.id);
  if missing <> '[]' then return jsonb_build_object('status', 'incomplete', 'missing', missing); end if;
  return private.set_tour_status(old, 'live', 'publish_tour');
end
$$;
comment on function public.publish_tour is
  'Puts a tour on sale and creates its departures. Returns ok with version and the number made, incomplete with the '
  'missing fields (field, language), archived, stale or not_found.';

create function public.pause_tour(tour uuid, version integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  old public.tours;
  refusal constant jsonb := private.lock_tour(pause_tour.tour, pause_tour.version, 'pause_tour');
begin
  select * into old from public.tours where id = pause_tour.tour;
  if refusal ->> 'status' = 'not_found' then return refusal; end if;
  if old.status = 'paused' then return jsonb_build_object('status', 'ok', 'version', old.version, 'created', 0); end if;
  if refusal is not null then return refusal; end if;
  if old.status <> 'live' then return '{"status": "not_live"}'; end if;
  return private.set_tour_status(old, 'paused', 'pause_tour');
end
$$;
comment on function public.pause_tour is
  'Stops selling a tour; its departures and bookings stay. Returns ok with version, not_live, stale or not_found.';

create function public.archive_tour(tour uuid, version integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  old public.tours;
  refusal constant jsonb := private.lock_tour(archive_tour.tour, archive_tour.version, 'archive_tour');
  coming uuid[];
  booked bigint;
begin
  select * into old from public.tours where id = archive_tour.tour;
  if refusal ->> 'status' = 'not_found' then return refusal; end if;
  if old.status = 'archived' then return jsonb_build_object('status', 'ok', 'version', old.version, 'created', 0); end if;
  if refusal is not null then return refusal; end if;
  coming := array(
    select id from public.departures where tour_id = old.id and status = 'scheduled' and starts_at > now() order by id for update);
  booked := (select count(*) from private.booking_counts(coming));
  if booked > 0 then return jsonb_build_object('status', 'booked', 'departures', booked); end if;
  perform private.delete_unbooked_departures(coming);
  return private.set_tour_status(old, 'archived', 'archive_tour');
end
$$;
comment on function public.archive_tour is
  'Archives a tour and removes its future departures, unless one is booked. Returns ok with version, booked with the '
  'number of departures, stale or not_found.';

create function public.restore_tour(tour uuid, version integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  old public.tours;
  refusal constant jsonb := private.lock_tour(restore_tour.tour, restore_tour.version, 'restore_tour');
begin
  select * into old from public.tours where id = restore_tour.tour;
  if refusal ->> 'status' = 'not_found' then return refusal; end if;
  if old.status <> 'archived' then return jsonb_build_object('status', 'ok', 'version', old.version, 'created', 0); end if;
  if refusal is not null then return refusal; end if;
  return private.set_tour_status(old, 'draft', 'restore_tour');
end
$$;
comment on function public.restore_tour is
  'Restores an archived tour as a draft. Returns ok with version, stale or not_found.';

create function public.duplicate_tour(tour uuid, copy uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  old public.tours;
  stored_copy public.tours;
  free text;
  form jsonb;
  ids jsonb;
begin
  select * into old from public.tours where id = duplicate_tour.tour;
  if old.id is null or not private.may('duplicate_tour', old.company_id) then return '{"status": "not_found"}'; end if;
  select * into stored_copy from public.tours where id = duplicate_tour.copy;
  if stored_copy.id is not null then
    return case when stored_copy.company_id = old.company_id then jsonb_build_object('status', 'ok', 'slug', stored_copy.slug) else '{"status": "not_found"}' end;
  end if;
  -- Two calls at once would pick the same slug.
  perform private.lock_departure_creation(old.company_id);
  select left(old.slug, 70) || '-' || n into free
  from generate_series(2, 10000) as n
  where private.tour_by_slug(old.company_id, left(old.slug, 70) || '-' || n) is null order by n limit 1;
  form := private.tour_form(old.id) || jsonb_build_object('slug', free);
  ids := (select jsonb_object_agg(value ->> 'id', gen_random_uuid()) from jsonb_array_elements(form -> 'prices'));
  form := form || jsonb_build_object('prices', coalesce((
    select jsonb_agg(value || jsonb_build_object('id', ids -> (value ->> 'id'), 'accompanied_by',
      coalesce((select jsonb_agg(ids -> other) from jsonb_array_elements_text(value -> 'accompanied_by') as other), '[]')) order by ordinal)
    from jsonb_array_elements(form -> 'prices') with ordinality as price (value, ordinal)), '[]'));
  perform private.write_tour(old.company_id, duplicate_tour.copy, form);
  insert into private.tour_pictures (tour_id, bytes, tag)
  select duplicate_tour.copy, bytes, tag from private.tour_pictures where tour_id = old.id;
  perform private.log_change(old.company_id, 'duplicate_tour', null, form || jsonb_build_object('id', duplicate_tour.copy, 'of', old.id));
  return jsonb_build_object('status', 'ok', 'slug', free);
end
$$;
comment on function public.duplicate_tour is
  'Creates a draft with the texts, prices and picture of a tour, without its schedules, under the first free slug. '
  'Idempotent by the id of the copy. Returns ok with slug or not_found.';

create function private.picture_problem(bytes bytea) returns text
language sql immutable
return case
  when octet_length(bytes) > 204800 then 'too_large'
  when octet_length(bytes) < 20 or substring(bytes from 1 for 4) <> 'RIFF' or substring(bytes from 9 for 4) <> 'WEBP'
    or substring(bytes from 13 for 4) not in ('VP8 ', 'VP8L', 'VP8X')
    -- The RIFF header's file size, little-endian.
    or get_byte(bytes, 4) + get_byte(bytes, 5) * 256 + get_byte(bytes, 6) * 65536 + get_byte(bytes, 7)::bigint * 16777216 + 8 <> octet_length(bytes) then 'not_a_picture'
  -- EXIF and XMP flags of an extended file: metadata may reveal where a person lives.
  when substring(bytes from 13 for 4) = 'VP8X' and get_byte(bytes, 20) & 12 <> 0 then 'has_metadata'
end;
comment on function private.picture_problem is
  'Returns too_large, not_a_picture, has_metadata, or null for an acceptable WebP.';

create function private.decode_picture(picture text, out bytes bytea, out tag text, out problem text)
language plpgsql immutable set search_path = ''
as $$
begin
  -- The length of 200 kB in base64, checked before decoding, which would cost too much for a large upload.
  if octet_length(picture) > 273100 then problem := 'too_large';
  elsif picture is null or picture !~ '^[A-Za-z0-9+/]+={0,2}$' or length(picture) % 4 <> 0 then problem := 'not_a_picture';
  else
    bytes := decode(picture, 'base64');
    problem := private.picture_problem(bytes);
    tag := left(encode(sha256(bytes), 'hex'), 16);
  end if;
end
$$;
comment on function private.decode_picture is 'Decodes a base64 picture. Returns its bytes and tag, or the problem.';

create function private.picture_json(bytes bytea, tag text) returns jsonb
language sql immutable parallel safe
return jsonb_build_object('tag', tag, 'base64', replace(encode(bytes, 'base64'), chr(10), ''));
comment on function private.picture_json is 'Returns a picture as JSON for the client.';

create function public.set_tour_picture(tour uuid, picture text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  of_company uuid;
  sent record;
begin
  select company_id into of_company from public.tours where id = set_tour_picture.tour for update;
  if of_company is null or not private.may('set_tour_picture', of_company) then return '{"status": "not_found"}'; end if;
  select * into sent from private.decode_picture(set_tour_picture.picture);
  if sent.problem is not null then return private.invalid_response(array[private.field_problem('picture', sent.problem)]); end if;
  if not exists (select from private.tour_pictures as t where t.tour_id = set_tour_picture.tour and t.tag = sent.tag) then
    insert into private.tour_pictures (tour_id, bytes, tag) values (set_tour_picture.tour, sent.bytes, sent.tag)
    on conflict (tour_id) do update set bytes = excluded.bytes, tag = excluded.tag;
    perform private.log_change(of_company, 'set_tour_picture', null, jsonb_build_object('id', set_tour_picture.tour, 'tag', sent.tag));
  end if;
  return jsonb_build_object('status', 'ok', 'tag', sent.tag);
end
$$;
comment on function public.set_tour_picture is
  'Stores a tour''s picture, sent in base64. Returns ok with tag, '
  'invalid (too_large, not_a_picture, has_metadata) or not_found.';

create function public.delete_tour_picture(tour uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  of_company uuid;
begin
  select company_id into of_company from public.tours where id = delete_tour_picture.tour for update;
  if of_company is null or not private.may('delete_tour_picture', of_company) then return '{"status": "not_found"}'; end if;
  delete from private.tour_pictures where tour_id = delete_tour_picture.tour;
  if found then perform private.log_change(of_company, 'delete_tour_picture', jsonb_build_object('id', delete_tour_picture.tour), null); end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.delete_tour_picture is 'Deletes a tour''s picture. Returns ok or not_found.';

create function public.read_tour_picture(tour uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from public.tours where id = read_tour_picture.tour and private.may_read_tours('read_tour_picture', company_id)) then
    return '{"status": "not_found"}';
  end if;
  return jsonb_build_object('status', 'ok', 'picture', (
    select private.picture_json(bytes, tag) from private.tour_pictures where tour_id = read_tour_picture.tour));
end
$$;
comment on function public.read_tour_picture is
  'Returns a tour''s picture in base64 with its tag, or null, to people who may see the tour; otherwise not_found.';

create function public.set_company_logo(company uuid, picture text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  sent record;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('set_company_logo', company) then return '{"status": "not_permitted"}'; end if;
  select * into sent from private.decode_picture(set_company_logo.picture);
  if sent.problem is not null then return private.invalid_response(array[private.field_problem('picture', sent.problem)]); end if;
  if not exists (select from private.company_logos as c where c.company_id = set_company_logo.company and c.tag = sent.tag) then
    insert into private.company_logos (company_id, bytes, tag) values (set_company_logo.company, sent.bytes, sent.tag)
    on conflict (company_id) do update set bytes = excluded.bytes, tag = excluded.tag;
    perform private.log_change(set_company_logo.company, 'set_company_logo', null, jsonb_build_object('tag', sent.tag));
  end if;
  return jsonb_build_object('status', 'ok', 'tag', sent.tag);
end
$$;
comment on function public.set_company_logo is
  'Stores a company''s logo, sent in base64. Needs COMPANY_ALL_ACCESS. Returns ok with tag, invalid (too_large, '
  'not_a_picture, has_metadata), not_permitted or signed_out.';

create function public.delete_company_logo(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('delete_company_logo', company) then return '{"status": "not_permitted"}'; end if;
  delete from private.company_logos as c where c.company_id = delete_company_logo.company;
  if found then perform private.log_change(delete_company_logo.company, 'delete_company_logo', null, null); end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.delete_company_logo is 'Deletes a company''s logo. Returns ok, not_permitted or signed_out.';

create function public.read_tour(tour uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_build_object('status', 'ok', 'id', t.id, 'company_id', t.company_id, 'tour_status', t.status, 'version', t.version, 'tour', private.tour_form(t.id),
      'missing', private.missing_tour_fields(t.id), 'currency', c.currency, 'time_zone', c.time_zone, 'company_slug', c.slug,
      'picture_tag', (select tag from private.tour_pictures where tour_id = t.id),
      'company_logo', (select tag from private.company_logos where company_id = c.id),
      'former_slugs', (select coalesce(jsonb_agg(s.slug order by s.slug), '[]') from private.tour_slugs as s where s.tour_id = t.id and s.slug <> t.slug),
      'booked_prices', (select coalesce(jsonb_agg(p.id), '[]') from public.price_categories as p
        where p.tour_id = t.id and exists (select from public.guests where price_category_id = p.id)))
    from public.tours as t join public.companies as c on c.id = t.company_id
    where t.id = read_tour.tour and private.may_read_tours('read_tour', t.company_id)), '{"status": "not_found"}');
end
$$;
comment on function public.read_tour is
  'Returns everything that a tour''s form shows: the form, version, status, '
  'missing fields, former slugs and booked prices. Returns ok or not_found.';

create function private.tour_list_departures(company uuid, sees_all boolean, person uuid, monday date, today date) returns setof public.departures
language plpgsql stable security definer rows 100 set search_path = ''
as $$
begin
  return query
    with mine as materialized (
      select g.departure_id from public.departure_guides as g where g.user_id = person and g.status <> 'declined'
    )
    select d.* from public.departures as d
    where d.company_id = tour_list_departures.company and d.local_date between monday and greatest(monday + 6, today + 7)
      and (sees_all or d.id in (select departure_id from mine))
    union
    select next.* from public.tours as t
    cross join lateral (
      select d.* from public.departures as d
      where d.tour_id = t.id and d.starts_at > now() and d.status = 'scheduled' and (sees_all or d.id in (select departure_id from mine))
      order by d.starts_at limit 3) as next
    where t.company_id = tour_list_departures.company and t.status <> 'archived';
end
$$;
comment on function private.tour_list_departures is
  'Returns the departures that a list of tours shows or counts, all or a person''s own: those of this week and of the '
  'next seven days, and the next three of each tour, which may come later.';

create function public.read_tours(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  subject constant jsonb := private.subject(me, 'read_tours');
  sees_all constant boolean := private.sees_whole_company(subject, company);
  zone text;
  today date;
  monday date;
begin
  if not private.may('read_tours', company) then return '{"status": "not_permitted"}'; end if;
  select time_zone into zone from public.companies where id = read_tours.company;
  today := (now() at time zone zone)::date;
  monday := today - (extract(isodow from today)::integer - 1);
  return jsonb_build_object('status', 'ok', 'today', today, 'time_zone', zone, 'tours', coalesce((
    with mine as materialized (
      select g.departure_id from public.departure_guides as g where g.user_id = me and g.status <> 'declined'
    ), shown as materialized (
      select * from private.tour_list_departures(company, sees_all, me, monday, today)
    ), counted as materialized (
      select s.*, coalesce(b.seats, 0) as taken, coalesce(b.guests, 0) as guests, s.id in (select departure_id from mine) as own,
        exists (select from public.departure_guides as g where g.departure_id = s.id and g.status <> 'declined') as has_guide
      from shown as s
      left join private.booking_counts(array(select id from shown)) as b on b.departure_id = s.id
    ), by_tour as materialized (
      select tour_id,
        count(*) filter (where in_week) as departures, coalesce(sum(guests) filter (where in_week), 0) as guests,
        coalesce(sum(taken) filter (where in_week), 0) as taken, coalesce(sum(capacity) filter (where in_week), 0) as seats,
        bool_or(own and is_upcoming) as own,
        bool_or(is_upcoming and is_within_week and not has_guide) as no_guide,
        -- At most a fifth of the seats is left.
        bool_or(is_upcoming and is_within_week and not is_closed and taken < capacity and (capacity - taken) * 5 <= capacity) as nearly_full,
        bool_or(private.is_below_minimum(status, starts_at, local_date, today, guests, minimum_guests)) as below_minimum,
        min(starts_at) filter (where is_upcoming) as next_at
      from (
        select c.*, t.minimum_guests, c.local_date between monday and monday + 6 and c.status <> 'cancelled' as in_week,
          c.starts_at > now() and c.status = 'scheduled' as is_upcoming, c.local_date <= today + 7 as is_within_week
        from counted as c join public.tours as t on t.id = c.tour_id) as each
      group by tour_id
    ), listed as (
      select t.id, t.slug, t.status, t.colour, t.duration_minutes, t.capacity, t.version, coalesce(n.own, false) as own, n.next_at,
        (select coalesce(jsonb_object_agg(locale::text, title) filter (where title <> ''), '{}') from public.tour_translations where tour_id = t.id) as title,
        (select tag from private.tour_pictures where tour_id = t.id) as picture_tag,
        jsonb_build_object('departures', coalesce(n.departures, 0), 'guests', coalesce(n.guests, 0), 'taken', coalesce(n.taken, 0), 'seats', coalesce(n.seats, 0)) as week,
        (select coalesce(jsonb_agg(jsonb_build_object(
            'id', next.id, 'starts_at', private.iso(next.starts_at), 'local_date', next.local_date, 'language', next.language, 'capacity', next.capacity,
            'seats_left', greatest(next.capacity - next.taken, 0), 'own', next.own, 'has_guide', next.has_guide,
            'below_minimum', sees_all and private.is_below_minimum(next.status, next.starts_at, next.local_date, today, next.guests, t.minimum_guests),
            'availability', private.seat_availability(next.capacity, next.taken, next.is_closed or t.status <> 'live')) order by next.starts_at), '[]')
          from (select * from counted as c where c.tour_id = t.id and c.starts_at > now() and c.status = 'scheduled' order by c.starts_at limit 3) as next) as departures,
        array_remove(array[
          case when n.no_guide and sees_all then 'no_guide' end,
          case when n.below_minimum and sees_all then 'below_minimum' end,
          case when n.nearly_full then 'nearly_full' end,
          case when t.status = 'draft' and sees_all then case when private.missing_tour_fields(t.id) = '[]' then 'draft_ready' else 'draft_unfinished' end end,
          case when t.status = 'live' and n.next_at is null and sees_all then 'no_departures' end,
          case when exists (
            select from private.tour_reports as r join public.departures as d on d.id = r.departure_id
            where r.is_overdue and r.state in ('open', 'returned') and d.tour_id = t.id and d.local_date >= today - 14
              and (sees_all or d.id in (select departure_id from mine))) then 'report_overdue' end], null) as attention
      from public.tours as t
      left join by_tour as n on n.tour_id = t.id
      where t.company_id = read_tours.company and (t.status <> 'archived' or private.subject_can(subject, 'COMPANY_ALL_ACCESS', company))
        and (sees_all or t.status in ('live', 'paused'))
    )
    select jsonb_agg(jsonb_build_object(
      'id', id, 'slug', slug, 'tour_status', status, 'colour', colour, 'duration_minutes', duration_minutes, 'capacity', capacity, 'version', version,
      'title', title, 'picture_tag', picture_tag, 'own', own, 'week', week, 'departures', departures, 'attention', to_jsonb(attention))
      order by own desc, array_position('{live,paused,draft,archived}', status::text), next_at nulls last, slug)
    from listed), '[]'));
end
$$;
comment on function public.read_tours is
  'Returns the tours of a company that the caller may see, own ones first, each with its next three departures, this '
  'week''s numbers and what needs attention (no_guide, below_minimum, nearly_full, draft_unfinished, draft_ready, '
  'no_departures, report_overdue). Returns ok or not_permitted.';

grant execute on function public.save_tour, public.publish_tour, public.pause_tour, public.archive_tour, public.restore_tour, public.duplicate_tour,
  public.set_tour_picture, public.delete_tour_picture, public.read_tour_picture, public.set_company_logo, public.delete_company_logo, public.read_tour, public.read_tours to authenticated;
