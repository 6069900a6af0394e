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

create function private.price_problems(prices jsonb) returns setof jsonb
language sql immutable set search_path = ''
as $$
  with each as (
    select
      ordinal - 1 as ordinal,
      value ->> 'id' as id,
      value ->> 'type' as type,
      value -> 'accompanied_by' as accompanied_by,
      value -> 'is_active' = 'true' as is_active,
      coalesce((value ->> 'minimum_age')::integer, 0) as youngest,
      coalesce((value ->> 'maximum_age')::integer, 999) as oldest,
      coalesce(value ->> 'minimum_age', value ->> 'maximum_age') is not null as has_ages
    from jsonb_array_elements(prices) with ordinality as price (value, ordinal)
  )
  select private.field_problem('prices.' || e.ordinal || '.id', 'twice') from each as e
  where exists (select from each as o where o.ordinal < e.ordinal and o.id = e.id)
  union all
  select private.field_problem('prices.' || e.ordinal || '.type', 'twice') from each as e
  where e.is_active and e.type <> 'OTHER'
    and exists (select from each as o where o.ordinal < e.ordinal and o.type = e.type and o.is_active)
  union all
  select private.field_problem(
    'prices.' || e.ordinal || '.accompanied_by', case when e.accompanied_by ? e.id then 'itself' else 'unknown' end)
  from each as e
  where e.accompanied_by ? e.id
    or exists (
      select from jsonb_array_elements_text(e.accompanied_by) as other
      where not exists (select from each as o where o.id = other))
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
        and o.youngest <= o.oldest and o.youngest <= e.oldest and e.youngest <= o.oldest)$$;
comment on function private.price_problems is
  'Returns the problems of a tour''s prices, whose fields are valid, with each other: twice, itself, unknown, '
  'ages_reversed, ages_overlap.';

create function private.tour_problems(company uuid, tour uuid, input jsonb) returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_on_sale constant boolean := coalesce(
    (select t.status in ('live', 'paused') from public.tours as t where t.id = tour_problems.tour), false);
begin
  if private.tour_by_slug(tour_problems.company, input ->> 'slug') <> tour_problems.tour then
    return next private.field_problem('slug', 'taken');
  end if;
  if (input ->> 'latitude' is null) <> (input ->> 'longitude' is null) then
    return next private.field_problem('meeting_place', 'not_valid');
  end if;
  if (input ->> 'minimum_guests')::integer > (input ->> 'capacity')::integer then
    return next private.field_problem('minimum_guests', 'over_capacity');
  end if;
  return query select private.price_problems(input -> 'prices');
  -- A tour on sale must stay complete.
  if is_on_sale then
    return query
      select private.field_problem('texts.' || missing.language || '.' || missing.field, 'required')
      from private.missing_texts(input -> 'texts') as missing;
    if not jsonb_path_exists(input, '$.prices[*] ? (@.is_active == true)') then
      return next private.field_problem('prices', 'required');
    end if;
  end if;
end
$$;
comment on function private.tour_problems is
  'Returns the problems of a tour form, whose fields are valid, with each other and with other tours.';

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
    r.title,
    r.summary,
    r.description,
    r.meeting_point,
    r.meeting_notes
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
