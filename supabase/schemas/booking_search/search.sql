-- Search of bookings: from a filter to a page of rows. ADR 035

create function private.instant_condition(node jsonb, expression text, zone text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  -- Only to check the range.
  if private.range_condition(node, expression, 'date') is null then return null; end if;
  -- Local days as instants, so that an index is used. If midnight occurs twice, from the first one.
  return concat_ws(
    ' and ',
    'true',
    expression || ' >= ' || quote_literal(private.instant_in(zone, (node ->> 'from')::timestamp)) || '::timestamptz',
    expression
      || ' < '
      || quote_literal(private.instant_in(zone, (node ->> 'to')::timestamp + interval '1 day'))
      || '::timestamptz');
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
    || case when 'EXPIRED' = any (statuses) then ' or (l.status = ''ON_HOLD'' and l.expires_at <= now())' else '' end
    || ')';
end
$$;
comment on function private.status_condition is 'Builds the condition that a booking has one of the statuses "in" now.';

create function private.departure_phase_condition(company uuid, phases text[]) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if not phases <@ '{upcoming,past,cancelled}' then return null; end if;
  -- A subquery on the company's departures, which are few compared with its bookings.
  return format(
    'l.departure_id in (select d.id from public.departures as d where d.company_id = %L
    and case
      when d.status = ''cancelled'' then ''cancelled''
      when d.ends_at <= now() then ''past''
      else ''upcoming''
    end = any (%L::text[]))',
    company,
    phases);
end
$$;
comment on function private.departure_phase_condition is
  'Builds the condition that a departure has not ended (upcoming), has '
  'ended (past) or is cancelled; null for any other state.';

create function private.field_condition(node jsonb, reader private.booking_reader) returns text
language plpgsql stable set search_path = ''
as $$
declare
  id constant text := '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$';
  field constant text := node ->> 'field';
  listed constant text[] := private.text_list(
    node -> 'in', case when field in ('tour', 'departure', 'partner', 'guide') then id else '^.{1,100}$' end);
  has constant text := case when length(node ->> 'has') between 1 and 200 then node ->> 'has' end;
  -- A text without searchable characters matches nothing instead of everything.
  is_void constant boolean := case
    when field = 'phone' then private.search_digits(has) = ''
    else private.search_words(has) = '{}'
  end;
  expression constant text := case field
    when 'name' then 'l.name_key'
    when 'email' then 'b.contact_email'
    when 'phone' then 'b.contact_phone'
    when 'note' then 'b.note'
    when 'voucher' then 'b.voucher_number'
    when 'reference' then 'l.reference'
    when 'partner' then 'l.organisation_id'
    when 'tour' then 'l.tour_id'
    when 'departure' then 'l.departure_id'
    when 'language' then 'l.language'
    when 'currency' then 'l.currency'
    when 'total' then 'l.total'
    when 'paid' then 'l.paid'
    when 'account' then 'l.on_account'
    when 'overpaid' then 'l.overpaid'
    when 'owed' then 'l.owed'
    when 'guests' then 'l.guests'
    when 'lead' then 'l.lead'
  end;
