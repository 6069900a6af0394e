-- Bookings that partners make. ADR 058

create function public.read_partner_booking_choices(organisation uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Security definer as in find_partner_bookings.
declare
  me constant uuid := (select auth.uid());
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if not private.works_for(me, organisation) then return '{"status": "not_permitted"}'; end if;
  return jsonb_build_object(
    'status', 'ok',
    'sees_all', private.manages_team(me, null, organisation),
    'companies', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', c.id,
        'name', c.name,
        'slug', c.slug,
        'time_zone', c.time_zone,
        'currency', c.currency,
        'shares_guests', agreement.data_sharing,
        'account', case
          when private.available_credit(agreement.organisation_id, c.id, c.currency) is not null then
            jsonb_build_object(
              'available_credit', private.available_credit(agreement.organisation_id, c.id, c.currency))
        end,
        'tours', coalesce((
          select jsonb_agg(jsonb_build_object('id', t.id, 'title', private.localised(t.id, 'title')) order by t.slug)
          from public.tours as t
          where t.company_id = c.id and t.status in ('live', 'paused')), '[]')) order by c.name, c.id)
      from public.organisation_companies as agreement
      join public.companies as c on c.id = agreement.company_id
      where agreement.organisation_id = read_partner_booking_choices.organisation
        and agreement.status = 'active' and c.is_active), '[]'));
end
$$;
comment on function public.read_partner_booking_choices is
  'Returns the companies whose bookings the caller sees as a partner, with tours, data sharing and available credit '
  '(account null: nothing goes on account). `sees_all`: all bookings, not only those sent by the partner. Returns '
  '{"status": "ok" | "not_permitted" | "signed_out"}.';

create function public.read_partner_availability(organisation uuid, tour uuid, month text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
-- Security definer as in find_partner_bookings.
declare
  me constant uuid := (select auth.uid());
  company public.companies;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if not private.works_for(me, organisation) then return '{"status": "not_permitted"}'; end if;
  if month !~ '^20\d\d-(0[1-9]|1[0-2])$' or month is null then return '{"status": "invalid"}'; end if;
  select c.* into company from public.tours as t join public.companies as c on c.id = t.company_id
  where t.id = read_partner_availability.tour and t.status = 'live'
    and private.accepts_partner_bookings(c, organisation);
  if company.id is null then return '{"status": "not_found"}'; end if;
  return (
    select jsonb_build_object(
      'status', 'ok',
      'asks_names', t.asks_names,
      'days', private.bookable_days(company.id, t.id, month, null, organisation),
      'prices', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', p.id,
          'type', p.type,
          'amount', p.amount,
          'minimum_age', p.minimum_age,
          'maximum_age', p.maximum_age,
          'seats', p.seats) order by p.position, p.type, p.id)
        from public.price_categories as p
        where p.tour_id = t.id and p.is_active), '[]'))
    from public.tours as t
    where t.id = read_partner_availability.tour);
end
$$;
comment on function public.read_partner_availability is
  'Returns a month (YYYY-MM, company''s time zone) of a tour for a partner: days and times with free seats, the '
  'partner''s allotment (`own`) with its release time, and prices. Returns {"status": "ok" | "not_found" | "invalid" '
  '| "not_permitted" | "signed_out"}.';

