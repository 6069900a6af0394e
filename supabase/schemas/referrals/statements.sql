-- Monthly statements of commission, between company and partner. ADR 058

create function private.create_month_statement(organisation uuid, company uuid, month date) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  of_currency text;
  new_statement private.commission_statements;
  chosen jsonb;
  count_made integer := 0;
begin
  -- Locked, so that a line is in one statement only.
  perform pg_advisory_xact_lock(hashtextextended('statement of ' || organisation || ' ' || company, 0));
  for of_currency in
    select distinct r.currency from private.referrals as r
    where r.organisation_id = create_month_statement.organisation and r.company_id = create_month_statement.company
    order by 1
  loop
    continue when exists (
      select from private.commission_statements as s
      where s.organisation_id = create_month_statement.organisation
        and s.company_id = create_month_statement.company and s.month = create_month_statement.month
        and s.currency = of_currency and s.state <> 'withdrawn');
    -- The day of the tour decides, not the day of the line: a line that is added after the statement of its month
    -- comes in the next one.
    select jsonb_agg(each.line) into chosen
    from (
      select jsonb_build_object('id', l.id, 'amount', l.amount, 'facts', private.statement_facts(r)) as line
      from private.commission_lines as l join private.referrals as r on r.id = l.referral_id
      where r.organisation_id = create_month_statement.organisation
        and r.company_id = create_month_statement.company and r.currency = of_currency and l.state = 'earned'
        and not exists (
          select from private.statement_lines as line_row
          join private.commission_statements as s on s.id = line_row.statement_id
          where line_row.line_id = l.id and s.state <> 'withdrawn')) as each
    where (each.line #>> '{facts,local_date}')::date < (create_month_statement.month + interval '1 month')::date;
    continue when chosen is null;
    insert into private.commission_statements (organisation_id, company_id, month, currency, amount)
    select organisation, company, create_month_statement.month, of_currency, sum((line ->> 'amount')::bigint)
    from jsonb_array_elements(chosen) as line
    returning * into new_statement;
    insert into private.statement_lines (line_id, statement_id, facts)
    select (line ->> 'id')::uuid, new_statement.id, line -> 'facts'
    from jsonb_array_elements(chosen) as line;
    perform private.enqueue_statement_mails(new_statement);
    count_made := count_made + 1;
  end loop;
  return count_made;
end
$$;
comment on function private.create_month_statement is
  'Creates statements, one per currency, of everything a partner earned with a company until a month''s end that is '
  'in no statement yet. Returns how many.';

create function private.enqueue_statement_mails(statement private.commission_statements) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- The mail goes to the side that did not act.
  to_company constant boolean := statement.state in ('issued', 'withdrawn');
begin
  perform private.enqueue_mail(
    'commission-statement',
    a.email::text,
    u.locale,
    jsonb_build_object(
      'from', case when to_company then o.name else c.name end,
      'to', case when to_company then c.name else o.name end,
      'state', statement.state,
      'month', to_char(statement.month, 'YYYY-MM'),
      'amount', statement.amount,
      'currency', statement.currency,
      'reason', coalesce(statement.dispute_reason, ''),
      'side', case when to_company then 'company' else 'organisation' end,
      'id', case when to_company then c.id else o.id end),
    -- Mails of the partner are not listed in the company's outbox.
    company => case when not to_company then c.id end,
    dedupe_key => concat_ws(
      ':',
      'commission_statement',
      statement.id,
      statement.state,
      md5(statement.dispute_reason),
      u.id)) from public.companies as c,
  public.organisations as o,
  public.users as u join auth.users as a on a.id = u.id where c.id = statement.company_id
    and o.id = statement.organisation_id and private.is_email_address(a.email)
    and case
      when to_company then 'owner' = any (private.member_roles(u.id, c.id))
      else 'partner_admin' = any (private.member_roles(u.id, null, o.id))
    end
    and u.id in (
      select m.user_id from public.company_members as m
      where to_company and m.company_id = c.id
      union
      select m.user_id
      from public.organisation_members as m
      where not to_company and m.organisation_id = o.id);
end
$$;
comment on function private.enqueue_statement_mails is
  'Queues mails to the managers of the other side about a new, withdrawn, accepted or disputed statement.';

create function public.create_statement(organisation uuid, company uuid, month date) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  zone constant text := (select c.time_zone from public.companies as c where c.id = company);
  count_made integer;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if not private.manages_team(me, null, organisation) then return '{"status": "not_permitted"}'; end if;
  if month is null
    or extract(day from month) <> 1
    or zone is null
    or not exists (
      select from public.organisation_companies as l
      where l.organisation_id = create_statement.organisation and l.company_id = create_statement.company)
  then
    return '{"status": "invalid"}';
  end if;
  if (month + interval '1 month') at time zone zone > now() then return '{"status": "month_not_ended"}'; end if;
  perform private.update_commissions(organisation, company);
  count_made := private.create_month_statement(organisation, company, month);
  if count_made = 0 then return '{"status": "nothing"}'; end if;
  perform private.log_team_change(
    company,
    organisation,
    'create_statement',
    null,
    jsonb_build_object('month', to_char(create_statement.month, 'YYYY-MM')));
  return jsonb_build_object('status', 'ok', 'created', count_made);
end
$$;
comment on function public.create_statement is
  'Creates the statements of a past month with a company, one per currency, for the partner''s admin. Returns '
  '{"status": "ok" | "nothing" | "month_not_ended" | "invalid" | "not_permitted" | "signed_out"}.';

create function public.read_statement(statement uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  stored private.commission_statements;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select * into stored from private.commission_statements where id = statement;
  if stored.id is null
    or not (private.may('read_statement', stored.company_id) or private.works_for(me, stored.organisation_id)) then
    return '{"status": "not_permitted"}';
  end if;
  return jsonb_build_object(
    'status', 'ok',
    'month', to_char(stored.month, 'YYYY-MM'),
    'currency', stored.currency,
    'amount', stored.amount,
    'state', stored.state,
    'dispute_reason', stored.dispute_reason,
    'organisation', (select o.name from public.organisations as o where o.id = stored.organisation_id),
    'company', (select c.name from public.companies as c where c.id = stored.company_id),
    'may_withdraw', stored.state in ('issued', 'disputed') and private.manages_team(me, null, stored.organisation_id),
    'lines', (
      select coalesce(jsonb_agg(
        s.facts || jsonb_build_object('id', l.id, 'amount', l.amount) order by s.facts ->> 'local_date',
        s.facts ->> 'reference',
        l.made_at,
        l.id), '[]')
      from private.statement_lines as s join private.commission_lines as l on l.id = s.line_id
      where s.statement_id = stored.id));
end
$$;
comment on function public.read_statement is
  'Returns a statement with its lines as they were made, for both sides: references, tours, days and amounts, without '
  'guest names. Returns {"status": "ok" | "not_permitted" | "signed_out"}.';

create function public.answer_statement(statement uuid, agrees boolean, reason text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  stored private.commission_statements;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select * into stored from private.commission_statements where id = statement for update;
  if stored.id is null or not private.may('answer_statement', stored.company_id) then
    return '{"status": "not_permitted"}';
  end if;
  if agrees is null
    or (not agrees and not coalesce(length(private.trim_text(answer_statement.reason)) between 1 and 1000, false))
  then
    return '{"status": "invalid"}';
  end if;
  if stored.state = 'withdrawn' then return '{"status": "withdrawn"}'; end if;
  -- An accepted statement is final.
  if stored.state = 'agreed' then
    return case when agrees then '{"status": "ok"}'::jsonb else '{"status": "agreed"}' end;
  end if;
  update private.commission_statements as s
  set state = case when agrees then 'agreed' else 'disputed' end::private.statement_state,
    dispute_reason = case when not agrees then private.trim_text(answer_statement.reason) end, answered_at = now()
  where s.id = stored.id
  returning * into stored;
  perform private.enqueue_statement_mails(stored);
  perform private.log_team_change(
    stored.company_id,
    stored.organisation_id,
    case when agrees then 'agree_statement' else 'dispute_statement' end,
    null,
    jsonb_build_object('month', to_char(stored.month, 'YYYY-MM')));
  return '{"status": "ok"}';
end
$$;
comment on function public.answer_statement is
  'Accepts or disputes a partner''s statement, for the company''s owner; a disputed one may be accepted later. '
  'Returns {"status": "ok" | "agreed" (accepted before) | "withdrawn" | "invalid" | "not_permitted" | "signed_out"}.';

create function public.withdraw_statement(statement uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  stored private.commission_statements;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select * into stored from private.commission_statements where id = statement for update;
  if stored.id is null or not private.manages_team(me, null, stored.organisation_id) then
    return '{"status": "not_permitted"}';
  end if;
  if stored.state = 'agreed' then return '{"status": "agreed"}'; end if;
  if stored.state <> 'withdrawn' then
    update private.commission_statements as s set state = 'withdrawn' where s.id = stored.id returning * into stored;
    perform private.enqueue_statement_mails(stored);
    perform private.log_team_change(
      stored.company_id,
      stored.organisation_id,
      'withdraw_statement',
      null,
      jsonb_build_object('month', to_char(stored.month, 'YYYY-MM')));
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.withdraw_statement is
  'Withdraws a statement that was not accepted, for the partner''s admin; its lines go into the next one. It stays '
  'readable. Returns {"status": "ok" | "agreed" | "not_permitted" | "signed_out"}. Idempotent.';

grant execute on function
  public.create_statement(uuid, uuid, date),
  public.read_statement(uuid),
  public.answer_statement(uuid, boolean, text),
  public.withdraw_statement(uuid)
to authenticated;
