-- Partner accounts: partners owe their own bookings up to a credit limit. Charges are in the ledger (ADR 025) under
-- their own method; payments of partners are here. No function uses sequential scans, as in private.paid_amount. ADR
-- 067

create table private.partner_accounts (
  agreement_id uuid primary key references public.organisation_companies (id) on delete cascade,
  organisation_id uuid not null references public.organisations (id),
  company_id uuid not null references public.companies (id),
  credit_limit bigint not null check (credit_limit between 0 and 1000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  constraint partner_accounts_once unique (organisation_id, company_id)
);
comment on table private.partner_accounts is
  'Credit limit of a partner at a company. Without a row nothing new goes on account; debts in the ledger remain.';
comment on column private.partner_accounts.credit_limit is
  'Minor units of the company''s currency when it was set; bookings in other currencies cannot go on account.';
create index partner_accounts_company_id_idx on private.partner_accounts (company_id);
alter table private.partner_accounts enable row level security, force row level security;

create table private.account_payments (
  id uuid primary key,
  organisation_id uuid not null references public.organisations (id),
  company_id uuid not null references public.companies (id),
  amount bigint not null check (amount <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  paid_on date not null,
  reference text check (length(reference) between 1 and 200),
  corrects uuid unique references private.account_payments (id),
  user_id uuid,
  made_at timestamptz not null default clock_timestamp(),
  constraint account_payments_corrections_are_negative check ((corrects is null) = (amount > 0))
);
comment on table private.account_payments is
  'Payments of partners on their accounts, in minor units. Append-only: mistakes are corrected by another row.';
comment on column private.account_payments.id is 'Id made by the client, so that a repeat is one row.';
comment on column private.account_payments.corrects is 'Payment that this row takes back.';
comment on column private.account_payments.user_id is
  'Person who recorded it. No foreign key, as it outlives the account.';
create index account_payments_organisation_id_idx on private.account_payments (organisation_id, company_id, currency);
create index account_payments_company_id_idx on private.account_payments (company_id);
alter table private.account_payments enable row level security, force row level security;
create trigger refuse_change before update or delete on private.account_payments
  for each row execute function private.refuse_change();

create function private.account_balance(organisation uuid, company uuid, currency text) returns bigint
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
begin
  return (
    select coalesce((
      select sum(p.amount) from public.payments as p
      where p.organisation_id = account_balance.organisation and p.company_id = account_balance.company
        and p.currency = account_balance.currency and p.status = 'RECEIVED'), 0)::bigint
      - coalesce((
        select sum(r.amount) from public.refunds as r
        where r.organisation_id = account_balance.organisation and r.company_id = account_balance.company
          and r.currency = account_balance.currency and r.status = 'REFUNDED'), 0)::bigint
        - coalesce((
          select sum(m.amount) from private.account_payments as m
          where m.organisation_id = account_balance.organisation and m.company_id = account_balance.company
            and m.currency = account_balance.currency), 0)::bigint);
end
$$;
comment on function private.account_balance is
  'Returns what a partner owes a company in a currency: charges minus credits minus payments. Negative: paid in '
  'advance.';

create function private.account_sums(organisation uuid, company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'currency', used.currency, 'open', private.account_balance(organisation, company, used.currency)
    ) order by used.currency), '[]')
    from (
      select p.currency from public.payments as p
      where p.organisation_id = account_sums.organisation and p.company_id = account_sums.company
      union
      select m.currency
      from private.account_payments as m
      where m.organisation_id = account_sums.organisation and m.company_id = account_sums.company) as used);
end
$$;
comment on function private.account_sums is
  'Returns what a partner owes a company, per currency ever used on its account.';

create function private.account_limit(agreement uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('limit', a.credit_limit, 'currency', a.currency)
    from private.partner_accounts as a where a.agreement_id = agreement);
end
$$;
comment on function private.account_limit is
  'Returns the credit limit of an agreement: {"limit", "currency"}, or null if nothing goes on account.';

