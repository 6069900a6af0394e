-- Webhooks: recording events in the causing transaction. ADR 064

create function private.webhook_companies(event public.webhook_event default null) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  companies uuid[];
begin
  -- The common case without receivers costs one index look-up.
  companies := array(
    select distinct w.company_id from private.webhook_endpoints as w
    where w.state <> 'off' and (event is null or event = any (w.events)));
  if companies <> '{}' then perform set_config('muster.webhooks_are_due', 'yes', true); end if;
  return companies;
end
$$;
comment on function private.webhook_companies is
  'Returns the companies with a receiver that is on, of one type of event if given. If there are any, '
  'private.complete_webhook_events completes their events at the commit.';

-- Set operations instead of joins, as the arrays and transition tables of a statement have no index.

create function private.record_availability_of_bookings(
  before public.bookings[], after public.bookings[]
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  receiving_companies constant uuid[] := private.webhook_companies('availability.changed');
begin
  if receiving_companies = '{}' then return; end if;
  insert into private.webhook_events (company_id, type, row_id, subject, departure_id)
  select company_id, 'availability.changed'::public.webhook_event, departure_id, departure_id, departure_id
  from (
    (
      select company_id, id, departure_id from unnest(after)
      where company_id = any (receiving_companies) and not private.is_released_status(status)
      except
      select company_id, id, departure_id from unnest(before) where not private.is_released_status(status))
    union
    (
      select company_id, id, departure_id from unnest(before)
      where company_id = any (receiving_companies) and not private.is_released_status(status)
      except
      select company_id, id, departure_id from unnest(after) where not private.is_released_status(status))) as other
  group by company_id, departure_id
  on conflict on constraint webhook_events_once do nothing;
end
$$;
comment on function private.record_availability_of_bookings is
  'Records changed availability, once per departure on which bookings began or ceased to take seats.';

create function private.record_booking_events(before public.bookings[], after public.bookings[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  receiving_companies constant uuid[] := private.webhook_companies();
begin
  if receiving_companies = '{}' then return; end if;
  if before = '{}' then
    insert into private.webhook_events (company_id, type, row_id, subject, booking_id, departure_id)
    select b.company_id, t.type::public.webhook_event, b.id, b.id, b.id, b.departure_id
    from unnest(after) as b
    cross join lateral (
      values ('booking.created'), (case when b.status = 'CONFIRMED' then 'booking.confirmed' end)) as t (type)
    where b.company_id = any (receiving_companies) and t.type is not null
    on conflict on constraint webhook_events_once do nothing;
  else
    insert into private.webhook_events (company_id, type, row_id, subject, booking_id, departure_id)
    select
      company_id,
      case status
        when 'CONFIRMED' then 'booking.confirmed'
        when 'CANCELLED' then 'booking.cancelled'
        when 'REJECTED' then 'booking.rejected'
        when 'EXPIRED' then 'booking.expired'
        else 'booking.changed'
      end::public.webhook_event,
      id,
      id,
      id,
      departure_id
    from (
      select company_id, id, departure_id, status from unnest(after)
      where company_id = any (receiving_companies)
        and id in (
          select id from (
            select id, status from unnest(after)
            except
            select id, status from unnest(before)) as other)
    ) as turned
    union all
    select company_id, 'booking.moved', id, id, id, departure_id
    from (
      select company_id, id, departure_id from unnest(after)
      where company_id = any (receiving_companies)
      except
      select company_id, id, departure_id from unnest(before)) as moved
    union all
    select company_id, 'booking.changed', id, id, id, departure_id
    from (
      select
        company_id,
        id,
        departure_id,
        organisation_id,
        contact_name,
        contact_email,
        contact_phone,
        country,
        locale,
        note,
        total_amount,
        late_minutes,
        expires_at,
        voucher_number,
        tags
      from unnest(after)
      where company_id = any (receiving_companies)
      except
      select
        company_id,
        id,
        departure_id,
        organisation_id,
        contact_name,
        contact_email,
        contact_phone,
        country,
        locale,
        note,
        total_amount,
        late_minutes,
        expires_at,
        voucher_number,
        tags
      from unnest(before)) as edited
    on conflict on constraint webhook_events_once do nothing;
  end if;
  perform private.record_availability_of_bookings(before, after);
end
$$;
comment on function private.record_booking_events is
  'Records the webhook events of new or changed bookings, and of the availability that they change.';

create function private.record_guest_events(before public.guests[], after public.guests[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  receiving_companies constant uuid[] := private.webhook_companies();
  availability_companies uuid[];
begin
  if receiving_companies = '{}' then return; end if;
  insert into private.webhook_events (company_id, type, row_id, subject, booking_id, departure_id)
  select distinct
    company_id,
    'booking.changed'::public.webhook_event,
    booking_id,
    booking_id,
    booking_id,
    departure_id
  from (
    select id, company_id, booking_id, departure_id, is_cancelled, category_type, name from unnest(after)
    where company_id = any (receiving_companies)
    except
    select id, company_id, booking_id, departure_id, is_cancelled, category_type, name from unnest(before)) as other
  on conflict on constraint webhook_events_once do nothing;
  availability_companies := private.webhook_companies('availability.changed');
  if availability_companies = '{}' then return; end if;
  insert into private.webhook_events (company_id, type, row_id, subject, departure_id)
  select distinct company_id, 'availability.changed'::public.webhook_event, departure_id, departure_id, departure_id
  from unnest(after) as g
  where g.id in (
    select id from (
      select id, company_id, departure_id, is_cancelled, price_category_id from unnest(after)
      where company_id = any (availability_companies)
      except
      select id, company_id, departure_id, is_cancelled, price_category_id from unnest(before)) as other)
    and exists (
      select from public.bookings as b where b.id = g.booking_id and not private.is_released_status(b.status))
  on conflict on constraint webhook_events_once do nothing;
end
$$;
comment on function private.record_guest_events is
  'Records the webhook event of bookings whose guests changed, and changed availability once per departure.';

create function private.record_check_in_events(after public.check_in_actions[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  receiving_companies constant uuid[] := private.webhook_companies();
begin
  if receiving_companies = '{}' then return; end if;
  insert into private.webhook_events (company_id, type, row_id, subject, booking_id, departure_id)
  select
    a.company_id,
    'guest.checked_in',
    a.id,
    coalesce(a.booking_id, g.booking_id, a.guest_id, a.departure_id),
    coalesce(a.booking_id, g.booking_id),
    a.departure_id
  from unnest(after) as a
  left join lateral (
    select guest_row.booking_id from public.guests as guest_row
    where guest_row.id = a.guest_id and guest_row.company_id = a.company_id) as g
    on true
  where a.kind = 'check_in' and a.company_id = any (receiving_companies)
  on conflict on constraint webhook_events_once do nothing;
end
$$;
comment on function private.record_check_in_events is 'Records the webhook events of check-ins.';

create function private.record_departure_events(before public.departures[], after public.departures[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  receiving_companies constant uuid[] := private.webhook_companies();
  availability_companies uuid[];
begin
  if receiving_companies = '{}' then return; end if;
  insert into private.webhook_events (company_id, type, row_id, subject, departure_id)
  select company_id,
    case status
      when 'departed' then 'departure.departed'
      when 'cancelled' then 'departure.cancelled'
      else 'departure.changed'
    end::public.webhook_event, id, id, id
  from (
    select company_id, id, status, starts_at, ends_at, capacity, language, meeting_note, is_closed
    from unnest(after)
    where company_id = any (receiving_companies)
    except
    select company_id, id, status, starts_at, ends_at, capacity, language, meeting_note, is_closed
    from unnest(before)) as other
  on conflict on constraint webhook_events_once do nothing;
  availability_companies := private.webhook_companies('availability.changed');
  if availability_companies = '{}' then return; end if;
  insert into private.webhook_events (company_id, type, row_id, subject, departure_id)
  select company_id, 'availability.changed', id, id, id
  from (
    select company_id, id, status, starts_at, ends_at, capacity, is_closed
    from unnest(after)
    where company_id = any (availability_companies)
    except
    select company_id, id, status, starts_at, ends_at, capacity, is_closed
    from unnest(before)) as other
  on conflict on constraint webhook_events_once do nothing;
end
$$;
comment on function private.record_departure_events is
  'Records the webhook events and the changed availability of changed departures.';

create function private.record_report_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  receiving_companies constant uuid[] := private.webhook_companies();
begin
  if receiving_companies = '{}' then return null; end if;
  if tg_op = 'INSERT' then
    insert into private.webhook_events (company_id, type, row_id, subject, departure_id)
    select d.company_id, ('report.' || r.state)::public.webhook_event, r.departure_id, r.departure_id, r.departure_id
    from changed as r join public.departures as d on d.id = r.departure_id
    where r.state <> 'open' and d.company_id = any (receiving_companies)
    on conflict on constraint webhook_events_once do nothing;
  else
    insert into private.webhook_events (company_id, type, row_id, subject, departure_id)
    select d.company_id, ('report.' || r.state)::public.webhook_event, r.departure_id, r.departure_id, r.departure_id
    -- A report that is submitted again is a new event.
    from (
      select departure_id, state, report_id from changed except select departure_id, state, report_id from before) as r
    join public.departures as d on d.id = r.departure_id
    where r.state <> 'open' and d.company_id = any (receiving_companies)
    on conflict on constraint webhook_events_once do nothing;
  end if;
  return null;
end
$$;
comment on function private.record_report_events is 'Statement trigger of tour_reports: records their new states.';

create function private.record_payment_events(before public.payments[], after public.payments[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  receiving_companies constant uuid[] := private.webhook_companies();
begin
  if receiving_companies = '{}' then return; end if;
  insert into private.webhook_events (company_id, type, row_id, subject, booking_id)
  select company_id,
    case status
      when 'RECEIVED' then 'payment.received'
      when 'FAILED' then 'payment.failed'
      else 'payment.undone'
    end::public.webhook_event, id, booking_id, booking_id
  from (
    select company_id, id, booking_id, status, method, provider from unnest(after)
    where company_id = any (receiving_companies)
    except
    select company_id, id, booking_id, status, method, provider from unnest(before)) as other
  where status <> 'AWAITING' and private.is_cash_flow(method) and provider is distinct from 'opening'
  on conflict on constraint webhook_events_once do nothing;
end
$$;
comment on function private.record_payment_events is
  'Records the webhook events of received, failed and undone payments, without transfers within the ledger.';

create function private.record_payment_refusals() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  receiving_companies constant uuid[] := private.webhook_companies();
begin
  if receiving_companies = '{}' then return null; end if;
  insert into private.webhook_events (company_id, type, row_id, subject, booking_id)
  select company_id, 'payment.failed', id, booking_id, booking_id
  from (select company_id, id, booking_id, refused_at from changed where company_id = any (receiving_companies)
    except
    select company_id, id, booking_id, refused_at from before) as other
  where refused_at is not null
  on conflict on constraint webhook_events_once do nothing;
  return null;
end
$$;
comment on function private.record_payment_refusals is
  'Statement trigger of payment_sessions: records payments that the provider refused.';

create function private.record_refund_events(before public.refunds[], after public.refunds[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  receiving_companies constant uuid[] := private.webhook_companies();
begin
  if receiving_companies = '{}' then return; end if;
  insert into private.webhook_events (company_id, type, row_id, subject, booking_id)
  select company_id, 'payment.refunded', id, booking_id, booking_id
  from (
    select company_id, id, booking_id, status from unnest(after)
    where company_id = any (receiving_companies) and private.is_cash_flow(method)
    except
    select company_id, id, booking_id, status from unnest(before)) as other
  where status = 'REFUNDED'
  on conflict on constraint webhook_events_once do nothing;
end
$$;
comment on function private.record_refund_events is
  'Records the webhook events of completed refunds, without transfers within the ledger.';

create function private.record_availability_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  availability_companies constant uuid[] := private.webhook_companies('availability.changed');
  tours uuid[];
  departures uuid[];
begin
  if availability_companies = '{}' then return null; end if;
  case tg_argv[0]
    -- Inserted or deleted: all affected tours or departures.
    when 'tours' then tours := array(select distinct tour_id from changed);
    when 'departures' then departures := array(select distinct departure_id from changed);
    when 'allotments' then
      tours := array(
        select tour_id
        from (
          select tour_id, agreement_id, seats, release_hours from changed
          except
          select tour_id, agreement_id, seats, release_hours
          from before) as other);
    when 'prices' then
      -- Position and age limits do not affect availability.
      tours := array(
        select tour_id
        from (
          select id, tour_id, amount, seats, vat_rate, is_active from changed
          except
          select id, tour_id, amount, seats, vat_rate, is_active
          from before) as other);
    when 'own prices' then
      departures := array(
        select departure_id
        from (
          select departure_id, price_category_id, amount from changed
          except
          select departure_id, price_category_id, amount
          from before) as other);
  end case;
  -- Only upcoming departures are offered.
  insert into private.webhook_events (company_id, type, row_id, subject, departure_id)
  select d.company_id, 'availability.changed', d.id, d.id, d.id
  from public.departures as d
  where (d.tour_id = any (tours) or d.id = any (departures)) and d.company_id = any (availability_companies)
    and d.status = 'scheduled' and d.starts_at > now()
  on conflict on constraint webhook_events_once do nothing;
  return null;
end
$$;
comment on function private.record_availability_events is
  'Statement trigger of prices and allotments: records availability events for the affected upcoming departures if a '
  'receiver is on.';
