-- Push: devices send their actions. docs/protocol.md describes the shapes.

create type private.incoming_action as (
  ordinal bigint, id uuid, company_id uuid, departure_id uuid, booking_id uuid, guest_id uuid, kind public.action_kind, payload jsonb,
  device_id uuid, device_sequence bigint, schema_version integer, occurred_at timestamptz, device_time timestamptz,
  body_hash bytea, code text, flags public.action_flag[], is_already_recorded boolean
);
comment on type private.incoming_action is
  'Parsed action of a push. ordinal: its position, from 1; code: the refusal, if any; flags: its irregularities; '
  'is_already_recorded: whether an earlier push recorded its id.';

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
return case when length(value) = 24 and pg_input_is_valid(value, 'timestamptz') then private.iso(value::timestamptz) = value else false end;
comment on function private.is_instant is
  'Returns whether a text is an instant as devices write it: ISO 8601, '
  'UTC, milliseconds, a four-digit year (devices cannot parse others).';

create function private.is_text(value jsonb, longest integer) returns boolean
language sql immutable parallel safe
return jsonb_typeof(value) = 'string' and length(value #>> '{}') between 1 and longest;
comment on function private.is_text is 'Returns whether a value is a JSON string of 1 to "longest" characters.';

create function private.is_whole_number(value jsonb, largest bigint) returns boolean
language sql immutable parallel safe
return case when jsonb_typeof(value) = 'number' then value::numeric between 0 and largest and scale(value::numeric) = 0 else false end;
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

create function private.is_report_kind(kind public.action_kind) returns boolean
language sql immutable parallel safe
return kind in ('report_submit', 'report_return', 'report_lock', 'report_unlock');
comment on function private.is_report_kind is
  'Returns whether a kind of action belongs to the tour report instead of the roll-call.';

create function private.is_report_payload(kind text, payload jsonb) returns boolean
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return coalesce(case kind
    when 'report_submit' then
      private.are_uuids(payload -> 'replaces', 50)
      and jsonb_typeof(payload -> 'lines') = 'array' and jsonb_array_length(payload -> 'lines') <= 20
      and not exists (
        select from jsonb_array_elements(payload -> 'lines') as line
        where not coalesce(jsonb_typeof(line) = 'object' and line - array['type', 'attended'] = '{}' and private.is_whole_number(line -> 'attended', 100000)
          and pg_input_is_valid(line ->> 'type', 'public.price_category_type'), false))
      and (select count(*) = count(distinct line ->> 'type') from jsonb_array_elements(payload -> 'lines') as line)
      and private.is_whole_number(payload -> 'walk_ins', 100000)
      and (payload ->> 'guide_id' is null or private.is_uuid(payload ->> 'guide_id'))
      and private.is_whole_number(payload -> 'minutes_late', 1440)
      and (payload ->> 'incidents' is null or private.is_text(payload -> 'incidents', 5000))
      and (payload ->> 'note' is null or private.is_text(payload -> 'note', 5000))
      and private.is_whole_number(payload -> 'handed_over', 1000000000000)
      and payload ->> 'currency' ~ '^[A-Z]{3}$'
    when 'report_return' then private.is_uuid(payload ->> 'report') and private.is_text(payload -> 'question', 2000) and private.trim_text(payload ->> 'question') <> ''
    when 'report_lock' then private.is_uuid(payload ->> 'report')
    when 'report_unlock' then
      private.are_uuids(payload -> 'locks', 50) and jsonb_array_length(payload -> 'locks') > 0 and private.is_text(payload -> 'reason', 2000)
      and private.trim_text(payload ->> 'reason') <> ''
  end, false);
end
$$;
comment on function private.is_report_payload is 'Returns whether the payload of a report action is valid.';

create function private.payload_keys(kind text) returns text[]
language sql immutable parallel safe
return case kind
  when 'check_in' then array['method', 'ticket']
  when 'walk_in' then array['reference', 'contact_name', 'contact_phone', 'contact_email', 'total_amount', 'currency', 'guests']
  when 'payment' then array['amount', 'currency', 'method']
  when 'note' then array['text']
  when 'count' then array['present', 'missing', 'stop']
  when 'depart' then array['head_count']
  when 'undo' then array['actions']
  when 'report_submit' then array['replaces', 'lines', 'walk_ins', 'guide_id', 'minutes_late', 'incidents', 'note', 'handed_over', 'currency']
  when 'report_return' then array['report', 'question']
  when 'report_lock' then array['report']
  when 'report_unlock' then array['locks', 'reason']
  else array[]::text[] end;
comment on function private.payload_keys is 'Returns the keys that the payload of a kind of action may have.';

create function private.action_problem(action jsonb) returns text
language plpgsql stable parallel safe set search_path = ''
as $$
declare
  payload jsonb := action -> 'payload';
  kind text := action ->> 'kind';
  booking text := action ->> 'booking_id';
  guest text := action ->> 'guest_id';
  -- Null, from comparing with an absent value, counts as false.
  is_valid boolean;
begin
  if jsonb_typeof(action) is distinct from 'object' or not private.is_uuid(action ->> 'id')
    or private.is_whole_number(action -> 'schema_version', 1000000) is not true then
    return 'malformed';
  end if;
  if (action ->> 'schema_version')::integer > 1 then return 'newer_schema'; end if;
  if jsonb_typeof(action -> 'kind') is distinct from 'string' then return 'malformed'; end if;
  if not pg_input_is_valid(kind, 'public.action_kind') then
    return 'unknown_kind';
  end if;
  is_valid := private.is_uuid(action ->> 'company_id')
    and private.is_uuid(action ->> 'departure_id')
    and private.is_uuid(action ->> 'device_id')
    and private.is_whole_number(action -> 'device_sequence', 1000000000000000)
    and private.is_instant(action ->> 'occurred_at')
    and private.is_instant(action ->> 'device_time')
    and (booking is null or private.is_uuid(booking))
    and (guest is null or private.is_uuid(guest))
    and jsonb_typeof(payload) = 'object';
  if is_valid is not true then return 'malformed'; end if;
  -- Recorded actions go to every device of the company. Refusing
  -- unknown keys keeps anybody from filling up the devices.
  if payload - private.payload_keys(kind) <> '{}' then return 'malformed'; end if;
  case kind
    when 'check_in' then
      is_valid := booking is not null and guest is not null
        and payload ->> 'method' in ('tap', 'scan', 'code', 'party', 'walk_in', 'signed')
        and case when payload ->> 'method' = 'signed' then private.is_text(payload -> 'ticket', 800) and payload ->> 'ticket' ~ '^[A-Za-z0-9_-]+$'
          else not payload ? 'ticket' end;
    when 'no_show' then is_valid := booking is not null and guest is not null;
    when 'walk_in' then is_valid := booking is not null and guest is null and private.is_walk_in_payload(payload);
    when 'payment' then
      is_valid := booking is not null and guest is null
        and private.is_whole_number(payload -> 'amount', 1000000000) and (payload ->> 'amount')::bigint > 0
        and payload ->> 'currency' ~ '^[A-Z]{3}$'
        and payload ->> 'method' in ('cash', 'card', 'other');
    when 'note' then is_valid := booking is not null and private.is_text(payload -> 'text', 5000);
    when 'count' then
      if jsonb_typeof(payload -> 'missing') = 'array' and jsonb_array_length(payload -> 'missing') > private.push_limit('missing') then
        return 'too_large';
      end if;
      is_valid := booking is null and guest is null
        and private.is_whole_number(payload -> 'present', 100000)
        and private.are_uuids(payload -> 'missing', private.push_limit('missing'))
        and (payload ->> 'stop' is null or payload ->> 'stop' = '' or private.is_text(payload -> 'stop', 200));
    when 'depart' then
      is_valid := booking is null and guest is null and private.is_whole_number(payload -> 'head_count', 100000);
    when 'undo' then
      if jsonb_typeof(payload -> 'actions') = 'array' and jsonb_array_length(payload -> 'actions') > private.push_limit('undone') then
        return 'too_large';
      end if;
      is_valid := booking is null and guest is null
        and private.are_uuids(payload -> 'actions', private.push_limit('undone')) and jsonb_array_length(payload -> 'actions') > 0;
    else
      -- A report cannot replace itself.
      is_valid := booking is null and guest is null and private.is_report_payload(kind, payload) and not coalesce(payload -> 'replaces' ? (action ->> 'id'), false);
  end case;
  return case when is_valid then null else 'malformed' end;
end
$$;
comment on function private.action_problem is
  'Returns why an action is refused for its form alone: malformed, newer_schema, unknown_kind, too_large; null if the '
  'form is valid.';

create function private.walk_in_price(departure uuid, payload jsonb) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(private.ticket_price(departure, (guest ->> 'price_category_id')::uuid)), 0)
    from jsonb_array_elements(payload -> 'guests') as guest);
