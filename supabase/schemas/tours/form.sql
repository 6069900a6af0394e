-- The form of a tour: its shape, checks and storing. ADR 024

create function private.tour_form(tour uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'slug', t.slug,
      'duration_minutes', t.duration_minutes,
      'latitude', t.latitude,
      'longitude', t.longitude,
      'guide_languages', to_jsonb(t.guide_languages),
      'capacity', t.capacity,
      'minimum_guests', t.minimum_guests,
      'booking_cut_off_minutes', t.booking_cut_off_minutes,
      'cancellation_cut_off_hours', t.cancellation_cut_off_hours,
      'deposit_percent', t.deposit_percent,
      'asks_names', t.asks_names,
      'colour', t.colour,
      'vat_rate', t.vat_rate,
      'texts', coalesce((
        select jsonb_object_agg(
          locale::text,
          jsonb_build_object(
            'title', title,
            'summary', summary,
            'description', description,
            'meeting_point', meeting_point,
            'meeting_notes', meeting_notes))
        from public.tour_translations
        where tour_id = t.id), '{}'),
      'prices', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', id,
          'type', type,
          'amount', amount,
          'minimum_age', minimum_age,
          'maximum_age', maximum_age,
          'seats', seats,
          'vat_rate', vat_rate,
          'accompanied_by', to_jsonb(accompanied_by),
          'is_active', is_active) order by position, type, id)
        from public.price_categories
        where tour_id = t.id), '[]'))
    from public.tours as t
    where t.id = tour_form.tour);
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

