-- Push: devices send their actions. docs/protocol.md describes the shapes. ADR 008

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
  insert into public.bookings (
    id,
    company_id,
    departure_id,
    reference,
    status,
    source,
    contact_name,
    contact_email,
    contact_phone,
    locale,
    total_amount,
    currency,
    price_snapshot)
  select
    walk_in.booking_id,
    walk_in.company_id,
    walk_in.departure_id,
    free_reference,
    'CONFIRMED',
    'walk-in',
    private.visible_text(payload ->> 'contact_name'),
    nullif(private.normalize_email_address(payload ->> 'contact_email'), ''),
    nullif(payload ->> 'contact_phone', ''),
    default_locale,
    private.walk_in_price(walk_in.departure_id, payload),
    payload ->> 'currency',
    '{}'
  from public.companies
  where id = walk_in.company_id;
  insert into public.guests (
    id,
    company_id,
    departure_id,
    booking_id,
    price_category_id,
    category_type,
    name,
    amount,
    ticket_code)
  select
    (guest ->> 'id')::uuid,
    walk_in.company_id,
    walk_in.departure_id,
    walk_in.booking_id,
    category.id,
    coalesce(category.type, 'OTHER'),
    nullif(private.visible_text(guest ->> 'name'), ''),
    private.ticket_price(walk_in.departure_id, category.id),
    guest ->> 'ticket_code'
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

create function private.matches_signed_ticket(action private.incoming_action) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  ticket bytea;
begin
  -- The device that scanned it has verified the signature. Its content must match the company's data. Layout, from
  -- src/domain/signed-ticket.ts: version (1 byte), key id (4), booking (16), …; at least 117 bytes.
  ticket := decode(rpad(
    translate(action.payload ->> 'ticket', '-_', '+/'), (length(action.payload ->> 'ticket') + 3) / 4 * 4, '='
  ), 'base64');
  return length(ticket) >= 117 and get_byte(ticket, 0) = 1
    and substr(ticket, 6, 16) = uuid_send(action.booking_id)
    and exists (
      select from private.ticket_keys as k
      where k.id = encode(substr(ticket, 2, 4), 'hex') and k.company_id = action.company_id)
    and exists (select from public.bookings as b where b.id = action.booking_id and b.company_id = action.company_id)
    and exists (select from public.guests as g where g.id = action.guest_id and g.company_id = action.company_id);
exception
  when data_exception then return false;
end
$$;
comment on function private.matches_signed_ticket is
  'Returns whether a check-in by signed ticket names a booking and guest '
  'of the company, and its ticket that booking and a key of the company.';