end
$$;
comment on function private.walk_in_price is
  'Returns the price of a walk-in''s guests by their categories on '
  'its departure, in minor units, regardless of the device''s total.';

create function private.record_walk_in(walk_in private.incoming_action) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  payload jsonb := walk_in.payload;
  free_reference text := payload ->> 'reference';
begin
  -- Devices create these ids, so an existing one belongs to another booking.
  if exists (select from public.bookings where id = walk_in.booking_id)
    or exists (
      select from public.guests
      where id in (select (guest ->> 'id')::uuid from jsonb_array_elements(payload -> 'guests') as guest)) then
    return 'malformed';
  end if;
  if payload ->> 'currency' <> (select currency from public.companies where id = walk_in.company_id)
    or exists (
      select from jsonb_array_elements(payload -> 'guests') as guest
      where guest ->> 'price_category_id' is not null and not exists (
        select
        from public.price_categories as category
        join public.departures as departure on departure.tour_id = category.tour_id
        where departure.id = walk_in.departure_id and category.is_active
          and category.id = (guest ->> 'price_category_id')::uuid)) then
    return 'wrong_price';
  end if;
  -- A device cannot know all references. If this one is taken, the booking gets a new one, which the next pull brings.
  while exists (
    select from public.bookings b where b.company_id = walk_in.company_id and b.reference = free_reference
  ) loop
    free_reference := private.random_code(6);
  end loop;
  insert into public.bookings (id, company_id, departure_id, reference, status, source, contact_name, contact_email,
    contact_phone, locale, total_amount, currency, price_snapshot)
  select walk_in.booking_id, walk_in.company_id, walk_in.departure_id, free_reference, 'CONFIRMED', 'walk-in',
    private.visible_text(payload ->> 'contact_name'), nullif(private.normalize_email_address(payload ->> 'contact_email'), ''), nullif(payload ->> 'contact_phone', ''),
    default_locale, private.walk_in_price(walk_in.departure_id, payload), payload ->> 'currency', '{}'
  from public.companies where id = walk_in.company_id;
  insert into public.guests (id, company_id, departure_id, booking_id, price_category_id, category_type, name, amount, ticket_code)
  select (guest ->> 'id')::uuid, walk_in.company_id, walk_in.departure_id, walk_in.booking_id, category.id,
    coalesce(category.type, 'OTHER'), nullif(private.visible_text(guest ->> 'name'), ''),
    private.ticket_price(walk_in.departure_id, category.id), guest ->> 'ticket_code'
  from jsonb_array_elements(payload -> 'guests') as guest
  left join public.price_categories as category
    on category.id = (guest ->> 'price_category_id')::uuid and category.company_id = walk_in.company_id;
  return null;
exception
  when integrity_constraint_violation then
    -- For example, a ticket code that exists already.
    return 'malformed';
end
$$;
comment on function private.record_walk_in is
  'Inserts the booking and guests of a walk_in at the prices of their categories. Returns null, or the refusal: '
  'malformed if its booking, guests or ticket codes exist already, wrong_price for another currency or a category that '
  'is not one of the tour''s active ones.';

