-- Change events: Realtime messages that tell apps and guest pages to fetch again. ADR 005

create table private.sync_epoch (
  is_singleton boolean primary key default true check (is_singleton),
  epoch uuid not null default gen_random_uuid()
);
comment on table private.sync_epoch is
  'The single sync epoch. Call private.new_sync_epoch() after restoring '
  'a backup: transaction ids restart, so every device must pull in full.';
comment on column private.sync_epoch.epoch is 'Part of every cursor. A cursor of another epoch is ignored.';
alter table private.sync_epoch enable row level security, force row level security;
insert into private.sync_epoch default values;

-- Change events: docs/protocol.md describes their shape.

create unlogged table private.pending_change_events (
  xid xid8 not null default pg_current_xact_id(),
  company_id uuid not null,
  departures uuid[],
  people uuid[] not null default '{}'
);
comment on table private.pending_change_events is
  'Change events that the running transaction sends at commit; empty '
  'between transactions. departures is null for the whole company.';
alter table private.pending_change_events enable row level security, force row level security;

create unlogged table private.recent_departure_events (
  departure_id uuid primary key,
  sent_at timestamptz not null
);
comment on table private.recent_departure_events is
  'Time of the last change event of each departure. Devices pull a while after an event '
  '(src/offline/sync/change-event-rules.ts), so one event also covers the commits shortly after it.';
alter table private.recent_departure_events enable row level security, force row level security;

create function private.queue_change_event(company uuid, departures uuid[], people uuid[] default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.pending_change_events (company_id, departures, people) values (company, departures, people);
  perform set_config('muster.change_events_are_due', 'yes', true);
end
$$;
comment on function private.queue_change_event is
  'Queues a change event for the commit: for devices with these departures (null: '
  'everybody in the company) and for these people. Carries no personal data.';

create function private.is_near_today(day date) returns boolean
language sql stable parallel safe
return day between current_date - 2 and current_date + 4;
comment on function private.is_near_today is
  'Returns whether departures of a day need change events: devices hold '
  'yesterday to the day after tomorrow in their company''s time zone (src/domain/pull-window.ts), whose date may '
  'differ from that of UTC. One day is to spare.';

create function private.send_change_event(event jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The hosted service has Realtime. Elsewhere the local host listens to the notification.
  if to_regprocedure('realtime.send(jsonb,text,text,boolean)') is not null then
    execute 'select realtime.send($1, $2, $3, true)' using event, 'changed',
      coalesce('booking:' || (event ->> 'booking_id'), 'company:' || (event ->> 'company_id'));
  else
    perform pg_notify('muster_change_event', event::text);
  end if;
end
$$;
comment on function private.send_change_event is
  'Sends a change event to the devices of its company, or to the guest pages of its booking.';

create unlogged table private.watched_bookings (
  booking_id uuid primary key,
  looked_at timestamptz not null
);
comment on table private.watched_bookings is
  'Time when a guest last viewed a booking. A visible page polls once a '
  'minute (src/booking/view/use-live-booking.ts), so only these bookings '
  'need change events. private.tidy_bookings deletes rows after an hour.';
-- No foreign key: reading a booking must not wait for its row lock.
create index watched_bookings_looked_at_idx on private.watched_bookings (looked_at);
alter table private.watched_bookings enable row level security, force row level security;

create function private.watch_booking(booking uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.watched_bookings as watched (booking_id, looked_at) values (booking, clock_timestamp())
  on conflict (booking_id) do update set looked_at = excluded.looked_at
    where watched.looked_at < excluded.looked_at - interval '30 seconds';
end
$$;
comment on function private.watch_booking is 'Records that a guest views a booking.';