begin
  if field = any (array[
    'tour',
    'departure',
    'partner',
    'guide',
    'phase',
    'tag',
    'source',
    'language',
    'currency',
    'locale',
    'country',
    'category',
    'attendance',
    'reason',
    'referral',
    'code'])
    and listed is null and not node ? 'empty'
  then
    return null;
  end if;
  if node -> 'empty' in ('true', 'false') then
    return case
      when field in ('email', 'phone', 'note', 'voucher', 'country', 'partner', 'tag', 'news', 'referral', 'code') then
        private.facet_condition(
          reader.company, array[case when node -> 'empty' = 'true' then '-' else '+' end || field])
      -- A subquery on the company's departures, which are few compared with its bookings.
      when field = 'guide' then
        format(
          'l.departure_id in (select d.id from public.departures as d where d.company_id = %L and %s exists (
        select from public.departure_guides as g where g.departure_id = d.id and g.status <> ''declined''))',
          reader.company,
          case when node -> 'empty' = 'true' then 'not' else '' end)
    end;
  end if;
  return case
    when is_void and field in ('name', 'email', 'note', 'reference', 'voucher', 'phone', 'guest') then 'false'
    when field in ('name', 'email', 'note', 'reference') then
      private.search_condition(
        reader.company,
        has,
        case when field = 'name' then ''' '' || l.name_key || '' ''' else expression end,
        false,
        null,
        field = 'name')
    when field = 'guest' then
      private.search_condition(
        reader.company,
        has,
        'g.name',
        false,
        'public.guests as g where g.booking_id = l.booking_id',
        false)
    when field = 'voucher' then
      private.search_condition(
        reader.company,
        has,
        '(b.voucher_number || '' '' || private.compact_voucher_number(b.voucher_number))',
        true,
        null,
        false)
    when field = 'phone' then
      private.search_condition(
        reader.company,
        private.search_digits(has),
        'private.search_digits(b.contact_phone)',
        true,
        null,
        false)
    when field in ('tour', 'departure', 'partner') then format('%s = any (%L::uuid[])', expression, listed)
    when field = 'guide' then
      format(
        'l.departure_id in (select g.departure_id from public.departure_guides as g '
          'where g.user_id = any (%L::uuid[]) and g.status <> ''declined'')',
        listed)
    when field = 'phase' then private.departure_phase_condition(reader.company, listed)
    when field = 'status' then private.status_condition(node)
    when field = 'source' then
      case
        when pg_input_is_valid(listed::text, 'public.booking_source[]') then
          format('l.source = any (%L::public.booking_source[])', listed)
      end
    when field in ('language', 'currency') then format('%s = any (%L::text[])', expression, listed)
    when field in ('locale', 'country', 'referral', 'tag')
      or field = 'reason' and pg_input_is_valid(listed::text, 'public.booking_reason[]')
      or field = 'category' and pg_input_is_valid(listed::text, 'public.price_category_type[]')
      then private.facet_condition(
        reader.company, array(select field || ':' || listed_value from unnest(listed) as listed_value))
    when field = 'attendance' then private.attendance_condition(reader.company, listed)
    when field = 'code' then
      private.facet_condition(
        reader.company,
        array(select 'code:' || upper(private.compact_voucher_number(listed_value)) from unnest(listed) as listed_value)
      )
    when field = 'time' then private.time_condition(node)
    when field = 'date' then private.date_condition(node)
    when field = 'created' then private.instant_condition(node, 'l.created_at', reader.zone)
    when field = 'expires' then private.instant_condition(node, 'l.expires_at', reader.zone)
    -- Nothing is due for a hold past its time.
    when field = 'due' then
      private.range_condition(node, 'l.due', 'bigint') || ' and (l.status <> ''ON_HOLD'' or l.expires_at > now())'
    when field in ('total', 'paid', 'account', 'overpaid', 'owed', 'guests', 'lead') then
      private.range_condition(node, expression, 'bigint')
  end;
end
$$;
comment on function private.field_condition is 'Builds the condition of one field of a filter; null if it is invalid.';

create function private.negated_condition(node jsonb, reader private.booking_reader) returns text
language plpgsql stable set search_path = ''
as $$
declare
  field constant text := node ->> 'field';
  listed constant text[] := array(select jsonb_array_elements_text(node -> 'in'));
  first constant text := node ->> 'from';
  last constant text := node ->> 'to';
  column_of constant text := case field
    when 'total' then 'l.total'
    when 'paid' then 'l.paid'
    when 'account' then 'l.on_account'
    when 'overpaid' then 'l.overpaid'
    when 'owed' then 'l.owed'
    when 'guests' then 'l.guests'
    when 'lead' then 'l.lead'
    when 'due' then 'l.due'
    when 'language' then 'l.language'
    when 'currency' then 'l.currency'
  end;
  others text[];
