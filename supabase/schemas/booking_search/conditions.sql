-- Search of bookings: conditions, orders and pages as SQL. src/domain/booking-filter.ts describes the filter. ADR 035

create function private.facet_condition(company uuid, facets text[]) returns text
language sql immutable parallel safe set search_path = ''
return format('l.facets && %L::text[] and private.index_tokens(l.company_id, l.search_text, l.facets) && %L::integer[]',
  facets, private.facet_tokens(company, facets));
comment on function private.facet_condition is
  'Builds the condition on private.booking_list l that a booking has one of the facets.';

create function private.search_condition(
  company uuid,
  search text,
  inside text,
  may_be_number boolean default true,
  among text default null,
  is_folded boolean default true
) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  -- Phone and voucher numbers are typed with various separators.
  is_number constant boolean := may_be_number and search ~ '^[\s+().\-/\d]*$'
    and length(private.search_digits(search)) >= 3;
  words constant text[] := case
    when is_number then array[private.search_digits(search)]
    else private.search_words(search)
  end;
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
    conditions := conditions
      || case
        when is_folded then format('%s like %L', inside, '%' || word || '%')
        else format('private.has_word(%s, %L)', inside, word)
      end;
    -- The search text contains every field. The planner checks it first, as it is cheaper, and reads few bookings.
    if not is_folded then
      rest_condition := rest_condition || format(' and l.search_text like %L', '%' || word || '%');
    end if;
  end loop;
  if among is not null then
    -- The offset makes it a check of each row that the index found.
    -- Without it the planner may start with the other table.
    conditions := array[format('exists (select from %s and %s offset 0)', among, array_to_string(conditions, ' and '))];
  end if;
  -- Single letters are not in the index.
  if tokens <> '{}' then
    conditions := conditions
      || format('private.index_tokens(l.company_id, l.search_text, l.facets) @> %L::integer[]', tokens);
  end if;
  return array_to_string(conditions, ' and ') || rest_condition;
end
$$;
comment on function private.search_condition is
  'Builds the condition on private.booking_list l that all typed words match '
  '"inside", an expression of private.search_text or, unless is_folded, of any '
  'text, or match it in one row "among" others. Returns "true" without words, null without a text.';

create type private.attendance as enum ('attended', 'partial', 'no_show', 'unknown');
comment on type private.attendance is
  'Attendance of a booking by the roll-call: attended: all guests; partial: some; no_show: none, all known to be '
  'missing; unknown: none, not all known to be missing.';

create function private.minute_of_day(instant timestamptz, zone text) returns smallint
language sql immutable parallel safe
return extract(epoch from (instant at time zone zone)::time)::integer / 60;
comment on function private.minute_of_day is 'Returns the minutes after midnight of an instant in a time zone.';

create function private.lead_days(booked_at timestamptz, local_date date, zone text) returns integer
language sql immutable parallel safe
return greatest(local_date - (booked_at at time zone zone)::date, 0);
comment on function private.lead_days is
  'Returns the days from booking to tour in local dates; 0 for bookings made after it.';

create type private.booking_reader as (company uuid, zone text, shows_guests boolean, own_departures uuid[]);
comment on type private.booking_reader is
  'Reader of a list of bookings. own_departures is null for people who see the whole company. Without shows_guests, '
  'references replace names, and referrals and codes are hidden.';

