-- Reading and ending agreements between organisations and companies. ADR 045

create function public.read_agreements(company uuid default null, organisation uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  side constant public.agreement_side := (
    case when company is null then 'organisation' else 'company' end)::public.agreement_side;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  -- One partner must not see the terms of another while acting for the company.
  if not private.runs_team('read_agreements', company, organisation) then return '{"status": "not_permitted"}'; end if;
  return jsonb_build_object(
    'status', 'ok',
    'default_commission', (
      select o.default_commission from public.organisations as o where o.id = read_agreements.organisation),
    'currency', (select c.currency from public.companies as c where c.id = read_agreements.company),
    'agreements', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', agreement_row.id,
          'agreement_status', agreement_row.status,
          'terms', agreement_row.terms,
          'shares_guests', agreement_row.data_sharing,
          'counterpart', case side when 'organisation' then c.name else o.name end,
          'slug', case side when 'organisation' then c.slug else o.slug end,
          'currency', c.currency,
          'allotments', private.agreement_allotments(agreement_row.id),
          'account', private.account_limit(agreement_row.id),
          'owed', private.account_sums(agreement_row.organisation_id, agreement_row.company_id),
          'other_id', case side when 'organisation' then c.id else o.id end,
          'proposed', case
            when agreement_row.proposed is not null then
              jsonb_build_object('terms', agreement_row.proposed, 'is_ours', agreement_row.proposed_by = side)
          end,
          'tours', coalesce((
            select jsonb_agg(jsonb_build_object('id', t.id, 'titles', private.localised(t.id, 'title')) order by t.slug)
            from public.tours as t
            where t.company_id = c.id
              and (
                t.status in ('live', 'paused')
                  -- Includes tours that are no longer sold if the terms name them.
                  or exists (
                    select
                    from jsonb_array_elements(
                      (agreement_row.terms -> 'tours') || coalesce(agreement_row.proposed -> 'tours', '[]')
                    ) as tour_terms
                    where tour_terms ->> 'tour' = t.id::text))), '[]')) order by agreement_row.status = 'ended',
        c.name,
        o.name,
        agreement_row.id)
      from public.organisation_companies as agreement_row
      join public.companies as c on c.id = agreement_row.company_id
      join public.organisations as o on o.id = agreement_row.organisation_id
      where agreement_row.company_id = read_agreements.company
        or agreement_row.organisation_id = read_agreements.organisation), '[]'));
end
$$;
comment on function public.read_agreements is
  'Returns the agreements of a company for its owner, or of an organisation for its admin: status, terms, proposed '
  'terms, allotments, credit limit, amount owed, and data sharing. Returns {"status": "ok" | "not_permitted" | '
  '"signed_out"}.';

create function public.end_agreement(agreement uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  agreement_row public.organisation_companies;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select * into agreement_row from public.organisation_companies where id = agreement for update;
  if agreement_row.id is null
    or not coalesce(
      private.may('end_agreement', agreement_row.company_id)
        or private.manages_team(me, null, agreement_row.organisation_id),
      false)
  then
    return '{"status": "not_permitted"}';
  end if;
  if agreement_row.status <> 'ended' then
    -- A renewed agreement starts without consent, allotments and account; debts remain.
    delete from private.allotments as allotment where allotment.agreement_id = agreement_row.id;
    delete from private.partner_accounts as a where a.agreement_id = agreement_row.id;
    update public.organisation_companies as l
    set status = 'ended', data_sharing = false, proposed = null, proposed_by = null, proposed_at = null
    where l.id = agreement_row.id;
    perform private.log_agreement_change(agreement_row, 'end_agreement');
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.end_agreement is
  'Ends an agreement, from either side. From the next request on the organisation cannot act for the company or send '
  'it guests; bookings stay. Returns {"status": "ok" | "not_permitted" | "signed_out"}. Idempotent.';

grant execute on function public.read_agreements(uuid, uuid), public.end_agreement(uuid) to authenticated;