begin
  if node -> 'not' = 'true' then return null; end if;
  if node -> 'empty' in ('true', 'false') then
    return private.field_condition(node || jsonb_build_object('empty', node -> 'empty' = 'false'), reader);
  end if;
  case
    when field in ('status', 'source', 'locale') then
      others := array(
        select label.enumlabel from pg_catalog.pg_enum as label
        where label.enumtypid = case field
          when 'status' then 'public.booking_status'
          when 'source' then 'public.booking_source'
          else 'public.locale'
        end::regtype
          and label.enumlabel <> all (listed));
      return case
        when others = '{}' then 'false'
        else private.field_condition(jsonb_build_object('field', field, 'in', to_jsonb(others)), reader)
      end;
    when field = 'tour' then
      return format(
        'l.tour_id = any (%L::uuid[])',
        array(select t.id from public.tours as t where t.company_id = reader.company and t.id::text <> all (listed)));
    when field in ('language', 'currency') then
      -- One step per distinct value (loose index scan): there are few.
      execute format(
        'with recursive distinct_values as (
          select min(%1$s) as found_value from private.booking_list as l where l.company_id = $1
          union all
          select (
            select min(%1$s) from private.booking_list as l
            where l.company_id = $1 and %1$s > distinct_values.found_value)
          from distinct_values where distinct_values.found_value is not null)
        select array(select found_value from distinct_values where found_value <> all ($2))',
        column_of) into others using reader.company, listed;
      return format('%s = any (%L::text[])', column_of, others);
    when field = 'date' then
      return '('
        || concat_ws(
          ' or ',
          '(l.local_date < '
            || quote_literal(first)
            || '::date and l.starts_at < '
            || quote_literal(first::timestamp at time zone 'UTC' + interval '2 days')
            || '::timestamptz)',
          '(l.local_date > '
            || quote_literal(last)
            || '::date and l.starts_at >= '
            || quote_literal(last::timestamp at time zone 'UTC' - interval '1 day')
            || '::timestamptz)')
        || ')';
    when field = 'created' then
      return '('
        || concat_ws(
          ' or ',
          'l.created_at < ' || quote_literal(private.instant_in(reader.zone, first::timestamp)) || '::timestamptz',
          'l.created_at >= '
            || quote_literal(private.instant_in(reader.zone, last::timestamp + interval '1 day'))
            || '::timestamptz')
        || ')';
    when field = 'time' then
      return '('
        || concat_ws(
          case when first > last then ' and ' else ' or ' end,
          'l.minute < ' || extract(epoch from first::time)::integer / 60,
          'l.minute > ' || extract(epoch from last::time)::integer / 60)
        || ')';
    when field in ('total', 'paid', 'account', 'overpaid', 'owed', 'guests', 'lead', 'due') then
      return '('
        || concat_ws(
          ' or ',
          column_of || ' < ' || quote_literal(first) || '::bigint',
          column_of || ' > ' || quote_literal(last) || '::bigint',
          case when field = 'due' then 'l.status = ''ON_HOLD'' and l.expires_at <= now()' end)
        || ')';
    else return null;
  end case;
end
$$;
comment on function private.negated_condition is
  'Builds the negation of a field as a positive condition that indexes support; null where there is none.';

create function private.booking_condition(
  node jsonb, reader private.booking_reader, depth integer default 0
) returns text
language plpgsql stable set search_path = ''
as $$
declare
  children constant jsonb := coalesce(node -> 'all', node -> 'any');
  parts text[] := '{}';
  hidden constant text[] := array[
    'name',
    'guest',
    'email',
    'phone',
    'note',
    'voucher',
    'country',
    'news',
    'referral',
    'code'];
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
    part := case
      when parts = '{}' then 'true'
      else '(' || array_to_string(parts, case when node ? 'all' then ' and ' else ' or ' end) || ')'
    end;
  else
    part := '(' || private.field_condition(node, reader) || ')';
    -- Filters on guests' data, referrals and codes need the right to see guests.
    if node ->> 'field' = any (hidden) and not reader.shows_guests then return 'false'; end if;
  end if;
  if node -> 'not' is distinct from 'true' or part is null then return part; end if;
  -- A single field, or a group with one field.
  child := case when children is null then node - 'not' when jsonb_array_length(children) = 1 then children -> 0 end;
  if child ? 'field' and (reader.shows_guests or child ->> 'field' <> all (hidden)) then
    turned := private.negated_condition(child, reader);
  end if;
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
    || case
      when reader.own_departures is not null then
        format(' and l.departure_id = any (%L::uuid[])', reader.own_departures)
      else ''
    end
    || ' and '
    || private.booking_condition(coalesce(filters, '{"all": []}'), reader)
    || ' and '
    || private.search_condition(
      reader.company,
      coalesce(search, ''),
      case when reader.shows_guests then 'l.search_text' else 'l.reference' end,
      true,
      null,
      reader.shows_guests);
