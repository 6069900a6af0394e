-- Mails about bookings that no booking action causes, reminders and thanks. ADR 043

create function private.ensure_mail_secrets(mail private.outbox_messages) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  new_secrets jsonb := mail.secrets;
begin
  if new_secrets is null
    and mail.template in (
      'booking-held',
      'booking-confirmed',
      'booking-requested',
      'booking-changed',
      'booking-reminder',
      'booking-document',
      'booking-payment-failed')
  then
    new_secrets := jsonb_build_object('token', private.create_booking_link(mail.booking_id));
    update private.outbox_messages set secrets = new_secrets where id = mail.id;
  end if;
  return new_secrets;
end
$$;
comment on function private.ensure_mail_secrets is
  'Returns the secrets of a mail''s link, and creates them at the first call. Kept until the mail was sent, so that a '
  'retry sends the same mail.';

create function private.enqueue_meeting_point_mails() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  place_now constant jsonb := private.localised(new.tour_id, 'meeting_point');
  place_before constant jsonb := place_now || jsonb_build_object(new.locale, old.meeting_point);
  b public.bookings;
begin
  for b in
    select booking.* from public.departures as d
    join public.bookings as booking on booking.departure_id = d.id
    where d.tour_id = new.tour_id and d.status = 'scheduled' and d.starts_at > now()
      and booking.status in ('CONFIRMED', 'PENDING')
      and private.in_locale(place_before, booking.locale::text) <> private.in_locale(place_now, booking.locale::text)
    order by d.starts_at, booking.id
  loop
    perform private.enqueue_booking_changed_mail(
      null,
      b.id,
      private.mail_snapshot(b) || jsonb_build_object('meetingPoint', private.in_locale(place_before, b.locale::text)));
  end loop;
  return null;
end
$$;
comment on function private.enqueue_meeting_point_mails is
  'Trigger: queues change mails to the bookings that read this locale when a tour''s meeting point changes.';

create function private.enqueue_meeting_note_mails(before public.departures, after public.departures) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  b public.bookings;
begin
  if before.meeting_note is not distinct from after.meeting_note
    or after.status <> 'scheduled' or after.starts_at <= now()
  then
    return;
  end if;
  for b in
    select * from public.bookings where departure_id = after.id and status in ('CONFIRMED', 'PENDING') order by id
  loop
    perform private.enqueue_booking_changed_mail(
      null, b.id, private.mail_snapshot(b) || jsonb_build_object('meetingNote', coalesce(before.meeting_note, '')));
  end loop;
end
$$;
comment on function private.enqueue_meeting_note_mails is
  'Queues change mails to the bookings of a coming departure if its meeting note was set, changed or removed.';

create function private.enqueue_refund_mail(before public.refunds, after public.refunds) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  b public.bookings;
begin
  if before.status = 'REFUNDED' or after.status <> 'REFUNDED' or after.is_silent
    or not private.is_cash_flow(after.method)
  then
    return;
  end if;
  select * into b from public.bookings where id = after.booking_id;
  perform private.enqueue_booking_mail(
    'booking-refunded',
    b,
    'refund:' || after.id,
    jsonb_build_object('refund', after.amount, 'currency', after.currency));
end
$$;
comment on function private.enqueue_refund_mail is
  'Queues one mail to the guest when a person or the provider sent a refund; also after the tour. before: null if new.';

create function private.is_native_booking(booking uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.audit_events where subject_id = booking and action in ('hold_booking', 'split_booking'));
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
  if b.status is distinct from 'CONFIRMED' or d.status <> 'scheduled' or d.starts_at <= clock_timestamp() then
    return;
  end if;
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
