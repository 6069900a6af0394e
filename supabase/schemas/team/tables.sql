-- Teams: invitations, former members and offers of ownership, and who manages a team. ADR 045

create type private.invitation_state as enum ('pending', 'accepted', 'revoked');
comment on type private.invitation_state is 'State of an invitation. Expiry follows from expires_at.';

create table private.invitations (
  id uuid primary key default gen_random_uuid(),
  company_id uuid references public.companies (id) on delete cascade,
  organisation_id uuid references public.organisations (id) on delete cascade,
  email text not null check (private.is_email_address(email) and email = lower(email)),
  roles text[] not null check (cardinality(roles) between 1 and 10),
  token_hash text not null unique,
  state private.invitation_state not null default 'pending',
  invited_by uuid references public.users (id) on delete cascade,
  accepted_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default clock_timestamp(),
  delivered_at timestamptz,
  expires_at timestamptz not null,
  constraint invitations_one_team check ((company_id is null) <> (organisation_id is null))
);
comment on table private.invitations is
  'Invitations to the team of a company or an organisation. Read and written by RPCs only.';
comment on column private.invitations.roles is
  'Guard names of the roles that are given on acceptance, if the inviter may still give them.';
comment on column private.invitations.token_hash is
  'SHA-256 of the token in the mail''s link, in hex; the token itself is only in the mail.';
comment on column private.invitations.sent_at is 'Time at which its last mail was queued.';
comment on column private.invitations.delivered_at is
  'Time at which a mail server accepted that mail for the invited address; null if none has.';
create unique index invitations_company_once on private.invitations (company_id, email) where state = 'pending'
  and company_id is not null;
create unique index invitations_organisation_once on private.invitations (
  organisation_id, email) where state = 'pending'
  and organisation_id is not null;
create index invitations_company_id_idx on private.invitations (company_id, sent_at desc);
create index invitations_organisation_id_idx on private.invitations (organisation_id, sent_at desc);
create index invitations_invited_by_idx on private.invitations (invited_by);
create index invitations_accepted_by_idx on private.invitations (accepted_by);
alter table private.invitations enable row level security, force row level security;

