-- Search of bookings: one row per booking with its facets, kept current. ADR 035

create function private.departures_with_holds(company uuid) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select l.departure_id from private.booking_list as l
    where l.company_id = company and l.expires_at > now() group by 1);
end
$$;
comment on function private.departures_with_holds is
  'Returns a company''s departures with live holds, which private.departure_seats '
  'does not count. They are few, where departures are many.';

create table private.booking_list (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  company_id uuid not null,
  departure_id uuid not null,
  tour_id uuid not null,
  organisation_id uuid,
  starts_at timestamptz not null,
  local_date date not null,
  minute smallint not null,
  created_at timestamptz not null,
  lead integer not null,
  expires_at timestamptz,
  total bigint not null,
  paid bigint not null,
  on_account bigint not null,
  owed bigint not null,
  due bigint not null,
  overpaid bigint not null,
  guests smallint not null,
  status public.booking_status not null,
  source public.booking_source not null,
  language text not null,
  currency text not null,
  tags text[] not null,
  attendance private.attendance,
  facets text[] not null,
  reference text collate "C" not null,
  name_key text collate "C" not null,
  search_text text collate "C" not null
) with (fillfactor = 90);
comment on table private.booking_list is
  'Denormalised search table with one row per booking, kept by the write path, and by a trigger of companies when the '
  'time zone changes.';
comment on column private.booking_list.paid is
  'Money received less refunded, without amounts on a partner''s account.';
comment on column private.booking_list.due is
  'Amount due as in private.booking_money for the stored status, but with what a gift voucher only reserves. Minor '
  'units, like the other amounts.';
comment on column private.booking_list.minute is 'Start of the tour in local time, in minutes after midnight.';
comment on column private.booking_list.lead is 'Days from booking to tour, by private.lead_days.';
comment on column private.booking_list.attendance is
  'In no index or index condition, so that a check-in is a HOT update. Keep it so.';
comment on column private.booking_list.facets is 'Facets by private.booking_facets.';
comment on column private.booking_list.guests is 'Number of active guests.';
comment on column private.booking_list.name_key is 'Folded contact name for sorting.';
create index booking_list_departure_idx on private.booking_list (company_id, starts_at, name_key, booking_id);
create index booking_list_created_idx on private.booking_list (company_id, created_at, booking_id);
create index booking_list_name_idx on private.booking_list (company_id, name_key, booking_id);
create index booking_list_due_idx on private.booking_list (company_id, due, booking_id);
create index booking_list_reference_idx on private.booking_list (company_id, reference, booking_id);
-- Few distinct values: without a third column, B-tree deduplication needs about 8 bytes per booking.
create index booking_list_tour_idx on private.booking_list (company_id, tour_id);
create index booking_list_status_idx on private.booking_list (company_id, status) where status <> 'CONFIRMED';
create index booking_list_organisation_idx on private.booking_list (
  company_id, organisation_id) where organisation_id is not null;
create index booking_list_source_idx on private.booking_list (company_id, source);
create index booking_list_language_idx on private.booking_list (company_id, language);
create index booking_list_currency_idx on private.booking_list (company_id, currency);
create index booking_list_tags_idx on private.booking_list (company_id, starts_at) where tags <> '{}';
create index booking_list_lead_idx on private.booking_list (company_id, lead);
create index booking_list_guests_idx on private.booking_list (company_id, guests, booking_id);
create index booking_list_total_idx on private.booking_list (company_id, total, booking_id);
create index booking_list_paid_idx on private.booking_list (company_id, paid, booking_id);
create index booking_list_overpaid_idx on private.booking_list (company_id, overpaid) where overpaid > 0;
create index booking_list_owed_idx on private.booking_list (company_id, owed) where owed > 0;
create index booking_list_account_idx on private.booking_list (company_id, on_account) where on_account > 0;
create index booking_list_expires_idx on private.booking_list (company_id, expires_at) where expires_at is not null;
create index booking_list_departure_id_idx on private.booking_list (departure_id);
create index booking_list_search_idx on private.booking_list using gin (
  private.index_tokens(company_id, search_text, facets));
alter table private.booking_list enable row level security;
alter table private.booking_list force row level security;

create function private.booking_attendance(
  bookings uuid[]
) returns table (booking_id uuid, attendance private.attendance, is_missing boolean)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
#variable_conflict use_column begin return query with party as materialized (
  select g.id, g.booking_id, g.departure_id from public.guests as g
  join public.bookings as b on b.id = g.booking_id
  where g.booking_id = any (bookings) and not g.is_cancelled and b.status in ('CONFIRMED', 'PENDING')),
departures as materialized (select distinct departure_id as id from party),
undone as materialized (
  select u.departure_id, u.target from private.undone_action_ids(array(select id from departures)) as u),
actions as materialized (
  select departures.id as departure_id, a.guest_id, a.kind from departures
  -- offset 0 forces index look-ups by departure, whatever the planner estimates for the table.
  cross join lateral (
    select act.id, act.guest_id, act.kind from public.check_in_actions as act
    where act.departure_id = departures.id and act.kind in ('check_in', 'no_show', 'depart')
    offset 0) as a
  where (departures.id, a.id::text) not in (select departure_id, target from undone)),
