-- Push: the shape of what devices send. docs/protocol.md describes it.

create type private.action_sender as (
  person uuid, subject jsonb, device_id uuid, label text, app_version text, received timestamptz, is_skewed boolean,
  permitted uuid[], subscribed uuid[], own_only uuid[],
  reporting uuid[], owned uuid[]
);
comment on type private.action_sender is
  'Author and time of a push, whether the device''s clock is more than two minutes off (is_skewed), and companies '
  'named in it: permitted (the person may check in there), subscribed (of these, with a subscription), own_only (the '
  'person sees only own departures), reporting (may report), owned (is an owner).';

-- Same limits as PUSH_LIMITS in src/domain/actions.ts.
create function private.push_limit(what text) returns integer
language sql immutable parallel safe
return case what
  when 'device_bytes' then 4096
  when 'request_bytes' then 1048576
  when 'action_bytes' then 131072
  when 'actions' then 200
  when 'missing' then 2000
  when 'undone' then 1000
end;
comment on function private.push_limit is
  'Returns the limit of a quantity in a push. A request or an action above its limit of bytes is refused without being '
  'parsed.';

-- Parsing and formatting again is ten times as fast as a regular expression, and as strict.
create function private.is_uuid(value text) returns boolean
language sql stable parallel safe
return case when pg_input_is_valid(value, 'uuid') then value::uuid::text = value else false end;
comment on function private.is_uuid is 'Returns whether a text is a UUID as devices write it: lower case with dashes.';

create function private.is_instant(value text) returns boolean
language sql stable parallel safe
return case
  when length(value) = 24 and pg_input_is_valid(value, 'timestamptz') then private.iso(value::timestamptz) = value
  else false
end;
comment on function private.is_instant is
  'Returns whether a text is an instant as devices write it: ISO 8601, '
  'UTC, milliseconds, a four-digit year (devices cannot parse others).';

