-- Guides' pay: monthly statements. ADR 057

create function private.guided_departures(company uuid, departures uuid[]) returns setof private.guided_departure
language sql stable security definer set search_path = ''
as $$
  with folded as materialized (
    select d.*, private.departure_report(d.id) as report
    from public.departures as d
    where d.id = any (departures) and d.company_id = company and d.status <> 'cancelled' and d.ends_at <= now()
  ), reported as materialized (
    select f.*, report_action.payload as submission,
      case
        when f.report ->> 'state' in ('submitted', 'returned') then f.report ->> 'state'
        when f.report ->> 'state' = 'locked' and report_action.id is not null then null
        when f.report ->> 'state' = 'locked' or private.is_report_required(c.attendance_rule, f.report) then 'no_report'
        when (f.report ->> 'walk_ins')::integer = 0 and f.report -> 'lines' = '[]' then 'nobody_booked'
      end as reason,
      -- A report may name any user; only people of the company can have guided.
      (
        select u.id from public.users as u
        where u.id = (report_action.payload ->> 'guide_id')::uuid and (
          exists (select from public.company_members as m where m.company_id = f.company_id and m.user_id = u.id)
          or exists (select from private.former_members as m where m.company_id = f.company_id and m.user_id = u.id)
          or exists (
            select from public.departure_guides as g where g.departure_id = f.id and g.user_id = u.id))) as named
    from folded as f
    join public.companies as c on c.id = f.company_id
    left join public.check_in_actions as report_action on report_action.id = (f.report ->> 'report')::uuid
  )
  select payee.user_id, t.id, t.tour_id, t.local_date, t.starts_at, t.ends_at,
    (
      case
        when t.submission is null then
          (t.report ->> 'walk_ins')::integer + coalesce((
            select sum((l ->> 'attended')::integer) from jsonb_array_elements(t.report -> 'lines') as l), 0)
        else
          (t.submission ->> 'walk_ins')::integer + coalesce((
            select sum((l ->> 'attended')::integer) from jsonb_array_elements(t.submission -> 'lines') as l), 0)
      end)::integer,
    coalesce((t.submission ->> 'minutes_late')::integer, 0), t.submission is not null,
    coalesce(t.reason, case when payee.user_id is null then 'no_guide' end)
  from reported as t
  left join lateral (
    select t.named as user_id where t.named is not null
    union
    -- The person named by the report led; assistants are paid as well.
    select g.user_id from public.departure_guides as g
    where g.departure_id = t.id and g.status = 'accepted' and (t.named is null or g.role = 'assistant')
  ) as payee on true
  where payee.user_id is not null or t.reason is distinct from 'nobody_booked'
$$;
comment on function private.guided_departures is
  'Returns who guided the given departures that are over: the guide named by the effective report, else those who '
  'accepted, plus assistants, with the reason if it does not count.';

