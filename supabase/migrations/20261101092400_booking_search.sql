-- Search of bookings: the office's lists. ADR 035

-- Search text -------------------------------------------------------------------------------------

create function private.search_words(input text) returns text[]
language sql immutable parallel safe
return array_remove(regexp_split_to_array(
  replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(input, nfkd), '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670'
      '\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g') collate pg_catalog.pg_c_utf8),
    'øðđłħıŋς', 'oddlhinσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') collate pg_catalog.pg_c_utf8,
  '[^[:alnum:]]+'), '');
comment on function private.search_words is
  'Splits a text into folded words, as normalizeText in src/domain/search-text.ts: '
  'lower case without accents, only letters and digits.';

create function private.search_line(input text) returns text
language sql immutable parallel safe
return ' ' || array_to_string(private.search_words(input), ' ') || ' ';
comment on function private.search_line is 'Returns the words of a field with a space before and after each.';

create function private.has_word(input text, part text) returns boolean
language sql immutable parallel safe
return case
  -- Fast path: most texts are ASCII, whose folding costs a tenth of that of any text.
  when octet_length(input) = length(input) then case
    when part like ' %' then (' ' || lower(input collate "C")) ~ ('[^a-z0-9]' || substr(part, 2)) else strpos(lower(input collate "C"), part) > 0 end
  else private.search_line(input) like '%' || part || '%' end;
comment on function private.has_word is
  'Returns whether private.search_line of a text contains a folded '
  'word, or the beginning of one if "part" starts with a space.';

create function private.search_digits(input text) returns text
language sql immutable parallel safe
return regexp_replace(regexp_replace(input, '\D', '', 'g'), '^00', '');
comment on function private.search_digits is 'Returns the digits of a phone number, without a leading 00.';

create function private.compact_voucher_number(input text) returns text
language sql immutable parallel safe
return regexp_replace(input, '[^[:alnum:]]', '', 'g');
comment on function private.compact_voucher_number is 'Returns a voucher number without separators.';

create function private.search_text(variadic texts text[]) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- Each word once, in the order of the text, and limited, so that a long note does not bloat the index.
  return (
    select left(coalesce(' ' || string_agg(word, ' ' order by ordinal) || ' ', ' '), 4000)
    from (
      select word, min(ordinal) as ordinal
      from unnest(private.search_words(array_to_string(texts, ' '))) with ordinality as search_word (word, ordinal)
      group by word
    ) as words);
end
$$;
comment on function private.search_text is
  'Returns the search text of a booking: each word once, with a space before and after.';

