-- Mails about changes of bookings, one of a kind in the queue at a time. ADR 043

create function private.cancellation_policy(company public.companies, tour uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'cancellation_cut_off_hours', t.cancellation_cut_off_hours, 'guests_may_move', company.guests_may_move)
      -- The tour's deposit comes before the company's. A deposit of 100 percent is no deposit.
      || coalesce((
        select jsonb_build_object('deposit_percent', coalesce(t.deposit_percent, s.deposit_percent))
        from private.payment_settings as s
        where s.company_id = company.id and s.mode = 'online' and coalesce(t.deposit_percent, s.deposit_percent) < 100
      ), '{}')
    from public.tours as t
    where t.id = tour);
end
$$;
comment on function private.cancellation_policy is
  'Returns the terms for a new booking of a tour: a booking''s policy_snapshot.';

-- Mails to guests: a queued mail has a dedupe key, and its content is read when it is sent. ADR 043 ---

create function private.enqueue_booking_mail(
  template text, booking public.bookings, dedupe_key text, more jsonb, send_at timestamptz default now()
) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_email_address(booking.contact_email) then return null; end if;
  return case
    when private.enqueue_mail(
      template,
      booking.contact_email,
      booking.locale,
      more,
      company => booking.company_id,
      dedupe_key => dedupe_key,
      send_at => send_at,
      booking => booking.id) is not null
      then booking.contact_email
  end;
end
$$;
comment on function private.enqueue_booking_mail is
  'Queues a mail about a booking to its guest. Returns the address, or null without one or when rate-limited.';

create function private.can_receive_booking_mail(
  actor private.booking_actor, booking public.bookings
) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return actor.is_silent is not true
    and private.is_email_address(booking.contact_email)
    and exists (select from public.departures where id = booking.departure_id and ends_at > now());
end
$$;
comment on function private.can_receive_booking_mail is
  'Returns whether the guest gets a mail about an action: has an address, the tour is not over, and the actor (null: '
  'none) does not suppress mails.';

create function private.has_queued_mail(booking uuid, templates text[]) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- The job's lock keeps a mail from being sent while a change relies on it.
  perform from private.outbox_messages as mail
  join private.jobs as job on job.kind = 'send_mail' and job.dedupe_key = mail.id::text
  where mail.booking_id = has_queued_mail.booking and mail.state = 'pending' and mail.template = any (templates)
    and job.state = 'waiting' and job.lease is null
  for update of job;
  return found;
end
$$;
comment on function private.has_queued_mail is
  'Returns whether a mail about a booking is queued and not being '
  'sent yet. It will contain the data of the time when it is sent.';

create function private.enqueue_booking_status_mail(
  actor private.booking_actor, booking uuid, more jsonb default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.bookings;
  template text;
begin
  select * into stored from public.bookings where id = booking;
  template := case stored.status
    when 'CONFIRMED' then 'booking-confirmed'
    when 'PENDING' then 'booking-requested'
    when 'REJECTED' then 'booking-rejected'
  end;
  if template is null
    or not private.can_receive_booking_mail(actor, stored)
    or private.has_queued_mail(booking, array[template])
  then
    return;
  end if;
  perform private.enqueue_booking_mail(template, stored, null, more);
end
$$;
comment on function private.enqueue_booking_status_mail is
  'Queues the mail that a booking is confirmed, requested or rejected, unless it is queued already.';

create function private.mail_snapshot(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('startsAt', private.iso(d.starts_at),
      'tour', private.in_locale(private.localised(d.tour_id, 'title'), booking.locale::text),
      'meetingPoint', private.in_locale(private.localised(d.tour_id, 'meeting_point'), booking.locale::text),
      'meetingNote', coalesce(d.meeting_note, ''), 'guests', cardinality(private.active_guests(booking.id)))
    from public.departures as d where d.id = booking.departure_id);
end
$$;
comment on function private.mail_snapshot is
  'Returns the fields of a booking whose change triggers a "your booking changed" mail.';

create function private.enqueue_booking_changed_mail(
  actor private.booking_actor, booking uuid, previous jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.bookings;
begin
  select * into stored from public.bookings where id = booking;
  if stored.status not in ('CONFIRMED', 'PENDING')
    or not private.can_receive_booking_mail(actor, stored)
    or previous = private.mail_snapshot(stored)
    or private.has_queued_mail(booking, '{booking-confirmed,booking-requested,booking-changed}')
  then
    return;
  end if;
  perform private.enqueue_booking_mail(
    'booking-changed', stored, null, jsonb_build_object('previous', previous), clock_timestamp() + interval '2 minutes'
  );
end
$$;
comment on function private.enqueue_booking_changed_mail is
  'Queues a "your booking changed" mail, sent two minutes later with all changes until then. "previous" is '
  'private.mail_snapshot before the change.';
