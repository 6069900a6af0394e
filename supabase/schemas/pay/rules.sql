-- Guides' pay: a company's pay rates, and settled months. ADR 057

create type public.pay_kind as enum ('per_tour', 'per_hour', 'per_guest', 'many_guests', 'weekend', 'evening');
comment on type public.pay_kind is
  'Kind of pay: per tour, hour or guest, and supplements for many guests, weekends and evenings.';

create table private.pay_rules (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  kind public.pay_kind not null,
  amount bigint not null check (amount between 0 and 1000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  min_guests integer check (min_guests between 1 and 10000),
  from_time time check (from_time >= '05:00'),
  tour_id uuid,
  user_id uuid references public.users (id) on delete cascade,
  first_day date not null check (first_day between '2000-01-01' and '2200-01-01'),
  last_day date check (last_day < '2200-01-01'),
  version integer not null default 1,
  constraint pay_rules_tour foreign key (
    tour_id, company_id) references public.tours (id, company_id) on delete cascade,
  constraint pay_rules_once unique nulls not distinct (
    company_id,
    kind,
    tour_id,
    user_id,
    min_guests,
    from_time,
    first_day),
  constraint pay_rules_days_in_order check (last_day >= first_day),
  constraint pay_rules_threshold check (
    (kind = 'many_guests') = (min_guests is not null) and (kind = 'evening') = (from_time is not null)));
comment on table private.pay_rules is
  'Pay rates of a company. The most specific rule on a day wins: person and tour, person, tour, all; among equals the '
  'latest.';
comment on column private.pay_rules.amount is 'Minor units; 0: not paid by this kind.';
comment on column private.pay_rules.min_guests is
  'For many_guests: least number of guests. The highest number reached applies.';
comment on column private.pay_rules.from_time is 'For evening: local time from which it applies, until 5:00.';
comment on column private.pay_rules.tour_id is 'Null: all tours; likewise user_id: all people.';
create index pay_rules_tour_idx on private.pay_rules (tour_id, company_id);
create index pay_rules_user_id_idx on private.pay_rules (user_id);
alter table private.pay_rules enable row level security, force row level security;

create table private.settled_months (
  company_id uuid not null references public.companies (id) on delete cascade,
  month date not null check (month = date_trunc('month', month)),
  settled_at timestamptz not null default clock_timestamp(),
  user_id uuid,
  primary key (company_id, month)
);
comment on table private.settled_months is 'Months whose statements are settled and no longer change.';
comment on column private.settled_months.user_id is
  'Person who settled it. No foreign key, as it outlives the account.';
alter table private.settled_months enable row level security, force row level security;

create table private.settled_lines (
  company_id uuid not null,
  month date not null,
  user_id uuid not null,
  departure_id uuid not null,
  line jsonb not null,
  primary key (company_id, month, user_id, departure_id),
  constraint settled_lines_month foreign key (
    company_id, month) references private.settled_months (company_id, month) on delete cascade);
comment on table private.settled_lines is 'Lines of settled statements. Later corrections are lines of a later month.';
comment on column private.settled_lines.user_id is
  'Guide. No foreign key, like departure_id: settled lines outlive both.';
create index settled_lines_departure_id_idx on private.settled_lines (departure_id);
alter table private.settled_lines enable row level security, force row level security;

create function private.protect_settled_pay() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = '55000', message = 'settled statements cannot be changed';
end
$$;
comment on function private.protect_settled_pay is
  'Trigger: refuses changes of settled statements; only deleting the company removes them.';
create trigger protect_settled_months before update on private.settled_months
  for each row execute function private.protect_settled_pay();
create trigger protect_settled_lines before update on private.settled_lines
  for each row execute function private.protect_settled_pay();

create type private.guided_departure as (
  user_id uuid, departure_id uuid, tour_id uuid, local_date date, starts_at timestamptz, ends_at timestamptz,
  guests integer, minutes_late integer, is_reported boolean, reason text
);
comment on type private.guided_departure is
  'A departure that a person guided. reason says why it does not count: no_report, submitted (not locked), '
  'returned, nobody_booked, no_guide (user_id is null); null: it counts.';

create function private.guided_minutes(work private.guided_departure) returns integer
language sql immutable parallel safe
return floor(extract(epoch from (work).ends_at - (work).starts_at) / 60)::integer;
comment on function private.guided_minutes is
  'Returns the planned duration in minutes. A late start adds nothing; clock changes are respected.';

create function private.departure_pay(company uuid, work private.guided_departure) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with applicable as (
    select r.*,
      rank() over (
        partition by r.kind order by (r.user_id is not null)::integer * 2 + (r.tour_id is not null)::integer desc
      ) as precedence
    from private.pay_rules as r
    where r.company_id = company and coalesce(r.tour_id, (work).tour_id) = (work).tour_id
      and coalesce(r.user_id, (work).user_id) = (work).user_id
      and (work).local_date between r.first_day and coalesce(r.last_day, (work).local_date)),
  latest as (
    select distinct on (h.kind, h.min_guests, h.from_time) h.* from applicable as h
    where h.precedence = 1 order by h.kind, h.min_guests, h.from_time, h.first_day desc),
  reached as (
    select distinct on (l.kind) l.*
    from latest as l,
      (
        select ((work).starts_at at time zone c.time_zone)::time as time from public.companies as c where c.id = company
      ) as local_start
    where case l.kind
      when 'many_guests' then (work).guests >= l.min_guests
      when 'weekend' then extract(isodow from (work).local_date) >= 6
      when 'evening' then local_start.time >= l.from_time or local_start.time < '05:00'
      else true
    end
    order by l.kind, l.min_guests desc, l.from_time desc),
  paid as (
    select r.kind, r.amount as rate, r.currency,
      case r.kind
        -- Rounded half up to the minor unit.
        when 'per_hour' then (2 * r.amount * private.guided_minutes(work) + 60) / 120
        when 'per_guest' then r.amount * (work).guests
        else r.amount
      end as amount
    from reached as r)
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', p.kind, 'rate', p.rate, 'amount', p.amount, 'currency', p.currency) order by p.kind), '[]')
  from paid as p
  where p.amount > 0$$;
comment on function private.departure_pay is 'Returns what a company''s rules pay for a departure, by kind.';

create function private.pay_line(company uuid, work private.guided_departure) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'user_id', (work).user_id,
    'departure_id', (work).departure_id,
    'title', private.localised((work).tour_id, 'title'),
    'starts_at', private.iso((work).starts_at),
    'local_date', (work).local_date,
    'tours', 1,
    'minutes', private.guided_minutes(work),
    'guests', (work).guests,
    'minutes_late', (work).minutes_late,
    'is_reported', (work).is_reported,
    'is_correction', false,
    'pay', private.departure_pay(company, work))$$;
