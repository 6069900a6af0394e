-- Mails about bookings: their content, scheduled mails, and the office's outbox.
-- ADR 043

-- Mail content, read when the mail is sent ----------------------------------------------------------------------------

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
    when 'booking-changed' then state in ('CONFIRMED', 'PENDING') and mail.data -> 'previous' is distinct from private.mail_snapshot(booking)
    when 'booking-reminder' then state = 'CONFIRMED'
      and exists (select from public.departures where id = booking.departure_id and status = 'scheduled' and starts_at > clock_timestamp())
    when 'booking-thanks' then state = 'CONFIRMED'
    when 'booking-document' then private.is_receipt_current(mail)
    when 'booking-payment-failed' then mail.data ->> 'reason' <> 'refused' or private.is_payable_online(booking)
    else true end;
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
  return private.departure_mail(d, mail.locale::text) || (
    select jsonb_build_object('reference', b.reference, 'name', b.contact_name, 'entry', jsonb_build_object('id', b.id, 'sequence', private.calendar_sequence(b)),
      'meetingNote', coalesce(d.meeting_note, ''), 'latitude', t.latitude, 'longitude', t.longitude, 'currency', b.currency,
      'due', private.booking_money(b) -> 'due', 'guests', cardinality(private.active_guests(b.id)),
      'codes', case when b.status in ('CONFIRMED', 'PENDING') then (
        select coalesce(jsonb_agg(ticket_code order by created_at, id), '[]') from public.guests where booking_id = b.id and not is_cancelled) else '[]' end)
    from public.tours as t where t.id = d.tour_id) || private.template_settings(b.company_id, mail.template)
    || case when mail.template = 'booking-held' then jsonb_build_object('now', private.due_online(b), 'until', private.iso(b.expires_at)) else '{}' end || mail.data;
end
$$;
comment on function private.mail_payload is
  'Returns the data of a booking mail as of now, or null if the mail is outdated.';

create function private.ensure_mail_secrets(mail private.outbox_messages) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  new_secrets jsonb := mail.secrets;
begin
  if new_secrets is null and mail.template in ('booking-held', 'booking-confirmed', 'booking-requested', 'booking-changed', 'booking-reminder', 'booking-document',
    'booking-payment-failed') then
    new_secrets := jsonb_build_object('token', private.create_booking_link(mail.booking_id));
    update private.outbox_messages set secrets = new_secrets where id = mail.id;
  end if;
  return new_secrets;
end
$$;
comment on function private.ensure_mail_secrets is
  'Returns the secrets of a mail''s link, and creates them at the first call. Kept until the mail was sent, so that a '
  'retry sends the same mail.';

-- Mails that no booking action causes ---------------------------------------------------------------------------------

create function private.enqueue_meeting_point_mails() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  place_now constant jsonb := private.localised(new.tour_id, 'meeting_point');
  place_before constant jsonb := place_now || jsonb_build_object(new.locale, old.meeting_point);
  b public.bookings;
begin
  for b in
    select booking.* from public.departures as d join public.bookings as booking on booking.departure_id = d.id
    where d.tour_id = new.tour_id and d.status = 'scheduled' and d.starts_at > now() and booking.status in ('CONFIRMED', 'PENDING')
      and private.in_locale(place_before, booking.locale::text) <> private.in_locale(place_now, booking.locale::text)
    order by d.starts_at, booking.id
  loop
    perform private.enqueue_booking_changed_mail(b.id, private.mail_snapshot(b) || jsonb_build_object('meetingPoint', private.in_locale(place_before, b.locale::text)));
  end loop;
  return null;
end
$$;
comment on function private.enqueue_meeting_point_mails is
  'Trigger: queues change mails to the bookings that read this locale when a tour''s meeting point changes.';
create trigger enqueue_meeting_point_mails after update of meeting_point on public.tour_translations
  for each row when (old.meeting_point is distinct from new.meeting_point and old.meeting_point <> '' and new.meeting_point <> '')
  execute function private.enqueue_meeting_point_mails();

create function private.enqueue_meeting_note_mails() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  b public.bookings;
begin
  for b in select * from public.bookings where departure_id = new.id and status in ('CONFIRMED', 'PENDING') order by id loop
    perform private.enqueue_booking_changed_mail(b.id, private.mail_snapshot(b) || jsonb_build_object('meetingNote', coalesce(old.meeting_note, '')));
  end loop;
  return null;
end
$$;
comment on function private.enqueue_meeting_note_mails is
  'Trigger: queues change mails to the bookings of a departure when its meeting note is set, changed or removed.';
