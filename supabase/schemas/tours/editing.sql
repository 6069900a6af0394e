-- Publishing, pausing, restoring and duplicating tours, and reading one. ADR 024

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
      select 'prices', null
      where not jsonb_path_exists(form, '$.prices[*] ? (@.is_active == true)')
      union all
      select 'capacity', null
      where (form ->> 'capacity')::integer = 0
      union all
      select 'departures', null
      where not exists (
        select from public.departures
        where tour_id = missing_tour_fields.tour and status = 'scheduled' and starts_at > now())
        -- A schedule whose season is over has no departures.
        and not exists (
          select
          from private.desired_departures(
            array(select id from public.schedules where tour_id = missing_tour_fields.tour and is_active),
            private.company_today(of_company),
            private.departure_horizon(of_company)) as ahead
          where ahead.starts_at > now())) as missing), '[]');
end
$$;
comment on function private.missing_tour_fields is
  'Returns what a tour lacks for publishing, by field and language: title, '
  'summary, description, meeting_point, prices, capacity, departures.';

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
    return jsonb_build_object(
      'status', 'stale', 'version', old.version, 'current', private.tour_form(old.id), 'tour_status', old.status);
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
  perform private.log_change(
    (old).company_id,
    action,
    jsonb_build_object('id', (old).id, 'status', (old).status),
    jsonb_build_object('id', (old).id, 'status', new_status));
  if new_status = 'live' then
    new_departures := private.create_missing_departures(array(
      select id from public.schedules where tour_id = (old).id), private.departure_horizon((old).company_id));
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

create function public.restore_tour(tour uuid, version integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  old public.tours;
  refusal constant jsonb := private.lock_tour(restore_tour.tour, restore_tour.version, 'restore_tour');
begin
  select * into old from public.tours where id = restore_tour.tour;
  if refusal ->> 'status' = 'not_found' then return refusal; end if;
  if old.status <> 'archived' then
    return jsonb_build_object('status', 'ok', 'version', old.version, 'created', 0);
  end if;
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
    return case
      when stored_copy.company_id = old.company_id then jsonb_build_object('status', 'ok', 'slug', stored_copy.slug)
      else '{"status": "not_found"}'
    end;
  end if;
  -- Two calls at once would pick the same slug.
  perform private.lock_departure_creation(old.company_id);
  select left(old.slug, 70) || '-' || n into free
  from generate_series(2, 10000) as n
  where private.tour_by_slug(old.company_id, left(old.slug, 70) || '-' || n) is null order by n limit 1;
  form := private.tour_form(old.id) || jsonb_build_object('slug', free);
  ids := (select jsonb_object_agg(value ->> 'id', gen_random_uuid()) from jsonb_array_elements(form -> 'prices'));
  form := form
    || jsonb_build_object(
      'prices',
      coalesce((
        select jsonb_agg(
          value
            || jsonb_build_object(
              'id', ids -> (value ->> 'id'),
              'accompanied_by', coalesce((
                select jsonb_agg(ids -> other) from jsonb_array_elements_text(value -> 'accompanied_by') as other
              ), '[]')) order by ordinal)
        from jsonb_array_elements(form -> 'prices') with ordinality as price (value, ordinal)), '[]'));
  perform private.write_tour(old.company_id, duplicate_tour.copy, form);
  insert into private.tour_pictures (tour_id, bytes, tag)
  select duplicate_tour.copy, bytes, tag from private.tour_pictures where tour_id = old.id;
  perform private.log_change(
    old.company_id, 'duplicate_tour', null, form || jsonb_build_object('id', duplicate_tour.copy, 'of', old.id));
  return jsonb_build_object('status', 'ok', 'slug', free);
end
$$;
comment on function public.duplicate_tour is
  'Creates a draft with the texts, prices and picture of a tour, without its schedules, under the first free slug. '
  'Idempotent by the id of the copy. Returns ok with slug or not_found.';

create function public.read_tour(tour uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_build_object(
      'status', 'ok',
      'id', t.id,
      'company_id', t.company_id,
      'tour_status', t.status,
      'version', t.version,
      'tour', private.tour_form(t.id),
      'missing', private.missing_tour_fields(t.id),
      'currency', c.currency,
      'time_zone', c.time_zone,
      'company_slug', c.slug,
      'picture_tag', (select tag from private.tour_pictures where tour_id = t.id),
      'company_logo', (select tag from private.company_logos where company_id = c.id),
      'former_slugs', (
        select coalesce(jsonb_agg(s.slug order by s.slug), '[]') from private.tour_slugs as s
        where s.tour_id = t.id and s.slug <> t.slug),
      'booked_prices', (
        select coalesce(jsonb_agg(p.id), '[]') from public.price_categories as p
        where p.tour_id = t.id and exists (select from public.guests where price_category_id = p.id)))
    from public.tours as t join public.companies as c on c.id = t.company_id
    where t.id = read_tour.tour and private.may_read_tours('read_tour', t.company_id)), '{"status": "not_found"}');
end
$$;
comment on function public.read_tour is
  'Returns everything that a tour''s form shows: the form, version, status, '
  'missing fields, former slugs and booked prices. Returns ok or not_found.';

grant execute on function
  public.publish_tour,
  public.pause_tour,
  public.restore_tour,
  public.duplicate_tour,
  public.read_tour
to authenticated;