end
$$;
comment on function private.bookings_where is
  'Builds the complete condition of a search on private.booking_list '
  'l and public.bookings b; null if the filter is invalid.';

create function private.bookings_join(condition text) returns text
language sql immutable parallel safe
return case when strpos(condition, 'b.') > 0 then ' join public.bookings as b on b.id = l.booking_id' else '' end;
comment on function private.bookings_join is
  'Returns the join with bookings that a condition of private.bookings_where needs; empty if it needs none.';

create function private.bookings_from(condition text) returns text
language sql immutable parallel safe
return 'private.booking_list as l' || private.bookings_join(condition);
comment on function private.bookings_from is 'Returns the FROM clause of a condition of private.bookings_where.';

create function private.parse_order_part(after jsonb) returns integer
language sql immutable set search_path = ''
return case
  when after -> 'part' is null then 1
  when private.is_whole_number(after -> 'part', 9) then (after ->> 'part')::integer
  else 0
end;
comment on function private.parse_order_part is
  'Returns the number of the order, in booking_orders, with which a page begins; 0 if the cursor is invalid.';

create function private.booking_cards(ids uuid[], shows_guests boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with listed as materialized (
      select l.*, page.ordinal,
        case when l.status = 'ON_HOLD' and l.expires_at <= now() then 'EXPIRED' else l.status end as state
      from unnest(ids) with ordinality as page (id, ordinal)
      join private.booking_list as l on l.booking_id = page.id),
    departures as materialized (
      select d.id,
        jsonb_build_object(
          'id', d.id,
          'tour_id', d.tour_id,
          'starts_at', private.iso(d.starts_at),
          'local_date', d.local_date,
          'language', d.language,
          'departure_status', d.status,
          'guides', coalesce((
            select jsonb_agg(u.display_name order by g.role, u.display_name)
            from public.departure_guides as g join public.users as u on u.id = g.user_id
            where g.departure_id = d.id and g.status <> 'declined'), '[]')) as content
      from public.departures as d
      where d.id in (select departure_id from listed)),
    parties as (
      select booking_id, jsonb_agg(jsonb_build_object('type', type, 'count', count) order by type) as content
      from (
        select g.booking_id, g.category_type as type, count(*) as count
        from public.guests as g
        where g.booking_id = any (ids) and not g.is_cancelled group by 1, 2) as kinds
      group by 1),
    partners as (
      select o.id, jsonb_build_object('id', o.id, 'name', o.name) as content
      from public.organisations as o
      where o.id in (select organisation_id from listed))
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id,
      'reference', b.reference,
      'contact', jsonb_build_object(
        'name', case when shows_guests then b.contact_name else b.reference end,
        'email', case when shows_guests then b.contact_email end,
        'phone', case when shows_guests then b.contact_phone end,
        'country', case when shows_guests then b.country end,
        'locale', b.locale),
      'party', coalesce(parties.content, '[]'),
      'guests', l.guests,
      'departure', departures.content,
      'status', l.state,
      'expires_at', case when b.status = 'ON_HOLD' then private.iso(b.expires_at) end,
      'currency', b.currency,
      'total', l.total,
      'paid', l.paid,
      'on_account', l.on_account,
      'overpaid', l.overpaid,
      'owed', l.owed,
      'due', case when l.state = l.status then l.due else greatest(-l.paid, 0) end,
      'source', b.source,
      'partner', partners.content,
      'reason', b.reason,
      'attendance', l.attendance,
      'referral', case when shows_guests then b.referral end,
      'discount', case when shows_guests then b.price_snapshot #>> '{discount,code}' end,
      'has_news_consent', shows_guests and b.news_consent is not null,
      'voucher_number', case when shows_guests then b.voucher_number end,
      'note', case when shows_guests then b.note end,
      'tags', b.tags,
      'created_at', private.iso(b.created_at),
      'version', b.version) order by l.ordinal), '[]')
    from listed as l join public.bookings as b on b.id = l.booking_id
    join departures on departures.id = l.departure_id
    left join parties on parties.booking_id = l.booking_id
    left join partners on partners.id = l.organisation_id);
