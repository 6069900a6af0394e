-- Discount codes with limited uses, and gift vouchers with a balance. ADR 049

create function private.booking_money(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_active constant boolean := not private.is_released_status(private.booking_state(booking));
  paid constant bigint := private.paid_amount(booking.id);
  owed constant bigint := coalesce((select sum(amount) from public.refunds
    where booking_id = booking.id and status in ('REFUND_PENDING', 'REFUND_FAILED')), 0);
begin
  return jsonb_build_object(
    'currency', booking.currency,
    'total', booking.total_amount,
    'balance', paid,
    'on_account', private.on_account(booking.id),
    'owed', owed,
    -- An amount reserved on a gift voucher counts as paid. An ended booking owes what was refunded beyond what it has
    -- received, as after cash was refunded and its collection then undone.
    'due', case
      when is_active then greatest(booking.total_amount - paid - private.reserved_voucher_amount(booking), 0)
      else greatest(-paid, 0)
    end,
    -- For a cancelled booking the refund decision says what is owed. The company keeps the rest.
    'overpaid', case
      when is_active then greatest(paid - booking.total_amount - owed, 0)
      when booking.status = 'CANCELLED' then 0
      else greatest(paid - owed, 0)
    end,
    'retained', case when booking.status = 'CANCELLED' then greatest(paid - owed, 0) else 0 end);
end
$$;
comment on function private.booking_money is
  'Returns a booking''s money in minor units: total, balance (received less refunded), on_account (part that a '
  'partner owes), owed (to be refunded), due, overpaid, retained (of a cancelled one).';

create type public.code_kind as enum ('percentage', 'amount', 'gift');
comment on type public.code_kind is
  'Kind of code. A discount lowers the price by a percentage or an amount; a gift voucher pays it.';

create table private.codes (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9-]{2,38}[A-Z0-9]$'),
  kind public.code_kind not null,
  percent smallint check (percent between 1 and 100),
  amount bigint check (amount between 1 and 1000000000),
  currency text check (currency ~ '^[A-Z]{3}$'),
  tours uuid[] not null default '{}' check (cardinality(tours) <= 200),
  first_day date,
  last_day date,
  max_uses integer check (max_uses between 1 and 1000000),
  is_disabled boolean not null default false,
  note text check (length(note) between 1 and 200),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint codes_once unique (company_id, code),
  constraint codes_worth_something check (case kind when 'percentage' then percent is not null and amount is null
    else percent is null and amount is not null and currency is not null end),
  constraint codes_days_in_order check (last_day >= first_day)
);
comment on table private.codes is 'Discount codes and gift vouchers of a company.';
comment on column private.codes.amount is 'Minor units: amount of a discount, or purchase value of a voucher.';
comment on column private.codes.tours is 'Tours it is valid for; empty: all.';
comment on column private.codes.first_day is 'First local day of booking on which it is valid; last_day is included.';
comment on column private.codes.max_uses is
  'Most bookings that may use it; null: unlimited. A voucher has its balance instead.';
alter table private.codes enable row level security, force row level security;

create table private.code_uses (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  code_id uuid not null references private.codes (id) on delete cascade,
  kind public.code_kind not null,
  reserved bigint not null default 0 check (reserved >= 0),
  payment_id uuid references public.payments (id),
  used_at timestamptz not null default clock_timestamp(),
  primary key (booking_id, code_id)
);
comment on table private.code_uses is 'Codes of bookings. A use counts while the booking is active.';
comment on column private.code_uses.reserved is
  'Amount of a voucher that is reserved for a hold until its booking is confirmed.';
comment on column private.code_uses.payment_id is 'Payment by which a voucher was redeemed.';
create index code_uses_code_id_idx on private.code_uses (code_id);
create index code_uses_payment_id_idx on private.code_uses (payment_id) where payment_id is not null;
create unique index code_uses_one_discount_idx on private.code_uses (booking_id) where kind <> 'gift';
create unique index code_uses_one_gift_idx on private.code_uses (booking_id) where kind = 'gift';
alter table private.code_uses enable row level security, force row level security;

create function private.normalize_code(code text) returns text
language sql immutable parallel safe
return upper(regexp_replace(private.visible_text(coalesce(code, '')), '\s', '', 'g'));
comment on function private.normalize_code is 'Returns a typed code as it is stored: upper case, without spaces.';

create function private.masked_code(code private.codes) returns text
language sql immutable parallel safe
return case
  when (code).kind = 'gift' then '…' || right((code).code, least(4, length((code).code) / 2))
  else (code).code
end;
comment on function private.masked_code is
  'Returns a code for people who need not pay by it: of a voucher only the last characters, at most half of them.';

