-- Details of a booking for the office, with its history.

create function private.booking_history(booking public.bookings, shows_guests boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  departures constant uuid[] := booking.moved_from || booking.departure_id;
  -- Guests merged from another booking bring their actions along.
  own_guests constant uuid[] := array(select g.id from public.guests as g where g.booking_id = booking.id);
begin
  return (
    with acts as materialized (
      select a.* from public.check_in_actions as a
      where a.departure_id = any (departures) and (a.booking_id = booking.id or a.guest_id = any (own_guests))),
    undos as materialized (
      select u.*, array(select id from acts where u.payload -> 'actions' ? acts.id::text) as targets
      from public.check_in_actions as u
      where u.departure_id = any (departures) and u.kind = 'undo'
        and exists (select from acts where u.payload -> 'actions' ? acts.id::text)),
    entries as (
      select e.happened_at as at, e.user_id, e.action as code, e.before, e.after, e.id::text as id
      from public.audit_events as e
      where e.subject_id = booking.id
      union all
      select
        a.occurred_at,
        a.user_id,
        'roll_call_' || a.kind::text,
        null,
        jsonb_strip_nulls(jsonb_build_object(
          'guest_id', a.guest_id,
          'departure_id', a.departure_id,
          'flags', nullif(to_jsonb(a.flags), '[]'),
          'payload', case when shows_guests then a.payload else private.masked_payload(a.kind, a.payload) end)),
        a.id::text
      from acts as a
      union all
      select
        u.occurred_at,
        u.user_id,
        'roll_call_undo',
        null,
        jsonb_build_object('undone', to_jsonb(u.targets), 'departure_id', u.departure_id),
        u.id::text
      from undos as u)
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', id,
      'at', private.iso(at),
      'code', code,
      'actor', case
        when user_id is not null then jsonb_build_object('id', user_id, 'name', private.actor_name(user_id))
      end,
      -- A merged or split booking has its own history, to which the entry links.
      'other_id', case
        when code in ('merge_bookings', 'split_booking') then
          (
            select o.id from public.bookings as o
            where o.company_id = booking.company_id and o.reference = after ->> 'other')
      end,
      'before', case when shows_guests then before else private.erase_booking_facts(before) end,
      'after', case when shows_guests then after else private.erase_booking_facts(after) end) order by at, id), '[]')
    from entries);
end
$$;
comment on function private.booking_history is
  'Returns a booking''s history, oldest first, as coded entries: audit '
  'events by the name of the action, roll-call actions as roll_call_<kind>.';

