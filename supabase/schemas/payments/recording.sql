-- Payments recorded with a new booking and by the roll-call. ADR 025

create function private.record_initial_payments(after public.bookings[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from unnest(after) where paid_amount <> 0) then return; end if;
  insert into public.payments (company_id, booking_id, amount, currency, method, provider, received_at)
  select company_id, id, paid_amount, currency, 'other', 'opening', created_at
  from unnest(after) where paid_amount <> 0;
end
$$;
comment on function private.record_initial_payments is
  'Records the opening balance of bookings that were inserted as paid.';

create function private.record_roll_call_payments(after public.check_in_actions[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- A walk-in's payment may arrive before the walk-in.
  paid constant uuid[] := array(
    select distinct booking_id from unnest(after) where kind in ('payment', 'walk_in') and booking_id is not null);
  undoing constant uuid[] := array(select distinct departure_id from unnest(after) where kind = 'undo');
begin
  if paid <> '{}' then
    insert into public.payments (
      company_id,
      booking_id,
      amount,
      currency,
      method,
      action_id,
      departure_id,
      user_id,
      received_at,
      status)
    select
      a.company_id,
      b.id,
      (a.payload ->> 'amount')::bigint,
      b.currency,
      (a.payload ->> 'method')::public.payment_method,
      a.id,
      a.departure_id,
      a.user_id,
      a.occurred_at,
      case
        when (a.departure_id, a.id::text) in (
          select u.departure_id, u.target
          from private.undone_action_ids(array(select distinct departure_id from unnest(after))) as u)
          then 'UNDONE'
        else 'RECEIVED'
      end::public.payment_status
    from public.check_in_actions as a
    join public.bookings as b on b.id = a.booking_id and b.company_id = a.company_id
    where a.kind = 'payment' and a.booking_id = any (paid)
      and a.departure_id in (select departure_id from unnest(after))
    on conflict (action_id) do nothing;
  end if;
  if undoing <> '{}' then
    update public.payments as p set status = 'UNDONE'
    from private.undone_action_ids(undoing) as u
    where p.departure_id = u.departure_id and p.action_id::text = u.target and p.status <> 'UNDONE';
  end if;
end
$$;
comment on function private.record_roll_call_payments is
  'Records payments of the roll-call in the ledger, one row per action, and reverts undone ones.';
