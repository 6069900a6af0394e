-- Look-up of a code that the device does not know. docs/protocol.md describes the shapes.

create function private.find_by_ticket_code(
  company uuid,
  departure uuid,
  kind text,
  value text,
  out booking uuid,
  out guest uuid
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  normalised_code constant text := upper(regexp_replace(value, '[\s-]', '', 'g'));
begin
  case kind
    when 'ticket' then
      select g.booking_id, g.id into booking, guest
      from public.guests as g
      where g.company_id = company and g.ticket_code = normalised_code;
    when 'reference' then
      select b.id into booking
      from public.bookings as b
      where b.company_id = company and b.reference = normalised_code;
    when 'link' then
      select b.id into booking
      from public.bookings as b
      where b.company_id = company and b.access_token_hash = encode(sha256(convert_to(value, 'UTF8')), 'hex');
      return;
    -- Only the search below.
    when 'voucher' then null;
  end case;
  if booking is not null then return; end if;
  -- A partner's number may look like one of Muster's codes, is read aloud in any case, and may be used twice. Order: on
  -- days that devices hold, an exact match, on this departure, nearest in time.
  select b.id into booking from public.bookings as b
  join public.departures as d on d.id = b.departure_id
  where b.company_id = company and lower(b.voucher_number) = lower(value)
  order by private.can_be_on_device(d.local_date) desc, b.voucher_number = value desc,
    b.departure_id = departure desc nulls last, abs(extract(epoch from d.starts_at - now()))
  limit 1;
end
$$;
comment on function private.find_by_ticket_code is
  'Returns the booking, and for a ticket the guest, with a code within a company.';

create function private.look_up_match(booking uuid, guest uuid, shows_guests boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  roll_call constant jsonb := private.departure_roll_call((
    select departure_id from public.bookings where id = booking));
  state constant jsonb := roll_call #> array['guests', guest::text];
  first_check_in public.check_in_actions;
begin
  select * into first_check_in from public.check_in_actions where id = (state #>> '{check_ins,0}')::uuid;
  return (
    select jsonb_build_object(
      'departure_id', d.id, 'tour_id', d.tour_id, 'tour_title', private.localised(d.tour_id, 'title'),
      'starts_at', private.iso(d.starts_at), 'local_date', d.local_date,
      'meeting_point', private.localised(d.tour_id, 'meeting_point'),
      'guides', coalesce((
        select jsonb_agg(u.display_name order by g.role, u.display_name)
        from public.departure_guides as g join public.users as u on u.id = g.user_id
        where g.departure_id = d.id and g.status <> 'declined'), '[]'),
      'booking_id', b.id, 'booking_status', b.status, 'reference', b.reference,
      'contact_name', case when shows_guests then b.contact_name else b.reference end,
      'total_amount', b.total_amount, 'paid_amount', b.paid_amount,
      'collected', coalesce(roll_call #> array['bookings', b.id::text, 'collected'], '0'),
      'currency', b.currency, 'expires_at', private.iso(b.expires_at),
      'guest_id', guest,
      'guest_name', case when shows_guests then (select g.name from public.guests as g where g.id = guest) end,
      'status', state -> 'status', 'checked_in_at', state -> 'at',
      'checked_in_by', private.actor_name(first_check_in.user_id),
      'checked_in_device', (
        select device.label from public.devices as device
        where device.id = first_check_in.device_id and device.user_id = first_check_in.user_id),
      'departed', jsonb_typeof(roll_call -> 'departed') = 'string')
    from public.bookings as b join public.departures as d on d.id = b.departure_id
    where b.id = booking);
end
$$;
comment on function private.look_up_match is 'Returns a look-up''s details of a booking and guest.';

create function private.look_up_other_day(booking uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'departure_id', d.id,
    'tour_title', private.localised(d.tour_id, 'title'),
    'starts_at', private.iso(d.starts_at),
    'local_date', d.local_date,
    'meeting_point', private.localised(d.tour_id, 'meeting_point'))
  from public.bookings as b join public.departures as d on d.id = b.departure_id
  where b.id = booking and not private.can_be_on_device(d.local_date)
    and b.status in ('ON_HOLD', 'PENDING', 'CONFIRMED')$$;
comment on function private.look_up_other_day is
  'Returns the tour and time of an active booking on a day that '
  'no device holds, without personal data; null for any other.';

-- 60 at once, then one every two seconds: guides rarely look up codes, while guessing codes runs into the limit.
create function private.consume_look_up_limit(person uuid) returns integer
language sql volatile
return private.consume_rate_limit('look_up:' || person, 60, 2);
comment on function private.consume_look_up_limit is
  'Takes one look-up from a person''s bucket. Returns the seconds to wait, 0 if allowed.';

create function private.log_look_up_miss(person uuid, company uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into public.audit_events as event (user_id, company_id, action, after)
  values (person, company, 'look_up_misses',
    jsonb_build_object('hour', private.iso(date_trunc('hour', now(), 'UTC')), 'misses', 1))
  on conflict (user_id, company_id, (after ->> 'hour')) where action = 'look_up_misses' do update
    set after = jsonb_set(event.after, '{misses}', to_jsonb((event.after ->> 'misses')::integer + 1))
$$;
comment on function private.log_look_up_miss is
  'Counts look-ups without a match in the company''s audit log, one row per '
  'hour and person, so that guessing shows without flooding the log.';

create function private.can_name_guests_in_look_up(company uuid, departure uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Guides see who holds a ticket for a colleague's tour. A partner acting without data sharing sees no names.
  return private.sees_guests(company)
    or (
      private.acting_company((select auth.uid()), 'check_in_look_up') is distinct from company
        and private.can('CHECK_IN_ACCESS', company))
    or departure = any (private.departures_with_named_guests(company, array[departure]));
end
$$;
comment on function private.can_name_guests_in_look_up is
  'Returns whether a look-up may return guests'' names of a departure to the caller.';

create function public.check_in_look_up(company uuid, departure uuid, code jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
-- Security definer: a guide who scans a guest of another tour must learn which tour it is.
declare
  me constant uuid := (select auth.uid());
  kind constant text := code ->> 'kind';
  value constant text := private.visible_text(code ->> 'value');
  wait integer;
  match record;
  is_on_device boolean;
  result jsonb;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if company is null or kind is null or kind not in ('ticket', 'reference', 'link', 'voucher')
    or value is null or length(value) not between 1 and 200 then
    return '{"status": "invalid"}';
  end if;
  if not private.may('check_in_look_up', company) then return '{"status": "not_permitted"}'; end if;
  if not exists (select from public.companies where id = company and has_active_subscription) then
    return '{"status": "no_subscription"}';
  end if;
  wait := private.consume_look_up_limit(me);
  if wait > 0 then return jsonb_build_object('status', 'rate_limited', 'retry_after', wait); end if;

  result := jsonb_build_object('status', 'ok', 'server_time', private.iso(clock_timestamp()), 'match', null);
  match := private.find_by_ticket_code(company, departure, kind, value);
  select private.can_be_on_device(d.local_date) into is_on_device
  from public.bookings as b join public.departures as d on d.id = b.departure_id where b.id = match.booking;
  if is_on_device is not true then
    perform private.log_look_up_miss(me, company);
    -- The guest came on the wrong day: return the day, but no name.
    return result || jsonb_build_object('other_day', private.look_up_other_day(match.booking));
  end if;
  return result || jsonb_build_object('match', private.look_up_match(match.booking, match.guest,
    private.can_name_guests_in_look_up(company, (select departure_id from public.bookings where id = match.booking))));
end
$$;
comment on function public.check_in_look_up is
  'Finds the booking or guest with a code within a company; docs/protocol.md. Returns ok with match (or null) and '
  'other_day, rate_limited with retry_after, invalid, not_permitted, no_subscription or signed_out.';
grant execute on function public.check_in_look_up(uuid, uuid, jsonb) to authenticated;