create function private.code_use_count(code uuid, but uuid default null) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (select count(*) from private.code_uses as u join public.bookings as b on b.id = u.booking_id
    where u.code_id = code and u.booking_id is distinct from but
      -- A merged booking brought its discount into the other one.
      and (b.reason = 'merged' or not private.is_released_status(private.booking_state(b))));
end
$$;
comment on function private.code_use_count is
  'Returns how many active or merged bookings use a code, without the given one.';

create function private.voucher_balance(code private.codes, but uuid default null) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return code.amount
    - coalesce((
      select sum(
        p.amount - coalesce((
          select sum(r.amount) from public.refunds as r where r.payment_id = p.id and r.status = 'REFUNDED'), 0))
      from public.payments as p
      where p.gift_id = code.id and p.status = 'RECEIVED'), 0)
      - coalesce((
        select sum(u.reserved) from private.code_uses as u join public.bookings as b on b.id = u.booking_id
        where u.code_id = code.id and u.payment_id is null and u.booking_id is distinct from but
          and not private.is_released_status(private.booking_state(b))), 0);
end
$$;
comment on function private.voucher_balance is
  'Returns what is left of a voucher, minus net payments and reservations for holds, without the reservation of the '
  'given booking.';

create function private.reserved_voucher_amount(booking public.bookings) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return coalesce((
    select u.reserved from private.code_uses as u
    where u.booking_id = booking.id and u.kind = 'gift' and u.payment_id is null), 0);
end
$$;
comment on function private.reserved_voucher_amount is
  'Returns the voucher amount that is reserved for a booking until it is confirmed.';

create function private.booking_discount(booking uuid, price bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'code', c.code,
      'percent', c.percent,
      'amount', least(
        worth, case when c.kind = 'percentage' then round(worth * c.percent / 100.0)::bigint else c.amount end))
    from private.code_uses as u join private.codes as c on c.id = u.code_id, greatest(price, 0) as worth
    where u.booking_id = booking and u.kind <> 'gift');
end
$$;
comment on function private.booking_discount is
  'Returns what a booking''s discount takes off a price, or null if it has none.';

create function private.code_problem(found_code private.codes, booking public.bookings) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today constant date := (
    select (clock_timestamp() at time zone c.time_zone)::date from public.companies as c where c.id = booking.company_id
  );
begin
  return case
    when found_code.id is null or found_code.is_disabled then 'unknown_code'
    when found_code.currency <> booking.currency then 'unknown_code'
    when cardinality(found_code.tours) > 0
      and (select d.tour_id from public.departures as d where d.id = booking.departure_id) <> all (found_code.tours)
      then 'other_tour'
    when today < found_code.first_day or today > found_code.last_day then 'not_these_days'
    when found_code.kind = 'gift' and private.voucher_balance(found_code, booking.id) <= 0 then 'code_used_up'
    when found_code.max_uses is not null and private.code_use_count(found_code.id, booking.id) >= found_code.max_uses
      then 'code_used_up'
  end;
end
$$;
comment on function private.code_problem is
  'Returns why a booking cannot use a code, or null if it can. The caller has locked the code.';

create function private.redeem_voucher(actor private.booking_actor, booking public.bookings) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  used record;
  drawn bigint;
  new_id uuid;
begin
  select u.*, private.masked_code(c) as code into used from private.code_uses as u
  join private.codes as c on c.id = u.code_id
  where u.booking_id = booking.id and u.kind = 'gift' and u.payment_id is null and u.reserved > 0;
  if used.booking_id is null then return; end if;
  drawn := least(used.reserved, booking.total_amount - private.paid_amount(booking.id));
  if drawn <= 0 then
    update private.code_uses as u set reserved = 0 where u.booking_id = used.booking_id and u.code_id = used.code_id;
    return;
  end if;
  insert into public.payments (
    company_id,
    booking_id,
    amount,
    currency,
    method,
    provider,
    gift_id,
    reference,
    idempotency_key,
    is_silent)
  values (
    booking.company_id,
    booking.id,
    drawn,
    booking.currency,
    'voucher',
    'gift',
    used.code_id,
    used.code,
    'gift:' || used.code_id || ':' || booking.id,
    actor.is_silent)
  on conflict on constraint payments_once do nothing
  returning id into new_id;
  update private.code_uses as u
  set payment_id = new_id, reserved = 0
  where u.booking_id = used.booking_id and u.code_id = used.code_id;
end
$$;
comment on function private.redeem_voucher is 'Pays a confirmed or requested booking with its reserved voucher amount.';

create function private.adjust_booking_codes(before public.bookings, after public.bookings) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  used record;
  code private.codes;
  problem text;