create function private.seats_taken(departure uuid) returns bigint
-- Volatile with clock_timestamp(), like private.booking_state: after
-- waiting for the departure's lock it counts the holds of now.
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(taken.seats), 0)
    from public.bookings as b
    -- offset 0 forces index look-ups by key, whatever the planner estimates for the company.
    cross join lateral (
      select coalesce((select category.seats from public.price_categories as category where category.id = g.price_category_id), 1) as seats
      from public.guests as g where g.booking_id = b.id and not g.is_cancelled offset 0) as taken
    where b.departure_id = departure
      and (b.status in ('CONFIRMED', 'PENDING') or (b.status = 'ON_HOLD' and b.expires_at > clock_timestamp())));
end
$$;
comment on function private.seats_taken is 'Returns the number of booked and held seats of a departure.';

create function private.undone_action_ids(departures uuid[]) returns table (departure_id uuid, target text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select distinct undo.departure_id, named
    from public.check_in_actions as undo cross join jsonb_array_elements_text(undo.payload -> 'actions') as named
    where undo.departure_id = any (departures) and undo.kind = 'undo';
end
$$;
comment on function private.undone_action_ids is
  'Returns the distinct ids that undos of the departures name. For joins, as testing each undo against each action is '
  'quadratic. With the departure, as an undo only affects actions of its own.';

create function private.cancel_undone_walk_ins(departures uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  undone uuid[] := array(
    select walk_in.booking_id
    from public.check_in_actions as walk_in
    where walk_in.departure_id = any (departures) and walk_in.kind = 'walk_in'
      and (walk_in.departure_id, walk_in.id::text) in (select * from private.undone_action_ids(departures)));
begin
  update public.guests set is_cancelled = true where booking_id = any (undone) and not is_cancelled;
  update public.bookings set status = 'CANCELLED' where id = any (undone) and status <> 'CANCELLED';
end
$$;
comment on function private.cancel_undone_walk_ins is
  'Cancels bookings whose walk_in was undone, in whichever order the two arrived.';

create function private.update_departed_status(departures uuid[]) returns void
language sql security definer set search_path = ''
as $$
  update public.departures
  set status = case when fold.is_departed then 'departed' else 'scheduled' end::public.departure_status
  from (
    select departure.id, departure.id in (
      select depart.departure_id
      from public.check_in_actions as depart
      where depart.departure_id = any (departures) and depart.kind = 'depart'
        -- "not in", as Postgres hashes its subquery. It is safe, as neither side is ever null.
        and (depart.departure_id, depart.id::text) not in (select * from private.undone_action_ids(departures))) as is_departed
    from unnest(departures) as departure (id)
  ) as fold
  where departures.id = fold.id
    and departures.status = case when fold.is_departed then 'scheduled' else 'departed' end::public.departure_status
$$;
comment on function private.update_departed_status is
  'Sets departures.status to scheduled or departed as the fold says. Other statuses are the office''s and stay.';

-- Processing of a batch ---------------------------------------------------------------------------

create function private.parse_actions(actions jsonb, codes text[]) returns private.incoming_action[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- offset 0 keeps the subqueries apart, so that each action is formatted and checked only once.
  return array(
    select (ordinal, case when code is null or code <> 'malformed' then id end, company_id, departure_id, booking_id, guest_id,
      case when code is null then kind::public.action_kind end, payload, device_id, device_sequence, schema_version,
      case when code is null then occurred_at end, device_time, sha256(convert_to(sent, 'UTF8')), code, '{}', false)::private.incoming_action
    from (
      select parsed.*,
        case
          when codes is not null then codes[ordinal]
          -- Fast path: nine of ten actions are plain check-ins. Rebuilding the exact text from the parsed values is
          -- stricter than action_problem and costs a quarter.
          when payload in ('{"method": "tap"}', '{"method": "scan"}', '{"method": "code"}', '{"method": "party"}', '{"method": "walk_in"}')
            and device_sequence between 0 and 1000000000000000
            and greatest(occurred_at, device_time) < '10000-01-01T00:00:00Z'
            and sent = concat('{"id": "', id, '", "kind": "check_in", "payload": ', payload, ', "guest_id": "', guest_id, '", "device_id": "', device_id,
              '", "booking_id": "', booking_id, '", "company_id": "', company_id, '", "device_time": "', private.iso(device_time),
              '", "occurred_at": "', private.iso(occurred_at), '", "departure_id": "', departure_id,
              '", "schema_version": 1, "device_sequence": ', device_sequence, '}') then null
          else private.action_problem(action)
        end as code
      from (
        select *, action::text as sent
        from rows from (
          jsonb_to_recordset(actions) as (id uuid, company_id uuid, departure_id uuid, booking_id uuid, guest_id uuid, kind text,
            payload jsonb, device_id uuid, device_sequence bigint, schema_version integer, occurred_at timestamptz, device_time timestamptz),
          jsonb_array_elements(actions)
        ) with ordinality as read (id, company_id, departure_id, booking_id, guest_id, kind, payload, device_id, device_sequence,
          schema_version, occurred_at, device_time, action, ordinal)
        offset 0
      ) as parsed
      offset 0
    ) as checked
    order by ordinal);
end
$$;
comment on function private.parse_actions is
  'Parses all actions of a push at once. Raises data_exception if '
  'one cannot be parsed. codes are refusals found before, or null.';

create function private.validate_actions(actions jsonb) returns private.incoming_action[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  codes text[];
  readable jsonb;
begin
  return private.parse_actions(actions, null);
exception
  when data_exception then
    -- Check each action alone first. Of those that cannot be parsed, only a valid id is kept.
    select array_agg(code order by ordinal),
      jsonb_agg(case when code is null then action when code = 'malformed' then '{}' else jsonb_build_object('id', action -> 'id') end order by ordinal)
    into codes, readable
    from (
      select ordinal, action, private.action_problem(action) as code
      from jsonb_array_elements(actions) with ordinality as element (action, ordinal)
      offset 0
    ) as checked;
    return private.parse_actions(readable, codes);
end
$$;
comment on function private.validate_actions is 'Parses the actions of a push. Those that cannot be parsed get a code.';

create function private.was_ever_assigned(person uuid, departure uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
      select from public.departure_guides where departure_id = departure and user_id = person and status <> 'declined')
    or exists (select from private.former_guides where departure_id = departure and user_id = person);
end
$$;
comment on function private.was_ever_assigned is
  'Returns whether a person guides or guided a departure: the office may have unassigned them while they were offline.';

-- Devices pull a departure from two days before it (src/domain/pull-window.ts) and delete it two days after it. A third
-- day covers all time zones. An action of the last hour is always plausible.
create function private.earliest_action_time(starts_at timestamptz, received timestamptz) returns timestamptz
language sql stable parallel safe
return least(starts_at - interval '3 days', received - interval '1 hour');
comment on function private.earliest_action_time is
  'Returns the earliest plausible time of a departure''s action that is received now.';

create function private.latest_action_time(kind public.action_kind, ends_at timestamptz, received timestamptz) returns timestamptz
language sql stable parallel safe
return case when private.is_report_kind(kind) then received else least(ends_at + interval '3 days', received) end;
comment on function private.latest_action_time is
  'Returns the latest plausible time of a departure''s action that '
  'is received now. Report actions have no limit but the receipt.';

create function private.clamp_action_times(batch private.incoming_action[], sender private.action_sender) returns private.incoming_action[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select (i.ordinal, i.id, i.company_id, i.departure_id, i.booking_id, i.guest_id, i.kind, i.payload, i.device_id,
      i.device_sequence, i.schema_version,
      case
        when i.occurred_at > i.latest then i.latest - interval '1 millisecond' * count(*) filter (where i.occurred_at > i.latest)
          over (partition by i.departure_id order by i.ordinal rows between 1 following and unbounded following)
        when i.occurred_at < i.earliest then i.earliest + interval '1 millisecond' * count(*) filter (where i.occurred_at < i.earliest)
          over (partition by i.departure_id order by i.ordinal rows between unbounded preceding and 1 preceding)
        else i.occurred_at
      end,
      i.device_time, i.body_hash, i.code, i.flags, i.is_already_recorded)::private.incoming_action
    from (
      select b.*, private.earliest_action_time(departure.starts_at, sender.received) as earliest, private.latest_action_time(b.kind, departure.ends_at, sender.received) as latest
      from unnest(batch) as b
      left join public.departures as departure on departure.id = b.departure_id and departure.company_id = b.company_id
    ) as i
    order by i.ordinal);
end
$$;
comment on function private.clamp_action_times is
  'Moves implausible times to the nearest limit, a millisecond apart, in the order in which they were sent.';

create function private.matches_signed_ticket(action private.incoming_action) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  ticket bytea;
begin
  -- The device that scanned it has verified the signature. Its content must match the company's data. Layout, from
  -- src/domain/signed-ticket.ts: version (1 byte), key id (4), booking (16), …; at least 117 bytes.
  ticket := decode(rpad(translate(action.payload ->> 'ticket', '-_', '+/'), (length(action.payload ->> 'ticket') + 3) / 4 * 4, '='), 'base64');
  return length(ticket) >= 117 and get_byte(ticket, 0) = 1 and substr(ticket, 6, 16) = uuid_send(action.booking_id)
    and exists (
      select from private.ticket_keys as k where k.id = encode(substr(ticket, 2, 4), 'hex') and k.company_id = action.company_id)
    and exists (select from public.bookings as b where b.id = action.booking_id and b.company_id = action.company_id)
    and exists (select from public.guests as g where g.id = action.guest_id and g.company_id = action.company_id);
exception
  when data_exception then return false;
end
$$;
comment on function private.matches_signed_ticket is
  'Returns whether a check-in by signed ticket names a booking and guest '
  'of the company, and its ticket that booking and a key of the company.';

create function private.affects_own_commission(action private.incoming_action, commissioned_bookings uuid[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when (action).kind in ('check_in', 'no_show') then (action).booking_id = any (commissioned_bookings)
    when (action).kind = 'undo' then exists (
      select from public.check_in_actions as undone
      where undone.departure_id = (action).departure_id and undone.booking_id = any (commissioned_bookings)
        and undone.kind in ('check_in', 'no_show') and (action).payload -> 'actions' ? undone.id::text)
    when private.is_report_kind((action).kind) then exists (
      select from public.bookings as b where b.id = any (commissioned_bookings) and b.departure_id = (action).departure_id)
    else false end
$$;
comment on function private.affects_own_commission is
  'Returns whether an action decides the attendance of a booking from which its author''s organisation earns '
  'commission.';

create function private.authorise_actions(batch private.incoming_action[], sender private.action_sender) returns private.incoming_action[]
language plpgsql security definer set search_path = ''
as $$
declare
  locked uuid[];
  commissioned_bookings uuid[] := '{}';
begin
  -- Serialises pushes to the same departures, so that flags and the departure's status see each other's actions.
  perform from public.departures as departure
  where departure.id in (select departure_id from unnest(batch) where code is null)
    and departure.company_id = any (sender.subscribed)
  order by departure.id
  for no key update;
  -- Under that lock: while its report is locked, a departure accepts no action but the unlock. ADR 040
  locked := array(
    select r.departure_id from private.tour_reports as r
    where r.departure_id in (select departure_id from unnest(batch) where code is null) and r.state = 'locked');

  -- People whose organisation earns from a booking do not decide its attendance: private.rpc_permissions.decides_commission.
  if jsonb_path_exists(sender.subject, '$.assignments[*] ? (@.organisation != null)') then
    commissioned_bookings := array(
      select b.id from public.bookings as b
      where b.departure_id in (select departure_id from unnest(batch) where code is null) and private.earns_commission_on_booking(sender.person, b.id));
  end if;

  batch := array(
    select (i.ordinal, i.id, i.company_id, i.departure_id, i.booking_id, i.guest_id, i.kind, i.payload, i.device_id,
      i.device_sequence, i.schema_version, i.occurred_at, i.device_time, i.body_hash,
      case
        when i.code is not null then i.code
        when stored.id is not null then null
        when i.device_id <> sender.device_id then 'wrong_device'
        when i.company_id <> all (sender.permitted) then 'not_permitted'
        when i.company_id <> all (sender.subscribed) then 'no_subscription'
        when commissioned_bookings <> '{}' and private.affects_own_commission(i, commissioned_bookings) then 'earns_commission'
        when departure.id is null then 'unknown_departure'
        -- Commands and submitted reports need a present or former assignment, facts do not. ADR 004
        when i.kind in ('depart', 'walk_in', 'undo', 'report_submit') and i.company_id = any (sender.own_only)
          and not private.was_ever_assigned(sender.person, i.departure_id) then 'never_assigned'
        when private.is_report_kind(i.kind) and (i.company_id <> all (sender.reporting)
          or i.kind in ('report_return', 'report_lock') and i.company_id = any (sender.own_only)
          or i.kind = 'report_unlock' and i.company_id <> all (sender.owned)) then 'not_permitted'
        when i.kind <> 'report_unlock' and i.departure_id = any (locked) then 'report_locked'
        -- The app never sends these: a report before the start, a
        -- lock before the end, a return or lock without a report.
        when i.kind = 'report_submit' and sender.received < departure.starts_at
          or i.kind = 'report_lock' and sender.received < departure.ends_at
          or i.kind in ('report_return', 'report_lock') and not exists (
            select from public.check_in_actions as report
            where report.id = (i.payload ->> 'report')::uuid and report.departure_id = i.departure_id and report.kind = 'report_submit') then 'malformed'
        when i.kind = 'check_in' and i.payload ->> 'method' = 'signed' and not private.matches_signed_ticket(i) then 'unknown_ticket'
      end,
      case when sender.is_skewed or i.occurred_at > sender.received + interval '2 minutes' then '{clock_skew}'::public.action_flag[] end
        || case when i.occurred_at < private.earliest_action_time(departure.starts_at, sender.received)
            or least(i.occurred_at, sender.received) > private.latest_action_time(i.kind, departure.ends_at, sender.received)
          then '{odd_time}'::public.action_flag[] else '{}' end,
      stored.id is not null)::private.incoming_action
    from unnest(batch) as i
    left join lateral (select s.id from public.check_in_actions as s where s.id = i.id offset 0) as stored on true
    left join public.departures as departure on departure.id = i.departure_id and departure.company_id = i.company_id
    order by i.ordinal);
  if exists (select from unnest(batch) where occurred_at > sender.received or 'odd_time' = any (flags)) then
    batch := private.clamp_action_times(batch, sender);
  end if;
  return batch;
end
$$;
comment on function private.authorise_actions is
  'Locks the departures of a batch, refuses actions that the sender may not record, marks those that are recorded '
  'already, and flags and clamps implausible times.';

create function private.upsert_device(sender private.action_sender) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.devices as d (id, user_id, label, app_version, last_seen_at)
  values (sender.device_id, sender.person, sender.label, sender.app_version, sender.received)
  on conflict (id, user_id) do update
    set label = excluded.label, app_version = excluded.app_version, last_seen_at = excluded.last_seen_at
    where d.label <> excluded.label or d.app_version <> excluded.app_version
      or d.last_seen_at < excluded.last_seen_at - interval '1 minute';
end
$$;
comment on function private.upsert_device is
  'Records that a person used a device. The last-seen time is written at most once a minute, unless something else '
  'changes.';

create function private.record_walk_ins(batch private.incoming_action[]) returns private.incoming_action[]
language plpgsql security definer set search_path = ''
as $$
declare
  walk_in private.incoming_action;
  problem text;
begin
  for walk_in in
    select distinct on (b.id) b.*
    from unnest(batch) as b
    where b.code is null and b.kind = 'walk_in' and not b.is_already_recorded
    order by b.id, b.ordinal
  loop
    problem := private.record_walk_in(walk_in);
    if problem is not null then
      for ordinal in 1 .. cardinality(batch) loop
        if batch[ordinal].id = walk_in.id then batch[ordinal].code := problem; end if;
      end loop;
    else
      if private.seats_taken(walk_in.departure_id) > (select capacity from public.departures where id = walk_in.departure_id) then
        batch[walk_in.ordinal].flags := batch[walk_in.ordinal].flags || 'over_capacity'::public.action_flag;
      end if;
      if (walk_in.payload ->> 'total_amount')::bigint <> private.walk_in_price(walk_in.departure_id, walk_in.payload) then
        batch[walk_in.ordinal].flags := batch[walk_in.ordinal].flags || 'amount_differs'::public.action_flag;
      end if;
    end if;
  end loop;
  return batch;
end
$$;
comment on function private.record_walk_ins is
  'Inserts the bookings and guests of new walk-ins, and sets their codes and flags.';

create function private.refuse_other_currencies(batch private.incoming_action[]) returns private.incoming_action[]
language plpgsql security definer set search_path = ''
as $$
declare
  ordinal bigint;
begin
  -- Payments are summed by booking, so they need its currency.
  for ordinal in
    select b.ordinal
    from unnest(batch) as b join public.bookings as booking on booking.id = b.booking_id and booking.company_id = b.company_id
    where b.code is null and b.kind = 'payment' and booking.currency <> b.payload ->> 'currency'
      and not b.is_already_recorded
  loop
    batch[ordinal].code := 'malformed';
  end loop;
  return batch;
end
$$;
comment on function private.refuse_other_currencies is 'Refuses payments in a currency other than the booking''s.';

create function private.conflict_flags(batch private.incoming_action[], sender private.action_sender) returns table (ordinal bigint, flag public.action_flag)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with incoming as materialized (
    -- Without recorded ids: those are neither authorised nor recorded again, so they must neither cause nor hide flags.
    select distinct on (b.id) b.*
    from unnest(batch) as b
    where b.code is null and b.kind in ('check_in', 'payment', 'undo') and not b.is_already_recorded
    order by b.id, b.ordinal
  ), touched as materialized (
    select departure.id
    from (select distinct departure_id, company_id from incoming where company_id = any (sender.subscribed)) as named
    join public.departures as departure on departure.id = named.departure_id and departure.company_id = named.company_id
  ), undone as materialized (
    select departure_id, target from private.undone_action_ids(array(select id from touched))
    union
    select incoming.departure_id, target
    from incoming cross join jsonb_array_elements_text(incoming.payload -> 'actions') as target
    where incoming.kind = 'undo'
  ), check_ins as materialized (
    -- Check-ins by another person or on another device. The device id alone is not secret.
    select distinct earlier.guest_id
    from public.check_in_actions as earlier
    where earlier.departure_id in (select id from touched) and earlier.kind = 'check_in'
      and (earlier.user_id <> sender.person or earlier.device_id <> sender.device_id)
      and (earlier.departure_id, earlier.id::text) not in (select departure_id, target from undone)
  ), payments as materialized (
    select booking_id, user_id <> sender.person or device_id <> sender.device_id as is_by_another_device,
      (payload ->> 'amount')::bigint as amount, 0 as ordinal
    from public.check_in_actions as earlier
    where earlier.kind = 'payment' and earlier.departure_id in (select id from touched)
      and (earlier.departure_id, earlier.id::text) not in (select departure_id, target from undone)
    union all
    select booking_id, false, (payload ->> 'amount')::bigint, ordinal
    from incoming where kind = 'payment' and (incoming.departure_id, incoming.id::text) not in (select departure_id, target from undone)
  )
  select i.ordinal, 'already_checked_in'::public.action_flag
  from incoming as i
  where i.kind = 'check_in' and i.guest_id in (select guest_id from check_ins)
  union all
  select i.ordinal, 'already_paid'
  from incoming as i
  left join public.bookings as booking on booking.id = i.booking_id and booking.company_id = i.company_id
  where i.kind = 'payment' and (
    exists (select from payments as p where p.booking_id = i.booking_id and p.is_by_another_device)
    or (booking.total_amount > 0 and booking.total_amount <= booking.paid_amount + coalesce((
      select sum(p.amount) from payments as p where p.booking_id = i.booking_id and p.ordinal < i.ordinal), 0)))
  union all
  -- Walk-ins that paid more than their price are recorded with a flag.
  select i.ordinal, 'amount_differs'
  from incoming as i
  join public.bookings as booking on booking.id = i.booking_id and booking.company_id = i.company_id and booking.source = 'walk-in'
  where i.kind = 'payment' and booking.total_amount < booking.paid_amount + (i.payload ->> 'amount')::bigint + coalesce((
    select sum(p.amount) from payments as p where p.booking_id = i.booking_id and p.ordinal < i.ordinal), 0)
  union all
  -- An undo of someone else's action by a person without the office's rights counts, but is flagged.
  select i.ordinal, case when target.kind = 'payment' then 'undid_payment' else 'undid_other' end::public.action_flag
  from incoming as i
  cross join jsonb_array_elements_text(i.payload -> 'actions') as named
  join public.check_in_actions as target
    on target.id = named::uuid and target.departure_id = i.departure_id and target.user_id <> sender.person
  where i.kind = 'undo' and i.company_id = any (sender.own_only) and target.kind <> 'undo'
  group by 1, 2;
end
$$;
comment on function private.conflict_flags is
  'Returns the flags of actions that conflict with earlier ones: already '
  'checked in, already paid, an amount that differs, undone by someone else.';

create function private.actions_to_record(batch private.incoming_action[], sender private.action_sender) returns setof private.incoming_action
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  with conflicts as materialized (
    select f.ordinal, array_agg(f.flag) as flags
    from private.conflict_flags(batch, sender) as f
    -- Skipped where nobody else has acted, except for payments, which may be duplicates of one's own.
    where exists (select from unnest(batch) where kind = 'payment')
      or exists (
        select
        from (select distinct departure_id from unnest(batch)) as named
        -- A lateral join forces the index look-up by departure, whatever the planner estimates for the table.
        cross join lateral (
          select from public.check_in_actions as earlier
          where earlier.departure_id = named.departure_id
            and (earlier.user_id <> sender.person or earlier.device_id <> sender.device_id)
          limit 1) as others)
    group by f.ordinal
  ), batch_departures as materialized (
    select departure.id, departure.status, assignment.departure_id is not null as is_own
    from public.departures as departure
    left join public.departure_guides as assignment
      on assignment.departure_id = departure.id and assignment.user_id = sender.person and assignment.status <> 'declined'
    where departure.id in (select departure_id from unnest(batch) where code is null)
  )
  select i.ordinal, i.id, i.company_id, i.departure_id, i.booking_id, i.guest_id, i.kind, i.payload, i.device_id,
    i.device_sequence, i.schema_version, i.occurred_at, i.device_time, i.body_hash, i.code,
    conflicts.flags || i.flags || array_remove(array[
      case when i.kind in ('check_in', 'payment')
        and (booking.status = 'CANCELLED' or guest.is_cancelled) then 'booking_cancelled' end,
      case when i.kind in ('check_in', 'payment', 'no_show') and booking.departure_id <> i.departure_id
        then 'booking_moved' end,
      case when i.kind in ('check_in', 'payment') and booking.status not in ('CONFIRMED', 'CANCELLED')
        then 'booking_not_confirmed' end,
      case when i.kind in ('check_in', 'payment', 'walk_in', 'depart') and departure.status = 'cancelled'
        then 'departure_cancelled' end,
      case when i.company_id = any (sender.own_only) and not departure.is_own then 'not_assigned' end,
      -- Payments that are neither cash nor card need to be checked by a person.
      case when i.kind = 'payment' and i.payload ->> 'method' = 'other' then 'other_method' end,
      case when (i.booking_id is not null and booking.id is null) or (i.guest_id is not null and guest.id is null)
        then 'unknown_guest' end
    ]::public.action_flag[], null), i.is_already_recorded
  from (select distinct on (b.id) b.* from unnest(batch) as b where b.code is null and not b.is_already_recorded order by b.id, b.ordinal) as i
  join batch_departures as departure on departure.id = i.departure_id
  left join conflicts on conflicts.ordinal = i.ordinal
  -- offset 0 forces index look-ups by key, whatever the planner estimates for the company.
  left join lateral (select b.id, b.company_id, b.status, b.departure_id from public.bookings as b where b.id = i.booking_id offset 0) as booking
    on booking.company_id = i.company_id
  left join lateral (select g.id, g.company_id, g.booking_id, g.is_cancelled from public.guests as g where g.id = i.guest_id offset 0) as guest
    on guest.company_id = i.company_id and guest.booking_id = i.booking_id
  -- One order for all pushes, so that two with the same ids on different departures cannot deadlock.
  order by i.id;
end
$$;
comment on function private.actions_to_record is
  'Returns the actions of a batch to insert, each id once, with all flags.';

create function private.action_outcomes(actions jsonb, batch private.incoming_action[], recorded uuid[], flagged jsonb, person uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_agg(
      case
        when b.code is not null then
          jsonb_build_object('id', coalesce(to_jsonb(b.id), actions -> (b.ordinal::integer - 1) -> 'id'), 'status', 'refused', 'code', b.code)
        when b.is_newly_recorded and flagged ? b.id::text then
          jsonb_build_object('id', b.id, 'status', 'flagged', 'flags', flagged -> b.id::text)
        when b.is_newly_recorded then jsonb_build_object('id', b.id, 'status', 'applied')
        when stored.body_hash = b.body_hash and stored.user_id = person then jsonb_build_object('id', b.id, 'status', 'duplicate')
        else jsonb_build_object('id', b.id, 'status', 'refused', 'code', 'id_reused')
      end
      order by b.ordinal)
    from (
      select ordinal, id, body_hash, code,
        id in (select unnest(recorded)) and row_number() over (partition by id, code is null order by ordinal) = 1 as is_newly_recorded
      from unnest(batch)
    ) as b
    -- offset 0 forces index look-ups by key. Actions recorded just now need no look-up.
    left join lateral (
      select s.body_hash, s.user_id from public.check_in_actions as s
      where s.id = b.id and b.code is null and not b.is_newly_recorded offset 0) as stored on true);
end
$$;
comment on function private.action_outcomes is
  'Returns the outcome of each action of a batch. recorded: the ids inserted now, flagged: the flags by id.';

create function private.push_batch(sender private.action_sender, actions jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
-- Set-based: either records the whole batch or raises, and then push_one_by_one records each action alone.
declare
  batch private.incoming_action[] := private.validate_actions(actions);
  named uuid[];
  recorded uuid[];
  flagged jsonb;
  touched uuid[];
begin
  named := array(select distinct company_id from unnest(batch) where code is null);
  sender.permitted := array(select company from unnest(named) as company where private.subject_can(sender.subject, 'CHECK_IN_ACCESS', company));
  -- Actions for a company that requires a second factor must stay on the
  -- device: the whole push is refused as signed_out and nothing is recorded.
  if cardinality(sender.permitted) < cardinality(named) and named && private.companies_awaiting_mfa(sender.person) then return '{"status": "signed_out"}'; end if;
  sender.subscribed := array(select id from public.companies where id = any (sender.permitted) and has_active_subscription);
  sender.own_only := array(select company from unnest(sender.permitted) as company where not private.sees_whole_company(sender.subject, company));
  if exists (select from unnest(batch) where private.is_report_kind(kind)) then
    -- An unlock admits the actions after it, a lock refuses them. The exception makes push_actions go one by one.
    if cardinality(batch) > 1 then raise exception 'reports must be processed one at a time'; end if;
    sender.reporting := array(select company from unnest(sender.permitted) as company where private.subject_can(sender.subject, 'TOUR_ATTENDANCE_ACCESS', company));
    sender.owned := array(select company from unnest(sender.permitted) as company where private.subject_can(sender.subject, 'COMPANY_ALL_ACCESS', company));
  end if;

  batch := private.authorise_actions(batch, sender);
  if exists (select from unnest(batch) where code is null) then perform private.upsert_device(sender); end if;
  batch := private.record_walk_ins(batch);
  batch := private.refuse_other_currencies(batch);

  with inserted as (
    insert into public.check_in_actions (id, company_id, departure_id, booking_id, guest_id, kind, payload, device_id,
      device_sequence, schema_version, user_id, occurred_at, device_time, recorded_at, body_hash, flags)
    select id, company_id, departure_id, booking_id, guest_id, kind, payload, device_id, device_sequence,
      schema_version, sender.person, occurred_at, device_time, sender.received, body_hash, flags
    from private.actions_to_record(batch, sender)
    -- No "on conflict", which costs a fifteenth of the time: a concurrent push to the same departure waits in
    -- private.authorise_actions, and a reused id on another departure makes the batch fall back to one by one.
    returning id, flags, kind, departure_id
  )
  select coalesce(array_agg(id), '{}'), coalesce(jsonb_object_agg(id, flags) filter (where flags <> '{}'), '{}'),
    coalesce(array_agg(distinct departure_id) filter (where kind in ('walk_in', 'depart', 'undo')), '{}')
  into recorded, flagged, touched
  from inserted;
  if recorded <> '{}' and private.is_report_kind(batch[1].kind) then perform private.update_report_state(batch[1]); end if;
  if touched <> '{}' then
    perform private.cancel_undone_walk_ins(touched);
    perform private.update_departed_status(touched);
  end if;
  return private.action_outcomes(actions, batch, recorded, flagged, sender.person);
end
$$;
comment on function private.push_batch is
  'Records a batch of actions. Returns an outcome for each, or signed_out if a company requires a second factor '
  'first. Raises if any of them cannot be inserted.';

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
          when part ~ '^0000' or (part ~* '^d[89ab]' and not (length(part) = 4 and following ~* '^d[c-f]'))
            or (part ~* '^d[c-f]' and not coalesce(length(previous) = 4 and previous ~* '^d[89ab]', false))
            then 'ufffd' || substr(part, 5)
          else 'u' || part
        end, '\' order by ordinal)
      from (
        select ordinal, part, lag(part) over (order by ordinal) as previous, coalesce(lead(part) over (order by ordinal), '') as following
        from unnest(string_to_array(replace(input::text, '\\', '\u005c'), '\u')) with ordinality as piece (part, ordinal)
      ) as escape)::jsonb;
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

create function private.refuse_unauthorised(person uuid, actions json) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- A person who lost the permission may repeat actions recorded before.
  if exists (
    select from public.check_in_actions
    where user_id = person and id in (select private.parse_action_id(action)::uuid from json_array_elements(actions) as action)) then
    return null;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', private.parse_action_id(action), 'status', 'refused', 'code', 'not_permitted') order by ordinal), '[]')
    from json_array_elements(actions) with ordinality as element (action, ordinal));
end
$$;
comment on function private.refuse_unauthorised is
  'Returns not_permitted for each action of a person who may not check in anywhere, without parsing the actions; null '
  'if some of them are already recorded as the person''s.';

create function private.is_transient_error(state text) returns boolean
language sql immutable parallel safe
return left(state, 2) in ('08', '25', '40', '53', '55', '57', '58', 'XX');
comment on function private.is_transient_error is
  'Returns whether an error is not the action''s fault (deadlock, '
  'disk full, shutdown, read-only), so that the device retries.';

create function private.push_one_by_one(sender private.action_sender, actions jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  outcomes jsonb := '[]';
  action jsonb;
  outcome jsonb;
begin
  -- All locks first and in the order of ids, as a batch does: locking one by one in the sent order could deadlock.
  perform from public.departures as departure
  where departure.id in (
      select case when private.is_uuid(element ->> 'departure_id') then (element ->> 'departure_id')::uuid end from jsonb_array_elements(actions) as element)
    and private.subject_can(sender.subject, 'CHECK_IN_ACCESS', departure.company_id)
  order by departure.id
  for no key update;
  for action in select value from jsonb_array_elements(actions) with ordinality as element (value, ordinal) order by ordinal loop
    begin
      outcome := private.push_batch(sender, jsonb_build_array(action));
      -- The device sends the actions recorded before again; they are duplicates then.
      if jsonb_typeof(outcome) = 'object' then return outcome; end if;
      outcomes := outcomes || outcome;
    exception
      when others then
        if private.is_transient_error(sqlstate) then raise; end if;
        outcomes := outcomes || jsonb_build_object('id', action -> 'id', 'status', 'refused', 'code', 'malformed');
    end;
  end loop;
  return outcomes;
end
$$;
comment on function private.push_one_by_one is
  'Records each action alone after a batch failed, so that one broken action does not block the others.';

create function private.push_actions(sender private.action_sender, actions jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.push_batch(sender, actions);
exception
  when others then
    if private.is_transient_error(sqlstate) then raise; end if;
    return private.push_one_by_one(sender, actions);
end
$$;
comment on function private.push_actions is
  'Records a sender''s actions and returns their outcomes: as one batch, or one by one if the batch fails.';

create function public.check_in_push(device json, actions json) returns jsonb
-- One cached plan per connection, as in the pull.
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
-- Security definer: recording needs rows that the sender may not read (other devices' actions, all bookings), and the
-- tables have no insert policy. private.push_batch checks the permissions.
-- Order of checks: sender, size, content. Each step is linear in the size of the request.
declare
  sender private.action_sender;
  input jsonb;
  sent jsonb;
  too_large jsonb;
  outcomes jsonb;
  action_index text;
  id text;
begin
  sender.person := (select auth.uid());
  sender.received := date_trunc('milliseconds', clock_timestamp());
  -- An ended session, or one without the second factor, gets no
  -- refusals: the next session sends the queued actions again.
  if sender.person is null or not exists (select from public.users where users.id = sender.person) or private.is_session_ended(sender.person)
    or private.is_missing_mfa(sender.person) then
    return '{"status": "signed_out"}';
  end if;
  if coalesce(octet_length(device::text) > private.push_limit('device_bytes')
    or octet_length(actions::text) > private.push_limit('request_bytes')
    or json_typeof(actions) <> 'array', true) then
    return '{"status": "invalid"}';
  end if;
  sender.subject := private.subject(sender.person, 'check_in_push');
  -- Counting parses the request once more, so it is done first only for a large request or an unauthorised sender.
  if (not private.may_check_in(sender.subject) or octet_length(actions::text) > private.push_limit('action_bytes'))
    and json_array_length(actions) > private.push_limit('actions') then
    return '{"status": "invalid"}';
  end if;
  if not private.may_check_in(sender.subject) then
    -- A missing second factor is no refusal either.
    if private.companies_awaiting_mfa(sender.person) <> '{}' then return '{"status": "signed_out"}'; end if;
    outcomes := private.refuse_unauthorised(sender.person, actions);
    if outcomes is not null then
      return jsonb_build_object('status', 'ok', 'server_time', private.iso(sender.received), 'outcomes', outcomes);
    end if;
  end if;

  begin
    input := private.sanitize_json(device);
    select private.sanitize_json(measured.sent), measured.too_large into sent, too_large from private.blank_oversized(actions) as measured;
    if jsonb_array_length(sent) > private.push_limit('actions') then return '{"status": "invalid"}'; end if;
  exception
    when data_exception then return '{"status": "invalid"}';
  end;
  if jsonb_typeof(input) is distinct from 'object' or not private.is_uuid(input ->> 'id') then
    return '{"status": "invalid"}';
  end if;
  sender.device_id := (input ->> 'id')::uuid;
  sender.label := left(coalesce(input ->> 'label', ''), 200);
  sender.app_version := left(coalesce(input ->> 'app_version', ''), 100);
  -- A missing device time counts as skewed.
  sender.is_skewed := case when private.is_instant(input ->> 'now')
    then (input ->> 'now')::timestamptz not between sender.received - interval '2 minutes' and sender.received + interval '2 minutes'
    else true end;

  outcomes := private.push_actions(sender, sent);
  if jsonb_typeof(outcomes) = 'object' then return outcomes; end if;
  for action_index, id in select * from jsonb_each_text(too_large) loop
    outcomes := jsonb_set(outcomes, array[action_index], jsonb_build_object('id', id, 'status', 'refused', 'code', 'too_large'));
  end loop;
  return jsonb_build_object('status', 'ok', 'server_time', private.iso(sender.received), 'outcomes', coalesce(outcomes, '[]'));
end
$$;
comment on function public.check_in_push is
  'Records up to 200 actions of the roll-call, idempotent by id; docs/protocol.md. The arguments are json, not jsonb, '
  'so that one broken text refuses one action and not the request.';
grant execute on function public.check_in_push(json, json) to authenticated;
