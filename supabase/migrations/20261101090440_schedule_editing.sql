-- Editing of schedules, exceptions, days off (blackouts) and single departures. ADR 023 and 024

create function private.schedule_form(schedule uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('rrule', rrule, 'starts_on', starts_on, 'local_time', to_char(local_time, 'HH24:MI'), 'capacity', capacity,
      'language', language, 'is_active', is_active)
    from public.schedules where id = schedule);
end
$$;
comment on function private.schedule_form is 'Returns a schedule as its form reads and sends it.';

create function private.exception_form(e public.schedule_exceptions) returns jsonb
language sql stable
return jsonb_build_object('local_date', (e).local_date, 'kind', (e).kind, 'moved_to', (e).moved_to, 'local_time', to_char((e).local_time, 'HH24:MI'),
  'capacity', (e).capacity, 'language', (e).language, 'note', (e).note);
comment on function private.exception_form is 'Returns an exception as its form reads and sends it.';

create function private.exception_forms(schedule uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(private.exception_form(e) order by e.local_date) from public.schedule_exceptions as e where e.schedule_id = exception_forms.schedule), '[]');
end
$$;
comment on function private.exception_forms is 'Returns all exceptions of a schedule, by date.';

create function private.language_problem(input jsonb) returns text
language sql immutable parallel safe
return case when coalesce(input, 'null') <> 'null' and (jsonb_typeof(input) <> 'string' or input #>> '{}' !~ '^[a-z]{2,3}$') then 'not_valid' end;
comment on function private.language_problem is
  'Checks a guide language of a form; null means the tour''s. Returns null or not_valid.';

create function private.schedule_problems(input jsonb) returns setof jsonb
language plpgsql stable set search_path = ''
as $$
declare
  rule constant text := input ->> 'rrule';
  is_rule constant boolean := coalesce(private.is_rrule(rule), false);
  start constant date := case when private.date_problem(input -> 'starts_on') is null then (input ->> 'starts_on')::date end;
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
  perform private.lock_departure_creation((select company_id from public.schedules where id = schedule_refusal.schedule));
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
  select write_schedule.schedule, (tour).id, (tour).company_id, rrule, starts_on, local_time, capacity, language, is_active
  from jsonb_populate_record(null::public.schedules, input)
  on conflict (id) do update set rrule = excluded.rrule, starts_on = excluded.starts_on, local_time = excluded.local_time,
    capacity = excluded.capacity, language = excluded.language, is_active = excluded.is_active;
end
$$;
comment on function private.write_schedule is 'Writes a validated schedule form.';

create function private.save_schedule(schedule uuid, tour uuid, version integer, input jsonb, decisions jsonb, dry boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  tour_row public.tours;
  old public.schedules;
  before jsonb;
  after jsonb;
  result jsonb;
begin
  select * into tour_row from public.tours where id = save_schedule.tour;
  if tour_row.id is null or not private.may('save_schedule', tour_row.company_id) then return '{"status": "not_found"}'; end if;
  perform private.lock_departure_creation(tour_row.company_id);
  select * into old from public.schedules where id = save_schedule.schedule for update;
  if (old.id is null and coalesce(save_schedule.version, 0) <> 0) or old.tour_id <> tour_row.id then return '{"status": "not_found"}'; end if;
  result := private.invalid_response(array(select private.schedule_problems(input)));
  if result is not null then return result; end if;
  before := private.schedule_form(old.id);
  begin
    perform private.write_schedule(save_schedule.schedule, tour_row, input);
    after := private.schedule_form(save_schedule.schedule);
    if old.id is not null and after is distinct from before and old.version <> coalesce(save_schedule.version, 0) then
      result := jsonb_build_object('status', 'stale', 'version', old.version, 'current', before, 'exceptions', private.exception_forms(old.id));
      raise sqlstate 'MU000';
    end if;
    result := private.apply_schedule_changes(tour_row.company_id, array[save_schedule.schedule], decisions);
    if dry or result ->> 'status' <> 'ok' then raise sqlstate 'MU000'; end if;
  exception when sqlstate 'MU000' then
    return result;
  end;
  if after is distinct from before then
    if old.id is not null then update public.schedules set version = schedules.version + 1 where id = old.id returning * into old; end if;
    perform private.log_change(tour_row.company_id, 'save_schedule', before,
      after || jsonb_build_object('id', save_schedule.schedule, 'tour_id', tour_row.id, 'departures', result -> 'departures'));
  end if;
  perform private.enqueue_departure_creation(tour_row.company_id);
  return result || jsonb_build_object('version', coalesce(old.version, 1));
end
$$;
comment on function private.save_schedule is
  'Implements public.save_schedule. With dry, rolls back and returns what would happen.';

create function private.split_schedule(schedule uuid, version integer, from_date date, new_schedule uuid, input jsonb, decisions jsonb, dry boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal jsonb;
  old public.schedules;
  stored_schedule public.schedules;
  tour_row public.tours;
  before jsonb;
  result jsonb;
begin
  refusal := private.schedule_refusal(split_schedule.schedule, split_schedule.version, 'split_schedule');
  if refusal ->> 'status' = 'not_found' then return refusal; end if;
  select * into old from public.schedules where id = split_schedule.schedule;
  select * into stored_schedule from public.schedules where id = split_schedule.new_schedule;
  if stored_schedule.id is not null then
    -- A retry after a lost response.
    if stored_schedule.tour_id <> old.tour_id or stored_schedule.id = old.id then return '{"status": "not_found"}'; end if;
    return jsonb_build_object('status', 'ok', 'created', 0, 'moved', 0, 'removed', 0, 'changed', 0, 'guided', 0, 'departures', '[]'::jsonb, 'version', old.version);
  end if;
  if refusal is not null then return refusal; end if;
  result := private.invalid_response(array(
    select private.schedule_problems(input)
    union all
    select private.field_problem('from_date', case
      when from_date is null or not exists (select from private.occurrences(old.rrule, old.starts_on, from_date, from_date)) then 'not_an_occurrence'
      when not exists (select from private.occurrences(old.rrule, old.starts_on, old.starts_on, from_date - 1)) then 'is_first' end)
    where from_date is null or not exists (select from private.occurrences(old.rrule, old.starts_on, from_date, from_date))
      or not exists (select from private.occurrences(old.rrule, old.starts_on, old.starts_on, from_date - 1))
    union all
    select private.field_problem('starts_on', 'before_start') where private.date_problem(input -> 'starts_on') is null and (input ->> 'starts_on')::date < from_date));
  if result is not null then return result; end if;
  select * into tour_row from public.tours where id = old.tour_id;
  before := private.schedule_form(old.id);
  begin
    perform private.write_schedule(split_schedule.new_schedule, tour_row, input);
    update public.schedules
    set rrule = regexp_replace(rrule, ';(UNTIL|COUNT)=[0-9]+', '') || ';UNTIL=' || to_char(from_date - 1, 'YYYYMMDD'), version = schedules.version + 1
    where id = old.id;
    update public.schedule_exceptions set schedule_id = split_schedule.new_schedule where schedule_id = old.id and local_date >= from_date;
    update public.departures set schedule_id = split_schedule.new_schedule where schedule_id = old.id and scheduled_date >= from_date;
    result := private.apply_schedule_changes(old.company_id, array[old.id, split_schedule.new_schedule], decisions);
    if dry or result ->> 'status' <> 'ok' then raise sqlstate 'MU000'; end if;
  exception when sqlstate 'MU000' then
    return result;
  end;
  perform private.log_change(old.company_id, 'split_schedule', before || jsonb_build_object('id', old.id),
    private.schedule_form(split_schedule.new_schedule) || jsonb_build_object('id', split_schedule.new_schedule, 'from_date', from_date, 'departures', result -> 'departures'));
  perform private.enqueue_departure_creation(old.company_id);
  return result || jsonb_build_object('version', old.version + 1);
end
$$;
comment on function private.split_schedule is
  'Implements public.split_schedule. With dry, rolls back and returns what would happen.';

create function private.end_schedule(schedule uuid, version integer, from_date date, decisions jsonb, dry boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal jsonb;
  old public.schedules;
  before jsonb;
  after jsonb;
  deleted_dates integer;
  result jsonb;
begin
  refusal := private.schedule_refusal(end_schedule.schedule, end_schedule.version, 'end_schedule');
  if refusal ->> 'status' = 'not_found' then return refusal; end if;
  if from_date is null then return private.invalid_response(array[private.field_problem('from_date', 'required')]); end if;
  select * into old from public.schedules where id = end_schedule.schedule;
  before := private.schedule_form(old.id);
  begin
    if not exists (select from private.occurrences(old.rrule, old.starts_on, old.starts_on, from_date - 1)) then
      update public.schedules set is_active = false where id = old.id;
    elsif exists (select from private.occurrences(old.rrule, old.starts_on, from_date, from_date + 3660)) then
      update public.schedules
      set rrule = regexp_replace(rrule, ';(UNTIL|COUNT)=[0-9]+', '') || ';UNTIL=' || to_char(from_date - 1, 'YYYYMMDD')
      where id = old.id;
    end if;
    -- "All that follow" includes dates added by hand.
    delete from public.schedule_exceptions where schedule_id = old.id and kind = 'added' and local_date >= from_date;
    get diagnostics deleted_dates = row_count;
    after := private.schedule_form(old.id);
    if refusal is not null and (after is distinct from before or deleted_dates > 0) then
      result := refusal;
      raise sqlstate 'MU000';
    end if;
    result := private.apply_schedule_changes(old.company_id, array[old.id], decisions);
    if dry or result ->> 'status' <> 'ok' then raise sqlstate 'MU000'; end if;
  exception when sqlstate 'MU000' then
    return result;
  end;
  if after is distinct from before or deleted_dates > 0 then
    update public.schedules set version = schedules.version + 1 where id = old.id returning * into old;
    perform private.log_change(old.company_id, 'end_schedule', before,
      after || jsonb_build_object('id', old.id, 'from_date', from_date, 'departures', result -> 'departures'));
  end if;
  return result || jsonb_build_object('version', old.version);
end
$$;
comment on function private.end_schedule is
  'Implements public.end_schedule. With dry, rolls back and returns what would happen.';

create function private.exception_problems(of_schedule public.schedules, input jsonb) returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  today constant date := private.company_today((of_schedule).company_id);
  kind constant text := input ->> 'kind';
  day constant date := case when private.date_problem(input -> 'local_date') is null then (input ->> 'local_date')::date end;
  is_by_rule constant boolean := exists (select from private.occurrences((of_schedule).rrule, (of_schedule).starts_on, day, day));
begin
  return query
    select private.field_problem(found.field, found.code)
    from (values
      ('kind', case when not coalesce(pg_input_is_valid(kind, 'public.schedule_exception_kind'), false) then 'not_valid' end),
      ('local_date', coalesce(private.date_problem(input -> 'local_date'), case
        when day < today then 'past'
        when kind in ('removed', 'changed') and not is_by_rule then 'not_an_occurrence'
        when kind = 'added' and is_by_rule then 'already_there' end)),
      ('moved_to', coalesce(private.date_problem(input -> 'moved_to', true), case
        when coalesce(input -> 'moved_to', 'null') = 'null' then null
        when kind <> 'changed' then 'not_valid'
        when (input ->> 'moved_to')::date < today then 'past' end)),
      ('local_time', private.time_problem(input -> 'local_time', true)),
      ('capacity', private.number_problem(input -> 'capacity', 0, 10000, true)),
      ('language', private.language_problem(input -> 'language')),
      ('note', private.text_problem(input -> 'note', 500, true))
    ) as found (field, code)
    where found.code is not null;
end
$$;
comment on function private.exception_problems is
  'Returns the problems of an exception form. Codes: those of the fields, past, not_an_occurrence, already_there.';

create function private.save_exception(schedule uuid, version integer, input jsonb, decisions jsonb, dry boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal jsonb;
  old public.schedules;
  before jsonb;
  after jsonb;
  result jsonb;
begin
  refusal := private.schedule_refusal(save_exception.schedule, save_exception.version, 'save_exception');
  if refusal ->> 'status' = 'not_found' then return refusal; end if;
  select * into old from public.schedules where id = save_exception.schedule;
  result := private.invalid_response(array(select private.exception_problems(old, input)));
  if result is not null then return result; end if;
  if input ->> 'kind' = 'removed' then input := input || '{"moved_to": null, "local_time": null, "capacity": null, "language": null}'; end if;
  begin
    select private.exception_form(e) into before from public.schedule_exceptions as e where schedule_id = old.id and local_date = (input ->> 'local_date')::date;
    insert into public.schedule_exceptions as e (schedule_id, local_date, kind, moved_to, local_time, capacity, language, note)
    select old.id, r.local_date, r.kind, r.moved_to, r.local_time, r.capacity, r.language, nullif(private.trim_text(r.note), '')
    from jsonb_populate_record(null::public.schedule_exceptions, input) as r
    on conflict (schedule_id, local_date) do update set kind = excluded.kind, moved_to = excluded.moved_to, local_time = excluded.local_time,
      capacity = excluded.capacity, language = excluded.language, note = excluded.note
    returning private.exception_form(e) into after;
    if after is distinct from before and refusal is not null then
      result := refusal;
      raise sqlstate 'MU000';
    end if;
    result := private.apply_schedule_changes(old.company_id, array[old.id], decisions, (input ->> 'local_date')::date, (input ->> 'local_date')::date);
    if dry or result ->> 'status' <> 'ok' then raise sqlstate 'MU000'; end if;
  exception when sqlstate 'MU000' then
    return result;
  end;
  if after is distinct from before then
    update public.schedules set version = schedules.version + 1 where id = old.id returning * into old;
    perform private.log_change(old.company_id, 'save_exception', before, after || jsonb_build_object('schedule_id', old.id, 'departures', result -> 'departures'));
  end if;
  return result || jsonb_build_object('version', old.version);
end
$$;
comment on function private.save_exception is
  'Implements public.save_exception. With dry, rolls back and returns what would happen.';

create function private.delete_exception(schedule uuid, version integer, local_date date, decisions jsonb, dry boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal jsonb;
  old public.schedules;
  before jsonb;
  result jsonb;
begin
  refusal := private.schedule_refusal(delete_exception.schedule, delete_exception.version, 'delete_exception');
  if refusal ->> 'status' = 'not_found' then return refusal; end if;
  select * into old from public.schedules where id = delete_exception.schedule;
  begin
    delete from public.schedule_exceptions as e where e.schedule_id = old.id and e.local_date = delete_exception.local_date
    returning private.exception_form(e) into before;
    if before is not null and refusal is not null then
      result := refusal;
      raise sqlstate 'MU000';
    end if;
    result := private.apply_schedule_changes(old.company_id, array[old.id], decisions, delete_exception.local_date, delete_exception.local_date);
    if dry or result ->> 'status' <> 'ok' then raise sqlstate 'MU000'; end if;
  exception when sqlstate 'MU000' then
    return result;
  end;
  if before is not null then
    update public.schedules set version = schedules.version + 1 where id = old.id returning * into old;
    perform private.log_change(old.company_id, 'delete_exception', before || jsonb_build_object('schedule_id', old.id), jsonb_build_object('departures', result -> 'departures'));
  end if;
  return result || jsonb_build_object('version', old.version);
end
$$;
comment on function private.delete_exception is
  'Implements public.delete_exception. With dry, rolls back and returns what would happen.';

create function private.blackout_form(blackout uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('tour_id', tour_id, 'from_date', from_date, 'to_date', to_date, 'name', name) from public.blackouts where id = blackout);
end
$$;
comment on function private.blackout_form is 'Returns a blackout as its form reads and sends it.';

create function private.change_blackout(company uuid, blackout uuid, version integer, input jsonb, decisions jsonb, dry boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  old public.blackouts;
  before jsonb;
  after jsonb;
  result jsonb;
  is_deleting constant boolean := input is null;
begin
  if not private.may(case when is_deleting then 'delete_blackout' else 'save_blackout' end, change_blackout.company) then return '{"status": "not_permitted"}'; end if;
  perform private.lock_departure_creation(change_blackout.company);
  select * into old from public.blackouts where id = change_blackout.blackout for update;
  if old.company_id <> change_blackout.company or (old.id is null and coalesce(change_blackout.version, 0) <> 0 and not is_deleting) then return '{"status": "not_found"}'; end if;
  if not is_deleting then
    result := private.invalid_response(array(
      select private.field_problem(found.field, found.code)
      from (values
        ('from_date', private.date_problem(input -> 'from_date')),
        ('to_date', coalesce(private.date_problem(input -> 'to_date'), case
          when private.date_problem(input -> 'from_date') is not null then null
          when (input ->> 'to_date')::date < (input ->> 'from_date')::date then 'before_start'
          when (input ->> 'to_date')::date > (input ->> 'from_date')::date + 1100 then 'too_long' end)),
        ('name', private.text_problem(input -> 'name', 200, true)),
        ('tour_id', case when coalesce(input -> 'tour_id', 'null') <> 'null' and not exists (
          select from public.tours where id::text = input ->> 'tour_id' and company_id = change_blackout.company) then 'unknown' end)
      ) as found (field, code)
      where found.code is not null));
    if result is not null then return result; end if;
  end if;
  before := private.blackout_form(old.id);
  begin
    if is_deleting then delete from public.blackouts where id = old.id;
    else
      insert into public.blackouts (id, company_id, tour_id, from_date, to_date, name)
      select change_blackout.blackout, change_blackout.company, r.tour_id, r.from_date, r.to_date, coalesce(private.visible_text(r.name), '')
      from jsonb_populate_record(null::public.blackouts, input) as r
      on conflict (id) do update set tour_id = excluded.tour_id, from_date = excluded.from_date, to_date = excluded.to_date, name = excluded.name;
    end if;
    after := private.blackout_form(change_blackout.blackout);
    if old.id is not null and after is distinct from before and old.version <> coalesce(change_blackout.version, 0) then
      result := jsonb_build_object('status', 'stale', 'version', old.version, 'current', before);
      raise sqlstate 'MU000';
    end if;
    result := private.apply_schedule_changes(
      change_blackout.company,
      array(
        select id from public.schedules
        where company_id = change_blackout.company and is_active and exists (
          select from (values (before), (after)) as scope (form)
          where form is not null and (form -> 'tour_id' = 'null' or form ->> 'tour_id' = tour_id::text))),
      decisions, least((before ->> 'from_date')::date, (after ->> 'from_date')::date), greatest((before ->> 'to_date')::date, (after ->> 'to_date')::date));
    if dry or result ->> 'status' <> 'ok' then raise sqlstate 'MU000'; end if;
  exception when sqlstate 'MU000' then
    return result;
  end;
  if after is distinct from before then
    if after is not null and old.id is not null then
      update public.blackouts set version = blackouts.version + 1 where id = old.id returning * into old;
    end if;
    perform private.log_change(change_blackout.company, case when is_deleting then 'delete_blackout' else 'save_blackout' end, before,
      coalesce(after, '{}') || jsonb_build_object('id', change_blackout.blackout, 'departures', result -> 'departures'));
  end if;
  return result || jsonb_build_object('version', coalesce(old.version, 1));
end
$$;
comment on function private.change_blackout is
  'Saves a blackout, or deletes it (input null). With dry, rolls back and returns what would happen.';

-- The RPCs return ok with version, created, moved, removed, changed, guided and departures; undecided with the same
-- except version; invalid; stale; not_found; earns_commission.

create function public.save_schedule(schedule uuid, tour uuid, version integer, input jsonb, decisions jsonb default '{}') returns jsonb
language sql security definer set search_path = ''
as $$ select private.save_schedule(schedule, tour, version, input, decisions, false) $$;
comment on function public.save_schedule is
  'Creates a schedule (version 0) or replaces it, and updates its departures. '
  'Returns undecided if booked departures need a decision (keep, close, move, change).';

create function public.split_schedule(schedule uuid, version integer, from_date date, new_schedule uuid, input jsonb, decisions jsonb default '{}') returns jsonb
language sql security definer set search_path = ''
as $$ select private.split_schedule(schedule, version, from_date, new_schedule, input, decisions, false) $$;
comment on function public.split_schedule is
  '"This and following": ends a schedule before one of its dates and continues it as a new one, which takes over '
  'later exceptions and departures. Otherwise as save_schedule; version is the old schedule''s.';

create function public.end_schedule(schedule uuid, version integer, from_date date, decisions jsonb default '{}') returns jsonb
language sql security definer set search_path = ''
as $$ select private.end_schedule(schedule, version, from_date, decisions, false) $$;
comment on function public.end_schedule is
  'Ends a schedule before a date and deletes later added dates. Deactivates '
  'a schedule that would have no dates left. Otherwise as save_schedule.';

create function public.save_exception(schedule uuid, version integer, input jsonb, decisions jsonb default '{}') returns jsonb
language sql security definer set search_path = ''
as $$ select private.save_exception(schedule, version, input, decisions, false) $$;
comment on function public.save_exception is
  '"Only this one": adds, leaves out, changes or moves one date of a '
  'schedule. Otherwise as save_schedule; version is the schedule''s.';

create function public.delete_exception(schedule uuid, version integer, local_date date, decisions jsonb default '{}') returns jsonb
language sql security definer set search_path = ''
as $$ select private.delete_exception(schedule, version, local_date, decisions, false) $$;
comment on function public.delete_exception is
  'Deletes an exception, so that the date follows the rule again. Otherwise as save_exception.';

create function public.save_blackout(company uuid, blackout uuid, version integer, input jsonb, decisions jsonb default '{}') returns jsonb
language sql security definer set search_path = ''
as $$ select private.change_blackout(company, blackout, version, coalesce(input, '{}'), decisions, false) $$;
comment on function public.save_blackout is
  'Creates (version 0) or changes days off of a company or a tour. Returns as save_schedule, or not_permitted.';

create function public.delete_blackout(company uuid, blackout uuid, version integer, decisions jsonb default '{}') returns jsonb
language sql security definer set search_path = ''
as $$ select private.change_blackout(company, blackout, version, null, decisions, false) $$;
comment on function public.delete_blackout is
  'Deletes days off and creates the departures of their dates. Returns as save_blackout.';

create function public.preview_schedule_change(change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  decisions constant jsonb := coalesce(nullif(change -> 'decisions', 'null'), '{}');
  field text;
begin
  foreach field in array '{schedule,tour,new_schedule,company,blackout}'::text[] loop
    if not coalesce(pg_input_is_valid(change ->> field, 'uuid'), true) then return private.invalid_response(array[private.field_problem(field, 'not_valid')]); end if;
  end loop;
  foreach field in array '{from_date,local_date}'::text[] loop
    if private.date_problem(change -> field, true) is not null then return private.invalid_response(array[private.field_problem(field, 'not_valid')]); end if;
  end loop;
  if private.number_problem(change -> 'version', 0, 1000000000, true) is not null then return private.invalid_response(array[private.field_problem('version', 'not_valid')]); end if;
  return case change ->> 'kind'
    when 'save_schedule' then private.save_schedule((change ->> 'schedule')::uuid, (change ->> 'tour')::uuid, (change ->> 'version')::integer,
      coalesce(change -> 'input', '{}'), decisions, true)
    when 'split_schedule' then private.split_schedule((change ->> 'schedule')::uuid, (change ->> 'version')::integer, (change ->> 'from_date')::date,
      (change ->> 'new_schedule')::uuid, coalesce(change -> 'input', '{}'), decisions, true)
    when 'end_schedule' then private.end_schedule((change ->> 'schedule')::uuid, (change ->> 'version')::integer, (change ->> 'from_date')::date, decisions, true)
    when 'save_exception' then private.save_exception((change ->> 'schedule')::uuid, (change ->> 'version')::integer, coalesce(change -> 'input', '{}'), decisions, true)
    when 'delete_exception' then private.delete_exception((change ->> 'schedule')::uuid, (change ->> 'version')::integer, (change ->> 'local_date')::date, decisions, true)
    when 'save_blackout' then private.change_blackout((change ->> 'company')::uuid, (change ->> 'blackout')::uuid, (change ->> 'version')::integer,
      coalesce(change -> 'input', '{}'), decisions, true)
    when 'delete_blackout' then private.change_blackout((change ->> 'company')::uuid, (change ->> 'blackout')::uuid, (change ->> 'version')::integer, null, decisions, true)
    else private.invalid_response(array[private.field_problem('kind', 'not_valid')])
  end;
end
$$;
comment on function public.preview_schedule_change is
  'Returns the effect of one of the changes above (kind: its name, beside '
  'its arguments) on each booked departure, without changing anything.';

create function public.preview_schedule(tour uuid, input jsonb, schedule uuid default null, from_date date default null) returns jsonb
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
  if tour_row.id is null or not private.may('preview_schedule', tour_row.company_id)
    or not coalesce((select tour_id = tour_row.id from public.schedules where id = preview_schedule.schedule), true) then
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
        select * from private.desired_departures(array[previewed_id], begins, greatest(begins, (input ->> 'starts_on')::date) + 1100)
        order by starts_at limit 10
      ), skipped as (
        select distinct on (day) day, b.name
        from private.occurrences(input ->> 'rrule', (input ->> 'starts_on')::date, begins, (select max(scheduled_date) from next)) as day
        join public.blackouts as b on b.company_id = tour_row.company_id and (b.tour_id is null or b.tour_id = tour_row.id) and day between b.from_date and b.to_date
        where not exists (select from public.schedule_exceptions as e where e.schedule_id = previewed_id and e.local_date = day)
        order by day, b.name
      )
      select jsonb_build_object('status', 'ok',
        'dates', coalesce((
          select jsonb_agg(jsonb_build_object('scheduled_date', n.scheduled_date, 'local_date', n.local_date, 'starts_at', private.iso(n.starts_at),
            'kind', (select e.kind from public.schedule_exceptions as e where e.schedule_id = previewed_id and e.local_date = n.scheduled_date)) order by n.starts_at)
          from next as n), '[]'),
        'skipped', coalesce((select jsonb_agg(jsonb_build_object('local_date', day, 'name', name) order by day) from skipped), '[]')));
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
  select * into tour_row from public.tours where id = read_schedules.tour and private.may_read_tours('read_schedules', company_id);
  if tour_row.id is null then return '{"status": "not_found"}'; end if;
  return jsonb_build_object('status', 'ok', 'today', private.company_today(tour_row.company_id),
    'time_zone', (select time_zone from public.companies where id = tour_row.company_id),
    'schedules', coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'version', s.version, 'schedule', private.schedule_form(s.id),
        'exceptions', private.exception_forms(s.id),
        'next_at', (select private.iso(min(d.starts_at)) from public.departures as d
          where d.schedule_id = s.id and d.status = 'scheduled' and d.starts_at > now()))
        order by s.is_active desc, s.local_time, s.starts_on, s.id)
      from public.schedules as s where s.tour_id = tour_row.id), '[]'),
    'blackouts', coalesce((
      select jsonb_agg(jsonb_build_object('id', b.id, 'version', b.version, 'blackout', private.blackout_form(b.id)) order by b.from_date, b.id)
      from public.blackouts as b
      where b.company_id = tour_row.company_id and (b.tour_id is null or b.tour_id = tour_row.id) and b.to_date >= private.company_today(tour_row.company_id)), '[]'));
end
$$;
comment on function public.read_schedules is
  'Returns a tour''s schedules with their exceptions, and present and future days off. Returns ok or not_found.';

-- Single departures -------------------------------------------------------------------------------

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
      select private.field_problem('prices.' || price.key, case
        when not exists (select from public.price_categories where id::text = price.key and tour_id = override_problems.tour) then 'unknown'
        else private.number_problem(price.value, 0, 100000000000) end)
      from jsonb_each(input -> 'prices') as price
      where not exists (select from public.price_categories where id::text = price.key and tour_id = override_problems.tour)
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
    select jsonb_build_object('capacity', case when own_capacity then capacity end, 'language', case when own_language then language end,
      'meeting_note', meeting_note, 'prices', coalesce((select jsonb_object_agg(price_category_id::text, amount) from public.departure_prices where departure_id = d.id), '{}'))
    from public.departures as d where d.id = departure);
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
  delete from public.departure_prices where departure_id = departure and not coalesce(prices, '{}') ? price_category_id::text;
  insert into public.departure_prices (departure_id, price_category_id, amount)
  select departure, key::uuid, value::text::bigint from jsonb_each(coalesce(prices, '{}'))
  on conflict (departure_id, price_category_id) do update set amount = excluded.amount where departure_prices.amount <> excluded.amount;
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
  if tour_row.id is null or not private.may(
    case when coalesce(input -> 'prices', '{}') = '{}' then 'add_departure' else 'save_schedule' end, tour_row.company_id) then
    return '{"status": "not_found"}';
  end if;
  select * into stored_departure from public.departures where id = add_departure.departure;
  if stored_departure.id is not null then
    return case when stored_departure.tour_id = tour_row.id then jsonb_build_object('status', 'ok', 'version', stored_departure.version) else '{"status": "not_found"}' end;
  end if;
  if tour_row.status = 'archived' then return '{"status": "archived"}'; end if;
  result := private.invalid_response(array(
    select private.field_problem(found.field, found.code)
    from (values ('local_date', private.date_problem(input -> 'local_date')), ('local_time', private.time_problem(input -> 'local_time'))) as found (field, code)
    where found.code is not null
    union all select private.override_problems(tour_row.id, input)));
  if result is not null then return result; end if;
  select time_zone into zone from public.companies where id = tour_row.company_id;
  starts := private.instant_in(zone, (input ->> 'local_date')::date + (input ->> 'local_time')::time);
  if starts <= now() then return private.invalid_response(array[private.field_problem(case when (input ->> 'local_date')::date < private.company_today(tour_row.company_id) then 'local_date' else 'local_time' end, 'past')]); end if;
  insert into public.departures (id, company_id, tour_id, starts_at, ends_at, local_date, capacity, own_capacity, language, own_language, meeting_note)
  values (add_departure.departure, tour_row.company_id, tour_row.id, starts, starts + make_interval(mins => tour_row.duration_minutes), (input ->> 'local_date')::date,
    coalesce((input ->> 'capacity')::integer, tour_row.capacity), input ->> 'capacity' is not null,
    coalesce(input ->> 'language', tour_row.guide_languages[1], 'en'), input ->> 'language' is not null, nullif(private.trim_text(input ->> 'meeting_note'), ''))
  on conflict (id) do nothing;
  perform private.write_own_prices(add_departure.departure, input -> 'prices');
  perform private.log_change(tour_row.company_id, 'add_departure', null, input || jsonb_build_object('id', add_departure.departure, 'tour_id', tour_row.id));
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
  if of_company is null or not private.may('override_departure', of_company) then return '{"status": "not_found"}'; end if;
  perform private.lock_departure_creation(of_company);
  select * into old from public.departures where id = override_departure.departure for update;
  if old.id is null then return '{"status": "not_found"}'; end if;
  if old.status <> 'scheduled' then return '{"status": "over"}'; end if;
  result := private.invalid_response(array(select private.override_problems(old.tour_id, input)));
  if result is not null then return result; end if;
  before := private.override_form(old.id);
  -- As for an added departure, only owners set prices.
  if coalesce(input -> 'prices', '{}') <> before -> 'prices' and not private.may('save_schedule', of_company) then return '{"status": "not_found"}'; end if;
  inherited := private.inherited_departure_values(old);
  begin
    update public.departures
    set own_capacity = input ->> 'capacity' is not null, own_language = input ->> 'language' is not null,
      -- Values that are no longer its own are inherited again. Inherited values stay as they are.
      capacity = coalesce((input ->> 'capacity')::integer, case when old.own_capacity then inherited.capacity else old.capacity end),
      language = coalesce(input ->> 'language', case when old.own_language then inherited.language else old.language end),
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
    if (select capacity from public.departures where id = old.id) < least(coalesce((select seats from private.booking_counts(array[old.id])), 0), old.capacity) then
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
    select jsonb_build_object('status', 'ok', 'id', d.id, 'company_id', d.company_id, 'tour_id', d.tour_id, 'schedule_id', d.schedule_id,
      'scheduled_date', d.scheduled_date, 'follows_schedule', d.follows_schedule, 'starts_at', private.iso(d.starts_at), 'ends_at', private.iso(d.ends_at),
      'local_date', d.local_date, 'departure_status', d.status, 'is_closed', d.is_closed, 'version', d.version, 'overrides', private.override_form(d.id),
      'capacity', d.capacity, 'language', d.language, 'guide_languages', to_jsonb(t.guide_languages), 'tour_capacity', t.capacity,
      -- Values that apply without an override.
      'inherited_capacity', case when d.own_capacity then f.capacity else d.capacity end, 'inherited_language', case when d.own_language then f.language else d.language end,
      'seats_taken', coalesce((select seats from private.booking_counts(array[d.id])), 0),
      'prices', coalesce((
        select jsonb_agg(jsonb_build_object('price_category_id', p.id, 'type', p.type, 'tour_amount', p.amount, 'amount', coalesce(o.amount, p.amount)) order by p.position, p.type, p.id)
        from public.price_categories as p left join public.departure_prices as o on o.departure_id = d.id and o.price_category_id = p.id
        where p.tour_id = d.tour_id and (p.is_active or o.amount is not null)), '[]'))
    from public.departures as d join public.tours as t on t.id = d.tour_id cross join lateral private.inherited_departure_values(d) as f
    where d.id = read_departure.departure
      and (private.sees_whole_company(private.subject((select auth.uid()), 'read_departure'), d.company_id) or d.id in (select private.own_departures()))), '{"status": "not_found"}');
end
$$;
comment on function public.read_departure is
  'Returns a departure with its own values and the tour''s, to people who may see it; otherwise not_found.';

grant execute on function public.save_schedule, public.split_schedule, public.end_schedule, public.save_exception, public.delete_exception, public.save_blackout,
  public.delete_blackout, public.preview_schedule_change, public.preview_schedule, public.read_schedules, public.add_departure,
  public.override_departure, public.read_departure to authenticated;
