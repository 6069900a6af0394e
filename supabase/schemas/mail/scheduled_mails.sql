-- Enqueues reminders and thanks that are due. ADR 043

create function private.enqueue_due_reminders(at timestamptz, row_limit integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  b record;
  done integer := 0;
begin
  for b in
    select booking_row.id, booking_row.company_id from public.departures as d
    join public.bookings as booking_row on booking_row.departure_id = d.id
    where d.status = 'scheduled' and d.starts_at > at + interval '1 hour'
      and d.starts_at <= at + interval '1 day' and booking_row.status = 'CONFIRMED'
      and booking_row.created_at < d.starts_at - interval '1 day'
      and private.is_email_address(booking_row.contact_email)
      and not exists (
        select from private.outbox_messages as o
        where o.dedupe_key = private.reminder_dedupe_key(booking_row.id, d.local_date))
      -- A mail of the last day already told the guest when and where.
      and not exists (
        select from private.outbox_messages as since
        where since.booking_id = booking_row.id
          and since.template in ('booking-confirmed', 'booking-changed', 'departure-moved')
          and since.created_at >= d.starts_at - interval '1 day')
      and private.is_native_booking(booking_row.id)
      and not private.has_failed_today('enqueue_reminder', booking_row.id)
    order by d.starts_at limit row_limit
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
    select booking.id, booking.company_id from public.departures as d
    join public.bookings as booking on booking.departure_id = d.id
    where d.status <> 'cancelled' and d.ends_at between at - interval '2 days' and at - interval '2 hours'
      and booking.status = 'CONFIRMED' and private.is_email_address(booking.contact_email)
      and not exists (select from private.outbox_messages as o where o.dedupe_key = 'thanks:' || booking.id)
      and private.is_native_booking(booking.id) and private.find_suppression(booking.contact_email) is null
      and not private.has_unsubscribed(booking.company_id, booking.contact_email)
      and private.checked_in_guests(d.id, private.active_guests(booking.id)) <> '{}'
      and not private.has_failed_today('enqueue_thank_you', booking.id)
    order by d.ends_at limit row_limit
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
  update private.job_worker
  set guest_mails_at = at
  where is_singleton
    and (
      guest_mails_at is null
        or guest_mails_at <= at - interval '5 minutes'
        or guest_mails_at > at + interval '5 minutes');
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
  'Queues the scheduled mails, up to `row_limit` of each kind, and returns how many. Idempotent: it may run at any '
  'time, twice or a day late; mails that are too late are skipped.';