create function private.search_tokens(company uuid, words text) returns integer[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  bytes constant bytea := convert_to(words, 'UTF8');
  -- Hashing with the company's id keeps companies apart in one
  -- index. A collision only costs an additional look at the text.
  key constant integer := ('x' || substr(company::text, 1, 8))::bit(32)::integer;
begin
  return (
    select coalesce(array_agg((get_byte(bytes, at) << 16 | get_byte(bytes, at + 1) << 8 | get_byte(bytes, at + 2)) # key), '{}')
    from generate_series(0, octet_length(bytes) - 3) as at
    where get_byte(bytes, at + 1) <> 32 and get_byte(bytes, at + 2) <> 32);
end
$$;
comment on function private.search_tokens is
  'Returns the trigrams of bytes of private.search_text as integers per company: those inside a word, and a word''s '
  'first two bytes after the space. Works without an extension.';

create function private.facet_tokens(company uuid, facets text[]) returns integer[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(select hashtext(company::text || facet) from unnest(facets) as facet);
end
$$;
comment on function private.facet_tokens is
  'Returns a company''s facets as integers for the index of '
  'tokens. A collision only costs an additional look at the row.';

create function private.index_tokens(company uuid, words text, facets text[]) returns integer[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.search_tokens(company, words) || private.facet_tokens(company, facets);
end
$$;
comment on function private.index_tokens is
  'Returns all tokens of a booking in the GIN index: its words and its facets.';

create function private.facet_condition(company uuid, facets text[]) returns text
language sql immutable parallel safe set search_path = ''
return format('l.facets && %L::text[] and private.index_tokens(l.company_id, l.search_text, l.facets) && %L::integer[]',
  facets, private.facet_tokens(company, facets));
comment on function private.facet_condition is
  'Builds the condition on private.booking_list l that a booking has one of the facets.';

create function private.search_condition(
  company uuid, search text, inside text, may_be_number boolean default true, among text default null, is_folded boolean default true
) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  -- Phone and voucher numbers are typed with various separators.
  is_number constant boolean := may_be_number and search ~ '^[\s+().\-/\d]*$' and length(private.search_digits(search)) >= 3;
  words constant text[] := case when is_number then array[private.search_digits(search)] else private.search_words(search) end;
  tokens integer[] := '{}';
  conditions text[] := '{}';
  rest_condition text := '';
  word text;
begin
  if search is null then return null; end if;
  if words = '{}' then return 'true'; end if;
  foreach word in array words loop
    -- A single letter matches only the start of the name. A single
    -- digit beside other words is part of a voucher number.
    if length(word) = 1 and inside = 'l.search_text' and (word !~ '\d' or cardinality(words) = 1) then
      conditions := conditions || format('l.name_key like %L', word || '%');
      continue;
    end if;
    -- Words of three or more characters match anywhere, shorter ones at the start of a word.
    if length(word) < 3 then word := ' ' || word; end if;
    tokens := tokens || private.search_tokens(company, word);
    conditions := conditions || case when is_folded then format('%s like %L', inside, '%' || word || '%') else format('private.has_word(%s, %L)', inside, word) end;
    -- The search text contains every field. The planner checks it first, as it is cheaper, and reads few bookings.
    if not is_folded then rest_condition := rest_condition || format(' and l.search_text like %L', '%' || word || '%'); end if;
  end loop;
  if among is not null then
    -- The offset makes it a check of each row that the index found.
    -- Without it the planner may start with the other table.
    conditions := array[format('exists (select from %s and %s offset 0)', among, array_to_string(conditions, ' and '))];
  end if;
  -- Single letters are not in the index.
  if tokens <> '{}' then
    conditions := conditions || format('private.index_tokens(l.company_id, l.search_text, l.facets) @> %L::integer[]', tokens);
  end if;
  return array_to_string(conditions, ' and ') || rest_condition;
end
$$;
comment on function private.search_condition is
  'Builds the condition on private.booking_list l that all typed words match '
  '"inside", an expression of private.search_text or, unless is_folded, of any '
  'text, or match it in one row "among" others. Returns "true" without words, null without a text.';

-- The list ----------------------------------------------------------------------------------------

create type private.attendance as enum ('attended', 'partial', 'no_show', 'unknown');
comment on type private.attendance is
  'Attendance of a booking by the roll-call: attended: all guests; partial: some; no_show: none, all known to be missing; '
  'unknown: none, not all known to be missing.';

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
  'Denormalised search table with one row per booking, kept by triggers of bookings, guests, departures, companies, '
  'payments, refunds and check_in_actions.';
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
create index booking_list_organisation_idx on private.booking_list (company_id, organisation_id) where organisation_id is not null;
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
create index booking_list_search_idx on private.booking_list using gin (private.index_tokens(company_id, search_text, facets));
alter table private.booking_list enable row level security;
alter table private.booking_list force row level security;

create function private.booking_attendance(bookings uuid[]) returns table (booking_id uuid, attendance private.attendance, is_missing boolean)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  return query
    with party as materialized (
      select g.id, g.booking_id, g.departure_id
      from public.guests as g join public.bookings as b on b.id = g.booking_id
      where g.booking_id = any (bookings) and not g.is_cancelled and b.status in ('CONFIRMED', 'PENDING')
    ), departures as materialized (
      select distinct departure_id as id from party
    ), undone as materialized (
      select u.departure_id, u.target from private.undone_action_ids(array(select id from departures)) as u
    ), actions as materialized (
      select departures.id as departure_id, a.guest_id, a.kind
      from departures
      -- offset 0 forces index look-ups by departure, whatever the planner estimates for the table.
      cross join lateral (
        select act.id, act.guest_id, act.kind from public.check_in_actions as act
        where act.departure_id = departures.id and act.kind in ('check_in', 'no_show', 'depart') offset 0) as a
      where (departures.id, a.id::text) not in (select departure_id, target from undone)
    ), guest_states as (
      select party.booking_id,
        (party.departure_id, party.id) in (select departure_id, guest_id from actions where kind = 'check_in' and guest_id is not null) as is_checked_in,
        party.departure_id in (select departure_id from actions where kind = 'depart')
          or (party.departure_id, party.id) in (select departure_id, guest_id from actions where kind = 'no_show' and guest_id is not null) as is_missing
      from party
    )
    select booking_id,
      case when bool_and(is_checked_in) then 'attended' when bool_or(is_checked_in) then 'partial' when bool_and(is_missing) then 'no_show' else 'unknown' end::private.attendance,
      bool_or(is_missing and not is_checked_in)
    from guest_states
    group by booking_id;
end
$$;
comment on function private.booking_attendance is
  'Returns the attendance of confirmed and pending bookings with guests, and whether any guest is known to be '
  'missing, by the same rule as private.fold_check_in; a property test keeps both equal. The company''s '
  'attendance_rule only decides how many guests reports and commissions count.';

create function private.booking_facets(booking public.bookings, categories text[], is_missing boolean default false) returns text[]
-- plpgsql caches the plan, as every write to a booking calls this.
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return array_remove(array['locale:' || (booking).locale::text, 'country:' || (booking).country,
    case when (booking).contact_email is null then '-' else '+' end || 'email', case when (booking).contact_phone is null then '-' else '+' end || 'phone',
    case when (booking).note is null then '-' else '+' end || 'note', case when (booking).voucher_number is null then '-' else '+' end || 'voucher',
    case when (booking).country is null then '-' else '+' end || 'country', case when (booking).organisation_id is null then '-' else '+' end || 'partner',
    case when (booking).tags = '{}' then '-' else '+' end || 'tag', case when (booking).news_consent is null then '-' else '+' end || 'news',
    case when (booking).referral is null then '-' else '+' end || 'referral', 'referral:' || (booking).referral, 'reason:' || (booking).reason::text,
    case when (booking).price_snapshot #>> '{discount,code}' is null then '-' else '+' end || 'code',
    'code:' || upper(private.compact_voucher_number((booking).price_snapshot #>> '{discount,code}'))], null)
    || array(select 'category:' || category from unnest(categories) as category) || array(select 'tag:' || tag from unnest((booking).tags) as tag)
    || case when is_missing then '{+missing}' else '{}' end::text[];
end
$$;
comment on function private.booking_facets is
  'Returns the facets of a booking: language and country of the guest, reason, referral, discount code, categories, '
  'tags, a missing guest, and which fields are filled (+) or empty (-).';

create function private.minute_of_day(instant timestamptz, zone text) returns smallint
language sql immutable parallel safe
return extract(epoch from (instant at time zone zone)::time)::integer / 60;
comment on function private.minute_of_day is 'Returns the minutes after midnight of an instant in a time zone.';

create function private.lead_days(booked_at timestamptz, local_date date, zone text) returns integer
language sql immutable parallel safe
return greatest(local_date - (booked_at at time zone zone)::date, 0);
comment on function private.lead_days is
  'Returns the days from booking to tour in local dates; 0 for bookings made after it.';

create function private.refresh_booking_list(bookings uuid[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  insert into private.booking_list as listed (booking_id, company_id, departure_id, tour_id, organisation_id, starts_at, local_date, created_at,
    lead, minute, expires_at, total, paid, on_account, owed, due, overpaid, guests, status, source, language, currency, tags, attendance, facets, reference, name_key, search_text)
  select b.id, b.company_id, b.departure_id, d.tour_id, b.organisation_id, d.starts_at, d.local_date, b.created_at,
    private.lead_days(b.created_at, d.local_date, c.time_zone), private.minute_of_day(d.starts_at, c.time_zone), case when b.status = 'ON_HOLD' then b.expires_at end, b.total_amount, ledger.paid - ledger.on_account, ledger.on_account, ledger.owed,
    case when private.is_released_status(b.status) then greatest(-ledger.paid, 0) else greatest(b.total_amount - ledger.paid, 0) end,
    case when b.status = 'CANCELLED' then 0
      else greatest(ledger.paid - ledger.owed - case when private.is_released_status(b.status) then 0 else b.total_amount end, 0) end,
    party.count, b.status, b.source, d.language, b.currency, b.tags, roll_call.attendance, private.booking_facets(b, party.categories, roll_call.is_missing), b.reference,
    left(array_to_string(private.search_words(b.contact_name), ' '), 100),
    private.search_text(b.contact_name, b.reference, b.contact_email, private.search_digits(b.contact_phone), b.voucher_number,
      private.compact_voucher_number(b.voucher_number), party.names, b.note)
  from public.bookings as b
  join public.departures as d on d.id = b.departure_id
  join public.companies as c on c.id = b.company_id
  cross join lateral (
    select count(*) filter (where not g.is_cancelled) as count, string_agg(g.name, ' ') as names,
      array_agg(distinct g.category_type::text) filter (where not g.is_cancelled) as categories
    from public.guests as g where g.booking_id = b.id
  ) as party
  cross join lateral (
    select coalesce((select sum(p.amount) from public.payments as p where p.booking_id = b.id and p.status = 'RECEIVED'), 0)
        - coalesce(sum(r.amount) filter (where r.status = 'REFUNDED'), 0) as paid,
      coalesce((select sum(p.amount) from public.payments as p where p.booking_id = b.id and p.status = 'RECEIVED' and p.method = 'on_account'), 0)
        - coalesce(sum(r.amount) filter (where r.status = 'REFUNDED' and r.method = 'on_account'), 0) as on_account,
      coalesce(sum(r.amount) filter (where r.status in ('REFUND_PENDING', 'REFUND_FAILED')), 0) as owed
    from public.refunds as r where r.booking_id = b.id
  ) as ledger
  left join private.booking_attendance(refresh_booking_list.bookings) as roll_call on roll_call.booking_id = b.id
  where b.id = any (refresh_booking_list.bookings)
  order by b.id
  on conflict (booking_id) do update set
    departure_id = excluded.departure_id, tour_id = excluded.tour_id, organisation_id = excluded.organisation_id, starts_at = excluded.starts_at,
    local_date = excluded.local_date, minute = excluded.minute, created_at = excluded.created_at, lead = excluded.lead, expires_at = excluded.expires_at, total = excluded.total, paid = excluded.paid, on_account = excluded.on_account, owed = excluded.owed,
    due = excluded.due, overpaid = excluded.overpaid, guests = excluded.guests, status = excluded.status, source = excluded.source,
    language = excluded.language, currency = excluded.currency, tags = excluded.tags, attendance = excluded.attendance, facets = excluded.facets, reference = excluded.reference, name_key = excluded.name_key, search_text = excluded.search_text
  where (listed.*) is distinct from (excluded.*);
end
$$;
comment on function private.refresh_booking_list is 'Updates the list''s rows of bookings.';

create function private.defer_list_update() returns boolean
language sql stable parallel safe
return coalesce(current_setting('muster.defer_list_update', true), '') = 'on';
comment on function private.defer_list_update is
  'Returns whether the writer updates the list itself at the end, instead of once per table. Set and reset within one '
  'function: on the hosted service the schema owner may not use SET on functions for it.';

create function private.refresh_list_of_changed_bookings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.defer_list_update() then perform private.refresh_booking_list(array(select distinct id from changed)); end if;
  return null;
end
$$;
comment on function private.refresh_list_of_changed_bookings is
  'Statement trigger of bookings: updates their rows of the list.';
create trigger list_inserted after insert on public.bookings
  referencing new table as changed for each statement execute function private.refresh_list_of_changed_bookings();
create trigger list_updated after update on public.bookings
  referencing new table as changed for each statement execute function private.refresh_list_of_changed_bookings();

create function private.refresh_list_of_changed_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.defer_list_update() then perform private.refresh_booking_list(array(select distinct booking_id from changed)); end if;
  return null;
end
$$;
comment on function private.refresh_list_of_changed_rows is
  'Statement trigger of guests, payments and refunds: updates their bookings'' rows of the list.';
create trigger list_inserted after insert on public.guests
  referencing new table as changed for each statement execute function private.refresh_list_of_changed_rows();
create trigger list_inserted after insert on public.payments
  referencing new table as changed for each statement execute function private.refresh_list_of_changed_rows();
create trigger list_updated after update on public.payments
  referencing new table as changed for each statement execute function private.refresh_list_of_changed_rows();
create trigger list_inserted after insert on public.refunds
  referencing new table as changed for each statement execute function private.refresh_list_of_changed_rows();
create trigger list_updated after update on public.refunds
  referencing new table as changed for each statement execute function private.refresh_list_of_changed_rows();

create function private.refresh_list_of_changed_guests() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Most updates only set changed_xid. The second part finds bookings that guests have left. Set operations, as
  -- transition tables have no index for a join.
  touched uuid[] := array(
    (select booking_id from (
      select id, booking_id, name, is_cancelled, category_type from changed except select id, booking_id, name, is_cancelled, category_type from before) as other)
    union (select booking_id from (select id, booking_id from before except select id, booking_id from changed) as other));
begin
  if touched <> '{}' then perform private.refresh_booking_list(touched); end if;
  return null;
end
$$;
comment on function private.refresh_list_of_changed_guests is
  'Statement trigger of guests: updates the list when a name, cancellation, category or booking changes.';
create trigger list_updated after update on public.guests
  referencing old table as before new table as changed for each statement execute function private.refresh_list_of_changed_guests();

create function private.refresh_list_attendance() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
declare
  touched uuid[];
begin
  touched := array(
    select person.booking_id
    from (select distinct guest_id, departure_id from changed where kind in ('check_in', 'no_show')) as named
    cross join lateral (
      select g.booking_id from public.guests as g where g.id = named.guest_id and g.departure_id = named.departure_id offset 0) as person
    union
    -- A departure or an undo may affect any booking of the departure.
    select b.id from public.bookings as b where b.departure_id in (select departure_id from changed where kind in ('depart', 'undo')));
  if touched = '{}' then return null; end if;
  update private.booking_list as l
  set attendance = roll_call.attendance,
    -- An unchanged list of facets keeps the update HOT.
    facets = case when roll_call.is_missing = (l.facets @> '{+missing}') then l.facets
      when roll_call.is_missing then l.facets || '{+missing}' else array_remove(l.facets, '+missing') end
  from private.booking_attendance(touched) as roll_call
  where l.booking_id = roll_call.booking_id
    and (l.attendance is distinct from roll_call.attendance or l.facets @> '{+missing}' <> roll_call.is_missing);
  return null;
end
$$;
comment on function private.refresh_list_attendance is
  'Statement trigger of check_in_actions: updates only attendance and the facet of missing guests.';
create trigger list_attendance after insert on public.check_in_actions
  referencing new table as changed for each statement execute function private.refresh_list_attendance();

create function private.refresh_list_of_departures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  touched uuid[] := array(
    select id from (
      select id, tour_id, starts_at, local_date, language from changed except select id, tour_id, starts_at, local_date, language from before) as other);
begin
  if touched = '{}' then return null; end if;
  update private.booking_list as l
  set tour_id = d.tour_id, starts_at = d.starts_at, local_date = d.local_date, language = d.language, minute = private.minute_of_day(d.starts_at, c.time_zone),
    lead = private.lead_days(l.created_at, d.local_date, c.time_zone)
  from public.departures as d join public.companies as c on c.id = d.company_id
  where d.id = l.departure_id and l.departure_id = any (touched);
  return null;
end
$$;
comment on function private.refresh_list_of_departures is
  'Statement trigger of departures: updates the list when tour, time or language changes.';
create trigger list_updated after update on public.departures
  referencing old table as before new table as changed for each statement execute function private.refresh_list_of_departures();

create function private.refresh_list_of_company() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.booking_list as l
  set minute = private.minute_of_day(l.starts_at, new.time_zone), lead = private.lead_days(l.created_at, l.local_date, new.time_zone)
  where l.company_id = new.id;
  return null;
end
$$;
comment on function private.refresh_list_of_company is
  'Row trigger of companies: updates the list''s local times when the time zone changes.';
create trigger list_updated after update of time_zone on public.companies
  for each row when (old.time_zone <> new.time_zone) execute function private.refresh_list_of_company();

-- Filters: src/domain/booking-filter.ts describes their shape -------------------------------------

create type private.booking_reader as (company uuid, zone text, shows_guests boolean, own_departures uuid[]);
comment on type private.booking_reader is
  'Reader of a list of bookings. own_departures is null for people who see the whole company. Without shows_guests, '
  'references replace names, and referrals and codes are hidden.';

create function private.resolve_booking_reader(company uuid, rpc text, out reader private.booking_reader, out refusal jsonb)
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
  if private.subject_can(subject, 'VIEW_BOOKINGS_ACCESS', company) or private.subject_can(subject, 'MANAGE_BOOKINGS_ACCESS', company) then
    reader.shows_guests := private.sees_guests(company);
  elsif private.subject_can(subject, 'CHECK_IN_ACCESS', company) or private.subject_can(subject, 'INDIVIDUAL_SCHEDULE_ACCESS', company) then
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

create function private.text_list(input jsonb, shape text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when jsonb_typeof(input) = 'array' and jsonb_array_length(input) between 1 and 100
      and not exists (select from jsonb_array_elements(input) as item where jsonb_typeof(item) <> 'string' or item #>> '{}' !~ shape)
    then array(select jsonb_array_elements_text(input)) end
$$;
comment on function private.text_list is
  'Returns a JSON array of 1 to 100 texts of a shape as an array; null for any other value.';

create function private.range_condition(node jsonb, expression text, kind text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  shape constant text := case kind when 'date' then '^(19|20|21)\d\d-\d\d-\d\d$' else '^-?\d{1,15}$' end;
  conditions text[] := '{}';
  bound text;
begin
  foreach bound in array array['from', 'to'] loop
    continue when node ->> bound is null;
    -- Static type names: with a variable, the function would keep the type of the first call in the transaction.
    if node ->> bound !~ shape
      or not (case kind when 'date' then pg_input_is_valid(node ->> bound, 'date') else pg_input_is_valid(node ->> bound, 'bigint') end) then
      return null;
    end if;
    conditions := conditions || format('%s %s %L::%s', expression, case bound when 'from' then '>=' else '<=' end, node ->> bound, kind);
  end loop;
  return nullif(array_to_string(conditions, ' and '), '');
end
$$;
comment on function private.range_condition is
  'Builds the condition that an expression is between "from" and '
  '"to", inclusive, either optional; null for an invalid range.';

create function private.date_condition(node jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if private.range_condition(node, 'date', 'date') is null then return null; end if;
  -- With a condition on starts_at, which indexes have, wide enough for every time zone. The empty text puts an "and"
  -- before each bound.
  return private.range_condition(node, 'l.local_date', 'date') || concat_ws(' and ', '',
    'l.starts_at >= ' || quote_literal((node ->> 'from')::timestamp at time zone 'UTC' - interval '1 day') || '::timestamptz',
    'l.starts_at < ' || quote_literal((node ->> 'to')::timestamp at time zone 'UTC' + interval '2 days') || '::timestamptz');
end
$$;
comment on function private.date_condition is
  'Builds the condition that a booking''s departure is within a range of local dates; null for an invalid range.';

create function private.time_condition(node jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  shape constant text := '^([01]\d|2[0-3]):[0-5]\d$';
  first constant text := node ->> 'from';
  last constant text := node ->> 'to';
begin
  if coalesce(first, last) is null or not coalesce(first ~ shape, true) or not coalesce(last ~ shape, true) then return null; end if;
  return '(' || concat_ws(case when first > last then ' or ' else ' and ' end,
    'l.minute >= ' || extract(epoch from first::time)::integer / 60, 'l.minute <= ' || extract(epoch from last::time)::integer / 60) || ')';
end
$$;
comment on function private.time_condition is
  'Builds the condition that a tour starts between two local times, across midnight if the second is earlier.';

create function private.instant_condition(node jsonb, expression text, zone text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  -- Only to check the range.
  if private.range_condition(node, expression, 'date') is null then return null; end if;
  -- Local days as instants, so that an index is used. If midnight occurs twice, from the first one.
  return concat_ws(' and ', 'true',
    expression || ' >= ' || quote_literal(private.instant_in(zone, (node ->> 'from')::timestamp)) || '::timestamptz',
    expression || ' < ' || quote_literal(private.instant_in(zone, (node ->> 'to')::timestamp + interval '1 day')) || '::timestamptz');
end
$$;
comment on function private.instant_condition is
  'Builds the condition that an instant is within a range of local dates; null for an invalid range.';

create function private.status_condition(node jsonb) returns text
language plpgsql stable set search_path = ''
as $$
declare
  statuses constant text[] := private.text_list(node -> 'in', '^[A-Z_]{1,20}$');
begin
  if statuses is null or not pg_input_is_valid(statuses::text, 'public.booking_status[]') then return null; end if;
  -- A hold past its time counts as expired, even before a job has updated it.
  return format('(l.status = any (%L::public.booking_status[])', array_remove(statuses, 'ON_HOLD'))
    || case when 'ON_HOLD' = any (statuses) then ' or (l.status = ''ON_HOLD'' and l.expires_at > now())' else '' end
    || case when 'EXPIRED' = any (statuses) then ' or (l.status = ''ON_HOLD'' and l.expires_at <= now())' else '' end || ')';
end
$$;
comment on function private.status_condition is 'Builds the condition that a booking has one of the statuses "in" now.';

create function private.departure_phase_condition(company uuid, phases text[]) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if not phases <@ '{upcoming,past,cancelled}' then return null; end if;
  -- A subquery on the company's departures, which are few compared with its bookings.
  return format('l.departure_id in (select d.id from public.departures as d where d.company_id = %L
    and case when d.status = ''cancelled'' then ''cancelled'' when d.ends_at <= now() then ''past'' else ''upcoming'' end = any (%L::text[]))', company, phases);
end
$$;
comment on function private.departure_phase_condition is
  'Builds the condition that a departure has not ended (upcoming), has '
  'ended (past) or is cancelled; null for any other state.';

create function private.attendance_condition(company uuid, states text[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  attendance_states constant text[] := array_remove(states, 'missing');
begin
  if not pg_input_is_valid(attendance_states::text, 'private.attendance[]') then return null; end if;
  -- A booking of which nobody came has a missing guest, so the index of tokens can be used.
  if attendance_states <@ '{no_show}' then
    return private.facet_condition(company, '{+missing}') || case when 'missing' = any (states) then '' else ' and l.attendance = ''no_show''' end;
  end if;
  return format('(l.attendance = any (%L::private.attendance[])%s)', attendance_states, case when 'missing' = any (states) then ' or l.facets @> ''{+missing}''' else '' end);
end
$$;
comment on function private.attendance_condition is
  'Builds the condition that a booking has one of the states of '
  'attendance, or a missing guest for "missing"; null for any other state.';

create function private.field_condition(node jsonb, reader private.booking_reader) returns text
language plpgsql stable set search_path = ''
as $$
declare
  id constant text := '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$';
  field constant text := node ->> 'field';
  listed constant text[] := private.text_list(node -> 'in', case when field in ('tour', 'departure', 'partner', 'guide') then id else '^.{1,100}$' end);
  has constant text := case when length(node ->> 'has') between 1 and 200 then node ->> 'has' end;
  -- A text without searchable characters matches nothing instead of everything.
  is_void constant boolean := case when field = 'phone' then private.search_digits(has) = '' else private.search_words(has) = '{}' end;
  expression constant text := case field
    when 'name' then 'l.name_key' when 'email' then 'b.contact_email' when 'phone' then 'b.contact_phone' when 'note' then 'b.note'
    when 'voucher' then 'b.voucher_number' when 'reference' then 'l.reference' when 'partner' then 'l.organisation_id'
    when 'tour' then 'l.tour_id' when 'departure' then 'l.departure_id' when 'language' then 'l.language' when 'currency' then 'l.currency'
    when 'total' then 'l.total' when 'paid' then 'l.paid' when 'account' then 'l.on_account' when 'overpaid' then 'l.overpaid' when 'owed' then 'l.owed'
    when 'guests' then 'l.guests' when 'lead' then 'l.lead' end;
begin
  if field = any (array['tour', 'departure', 'partner', 'guide', 'phase', 'tag', 'source', 'language', 'currency', 'locale', 'country', 'category', 'attendance', 'reason', 'referral', 'code']) and listed is null
    and not node ? 'empty' then
    return null;
  end if;
  if node -> 'empty' in ('true', 'false') then
    return case
      when field in ('email', 'phone', 'note', 'voucher', 'country', 'partner', 'tag', 'news', 'referral', 'code') then
        private.facet_condition(reader.company, array[case when node -> 'empty' = 'true' then '-' else '+' end || field])
      -- A subquery on the company's departures, which are few compared with its bookings.
      when field = 'guide' then format('l.departure_id in (select d.id from public.departures as d where d.company_id = %L and %s exists (
        select from public.departure_guides as g where g.departure_id = d.id and g.status <> ''declined''))', reader.company, case when node -> 'empty' = 'true' then 'not' else '' end)
    end;
  end if;
  return case
    when is_void and field in ('name', 'email', 'note', 'reference', 'voucher', 'phone', 'guest') then 'false'
    when field in ('name', 'email', 'note', 'reference') then
      private.search_condition(reader.company, has, case when field = 'name' then ''' '' || l.name_key || '' ''' else expression end, false, null, field = 'name')
    when field = 'guest' then private.search_condition(reader.company, has, 'g.name', false, 'public.guests as g where g.booking_id = l.booking_id', false)
    when field = 'voucher' then
      private.search_condition(reader.company, has, '(b.voucher_number || '' '' || private.compact_voucher_number(b.voucher_number))', true, null, false)
    when field = 'phone' then private.search_condition(reader.company, private.search_digits(has), 'private.search_digits(b.contact_phone)', true, null, false)
    when field in ('tour', 'departure', 'partner') then format('%s = any (%L::uuid[])', expression, listed)
    when field = 'guide' then
      format('l.departure_id in (select g.departure_id from public.departure_guides as g where g.user_id = any (%L::uuid[]) and g.status <> ''declined'')', listed)
    when field = 'phase' then private.departure_phase_condition(reader.company, listed)
    when field = 'status' then private.status_condition(node)
    when field = 'source' then
      case when pg_input_is_valid(listed::text, 'public.booking_source[]') then format('l.source = any (%L::public.booking_source[])', listed) end
    when field in ('language', 'currency') then format('%s = any (%L::text[])', expression, listed)
    when field in ('locale', 'country', 'referral', 'tag') or field = 'reason' and pg_input_is_valid(listed::text, 'public.booking_reason[]') or field = 'category' and pg_input_is_valid(listed::text, 'public.price_category_type[]') then
      private.facet_condition(reader.company, array(select field || ':' || listed_value from unnest(listed) as listed_value))
    when field = 'attendance' then private.attendance_condition(reader.company, listed)
    when field = 'code' then
      private.facet_condition(reader.company, array(select 'code:' || upper(private.compact_voucher_number(listed_value)) from unnest(listed) as listed_value))
    when field = 'time' then private.time_condition(node)
    when field = 'date' then private.date_condition(node)
    when field = 'created' then private.instant_condition(node, 'l.created_at', reader.zone)
    when field = 'expires' then private.instant_condition(node, 'l.expires_at', reader.zone)
    -- Nothing is due for a hold past its time.
    when field = 'due' then private.range_condition(node, 'l.due', 'bigint') || ' and (l.status <> ''ON_HOLD'' or l.expires_at > now())'
    when field in ('total', 'paid', 'account', 'overpaid', 'owed', 'guests', 'lead') then private.range_condition(node, expression, 'bigint')
  end;
end
$$;
comment on function private.field_condition is 'Builds the condition of one field of a filter; null if it is invalid.';

create function private.order_scan_condition(condition text) returns text
language sql immutable parallel safe
return regexp_replace(condition, 'private\.index_tokens\(l\.company_id, l\.search_text, l\.facets\) (@>|&&) ''[^'']*''::integer\[\]', 'true', 'g');
comment on function private.order_scan_condition is
  'Removes the token conditions from a condition of private.bookings_where, for scans in the order of another index.';

create function private.negated_condition(node jsonb, reader private.booking_reader) returns text
language plpgsql stable set search_path = ''
as $$
declare
  field constant text := node ->> 'field';
  listed constant text[] := array(select jsonb_array_elements_text(node -> 'in'));
  first constant text := node ->> 'from';
  last constant text := node ->> 'to';
  column_of constant text := case field when 'total' then 'l.total' when 'paid' then 'l.paid' when 'account' then 'l.on_account' when 'overpaid' then 'l.overpaid' when 'owed' then 'l.owed'
    when 'guests' then 'l.guests' when 'lead' then 'l.lead' when 'due' then 'l.due' when 'language' then 'l.language' when 'currency' then 'l.currency' end;
  others text[];
begin
  if node -> 'not' = 'true' then return null; end if;
  if node -> 'empty' in ('true', 'false') then
    return private.field_condition(node || jsonb_build_object('empty', node -> 'empty' = 'false'), reader);
  end if;
  case
    when field in ('status', 'source', 'locale') then
      others := array(select label.enumlabel from pg_catalog.pg_enum as label
        where label.enumtypid = case field when 'status' then 'public.booking_status' when 'source' then 'public.booking_source' else 'public.locale' end::regtype
          and label.enumlabel <> all (listed));
      return case when others = '{}' then 'false' else private.field_condition(jsonb_build_object('field', field, 'in', to_jsonb(others)), reader) end;
    when field = 'tour' then
      return format('l.tour_id = any (%L::uuid[])', array(select t.id from public.tours as t where t.company_id = reader.company and t.id::text <> all (listed)));
    when field in ('language', 'currency') then
      -- One step per distinct value (loose index scan): there are few.
      execute format('with recursive distinct_values as (
          select min(%1$s) as found_value from private.booking_list as l where l.company_id = $1
          union all select (select min(%1$s) from private.booking_list as l where l.company_id = $1 and %1$s > distinct_values.found_value) from distinct_values where distinct_values.found_value is not null)
        select array(select found_value from distinct_values where found_value <> all ($2))', column_of) into others using reader.company, listed;
      return format('%s = any (%L::text[])', column_of, others);
    when field = 'date' then
      return '(' || concat_ws(' or ',
        '(l.local_date < ' || quote_literal(first) || '::date and l.starts_at < ' || quote_literal(first::timestamp at time zone 'UTC' + interval '2 days') || '::timestamptz)',
        '(l.local_date > ' || quote_literal(last) || '::date and l.starts_at >= ' || quote_literal(last::timestamp at time zone 'UTC' - interval '1 day') || '::timestamptz)') || ')';
    when field = 'created' then
      return '(' || concat_ws(' or ', 'l.created_at < ' || quote_literal(private.instant_in(reader.zone, first::timestamp)) || '::timestamptz',
        'l.created_at >= ' || quote_literal(private.instant_in(reader.zone, last::timestamp + interval '1 day')) || '::timestamptz') || ')';
    when field = 'time' then
      return '(' || concat_ws(case when first > last then ' and ' else ' or ' end,
        'l.minute < ' || extract(epoch from first::time)::integer / 60, 'l.minute > ' || extract(epoch from last::time)::integer / 60) || ')';
    when field in ('total', 'paid', 'account', 'overpaid', 'owed', 'guests', 'lead', 'due') then
      return '(' || concat_ws(' or ', column_of || ' < ' || quote_literal(first) || '::bigint', column_of || ' > ' || quote_literal(last) || '::bigint',
        case when field = 'due' then 'l.status = ''ON_HOLD'' and l.expires_at <= now()' end) || ')';
    else return null;
  end case;
end
$$;
comment on function private.negated_condition is
  'Builds the negation of a field as a positive condition that indexes support; null where there is none.';

create function private.booking_condition(node jsonb, reader private.booking_reader, depth integer default 0) returns text
language plpgsql stable set search_path = ''
as $$
declare
  children constant jsonb := coalesce(node -> 'all', node -> 'any');
  parts text[] := '{}';
  hidden constant text[] := array['name', 'guest', 'email', 'phone', 'note', 'voucher', 'country', 'news', 'referral', 'code'];
  child jsonb;
  part text;
  turned text;
begin
  if jsonb_typeof(node) is distinct from 'object' or depth > 4 then return null; end if;
  if children is not null then
    if jsonb_typeof(children) <> 'array' or jsonb_array_length(children) > 30 then return null; end if;
    for child in select * from jsonb_array_elements(children) loop
      part := private.booking_condition(child, reader, depth + 1);
      if part is null then return null; end if;
      parts := parts || part;
    end loop;
    part := case when parts = '{}' then 'true' else '(' || array_to_string(parts, case when node ? 'all' then ' and ' else ' or ' end) || ')' end;
  else
    part := '(' || private.field_condition(node, reader) || ')';
    -- Filters on guests' data, referrals and codes need the right to see guests.
    if node ->> 'field' = any (hidden) and not reader.shows_guests then return 'false'; end if;
  end if;
  if node -> 'not' is distinct from 'true' or part is null then return part; end if;
  -- A single field, or a group with one field.
  child := case when children is null then node - 'not' when jsonb_array_length(children) = 1 then children -> 0 end;
  if child ? 'field' and (reader.shows_guests or child ->> 'field' <> all (hidden)) then turned := private.negated_condition(child, reader); end if;
  -- Other negations cannot use an index: each row is checked, without computing its tokens.
  return coalesce('(' || turned || ')', 'coalesce(' || private.order_scan_condition(part) || ', false) is false');
end
$$;
comment on function private.booking_condition is
  'Builds a filter''s condition on private.booking_list l and public.bookings b: a group {"all": […]} or {"any": '
  '[…]}, or a field; src/domain/booking-filter.ts. Null if it is invalid.';

create function private.bookings_where(reader private.booking_reader, search text, filters jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  -- Limits the size of nested groups.
  if length(search) > 200 or octet_length(filters::text) > 32768 then return null; end if;
  return format('l.company_id = %L', reader.company)
    || case when reader.own_departures is not null then format(' and l.departure_id = any (%L::uuid[])', reader.own_departures) else '' end
    || ' and ' || private.booking_condition(coalesce(filters, '{"all": []}'), reader)
    || ' and ' || private.search_condition(reader.company, coalesce(search, ''),
      case when reader.shows_guests then 'l.search_text' else 'l.reference' end, true, null, reader.shows_guests);
end
$$;
comment on function private.bookings_where is
  'Builds the complete condition of a search on private.booking_list '
  'l and public.bookings b; null if the filter is invalid.';

create function private.without_company_index(condition text) returns text
language sql immutable parallel safe
return case
  when strpos(condition, 'index_tokens') > 0 and strpos(condition, ' or ') = 0 and strpos(condition, ' is false') = 0
    -- The token index includes the company: a second index on the company would read all of its bookings.
    then regexp_replace(condition, '^(l\.company_id = ''[^'']*'')', '(\1) is true')
  else condition
end;
comment on function private.without_company_index is
  'Keeps the planner from an index on the company where the token index already includes the company. For reading all '
  'matches of a condition of private.bookings_where, in any order.';

create function private.bookings_join(condition text) returns text
language sql immutable parallel safe
return case when strpos(condition, 'b.') > 0 then ' join public.bookings as b on b.id = l.booking_id' else '' end;
comment on function private.bookings_join is
  'Returns the join with bookings that a condition of private.bookings_where needs; empty if it needs none.';

create function private.bookings_from(condition text) returns text
language sql immutable parallel safe
return 'private.booking_list as l' || private.bookings_join(condition);
comment on function private.bookings_from is 'Returns the FROM clause of a condition of private.bookings_where.';

-- Pages -------------------------------------------------------------------------------------------

create type private.booking_order as (expressions text[], types text[], descending boolean[], bound text);
comment on type private.booking_order is
  'Total order of bookings, whose last expression is unique, '
  'and the part of the list that it applies to (null for all).';

create function private.booking_orders(sort text, reader private.booking_reader) returns private.booking_order[]
language plpgsql stable set search_path = ''
as $$
declare
  is_down constant boolean := sort like '-%';
  -- Sorting by name would reveal names.
  name constant text := case when reader.shows_guests then 'l.name_key' else 'l.reference' end;
  today constant timestamptz := date_trunc('day', now() at time zone reader.zone) at time zone reader.zone;
begin
  return case ltrim(sort, '-')
    -- First from today on, nearest first; then the past, latest first.
    when 'upcoming' then array[
      row(array['l.starts_at', name, 'l.booking_id'], array['timestamptz', 'text', 'uuid'], array[false, false, false],
        format('l.starts_at >= %L::timestamptz', today)),
      row(array['l.starts_at', name, 'l.booking_id'], array['timestamptz', 'text', 'uuid'], array[true, false, false],
        format('l.starts_at < %L::timestamptz', today))]::private.booking_order[]
    when 'departure' then array[row(array['l.starts_at', name, 'l.booking_id'], array['timestamptz', 'text', 'uuid'], array[is_down, is_down, is_down], null)]::private.booking_order[]
    when 'created' then array[row(array['l.created_at', 'l.booking_id'], array['timestamptz', 'uuid'], array[is_down, is_down], null)]::private.booking_order[]
    when 'name' then array[row(array[name, 'l.booking_id'], array['text', 'uuid'], array[is_down, is_down], null)]::private.booking_order[]
    when 'due' then array[row(array['l.due', 'l.booking_id'], array['bigint', 'uuid'], array[is_down, is_down], null)]::private.booking_order[]
    when 'total' then array[row(array['l.total', 'l.booking_id'], array['bigint', 'uuid'], array[is_down, is_down], null)]::private.booking_order[]
    when 'paid' then array[row(array['l.paid', 'l.booking_id'], array['bigint', 'uuid'], array[is_down, is_down], null)]::private.booking_order[]
    when 'guests' then array[row(array['l.guests', 'l.booking_id'], array['smallint', 'uuid'], array[is_down, is_down], null)]::private.booking_order[]
    when 'reference' then array[row(array['l.reference', 'l.booking_id'], array['text', 'uuid'], array[is_down, is_down], null)]::private.booking_order[]
  end;
end
$$;
comment on function private.booking_orders is
  'Returns the orders in which a list is read, one after the other: "upcoming", or departure, created, name, due, '
  'total, paid, guests or reference, descending with a "-" before it. Null for any other.';

create function private.parse_order_part(after jsonb) returns integer
language sql immutable set search_path = ''
return case when after -> 'part' is null then 1 when private.is_whole_number(after -> 'part', 9) then (after ->> 'part')::integer else 0 end;
comment on function private.parse_order_part is
  'Returns the number of the order, in booking_orders, with which a page begins; 0 if the cursor is invalid.';

create function private.keyset_condition(ordering private.booking_order, after jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  count constant integer := cardinality(ordering.expressions);
  row_of text;
  values_of text;
begin
  if after is null then return 'true'; end if;
  for at in 1 .. count loop
    if not coalesce(pg_input_is_valid(after ->> (at - 1), ordering.types[at]), false) then return null; end if;
  end loop;
  -- Only the first expression may have another direction, in the past part of "upcoming".
  if ordering.descending[1] = ordering.descending[2] then
    return format('(%s) %s (%s)', array_to_string(ordering.expressions, ', '), case when ordering.descending[1] then '<' else '>' end,
      (select string_agg(format('%L::%s', after ->> (at - 1), ordering.types[at]), ', ' order by at) from generate_series(1, count) as at));
  end if;
  select string_agg(ordering.expressions[at], ', ' order by at), string_agg(format('%L::%s', after ->> (at - 1), ordering.types[at]), ', ' order by at)
  into row_of, values_of from generate_series(2, count) as at;
  return format('%1$s <= %2$L::%3$s and (%1$s < %2$L::%3$s or (%4$s) > (%5$s))', ordering.expressions[1], after ->> 0, ordering.types[1], row_of, values_of);
end
$$;
comment on function private.keyset_condition is
  'Builds the keyset condition that a booking comes after given values in an order; null if they are invalid.';

create function private.booking_cards(ids uuid[], shows_guests boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with listed as materialized (
      select l.*, page.ordinal, case when l.status = 'ON_HOLD' and l.expires_at <= now() then 'EXPIRED' else l.status end as state
      from unnest(ids) with ordinality as page (id, ordinal) join private.booking_list as l on l.booking_id = page.id
    ), departures as materialized (
      select d.id, jsonb_build_object('id', d.id, 'tour_id', d.tour_id, 'starts_at', private.iso(d.starts_at), 'local_date', d.local_date,
        'language', d.language, 'departure_status', d.status, 'guides', coalesce((
          select jsonb_agg(u.display_name order by g.role, u.display_name) from public.departure_guides as g join public.users as u on u.id = g.user_id
          where g.departure_id = d.id and g.status <> 'declined'), '[]')) as content
      from public.departures as d where d.id in (select departure_id from listed)
    ), parties as (
      select booking_id, jsonb_agg(jsonb_build_object('type', type, 'count', count) order by type) as content
      from (
        select g.booking_id, g.category_type as type, count(*) as count from public.guests as g
        where g.booking_id = any (ids) and not g.is_cancelled group by 1, 2) as kinds
      group by 1
    ), partners as (
      select o.id, jsonb_build_object('id', o.id, 'name', o.name) as content from public.organisations as o where o.id in (select organisation_id from listed)
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'reference', b.reference,
      'contact', jsonb_build_object('name', case when shows_guests then b.contact_name else b.reference end,
        'email', case when shows_guests then b.contact_email end, 'phone', case when shows_guests then b.contact_phone end,
        'country', case when shows_guests then b.country end, 'locale', b.locale),
      'party', coalesce(parties.content, '[]'), 'guests', l.guests, 'departure', departures.content,
      'status', l.state, 'expires_at', case when b.status = 'ON_HOLD' then private.iso(b.expires_at) end,
      'currency', b.currency, 'total', l.total, 'paid', l.paid, 'on_account', l.on_account, 'overpaid', l.overpaid, 'owed', l.owed,
      'due', case when l.state = l.status then l.due else greatest(-l.paid, 0) end,
      'source', b.source, 'partner', partners.content, 'reason', b.reason,
      'attendance', l.attendance,
      'referral', case when shows_guests then b.referral end, 'discount', case when shows_guests then b.price_snapshot #>> '{discount,code}' end,
      'has_news_consent', shows_guests and b.news_consent is not null,
      'voucher_number', case when shows_guests then b.voucher_number end, 'note', case when shows_guests then b.note end,
      'tags', b.tags, 'created_at', private.iso(b.created_at), 'version', b.version) order by l.ordinal), '[]')
    from listed as l
    join public.bookings as b on b.id = l.booking_id
    join departures on departures.id = l.departure_id
    left join parties on parties.booking_id = l.booking_id
    left join partners on partners.id = l.organisation_id);
end
$$;
comment on function private.booking_cards is
  'Returns rows of a list of bookings, in the given order; ListedBooking in src/data/bookings/list.ts.';

create function private.page_query(part integer, ordering private.booking_order, listed text) returns text
language sql immutable parallel safe set search_path = ''
return format('select coalesce(array_agg(l.booking_id), ''{}''), coalesce(array_agg(jsonb_build_object(''part'', %s, ''values'', jsonb_build_array(%s))), ''{}'') from %s as l',
  part, array_to_string(ordering.expressions, ', '), listed);
comment on function private.page_query is 'Builds the query for the ids of a page and their positions in the order.';

create function private.search_bookings(reader private.booking_reader, search text, filters jsonb, sort text, after jsonb, page_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  condition text;
  orders private.booking_order[];
  ordering private.booking_order;
  after_condition text;
  ids uuid[] := '{}';
  keys jsonb[] := '{}';
  more_ids uuid[];
  more_keys jsonb[];
  order_by text;
  within text;
  missing_rows integer;
  -- Rows of the ordered index to check.
  scan_limit integer;
  is_all constant boolean := coalesce(search, '') = '' and filters is null;
  first_part constant integer := private.parse_order_part(after);
begin
  condition := private.bookings_where(reader, search, filters);
  orders := private.booking_orders(sort, reader);
  if condition is null or orders is null or page_size is null or page_size not between 1 and 1000 or first_part not between 1 and cardinality(orders) then
    return '{"status": "invalid"}';
  end if;
  for part in first_part .. cardinality(orders) loop
    ordering := orders[part];
    after_condition := private.keyset_condition(ordering, case when part = first_part then after -> 'values' end);
    if after_condition is null then return '{"status": "invalid"}'; end if;
    missing_rows := page_size + 1 - cardinality(ids);
    within := format('l.company_id = %L and %s and %s', reader.company, coalesce(ordering.bound, 'true'), after_condition);
    order_by := (select string_agg(ordering.expressions[at] || case when ordering.descending[at] then ' desc' else '' end, ', ' order by at)
      from generate_subscripts(ordering.expressions, 1) as at);
    more_ids := '{}';
    -- Frequent matches are found early in the order's index. For rare ones, all matches are fetched and sorted. The
    -- code tries both in turn, because the planner often guesses wrong. Guides list few bookings: all are fetched.
    if reader.own_departures is null then
      perform set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true);
      scan_limit := case when is_all then missing_rows else 20 * page_size end;
      loop
        execute private.page_query(part, ordering, format(
          '(select l.* from (select l.* from private.booking_list as l where %1$s order by %2$s limit %3$s) as l%4$s where %5$s order by %2$s limit %6$s)',
          within, order_by, scan_limit, private.bookings_join(condition), private.order_scan_condition(condition), missing_rows)) into more_ids, more_keys;
        -- With some matches found, a larger scan probably finds the rest.
        exit when is_all or scan_limit > 20 * page_size or cardinality(more_ids) not between missing_rows / 10 and missing_rows - 1;
        scan_limit := 8 * scan_limit;
      end loop;
      perform set_config('enable_sort', 'on', true), set_config('enable_bitmapscan', 'on', true);
    end if;
    if cardinality(more_ids) < missing_rows and (not is_all or reader.own_departures is not null) then
      -- The offset keeps the planner from using the order's index here.
      execute private.page_query(part, ordering, format(
        '(select l.* from (select l.booking_id, l.starts_at, l.created_at, l.name_key, l.reference, l.due, l.total, l.paid, l.guests from %s where %s and %s and %s offset 0) as l
          order by %s limit %s)',
        private.bookings_from(condition), private.without_company_index(condition), coalesce(ordering.bound, 'true'), after_condition, order_by, missing_rows)) into more_ids, more_keys;
    end if;
    ids := ids || more_ids;
    keys := keys || more_keys;
    exit when cardinality(ids) > page_size;
  end loop;
  return jsonb_build_object('status', 'ok', 'shows_guests', reader.shows_guests,
    'today', (now() at time zone reader.zone)::date,
    'bookings', private.booking_cards(ids[:page_size], reader.shows_guests),
    'tours', coalesce((
      select jsonb_agg(jsonb_build_object('id', shown.tour_id, 'title', private.localised(shown.tour_id, 'title')))
      from (select distinct l.tour_id from private.booking_list as l where l.booking_id = any (ids[:page_size])) as shown), '[]'),
    'next', case when cardinality(ids) > page_size then keys[page_size] end);
end
$$;
comment on function private.search_bookings is
  'Returns a page of the bookings that a reader may list, as '
  'public.find_bookings; {"status": "invalid"} for invalid arguments.';

create function public.find_bookings(
  company uuid, search text default null, filters jsonb default null, sort text default 'upcoming', after jsonb default null, page_size integer default 50
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

-- Totals ------------------------------------------------------------------------------------------

create function public.read_booking_totals(company uuid, search text default null, filters jsonb default null, by text default 'status') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Security definer: as find_bookings.
declare
  state constant text := 'case when l.status = ''ON_HOLD'' and l.expires_at <= now() then ''EXPIRED'' else l.status end';
  expression constant text := case by
    when 'status' then state when 'source' then 'l.source' when 'tour' then 'l.tour_id' when 'partner' then 'l.organisation_id'
    when 'language' then 'l.language' when 'day' then 'l.local_date' when 'month' then 'to_char(l.local_date, ''YYYY-MM'')' end;
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
       select (%s)::text as key, l.currency, count(*) as count, sum(l.guests) as guests, sum(l.total) as total, sum(l.paid) as paid, sum(l.owed) as owed,
         sum(case when l.status = ''ON_HOLD'' and l.expires_at <= now() then 0 else l.due end) as due, sum(l.overpaid) as overpaid
       from %s where %s group by 1, 2) as total_row',
    expression, private.bookings_from(condition), private.without_company_index(condition)) into sums;
  return jsonb_build_object('status', 'ok', 'sums', sums, 'tours', case when by = 'tour' then coalesce((
      select jsonb_agg(jsonb_build_object('id', total_row ->> 'key', 'title', private.localised((total_row ->> 'key')::uuid, 'title'))) from jsonb_array_elements(sums) as total_row), '[]')
    else '[]' end, 'partners', case when by = 'partner' then coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name)) from public.organisations as o
      where o.id in (select (total_row ->> 'key')::uuid from jsonb_array_elements(sums) as total_row)), '[]')
    else '[]' end);
end
$$;
comment on function public.read_booking_totals is
  'Returns the totals of the bookings that find_bookings would list: count, guests and '
  'money by status, source, tour, partner, language, day or month, and by currency. '
  'Minor units. Returns {"status": "ok" | "invalid" | "not_permitted" | "signed_out"}.';
grant execute on function public.read_booking_totals(uuid, text, jsonb, text) to authenticated;

-- Filter options ----------------------------------------------------------------------------------

create index bookings_country_idx on public.bookings (company_id, country) where country is not null;
create index bookings_referral_idx on public.bookings (company_id, referral) where referral is not null;

create function public.read_booking_choices(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Security definer: as find_bookings.
declare
  access record;
begin
  access := private.resolve_booking_reader(company, 'read_booking_choices');
  if access.refusal is not null then return access.refusal; end if;
  if (access.reader).own_departures is not null then return '{"status": "not_permitted"}'; end if;
  return jsonb_build_object('status', 'ok',
    'tours', coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'title', private.localised(t.id, 'title'), 'has_future_departure', exists (
        select from public.departures as d where d.tour_id = t.id and d.status = 'scheduled' and d.starts_at > now()))) from public.tours as t
      where t.company_id = company
        and (t.status <> 'draft' or exists (select from private.booking_list as l where l.company_id = company and l.tour_id = t.id))), '[]'),
    'guides', coalesce((
      select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.display_name)) from public.users as u
      where u.display_name is not null and u.id in (
        select g.user_id from public.departure_guides as g join public.departures as d on d.id = g.departure_id
        where d.company_id = company and g.status <> 'declined')), '[]'),
    'languages', coalesce((
      select jsonb_agg(distinct d.language) from public.departures as d where d.company_id = company), '[]'),
    -- One step per distinct value (loose index scan): nearly all bookings have the same currency.
    'currencies', (
      with recursive distinct_values as (
        select min(l.currency) as currency from private.booking_list as l where l.company_id = read_booking_choices.company
        union all
        select (select min(l.currency) from private.booking_list as l where l.company_id = read_booking_choices.company and l.currency > distinct_values.currency)
        from distinct_values where distinct_values.currency is not null)
      select coalesce(jsonb_agg(distinct_values.currency), '[]') from distinct_values where distinct_values.currency is not null),
    'countries', (
      with recursive distinct_values as (
        select min(b.country) as country from public.bookings as b
        where b.company_id = read_booking_choices.company and b.country is not null and (access.reader).shows_guests
        union all
        select (select min(b.country) from public.bookings as b where b.company_id = read_booking_choices.company and b.country > distinct_values.country)
        from distinct_values where distinct_values.country is not null)
      select coalesce(jsonb_agg(distinct_values.country), '[]') from distinct_values where distinct_values.country is not null),
    -- At most 200, as nobody looks through more.
    'referrals', (
      with recursive distinct_values as (
        select min(b.referral) as referral from public.bookings as b
        where b.company_id = read_booking_choices.company and b.referral is not null and (access.reader).shows_guests
        union all
        select (select min(b.referral) from public.bookings as b where b.company_id = read_booking_choices.company and b.referral > distinct_values.referral)
        from distinct_values where distinct_values.referral is not null)
      select coalesce(jsonb_agg(few.referral), '[]') from (select distinct_values.referral from distinct_values where distinct_values.referral is not null limit 200) as few),
    -- Former partners, too, as they have sent guests before.
    'partners', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'may_sell', private.is_partner(o.id, company)))
      from public.organisation_companies as agreement join public.organisations as o on o.id = agreement.organisation_id
      where agreement.company_id = company and agreement.status <> 'invited'), '[]'),
    'tags', coalesce((
      select jsonb_agg(distinct tag) from (
        select l.tags from private.booking_list as l where l.company_id = company and l.tags <> '{}' order by l.starts_at desc limit 20000) as tagged
      cross join unnest(tagged.tags) as tag), '[]'),
    -- Not a filter option, but shown on the same screen.
    'differences', (select count(*) from private.payment_differences as d where d.company_id = read_booking_choices.company and d.settled_at is null));
end
$$;
comment on function public.read_booking_choices is
  'Returns the options of booking filters: tours ("has_future_departure"), guides, languages of departures, '
  'currencies, countries, referrals, partners ("may_sell": still a partner), tags; and "differences", the number of '
  'unsettled payment differences. Returns {"status": "ok" | "not_permitted" | "signed_out"}.';
grant execute on function public.read_booking_choices(uuid) to authenticated;