create trigger enqueue_meeting_note_mails after update of meeting_note on public.departures
  for each row when (old.meeting_note is distinct from new.meeting_note and new.status = 'scheduled' and new.starts_at > now())
  execute function private.enqueue_meeting_note_mails();

create function private.enqueue_refund_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  b public.bookings;
begin
  if coalesce(current_setting('muster.no_mail', true), '') = 'on' then return null; end if;
  select * into b from public.bookings where id = new.booking_id;
  perform private.enqueue_booking_mail('booking-refunded', b, 'refund:' || new.id, jsonb_build_object('refund', new.amount, 'currency', new.currency));
  return null;
end
$$;
comment on function private.enqueue_refund_mail is
  'Trigger: queues one mail to the guest when a refund was sent, whoever sent it; also after the tour.';
create trigger enqueue_refund_mail_inserted after insert on public.refunds
  for each row when (new.status = 'REFUNDED' and coalesce(new.method, 'other') not in ('moved', 'on_account')) execute function private.enqueue_refund_mail();
create trigger enqueue_refund_mail_updated after update of status on public.refunds
  for each row when (old.status <> 'REFUNDED' and new.status = 'REFUNDED' and coalesce(new.method, 'other') not in ('moved', 'on_account')) execute function private.enqueue_refund_mail();

-- Scheduled mails -----------------------------------------------------------------------------------------------------

create index departures_starts_at_idx on public.departures (starts_at) where status <> 'cancelled';
create index departures_ends_at_idx on public.departures (ends_at) where status <> 'cancelled';

create function private.is_native_booking(booking uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.audit_events where subject_id = booking and action in ('hold_booking', 'split_booking'));
end
$$;
comment on function private.is_native_booking is
  'Returns whether a booking was made here. Imported bookings get their mails from elsewhere.';

create function private.reminder_dedupe_key(booking uuid, day date) returns text
language sql immutable parallel safe
return 'reminder:' || booking || ':' || day;
comment on function private.reminder_dedupe_key is
  'Returns the dedupe key of a reminder: one per booking and day of departure.';

