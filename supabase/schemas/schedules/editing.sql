-- Saving, splitting and ending schedules, exceptions and days off. ADR 023 and 024

create function private.save_schedule(
  schedule uuid,
  tour uuid,
  version integer,
  input jsonb,
  decisions jsonb,
  dry boolean
) returns jsonb
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
  if tour_row.id is null or not private.may('save_schedule', tour_row.company_id) then
    return '{"status": "not_found"}';
  end if;
  perform private.lock_departure_creation(tour_row.company_id);
  select * into old from public.schedules where id = save_schedule.schedule for update;
  if (old.id is null and coalesce(save_schedule.version, 0) <> 0) or old.tour_id <> tour_row.id then
    return '{"status": "not_found"}';
  end if;
  result := private.invalid_response(array(select private.schedule_problems(input)));
  if result is not null then return result; end if;
  before := private.schedule_form(old.id);
  begin
    perform private.write_schedule(save_schedule.schedule, tour_row, input);
    after := private.schedule_form(save_schedule.schedule);
    if old.id is not null and after is distinct from before and old.version <> coalesce(save_schedule.version, 0) then
      result := jsonb_build_object(
        'status', 'stale', 'version', old.version, 'current', before, 'exceptions', private.exception_forms(old.id));
      raise sqlstate 'MU000';
    end if;
    result := private.apply_schedule_changes(tour_row.company_id, array[save_schedule.schedule], decisions);
    if dry or result ->> 'status' <> 'ok' then raise sqlstate 'MU000'; end if;
  exception when sqlstate 'MU000' then
    return result;
  end;
  if after is distinct from before then
    if old.id is not null then
      update public.schedules set version = schedules.version + 1 where id = old.id returning * into old;
    end if;
    perform private.log_change(
      tour_row.company_id,
      'save_schedule',
      before,
      after
        || jsonb_build_object(
          'id', save_schedule.schedule, 'tour_id', tour_row.id, 'departures', result -> 'departures'));
  end if;
  perform private.enqueue_departure_creation(tour_row.company_id);
  return result || jsonb_build_object('version', coalesce(old.version, 1));
end
$$;
comment on function private.save_schedule is
  'Implements public.save_schedule. With dry, rolls back and returns what would happen.';

create function private.split_schedule(
  schedule uuid,
  version integer,
  from_date date,
  new_schedule uuid,
  input jsonb,
  decisions jsonb,
  dry boolean
) returns jsonb
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
    if stored_schedule.tour_id <> old.tour_id or stored_schedule.id = old.id then
      return '{"status": "not_found"}';
    end if;
    return jsonb_build_object(
      'status', 'ok',
      'created', 0,
      'moved', 0,
      'removed', 0,
      'changed', 0,
      'guided', 0,
      'departures', '[]'::jsonb,
      'version', old.version);
  end if;
  if refusal is not null then return refusal; end if;
  result := private.invalid_response(array(
    select private.schedule_problems(input)
    union all
    select private.field_problem(
      'from_date',
      case
        when from_date is null
          or not exists (select from private.occurrences(old.rrule, old.starts_on, from_date, from_date))
          then 'not_an_occurrence'
        when not exists (select from private.occurrences(old.rrule, old.starts_on, old.starts_on, from_date - 1)) then
          'is_first'
      end)
    where from_date is null
      or not exists (select from private.occurrences(old.rrule, old.starts_on, from_date, from_date))
      or not exists (select from private.occurrences(old.rrule, old.starts_on, old.starts_on, from_date - 1))
    union all
    select private.field_problem('starts_on', 'before_start')
    where private.date_problem(input -> 'starts_on') is null and (input ->> 'starts_on')::date < from_date));
  if result is not null then return result; end if;
  select * into tour_row from public.tours where id = old.tour_id;
  before := private.schedule_form(old.id);
  begin
    perform private.write_schedule(split_schedule.new_schedule, tour_row, input);
    update public.schedules
    set rrule = regexp_replace(rrule, ';(UNTIL|COUNT)=[0-9]+', '') || ';UNTIL=' || to_char(from_date - 1, 'YYYYMMDD'),
      version = schedules.version + 1
    where id = old.id;
    update public.schedule_exceptions
    set schedule_id = split_schedule.new_schedule
    where schedule_id = old.id and local_date >= from_date;
    update public.departures
    set schedule_id = split_schedule.new_schedule
    where schedule_id = old.id and scheduled_date >= from_date;
    result := private.apply_schedule_changes(old.company_id, array[old.id, split_schedule.new_schedule], decisions);
    if dry or result ->> 'status' <> 'ok' then raise sqlstate 'MU000'; end if;
  exception when sqlstate 'MU000' then
    return result;
  end;
  perform private.log_change(
    old.company_id,
    'split_schedule',
    before || jsonb_build_object('id', old.id),
    private.schedule_form(split_schedule.new_schedule)
      || jsonb_build_object(
        'id', split_schedule.new_schedule, 'from_date', from_date, 'departures', result -> 'departures'));
  perform private.enqueue_departure_creation(old.company_id);
  return result || jsonb_build_object('version', old.version + 1);
