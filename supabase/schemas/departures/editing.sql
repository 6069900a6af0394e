-- Adding a single departure, overriding one of a schedule, and reading one. ADR 024

create function private.override_problems(tour uuid, input jsonb) returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select private.field_problem(found.field, found.code)
    from (values
      ('capacity', private.number_problem(input -> 'capacity', 0, 10000, true)),
      ('language', private.language_problem(input -> 'language')),
      ('meeting_note', private.text_problem(input -> 'meeting_note', 1000, true)),
      ('prices', case when input ? 'prices' and jsonb_typeof(input -> 'prices') <> 'object' then 'not_valid' end)
    ) as found (field, code)
    where found.code is not null;
  if jsonb_typeof(input -> 'prices') = 'object' then
    return query
      select private.field_problem(
        'prices.' || price.key,
        case
          when not exists (
            select from public.price_categories where id::text = price.key and tour_id = override_problems.tour)
            then 'unknown'
          else private.number_problem(price.value, 0, 100000000000)
        end)
      from jsonb_each(input -> 'prices') as price
      where not exists (
        select from public.price_categories where id::text = price.key and tour_id = override_problems.tour)
        or private.number_problem(price.value, 0, 100000000000) is not null;
  end if;
end
$$;
comment on function private.override_problems is
  'Returns the problems of a departure''s own values. Codes: those of the fields, unknown.';

create function private.override_form(departure uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'capacity', case when own_capacity then capacity end,
      'language', case when own_language then language end,
      'meeting_note', meeting_note,
      'prices', coalesce((
        select jsonb_object_agg(price_category_id::text, amount) from public.departure_prices where departure_id = d.id
      ), '{}'))
    from public.departures as d
    where d.id = departure);
end
$$;
comment on function private.override_form is
  'Returns a departure''s own values as its form reads and sends them; null for inherited values.';

create function private.inherited_departure_values(departure public.departures, out capacity integer, out language text)
language sql stable security definer set search_path = ''
as $$
  select coalesce(e.capacity, s.capacity, t.capacity), coalesce(e.language, s.language, t.guide_languages[1], 'en')
  from public.tours as t
  left join public.schedules as s on s.id = (departure).schedule_id
  left join public.schedule_exceptions as e on e.schedule_id = s.id and e.local_date = (departure).scheduled_date
  where t.id = (departure).tour_id
$$;
comment on function private.inherited_departure_values is
  'Returns the capacity and language that a departure inherits from its exception, schedule or tour.';