create function private.is_text(value jsonb, longest integer) returns boolean
language sql immutable parallel safe
return jsonb_typeof(value) = 'string' and length(value #>> '{}') between 1 and longest;
comment on function private.is_text is 'Returns whether a value is a JSON string of 1 to "longest" characters.';

create function private.is_whole_number(value jsonb, largest bigint) returns boolean
language sql immutable parallel safe
return case
  when jsonb_typeof(value) = 'number' then value::numeric between 0 and largest and scale(value::numeric) = 0
  else false
end;
comment on function private.is_whole_number is 'Returns whether a value is a JSON integer from 0 to "largest".';

create function private.are_uuids(value jsonb, max_count integer) returns boolean
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  if jsonb_typeof(value) is distinct from 'array' or jsonb_array_length(value) > max_count then return false; end if;
  return not exists (
    select from jsonb_array_elements_text(value) as id
    where private.is_uuid(id) is not true);
end
$$;
comment on function private.are_uuids is 'Returns whether a value is a JSON array of at most "max_count" UUIDs.';

create function private.is_walk_in_payload(payload jsonb) returns boolean
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return coalesce(
    payload ->> 'reference' ~ '^[23456789ABCDEFGHJKMNPQRSTVWXYZ]{6}$'
    and private.is_text(payload -> 'contact_name', 200) and private.visible_text(payload ->> 'contact_name') <> ''
    and (payload ->> 'contact_phone' is null or private.is_text(payload -> 'contact_phone', 50))
    and (payload ->> 'contact_email' is null or private.is_text(payload -> 'contact_email', 320))
    and private.is_whole_number(payload -> 'total_amount', 1000000000)
    and payload ->> 'currency' ~ '^[A-Z]{3}$'
    and jsonb_typeof(payload -> 'guests') = 'array'
    and jsonb_array_length(payload -> 'guests') between 1 and 100, false)
    and private.are_uuids(jsonb_path_query_array(payload, '$.guests[*].id'), 100)
    -- Also false if a guest has no id.
    and jsonb_array_length(payload -> 'guests')
      = (select count(distinct guest ->> 'id') from jsonb_array_elements(payload -> 'guests') as guest)
    and not exists (
      select from jsonb_array_elements(payload -> 'guests') as guest
      where not coalesce(
        (guest ->> 'price_category_id' is null or private.is_uuid(guest ->> 'price_category_id'))
        and (guest ->> 'name' is null or guest ->> 'name' = '' or private.is_text(guest -> 'name', 200))
        and guest ->> 'ticket_code' ~ '^[23456789ABCDEFGHJKMNPQRSTVWXYZ]{12}$'
        and guest - array['id', 'price_category_id', 'name', 'ticket_code'] = '{}', false));
end
$$;
comment on function private.is_walk_in_payload is 'Returns whether the payload of a walk_in is valid.';

create function private.payload_keys(kind text) returns text[]
language sql immutable parallel safe
return case kind
  when 'check_in' then array['method', 'ticket']
  when 'walk_in' then
    array['reference', 'contact_name', 'contact_phone', 'contact_email', 'total_amount', 'currency', 'guests']
  when 'payment' then array['amount', 'currency', 'method']
  when 'note' then array['text']
  when 'count' then array['present', 'missing', 'stop']
  when 'depart' then array['head_count']
  when 'undo' then array['actions']
  when 'report_submit' then
    array['replaces', 'lines', 'walk_ins', 'guide_id', 'minutes_late', 'incidents', 'note', 'handed_over', 'currency']
  when 'report_return' then array['report', 'question']
  when 'report_lock' then array['report']
  when 'report_unlock' then array['locks', 'reason']
  else array[]::text[]
end;
comment on function private.payload_keys is 'Returns the keys that the payload of a kind of action may have.';

-- Devices pull a departure from two days before it (src/domain/pull-window.ts) and delete it two days after it. A third
-- day covers all time zones. An action of the last hour is always plausible.
create function private.earliest_action_time(starts_at timestamptz, received timestamptz) returns timestamptz
language sql stable parallel safe
return least(starts_at - interval '3 days', received - interval '1 hour');
comment on function private.earliest_action_time is
  'Returns the earliest plausible time of a departure''s action that is received now.';

create function private.sanitize_json(input json) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return input::jsonb;
exception
  when data_exception or invalid_text_representation then
    -- A NUL or lone surrogate, which Postgres text cannot hold, becomes the replacement
    -- character. Escaped backslashes are rewritten first, so that everything that still
    -- looks like an escape is one. Then each is checked once with its neighbours.
    return (
      select string_agg(
        case
          when ordinal = 1 then part
          when part ~ '^0000'
            or (part ~* '^d[89ab]' and not (length(part) = 4 and following ~* '^d[c-f]'))
            or (part ~* '^d[c-f]' and not coalesce(length(previous) = 4 and previous ~* '^d[89ab]', false))
            then 'ufffd' || substr(part, 5)
          else 'u' || part
        end,
        '\' order by ordinal)
      from (
        select ordinal, part, lag(part) over (order by ordinal) as previous,
          coalesce(lead(part) over (order by ordinal), '') as following
        from unnest(string_to_array(
          replace(input::text, '\\', '\u005c'), '\u')) with ordinality as piece (part, ordinal)) as escape)::jsonb;
end
$$;
comment on function private.sanitize_json is 'Converts JSON to jsonb, replacing NULs and lone surrogates.';

create function private.blank_oversized(actions json) returns table (sent json, too_large jsonb)
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  -- Only a request larger than the limit of one action can contain one that is too large.
  if octet_length(actions::text) <= private.push_limit('action_bytes') then
    return query select actions, '{}'::jsonb;
    return;
  end if;
  return query
    select json_agg(case when is_large then 'null'::json else action end order by ordinal),
      coalesce(jsonb_object_agg(ordinal - 1, private.parse_action_id(action)) filter (where is_large), '{}')
    from (
      select action, ordinal, octet_length(action::text) > private.push_limit('action_bytes') as is_large
      from json_array_elements(actions) with ordinality as element (action, ordinal)
    ) as measured;
end
$$;
comment on function private.blank_oversized is
  'Returns the actions with null in place of those that are too large, and the ids of these by zero-based index.';

create function private.parse_action_id(action json) returns text
language plpgsql stable parallel safe set search_path = ''
as $$
declare
  id text;
begin
  begin
    id := btrim((action -> 'id')::text, '"');
  exception
    when data_exception then
      -- Even finding a key parses every text before it. Devices write the id first.
      id := substring(action::text from '"id"\s*:\s*"([0-9a-f-]{36})"');
  end;
  return case when private.is_uuid(id) then id end;
end
$$;
comment on function private.parse_action_id is
  'Returns the id of an action that has not been validated; null for an invalid one.';

create function private.is_transient_error(state text) returns boolean
language sql immutable parallel safe
return left(state, 2) in ('08', '25', '40', '53', '55', '57', '58', 'XX');
comment on function private.is_transient_error is
  'Returns whether an error is not the action''s fault (deadlock, '
  'disk full, shutdown, read-only), so that the device retries.';