create function private.guide_statement(company uuid, month date, member uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  settled private.settled_months;
  chosen uuid[];
  guided private.guided_departure[];
  pending uuid[];
  lines jsonb;
  not_counted jsonb;
begin
  select * into settled from private.settled_months as s
  where s.company_id = company and s.month = guide_statement.month;
  chosen := private.month_departures(company, month);
  if settled.month is null then chosen := chosen || private.unsettled_departures(company, month); end if;
  if member is not null then
    chosen := array(select d from unnest(chosen) as d where private.possibly_guided(d, member));
  end if;
  guided := array(select w from private.guided_departures(company, chosen) as w);
  -- A departure whose report is under review is neither paid nor corrected.
  pending := array(
    select w.departure_id from unnest(guided) as w where w.reason in ('no_report', 'submitted', 'returned'));
  guided := array(
    select w::private.guided_departure from unnest(guided) as w where member is null or w.user_id = member);
  if settled.month is null then
    lines := (
      select jsonb_agg(pay.line order by pay.line ->> 'starts_at', pay.line ->> 'departure_id', pay.line ->> 'user_id')
      from (
        select case
          when settled_before.lines is null then
            calculated.line || jsonb_build_object('is_correction', (calculated.line ->> 'local_date')::date < month)
          else private.unsettled_pay(calculated.line, settled_before.lines)
        end as line
        from (
          select (w).user_id, (w).departure_id, private.pay_line(company, w) as line
          from unnest(guided) as w
          where (w).reason is null) as calculated
        full join (
          select l.user_id, l.departure_id, array_agg(l.line order by l.month desc) as lines
          from private.settled_lines as l
          where l.company_id = company and l.departure_id = any (chosen) and l.departure_id <> all (pending)
            and (member is null or l.user_id = member)
            -- No corrections for a person who was erased, whose departures have no guide any more.
            and exists (select from public.users as u where u.id = l.user_id)
          group by l.user_id, l.departure_id) as settled_before using (user_id, departure_id)) as pay
      where pay.line is not null);
  else
    lines := (
      select jsonb_agg(l.line order by l.line ->> 'starts_at', l.departure_id, l.user_id)
      from private.settled_lines as l
      where l.company_id = company and l.month = guide_statement.month and (member is null or l.user_id = member));
  end if;
  not_counted := (
    select jsonb_agg(
      jsonb_build_object(
        'user_id', w.user_id,
        'departure_id', w.departure_id,
        'title', private.localised(w.tour_id, 'title'),
        'starts_at', private.iso(w.starts_at),
        'local_date', w.local_date,
        'minutes', private.guided_minutes(w::private.guided_departure),
        'reason', coalesce(w.reason, 'next_month')) order by w.starts_at,
      w.departure_id,
      w.user_id)
    from unnest(guided) as w
    where case
      when settled.month is null then w.reason is not null and (w.local_date >= month or w.departure_id = any (pending))
      -- Of a settled month: what counts in the next one.
      else not exists (
        select from private.settled_lines as l where l.departure_id = w.departure_id and l.user_id = w.user_id)
    end);
  return jsonb_build_object('lines', coalesce(lines, '[]'), 'open', coalesce(not_counted, '[]'),
    'settled', case when settled.month is not null then jsonb_build_object('at', private.iso(settled.settled_at),
      'by', (select u.display_name from public.users as u where u.id = settled.user_id)) end);
end
$$;
comment on function private.guide_statement is
  'Returns a month''s statement of one guide or all: the settled lines, or the lines calculated now with corrections '
  'of earlier settled months; separately what does not count yet and why.';

create function public.read_guide_statement(company uuid, member uuid, month date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  -- Pay is not visible to partners who act for the company.
  subject constant jsonb := private.subject(me, 'read_guide_statement');
  sees_all boolean;
  statement jsonb;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if company is null then return '{"status": "not_permitted"}'; end if;
  sees_all := private.subject_can(subject, 'CHECK_IN_REPORTING_ACCESS', company)
    and private.sees_whole_company(subject, company);
  if not sees_all then
    if not private.subject_can(subject, 'TOUR_ATTENDANCE_ACCESS', company) or member <> me then
      return '{"status": "not_permitted"}';
    end if;
    member := me;
  end if;
  if month is null or month <> date_trunc('month', month) or month not between '2000-01-01' and '2199-12-01' then
    return '{"status": "invalid"}';
  end if;
  statement := private.guide_statement(company, month, member);
  return statement
    || (
      select jsonb_build_object(
        'status', 'ok',
        'time_zone', c.time_zone,
        'currency', c.currency,
        'company_name', coalesce(c.legal_name, c.name),
        'version', md5(statement ->> 'lines'),
        'may', jsonb_build_object(
          'see_all', sees_all,
          'settle', statement -> 'settled' = 'null' and member is null
            and private.subject_can(subject, 'COMPANY_ALL_ACCESS', company)
            and private.is_month_over(company, month)),
        'has_rules', exists (select from private.pay_rules as r where r.company_id = c.id),
        'people', coalesce((
          select jsonb_agg(jsonb_build_object('id', u.id, 'display_name', u.display_name) order by u.id)
          from public.users as u
          where u.id in (
            select (line ->> 'user_id')::uuid
            from jsonb_array_elements(statement -> 'lines' || (statement -> 'open')) as line)), '[]'))
      from public.companies as c
      where c.id = company);
end
$$;
comment on function public.read_guide_statement is
  'Returns a month''s statement: of one guide, or of all (member null) for people who see the whole company and its '
  'reports. A guide sees only their own. Refusals: not_permitted, invalid (not the first day of a month), signed_out.';

create function public.settle_guide_month(company uuid, month date, version text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  statement jsonb;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('settle_guide_month', company) then
    return '{"status": "not_permitted"}';
  end if;
  if month is null or month <> date_trunc('month', month) or month not between '2000-01-01' and '2199-12-01' then
    return '{"status": "invalid"}';
  end if;
  perform from public.companies as c where c.id = company for no key update;
  -- A repeat after a lost response.
  if exists (
    select from private.settled_months as s where s.company_id = company and s.month = settle_guide_month.month)
  then
    return '{"status": "ok"}';
  end if;
  if not private.is_month_over(company, month) then return '{"status": "month_not_ended"}'; end if;
  statement := private.guide_statement(company, month, null);
  if md5(statement ->> 'lines') is distinct from version then return '{"status": "stale"}'; end if;
  insert into private.settled_months (company_id, month, user_id) values (company, month, (select auth.uid()));
  insert into private.settled_lines (company_id, month, user_id, departure_id, line)
  select company, month, (line ->> 'user_id')::uuid, (line ->> 'departure_id')::uuid, line
  from jsonb_array_elements(statement -> 'lines') as line;
  perform private.log_change(
    company,
    'settle_guide_month',
    null,
    jsonb_build_object('month', month, 'lines', jsonb_array_length(statement -> 'lines')));
  return '{"status": "ok"}';
end
$$;
comment on function public.settle_guide_month is
  'Settles a past month for all guides with the lines of the version that was read; later changes become corrections '
  'of a later month. Returns ok, stale, month_not_ended, not_permitted, invalid or signed_out.';

grant execute on function
  public.read_guide_statement(uuid, uuid, date),
  public.settle_guide_month(uuid, date, text)
to authenticated;
