-- Teams: members, invitations, former members. ADR 045

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
create unique index invitations_company_once on private.invitations (company_id, email) where state = 'pending' and company_id is not null;
create unique index invitations_organisation_once on private.invitations (organisation_id, email) where state = 'pending' and organisation_id is not null;
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

-- Permissions ---------------------------------------------------------------------------------------------------------

create function private.team_roles(organisation uuid) returns text[]
language sql immutable parallel safe
return case when organisation is null then array['owner', 'office', 'reservations', 'guide_manager', 'guide', 'accountant']
  else array['partner_admin', 'partner_agent'] end;
comment on function private.team_roles is
  'Returns the built-in roles of a company''s team, or of an organisation''s team if one is given.';

create function private.manages_team(person uuid, company uuid, organisation uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject constant jsonb := private.subject(person);
begin
  if company is not null then
    return organisation is null and exists (select from public.companies where id = company) and private.may('invite', company, person);
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
  select coalesce(array_agg(r.guard_name order by array_position(private.team_roles(member_roles.organisation), r.guard_name), r.guard_name), '{}')
  from public.roles_users as ru join public.roles as r on r.id = ru.role
  where ru.user_id = person and (ru.company = member_roles.company or ru.organisation = member_roles.organisation)
$$;
comment on function private.member_roles is 'Returns a person''s roles in a team, in the usual order.';

create function private.is_in_team(person uuid, company uuid, organisation uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.company_members as m where m.company_id = company and m.user_id = person)
    or exists (select from public.organisation_members as m where m.organisation_id = organisation and m.user_id = person)
$$;
comment on function private.is_in_team is 'Returns whether a person is a member of a team.';

create function private.log_team_change(company uuid, organisation uuid, action text, before jsonb, after jsonb) returns void
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
  select (private.team_roles(organisation))[1] = any (private.member_roles(person, company, organisation)) and not exists (
    select from public.roles_users as ru join public.roles as r on r.id = ru.role
    where (ru.company = is_last_owner.company or ru.organisation = is_last_owner.organisation) and ru.user_id <> person
      and r.guard_name = (private.team_roles(is_last_owner.organisation))[1])
$$;
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
    insert into public.organisation_members (user_id, organisation_id) values (person, organisation) on conflict do nothing;
    delete from private.former_members as f where f.organisation_id = add_roles.organisation and f.user_id = person;
  end if;
  insert into public.roles_users (user_id, role, company, organisation)
  select person, r.id, add_roles.company, add_roles.organisation from public.roles as r where r.guard_name = any (input)
  on conflict do nothing;
end
$$;
comment on function private.add_roles is 'Adds roles to a person in a team and makes them a member.';

-- Consequences of leaving ---------------------------------------------------------------------------------------------

create function private.upcoming_assignments(person uuid, company uuid) returns setof public.departures
language sql stable security definer set search_path = ''
as $$
  select d.* from public.departures as d join public.departure_guides as g on g.departure_id = d.id
  where g.user_id = person and g.status <> 'declined' and d.company_id = upcoming_assignments.company and d.status = 'scheduled' and d.starts_at > now()
  order by d.starts_at, d.id
$$;
comment on function private.upcoming_assignments is
  'Returns the upcoming departures that a person guides, without those that have begun.';

create function private.current_assignment(person uuid, company uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('title', private.localised(d.tour_id, 'title'), 'starts_at', private.iso(d.starts_at), 'ends_at', private.iso(d.ends_at))
  from public.departures as d join public.departure_guides as g on g.departure_id = d.id
  where g.user_id = person and g.status <> 'declined' and d.company_id = current_assignment.company and d.status in ('scheduled', 'departed')
    -- Guides meet their guests before the start.
    and now() between d.starts_at - interval '30 minutes' and d.ends_at
  order by d.starts_at, d.id limit 1
$$;
comment on function private.current_assignment is
  'Returns the departure that a person is guiding now, from 30 minutes before its start until its end, or null.';

create function private.unstaffed_departures_json(departures uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'title', private.localised(d.tour_id, 'title'), 'starts_at', private.iso(d.starts_at),
    'local_date', d.local_date) order by d.starts_at, d.id), '[]')
  from public.departures as d where d.id = any (departures)
$$;
comment on function private.unstaffed_departures_json is 'Returns departures as a JSON list with titles and times.';

create function private.unassign_from_upcoming(person uuid, company uuid) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  d public.departures;
  freed uuid[] := '{}';
begin
  -- Locks departures by id, as everywhere.
  for d in
    select departure.* from public.departures as departure
    where departure.id in (select u.id from private.upcoming_assignments(person, company) as u) order by departure.id for no key update
  loop
    -- No mail per departure: the person can no longer guide for the company at all.
    perform private.delete_unsent_assignment_mail(d, person, 'proposed');
    update public.departures as departure set version = departure.version + 1 where departure.id = d.id;
    delete from public.departure_guides as g where g.departure_id = d.id and g.user_id = person;
    perform private.log_change(company, 'unassign_guide', jsonb_build_object('id', d.id, 'user_id', person), null);
    freed := freed || d.id;
  end loop;
  return freed;
