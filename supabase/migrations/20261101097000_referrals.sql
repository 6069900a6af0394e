-- Referrals: partner links, attribution of bookings to clicks, and commission as an append-only ledger.
-- ADR 058

create table private.referral_links (
  id uuid primary key,
  organisation_id uuid not null references public.organisations (id),
  company_id uuid not null references public.companies (id),
  tour_id uuid references public.tours (id),
  code text not null unique check (code ~ '^[23456789ABCDEFGHJKMNPQRSTVWXYZ]{8}$'),
  name text not null check (length(name) between 1 and 80),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
comment on table private.referral_links is
  'Links of a partner to a company or one of its tours; each has a code that the URL carries as `ref`.';
comment on column private.referral_links.name is 'Placement of the link, in the partner''s words.';
comment on column private.referral_links.ended_at is
  'Time of removal; the link still leads to the page, but no longer earns commission.';
create index referral_links_organisation_id_idx on private.referral_links (organisation_id);
create index referral_links_company_id_idx on private.referral_links (company_id);
create index referral_links_tour_id_idx on private.referral_links (tour_id) where tour_id is not null;
alter table private.referral_links enable row level security, force row level security;

create table private.link_clicks (
  link_id uuid not null references private.referral_links (id),
  day date not null,
  clicks bigint not null default 0 check (clicks >= 0),
  primary key (link_id, day)
);
comment on table private.link_clicks is
  'Clicks on a link per local day of the company. Nothing about the visitor is stored.';
alter table private.link_clicks enable row level security, force row level security;

create table private.referrals (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id),
  organisation_id uuid not null references public.organisations (id),
  company_id uuid not null references public.companies (id),
  link_id uuid references private.referral_links (id),
  rate jsonb not null,
  currency text not null,
  made_at timestamptz not null default now(),
  updated_at timestamptz not null default '-infinity',
  due_at timestamptz,
  counted_by public.attendance_rule,
  constraint referrals_once unique (booking_id, organisation_id)
);
comment on table private.referrals is
  'Partner that sent a booking, with the rate agreed when it was confirmed; later terms do not change it.';
comment on column private.referrals.link_id is 'Null: through the partner''s own page, or assigned by the office.';
comment on column private.referrals.rate is '{"percent"} of the price or {"amount"} per guest.';
comment on column private.referrals.updated_at is 'Time at which its lines were last updated; -infinity: never.';
comment on column private.referrals.due_at is 'Time at which pending commission is earned or lost.';
comment on column private.referrals.counted_by is
  'Attendance rule on the day it was earned or lost; later rules do not change it.';
create index referrals_due_at_idx on private.referrals (due_at) where updated_at < due_at;
create index referrals_organisation_id_idx on private.referrals (organisation_id, company_id);
create index referrals_company_id_idx on private.referrals (company_id);
create index referrals_link_id_idx on private.referrals (link_id) where link_id is not null;
alter table private.referrals enable row level security, force row level security;

create table private.referred_guests (
  guest_id uuid primary key references public.guests (id) on delete cascade,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  price numeric not null
);
comment on table private.referred_guests is
  'Original booking of guests whose bookings were merged, with their share of its price then. The partner of the '
  'original booking earns for them, wherever they are now.';
create index referred_guests_booking_id_idx on private.referred_guests (booking_id);
alter table private.referred_guests enable row level security, force row level security;

create type private.commission_state as enum ('pending', 'earned');
comment on type private.commission_state is
  'Pending until attendance is known, then earned; settled by a statement that both sides accept.';

create table private.commission_lines (
  id uuid primary key default gen_random_uuid(),
  referral_id uuid not null references private.referrals (id),
  state private.commission_state not null,
  amount bigint not null check (amount <> 0),
  made_at timestamptz not null default clock_timestamp()
);
comment on table private.commission_lines is
  'Commission ledger in minor units, append-only. A booking''s commission is the sum of its lines by state.';
create index commission_lines_referral_id_idx on private.commission_lines (referral_id);
alter table private.commission_lines enable row level security, force row level security;

create type private.statement_state as enum ('issued', 'agreed', 'disputed', 'withdrawn');
comment on type private.statement_state is
  'The company''s answer to a statement; withdrawn: the partner took it back and its lines are free for another.';

create table private.commission_statements (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references public.organisations (id),
  company_id uuid not null references public.companies (id),
  month date not null check (extract(day from month) = 1),
  currency text not null,
  amount bigint not null,
  state private.statement_state not null default 'issued',
  dispute_reason text check (length(dispute_reason) between 1 and 1000),
  made_at timestamptz not null default now(),
  answered_at timestamptz
);
comment on table private.commission_statements is
  'Commission owed for a month: everything earned until its end that is in no earlier statement.';
comment on column private.commission_statements.dispute_reason is 'Reason why the company disputes it.';
create unique index commission_statements_once on private.commission_statements (organisation_id, company_id, month, currency) where state <> 'withdrawn';
create index commission_statements_organisation_id_idx on private.commission_statements (organisation_id, company_id);
create index commission_statements_company_id_idx on private.commission_statements (company_id);
alter table private.commission_statements enable row level security, force row level security;

