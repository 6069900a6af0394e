-- Cancelling and moving departures, and the mails to guests and guides.

create function private.enqueue_guide_mails(
  template text, departure public.departures, dedupe_key text, more jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  guide record;
begin
  for guide in
    select u.id, u.locale, a.email, g.status
    from public.departure_guides as g join public.users as u on u.id = g.user_id join auth.users as a on a.id = u.id
    -- Not to the guide who makes the change.
    where g.departure_id = (departure).id and g.status <> 'declined' and u.id is distinct from (select auth.uid())
    order by u.id
  loop
    -- A guide whose proposal has not been sent yet gets a new one, or no mail at all.
    if private.delete_unsent_assignment_mail(departure, guide.id, 'proposed') and guide.status = 'proposed' then
      if template = 'departure-moved' then
        perform private.enqueue_assignment_mail('proposed', departure, guide.id);
      end if;
      continue;
    end if;
    perform private.notify_guide(
      guide.id,
      departure,
      case template when 'departure-moved' then 'moved' else 'cancelled' end,
      (more ->> 'previous')::timestamptz);
    continue when not private.is_email_address(guide.email);
    perform private.enqueue_mail(
      template,
      guide.email,
      guide.locale,
      private.departure_mail(departure, guide.locale::text)
        || more
        || jsonb_build_object('audience', 'guide', 'reference', ''),
      company => (departure).company_id,
      dedupe_key => dedupe_key || ':' || guide.id);
  end loop;
end
$$;
comment on function private.enqueue_guide_mails is
  'Queues a mail to each guide of a departure and adds a notice in the app. Idempotent by dedupe key.';

create function public.cancel_departures(
  company uuid, departures jsonb, reason text, message text default '', preview boolean default false
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  lock record;
  changing uuid[];
  refusal jsonb;
  impact jsonb;
  d public.departures;
  booking uuid;
begin
  lock := private.lock_departures(company, departures, 'cancel_departures');
  if lock.refusal is not null then return lock.refusal; end if;
  if not coalesce(pg_input_is_valid(reason, 'public.departure_cancel_reason'), false)
    or message is null
    or length(message) > 2000
  then
    return '{"status": "invalid"}';
  end if;
  changing := array(
    select departure_row.id from public.departures as departure_row
    where departure_row.id = any (lock.ids) and departure_row.status <> 'cancelled');
  refusal := coalesce(
    private.stale_departures_response(departures, changing),
    private.ended_departures_response(changing, array['scheduled']));
  if refusal is not null then return refusal; end if;
  impact := private.affected_people(company, changing);
  if not preview then
    for d in
      select * from public.departures as departure_row
      where departure_row.id = any (changing) order by departure_row.id
    loop
      perform private.enqueue_guest_mails(
        'departure-cancelled',
        d,
        'departure-cancelled:' || d.id,
        jsonb_build_object('reason', reason, 'message', private.trim_text(message)));
      perform private.enqueue_guide_mails(
        'departure-cancelled',
        d,
        'departure-cancelled:' || d.id,
        jsonb_build_object('reason', reason, 'message', private.trim_text(message)));
      for booking in
        select b.id from public.bookings as b
        where b.departure_id = d.id and not private.is_released_status(b.status) order by b.id
      loop
        perform private.end_cancelled_departure_booking(booking, reason);
      end loop;
      update public.departures
      set status = 'cancelled', follows_schedule = false, version = version + 1
      where id = d.id;
      perform private.log_change(company, 'cancel_departure', jsonb_build_object('id', d.id, 'status', d.status),
        jsonb_build_object('id', d.id, 'status', 'cancelled', 'reason', reason, 'message', private.trim_text(message)));
    end loop;
  end if;
  return private.changed_departures_response(lock.ids, preview, impact);
end
$$;
comment on function public.cancel_departures is
  'Cancels departures with their bookings, all or none, and mails guests and guides. Idempotent. Returns ok, stale, '
  'ended (departed or over) or a refusal of private.lock_departures.';

create function private.enqueue_departure_moved_mails(
  previous public.departures, departure public.departures, message text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  dedupe_key constant text := 'departure-moved:' || (departure).id || ':' || (departure).version;
  more constant jsonb := jsonb_build_object(
    'previous', private.iso((previous).starts_at), 'message', private.trim_text(message));
begin
  perform private.enqueue_guest_mails('departure-moved', departure, dedupe_key, more);
  perform private.enqueue_guide_mails('departure-moved', departure, dedupe_key, more);
  -- Guides accepted the former time, so they are asked again.
  update public.departure_guides as g set status = 'proposed'
  where g.departure_id = (departure).id and g.status = 'accepted' and g.user_id is distinct from (select auth.uid());
end
$$;
comment on function private.enqueue_departure_moved_mails is
  'Queues mails to guests and guides of a moved departure, and asks guides again who had accepted it.';

create function public.move_departure(
  company uuid,
  departure uuid,
  version integer,
  to_date date,
  to_time time,
  message text default '',
  preview boolean default false
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  versions constant jsonb := jsonb_build_array(jsonb_build_object('id', departure, 'version', version));
  lock record;
  refusal jsonb;
  result jsonb;
  old_departure public.departures;
  d public.departures;
begin
  lock := private.lock_departures(company, versions, 'move_departure');
  if lock.refusal is not null then return lock.refusal; end if;
  select * into old_departure from public.departures where id = departure;
  d := old_departure;
  if not private.is_date_range(current_date - 3660, to_date, 7320)
    or to_time is null
    or message is null
    or length(message) > 2000
  then
    return '{"status": "invalid"}';
  end if;
  d.local_date := to_date;
  d.starts_at := private.instant_in(
    (select c.time_zone from public.companies as c where c.id = company),
    to_date + date_trunc('minute', to_time::interval));
  d.ends_at := d.starts_at + (old_departure.ends_at - old_departure.starts_at);
  if old_departure.starts_at = d.starts_at and old_departure.local_date = to_date then
    return private.changed_departures_response(lock.ids, preview, private.affected_people(company, '{}'))
      || '{"conflicts": []}';
  end if;
  refusal := coalesce(
    private.stale_departures_response(versions, lock.ids),
    private.ended_departures_response(lock.ids, array['scheduled']));
  if refusal is not null then return refusal; end if;
  if d.starts_at < now() then return '{"status": "past"}'; end if;
  result := jsonb_build_object(
    'conflicts',
    private.ordered_conflicts((
      select coalesce(jsonb_agg(to_jsonb(c)), '[]')
      from private.duty_conflicts(
        company,
        array(
          select private.assignment_duty(d, g.user_id) from public.departure_guides as g
          where g.departure_id = departure and g.status <> 'declined')) as c)));
  if not preview then
    update public.departures as departure_row
    set local_date = d.local_date, starts_at = d.starts_at, ends_at = d.ends_at, follows_schedule = false,
      version = departure_row.version + 1
    where departure_row.id = departure
    returning departure_row.* into d;
    perform private.enqueue_departure_moved_mails(old_departure, d, message);
    perform private.log_change(
      company,
      'move_departure',
      jsonb_build_object('id', d.id, 'starts_at', private.iso(old_departure.starts_at)),
      jsonb_build_object('id', d.id, 'starts_at', private.iso(d.starts_at), 'message', private.trim_text(message)));
  end if;
  return private.changed_departures_response(lock.ids, preview, private.affected_people(company, lock.ids)) || result;
end
$$;
comment on function public.move_departure is
  'Moves a departure to another local date or time. Bookings and check-ins stay on it, guides who accepted are asked '
  'again, guests and guides get mails. Returns ok with the guides'' conflicts, stale, ended, past or a refusal of '
  'private.lock_departures.';

grant execute on function
  public.cancel_departures(uuid, jsonb, text, text, boolean),
  public.move_departure(uuid, uuid, integer, date, time, text, boolean)
to authenticated;
