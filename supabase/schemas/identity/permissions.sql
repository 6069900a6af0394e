-- Who the caller is, what they may do and which companies they see; the row level security of people and companies.

create function private.is_session_ended(person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  session constant text := (select auth.jwt()) ->> 'session_id';
begin
  return session is not null and pg_input_is_valid(session, 'uuid') and person = (select auth.uid())
    and exists (select from private.ended_sessions as e where e.id = session::uuid);
end
$$;
comment on function private.is_session_ended is
  'Returns whether the person is the caller and the caller''s session has been ended.';

create function private.has_mfa(person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from auth.mfa_factors as f where f.user_id = person and f.status::text = 'verified');
end
$$;
comment on function private.has_mfa is 'Returns whether a person has verified a second factor.';

create function private.is_missing_mfa(person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return person is not distinct from (select auth.uid())
    and coalesce((select auth.jwt()) ->> 'aal', 'aal1') = 'aal1' and private.has_mfa(person);
end
$$;
comment on function private.is_missing_mfa is
  'Returns whether the person is the caller and has a second factor that '
  'this session has not passed: a password alone grants nothing then.';

create function private.current_user_id() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  return case when not private.is_session_ended(me) and not private.is_missing_mfa(me) then me end;
end
$$;
comment on function private.current_user_id is
  'Returns the caller''s id; null if the session has been ended or has not passed the second factor.';

create function private.companies_awaiting_mfa(person uuid) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Nothing is known about the sessions of other people, so they count as having passed the second factor.
  if person is distinct from (select auth.uid()) or coalesce((select auth.jwt()) ->> 'aal', 'aal1') <> 'aal1' then
    return '{}';
  end if;
  return array(
    select f.company_id from private.mfa_requirements as f
    where f.company_id in (
      select ru.company from public.roles_users as ru join public.roles as r on r.id = ru.role
      where ru.user_id = person and r.guard_name in ('owner', 'office')
      union all
      -- Acting grants an owner's permissions, so it needs the factor. Companies cannot require it of platform admins.
      select u.impersonated_company_id from public.users as u where u.id = person and not private.is_platform_admin()));
end
$$;
comment on function private.companies_awaiting_mfa is
  'Returns the companies that require a second factor of the caller which this session has not passed.';

create function private.subject(person uuid, rpc text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- plpgsql, as it caches its plans per connection: policies and RPCs call this often.
declare
  awaiting_mfa constant uuid[] := private.companies_awaiting_mfa(person);
begin
  if private.is_session_ended(person) or private.is_missing_mfa(person) then
    return '{"assignments": [], "impersonated_company_id": null, "overseen": []}';
  end if;
  return jsonb_build_object(
    'assignments', coalesce((
      select jsonb_agg(jsonb_build_object(
        'role', r.guard_name,
        'permissions', coalesce((
          select jsonb_agg(p.guard_name) from public.roles_permissions rp
          join public.permissions p on p.id = rp.permission_id
          where rp.role_id = r.id), '[]'),
        'company', case when c.id is not null then jsonb_build_object('id', c.id, 'is_active', c.is_active) end,
        'organisation', case when o.id is not null then jsonb_build_object('id', o.id, 'is_active', o.is_active) end))
      from public.roles_users ru join public.roles r on r.id = ru.role
      left join public.companies c on c.id = ru.company
      left join public.organisations o on o.id = ru.organisation
      where ru.user_id = person and (ru.company is null or ru.company <> all (awaiting_mfa))), '[]'),
    'impersonated_company_id', (
      select company from private.acting_company(person, rpc) as company where company <> all (awaiting_mfa)),
    'overseen', coalesce((
      select jsonb_agg(jsonb_build_object('company_id', oc.company_id, 'organisation_id', oc.organisation_id))
      from public.organisation_companies oc
      where oc.status = 'active'
        and oc.organisation_id in (select organisation from public.roles_users where user_id = person)), '[]'));
end
$$;
comment on function private.subject is
  'Returns what decides a person''s permissions, as Subject in src/domain/permissions.ts (in snake_case): their own '
  'assignments, the companies that their organisations oversee and, with an RPC, the company they may use it for while '
  'acting.';

create function private.subject_can(subject jsonb, permission text, company uuid) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return exists (
    select
    from jsonb_array_elements(subject -> 'assignments') as assignment
    cross join lateral (
      select case
        when company is null then assignment -> 'permissions'
        when jsonb_typeof(assignment -> 'company') = 'object' then
          case when assignment #>> '{company,id}' = company::text then assignment -> 'permissions' else '[]' end
        when jsonb_typeof(assignment -> 'organisation') is distinct from 'object' then assignment -> 'permissions'
        -- While acting for an overseen company, a partner admin has all permissions of its owner.
        when subject ->> 'impersonated_company_id' = company::text
          and assignment -> 'permissions' ? 'ORGANISATION_ALL_ACCESS'
          and exists (
            select from jsonb_array_elements(subject -> 'overseen') as agreement
            where agreement ->> 'company_id' = company::text
              and agreement ->> 'organisation_id' = assignment #>> '{organisation,id}')
          then '["ORGANISATION_ALL_ACCESS", "COMPANY_ALL_ACCESS"]'::jsonb
        else '[]'
      end as held_permissions
    ) as granted
    where assignment #>> '{company,is_active}' is distinct from 'false'
      and assignment #>> '{organisation,is_active}' is distinct from 'false'
      and (held_permissions ? permission
        or (permission <> 'ORGANISATION_ALL_ACCESS' and held_permissions ?| array['ALL_ACCESS', 'COMPANY_ALL_ACCESS']))
  );
end
$$;
comment on function private.subject_can is
  'Returns whether a subject has a permission for a company, or anywhere (null); SQL counterpart of can() in '
  'src/domain/permissions.ts. A property test keeps both equal.';

create function private.can(permission text, company uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select private.subject_can(private.subject((select auth.uid())), permission, company) $$;
comment on function private.can is
  'Returns whether the caller has a permission of their own, '
  'without acting: for a company, or anywhere (company null).';

create function private.may_check_in(subject jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.subject_can(subject, 'CHECK_IN_ACCESS', null)
    or coalesce(private.subject_can(subject, 'CHECK_IN_ACCESS', (subject ->> 'impersonated_company_id')::uuid), false);
end
$$;
comment on function private.may_check_in is
  'Returns whether a person may check in for any company, in their own right or while acting.';

create function private.sees_whole_company(subject jsonb, company uuid) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.subject_can(subject, 'VIEW_BOOKINGS_ACCESS', company)
    or private.subject_can(subject, 'MANAGE_BOOKINGS_ACCESS', company)
    or (private.subject_can(subject, 'CHECK_IN_ACCESS', company)
      and not private.subject_can(subject, 'INDIVIDUAL_SCHEDULE_ACCESS', company));
end
$$;
comment on function private.sees_whole_company is
  'Returns whether a person sees all departures of a company. '
  'INDIVIDUAL_SCHEDULE_ACCESS without a booking permission sees only the person''s own.';

create function private.possible_companies(subject jsonb) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if jsonb_path_exists(subject, '$.assignments[*] ? (@.company == null && @.organisation == null)') then
    return query select id from public.companies;
  else
    return query
      select (value #>> '{}')::uuid from jsonb_path_query(subject, '$.assignments[*].company.id') as value
      union
      select (subject ->> 'impersonated_company_id')::uuid where subject ->> 'impersonated_company_id' is not null;
  end if;
end
$$;
comment on function private.possible_companies is
  'Returns the companies for which a person may have any permission, so that checks need not go through all companies.';

create function private.companies_with_permission(any_of text[]) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject constant jsonb := private.subject((select auth.uid()), 'read_tables');
begin
  return query
    select company from private.possible_companies(subject) as company
    where exists (select from unnest(any_of) as permission where private.subject_can(subject, permission, company));
end
$$;
comment on function private.companies_with_permission is
  'Returns the companies for which the caller has any of the permissions. Only for policies, which compare rows with '
  'this set, so that it is computed once per statement.';

create function private.owned_companies() returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject constant jsonb := private.subject((select auth.uid()));
begin
  return query
    select company from private.possible_companies(subject) as company
    where private.subject_can(subject, 'COMPANY_ALL_ACCESS', company);
end
$$;
comment on function private.owned_companies is
  'Returns the companies for which the caller has every permission in their own right, without acting.';

create function private.fully_visible_companies() returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject constant jsonb := private.subject((select auth.uid()), 'read_tables');
begin
  return query
    select company from private.possible_companies(subject) as company
    where private.sees_whole_company(subject, company);
end
$$;
comment on function private.fully_visible_companies is
  'Returns the companies of which the caller may see all departures and bookings. Only for policies.';

create function private.companies_with_visible_guests() returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject constant jsonb := private.subject((select auth.uid()), 'read_guests');
begin
  return query
    select company from private.possible_companies(subject) as company
    where private.sees_whole_company(subject, company);
end
$$;
comment on function private.companies_with_visible_guests is
  'Returns the companies of which the caller may see all guests by name. Only for policies.';

create function private.member_companies() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select company
  from (
    select company_id from public.company_members
    where user_id = (select auth.uid())
    union
    select company
    from public.roles_users
    where user_id = (select auth.uid()) and company is not null) as assigned (company)
  where not private.is_session_ended((select auth.uid())) and not private.is_missing_mfa((select auth.uid()))$$;
comment on function private.member_companies is
  'Returns the companies that the caller belongs to, inactive ones included.';

create function private.member_organisations() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select organisation
  from (
    select organisation_id from public.organisation_members
    where user_id = (select auth.uid())
    union
    select organisation
    from public.roles_users
    where user_id = (select auth.uid()) and organisation is not null) as assigned (organisation)
  where not private.is_session_ended((select auth.uid())) and not private.is_missing_mfa((select auth.uid()))$$;
comment on function private.member_organisations is
  'Returns the organisations that the caller belongs to, inactive ones included.';

create function private.overseen_companies() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select company_id from public.organisation_companies
  where status = 'active' and organisation_id in (
    select id from public.organisations where is_active and id in (select private.member_organisations()))
$$;
comment on function private.overseen_companies is
  'Returns the companies that the caller''s active organisations oversee.';

create function private.partner_organisations() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select organisation_id from public.organisation_companies
  where company_id in (
    select private.companies_with_permission(array['VIEW_BOOKINGS_ACCESS', 'MANAGE_BOOKINGS_ACCESS']))$$;
comment on function private.partner_organisations is
  'Returns the organisations linked to a company whose bookings the caller may see.';

create function private.is_platform_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.roles_users ru join public.roles_permissions rp on rp.role_id = ru.role
    join public.permissions p on p.id = rp.permission_id
    where ru.user_id = (select auth.uid()) and ru.company is null and ru.organisation is null
      and p.guard_name = 'ALL_ACCESS' and not private.is_session_ended(ru.user_id)
      and not private.is_missing_mfa(ru.user_id))$$;
comment on function private.is_platform_admin is
  'Returns whether the caller holds ALL_ACCESS that is bound to no company or organisation.';

-- Policies call these as the caller. The schema itself stays closed to direct calls.
grant execute on function
  private.companies_with_permission(text[]),
  private.owned_companies(),
  private.fully_visible_companies(),
  private.companies_with_visible_guests(),
  private.member_companies(),
  private.member_organisations(),
  private.overseen_companies(),
  private.partner_organisations(),
  private.is_platform_admin(),
  private.current_user_id()
to authenticated;

create policy "users can read their own row" on public.users
  for select to authenticated using (id = (select private.current_user_id()));
create policy "users can read their own company memberships" on public.company_members
  for select to authenticated using (user_id = (select private.current_user_id()));
create policy "users can read their own organisation memberships" on public.organisation_members
  for select to authenticated using (user_id = (select private.current_user_id()));
create policy "users can read their own role assignments" on public.roles_users
  for select to authenticated using (user_id = (select private.current_user_id()));
create policy "members, partners and platform admins can read companies" on public.companies
  for select to authenticated using (
    (select private.is_platform_admin())
    or id in (select private.member_companies())
    or id in (select private.overseen_companies()));
create policy "members, companies and platform admins can read organisations" on public.organisations
  for select to authenticated using (
    (select private.is_platform_admin())
    or id in (select private.member_organisations())
    or id in (select private.partner_organisations()));
create policy "both sides can read their agreements" on public.organisation_companies
  for select to authenticated using (
    (select private.is_platform_admin())
    or organisation_id in (select private.member_organisations())
    -- While acting for a company, a partner must not see its agreements with other partners.
    or company_id in (select private.owned_companies()));

create function private.acting_company(person uuid, rpc text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  acted_for uuid;
  rpc_row private.rpc_permissions;
begin
  if rpc is null or person is distinct from (select auth.uid()) then return null; end if;
  select * into rpc_row from private.rpc_permissions as p where p.name = rpc;
  if not found then raise exception '% has no row in private.rpc_permissions', rpc; end if;
  if not rpc_row.acting_with_data_sharing then return null; end if;
  select u.impersonated_company_id into acted_for from public.users as u where u.id = person;
  if acted_for is null or rpc_row.acting then return acted_for; end if;
  return case
    when exists (
      select from public.roles_users as role_row
      join public.organisations as o on o.id = role_row.organisation and o.is_active
      join public.roles_permissions as role_permission on role_permission.role_id = role_row.role
      join public.permissions as p on p.id = role_permission.permission_id and p.guard_name = 'ORGANISATION_ALL_ACCESS'
      join public.organisation_companies as agreement
        on agreement.organisation_id = role_row.organisation and agreement.status = 'active'
          and agreement.data_sharing
      where role_row.user_id = person and agreement.company_id = acted_for)
      then acted_for
  end;
end
$$;
comment on function private.acting_company is
  'Returns the company that the caller acts for if private.rpc_permissions allows the '
  'RPC there, else null. Besides it, only private.companies_awaiting_mfa decides by whom a person acts for.';