create table private.former_members (
  id uuid primary key default gen_random_uuid(),
  company_id uuid references public.companies (id) on delete cascade,
  organisation_id uuid references public.organisations (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  roles text[] not null,
  left_at timestamptz not null default now(),
  constraint former_members_one_team check ((company_id is null) <> (organisation_id is null)),
  constraint former_members_once unique (company_id, user_id),
  constraint former_members_of_organisation_once unique (organisation_id, user_id)
);
comment on table private.former_members is
  'People who left a company or an organisation, with the roles they would get back. Their data stays.';
create index former_members_user_id_idx on private.former_members (user_id);
alter table private.former_members enable row level security, force row level security;

create type private.ownership_offer_state as enum ('pending', 'accepted', 'declined', 'withdrawn');
comment on type private.ownership_offer_state is 'State of an ownership offer. Expiry follows from expires_at.';

create table private.ownership_offers (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  offered_by uuid not null references public.users (id) on delete cascade,
  offered_to uuid not null references public.users (id) on delete cascade,
  remaining_roles text[] not null,
  state private.ownership_offer_state not null default 'pending',
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '7 days'
);
comment on table private.ownership_offers is 'Offers to members to own their company. Read and written by RPCs only.';
comment on column private.ownership_offers.remaining_roles is
  'Roles that the offering owner has afterwards. With owner they own the company together; with none the offering '
  'owner leaves.';
create unique index ownership_offers_one_open on private.ownership_offers (company_id) where state = 'pending';
create index ownership_offers_company_id_idx on private.ownership_offers (company_id, created_at desc);
create index ownership_offers_offered_to_idx on private.ownership_offers (offered_to, created_at desc);
create index ownership_offers_offered_by_idx on private.ownership_offers (offered_by);
alter table private.ownership_offers enable row level security, force row level security;

create function private.team_roles(organisation uuid) returns text[]
language sql immutable parallel safe
return case
  when organisation is null then array['owner', 'office', 'reservations', 'guide_manager', 'guide', 'accountant']
  else array['partner_admin', 'partner_agent']
end;
comment on function private.team_roles is
  'Returns the built-in roles of a company''s team, or of an organisation''s team if one is given.';

create function private.manages_team(person uuid, company uuid, organisation uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject constant jsonb := private.subject(person);
begin
  if company is not null then
    return organisation is null and exists (select from public.companies where id = company)
      and private.may('invite', company, person);
  end if;
  return exists (select from public.organisations where id = organisation) and exists (
    select from jsonb_array_elements(subject -> 'assignments') as assignment
    where assignment -> 'permissions' ? 'ORGANISATION_ALL_ACCESS' and assignment #>> '{company,id}' is null
      and assignment #>> '{organisation,is_active}' is distinct from 'false'
      and coalesce(assignment #>> '{organisation,id}', organisation::text) = organisation::text);
end
$$;
comment on function private.manages_team is
  'Returns whether a person may invite into a team and give its roles: only those who hold all of the team''s rights '
  'themselves.';

create function private.runs_team(rpc text, company uuid, organisation uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(case when company is not null
    then organisation is null and exists (select from public.companies where id = company) and private.may(rpc, company)
    else private.manages_team((select auth.uid()), null, organisation) end, false)
$$;
comment on function private.runs_team is
  'Returns whether the caller may call an RPC for a company, or manages an organisation''s team.';

create function private.lock_team(rpc text, company uuid, organisation uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if not private.runs_team(rpc, company, organisation) then return '{"status": "not_permitted"}'; end if;
  perform pg_advisory_xact_lock(hashtextextended('team of ' || coalesce(company, organisation), 0));
  -- The right may have ended while waiting for the lock.
  if not private.runs_team(rpc, company, organisation) then return '{"status": "not_permitted"}'; end if;
  return null;
end
$$;
comment on function private.lock_team is
  'Locks a team for a change and checks the caller''s right. Returns the refusal, or null if allowed. Every change of '
  'a team calls it first.';

create function private.member_roles(person uuid, company uuid, organisation uuid default null) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(
    r.guard_name order by array_position(private.team_roles(member_roles.organisation), r.guard_name), r.guard_name
  ), '{}')
  from public.roles_users as ru join public.roles as r on r.id = ru.role
  where ru.user_id = person and (ru.company = member_roles.company or ru.organisation = member_roles.organisation)$$;
comment on function private.member_roles is 'Returns a person''s roles in a team, in the usual order.';

create function private.is_in_team(person uuid, company uuid, organisation uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.company_members as m where m.company_id = company and m.user_id = person)
    or exists (
      select from public.organisation_members as m where m.organisation_id = organisation and m.user_id = person)$$;
comment on function private.is_in_team is 'Returns whether a person is a member of a team.';

create function private.log_team_change(
  company uuid, organisation uuid, action text, before jsonb, after jsonb
) returns void
language sql security definer set search_path = ''
as $$
  insert into public.audit_events (user_id, company_id, action, subject_id, before, after)
  values ((select auth.uid()), company, action, organisation, before, after)
$$;
comment on function private.log_team_change is
  'Logs a change of a team in its company''s audit log, or under the organisation''s id.';

create function private.parse_roles(roles text[], organisation uuid) returns text[]
language sql immutable parallel safe
return (
  select case when count(*) = cardinality(roles) then array_agg(role order by ordinal) end
  from unnest(private.team_roles(organisation)) with ordinality as team_role (role, ordinal) where role = any (roles));
comment on function private.parse_roles is
  'Returns roles in the usual order, or null if one is unknown, repeated or none is given.';

create function private.is_last_owner(person uuid, company uuid, organisation uuid default null) returns boolean
language sql stable security definer set search_path = ''
as $$
  -- The first of a team's roles is the one that gives the others.
  select (private.team_roles(organisation))[1] = any (private.member_roles(person, company, organisation))
    and not exists (
      select from public.roles_users as ru join public.roles as r on r.id = ru.role
      where (ru.company = is_last_owner.company or ru.organisation = is_last_owner.organisation)
        and ru.user_id <> person and r.guard_name = (private.team_roles(is_last_owner.organisation))[1])$$;
comment on function private.is_last_owner is
  'Returns whether a person is the only owner of a company, or the only admin of an organisation.';

create function private.add_roles(person uuid, company uuid, organisation uuid, input text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if company is not null then
    insert into public.company_members (user_id, company_id) values (person, company) on conflict do nothing;
    delete from private.former_members as f where f.company_id = add_roles.company and f.user_id = person;
  else
    insert into public.organisation_members (user_id, organisation_id)
    values (person, organisation)
    on conflict do nothing;
    delete from private.former_members as f where f.organisation_id = add_roles.organisation and f.user_id = person;
  end if;
  insert into public.roles_users (user_id, role, company, organisation)
  select person, r.id, add_roles.company, add_roles.organisation from public.roles as r where r.guard_name = any (input)
  on conflict do nothing;
end
$$;
comment on function private.add_roles is 'Adds roles to a person in a team and makes them a member.';