end
$$;
comment on function private.split_schedule is
  'Implements public.split_schedule. With dry, rolls back and returns what would happen.';

create function private.end_schedule(
  schedule uuid, version integer, from_date date, decisions jsonb, dry boolean
) returns jsonb
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
  if from_date is null then
    return private.invalid_response(array[private.field_problem('from_date', 'required')]);
  end if;
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

create function private.save_exception(
  schedule uuid, version integer, input jsonb, decisions jsonb, dry boolean
) returns jsonb
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
  if input ->> 'kind' = 'removed' then
    input := input || '{"moved_to": null, "local_time": null, "capacity": null, "language": null}';
  end if;
  begin
    select private.exception_form(e) into before from public.schedule_exceptions as e
    where schedule_id = old.id and local_date = (input ->> 'local_date')::date;
    insert into public.schedule_exceptions as e (
      schedule_id,
      local_date,
      kind,
      moved_to,
      local_time,
      capacity,
      language,
      note)
    select
      old.id,
      r.local_date,
      r.kind,
      r.moved_to,
      r.local_time,
      r.capacity,
      r.language,
      nullif(private.trim_text(r.note), '')
    from jsonb_populate_record(null::public.schedule_exceptions, input) as r
    on conflict (schedule_id, local_date) do update
    set
      kind = excluded.kind,
      moved_to = excluded.moved_to,
      local_time = excluded.local_time,
      capacity = excluded.capacity,
      language = excluded.language,
      note = excluded.note
    returning private.exception_form(e) into after;
    if after is distinct from before and refusal is not null then
      result := refusal;
      raise sqlstate 'MU000';
    end if;
    result := private.apply_schedule_changes(
      old.company_id, array[old.id], decisions, (input ->> 'local_date')::date, (input ->> 'local_date')::date);
    if dry or result ->> 'status' <> 'ok' then raise sqlstate 'MU000'; end if;
  exception when sqlstate 'MU000' then
    return result;
  end;
  if after is distinct from before then
    update public.schedules set version = schedules.version + 1 where id = old.id returning * into old;
    perform private.log_change(
      old.company_id,
      'save_exception',
      before,
      after || jsonb_build_object('schedule_id', old.id, 'departures', result -> 'departures'));
  end if;
  return result || jsonb_build_object('version', old.version);
end
$$;
comment on function private.save_exception is
  'Implements public.save_exception. With dry, rolls back and returns what would happen.';

create function private.delete_exception(
  schedule uuid, version integer, local_date date, decisions jsonb, dry boolean
) returns jsonb
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
    delete from public.schedule_exceptions as e
    where e.schedule_id = old.id and e.local_date = delete_exception.local_date
    returning private.exception_form(e) into before;
    if before is not null and refusal is not null then
      result := refusal;
      raise sqlstate 'MU000';
    end if;
    result := private.apply_schedule_changes(
      old.company_id, array[old.id], decisions, delete_exception.local_date, delete_exception.local_date);
    if dry or result ->> 'status' <> 'ok' then raise sqlstate 'MU000'; end if;
  exception when sqlstate 'MU000' then
    return result;
  end;
  if before is not null then
    update public.schedules set version = schedules.version + 1 where id = old.id returning * into old;
    perform private.log_change(
      old.company_id,
      'delete_exception',
      before || jsonb_build_object('schedule_id', old.id),
      jsonb_build_object('departures', result -> 'departures'));
  end if;
  return result || jsonb_build_object('version', old.version);
end
$$;
comment on function private.delete_exception is
  'Implements public.delete_exception. With dry, rolls back and returns what would happen.';

