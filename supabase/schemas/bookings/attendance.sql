-- Booking actions: mark guests as no-shows or as attended. ADR 026

create function private.is_report_locked(departure uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.tour_reports as r where r.departure_id = departure and r.state = 'locked');
end
$$;
comment on function private.is_report_locked is
  'Returns whether a departure''s tour report is locked, which freezes attendance. ADR 040';

create function private.mark_no_show(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  active_ids constant uuid[] := private.active_guests(booking.id);
  guest_ids constant uuid[] := coalesce((
    select array_agg(distinct value::uuid) from jsonb_array_elements_text(input -> 'guests') as value), active_ids);
  checked_in constant uuid[] := private.checked_in_guests(booking.departure_id, guest_ids);
  early constant jsonb := private.attendance_not_known_yet(booking);
  undone uuid[];
  guest uuid;
begin
  if early is not null then return early; end if;
  if private.is_report_locked(booking.departure_id) then return '{"status": "report_locked"}'; end if;
  if guest_ids = '{}' or not guest_ids <@ active_ids then return '{"status": "invalid"}'; end if;
  if checked_in <> '{}' then
    if (input ->> 'confirm')::boolean is not true then
      return jsonb_build_object('status', 'checked_in', 'guests', to_jsonb(checked_in));
    end if;
    undone := array(
      select a.id from public.check_in_actions as a
      where a.departure_id = booking.departure_id and a.kind = 'check_in' and a.guest_id = any (checked_in)
        and (a.departure_id, a.id::text) not in (
          select u.departure_id, u.target from private.undone_action_ids(array[booking.departure_id]) as u));
    perform private.record_office_action(actor, booking, 'undo', null, jsonb_build_object('actions', to_jsonb(undone)));
  end if;
  foreach guest in array guest_ids loop
    perform private.record_office_action(actor, booking, 'no_show', guest, '{}');
  end loop;
  return private.booking_response(booking.id);
end
$$;
comment on function private.mark_no_show is
  'Records no-shows: {"guests"?: [ids], "confirm"?}, by default all guests. Undoes check-ins if confirmed. Refusals: '
  'too_early, report_locked, checked_in, invalid.';

create function private.mark_attended(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  active_ids constant uuid[] := private.active_guests(booking.id);
  guest_ids constant uuid[] := coalesce((
    select array_agg(distinct value::uuid) from jsonb_array_elements_text(input -> 'guests') as value), active_ids);
  checked_in constant uuid[] := private.checked_in_guests(booking.departure_id, guest_ids);
  early constant jsonb := private.attendance_not_known_yet(booking);
  guest uuid;
begin
  if early is not null then return early; end if;
  if private.is_report_locked(booking.departure_id) then return '{"status": "report_locked"}'; end if;
  if guest_ids = '{}' or not guest_ids <@ active_ids then return '{"status": "invalid"}'; end if;
  foreach guest in array guest_ids loop
    if guest <> all (checked_in) then
      perform private.record_office_action(actor, booking, 'check_in', guest, '{"method": "tap"}');
    end if;
  end loop;
  return private.booking_response(booking.id);
end
$$;
comment on function private.mark_attended is
  'Records that guests attended: {"guests"?: [ids]}, by default all. Refusals: too_early, report_locked, invalid.';
