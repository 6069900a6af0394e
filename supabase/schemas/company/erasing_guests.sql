-- Erasing the guests whose time has come, or who asked for it. ADR 014

create function private.departures_to_erase(company uuid, before date, row_limit integer) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(id), '{}')
  from (
    select d.id from public.departures as d
    where d.company_id = departures_to_erase.company and d.local_date < before
      and (
        exists (select from public.bookings as b where b.departure_id = d.id and private.has_guest_data(b))
          or exists (
            select from public.check_in_actions as a
            where a.departure_id = d.id
              and a.kind in ('note', 'count', 'walk_in', 'report_submit', 'report_return', 'report_unlock')
              and a.payload <> private.erase_payload(a.kind, a.payload)))
    order by d.local_date, d.id limit row_limit) as found$$;
comment on function private.departures_to_erase is
  'Returns departures before a day that still hold guest data, oldest first.';

create function private.enqueue_guest_erasure(company uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  night constant date := private.local_night((select c.time_zone from public.companies as c where c.id = company), 2);
begin
  insert into private.planned_erasures as planned (company_id, planned_on)
  values (company, night)
  on conflict (company_id) do update
  set planned_on = excluded.planned_on
  where planned.planned_on <> excluded.planned_on;
  perform private.enqueue_job(
    'erase_guests', jsonb_build_object('company', company), company, 'forget:' || company || ':' || night);
end
$$;
comment on function private.enqueue_guest_erasure is 'Queues tonight''s erasure for one company.';

create function public.erase_due_guests(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  months constant integer := (
    select c.retention_months from public.companies as c where c.id = erase_due_guests.company);
  day date;
  departures uuid[];
  changed bigint;
begin
  -- The retention period was removed after the job was queued.
  if months is null then return '{"status": "ok", "has_more": false}'; end if;
  day := private.erasure_cutoff(company, months);
  departures := private.departures_to_erase(company, day, 50);
  if departures = '{}' then return '{"status": "ok", "has_more": false}'; end if;
  changed := private.erase_guests_of_departures(departures);
  perform private.log_change(company, 'erase_guests', null, jsonb_build_object('before', day, 'rows', changed));
  return jsonb_build_object('status', 'ok', 'has_more', cardinality(departures) = 50);
end
$$;
comment on function public.erase_due_guests is
  'Erases the guests of up to 50 departures that are older than the company''s retention period. `has_more` says '
  'whether more may remain. For the service role.';

create function private.guest_data(bookings uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'reference', b.reference,
    'tour', coalesce((
      select t.title from public.tour_translations as t
      where t.tour_id = d.tour_id order by t.locale = b.locale desc, t.locale limit 1), ''),
    'starts_at', private.iso(d.starts_at),
    'time_zone', c.time_zone,
    'booked_at', private.iso(b.created_at),
    'name', b.contact_name,
    'email', b.contact_email,
    'phone', b.contact_phone,
    'country', b.country,
    'note', b.note,
    'voucher_number', b.voucher_number,
    'consent', b.news_consent ->> 'text',
    'tags', to_jsonb(b.tags),
    'guests', coalesce((
      select jsonb_agg(coalesce(g.name, '') order by g.created_at, g.id)
      from public.guests as g
      where g.booking_id = b.id), '[]'),
    'notes', coalesce((
      select jsonb_agg(a.payload ->> 'text' order by a.occurred_at)
      from public.check_in_actions as a
      where a.booking_id = b.id and a.kind = 'note' and a.payload ->> 'text' <> ''), '[]'),
    -- The part that a partner pays is not the guest's.
    'total', b.total_amount - owing.amount,
    'paid', b.paid_amount - owing.amount,
    'currency', b.currency) order by d.starts_at desc, b.id), '[]')
  from public.bookings as b join public.departures as d on d.id = b.departure_id
  join public.companies as c on c.id = b.company_id
  cross join lateral (select private.on_account(b.id) as amount) as owing
  where b.id = any (bookings)$$;
comment on function private.guest_data is
  'Returns all personal data of the guests of the given bookings, for a data access request.';

create function public.erase_guest(company uuid, bookings uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  booking_ids uuid[];
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('erase_guest', company) then
    return '{"status": "not_permitted"}';
  end if;
  if not coalesce(cardinality(bookings) between 1 and 200, false) then return '{"status": "invalid"}'; end if;
  perform from public.bookings as b where b.company_id = erase_guest.company
    and b.id = any (bookings) order by b.id for update;
  select array_agg(b.id) filter (where private.erasure_state(b) = 'erasable') into booking_ids
  from public.bookings as b where b.company_id = erase_guest.company and b.id = any (bookings);
  if booking_ids is null then return '{"status": "ok", "erased": 0}'; end if;
  perform private.erase_guests_of_departures('{}', booking_ids);
  -- Mails contain the address and more.
  with deleted_mails as (delete from private.outbox_messages as m where m.booking_id = any (booking_ids) returning m.id)
  delete from private.jobs as j where j.kind = 'send_mail' and j.dedupe_key in (select id::text from deleted_mails);
  perform private.log_change(
    company, 'erase_guest', null, jsonb_build_object('bookings', cardinality(booking_ids), 'ids', to_jsonb(booking_ids))
  );
  return jsonb_build_object('status', 'ok', 'erased', cardinality(booking_ids));
end
$$;
comment on function public.erase_guest is
  'Erases a guest from the given bookings where they are over. Figures, money, receipts and the order of events stay. '
  'Returns {"status": "ok" with how many, "invalid" | "not_permitted" | "signed_out"}. Idempotent.';

grant execute on function public.erase_guest(uuid, uuid[]) to authenticated;
grant execute on function public.erase_due_guests(uuid) to service_role;