begin
  -- A booking that ends needs no lock: its codes count as unused.
  if (before.status, before.expires_at) is not distinct from (after.status, after.expires_at)
    or private.is_released_status(after.status)
    or not exists (select from private.code_uses as u where u.booking_id = after.id)
  then
    return;
  end if;
  -- Codes are locked before the expiry is checked, so that a concurrent use waits for the outcome.
  perform from private.codes as c where c.id in (
    select u.code_id from private.code_uses as u where u.booking_id = after.id) order by c.id for update;
  -- A booking that is restored must get its uses again, else the restore is refused.
  if private.is_released_status(private.booking_state(before))
    and not private.is_released_status(private.booking_state(after))
  then
    for used in select u.* from private.code_uses as u where u.booking_id = after.id and u.payment_id is null loop
      select * into code from private.codes as c where c.id = used.code_id;
      if used.kind = 'gift' then
        if private.voucher_balance(code, after.id) < used.reserved then problem := 'code_used_up'; end if;
      elsif code.max_uses is not null and private.code_use_count(code.id, after.id) >= code.max_uses then
        problem := 'code_used_up';
      end if;
    end loop;
    if problem is not null then
      raise exception using errcode = 'MU002',
      message = 'refused',
      detail = jsonb_build_object('status', problem)::text;
    end if;
  end if;
end
$$;
comment on function private.adjust_booking_codes is
  'Restores the codes of a booking whose status or expiry changed. Raises MU002 with the status code_used_up if one '
  'cannot be restored.';

create function private.voucher_payments(booking uuid) returns table (payment_id uuid, gift_id uuid, amount bigint)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column begin return query
  select found.id, found.gift_id, found.remains
  from (
    select p.id, p.gift_id,
      (
        p.amount - coalesce((
          select sum(r.amount) from public.refunds as r where r.payment_id = p.id and r.status <> 'WITHDRAWN'), 0)
      )::bigint as remains
    from public.payments as p
    where p.booking_id = booking and p.gift_id is not null and p.status = 'RECEIVED') as found
  where found.remains > 0 order by found.gift_id, found.id;
end
$$;
comment on function private.voucher_payments is
  'Returns a booking''s voucher payments with the part not refunded; merged bookings may have several.';

create function private.credit_voucher(refund public.refunds) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  drawn record;
  online bigint;
  part bigint;
begin
  if refund.status <> 'REFUND_PENDING' or refund.payment_id is not null then return; end if;
  select * into drawn from private.voucher_payments(refund.booking_id) limit 1;
  if drawn.payment_id is null then return; end if;
  -- Online payments are refunded first; their job leaves the rest, which comes back here.
  select coalesce(sum(
    p.amount - coalesce((
      select sum(r.amount) from public.refunds as r where r.payment_id = p.id and r.status <> 'WITHDRAWN'), 0)
  ), 0) into online
  from public.payments as p
  where p.booking_id = refund.booking_id and p.method = 'online' and p.provider is not null and p.status = 'RECEIVED';
  if online > 0 then return; end if;
  part := least(refund.amount, drawn.amount);
  update public.refunds
  set
    amount = part,
    payment_id = drawn.payment_id,
    provider = 'gift',
    method = 'voucher',
    status = 'REFUNDED',
    refunded_at = now()
  where id = refund.id;
  if refund.amount > part then
    -- The rest may go to another voucher.
    insert into public.refunds (company_id, booking_id, amount, currency, status, note, user_id, is_silent)
    values (
      refund.company_id,
      refund.booking_id,
      refund.amount - part,
      refund.currency,
      'REFUND_PENDING',
      refund.note,
      refund.user_id,
      refund.is_silent);
  end if;
end
$$;
comment on function private.credit_voucher is
  'Credits a pending refund to the voucher that paid, at once. Money paid by hand is refunded by hand.';

create function private.booking_codes_json(booking public.bookings) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'discount', booking.price_snapshot -> 'discount',
    'gift', (
      select jsonb_build_object('code', private.masked_code(c), 'amount', coalesce(p.amount, u.reserved))
      from private.code_uses as u join private.codes as c on c.id = u.code_id
      left join public.payments as p on p.id = u.payment_id
      where u.booking_id = booking.id and u.kind = 'gift'));
end
$$;
comment on function private.booking_codes_json is
  'Returns a booking''s codes and their worth, vouchers masked: {"discount", "gift"}.';

create function private.company_codes_json(company uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'status', 'ok',
    'codes', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', c.id,
          'code', c.code,
          'kind', c.kind,
          'percent', c.percent,
          'amount', c.amount,
          'currency', c.currency,
          'tours', to_jsonb(c.tours),
          'first_day', c.first_day,
          'last_day', c.last_day,
          'max_uses', c.max_uses,
          'is_disabled', c.is_disabled,
          'note', c.note,
          'version', c.version,
          'uses', private.code_use_count(c.id),
          'balance', case when c.kind = 'gift' then private.voucher_balance(c) end) order by c.is_disabled,
        c.created_at desc,
        c.id)
      -- Joined again for rows of the table's type, which the functions take.
      from (
        select * from private.codes as code_row
        where code_row.company_id = company order by code_row.created_at desc limit 500) as shown
      join private.codes as c on c.id = shown.id), '[]'),
    'tours', coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'title', private.localised(t.id, 'title')) order by t.slug)
      from public.tours as t
      where t.company_id = company and t.status <> 'archived'), '[]'));