create table private.statement_lines (
  line_id uuid not null references private.commission_lines (id),
  statement_id uuid not null references private.commission_statements (id),
  facts jsonb not null,
  primary key (line_id, statement_id)
);
comment on table private.statement_lines is
  'Lines of statements. A line is in at most one statement that is not withdrawn.';
comment on column private.statement_lines.facts is
  'Details at the time of the statement: {"reference", "titles", "local_date", "guests", "price", "rate", "link"}.';
create index statement_lines_statement_id_idx on private.statement_lines (statement_id);
alter table private.statement_lines enable row level security, force row level security;

create function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'Rows of % cannot be changed: insert a new row instead', tg_table_name;
end
$$;
comment on function private.refuse_change is 'Trigger of ledgers: refuses updates and deletions.';
create trigger refuse_change before update or delete or truncate on private.commission_lines
  for each statement execute function private.refuse_change();
create trigger refuse_change before update or delete or truncate on private.statement_lines
  for each statement execute function private.refuse_change();

create function private.prevent_double_settlement() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from private.statement_lines as line_row join private.commission_statements as s on s.id = line_row.statement_id
    where line_row.line_id = new.line_id and line_row.statement_id <> new.statement_id and s.state <> 'withdrawn') then
    raise unique_violation using message = 'a commission line can be in only one statement';
  end if;
  return new;
end
$$;
comment on function private.prevent_double_settlement is
  'Trigger of statement lines: refuses a line that is in another statement. Relies on statements of a partner and a '
  'company being made one at a time.';
create trigger prevent_double_settlement before insert on private.statement_lines for each row execute function private.prevent_double_settlement();

-- Attribution ---------------------------------------------------------------------------------------------------------