create function private.text_list(input jsonb, shape text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when jsonb_typeof(input) = 'array' and jsonb_array_length(input) between 1 and 100
      and not exists (
        select from jsonb_array_elements(input) as item where jsonb_typeof(item) <> 'string' or item #>> '{}' !~ shape)
      then array(select jsonb_array_elements_text(input))
  end$$;
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
      or not (
        case kind
          when 'date' then pg_input_is_valid(node ->> bound, 'date')
          else pg_input_is_valid(node ->> bound, 'bigint')
        end)
    then
      return null;
    end if;
    conditions := conditions
      || format('%s %s %L::%s', expression, case bound when 'from' then '>=' else '<=' end, node ->> bound, kind);
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
  return private.range_condition(node, 'l.local_date', 'date')
    || concat_ws(
      ' and ',
      '',
      'l.starts_at >= '
        || quote_literal((node ->> 'from')::timestamp at time zone 'UTC' - interval '1 day')
        || '::timestamptz',
      'l.starts_at < '
        || quote_literal((node ->> 'to')::timestamp at time zone 'UTC' + interval '2 days')
        || '::timestamptz');
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
  if coalesce(first, last) is null or not coalesce(first ~ shape, true) or not coalesce(last ~ shape, true) then
    return null;
  end if;
  return '('
    || concat_ws(
      case when first > last then ' or ' else ' and ' end,
      'l.minute >= ' || extract(epoch from first::time)::integer / 60,
      'l.minute <= ' || extract(epoch from last::time)::integer / 60)
    || ')';
end
$$;
comment on function private.time_condition is
  'Builds the condition that a tour starts between two local times, across midnight if the second is earlier.';

create function private.attendance_condition(company uuid, states text[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  attendance_states constant text[] := array_remove(states, 'missing');
begin
  if not pg_input_is_valid(attendance_states::text, 'private.attendance[]') then return null; end if;
  -- A booking without a guest who came has a missing guest, so the index of tokens can be used.
  if attendance_states <@ '{no_show}' then
    return private.facet_condition(company, '{+missing}')
      || case when 'missing' = any (states) then '' else ' and l.attendance = ''no_show''' end;
  end if;
  return format(
    '(l.attendance = any (%L::private.attendance[])%s)',
    attendance_states,
    case when 'missing' = any (states) then ' or l.facets @> ''{+missing}''' else '' end);
end
$$;
comment on function private.attendance_condition is
  'Builds the condition that a booking has one of the states of '
  'attendance, or a missing guest for "missing"; null for any other state.';

create function private.order_scan_condition(condition text) returns text
language sql immutable parallel safe
return regexp_replace(
  condition,
  'private\.index_tokens\(l\.company_id, l\.search_text, l\.facets\) (@>|&&) ''[^'']*''::integer\[\]',
  'true',
  'g');
comment on function private.order_scan_condition is
  'Removes the token conditions from a condition of private.bookings_where, for scans in the order of another index.';

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
    when 'upcoming' then
      array[
        row(
          array['l.starts_at', name, 'l.booking_id'],
          array['timestamptz', 'text', 'uuid'],
          array[false, false, false],
          format('l.starts_at >= %L::timestamptz', today)),
        row(
          array['l.starts_at', name, 'l.booking_id'],
          array['timestamptz', 'text', 'uuid'],
          array[true, false, false],
          format('l.starts_at < %L::timestamptz', today))]::private.booking_order[]
    when 'departure' then
      array[row(
        array['l.starts_at', name, 'l.booking_id'],
        array['timestamptz', 'text', 'uuid'],
        array[is_down, is_down, is_down],
        null)]::private.booking_order[]
    when 'created' then
      array[row(
        array['l.created_at', 'l.booking_id'], array['timestamptz', 'uuid'], array[is_down, is_down], null
      )]::private.booking_order[]
    when 'name' then
      array[row(
        array[name, 'l.booking_id'], array['text', 'uuid'], array[is_down, is_down], null)]::private.booking_order[]
    when 'due' then
      array[row(
        array['l.due', 'l.booking_id'], array['bigint', 'uuid'], array[is_down, is_down], null
      )]::private.booking_order[]
    when 'total' then
      array[row(
        array['l.total', 'l.booking_id'], array['bigint', 'uuid'], array[is_down, is_down], null
      )]::private.booking_order[]
    when 'paid' then
      array[row(
        array['l.paid', 'l.booking_id'], array['bigint', 'uuid'], array[is_down, is_down], null
      )]::private.booking_order[]
    when 'guests' then
      array[row(
        array['l.guests', 'l.booking_id'], array['smallint', 'uuid'], array[is_down, is_down], null
      )]::private.booking_order[]
    when 'reference' then
      array[row(
        array['l.reference', 'l.booking_id'], array['text', 'uuid'], array[is_down, is_down], null
      )]::private.booking_order[]
  end;
end
$$;
comment on function private.booking_orders is
  'Returns the orders in which a list is read, one after the other: "upcoming", or departure, created, name, due, '
  'total, paid, guests or reference, descending with a "-" before it. Null for any other.';

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
    return format(
      '(%s) %s (%s)',
      array_to_string(ordering.expressions, ', '),
      case when ordering.descending[1] then '<' else '>' end,
      (
        select string_agg(format('%L::%s', after ->> (at - 1), ordering.types[at]), ', ' order by at)
        from generate_series(1, count) as at));
  end if;
  select string_agg(ordering.expressions[at], ', ' order by at),
    string_agg(format('%L::%s', after ->> (at - 1), ordering.types[at]), ', ' order by at) into row_of, values_of
  from generate_series(2, count) as at;
  return format(
    '%1$s <= %2$L::%3$s and (%1$s < %2$L::%3$s or (%4$s) > (%5$s))',
    ordering.expressions[1],
    after ->> 0,
    ordering.types[1],
    row_of,
    values_of);
end
$$;
comment on function private.keyset_condition is
  'Builds the keyset condition that a booking comes after given values in an order; null if they are invalid.';

create function private.page_query(part integer, ordering private.booking_order, listed text) returns text
language sql immutable parallel safe set search_path = ''
return format(
  'select coalesce(array_agg(l.booking_id), ''{}''),
    coalesce(array_agg(jsonb_build_object(''part'', %s, ''values'', jsonb_build_array(%s))), ''{}'')
  from %s as l',
  part,
  array_to_string(ordering.expressions, ', '),
  listed);
comment on function private.page_query is 'Builds the query for the ids of a page and their positions in the order.';