create function private.rate_problem(input jsonb) returns text
language sql immutable parallel safe
return case
  when input is null or jsonb_typeof(input) = 'null' then null
  when jsonb_typeof(input) <> 'number' or input::text !~ '^[0-9]{1,3}(\.[0-9]{1,2})?$' or input::text::numeric > 100
    then 'not_valid'
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
  for price, path in
    select value, 'prices.' || (ordinal - 1) || '.'
    from jsonb_array_elements(prices) with ordinality as each (value, ordinal)
  loop
    return query
      select private.field_problem(path || found.field, found.code)
      from (
        values
        ('id', case
          when jsonb_typeof(price -> 'id') is distinct from 'string' or not pg_input_is_valid(price ->> 'id', 'uuid')
            then 'not_valid'
        end),
        ('type', case when not coalesce(price ->> 'type' = any (types), false) then 'not_valid' end),
        ('amount', private.number_problem(price -> 'amount', 0, 100000000000)),
        ('minimum_age', private.number_problem(price -> 'minimum_age', 0, 120, true)),
        ('maximum_age', private.number_problem(price -> 'maximum_age', 0, 120, true)),
        ('seats', private.number_problem(price -> 'seats', 0, 100)),
        ('vat_rate', private.rate_problem(price -> 'vat_rate')),
        ('is_active', case when jsonb_typeof(price -> 'is_active') is distinct from 'boolean' then 'not_valid' end),
        (
          'accompanied_by',
          case
            when jsonb_typeof(price -> 'accompanied_by') is distinct from 'array' then 'not_valid'
            when price -> 'accompanied_by' ? (price ->> 'id') then 'itself'
            when exists (
              select from jsonb_array_elements(price -> 'accompanied_by') as other
              where not exists (
                select from jsonb_array_elements(prices) as listed_price where listed_price -> 'id' = other))
              then 'unknown'
          end)) as found (field, code)
      where found.code is not null;
  end loop;
  return query
    with each as (
      select
        ordinal - 1 as ordinal,
        value ->> 'id' as id,
        value ->> 'type' as type,
        value -> 'is_active' = 'true' as is_active,
        case
          when private.number_problem(value -> 'minimum_age', 0, 120) is null then (value ->> 'minimum_age')::integer
          else 0
        end as youngest,
        case
          when private.number_problem(value -> 'maximum_age', 0, 120) is null then (value ->> 'maximum_age')::integer
          else 999
        end as oldest,
        coalesce(value -> 'minimum_age', 'null') <> 'null'
          or coalesce(value -> 'maximum_age', 'null') <> 'null' as has_ages
      from jsonb_array_elements(prices) with ordinality as price (value, ordinal)
    )
    select private.field_problem('prices.' || e.ordinal || '.id', 'twice') from each as e
    where exists (select from each as o where o.ordinal < e.ordinal and o.id = e.id)
    union all
    select private.field_problem('prices.' || e.ordinal || '.type', 'twice') from each as e
    where e.is_active and e.type <> 'OTHER'
      and exists (select from each as o where o.ordinal < e.ordinal and o.type = e.type and o.is_active)
    union all
    select private.field_problem('prices.' || e.ordinal || '.maximum_age', 'ages_reversed') from each as e
    where e.youngest > e.oldest
    union all
    -- Only these four differ by age alone. A student or a senior is also an adult.
    select private.field_problem('prices.' || e.ordinal || '.minimum_age', 'ages_overlap') from each as e
    where e.is_active and e.has_ages and e.type in ('ADULT', 'YOUTH', 'CHILD', 'INFANT') and e.youngest <= e.oldest
      and exists (
        select from each as o
        where o.ordinal < e.ordinal and o.is_active and o.has_ages
          and o.type in ('ADULT', 'YOUTH', 'CHILD', 'INFANT') and o.type <> e.type
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
    from (
      values
      ('slug', coalesce(
        private.text_problem(input -> 'slug', 80),
        case
          when input ->> 'slug' !~ '^[a-z0-9]+(-[a-z0-9]+)*$' then 'slug'
          when coalesce(private.tour_by_slug(tour_problems.company, input ->> 'slug') <> tour_problems.tour, false)
            then 'taken'
        end)),
      ('duration_minutes', private.number_problem(input -> 'duration_minutes', 1, 43200)),
      ('capacity', private.number_problem(input -> 'capacity', 0, 10000)),
      ('minimum_guests', private.number_problem(input -> 'minimum_guests', 0, 10000)),
      ('booking_cut_off_minutes', private.number_problem(input -> 'booking_cut_off_minutes', 0, 525600)),
      ('cancellation_cut_off_hours', private.number_problem(input -> 'cancellation_cut_off_hours', 0, 8760)),
      ('deposit_percent', private.number_problem(input -> 'deposit_percent', 1, 100, true)),
      ('vat_rate', private.rate_problem(input -> 'vat_rate')),
      ('asks_names', case when jsonb_typeof(input -> 'asks_names') is distinct from 'boolean' then 'not_valid' end),
      (
        'colour',
        coalesce(
          private.text_problem(input -> 'colour', 7), case when input ->> 'colour' !~ '^#[0-9a-f]{6}$' then 'colour' end
        )),
      (
        'meeting_place',
        case
          when coalesce(input -> 'latitude', 'null') = 'null' and coalesce(input -> 'longitude', 'null') = 'null' then
            null
          when jsonb_typeof(input -> 'latitude') is distinct from 'number'
            or jsonb_typeof(input -> 'longitude') is distinct from 'number'
            or abs((input ->> 'latitude')::numeric) > 90
            or abs((input ->> 'longitude')::numeric) > 180
            then 'not_valid'
        end),
      (
        'guide_languages',
        case
          when jsonb_typeof(input -> 'guide_languages') is distinct from 'array' then 'not_valid'
          when jsonb_array_length(input -> 'guide_languages') = 0 then 'required'
          when jsonb_array_length(input -> 'guide_languages') > 30
            or jsonb_path_exists(
              input, '$.guide_languages[*] ? (@.type() != "string" || !(@ like_regex "^[a-z]{2,3}$"))')
            then 'not_valid'
          when (
            select count(*) > count(distinct language) from jsonb_array_elements(input -> 'guide_languages') as language
          )
            then 'twice'
        end),
      (
        'texts',
        case
          when jsonb_typeof(input -> 'texts') is distinct from 'object'
            or jsonb_path_exists(input, '$.texts.* ? (@.type() != "object")')
            or exists (
              select from jsonb_object_keys(input -> 'texts') as locale where locale not in ('en', 'es', 'da', 'it'))
            then 'not_valid'
        end)) as found (field, code)
    where found.code is not null;
  if private.number_problem(input -> 'capacity', 0, 10000) is null
    and private.number_problem(input -> 'minimum_guests', 0, 10000) is null
    and (input ->> 'minimum_guests')::integer > (input ->> 'capacity')::integer
  then
    return next private.field_problem('minimum_guests', 'over_capacity');
  end if;
  if jsonb_typeof(input -> 'texts') = 'object' then
    return query
      select private.field_problem(
        'texts.' || locale.key || '.' || text.name, private.text_problem(locale.value -> text.name, text.longest, true))
      from jsonb_each(input -> 'texts') as locale
      cross join (
        values ('title', 120), ('summary', 300), ('description', 8000), ('meeting_point', 300), ('meeting_notes', 2000)
      ) as text (name, longest)
      where jsonb_typeof(locale.value) = 'object'
        and private.text_problem(locale.value -> text.name, text.longest, true) is not null;
    -- A tour on sale must stay complete.
    if status in ('live', 'paused') then
      return query
        select private.field_problem('texts.' || missing.language || '.' || missing.field, 'required')
        from private.missing_texts(input -> 'texts') as missing;
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
  insert into public.tours (
    id,
    company_id,
    slug,
    duration_minutes,
    latitude,
    longitude,
    guide_languages,
    capacity,
    minimum_guests,
    booking_cut_off_minutes,
    cancellation_cut_off_hours,
    deposit_percent,
    asks_names,
    colour,
    vat_rate)
  select
    write_tour.tour,
    write_tour.company,
    slug,
    duration_minutes,
    latitude,
    longitude,
    guide_languages,
    capacity,
    minimum_guests,
    booking_cut_off_minutes,
    cancellation_cut_off_hours,
    deposit_percent,
    asks_names,
    colour,
    vat_rate
  from jsonb_populate_record(null::public.tours, input)
  on conflict (id) do update
  set
    slug = excluded.slug,
    duration_minutes = excluded.duration_minutes,
    latitude = excluded.latitude,
    longitude = excluded.longitude,
    guide_languages = excluded.guide_languages,
    capacity = excluded.capacity,
    minimum_guests = excluded.minimum_guests,
    booking_cut_off_minutes = excluded.booking_cut_off_minutes,
    cancellation_cut_off_hours = excluded.cancellation_cut_off_hours,
    deposit_percent = excluded.deposit_percent,
    asks_names = excluded.asks_names,
    colour = excluded.colour,
    vat_rate = excluded.vat_rate;

  delete from public.tour_translations where tour_id = write_tour.tour and not input -> 'texts' ? locale::text;
  insert into public.tour_translations (tour_id, locale, title, summary, description, meeting_point, meeting_notes)
  select
    write_tour.tour,
    r.locale,
    coalesce(private.trim_text(r.title), ''),
    coalesce(private.trim_text(r.summary), ''),
    coalesce(private.trim_text(r.description), ''),
    coalesce(private.trim_text(r.meeting_point), ''),
    coalesce(private.trim_text(r.meeting_notes), '')
  from jsonb_each(input -> 'texts') as text
  cross join lateral jsonb_populate_record(
    null::public.tour_translations, text.value || jsonb_build_object('locale', text.key)) as r
  on conflict (tour_id, locale) do update
  set title = excluded.title, summary = excluded.summary, description = excluded.description,
    meeting_point = excluded.meeting_point, meeting_notes = excluded.meeting_notes
  where (
    tour_translations.title,
    tour_translations.summary,
    tour_translations.description,
    tour_translations.meeting_point,
    tour_translations.meeting_notes)
    is distinct from (
      excluded.title, excluded.summary, excluded.description, excluded.meeting_point, excluded.meeting_notes);

  -- Booked categories keep their row and become inactive.
  delete from public.price_categories as p
  where p.tour_id = write_tour.tour and p.id <> all (price_ids)
    and not exists (select from public.guests where price_category_id = p.id);
  update public.price_categories as p set is_active = false, position = cardinality(price_ids) + 1
  where p.tour_id = write_tour.tour and p.id <> all (price_ids) and p.is_active;
  insert into public.price_categories (
    id,
    tour_id,
    company_id,
    type,
    amount,
    minimum_age,
    maximum_age,
    seats,
    vat_rate,
    accompanied_by,
    position,
    is_active)
  select
    r.id,
    write_tour.tour,
    write_tour.company,
    r.type,
    r.amount,
    r.minimum_age,
    r.maximum_age,
    r.seats,
    r.vat_rate,
    r.accompanied_by,
    price.ordinal,
    r.is_active
  from jsonb_array_elements(input -> 'prices') with ordinality as price (value, ordinal)
  cross join lateral jsonb_populate_record(null::public.price_categories, price.value) as r
  on conflict (id) do update
  set
    type = excluded.type,
    amount = excluded.amount,
    minimum_age = excluded.minimum_age,
    maximum_age = excluded.maximum_age,
    seats = excluded.seats,
    vat_rate = excluded.vat_rate,
    accompanied_by = excluded.accompanied_by,
    position = excluded.position,
    is_active = excluded.is_active
  where price_categories.tour_id = excluded.tour_id;
end
$$;
comment on function private.write_tour is 'Writes a validated tour form.';
