-- Redeeming a code for a booking. ADR 049

create function private.redeem_code(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
  wanted_code constant text := private.normalize_code(input ->> 'code');
  code_row private.codes;
  stored public.bookings;
  problem text;
  reserved_amount bigint := 0;
begin
  -- The code is locked after the booking, so that concurrent uses are counted.
  select * into code_row from private.codes as c
  where c.company_id = booking.company_id and c.code = wanted_code for update;
  problem := private.code_problem(code_row, booking);
  if problem is not null then return jsonb_build_object('status', problem); end if;
  if exists (select from private.code_uses as u where u.booking_id = booking.id and u.code_id = code_row.id) then
    return private.booking_response(booking.id);
  end if;
  if exists (
    select from private.code_uses as u
    where u.booking_id = booking.id and (u.kind = 'gift') = (code_row.kind = 'gift') and u.payment_id is not null)
  then
    return '{"status": "has_code"}';
  end if;
  if code_row.kind = 'gift' then
    reserved_amount := least(
      private.voucher_balance(code_row), greatest(booking.total_amount - private.paid_amount(booking.id), 0));
    if reserved_amount <= 0 then return '{"status": "nothing_due"}'; end if;
  end if;
  -- A new code replaces the former one of its kind.
  delete from private.code_uses as u where u.booking_id = booking.id and (u.kind = 'gift') = (code_row.kind = 'gift');
  insert into private.code_uses (booking_id, code_id, kind, reserved)
  values (booking.id, code_row.id, code_row.kind, reserved_amount);
  if code_row.kind <> 'gift' then
    perform private.reprice(booking.id, 0);
    -- The voucher reserves no more than is due after the discount.
    select * into stored from public.bookings where id = booking.id;
    update private.code_uses as u
    set reserved = least(u.reserved, greatest(stored.total_amount - private.paid_amount(stored.id), 0))
    where u.booking_id = booking.id and u.kind = 'gift' and u.payment_id is null;
  end if;
  select * into stored from public.bookings where id = booking.id;
  if stored.status in ('CONFIRMED', 'PENDING') then perform private.redeem_voucher(actor, stored); end if;
  perform private.log_booking_change(
    actor,
    booking.id,
    'redeem_code',
    facts,
    jsonb_build_object('code', private.masked_code(code_row), 'kind', code_row.kind));
  return private.booking_response(booking.id);
end
$$;
comment on function private.redeem_code is
  'Applies a code to a booking: {"code"}. A discount lowers its price, a voucher pays when it is confirmed; a second '
  'code of a kind replaces the first. Refusals: unknown_code, other_tour, not_these_days, code_used_up, has_code (a '
  'voucher was redeemed already), nothing_due.';

create function private.copy_codes(former uuid, booking uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.bookings;
  copied_code text;
begin
  for copied_code in
    -- In lock order.
    select c.code from private.code_uses as u join private.codes as c on c.id = u.code_id
    where u.booking_id = former order by u.code_id
  loop
    select * into stored from public.bookings where id = booking;
    -- A code that is not valid for this booking is dropped.
    perform private.redeem_code((null, false, null, null, false), stored, jsonb_build_object('code', copied_code));
  end loop;
end
$$;
comment on function private.copy_codes is 'Applies the codes of a hold to the hold that replaces it.';
