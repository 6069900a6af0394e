-- Push: from JSON to actions, and which are valid by themselves. docs/protocol.md describes them.

create type private.incoming_action as (
  ordinal bigint,
  id uuid,
  company_id uuid,
  departure_id uuid,
  booking_id uuid,
  guest_id uuid,
  kind public.action_kind,
  payload jsonb,
  device_id uuid,
  device_sequence bigint,
  schema_version integer,
  occurred_at timestamptz,
  device_time timestamptz,
  body_hash bytea,
  code text,
  flags public.action_flag[],
  is_already_recorded boolean);
comment on type private.incoming_action is
  'Parsed action of a push. ordinal: its position, from 1; code: the refusal, if any; flags: its irregularities; '
  'is_already_recorded: whether an earlier push recorded its id.';

create function private.is_report_kind(kind public.action_kind) returns boolean
language sql immutable parallel safe
return kind in ('report_submit', 'report_return', 'report_lock', 'report_unlock');
comment on function private.is_report_kind is
  'Returns whether a kind of action belongs to the tour report instead of the roll-call.';

create function private.is_report_payload(kind text, payload jsonb) returns boolean
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return coalesce(
    case kind
      when 'report_submit' then
        private.are_uuids(payload -> 'replaces', 50) and jsonb_typeof(payload -> 'lines') = 'array'
          and jsonb_array_length(payload -> 'lines') <= 20
          and not exists (
            select from jsonb_array_elements(payload -> 'lines') as line
            where not coalesce(
              jsonb_typeof(line) = 'object' and line - array['type', 'attended'] = '{}'
                and private.is_whole_number(line -> 'attended', 100000)
                and pg_input_is_valid(line ->> 'type', 'public.price_category_type'),
              false))
          and (select count(*) = count(distinct line ->> 'type') from jsonb_array_elements(payload -> 'lines') as line)
          and private.is_whole_number(payload -> 'walk_ins', 100000)
          and (payload ->> 'guide_id' is null or private.is_uuid(payload ->> 'guide_id'))
          and private.is_whole_number(payload -> 'minutes_late', 1440)
          and (payload ->> 'incidents' is null or private.is_text(payload -> 'incidents', 5000))
          and (payload ->> 'note' is null or private.is_text(payload -> 'note', 5000))
          and private.is_whole_number(payload -> 'handed_over', 1000000000000)
          and payload ->> 'currency' ~ '^[A-Z]{3}$'
      when 'report_return' then
        private.is_uuid(payload ->> 'report') and private.is_text(payload -> 'question', 2000)
          and private.trim_text(payload ->> 'question') <> ''
      when 'report_lock' then private.is_uuid(payload ->> 'report')
      when 'report_unlock' then
        private.are_uuids(payload -> 'locks', 50) and jsonb_array_length(payload -> 'locks') > 0
          and private.is_text(payload -> 'reason', 2000) and private.trim_text(payload ->> 'reason') <> ''
    end,
    false);
end
$$;
comment on function private.is_report_payload is 'Returns whether the payload of a report action is valid.';

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
        and case
          when payload ->> 'method' = 'signed' then
            private.is_text(payload -> 'ticket', 800) and payload ->> 'ticket' ~ '^[A-Za-z0-9_-]+$'
          else not payload ? 'ticket'
        end;
    when 'no_show' then is_valid := booking is not null and guest is not null;
    when 'walk_in' then is_valid := booking is not null and guest is null and private.is_walk_in_payload(payload);
    when 'payment' then
      is_valid := booking is not null and guest is null
        and private.is_whole_number(payload -> 'amount', 1000000000) and (payload ->> 'amount')::bigint > 0
        and payload ->> 'currency' ~ '^[A-Z]{3}$'
        and payload ->> 'method' in ('cash', 'card', 'other');
    when 'note' then is_valid := booking is not null and private.is_text(payload -> 'text', 5000);
    when 'count' then
      if jsonb_typeof(payload -> 'missing') = 'array'
        and jsonb_array_length(payload -> 'missing') > private.push_limit('missing')
      then
        return 'too_large';
      end if;
      is_valid := booking is null and guest is null
        and private.is_whole_number(payload -> 'present', 100000)
        and private.are_uuids(payload -> 'missing', private.push_limit('missing'))
        and (payload ->> 'stop' is null or payload ->> 'stop' = '' or private.is_text(payload -> 'stop', 200));
    when 'depart' then
      is_valid := booking is null and guest is null and private.is_whole_number(payload -> 'head_count', 100000);
    when 'undo' then
      if jsonb_typeof(payload -> 'actions') = 'array'
        and jsonb_array_length(payload -> 'actions') > private.push_limit('undone')
      then
        return 'too_large';
      end if;
      is_valid := booking is null and guest is null
        and private.are_uuids(payload -> 'actions', private.push_limit('undone'))
        and jsonb_array_length(payload -> 'actions') > 0;
    else
      -- A report cannot replace itself.
      is_valid := booking is null and guest is null and private.is_report_payload(kind, payload)
        and not coalesce(payload -> 'replaces' ? (action ->> 'id'), false);
  end case;
  return case when is_valid then null else 'malformed' end;
