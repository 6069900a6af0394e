-- Inviting, offering ownership, and the screen of the team. ADR 045

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
  perform private.log_team_change(
    company, organisation, 'reactivate_member', null, jsonb_build_object('user_id', person, 'roles', to_jsonb(input)));
  if company is not null then perform private.queue_change_event(company, '{}'); end if;
  -- If another offer is open, they have to wait for it to end.
  if company is not null and 'owner' = any (former_roles) then
    perform public.offer_ownership(company, person, private.member_roles((select auth.uid()), company));
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.reactivate_member is
  'Gives a former member their roles back. A former owner gets an ownership offer from the caller instead of the '
  'owner role. Their former departures are not reassigned.';

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
    or exists (
      select from public.organisations as o where o.id = organisation and o.created_at > now() - interval '7 days');
begin
  if private.consume_rate_limit(
    'invite:' || team, case when is_new_team then 30 else 200 end, case when is_new_team then 2880 else 432 end
  ) > 0
  then
    return false;
  end if;
  -- Counted over all teams, as teams are free to make.
  if private.recent_mail_count('invite_to:' || private.address_hash(address), interval '1 day', 10) >= 10
    or private.recent_mail_count(private.network_rate_limit_key('invite_from:'), interval '1 day', 200) >= 200
  then
    return false;
  end if;
  insert into private.recent_mails (bucket)
  select b.name
  from (
    values ('invite_to:' || private.address_hash(address)), (private.network_rate_limit_key('invite_from:'))
  ) as b (name)
  where b.name is not null;
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
    where a.email = address
      and (
        exists (select from public.company_members as m where m.user_id = a.id and m.company_id = team_company)
          or exists (
            select from public.organisation_members as m
            where m.user_id = a.id and m.organisation_id = team_organisation)))
  then
    return 'member';
  end if;
  select * into stored_invitation from private.invitations as i
  where i.state = 'pending' and i.email = address
    and (i.company_id = team_company or i.organisation_id = team_organisation);
  if stored_invitation.id is not null and stored_invitation.roles = invite_one.roles
    and private.invitation_status(stored_invitation) = 'pending'
  then
    return 'already_invited';
  end if;
  if not private.take_invitation_tokens(team_company, team_organisation, address) then return 'too_many'; end if;
  if stored_invitation.id is null then
    insert into private.invitations (company_id, organisation_id, email, roles, token_hash, invited_by, expires_at)
    values (team_company, team_organisation, address, invite_one.roles, gen_random_uuid()::text, me, clock_timestamp())
    returning * into stored_invitation;
  else
    update private.invitations as i set roles = invite_one.roles, invited_by = me where i.id = stored_invitation.id;
  end if;
  perform private.send_invitation(stored_invitation.id);
  perform private.log_team_change(
    team_company,
    team_organisation,
    'invite',
    null,
    jsonb_build_object('id', stored_invitation.id, 'roles', to_jsonb(invite_one.roles)));
  return 'invited';
end
$$;
comment on function private.invite_one is
  'Invites one address into a team. Returns invited, already_invited (unchanged), member, bad_address or too_many '
  '(private.take_invitation_tokens).';

