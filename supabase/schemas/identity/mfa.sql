-- Two-factor authentication that a company requires of its owners and office. Auth knows who has a factor;
-- private.is_missing_mfa and private.companies_awaiting_mfa enforce it through private.subject. ADR 053

create function private.mfa_requirement_json(company uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'status', 'ok',
    'is_on', exists (select from private.mfa_requirements as f where f.company_id = company),
    'people', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', member.id, 'name', member.name, 'roles', member.roles, 'has_mfa', private.has_mfa(member.id)
      ) order by member.name, member.id)
      from (
        select u.id, u.display_name as name, jsonb_agg(r.guard_name order by r.guard_name desc) as roles
        from public.roles_users as ru
        join public.roles as r on r.id = ru.role and r.guard_name in ('owner', 'office')
        join public.users as u on u.id = ru.user_id
        where ru.company = mfa_requirement_json.company group by u.id) as member), '[]'))$$;
comment on function private.mfa_requirement_json is
  'Returns whether a company requires two-factor authentication, and which of its owners and office have set it up.';

create function public.read_mfa_requirement(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_mfa_requirement', company) then
    return '{"status": "not_permitted"}';
  end if;
  return private.mfa_requirement_json(company);
end
$$;
comment on function public.read_mfa_requirement is
  'Returns whether a company requires two-factor authentication, and who of its owners and office has it: {"is_on", '
  '"people": [{"id", "name", "roles", "has_mfa"}]}. For its owner, not for people who act for it.';

create function public.set_mfa_requirement(company uuid, is_on boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  was_required boolean;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('set_mfa_requirement', company) then
    return '{"status": "not_permitted"}';
  end if;
  if is_on is null then return '{"status": "invalid"}'; end if;
  -- The owner must have used their second factor, else they would lock themselves out.
  if is_on and coalesce((select auth.jwt()) ->> 'aal', 'aal1') = 'aal1' then
    return '{"status": "needs_own_mfa"}';
  end if;
  perform from public.companies as c where c.id = company for no key update;
  was_required := exists (select from private.mfa_requirements as f where f.company_id = company);
  if is_on and not was_required then insert into private.mfa_requirements (company_id) values (company); end if;
  if was_required and not is_on then delete from private.mfa_requirements as f where f.company_id = company; end if;
  if was_required <> is_on then
    perform private.log_change(
      company, 'set_mfa_requirement', jsonb_build_object('is_on', was_required), jsonb_build_object('is_on', is_on));
  end if;
  return private.mfa_requirement_json(company);
end
$$;
comment on function public.set_mfa_requirement is
  'Sets whether a company requires two-factor authentication of its owners and office. Returns as '
  'read_mfa_requirement, or needs_own_mfa (this session has no second factor), not_permitted, invalid, signed_out.';

create function public.read_companies_awaiting_mfa() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  return jsonb_build_object(
    'status', 'ok',
    'companies', coalesce((
      select jsonb_agg(c.name order by c.name) from public.companies as c
      where c.id = any (private.companies_awaiting_mfa(me))), '[]'));
end
$$;
comment on function public.read_companies_awaiting_mfa is
  'Returns the companies that require a second factor from the caller: {"companies": [name, …]}; empty if their '
  'session has it.';

grant execute on function
  public.read_mfa_requirement(uuid),
  public.set_mfa_requirement(uuid, boolean),
  public.read_companies_awaiting_mfa()
to authenticated;
