-- What ends with a membership, answers to invitations, and offers of ownership. ADR 045

create function private.upcoming_assignments(person uuid, company uuid) returns setof public.departures
language sql stable security definer set search_path = ''
as $$
  select d.* from public.departures as d join public.departure_guides as g on g.departure_id = d.id
  where g.user_id = person and g.status <> 'declined' and d.company_id = upcoming_assignments.company
    and d.status = 'scheduled' and d.starts_at > now()
  order by d.starts_at, d.id$$;
comment on function private.upcoming_assignments is
  'Returns the upcoming departures that a person guides, without those that have begun.';

create function private.current_assignment(person uuid, company uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'title', private.localised(d.tour_id, 'title'),
    'starts_at', private.iso(d.starts_at),
    'ends_at', private.iso(d.ends_at))
  from public.departures as d join public.departure_guides as g on g.departure_id = d.id
  where g.user_id = person and g.status <> 'declined' and d.company_id = current_assignment.company
    and d.status in ('scheduled', 'departed')
    -- Guides meet their guests before the start.
    and now() between d.starts_at - interval '30 minutes' and d.ends_at
  order by d.starts_at, d.id limit 1$$;
comment on function private.current_assignment is
  'Returns the departure that a person is guiding now, from 30 minutes before its start until its end, or null.';

create function private.unstaffed_departures_json(departures uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', d.id,
    'title', private.localised(d.tour_id, 'title'),
    'starts_at', private.iso(d.starts_at),
    'local_date', d.local_date) order by d.starts_at, d.id), '[]')
  from public.departures as d
  where d.id = any (departures)$$;
comment on function private.unstaffed_departures_json is 'Returns departures as a JSON list with titles and times.';

