-- Content of mails, read when they are sent. ADR 043

create function public.read_mail_to_send(message uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox_messages;
  unwanted text;
begin
  select * into mail from private.outbox_messages where id = read_mail_to_send.message for update;
  if mail.id is null then return '{"status": "unknown"}'; end if;
  if mail.state <> 'pending' then return jsonb_build_object('status', mail.state); end if;
  unwanted := private.mail_suppression(mail);
  if unwanted is not null then return jsonb_build_object('status', unwanted); end if;
  -- A test mail keeps its data, as it has no real booking.
  if mail.template like 'booking-%' and not mail.data ? 'isTest' then
    mail.data := private.mail_payload(mail);
    if mail.data is null then
      delete from private.outbox_messages where id = mail.id;
      return '{"status": "unknown"}';
    end if;
    mail.secrets := private.ensure_mail_secrets(mail);
  end if;
  if mail.template = 'guest-data' then
    -- Only bookings that still belong to the recipient.
    mail.data := jsonb_set(mail.data, '{bookings}', private.guest_data(array(
      select b.id from public.bookings as b
      where b.company_id = mail.company_id and lower(b.contact_email) = lower(mail.recipient)
        and b.id::text in (select jsonb_array_elements_text(mail.data -> 'bookings')))));
    if mail.data -> 'bookings' = '[]' then
      delete from private.outbox_messages where id = mail.id;
      return '{"status": "unknown"}';
    end if;
  end if;
  mail.secrets := private.unsubscribe_secrets(mail);
  return jsonb_build_object(
    'status', 'pending',
    'mail', jsonb_build_object(
      'id', mail.id,
      'template', mail.template,
      'locale', mail.locale,
      'recipient', mail.recipient,
      'data', mail.data,
      'secrets', mail.secrets,
      'text', private.template_text(mail),
      'company', (
        select jsonb_build_object(
          'name', companies.name, 'email', companies.contact_email, 'colour', companies.brand_colour)
        from public.companies
        where id = mail.company_id)));
end
$$;
comment on function public.read_mail_to_send is
  'Returns pending with a mail of the outbox and its sender, or why it is not sent: sent, failed, bounced or '
  'unsubscribed, unknown. A mail about a booking gets the data of now (ADR 043). One that no longer applies is deleted '
  'and unknown. For the service role.';

grant execute on function public.read_mail_to_send to service_role;

create function private.is_mail_current(mail private.outbox_messages, booking public.bookings) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  state constant public.booking_status := private.booking_state(booking);
begin
  return case mail.template
    when 'booking-confirmed' then state = 'CONFIRMED'
    when 'booking-held' then state = 'ON_HOLD' and private.is_payable_online(booking)
    when 'booking-requested' then state = 'PENDING'
    when 'booking-rejected' then state = 'REJECTED'
    when 'booking-cancelled' then state = 'CANCELLED'
    when 'booking-changed' then
      state in ('CONFIRMED', 'PENDING') and mail.data -> 'previous' is distinct from private.mail_snapshot(booking)
    when 'booking-reminder' then
      state = 'CONFIRMED'
        and exists (
          select from public.departures
          where id = booking.departure_id and status = 'scheduled' and starts_at > clock_timestamp())
    when 'booking-thanks' then state = 'CONFIRMED'
    when 'booking-document' then private.is_receipt_current(mail)
    when 'booking-payment-failed' then mail.data ->> 'reason' <> 'refused' or private.is_payable_online(booking)
    else true
  end;
end
$$;
comment on function private.is_mail_current is
  'Returns whether a booking mail still matches the booking. An outdated mail is not sent.';

create function private.mail_payload(mail private.outbox_messages) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.bookings;
  d public.departures;
begin
  select * into b from public.bookings where id = mail.booking_id;
  if b.id is null or not private.is_mail_current(mail, b) then return null; end if;
  select * into d from public.departures where id = b.departure_id;
  return private.departure_mail(d, mail.locale::text)
    || (
      select jsonb_build_object(
        'reference', b.reference,
        'name', b.contact_name,
        'entry', jsonb_build_object('id', b.id, 'sequence', private.calendar_sequence(b)),
        'meetingNote', coalesce(d.meeting_note, ''),
        'latitude', t.latitude,
        'longitude', t.longitude,
        'currency', b.currency,
        'due', private.booking_money(b) -> 'due',
        'guests', cardinality(private.active_guests(b.id)),
        'codes', case
          when b.status in ('CONFIRMED', 'PENDING') then
            (
              select coalesce(jsonb_agg(ticket_code order by created_at, id), '[]')
              from public.guests
              where booking_id = b.id and not is_cancelled)
          else '[]'
        end)
      from public.tours as t
      where t.id = d.tour_id)
    || private.template_settings(b.company_id, mail.template)
    || case
      when mail.template = 'booking-held' then
        jsonb_build_object('now', private.due_online(b), 'until', private.iso(b.expires_at))
      else '{}'
    end
    || mail.data;
end
$$;
comment on function private.mail_payload is
  'Returns the data of a booking mail as of now, or null if the mail is outdated.';

create function public.resend_message(request uuid, message uuid, recipient text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox_messages;
  job private.jobs;
  b public.bookings;
  target text;
  sent_as uuid;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  -- Locks the job before the message, as the worker does.
  select * into job from private.jobs as j
  where j.kind = 'send_mail' and j.dedupe_key = resend_message.message::text for update;
  select * into mail from private.outbox_messages as m where m.id = resend_message.message for update;
  -- The same refusal for a foreign message, so that it reveals nothing.
  if mail.id is null or mail.company_id is null or not private.can_see_message(mail) then
    return '{"status": "not_found"}';
  end if;
  target := coalesce(private.normalize_email_address(recipient), mail.recipient);
  if request is null or not private.is_email_address(target) then return '{"status": "invalid"}'; end if;
  -- A mail to a guest contains their booking link; at another address it would outlast acting for the company.
  if target is distinct from mail.recipient and not private.can('MANAGE_BOOKINGS_ACCESS', mail.company_id) then
    return '{"status": "not_permitted"}';
  end if;
  if mail.state = 'pending' and job.lease is not null and job.leased_until > clock_timestamp() then
    return '{"status": "is_leaving"}';
  end if;
  -- An account link works for its own address only.
  if mail.template not like 'booking-%' and mail.secrets ? 'token' and lower(target) <> lower(mail.recipient) then
    return '{"status": "recipient_fixed"}';
  end if;
  if mail.template in ('invitation', 'export-outside') and mail.secrets is null then
    return '{"status": "link_used"}';
  end if;
  if mail.template like 'booking-%' and mail.booking_id is not null then
    select * into b from public.bookings where id = mail.booking_id;
    if not private.is_mail_current(mail, b) then return '{"status": "superseded"}'; end if;
  end if;
  -- Resending confirms that the address is right, so its bounce is cleared.
  delete from private.suppressed_addresses as m
  where m.address_hash = private.address_hash(target) and m.reason = 'bounced';
  if mail.state = 'sent' then
    -- The link of a sent mail is not stored. Booking mails get a new one.
    if mail.template not like 'booking-%' or mail.booking_id is null then return '{"status": "link_used"}'; end if;
    sent_as := private.enqueue_mail(mail.template, target, mail.locale, mail.data, company => mail.company_id,
      dedupe_key => 'resend_message:' || request, booking => mail.booking_id);
  else
    update private.outbox_messages as m set recipient = target where m.id = mail.id;
    if job.id is null then
      perform private.enqueue_job('send_mail', jsonb_build_object('message', mail.id), mail.company_id, mail.id::text);
      update private.outbox_messages as m set state = 'pending' where m.id = mail.id;
    else
      update private.jobs as j
      set
        state = 'waiting',
        attempts = 0,
        run_at = clock_timestamp(),
        finished_at = null,
        lease = null,
        leased_until = null
      where j.id = job.id;
    end if;
    sent_as := mail.id;
  end if;
  perform private.log_change(
    mail.company_id,
    'resend_message',
    jsonb_build_object('id', mail.id, 'template', mail.template, 'state', mail.state),
    null);
  return jsonb_build_object('status', 'ok', 'message_id', sent_as);
end
$$;
comment on function public.resend_message is
  'Sends a message of the outbox again, optionally to another address: {"message_id"}. A sent message goes as a new '
  'one, once per request. Refusals: is_leaving (being sent), superseded, link_used (its link is not '
  'stored), recipient_fixed (its link works for its address only), not_permitted (another address while acting for the '
  'company), invalid, not_found, signed_out.';

grant execute on function public.resend_message(uuid, uuid, text) to authenticated;

create function public.send_test_mail(
  request uuid,
  company uuid,
  template text,
  locale public.locale,
  subject text,
  body text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  address constant text := (select u.email from auth.users as u where u.id = me);
  mail private.outbox_messages;
  b public.bookings;
  problem jsonb;
  wait integer;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if not private.may('send_test_mail', company) then return '{"status": "not_permitted"}'; end if;
  problem := private.template_problem(
    send_test_mail.template, private.trim_text(send_test_mail.subject), private.trim_text(send_test_mail.body));
  if problem is not null
    or request is null
    or send_test_mail.locale is null
    or not private.is_email_address(address)
  then
    return coalesce(problem, '{"status": "invalid"}');
  end if;
  wait := private.consume_rate_limit('test_mail:' || me, 20, 180);
  if wait > 0 then return private.rate_limited(wait); end if;
  b := private.sample_booking(company);
  if b.id is null then return '{"status": "no_booking"}'; end if;
  -- A mail of the template 'test' is current whatever the booking's state is. Its link and codes are not valid, and it
  -- has no calendar entry.
  mail.template := 'test';
  mail.company_id := company;
  mail.booking_id := b.id;
  mail.locale := send_test_mail.locale;
  mail.data := private.template_settings(company, send_test_mail.template)
    || jsonb_build_object(
      'codes', jsonb_build_array('222222222222'),
      'message', '',
      'refund', b.total_amount,
      'now', b.total_amount,
      'until', private.iso(clock_timestamp() + interval '1 day'),
      'previous', private.mail_snapshot(b)
        || jsonb_build_object('guests', cardinality(private.active_guests(b.id)) + 1),
      'isTest', true,
      'ownText', jsonb_build_object(
        'subject', private.trim_text(send_test_mail.subject), 'body', private.trim_text(send_test_mail.body)));
  perform private.enqueue_mail(
    send_test_mail.template,
    address,
    send_test_mail.locale,
    private.mail_payload(mail) - 'entry',
    secrets => '{"token": "test"}',
    company => company,
    dedupe_key => 'send_test_mail:' || request);
  return jsonb_build_object('status', 'ok', 'recipient', address);
end
$$;
comment on function public.send_test_mail is
  'Mails a template with the given text to the caller, filled from one of the company''s bookings: {"recipient"}. '
  'Idempotent per request id. Refusals: unknown_placeholder, missing_placeholder, no_booking, rate_limited, invalid, '
  'not_permitted, signed_out.';

grant execute on function public.send_test_mail(uuid, uuid, text, public.locale, text, text) to authenticated;
