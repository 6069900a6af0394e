-- Guides: languages, working hours and time off, assignments to departures, and conflicts.
-- ADR 033

-- Availability --------------------------------------------------------------------------------------------------------

create table public.guide_profiles (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  languages text[] check (cardinality(languages) <= 30),
  hours int4multirange check (hours <@ '{[0,10080)}'),
  version integer not null default 1,
  constraint guide_profiles_once unique (company_id, user_id)
);
comment on table public.guide_profiles is
  'Languages and working hours of guides. Without a row nothing restricts a guide.';
comment on column public.guide_profiles.id is
  'Primary key, as a key of the two foreign keys would look to PostgREST like a many-to-many relation of users and '
  'companies. The specification''s select of users with their companies would then be ambiguous.';
comment on column public.guide_profiles.languages is 'Languages for guiding; null if unknown.';
comment on column public.guide_profiles.hours is
  'Working hours in minutes of the week from Monday 0:00 local time; null for any time.';
comment on column public.guide_profiles.version is 'Version, raised by each save.';
create index guide_profiles_user_id_idx on public.guide_profiles (user_id);
alter table public.guide_profiles enable row level security, force row level security;
grant select on public.guide_profiles to authenticated;

create table public.time_off (
  id uuid primary key,
  company_id uuid not null references public.companies (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  note text check (length(note) between 1 and 200),
  created_at timestamptz not null default now(),
  constraint time_off_times check (starts_at < ends_at)
);
comment on table public.time_off is 'Absences of guides, entered by them or by the office.';
comment on column public.time_off.id is 'Created by the client, which makes adding idempotent.';
create index time_off_company_id_idx on public.time_off (company_id, ends_at);
create index time_off_user_id_idx on public.time_off (user_id, company_id, ends_at);
alter table public.time_off enable row level security, force row level security;
grant select on public.time_off to authenticated;

create table public.guide_rules (
  company_id uuid primary key references public.companies (id) on delete cascade,
  minimum_break_minutes integer not null check (minimum_break_minutes between 0 and 240)
);
comment on table public.guide_rules is
  'Rules of a company for its guides'' schedules. Without a row: 15 minutes between tours.';
comment on column public.guide_rules.minimum_break_minutes is
  'Minutes between two tours of a guide, in addition to the walk between their meeting points.';
alter table public.guide_rules enable row level security, force row level security;
grant select on public.guide_rules to authenticated;

create table private.unassigned_guides (
  departure_id uuid not null references public.departures (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  status public.assignment_status not null,
  version integer not null,
  primary key (departure_id, user_id)
);
comment on table private.unassigned_guides is
  'A guide''s answer before being taken off, and the departure''s version '
  'since. Reassigning the guide before any other change restores the answer.';
create index unassigned_guides_user_id_idx on private.unassigned_guides (user_id);
alter table private.unassigned_guides enable row level security, force row level security;

create type public.guide_notice as enum ('unassigned', 'moved', 'cancelled');
comment on type public.guide_notice is
  'Kinds of notices to guides, beside requests; GUIDE_NOTICES in src/domain/enums.ts.';

create table private.guide_notices (
  user_id uuid not null references public.users (id) on delete cascade,
  departure_id uuid not null references public.departures (id) on delete cascade,
  change public.guide_notice not null,
  previous_start timestamptz,
  -- Milliseconds, as in the JSON that the client sends back.
  noted_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  primary key (user_id, departure_id)
);
comment on table private.guide_notices is
  'Notices that guides have not dismissed: taken off a future departure, '
  'departure moved (previous_start: its former time) or cancelled. The latest per departure.';
create index guide_notices_departure_id_idx on private.guide_notices (departure_id);
alter table private.guide_notices enable row level security, force row level security;

create policy "guides can read their own profile, the office all profiles" on public.guide_profiles
  for select to authenticated using (
    user_id = (select private.current_user_id()) or company_id in (select private.companies_with_permission(array['MANAGE_BOOKINGS_ACCESS'])));
create policy "guides can read their own time off, the office all time off" on public.time_off
  for select to authenticated using (
    user_id = (select private.current_user_id()) or company_id in (select private.companies_with_permission(array['MANAGE_BOOKINGS_ACCESS'])));
create policy "the team can read its guide rules" on public.guide_rules
  for select to authenticated using (company_id in (select private.tour_companies()));

create function private.queue_event_for_planners() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- No departure changes: devices do not pull, but open calendars and planners refetch.
  perform private.queue_change_event(coalesce(new.company_id, old.company_id), '{}');
  return null;
end
$$;
comment on function private.queue_event_for_planners is
  'Row trigger of tables that calendars show and devices do not hold: queues a change event without departures.';
create trigger queue_event_for_planners after insert or update or delete on public.guide_profiles
  for each row execute function private.queue_event_for_planners();
create trigger queue_event_for_planners after insert or delete on public.time_off
  for each row execute function private.queue_event_for_planners();

create function private.may_guide(person uuid, company uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.roles_users as ru
    join public.roles_permissions as rp on rp.role_id = ru.role
    join public.permissions as p on p.id = rp.permission_id
    where ru.user_id = person and ru.company = may_guide.company
      and p.guard_name in ('CHECK_IN_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS', 'COMPANY_ALL_ACCESS'))
$$;
comment on function private.may_guide is
  'Returns whether a person of the company''s team can be assigned to departures: their role '
  'opens the roll-call or a schedule of their own.';

create function private.hours_json(hours int4multirange) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select case when hours is not null then
    coalesce((select jsonb_agg(jsonb_build_array(lower(span), upper(span)) order by span) from unnest(hours) as span), '[]') end
$$;
comment on function private.hours_json is
  'Returns working hours as [[from, to], …] in minutes of the week; null for any time.';

create function private.guide_availability(company uuid, person uuid, since timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'languages', to_jsonb(p.languages), 'hours', private.hours_json(p.hours), 'version', coalesce(p.version, 0),
    'time_off', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'starts_at', private.iso(o.starts_at), 'ends_at', private.iso(o.ends_at), 'note', o.note) order by o.starts_at, o.id)
      from public.time_off as o
      where o.company_id = guide_availability.company and o.user_id = person and o.ends_at > since), '[]'))
  from (select) as nothing
  left join public.guide_profiles as p on p.company_id = guide_availability.company and p.user_id = person
