-- Execution of booking actions, and the RPCs of the office. ADR 026

create function private.apply_booking_action(actor private.booking_actor, act text, args jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  input constant jsonb := coalesce(args -> 'change', '{}');
  stored public.bookings;
begin
  if jsonb_typeof(input) <> 'object' then return '{"status": "invalid"}'; end if;
  perform private.lock_bookings(
    array_remove(array[
      (args ->> 'booking')::uuid, case when act = 'merge_bookings' then (input ->> 'other')::uuid end], null),
    array_remove(array[case when act = 'move_booking' then (input ->> 'departure_id')::uuid end], null));
  select * into stored from public.bookings where id = (args ->> 'booking')::uuid;
  if private.booking_state(stored) <> all (private.allowed_statuses(act)) then
    return jsonb_build_object('status', 'wrong_state', 'state', private.booking_state(stored));
  end if;
  return case act
    when 'extend_booking' then private.extend_booking(actor, stored, input)
    when 'confirm_booking' then private.confirm_booking(actor, stored, input)
    when 'change_party' then private.change_party(actor, stored, input)
    when 'move_booking' then private.move_booking(actor, stored, input)
    when 'cancel_booking' then private.cancel_booking(actor, stored, input)
    when 'release_hold' then private.release_hold(actor, stored, input)
    when 'reject_booking' then private.reject_booking(actor, stored, input)
    when 'restore_booking' then private.restore_booking(actor, stored, input)
    when 'decide_refund' then private.decide_refund(actor, stored, input)
    when 'record_payment' then private.record_payment(actor, stored, input)
    when 'record_refund' then private.record_refund(actor, stored, input)
    when 'retry_refund' then private.retry_refund(actor, stored, input)
    when 'issue_invoice' then private.issue_invoice(actor, stored, input)
    when 'mark_no_show' then private.mark_no_show(actor, stored, input)
    when 'mark_attended' then private.mark_attended(actor, stored, input)
    when 'merge_bookings' then private.merge_bookings(actor, stored, input)
    when 'split_booking' then private.split_booking(actor, stored, input)
    when 'edit_booking' then private.edit_booking(actor, stored, input)
    when 'tag_booking' then private.tag_booking(actor, stored, input)
    when 'assign_partner' then private.assign_partner(actor, stored, input)
    when 'redeem_code' then private.redeem_code(actor, stored, input)
    when 'resend_booking' then private.resend_booking(actor, stored, input)
  end;
end
$$;
comment on function private.apply_booking_action is
  'Locks a booking and its departure, and those that it is merged with or moves to, checks the status and runs the '
  'action. Returns its response, wrong_state or invalid.';

create function private.execute_booking_action(actor private.booking_actor, act text, args jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  result jsonb;
  is_preview constant boolean := coalesce((args #>> '{change,preview}')::boolean, false);
  refused text;
begin
  actor.is_silent := coalesce(args #>> '{change,mail}', 'true') = 'false';
  begin
    result := case act
      when 'hold_booking' then private.hold_booking(actor, args)
      else private.apply_booking_action(actor, act, args)
    end;
    if is_preview and result ->> 'status' = 'ok' then
      raise exception using errcode = 'MU003', message = 'the preview is rolled back';
    end if;
    return result;
  exception
    when sqlstate 'MU002' then
      get stacked diagnostics refused = pg_exception_detail;
      return refused::jsonb;
    when sqlstate 'MU003' then return (result || '{"preview": true}') - 'token';
    when data_exception then return '{"status": "invalid"}';
  end;
end
$$;
comment on function private.execute_booking_action is
  'Runs a booking action: args {"booking", "change"}, or of a hold {"departure", "change"}. With "preview": true in '
  '"change" it is rolled back and returns its response; "mail": false suppresses automatic mails to the guest. '
  'Malformed arguments return invalid.';

create function private.execute_office_request(request uuid, act text, args jsonb) returns jsonb
-- One cached plan per connection, as in the pull.
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  actor constant private.booking_actor := ((select auth.uid()), true, request, null, false);
  company uuid;
  is_in_own_right boolean;
  result jsonb;
begin
  if actor.person is null or not exists (select from public.users where id = actor.person) then
    return '{"status": "signed_out"}';
  end if;
  if request is null or args is null or octet_length(args::text) > 65536 then return '{"status": "invalid"}'; end if;
  company := case act
    when 'hold_booking' then (select d.company_id from public.departures as d where d.id = (args ->> 'departure')::uuid)
    else (select b.company_id from public.bookings as b where b.id = (args ->> 'booking')::uuid) end;
  if company is null then return '{"status": "not_found"}'; end if;
  if not private.may(act, company) then
    -- Bookings that the caller may not see are reported as not found.
    return case
      when private.sees_whole_company(private.subject(actor.person, 'read_booking'), company) then
        '{"status": "not_permitted"}'::jsonb
      else '{"status": "not_found"}'
    end;
  end if;
  if (select p.decides_commission from private.rpc_permissions as p where p.name = act)
    and private.earns_commission_on_booking(actor.person, (args ->> 'booking')::uuid)
  then
    return '{"status": "earns_commission"}';
  end if;
  is_in_own_right := private.acting_company(actor.person, act) is distinct from company
    or private.can('MANAGE_BOOKINGS_ACCESS', company);
  -- Mails contain the guest's link, so an acting partner must not redirect them to another address. It may only give
  -- one to a hold or request without an address when it confirms it.
  if not is_in_own_right and exists (
    select from public.bookings as b
    where b.id = (args ->> 'booking')::uuid and args #> '{change,contact}' ? 'email'
      and (b.contact_email is not null or act = 'edit_booking')
      and lower(private.parse_email_field(args #> '{change,contact}')) is distinct from lower(b.contact_email)) then
    return '{"status": "not_permitted"}';
  end if;
  result := private.find_idempotent_response(request, actor.person, act, args);
  if result is not null then return result; end if;
  result := private.execute_booking_action(actor, act, args);
  -- A guest's link outlives acting for the company.
  if not is_in_own_right then result := result - 'token'; end if;
  if result ->> 'status' = 'ok' and not result ? 'preview' then
    perform private.store_idempotent_response(request, actor.person, act, args, result);
  end if;
  return result;
end
$$;
comment on function private.execute_office_request is
  'Runs a booking action of the office: checks permissions, the company and idempotency. Returns the action''s '
  'response, signed_out, not_found, not_permitted, earns_commission, id_reused or invalid.';

-- Office RPCs, one per action. Arguments: see the private function. Refusals: src/data/bookings/action-schemas.ts. ---

create function public.hold_booking(request uuid, departure uuid, booking jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'hold_booking', jsonb_build_object('departure', departure, 'change', booking));
end
$$;
comment on function public.hold_booking is 'Reserves seats: a hold, or a booking at once. Idempotent by request id.';

create function public.extend_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'extend_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.extend_booking is 'Extends a hold. Idempotent by request id.';

create function public.confirm_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'confirm_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.confirm_booking is 'Confirms a hold or a request. Idempotent by request id.';

create function public.change_party(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'change_party', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.change_party is 'Adds and removes guests. Idempotent by request id.';

create function public.move_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'move_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.move_booking is 'Moves a booking to another departure. Idempotent by request id.';

create function public.cancel_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'cancel_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.cancel_booking is 'Cancels a booking and decides the refund. Idempotent by request id.';

create function public.release_hold(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'release_hold', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.release_hold is 'Releases the seats of a hold. Idempotent by request id.';

create function public.reject_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'reject_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.reject_booking is 'Rejects a booking request. Idempotent by request id.';

create function public.restore_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'restore_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.restore_booking is 'Restores an ended booking. Idempotent by request id.';

create function public.decide_refund(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'decide_refund', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.decide_refund is 'Sets the amount to be refunded. Idempotent by request id.';

create function public.record_payment(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'record_payment', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.record_payment is 'Records a payment. Idempotent by request id.';

create function public.record_refund(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'record_refund', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.record_refund is 'Records a refund that was paid out. Idempotent by request id.';

create function public.mark_no_show(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'mark_no_show', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.mark_no_show is 'Records no-shows in the roll-call. Idempotent by request id.';

create function public.mark_attended(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'mark_attended', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.mark_attended is 'Records in the roll-call that guests attended. Idempotent by request id.';

create function public.merge_bookings(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'merge_bookings', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.merge_bookings is 'Merges two bookings. Idempotent by request id.';

create function public.split_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'split_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.split_booking is 'Splits some guests off into a new booking. Idempotent by request id.';

create function public.edit_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'edit_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.edit_booking is
  'Changes the contact, note and names of a booking. Idempotent by request id.';

create function public.tag_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'tag_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.tag_booking is 'Adds and removes tags of a booking. Idempotent by request id.';

create function public.assign_partner(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'assign_partner', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.assign_partner is 'Sets the partner of a booking. Idempotent by request id.';

create function public.resend_booking(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'resend_booking', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.resend_booking is 'Sends the mail of a booking''s status again. Idempotent by request id.';

grant execute on function
  public.hold_booking(uuid, uuid, jsonb),
  public.extend_booking(uuid, uuid, jsonb),
  public.confirm_booking(uuid, uuid, jsonb),
  public.change_party(uuid, uuid, jsonb),
  public.move_booking(uuid, uuid, jsonb),
  public.cancel_booking(uuid, uuid, jsonb),
  public.release_hold(uuid, uuid, jsonb),
  public.reject_booking(uuid, uuid, jsonb),
  public.restore_booking(uuid, uuid, jsonb),
  public.decide_refund(uuid, uuid, jsonb),
  public.record_payment(uuid, uuid, jsonb),
  public.record_refund(uuid, uuid, jsonb),
  public.mark_no_show(uuid, uuid, jsonb),
  public.mark_attended(uuid, uuid, jsonb),
  public.merge_bookings(uuid, uuid, jsonb),
  public.split_booking(uuid, uuid, jsonb),
  public.edit_booking(uuid, uuid, jsonb),
  public.tag_booking(uuid, uuid, jsonb),
  public.assign_partner(uuid, uuid, jsonb),
  public.resend_booking(uuid, uuid, jsonb)
to authenticated;

create function public.retry_refund(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'retry_refund', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.retry_refund is
  'Requests a failed refund from the provider again. Idempotent per request id.';

grant execute on function public.retry_refund(uuid, uuid, jsonb) to authenticated;

create function public.issue_invoice(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return private.execute_office_request(
    request, 'issue_invoice', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.issue_invoice is
  'Issues an invoice to a named buyer for what was paid and is due. Idempotent per request id.';

grant execute on function public.issue_invoice(uuid, uuid, jsonb) to authenticated;

create function public.redeem_code(request uuid, booking uuid, change jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  company constant uuid := (select b.company_id from public.bookings as b where b.id = redeem_code.booking);
  result jsonb;
begin
  -- Prevents guessing of vouchers, as a preview leaves no trace.
  if company is not null and private.may('redeem_code', company) then
    result := private.rate_limited(private.consume_rate_limit(
      'redeem_by:' || (select auth.uid()) || ':' || company, 200, 30));
    if result is not null then return result; end if;
  end if;
  return private.execute_office_request(
    request, 'redeem_code', jsonb_build_object('booking', booking, 'change', change));
end
$$;
comment on function public.redeem_code is
  'Applies a code to a booking for its guest. rate_limited after 200 tries at once. Idempotent per request id.';

grant execute on function public.redeem_code(uuid, uuid, jsonb) to authenticated;
