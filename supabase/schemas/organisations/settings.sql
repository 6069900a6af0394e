-- Settings of partner organisations, and proposals of agreements with companies. ADR 045

create function private.organisation_settings_json(organisation public.organisations) returns jsonb
language sql stable
return private.settings_json(to_jsonb(organisation), private.form_schema('save_organisation_settings'));
comment on function private.organisation_settings_json is 'Returns an organisation''s settings as JSON for the client.';

create function public.read_organisation_settings(organisation uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  organisation_row public.organisations;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not coalesce(private.manages_team((select auth.uid()), null, organisation), false) then
    return '{"status": "not_permitted"}';
  end if;
  select * into organisation_row from public.organisations where id = organisation;
  return jsonb_build_object(
    'status', 'ok',
    'version', organisation_row.version,
    'settings', private.organisation_settings_json(organisation_row),
    'logo', (
      select private.picture_json(bytes, tag) from private.organisation_logos
      where organisation_id = organisation_row.id),
    'former_slugs', coalesce((
      select jsonb_agg(slug order by slug) from private.organisation_slugs as o
      where o.organisation_id = organisation_row.id and o.slug <> organisation_row.slug), '[]'));
end
$$;
comment on function public.read_organisation_settings is
  'Returns an organisation''s settings with their version, logo and former slugs, for its admins. Returns {"status": '
  '"ok" | "not_permitted" | "signed_out"}.';

create function public.save_organisation_settings(organisation uuid, version integer, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  settings jsonb;
  before public.organisations;
  after public.organisations;
  refusal jsonb;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not coalesce(private.manages_team((select auth.uid()), null, organisation), false) then
    return '{"status": "not_permitted"}';
  end if;
  select * into before from public.organisations where id = organisation for update;

  -- A client of an earlier version leaves settings that it does not know as they are.
  select read.value, read.refusal into settings, refusal
  from private.read_form('save_organisation_settings', private.organisation_settings_json(before) || input) as read;
  if refusal is not null then return refusal; end if;
  after := jsonb_populate_record(before, private.settings_columns(settings));

  -- A repeat after a lost response has no effect and is no conflict.
  if private.organisation_settings_json(after) = private.organisation_settings_json(before) then
    return jsonb_build_object('status', 'ok', 'version', before.version);
  end if;
  if save_organisation_settings.version is distinct from before.version then
    return jsonb_build_object(
      'status', 'stale', 'version', before.version, 'settings', private.organisation_settings_json(before));
  end if;
  -- Paths of the guest pages are reserved.
  if private.is_reserved_slug(after.slug)
    or exists (
      select from private.organisation_slugs as slug_row
      where slug_row.slug = after.slug and slug_row.organisation_id <> before.id)
  then
    return '{"status": "slug_taken"}';
  end if;
  -- Slugs are kept for good, so new ones are limited.
  if not exists (select from private.organisation_slugs as slug_row where slug_row.slug = after.slug) then
    refusal := private.rate_limited(private.consume_rate_limit('slug:' || before.id, 10, 8640));
    if refusal is not null then return refusal; end if;
  end if;
  begin
    perform private.update_settings('public.organisations', before.id, settings);
  exception
    -- A concurrent save took the slug.
    when unique_violation then return '{"status": "slug_taken"}';
  end;
  perform private.log_team_change(
    null,
    before.id,
    'save_organisation_settings',
    private.organisation_settings_json(before),
    private.organisation_settings_json(after));
  return jsonb_build_object('status', 'ok', 'version', before.version + 1);
end
$$;
comment on function public.save_organisation_settings is
  'Saves an organisation''s settings of the given version, for its admins. Existing agreements keep their commission. '
  'Returns {"status": "ok" | "stale" | "slug_taken" | "invalid" | "not_permitted" | "rate_limited" after ten new '
  'slugs a day | "signed_out"}. Idempotent.';

create function public.set_organisation_logo(organisation uuid, picture text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  sent record;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not coalesce(private.manages_team((select auth.uid()), null, organisation), false) then
    return '{"status": "not_permitted"}';
  end if;
  select * into sent from private.decode_picture(set_organisation_logo.picture);
  if sent.problem is not null then
    return private.invalid_response(array[private.field_problem('picture', sent.problem)]);
  end if;
  if not exists (
    select from private.organisation_logos as o
    where o.organisation_id = set_organisation_logo.organisation and o.tag = sent.tag)
  then
    insert into private.organisation_logos (organisation_id, bytes, tag)
    values (set_organisation_logo.organisation, sent.bytes, sent.tag)
    on conflict (organisation_id) do update
    set bytes = excluded.bytes, tag = excluded.tag;
    perform private.log_team_change(
      null, set_organisation_logo.organisation, 'set_organisation_logo', null, jsonb_build_object('tag', sent.tag));
  end if;
  return jsonb_build_object('status', 'ok', 'tag', sent.tag);
end
$$;
comment on function public.set_organisation_logo is
  'Saves an organisation''s logo (base64), for its admins. Returns ok with its tag, invalid (too_large, '
  'not_a_picture, has_metadata), not_permitted or signed_out.';

create function public.delete_organisation_logo(organisation uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not coalesce(private.manages_team((select auth.uid()), null, organisation), false) then
    return '{"status": "not_permitted"}';
  end if;
  delete from private.organisation_logos as o where o.organisation_id = delete_organisation_logo.organisation;
  if found then
    perform private.log_team_change(
      null, delete_organisation_logo.organisation, 'delete_organisation_logo', null, null);
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.delete_organisation_logo is
  'Deletes an organisation''s logo. Returns ok, not_permitted or signed_out.';

create function private.log_agreement_change(
  agreement_row public.organisation_companies, action text, terms jsonb default null
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_team_change(
    (agreement_row).company_id,
    (agreement_row).organisation_id,
    action,
    jsonb_build_object(
      'agreement_status', (agreement_row).status,
      'shares_guests', (agreement_row).data_sharing,
      'terms', (agreement_row).terms),
    case when log_agreement_change.terms is not null then jsonb_build_object('terms', log_agreement_change.terms) end);
  perform private.queue_change_event((agreement_row).company_id, '{}');
end
$$;
comment on function private.log_agreement_change is
  'Logs a change of an agreement in the company''s audit log and sends a change event.';

create function private.enqueue_proposal_mails(
  agreement_row public.organisation_companies, side public.agreement_side
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue_mail(
    'agreement-proposed',
    a.email::text,
    u.locale,
    jsonb_build_object(
      'from', case side when 'company' then c.name else o.name end,
      'to', case side when 'company' then o.name else c.name end,
      'actor', coalesce(mine.display_name, case side when 'company' then c.name else o.name end),
      'side', case side when 'company' then 'organisation' else 'company' end,
      'id', case side when 'company' then o.id else c.id end),
    company => case side when 'company' then c.id end,
    -- At most one mail a day per side, however often terms are proposed.
    dedupe_key => concat_ws(
      ':',
      'agreement_proposed',
      (agreement_row).id,
      side,
      (now() at time zone c.time_zone)::date,
      u.id)) from public.companies as c,
  public.organisations as o,
  public.users as mine,
  public.users as u join auth.users as a on a.id = u.id where c.id = (agreement_row).company_id
    and o.id = (agreement_row).organisation_id and mine.id = (select auth.uid())
    and private.is_email_address(a.email)
    -- Only members of the other side, not the platform's admins.
    and case side
      when 'company' then 'partner_admin' = any (private.member_roles(u.id, null, o.id))
      else 'owner' = any (private.member_roles(u.id, c.id))
    end
    and u.id in (
      select m.user_id from public.company_members as m
      where side = 'organisation' and m.company_id = c.id
      union
      select m.user_id
      from public.organisation_members as m
      where side = 'company' and m.organisation_id = o.id);
end
$$;
comment on function private.enqueue_proposal_mails is
  'Queues mails to the managers of the side that has to answer a proposal; `side` is the proposing one.';

create function public.propose_agreement(company uuid, organisation uuid, partner text, terms jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  side constant public.agreement_side := (
    case when company is null then 'organisation' else 'company' end)::public.agreement_side;
  proposer constant uuid := coalesce(company, organisation);
  of_company uuid := company;
  of_organisation uuid := organisation;
  agreement_row public.organisation_companies;
  slow jsonb;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if not private.runs_team('propose_agreement', company, organisation) then
    return '{"status": "not_permitted"}';
  end if;
  if not coalesce(private.is_terms(propose_agreement.terms), false) then return '{"status": "invalid"}'; end if;
  -- Slugs are public, but the number of attempts is limited anyway.
  slow := private.rate_limited(private.consume_rate_limit('propose:' || proposer, 30, 2880));
  if slow is not null then return slow; end if;
  if side = 'company' then
    select o.id into of_organisation from private.organisation_slugs as slug_row
    join public.organisations as o on o.id = slug_row.organisation_id
    where slug_row.slug = lower(private.visible_text(partner)) and o.is_active;
  else
    select c.id into of_company from private.company_slugs as slug_row
    join public.companies as c on c.id = slug_row.company_id
    where slug_row.slug = lower(private.visible_text(partner)) and c.is_active and c.closes_at is null;
  end if;
  if of_company is null or of_organisation is null then return '{"status": "not_found"}'; end if;
  if exists (
    select from jsonb_array_elements(propose_agreement.terms -> 'tours') as named
    where not exists (select from public.tours as t where t.id = (named ->> 'tour')::uuid and t.company_id = of_company)
  )
  then
    return '{"status": "invalid"}';
  end if;
  insert into public.organisation_companies (organisation_id, company_id, terms, proposed, proposed_by, proposed_at)
  values (of_organisation, of_company, propose_agreement.terms, propose_agreement.terms, side, now())
  on conflict on constraint organisation_companies_once do nothing
  returning * into agreement_row;
  if agreement_row.id is null then
    select * into agreement_row from public.organisation_companies as l
    where l.organisation_id = of_organisation and l.company_id = of_company for update;
    if (agreement_row.status = 'active' and agreement_row.terms = propose_agreement.terms)
      or (agreement_row.proposed = propose_agreement.terms and agreement_row.proposed_by = side) then
      return '{"status": "ok"}';
    end if;
    -- An ended agreement is invited again, an active one continues until the other side accepts. A counter-proposal
    -- replaces the other's.
    update public.organisation_companies as l
    set proposed = propose_agreement.terms, proposed_by = side, proposed_at = now(),
      status = case l.status when 'ended' then 'invited' else l.status end
    where l.id = agreement_row.id;
  end if;
  perform private.log_agreement_change(agreement_row, 'propose_agreement', propose_agreement.terms);
  perform private.enqueue_proposal_mails(agreement_row, side);
  return '{"status": "ok"}';
end
$$;
comment on function public.propose_agreement is
  'Proposes an agreement, or new terms of an existing one, to the other side: the caller manages the named company or '
  'organisation, `partner` is the other''s slug. Nothing is agreed yet. Returns {"status": "ok" | "not_found" | '
  '"invalid" | "not_permitted" | "rate_limited" after thirty a day | "signed_out"}. Idempotent.';

create function public.answer_agreement(agreement uuid, says boolean, terms jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  agreement_row public.organisation_companies;
  is_recipient boolean;
  is_proposer boolean;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select * into agreement_row from public.organisation_companies where id = agreement for update;
  is_recipient := coalesce(
    case agreement_row.proposed_by
      when 'company' then private.manages_team(me, null, agreement_row.organisation_id)
      else private.may('answer_agreement', agreement_row.company_id)
    end,
    false);
  is_proposer := coalesce(
    case agreement_row.proposed_by
      when 'company' then private.may('answer_agreement', agreement_row.company_id)
      else private.manages_team(me, null, agreement_row.organisation_id)
    end,
    false);
  if agreement_row.id is null or not (is_recipient or is_proposer) then return '{"status": "not_permitted"}'; end if;
  if says is null then return '{"status": "invalid"}'; end if;
  -- The answer applies only to the terms the caller has read.
  if agreement_row.proposed is null or agreement_row.proposed is distinct from answer_agreement.terms then
    return '{"status": "stale"}';
  end if;
  -- The proposing side cannot accept its own proposal.
  if says and not is_recipient then return '{"status": "not_permitted"}'; end if;
  if says then
    update public.organisation_companies as l
    set terms = l.proposed, proposed = null, proposed_by = null, proposed_at = null, status = 'active'
    where l.id = agreement_row.id;
  else
    update public.organisation_companies as l set proposed = null, proposed_by = null, proposed_at = null,
      status = case l.status when 'invited' then 'ended' else l.status end
    where l.id = agreement_row.id;
  end if;
  perform private.log_agreement_change(
    agreement_row,
    case when says then 'accept_agreement' when is_recipient then 'decline_agreement' else 'withdraw_agreement' end,
    agreement_row.proposed);
  return '{"status": "ok"}';
end
$$;
comment on function public.answer_agreement is
  'Accepts or declines terms that the other side proposed, or withdraws one''s own proposal. Declining leaves the '
  'current terms. Returns {"status": "ok" | "stale" (other terms are proposed now) | "invalid" | "not_permitted" | '
  '"signed_out"}.';

create function public.share_guests(agreement uuid, shares boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  agreement_row public.organisation_companies;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select * into agreement_row from public.organisation_companies where id = agreement for update;
  -- The same refusal for a foreign agreement. Only the company can give its consent.
  if agreement_row.id is null or not coalesce(private.may('share_guests', agreement_row.company_id), false) then
    return '{"status": "not_permitted"}';
  end if;
  if shares is null then return '{"status": "invalid"}'; end if;
  if agreement_row.status = 'ended' then return '{"status": "ended"}'; end if;
  if agreement_row.data_sharing <> shares then
    update public.organisation_companies as l set data_sharing = shares where l.id = agreement_row.id;
    perform private.log_agreement_change(
      agreement_row, case when shares then 'share_guests' else 'stop_sharing_guests' end);
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.share_guests is
  'Gives or withdraws a company''s consent that an organisation sees its guests, for the company''s owner. Returns '
  '{"status": "ok" | "ended" | "invalid" | "not_permitted" | "signed_out"}.';

grant execute on function
  public.read_organisation_settings(uuid),
  public.save_organisation_settings(uuid, integer, jsonb),
  public.set_organisation_logo(uuid, text),
  public.delete_organisation_logo(uuid),
  public.propose_agreement(uuid, uuid, text, jsonb),
  public.answer_agreement(uuid, boolean, jsonb),
  public.share_guests(uuid, boolean)
to authenticated;
