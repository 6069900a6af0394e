-- Commission that referred bookings earn. ADR 058

create function private.commission_rate(booking public.bookings, terms jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  tour constant uuid := (select d.tour_id from public.departures as d where d.id = booking.departure_id);
  tour_rate constant jsonb := (
    select tour_terms from jsonb_array_elements(terms -> 'tours') as tour_terms
    where (tour_terms ->> 'tour')::uuid = tour limit 1);
  month constant date := (
    select date_trunc('month', d.local_date)::date from public.departures as d where d.id = booking.departure_id);
  before bigint;
begin
  if tour_rate ? 'percent' then return jsonb_build_object('percent', tour_rate -> 'percent'); end if;
  if tour_rate ? 'amount' then return jsonb_build_object('amount', tour_rate -> 'amount'); end if;
  if terms ->> 'kind' = 'per_guest' then return jsonb_build_object('amount', terms -> 'amount'); end if;
  if terms ->> 'kind' = 'percent' then return jsonb_build_object('percent', terms -> 'percent'); end if;
  select count(*) into before from public.departures as d
  join public.guests as g on g.departure_id = d.id and not g.is_cancelled
  join public.bookings as b on b.id = g.booking_id and b.status = 'CONFIRMED'
  left join private.referred_guests as brought on brought.guest_id = g.id
  join public.bookings as sent
    on sent.id = coalesce(brought.booking_id, g.booking_id) and sent.organisation_id = booking.organisation_id
      and sent.id <> booking.id
  join private.referrals as r on r.booking_id = sent.id and r.organisation_id = sent.organisation_id
  where d.company_id = booking.company_id and d.local_date >= month
    and d.local_date < (month + interval '1 month')::date;
  return (
    select jsonb_build_object('percent', tier -> 'percent') from jsonb_array_elements(terms -> 'tiers') as tier
    where (tier ->> 'from')::bigint <= before + 1 order by (tier ->> 'from')::bigint desc limit 1);
end
$$;
comment on function private.commission_rate is
  'Returns the rate of a booking by the current terms: the tour''s own, the general one, or the tier reached by the '
  'partner''s guests on tours of the same month.';

create function private.attended_guests(departure uuid, rule public.attendance_rule) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  report jsonb;
  submitted_lines jsonb;
begin
  if exists (select from private.tour_reports as r where r.departure_id = departure and r.state = 'locked') then
    report := private.departure_report(departure, rule);
    select a.payload -> 'lines' into submitted_lines from public.check_in_actions as a
    where a.id = (report ->> 'report')::uuid;
  end if;
  return array(
    select attendance.guest_id::uuid
    from jsonb_each(private.departure_roll_call(departure) -> 'guests') as attendance (guest_id, state)
    cross join lateral (
      select state ->> 'status' = 'checked_in'
        or (state ->> 'status' = 'expected' and rule <> 'check_ins_count') as attended) as marked
    left join public.guests as g on g.id::text = attendance.guest_id
    left join lateral (
      select (line ->> 'booked')::integer as booked from jsonb_array_elements(report -> 'lines') as line
      where line ->> 'type' = g.category_type::text) as booked_line
      on true
    left join lateral (
      select (line ->> 'attended')::integer as attended from jsonb_array_elements(submitted_lines) as line
      where line ->> 'type' = g.category_type::text) as submitted
      on true
    where state ->> 'status' <> 'cancelled'
      and case
        -- A report counts per price category. Where it says all or none it decides; otherwise the roll-call does.
        when submitted_lines is null or booked_line.booked is null then marked.attended
        when coalesce(submitted.attended, 0) = 0 then false
        else submitted.attended >= booked_line.booked or marked.attended
      end);
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
  if (
    select b.organisation_id from public.bookings as b where b.id = referral.booking_id
  ) is distinct from referral.organisation_id
  then
    return;
  end if;
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
    from unnest(private.attended_guests(
      part.departure, coalesce(referral.counted_by, private.effective_attendance_rule(part.departure)))) as guest
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
  select coalesce(r.rule, c.attendance_rule) from public.departures as d
  join public.companies as c on c.id = d.company_id
  left join private.tour_reports as r on r.departure_id = d.id
  where d.id = departure$$;
comment on function private.effective_attendance_rule is
  'Returns the attendance rule of a departure: of its locked report, else of the company.';

create function private.commission_amount(rate jsonb, price numeric, guests integer) returns bigint
language sql immutable parallel safe
return case
  when rate ? 'amount' then (rate ->> 'amount')::bigint * guests
  else round(price * (rate ->> 'percent')::numeric / 100)::bigint
end;
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
  select coalesce(min(at) filter (where at > now()), max(at)),
    coalesce(stored.counted_by, min(rule) filter (where at <= now())) into stored.due_at, stored.counted_by
  from (
    select private.report_due_at(d.ends_at) as at, private.effective_attendance_rule(d.id) as rule
    from public.departures as d
    where d.id in (select fragment.departure_id from private.booking_fragments(stored.booking_id) as fragment)
      or d.id = (
        select b.departure_id from public.bookings as b
        where b.id = stored.booking_id and b.reason is distinct from 'merged')) as each;
  select * into due from private.referral_commission(stored);
  insert into private.commission_lines (referral_id, state, amount)
  select referral, target.state, target.amount - coalesce(recorded.amount, 0)
  from (values ('pending'::private.commission_state, due.pending), ('earned', due.earned)) as target (state, amount)
  left join (
    select l.state, sum(l.amount)::bigint as amount from private.commission_lines as l
    where l.referral_id = referral group by l.state) as recorded using (state)
  where target.amount <> coalesce(recorded.amount, 0);
  update private.referrals
  set updated_at = clock_timestamp(), due_at = stored.due_at, counted_by = stored.counted_by
  where id = referral;
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

create function private.update_commission_of_booking(before public.bookings, after public.bookings) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  referral_id uuid;
begin
  -- A partner's booking also without a visible change, as a change of its party may keep the total.
  if after.organisation_id is null and before.organisation_id is null
    and (
      (before.status, before.total_amount, before.departure_id)
        is not distinct from (after.status, after.total_amount, after.departure_id)
        or before is null
        or not exists (select from private.merged_bookings(after.id)))
  then
    return;
  end if;
  if private.is_booking_honoured(after) then
    insert into private.referrals (booking_id, organisation_id, company_id, link_id, rate, currency)
    select
      sent.id,
      agreed.organisation_id,
      agreed.company_id,
      (
        select link.id from private.referral_links as link
        where link.code = sent.referral and link.organisation_id = agreed.organisation_id
          and link.company_id = agreed.company_id and link.ended_at is null),
      private.commission_rate(sent, agreed.terms),
      sent.currency
    from public.bookings as sent
    join public.organisation_companies as agreed
      on agreed.organisation_id = sent.organisation_id and agreed.company_id = sent.company_id
        and agreed.status = 'active'
    where sent.id = after.id or sent.id in (select private.merged_bookings(after.id))
    on conflict on constraint referrals_once do nothing;
  end if;
  -- By id, as every update of referrals locks them, so that they cannot deadlock.
  for referral_id in
    select r.id from private.referrals as r
    where r.booking_id = after.id or r.booking_id in (select private.merged_bookings(after.id))
    order by r.id
  loop
    perform private.update_referral_commission(referral_id);
  end loop;
end
$$;
comment on function private.update_commission_of_booking is
  'Attributes a partner''s booking when it is confirmed, once, and updates the commission of it and of bookings merged '
  'into it. before: null for a new booking.';

create function private.update_commission_of_departure(
  before public.departures, after public.departures
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  referral_id uuid;
begin
  if (before.status = 'cancelled') = (after.status = 'cancelled') and before.ends_at = after.ends_at then
    return;
  end if;
  for referral_id in
    select r.id from private.referrals as r
    where r.booking_id in (
      select b.id from public.bookings as b
      where b.departure_id = after.id
      union
      select brought.booking_id
      from public.guests as g join private.referred_guests as brought on brought.guest_id = g.id
      where g.departure_id = after.id)
    order by r.id
  loop
    perform private.update_referral_commission(referral_id);
  end loop;
end
$$;
comment on function private.update_commission_of_departure is
  'Updates the commission of a departure''s bookings if it was cancelled, restored or moved to another time.';

create function private.update_commissions(organisation uuid, company uuid, row_limit integer default 200) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  chosen uuid[];
  referral_id uuid;
begin
  chosen := array(
    select r.id from private.referrals as r join public.bookings as b on b.id = r.booking_id
    join public.departures as d on d.id = b.departure_id
    where (update_commissions.organisation is null or r.organisation_id = update_commissions.organisation)
      and (update_commissions.company is null or r.company_id = update_commissions.company)
      and (
        r.updated_at = '-infinity'
          or (r.updated_at < r.due_at and r.due_at <= now())
          or (
            private.report_due_at(d.ends_at) <= now()
              and (
                r.updated_at < private.report_due_at(d.ends_at)
                  or exists (
                    select from public.check_in_actions as a
                    where a.departure_id in (
                      select d.id
                      union all
                      select g.departure_id
                      from private.referred_guests as brought join public.guests as g on g.id = brought.guest_id
                      where brought.booking_id = b.id)
                      -- An hour of margin for actions under way during the last update.
                      and a.recorded_at > r.updated_at - interval '1 hour'))))
    order by r.updated_at, r.id limit row_limit);
  -- By id, as every update of referrals locks them, so that they cannot deadlock.
  for referral_id in select id from unnest(chosen) as id order by id loop
    perform private.update_referral_commission(referral_id);
  end loop;
end
$$;
comment on function private.update_commissions is
  'Updates the `row_limit` referrals of a partner or company that have waited longest since time or late reports '
  'changed them. Called when they are read and when a statement is made. Later changes go into the next statement.';

create function private.commission_sums(referrals uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'currency', currency, 'pending', pending, 'earned', earned, 'settled', settled) order by currency), '[]')
    from (
      select r.currency, coalesce(sum(l.amount) filter (where l.state = 'pending'), 0) as pending,
        coalesce(sum(l.amount) filter (where l.state = 'earned' and s.state is distinct from 'agreed'), 0) as earned,
        coalesce(sum(l.amount) filter (where s.state = 'agreed'), 0) as settled
      from private.referrals as r join private.commission_lines as l on l.referral_id = r.id
      left join (
        private.statement_lines as line join private.commission_statements as s on s.id = line.statement_id
          and s.state <> 'withdrawn')
        on line.line_id = l.id
      where r.id = any (referrals) group by r.currency) as each);
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
  return jsonb_build_object(
    'status', 'ok',
    'may_issue_statements', company is null and private.manages_team(me, null, organisation),
    'slug', (select o.slug from public.organisations as o where o.id = read_referrals.organisation),
    'partners', coalesce((
      select jsonb_agg(jsonb_build_object(
        'organisation', o.id,
        'company', c.id,
        'name', case when read_referrals.company is null then c.name else o.name end,
        'slug', c.slug,
        'is_active', private.is_partner(o.id, c.id),
        'time_zone', c.time_zone,
        'tours', case
          when read_referrals.company is not null then '[]'
          else coalesce((
            select jsonb_agg(jsonb_build_object(
              'id', t.id, 'slug', t.slug, 'titles', private.localised(t.id, 'title')) order by t.slug)
            from public.tours as t
            where t.company_id = c.id and t.status in ('live', 'paused')), '[]')
        end,
        'bookings', (
          select count(*) from private.referrals as r join public.bookings as b on b.id = r.booking_id
          where r.organisation_id = o.id and r.company_id = c.id and b.organisation_id = o.id
            and private.is_booking_honoured(b)),
        'sums', private.commission_sums(array(
          select r.id from private.referrals as r where r.organisation_id = o.id and r.company_id = c.id))
      ) order by c.name, o.name, c.id)
      from public.organisation_companies as agreement
      join public.companies as c on c.id = agreement.company_id
      join public.organisations as o on o.id = agreement.organisation_id
      where (agreement.company_id = read_referrals.company or agreement.organisation_id = read_referrals.organisation)
        and (
          agreement.status = 'active'
            or exists (select from private.referrals as r where r.organisation_id = o.id and r.company_id = c.id))
    ), '[]'),
    'links', case
      when company is not null then '[]'
      else coalesce((
        select jsonb_agg(
          jsonb_build_object(
            'id', l.id,
            'company', l.company_id,
            'company_name', c.name,
            'company_slug', c.slug,
            'code', l.code,
            'name', l.name,
            'tour', (
              select jsonb_build_object('slug', t.slug, 'titles', private.localised(t.id, 'title'))
              from public.tours as t
              where t.id = l.tour_id),
            'is_active', l.ended_at is null and private.is_partner(l.organisation_id, l.company_id),
            'is_ended', l.ended_at is not null,
            'clicks', (select coalesce(sum(k.clicks), 0) from private.link_clicks as k where k.link_id = l.id),
            'recent', (
              select coalesce(sum(k.clicks), 0) from private.link_clicks as k
              where k.link_id = l.id and k.day > current_date - 30),
            'bookings', (
              select count(*) from private.referrals as r join public.bookings as b on b.id = r.booking_id
              where r.link_id = l.id and b.organisation_id = r.organisation_id and private.is_booking_honoured(b)),
            'sums', private.commission_sums(array(select r.id from private.referrals as r where r.link_id = l.id))
          ) order by l.ended_at is not null,
          l.created_at desc,
          l.id)
        from private.referral_links as l join public.companies as c on c.id = l.company_id
        where l.organisation_id = read_referrals.organisation), '[]')
    end,
    'statements', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', s.id,
        'counterpart', case when read_referrals.company is null then c.name else o.name end,
        'month', to_char(s.month, 'YYYY-MM'),
        'currency', s.currency,
        'amount', s.amount,
        'state', s.state,
        'dispute_reason', s.dispute_reason) order by s.month desc, c.name, o.name, s.id)
      from private.commission_statements as s join public.companies as c on c.id = s.company_id
      join public.organisations as o on o.id = s.organisation_id
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
    select jsonb_build_object(
      'reference', b.reference,
      'titles', private.localised(d.tour_id, 'title'),
      'local_date', d.local_date,
      'guests', coalesce(totals.guests, 0),
      'price', coalesce(totals.price, 0),
      'rate', referral.rate,
      'link', (select link.name from private.referral_links as link where link.id = referral.link_id))
    from public.bookings as b
    cross join lateral (
      select sum(cardinality(part.guests)) as guests, round(sum(part.price)) as price,
        (array_agg(part.departure_id order by part.booking_id))[1] as departure
      from private.booking_fragments(b.id) as part) as totals
    join public.departures as d on d.id = coalesce(totals.departure, b.departure_id)
    where b.id = referral.booking_id);
end
$$;
comment on function private.statement_facts is
  'Returns the details that a statement shows of a referral: its guests and where they are now.';

grant execute on function public.read_referrals(uuid, uuid) to authenticated;