end
$$;
comment on function private.company_codes_json is
  'Returns a company''s codes, newest first and disabled ones last, with uses and voucher balances, and its tours.';

create function public.read_codes(company uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  -- A voucher's code is money and outlives acting for a company.
  if company is null or not private.may('read_codes', company) then return '{"status": "not_permitted"}'; end if;
  return private.company_codes_json(company);
end
$$;
comment on function public.read_codes is
  'Returns a company''s codes, for its owner but not for people who act for it. Refusals: not_permitted, signed_out.';

create function public.save_code(company uuid, code_id uuid, version integer, input jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  code_text constant text := private.normalize_code(input ->> 'code');
  before private.codes;
  after private.codes;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('save_code', company) then return '{"status": "not_permitted"}'; end if;
  if code_id is null or jsonb_typeof(input) is distinct from 'object' then return '{"status": "invalid"}'; end if;
  perform from public.companies as c where c.id = company for no key update;
  select * into before from private.codes as c where c.id = code_id for update;
  if before.company_id <> company then return '{"status": "not_permitted"}'; end if;
  if save_code.version is distinct from coalesce(before.version, 0) then
    return jsonb_build_object('status', 'stale', 'version', coalesce(before.version, 0));
  end if;
  if exists (
    select from private.codes as c where c.company_id = company and c.code = code_text and c.id <> code_id)
  then
    return '{"status": "code_taken"}';
  end if;
  begin
    after := jsonb_populate_record(
      before,
      jsonb_build_object(
        'id', code_id,
        'company_id', company,
        'code', code_text,
        'kind', input -> 'kind',
        'percent', input -> 'percent',
        'amount', input -> 'amount',
        'currency', case
          when input ->> 'kind' <> 'percentage' then
            coalesce(before.currency, (select c.currency from public.companies as c where c.id = company))
        end,
        'first_day', input -> 'first_day',
        'last_day', input -> 'last_day',
        'max_uses', input -> 'max_uses',
        'is_disabled', coalesce((input ->> 'is_disabled')::boolean, false),
        'note', nullif(private.trim_text(input ->> 'note'), ''),
        'version', coalesce(before.version, 0) + 1,
        'created_at', coalesce(before.created_at, now())));
    after.tours := array(
      select distinct value::uuid from jsonb_array_elements_text(coalesce(input -> 'tours', '[]')) as value);
    if exists (
      select from unnest(after.tours) as listed_tour
      where not exists (select from public.tours as t where t.id = listed_tour and t.company_id = company))
    then
      return '{"status": "invalid"}';
    end if;
    -- A used code keeps its worth, as bookings are repriced with it. A voucher may be topped up.
    if before.id is not null
      and (before.kind, before.currency, before.percent, case when before.kind <> 'gift' then before.amount end)
        is distinct from (
          after.kind, after.currency, after.percent, case when after.kind <> 'gift' then after.amount end)
      and exists (select from private.code_uses as u where u.code_id = before.id)
    then
      return '{"status": "in_use"}';
    end if;
    if after.kind = 'gift' and before.id is not null
      and after.amount < before.amount - private.voucher_balance(before)
    then
      return '{"status": "in_use"}';
    end if;
    insert into private.codes
    select (after).*
    on conflict (id) do update
    set
      code = excluded.code,
      kind = excluded.kind,
      percent = excluded.percent,
      amount = excluded.amount,
      currency = excluded.currency,
      tours = excluded.tours,
      first_day = excluded.first_day,
      last_day = excluded.last_day,
      max_uses = excluded.max_uses,
      is_disabled = excluded.is_disabled,
      note = excluded.note,
      version = excluded.version;
  exception when data_exception or check_violation or not_null_violation then
    return '{"status": "invalid"}';
  end;
  perform private.log_change(
    company,
    'save_code',
    to_jsonb(before) || jsonb_build_object('code', private.masked_code(before)),
    to_jsonb(after) || jsonb_build_object('code', private.masked_code(after)));
  return private.company_codes_json(company);
end
$$;
comment on function public.save_code is
  'Creates a code under a client-made id, or changes the given version: {"code", "kind", "percent"?, "amount"?, '
  '"tours", "first_day"?, "last_day"?, "max_uses"?, "is_disabled", "note"?}. Returns as read_codes, or stale, '
  'code_taken, in_use (kind or worth of a used code, or a voucher below its redeemed amount), invalid.';

grant execute on function public.read_codes(uuid), public.save_code(uuid, uuid, integer, jsonb) to authenticated;