create function private.change_blackout(
  company uuid,
  blackout uuid,
  version integer,
  input jsonb,
  decisions jsonb,
  dry boolean
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  old public.blackouts;
  before jsonb;
  after jsonb;
  result jsonb;
  is_deleting constant boolean := input is null;
begin
  if not private.may(
    case when is_deleting then 'delete_blackout' else 'save_blackout' end, change_blackout.company)
  then
    return '{"status": "not_permitted"}';
  end if;
  perform private.lock_departure_creation(change_blackout.company);
  select * into old from public.blackouts where id = change_blackout.blackout for update;
  if old.company_id <> change_blackout.company
    or (old.id is null and coalesce(change_blackout.version, 0) <> 0 and not is_deleting)
  then
    return '{"status": "not_found"}';
  end if;
  if not is_deleting then
    result := private.invalid_response(array(
      select private.field_problem(found.field, found.code)
      from (
        values ('from_date', private.date_problem(input -> 'from_date')),
        (
          'to_date',
          coalesce(
            private.date_problem(input -> 'to_date'),
            case
              when private.date_problem(input -> 'from_date') is not null then null
              when (input ->> 'to_date')::date < (input ->> 'from_date')::date then 'before_start'
              when (input ->> 'to_date')::date > (input ->> 'from_date')::date + 1100 then 'too_long'
            end)),
        ('name', private.text_problem(input -> 'name', 200, true)),
        (
          'tour_id',
          case
            when coalesce(input -> 'tour_id', 'null') <> 'null'
              and not exists (
                select from public.tours where id::text = input ->> 'tour_id' and company_id = change_blackout.company)
              then 'unknown'
          end)) as found (field, code)
      where found.code is not null));
    if result is not null then return result; end if;
  end if;
  before := private.blackout_form(old.id);
  begin
    if is_deleting then delete from public.blackouts where id = old.id;
    else
      insert into public.blackouts (id, company_id, tour_id, from_date, to_date, name)
      select
        change_blackout.blackout,
        change_blackout.company,
        r.tour_id,
        r.from_date,
        r.to_date,
        coalesce(private.visible_text(r.name), '')
      from jsonb_populate_record(null::public.blackouts, input) as r
      on conflict (id) do update
      set tour_id = excluded.tour_id, from_date = excluded.from_date, to_date = excluded.to_date, name = excluded.name;
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
        where company_id = change_blackout.company and is_active
          and exists (
            select from (values (before), (after)) as scope (form)
            where form is not null and (form -> 'tour_id' = 'null' or form ->> 'tour_id' = tour_id::text))),
      decisions,
      least((before ->> 'from_date')::date, (after ->> 'from_date')::date),
      greatest((before ->> 'to_date')::date, (after ->> 'to_date')::date));
    if dry or result ->> 'status' <> 'ok' then raise sqlstate 'MU000'; end if;
  exception when sqlstate 'MU000' then
    return result;
  end;
  if after is distinct from before then
    if after is not null and old.id is not null then
      update public.blackouts set version = blackouts.version + 1 where id = old.id returning * into old;
    end if;
    perform private.log_change(
      change_blackout.company,
      case when is_deleting then 'delete_blackout' else 'save_blackout' end,
      before,
      coalesce(after, '{}') || jsonb_build_object('id', change_blackout.blackout, 'departures', result -> 'departures')
    );
  end if;
  return result || jsonb_build_object('version', coalesce(old.version, 1));
end
$$;
comment on function private.change_blackout is
  'Saves a blackout, or deletes it (input null). With dry, rolls back and returns what would happen.';

-- The RPCs return ok with version, created, moved, removed, changed, guided and departures; undecided with the same
-- except version; invalid; stale; not_found; earns_commission.

create function public.save_schedule(
  schedule uuid, tour uuid, version integer, input jsonb, decisions jsonb default '{}'
) returns jsonb
language sql security definer set search_path = ''
as $$ select private.save_schedule(schedule, tour, version, input, decisions, false) $$;
comment on function public.save_schedule is
  'Creates a schedule (version 0) or replaces it, and updates its departures. '
  'Returns undecided if booked departures need a decision (keep, close, move, change).';

create function public.split_schedule(
  schedule uuid,
  version integer,
  from_date date,
  new_schedule uuid,
  input jsonb,
  decisions jsonb default '{}'
) returns jsonb
language sql security definer set search_path = ''
as $$ select private.split_schedule(schedule, version, from_date, new_schedule, input, decisions, false) $$;
comment on function public.split_schedule is
  '"This and following": ends a schedule before one of its dates and continues it as a new one, which takes over '
  'later exceptions and departures. Otherwise as save_schedule; version is the old schedule''s.';