end
$$;
comment on function private.booking_cards is
  'Returns rows of a list of bookings, in the given order; ListedBooking in src/data/bookings/list.ts.';

create function private.search_bookings(
  reader private.booking_reader,
  search text,
  filters jsonb,
  sort text,
  after jsonb,
  page_size integer
) returns jsonb
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
  if condition is null
    or orders is null
    or page_size is null
    or page_size not between 1 and 1000
    or first_part not between 1 and cardinality(orders)
  then
    return '{"status": "invalid"}';
  end if;
  for part in first_part .. cardinality(orders) loop
    ordering := orders[part];
    after_condition := private.keyset_condition(ordering, case when part = first_part then after -> 'values' end);
    if after_condition is null then return '{"status": "invalid"}'; end if;
    missing_rows := page_size + 1 - cardinality(ids);
    within := format(
      'l.company_id = %L and %s and %s', reader.company, coalesce(ordering.bound, 'true'), after_condition);
    order_by := (
      select string_agg(
        ordering.expressions[at] || case when ordering.descending[at] then ' desc' else '' end, ', ' order by at)
      from generate_subscripts(ordering.expressions, 1) as at);
    more_ids := '{}';
    -- Frequent matches are found early in the order's index. For rare ones, all matches are fetched and sorted. The
    -- code tries both in turn, because the planner often guesses wrong. Guides list few bookings: all are fetched.
    if reader.own_departures is null then
      perform set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true);
      scan_limit := case when is_all then missing_rows else 20 * page_size end;
      loop
        execute private.page_query(
          part,
          ordering,
          format(
            '(select l.* from (
                select l.* from private.booking_list as l where %1$s order by %2$s limit %3$s) as l%4$s
              where %5$s order by %2$s limit %6$s)',
            within,
            order_by,
            scan_limit,
            private.bookings_join(condition),
            private.order_scan_condition(condition),
            missing_rows)) into more_ids, more_keys;
        -- With some matches found, a larger scan probably finds the rest.
        exit when is_all
          or scan_limit > 20 * page_size
          or cardinality(more_ids) not between missing_rows / 10 and missing_rows - 1;
        scan_limit := 8 * scan_limit;
      end loop;
      perform set_config('enable_sort', 'on', true), set_config('enable_bitmapscan', 'on', true);
    end if;
    if cardinality(more_ids) < missing_rows and (not is_all or reader.own_departures is not null) then
      -- The offset keeps the planner from using the order's index here.
      execute private.page_query(
        part,
        ordering,
        format(
          '(select l.* from (
              select l.booking_id, l.starts_at, l.created_at, l.name_key, l.reference, l.due, l.total, l.paid, l.guests
              from %s where %s and %s and %s offset 0) as l
            order by %s limit %s)',
          private.bookings_from(condition),
          private.without_company_index(condition),
          coalesce(ordering.bound, 'true'),
          after_condition,
          order_by,
          missing_rows)) into more_ids, more_keys;
    end if;
    ids := ids || more_ids;
    keys := keys || more_keys;
    exit when cardinality(ids) > page_size;
  end loop;
  return jsonb_build_object(
    'status', 'ok',
    'shows_guests', reader.shows_guests,
    'today', (now() at time zone reader.zone)::date,
    'bookings', private.booking_cards(ids[:page_size], reader.shows_guests),
    'tours', coalesce((
      select jsonb_agg(jsonb_build_object('id', shown.tour_id, 'title', private.localised(shown.tour_id, 'title')))
      from (
        select distinct l.tour_id from private.booking_list as l where l.booking_id = any (ids[:page_size])) as shown
    ), '[]'),
    'next', case when cardinality(ids) > page_size then keys[page_size] end);
end
$$;
comment on function private.search_bookings is
  'Returns a page of the bookings that a reader may list, as '
  'public.find_bookings; {"status": "invalid"} for invalid arguments.';
