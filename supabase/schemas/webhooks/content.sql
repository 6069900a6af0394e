-- Webhooks: the content of an event. ADR 064

create function private.webhook_departure(departure uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', d.id,
      'tour', jsonb_build_object('id', d.tour_id, 'title', private.localised(d.tour_id, 'title')),
      'starts_at', private.iso(d.starts_at),
      'ends_at', private.iso(d.ends_at),
      'local_date', d.local_date,
      'time_zone', c.time_zone,
      'language', d.language,
      'state', d.status,
      'is_closed', d.is_closed,
      'capacity', d.capacity,
      'booked', coalesce((select s.seats from private.booked_seats(array[d.id]) as s), 0))
    from public.departures as d join public.companies as c on c.id = d.company_id
    where d.id = departure);
end
$$;
comment on function private.webhook_departure is 'Returns a departure for webhooks.';

create function private.webhook_booking(booking uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.bookings;
  money jsonb;
begin
  select * into b from public.bookings where id = booking;
  if b.id is null then return null; end if;
  money := private.booking_money(b);
  return jsonb_build_object(
    'id', b.id,
    'reference', b.reference,
    'state', lower(private.booking_state(b)::text),
    'reason', b.reason,
    'source', b.source,
    'language', b.locale,
    'partner', (
      select jsonb_build_object('id', o.id, 'name', o.name) from public.organisations as o
      where o.id = b.organisation_id),
    'created_at', private.iso(b.created_at),
    'held_until', case when b.status = 'ON_HOLD' then private.iso(b.expires_at) end,
    'departure', private.webhook_departure(b.departure_id),
    'party', coalesce((
      select jsonb_agg(jsonb_build_object(
        'category', lower(p.category_type::text), 'count', p.count) order by p.category_type)
      from (
        select g.category_type, count(*) as count from public.guests as g
        where g.booking_id = b.id and not g.is_cancelled group by 1) as p), '[]'),
    'amounts', jsonb_build_object(
      'total', money -> 'total',
      'paid', (money ->> 'balance')::bigint - (money ->> 'on_account')::bigint,
      'on_account', money -> 'on_account',
      'due', money -> 'due',
      'to_refund', money -> 'owed'),
    'currency', b.currency);
end
$$;
comment on function private.webhook_booking is
  'Returns a booking for webhooks, with amounts in minor units and without personal data.';

create function private.webhook_data(type public.webhook_event, row_id uuid, booking uuid, departure uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  report jsonb;
begin
  case split_part(type::text, '.', 1)
    when 'booking' then return private.webhook_booking(row_id);
    when 'departure', 'availability' then return private.webhook_departure(row_id);
    when 'guest' then
      return (
        select jsonb_build_object(
          'guest', jsonb_build_object(
            'id', a.guest_id,
            'category', (select lower(g.category_type::text) from public.guests as g where g.id = a.guest_id),
            'checked_in_at', private.iso(a.occurred_at)),
          'booking', private.webhook_booking(booking))
        from public.check_in_actions as a
        where a.id = row_id);
    when 'report' then
      report := private.departure_report(departure);
      return jsonb_build_object(
        'departure', private.webhook_departure(departure),
        'report', jsonb_build_object(
          'state', report -> 'state',
          'lines', (
            select coalesce(jsonb_agg(jsonb_build_object(
              'category', lower(l ->> 'type'), 'booked', l -> 'booked', 'attended', l -> 'attended')), '[]')
            from jsonb_array_elements(report -> 'lines') as l),
          'walk_ins', report -> 'walk_ins'));
    when 'payment' then
      return (
        select jsonb_build_object('payment', payment_json, 'booking', private.webhook_booking(booking)) from (
          select jsonb_build_object(
            'id', p.id,
            'amount', p.amount,
            'currency', p.currency,
            'method', p.method,
            'state', lower(p.status::text),
            'at', private.iso(p.received_at)) as payment_json
          from public.payments as p where p.id = row_id
          union all
          select jsonb_build_object(
            'id', r.id,
            'amount', -r.amount,
            'currency', r.currency,
            'method', r.method,
            'state', lower(r.status::text),
            'at', private.iso(r.refunded_at))
          from public.refunds as r where r.id = row_id
          union all
          -- A refused payment has no row in payments.
          select jsonb_build_object(
            'id', s.id,
            'amount', s.amount,
            'currency', s.currency,
            'method', 'online',
            'state', 'failed',
            'at', private.iso(s.refused_at))
          from private.payment_sessions as s where s.id = row_id) as found);
    else return '{"message": "It works."}';
  end case;
end
$$;
comment on function private.webhook_data is 'Returns the content of an event as of now; previews use it as well.';

create function private.webhook_personal_data(type public.webhook_event, row_id uuid, booking uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'contact', jsonb_build_object(
      'name', nullif(b.contact_name, '—'), 'email', b.contact_email, 'phone', b.contact_phone, 'country', b.country),
    'guest_name', case
      when type = 'guest.checked_in' then
        (
          select g.name from public.guests as g join public.check_in_actions as a on a.guest_id = g.id
          where a.id = row_id)
    end))
  from public.bookings as b
  where b.id = booking$$;
comment on function private.webhook_personal_data is
  'Returns the personal data of a booking''s guests for receivers that requested it.';

create function public.test_webhook(endpoint uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  company constant uuid := private.company_of_webhook(endpoint);
  refusal constant jsonb := private.webhook_refusal(company, 'test_webhook');
  slow jsonb;
  event uuid;
begin
  if refusal is not null then return refusal; end if;
  if exists (select from private.webhook_endpoints as w where w.id = endpoint and w.state = 'off') then
    return '{"status": "switched_off"}';
  end if;
  slow := private.rate_limited(private.consume_rate_limit('webhook_test:' || company, 10, 30));
  if slow is not null then return slow; end if;
  insert into private.webhook_events (company_id, type, row_id, subject, data)
  values (
    company,
    'webhook.test',
    gen_random_uuid(),
    gen_random_uuid(),
    private.webhook_data('webhook.test', null, null, null))
  returning id into event;
  insert into private.webhook_deliveries (endpoint_id, event_id, place, subject)
  select endpoint, e.id, e.place, e.subject
  from private.webhook_events as e
  where e.id = event;
  return '{"status": "ok"}';
end
$$;
comment on function public.test_webhook is
  'Sends a test event to one receiver, also while it is paused; its log shows the result. Returns ok, switched_off, '
  'rate_limited, not_permitted or signed_out.';

create function public.preview_webhook(company uuid, event text, has_personal_data boolean default false) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.webhook_refusal(company, 'preview_webhook');
  type public.webhook_event;
  sample_event private.webhook_events;
begin
  if refusal is not null then return refusal; end if;
  if not coalesce(event = any (enum_range(null::public.webhook_event)::text[]), false) then
    return '{"status": "invalid"}';
  end if;
  type := event::public.webhook_event;
  -- The latest row of this kind.
  case split_part(event, '.', 1)
    when 'booking' then
      select b.id, b.id, b.departure_id
      into sample_event.row_id, sample_event.booking_id, sample_event.departure_id
      from public.bookings as b
      where b.company_id = preview_webhook.company
      order by b.changed_xid desc limit 1;
    when 'guest' then
      select a.id, coalesce(a.booking_id, g.booking_id), a.departure_id
      into sample_event.row_id, sample_event.booking_id, sample_event.departure_id
      from public.check_in_actions as a
      left join public.guests as g on g.id = a.guest_id
      where a.company_id = preview_webhook.company and a.kind = 'check_in'
      order by a.changed_xid desc limit 1;
    when 'payment' then
      if event = 'payment.refunded' then
        select r.id, r.booking_id into sample_event.row_id, sample_event.booking_id from public.refunds as r
        where r.company_id = preview_webhook.company and r.status = 'REFUNDED' order by r.refunded_at desc limit 1;
      elsif event = 'payment.failed' then
        select s.id, s.booking_id into sample_event.row_id, sample_event.booking_id from private.payment_sessions as s
        where s.company_id = preview_webhook.company and s.refused_at is not null order by s.refused_at desc limit 1;
      else
        select p.id, p.booking_id into sample_event.row_id, sample_event.booking_id
        from public.payments as p
        where p.company_id = preview_webhook.company and private.is_cash_flow(p.method)
        order by p.received_at desc limit 1;
      end if;
    when 'webhook' then sample_event.row_id := gen_random_uuid();
    else
      select d.id, d.id into sample_event.row_id, sample_event.departure_id from public.departures as d
      where d.company_id = preview_webhook.company and d.starts_at <= now() order by d.starts_at desc limit 1;
      if sample_event.row_id is null then
        select d.id, d.id into sample_event.row_id, sample_event.departure_id
        from public.departures as d
        where d.company_id = preview_webhook.company order by d.starts_at limit 1;
      end if;
  end case;
  if sample_event.row_id is null then return '{"status": "ok", "body": null}'; end if;
  sample_event.id := gen_random_uuid();
  sample_event.company_id := company;
  sample_event.type := type;
  sample_event.happened_at := now();
  sample_event.data := private.webhook_data(
    type, sample_event.row_id, sample_event.booking_id, sample_event.departure_id);
  if has_personal_data and sample_event.booking_id is not null then
    sample_event.personal := private.webhook_personal_data(type, sample_event.row_id, sample_event.booking_id);
  end if;
  return jsonb_build_object(
    'status', 'ok', 'body', jsonb_pretty(private.webhook_body(sample_event, coalesce(has_personal_data, false))));
end
$$;
comment on function public.preview_webhook is
  'Returns the body that an event would have, made from the latest row of its kind; null if there is none. Nothing is '
  'sent. Refusals: invalid (no such event), not_permitted, signed_out.';

grant execute on function public.test_webhook(uuid), public.preview_webhook(uuid, text, boolean) to authenticated;
