-- Search of bookings: refreshing the list, and the office's RPCs. ADR 035

create function private.refresh_booking_list(bookings uuid[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  if bookings = '{}' then return; end if;
  insert into private.booking_list as listed (
    booking_id,
    company_id,
    departure_id,
    tour_id,
    organisation_id,
    starts_at,
    local_date,
    created_at,
    lead,
    minute,
    expires_at,
    total,
    paid,
    on_account,
    owed,
    due,
    overpaid,
    guests,
    status,
    source,
    language,
    currency,
    tags,
    attendance,
    facets,
    reference,
    name_key,
    search_text)
  select
    b.id,
    b.company_id,
    b.departure_id,
    d.tour_id,
    b.organisation_id,
    d.starts_at,
    d.local_date,
    b.created_at,
    private.lead_days(b.created_at, d.local_date, c.time_zone),
    private.minute_of_day(d.starts_at, c.time_zone),
    case when b.status = 'ON_HOLD' then b.expires_at end,
    b.total_amount,
    ledger.paid - ledger.on_account,
    ledger.on_account,
    ledger.owed,
    case
      when private.is_released_status(b.status) then greatest(-ledger.paid, 0)
      else greatest(b.total_amount - ledger.paid, 0)
    end,
    case
      when b.status = 'CANCELLED' then 0
      else greatest(
        ledger.paid - ledger.owed - case when private.is_released_status(b.status) then 0 else b.total_amount end, 0)
    end,
    party.count,
    b.status,
    b.source,
    d.language,
    b.currency,
    b.tags,
    roll_call.attendance,
    private.booking_facets(b, party.categories, roll_call.is_missing),
    b.reference,
    left(array_to_string(private.search_words(b.contact_name), ' '), 100),
    private.search_text(
      b.contact_name,
      b.reference,
      b.contact_email,
      private.search_digits(b.contact_phone),
      b.voucher_number,
      private.compact_voucher_number(b.voucher_number),
      party.names,
      b.note)
  from public.bookings as b join public.departures as d on d.id = b.departure_id
  join public.companies as c on c.id = b.company_id
  cross join lateral (
    select count(*) filter (where not g.is_cancelled) as count, string_agg(g.name, ' ') as names,
      array_agg(distinct g.category_type::text) filter (where not g.is_cancelled) as categories
    from public.guests as g
    where g.booking_id = b.id) as party
  cross join lateral (
    select coalesce((
      select sum(p.amount) from public.payments as p where p.booking_id = b.id and p.status = 'RECEIVED'
    ), 0) - coalesce(sum(r.amount) filter (where r.status = 'REFUNDED'), 0) as paid,
      coalesce((
        select sum(p.amount) from public.payments as p
        where p.booking_id = b.id and p.status = 'RECEIVED' and p.method = 'on_account'), 0)
        - coalesce(sum(r.amount) filter (where r.status = 'REFUNDED' and r.method = 'on_account'), 0) as on_account,
      coalesce(sum(r.amount) filter (where r.status in ('REFUND_PENDING', 'REFUND_FAILED')), 0) as owed
    from public.refunds as r
    where r.booking_id = b.id) as ledger
  left join private.booking_attendance(refresh_booking_list.bookings) as roll_call on roll_call.booking_id = b.id
  where b.id = any (refresh_booking_list.bookings) order by b.id
  on conflict (booking_id) do update
  set
    departure_id = excluded.departure_id,
    tour_id = excluded.tour_id,
    organisation_id = excluded.organisation_id,
    starts_at = excluded.starts_at,
    local_date = excluded.local_date,
    minute = excluded.minute,
    created_at = excluded.created_at,
    lead = excluded.lead,
    expires_at = excluded.expires_at,
    total = excluded.total,
    paid = excluded.paid,
    on_account = excluded.on_account,
    owed = excluded.owed,
    due = excluded.due,
    overpaid = excluded.overpaid,
    guests = excluded.guests,
    status = excluded.status,
    source = excluded.source,
    language = excluded.language,
    currency = excluded.currency,
    tags = excluded.tags,
    attendance = excluded.attendance,
    facets = excluded.facets,
    reference = excluded.reference,
    name_key = excluded.name_key,
    search_text = excluded.search_text
  where (listed.*) is distinct from (excluded.*);
end
$$;
comment on function private.refresh_booking_list is 'Updates the list''s rows of bookings.';

create function private.refresh_list_of_guests(before public.guests[], after public.guests[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Most updates only set changed_xid. The second part finds bookings that guests have left.
  perform private.refresh_booking_list(array(
    (
      select booking_id from (
        select id, booking_id, name, is_cancelled, category_type from unnest(after)
        except
        select id, booking_id, name, is_cancelled, category_type from unnest(before)) as other)
    union
    (
      select booking_id from (
        select id, booking_id from unnest(before)
        except
        select id, booking_id from unnest(after)) as other)));
end
$$;
comment on function private.refresh_list_of_guests is
  'Updates the list for bookings whose guests were added or left, or have another name, cancellation or category.';

create function private.resolve_booking_reader(
  company uuid, rpc text, out reader private.booking_reader, out refusal jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject constant jsonb := private.subject((select auth.uid()), rpc);
begin
  if (select auth.uid()) is null then
    refusal := '{"status": "signed_out"}';
    return;
  end if;
  reader.company := company;
  reader.zone := (select time_zone from public.companies where id = company);
  -- As the row policies of bookings: the office reads all, guides those of their own departures of these days.
  if private.subject_can(subject, 'VIEW_BOOKINGS_ACCESS', company)
    or private.subject_can(subject, 'MANAGE_BOOKINGS_ACCESS', company)
  then
    reader.shows_guests := private.sees_guests(company);
  elsif private.subject_can(subject, 'CHECK_IN_ACCESS', company)
    or private.subject_can(subject, 'INDIVIDUAL_SCHEDULE_ACCESS', company)
  then
    reader.shows_guests := true;
    reader.own_departures := array(select private.own_departures_on_device());
  else
    refusal := '{"status": "not_permitted"}';
  end if;
end
$$;
comment on function private.resolve_booking_reader is
  'Returns which bookings of a company the caller may list, and '
  'whether with names; or the refusal signed_out or not_permitted.';

create function public.find_bookings(
  company uuid,
  search text default null,
  filters jsonb default null,
  sort text default 'upcoming',
  after jsonb default null,
  page_size integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Security definer: booking_list has no policies. resolve_booking_reader decides what the caller may read.
declare
  access record;
begin
  access := private.resolve_booking_reader(company, 'find_bookings');
  if access.refusal is not null then return access.refusal; end if;
  return private.search_bookings(access.reader, search, filters, sort, after, page_size);
end
$$;
comment on function public.find_bookings is
  'Returns a page of a company''s bookings that the caller may see, which match '
  'all words of "search" and the filter, after the row "after" ("next" of the page '
  'before). Returns {"status": "ok" | "invalid" | "not_permitted" | "signed_out"}.';
grant execute on function public.find_bookings(uuid, text, jsonb, text, jsonb, integer) to authenticated;

create function public.read_booking_totals(
  company uuid, search text default null, filters jsonb default null, by text default 'status'
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Security definer: as find_bookings.
declare
  state constant text :=
    'case when l.status = ''ON_HOLD'' and l.expires_at <= now() then ''EXPIRED'' else l.status end';
  expression constant text := case by
    when 'status' then state
    when 'source' then 'l.source'
    when 'tour' then 'l.tour_id'
    when 'partner' then 'l.organisation_id'
    when 'language' then 'l.language'
    when 'day' then 'l.local_date'
    when 'month' then 'to_char(l.local_date, ''YYYY-MM'')'
  end;
  access record;
  condition text;
  sums jsonb;
begin
  access := private.resolve_booking_reader(company, 'read_booking_totals');
  if access.refusal is not null then return access.refusal; end if;
  condition := private.bookings_where(access.reader, search, filters);
  if condition is null or expression is null then return '{"status": "invalid"}'; end if;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(total_row) order by total_row.key, total_row.currency), ''[]'') from (
       select (%s)::text as key, l.currency, count(*) as count, sum(l.guests) as guests, sum(l.total) as total,
         sum(l.paid) as paid, sum(l.owed) as owed,
         sum(case when l.status = ''ON_HOLD'' and l.expires_at <= now() then 0 else l.due end) as due,
         sum(l.overpaid) as overpaid
       from %s where %s group by 1, 2) as total_row',
    expression,
    private.bookings_from(condition),
    private.without_company_index(condition)) into sums;
  return jsonb_build_object(
    'status', 'ok',
    'sums', sums,
    'tours', case
      when by = 'tour' then
        coalesce((
          select jsonb_agg(jsonb_build_object(
            'id', total_row ->> 'key', 'title', private.localised((total_row ->> 'key')::uuid, 'title')))
          from jsonb_array_elements(sums) as total_row), '[]')
      else '[]'
    end,
    'partners', case
      when by = 'partner' then
        coalesce((
          select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name))
          from public.organisations as o
          where o.id in (select (total_row ->> 'key')::uuid from jsonb_array_elements(sums) as total_row)), '[]')
      else '[]'
    end);
end
$$;
comment on function public.read_booking_totals is
  'Returns the totals of the bookings that find_bookings would list: count, guests and '
  'money by status, source, tour, partner, language, day or month, and by currency. '
  'Minor units. Returns {"status": "ok" | "invalid" | "not_permitted" | "signed_out"}.';
grant execute on function public.read_booking_totals(uuid, text, jsonb, text) to authenticated;
