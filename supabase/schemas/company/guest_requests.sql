-- Guests who ask for their data or its erasure, and bookings whose erasure is planned. ADR 014

create table private.planned_erasures (
  company_id uuid primary key references public.companies (id) on delete cascade,
  planned_on date not null
);
comment on table private.planned_erasures is 'Last night for which the erasure of a company''s guests was queued.';
alter table private.planned_erasures enable row level security, force row level security;

create function private.erasure_cutoff(company uuid, months integer) returns date
language sql stable security definer set search_path = ''
as $$
  -- Recent departures may still be on devices.
  select least(((now() at time zone c.time_zone) - make_interval(months => months))::date, current_date - 3)
  from public.companies as c
  where c.id = company$$;
comment on function private.erasure_cutoff is
  'Returns the local date before which departures lose their guests'' data, for a retention in months.';

create function private.has_guest_data(b public.bookings) returns boolean
language sql stable
return (
  b.contact_name, b.contact_email, b.contact_phone, b.note, b.voucher_number
) is distinct from ('—'::text, null::text, null::text, null::text, null::text)
  or exists (select from public.guests as g where g.booking_id = b.id and g.name is not null);
comment on function private.has_guest_data is
  'Returns whether a booking holds personal data of its guests. Staff may have entered an address without a name.';

create function private.count_erasable_bookings(company uuid, months integer) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from public.bookings as b join public.departures as d on d.id = b.departure_id
  where b.company_id = count_erasable_bookings.company and private.has_guest_data(b)
    and d.local_date < private.erasure_cutoff(company, months)$$;
comment on function private.count_erasable_bookings is
  'Returns how many bookings the next erasure would cover with the given retention in months.';

create function private.bookings_of_guest(company uuid, search text) returns setof public.bookings
language plpgsql stable security definer set search_path = ''
as $$
declare
  words constant text := private.trim_text(coalesce(search, ''));
  named public.bookings;
begin
  if position('@' in words) > 0 then
    return query
      select b.* from public.bookings as b
      where b.company_id = bookings_of_guest.company and lower(b.contact_email) = lower(words);
    return;
  end if;
  select * into named from public.bookings as b
  where b.company_id = bookings_of_guest.company and b.reference = upper(regexp_replace(words, '[\s-]', '', 'g'));
  if named.contact_email is null then
    if named.id is not null then return next named; end if;
    return;
  end if;
  return query
    select b.* from public.bookings as b
    where b.company_id = bookings_of_guest.company and lower(b.contact_email) = lower(named.contact_email);
end
$$;
comment on function private.bookings_of_guest is
  'Returns a guest''s bookings with a company, by an email address or by a booking''s reference. A reference finds all '
  'bookings with that booking''s address, or only itself if it has none.';

create function private.erasure_state(booking public.bookings) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not private.has_guest_data(booking) then 'erased'
    when private.booking_state(booking) in ('ON_HOLD', 'PENDING', 'CONFIRMED')
      and (select d.local_date from public.departures as d where d.id = booking.departure_id) > current_date - 3
      then 'upcoming'
    else 'erasable'
  end$$;
comment on function private.erasure_state is
  'Returns whether a booking''s guest data can be erased: erasable, erased (already), or upcoming (or recent '
  'enough to be on devices).';

create function public.find_guest(company uuid, search text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('find_guest', company) then
    return '{"status": "not_permitted"}';
  end if;
  return jsonb_build_object(
    'status', 'ok',
    'bookings', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', b.id,
        'reference', b.reference,
        'name', b.contact_name,
        'email', b.contact_email,
        'title', private.localised(d.tour_id, 'title'),
        'starts_at', private.iso(d.starts_at),
        'local_date', d.local_date,
        'erasure_state', private.erasure_state(b)) order by d.starts_at desc, b.id)
      from (select * from private.bookings_of_guest(company, search) limit 200) as b
      join public.departures as d on d.id = b.departure_id), '[]'));
end
$$;
comment on function public.find_guest is
  'Returns a company''s bookings of a guest, by email address or booking reference. Returns {"status": "ok" | '
  '"not_permitted" | "signed_out"}.';

create function public.send_guest_data(request uuid, booking uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.bookings;
  named uuid[];
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  select * into stored from public.bookings as b where b.id = send_guest_data.booking;
  if stored.id is null or not private.may('send_guest_data', stored.company_id) then
    return '{"status": "not_permitted"}';
  end if;
  -- Only to the booking's own address: whoever reads it is entitled to the data.
  if request is null or not private.is_email_address(stored.contact_email) then
    return '{"status": "no_address"}';
  end if;
  if exists (select from private.outbox_messages as m where m.dedupe_key = 'guest-data:' || request) then
    return '{"status": "ok"}';
  end if;
  if private.consume_rate_limit('guest-data:' || stored.company_id, 50, 1728) > 0 then
    return '{"status": "too_many"}';
  end if;
  -- The newest 20, which fit into a mail.
  named := array(
    select b.id from private.bookings_of_guest(stored.company_id, stored.contact_email) as b
    join public.departures as d on d.id = b.departure_id order by d.starts_at desc, b.id limit 20);
  perform private.enqueue_mail(
    'guest-data',
    stored.contact_email,
    stored.locale,
    jsonb_build_object(
      'company', (select c.name from public.companies as c where c.id = stored.company_id), 'bookings', to_jsonb(named)
    ),
    company => stored.company_id,
    dedupe_key => 'guest-data:' || request,
    booking => stored.id);
  perform private.log_change(
    stored.company_id, 'send_guest_data', null, jsonb_build_object('id', stored.id, 'bookings', cardinality(named)));
  return '{"status": "ok"}';
end
$$;
comment on function public.send_guest_data is
  'Mails the personal data of a booking''s guest to the booking''s address. Idempotent per request id. Returns '
  '{"status": "ok" | "no_address" | "too_many" | "not_permitted" | "signed_out"}.';

grant execute on function public.find_guest(uuid, text), public.send_guest_data(uuid, uuid) to authenticated;