comment on function private.pay_line is 'Returns the statement line of a guided departure.';

create function private.unsettled_pay(line jsonb, settled jsonb[]) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  with counted as (
    select coalesce((line ->> 'tours')::integer, 0) - coalesce(sum((s ->> 'tours')::integer), 0) as tours,
      coalesce((line ->> 'minutes')::integer, 0) - coalesce(sum((s ->> 'minutes')::integer), 0) as minutes,
      coalesce((line ->> 'guests')::integer, 0) - coalesce(sum((s ->> 'guests')::integer), 0) as guests
    from unnest(settled) as s),
  paid as (
    select line_pay.kind, line_pay.currency, sum(line_pay.amount) as amount
    from (
      select p ->> 'kind' as kind, p ->> 'currency' as currency, (p ->> 'amount')::bigint as amount
      from jsonb_array_elements(line -> 'pay') as p
      union all
      select p ->> 'kind', p ->> 'currency', -(p ->> 'amount')::bigint
      from unnest(settled) as s, jsonb_array_elements(s -> 'pay') as p) as line_pay
    group by line_pay.kind, line_pay.currency
    having sum(line_pay.amount) <> 0),
  differing as (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind, 'rate', null, 'amount', amount, 'currency', currency
    ) order by kind::public.pay_kind, currency), '[]') as pay
    from paid)
  select coalesce(line, settled[1])
    || jsonb_build_object(
      'tours', c.tours, 'minutes', c.minutes, 'guests', c.guests, 'is_correction', true, 'pay', d.pay)
  from counted as c, differing as d
  where (c.tours, c.minutes, c.guests) <> (0, 0, 0) or d.pay <> '[]'$$;
comment on function private.unsettled_pay is
  'Returns a line minus what was settled of it (latest first), or null if nothing remains.';

