-- Nightly comparison of the ledger with the provider's list. Its differences, and disputes that the provider reports
-- (private.process_disputed), stay until someone settles them. ADR 046

create type private.payment_difference_kind as enum (
  'missing_at_provider', 'missing_in_ledger', 'other_amount', 'other_state', 'disputed');
comment on type private.payment_difference_kind is
  'Difference between a provider and our ledger. missing_at_provider: only we have it; missing_in_ledger: only they '
  'have it; disputed: the guest''s bank took the money back.';

create table private.payment_differences (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  provider text not null,
  is_refund boolean not null,
  reference text not null check (length(reference) between 1 and 200),
  difference private.payment_difference_kind not null,
  booking_id uuid references public.bookings (id) on delete cascade,
  amount bigint,
  currency text,
  provider_amount bigint,
  provider_currency text,
  found_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  settled_by uuid,
  note text check (length(note) between 1 and 1000),
  constraint payment_differences_once unique (company_id, provider, is_refund, reference, difference),
  constraint payment_differences_settled_with_a_note check ((settled_at is null) = (note is null))
);
comment on table private.payment_differences is
  'Differences that comparisons found, and disputes that the provider reported, each stored once.';
comment on column private.payment_differences.reference is 'The provider''s id.';
comment on column private.payment_differences.amount is
  'Minor units in our ledger; provider_amount: in the provider''s list.';
comment on column private.payment_differences.settled_by is
  'Person who settled it. No foreign key, as it outlives the account.';
create index payment_differences_booking_id_idx on private.payment_differences (
  booking_id) where booking_id is not null;
create index payment_differences_open_idx on private.payment_differences (
  company_id, found_at) where settled_at is null;
alter table private.payment_differences enable row level security, force row level security;

create function private.local_night(zone text, hour integer) returns date
language sql stable parallel safe
return (clock_timestamp() at time zone zone - make_interval(hours => hour))::date;
comment on function private.local_night is
  'Returns the local date of a time zone, where the day begins at the given hour.';