$$;
comment on function private.guide_availability is
  'Returns a guide''s languages, working hours and time off that ends after an instant.';

create function private.guide_scope(company uuid, person uuid, rpc text, out refusal jsonb, out is_office boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
begin
  if me is null then
    refusal := '{"status": "signed_out"}';
    return;
  end if;
  is_office := company is not null and private.subject_can(private.subject(me, rpc), 'MANAGE_BOOKINGS_ACCESS', company);
  if not is_office and (company is null or person is distinct from me or not private.may_guide(me, company)) then
    refusal := '{"status": "not_permitted"}';
  elsif not coalesce(private.may_guide(person, company), false) then
    refusal := '{"status": "not_found"}';
  end if;
end
$$;
comment on function private.guide_scope is
  'Checks whether the caller may read and change a guide''s availability: the office for all, guides for themselves. '
  'Returns null or the refusal signed_out, not_permitted or not_found.';

create function public.read_availability(company uuid, person uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  scope record;
begin
  scope := private.guide_scope(company, person, 'read_availability');
  if scope.refusal is not null then return scope.refusal; end if;
  return jsonb_build_object('status', 'ok', 'time_zone', (select c.time_zone from public.companies as c where c.id = company))
    || private.guide_availability(company, person, now() - interval '31 days');
end
$$;
comment on function public.read_availability is
  'Returns a guide''s languages, working hours and time off: the caller''s own, or for the office anybody''s. '
  'Refusals: signed_out, not_permitted, not_found.';

create function private.parse_hours(value jsonb) returns int4multirange
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select range_agg(int4range((span ->> 0)::integer, (span ->> 1)::integer))
    from jsonb_array_elements(value) as span);
end
$$;
comment on function private.parse_hours is
  'Parses working hours from [[from, to], …], the inverse of private.hours_json.';

create function private.are_hours(value jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value = 'null' or (jsonb_typeof(value) = 'array' and jsonb_array_length(value) <= 70 and not exists (
    select from jsonb_array_elements(value) as span
    where not coalesce(jsonb_typeof(span) = 'array' and jsonb_array_length(span) = 2
      and span ->> 0 ~ '^\d{1,5}$' and span ->> 1 ~ '^\d{1,5}$' and (span ->> 0)::integer < (span ->> 1)::integer and (span ->> 1)::integer <= 10080, false)))
$$;
comment on function private.are_hours is 'Returns whether a value is working hours: up to 70 spans a week, none empty.';

create function public.save_availability(company uuid, person uuid, version integer, changes jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  scope record;
  old public.guide_profiles;
  changed public.guide_profiles;
begin
  scope := private.guide_scope(company, person, 'save_availability');
  if scope.refusal is not null then return scope.refusal; end if;
  if jsonb_typeof(changes) is distinct from 'object' or not changes ?| array['hours', 'languages']
    or (changes ? 'hours' and not coalesce(private.are_hours(changes -> 'hours'), false))
    or (changes ? 'languages' and changes -> 'languages' <> 'null' and not coalesce(
      jsonb_typeof(changes -> 'languages') = 'array' and jsonb_array_length(changes -> 'languages') <= 30
      and not exists (select from jsonb_array_elements(changes -> 'languages') as language_code where not coalesce(language_code #>> '{}' ~ '^[a-z]{2,3}$', false)), false)) then
    return '{"status": "invalid"}';
  end if;
  -- Only the office sets languages, as guests are promised them.
  if changes ? 'languages' and not scope.is_office then return '{"status": "not_permitted"}'; end if;
  insert into public.guide_profiles (company_id, user_id, version) values (company, person, 0) on conflict do nothing;
  select * into old from public.guide_profiles as p where p.company_id = company and p.user_id = person for update;
  changed := old;
  if changes ? 'hours' then changed.hours := case when changes -> 'hours' <> 'null' then coalesce(private.parse_hours(changes -> 'hours'), '{}') end; end if;
  if changes ? 'languages' then
    changed.languages := case when changes -> 'languages' <> 'null' then array(select distinct jsonb_array_elements_text(changes -> 'languages') as language_code order by language_code) end;
  end if;
  if (changed.hours, changed.languages) is distinct from (old.hours, old.languages) then
    if old.version <> coalesce(save_availability.version, 0) then
      return jsonb_build_object('status', 'stale', 'version', old.version, 'hours', private.hours_json(old.hours), 'languages', to_jsonb(old.languages));
    end if;
    changed.version := old.version + 1;
    update public.guide_profiles as p set hours = changed.hours, languages = changed.languages, version = changed.version
    where p.company_id = company and p.user_id = person;
    perform private.log_change(company, 'save_availability',
      jsonb_build_object('user_id', person, 'hours', private.hours_json(old.hours), 'languages', to_jsonb(old.languages)),
      jsonb_build_object('user_id', person, 'hours', private.hours_json(changed.hours), 'languages', to_jsonb(changed.languages)));
  end if;
  return jsonb_build_object('status', 'ok', 'version', changed.version);
end
$$;
comment on function public.save_availability is
  'Changes {"hours", "languages"} of a guide; languages only by the office. Version 0 for no profile yet. Returns ok, '
  'stale with the present values, invalid, not_permitted, not_found or signed_out.';

create function public.add_time_off(id uuid, company uuid, person uuid, from_date date, from_time time, to_date date, to_time time, note text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  zone constant text := (select c.time_zone from public.companies as c where c.id = company);
  scope record;
  new_time_off public.time_off;
begin
  scope := private.guide_scope(company, person, 'add_time_off');
  if scope.refusal is not null then return scope.refusal; end if;
  if add_time_off.id is null or not private.is_date_range(from_date, to_date, 400) or not private.is_date_range(current_date - 400, from_date, 4000)
    or from_time is null or to_time is null or from_date + from_time >= to_date + to_time or length(private.trim_text(coalesce(note, ''))) > 200 then
    return '{"status": "invalid"}';
  end if;
  new_time_off.starts_at := private.instant_in(zone, from_date + from_time);
  -- Both ends may fall into an hour that summer time skips.
  new_time_off.ends_at := greatest(private.instant_in(zone, to_date + to_time), new_time_off.starts_at + interval '1 minute');
  insert into public.time_off (id, company_id, user_id, starts_at, ends_at, note)
  values (add_time_off.id, company, person, new_time_off.starts_at, new_time_off.ends_at, nullif(private.trim_text(note), ''))
  on conflict on constraint time_off_pkey do nothing
  returning * into new_time_off;
  if new_time_off.id is null then
    select * into new_time_off from public.time_off as o where o.id = add_time_off.id and o.company_id = company and o.user_id = person;
    if new_time_off.id is null then return '{"status": "invalid"}'; end if;
  else
    perform private.log_change(company, 'add_time_off', null,
      jsonb_build_object('id', new_time_off.id, 'user_id', person, 'starts_at', private.iso(new_time_off.starts_at), 'ends_at', private.iso(new_time_off.ends_at)));
  end if;
  return jsonb_build_object('status', 'ok', 'departures', coalesce((
    select jsonb_agg(jsonb_build_object('id', d.id, 'tour_id', d.tour_id, 'starts_at', private.iso(d.starts_at)) order by d.starts_at, d.id)
    from public.departure_guides as g join public.departures as d on d.id = g.departure_id
    where g.user_id = person and g.status <> 'declined' and d.company_id = company and d.status = 'scheduled'
      and d.starts_at < new_time_off.ends_at and new_time_off.starts_at < d.ends_at), '[]'));
end
$$;
comment on function public.add_time_off is
  'Adds time off of a guide between two local times (24:00 is the end of a day). Returns ok with the guide''s '
  'departures in that time, or invalid, not_permitted, not_found or signed_out.';

create function public.delete_time_off(id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  deleted_time_off public.time_off;
  scope record;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  select * into deleted_time_off from public.time_off as o where o.id = delete_time_off.id for update;
  -- Idempotent: removing an unknown id succeeds.
  if deleted_time_off.id is null then return '{"status": "ok"}'; end if;
  scope := private.guide_scope(deleted_time_off.company_id, deleted_time_off.user_id, 'delete_time_off');
  if scope.refusal is not null then return '{"status": "ok"}'; end if;
  delete from public.time_off as o where o.id = deleted_time_off.id;
  perform private.log_change(deleted_time_off.company_id, 'delete_time_off',
    jsonb_build_object('id', deleted_time_off.id, 'user_id', deleted_time_off.user_id, 'starts_at', private.iso(deleted_time_off.starts_at), 'ends_at', private.iso(deleted_time_off.ends_at)), null);
  return '{"status": "ok"}';
end
$$;
comment on function public.delete_time_off is
  'Removes time off. Returns ok, also without effect for an unknown id or without permission, or signed_out.';

create function public.save_guide_rules(company uuid, minimum_break_minutes integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  old_minutes integer;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('save_guide_rules', company) then return '{"status": "not_permitted"}'; end if;
  if minimum_break_minutes is null or minimum_break_minutes not between 0 and 240 then return '{"status": "invalid"}'; end if;
  old_minutes := private.minimum_break_minutes(company);
  insert into public.guide_rules as rules (company_id, minimum_break_minutes) values (company, save_guide_rules.minimum_break_minutes)
  on conflict on constraint guide_rules_pkey do update set minimum_break_minutes = excluded.minimum_break_minutes;
  if old_minutes <> minimum_break_minutes then
    perform private.log_change(company, 'save_guide_rules', jsonb_build_object('minimum_break_minutes', old_minutes), jsonb_build_object('minimum_break_minutes', minimum_break_minutes));
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.save_guide_rules is
  'Sets the minutes that a company wants between two tours of '
  'a guide. Returns ok, invalid, not_permitted or signed_out.';

create function private.minimum_break_minutes(company uuid) returns integer
language sql stable security definer set search_path = ''
as $$ select coalesce((select r.minimum_break_minutes from public.guide_rules as r where r.company_id = company), 15) $$;
comment on function private.minimum_break_minutes is 'Returns the minutes that a company wants between two tours of a guide.';

-- Assignment conflicts: each rule has a counterpart in src/domain/assignment.ts; a property test keeps them equal ---

create type private.duty as (
  departure_id uuid, user_id uuid, starts_at timestamptz, ends_at timestamptz, week_minute integer, wall_minutes integer, language text,
  latitude double precision, longitude double precision
);
comment on type private.duty is
  'A departure and its guide (null for none). week_minute: its start in local time, in minutes from Monday 0:00; '
  'wall_minutes: its length by the local clock.';

create function private.duty_in_zone(zone text, departure public.departures, tour public.tours, person uuid) returns private.duty
language sql stable parallel safe
return row((departure).id, person, (departure).starts_at, (departure).ends_at,
  (extract(isodow from (departure).starts_at at time zone zone)::integer - 1) * 1440
    + floor(extract(epoch from ((departure).starts_at at time zone zone)::time) / 60)::integer,
  greatest(1, ceil(extract(epoch from ((departure).ends_at at time zone zone) - ((departure).starts_at at time zone zone)) / 60)::integer),
  (departure).language, (tour).latitude, (tour).longitude)::private.duty;
comment on function private.duty_in_zone is 'Builds the duty of a person on a departure, in a time zone.';

create function private.assignment_duty(departure public.departures, person uuid) returns private.duty
language sql stable security definer set search_path = ''
as $$
  select private.duty_in_zone(c.time_zone, departure, t, person)
  from public.companies as c join public.tours as t on t.id = (departure).tour_id
  where c.id = (departure).company_id
$$;
comment on function private.assignment_duty is
  'Builds the duty of a person on a departure, in the company''s time zone.';

create function private.duties(company uuid, from_date date, to_date date) returns setof private.duty
language sql stable security definer set search_path = ''
as $$
  select (private.duty_in_zone(c.time_zone, d, t, g.user_id)).*
  from public.companies as c
  join public.departures as d on d.company_id = c.id
  join public.tours as t on t.id = d.tour_id
  left join public.departure_guides as g on g.departure_id = d.id and g.status <> 'declined'
  where c.id = duties.company and d.local_date between from_date and to_date and d.status <> 'cancelled'
$$;
comment on function private.duties is
  'Returns the duties on departures between two dates, one per guide, without cancelled departures.';

create function private.walking_minutes(one private.duty, other private.duty) returns integer
language sql immutable parallel safe
return case
  -- least() ignores nulls and would return three hours.
  when (one).latitude is null or (one).longitude is null or (other).latitude is null or (other).longitude is null then 0
  else least(180, (round(6371000 * sqrt(
    power(radians(least(abs((one).longitude - (other).longitude), 360 - abs((one).longitude - (other).longitude)))
      * cos(radians(((one).latitude + (other).latitude) / 2)), 2)
    + power(radians((one).latitude - (other).latitude), 2)))::bigint + 74) / 75)::integer
end;
comment on function private.walking_minutes is
  'Returns the minutes to walk between two meeting points at 75 '
  'metres a minute, at most 180; 0 if a location is unknown.';

create function private.clash_reason(one private.duty, other private.duty, minimum_break_minutes integer) returns text
language sql immutable parallel safe
return case
  when (one).starts_at < (other).ends_at and (other).starts_at < (one).ends_at then 'overlap'
  when extract(epoch from greatest((one).starts_at, (other).starts_at) - least((one).ends_at, (other).ends_at))
    < 60 * (minimum_break_minutes + private.walking_minutes(one, other)) then 'travel'
end;
comment on function private.clash_reason is
  'Returns why one person cannot do both duties: overlap, or '
  'travel if the time between is too short; null if they can.';

create function private.is_within_hours(hours int4multirange, week_minute integer, wall_minutes integer) returns boolean
language sql immutable parallel safe
return hours is null or (
  hours @> int4range(week_minute, least(week_minute + wall_minutes, 10080))
  and (week_minute + wall_minutes <= 10080 or hours @> int4range(0, least(week_minute + wall_minutes - 10080, 10080))));
comment on function private.is_within_hours is
  'Returns whether a span of the week lies within working hours. A span past Sunday midnight continues on Monday.';

create function private.duty_conflicts(company uuid, candidates private.duty[]) returns table (departure_id uuid, user_id uuid, kind text, other_id uuid)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  minutes constant integer := private.minimum_break_minutes(company);
  -- Days before a departure in which another one may have begun that is not over.
  days constant integer := 2 + coalesce((select max(t.duration_minutes) from public.tours as t where t.company_id = company), 0) / 1440;
  first constant date := (select min((w.starts_at)::date) from unnest(candidates) as w);
  last constant date := (select max((w.ends_at)::date) from unnest(candidates) as w);
begin
  if coalesce(cardinality(candidates), 0) = 0 then return; end if;
  return query
    with requested as materialized (select w.* from unnest(candidates) as w where w.user_id is not null),
    near as materialized (
      select n.departure_id, n.user_id, n as duty from private.duties(company, first - days, last + 2) as n
      where n.user_id in (select a.user_id from requested as a))
    select a.departure_id, a.user_id, clash.kind, n.departure_id
    from requested as a
    join near as n on n.user_id = a.user_id and n.departure_id <> a.departure_id
    cross join lateral (select private.clash_reason(a, n.duty, minutes) as kind) as clash
    where clash.kind is not null
    union all
    select a.departure_id, a.user_id, 'language', null
    from requested as a join public.guide_profiles as p on p.company_id = company and p.user_id = a.user_id
    where not a.language = any (p.languages)
    union all
    select a.departure_id, a.user_id, 'hours', null
    from requested as a join public.guide_profiles as p on p.company_id = company and p.user_id = a.user_id
    where not private.is_within_hours(p.hours, a.week_minute, a.wall_minutes)
    union all
    select a.departure_id, a.user_id, 'time_off', o.id
    from requested as a join public.time_off as o
      on o.company_id = company and o.user_id = a.user_id and o.starts_at < a.ends_at and a.starts_at < o.ends_at;
end
$$;
comment on function private.duty_conflicts is
  'Returns the conflicts of duties that exist or are planned: overlap and travel (other_id: the departure), language, '
  'hours, time_off (other_id: the time off).';

create function private.ordered_conflicts(conflicts jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(jsonb_agg(conflict order by conflict ->> 'departure_id', conflict ->> 'user_id', conflict ->> 'kind', conflict ->> 'other_id'), '[]') from jsonb_array_elements(conflicts) as conflict
$$;
comment on function private.ordered_conflicts is 'Returns conflicts in a stable order.';

-- Assigning -----------------------------------------------------------------------------------------------------------

create function private.notify_guide(person uuid, departure public.departures, change text, previous_start timestamptz default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Notices of past departures are obsolete.
  delete from private.guide_notices as n using public.departures as d where n.user_id = person and d.id = n.departure_id and d.ends_at < now();
  -- Not to the guide who makes the change.
  if person = (select auth.uid()) or (departure).ends_at < now() then return; end if;
  insert into private.guide_notices as n (user_id, departure_id, change, previous_start)
  values (person, (departure).id, notify_guide.change::public.guide_notice, notify_guide.previous_start)
  on conflict on constraint guide_notices_pkey do update
  -- If a departure moves twice before the guide has seen it, keep the first former time.
  set change = excluded.change, noted_at = excluded.noted_at, previous_start = case when n.change = 'moved' and excluded.change = 'moved' then n.previous_start else excluded.previous_start end;
end
$$;
comment on function private.notify_guide is
  'Adds a notice about a departure for a guide in the app, until they dismiss it.';

create function private.guide_notices_json(person uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('departure_id', d.id, 'change', n.change, 'noted_at', private.iso(n.noted_at), 'company_name', c.name, 'time_zone', c.time_zone,
      'title', private.localised(d.tour_id, 'title'), 'starts_at', private.iso(d.starts_at), 'previous_start', private.iso(n.previous_start)) order by d.starts_at, d.id)
    from private.guide_notices as n join public.departures as d on d.id = n.departure_id join public.companies as c on c.id = d.company_id
    where n.user_id = person and d.ends_at >= now()
      -- Hides notices that no longer apply: assigned again, or taken off since.
      and (n.change = 'unassigned') <> exists (
        select from public.departure_guides as g where g.departure_id = d.id and g.user_id = person and g.status <> 'declined')), '[]');
end
$$;
comment on function private.guide_notices_json is
  'Returns a guide''s notices of all companies, in the order of the departures.';

create function public.dismiss_notices(departures uuid[], seen_until timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  delete from private.guide_notices as n where n.user_id = me and n.departure_id = any (departures) and n.noted_at <= seen_until;
  return '{"status": "ok"}';
end
$$;
comment on function public.dismiss_notices is
  'Deletes the caller''s notices about departures, except those '
  'added after seen_until. Returns {"status": "ok" | "signed_out"}.';

create function private.delete_unsent_assignment_mail(departure public.departures, person uuid, change text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  dedupe_keys constant text := 'assignment:' || (departure).id || ':' || person || ':' || change || ':%';
begin
  delete from private.jobs as job using private.outbox_messages as mail
  where job.kind = 'send_mail' and job.dedupe_key = mail.id::text and job.state = 'waiting' and job.lease is null and mail.dedupe_key like dedupe_keys;
  if not found then return false; end if;
  delete from private.outbox_messages as mail where mail.state = 'pending' and mail.dedupe_key like dedupe_keys;
  return true;
end
$$;
comment on function private.delete_unsent_assignment_mail is
  'Deletes a queued mail about an assignment. Returns whether there was one that had not been sent.';

create function private.enqueue_assignment_mail(change text, departure public.departures, person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- With the version, so that a repeated assignment is mailed again.
  dedupe_key constant text := 'assignment:' || (departure).id || ':' || person || ':' || change || ':' || (departure).version;
  guide record;
begin
  select u.locale, a.email into guide from public.users as u join auth.users as a on a.id = u.id where u.id = person;
  if person = (select auth.uid()) or (departure).ends_at < now() then return; end if;
  -- A guide taken off before the request was sent hears nothing, as the office is still planning, unless they have
  -- accepted it in the app. A new request replaces the unsent mail that they were taken off.
  if change = 'withdrawn' and private.delete_unsent_assignment_mail(departure, person, 'proposed') and not exists (
    select from public.departure_guides as g where g.departure_id = (departure).id and g.user_id = person and g.status = 'accepted') then
    return;
  end if;
  if change = 'proposed' then perform private.delete_unsent_assignment_mail(departure, person, 'withdrawn'); end if;
  if change = 'withdrawn' then perform private.notify_guide(person, departure, 'unassigned'); end if;
  if not private.is_email_address(guide.email) then return; end if;
  perform private.enqueue_mail('assignment', guide.email, guide.locale,
    private.departure_mail(departure, guide.locale::text) || jsonb_build_object('change', change, 'note', coalesce((departure).meeting_note, '')),
    company => (departure).company_id, dedupe_key => dedupe_key, send_at => now() + interval '5 minutes');
end
$$;
comment on function private.enqueue_assignment_mail is
  'Queues a mail to a guide, sent five minutes later: asked for a departure (proposed) or taken off it (withdrawn).';

create function private.unassign(departure public.departures, person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  old_status constant public.assignment_status := (select g.status from public.departure_guides as g where g.departure_id = (departure).id and g.user_id = person);
begin
  if old_status is null then return; end if;
  if old_status <> 'declined' then
    insert into private.unassigned_guides (departure_id, user_id, status, version) values ((departure).id, person, old_status, (departure).version)
    on conflict on constraint unassigned_guides_pkey do update set status = excluded.status, version = excluded.version;
    -- Before the assignment is deleted, as the mail depends on the guide's answer.
    perform private.enqueue_assignment_mail('withdrawn', departure, person);
  end if;
  delete from public.departure_guides as g where g.departure_id = (departure).id and g.user_id = person;
  perform private.log_change((departure).company_id, 'unassign_guide', jsonb_build_object('id', (departure).id, 'user_id', person, 'state', old_status), null);
end
$$;
comment on function private.unassign is 'Takes a guide off a departure, if they are on it.';

create function private.restore_assignment(departure public.departures, person uuid, out status public.assignment_status, out withdrawal_was_unsent boolean)
language plpgsql security definer set search_path = ''
as $$
begin
  select t.status into status from private.unassigned_guides as t
  where t.departure_id = (departure).id and t.user_id = person and t.version = (departure).version;
  if status is null then return; end if;
  withdrawal_was_unsent := private.delete_unsent_assignment_mail(departure, person, 'withdrawn');
  if withdrawal_was_unsent then return; end if;
  -- Without a mail they had not been asked yet or have no address.
  -- If the mail has been sent, they know and are asked again.
  if exists (
    select from private.outbox_messages as mail
    where mail.dedupe_key = 'assignment:' || (departure).id || ':' || person || ':withdrawn:' || (departure).version) then
    status := null;
  end if;
end
$$;
comment on function private.restore_assignment is
  'Deletes the unsent mail to a guide who is assigned again, and returns the answer to restore: that of a guide taken off '
  'by the departure''s last change who does not know it yet; null for others. '
  'withdrawal_was_unsent: there was such a mail, so they need no new request.';

create function public.assign_guide(
  company uuid, departure uuid, version integer, guide uuid, role text default 'lead', instead_of uuid default null, ignore_conflicts boolean default false
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  versions constant jsonb := jsonb_build_array(jsonb_build_object('id', departure, 'version', version));
  me constant uuid := (select auth.uid());
  lock record;
  refusal jsonb;
  conflicts jsonb;
  d public.departures;
  old public.departure_guides;
  new_status public.assignment_status;
  restored record;
begin
  lock := private.lock_departures(company, versions, 'assign_guide');
  if lock.refusal is not null then return lock.refusal; end if;
  if role is null or role not in ('lead', 'assistant') or guide is null or instead_of = guide then return '{"status": "invalid"}'; end if;
  if not private.may_guide(guide, company) then return '{"status": "not_a_guide"}'; end if;
  select * into d from public.departures where id = departure;
  select * into old from public.departure_guides as g where g.departure_id = departure and g.user_id = guide;
  if old.status in ('proposed', 'accepted') and old.role::text = assign_guide.role
    and (instead_of is null or not exists (select from public.departure_guides as g where g.departure_id = departure and g.user_id = instead_of)) then
    return jsonb_build_object('status', 'ok', 'departure', private.departure_card(d.id));
  end if;
  refusal := coalesce(private.stale_departures_response(versions, lock.ids), private.ended_departures_response(lock.ids, array['scheduled', 'departed']));
  if refusal is not null then return refusal; end if;
  -- Serialises assignments of one guide, so that the second one sees the first.
  perform from public.users as u where u.id = guide for no key update;
  conflicts := private.ordered_conflicts((
    select coalesce(jsonb_agg(to_jsonb(c)), '[]') from private.duty_conflicts(company, array[private.assignment_duty(d, guide)]) as c));
  if conflicts <> '[]' and not coalesce(ignore_conflicts, false) then return jsonb_build_object('status', 'conflicts', 'conflicts', conflicts); end if;
  restored := private.restore_assignment(d, guide);
  update public.departures as departure_row set version = departure_row.version + 1 where departure_row.id = departure returning departure_row.* into d;
  if instead_of is not null then perform private.unassign(d, instead_of); end if;
  new_status := case when guide = me then 'accepted' when old.status in ('proposed', 'accepted') then old.status
    else coalesce(restored.status, 'proposed') end;
  insert into public.departure_guides (departure_id, user_id, role, status) values (departure, guide, assign_guide.role::public.guide_role, new_status)
  on conflict on constraint departure_guides_pkey do update set role = excluded.role, status = excluded.status;
  -- A guide who is restored is not asked again.
  if coalesce(old.status, 'declined') = 'declined' and not coalesce(restored.withdrawal_was_unsent or restored.status = 'accepted', false) then
    perform private.enqueue_assignment_mail('proposed', d, guide);
  end if;
  perform private.log_change(company, 'assign_guide', case when old.user_id is not null then jsonb_build_object('id', d.id, 'user_id', guide, 'role', old.role, 'state', old.status) end,
    jsonb_build_object('id', d.id, 'user_id', guide, 'role', assign_guide.role, 'state', new_status) || case when conflicts <> '[]' then jsonb_build_object('ignored_conflicts', conflicts) else '{}' end);
  return jsonb_build_object('status', 'ok', 'departure', private.departure_card(d.id));
end
$$;
comment on function public.assign_guide is
  'Assigns a guide to a departure, optionally replacing another. The status is proposed, or accepted for oneself, or '
  'restored if they were taken off just before. Returns ok, conflicts (unless ignore_conflicts), not_a_guide, stale, '
  'ended or a refusal of private.lock_departures.';

create function public.unassign_guide(company uuid, departure uuid, version integer, guide uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  versions constant jsonb := jsonb_build_array(jsonb_build_object('id', departure, 'version', version));
  lock record;
  refusal jsonb;
  d public.departures;
begin
  lock := private.lock_departures(company, versions, 'unassign_guide');
  if lock.refusal is not null then return lock.refusal; end if;
  if not exists (select from public.departure_guides as g where g.departure_id = departure and g.user_id = guide) then
    select * into d from public.departures where id = departure;
    return jsonb_build_object('status', 'ok', 'departure', private.departure_card(d.id));
  end if;
  refusal := coalesce(private.stale_departures_response(versions, lock.ids), private.ended_departures_response(lock.ids, array['scheduled', 'departed']));
  if refusal is not null then return refusal; end if;
  update public.departures as departure_row set version = departure_row.version + 1 where departure_row.id = departure returning departure_row.* into d;
  perform private.unassign(d, guide);
  return jsonb_build_object('status', 'ok', 'departure', private.departure_card(d.id));
end
$$;
comment on function public.unassign_guide is
  'Takes a guide off a departure. Idempotent. Returns ok, stale, ended or a refusal of private.lock_departures.';

create function private.enqueue_declined_mail(departure public.departures, person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  office record;
begin
  for office in
    select c.contact_email as email, c.default_locale as locale from public.companies as c
    where c.id = (departure).company_id and private.is_email_address(c.contact_email)
    union all
    select a.email, u.locale
    from public.companies as c
    join public.roles_users as ru on ru.company = c.id
    join public.roles as r on r.id = ru.role and r.guard_name = 'owner'
    join public.users as u on u.id = ru.user_id
    join auth.users as a on a.id = u.id
    where c.id = (departure).company_id and not private.is_email_address(c.contact_email) and private.is_email_address(a.email) and u.id <> person
  loop
    perform private.enqueue_mail('assignment-declined', office.email, office.locale,
      private.departure_mail(departure, office.locale::text) || jsonb_build_object(
        'guide', (select u.display_name from public.users as u where u.id = person),
        'isAlone', not exists (select from public.departure_guides as g where g.departure_id = (departure).id and g.status <> 'declined')),
      company => (departure).company_id, dedupe_key => 'declined:' || (departure).id || ':' || person || ':' || (departure).version || ':' || office.email);
  end loop;
end
$$;
comment on function private.enqueue_declined_mail is
  'Queues a mail to the office about a declined assignment: to the company''s address, or else to its owners.';

create function private.pending_requests_json(person uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    with proposed as materialized (
      select d.id, d.company_id, d.tour_id, d.starts_at
      from public.departure_guides as g join public.departures as d on d.id = g.departure_id
      where g.user_id = person and g.status = 'proposed' and d.status not in ('completed', 'cancelled') and d.ends_at >= now()
    ), companies as materialized (
      select c.id, c.name, c.time_zone
      from public.companies as c
      -- Without acting, like the answer.
      where c.id in (select proposed.company_id from proposed) and private.may_guide(person, c.id) and private.may('answer_assignment', c.id)
    )
    select jsonb_agg(
      jsonb_build_object(
        'departure_id', proposed.id,
        'company_id', companies.id,
        'company_name', companies.name,
        'time_zone', companies.time_zone,
        'title', private.localised(proposed.tour_id, 'title'),
        'starts_at', private.iso(proposed.starts_at))
      order by proposed.starts_at, proposed.id)
    from proposed join companies on companies.id = proposed.company_id), '[]');
end
$$;
comment on function private.pending_requests_json is
  'Returns the departures of all companies that a guide is asked to take and may answer, earliest first.';

create function public.answer_assignment(company uuid, departure uuid, reply text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  d public.departures;
  old_assignment public.departure_guides;
  new_assignment public.departure_guides;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if reply is null or reply not in ('accepted', 'declined') then return '{"status": "invalid"}'; end if;
  -- Without acting: only guides themselves can answer.
  if company is null or not private.may_guide(me, company) or not private.may('answer_assignment', company) then
    return '{"status": "not_permitted"}';
  end if;
  select * into d from public.departures as departure_row where departure_row.id = departure and departure_row.company_id = answer_assignment.company for no key update;
  select * into old_assignment from public.departure_guides as g where g.departure_id = d.id and g.user_id = me;
  if old_assignment.user_id is null then return '{"status": "not_found"}'; end if;
  new_assignment := old_assignment;
  new_assignment.status := reply::public.assignment_status;
  if new_assignment.status = old_assignment.status then return '{"status": "ok"}'; end if;
  -- A declined assignment is the office's again, which may have found another guide.
  if old_assignment.status = 'declined' or d.status in ('completed', 'cancelled') or d.ends_at < now() then return '{"status": "ended"}'; end if;
  update public.departure_guides as g set status = new_assignment.status where g.departure_id = d.id and g.user_id = me;
  update public.departures as departure_row set version = departure_row.version + 1 where departure_row.id = d.id returning departure_row.* into d;
  if new_assignment.status = 'declined' then perform private.enqueue_declined_mail(d, me); end if;
  perform private.log_change(company, 'answer_assignment', jsonb_build_object('id', d.id, 'state', old_assignment.status), jsonb_build_object('id', d.id, 'state', new_assignment.status));
  return '{"status": "ok"}';
end
$$;
comment on function public.answer_assignment is
  'Accepts or declines a proposed assignment, or declines an accepted one, of the caller. Returns ok, ended (over, '
  'cancelled or declined before), not_found, invalid, not_permitted or signed_out.';

-- Planner -------------------------------------------------------------------------------------------------------------

create function private.company_guides(company uuid, also uuid[]) returns setof public.users
language sql stable security definer set search_path = ''
as $$
  select u.* from public.users as u
  where u.id = any (also)
    or u.id in (select p.user_id from public.guide_profiles as p where p.company_id = company_guides.company and private.may_guide(p.user_id, company_guides.company))
    or u.id in (
      select ru.user_id from public.roles_users as ru
      join public.roles_permissions as rp on rp.role_id = ru.role
      join public.permissions as p on p.id = rp.permission_id
      where ru.company = company_guides.company and p.guard_name = 'INDIVIDUAL_SCHEDULE_ACCESS')
$$;
comment on function private.company_guides is
  'Returns the people with a row in the planner: by role, by profile, or because they guide anyway (also).';

create function public.read_planner(company uuid, from_date date, to_date date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  zone text;
  planned_duties private.duty[];
  shown uuid[];
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_planner', company) then return '{"status": "not_permitted"}'; end if;
  if not private.is_date_range(from_date, to_date, 13) then return '{"status": "invalid"}'; end if;
  zone := (select c.time_zone from public.companies as c where c.id = company);
  planned_duties := array(select d from private.duties(company, from_date, to_date) as d);
  shown := array(select d.id from public.departures as d where d.company_id = company and d.local_date between from_date and to_date);
  return jsonb_build_object(
    'status', 'ok', 'time_zone', zone, 'minimum_break_minutes', private.minimum_break_minutes(company),
    'tours', coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'title', private.localised(t.id, 'title'), 'colour', t.colour, 'latitude', t.latitude, 'longitude', t.longitude))
      from public.tours as t where t.id in (select d.tour_id from public.departures as d where d.id = any (shown))), '[]'),
    'guides', coalesce((
      select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.display_name,
          'minutes', coalesce((select sum(extract(epoch from d.ends_at - d.starts_at) / 60)::integer from unnest(planned_duties) as d where d.user_id = u.id), 0))
        || private.guide_availability(company, u.id, private.instant_in(zone, from_date::timestamp)) order by u.display_name, u.id)
      from private.company_guides(company, array(select distinct d.user_id from unnest(planned_duties) as d where d.user_id is not null)) as u), '[]'),
    'departures', coalesce((
      select jsonb_agg(shown_card.card || jsonb_build_object('week_minute', duty.week_minute, 'wall_minutes', duty.wall_minutes) order by d.starts_at, d.id)
      from private.departure_cards(shown) as shown_card
      join public.departures as d on d.id = shown_card.id
      join public.tours as t on t.id = d.tour_id
      cross join lateral private.duty_in_zone(zone, d, t, null) as duty), '[]'),
    'conflicts', private.ordered_conflicts((
      select coalesce(jsonb_agg(to_jsonb(c)), '[]') from private.duty_conflicts(company, planned_duties) as c)));
end
$$;
comment on function public.read_planner is
  'Returns up to two weeks by guide: duties, working hours, time off and '
  'present conflicts. Returns ok, invalid, not_permitted or signed_out.';

create function public.suggest_assignments(company uuid, day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  minutes integer;
  d public.departures;
  duty private.duty;
  candidate_duties private.duty[];
  guides uuid[];
  blocked jsonb;
  loads jsonb;
  chosen private.duty[] := '{}';
  best record;
  unassigned jsonb := '[]';
  suggestions jsonb := '[]';
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('suggest_assignments', company) then return '{"status": "not_permitted"}'; end if;
  if not private.is_date_range(day, day, 0) then return '{"status": "invalid"}'; end if;
  minutes := private.minimum_break_minutes(company);
  guides := array(select u.id from private.company_guides(company, '{}') as u where private.may_guide(u.id, company) order by u.id);
  candidate_duties := array(
    select private.assignment_duty(departure, guide.id)
    from public.departures as departure cross join unnest(guides) as guide (id)
    where departure.company_id = suggest_assignments.company and departure.local_date = day and departure.status = 'scheduled'
      and not exists (select from public.departure_guides as g where g.departure_id = departure.id and g.status <> 'declined'));
  blocked := (
    select coalesce(jsonb_object_agg(pair, kinds), '{}')
    from (select c.departure_id || ' ' || c.user_id as pair, jsonb_agg(distinct c.kind) as kinds
      from private.duty_conflicts(company, candidate_duties) as c group by 1) as found);
  -- The Monday-to-Sunday week of the day.
  loads := (
    select coalesce(jsonb_object_agg(sums.user_id, sums.sum), '{}')
    from (select w.user_id, sum(extract(epoch from w.ends_at - w.starts_at) / 60)::integer as sum
      from private.duties(company, date_trunc('week', day::timestamp)::date, date_trunc('week', day::timestamp)::date + 6) as w
      where w.user_id is not null group by 1) as sums);
  for d in
    select * from public.departures as departure where departure.id in (select w.departure_id from unnest(candidate_duties) as w) order by departure.starts_at, departure.id
  loop
    duty := private.assignment_duty(d, null);
    select u.id, u.display_name, coalesce((loads ->> u.id::text)::integer, 0) as load into best
    from public.users as u
    where u.id = any (guides) and not blocked ? (d.id || ' ' || u.id)
      -- Guides who declined are not suggested again.
      and not exists (select from public.departure_guides as g where g.departure_id = d.id and g.user_id = u.id)
      and not exists (select from unnest(chosen) as c where c.user_id = u.id and private.clash_reason(c, duty, minutes) is not null)
    order by 3, u.display_name, u.id
    limit 1;
    if best.id is null then
      unassigned := unassigned || jsonb_build_object('departure_id', d.id, 'reason', case
        when not exists (select from unnest(guides) as guide where not coalesce(blocked -> (d.id || ' ' || guide) ? 'language', false)) then 'nobody_speaks'
        else 'nobody_free' end);
    else
      duty.user_id := best.id;
      chosen := chosen || duty;
      loads := loads || jsonb_build_object(best.id, best.load + (extract(epoch from d.ends_at - d.starts_at) / 60)::integer);
      suggestions := suggestions || jsonb_build_object('departure_id', d.id, 'version', d.version, 'user_id', best.id, 'name', best.display_name, 'minutes', best.load);
    end if;
  end loop;
  return jsonb_build_object('status', 'ok', 'suggestions', suggestions, 'unassigned', unassigned);
end
$$;
comment on function public.suggest_assignments is
  'Suggests guides for a day''s departures without one, by language and availability, fewest minutes in the week '
  'first, and returns the rest with the reason (nobody_speaks, nobody_free). Changes nothing: assign_guide applies a '
  'suggestion. Returns ok, invalid, not_permitted or signed_out.';

create function public.read_my_month(company uuid, from_date date, to_date date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may_guide(me, company) or not private.may('read_my_month', company) then
    return '{"status": "not_permitted"}';
  end if;
  if not private.is_date_range(from_date, to_date, 62) then return '{"status": "invalid"}'; end if;
  return jsonb_build_object(
    'status', 'ok', 'time_zone', (select c.time_zone from public.companies as c where c.id = company),
    'tours', coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'title', private.localised(t.id, 'title'), 'meeting_point', private.localised(t.id, 'meeting_point'),
        'colour', t.colour, 'latitude', t.latitude, 'longitude', t.longitude))
      from public.tours as t
      where t.id in (
        select d.tour_id from public.departures as d join public.departure_guides as g on g.departure_id = d.id
        where d.company_id = read_my_month.company and d.local_date between from_date and to_date and g.user_id = me and g.status <> 'declined')), '[]'),
    'departures', coalesce((
      select jsonb_agg(jsonb_build_object('id', d.id, 'tour_id', d.tour_id, 'starts_at', private.iso(d.starts_at), 'ends_at', private.iso(d.ends_at),
        'local_date', d.local_date, 'language', d.language, 'status', d.status, 'meeting_note', d.meeting_note, 'booked', coalesce((select s.seats from private.booked_seats(array[d.id]) as s), 0),
        'capacity', d.capacity, 'role', g.role, 'state', g.status,
        'colleagues', coalesce((
          select jsonb_agg(u.display_name order by other.role, u.display_name)
          from public.departure_guides as other join public.users as u on u.id = other.user_id
          where other.departure_id = d.id and other.user_id <> me and other.status <> 'declined'), '[]')) order by d.starts_at, d.id)
      from public.departures as d
      join public.departure_guides as g on g.departure_id = d.id and g.user_id = me and g.status <> 'declined'
      where d.company_id = read_my_month.company and d.local_date between from_date and to_date), '[]'))
    || private.guide_availability(company, me, private.instant_in((select c.time_zone from public.companies as c where c.id = company), from_date::timestamp));
end
$$;
comment on function public.read_my_month is
  'Returns the caller''s duties, requests and availability, without guests'' names and small enough to cache on the '
  'device. Returns ok, invalid, not_permitted or signed_out.';

grant execute on function public.dismiss_notices(uuid[], timestamptz), public.read_availability(uuid, uuid), public.save_availability(uuid, uuid, integer, jsonb),
  public.add_time_off(uuid, uuid, uuid, date, time, date, time, text), public.delete_time_off(uuid), public.save_guide_rules(uuid, integer),
  public.assign_guide(uuid, uuid, integer, uuid, text, uuid, boolean), public.unassign_guide(uuid, uuid, integer, uuid),
  public.answer_assignment(uuid, uuid, text), public.read_planner(uuid, date, date), public.suggest_assignments(uuid, date),
  public.read_my_month(uuid, date, date) to authenticated;
