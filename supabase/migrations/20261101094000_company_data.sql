-- A company's data: how long its guests are known, what one of them asks for. docs/decisions/014-what-is-forgotten-and-what-stays.md

-- Erased on schedule --------------------------------------------------------------------------------------------------------

create table private.forgetting (
  company_id uuid primary key references public.companies (id) on delete cascade,
  planned_on date not null
);
comment on table private.forgetting is 'The last night for which the erasing of a company''s guests was planned.';
alter table private.forgetting enable row level security, force row level security;

create function private.forgotten_before(company uuid, months integer) returns date
language sql stable security definer set search_path = ''
as $$
  -- The last days are still on devices.
  select least(((now() at time zone c.time_zone) - make_interval(months => months))::date, current_date - 3) from public.companies as c where c.id = company
$$;
comment on function private.forgotten_before is 'The day before whose departures guests are known no more, by the company''s clock.';

create function private.unforgotten(company uuid, before date, most integer) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(id), '{}') from (
    select d.id from public.departures as d
    where d.company_id = unforgotten.company and d.local_date < before and (
      exists (select from public.bookings as b where b.departure_id = d.id and b.contact_name <> '—')
      or exists (
        select from public.check_in_actions as a
        where a.departure_id = d.id and a.kind in ('note', 'count', 'walk_in') and a.payload <> private.forgotten_payload(a.kind, a.payload)))
    order by d.local_date, d.id limit most) as found
$$;
comment on function private.unforgotten is 'Departures before a day of whose guests something is known still, the oldest first.';

create function private.erasable_bookings(company uuid, months integer) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from public.bookings as b join public.departures as d on d.id = b.departure_id
  where b.company_id = erasable_bookings.company and b.contact_name <> '—' and d.local_date < private.forgotten_before(company, months)
$$;
comment on function private.erasable_bookings is 'How many bookings the next night would empty of names, if guests were known for so many months.';

create function private.plan_forgetting() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  due record;
begin
  for due in
    insert into private.forgetting as known (company_id, planned_on)
    select c.id, (clock_timestamp() at time zone c.time_zone - interval '2 hours')::date from public.companies as c where c.retention_months is not null
    on conflict (company_id) do update set planned_on = excluded.planned_on where known.planned_on <> excluded.planned_on
    returning company_id, planned_on
  loop
    perform private.enqueue_job('forget_guests', jsonb_build_object('company', due.company_id), due.company_id,
      'forget:' || due.company_id || ':' || due.planned_on);
  end loop;
end
$$;
comment on function private.plan_forgetting is 'Plans the erasing of a night, from two o''clock by the company''s clock, for whoever has said how long guests are known.';

create function public.forget_due_guests(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  months constant integer := (select c.retention_months from public.companies as c where c.id = forget_due_guests.company);
  day date;
  departures uuid[];
  changed bigint;
begin
  -- Somebody has said otherwise since it was planned.
  if months is null then return '{"status": "ok", "left": false}'; end if;
  day := private.forgotten_before(company, months);
  departures := private.unforgotten(company, day, 50);
  if departures = '{}' then return '{"status": "ok", "left": false}'; end if;
  changed := private.forget_guests_of(departures);
  perform private.note_change(company, 'forget_guests', null, jsonb_build_object('before', day, 'rows', changed));
  return jsonb_build_object('status', 'ok', 'left', cardinality(departures) = 50);
end
$$;
comment on function public.forget_due_guests is
  'Forgets who came to fifty departures that are older than the company keeps its guests; left: there may be more. For the service role.';

-- One guest -----------------------------------------------------------------------------------------------------------------

create function private.bookings_of_guest(company uuid, asked text) returns setof public.bookings
language plpgsql stable security definer set search_path = ''
as $$
declare
  words constant text := btrim(coalesce(asked, ''));
  named public.bookings;
begin
  if position('@' in words) > 0 then
    return query select b.* from public.bookings as b where b.company_id = bookings_of_guest.company and lower(b.contact_email) = lower(words);
    return;
  end if;
  select * into named from public.bookings as b
  where b.company_id = bookings_of_guest.company and b.reference = upper(regexp_replace(words, '[\s-]', '', 'g'));
  if named.contact_email is null then
    if named.id is not null then return next named; end if;
    return;
  end if;
  return query select b.* from public.bookings as b where b.company_id = bookings_of_guest.company and lower(b.contact_email) = lower(named.contact_email);
end
$$;
comment on function private.bookings_of_guest is
  'A guest''s bookings with a company: by their address, or by the reference of one of them and the address that it has.';

create function private.guest_booking_stands(booking public.bookings) returns text
language sql stable security definer set search_path = ''
as $$
  select case when booking.contact_name = '—' then 'erased'
    when private.booking_state(booking) in ('ON_HOLD', 'PENDING', 'CONFIRMED')
      and (select d.local_date from public.departures as d where d.id = booking.departure_id) > current_date - 3 then 'ahead'
    else 'erasable' end
$$;
comment on function private.guest_booking_stands is
  'Whether a guest can be taken out of a booking: erasable, erased already, or ahead: it is still to come, or on the devices of these days.';

create function public.find_guest(company uuid, asked text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  -- A partner who acts for a company reads guests only where it shares them.
  if company is null or not private.can('COMPANY_ALL_ACCESS', company) or not company in (select private.guest_companies()) then
    return '{"status": "not_permitted"}';
  end if;
  return jsonb_build_object('status', 'ok', 'bookings', coalesce((
    select jsonb_agg(jsonb_build_object('id', b.id, 'reference', b.reference, 'name', b.contact_name, 'email', b.contact_email,
      'title', private.localised(d.tour_id, 'title'), 'starts_at', private.iso(d.starts_at), 'local_date', d.local_date,
      'stands', private.guest_booking_stands(b)) order by d.starts_at desc, b.id)
    from (select * from private.bookings_of_guest(company, asked) limit 200) as b
    join public.departures as d on d.id = b.departure_id), '[]'));
end
$$;
comment on function public.find_guest is 'What a company has of a guest, named by address or by a booking''s reference. Answers {"status": "ok" | "not_permitted" | "signed_out"}.';

create function private.guest_data(bookings uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'reference', b.reference, 'tour', coalesce((
      select t.title from public.tour_translations as t where t.tour_id = d.tour_id order by t.locale = b.locale desc, t.locale limit 1), ''),
    'starts_at', private.iso(d.starts_at), 'time_zone', c.time_zone, 'booked_at', private.iso(b.created_at),
    'name', b.contact_name, 'email', b.contact_email, 'phone', b.contact_phone, 'country', b.country, 'note', b.note, 'voucher', b.external_reference,
    'consent', b.news_consent ->> 'said', 'tags', to_jsonb(b.tags),
    'guests', coalesce((select jsonb_agg(coalesce(g.name, '') order by g.created_at, g.id) from public.guests as g where g.booking_id = b.id), '[]'),
    'words', coalesce((
      select jsonb_agg(a.payload ->> 'text' order by a.occurred_at) from public.check_in_actions as a
      where a.booking_id = b.id and a.kind = 'note' and a.payload ->> 'text' <> ''), '[]'),
    'total', b.total_amount, 'paid', b.paid_amount, 'currency', b.currency) order by d.starts_at desc, b.id), '[]')
  from public.bookings as b join public.departures as d on d.id = b.departure_id join public.companies as c on c.id = b.company_id
  where b.id = any (bookings)
