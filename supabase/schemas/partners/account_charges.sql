-- Charges of partner accounts by booking actions. ADR 067

create function private.charge_account(
  actor private.booking_actor, booking public.bookings, amount bigint, override text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account private.partner_accounts;
  credit bigint;
  due bigint;
  exceeds_limit boolean;
  new_id uuid;
begin
  -- A partner's people can only charge what they book themselves.
  if actor.is_staff and not private.adjusts_partner_account(actor, booking.company_id) then
    return '{"status": "not_permitted"}';
  end if;
  -- A partner's own booking is charged while it is still a hold.
  if private.booking_state(booking) <> all (array['CONFIRMED', 'PENDING']::public.booking_status[])
    and actor.is_staff
  then
    return jsonb_build_object('status', 'wrong_state', 'state', private.booking_state(booking));
  end if;
  -- The account is locked after departure and booking, so that concurrent bookings are counted.
  select * into account from private.partner_accounts as a
  where a.organisation_id = booking.organisation_id and a.company_id = booking.company_id
    and a.currency = booking.currency
  for update;
  if account.agreement_id is null or not private.is_partner(account.organisation_id, account.company_id) then
    return '{"status": "no_account"}';
  end if;
  due := (private.booking_money(booking) ->> 'due')::bigint;
  if amount > due then return jsonb_build_object('status', 'too_much', 'max', due); end if;
  credit := greatest(
    account.credit_limit - private.account_balance(account.organisation_id, account.company_id, account.currency), 0);
  exceeds_limit := amount > credit;
  if exceeds_limit and (override is null or not actor.is_staff) then
    return jsonb_build_object('status', 'over_limit', 'available_credit', credit, 'currency', account.currency);
  end if;
  insert into public.payments (company_id, booking_id, amount, currency, method, organisation_id, user_id)
  values (booking.company_id, booking.id, amount, booking.currency, 'on_account', account.organisation_id, actor.person)
  returning id into new_id;
  return jsonb_build_object('status', 'ok', 'payment_id', new_id)
    || case
      when exceeds_limit then
        jsonb_build_object('overridden_rules', jsonb_build_array('account_limit'), 'override', override)
      else '{}'
    end;
end
$$;
comment on function private.charge_account is
  'Charges an amount, at most what is due, to the account of a booking''s partner, which it locks: {"status": "ok", '
  '"payment_id", "overridden_rules"?, "override"?}. Refusals: no_account, over_limit with the remaining credit, '
  'too_much, wrong_state, not_permitted. Staff may override the limit with a reason.';

create function private.adjust_account(
  actor private.booking_actor, previous public.bookings, input jsonb, verdict jsonb, is_again boolean default false
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account_balance constant bigint := private.on_account(previous.id);
  stored public.bookings;
  money jsonb;
  target_charge bigint;
  charge jsonb;
begin
  if account_balance <= 0 and not is_again
    or (input ->> 'account')::boolean is false
    or not private.adjusts_partner_account(actor, previous.company_id)
  then
    return verdict;
  end if;
  select * into stored from public.bookings where id = previous.id;
  money := private.booking_money(stored);
  target_charge := least(
    (money ->> 'due')::bigint,
    case
      -- What the cancellation credited is charged again. Credits with a reference moved the charge to another booking.
      when is_again then
        coalesce((
          select sum(r.amount) from public.refunds as r
          where r.booking_id = previous.id and r.method = 'on_account' and r.reference is null
            and r.organisation_id = stored.organisation_id), 0)
      when private.on_account(previous.id, stored.organisation_id) > 0 then stored.total_amount - previous.total_amount
      else 0
    end);
  if target_charge > 0 then
    charge := private.charge_account(actor, stored, target_charge, input ->> 'override');
    -- Without an account the amount is due from the guest.
    if charge ->> 'status' = 'no_account' then return verdict; end if;
    if charge ->> 'status' <> 'ok' then
      raise exception using errcode = 'MU002', message = 'refused', detail = charge::text;
    end if;
    return verdict
      || jsonb_build_object('on_account', target_charge)
      || case
        when charge ? 'overridden_rules' then
          jsonb_build_object(
            'overridden_rules', coalesce(nullif(verdict -> 'overridden_rules', 'null'), '[]')
              || (charge -> 'overridden_rules'),
            'override', charge -> 'override')
        else '{}'
      end;
  end if;
  -- If guests have paid as well, the office decides whose money it is.
  if (money ->> 'overpaid')::bigint > 0 and (money ->> 'balance')::bigint = account_balance then
    return verdict
      || jsonb_build_object(
        'on_account',
        -private.credit_account(actor, stored, least((money ->> 'overpaid')::bigint, account_balance), null));
  end if;
  return verdict;
end
$$;
comment on function private.adjust_account is
  'Adjusts the account of a booking''s partner to its new price, unless "account" is false, and returns the verdict '
  'with "on_account", the change. Over the limit the action is refused unless overridden. `is_again`: the booking is '
  'restored.';