create function public.invite(
  request uuid, emails text[], roles text[], company uuid default null, organisation uuid default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  body constant jsonb := jsonb_build_object(
    'emails', emails, 'roles', roles, 'company', company, 'organisation', organisation);
  refusal constant jsonb := private.lock_team('invite', company, organisation);
  parsed_roles constant text[] := private.parse_roles(invite.roles, organisation);
  result jsonb;
begin
  if refusal is not null then return refusal; end if;
  if request is null
    or parsed_roles is null
    or not coalesce(cardinality(emails) between 1 and 50, false)
    or array_position(emails, null) is not null
  then
    return '{"status": "invalid"}';
  end if;
  result := private.find_idempotent_response(request, me, 'invite', body);
  if result is not null then return result; end if;
  result := '[]';
  for n in 1 .. cardinality(emails) loop
    result := result
      || jsonb_build_object(
        'email', emails[n],
        'outcome', private.invite_one(jsonb_build_object(
          'email', emails[n], 'company', company, 'organisation', organisation), parsed_roles));
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

create function public.resend_invitation(invitation uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  lock constant record := private.lock_invitation(invitation, 'resend_invitation');
begin
  if lock.refusal is not null then return lock.refusal; end if;
  -- A second click within a minute has no effect.
  if (lock.invited).sent_at > clock_timestamp() - interval '1 minute'
    and private.invitation_status(lock.invited) = 'pending'
  then
    return '{"status": "ok"}';
  end if;
  if not private.take_invitation_tokens(
    (lock.invited).company_id, (lock.invited).organisation_id, (lock.invited).email)
  then
    return '{"status": "too_many"}';
  end if;
  -- The caller becomes the inviter, so that it stays valid if the first inviter has left.
  update private.invitations as i set invited_by = (select auth.uid()) where i.id = resend_invitation.invitation;
  perform private.send_invitation(resend_invitation.invitation);
  perform private.log_team_change(
    (lock.invited).company_id,
    (lock.invited).organisation_id,
    'resend_invitation',
    null,
    jsonb_build_object('id', (lock.invited).id));
  return '{"status": "ok"}';
end
$$;
comment on function public.resend_invitation is
  'Sends an invitation again, expired or not, with a new link for 14 days. Returns ok, ended with its state, '
  'too_many, not_permitted or signed_out.';

create function public.offer_ownership(company uuid, person uuid, remaining_roles text[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  refusal constant jsonb := private.lock_team('offer_ownership', company);
  parsed_roles constant text[] := case
    when cardinality(remaining_roles) = 0 then '{}'
    else private.parse_roles(remaining_roles, null)
  end;
  open_offer private.ownership_offers;
begin
  if refusal is not null then return refusal; end if;
  if parsed_roles is null then return '{"status": "invalid"}'; end if;
  if not private.is_in_team(person, company, null) then return '{"status": "not_found"}'; end if;
  if 'owner' = any (private.member_roles(person, company)) then return '{"status": "already_owner"}'; end if;
  select * into open_offer from private.open_ownership_offer(company);
  if open_offer.offered_to = person and open_offer.offered_by = me and open_offer.remaining_roles = parsed_roles then
    return '{"status": "ok"}';
  end if;
  -- One offer at a time, as each one agrees on the roles afterwards.
  if open_offer.id is not null then return '{"status": "already_offered"}'; end if;
  if private.consume_rate_limit('ownership-offer:' || company, 50, 1728) > 0 then
    return '{"status": "too_many"}';
  end if;
  update private.ownership_offers as h
  set state = 'withdrawn'
  where h.company_id = offer_ownership.company and h.state = 'pending';
  insert into private.ownership_offers (company_id, offered_by, offered_to, remaining_roles)
  values (company, me, person, parsed_roles)
  returning * into open_offer;
  perform private.enqueue_mail(
    'ownership-offered',
    a.email::text,
    u.locale,
    jsonb_build_object(
      'company', c.name,
      'actor', mine.display_name,
      'expiresAt', private.iso(open_offer.expires_at),
      'timeZone', c.time_zone),
    company => offer_ownership.company) from public.users as u join auth.users as a on a.id = u.id,
  public.users as mine,
  public.companies as c where u.id = person
    and mine.id = me and c.id = offer_ownership.company and private.is_email_address(a.email);
  perform private.log_change(
    company, 'offer_ownership', null, jsonb_build_object('user_id', person, 'roles', to_jsonb(parsed_roles)));
  perform private.queue_change_event(company, '{}');
  return '{"status": "ok"}';
end
$$;
comment on function public.offer_ownership is
  'Offers ownership of the company to a member for seven days. The caller then keeps the given roles: with owner they '
  'own it together, with none the caller leaves. Nothing changes before the member accepts. Returns {"status": "ok" | '
  '"already_owner" | "already_offered" | "too_many" | "not_found" | "invalid" | "not_permitted" | "signed_out"}.';

create function public.read_pending_requests() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  return jsonb_build_object(
    'status', 'ok',
    'company_names', coalesce((
      select jsonb_agg(c.name order by h.created_at) from private.ownership_offers_to(me) as h
      join public.companies as c on c.id = h.company_id), '[]'),
    'requests', private.pending_requests_json(me),
    'notices', private.guide_notices_json(me));
end
$$;
comment on function public.read_pending_requests is
  'Returns what waits for the caller: companies that offer them ownership, departures they are asked to guide '
  '(private.pending_requests_json) and changes to their departures (private.guide_notices_json). Returns {"status": '
  '"ok" | "signed_out"}.';

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
    'status', 'ok',
    'may_change', may_change,
    'may_call', private.can_see_emergency_contact(me, company, organisation),
    'time_zone', coalesce((select c.time_zone from public.companies as c where c.id = company), 'UTC'),
    'ownership_offer', (
      select jsonb_build_object(
        'person', h.offered_to,
        'offered_by', h.offered_by,
        'remaining_roles', to_jsonb(h.remaining_roles),
        'expires_at', private.iso(h.expires_at))
      from private.open_ownership_offer(company) as h),
    'members', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', u.id,
        'name', u.display_name,
        'email', a.email,
        'roles', to_jsonb(private.member_roles(u.id, company, organisation)),
        'since', private.iso(m.created_at),
        'is_last_owner', private.is_last_owner(u.id, company, organisation),
        'upcoming', (select count(*) from private.upcoming_assignments(u.id, company)),
        'now', private.current_assignment(u.id, company),
        'devices', private.team_devices(u.id, company)) order by u.display_name, u.id)
      from (
        select user_id, created_at from public.company_members
        where company_id = read_team.company
        union all
        select user_id, created_at
        from public.organisation_members
        where organisation_id = read_team.organisation) as m
      join public.users as u on u.id = m.user_id join auth.users as a on a.id = u.id), '[]'),
    'former', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', u.id,
        'name', u.display_name,
        'email', a.email,
        'roles', to_jsonb(f.roles),
        'left_at', private.iso(f.left_at),
        'devices', private.team_devices(u.id, company)) order by f.left_at desc, u.id)
      from private.former_members as f join public.users as u on u.id = f.user_id
      join auth.users as a on a.id = u.id
      where f.company_id = company or f.organisation_id = organisation), '[]'),
    'invitations', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', i.id,
        'email', i.email,
        'roles', to_jsonb(i.roles),
        'state', i.status,
        'inviter', u.display_name,
        'sent_at', private.iso(i.sent_at),
        'expires_at', private.iso(i.expires_at),
        'mail', mail.state) order by i.sent_at desc, i.id)
      from (
        select invitation_row.*, private.invitation_status(invitation_row) as status
        from private.invitations as invitation_row
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

grant execute on function
  public.read_team(uuid, uuid),
  public.reactivate_member(uuid, uuid, uuid),
  public.invite(uuid, text[], text[], uuid, uuid),
  public.resend_invitation(uuid),
  public.offer_ownership(uuid, uuid, text[]),
  public.read_pending_requests()
to authenticated;
