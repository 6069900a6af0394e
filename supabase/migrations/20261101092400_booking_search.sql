-- Finding bookings: the office's lists. ADR 035

-- The words of a search ----------------------------------------------------------------------------

create function private.search_words(given text) returns text[]
language sql immutable parallel safe
return array_remove(regexp_split_to_array(
  replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670'
      '\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g') collate pg_catalog.pg_c_utf8),
    'øðđłħıŋς', 'oddlhinσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') collate pg_catalog.pg_c_utf8,
  '[^[:alnum:]]+'), '');
comment on function private.search_words is
  'The words of a text, folded as foldText in src/domain/search-text.ts does: lower case without accents, nothing but letters and digits.';

create function private.search_line(given text) returns text
language sql immutable parallel safe
return ' ' || array_to_string(private.search_words(given), ' ') || ' ';
comment on function private.search_line is 'The words of one field with a space before and after each.';

create function private.has_word(given text, part text) returns boolean
language sql immutable parallel safe
return case
  -- Most texts are plain letters, and folding them costs a tenth of what folding any text does.
  when octet_length(given) = length(given) then case
    when part like ' %' then (' ' || lower(given collate "C")) ~ ('[^a-z0-9]' || substr(part, 2)) else strpos(lower(given collate "C"), part) > 0 end
  else private.search_line(given) like '%' || part || '%' end;
comment on function private.has_word is 'Whether a folded word, or with a space before it the beginning of one, is in private.search_line of a text.';

create function private.search_digits(given text) returns text
language sql immutable parallel safe
return regexp_replace(regexp_replace(given, '\D', '', 'g'), '^00', '');
comment on function private.search_digits is 'A telephone number''s digits, however it was typed.';

create function private.search_compact(given text) returns text
language sql immutable parallel safe
return regexp_replace(given, '[^[:alnum:]]', '', 'g');
comment on function private.search_compact is 'A voucher''s number without what is between its signs.';

create function private.search_text(variadic texts text[]) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- Each word once, in the order of the text; a note must not make the index of all.
  return (
    select left(coalesce(' ' || string_agg(word, ' ' order by place) || ' ', ' '), 4000)
    from (
      select word, min(place) as place
      from unnest(private.search_words(array_to_string(texts, ' '))) with ordinality as one (word, place)
      group by word
    ) as words);
end
$$;
comment on function private.search_text is 'What is looked through for a booking: each word once, with a space before and after.';