create function private.authorise_actions(
  batch private.incoming_action[], sender private.action_sender
) returns private.incoming_action[]
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

  -- People whose organisation earns from a booking do not decide its attendance:
  -- private.rpc_permissions.decides_commission.
  if jsonb_path_exists(sender.subject, '$.assignments[*] ? (@.organisation != null)') then
    commissioned_bookings := array(
      select b.id from public.bookings as b
      where b.departure_id in (select departure_id from unnest(batch) where code is null)
        and private.earns_commission_on_booking(sender.person, b.id));
  end if;

  batch := array(
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
      i.occurred_at,
      i.device_time,
      i.body_hash,
      case
        when i.code is not null then i.code
        when stored.id is not null then null
        when i.device_id <> sender.device_id then 'wrong_device'
        when i.company_id <> all (sender.permitted) then 'not_permitted'
        when i.company_id <> all (sender.subscribed) then 'no_subscription'
        when commissioned_bookings <> '{}' and private.affects_own_commission(i, commissioned_bookings) then
          'earns_commission'
        when departure.id is null then 'unknown_departure'
        -- Commands and submitted reports need a present or former assignment, facts do not. ADR 004
        when i.kind in ('depart', 'walk_in', 'undo', 'report_submit')
          and i.company_id = any (sender.own_only)
          and not private.was_ever_assigned(sender.person, i.departure_id)
          then 'never_assigned'
        when private.is_report_kind(i.kind)
          and (
            i.company_id <> all (sender.reporting)
              or i.kind in ('report_return', 'report_lock') and i.company_id = any (sender.own_only)
              or i.kind = 'report_unlock' and i.company_id <> all (sender.owned))
          then 'not_permitted'
        when i.kind <> 'report_unlock' and i.departure_id = any (locked) then 'report_locked'
        -- The app never sends these: a report before the start, a
        -- lock before the end, a return or lock without a report.
        when i.kind = 'report_submit' and sender.received < departure.starts_at
          or i.kind = 'report_lock' and sender.received < departure.ends_at
          or i.kind in ('report_return', 'report_lock')
            and not exists (
              select from public.check_in_actions as report
              where report.id = (i.payload ->> 'report')::uuid and report.departure_id = i.departure_id
                and report.kind = 'report_submit')
          then 'malformed'
        when i.kind = 'check_in' and i.payload ->> 'method' = 'signed' and not private.matches_signed_ticket(i) then
          'unknown_ticket'
      end,
      case
        when sender.is_skewed or i.occurred_at > sender.received + interval '2 minutes' then
          '{clock_skew}'::public.action_flag[]
      end
        || case
          when i.occurred_at < private.earliest_action_time(departure.starts_at, sender.received)
            or least(i.occurred_at, sender.received) > private.latest_action_time(
              i.kind, departure.ends_at, sender.received)
            then '{odd_time}'::public.action_flag[]
          else '{}'
        end,
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
      if private.seats_taken(walk_in.departure_id) > (
        select capacity from public.departures where id = walk_in.departure_id)
      then
        batch[walk_in.ordinal].flags := batch[walk_in.ordinal].flags || 'over_capacity'::public.action_flag;
      end if;
      if (walk_in.payload ->> 'total_amount')::bigint <> private.walk_in_price(
        walk_in.departure_id, walk_in.payload)
      then
        batch[walk_in.ordinal].flags := batch[walk_in.ordinal].flags || 'amount_differs'::public.action_flag;
      end if;
    end if;
  end loop;
  return batch;
end
$$;
comment on function private.record_walk_ins is
  'Inserts the bookings and guests of new walk-ins, and sets their codes and flags.';

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
  sender.permitted := array(
    select company from unnest(named) as company where private.subject_can(sender.subject, 'CHECK_IN_ACCESS', company));
  -- Actions for a company that requires a second factor must stay on the
  -- device: the whole push is refused as signed_out and nothing is recorded.
  if cardinality(sender.permitted) < cardinality(named) and named && private.companies_awaiting_mfa(sender.person) then
    return '{"status": "signed_out"}';
  end if;
  sender.subscribed := array(
    select id from public.companies where id = any (sender.permitted) and has_active_subscription);
  sender.own_only := array(
    select company from unnest(sender.permitted) as company
    where not private.sees_whole_company(sender.subject, company));
  if exists (select from unnest(batch) where private.is_report_kind(kind)) then
    -- An unlock admits the actions after it, a lock refuses them. The exception makes push_actions go one by one.
    if cardinality(batch) > 1 then raise exception 'reports must be processed one at a time'; end if;
    sender.reporting := array(
      select company from unnest(sender.permitted) as company
      where private.subject_can(sender.subject, 'TOUR_ATTENDANCE_ACCESS', company));
    sender.owned := array(
      select company from unnest(sender.permitted) as company
      where private.subject_can(sender.subject, 'COMPANY_ALL_ACCESS', company));
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
  if recorded <> '{}' and private.is_report_kind(batch[1].kind) then
    perform private.update_report_state(batch[1]);
  end if;
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

create function private.push_one_by_one(sender private.action_sender, actions jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  outcomes jsonb := '[]';
  action jsonb;
  outcome jsonb;
begin
  -- All locks first and in the order of ids, as a batch does: locking one by one in the sent order could deadlock.
  perform from public.departures as departure where departure.id in (
    select case when private.is_uuid(element ->> 'departure_id') then (element ->> 'departure_id')::uuid end
    from jsonb_array_elements(actions) as element)
    and private.subject_can(
      sender.subject, 'CHECK_IN_ACCESS', departure.company_id) order by departure.id for no key update;
  for action in
    select value from jsonb_array_elements(actions) with ordinality as element (value, ordinal) order by ordinal
  loop
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
  if sender.person is null
    or not exists (select from public.users where users.id = sender.person)
    or private.is_session_ended(sender.person)
    or private.is_missing_mfa(sender.person)
  then
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
    select private.sanitize_json(measured.sent), measured.too_large into sent, too_large
    from private.blank_oversized(actions) as measured;
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
  sender.is_skewed := case
    when private.is_instant(input ->> 'now') then
      (input ->> 'now')::timestamptz not between sender.received - interval '2 minutes'
        and sender.received + interval '2 minutes'
    else true
  end;

  outcomes := private.push_actions(sender, sent);
  if jsonb_typeof(outcomes) = 'object' then return outcomes; end if;
  for action_index, id in select * from jsonb_each_text(too_large) loop
    outcomes := jsonb_set(
      outcomes, array[action_index], jsonb_build_object('id', id, 'status', 'refused', 'code', 'too_large'));
  end loop;
  return jsonb_build_object(
    'status', 'ok', 'server_time', private.iso(sender.received), 'outcomes', coalesce(outcomes, '[]'));
end
$$;
comment on function public.check_in_push is
  'Records up to 200 actions of the roll-call, idempotent by id; docs/protocol.md. The arguments are json, not jsonb, '
  'so that one broken text refuses one action and not the request.';
grant execute on function public.check_in_push(json, json) to authenticated;