create function private.write_own_prices(departure uuid, prices jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.departure_prices
  where departure_id = departure and not coalesce(prices, '{}') ? price_category_id::text;
  insert into public.departure_prices (departure_id, price_category_id, amount)
  select departure, key::uuid, value::text::bigint
  from jsonb_each(coalesce(prices, '{}'))
  on conflict (departure_id, price_category_id) do update
  set amount = excluded.amount
  where departure_prices.amount <> excluded.amount;
end
$$;
comment on function private.write_own_prices is 'Replaces a departure''s own prices, by category.';

create function public.add_departure(departure uuid, tour uuid, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  tour_row public.tours;
  zone text;
  starts timestamptz;
  stored_departure public.departures;
  result jsonb;
begin
  select * into tour_row from public.tours where id = add_departure.tour;
  -- Planners may add a departure, but only owners set prices (ADR 004). Only owners may call save_schedule.
  if tour_row.id is null
    or not private.may(
      case when coalesce(input -> 'prices', '{}') = '{}' then 'add_departure' else 'save_schedule' end,
      tour_row.company_id)
  then
    return '{"status": "not_found"}';
  end if;
  select * into stored_departure from public.departures where id = add_departure.departure;
  if stored_departure.id is not null then
    return case
      when stored_departure.tour_id = tour_row.id then
        jsonb_build_object('status', 'ok', 'version', stored_departure.version)
      else '{"status": "not_found"}'
    end;
  end if;
  if tour_row.status = 'archived' then return '{"status": "archived"}'; end if;
  result := private.invalid_response(array(
    select private.field_problem(found.field, found.code)
    from (
      values ('local_date', private.date_problem(input -> 'local_date')),
      ('local_time', private.time_problem(input -> 'local_time'))) as found (field, code)
    where found.code is not null
    union all
    select private.override_problems(tour_row.id, input)));
  if result is not null then return result; end if;
  select time_zone into zone from public.companies where id = tour_row.company_id;
  starts := private.instant_in(zone, (input ->> 'local_date')::date + (input ->> 'local_time')::time);
  if starts <= now() then
    return private.invalid_response(array[private.field_problem(
      case
        when (input ->> 'local_date')::date < private.company_today(tour_row.company_id) then 'local_date'
        else 'local_time'
      end,
      'past')]);
  end if;
  insert into public.departures (
    id,
    company_id,
    tour_id,
    starts_at,
    ends_at,
    local_date,
    capacity,
    own_capacity,
    language,
    own_language,
    meeting_note)
  values (
    add_departure.departure,
    tour_row.company_id,
    tour_row.id,
    starts,
    starts + make_interval(mins => tour_row.duration_minutes),
    (input ->> 'local_date')::date,
    coalesce((input ->> 'capacity')::integer, tour_row.capacity),
    input ->> 'capacity' is not null,
    coalesce(input ->> 'language', tour_row.guide_languages[1], 'en'),
    input ->> 'language' is not null,
    nullif(private.trim_text(input ->> 'meeting_note'), ''))
  on conflict (id) do nothing;
  perform private.write_own_prices(add_departure.departure, input -> 'prices');
  perform private.log_change(
    tour_row.company_id,
    'add_departure',
    null,
    input || jsonb_build_object('id', add_departure.departure, 'tour_id', tour_row.id));
  return jsonb_build_object('status', 'ok', 'version', 1);
end
$$;
comment on function public.add_departure is
  'Adds a single departure at a local date and time. Idempotent by its id. Returns ok with version, invalid (past '
  'among the codes), archived or not_found.';

create function public.override_departure(departure uuid, version integer, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  of_company constant uuid := (select company_id from public.departures where id = override_departure.departure);
  old public.departures;
  inherited record;
  before jsonb;
  after jsonb;
  result jsonb;
begin
  if of_company is null or not private.may('override_departure', of_company) then
    return '{"status": "not_found"}';
  end if;
  perform private.lock_departure_creation(of_company);
  select * into old from public.departures where id = override_departure.departure for update;
  if old.id is null then return '{"status": "not_found"}'; end if;
  if old.status <> 'scheduled' then return '{"status": "over"}'; end if;
  result := private.invalid_response(array(select private.override_problems(old.tour_id, input)));
  if result is not null then return result; end if;
  before := private.override_form(old.id);
  -- As for an added departure, only owners set prices.
  if coalesce(input -> 'prices', '{}') <> before -> 'prices' and not private.may('save_schedule', of_company) then
    return '{"status": "not_found"}';
  end if;
  inherited := private.inherited_departure_values(old);
  begin
    update public.departures
    set own_capacity = input ->> 'capacity' is not null, own_language = input ->> 'language' is not null,
      -- Values that are no longer its own are inherited again. Inherited values stay as they are.
      capacity = coalesce(
        (input ->> 'capacity')::integer, case when old.own_capacity then inherited.capacity else old.capacity end),
      language = coalesce(
        input ->> 'language', case when old.own_language then inherited.language else old.language end),
      meeting_note = nullif(private.trim_text(input ->> 'meeting_note'), '')
    where id = old.id;
    perform private.write_own_prices(old.id, input -> 'prices');
    after := private.override_form(old.id);
    if after = before then return jsonb_build_object('status', 'ok', 'version', old.version); end if;
    if old.version <> coalesce(override_departure.version, 0) then
      result := jsonb_build_object('status', 'stale', 'version', old.version, 'current', before);
      raise sqlstate 'MU000';
    end if;
    -- An overbooked departure may keep its capacity.
    if (select capacity from public.departures where id = old.id) < least(coalesce((
      select seats from private.booking_counts(array[old.id])), 0), old.capacity)
    then
      result := private.invalid_response(array[private.field_problem('capacity', 'below_booked')]);
      raise sqlstate 'MU000';
    end if;
  exception when sqlstate 'MU000' then
    return result;
  end;
  update public.departures set version = departures.version + 1 where id = old.id;
  perform private.log_change(of_company, 'override_departure', before, after || jsonb_build_object('id', old.id));
  return jsonb_build_object('status', 'ok', 'version', old.version + 1);
end
$$;
comment on function public.override_departure is
  'Sets or clears (null) a departure''s own capacity, language, meeting note or prices; only owners change prices. '
  'Returns ok with version, invalid (below_booked among the codes), over, stale or not_found.';

create function public.read_departure(departure uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_build_object(
      'status', 'ok',
      'id', d.id,
      'company_id', d.company_id,
      'tour_id', d.tour_id,
      'schedule_id', d.schedule_id,
      'scheduled_date', d.scheduled_date,
      'follows_schedule', d.follows_schedule,
      'starts_at', private.iso(d.starts_at),
      'ends_at', private.iso(d.ends_at),
      'local_date', d.local_date,
      'departure_status', d.status,
      'is_closed', d.is_closed,
      'version', d.version,
      'overrides', private.override_form(d.id),
      'capacity', d.capacity,
      'language', d.language,
      'guide_languages', to_jsonb(t.guide_languages),
      'tour_capacity', t.capacity,
      -- Values that apply without an override.
      'inherited_capacity', case when d.own_capacity then f.capacity else d.capacity end,
      'inherited_language', case when d.own_language then f.language else d.language end,
      'seats_taken', coalesce((select seats from private.booking_counts(array[d.id])), 0),
      'prices', coalesce((
        select jsonb_agg(jsonb_build_object(
          'price_category_id', p.id, 'type', p.type, 'tour_amount', p.amount, 'amount', coalesce(o.amount, p.amount)
        ) order by p.position, p.type, p.id)
        from public.price_categories as p
        left join public.departure_prices as o on o.departure_id = d.id and o.price_category_id = p.id
        where p.tour_id = d.tour_id and (p.is_active or o.amount is not null)), '[]'))
    from public.departures as d join public.tours as t on t.id = d.tour_id
    cross join lateral private.inherited_departure_values(d) as f
    where d.id = read_departure.departure
      and (
        private.sees_whole_company(private.subject((select auth.uid()), 'read_departure'), d.company_id)
          or d.id in (select private.own_departures()))), '{"status": "not_found"}');
end
$$;
comment on function public.read_departure is
  'Returns a departure with its own values and the tour''s, to people who may see it; otherwise not_found.';

grant execute on function public.add_departure, public.override_departure, public.read_departure to authenticated;
