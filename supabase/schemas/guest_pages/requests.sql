-- Guest pages: RPCs that hold, confirm and change a booking. ADR 034

create function private.replace_hold(
  actor private.booking_actor, existing public.bookings, hash text, seats bigint, args jsonb
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  former public.bookings;
  target public.departures;
  result jsonb;
begin
  -- Atomic: a guest who gets no new seats keeps the old ones.
  begin
    -- The bucket is a row that concurrent guests would also wait for, so it is taken behind the departure's lock and
    -- rolled back with it on refusal.
    perform private.lock_bookings(
      case when existing.id is null then '{}' else array[existing.id] end, array[(args ->> 'departure')::uuid]);
    -- Read again, as it may have changed while waiting for the lock.
    if existing.id is not null then select * into former from public.bookings where id = existing.id; end if;
    if private.booking_state(former) not in ('ON_HOLD', 'EXPIRED') then
      result := jsonb_build_object('status', 'wrong_state', 'state', private.booking_state(former));
      raise exception using errcode = 'MU002', message = 'refused', detail = result::text;
    end if;
    -- An expired hold was not kept, so its cost is not credited to the new one.
    if private.booking_state(former) is distinct from 'ON_HOLD' then
      delete from private.guest_holds as h where h.token_hash = hash;
    end if;
    select * into target from public.departures where id = (args ->> 'departure')::uuid;
    result := private.consume_hold_limit(hash, target, seats);
    -- sold_out is more useful than rate_limited where there are no seats anyway.
    if result is not null and existing.id is null and seats > private.free_seats_of_departure(target) then
      result := private.sold_out_response(target, seats);
    end if;
    if result is not null then
      raise exception using errcode = 'MU002', message = 'refused', detail = result::text;
    end if;
    if existing.id is not null then
      if private.booking_state(former) = 'ON_HOLD' then
        perform private.release_hold(actor, former, '{"reason": "guest_request"}');
      end if;
      update public.bookings set access_token_hash = null where id = former.id;
    end if;
    result := private.execute_booking_action(actor, 'hold_booking', args || jsonb_build_object('token_hash', hash));
    if result ->> 'status' <> 'ok' then
      result := private.with_alternatives(result, target.id, seats);
      raise exception using errcode = 'MU002', message = 'refused', detail = result::text;
    end if;
    if private.booking_state(former) = 'ON_HOLD' then
      -- The new hold keeps the old expiry: changing one's mind must not hold seats longer.
      update public.bookings
      set expires_at = former.expires_at, extensions = former.extensions
      where id = (result ->> 'booking_id')::uuid;
    end if;
    if former.id is not null then perform private.copy_codes(former.id, (result ->> 'booking_id')::uuid); end if;
    return result;
  exception
    when sqlstate 'MU002' then return result;
  end;
end
$$;
comment on function private.replace_hold is
  'Holds seats under a guest''s token in place of its former hold. Returns the engine''s response; on refusal the '
  'former hold remains.';

create function public.guest_hold(request uuid, token text, departure uuid, booking jsonb) returns jsonb
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  actor constant private.booking_actor := (null, false, request, null, false);
  args constant jsonb := jsonb_build_object(
    'departure', departure, 'token', encode(sha256(convert_to(token, 'UTF8')), 'hex'), 'booking', booking);
  hash constant text := args ->> 'token';
  refused constant jsonb := private.consume_guest_rate_limit();
  stored public.departures;
  existing public.bookings;
  state public.booking_status;
  partner uuid;
  sent_by record;
  party jsonb;
  seats bigint;
  result jsonb;
begin
  if refused is not null then return refused; end if;
  if request is null
    or token is null
    or length(token) > 86
    or token !~ '^[A-Za-z0-9_-]{43,86}$'
    or booking is null
    or octet_length(booking::text) > 16384
    or jsonb_typeof(booking -> 'guests') is distinct from 'array'
    or not pg_input_is_valid(booking ->> 'locale', 'public.locale')
  then
    return '{"status": "invalid"}';
  end if;
  select d.* into stored from public.departures as d join public.companies as c on c.id = d.company_id
  join public.tours as t on t.id = d.tour_id
  where d.id = guest_hold.departure and c.is_active and c.has_active_subscription and c.closes_at is null
    and t.status in ('live', 'paused');
  if stored.id is null then return '{"status": "not_found"}'; end if;
  -- Serialises requests with the same token.
  perform pg_advisory_xact_lock(hashtextextended(hash, 0));
  result := private.find_idempotent_response(request, null, 'guest_hold', args);
  existing := private.guest_booking(token);
  state := private.booking_state(existing);
  if result ->> 'status' = 'id_reused' then return result; end if;
  -- A repeat returns the booking as it now is.
  if result is not null then
    return case
      when existing.id is null then '{"status": "not_found"}'
      else private.guest_booking_response(existing.id)
    end;
  end if;
  if existing.id is not null and state not in ('ON_HOLD', 'EXPIRED') then
    return jsonb_build_object('status', 'wrong_state', 'state', state);
  end if;
  -- Only the categories of the guests are taken from the request.
  select jsonb_agg(jsonb_build_object('price_category_id', ticket -> 'price_category_id')) into party
  from jsonb_array_elements(booking -> 'guests') as ticket;
  begin
    if state = 'ON_HOLD' and existing.departure_id = stored.id and private.is_same_party(existing.id, party) then
      return private.guest_booking_response(existing.id);
    end if;
  exception when data_exception then return '{"status": "invalid"}';
  end;
  -- Fails fast when sold out, without waiting for the departure's lock. A guest's own hold is no obstacle.
  select coalesce(sum(p.seats), 0) into seats from jsonb_array_elements(party) as ticket
  join public.price_categories as p on p.id::text = ticket ->> 'price_category_id';
  if seats > 0 and state is distinct from 'ON_HOLD' and stored.status = 'scheduled'
    and private.free_seats_of_departure(stored) <= 0
  then
    return private.sold_out_response(stored, seats);
  end if;
  partner := private.active_partner(booking ->> 'organisation', stored.company_id);
  select * into sent_by
  from private.referring_partner(
    stored.company_id, partner, left(private.visible_text(booking ->> 'referral'), 100), booking -> 'clicks');
  result := private.replace_hold(
    actor,
    existing,
    hash,
    seats,
    jsonb_build_object(
      'departure', stored.id,
      'change', jsonb_build_object(
        'guests', party,
        'contact', jsonb_build_object('locale', booking -> 'locale'),
        'organisation_id', sent_by.organisation,
        'referral', coalesce(sent_by.code, left(private.visible_text(booking ->> 'referral'), 100)))));
  if result ->> 'status' <> 'ok' then return result; end if;
  if booking ->> 'resume' ~ '^[A-Za-z0-9_-]{43}$' then
    insert into private.guest_links as link (token_hash, booking_id, purpose, expires_at)
    values (
      encode(sha256(convert_to(booking ->> 'resume', 'UTF8')), 'hex'),
      (result ->> 'booking_id')::uuid,
      'resume',
      now() + interval '2 hours')
    on conflict (token_hash) do update
    set booking_id = excluded.booking_id, expires_at = excluded.expires_at
    where link.purpose = 'resume';
  end if;
  if partner is not null then
    insert into private.partner_pages (booking_id, organisation_id) values ((result ->> 'booking_id')::uuid, partner)
    on conflict (booking_id) do update set organisation_id = excluded.organisation_id;
  end if;
  perform private.store_idempotent_response(request, null, 'guest_hold', args, result);
  return private.guest_booking_response((result ->> 'booking_id')::uuid);
end
$$;
comment on function public.guest_hold is
  'Holds seats for a guest: booking {"guests": [{"price_category_id"}], "locale", "organisation"?, "referral"?, '
  '"clicks"?, "resume"?} (clicks as in private.referring_partner, resume as in guest_take_over_hold). The browser '
  'generates the tokens; only their hashes are stored. A token has one hold: the same selection again has no effect, '
  'another replaces it. Idempotent per request id.';

create function private.guest_request(request uuid, token text, act text, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant private.booking_actor := (null, false, request, null, false);
  target constant text := case when act = 'move_booking' then change ->> 'departure_id' end;
  stored public.bookings;
  args jsonb;
  engine_action text := act;
  terms jsonb := '{}';
  result jsonb;
  limit_refusal jsonb;
begin
  -- Cheap checks of size and token come before expensive ones.
  if request is null or change is null or octet_length(change::text) > 16384 or jsonb_typeof(change) <> 'object' then
    return '{"status": "invalid"}';
  end if;
  if act = 'move_booking' and (target is null or not pg_input_is_valid(target, 'uuid')) then
    return '{"status": "invalid"}';
  end if;
  -- Every action locks the request before the rows, which prevents deadlocks.
  perform pg_advisory_xact_lock(hashtextextended(request::text, 0));
  stored := private.lock_guest_booking(token, target::uuid);
  if stored.id is null then return '{"status": "not_found"}'; end if;
  args := jsonb_build_object('booking', stored.id, 'change', change);
  result := private.find_idempotent_response(request, null, act, args);
  if result ->> 'status' = 'ok' then
    return private.guest_booking_response(
      stored.id,
      (result - array[
        'status',
        'booking_id',
        'reference',
        'state',
        'departure_id',
        'expires_at',
        'version',
        'money',
        'on_account',
        'is_mailed'])
        || private.guest_refund_json(result));
  end if;
  if result is not null then return result; end if;
  result := private.guest_refusal(stored, act, change);
  if result is not null then return result; end if;
  if act = 'move_booking' then
    -- Without it a guest would get the expensive day at the price of the cheap one.
    terms := jsonb_build_object('reprice', private.has_own_prices(array[stored.departure_id, target::uuid]));
  elsif act = 'confirm_booking' and private.must_pay_first(stored) then
    -- Confirming only stores the guest's details; the payment confirms the booking.
    engine_action := 'edit_booking';
    terms := jsonb_build_object('version', stored.version);
  end if;
  begin
    result := private.execute_booking_action(actor, engine_action, jsonb_set(args, '{change}', change || terms));
    if result ->> 'status' = 'ok' and engine_action = 'confirm_booking' and (change ? 'names' or change ? 'note') then
      select * into stored from public.bookings where id = stored.id;
      result := private.execute_booking_action(actor, 'edit_booking', jsonb_build_object('booking', stored.id,
        'change', jsonb_build_object('version', stored.version) || (change - 'contact')));
    end if;
    if result ->> 'status' = 'ok' and act = 'extend_booking' and stored.access_token_hash is not null then
      limit_refusal := private.consume_hold_limit(
        stored.access_token_hash,
        (select d from public.departures as d where d.id = stored.departure_id),
        private.booking_seats(stored.id),
        true);
      result := coalesce(limit_refusal, result);
    end if;
    if result ->> 'status' <> 'ok' then
      raise exception using errcode = 'MU002', message = 'refused', detail = result::text;
    end if;
  exception
    when sqlstate 'MU002' then
      return case
        when engine_action in ('confirm_booking', 'extend_booking') then
          private.with_alternatives(result, stored.departure_id, private.booking_seats(stored.id))
        else result
      end;
  end;
  if result ? 'preview' then
    return jsonb_build_object(
      'status', 'ok',
      'preview', true,
      'refund', null,
      'difference', result -> 'difference',
      'money', private.guest_money(result -> 'money'))
      || private.guest_refund_json(result);
  end if;
  perform private.store_idempotent_response(request, null, act, args, result);
  return private.guest_booking_response(
    stored.id,
    jsonb_strip_nulls(jsonb_build_object('difference', result -> 'difference')) || private.guest_refund_json(result));
end
$$;
comment on function private.guest_request is
  'Performs a guest action on the booking behind a link: locks the booking and its departures, checks guest rules, '
  'runs the engine. Returns its response; idempotent per request id. A hold that must be paid online first is not '
  'confirmed, only its guest details are stored. The calling RPC consumes the rate limit.';

create function public.guest_extend(request uuid, token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
begin
  if refused is not null then return refused; end if;
  return private.guest_request(request, token, 'extend_booking', '{}');
end
$$;
comment on function public.guest_extend is
  'Extends a hold, once. holds_too_many: it keeps others out. Idempotent per request id.';

create function public.guest_confirm(request uuid, token text, details jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
  consent_text text;
  result jsonb;
begin
  if refused is not null then return refused; end if;
  if octet_length(details::text) > 16384 then return '{"status": "invalid"}'; end if;
  consent_text := private.trim_text(details #>> '{news,text}');
  if length(consent_text) not between 1 and 1000 then return '{"status": "invalid"}'; end if;
  result := private.guest_request(request, token, 'confirm_booking', jsonb_strip_nulls(jsonb_build_object(
    'contact', details -> 'contact', 'names', details -> 'names', 'note', details -> 'note')));
  if result ->> 'status' = 'ok' and consent_text is not null then
    -- Consent is stored once; a repeat carries the same.
    update public.bookings as b
    set news_consent = jsonb_build_object(
      'text', consent_text,
      'at', private.iso(clock_timestamp()),
      'locale', coalesce(details #>> '{contact,locale}', b.locale::text))
    where b.id = (result #>> '{booking,id}')::uuid and b.news_consent is null;
  end if;
  return result;
end
$$;
comment on function public.guest_confirm is
  'Confirms a guest''s hold, or stores only its guest details if it must be paid online first: details {"contact": '
  '{"name", "email", "phone"?, "locale"?}, "names"?: [{"guest_id", "name"}], "note"?, "news"?: {"text"}}. news only '
  'with the guest''s consent to news. no_names: the tour requires all names. Idempotent per request id.';

create function public.guest_cancel(request uuid, token text, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
begin
  if refused is not null then return refused; end if;
  return private.guest_request(
    request,
    token,
    'cancel_booking',
    jsonb_build_object('reason', 'guest_request', 'preview', coalesce(change -> 'preview', 'false')));
end
$$;
comment on function public.guest_cancel is
  'Cancels a booking until its start and returns what its policy refunds; {"preview": true} only calculates. '
  'Idempotent per request id.';

create function public.guest_move(request uuid, token text, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
begin
  if refused is not null then return refused; end if;
  return private.guest_request(
    request,
    token,
    'move_booking',
    jsonb_build_object(
      'departure_id', change -> 'departure_id',
      'reason', 'guest_request',
      'preview', coalesce(change -> 'preview', 'false')));
end
$$;
comment on function public.guest_move is
  'Moves a booking to another departure of its tour: {"departure_id", "preview"?}. Allowed if the operator lets '
  'guests move, until the deadline of its policy. Idempotent per request id.';

create function public.guest_edit(request uuid, token text, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
begin
  if refused is not null then return refused; end if;
  return private.guest_request(
    request,
    token,
    'edit_booking',
    jsonb_build_object('version', change -> 'version', 'names', coalesce(change -> 'names', '[]')));
end
$$;
comment on function public.guest_edit is
  'Changes the guest names of a booking until its start: {"version", "names": [{"guest_id", "name"}]}. Idempotent per '
  'request id.';

grant execute on function
  public.guest_hold(uuid, text, uuid, jsonb),
  public.guest_extend(uuid, text),
  public.guest_confirm(uuid, text, jsonb),
  public.guest_cancel(uuid, text, jsonb),
  public.guest_move(uuid, text, jsonb),
  public.guest_edit(uuid, text, jsonb)
to anon, authenticated;

create function public.guest_redeem(request uuid, token text, code text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
  linked uuid;
  result jsonb;
begin
  if refused is not null then return refused; end if;
  if length(code) > 200 then return '{"status": "unknown_code"}'; end if;
  linked := (private.guest_booking(token)).id;
  if linked is not null then
    -- Prevents guessing of codes.
    result := private.rate_limited(greatest(
      private.consume_rate_limit('redeem:' || linked, 10, 30),
      case
        when private.client_address() is null then 0
        else private.consume_rate_limit('redeem_from:' || private.guest_network(private.client_address()), 30, 30)
      end));
    if result is not null then return result; end if;
  end if;
  return private.guest_request(request, token, 'redeem_code', jsonb_build_object('code', code));
end
$$;
comment on function public.guest_redeem is
  'Applies a code to a guest''s hold. Returns the booking, or the refusals of private.redeem_code; unknown_code also '
  'for inactive and foreign codes. Idempotent per request id.';
grant execute on function public.guest_redeem(uuid, text, text) to anon, authenticated;