create function private.possibly_guided(departure uuid, person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.departure_guides as g
    where g.departure_id = departure and g.user_id = person and g.status = 'accepted')
    or exists (
      select from public.check_in_actions as a
      where a.departure_id = departure and a.kind = 'report_submit' and (a.payload ->> 'guide_id')::uuid = person)
    or exists (select from private.settled_lines as l where l.departure_id = departure and l.user_id = person)$$;
comment on function private.possibly_guided is
  'Returns whether a departure may concern a person''s statement; a cheap filter.';

create function private.month_departures(company uuid, month date) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select d.id from public.departures as d
    where d.company_id = company and d.local_date >= month and d.local_date < (month + interval '1 month')::date)
$$;
comment on function private.month_departures is 'Returns the departures of a month by local date.';

create function private.unsettled_departures(company uuid, month date) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  since date := month;
begin
  -- The first unsettled month corrects the settled months right before it.
  while since > month - interval '1 year'
    and exists (
      select from private.settled_months as s
      where s.company_id = company and s.month = (since - interval '1 month')::date)
  loop
    since := (since - interval '1 month')::date;
  end loop;
  return array(
    select d.id from public.departures as d
    join private.settled_months as s
      on s.company_id = d.company_id and s.month = date_trunc('month', d.local_date)::date
    where d.company_id = company and d.local_date >= since and d.local_date < unsettled_departures.month
      and (
        d.status = 'cancelled'
          -- An hour of margin for actions under way while the month was settled.
          or exists (
            select from public.check_in_actions as a
            where a.departure_id = d.id and a.recorded_at > s.settled_at - interval '1 hour')
          or exists (
            select from public.departure_guides as g
            where g.departure_id = d.id and g.status = 'accepted'
              and not exists (
                select from private.settled_lines as l where l.departure_id = d.id and l.user_id = g.user_id))
          or exists (
            select from private.settled_lines as l
            where l.departure_id = d.id and exists (select from public.users as u where u.id = l.user_id)
              and not exists (
                select from public.departure_guides as g
                where g.departure_id = d.id and g.user_id = l.user_id and g.status = 'accepted'))));
end
$$;
comment on function private.unsettled_departures is
  'Returns departures of settled months that may have changed since, for the month that corrects them.';

create function private.is_month_over(company uuid, month date) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (month + interval '1 month')::date <= (now() at time zone c.time_zone)::date
  from public.companies as c
  where c.id = company$$;
comment on function private.is_month_over is 'Returns whether a month has ended in the company''s time zone.';

create function private.pay_changes_from(company uuid) returns date
language sql stable security definer set search_path = ''
as $$
  select greatest(
    (date_trunc('month', now() at time zone c.time_zone) - interval '1 month')::date,
    (select (max(s.month) + interval '1 month')::date from private.settled_months as s where s.company_id = c.id))
  from public.companies as c where c.id = company
$$;
comment on function private.pay_changes_from is
  'Returns the first day for which pay may be changed: the previous month, and after all settled months.';

create function private.pay_rules_json(company uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'status', 'ok',
    'changes_from', private.pay_changes_from(company),
    'rules', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', r.id,
          'kind', r.kind,
          'amount', r.amount,
          'currency', r.currency,
          'min_guests', r.min_guests,
          'from_time', to_char(r.from_time, 'HH24:MI'),
          'tour_id', r.tour_id,
          'user_id', r.user_id,
          'first_day', r.first_day,
          'last_day', r.last_day,
          'version', r.version) order by r.kind,
        r.user_id is not null,
        r.tour_id is not null,
        r.tour_id,
        r.user_id,
        r.min_guests,
        r.from_time,
        r.first_day desc,
        r.id)
      from private.pay_rules as r
      where r.company_id = company), '[]'),
    'tours', coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'title', private.localised(t.id, 'title')) order by t.slug)
      from public.tours as t
      where t.company_id = company
        and (t.status <> 'archived' or exists (select from private.pay_rules as r where r.tour_id = t.id))), '[]'),
    'people', coalesce((
      select jsonb_agg(jsonb_build_object('id', u.id, 'display_name', u.display_name) order by u.display_name, u.id)
      from public.users as u
      where exists (select from public.company_members as m where m.user_id = u.id and m.company_id = company)
        or exists (select from private.pay_rules as r where r.user_id = u.id and r.company_id = company)), '[]'))$$;
