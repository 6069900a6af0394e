-- Settings of a partner organisation, and what it and the companies that it oversees have agreed. docs/decisions/052-organisations.md

create function private.organisation_form(organisation public.organisations) returns jsonb
language sql stable
return jsonb_build_object(
  'name', (organisation).name, 'contact_email', coalesce((organisation).contact_email, ''), 'contact_phone', coalesce((organisation).contact_phone, ''),
  'default_locale', (organisation).default_locale, 'slug', (organisation).slug, 'brand_colour', (organisation).brand_colour,
  'default_commission', (organisation).default_commission);
comment on function private.organisation_form is 'An organisation''s settings as they travel.';

create function public.read_organisation_settings(organisation uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_one public.organisations;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not coalesce(private.manages_team((select auth.uid()), null, organisation), false) then return '{"status": "not_permitted"}'; end if;
  select * into found_one from public.organisations where id = organisation;
  return jsonb_build_object(
    'status', 'ok', 'version', found_one.version, 'settings', private.organisation_form(found_one),
    'logo', (select private.told_picture(bytes, tag) from private.organisation_logos where organisation_id = found_one.id),
    'former_slugs', coalesce((
      select jsonb_agg(slug order by slug) from private.organisation_slugs as kept
      where kept.organisation_id = found_one.id and kept.slug <> found_one.slug), '[]'));
end
$$;
comment on function public.read_organisation_settings is
  'The settings of an organisation with their version, its logo and its former slugs, for its admins. Answers {"status": "ok" | "not_permitted" | "signed_out"}.';

create function public.save_organisation_settings(
  organisation uuid, version integer, name text, contact_email text, contact_phone text, default_locale public.locale, slug text,
  brand_colour text, default_commission numeric
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  before public.organisations;
  after public.organisations;
  slow jsonb;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not coalesce(private.manages_team((select auth.uid()), null, organisation), false) then return '{"status": "not_permitted"}'; end if;
  select * into before from public.organisations where id = organisation for update;

  after := before;
  after.name := btrim(save_organisation_settings.name);
  after.contact_email := nullif(btrim(save_organisation_settings.contact_email), '');
  after.contact_phone := nullif(btrim(save_organisation_settings.contact_phone), '');
  after.default_locale := save_organisation_settings.default_locale;
  after.slug := save_organisation_settings.slug;
  after.brand_colour := save_organisation_settings.brand_colour;
  if not coalesce(save_organisation_settings.default_commission between 0 and 100, false) then return '{"status": "invalid"}'; end if;
  after.default_commission := save_organisation_settings.default_commission;
  if not coalesce(
    length(after.name) between 1 and 200
    and length(coalesce(after.contact_email, '')) <= 320 and length(coalesce(after.contact_phone, '')) <= 40
    and after.default_locale is not null
    and after.slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(after.slug) <= 63
    and coalesce(after.brand_colour, '#000000') ~ '^#[0-9a-f]{6}$', false) then
    return '{"status": "invalid"}';
  end if;

  -- The same again, as after an answer that was lost, has no effect and is no conflict.
  if private.organisation_form(after) = private.organisation_form(before) then
    return jsonb_build_object('status', 'ok', 'version', before.version);
  end if;
  if save_organisation_settings.version is distinct from before.version then
    return jsonb_build_object('status', 'stale', 'version', before.version, 'settings', private.organisation_form(before));
  end if;
  -- The words that addresses of the guests' pages are made of are nobody's.
  if after.slug in ('next', 'view', 'payment')
    or exists (select from private.organisation_slugs as kept where kept.slug = after.slug and kept.organisation_id <> before.id) then
    return '{"status": "slug_taken"}';
  end if;
  -- Each is kept for good, and nobody takes them all.
  if not exists (select from private.organisation_slugs as kept where kept.slug = after.slug) then
    slow := private.slow_down(private.spend('slug:' || before.id, 10, 8640));
    if slow is not null then return slow; end if;
  end if;
  begin
    update public.organisations as o
    set (name, contact_email, contact_phone, default_locale, slug, brand_colour, default_commission, version) =
      (after.name, after.contact_email, after.contact_phone, after.default_locale, after.slug, after.brand_colour, after.default_commission, before.version + 1)
    where o.id = before.id;
  exception
    -- Somebody else has taken it while we waited.
    when unique_violation then return '{"status": "slug_taken"}';
  end;
  perform private.note_team_change(null, before.id, 'save_organisation_settings', private.organisation_form(before), private.organisation_form(after));
  return jsonb_build_object('status', 'ok', 'version', before.version + 1);
end
$$;
comment on function public.save_organisation_settings is
  'Saves what an admin has edited of an organisation''s settings of that version. Agreements that there are keep their commission. Answers {"status": "ok" | "stale" | "slug_taken" | "invalid" | "not_permitted" | "slow_down" after ten new slugs a day | "signed_out"}; the same again is ok and has no effect.';

create function public.set_organisation_logo(organisation uuid, picture text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  sent record;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not coalesce(private.manages_team((select auth.uid()), null, organisation), false) then return '{"status": "not_permitted"}'; end if;
  select * into sent from private.sent_picture(set_organisation_logo.picture);
  if sent.problem is not null then return private.invalid(array[private.problem('picture', sent.problem)]); end if;
  if not exists (select from private.organisation_logos as kept where kept.organisation_id = set_organisation_logo.organisation and kept.tag = sent.tag) then
    insert into private.organisation_logos (organisation_id, bytes, tag) values (set_organisation_logo.organisation, sent.bytes, sent.tag)
    on conflict (organisation_id) do update set bytes = excluded.bytes, tag = excluded.tag;
    perform private.note_team_change(null, set_organisation_logo.organisation, 'set_organisation_logo', null, jsonb_build_object('tag', sent.tag));
  end if;
  return jsonb_build_object('status', 'ok', 'tag', sent.tag);
end
$$;
comment on function public.set_organisation_logo is
  'Keeps an organisation''s logo, sent in base64, for its admins: ok with tag, invalid (too_large, not_a_picture, has_metadata), not_permitted, signed_out.';

create function public.clear_organisation_logo(organisation uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not coalesce(private.manages_team((select auth.uid()), null, organisation), false) then return '{"status": "not_permitted"}'; end if;
  delete from private.organisation_logos as kept where kept.organisation_id = clear_organisation_logo.organisation;
  if found then perform private.note_team_change(null, clear_organisation_logo.organisation, 'clear_organisation_logo', null, null); end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.clear_organisation_logo is 'Takes an organisation''s logo away: ok, not_permitted, signed_out.';

-- What a company and an organisation have agreed ------------------------------------------------------------------------------

create function private.note_agreement(link public.organisation_companies, action text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_team_change((link).company_id, (link).organisation_id, action,
    jsonb_build_object('standing', (link).status, 'shares_guests', (link).data_sharing), null);
  perform private.hint((link).company_id, '{}');
end
$$;
comment on function private.note_agreement is 'Writes what was done to an agreement into the company''s audit, and tells its screens.';

create function public.read_agreements(company uuid default null, organisation uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  -- What a company has agreed with one partner is not for another one who acts for it.
  if not coalesce(private.manages_team(me, company, organisation), false) then return '{"status": "not_permitted"}'; end if;
  return jsonb_build_object('status', 'ok', 'agreements', coalesce((
    select jsonb_agg(jsonb_build_object('id', link.id, 'standing', link.status, 'commission', link.commission, 'shares_guests', link.data_sharing,
      'with', case when read_agreements.company is null then c.name else o.name end) order by link.status = 'ended', c.name, o.name, link.id)
    from public.organisation_companies as link
    join public.companies as c on c.id = link.company_id join public.organisations as o on o.id = link.organisation_id
    where link.company_id = read_agreements.company or link.organisation_id = read_agreements.organisation), '[]'));
end
$$;
comment on function public.read_agreements is
  'What a company has agreed with its partners, for its owner, or an organisation with the companies that it oversees, for its admin: standing, commission, and whether the company shares who its guests are. Answers {"status": "ok" | "not_permitted" | "signed_out"}.';

create function public.share_guests(agreement uuid, shares boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  link public.organisation_companies;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select * into link from public.organisation_companies where id = agreement for update;
  -- None at all and somebody else's answer alike. The organisation cannot take what is the company's to give.
  if link.id is null or not coalesce(private.manages_team(me, link.company_id, null), false) then return '{"status": "not_permitted"}'; end if;
  if shares is null then return '{"status": "invalid"}'; end if;
  if link.status = 'ended' then return '{"status": "ended"}'; end if;
  if link.data_sharing <> shares then
    update public.organisation_companies as l set data_sharing = shares where l.id = link.id;
    perform private.note_agreement(link, case when shares then 'share_guests' else 'stop_sharing_guests' end);
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.share_guests is
  'Gives or takes back a company''s consent that an organisation sees who its guests are; for its owner in their own right. Answers {"status": "ok" | "ended" | "invalid" | "not_permitted" | "signed_out"}.';

create function public.end_agreement(agreement uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  link public.organisation_companies;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select * into link from public.organisation_companies where id = agreement for update;
  if link.id is null or not coalesce(private.manages_team(me, link.company_id, null) or private.manages_team(me, null, link.organisation_id), false) then
    return '{"status": "not_permitted"}';
  end if;
  if link.status <> 'ended' then
    -- Taken up again, it begins without the consent.
    update public.organisation_companies as l set status = 'ended', data_sharing = false where l.id = link.id;
    perform private.note_agreement(link, 'end_agreement');
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.end_agreement is
  'Ends that an organisation oversees a company, from either side: nobody of it acts for the company or sends it guests from the next request on, and bookings stay. Once more is ok and has no effect. Answers {"status": "ok" | "not_permitted" | "signed_out"}.';

grant execute on function
  public.read_organisation_settings(uuid),
  public.save_organisation_settings(uuid, integer, text, text, text, public.locale, text, text, numeric),
  public.set_organisation_logo(uuid, text), public.clear_organisation_logo(uuid),
  public.read_agreements(uuid, uuid), public.share_guests(uuid, boolean), public.end_agreement(uuid)
  to authenticated;