create function private.search_tokens(company uuid, words text) returns integer[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  bytes constant bytea := convert_to(words, 'UTF8');
  -- Each company's words are numbers of their own: an index of them holds companies apart. Two words that come out alike cost a look
  -- at the text, no more.
  key constant integer := ('x' || substr(company::text, 1, 8))::bit(32)::integer;
begin
  return (
    select coalesce(array_agg((get_byte(bytes, at) << 16 | get_byte(bytes, at + 1) << 8 | get_byte(bytes, at + 2)) # key), '{}')
    from generate_series(0, octet_length(bytes) - 3) as at
    where get_byte(bytes, at + 1) <> 32 and get_byte(bytes, at + 2) <> 32);
end
$$;
comment on function private.search_tokens is
  'A company''s words, as private.search_text tells them, in threes of bytes: those inside a word, and its first two behind the space. No extension is needed for it.';

create function private.facet_tokens(company uuid, facets text[]) returns integer[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(select hashtext(company::text || facet) from unnest(facets) as facet);
end
$$;
comment on function private.facet_tokens is 'A company''s facets as numbers beside those of its words. Two that come out alike cost a look at the row, no more.';

create function private.index_tokens(company uuid, words text, facets text[]) returns integer[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.search_tokens(company, words) || private.facet_tokens(company, facets);
end
$$;
comment on function private.index_tokens is 'All that one index finds bookings by: their words, and what else is or is not so.';

create function private.facet_condition(company uuid, facets text[]) returns text
language sql immutable parallel safe set search_path = ''
return format('l.facets && %L::text[] and private.index_tokens(l.company_id, l.search_text, l.facets) && %L::integer[]',
  facets, private.facet_tokens(company, facets));
comment on function private.facet_condition is 'The condition on private.booking_list l that one of the facets is there.';

create function private.search_condition(
  company uuid, search text, inside text, may_be_number boolean default true, among text default null, is_folded boolean default true
) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  -- A telephone number or a voucher's is typed with whatever between its digits.
  is_number constant boolean := may_be_number and search ~ '^[\s+().\-/\d]*$' and length(private.search_digits(search)) >= 3;
  words constant text[] := case when is_number then array[private.search_digits(search)] else private.search_words(search) end;
  tokens integer[] := '{}';
  conditions text[] := '{}';
  beside text := '';
  word text;
begin
  if search is null then return null; end if;
  if words = '{}' then return 'true'; end if;
  foreach word in array words loop
    -- A single letter is no word to look for everywhere: it begins the name. A digit beside other words is part of a voucher's number.
    if length(word) = 1 and inside = 'l.search_text' and (word !~ '\d' or cardinality(words) = 1) then
      conditions := conditions || format('l.name_key like %L', word || '%');
      continue;
    end if;
    -- Of a word of three signs or more any part is found, of a shorter one the beginning.
    if length(word) < 3 then word := ' ' || word; end if;
    tokens := tokens || private.search_tokens(company, word);
    conditions := conditions || case when is_folded then format('%s like %L', inside, '%' || word || '%') else format('private.has_word(%s, %L)', inside, word) end;
    -- What is in one of its texts is in the text of all: most bookings need not be looked at themselves.
    if not is_folded then beside := beside || format(' and l.search_text like %L', '%' || word || '%'); end if;
  end loop;
  if among is not null then
    -- The offset keeps it a question asked of each row that the index has found; else the planner may begin with all of the others.
    conditions := array[format('exists (select from %s and %s offset 0)', among, array_to_string(conditions, ' and '))];
  end if;
  -- A single letter is in no index.
  if tokens <> '{}' then
    conditions := conditions || format('private.index_tokens(l.company_id, l.search_text, l.facets) @> %L::integer[]', tokens);
  end if;
  return array_to_string(conditions, ' and ') || beside;
end
$$;
comment on function private.search_condition is
  'The condition on private.booking_list l that all words typed are found in "inside", an expression as private.search_text makes it or, where it is not folded, any, or in that of one row "among" others; "true" where nothing is looked for.';

-- The list ------------------------------------------------------------------------------------------

create type private.attendance as enum ('came', 'partly', 'no_show', 'unknown');
comment on type private.attendance is
  'Who of a booking came, as the roll-call says of each guest: all; some of them; nobody, and all are known to be missing; nobody is here and not all are known to be missing.';

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
  balance bigint not null,
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
  'One row a booking, made by triggers of what it is found, sorted and summed by, from bookings, guests, departures and the ledger.';
comment on column private.booking_list.balance is 'The money that was received less what was refunded; without what stands on a partner''s account.';
comment on column private.booking_list.due is 'As private.booking_money tells it of the status in the table; minor units, like the others.';
comment on column private.booking_list.minute is 'Of the day at which the tour begins, by the company''s clock.';
comment on column private.booking_list.lead is 'Days from the booking to its tour, as private.lead_days tells them.';
comment on column private.booking_list.attendance is 'In no index, so that a check-in is a HOT update: keep it out of every index and its condition.';
comment on column private.booking_list.facets is 'As private.booking_facets returns them.';
comment on column private.booking_list.guests is 'Tickets that were not cancelled.';
comment on column private.booking_list.name_key is 'The contact''s name, folded, to sort by.';
create index booking_list_departure_idx on private.booking_list (company_id, starts_at, name_key, booking_id);
create index booking_list_created_idx on private.booking_list (company_id, created_at, booking_id);
create index booking_list_name_idx on private.booking_list (company_id, name_key, booking_id);
create index booking_list_due_idx on private.booking_list (company_id, due, booking_id);
create index booking_list_reference_idx on private.booking_list (company_id, reference, booking_id);
-- Few values, each in many rows: without a third column, equal entries share one and an index has some 8 bytes a booking.
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
create index booking_list_paid_idx on private.booking_list (company_id, balance, booking_id);
create index booking_list_overpaid_idx on private.booking_list (company_id, overpaid) where overpaid > 0::bigint;
create index booking_list_owed_idx on private.booking_list (company_id, owed) where owed > 0::bigint;
create index booking_list_account_idx on private.booking_list (company_id, on_account) where on_account > 0::bigint;
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
    ), called as materialized (
      select distinct departure_id as id from party
    ), undone as materialized (
      select u.departure_id, u.target from private.undone_action_ids(array(select id from called)) as u
    ), said as materialized (
      select called.id as departure_id, a.guest_id, a.kind
      from called
      -- offset 0: by their key, whatever the planner thinks of the table.
      cross join lateral (
        select act.id, act.guest_id, act.kind from public.check_in_actions as act
        where act.departure_id = called.id and act.kind in ('check_in', 'no_show', 'depart') offset 0) as a
      where (called.id, a.id::text) not in (select departure_id, target from undone)
    ), known as (
      select party.booking_id,
        (party.departure_id, party.id) in (select departure_id, guest_id from said where kind = 'check_in' and guest_id is not null) as is_here,
        party.departure_id in (select departure_id from said where kind = 'depart')
          or (party.departure_id, party.id) in (select departure_id, guest_id from said where kind = 'no_show' and guest_id is not null) as is_missing
      from party
    )
    select booking_id,
      case when bool_and(is_here) then 'came' when bool_or(is_here) then 'partly' when bool_and(is_missing) then 'no_show' else 'unknown' end::private.attendance,
      bool_or(is_missing and not is_here)
    from known
    group by booking_id;
end
$$;
comment on function private.booking_attendance is
  'Who came of some bookings that are confirmed or pending and have tickets, and whether anybody of them is known to be missing, as private.fold_check_in says; a property test holds both equal. The company''s rule of attendance is about numbers, and says of nobody that they were here.';

create function private.booking_facets(booking public.bookings, categories text[], is_missing boolean default false) returns text[]
-- In plpgsql its plan is kept: each booking that is written asks.
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return array_remove(array['locale:' || (booking).locale::text, 'country:' || (booking).country,
    case when (booking).contact_email is null then '-' else '+' end || 'email', case when (booking).contact_phone is null then '-' else '+' end || 'phone',
    case when (booking).note is null then '-' else '+' end || 'note', case when (booking).external_reference is null then '-' else '+' end || 'voucher',
    case when (booking).country is null then '-' else '+' end || 'country', case when (booking).organisation_id is null then '-' else '+' end || 'partner',
    case when (booking).tags = '{}' then '-' else '+' end || 'tag', case when (booking).news_consent is null then '-' else '+' end || 'news',
    case when (booking).referral is null then '-' else '+' end || 'referral', 'referral:' || (booking).referral, 'reason:' || (booking).reason::text,
    case when (booking).price_snapshot #>> '{discount,code}' is null then '-' else '+' end || 'code',
    'code:' || upper(private.search_compact((booking).price_snapshot #>> '{discount,code}'))], null)
    || array(select 'category:' || category from unnest(categories) as category) || array(select 'tag:' || tag from unnest((booking).tags) as tag)
    || case when is_missing then '{+missing}' else '{}' end::text[];
end
$$;
comment on function private.booking_facets is
  'What a booking is found by that is no order and no word: the guest''s language and country, why it changed or ended, what led to it, its discount''s code, the kinds of guests in the party, its tags, whether a guest is missing, and which fields are filled in (+) and which are not (-).';

create function private.minute_of_day(instant timestamptz, zone text) returns smallint
language sql immutable parallel safe
return extract(epoch from (instant at time zone zone)::time)::integer / 60;
comment on function private.minute_of_day is 'How many minutes a zone''s clock is past midnight.';

create function private.lead_days(made timestamptz, local_date date, zone text) returns integer
language sql immutable parallel safe
return greatest(local_date - (made at time zone zone)::date, 0);
comment on function private.lead_days is
  'How many days before its tour a booking was made, by the company''s calendar; 0 also for what was written down after it.';

create function private.refresh_booking_list(bookings uuid[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  insert into private.booking_list as listed (booking_id, company_id, departure_id, tour_id, organisation_id, starts_at, local_date, created_at,
    lead, minute, expires_at, total, balance, on_account, owed, due, overpaid, guests, status, source, language, currency, tags, attendance, facets, reference, name_key, search_text)
  select b.id, b.company_id, b.departure_id, d.tour_id, b.organisation_id, d.starts_at, d.local_date, b.created_at,
    private.lead_days(b.created_at, d.local_date, c.time_zone), private.minute_of_day(d.starts_at, c.time_zone), case when b.status = 'ON_HOLD' then b.expires_at end, b.total_amount, ledger.balance - ledger.on_account, ledger.on_account, ledger.owed,
    case when private.is_released_status(b.status) then greatest(-ledger.balance, 0) else greatest(b.total_amount - ledger.balance, 0) end,
    case when b.status = 'CANCELLED' then 0
      else greatest(ledger.balance - ledger.owed - case when private.is_released_status(b.status) then 0 else b.total_amount end, 0) end,
    party.count, b.status, b.source, d.language, b.currency, b.tags, roll_call.attendance, private.booking_facets(b, party.categories, roll_call.is_missing), b.reference,
    left(array_to_string(private.search_words(b.contact_name), ' '), 100),
    private.search_text(b.contact_name, b.reference, b.contact_email, private.search_digits(b.contact_phone), b.external_reference,
      private.search_compact(b.external_reference), party.names, b.note)
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
        - coalesce(sum(r.amount) filter (where r.status = 'REFUNDED'), 0) as balance,
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
    local_date = excluded.local_date, minute = excluded.minute, created_at = excluded.created_at, lead = excluded.lead, expires_at = excluded.expires_at, total = excluded.total, balance = excluded.balance, on_account = excluded.on_account, owed = excluded.owed,
    due = excluded.due, overpaid = excluded.overpaid, guests = excluded.guests, status = excluded.status, source = excluded.source,
    language = excluded.language, currency = excluded.currency, tags = excluded.tags, attendance = excluded.attendance, facets = excluded.facets, reference = excluded.reference, name_key = excluded.name_key, search_text = excluded.search_text
  where (listed.*) is distinct from (excluded.*);
end
$$;
comment on function private.refresh_booking_list is 'Brings rows of the list up to what their bookings are.';

create function private.defer_list_update() returns boolean
language sql stable parallel safe
return coalesce(current_setting('muster.defer_list_update', true), '') = 'on';
comment on function private.defer_list_update is
  'Whether whoever writes now lists the bookings themselves once all of it is written: bookings, guests and ledger would each list them anew. Said within one function, which takes it back; a function''s own SET of it is not for the owner of our schemas on the hosted service.';

create function private.refresh_list_of_changed_bookings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.defer_list_update() then perform private.refresh_booking_list(array(select distinct id from changed)); end if;
  return null;
end
$$;
comment on function private.refresh_list_of_changed_bookings is 'Statement trigger of bookings.';
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
comment on function private.refresh_list_of_changed_rows is 'Statement trigger of what hangs on a booking: guests and the ledger.';
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
  -- Most changes of guests are stamps only. Set operations, as transition tables have no index to join by.
  touched uuid[] := array(
    (select booking_id from (
      select id, booking_id, name, is_cancelled, category_type from changed except select id, booking_id, name, is_cancelled, category_type from before) as other)
    union (select booking_id from (select id, booking_id from before except select id, booking_id from changed) as other));
begin
  if touched <> '{}' then perform private.refresh_booking_list(touched); end if;
  return null;
end
$$;
comment on function private.refresh_list_of_changed_guests is 'Statement trigger of guests that are named, given up, of another kind, or go to another booking.';
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
    -- Who is not here when a departure leaves, and what an undo names, may be of any of its bookings.
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
  'Statement trigger of check_in_actions: of a booking whose guests came, or did not, that is all that changes in the list.';
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
comment on function private.refresh_list_of_departures is 'Statement trigger of departures that get another time or language.';
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
comment on function private.refresh_list_of_company is 'Trigger of a company that goes by another clock.';
create trigger list_updated after update of time_zone on public.companies
  for each row when (old.time_zone <> new.time_zone) execute function private.refresh_list_of_company();

-- Filters: docs of their shape in src/domain/booking-filter.ts ---------------------------------------

create type private.booking_reader as (company uuid, zone text, shows_guests boolean, own_departures uuid[]);
comment on type private.booking_reader is
  'Who asks for a list of bookings: own_departures is null for who sees the whole company; without shows_guests bookings go by their reference, and nobody''s link or code is told.';

create function private.resolve_booking_reader(company uuid, power text, out reader private.booking_reader, out refusal jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject constant jsonb := private.subject((select auth.uid()), power);
begin
  if (select auth.uid()) is null then
    refusal := '{"status": "signed_out"}';
    return;
  end if;
  reader.company := company;
  reader.zone := (select time_zone from public.companies where id = company);
  -- As the row policies of bookings have it: the office all, a guide those of their own departures of these days.
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
comment on function private.resolve_booking_reader is 'Which bookings of a company the person may list, and whether by name; or why none.';

create function private.text_list(given jsonb, shape text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when jsonb_typeof(given) = 'array' and jsonb_array_length(given) between 1 and 100
      and not exists (select from jsonb_array_elements(given) as one where jsonb_typeof(one) <> 'string' or one #>> '{}' !~ shape)
    then array(select jsonb_array_elements_text(given)) end
$$;
comment on function private.text_list is 'One to a hundred texts of a shape, as an array; null for anything else.';

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
    -- Each kind by its own name: asked by a variable, the function goes on with the kind of the call before in the same transaction.
    if node ->> bound !~ shape
      or not (case kind when 'date' then pg_input_is_valid(node ->> bound, 'date') else pg_input_is_valid(node ->> bound, 'bigint') end) then
      return null;
    end if;
    conditions := conditions || format('%s %s %L::%s', expression, case bound when 'from' then '>=' else '<=' end, node ->> bound, kind);
  end loop;
  return nullif(array_to_string(conditions, ' and '), '');
end
$$;
comment on function private.range_condition is 'The condition that an expression lies between "from" and "to", either may lack and both are in it; null when they have not their shape.';

create function private.date_condition(node jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if private.range_condition(node, 'date', 'date') is null then return null; end if;
  -- With the start beside it, which indexes know; wherever on earth the day is.
  return private.range_condition(node, 'l.local_date', 'date') || concat_ws(' and ', '',
    'l.starts_at >= ' || quote_literal((node ->> 'from')::timestamp at time zone 'UTC' - interval '1 day') || '::timestamptz',
    'l.starts_at < ' || quote_literal((node ->> 'to')::timestamp at time zone 'UTC' + interval '2 days') || '::timestamptz');
end
$$;
comment on function private.date_condition is 'The condition that a tour is on days of the company''s calendar.';

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
  'The condition that a tour begins between two times of the company''s clock, past midnight where the second is the earlier one.';

create function private.instant_condition(node jsonb, expression text, zone text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if private.range_condition(node, expression, 'date') is null then return null; end if;
  -- The company's days, as instants, so that an index serves; where midnight comes twice, from the first.
  return concat_ws(' and ', 'true',
    expression || ' >= ' || quote_literal(private.instant_in(zone, (node ->> 'from')::timestamp)) || '::timestamptz',
    expression || ' < ' || quote_literal(private.instant_in(zone, (node ->> 'to')::timestamp + interval '1 day')) || '::timestamptz');
end
$$;
comment on function private.instant_condition is 'The condition that an instant is on days of the company''s calendar.';

create function private.status_condition(node jsonb) returns text
language plpgsql stable set search_path = ''
as $$
declare
  wanted constant text[] := private.text_list(node -> 'in', '^[A-Z_]{1,20}$');
begin
  if wanted is null or not pg_input_is_valid(wanted::text, 'public.booking_status[]') then return null; end if;
  -- A hold has ended when its time is over, whether or not anybody has tidied.
  return format('(l.status = any (%L::public.booking_status[])', array_remove(wanted, 'ON_HOLD'))
    || case when 'ON_HOLD' = any (wanted) then ' or (l.status = ''ON_HOLD'' and l.expires_at > now())' else '' end
    || case when 'EXPIRED' = any (wanted) then ' or (l.status = ''ON_HOLD'' and l.expires_at <= now())' else '' end || ')';
end
$$;
comment on function private.status_condition is 'The condition that a booking is now of one of the statuses "in".';

create function private.departure_state_condition(company uuid, runs text[]) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if not runs <@ '{ahead,over,called_off}' then return null; end if;
  -- Of the company's departures, which are few beside its bookings.
  return format('l.departure_id in (select d.id from public.departures as d where d.company_id = %L
    and case when d.status = ''cancelled'' then ''called_off'' when d.ends_at <= now() then ''over'' else ''ahead'' end = any (%L::text[]))', company, runs);
end
$$;
comment on function private.departure_state_condition is
  'The condition that a departure has not ended yet (ahead), is over, or was called off; null for anything else.';

create function private.attendance_condition(company uuid, states text[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  known constant text[] := array_remove(states, 'missing');
begin
  if not pg_input_is_valid(known::text, 'private.attendance[]') then return null; end if;
  -- A booking that nobody of came to has a missing guest, which the index of tokens knows.
  if known <@ '{no_show}' then
    return private.facet_condition(company, '{+missing}') || case when 'missing' = any (states) then '' else ' and l.attendance = ''no_show''' end;
  end if;
  return format('(l.attendance = any (%L::private.attendance[])%s)', known, case when 'missing' = any (states) then ' or l.facets @> ''{+missing}''' else '' end);
end
$$;
comment on function private.attendance_condition is
  'The condition that a booking has one of these states of attendance, or a missing guest for "missing"; null for anything else.';

create function private.field_condition(node jsonb, reader private.booking_reader) returns text
language plpgsql stable set search_path = ''
as $$
declare
  id constant text := '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$';
  field constant text := node ->> 'field';
  listed constant text[] := private.text_list(node -> 'in', case when field in ('tour', 'departure', 'partner', 'guide') then id else '^.{1,100}$' end);
  has constant text := case when length(node ->> 'has') between 1 and 200 then node ->> 'has' end;
  -- What has nothing in it to look for is found nowhere, not everywhere.
  is_void constant boolean := case when field = 'phone' then private.search_digits(has) = '' else private.search_words(has) = '{}' end;
  expression constant text := case field
    when 'name' then 'l.name_key' when 'email' then 'b.contact_email' when 'phone' then 'b.contact_phone' when 'note' then 'b.note'
    when 'voucher' then 'b.external_reference' when 'reference' then 'l.reference' when 'partner' then 'l.organisation_id'
    when 'tour' then 'l.tour_id' when 'departure' then 'l.departure_id' when 'language' then 'l.language' when 'currency' then 'l.currency'
    when 'total' then 'l.total' when 'paid' then 'l.balance' when 'account' then 'l.on_account' when 'overpaid' then 'l.overpaid' when 'owed' then 'l.owed'
    when 'guests' then 'l.guests' when 'lead' then 'l.lead' end;
begin
  if field = any (array['tour', 'departure', 'partner', 'guide', 'run', 'tag', 'source', 'language', 'currency', 'locale', 'country', 'category', 'attendance', 'reason', 'referral', 'code']) and listed is null
    and not node ? 'empty' then
    return null;
  end if;
  if node -> 'empty' in ('true', 'false') then
    return case
      when field in ('email', 'phone', 'note', 'voucher', 'country', 'partner', 'tag', 'news', 'referral', 'code') then
        private.facet_condition(reader.company, array[case when node -> 'empty' = 'true' then '-' else '+' end || field])
      -- Of the company's departures, which are few beside its bookings.
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
      private.search_condition(reader.company, has, '(b.external_reference || '' '' || private.search_compact(b.external_reference))', true, null, false)
    when field = 'phone' then private.search_condition(reader.company, private.search_digits(has), 'private.search_digits(b.contact_phone)', true, null, false)
    when field in ('tour', 'departure', 'partner') then format('%s = any (%L::uuid[])', expression, listed)
    when field = 'guide' then
      format('l.departure_id in (select g.departure_id from public.departure_guides as g where g.user_id = any (%L::uuid[]) and g.status <> ''declined'')', listed)
    when field = 'run' then private.departure_state_condition(reader.company, listed)
    when field = 'status' then private.status_condition(node)
    when field = 'source' then
      case when pg_input_is_valid(listed::text, 'public.booking_source[]') then format('l.source = any (%L::public.booking_source[])', listed) end
    when field in ('language', 'currency') then format('%s = any (%L::text[])', expression, listed)
    when field in ('locale', 'country', 'referral', 'tag') or field = 'reason' and pg_input_is_valid(listed::text, 'public.booking_reason[]') or field = 'category' and pg_input_is_valid(listed::text, 'public.price_category_type[]') then
      private.facet_condition(reader.company, array(select field || ':' || one from unnest(listed) as one))
    when field = 'attendance' then private.attendance_condition(reader.company, listed)
    when field = 'code' then
      private.facet_condition(reader.company, array(select 'code:' || upper(private.search_compact(one)) from unnest(listed) as one))
    when field = 'time' then private.time_condition(node)
    when field = 'date' then private.date_condition(node)
    when field = 'created' then private.instant_condition(node, 'l.created_at', reader.zone)
    when field = 'expires' then private.instant_condition(node, 'l.expires_at', reader.zone)
    when field = 'due' then private.range_condition(node, 'l.due', 'bigint') || ' and (l.status <> ''ON_HOLD'' or l.expires_at > now())'
    when field in ('total', 'paid', 'account', 'overpaid', 'owed', 'guests', 'lead') then private.range_condition(node, expression, 'bigint')
  end;
end
$$;
comment on function private.field_condition is 'The condition of one field of a filter; null when it has not its shape.';

create function private.order_scan_condition(condition text) returns text
language sql immutable parallel safe
return regexp_replace(condition, 'private\.index_tokens\(l\.company_id, l\.search_text, l\.facets\) (@>|&&) ''[^'']*''::integer\[\]', 'true', 'g');
comment on function private.order_scan_condition is 'A condition of private.bookings_where for whoever walks through an order and looks at each: without what is there for the index of tokens only.';

create function private.negated_condition(node jsonb, reader private.booking_reader) returns text
language plpgsql stable set search_path = ''
as $$
declare
  field constant text := node ->> 'field';
  listed constant text[] := array(select jsonb_array_elements_text(node -> 'in'));
  first constant text := node ->> 'from';
  last constant text := node ->> 'to';
  column_of constant text := case field when 'total' then 'l.total' when 'paid' then 'l.balance' when 'account' then 'l.on_account' when 'overpaid' then 'l.overpaid' when 'owed' then 'l.owed'
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
      -- One step an entry that differs: there are few.
      execute format('with recursive known as (
          select min(%1$s) as one from private.booking_list as l where l.company_id = $1
          union all select (select min(%1$s) from private.booking_list as l where l.company_id = $1 and %1$s > known.one) from known where known.one is not null)
        select array(select one from known where one <> all ($2))', column_of) into others using reader.company, listed;
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
  'What a field that is sound turned round comes to, said by what is there and not by what is not, so that indexes have it; null where that cannot be said.';

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
    -- Who the guests are, and by whose link or code they came, is looked for only by whoever may know.
    if node ->> 'field' = any (hidden) and not reader.shows_guests then return 'false'; end if;
  end if;
  if node -> 'not' is distinct from 'true' or part is null then return part; end if;
  -- A field, or a group of nothing else.
  child := case when children is null then node - 'not' when jsonb_array_length(children) = 1 then children -> 0 end;
  if child ? 'field' and (reader.shows_guests or child ->> 'field' <> all (hidden)) then turned := private.negated_condition(child, reader); end if;
  -- What else is turned round is in no index: each row is looked at, and not made into tokens for it.
  return coalesce('(' || turned || ')', 'coalesce(' || private.order_scan_condition(part) || ', false) is false');
end
$$;
comment on function private.booking_condition is
  'A filter as a condition on private.booking_list l and public.bookings b: a group {"all": […]} or {"any": […]}, or a field; src/domain/booking-filter.ts. Null when it has not its shape.';

create function private.bookings_where(reader private.booking_reader, search text, filters jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  -- Thirty conditions in each of thirty groups, and so on down, are no question that anybody has.
  if length(search) > 200 or octet_length(filters::text) > 32768 then return null; end if;
  return format('l.company_id = %L', reader.company)
    || case when reader.own_departures is not null then format(' and l.departure_id = any (%L::uuid[])', reader.own_departures) else '' end
    || ' and ' || private.booking_condition(coalesce(filters, '{"all": []}'), reader)
    || ' and ' || private.search_condition(reader.company, coalesce(search, ''),
      case when reader.shows_guests then 'l.search_text' else 'l.reference' end, true, null, reader.shows_guests);
end
$$;
comment on function private.bookings_where is
  'The whole condition on private.booking_list l and public.bookings b of what a person looks for; null when the filter has not its shape.';

create function private.index_scan_condition(condition text) returns text
language sql immutable parallel safe
return case
  when strpos(condition, 'index_tokens') > 0 and strpos(condition, ' or ') = 0 and strpos(condition, ' is false') = 0
    -- The index of tokens knows the company itself: another one beside it would bring all of its bookings along.
    then regexp_replace(condition, '^(l\.company_id = ''[^'']*'')', '(\1) is true')
  else condition
end;
comment on function private.index_scan_condition is 'A condition of private.bookings_where for whoever wants all that it finds, in whatever order.';

create function private.bookings_join(condition text) returns text
language sql immutable parallel safe
return case when strpos(condition, 'b.') > 0 then ' join public.bookings as b on b.id = l.booking_id' else '' end;
comment on function private.bookings_join is 'What a condition of private.bookings_where is asked of beside the list: the bookings themselves, only where it names them.';

create function private.bookings_from(condition text) returns text
language sql immutable parallel safe
return 'private.booking_list as l' || private.bookings_join(condition);
comment on function private.bookings_from is 'What a condition of private.bookings_where is asked of.';

-- Pages ----------------------------------------------------------------------------------------------

create type private.booking_order as (expressions text[], types text[], descending boolean[], bound text);
comment on type private.booking_order is
  'An order of bookings whose last expression tells every two apart, and the part of the list that it is of (null: all).';

create function private.booking_orders(sort text, reader private.booking_reader) returns private.booking_order[]
language plpgsql stable set search_path = ''
as $$
declare
  is_down constant boolean := sort like '-%';
  -- The order of names tells of names.
  name constant text := case when reader.shows_guests then 'l.name_key' else 'l.reference' end;
  today constant timestamptz := date_trunc('day', now() at time zone reader.zone) at time zone reader.zone;
begin
  return case ltrim(sort, '-')
    -- From today on, the nearest first; then what is over, the latest first.
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
    when 'paid' then array[row(array['l.balance', 'l.booking_id'], array['bigint', 'uuid'], array[is_down, is_down], null)]::private.booking_order[]
    when 'guests' then array[row(array['l.guests', 'l.booking_id'], array['smallint', 'uuid'], array[is_down, is_down], null)]::private.booking_order[]
    when 'reference' then array[row(array['l.reference', 'l.booking_id'], array['text', 'uuid'], array[is_down, is_down], null)]::private.booking_order[]
  end;
end
$$;
comment on function private.booking_orders is
  'The orders that a list is read in, one after the other: "upcoming", or departure, created, name, due, total, paid, guests or reference, with a "-" before it the other way round. Null for any other.';

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
  -- The first alone goes the other way in what is over.
  if ordering.descending[1] = ordering.descending[2] then
    return format('(%s) %s (%s)', array_to_string(ordering.expressions, ', '), case when ordering.descending[1] then '<' else '>' end,
      (select string_agg(format('%L::%s', after ->> (at - 1), ordering.types[at]), ', ' order by at) from generate_series(1, count) as at));
  end if;
  select string_agg(ordering.expressions[at], ', ' order by at), string_agg(format('%L::%s', after ->> (at - 1), ordering.types[at]), ', ' order by at)
  into row_of, values_of from generate_series(2, count) as at;
  return format('%1$s <= %2$L::%3$s and (%1$s < %2$L::%3$s or (%4$s) > (%5$s))', ordering.expressions[1], after ->> 0, ordering.types[1], row_of, values_of);
end
$$;
comment on function private.keyset_condition is 'The condition that a booking comes after one whose values in the order are these; null when they have not their shape.';

create function private.booking_cards(ids uuid[], shows_guests boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with listed as materialized (
      select l.*, one.place, case when l.status = 'ON_HOLD' and l.expires_at <= now() then 'EXPIRED' else l.status end as state
      from unnest(ids) with ordinality as one (id, place) join private.booking_list as l on l.booking_id = one.id
    ), runs as materialized (
      select d.id, jsonb_build_object('id', d.id, 'tour_id', d.tour_id, 'starts_at', private.iso(d.starts_at), 'local_date', d.local_date,
        'language', d.language, 'departure_status', d.status, 'guides', coalesce((
          select jsonb_agg(u.display_name order by g.role, u.display_name) from public.departure_guides as g join public.users as u on u.id = g.user_id
          where g.departure_id = d.id and g.status <> 'declined'), '[]')) as told
      from public.departures as d where d.id in (select departure_id from listed)
    ), parties as (
      select booking_id, jsonb_agg(jsonb_build_object('type', type, 'count', count) order by type) as told
      from (
        select g.booking_id, g.category_type as type, count(*) as count from public.guests as g
        where g.booking_id = any (ids) and not g.is_cancelled group by 1, 2) as kinds
      group by 1
    ), senders as (
      select o.id, jsonb_build_object('id', o.id, 'name', o.name) as told from public.organisations as o where o.id in (select organisation_id from listed)
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'reference', b.reference,
      'contact', jsonb_build_object('name', case when shows_guests then b.contact_name else b.reference end,
        'email', case when shows_guests then b.contact_email end, 'phone', case when shows_guests then b.contact_phone end,
        'country', case when shows_guests then b.country end, 'locale', b.locale),
      'party', coalesce(parties.told, '[]'), 'guests', l.guests, 'departure', runs.told,
      'status', l.state, 'expires_at', case when b.status = 'ON_HOLD' then private.iso(b.expires_at) end,
      'currency', b.currency, 'total', l.total, 'paid', l.balance, 'on_account', l.on_account, 'overpaid', l.overpaid, 'owed', l.owed,
      'due', case when l.state = l.status then l.due else greatest(-l.balance, 0) end,
      'source', b.source, 'partner', senders.told, 'reason', b.reason,
      'attendance', l.attendance,
      'referral', case when shows_guests then b.referral end, 'discount', case when shows_guests then b.price_snapshot #>> '{discount,code}' end,
      'wants_news', shows_guests and b.news_consent is not null,
      'voucher', case when shows_guests then b.external_reference end, 'note', case when shows_guests then b.note end,
      'tags', b.tags, 'created_at', private.iso(b.created_at), 'version', b.version) order by l.place), '[]')
    from listed as l
    join public.bookings as b on b.id = l.booking_id
    join runs on runs.id = l.departure_id
    left join parties on parties.booking_id = l.booking_id
    left join senders on senders.id = l.organisation_id);
end
$$;
comment on function private.booking_cards is 'Rows of a list of bookings, in the order given; ListedBooking in src/data/bookings/list.ts.';

create function private.page_query(part integer, ordering private.booking_order, listed text) returns text
language sql immutable parallel safe set search_path = ''
return format('select coalesce(array_agg(l.booking_id), ''{}''), coalesce(array_agg(jsonb_build_object(''part'', %s, ''values'', jsonb_build_array(%s))), ''{}'') from %s as l',
  part, array_to_string(ordering.expressions, ', '), listed);
comment on function private.page_query is 'The question for a page''s bookings and where each of them stands, of those "listed" in their order.';

create function private.search_bookings(reader private.booking_reader, search text, filters jsonb, sort text, after jsonb, page_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  condition text;
  orders private.booking_order[];
  ordering private.booking_order;
  past text;
  ids uuid[] := '{}';
  keys jsonb[] := '{}';
  more_ids uuid[];
  more_keys jsonb[];
  sorted text;
  within text;
  wanted integer;
  -- Of the order, how many are looked at.
  most integer;
  is_all constant boolean := coalesce(search, '') = '' and filters is null;
  first_part integer := coalesce((after ->> 'part')::integer, 1);
begin
  condition := private.bookings_where(reader, search, filters);
  orders := private.booking_orders(sort, reader);
  if condition is null or orders is null or page_size not between 1 and 1000 or first_part not between 1 and cardinality(orders) then
    return '{"status": "invalid"}';
  end if;
  for part in first_part .. cardinality(orders) loop
    ordering := orders[part];
    past := private.keyset_condition(ordering, case when part = first_part then after -> 'values' end);
    if past is null then return '{"status": "invalid"}'; end if;
    wanted := page_size + 1 - cardinality(ids);
    within := format('l.company_id = %L and %s and %s', reader.company, coalesce(ordering.bound, 'true'), past);
    sorted := (select string_agg(ordering.expressions[at] || case when ordering.descending[at] then ' desc' else '' end, ', ' order by at)
      from generate_subscripts(ordering.expressions, 1) as at);
    more_ids := '{}';
    -- Of what many have, the first that the order's index has hold a page; of what few have, all are fetched and put in order. No planner is
    -- asked to guess which of the two it is: it takes the one for the other too often.
    if reader.own_departures is null then
      perform set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true);
      most := case when is_all then wanted else 20 * page_size end;
      loop
        execute private.page_query(part, ordering, format(
          '(select l.* from (select l.* from private.booking_list as l where %1$s order by %2$s limit %3$s) as l%4$s where %5$s order by %2$s limit %6$s)',
          within, sorted, most, private.bookings_join(condition), private.order_scan_condition(condition), wanted)) into more_ids, more_keys;
        -- Where some are there, the others are not far.
        exit when is_all or most > 20 * page_size or cardinality(more_ids) not between wanted / 10 and wanted - 1;
        most := 8 * most;
      end loop;
      perform set_config('enable_sort', 'on', true), set_config('enable_bitmapscan', 'on', true);
    end if;
    if cardinality(more_ids) < wanted and (not is_all or reader.own_departures is not null) then
      -- The offset keeps the order out of how they are found.
      execute private.page_query(part, ordering, format(
        '(select l.* from (select l.booking_id, l.starts_at, l.created_at, l.name_key, l.reference, l.due, l.total, l.balance, l.guests from %s where %s and %s and %s offset 0) as l
          order by %s limit %s)',
        private.bookings_from(condition), private.index_scan_condition(condition), coalesce(ordering.bound, 'true'), past, sorted, wanted)) into more_ids, more_keys;
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
comment on function private.search_bookings is 'A page of the bookings that a reader may list, as public.find_bookings tells it; {"status": "invalid"} for what has not its shape.';

create function public.find_bookings(
  company uuid, search text default null, filters jsonb default null, sort text default 'upcoming', after jsonb default null, page_size integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Security definer: the list is nobody's to read but by what is decided here.
declare
  who record;
begin
  who := private.resolve_booking_reader(company, 'find_bookings');
  if who.refusal is not null then return who.refusal; end if;
  return private.search_bookings(who.reader, search, filters, sort, after, page_size);
end
$$;
comment on function public.find_bookings is
  'A page of the company''s bookings that the person may see: those that all words of "search" are found in and the filter leaves, after the row that "after" tells ("next" of the page before). Answers {"status": "ok" | "invalid" | "not_permitted" | "signed_out"}.';
grant execute on function public.find_bookings(uuid, text, jsonb, text, jsonb, integer) to authenticated;

-- Totals ---------------------------------------------------------------------------------------------

create function public.booking_totals(company uuid, search text default null, filters jsonb default null, by text default 'status') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Security definer: as find_bookings.
declare
  state constant text := 'case when l.status = ''ON_HOLD'' and l.expires_at <= now() then ''EXPIRED'' else l.status end';
  expression constant text := case by
    when 'status' then state when 'source' then 'l.source' when 'tour' then 'l.tour_id' when 'partner' then 'l.organisation_id'
    when 'language' then 'l.language' when 'day' then 'l.local_date' when 'month' then 'to_char(l.local_date, ''YYYY-MM'')' end;
  who record;
  condition text;
  sums jsonb;
begin
  who := private.resolve_booking_reader(company, 'booking_totals');
  if who.refusal is not null then return who.refusal; end if;
  condition := private.bookings_where(who.reader, search, filters);
  if condition is null or expression is null then return '{"status": "invalid"}'; end if;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(one) order by one.key, one.currency), ''[]'') from (
       select (%s)::text as key, l.currency, count(*) as count, sum(l.guests) as guests, sum(l.total) as total, sum(l.balance) as paid, sum(l.owed) as owed,
         sum(case when l.status = ''ON_HOLD'' and l.expires_at <= now() then 0 else l.due end) as due, sum(l.overpaid) as overpaid
       from %s where %s group by 1, 2) as one',
    expression, private.bookings_from(condition), private.index_scan_condition(condition)) into sums;
  return jsonb_build_object('status', 'ok', 'sums', sums, 'tours', case when by = 'tour' then coalesce((
      select jsonb_agg(jsonb_build_object('id', one ->> 'key', 'title', private.localised((one ->> 'key')::uuid, 'title'))) from jsonb_array_elements(sums) as one), '[]')
    else '[]' end, 'partners', case when by = 'partner' then coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name)) from public.organisations as o
      where o.id in (select (one ->> 'key')::uuid from jsonb_array_elements(sums) as one)), '[]')
    else '[]' end);
end
$$;
comment on function public.booking_totals is
  'What the bookings come to that find_bookings would list: count, tickets and money by status, source, tour, partner, language, day or month, and by currency. Minor units. Answers {"status": "ok" | "invalid" | "not_permitted" | "signed_out"}.';
grant execute on function public.booking_totals(uuid, text, jsonb, text) to authenticated;

-- What one can choose from ----------------------------------------------------------------------------

create index bookings_country_idx on public.bookings (company_id, country) where country is not null;
create index bookings_referral_idx on public.bookings (company_id, referral) where referral is not null;

create function public.booking_choices(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Security definer: as find_bookings.
declare
  who record;
begin
  who := private.resolve_booking_reader(company, 'booking_choices');
  if who.refusal is not null then return who.refusal; end if;
  if (who.reader).own_departures is not null then return '{"status": "not_permitted"}'; end if;
  return jsonb_build_object('status', 'ok',
    'tours', coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'title', private.localised(t.id, 'title'), 'departs', exists (
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
    -- One step an entry that differs: of a hundred thousand bookings nearly all are of one currency.
    'currencies', (
      with recursive known as (
        select min(l.currency) as currency from private.booking_list as l where l.company_id = booking_choices.company
        union all
        select (select min(l.currency) from private.booking_list as l where l.company_id = booking_choices.company and l.currency > known.currency)
        from known where known.currency is not null)
      select coalesce(jsonb_agg(known.currency), '[]') from known where known.currency is not null),
    'countries', (
      with recursive known as (
        select min(b.country) as country from public.bookings as b
        where b.company_id = booking_choices.company and b.country is not null and (who.reader).shows_guests
        union all
        select (select min(b.country) from public.bookings as b where b.company_id = booking_choices.company and b.country > known.country)
        from known where known.country is not null)
      select coalesce(jsonb_agg(known.country), '[]') from known where known.country is not null),
    -- No more of them than one would look through.
    'referrals', (
      with recursive known as (
        select min(b.referral) as referral from public.bookings as b
        where b.company_id = booking_choices.company and b.referral is not null and (who.reader).shows_guests
        union all
        select (select min(b.referral) from public.bookings as b where b.company_id = booking_choices.company and b.referral > known.referral)
        from known where known.referral is not null)
      select coalesce(jsonb_agg(few.referral), '[]') from (select known.referral from known where known.referral is not null limit 200) as few),
    -- Whoever sends nobody any more has sent somebody before.
    'partners', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'sends', private.is_partner(o.id, company)))
      from public.organisation_companies as link join public.organisations as o on o.id = link.organisation_id
      where link.company_id = company and link.status <> 'invited'), '[]'),
    'tags', coalesce((
      select jsonb_agg(distinct tag) from (
        select l.tags from private.booking_list as l where l.company_id = company and l.tags <> '{}' order by l.starts_at desc limit 20000) as tagged
      cross join unnest(tagged.tags) as tag), '[]'),
    -- Beside the choices, as the same screen says that something waits.
    'differences', (select count(*) from private.payment_differences as d where d.company_id = booking_choices.company and d.settled_at is null));
end
$$;
comment on function public.booking_choices is
  'What a company''s bookings can be filtered by: tours ("departs": at some time from now on), guides, languages of departures, currencies, countries, referrals, partners ("sends": takes new bookings), tags. Answers {"status": "ok" | "not_permitted" | "signed_out"}.';
grant execute on function public.booking_choices(uuid) to authenticated;