$$;
comment on function private.guest_data is 'All that is kept of the guests of some bookings, to be read by them.';

create function public.send_guest_data(request uuid, booking uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.bookings;
  named uuid[];
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  select * into stored from public.bookings as b where b.id = send_guest_data.booking;
  if stored.id is null or not private.can('COMPANY_ALL_ACCESS', stored.company_id) or not stored.company_id in (select private.guest_companies()) then
    return '{"status": "not_permitted"}';
  end if;
  -- To the booking's own address and nowhere else: whoever reads its mail is who may know.
  if request is null or not coalesce(private.is_mail_address(stored.contact_email), false) then return '{"status": "no_address"}'; end if;
  if exists (select from private.outbox_messages as m where m.cause = 'guest-data:' || request) then return '{"status": "ok"}'; end if;
  if private.spend('guest-data:' || stored.company_id, 50, 1728) > 0 then return '{"status": "too_many"}'; end if;
  -- As many as a letter has room for, the newest.
  named := array(
    select b.id from private.bookings_of_guest(stored.company_id, stored.contact_email) as b join public.departures as d on d.id = b.departure_id
    order by d.starts_at desc, b.id limit 20);
  perform private.enqueue_mail('guest-data', stored.contact_email, stored.locale,
    jsonb_build_object('company', (select c.name from public.companies as c where c.id = stored.company_id), 'bookings', to_jsonb(named)),
    company => stored.company_id, cause => 'guest-data:' || request, booking => stored.id);
  perform private.note_change(stored.company_id, 'send_guest_data', null, jsonb_build_object('id', stored.id, 'bookings', cardinality(named)));
  return '{"status": "ok"}';
end
$$;
comment on function public.send_guest_data is
  'Mails to the address of a booking what the company keeps of whoever has that address. The request''s id makes a repeat harmless. Answers {"status": "ok" | "no_address" | "too_many" | "not_permitted" | "signed_out"}.';

create function public.erase_guest(company uuid, bookings uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wanted uuid[];
  gone uuid[];
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.can('COMPANY_ALL_ACCESS', company) or not company in (select private.guest_companies()) then
    return '{"status": "not_permitted"}';
  end if;
  if not coalesce(cardinality(bookings) between 1 and 200, false) then return '{"status": "invalid"}'; end if;
  perform from public.bookings as b where b.company_id = erase_guest.company and b.id = any (bookings) order by b.id for update;
  select array_agg(b.id) filter (where private.guest_booking_stands(b) = 'erasable') into wanted
  from public.bookings as b where b.company_id = erase_guest.company and b.id = any (bookings);
  if wanted is null then return '{"status": "ok", "erased": 0}'; end if;
  perform private.forget_guests_of('{}', wanted);
  -- Letters hold the address, and what was sent holds more.
  with letters as (delete from private.outbox_messages as m where m.booking_id = any (wanted) returning m.id)
  delete from private.jobs as j where j.kind = 'send_mail' and j.cause in (select id::text from letters);
  perform private.note_change(company, 'erase_guest', null, jsonb_build_object('bookings', cardinality(wanted), 'ids', to_jsonb(wanted)));
  return jsonb_build_object('status', 'ok', 'erased', cardinality(wanted));
end
$$;
comment on function public.erase_guest is
  'Takes a guest out of those of their bookings that are over, for good; figures, money, receipts and the order of events stay. Answers {"status": "ok" with how many, "invalid" | "not_permitted" | "signed_out"}; the same again erases nothing more.';

grant execute on function public.find_guest(uuid, text), public.send_guest_data(uuid, uuid), public.erase_guest(uuid, uuid[]) to authenticated;
grant execute on function public.forget_due_guests(uuid) to service_role;
