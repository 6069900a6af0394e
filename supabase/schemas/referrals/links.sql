-- Partner links of an organisation. ADR 058

create function public.create_referral_link(
  link uuid, organisation uuid, company uuid, tour uuid, name text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  link_row private.referral_links;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if not private.works_for(me, organisation) then return '{"status": "not_permitted"}'; end if;
  select * into link_row from private.referral_links where id = link;
  if link_row.id is null then
    if link is null
      or not coalesce(length(private.visible_text(create_referral_link.name)) between 1 and 80, false)
      or not private.is_partner(organisation, company)
      or (
        tour is not null
          and not exists (
            select from public.tours as t
            where t.id = tour and t.company_id = create_referral_link.company and t.status in ('live', 'paused')))
    then
      return '{"status": "invalid"}';
    end if;
    if (
      select count(*) >= 500 from private.referral_links as l
      where l.organisation_id = create_referral_link.organisation and l.ended_at is null)
    then
      return '{"status": "too_many"}';
    end if;
    insert into private.referral_links (id, organisation_id, company_id, tour_id, code, name)
    values (link, organisation, company, tour, private.random_code(8), private.visible_text(create_referral_link.name))
    returning * into link_row;
    perform private.log_team_change(
      company,
      organisation,
      'create_referral_link',
      null,
      jsonb_build_object('code', link_row.code, 'name', link_row.name));
  end if;
  if link_row.organisation_id <> organisation then return '{"status": "invalid"}'; end if;
  return jsonb_build_object('status', 'ok', 'code', link_row.code);
end
$$;
comment on function public.create_referral_link is
  'Creates a link to a company or one of its tours, for the partner''s people. Idempotent per id. Returns {"status": '
  '"ok" with its code | "invalid" | "too_many" | "not_permitted" | "signed_out"}.';

create function public.delete_referral_link(link uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  stored private.referral_links;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select * into stored from private.referral_links where id = link for update;
  if stored.id is null or not private.works_for(me, stored.organisation_id) then
    return '{"status": "not_permitted"}';
  end if;
  if stored.ended_at is null then
    update private.referral_links as l set ended_at = now() where l.id = stored.id;
    perform private.log_team_change(stored.company_id, stored.organisation_id, 'delete_referral_link', null,
      jsonb_build_object('code', stored.code, 'name', stored.name));
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.delete_referral_link is
  'Removes a link, for the partner''s people. Earned commission stays; later visitors reach the page without '
  'attribution. Returns {"status": "ok" | "not_permitted" | "signed_out"}. Idempotent.';

grant execute on function
  public.create_referral_link(uuid, uuid, uuid, uuid, text),
  public.delete_referral_link(uuid)
to authenticated;