create function public.read_booking(booking uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Security definer: the response combines tables that not all callers may read.
declare
  subject constant jsonb := private.subject((select auth.uid()), 'read_booking');
  stored public.bookings;
  departure public.departures;
  shows_guests boolean;
  roll_call jsonb;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  select * into stored from public.bookings where id = read_booking.booking;
  if stored.id is null or not (private.subject_can(subject, 'VIEW_BOOKINGS_ACCESS', stored.company_id)
    or private.subject_can(subject, 'MANAGE_BOOKINGS_ACCESS', stored.company_id)) then
    return '{"status": "not_found"}';
  end if;
  shows_guests := private.sees_guests(stored.company_id);
  select * into departure from public.departures where id = stored.departure_id;
  roll_call := private.departure_roll_call(departure.id);
  return jsonb_build_object(
    'status', 'ok',
    'booking', jsonb_build_object(
      'id', stored.id,
      'company_id', stored.company_id,
      'reference', stored.reference,
      'state', private.booking_state(stored),
      'source', stored.source,
      'reason', stored.reason,
      'version', stored.version,
      'expires_at', case when stored.status = 'ON_HOLD' then private.iso(stored.expires_at) end,
      'created_at', private.iso(stored.created_at),
      'contact_name', case when shows_guests then stored.contact_name else stored.reference end,
      'contact_email', case when shows_guests then stored.contact_email end,
      -- Only if this company has mailed the address, so that bounces of other companies' mails stay private.
      'contact_suppression', case
        when shows_guests
          and exists (
            select from private.outbox_messages as m
            where m.company_id = stored.company_id and lower(m.recipient) = lower(stored.contact_email)
              and m.state <> 'pending')
          then private.find_suppression(stored.contact_email)
      end,
      'contact_phone', case when shows_guests then stored.contact_phone end,
      'country', case when shows_guests then stored.country end,
      'locale', stored.locale,
      'note', case when shows_guests then stored.note end,
      'voucher_number', case when shows_guests then stored.voucher_number end,
      'referral', case when shows_guests then stored.referral end,
      'news_consent', case when shows_guests then stored.news_consent end,
      'tags', stored.tags,
      'seats', private.booking_seats(stored.id),
      'mails', case
        when shows_guests then
          coalesce((
            select jsonb_agg(jsonb_build_object(
              'id', m.id,
              'template', m.template,
              'recipient', m.recipient,
              'mail_state', m.state,
              'created_at', private.iso(m.created_at),
              'sent_at', private.iso(m.sent_at)) order by m.created_at desc, m.id)
            from private.outbox_messages as m
            where m.booking_id = stored.id), '[]')
        else '[]'
      end,
      'organisation', (
        select jsonb_build_object('id', o.id, 'name', o.name) from public.organisations as o
        where o.id = stored.organisation_id),
      'departure', jsonb_build_object(
        'id', departure.id,
        'tour_id', departure.tour_id,
        'title', private.localised(departure.tour_id, 'title'),
        'starts_at', private.iso(departure.starts_at),
        'local_date', departure.local_date,
        'capacity', departure.capacity,
        'left', private.free_seats_of_departure(departure, private.allotment_partner(stored)),
        'is_closed', departure.is_closed,
        'departure_status', departure.status,
        'language', departure.language),
      'guests', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', g.id,
          'category_type', g.category_type,
          'price_category_id', g.price_category_id,
          'name', case when shows_guests then g.name end,
          'ticket_code', g.ticket_code,
          'amount', g.amount,
          'cancelled', g.is_cancelled,
          'check_in', roll_call #>> array['guests', g.id::text, 'status'],
          'at', roll_call #>> array['guests', g.id::text, 'at']) order by g.is_cancelled, g.created_at, g.id)
        from public.guests as g
        where g.booking_id = stored.id), '[]'),
      'money', private.booking_money(stored),
      'account', (
        select jsonb_build_object(
          'name', o.name, 'available_credit', private.available_credit(o.id, stored.company_id, stored.currency))
        from public.organisations as o
        -- Credit is between the company and that partner; another partner acting for the company must not see it.
        where o.id = stored.organisation_id
          and private.can_assign_partner((auth.uid(), true, null, null, false), stored.company_id)
          and private.available_credit(o.id, stored.company_id, stored.currency) is not null),
      -- A discount code has value for anybody who reads it, so it is shown only with guests' data.
      'price', case
        when shows_guests or not stored.price_snapshot ? 'discount' then stored.price_snapshot
        else jsonb_set(stored.price_snapshot, '{discount,code}', '"•••"')
      end,
      'codes', case when shows_guests then private.booking_codes_json(stored) else '{}' end,
      'payments', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', p.id,
          'amount', p.amount,
          'method', p.method,
          'payment_status', p.status,
          'provider', p.provider,
          'reference', p.reference,
          'received_at', private.iso(p.received_at),
          'at_roll_call', p.action_id is not null,
          'actor', private.actor_name(p.user_id)) order by p.received_at, p.id)
        from public.payments as p
        where p.booking_id = stored.id), '[]'),
      'refunds', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', r.id,
          'amount', r.amount,
          'method', r.method,
          'refund_status', r.status,
          'reference', r.reference,
          'failure', r.failure,
          'is_online', r.payment_id is not null,
          'note', case when shows_guests then r.note end,
          'decided_at', private.iso(r.decided_at),
          'refunded_at', private.iso(r.refunded_at),
          'actor', private.actor_name(r.user_id)) order by r.decided_at, r.id)
        from public.refunds as r
        where r.booking_id = stored.id), '[]'),
      'documents', case
        when shows_guests then
          coalesce((
            select jsonb_agg(private.document_json(d) order by d.issued_at, d.number)
            from public.documents as d
            where d.booking_id = stored.id), '[]')
        else '[]'
      end,
      'open_invoice', coalesce((select o.amount from private.open_invoices as o where o.booking_id = stored.id), 0),
      'cancellation', jsonb_build_object(
        'refund', private.refundable_amount(stored),
        'free_until', private.iso(
          departure.starts_at - make_interval(hours => coalesce((
            stored.policy_snapshot ->> 'cancellation_cut_off_hours')::integer, 24)))),
      'history', private.booking_history(stored, shows_guests)));
end
$$;
comment on function public.read_booking is
  'Returns all details of a booking to people who may see the company''s bookings, without guest data for a partner '
  'without data sharing. Returns ok, not_found or signed_out.';
grant execute on function public.read_booking(uuid) to authenticated;
