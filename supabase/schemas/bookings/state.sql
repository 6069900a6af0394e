-- A booking's state, seats and guests, its locks, and the office's actions on its roll-call.
-- Locks are taken on departures by id, then on bookings by id, then on everything else.

create type private.booking_actor as (
  person uuid, is_staff boolean, request uuid, api_key text, is_silent boolean
);
comment on type private.booking_actor is
  'Actor and request of a booking action. Guests and partners are not staff: cut-offs, closed departures and the limit '
  'of one extension apply to them. api_key: name of the key if a program acts, for the audit log. is_silent: the guest '
  'gets no automatic mails.';

-- clock_timestamp() instead of now(), the start of the transaction: after waiting for a departure's lock, a hold must
-- not count as alive if its seats were sold while it waited.
create function private.booking_state(booking public.bookings) returns public.booking_status
language sql volatile parallel safe
return case
  when (booking).status = 'ON_HOLD' and (booking).expires_at <= clock_timestamp() then 'EXPIRED'
  else (booking).status
end;
comment on function private.booking_state is
  'Returns a booking''s present status: a hold past its time is EXPIRED even before a job has updated it.';

create function private.booking_seats(booking uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(coalesce(category.seats, 1)), 0)
    from public.guests left join public.price_categories as category on category.id = guests.price_category_id
    where guests.booking_id = booking and not guests.is_cancelled);
end
$$;
comment on function private.booking_seats is 'Returns the seats that a booking''s guests take while it is active.';

create function private.changed_facts(facts jsonb, other jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(facts)
    where value is distinct from coalesce(other -> key, 'null'));
end
$$;
comment on function private.changed_facts is 'Returns the entries of "facts" that differ in "other".';

create function private.lock_bookings(bookings uuid[], departures uuid[] default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  all_departures uuid[];
begin
  if bookings = '{}' then
    perform from public.departures as d where d.id = any (departures) order by d.id for no key update;
    return;
  end if;
  loop
    -- A block with an exception handler releases its locks on
    -- failure, so that no lock is held that is not needed any more.
    begin
      all_departures := array(select b.departure_id from public.bookings as b where b.id = any (bookings))
        || departures;
      perform from public.departures as d where d.id = any (all_departures) order by d.id for no key update;
      perform from public.bookings as b where b.id = any (bookings) order by b.id for update;
      if array(select b.departure_id from public.bookings as b where b.id = any (bookings)) <@ all_departures then
        return;
      end if;
      raise exception using errcode = 'MU001', message = 'a booking moved to another departure before it was locked';
    exception
      when sqlstate 'MU001' then null;
    end;
  end loop;
end
$$;
comment on function private.lock_bookings is
  'Locks bookings with their departures, and other departures, always '
  'in the same order. The roll-call locks departures in the same way.';

create function private.allotment_partner(booking public.bookings) returns uuid
language sql immutable parallel safe
return case when (booking).source = 'partner' then (booking).organisation_id end;
comment on function private.allotment_partner is
  'Returns the partner whose allotment a booking uses; null for '
  'bookings through other channels, a partner''s link included.';

create function private.checked_in_guests(departure uuid, guests uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select distinct a.guest_id from public.check_in_actions as a
    where a.departure_id = departure and a.kind = 'check_in' and a.guest_id = any (guests)
      and (a.departure_id, a.id::text) not in (
        select u.departure_id, u.target from private.undone_action_ids(array[departure]) as u)
    order by 1);
end
$$;
comment on function private.checked_in_guests is
  'Returns those of the guests who are checked in on a departure, by the same rule as the fold.';

create function private.active_guests(booking uuid) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(select id from public.guests where booking_id = booking and not is_cancelled order by id);
end
$$;
comment on function private.active_guests is 'Returns the guests of a booking who are not cancelled.';

create function private.office_device(actor private.booking_actor) returns uuid
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.devices (id, user_id, label, app_version) values (actor.person, actor.person, 'Office', '')
  on conflict (id, user_id) do nothing;
  return actor.person;
end
$$;
comment on function private.office_device is
  'Upserts the office device of a person, whose id is the person''s, and returns it.';

create function private.record_office_action(
  actor private.booking_actor, booking public.bookings, kind public.action_kind, guest uuid, payload jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  new_id constant uuid := gen_random_uuid();
  at constant timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  -- The office pushes nothing, so nothing compares its sequence (here the time) and hash.
  insert into public.check_in_actions (
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
    user_id,
    occurred_at,
    device_time,
    body_hash)
  values (
    new_id,
    booking.company_id,
    booking.departure_id,
    case when guest is not null then booking.id end,
    guest,
    kind,
    payload,
    private.office_device(actor),
    (extract(epoch from at) * 1000)::bigint,
    1,
    actor.person,
    at,
    at,
    sha256(convert_to(new_id::text, 'UTF8')));
end
$$;
comment on function private.record_office_action is
  'Appends an action of the office to the roll-call, so that its fold stays the only source of attendance.';

create function private.attendance_not_known_yet(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('status', 'too_early', 'from', private.iso(d.starts_at - interval '1 hour'))
    from public.departures as d
    where d.id = booking.departure_id and d.status = 'scheduled' and clock_timestamp() < d.starts_at - interval '1 hour'
  );
end
$$;
comment on function private.attendance_not_known_yet is
  'Returns too_early with the earliest time if the office cannot record attendance '
  'yet: before an hour before the start, unless departed. Null otherwise.';

create function private.allowed_statuses(act text) returns public.booking_status[]
language sql stable parallel safe
return case act
  when 'extend_booking' then array['ON_HOLD', 'EXPIRED']::public.booking_status[]
  when 'confirm_booking' then array['ON_HOLD', 'EXPIRED', 'PENDING']::public.booking_status[]
  when 'change_party' then array['ON_HOLD', 'PENDING', 'CONFIRMED']::public.booking_status[]
  when 'move_booking' then array['ON_HOLD', 'PENDING', 'CONFIRMED']::public.booking_status[]
  when 'cancel_booking' then array['CONFIRMED']::public.booking_status[]
  when 'resend_booking' then array['ON_HOLD', 'PENDING', 'CONFIRMED']::public.booking_status[]
  when 'redeem_code' then array['ON_HOLD', 'PENDING', 'CONFIRMED']::public.booking_status[]
  when 'release_hold' then array['ON_HOLD']::public.booking_status[]
  when 'reject_booking' then array['PENDING']::public.booking_status[]
  when 'restore_booking' then array['CANCELLED', 'REJECTED', 'EXPIRED']::public.booking_status[]
  when 'mark_no_show' then array['CONFIRMED']::public.booking_status[]
  when 'mark_attended' then array['CONFIRMED']::public.booking_status[]
  when 'merge_bookings' then array['CONFIRMED', 'PENDING']::public.booking_status[]
  when 'split_booking' then array['CONFIRMED', 'PENDING']::public.booking_status[]
  else enum_range(null::public.booking_status)
end;
comment on function private.allowed_statuses is 'Returns the booking statuses in which an action is allowed.';
