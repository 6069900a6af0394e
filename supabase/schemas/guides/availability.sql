-- Guides: languages, working hours and time off. ADR 033

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

create type public.guide_notice as enum ('unassigned', 'moved', 'cancelled');
comment on type public.guide_notice is
  'Kinds of notices to guides, beside requests; GUIDE_NOTICES in src/domain/enums.ts.';

create policy "guides can read their own profile, the office all profiles" on public.guide_profiles for
  select to authenticated using (
    user_id = (select private.current_user_id())
      or company_id in (select private.companies_with_permission(array['MANAGE_BOOKINGS_ACCESS'])));
create policy "guides can read their own time off, the office all time off" on public.time_off for
  select to authenticated using (
    user_id = (select private.current_user_id())
      or company_id in (select private.companies_with_permission(array['MANAGE_BOOKINGS_ACCESS'])));

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
  select case
    when hours is not null then
      coalesce((
        select jsonb_agg(jsonb_build_array(lower(span), upper(span)) order by span) from unnest(hours) as span), '[]')
  end$$;
comment on function private.hours_json is
  'Returns working hours as [[from, to], …] in minutes of the week; null for any time.';

create function private.guide_availability(company uuid, person uuid, since timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'languages', to_jsonb(p.languages),
    'hours', private.hours_json(p.hours),
    'version', coalesce(p.version, 0),
    'time_off', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', o.id, 'starts_at', private.iso(o.starts_at), 'ends_at', private.iso(o.ends_at), 'note', o.note
      ) order by o.starts_at, o.id)
      from public.time_off as o
      where o.company_id = guide_availability.company and o.user_id = person and o.ends_at > since), '[]'))
  from (select) as nothing
  left join public.guide_profiles as p on p.company_id = guide_availability.company and p.user_id = person$$;
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
  return jsonb_build_object(
    'status', 'ok', 'time_zone', (select c.time_zone from public.companies as c where c.id = company))
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
  select value = 'null'
    or (
      jsonb_typeof(value) = 'array' and jsonb_array_length(value) <= 70
        and not exists (
          select from jsonb_array_elements(value) as span
          where not coalesce(
            jsonb_typeof(span) = 'array' and jsonb_array_length(span) = 2 and span ->> 0 ~ '^\d{1,5}$'
              and span ->> 1 ~ '^\d{1,5}$' and (span ->> 0)::integer < (span ->> 1)::integer
              and (span ->> 1)::integer <= 10080,
            false)))$$;
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
  if jsonb_typeof(changes) is distinct from 'object'
    or not changes ?| array['hours', 'languages']
    or (changes ? 'hours' and not coalesce(private.are_hours(changes -> 'hours'), false))
    or (
      changes ? 'languages' and changes -> 'languages' <> 'null'
        and not coalesce(
          jsonb_typeof(changes -> 'languages') = 'array' and jsonb_array_length(changes -> 'languages') <= 30
            and not exists (
              select from jsonb_array_elements(changes -> 'languages') as language_code
              where not coalesce(language_code #>> '{}' ~ '^[a-z]{2,3}$', false)),
          false))
  then
    return '{"status": "invalid"}';
  end if;
  -- Only the office sets languages, as guests are promised them.
  if changes ? 'languages' and not scope.is_office then return '{"status": "not_permitted"}'; end if;
  insert into public.guide_profiles (company_id, user_id, version) values (company, person, 0) on conflict do nothing;
  select * into old from public.guide_profiles as p where p.company_id = company and p.user_id = person for update;
  changed := old;
  if changes ? 'hours' then
    changed.hours := case
      when changes -> 'hours' <> 'null' then coalesce(private.parse_hours(changes -> 'hours'), '{}')
    end;
  end if;
  if changes ? 'languages' then
    changed.languages := case
      when changes -> 'languages' <> 'null' then
        array(select distinct jsonb_array_elements_text(changes -> 'languages') as language_code order by language_code)
    end;
  end if;
  if (changed.hours, changed.languages) is distinct from (old.hours, old.languages) then
    if old.version <> coalesce(save_availability.version, 0) then
      return jsonb_build_object(
        'status', 'stale',
        'version', old.version,
        'hours', private.hours_json(old.hours),
        'languages', to_jsonb(old.languages));
    end if;
    changed.version := old.version + 1;
    update public.guide_profiles as p
    set hours = changed.hours, languages = changed.languages, version = changed.version
    where p.company_id = company and p.user_id = person;
    perform private.log_change(
      company,
      'save_availability',
      jsonb_build_object(
        'user_id', person, 'hours', private.hours_json(old.hours), 'languages', to_jsonb(old.languages)),
      jsonb_build_object(
        'user_id', person, 'hours', private.hours_json(changed.hours), 'languages', to_jsonb(changed.languages)));
  end if;
  return jsonb_build_object('status', 'ok', 'version', changed.version);
end
$$;
comment on function public.save_availability is
  'Changes {"hours", "languages"} of a guide; languages only by the office. Version 0 for no profile yet. Returns ok, '
  'stale with the present values, invalid, not_permitted, not_found or signed_out.';

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
  perform private.log_change(
    deleted_time_off.company_id,
    'delete_time_off',
    jsonb_build_object(
      'id', deleted_time_off.id,
      'user_id', deleted_time_off.user_id,
      'starts_at', private.iso(deleted_time_off.starts_at),
      'ends_at', private.iso(deleted_time_off.ends_at)),
    null);
  return '{"status": "ok"}';
end
$$;
comment on function public.delete_time_off is
  'Removes time off. Returns ok, also without effect for an unknown id or without permission, or signed_out.';

create function private.company_guides(company uuid, also uuid[]) returns setof public.users
language sql stable security definer set search_path = ''
as $$
  select u.* from public.users as u
  where u.id = any (also)
    or u.id in (
      select p.user_id from public.guide_profiles as p
      where p.company_id = company_guides.company and private.may_guide(p.user_id, company_guides.company))
    or u.id in (
      select ru.user_id from public.roles_users as ru
      join public.roles_permissions as rp on rp.role_id = ru.role
      join public.permissions as p on p.id = rp.permission_id
      where ru.company = company_guides.company and p.guard_name = 'INDIVIDUAL_SCHEDULE_ACCESS')$$;
comment on function private.company_guides is
  'Returns the people with a row in the planner: by role, by profile, or because they guide anyway (also).';

grant execute on function
  public.read_availability(uuid, uuid),
  public.save_availability(uuid, uuid, integer, jsonb),
  public.delete_time_off(uuid)
to authenticated;
