-- Roles of members, and the end of their access. ADR 045

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
    where departure.id in (select u.id from private.upcoming_assignments(person, company) as u)
    order by departure.id for no key update
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

create function private.replace_roles(person uuid, company uuid, organisation uuid, new_roles text[]) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.roles_users as ru using public.roles as r
  where r.id = ru.role and ru.user_id = person
    and (ru.company = replace_roles.company or ru.organisation = replace_roles.organisation)
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
  delete from public.roles_users as ru
  where ru.user_id = person and (ru.company = end_access.company or ru.organisation = end_access.organisation);
  delete from public.company_members as m where m.user_id = person and m.company_id = company;
  delete from public.organisation_members as m where m.user_id = person and m.organisation_id = organisation;
  insert into private.former_members (company_id, organisation_id, user_id, roles)
  values (company, organisation, person, old_roles);
  return freed;
end
$$;
comment on function private.end_access is
  'Removes a person from a team. Returns the departures they are unassigned from.';

create function public.set_member_roles(
  company uuid, person uuid, roles text[], before text[], organisation uuid default null
) returns jsonb
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
  if not (current_roles @> before and before @> current_roles) then
    return jsonb_build_object('status', 'stale', 'roles', to_jsonb(current_roles));
  end if;
  -- A person must agree to become an owner.
  if company is not null and 'owner' = any (new_roles) and not 'owner' = any (current_roles) then
    return '{"status": "needs_consent"}';
  end if;
  if not (private.team_roles(organisation))[1] = any (new_roles)
    and private.is_last_owner(person, company, organisation)
  then
    return '{"status": "last_owner"}';
  end if;
  freed := private.replace_roles(person, company, organisation, new_roles);
  if not 'owner' = any (new_roles) and 'owner' = any (current_roles) then
    perform private.end_ownership_offers(person, company);
  end if;
  perform private.log_team_change(
    company,
    organisation,
    'set_member_roles',
    jsonb_build_object('user_id', person, 'roles', to_jsonb(current_roles)),
    jsonb_build_object('user_id', person, 'roles', to_jsonb(new_roles)));
  if company is not null then perform private.queue_change_event(company, '{}'); end if;
  return jsonb_build_object('status', 'ok', 'departures', private.unstaffed_departures_json(freed));
end
$$;
comment on function public.set_member_roles is
  'Sets a member''s roles in a company''s or organisation''s team; `before` are the roles the change is based on. '
  'Returns ok with the departures they are unassigned from, stale, needs_consent (would make them an owner), '
  'last_owner (or last admin), invalid, not_found, not_permitted or signed_out.';

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
  perform private.log_team_change(
    company,
    organisation,
    'deactivate_member',
    jsonb_build_object('user_id', person, 'roles', to_jsonb(old_roles)),
    jsonb_build_object('user_id', person));
  if company is not null then perform private.queue_change_event(company, '{}'); end if;
  return jsonb_build_object('status', 'ok', 'departures', private.unstaffed_departures_json(freed));
end
$$;
comment on function public.deactivate_member is
  'Ends a member''s access to a company or organisation from their next request; their data stays. Returns the '
  'departures they are unassigned from, or last_owner, not_found, not_permitted, signed_out. Idempotent.';

create function public.answer_ownership(company uuid, accepts boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  open_offer private.ownership_offers;
  new_state constant private.ownership_offer_state := (
    case when accepts then 'accepted' else 'declined' end)::private.ownership_offer_state;
begin
  -- Ownership outlives a stolen token, so the session must meet the same MFA requirement as for the company's data.
  if me is null
    or private.is_session_ended(me)
    or private.is_missing_mfa(me)
    or company = any (private.companies_awaiting_mfa(me))
  then
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

grant execute on function
  public.set_member_roles(uuid, uuid, text[], text[], uuid),
  public.deactivate_member(uuid, uuid, uuid),
  public.answer_ownership(uuid, boolean)
to authenticated;