create function public.book_as_partner(request uuid, organisation uuid, departure uuid, booking jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
-- Security definer: the booking engine decides about seats.
declare
  me constant uuid := (select auth.uid());
  -- Not staff: cut-off, closed departures and capacity apply to partners as to guests.
  actor constant private.booking_actor := (me, false, request, null, false);
  args constant jsonb := jsonb_build_object('organisation', organisation, 'departure', departure, 'booking', booking);
  is_preview constant boolean := coalesce(booking -> 'preview' = 'true', false);
  sends_mail constant jsonb := coalesce(booking -> 'mail', 'true');
  on_account constant boolean := coalesce(booking -> 'on_account' = 'true', false);
  credit bigint;
  new_booking public.bookings;
  party jsonb;
  result jsonb;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if not private.works_for(me, organisation) then return '{"status": "not_permitted"}'; end if;
  if request is null
    or booking is null
    or octet_length(booking::text) > 65536
    or jsonb_typeof(booking -> 'guests') is distinct from 'array'
  then
    return '{"status": "invalid"}';
  end if;
  if not exists (
    select from public.departures as d join public.companies as c on c.id = d.company_id
    where d.id = book_as_partner.departure and private.accepts_partner_bookings(c, organisation)) then
    return '{"status": "not_found"}';
  end if;
  result := private.find_idempotent_response(request, me, 'book_as_partner', args);
  if result is not null then return result; end if;
  if not is_preview and nullif(private.visible_text(booking #>> '{contact,name}'), '') is null then
    return '{"status": "no_contact"}';
  end if;
  -- Only category, name and age of a guest are taken: partners set no prices and no overrides.
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'price_category_id', guest -> 'price_category_id', 'name', guest -> 'name', 'age', guest -> 'age'))) into party
  from jsonb_array_elements(booking -> 'guests') as guest;
  begin
    result := private.execute_booking_action(
      actor,
      'hold_booking',
      jsonb_build_object(
        'departure', departure,
        'change', jsonb_strip_nulls(jsonb_build_object(
          'guests', party,
          'contact', booking -> 'contact',
          'note', booking -> 'note',
          'organisation_id', organisation,
          'voucher_number', booking -> 'voucher_number',
          'preview', is_preview,
          'mail', sends_mail))));
    if result ->> 'status' = 'ok' and is_preview and on_account then
      credit := private.available_credit(
        organisation,
        (select d.company_id from public.departures as d where d.id = book_as_partner.departure),
        result #>> '{money,currency}');
      if credit is null then return '{"status": "no_account"}'; end if;
      if (result #>> '{money,total}')::bigint > credit then
        return jsonb_build_object(
          'status', 'over_limit', 'available_credit', credit, 'currency', result #>> '{money,currency}');
      end if;
    end if;
    if result ->> 'status' = 'ok' and not is_preview then
      select * into new_booking from public.bookings where id = (result ->> 'booking_id')::uuid;
      if private.lacks_names(new_booking, null) then
        result := '{"status": "no_names"}';
      else
        insert into private.partner_bookings (booking_id, organisation_id) values (new_booking.id, organisation);
        -- Charged before confirmation, so that no mail or list shows it as due.
        if on_account and new_booking.total_amount > 0 then
          result := private.charge_account(actor, new_booking, new_booking.total_amount, null);
          if result ->> 'status' = 'ok' then
            perform private.log_booking_change(
              actor,
              new_booking.id,
              'record_payment',
              private.booking_facts(new_booking),
              jsonb_build_object('amount', new_booking.total_amount, 'method', 'on_account'));
          end if;
        end if;
        if result ->> 'status' = 'ok' then
          result := private.execute_booking_action(
            actor,
            'confirm_booking',
            jsonb_build_object('booking', new_booking.id, 'change', jsonb_build_object('mail', sends_mail)));
        end if;
      end if;
      if result ->> 'status' <> 'ok' then
        raise exception using errcode = 'MU002', message = 'refused', detail = result::text;
      end if;
    end if;
  exception
    when sqlstate 'MU002' then return result;
  end;
  if result ->> 'status' = 'ok' and not is_preview then
    perform private.store_idempotent_response(request, me, 'book_as_partner', args, result);
  end if;
  return result;
end
$$;
comment on function public.book_as_partner is
  'Books for a partner''s guests at once: booking {"guests": [{"price_category_id", "name"?, "age"?}], "contact": '
  '{"name", "email"?, "phone"?, "country"?, "locale"?}, "voucher_number"? (the partner''s number), "note"?, "mail"?, '
  '"on_account"? (the partner owes it), "preview"?}. The rules of guests apply. Idempotent per request id. Returns as '
  'hold_booking, or no_names (the tour requires all names), no_contact, no_account, over_limit with the available '
  'credit, not_found.';

grant execute on function
  public.read_partner_availability(uuid, uuid, text),
  public.book_as_partner(uuid, uuid, uuid, jsonb),
  public.read_partner_booking_choices(uuid)
to authenticated;
