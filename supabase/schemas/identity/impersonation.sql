-- Acting for a company, as its support does. ADR 003

create function public.impersonate(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
-- Security definer: users has no update policy, so this is the only way to set it.
declare
  me constant uuid := (select private.current_user_id());
  old_company uuid;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select impersonated_company_id into old_company from public.users where id = me for update;
  if not found then return '{"status": "signed_out"}'; end if;
  if company is null or not exists (select from public.companies where id = company) or not (
    private.is_platform_admin()
    or exists (
      select
      from public.roles_users ru
      join public.organisations o on o.id = ru.organisation and o.is_active
      join public.organisation_companies oc
        on oc.organisation_id = o.id and oc.company_id = impersonate.company and oc.status = 'active'
      join public.roles_permissions rp on rp.role_id = ru.role
      join public.permissions p on p.id = rp.permission_id
      where ru.user_id = me and p.guard_name = 'ORGANISATION_ALL_ACCESS')
  ) then
    return '{"status": "not_permitted"}';
  end if;
  if old_company is distinct from company then
    perform private.log_acting(me, old_company, 'stop_impersonating');
    update public.users set impersonated_company_id = company where id = me;
    perform private.log_acting(me, company, 'impersonate');
  end if;
  return jsonb_build_object('status', 'ok', 'impersonated_company_id', company);
end
$$;
comment on function public.impersonate is
  'Starts acting for a company: platform admins for any, partner admins for those their organisation oversees. '
  'Returns {"status": "ok" | "not_permitted" | "signed_out"}.';

create function public.stop_impersonating() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
  old_company uuid;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select impersonated_company_id into old_company from public.users where id = me for update;
  if old_company is not null then
    update public.users set impersonated_company_id = null where id = me;
    perform private.log_acting(me, old_company, 'stop_impersonating');
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.stop_impersonating is
  'Stops acting for a company. Idempotent. Returns {"status": "ok" | "signed_out"}.';

grant execute on function public.impersonate(uuid), public.stop_impersonating() to authenticated;

create function private.create_company_with_owner(
  email text, company_name text, slug text, zone text default 'UTC'
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := (
    select u.id from public.users as u join auth.users as account using (id)
    where account.email = lower(create_company_with_owner.email));
  new_id uuid;
begin
  if person is null then return '{"status": "unknown_person"}'; end if;
  begin
    insert into public.companies (name, slug, time_zone, has_active_subscription)
    values (company_name, create_company_with_owner.slug, zone, true)
    returning id into new_id;
  exception
    -- Another company has or had the slug.
    when unique_violation then return '{"status": "slug_taken"}';
  end;
  insert into public.company_members (user_id, company_id) values (person, new_id);
  insert into public.roles_users (user_id, role, company)
  select person, id, new_id
  from public.roles
  where guard_name = 'owner';
  return jsonb_build_object('status', 'ok', 'company', new_id);
end
$$;
comment on function private.create_company_with_owner is
  'Creates a subscribed company and makes a registered person its owner; for the first owner of an installation. '
  'Returns {"status": "ok" | "unknown_person" | "slug_taken"}.';