create function public.end_schedule(
  schedule uuid, version integer, from_date date, decisions jsonb default '{}'
) returns jsonb
language sql security definer set search_path = ''
as $$ select private.end_schedule(schedule, version, from_date, decisions, false) $$;
comment on function public.end_schedule is
  'Ends a schedule before a date and deletes later added dates. Deactivates '
  'a schedule that would have no dates left. Otherwise as save_schedule.';

create function public.save_exception(
  schedule uuid, version integer, input jsonb, decisions jsonb default '{}'
) returns jsonb
language sql security definer set search_path = ''
as $$ select private.save_exception(schedule, version, input, decisions, false) $$;
comment on function public.save_exception is
  '"Only this one": adds, leaves out, changes or moves one date of a '
  'schedule. Otherwise as save_schedule; version is the schedule''s.';

create function public.delete_exception(
  schedule uuid, version integer, local_date date, decisions jsonb default '{}'
) returns jsonb
language sql security definer set search_path = ''
as $$ select private.delete_exception(schedule, version, local_date, decisions, false) $$;
comment on function public.delete_exception is
  'Deletes an exception, so that the date follows the rule again. Otherwise as save_exception.';

create function public.save_blackout(
  company uuid, blackout uuid, version integer, input jsonb, decisions jsonb default '{}'
) returns jsonb
language sql security definer set search_path = ''
as $$ select private.change_blackout(company, blackout, version, coalesce(input, '{}'), decisions, false) $$;
comment on function public.save_blackout is
  'Creates (version 0) or changes days off of a company or a tour. Returns as save_schedule, or not_permitted.';

create function public.delete_blackout(
  company uuid, blackout uuid, version integer, decisions jsonb default '{}'
) returns jsonb
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
    if not coalesce(pg_input_is_valid(change ->> field, 'uuid'), true) then
      return private.invalid_response(array[private.field_problem(field, 'not_valid')]);
    end if;
  end loop;
  foreach field in array '{from_date,local_date}'::text[] loop
    if private.date_problem(change -> field, true) is not null then
      return private.invalid_response(array[private.field_problem(field, 'not_valid')]);
    end if;
  end loop;
  if private.number_problem(change -> 'version', 0, 1000000000, true) is not null then
    return private.invalid_response(array[private.field_problem('version', 'not_valid')]);
  end if;
  return case change ->> 'kind'
    when 'save_schedule' then
      private.save_schedule(
        (change ->> 'schedule')::uuid,
        (change ->> 'tour')::uuid,
        (change ->> 'version')::integer,
        coalesce(change -> 'input', '{}'),
        decisions,
        true)
    when 'split_schedule' then
      private.split_schedule(
        (change ->> 'schedule')::uuid,
        (change ->> 'version')::integer,
        (change ->> 'from_date')::date,
        (change ->> 'new_schedule')::uuid,
        coalesce(change -> 'input', '{}'),
        decisions,
        true)
    when 'end_schedule' then
      private.end_schedule(
        (change ->> 'schedule')::uuid, (change ->> 'version')::integer, (change ->> 'from_date')::date, decisions, true)
    when 'save_exception' then
      private.save_exception(
        (change ->> 'schedule')::uuid,
        (change ->> 'version')::integer,
        coalesce(change -> 'input', '{}'),
        decisions,
        true)
    when 'delete_exception' then
      private.delete_exception(
        (change ->> 'schedule')::uuid, (change ->> 'version')::integer, (change ->> 'local_date')::date, decisions, true
      )
    when 'save_blackout' then
      private.change_blackout(
        (change ->> 'company')::uuid,
        (change ->> 'blackout')::uuid,
        (change ->> 'version')::integer,
        coalesce(change -> 'input', '{}'),
        decisions,
        true)
    when 'delete_blackout' then
      private.change_blackout(
        (change ->> 'company')::uuid,
        (change ->> 'blackout')::uuid,
        (change ->> 'version')::integer,
        null,
        decisions,
        true)
    else private.invalid_response(array[private.field_problem('kind', 'not_valid')])
  end;
end
$$;
comment on function public.preview_schedule_change is
  'Returns the effect of one of the changes above (kind: its name, beside '
  'its arguments) on each booked departure, without changing anything.';

grant execute on function
  public.save_schedule,
  public.split_schedule,
  public.end_schedule,
  public.save_exception,
  public.delete_exception,
  public.save_blackout,
  public.delete_blackout,
  public.preview_schedule_change
to authenticated;