create function public.preview_member_removal(company uuid, person uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('preview_member_removal', company) then
    return '{"status": "not_permitted"}';
  end if;
  if not exists (select from public.company_members as m where m.company_id = company and m.user_id = person) then
    return '{"status": "not_found"}';
  end if;
  return jsonb_build_object(
    'status', 'ok',
    'is_last_owner', private.is_last_owner(person, company),
    'departures', private.unstaffed_departures_json(array(
      select d.id from private.upcoming_assignments(person, company) as d)));
end
$$;
comment on function public.preview_member_removal is
  'Returns what ending a member''s access would do: the upcoming departures that would lose their guide. Changes '
  'nothing.';

create function private.end_ownership_offers(person uuid, company uuid) returns void
language sql security definer set search_path = ''
as $$
  update private.ownership_offers as h
  set state = 'withdrawn'
  where h.company_id = company and h.state = 'pending' and person in (h.offered_to, h.offered_by)$$;
comment on function private.end_ownership_offers is
  'Withdraws the open ownership offers of a person who leaves or is no longer an owner, so that coming back does not '
  'revive them.';

create function private.invitation_status(invitation private.invitations) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (invitation).state <> 'pending' then return (invitation).state; end if;
  -- An invitation is void if its inviter may no longer give the roles.
  if not coalesce(private.manages_team(
    (invitation).invited_by, (invitation).company_id, (invitation).organisation_id), false)
  then
    -- An inactive company has no managers, and may become active again.
    if exists (select from public.companies as c where c.id = (invitation).company_id and not c.is_active)
      or exists (
        select from public.organisations as o where o.id = (invitation).organisation_id and not o.is_active)
    then
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

create function public.revoke_invitation(invitation uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  lock constant record := private.lock_invitation(invitation, 'revoke_invitation');
begin
  if lock.refusal ->> 'state' = 'revoked' then return '{"status": "ok"}'; end if;
  if lock.refusal is not null then return lock.refusal; end if;
  update private.invitations as i set state = 'revoked' where i.id = revoke_invitation.invitation;
  perform private.log_team_change(
    (lock.invited).company_id,
    (lock.invited).organisation_id,
    'revoke_invitation',
    jsonb_build_object('id', (lock.invited).id),
    null);
  if (lock.invited).company_id is not null then
    perform private.queue_change_event((lock.invited).company_id, '{}');
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.revoke_invitation is
  'Revokes an invitation. Returns ok, ended if it was accepted before, not_permitted or signed_out.';

create function private.invitation_json(invitation private.invitations) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  state text := case when (invitation).id is null then 'unknown' else private.invitation_status(invitation) end;
begin
  if state = 'pending' and me is not null
    and (invitation).email is distinct from (select lower(a.email) from auth.users as a where a.id = me)
  then
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
    'has_account', exists (
      select from auth.users as a where a.email = (invitation).email and a.email_confirmed_at is not null),
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
  select * into invited from private.invitations as i
  where i.token_hash = encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex');
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
  update auth.users as a
  set email_confirmed_at = now()
  from private.invitations as i
  where i.token_hash = hash and private.invitation_status(i) = 'pending' and a.email = i.email
    and a.email_confirmed_at is null
    -- The link proves the mailbox only if its mail was delivered there.
    and i.delivered_at is not null
    -- Some platforms store the metadata as text.
    and case jsonb_typeof(to_jsonb(a.raw_user_meta_data))
      when 'string' then (to_jsonb(a.raw_user_meta_data) #>> '{}')::jsonb
      else to_jsonb(a.raw_user_meta_data)
    end ->> 'invitation' = hash;
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
  if me is null
    or private.is_session_ended(me)
    or private.is_missing_mfa(me)
    or not exists (select from public.users where id = me)
  then
    return '{"status": "signed_out"}';
  end if;
  select * into invited from private.invitations as i where i.token_hash = hash;
  if invited.id is not null then
    perform pg_advisory_xact_lock(hashtextextended(
      'team of ' || coalesce(invited.company_id, invited.organisation_id), 0));
    select * into invited from private.invitations as i where i.token_hash = hash for update;
  end if;
  invitation := private.invitation_json(invited);
  if invitation ->> 'state' = 'pending' then
    perform private.add_roles(me, invited.company_id, invited.organisation_id, invited.roles);
    update private.invitations as i set state = 'accepted', accepted_by = me where i.id = invited.id;
    perform private.log_team_change(
      invited.company_id,
      invited.organisation_id,
      'accept_invitation',
      null,
      jsonb_build_object(
        'id', invited.id, 'user_id', me, 'roles', to_jsonb(invited.roles), 'invited_by', invited.invited_by));
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

create function private.open_ownership_offer(company uuid) returns setof private.ownership_offers
language sql stable security definer set search_path = ''
as $$
  select h.* from private.ownership_offers as h
  where h.company_id = company and h.state = 'pending' and h.expires_at > clock_timestamp()
    -- An offer is void if its maker could not give ownership now.
    and private.is_in_team(h.offered_to, company, null) and private.manages_team(h.offered_by, company, null)
$$;
comment on function private.open_ownership_offer is 'Returns the open ownership offer of a company, if any.';

create function public.withdraw_ownership(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.lock_team('withdraw_ownership', company);
  person uuid;
begin
  if refusal is not null then return refusal; end if;
  update private.ownership_offers as h
  set state = 'withdrawn'
  where h.company_id = withdraw_ownership.company and h.state = 'pending'
  returning h.offered_to into person;
  if person is not null then
    perform private.log_change(company, 'withdraw_ownership', jsonb_build_object('user_id', person), null);
    perform private.queue_change_event(company, '{}');
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.withdraw_ownership is
  'Withdraws the open ownership offer of a company, by any of its owners. Idempotent.';

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
  if me is null or private.is_session_ended(me) or private.is_missing_mfa(me) then
    return '{"status": "signed_out"}';
  end if;
  return jsonb_build_object(
    'status', 'ok',
    'offers', coalesce((
      select jsonb_agg(jsonb_build_object(
        'company_id', c.id,
        'company', c.name,
        'offered_by', u.display_name,
        'remaining_roles', to_jsonb(h.remaining_roles),
        'expires_at', private.iso(h.expires_at)) order by h.created_at)
      from private.ownership_offers_to(me) as h join public.companies as c on c.id = h.company_id
      join public.users as u on u.id = h.offered_by), '[]'));
end
$$;
comment on function public.read_ownership_offers is
  'Returns the ownership offers to the caller: company, offering person, roles they keep, and expiry. Returns '
  '{"status": "ok" | "signed_out"}.';

create function private.can_see_emergency_contact(person uuid, company uuid, organisation uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  -- Requires a role in this very team: partners and the platform, who act for the company, are excluded.
  select coalesce(private.manages_team(person, company, organisation), false)
    and exists (
      select from public.roles_users as role_row
      join public.roles_permissions as role_permission on role_permission.role_id = role_row.role
      join public.permissions as p on p.id = role_permission.permission_id
      where role_row.user_id = person
        and case
          when role_row.company is not null then
            role_row.company = can_see_emergency_contact.company
              and p.guard_name in ('COMPANY_ALL_ACCESS', 'ALL_ACCESS')
          else role_row.organisation = can_see_emergency_contact.organisation
            and p.guard_name = 'ORGANISATION_ALL_ACCESS'
        end)$$;
comment on function private.can_see_emergency_contact is
  'Returns whether a person may see the emergency contacts of a team.';

grant execute on function
  public.preview_member_removal(uuid, uuid),
  public.revoke_invitation(uuid),
  public.accept_invitation(text),
  public.read_invitation(text),
  public.withdraw_ownership(uuid),
  public.read_ownership_offers(),
  public.confirm_invited_address(text)
to authenticated;

grant execute on function public.read_invitation(text), public.confirm_invited_address(text) to anon;