end
$$;
comment on function private.action_problem is
  'Returns why an action is refused for its form alone: malformed, newer_schema, unknown_kind, too_large; null if the '
  'form is valid.';

create function private.parse_actions(actions jsonb, codes text[]) returns private.incoming_action[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- offset 0 keeps the subqueries apart, so that each action is formatted and checked only once.
  return array(
    select (
      ordinal,
      case when code is null or code <> 'malformed' then id end,
      company_id,
      departure_id,
      booking_id,
      guest_id,
      case when code is null then kind::public.action_kind end,
      payload,
      device_id,
      device_sequence,
      schema_version,
      case when code is null then occurred_at end,
      device_time,
      sha256(convert_to(sent, 'UTF8')),
      code,
      '{}',
      false)::private.incoming_action
    from (
      select parsed.*,
        case
          when codes is not null then codes[ordinal]
          -- Fast path: nine of ten actions are plain check-ins. Rebuilding the exact text from the parsed values is
          -- stricter than action_problem and costs a quarter.
          when payload in (
            '{"method": "tap"}',
            '{"method": "scan"}',
            '{"method": "code"}',
            '{"method": "party"}',
            '{"method": "walk_in"}')
            and device_sequence between 0 and 1000000000000000
            and greatest(occurred_at, device_time) < '10000-01-01T00:00:00Z'
            and sent = concat(
              '{"id": "',
              id,
              '", "kind": "check_in", "payload": ',
              payload,
              ', "guest_id": "',
              guest_id,
              '", "device_id": "',
              device_id,
              '", "booking_id": "',
              booking_id,
              '", "company_id": "',
              company_id,
              '", "device_time": "',
              private.iso(device_time),
              '", "occurred_at": "',
              private.iso(occurred_at),
              '", "departure_id": "',
              departure_id,
              '", "schema_version": 1, "device_sequence": ',
              device_sequence,
              '}')
            then null
          else private.action_problem(action)
        end as code
      from (
        select *, action::text as sent from rows
        from (
          jsonb_to_recordset(actions) as (
            id uuid,
            company_id uuid,
            departure_id uuid,
            booking_id uuid,
            guest_id uuid,
            kind text,
            payload jsonb,
            device_id uuid,
            device_sequence bigint,
            schema_version integer,
            occurred_at timestamptz,
            device_time timestamptz),
          jsonb_array_elements(actions)
        ) with ordinality as read (
          id,
          company_id,
          departure_id,
          booking_id,
          guest_id,
          kind,
          payload,
          device_id,
          device_sequence,
          schema_version,
          occurred_at,
          device_time,
          action,
          ordinal)
        offset 0) as parsed
      offset 0) as checked
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
      jsonb_agg(
        case
          when code is null then action
          when code = 'malformed' then '{}'
          else jsonb_build_object('id', action -> 'id')
        end order by ordinal) into codes, readable
    from (
      select ordinal, action, private.action_problem(action) as code
      from jsonb_array_elements(actions) with ordinality as element (action, ordinal)
      offset 0) as checked;
    return private.parse_actions(readable, codes);
end
$$;
comment on function private.validate_actions is 'Parses the actions of a push. Those that cannot be parsed get a code.';

create function private.latest_action_time(
  kind public.action_kind, ends_at timestamptz, received timestamptz
) returns timestamptz
language sql stable parallel safe
return case when private.is_report_kind(kind) then received else least(ends_at + interval '3 days', received) end;
comment on function private.latest_action_time is
  'Returns the latest plausible time of a departure''s action that '
  'is received now. Report actions have no limit but the receipt.';

create function private.clamp_action_times(
  batch private.incoming_action[], sender private.action_sender
) returns private.incoming_action[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select (
      i.ordinal,
      i.id,
      i.company_id,
      i.departure_id,
      i.booking_id,
      i.guest_id,
      i.kind,
      i.payload,
      i.device_id,
      i.device_sequence,
      i.schema_version,
      case
        when i.occurred_at > i.latest then
          i.latest - interval '1 millisecond' * count(*) filter (where i.occurred_at > i.latest) over (
            partition by i.departure_id order by i.ordinal rows between 1 following and unbounded following)
        when i.occurred_at < i.earliest then
          i.earliest + interval '1 millisecond' * count(*) filter (where i.occurred_at < i.earliest) over (
            partition by i.departure_id order by i.ordinal rows between unbounded preceding and 1 preceding)
        else i.occurred_at
      end,
      i.device_time,
      i.body_hash,
      i.code,
      i.flags,
      i.is_already_recorded)::private.incoming_action
    from (
      select b.*, private.earliest_action_time(departure.starts_at, sender.received) as earliest,
        private.latest_action_time(b.kind, departure.ends_at, sender.received) as latest
      from unnest(batch) as b
      left join public.departures as departure on departure.id = b.departure_id and departure.company_id = b.company_id
    ) as i
    order by i.ordinal);
end
$$;
comment on function private.clamp_action_times is
  'Moves implausible times to the nearest limit, a millisecond apart, in the order in which they were sent.';