create function private.enqueue_payment_comparison(company uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  night constant date := private.local_night((select c.time_zone from public.companies as c where c.id = company), 3);
begin
  update private.payment_settings as s
  set compared_on = night
  where s.company_id = company and s.compared_on is distinct from night;
  perform private.enqueue_job(
    'reconcile_payments', jsonb_build_object('company', company), company, 'reconcile:' || company || ':' || night);
end
$$;
comment on function private.enqueue_payment_comparison is 'Queues tonight''s comparison for one company.';

create function public.read_payments_to_compare(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  settings private.payment_settings;
begin
  select * into settings from private.payment_settings as s where s.company_id = company;
  if settings.secret_key is null then return '{"status": "none"}'; end if;
  return jsonb_build_object('status', 'ok', 'provider', settings.provider, 'secret_key', settings.secret_key,
    'from', private.iso(now() - interval '10 days'), 'to', private.iso(now()));
end
$$;
comment on function public.read_payments_to_compare is
  'Returns the period to request from a company''s provider and its key, or none. For the service role.';

create function public.compare_payments(company uuid, provider text, list jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  -- Movements of the last hour may still be under way. The list covers ten days, two more than are looked for in it:
  -- a payment may be recorded later than it was made.
  until constant timestamptz := now() - interval '1 hour';
  since constant timestamptz := now() - interval '8 days';
begin
  with movements as materialized (
    select * from jsonb_to_recordset(list -> 'movements') as l (
      is_refund boolean,
      reference text,
      payment text,
      amount bigint,
      currency text,
      state text,
      at timestamptz)
  ), paid as (
    select p.* from public.payments as p
    where p.company_id = compare_payments.company and p.provider = compare_payments.provider and p.reference is not null
  ), refunded as (
    select r.* from public.refunds as r
    where r.company_id = compare_payments.company and r.provider = compare_payments.provider
      and r.payment_id is not null and r.reference is not null
  ), found as (
    select
      m.is_refund,
      m.reference,
      p.booking_id,
      p.amount,
      p.currency,
      m.amount as provider_amount,
      m.currency as provider_currency,
      case
        when p.id is null then case when m.state = 'done' and m.at < until then 'missing_in_ledger' end
        when (p.amount, p.currency) <> (m.amount, m.currency) then 'other_amount'
        -- Only RECEIVED: a payment in another currency is done there, but FAILED here and refunded.
        when p.status = 'RECEIVED' and m.state <> 'done' then 'other_state'
      end as difference
    from movements as m
    left join paid as p on p.reference = m.reference
    where not m.is_refund
    union all
    select
      m.is_refund,
      m.reference,
      coalesce(r.booking_id, p.booking_id),
      r.amount,
      r.currency,
      m.amount,
      m.currency,
      case
        when r.id is null then case when m.state <> 'failed' and m.at < until then 'missing_in_ledger' end
        when (r.amount, r.currency) <> (m.amount, m.currency) then 'other_amount'
        when (r.status = 'REFUNDED') <> (m.state <> 'failed') and m.at < until then 'other_state'
      end
    from movements as m
    join paid as p on p.reference = m.payment and p.status = 'RECEIVED'
    left join refunded as r on r.reference = m.reference
    where m.is_refund
    union all
    select false, p.reference, p.booking_id, p.amount, p.currency, null, null, 'missing_at_provider'
    from paid as p
    where p.status = 'RECEIVED' and p.received_at between since and until
      and not exists (select from movements as m where not m.is_refund and m.reference = p.reference)
    union all
    select true, r.reference, r.booking_id, r.amount, r.currency, null, null, 'missing_at_provider'
    from refunded as r
    -- The key may lack the permission to read disputes.
    where r.status = 'REFUNDED' and r.refunded_at between since and until
      and not exists (
        select from private.payment_events as e
        where e.company_id = r.company_id and e.fact = 'disputed' and e.refund = r.reference)
      and not exists (select from movements as m where m.is_refund and m.reference = r.reference)
  )
  insert into private.payment_differences (
    company_id,
    provider,
    is_refund,
    reference,
    difference,
    booking_id,
    amount,
    currency,
    provider_amount,
    provider_currency)
  select
    compare_payments.company,
    compare_payments.provider,
    f.is_refund,
    f.reference,
    f.difference::private.payment_difference_kind,
    f.booking_id,
    f.amount,
    f.currency,
    f.provider_amount,
    f.provider_currency
  from (select distinct on (is_refund, reference, difference) * from found where difference is not null) as f
  on conflict on constraint payment_differences_once do update set seen_at = excluded.seen_at;
  return '{"status": "ok"}';
end
$$;
comment on function public.compare_payments is
  'Compares a provider''s list, {"movements": [{"is_refund", "reference", "payment", "amount", "currency", "state": '
  '"done" | "waiting" | "failed", "at"}]}, with the ledger and stores the differences. Idempotent. For the service '
  'role.';

grant execute on function
  public.read_payments_to_compare(uuid),
  public.compare_payments(uuid, text, jsonb)
to service_role;

create function public.read_payment_differences(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not private.may('read_payment_differences', company) then return '{"status": "not_permitted"}'; end if;
  return jsonb_build_object(
    'status', 'ok',
    'differences', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', d.id,
        'provider', d.provider,
        'is_refund', d.is_refund,
        'reference', d.reference,
        'difference', d.difference,
        'amount', d.amount,
        'currency', d.currency,
        'provider_amount', d.provider_amount,
        'provider_currency', d.provider_currency,
        'found_at', private.iso(d.found_at),
        'booking', case
          when b.id is not null then jsonb_build_object('id', b.id, 'reference', b.reference, 'name', b.contact_name)
        end) order by d.found_at desc, d.id)
      from (
        select * from private.payment_differences as p
        where p.company_id = read_payment_differences.company and p.settled_at is null
        order by p.found_at desc limit 200) as d
      left join public.bookings as b on b.id = d.booking_id), '[]'));
end
$$;
comment on function public.read_payment_differences is
  'Returns a company''s unsettled payment differences, newest first, at most 200. Refusals: not_permitted, signed_out.';

create function public.settle_payment_difference(difference uuid, note text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  stored private.payment_differences;
  words constant text := nullif(private.trim_text(settle_payment_difference.note), '');
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  select * into stored from private.payment_differences as d
  where d.id = settle_payment_difference.difference for update;
  if stored.id is null or not private.may('read_payment_differences', stored.company_id) then
    return '{"status": "not_found"}';
  end if;
  if not private.may('settle_payment_difference', stored.company_id) then return '{"status": "not_permitted"}'; end if;
  if words is null or length(words) > 1000 then return '{"status": "invalid"}'; end if;
  -- The first note stays.
  if stored.settled_at is not null then return '{"status": "ok"}'; end if;
  update private.payment_differences as d
  set settled_at = clock_timestamp(), settled_by = (select auth.uid()), note = words
  where d.id = stored.id;
  perform private.log_change(stored.company_id, 'settle_payment_difference',
    jsonb_build_object('id', stored.id, 'reference', stored.reference, 'difference', stored.difference), null);
  return '{"status": "ok"}';
end
$$;
comment on function public.settle_payment_difference is
  'Settles a payment difference with a note. Returns ok (also if it is settled already), invalid, not_permitted, '
  'not_found or signed_out.';

grant execute on function
  public.read_payment_differences(uuid),
  public.settle_payment_difference(uuid, text)
to authenticated;