end
$$;
comment on function private.unassign_from_upcoming is
  'Unassigns a guide from all upcoming departures and returns their ids.';

-- Members -------------------------------------------------------------------------------------------------------------

create function public.preview_member_removal(company uuid, person uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('preview_member_removal', company) then return '{"status": "not_permitted"}'; end if;
  if not exists (select from public.company_members as m where m.company_id = company and m.user_id = person) then return '{"status": "not_found"}'; end if;
  return jsonb_build_object('status', 'ok', 'is_last_owner', private.is_last_owner(person, company),
    'departures', private.unstaffed_departures_json(array(select d.id from private.upcoming_assignments(person, company) as d)));
end
$$;
comment on function public.preview_member_removal is
  'Returns what ending a member''s access would do: the upcoming departures that would lose their guide. Changes '
  'nothing.';

create function private.replace_roles(person uuid, company uuid, organisation uuid, new_roles text[]) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.roles_users as ru using public.roles as r
  where r.id = ru.role and ru.user_id = person and (ru.company = replace_roles.company or ru.organisation = replace_roles.organisation)
    and not r.guard_name = any (new_roles);
  perform private.add_roles(person, company, organisation, new_roles);
  if company is null or private.may_guide(person, company) then return '{}'; end if;
  return private.unassign_from_upcoming(person, company);
end
$$;
comment on function private.replace_roles is
  'Sets a member''s roles. Returns the departures they are unassigned from because they may no longer guide.';

create function private.end_access(person uuid, company uuid, organisation uuid) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  old_roles constant text[] := private.member_roles(person, company, organisation);
  freed uuid[] := '{}';
begin
  if company is not null then freed := private.unassign_from_upcoming(person, company); end if;
  delete from public.roles_users as ru where ru.user_id = person and (ru.company = end_access.company or ru.organisation = end_access.organisation);
  delete from public.company_members as m where m.user_id = person and m.company_id = company;
  delete from public.organisation_members as m where m.user_id = person and m.organisation_id = organisation;
  insert into private.former_members (company_id, organisation_id, user_id, roles) values (company, organisation, person, old_roles);
  return freed;
end
$$;
comment on function private.end_access is
  'Removes a person from a team. Returns the departures they are unassigned from.';

create function private.end_ownership_offers(person uuid, company uuid) returns void
language sql security definer set search_path = ''
as $$
  update private.ownership_offers as h set state = 'withdrawn' where h.company_id = company and h.state = 'pending' and person in (h.offered_to, h.offered_by)
$$;
comment on function private.end_ownership_offers is
  'Withdraws the open ownership offers of a person who leaves or is no longer an owner, so that coming back does not '
  'revive them.';

create function public.set_member_roles(company uuid, person uuid, roles text[], before text[], organisation uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.lock_team('set_member_roles', company, organisation);
  new_roles constant text[] := private.parse_roles(set_member_roles.roles, organisation);
  current_roles text[];
  freed uuid[] := '{}';
begin
  if refusal is not null then return refusal; end if;
  if new_roles is null then return '{"status": "invalid"}'; end if;
  if not private.is_in_team(person, company, organisation) then return '{"status": "not_found"}'; end if;
  current_roles := private.member_roles(person, company, organisation);
  if current_roles = new_roles then return '{"status": "ok", "departures": []}'; end if;
  if not (current_roles @> before and before @> current_roles) then return jsonb_build_object('status', 'stale', 'roles', to_jsonb(current_roles)); end if;
  -- A person must agree to become an owner.
  if company is not null and 'owner' = any (new_roles) and not 'owner' = any (current_roles) then return '{"status": "needs_consent"}'; end if;
  if not (private.team_roles(organisation))[1] = any (new_roles) and private.is_last_owner(person, company, organisation) then
    return '{"status": "last_owner"}';
  end if;
  freed := private.replace_roles(person, company, organisation, new_roles);
  if not 'owner' = any (new_roles) and 'owner' = any (current_roles) then perform private.end_ownership_offers(person, company); end if;
  perform private.log_team_change(company, organisation, 'set_member_roles', jsonb_build_object('user_id', person, 'roles', to_jsonb(current_roles)),
    jsonb_build_object('user_id', person, 'roles', to_jsonb(new_roles)));
  if company is not null then perform private.queue_change_event(company, '{}'); end if;
  return jsonb_build_object('status', 'ok', 'departures', private.unstaffed_departures_json(freed));
end
$$;
comment on function public.set_member_roles is
  'Sets a member''s roles in a company''s or organisation''s team; `before` are the roles the change is based on. '
  'Returns ok with the departures they are unassigned from, stale, needs_consent (would make them an owner), last_owner '
  '(or last admin), invalid, not_found, not_permitted or signed_out.';

create function public.deactivate_member(company uuid, person uuid, organisation uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.lock_team('deactivate_member', company, organisation);
  old_roles text[];
  freed uuid[] := '{}';
begin
  if refusal is not null then return refusal; end if;
  if exists (
    select from private.former_members as f
    where f.user_id = person and (f.company_id = company or f.organisation_id = organisation)) then
    return '{"status": "ok", "departures": []}';
  end if;
  if not private.is_in_team(person, company, organisation) then return '{"status": "not_found"}'; end if;
  if private.is_last_owner(person, company, organisation) then return '{"status": "last_owner"}'; end if;
  old_roles := private.member_roles(person, company, organisation);
  freed := private.end_access(person, company, organisation);
  perform private.end_ownership_offers(person, company);
  perform private.log_team_change(company, organisation, 'deactivate_member', jsonb_build_object('user_id', person, 'roles', to_jsonb(old_roles)),
    jsonb_build_object('user_id', person));
  if company is not null then perform private.queue_change_event(company, '{}'); end if;
  return jsonb_build_object('status', 'ok', 'departures', private.unstaffed_departures_json(freed));
end
$$;
comment on function public.deactivate_member is
  'Ends a member''s access to a company or organisation from their next request; their data stays. Returns the '
  'departures they are unassigned from, or last_owner, not_found, not_permitted, signed_out. Idempotent.';

create function public.reactivate_member(company uuid, person uuid, organisation uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.lock_team('reactivate_member', company, organisation);
  former_roles text[];
  input text[];
begin
  if refusal is not null then return refusal; end if;
  if private.is_in_team(person, company, organisation) then return '{"status": "ok"}'; end if;
  select f.roles into former_roles from private.former_members as f
  where f.user_id = person and (f.company_id = company or f.organisation_id = organisation);
  if former_roles is null then return '{"status": "not_found"}'; end if;
  -- A person must agree to become an owner again.
  input := array_remove(former_roles, 'owner');
  perform private.add_roles(person, company, organisation, input);
  perform private.log_team_change(company, organisation, 'reactivate_member', null, jsonb_build_object('user_id', person, 'roles', to_jsonb(input)));
  if company is not null then perform private.queue_change_event(company, '{}'); end if;
  -- If another offer is open, they have to wait for it to end.
  if company is not null and 'owner' = any (former_roles) then perform public.offer_ownership(company, person, private.member_roles((select auth.uid()), company)); end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.reactivate_member is
  'Gives a former member their roles back. A former owner gets an ownership offer from the caller instead of the '
  'owner role. Their former departures are not reassigned.';

-- Invitations ---------------------------------------------------------------------------------------------------------

create function private.invitation_status(invitation private.invitations) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (invitation).state <> 'pending' then return (invitation).state; end if;
  -- An invitation is void if its inviter may no longer give the roles.
  if not coalesce(private.manages_team((invitation).invited_by, (invitation).company_id, (invitation).organisation_id), false) then
    -- Nobody manages an inactive company, which may become active again.
    if exists (select from public.companies as c where c.id = (invitation).company_id and not c.is_active)
      or exists (select from public.organisations as o where o.id = (invitation).organisation_id and not o.is_active) then
      return case when (invitation).expires_at <= clock_timestamp() then 'expired' else 'company_inactive' end;
    end if;
    return 'revoked';
  end if;
  return case when (invitation).expires_at <= clock_timestamp() then 'expired' else 'pending' end;
end
$$;
comment on function private.invitation_status is
  'Returns the status of an invitation: pending, accepted, revoked (also if its inviter lost the right), expired or '
  'company_inactive.';

create function private.send_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.generate_token();
  sent private.invitations;
begin
  -- Only the hash is stored, so resending makes a new link and ends the former one.
  update private.invitations as i
  set token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex'), sent_at = clock_timestamp(), delivered_at = null,
    expires_at = clock_timestamp() + interval '14 days'
  where i.id = send_invitation.invitation
  returning * into sent;
  perform private.enqueue_invitation_mail(sent.company_id, sent.email, sent.roles, sent.invited_by,
    coalesce(
      (select u.locale from public.users as u join auth.users as a on a.id = u.id where a.email = sent.email),
      (select c.default_locale from public.companies as c where c.id = sent.company_id),
      (select o.default_locale from public.organisations as o where o.id = sent.organisation_id)),
    token, sent.expires_at, sent.organisation_id);
end
$$;
comment on function private.send_invitation is
  'Queues the mail of an invitation with a new link that is valid for 14 days.';

create function private.take_invitation_tokens(company uuid, organisation uuid, address text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  team constant uuid := coalesce(company, organisation);
  -- A new company invites its colleagues; a low limit stops spam.
  is_new_team constant boolean := private.is_untrusted_company(company)
    or exists (select from public.organisations as o where o.id = organisation and o.created_at > now() - interval '7 days');
begin
  if private.consume_rate_limit('invite:' || team, case when is_new_team then 30 else 200 end, case when is_new_team then 2880 else 432 end) > 0 then return false; end if;
  -- Counted over all teams, as teams are free to make.
  if private.recent_mail_count('invite_to:' || private.address_hash(address), interval '1 day', 10) >= 10
    or private.recent_mail_count(private.network_rate_limit_key('invite_from:'), interval '1 day', 200) >= 200 then return false; end if;
  insert into private.recent_mails (bucket)
  select b.name from (values ('invite_to:' || private.address_hash(address)), (private.network_rate_limit_key('invite_from:'))) as b (name) where b.name is not null;
  return true;
end
$$;
comment on function private.take_invitation_tokens is
  'Takes one invitation from the rate limits and returns whether it was allowed: per team 200 at once and 200 a day '
  '(30 in its first week), per address 10 a day from all teams, per source network 200 a day.';

create function private.invite_one(invitation jsonb, roles text[]) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  team_company constant uuid := (invitation ->> 'company')::uuid;
  team_organisation constant uuid := (invitation ->> 'organisation')::uuid;
  address constant text := lower(private.normalize_email_address(invitation ->> 'email'));
  me constant uuid := (select auth.uid());
  stored_invitation private.invitations;
begin
  if not private.is_email_address(address) then return 'bad_address'; end if;
  if exists (
    select from auth.users as a
    where a.email = address and (
      exists (select from public.company_members as m where m.user_id = a.id and m.company_id = team_company)
      or exists (select from public.organisation_members as m where m.user_id = a.id and m.organisation_id = team_organisation))) then
    return 'member';
  end if;
  select * into stored_invitation from private.invitations as i
  where i.state = 'pending' and i.email = address and (i.company_id = team_company or i.organisation_id = team_organisation);
  if stored_invitation.id is not null and stored_invitation.roles = invite_one.roles and private.invitation_status(stored_invitation) = 'pending' then return 'already_invited'; end if;
  if not private.take_invitation_tokens(team_company, team_organisation, address) then return 'too_many'; end if;
  if stored_invitation.id is null then
    insert into private.invitations (company_id, organisation_id, email, roles, token_hash, invited_by, expires_at)
    values (team_company, team_organisation, address, invite_one.roles, gen_random_uuid()::text, me, clock_timestamp())
    returning * into stored_invitation;
  else
    update private.invitations as i set roles = invite_one.roles, invited_by = me where i.id = stored_invitation.id;
  end if;
  perform private.send_invitation(stored_invitation.id);
  perform private.log_team_change(team_company, team_organisation, 'invite', null, jsonb_build_object('id', stored_invitation.id, 'roles', to_jsonb(invite_one.roles)));
  return 'invited';
end
$$;
comment on function private.invite_one is
  'Invites one address into a team. Returns invited, already_invited (unchanged), member, bad_address or too_many '
  '(private.take_invitation_tokens).';

create function public.invite(request uuid, emails text[], roles text[], company uuid default null, organisation uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  body constant jsonb := jsonb_build_object('emails', emails, 'roles', roles, 'company', company, 'organisation', organisation);
  refusal constant jsonb := private.lock_team('invite', company, organisation);
  parsed_roles constant text[] := private.parse_roles(invite.roles, organisation);
  result jsonb;
begin
  if refusal is not null then return refusal; end if;
  if request is null or parsed_roles is null or not coalesce(cardinality(emails) between 1 and 50, false) or array_position(emails, null) is not null then
    return '{"status": "invalid"}';
  end if;
  result := private.find_idempotent_response(request, me, 'invite', body);
  if result is not null then return result; end if;
  result := '[]';
  for n in 1 .. cardinality(emails) loop
    result := result || jsonb_build_object('email', emails[n], 'outcome',
      private.invite_one(jsonb_build_object('email', emails[n], 'company', company, 'organisation', organisation), parsed_roles));
  end loop;
  result := jsonb_build_object('status', 'ok', 'outcomes', result);
  perform private.store_idempotent_response(request, me, 'invite', body, result);
  if company is not null then perform private.queue_change_event(company, '{}'); end if;
  return result;
end
$$;
comment on function public.invite is
  'Invites up to 50 addresses into a team with the same roles and returns an outcome for each. Idempotent per request '
  'id.';

create function private.lock_invitation(invitation uuid, rpc text, out refusal jsonb, out invited private.invitations)
language plpgsql security definer set search_path = ''
as $$
begin
  select * into invited from private.invitations as i where i.id = lock_invitation.invitation;
  refusal := case when (select auth.uid()) is null then '{"status": "signed_out"}'::jsonb
    -- The same refusal for a foreign invitation, so that it reveals nothing.
    when invited.id is null then '{"status": "not_permitted"}'
    else private.lock_team(rpc, invited.company_id, invited.organisation_id) end;
  if refusal is null then
    select * into invited from private.invitations as i where i.id = lock_invitation.invitation for update;
    if invited.state <> 'pending' then refusal := jsonb_build_object('status', 'ended', 'state', invited.state); end if;
  end if;
end
$$;
comment on function private.lock_invitation is
  'Returns a pending invitation of a team that the caller manages, locked, or the refusal.';

create function public.resend_invitation(invitation uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  lock constant record := private.lock_invitation(invitation, 'resend_invitation');
begin
  if lock.refusal is not null then return lock.refusal; end if;
  -- A second click within a minute has no effect.
  if (lock.invited).sent_at > clock_timestamp() - interval '1 minute' and private.invitation_status(lock.invited) = 'pending' then return '{"status": "ok"}'; end if;
  if not private.take_invitation_tokens((lock.invited).company_id, (lock.invited).organisation_id, (lock.invited).email) then return '{"status": "too_many"}'; end if;
  -- The caller becomes the inviter, so that it stays valid if the first inviter has left.
  update private.invitations as i set invited_by = (select auth.uid()) where i.id = resend_invitation.invitation;
  perform private.send_invitation(resend_invitation.invitation);
  perform private.log_team_change((lock.invited).company_id, (lock.invited).organisation_id, 'resend_invitation', null, jsonb_build_object('id', (lock.invited).id));
  return '{"status": "ok"}';
end
$$;
comment on function public.resend_invitation is
  'Sends an invitation again, expired or not, with a new link for 14 days. Returns ok, ended with its state, '
  'too_many, not_permitted or signed_out.';

create function public.revoke_invitation(invitation uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  lock constant record := private.lock_invitation(invitation, 'revoke_invitation');
begin
  if lock.refusal ->> 'state' = 'revoked' then return '{"status": "ok"}'; end if;
  if lock.refusal is not null then return lock.refusal; end if;
  update private.invitations as i set state = 'revoked' where i.id = revoke_invitation.invitation;
  perform private.log_team_change((lock.invited).company_id, (lock.invited).organisation_id, 'revoke_invitation', jsonb_build_object('id', (lock.invited).id), null);
  if (lock.invited).company_id is not null then perform private.queue_change_event((lock.invited).company_id, '{}'); end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.revoke_invitation is
  'Revokes an invitation. Returns ok, ended if it was accepted before, not_permitted or signed_out.';

-- Recipients of an invitation -----------------------------------------------------------------------------------------

create function private.invitation_json(invitation private.invitations) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  state text := case when (invitation).id is null then 'unknown' else private.invitation_status(invitation) end;
begin
  if state = 'pending' and me is not null and (invitation).email is distinct from (select lower(a.email) from auth.users as a where a.id = me) then
    state := 'other_email';
  end if;
  return jsonb_build_object(
    'state', state,
    'team', coalesce(
      (select c.name from public.companies as c where c.id = (invitation).company_id),
      (select o.name from public.organisations as o where o.id = (invitation).organisation_id)),
    'company_id', (invitation).company_id,
    'roles', to_jsonb((invitation).roles),
    'email', (invitation).email,
    'inviter', (select u.display_name from public.users as u where u.id = (invitation).invited_by),
    'expires_at', private.iso((invitation).expires_at),
    -- The holder of the link has the mailbox, so this reveals nothing to others.
    'has_account', exists (select from auth.users as a where a.email = (invitation).email and a.email_confirmed_at is not null),
    'is_mine', coalesce((invitation).accepted_by = me, false));
end
$$;
comment on function private.invitation_json is
  'Returns an invitation for the holder of its link; for an unknown link the same fields, empty.';

create function public.read_invitation(token text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  slow constant jsonb := private.consume_guest_rate_limit();
  invited private.invitations;
begin
  if slow is not null then return slow; end if;
  select * into invited from private.invitations as i where i.token_hash = encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex');
  return '{"status": "ok"}' || private.invitation_json(invited);
end
$$;
comment on function public.read_invitation is
  'Returns the invitation behind a link, signed in or not: its state (pending, other_email, accepted, revoked, '
  'expired, company_inactive, unknown), team, roles and address.';

create function public.confirm_invited_address(token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  slow constant jsonb := private.consume_guest_rate_limit();
  hash constant text := encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex');
begin
  if slow is not null then return slow; end if;
  -- The holder of the link has read the mail. An account that someone else made for the address before does not know
  -- the token and stays unconfirmed.
  update auth.users as a set email_confirmed_at = now()
  from private.invitations as i
  where i.token_hash = hash and private.invitation_status(i) = 'pending' and a.email = i.email and a.email_confirmed_at is null
    -- The link proves the mailbox only if its mail was delivered there.
    and i.delivered_at is not null
    -- Some platforms store the metadata as text.
    and case jsonb_typeof(to_jsonb(a.raw_user_meta_data)) when 'string' then (to_jsonb(a.raw_user_meta_data) #>> '{}')::jsonb
      else to_jsonb(a.raw_user_meta_data) end ->> 'invitation' = hash;
  return '{"status": "ok"}';
end
$$;
comment on function public.confirm_invited_address is
  'Confirms the address of an account that was made from an invitation link, so that no second mail is needed. The '
  'account''s metadata must hold the token''s hash, and the mail must have been delivered. Always returns ok.';

create function public.accept_invitation(token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  hash constant text := encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex');
  invited private.invitations;
  invitation jsonb;
begin
  if me is null or private.is_session_ended(me) or private.is_missing_mfa(me) or not exists (select from public.users where id = me) then
    return '{"status": "signed_out"}';
  end if;
  select * into invited from private.invitations as i where i.token_hash = hash;
  if invited.id is not null then
    perform pg_advisory_xact_lock(hashtextextended('team of ' || coalesce(invited.company_id, invited.organisation_id), 0));
    select * into invited from private.invitations as i where i.token_hash = hash for update;
  end if;
  invitation := private.invitation_json(invited);
  if invitation ->> 'state' = 'pending' then
    perform private.add_roles(me, invited.company_id, invited.organisation_id, invited.roles);
    update private.invitations as i set state = 'accepted', accepted_by = me where i.id = invited.id;
    perform private.log_team_change(invited.company_id, invited.organisation_id, 'accept_invitation', null,
      jsonb_build_object('id', invited.id, 'user_id', me, 'roles', to_jsonb(invited.roles), 'invited_by', invited.invited_by));
    if invited.company_id is not null then perform private.queue_change_event(invited.company_id, '{}'); end if;
  elsif not (invitation ->> 'is_mine')::boolean then
    return jsonb_build_object('status', 'ended', 'state', invitation -> 'state');
  end if;
  return jsonb_build_object('status', 'ok', 'company_id', invited.company_id);
end
$$;
comment on function public.accept_invitation is
  'Joins the team of an invitation, with an account of the invited address. Returns ok with the company (also on '
  'repeat), ended with the state, or signed_out.';

-- Ownership -----------------------------------------------------------------------------------------------------------

create function private.open_ownership_offer(company uuid) returns setof private.ownership_offers
language sql stable security definer set search_path = ''
as $$
  select h.* from private.ownership_offers as h
  where h.company_id = company and h.state = 'pending' and h.expires_at > clock_timestamp()
    -- An offer is void if its maker could not give ownership now.
    and private.is_in_team(h.offered_to, company, null) and private.manages_team(h.offered_by, company, null)
$$;
comment on function private.open_ownership_offer is 'Returns the open ownership offer of a company, if any.';

create function public.offer_ownership(company uuid, person uuid, remaining_roles text[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  refusal constant jsonb := private.lock_team('offer_ownership', company);
  parsed_roles constant text[] := case when cardinality(remaining_roles) = 0 then '{}' else private.parse_roles(remaining_roles, null) end;
  open_offer private.ownership_offers;
begin
  if refusal is not null then return refusal; end if;
  if parsed_roles is null then return '{"status": "invalid"}'; end if;
  if not private.is_in_team(person, company, null) then return '{"status": "not_found"}'; end if;
  if 'owner' = any (private.member_roles(person, company)) then return '{"status": "already_owner"}'; end if;
  select * into open_offer from private.open_ownership_offer(company);
  if open_offer.offered_to = person and open_offer.offered_by = me and open_offer.remaining_roles = parsed_roles then return '{"status": "ok"}'; end if;
  -- One offer at a time, as each one agrees on the roles afterwards.
  if open_offer.id is not null then return '{"status": "already_offered"}'; end if;
  if private.consume_rate_limit('ownership-offer:' || company, 50, 1728) > 0 then return '{"status": "too_many"}'; end if;
  update private.ownership_offers as h set state = 'withdrawn' where h.company_id = offer_ownership.company and h.state = 'pending';
  insert into private.ownership_offers (company_id, offered_by, offered_to, remaining_roles) values (company, me, person, parsed_roles) returning * into open_offer;
  perform private.enqueue_mail('ownership-offered', a.email::text, u.locale,
    jsonb_build_object('company', c.name, 'actor', mine.display_name, 'expiresAt', private.iso(open_offer.expires_at), 'timeZone', c.time_zone), company => offer_ownership.company)
  from public.users as u join auth.users as a on a.id = u.id, public.users as mine, public.companies as c
  where u.id = person and mine.id = me and c.id = offer_ownership.company and private.is_email_address(a.email);
  perform private.log_change(company, 'offer_ownership', null, jsonb_build_object('user_id', person, 'roles', to_jsonb(parsed_roles)));
  perform private.queue_change_event(company, '{}');
  return '{"status": "ok"}';
end
$$;
comment on function public.offer_ownership is
  'Offers ownership of the company to a member for seven days. The caller then keeps the given roles: with owner they '
  'own it together, with none the caller leaves. Nothing changes before the member accepts. Returns {"status": "ok" | '
  '"already_owner" | "already_offered" | "too_many" | "not_found" | "invalid" | "not_permitted" | "signed_out"}.';

create function public.withdraw_ownership(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.lock_team('withdraw_ownership', company);
  person uuid;
begin
  if refusal is not null then return refusal; end if;
  update private.ownership_offers as h set state = 'withdrawn' where h.company_id = withdraw_ownership.company and h.state = 'pending' returning h.offered_to into person;
  if person is not null then
    perform private.log_change(company, 'withdraw_ownership', jsonb_build_object('user_id', person), null);
    perform private.queue_change_event(company, '{}');
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.withdraw_ownership is
  'Withdraws the open ownership offer of a company, by any of its owners. Idempotent.';

create function public.answer_ownership(company uuid, accepts boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  open_offer private.ownership_offers;
  new_state constant private.ownership_offer_state := (case when accepts then 'accepted' else 'declined' end)::private.ownership_offer_state;
begin
  -- Ownership outlives a stolen token, so the session must meet the same MFA requirement as for the company's data.
  if me is null or private.is_session_ended(me) or private.is_missing_mfa(me) or company = any (private.companies_awaiting_mfa(me)) then
    return '{"status": "signed_out"}';
  end if;
  if company is null or accepts is null then return '{"status": "invalid"}'; end if;
  perform pg_advisory_xact_lock(hashtextextended('team of ' || company, 0));
  select * into open_offer from private.open_ownership_offer(company);
  if open_offer.offered_to is distinct from me then
    -- A repeat after a lost response.
    if new_state = (
      select h.state from private.ownership_offers as h
      where h.company_id = answer_ownership.company and h.offered_to = me order by h.created_at desc, h.id limit 1) then
      return '{"status": "ok"}';
    end if;
    return '{"status": "ended"}';
  end if;
  update private.ownership_offers as h set state = new_state where h.id = open_offer.id;
  if accepts then
    perform private.add_roles(me, company, null, '{owner}');
    -- A platform admin who made the offer has no roles to keep.
    if private.is_in_team(open_offer.offered_by, company, null) then
      if open_offer.remaining_roles = '{}' then perform private.end_access(open_offer.offered_by, company, null);
      else perform private.replace_roles(open_offer.offered_by, company, null, open_offer.remaining_roles);
      end if;
    end if;
    perform private.log_change(company, 'accept_ownership', jsonb_build_object('user_id', open_offer.offered_by),
      jsonb_build_object('user_id', open_offer.offered_by, 'roles', to_jsonb(open_offer.remaining_roles)));
  else
    perform private.log_change(company, 'decline_ownership', null, null);
  end if;
  perform private.queue_change_event(company, '{}');
  return '{"status": "ok"}';
end
$$;
comment on function public.answer_ownership is
  'Accepts or declines an ownership offer. On acceptance the caller becomes an owner and the offering person gets the '
  'agreed roles, in one transaction. Returns {"status": "ok" | "ended" | "invalid" | "signed_out"}; ended also '
  'without an offer.';

create function private.ownership_offers_to(person uuid) returns setof private.ownership_offers
language sql stable security definer set search_path = ''
as $$
  select h.* from private.ownership_offers as h
  where h.offered_to = person and h.state = 'pending' and h.company_id <> all (private.companies_awaiting_mfa(person))
    and h.id in (select open.id from private.open_ownership_offer(h.company_id) as open)
$$;
comment on function private.ownership_offers_to is 'Returns the open ownership offers to a person.';

create function public.read_ownership_offers() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  if me is null or private.is_session_ended(me) or private.is_missing_mfa(me) then return '{"status": "signed_out"}'; end if;
  return jsonb_build_object('status', 'ok', 'offers', coalesce((
    select jsonb_agg(jsonb_build_object('company_id', c.id, 'company', c.name, 'offered_by', u.display_name, 'remaining_roles', to_jsonb(h.remaining_roles),
      'expires_at', private.iso(h.expires_at)) order by h.created_at)
    from private.ownership_offers_to(me) as h join public.companies as c on c.id = h.company_id join public.users as u on u.id = h.offered_by), '[]'));
end
$$;
comment on function public.read_ownership_offers is
  'Returns the ownership offers to the caller: company, offering person, roles they keep, and expiry. Returns '
  '{"status": "ok" | "signed_out"}.';

create function public.read_pending_requests() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  return jsonb_build_object(
    'status', 'ok',
    'company_names', coalesce(
      (select jsonb_agg(c.name order by h.created_at) from private.ownership_offers_to(me) as h join public.companies as c on c.id = h.company_id), '[]'),
    'requests', private.pending_requests_json(me),
    'notices', private.guide_notices_json(me));
end
$$;
comment on function public.read_pending_requests is
  'Returns what waits for the caller: companies that offer them ownership, departures they are asked to guide '
  '(private.pending_requests_json) and changes to their departures (private.guide_notices_json). Returns {"status": '
  '"ok" | "signed_out"}.';

-- Team screen ---------------------------------------------------------------------------------------------------------

create function private.can_see_emergency_contact(person uuid, company uuid, organisation uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  -- Requires a role in this very team: partners and the platform, who act for the company, are excluded.
  select coalesce(private.manages_team(person, company, organisation), false) and exists (
    select from public.roles_users as role_row
    join public.roles_permissions as role_permission on role_permission.role_id = role_row.role join public.permissions as p on p.id = role_permission.permission_id
    where role_row.user_id = person and case when role_row.company is not null
      then role_row.company = can_see_emergency_contact.company and p.guard_name in ('COMPANY_ALL_ACCESS', 'ALL_ACCESS')
      else role_row.organisation = can_see_emergency_contact.organisation and p.guard_name = 'ORGANISATION_ALL_ACCESS' end)
$$;
comment on function private.can_see_emergency_contact is
  'Returns whether a person may see the emergency contacts of a team.';

create function public.read_team(company uuid default null, organisation uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  may_change constant boolean := private.runs_team('set_member_roles', company, organisation);
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if not may_change and (company is null or organisation is not null or not private.may('read_team', company)) then
    return '{"status": "not_permitted"}';
  end if;
  return jsonb_build_object(
    'status', 'ok', 'may_change', may_change, 'may_call', private.can_see_emergency_contact(me, company, organisation),
    'time_zone', coalesce((select c.time_zone from public.companies as c where c.id = company), 'UTC'),
    'ownership_offer', (select jsonb_build_object('person', h.offered_to, 'offered_by', h.offered_by, 'remaining_roles', to_jsonb(h.remaining_roles), 'expires_at', private.iso(h.expires_at))
      from private.open_ownership_offer(company) as h),
    'members', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', u.id, 'name', u.display_name, 'email', a.email, 'roles', to_jsonb(private.member_roles(u.id, company, organisation)), 'since', private.iso(m.created_at),
        'is_last_owner', private.is_last_owner(u.id, company, organisation),
        'upcoming', (select count(*) from private.upcoming_assignments(u.id, company)),
        'now', private.current_assignment(u.id, company),
        'devices', private.team_devices(u.id, company)) order by u.display_name, u.id)
      from (
        select user_id, created_at from public.company_members where company_id = read_team.company
        union all select user_id, created_at from public.organisation_members where organisation_id = read_team.organisation) as m
      join public.users as u on u.id = m.user_id join auth.users as a on a.id = u.id), '[]'),
    'former', coalesce((
      select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.display_name, 'email', a.email, 'roles', to_jsonb(f.roles), 'left_at', private.iso(f.left_at),
        'devices', private.team_devices(u.id, company))
        order by f.left_at desc, u.id)
      from private.former_members as f join public.users as u on u.id = f.user_id join auth.users as a on a.id = u.id
      where f.company_id = company or f.organisation_id = organisation), '[]'),
    'invitations', coalesce((
      select jsonb_agg(jsonb_build_object('id', i.id, 'email', i.email, 'roles', to_jsonb(i.roles), 'state', i.status, 'inviter', u.display_name,
        'sent_at', private.iso(i.sent_at), 'expires_at', private.iso(i.expires_at), 'mail', mail.state) order by i.sent_at desc, i.id)
      from (
        select invitation_row.*, private.invitation_status(invitation_row) as status from private.invitations as invitation_row
        where (invitation_row.company_id = read_team.company or invitation_row.organisation_id = read_team.organisation)
          and invitation_row.state = 'pending' and invitation_row.expires_at > now() - interval '90 days'
        order by invitation_row.sent_at desc limit 300) as i
      left join public.users as u on u.id = i.invited_by
      left join private.outbox_messages as mail on mail.dedupe_key = 'invitation:' || i.token_hash), '[]'));
end
$$;
comment on function public.read_team is
  'Returns the team of a company for its owner and a partner who acts for it, or of an organisation for its admin: '
  'members with roles (in a company with devices, upcoming and current departures), former members, invitations, and '
  'the open ownership offer.';

grant execute on function public.read_team(uuid, uuid), public.preview_member_removal(uuid, uuid), public.set_member_roles(uuid, uuid, text[], text[], uuid),
  public.deactivate_member(uuid, uuid, uuid), public.reactivate_member(uuid, uuid, uuid), public.invite(uuid, text[], text[], uuid, uuid),
  public.resend_invitation(uuid), public.revoke_invitation(uuid), public.accept_invitation(text), public.read_invitation(text),
  public.offer_ownership(uuid, uuid, text[]), public.withdraw_ownership(uuid), public.answer_ownership(uuid, boolean), public.read_ownership_offers(),
  public.read_pending_requests(),
  public.confirm_invited_address(text) to authenticated;
grant execute on function public.read_invitation(text), public.confirm_invited_address(text) to anon;