create function private.available_credit(organisation uuid, company uuid, currency text) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select greatest(a.credit_limit - private.account_balance(a.organisation_id, a.company_id, a.currency), 0)
    from private.partner_accounts as a
    where a.organisation_id = available_credit.organisation and a.company_id = available_credit.company
      and a.currency = available_credit.currency and private.is_partner(a.organisation_id, a.company_id));
end
$$;
comment on function private.available_credit is
  'Returns the remaining credit of a partner, or null if it has no account in this currency.';

create function private.booking_accounts(booking public.bookings) returns table (organisation_id uuid, amount bigint)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
#variable_conflict use_column begin return query
  select found.organisation_id, found.amount
  from (
    select used.organisation_id, private.on_account(booking.id, used.organisation_id) as amount
    from (
      select distinct p.organisation_id from public.payments as p
      where p.booking_id = booking.id and p.method = 'on_account') as used) as found
  where found.amount > 0
  -- The booking's own partner comes first.
  order by found.organisation_id is not distinct from booking.organisation_id desc, found.organisation_id;
end
$$;
comment on function private.booking_accounts is
  'Returns the accounts that a booking is charged to, with amounts; several if bookings of two partners were merged.';

create function private.account_share_of_refund(booking public.bookings, amount bigint) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  account_balance constant bigint := private.on_account((booking).id);
begin
  if account_balance <= 0 then return 0; end if;
  return greatest(account_share_of_refund.amount - greatest(private.paid_amount((booking).id) - account_balance, 0), 0);
end
$$;
comment on function private.account_share_of_refund is
  'Returns the part of a refund that is credited to accounts: what guests paid themselves is refunded first.';

create function private.may_credit_account(actor private.booking_actor, booking public.bookings) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.on_account((booking).id) <= 0 or private.adjusts_partner_account(actor, (booking).company_id);
end
$$;
comment on function private.may_credit_account is
  'Returns whether the actor decides about a refund. If a partner owes the booking, people who may belong to that '
  'partner cannot; only the policy applies to them.';