create function public.guest_record_click(code text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
  days integer;
begin
  if refused is not null then return refused; end if;
  with followed as (
    select link.id, (now() at time zone c.time_zone)::date as today, (agreed.terms ->> 'window_days')::integer as days
    from private.referral_links as link
    join public.companies as c on c.id = link.company_id
    join public.organisation_companies as agreed on agreed.company_id = link.company_id and agreed.organisation_id = link.organisation_id
    where link.code = upper(guest_record_click.code) and link.ended_at is null and private.is_partner(link.organisation_id, link.company_id)
  ), counted as (
    insert into private.link_clicks as counted (link_id, day, clicks) select id, today, 1 from followed
    on conflict (link_id, day) do update set clicks = counted.clicks + 1
  )
  select followed.days into days from followed;
  return jsonb_build_object('status', 'ok', 'days', coalesce(days, 0));
end
$$;
comment on function public.guest_record_click is
  'Counts a click on a partner link, without data about the visitor. Returns for how many days the guest''s browser '
  'should remember it by the agreement; 0: not at all, also for unknown links.';

create function private.referring_partner(company uuid, page uuid, ref text, clicks jsonb, out organisation uuid, out code text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  today constant date := (now() at time zone (select c.time_zone from public.companies as c where c.id = company))::date;
  click record;
  -- A click whose agreement counts the first click wins; otherwise a later click replaces it.
  has_winner boolean := false;
begin
  -- Most guests come without a partner.
  if page is null and ref is null and coalesce(clicks in ('null', '[]'), true) then return; end if;
  for click in
    with references_given as (
      select item ->> 'ref' as ref, (item ->> 'day')::date as day, ordinal, false as is_now
      from jsonb_array_elements(case when jsonb_typeof(clicks) = 'array' and jsonb_array_length(clicks) <= 20 then clicks else '[]' end)
        with ordinality as t (item, ordinal)
      where item ->> 'day' ~ '^\d{4}-\d{2}-\d{2}$' and pg_input_is_valid(item ->> 'day', 'date')
      union all
      select referring_partner.ref, today, 1000, true
    )
    select agreed.organisation_id, link.code, agreed.terms
    from references_given
    left join private.referral_links as link on link.company_id = referring_partner.company and link.code = upper(references_given.ref) and link.ended_at is null
      -- On a partner's page, links of other partners do not count.
      and (not references_given.is_now or page is null or link.organisation_id = page)
    join public.organisation_companies as agreed on agreed.company_id = referring_partner.company
      and agreed.organisation_id = coalesce(link.organisation_id, case when references_given.is_now then page end)
    where private.is_partner(agreed.organisation_id, referring_partner.company)
      -- The page itself does not count if the guest came by a removed link of the same partner.
      and not (references_given.is_now and exists (
        select from private.referral_links as r where r.code = upper(references_given.ref) and r.organisation_id = page and r.ended_at is not null))
      and (references_given.is_now or (references_given.day between today - (agreed.terms ->> 'window_days')::integer and today + 1 and agreed.terms -> 'window_days' <> '0'))
    order by references_given.day, references_given.ordinal
  loop
    if not has_winner then
      organisation := click.organisation_id;
      code := click.code;
      has_winner := click.terms ->> 'click' = 'first';
    end if;
  end loop;
end
$$;
comment on function private.referring_partner is
  'Returns the partner that a guest is attributed to, by the agreements: from the clicks that the guest''s browser '
  'remembers ([{"ref", "day"}], oldest first) and the page of the booking. `code` is the link''s, or null for the '
  'partner''s page.';

-- Commission ----------------------------------------------------------------------------------------------------------

create function private.commission_rate(booking public.bookings, terms jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  tour constant uuid := (select d.tour_id from public.departures as d where d.id = booking.departure_id);
  tour_rate constant jsonb := (select tour_terms from jsonb_array_elements(terms -> 'tours') as tour_terms where (tour_terms ->> 'tour')::uuid = tour limit 1);
  month constant date := (select date_trunc('month', d.local_date)::date from public.departures as d where d.id = booking.departure_id);
  before bigint;
begin
  if tour_rate ? 'percent' then return jsonb_build_object('percent', tour_rate -> 'percent'); end if;
  if tour_rate ? 'amount' then return jsonb_build_object('amount', tour_rate -> 'amount'); end if;
  if terms ->> 'kind' = 'per_guest' then return jsonb_build_object('amount', terms -> 'amount'); end if;
  if terms ->> 'kind' = 'percent' then return jsonb_build_object('percent', terms -> 'percent'); end if;
  select count(*) into before
  from public.departures as d
  join public.guests as g on g.departure_id = d.id and not g.is_cancelled
  join public.bookings as b on b.id = g.booking_id and b.status = 'CONFIRMED'
  left join private.referred_guests as brought on brought.guest_id = g.id
  join public.bookings as sent on sent.id = coalesce(brought.booking_id, g.booking_id) and sent.organisation_id = booking.organisation_id and sent.id <> booking.id
  join private.referrals as r on r.booking_id = sent.id and r.organisation_id = sent.organisation_id
  where d.company_id = booking.company_id and d.local_date >= month and d.local_date < (month + interval '1 month')::date;
  return (
    select jsonb_build_object('percent', tier -> 'percent') from jsonb_array_elements(terms -> 'tiers') as tier
    where (tier ->> 'from')::bigint <= before + 1 order by (tier ->> 'from')::bigint desc limit 1);
end
$$;
comment on function private.commission_rate is
  'Returns the rate of a booking by the current terms: the tour''s own, the general one, or the tier reached by the '
  'partner''s guests on tours of the same month.';

create function private.guest_price_shares(booking uuid) returns table (guest_id uuid, brought_by uuid, worth numeric)
language sql stable security definer set search_path = ''
as $$
  select g.id, coalesce(brought.booking_id, g.booking_id),
    -- If nothing has a price, guests count equally.
    case when sum(guest_price.worth) over () = 0 then 1 else guest_price.worth end
  from public.guests as g
  left join private.referred_guests as brought on brought.guest_id = g.id
  left join public.price_categories as category on category.id = g.price_category_id
  cross join lateral (select coalesce(brought.price, g.amount, category.amount, 0) as worth) as guest_price
  where g.booking_id = guest_price_shares.booking and not g.is_cancelled
$$;
comment on function private.guest_price_shares is
  'Returns for each active guest of a booking the original booking and the weight of their share of the price.';

create function private.booking_fragments(booking uuid) returns table (booking_id uuid, departure_id uuid, price numeric, guests uuid[])
language sql stable security definer set search_path = ''
as $$
  select b.id, b.departure_id, b.total_amount * sum(each.worth) filter (where each.brought_by = booking_fragments.booking) / sum(each.worth),
    array_agg(each.guest_id order by each.guest_id) filter (where each.brought_by = booking_fragments.booking)
  from (
    select booking_fragments.booking as id
    union
    select g.booking_id from private.referred_guests as brought join public.guests as g on g.id = brought.guest_id where brought.booking_id = booking_fragments.booking
  ) as fragment
  join public.bookings as b on b.id = fragment.id
  cross join lateral private.guest_price_shares(b.id) as each
  group by b.id, b.departure_id, b.total_amount
  having bool_or(each.brought_by = booking_fragments.booking)
$$;
comment on function private.booking_fragments is
  'Returns where the guests of an original booking are now (in it, or in bookings it was merged into or split to), '
  'with their share of the price.';

create function private.store_guest_price_shares(booking uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.referred_guests (guest_id, booking_id, price)
  select each.guest_id, each.brought_by, b.total_amount * each.worth / sum(each.worth) over ()
  from public.bookings as b cross join lateral private.guest_price_shares(b.id) as each
  where b.id = store_guest_price_shares.booking
  on conflict (guest_id) do update set price = excluded.price;
end
$$;
comment on function private.store_guest_price_shares is
  'Stores before a merge which guests a booking brought and their share of its price.';

create function private.attended_guests(departure uuid, rule public.attendance_rule) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  report jsonb;
  submitted_lines jsonb;
begin
  if exists (select from private.tour_reports as r where r.departure_id = departure and r.state = 'locked') then
    report := private.departure_report(departure, rule);
    select a.payload -> 'lines' into submitted_lines from public.check_in_actions as a where a.id = (report ->> 'report')::uuid;
  end if;
  return array(
    select attendance.guest_id::uuid
    from jsonb_each(private.departure_roll_call(departure) -> 'guests') as attendance (guest_id, state)
    cross join lateral (select state ->> 'status' = 'checked_in' or (state ->> 'status' = 'expected' and rule <> 'check_ins_count') as attended) as marked
    left join public.guests as g on g.id::text = attendance.guest_id
    left join lateral (
      select (line ->> 'booked')::integer as booked from jsonb_array_elements(report -> 'lines') as line where line ->> 'type' = g.category_type::text) as booked_line on true
    left join lateral (
      select (line ->> 'attended')::integer as attended from jsonb_array_elements(submitted_lines) as line where line ->> 'type' = g.category_type::text) as submitted on true
    where state ->> 'status' <> 'cancelled' and case
      -- A report counts per price category. Where it says all or none it decides; otherwise the roll-call does.
      when submitted_lines is null or booked_line.booked is null then marked.attended
      when coalesce(submitted.attended, 0) = 0 then false
      else submitted.attended >= booked_line.booked or marked.attended end);
end
$$;
comment on function private.attended_guests is
  'Returns who attended a departure: by its locked report where that says all or none of a price category, else by '
  'the roll-call. The attendance rule decides about unmarked guests.';

create function private.referral_commission(referral private.referrals, out pending bigint, out earned bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  part record;
  attended integer;
begin
  pending := 0;
  earned := 0;
  if (select b.organisation_id from public.bookings as b where b.id = referral.booking_id) is distinct from referral.organisation_id then return; end if;
  for part in
    select fragment.price, fragment.guests, d.id as departure, d.ends_at
    from private.booking_fragments(referral.booking_id) as fragment
    join public.bookings as b on b.id = fragment.booking_id and b.status = 'CONFIRMED'
    join public.departures as d on d.id = fragment.departure_id and d.status <> 'cancelled'
  loop
    if private.report_due_at(part.ends_at) > now() then
      pending := pending + private.commission_amount(referral.rate, part.price, cardinality(part.guests));
      continue;
    end if;
    select count(*) into attended
    from unnest(private.attended_guests(part.departure, coalesce(referral.counted_by, private.effective_attendance_rule(part.departure)))) as guest
    where guest = any (part.guests);
    if attended > 0 then earned := earned + private.commission_amount(referral.rate, part.price, attended); end if;
  end loop;
end
$$;
comment on function private.referral_commission is
  'Returns the commission of a referral now: pending until twelve hours after the tour, then earned if any of its '
  'guests came, from their whole price or per attending guest. Zero if cancelled, reassigned to another partner, or '
  'nobody came.';

create function private.effective_attendance_rule(departure uuid) returns public.attendance_rule
language sql stable security definer set search_path = ''
as $$
  select coalesce(r.rule, c.attendance_rule)
  from public.departures as d join public.companies as c on c.id = d.company_id left join private.tour_reports as r on r.departure_id = d.id
  where d.id = departure
$$;
comment on function private.effective_attendance_rule is
  'Returns the attendance rule of a departure: of its locked report, else of the company.';

create function private.commission_amount(rate jsonb, price numeric, guests integer) returns bigint
language sql immutable parallel safe
return case when rate ? 'amount' then (rate ->> 'amount')::bigint * guests else round(price * (rate ->> 'percent')::numeric / 100)::bigint end;
comment on function private.commission_amount is
  'Returns a rate applied to a price or a number of guests, in minor units.';

create function private.update_referral_commission(referral uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored private.referrals;
  due record;
begin
  -- Locked, as each run adds the difference to what others wrote.
  select * into stored from private.referrals where id = referral for update;
  -- Its guests may be on several departures, but one rule counts them all; min() takes any one of them.
  select coalesce(min(at) filter (where at > now()), max(at)), coalesce(stored.counted_by, min(rule) filter (where at <= now()))
  into stored.due_at, stored.counted_by
  from (
    select private.report_due_at(d.ends_at) as at, private.effective_attendance_rule(d.id) as rule
    from public.departures as d
    where d.id in (select fragment.departure_id from private.booking_fragments(stored.booking_id) as fragment)
      or d.id = (select b.departure_id from public.bookings as b where b.id = stored.booking_id and b.reason is distinct from 'merged')
  ) as each;
  select * into due from private.referral_commission(stored);
  insert into private.commission_lines (referral_id, state, amount)
  select referral, target.state, target.amount - coalesce(recorded.amount, 0)
  from (values ('pending'::private.commission_state, due.pending), ('earned', due.earned)) as target (state, amount)
  left join (select l.state, sum(l.amount)::bigint as amount from private.commission_lines as l where l.referral_id = referral group by l.state) as recorded using (state)
  where target.amount <> coalesce(recorded.amount, 0);
  update private.referrals set updated_at = clock_timestamp(), due_at = stored.due_at, counted_by = stored.counted_by where id = referral;
end
$$;
comment on function private.update_referral_commission is
  'Adds the lines that bring a referral to its current commission. Idempotent.';

create function private.is_booking_honoured(booking public.bookings) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (booking).status = 'CONFIRMED' or ((booking).reason = 'merged' and exists (
    select from private.referred_guests as brought
    join public.guests as g on g.id = brought.guest_id and not g.is_cancelled
    join public.bookings as b on b.id = g.booking_id and b.status = 'CONFIRMED'
    where brought.booking_id = (booking).id))
$$;
comment on function private.is_booking_honoured is
  'Returns whether a booking, or the one it was merged into, is confirmed.';

create function private.merged_bookings(booking uuid) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select brought.booking_id from public.guests as g join private.referred_guests as brought on brought.guest_id = g.id where g.booking_id = merged_bookings.booking;
end
$$;
comment on function private.merged_bookings is 'Returns the bookings that were merged into a booking.';

create function private.update_commission_of_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  referral_id uuid;
begin
  if new.organisation_id is null and (tg_op = 'INSERT' or old.organisation_id is null) and not exists (select from private.merged_bookings(new.id)) then
    return null;
  end if;
  if private.is_booking_honoured(new) then
    insert into private.referrals (booking_id, organisation_id, company_id, link_id, rate, currency)
    select sent.id, agreed.organisation_id, agreed.company_id,
      (select link.id from private.referral_links as link
        where link.code = sent.referral and link.organisation_id = agreed.organisation_id and link.company_id = agreed.company_id and link.ended_at is null),
      private.commission_rate(sent, agreed.terms), sent.currency
    from public.bookings as sent
    join public.organisation_companies as agreed on agreed.organisation_id = sent.organisation_id and agreed.company_id = sent.company_id and agreed.status = 'active'
    where sent.id = new.id or sent.id in (select private.merged_bookings(new.id))
    on conflict on constraint referrals_once do nothing;
  end if;
  -- A new booking has no guests yet.
  if tg_op = 'INSERT' then return null; end if;
  -- By id, as every update of referrals locks them, so that they cannot deadlock.
  for referral_id in
    select r.id from private.referrals as r where r.booking_id = new.id or r.booking_id in (select private.merged_bookings(new.id))
    order by r.id
  loop
    perform private.update_referral_commission(referral_id);
  end loop;
  return null;
end
$$;
comment on function private.update_commission_of_booking is
  'Trigger: attributes a partner''s booking when it is confirmed, once, and updates the commission of it and of '
  'bookings merged into it.';

create function private.copy_referral(former uuid, booking uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.referrals (booking_id, organisation_id, company_id, link_id, rate, currency)
  select copy_referral.booking, r.organisation_id, r.company_id, r.link_id, r.rate, r.currency
  from private.referrals as r join public.bookings as b on b.id = r.booking_id and b.organisation_id = r.organisation_id
  where r.booking_id = former
  on conflict on constraint referrals_once do update set link_id = excluded.link_id, rate = excluded.rate;
  -- Guests that the former booking brought, and that moved to the split-off one, now count as brought by that one.
  update private.referred_guests as brought set booking_id = copy_referral.booking
  from public.guests as g where g.id = brought.guest_id and g.booking_id = copy_referral.booking and brought.booking_id = former;
end
$$;
comment on function private.copy_referral is
  'Copies the referral of a booking, with its rate and link, to a booking that was split off.';

create trigger adjust_commission_inserted after insert on public.bookings
  for each row when (new.organisation_id is not null) execute function private.update_commission_of_booking();
create trigger adjust_commission after update of status, total_amount, organisation_id, departure_id on public.bookings
  for each row execute function private.update_commission_of_booking();

create function private.update_commission_of_departure() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  referral_id uuid;
begin
  for referral_id in
    select r.id from private.referrals as r
    where r.booking_id in (
      select b.id from public.bookings as b where b.departure_id = new.id
      union
      select brought.booking_id from public.guests as g join private.referred_guests as brought on brought.guest_id = g.id where g.departure_id = new.id)
    order by r.id
  loop
    perform private.update_referral_commission(referral_id);
  end loop;
  return null;
end
$$;
comment on function private.update_commission_of_departure is
  'Trigger: updates commission when a departure is cancelled, restored or moved to another time.';
create trigger adjust_commission after update of status, ends_at on public.departures
  for each row when ((old.status = 'cancelled') <> (new.status = 'cancelled') or old.ends_at <> new.ends_at) execute function private.update_commission_of_departure();

create function private.update_commissions(organisation uuid, company uuid, row_limit integer default 200) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  chosen uuid[];
  referral_id uuid;
begin
  chosen := array(
    select r.id
    from private.referrals as r
    join public.bookings as b on b.id = r.booking_id
    join public.departures as d on d.id = b.departure_id
    where (update_commissions.organisation is null or r.organisation_id = update_commissions.organisation)
      and (update_commissions.company is null or r.company_id = update_commissions.company)
      and (r.updated_at = '-infinity' or (r.updated_at < r.due_at and r.due_at <= now()) or (private.report_due_at(d.ends_at) <= now() and (
        r.updated_at < private.report_due_at(d.ends_at) or exists (
          select from public.check_in_actions as a
          where a.departure_id in (
            select d.id union all
            select g.departure_id from private.referred_guests as brought join public.guests as g on g.id = brought.guest_id where brought.booking_id = b.id)
          -- An hour of margin for actions under way during the last update.
          and a.recorded_at > r.updated_at - interval '1 hour'))))
    order by r.updated_at, r.id
    limit row_limit);
  -- By id, as every update of referrals locks them, so that they cannot deadlock.
  for referral_id in select id from unnest(chosen) as id order by id loop
    perform private.update_referral_commission(referral_id);
  end loop;
end
$$;
comment on function private.update_commissions is
  'Updates the `row_limit` referrals of a partner or company that have waited longest since time or late reports changed them. '
  'Called when they are read and when a statement is made. Later changes go into the next statement.';

create function private.earn_due_commissions(row_limit integer) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  chosen uuid[];
  referral record;
begin
  chosen := array(
    select r.id from private.referrals as r
    where r.updated_at < r.due_at and r.due_at <= now() and not private.has_failed_today('update_referral_commission', r.id) order by r.due_at limit row_limit);
  -- By id, as every update of referrals locks them, so that they cannot deadlock.
  for referral in select r.id, r.company_id from private.referrals as r where r.id = any (chosen) order by r.id loop
    perform private.attempt_step('update_referral_commission', referral.company_id, referral.id);
  end loop;
end
$$;
comment on function private.earn_due_commissions is
  'Updates up to `row_limit` referrals whose pending commission is due. For the job scheduler.';

-- RPCs for partners and companies -------------------------------------------------------------------------------------

create function private.works_for(person uuid, organisation uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.organisations as o where o.id = works_for.organisation) and exists (
    select from jsonb_array_elements(private.subject(person) -> 'assignments') as assignment
    -- The specification spells TRUSTED_PARNER_ACCESS so.
    where (assignment -> 'permissions' ? 'ORGANISATION_ALL_ACCESS' or assignment -> 'permissions' ? 'TRUSTED_PARNER_ACCESS')
      and assignment #>> '{company,id}' is null and assignment #>> '{organisation,is_active}' is distinct from 'false'
      and coalesce(assignment #>> '{organisation,id}', works_for.organisation::text) = works_for.organisation::text)
$$;
comment on function private.works_for is 'Returns whether a person is an admin or agent of a partner organisation.';

create function public.create_referral_link(link uuid, organisation uuid, company uuid, tour uuid, name text) returns jsonb
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
    if link is null or not coalesce(length(private.visible_text(create_referral_link.name)) between 1 and 80, false)
      or not private.is_partner(organisation, company)
      or (tour is not null and not exists (
        select from public.tours as t where t.id = tour and t.company_id = create_referral_link.company and t.status in ('live', 'paused'))) then
      return '{"status": "invalid"}';
    end if;
    if (select count(*) >= 500 from private.referral_links as l where l.organisation_id = create_referral_link.organisation and l.ended_at is null) then return '{"status": "too_many"}'; end if;
    insert into private.referral_links (id, organisation_id, company_id, tour_id, code, name)
    values (link, organisation, company, tour, private.random_code(8), private.visible_text(create_referral_link.name))
    returning * into link_row;
    perform private.log_team_change(company, organisation, 'create_referral_link', null, jsonb_build_object('code', link_row.code, 'name', link_row.name));
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
  if stored.id is null or not private.works_for(me, stored.organisation_id) then return '{"status": "not_permitted"}'; end if;
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

create function private.commission_sums(referrals uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'pending', pending, 'earned', earned, 'settled', settled) order by currency), '[]')
    from (
      select r.currency, coalesce(sum(l.amount) filter (where l.state = 'pending'), 0) as pending,
        coalesce(sum(l.amount) filter (where l.state = 'earned' and s.state is distinct from 'agreed'), 0) as earned,
        coalesce(sum(l.amount) filter (where s.state = 'agreed'), 0) as settled
      from private.referrals as r
      join private.commission_lines as l on l.referral_id = r.id
      left join (private.statement_lines as line join private.commission_statements as s on s.id = line.statement_id and s.state <> 'withdrawn') on line.line_id = l.id
      where r.id = any (referrals)
      group by r.currency) as each);
end
$$;
comment on function private.commission_sums is
  'Returns the commission of referrals by currency: pending, earned but not settled, and settled by an accepted '
  'statement.';

create function public.read_referrals(company uuid default null, organisation uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  -- One partner must not see another's commission while acting for the company.
  if company is null and not private.works_for(me, organisation)
    or company is not null and (organisation is not null or not private.may('read_referrals', company)) then
    return '{"status": "not_permitted"}';
  end if;
  perform private.update_commissions(organisation, company);
  return jsonb_build_object('status', 'ok',
    'may_issue_statements', company is null and private.manages_team(me, null, organisation),
    'slug', (select o.slug from public.organisations as o where o.id = read_referrals.organisation),
    'partners', coalesce((
      select jsonb_agg(jsonb_build_object('organisation', o.id, 'company', c.id, 'name', case when read_referrals.company is null then c.name else o.name end,
          'slug', c.slug, 'is_active', private.is_partner(o.id, c.id), 'time_zone', c.time_zone,
          'tours', case when read_referrals.company is not null then '[]' else coalesce((
            select jsonb_agg(jsonb_build_object('id', t.id, 'slug', t.slug, 'titles', private.localised(t.id, 'title')) order by t.slug)
            from public.tours as t where t.company_id = c.id and t.status in ('live', 'paused')), '[]') end,
          'bookings', (select count(*) from private.referrals as r join public.bookings as b on b.id = r.booking_id
            where r.organisation_id = o.id and r.company_id = c.id and b.organisation_id = o.id and private.is_booking_honoured(b)),
          'sums', private.commission_sums(array(select r.id from private.referrals as r where r.organisation_id = o.id and r.company_id = c.id)))
        order by c.name, o.name, c.id)
      from public.organisation_companies as agreement
      join public.companies as c on c.id = agreement.company_id join public.organisations as o on o.id = agreement.organisation_id
      where (agreement.company_id = read_referrals.company or agreement.organisation_id = read_referrals.organisation)
        and (agreement.status = 'active' or exists (select from private.referrals as r where r.organisation_id = o.id and r.company_id = c.id))), '[]'),
    'links', case when company is not null then '[]' else coalesce((
      select jsonb_agg(jsonb_build_object('id', l.id, 'company', l.company_id, 'company_name', c.name, 'company_slug', c.slug, 'code', l.code, 'name', l.name,
          'tour', (select jsonb_build_object('slug', t.slug, 'titles', private.localised(t.id, 'title')) from public.tours as t where t.id = l.tour_id),
          'is_active', l.ended_at is null and private.is_partner(l.organisation_id, l.company_id), 'is_ended', l.ended_at is not null,
          'clicks', (select coalesce(sum(k.clicks), 0) from private.link_clicks as k where k.link_id = l.id),
          'recent', (select coalesce(sum(k.clicks), 0) from private.link_clicks as k where k.link_id = l.id and k.day > current_date - 30),
          'bookings', (select count(*) from private.referrals as r join public.bookings as b on b.id = r.booking_id
            where r.link_id = l.id and b.organisation_id = r.organisation_id and private.is_booking_honoured(b)),
          'sums', private.commission_sums(array(select r.id from private.referrals as r where r.link_id = l.id)))
        order by l.ended_at is not null, l.created_at desc, l.id)
      from private.referral_links as l join public.companies as c on c.id = l.company_id
      where l.organisation_id = read_referrals.organisation), '[]') end,
    'statements', coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'counterpart', case when read_referrals.company is null then c.name else o.name end, 'month', to_char(s.month, 'YYYY-MM'),
          'currency', s.currency, 'amount', s.amount, 'state', s.state, 'dispute_reason', s.dispute_reason)
        order by s.month desc, c.name, o.name, s.id)
      from private.commission_statements as s
      join public.companies as c on c.id = s.company_id join public.organisations as o on o.id = s.organisation_id
      where s.company_id = read_referrals.company or s.organisation_id = read_referrals.organisation), '[]'));
end
$$;
comment on function public.read_referrals is
  'Returns what a partner sends and earns, for its people, or what a company owes its partners, for its owner: links '
  'with clicks, bookings and commission, and statements. Returns {"status": "ok" | "not_permitted" | "signed_out"}.';

create function private.statement_facts(referral private.referrals) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('reference', b.reference, 'titles', private.localised(d.tour_id, 'title'), 'local_date', d.local_date,
      'guests', coalesce(totals.guests, 0), 'price', coalesce(totals.price, 0), 'rate', referral.rate,
      'link', (select link.name from private.referral_links as link where link.id = referral.link_id))
    from public.bookings as b
    cross join lateral (
      select sum(cardinality(part.guests)) as guests, round(sum(part.price)) as price, (array_agg(part.departure_id order by part.booking_id))[1] as departure
      from private.booking_fragments(b.id) as part) as totals
    join public.departures as d on d.id = coalesce(totals.departure, b.departure_id)
    where b.id = referral.booking_id);
end
$$;
comment on function private.statement_facts is
  'Returns the details that a statement shows of a referral: its guests and where they are now.';

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
    where r.organisation_id = create_month_statement.organisation and r.company_id = create_month_statement.company order by 1
  loop
    continue when exists (
      select from private.commission_statements as s
      where s.organisation_id = create_month_statement.organisation and s.company_id = create_month_statement.company and s.month = create_month_statement.month
        and s.currency = of_currency and s.state <> 'withdrawn');
    -- The day of the tour decides, not the day of the line: a line that is added after the statement of its month
    -- comes in the next one.
    select jsonb_agg(each.line) into chosen
    from (
      select jsonb_build_object('id', l.id, 'amount', l.amount, 'facts', private.statement_facts(r)) as line
      from private.commission_lines as l
      join private.referrals as r on r.id = l.referral_id
      where r.organisation_id = create_month_statement.organisation and r.company_id = create_month_statement.company and r.currency = of_currency and l.state = 'earned'
        and not exists (
          select from private.statement_lines as line_row join private.commission_statements as s on s.id = line_row.statement_id
          where line_row.line_id = l.id and s.state <> 'withdrawn')
    ) as each
    where (each.line #>> '{facts,local_date}')::date < (create_month_statement.month + interval '1 month')::date;
    continue when chosen is null;
    insert into private.commission_statements (organisation_id, company_id, month, currency, amount)
    select organisation, company, create_month_statement.month, of_currency, sum((line ->> 'amount')::bigint) from jsonb_array_elements(chosen) as line
    returning * into new_statement;
    insert into private.statement_lines (line_id, statement_id, facts) select (line ->> 'id')::uuid, new_statement.id, line -> 'facts' from jsonb_array_elements(chosen) as line;
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
  perform private.enqueue_mail('commission-statement', a.email::text, u.locale,
    jsonb_build_object('from', case when to_company then o.name else c.name end, 'to', case when to_company then c.name else o.name end,
      'state', statement.state, 'month', to_char(statement.month, 'YYYY-MM'), 'amount', statement.amount, 'currency', statement.currency, 'reason', coalesce(statement.dispute_reason, ''),
      'side', case when to_company then 'company' else 'organisation' end, 'id', case when to_company then c.id else o.id end),
    -- Mails of the partner are not listed in the company's outbox.
    company => case when not to_company then c.id end,
    dedupe_key => concat_ws(':', 'commission_statement', statement.id, statement.state, md5(statement.dispute_reason), u.id))
  from public.companies as c, public.organisations as o, public.users as u join auth.users as a on a.id = u.id
  where c.id = statement.company_id and o.id = statement.organisation_id and private.is_email_address(a.email)
    and case when to_company then 'owner' = any (private.member_roles(u.id, c.id)) else 'partner_admin' = any (private.member_roles(u.id, null, o.id)) end
    and u.id in (
      select m.user_id from public.company_members as m where to_company and m.company_id = c.id
      union select m.user_id from public.organisation_members as m where not to_company and m.organisation_id = o.id);
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
  if month is null or extract(day from month) <> 1 or zone is null
    or not exists (select from public.organisation_companies as l where l.organisation_id = create_statement.organisation and l.company_id = create_statement.company) then
    return '{"status": "invalid"}';
  end if;
  if (month + interval '1 month') at time zone zone > now() then return '{"status": "month_not_ended"}'; end if;
  perform private.update_commissions(organisation, company);
  count_made := private.create_month_statement(organisation, company, month);
  if count_made = 0 then return '{"status": "nothing"}'; end if;
  perform private.log_team_change(company, organisation, 'create_statement', null, jsonb_build_object('month', to_char(create_statement.month, 'YYYY-MM')));
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
  return jsonb_build_object('status', 'ok', 'month', to_char(stored.month, 'YYYY-MM'), 'currency', stored.currency, 'amount', stored.amount, 'state', stored.state, 'dispute_reason', stored.dispute_reason,
    'organisation', (select o.name from public.organisations as o where o.id = stored.organisation_id),
    'company', (select c.name from public.companies as c where c.id = stored.company_id),
    'may_withdraw', stored.state in ('issued', 'disputed') and private.manages_team(me, null, stored.organisation_id),
    'lines', (
      select jsonb_agg(s.facts || jsonb_build_object('id', l.id, 'amount', l.amount) order by s.facts ->> 'local_date', s.facts ->> 'reference', l.made_at, l.id)
      from private.statement_lines as s
      join private.commission_lines as l on l.id = s.line_id
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
  if stored.id is null or not private.may('answer_statement', stored.company_id) then return '{"status": "not_permitted"}'; end if;
  if agrees is null or (not agrees and not coalesce(length(private.trim_text(answer_statement.reason)) between 1 and 1000, false)) then return '{"status": "invalid"}'; end if;
  if stored.state = 'withdrawn' then return '{"status": "withdrawn"}'; end if;
  -- An accepted statement is final.
  if stored.state = 'agreed' then return case when agrees then '{"status": "ok"}'::jsonb else '{"status": "agreed"}' end; end if;
  update private.commission_statements as s
  set state = case when agrees then 'agreed' else 'disputed' end::private.statement_state, dispute_reason = case when not agrees then private.trim_text(answer_statement.reason) end, answered_at = now()
  where s.id = stored.id
  returning * into stored;
  perform private.enqueue_statement_mails(stored);
  perform private.log_team_change(stored.company_id, stored.organisation_id, case when agrees then 'agree_statement' else 'dispute_statement' end,
    null, jsonb_build_object('month', to_char(stored.month, 'YYYY-MM')));
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
  if stored.id is null or not private.manages_team(me, null, stored.organisation_id) then return '{"status": "not_permitted"}'; end if;
  if stored.state = 'agreed' then return '{"status": "agreed"}'; end if;
  if stored.state <> 'withdrawn' then
    update private.commission_statements as s set state = 'withdrawn' where s.id = stored.id returning * into stored;
    perform private.enqueue_statement_mails(stored);
    perform private.log_team_change(stored.company_id, stored.organisation_id, 'withdraw_statement', null, jsonb_build_object('month', to_char(stored.month, 'YYYY-MM')));
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.withdraw_statement is
  'Withdraws a statement that was not accepted, for the partner''s admin; its lines go into the next one. It stays '
  'readable. Returns {"status": "ok" | "agreed" | "not_permitted" | "signed_out"}. Idempotent.';

grant execute on function public.guest_record_click(text) to anon, authenticated;
grant execute on function
  public.create_referral_link(uuid, uuid, uuid, uuid, text), public.read_referrals(uuid, uuid), public.create_statement(uuid, uuid, date),
  public.read_statement(uuid), public.answer_statement(uuid, boolean, text), public.withdraw_statement(uuid), public.delete_referral_link(uuid)
  to authenticated;
