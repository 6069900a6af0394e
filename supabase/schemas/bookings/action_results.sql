-- Shared by booking actions: the audit log, the response, the new price.

create function private.booking_facts(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
-- No sequential scan, as in private.paid_amount.
begin
  return (
    select jsonb_build_object(
      'state', private.booking_state(booking),
      'departure_id', booking.departure_id,
      'starts_at', (select private.iso(starts_at) from public.departures where id = booking.departure_id),
      'total', booking.total_amount,
      'paid', nullif(private.paid_amount(booking.id) - private.on_account(booking.id), 0),
      'owed', (
        select sum(amount) from public.refunds
        where booking_id = booking.id and status in ('REFUND_PENDING', 'REFUND_FAILED')),
      'expires_at', case when booking.status = 'ON_HOLD' then private.iso(booking.expires_at) end,
      'reason', booking.reason,
      'party', (
        select coalesce(jsonb_object_agg(category_type, n), '{}')
        from (
          select category_type, count(*) as n from public.guests
          where booking_id = booking.id and not is_cancelled group by 1) as kinds)));
end
$$;
comment on function private.booking_facts is
  'Returns the fields of a booking that the audit log compares before and after an action. Nothing personal. '
  '"paid" is without what partners owe, as that is no money received.';

create function private.log_booking_change(
  actor private.booking_actor, booking uuid, action text, before jsonb, more jsonb default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.bookings;
  after jsonb;
begin
  select * into stored from public.bookings where id = booking;
  after := private.booking_facts(stored);
  insert into public.audit_events (happened_at, user_id, company_id, action, subject_id, before, after)
  values (
    clock_timestamp(),
    actor.person,
    stored.company_id,
    action,
    booking,
    private.changed_facts(before, after),
    private.changed_facts(after, before)
      || jsonb_strip_nulls(more || jsonb_build_object('api_key', actor.api_key)));
end
$$;
comment on function private.log_booking_change is
  'Writes an action on a booking into the audit log: actor, booking and changed fields; "more" adds details.';

create function private.booking_response(booking uuid, more jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  stored public.bookings;
begin
  select * into stored from public.bookings where id = booking;
  return jsonb_build_object(
    'status', 'ok',
    'booking_id', stored.id,
    'reference', stored.reference,
    'state', private.booking_state(stored),
    'departure_id', stored.departure_id,
    'expires_at', case when stored.status = 'ON_HOLD' then private.iso(stored.expires_at) end,
    'version', stored.version,
    'money', private.booking_money(stored))
    || more;
end
$$;
comment on function private.booking_response is
  'Builds the ok response of an action with the booking''s new state; "more" adds fields.';

create function private.reprice(booking uuid, difference bigint default null, is_net boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.bookings as b
  set total_amount = greatest(
    case
      when difference is null then recalculated.total - coalesce((discount ->> 'amount')::bigint, 0)
      -- Less the change of the discount, which a net difference contains.
      else b.total_amount + difference - case
        when is_net then 0
        else coalesce((discount ->> 'amount')::bigint, 0) - coalesce((
          b.price_snapshot #>> '{discount,amount}')::bigint, 0)
      end
    end,
    0),
    -- After a merge, the discount is what was really taken off both bookings; after a split, that of the remaining
    -- tickets.
    price_snapshot = jsonb_build_object('categories', recalculated.categories)
      || case
        when discount is null then '{}'
        else jsonb_build_object(
          'discount',
          case
            when is_net and difference >= 0 then
              discount || jsonb_build_object('amount', greatest(undiscounted - b.total_amount - difference, 0))
            else discount
          end)
      end
  from (
    select coalesce(sum(n * amount), 0)::bigint as total, coalesce(bool_and(is_priced), true) as is_priced,
      coalesce(jsonb_agg(jsonb_build_object(
        'type', category_type, 'price_category_id', price_category_id, 'amount', amount, 'quantity', n
      ) order by category_type, amount), '[]') as categories
    from (
      select category_type, price_category_id, coalesce(amount, 0) as amount, bool_and(amount is not null) as is_priced,
        count(*) as n
      from public.guests
      where booking_id = booking and not is_cancelled group by 1, 2, 3) as kinds) as recalculated
  join public.bookings as booking_row on booking_row.id = booking
  -- Tickets without prices (from other systems) have only a total, which was agreed for all of them.
  cross join lateral (
    select greatest(
      case
        when recalculated.is_priced or difference is null then recalculated.total
        else booking_row.total_amount + difference + coalesce((
          booking_row.price_snapshot #>> '{discount,amount}')::bigint, 0)
      end,
      0) as undiscounted) as price
  cross join lateral private.booking_discount(booking, undiscounted) as discount
  where b.id = booking;
end
$$;
comment on function private.reprice is
  'Updates a booking''s price and price_snapshot from its tickets less its discount: entirely, or by a difference, as '
  'the total may have been agreed otherwise. is_net: the difference is the discounted price of tickets that were '
  'merged into the booking, or split off (negative).';