create function private.adjusts_partner_account(actor private.booking_actor, company uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select actor.person is null or private.can_assign_partner(actor, company)
$$;
comment on function private.adjusts_partner_account is
  'Returns whether an actor''s changes adjust the partner''s account: the company''s programs, guests by policy, and '
  'its own people, but not people who act for the company and may belong to the partner.';

create function private.credit_account(
  actor private.booking_actor, booking public.bookings, amount bigint, note text
) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  owing record;
  rest bigint := amount;
  part bigint;
begin
  if rest <= 0 then return 0; end if;
  for owing in select * from private.booking_accounts(booking) loop
    part := least(rest, owing.amount);
    exit when part <= 0;
    insert into public.refunds (
      company_id,
      booking_id,
      amount,
      currency,
      method,
      organisation_id,
      status,
      note,
      user_id,
      refunded_at)
    values (
      booking.company_id,
      booking.id,
      part,
      booking.currency,
      'on_account',
      owing.organisation_id,
      'REFUNDED',
      note,
      actor.person,
      now());
    rest := rest - part;
  end loop;
  return credit_account.amount - rest;
end
$$;
comment on function private.credit_account is
  'Credits an amount of a booking to the accounts it is charged to, at once, as no money is sent. Returns the '
  'credited amount. Takes no locks.';

create function private.action_result_details(verdict jsonb) returns jsonb
language sql immutable parallel safe
return jsonb_strip_nulls(jsonb_build_object(
  'overridden_rules', verdict -> 'overridden_rules', 'on_account', verdict -> 'on_account'));
comment on function private.action_result_details is
  'Returns the details of a verdict that an action reports: overridden rules, and the change of a partner''s account.';

create function public.set_account_limit(agreement uuid, credit_limit bigint, expected jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  agreement_row public.organisation_companies;
  before jsonb;
  after jsonb;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select * into agreement_row from public.organisation_companies where id = agreement for update;
  -- Partners who act for the company must not give themselves credit.
  if agreement_row.id is null or not private.may('set_account_limit', agreement_row.company_id) then
    return '{"status": "not_permitted"}';
  end if;
  if set_account_limit.credit_limit not between 0 and 1000000000000 then return '{"status": "invalid"}'; end if;
  if agreement_row.status <> 'active' then return '{"status": "ended"}'; end if;
  before := private.account_limit(agreement_row.id);
  select case
    when set_account_limit.credit_limit is not null then
      jsonb_build_object('limit', set_account_limit.credit_limit, 'currency', c.currency)
  end into after
  from public.companies as c
  where c.id = agreement_row.company_id;
  if after is not distinct from before then return '{"status": "ok"}'; end if;
  -- Optimistic concurrency: the limit must be the one the caller has read.
  if before is distinct from nullif(expected, 'null') then
    return jsonb_build_object('status', 'stale', 'account', before);
  end if;
  if after is null then
    delete from private.partner_accounts as a where a.agreement_id = agreement_row.id;
  else
    insert into private.partner_accounts as a
    values (
      agreement_row.id,
      agreement_row.organisation_id,
      agreement_row.company_id,
      set_account_limit.credit_limit,
      after ->> 'currency')
    on conflict (agreement_id) do update
    set credit_limit = excluded.credit_limit, currency = excluded.currency;
  end if;
  perform private.log_team_change(agreement_row.company_id, agreement_row.organisation_id, 'set_account_limit',
    jsonb_build_object('account', before), jsonb_build_object('account', after));
  perform private.queue_change_event(agreement_row.company_id, '{}');
  return '{"status": "ok"}';
end
$$;
comment on function public.set_account_limit is
  'Sets a partner''s credit limit in minor units of the company''s currency, for the company''s owner; null: nothing '
  'new goes on account, debts remain. `expected` holds what the caller has read ({"limit", "currency"} or null). '
  'Returns {"status": "ok" | "stale" with the current one | "ended" | "invalid" | "not_permitted" | "signed_out"}. '
  'Idempotent.';

create function public.record_account_payment(
  payment uuid,
  agreement uuid,
  amount bigint,
  currency text,
  paid_on date,
  reference text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  agreement_row public.organisation_companies;
  stored private.account_payments;
  clean_reference constant text := nullif(private.visible_text(record_account_payment.reference), '');
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select * into agreement_row from public.organisation_companies where id = agreement;
  if agreement_row.id is null or not private.may('record_account_payment', agreement_row.company_id) then
    return '{"status": "not_permitted"}';
  end if;
  if payment is null
    or (record_account_payment.amount between 1 and 1000000000000) is not true
    or length(clean_reference) > 200
    or (record_account_payment.paid_on between current_date - 1830 and current_date + 1) is not true
    -- Only currencies that the account uses or may use.
    or not coalesce(
      record_account_payment.currency = (private.account_limit(agreement_row.id) ->> 'currency')
        or exists (
          select
          from jsonb_array_elements(private.account_sums(
            agreement_row.organisation_id, agreement_row.company_id)) as sum_row
          where sum_row ->> 'currency' = record_account_payment.currency),
      false)
  then
    return '{"status": "invalid"}';
  end if;
  insert into private.account_payments (id, organisation_id, company_id, amount, currency, paid_on, reference, user_id)
  values (
    payment,
    agreement_row.organisation_id,
    agreement_row.company_id,
    record_account_payment.amount,
    record_account_payment.currency,
    record_account_payment.paid_on,
    clean_reference,
    me)
  on conflict (id) do nothing;
  if not found then
    select * into stored from private.account_payments where id = payment;
    return case
      when (stored.organisation_id, stored.company_id, stored.amount, stored.currency, stored.paid_on) = (
        agreement_row.organisation_id,
        agreement_row.company_id,
        record_account_payment.amount,
        record_account_payment.currency,
        record_account_payment.paid_on)
        and stored.reference is not distinct from clean_reference
        then '{"status": "ok"}'::jsonb
      else '{"status": "id_reused"}'
    end;
  end if;
  perform private.log_team_change(
    agreement_row.company_id,
    agreement_row.organisation_id,
    'record_account_payment',
    null,
    jsonb_build_object(
      'amount', record_account_payment.amount,
      'currency', record_account_payment.currency,
      'paid_on', record_account_payment.paid_on));
  perform private.queue_change_event(agreement_row.company_id, '{}');
  return '{"status": "ok"}';
end
$$;
comment on function public.record_account_payment is
  'Records a partner''s payment on its account, for the company''s owner; also after the agreement has ended. '
  'Idempotent per id. Returns {"status": "ok" | "id_reused" | "invalid" | "not_permitted" | "signed_out"}.';

create function public.correct_account_payment(correction uuid, payment uuid, reason text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  wrong private.account_payments;
  existing private.account_payments;
  clean_reason constant text := nullif(private.trim_text(reason), '');
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select * into wrong from private.account_payments where id = payment;
  if wrong.id is null or not private.may('correct_account_payment', wrong.company_id) then
    return '{"status": "not_permitted"}';
  end if;
  if correction is null or clean_reason is null or length(clean_reason) > 200 or wrong.corrects is not null then
    return '{"status": "invalid"}';
  end if;
  insert into private.account_payments (
    id,
    organisation_id,
    company_id,
    amount,
    currency,
    paid_on,
    reference,
    corrects,
    user_id)
  values (
    correction,
    wrong.organisation_id,
    wrong.company_id,
    -wrong.amount,
    wrong.currency,
    wrong.paid_on,
    clean_reason,
    wrong.id,
    me)
  on conflict do nothing;
  if not found then
    select * into existing from private.account_payments where id = correction;
    return case
      when existing.id is null then '{"status": "corrected"}'::jsonb
      when existing.corrects = wrong.id then '{"status": "ok"}'
      else '{"status": "id_reused"}'
    end;
  end if;
  perform private.log_team_change(
    wrong.company_id,
    wrong.organisation_id,
    'correct_account_payment',
    jsonb_build_object('amount', wrong.amount, 'currency', wrong.currency, 'paid_on', wrong.paid_on),
    jsonb_build_object('reason', clean_reason));
  perform private.queue_change_event(wrong.company_id, '{}');
  return '{"status": "ok"}';
end
$$;
comment on function public.correct_account_payment is
  'Takes back a recorded payment by another row with a reason. Idempotent per id. Returns {"status": "ok" | '
  '"corrected" (was corrected before) | "id_reused" | "invalid" | "not_permitted" | "signed_out"}.';

create function private.account_lines(
  organisation uuid, company uuid
)
returns table (
  id uuid,
  at timestamptz,
  kind text,
  amount bigint,
  currency text,
  booking_id uuid,
  reference text,
  paid_on date,
  is_corrected boolean)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.created_at, 'booked', p.amount, p.currency, p.booking_id, p.reference, null::date, false
  from public.payments as p
  where p.organisation_id = account_lines.organisation and p.company_id = account_lines.company
    and p.status = 'RECEIVED'
  union all
  select r.id, r.refunded_at, 'credited', -r.amount, r.currency, r.booking_id, r.reference, null, false
  from public.refunds as r
  where r.organisation_id = account_lines.organisation and r.company_id = account_lines.company
    and r.status = 'REFUNDED'
  union all
  select
    m.id,
    m.made_at,
    case when m.corrects is null then 'paid_in' else 'corrected' end,
    -m.amount,
    m.currency,
    null,
    m.reference,
    m.paid_on,
    exists (select from private.account_payments as c where c.corrects = m.id)
  from private.account_payments as m
  where m.organisation_id = account_lines.organisation and m.company_id = account_lines.company$$;
comment on function private.account_lines is
  'Returns all charges (positive) and credits of a partner''s account at the time they were recorded, so that past '
  'months never change.';

create function public.read_account(company uuid, organisation uuid, month text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  agreement_row public.organisation_companies;
  company_row public.companies;
  first_day date;
  begins timestamptz;
  ends timestamptz;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select * into agreement_row from public.organisation_companies as l
  where l.company_id = read_account.company and l.organisation_id = read_account.organisation;
  -- For managers of either side, not for people who act for the company.
  if agreement_row.id is null
    or not (
      private.may('read_account', agreement_row.company_id)
        or private.manages_team(me, null, agreement_row.organisation_id))
  then
    return '{"status": "not_permitted"}';
  end if;
  if month !~ '^20\d\d-(0[1-9]|1[0-2])$' then return '{"status": "invalid"}'; end if;
  select * into company_row from public.companies as c where c.id = agreement_row.company_id;
  first_day := coalesce((month || '-01')::date, date_trunc('month', now() at time zone company_row.time_zone)::date);
  begins := private.instant_in(company_row.time_zone, first_day);
  ends := private.instant_in(company_row.time_zone, first_day + interval '1 month');
  return jsonb_build_object(
    'status', 'ok',
    'agreement', agreement_row.id,
    'agreement_status', agreement_row.status,
    'company', company_row.name,
    'time_zone', company_row.time_zone,
    'organisation', (select o.name from public.organisations as o where o.id = agreement_row.organisation_id),
    'account', private.account_limit(agreement_row.id),
    'sums', private.account_sums(agreement_row.organisation_id, agreement_row.company_id),
    'month', to_char(first_day, 'YYYY-MM'),
    'first_month', (
      select to_char(min(l.at) at time zone company_row.time_zone, 'YYYY-MM')
      from private.account_lines(agreement_row.organisation_id, agreement_row.company_id) as l),
    'statements', coalesce((
      select jsonb_agg(jsonb_build_object(
        'currency', sums.currency,
        'opening', sums.opening,
        'closing', sums.closing,
        'lines', coalesce((
          select jsonb_agg(jsonb_build_object(
            'id', l.id,
            'at', private.iso(l.at),
            'kind', l.kind,
            'amount', l.amount,
            'booking', b.reference,
            'titles', case when b.id is not null then private.localised(d.tour_id, 'title') end,
            'local_date', d.local_date,
            'guests', case
              when b.id is not null then
                (select count(*) from public.guests as g where g.booking_id = b.id and not g.is_cancelled)
            end,
            'voucher_number', case
              when exists (
                select from private.partner_bookings as p
                where p.booking_id = b.id and p.organisation_id = agreement_row.organisation_id)
                then b.voucher_number
            end,
            'reference', l.reference,
            'paid_on', l.paid_on,
            'is_corrected', l.is_corrected) order by l.at, l.amount desc, l.id)
          from private.account_lines(agreement_row.organisation_id, agreement_row.company_id) as l
          left join public.bookings as b on b.id = l.booking_id
          left join public.departures as d on d.id = b.departure_id
          where l.currency = sums.currency and l.at >= begins and l.at < ends), '[]')) order by sums.currency)
      from (
        select l.currency, coalesce(sum(l.amount) filter (where l.at < begins), 0)::bigint as opening,
          coalesce(sum(l.amount) filter (where l.at < ends), 0)::bigint as closing
        from private.account_lines(agreement_row.organisation_id, agreement_row.company_id) as l
        group by l.currency) as sums
      where sums.opening <> 0
        or sums.closing <> 0
        or exists (
          select from private.account_lines(agreement_row.organisation_id, agreement_row.company_id) as l
          where l.currency = sums.currency and l.at >= begins and l.at < ends)), '[]'));
end
$$;
comment on function public.read_account is
  'Returns a partner''s account at a company, for managers of either side: limit, balances, and the statement of a '
  'month (YYYY-MM, company''s time zone; null: current) by booking, without guest names. Returns {"status": "ok" | '
  '"invalid" | "not_permitted" | "signed_out"}.';

grant execute on function
  public.set_account_limit(uuid, bigint, jsonb),
  public.record_account_payment(uuid, uuid, bigint, text, date, text),
  public.correct_account_payment(uuid, uuid, text),
  public.read_account(uuid, uuid, text)
to authenticated;