comment on function private.pay_rules_json is
  'Returns a company''s pay rules, tours and people, and the first day for which they may be changed.';

create function public.read_pay_rules(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_pay_rules', company) then return '{"status": "not_permitted"}'; end if;
  return private.pay_rules_json(company);
end
$$;
comment on function public.read_pay_rules is
  'Returns a company''s pay rules, for its owner but not for people who act for it. Refusals: not_permitted, '
  'signed_out.';

create function public.save_pay_rule(company uuid, rule_id uuid, version integer, input jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  earliest date;
  before private.pay_rules;
  after private.pay_rules;
  same_end private.pay_rules;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('save_pay_rule', company) then return '{"status": "not_permitted"}'; end if;
  if rule_id is null or (input is not null and jsonb_typeof(input) <> 'object') then
    return '{"status": "invalid"}';
  end if;
  -- The same lock as settling a month.
  perform from public.companies as c where c.id = company for no key update;
  earliest := private.pay_changes_from(company);
  select * into before from private.pay_rules as r where r.id = rule_id for update;
  if before.company_id <> company then return '{"status": "not_permitted"}'; end if;
  if save_pay_rule.version is distinct from coalesce(before.version, 0) then
    return jsonb_build_object('status', 'stale', 'version', coalesce(before.version, 0));
  end if;
  if input is null then
    if before.id is null then return '{"status": "invalid"}'; end if;
    if before.first_day < earliest then
      return jsonb_build_object('status', 'has_applied', 'changes_from', earliest);
    end if;
    delete from private.pay_rules as r where r.id = rule_id;
    perform private.log_change(company, 'save_pay_rule', to_jsonb(before), null);
    return private.pay_rules_json(company);
  end if;
  begin
    after := jsonb_populate_record(
      before,
      jsonb_build_object(
        'id', rule_id,
        'company_id', company,
        'kind', input -> 'kind',
        'amount', input -> 'amount',
        'currency', coalesce(before.currency, (select c.currency from public.companies as c where c.id = company)),
        'min_guests', input -> 'min_guests',
        'from_time', input -> 'from_time',
        'tour_id', input -> 'tour_id',
        'user_id', input -> 'user_id',
        'first_day', input -> 'first_day',
        'last_day', input -> 'last_day',
        'version', coalesce(before.version, 0) + 1));
    if after.user_id is not null and after.user_id is distinct from before.user_id
      and not exists (
        select from public.company_members as m where m.company_id = company and m.user_id = after.user_id)
    then
      return '{"status": "invalid"}';
    end if;
    -- Pay before `earliest` must not change: of a rule that began before it, only last_day may change, and no day
    -- before `earliest` may be gained or lost.
    same_end := after;
    same_end.last_day := before.last_day;
    same_end.version := before.version;
    if before.first_day < earliest and (to_jsonb(same_end) <> to_jsonb(before)
        or least(after.last_day, earliest - 1) is distinct from least(before.last_day, earliest - 1))
      or (before.id is null or before.first_day >= earliest) and after.first_day < earliest then
      return jsonb_build_object('status', 'has_applied', 'changes_from', earliest);
    end if;
    insert into private.pay_rules
    select (after).*
    on conflict (id) do update
    set
      kind = excluded.kind,
      amount = excluded.amount,
      min_guests = excluded.min_guests,
      from_time = excluded.from_time,
      tour_id = excluded.tour_id,
      user_id = excluded.user_id,
      first_day = excluded.first_day,
      last_day = excluded.last_day,
      version = excluded.version;
  exception
    when unique_violation then return '{"status": "rule_taken"}';
    when data_exception or integrity_constraint_violation then return '{"status": "invalid"}';
  end;
  perform private.log_change(company, 'save_pay_rule', to_jsonb(before), to_jsonb(after));
  return private.pay_rules_json(company);
end
$$;
comment on function public.save_pay_rule is
  'Creates a pay rule under a client-made id, or changes the given version: {"kind", "amount", "min_guests"?, '
  '"from_time"?, "tour_id"?, "user_id"?, "first_day", "last_day"?}; null deletes it. Returns as read_pay_rules, or '
  'stale, rule_taken (another one for the same from the same day), has_applied (would change pay before changes_from), '
  'invalid.';

grant execute on function
  public.read_pay_rules(uuid),
  public.save_pay_rule(uuid, uuid, integer, jsonb)
to authenticated;
