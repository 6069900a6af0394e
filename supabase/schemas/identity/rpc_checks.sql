-- Checks of the permission that an RPC needs. ADR 003

create function private.may(rpc text, company uuid, person uuid default auth.uid()) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject constant jsonb := private.subject(person, rpc);
begin
  return coalesce(company is not null and exists (
    select
    from private.rpc_permissions as p cross join unnest(p.permissions) as permission
    where p.name = rpc and p.scope = 'company' and private.subject_can(subject, permission, company)), false);
end
$$;
comment on function private.may is
  'Returns whether a person may call an RPC for a company: by a permission of their own, or while acting for it.';

create function private.sees_guests(company uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.sees_whole_company(private.subject((select auth.uid()), 'read_guests'), company);
end
$$;
comment on function private.sees_guests is
  'Returns whether the caller sees the names of all guests of a company: its office, and a partner with data sharing. '
  'Guides see those of their own departures.';

create function private.may_read_tours(rpc text, company uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.may(rpc, company)
    or (
      company in (select private.member_companies())
        and company <> all (private.companies_awaiting_mfa((select auth.uid()))))$$;
comment on function private.may_read_tours is
  'Returns whether the caller may see a company''s tours through an RPC, by the same rule as the policies.';

create function private.is_partner(organisation uuid, company uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.organisation_companies as agreement
    join public.organisations as o on o.id = agreement.organisation_id
    where agreement.organisation_id = organisation and agreement.company_id = company
      and agreement.status = 'active' and o.is_active);
end
$$;
comment on function private.is_partner is 'Returns whether an organisation has an active agreement with a company.';