guest_states as (
  select party.booking_id,
    (party.departure_id, party.id) in (
      select departure_id, guest_id from actions where kind = 'check_in' and guest_id is not null) as is_checked_in,
    party.departure_id in (select departure_id from actions where kind = 'depart')
      or (party.departure_id, party.id) in (
        select departure_id, guest_id from actions where kind = 'no_show' and guest_id is not null) as is_missing
  from party)
  select booking_id,
    case
      when bool_and(is_checked_in) then 'attended'
      when bool_or(is_checked_in) then 'partial'
      when bool_and(is_missing) then 'no_show'
      else 'unknown'
    end::private.attendance, bool_or(is_missing and not is_checked_in)
  from guest_states group by booking_id;
end
$$;
comment on function private.booking_attendance is
  'Returns the attendance of confirmed and pending bookings with guests, and whether any guest is known to be '
  'missing, by the same rule as private.fold_check_in; a property test keeps both equal. The company''s '
  'attendance_rule only decides how many guests reports and commissions count.';

create function private.booking_facets(
  booking public.bookings, categories text[], is_missing boolean default false
) returns text[]
-- plpgsql caches the plan, as every write to a booking calls this.
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return array_remove(array[
    'locale:' || (booking).locale::text,
    'country:' || (booking).country,
    case when (booking).contact_email is null then '-' else '+' end || 'email',
    case when (booking).contact_phone is null then '-' else '+' end || 'phone',
    case when (booking).note is null then '-' else '+' end || 'note',
    case when (booking).voucher_number is null then '-' else '+' end || 'voucher',
    case when (booking).country is null then '-' else '+' end || 'country',
    case when (booking).organisation_id is null then '-' else '+' end || 'partner',
    case when (booking).tags = '{}' then '-' else '+' end || 'tag',
    case when (booking).news_consent is null then '-' else '+' end || 'news',
    case when (booking).referral is null then '-' else '+' end || 'referral',
    'referral:' || (booking).referral,
    'reason:' || (booking).reason::text,
    case when (booking).price_snapshot #>> '{discount,code}' is null then '-' else '+' end || 'code',
    'code:' || upper(private.compact_voucher_number((booking).price_snapshot #>> '{discount,code}'))], null)
    || array(select 'category:' || category from unnest(categories) as category)
    || array(select 'tag:' || tag from unnest((booking).tags) as tag)
    || case when is_missing then '{+missing}' else '{}' end::text[];
end
$$;
comment on function private.booking_facets is
  'Returns the facets of a booking: language and country of the guest, reason, referral, discount code, categories, '
  'tags, a missing guest, and which fields are filled (+) or empty (-).';

create function private.refresh_list_attendance(after public.check_in_actions[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
declare
  touched constant uuid[] := array(
    select person.booking_id
    from (
      select distinct guest_id, departure_id from unnest(after) where kind in ('check_in', 'no_show')) as named
    cross join lateral (
      select g.booking_id from public.guests as g
      where g.id = named.guest_id and g.departure_id = named.departure_id offset 0) as person
    union
    -- A departure or an undo may affect any booking of the departure.
    select b.id from public.bookings as b
    where b.departure_id in (select departure_id from unnest(after) where kind in ('depart', 'undo')));
begin
  if touched = '{}' then return; end if;
  update private.booking_list as l
  set attendance = roll_call.attendance,
    -- An unchanged list of facets keeps the update HOT.
    facets = case
      when roll_call.is_missing = (l.facets @> '{+missing}') then l.facets
      when roll_call.is_missing then l.facets || '{+missing}'
      else array_remove(l.facets, '+missing')
    end
  from private.booking_attendance(touched) as roll_call
  where l.booking_id = roll_call.booking_id
    and (l.attendance is distinct from roll_call.attendance or l.facets @> '{+missing}' <> roll_call.is_missing);
end
$$;
comment on function private.refresh_list_attendance is
  'Updates attendance and the facet of missing guests in the list after actions of the roll-call.';

create function private.refresh_list_of_departures(
  before public.departures[], after public.departures[]
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  touched constant uuid[] := array(
    select id from (
      select id, tour_id, starts_at, local_date, language from unnest(after)
      except
      select id, tour_id, starts_at, local_date, language from unnest(before)) as other);
begin
  if touched = '{}' then return; end if;
  update private.booking_list as l
  set
    tour_id = d.tour_id,
    starts_at = d.starts_at,
    local_date = d.local_date,
    language = d.language,
    minute = private.minute_of_day(d.starts_at, c.time_zone),
    lead = private.lead_days(l.created_at, d.local_date, c.time_zone)
  from public.departures as d join public.companies as c on c.id = d.company_id
  where d.id = l.departure_id and l.departure_id = any (touched);
end
$$;
comment on function private.refresh_list_of_departures is
  'Updates the list for departures with another tour, time or language.';

create function private.refresh_list_of_company() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.booking_list as l
  set minute = private.minute_of_day(l.starts_at, new.time_zone),
    lead = private.lead_days(l.created_at, l.local_date, new.time_zone)
  where l.company_id = new.id;
  return null;
end
$$;
comment on function private.refresh_list_of_company is
  'Row trigger of companies: updates the list''s local times when the time zone changes.';