create function private.enqueue_reminder(booking uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  b public.bookings;
  d public.departures;
begin
  select * into b from public.bookings where bookings.id = booking;
  select * into d from public.departures where departures.id = b.departure_id;
  if b.status is distinct from 'CONFIRMED' or d.status <> 'scheduled' or d.starts_at <= clock_timestamp() then return; end if;
  perform private.enqueue_booking_mail('booking-reminder', b, private.reminder_dedupe_key(b.id, d.local_date), '{}');
end
$$;
comment on function private.enqueue_reminder is
  'Queues the reminder of a confirmed booking, unless its departure has started or is not scheduled.';

create function private.enqueue_thank_you(booking uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  b public.bookings;
begin
  select * into b from public.bookings as booking_row where booking_row.id = booking;
  if b.status is distinct from 'CONFIRMED' then return; end if;
  perform private.enqueue_booking_mail('booking-thanks', b, 'thanks:' || b.id, '{}');
end
$$;
comment on function private.enqueue_thank_you is 'Queues the thank-you mail of a confirmed booking.';

create function private.enqueue_due_reminders(at timestamptz, row_limit integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  b record;
  done integer := 0;
begin
  for b in
    select booking_row.id, booking_row.company_id
    from public.departures as d join public.bookings as booking_row on booking_row.departure_id = d.id
    where d.status = 'scheduled' and d.starts_at > at + interval '1 hour' and d.starts_at <= at + interval '1 day'
      and booking_row.status = 'CONFIRMED' and booking_row.created_at < d.starts_at - interval '1 day' and private.is_email_address(booking_row.contact_email)
      and not exists (select from private.outbox_messages as o where o.dedupe_key = private.reminder_dedupe_key(booking_row.id, d.local_date))
      -- A mail of the last day already told the guest when and where.
      and not exists (select from private.outbox_messages as since where since.booking_id = booking_row.id
        and since.template in ('booking-confirmed', 'booking-changed', 'departure-moved') and since.created_at >= d.starts_at - interval '1 day')
      and private.is_native_booking(booking_row.id) and not private.has_failed_today('enqueue_reminder', booking_row.id)
    order by d.starts_at
    limit row_limit
  loop
    if private.attempt_step('enqueue_reminder', b.company_id, b.id) then done := done + 1; end if;
  end loop;
  return done;
end
$$;
comment on function private.enqueue_due_reminders is
  'Queues reminders for bookings that start within a day and were made more than a day before, once per day of '
  'departure and not in the last hour before the start. Returns how many.';

create function private.enqueue_due_thank_yous(at timestamptz, row_limit integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  b record;
  done integer := 0;
begin
  for b in
    select booking.id, booking.company_id
    from public.departures as d join public.bookings as booking on booking.departure_id = d.id
    where d.status <> 'cancelled' and d.ends_at between at - interval '2 days' and at - interval '2 hours'
      and booking.status = 'CONFIRMED' and private.is_email_address(booking.contact_email)
      and not exists (select from private.outbox_messages as o where o.dedupe_key = 'thanks:' || booking.id)
      and private.is_native_booking(booking.id)
      and private.find_suppression(booking.contact_email) is null and not private.has_unsubscribed(booking.company_id, booking.contact_email)
      and private.checked_in_guests(d.id, private.active_guests(booking.id)) <> '{}' and not private.has_failed_today('enqueue_thank_you', booking.id)
    order by d.ends_at
    limit row_limit
  loop
    if private.attempt_step('enqueue_thank_you', b.company_id, b.id) then done := done + 1; end if;
  end loop;
  return done;
end
$$;
comment on function private.enqueue_due_thank_yous is
  'Queues thank-you mails to bookings with a checked-in guest, from two hours to two days after the end, once per '
  'booking. Returns how many.';

create function private.enqueue_due_guest_mails(row_limit integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  at constant timestamptz := clock_timestamp();
  done integer;
begin
  -- Called at every tick, but runs every five minutes, one caller at a time. A timestamp in the future comes from a
  -- clock that was set back.
  update private.job_worker set guest_mails_at = at
  where is_singleton and (guest_mails_at is null or guest_mails_at <= at - interval '5 minutes' or guest_mails_at > at + interval '5 minutes');
  if not found then return 0; end if;
  done := private.enqueue_due_reminders(at, row_limit);
  done := done + private.enqueue_due_thank_yous(at, row_limit);
  done := done + private.enqueue_due_report_reminders(at, row_limit);
  -- More may be due, so the next tick continues.
  if done >= row_limit then update private.job_worker set guest_mails_at = null where is_singleton; end if;
  return done;
end
$$;
comment on function private.enqueue_due_guest_mails is
  'Queues the scheduled mails, up to `row_limit` of each kind, and returns how many. Idempotent: it may run at any time, '
  'twice or a day late; mails that are too late are skipped.';

-- The office's outbox -------------------------------------------------------------------------------------------------

create function private.can_see_message(mail private.outbox_messages) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Mails to guests need access to guests; mails to the team, which include invitations, need an owner of the company.
  return private.can('COMPANY_ALL_ACCESS', mail.company_id) or (mail.booking_id is not null and private.may('resend_message', mail.company_id));
end
$$;
comment on function private.can_see_message is 'Returns whether the caller may see and resend a message of the outbox.';

create function private.may_see_outbox(company uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.may('read_outbox', company);
end
$$;
comment on function private.may_see_outbox is 'Returns whether the caller may see a company''s outbox.';

create function private.mail_problem(error text) returns text
language sql immutable parallel safe
-- The texts of send-mail.ts, smtp-mailer.ts and public.claim_job.
return case
  when error is null then null
  when error like 'The mail server refused it%' then 'refused'
  when error like 'Mail to this address came back%' then 'bounced'
  when error like 'The reader wants no such mail%' then 'unsubscribed'
  when error like 'The mail server%' or error like 'The worker was lost%' then 'unreachable'
  else 'other' end;
comment on function private.mail_problem is
  'Returns why a mail was not sent, from its job''s error: refused (no such address), bounced (an earlier mail came '
  'back), unsubscribed, unreachable or other.';

create function public.read_outbox(company uuid, filter text default null, booking uuid default null, after uuid default null, row_limit integer default 50)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  sees_all constant boolean := private.can('COMPANY_ALL_ACCESS', company);
  last private.outbox_messages;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not private.may_see_outbox(company) then return '{"status": "not_permitted"}'; end if;
  if filter not in ('pending', 'failed', 'sent') or row_limit is null or row_limit not between 1 and 200 then return '{"status": "invalid"}'; end if;
  select * into last from private.outbox_messages where id = after;
  return jsonb_build_object('status', 'ok',
    'counts', (
      select jsonb_build_object('pending', count(*) filter (where m.state = 'pending'), 'failed', count(*) filter (where m.state = 'failed'),
        'sent', count(*) filter (where m.state = 'sent'))
      from private.outbox_messages as m
      where m.company_id = read_outbox.company and (sees_all or m.booking_id is not null) and (read_outbox.booking is null or m.booking_id = read_outbox.booking)),
    'messages', coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'template', m.template, 'recipient', m.recipient, 'locale', m.locale, 'mail_state', m.state,
        'created_at', private.iso(m.created_at), 'sent_at', private.iso(m.sent_at),
        'next_try_at', case when m.state = 'pending' then private.iso(job.run_at) end, 'attempts', coalesce(job.attempts, 0),
        'is_leaving', coalesce(job.lease is not null and job.leased_until > clock_timestamp(), false),
        'problem', case when m.state <> 'sent' then private.mail_problem(job.last_error) end, 'error', case when m.state <> 'sent' then job.last_error end,
        'suppression', private.find_suppression(m.recipient),
        'may_resend', m.state <> 'sent' or m.template like 'booking-%',
        'booking', case when b.id is not null then jsonb_build_object('id', b.id, 'reference', b.reference, 'name', b.contact_name) end) order by m.created_at desc, m.id desc)
      from (
        select * from private.outbox_messages as o
        where o.company_id = read_outbox.company and (sees_all or o.booking_id is not null)
          and (read_outbox.booking is null or o.booking_id = read_outbox.booking)
          and (filter is null or o.state = filter::private.message_state) and (after is null or (o.created_at, o.id) < (last.created_at, last.id))
        order by o.created_at desc, o.id desc limit row_limit) as m
      left join private.jobs as job on job.kind = 'send_mail' and job.dedupe_key = m.id::text
      left join public.bookings as b on b.id = m.booking_id), '[]'));
end
$$;
comment on function public.read_outbox is
  'Returns a company''s mails, newest first: {"counts", "messages"}. Filters: pending, failed or sent; one booking; '
  'messages after a message (paging). Mails to the team are visible to owners only. Refusals: invalid, not_permitted, '
  'signed_out.';

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
  select * into job from private.jobs as j where j.kind = 'send_mail' and j.dedupe_key = resend_message.message::text for update;
  select * into mail from private.outbox_messages as m where m.id = resend_message.message for update;
  -- The same refusal for a foreign message, so that it reveals nothing.
  if mail.id is null or mail.company_id is null or not private.can_see_message(mail) then return '{"status": "not_found"}'; end if;
  target := coalesce(private.normalize_email_address(recipient), mail.recipient);
  if request is null or not private.is_email_address(target) then return '{"status": "invalid"}'; end if;
  -- A mail to a guest contains their booking link; at another address it would outlast acting for the company.
  if target is distinct from mail.recipient and not private.can('MANAGE_BOOKINGS_ACCESS', mail.company_id) then return '{"status": "not_permitted"}'; end if;
  if mail.state = 'pending' and job.lease is not null and job.leased_until > clock_timestamp() then return '{"status": "is_leaving"}'; end if;
  -- An account link works for its own address only.
  if mail.template not like 'booking-%' and mail.secrets ? 'token' and lower(target) <> lower(mail.recipient) then return '{"status": "recipient_fixed"}'; end if;
  if mail.template in ('invitation', 'export-outside') and mail.secrets is null then return '{"status": "link_used"}'; end if;
  if mail.template like 'booking-%' and mail.booking_id is not null then
    select * into b from public.bookings where id = mail.booking_id;
    if not private.is_mail_current(mail, b) then return '{"status": "superseded"}'; end if;
  end if;
  -- Resending confirms that the address is right, so its bounce is cleared.
  delete from private.suppressed_addresses as m where m.address_hash = private.address_hash(target) and m.reason = 'bounced';
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
      update private.jobs as j set state = 'waiting', attempts = 0, run_at = clock_timestamp(), finished_at = null, lease = null, leased_until = null
      where j.id = job.id;
    end if;
    sent_as := mail.id;
  end if;
  perform private.log_change(mail.company_id, 'resend_message', jsonb_build_object('id', mail.id, 'template', mail.template, 'state', mail.state), null);
  return jsonb_build_object('status', 'ok', 'message_id', sent_as);
end
$$;
comment on function public.resend_message is
  'Sends a message of the outbox again, optionally to another address: {"message_id"}. A sent message goes as a new '
  'one, once per request. Refusals: is_leaving (being sent), superseded, link_used (its link is not '
  'stored), recipient_fixed (its link works for its address only), not_permitted (another address while acting for the '
  'company), invalid, not_found, signed_out.';

grant execute on function public.read_outbox(uuid, text, uuid, uuid, integer), public.resend_message(uuid, uuid, text) to authenticated;
