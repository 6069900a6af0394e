-- Forms of schedules, exceptions and days off (blackouts): their shape and checks, previews and reading. ADR 024

create function private.schedule_form(schedule uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'rrule', rrule,
      'starts_on', starts_on,
      'local_time', to_char(local_time, 'HH24:MI'),
      'capacity', capacity,
      'language', language,
      'is_active', is_active)
    from public.schedules
    where id = schedule);
end
$$;
comment on function private.schedule_form is 'Returns a schedule as its form reads and sends it.';

create function private.exception_form(e public.schedule_exceptions) returns jsonb
language sql stable
return jsonb_build_object(
  'local_date', (e).local_date,
  'kind', (e).kind,
  'moved_to', (e).moved_to,
  'local_time', to_char((e).local_time, 'HH24:MI'),
  'capacity', (e).capacity,
  'language', (e).language,
  'note', (e).note);
comment on function private.exception_form is 'Returns an exception as its form reads and sends it.';

create function private.exception_forms(schedule uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(private.exception_form(e) order by e.local_date)
    from public.schedule_exceptions as e
    where e.schedule_id = exception_forms.schedule), '[]');
end
$$;
comment on function private.exception_forms is 'Returns all exceptions of a schedule, by date.';

create function private.language_problem(input jsonb) returns text
language sql immutable parallel safe
return case
  when coalesce(input, 'null') <> 'null' and (jsonb_typeof(input) <> 'string' or input #>> '{}' !~ '^[a-z]{2,3}$') then
    'not_valid'
end;
comment on function private.language_problem is
  'Checks a guide language of a form; null means the tour''s. Returns null or not_valid.';

create function private.schedule_problems(input jsonb) returns setof jsonb
language plpgsql stable set search_path = ''
as $$
declare
  rule constant text := input ->> 'rrule';
  is_rule constant boolean := coalesce(private.is_rrule(rule), false);
  start constant date := case
    when private.date_problem(input -> 'starts_on') is null then (input ->> 'starts_on')::date
  end;
begin
  return query
    select private.field_problem(found.field, found.code)
    from (values
      ('rrule', case when not is_rule then 'not_valid' end),
      ('starts_on', private.date_problem(input -> 'starts_on')),
      ('until', case when is_rule and substring(rule from 'UNTIL=(\d{8})')::date < start then 'before_start' end),
      ('local_time', private.time_problem(input -> 'local_time')),
      ('capacity', private.number_problem(input -> 'capacity', 0, 10000, true)),
      ('language', private.language_problem(input -> 'language')),
      ('is_active', case when jsonb_typeof(input -> 'is_active') is distinct from 'boolean' then 'not_valid' end)
    ) as found (field, code)
    where found.code is not null;
  if not found and not exists (select from private.occurrences(rule, start, start, start + 3660)) then
    return next private.field_problem('rrule', 'never');
  end if;
end
$$;
comment on function private.schedule_problems is
  'Returns the problems of a schedule form. Codes: those of the '
  'fields, before_start (of its end), never (no occurrence).';

create function private.schedule_refusal(schedule uuid, version integer, rpc text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  old public.schedules;
begin
  perform private.lock_departure_creation((
    select company_id from public.schedules where id = schedule_refusal.schedule));
  select * into old from public.schedules where id = schedule_refusal.schedule for update;
  if old.id is null or not private.may(rpc, old.company_id) then return '{"status": "not_found"}'; end if;
  if old.version <> coalesce(schedule_refusal.version, 0) then
    return jsonb_build_object('status', 'stale', 'version', old.version, 'current', private.schedule_form(old.id),
      'exceptions', private.exception_forms(old.id));
  end if;
  return null;
end
$$;
comment on function private.schedule_refusal is
  'Locks a schedule for a change. Returns null, not_found, or stale with '
  'the current schedule and its exceptions, which share its version.';

create function private.write_schedule(schedule uuid, tour public.tours, input jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.schedules (id, tour_id, company_id, rrule, starts_on, local_time, capacity, language, is_active)
  select
    write_schedule.schedule,
    (tour).id,
    (tour).company_id,
    rrule,
    starts_on,
    local_time,
    capacity,
    language,
    is_active
  from jsonb_populate_record(null::public.schedules, input)
  on conflict (id) do update
  set
    rrule = excluded.rrule,
    starts_on = excluded.starts_on,
    local_time = excluded.local_time,
    capacity = excluded.capacity,
    language = excluded.language,
    is_active = excluded.is_active;
end
$$;
comment on function private.write_schedule is 'Writes a validated schedule form.';

create function private.exception_problems(of_schedule public.schedules, input jsonb) returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  today constant date := private.company_today((of_schedule).company_id);
  kind constant text := input ->> 'kind';
  day constant date := case
    when private.date_problem(input -> 'local_date') is null then (input ->> 'local_date')::date
  end;
  is_by_rule constant boolean := exists (
    select from private.occurrences((of_schedule).rrule, (of_schedule).starts_on, day, day));
begin
  return query
    select private.field_problem(found.field, found.code)
    from (
      values (
        'kind',
        case when not coalesce(pg_input_is_valid(kind, 'public.schedule_exception_kind'), false) then 'not_valid' end),
      (
        'local_date',
        coalesce(
          private.date_problem(input -> 'local_date'),
          case
            when day < today then 'past'
            when kind in ('removed', 'changed') and not is_by_rule then 'not_an_occurrence'
            when kind = 'added' and is_by_rule then 'already_there'
          end)),
      (
        'moved_to',
        coalesce(
          private.date_problem(input -> 'moved_to', true),
          case
            when coalesce(input -> 'moved_to', 'null') = 'null' then null
            when kind <> 'changed' then 'not_valid'
            when (input ->> 'moved_to')::date < today then 'past'
          end)),
      ('local_time', private.time_problem(input -> 'local_time', true)),
      ('capacity', private.number_problem(input -> 'capacity', 0, 10000, true)),
      ('language', private.language_problem(input -> 'language')),
      ('note', private.text_problem(input -> 'note', 500, true))) as found (field, code)
    where found.code is not null;
end
$$;
comment on function private.exception_problems is
  'Returns the problems of an exception form. Codes: those of the fields, past, not_an_occurrence, already_there.';

create function private.blackout_form(blackout uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('tour_id', tour_id, 'from_date', from_date, 'to_date', to_date, 'name', name)
    from public.blackouts
    where id = blackout);
end
$$;
comment on function private.blackout_form is 'Returns a blackout as its form reads and sends it.';

create function public.preview_schedule(
  tour uuid, input jsonb, schedule uuid default null, from_date date default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  tour_row public.tours;
  previewed_id uuid;
  today date;
  begins date;
  result jsonb;
begin
  select * into tour_row from public.tours where id = preview_schedule.tour;
  if tour_row.id is null
    or not private.may('preview_schedule', tour_row.company_id)
    or not coalesce((
      select tour_id = tour_row.id from public.schedules where id = preview_schedule.schedule), true)
  then
    return '{"status": "not_found"}';
  end if;
  input := input || '{"is_active": true}';
  result := private.invalid_response(array(select private.schedule_problems(input)));
  if result is not null then return result; end if;
  today := private.company_today(tour_row.company_id);
  begins := least(greatest(today, from_date), today + 3660);
  previewed_id := coalesce(preview_schedule.schedule, gen_random_uuid());
  begin
    -- Writes, queries and rolls back, so that the preview uses the code that creates departures.
    perform private.write_schedule(previewed_id, tour_row, input);
    result := (
      with next as (
        select *
        from private.desired_departures(
          array[previewed_id], begins, greatest(begins, (input ->> 'starts_on')::date) + 1100)
        order by starts_at limit 10),
      skipped as (
        select distinct on (day) day, b.name
        from private.occurrences(
          input ->> 'rrule', (input ->> 'starts_on')::date, begins, (select max(scheduled_date) from next)) as day
        join public.blackouts as b
          on b.company_id = tour_row.company_id and (b.tour_id is null or b.tour_id = tour_row.id)
            and day between b.from_date and b.to_date
        where not exists (
          select from public.schedule_exceptions as e where e.schedule_id = previewed_id and e.local_date = day)
        order by day, b.name)
      select jsonb_build_object(
        'status', 'ok',
        'dates', coalesce((
          select jsonb_agg(jsonb_build_object(
            'scheduled_date', n.scheduled_date,
            'local_date', n.local_date,
            'starts_at', private.iso(n.starts_at),
            'kind', (
              select e.kind from public.schedule_exceptions as e
              where e.schedule_id = previewed_id and e.local_date = n.scheduled_date)) order by n.starts_at)
          from next as n), '[]'),
        'skipped', coalesce((
          select jsonb_agg(jsonb_build_object('local_date', day, 'name', name) order by day) from skipped), '[]')));
    raise sqlstate 'MU000';
  exception when sqlstate 'MU000' then
    return result;
  end;
end
$$;
comment on function public.preview_schedule is
  'Returns the next ten dates of a schedule form with its exceptions, and the dates between them that days off skip, '
  'from today or a later day. Changes nothing. Returns ok, invalid or not_found.';

create function public.read_schedules(tour uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  tour_row public.tours;
begin
  select * into tour_row from public.tours
  where id = read_schedules.tour and private.may_read_tours('read_schedules', company_id);
  if tour_row.id is null then return '{"status": "not_found"}'; end if;
  return jsonb_build_object(
    'status', 'ok',
    'today', private.company_today(tour_row.company_id),
    'time_zone', (select time_zone from public.companies where id = tour_row.company_id),
    'schedules', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', s.id,
          'version', s.version,
          'schedule', private.schedule_form(s.id),
          'exceptions', private.exception_forms(s.id),
          'next_at', (
            select private.iso(min(d.starts_at)) from public.departures as d
            where d.schedule_id = s.id and d.status = 'scheduled' and d.starts_at > now())) order by s.is_active desc,
        s.local_time,
        s.starts_on,
        s.id)
      from public.schedules as s
      where s.tour_id = tour_row.id), '[]'),
    'blackouts', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', b.id, 'version', b.version, 'blackout', private.blackout_form(b.id)) order by b.from_date, b.id)
      from public.blackouts as b
      where b.company_id = tour_row.company_id and (b.tour_id is null or b.tour_id = tour_row.id)
        and b.to_date >= private.company_today(tour_row.company_id)), '[]'));
end
$$;
comment on function public.read_schedules is
  'Returns a tour''s schedules with their exceptions, and present and future days off. Returns ok or not_found.';

grant execute on function public.preview_schedule, public.read_schedules to authenticated;
