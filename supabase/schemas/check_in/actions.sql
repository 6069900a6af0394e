-- Check-in actions: the append-only records of the roll-call, their devices, and their fold. ADR 004

create table public.devices (
  id uuid not null,
  user_id uuid not null,
  label text not null check (length(label) <= 200),
  app_version text not null check (length(app_version) <= 100),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  changed_xid xid8 not null default pg_current_xact_id(),
  primary key (id, user_id)
);
comment on table public.devices is
  'Devices that have sent actions, one row per person who used them, because people may write only their own rows.';
comment on column public.devices.id is 'Created on the device.';
comment on column public.devices.user_id is
  'No foreign key, as actions and their device outlive the person''s account.';
create index devices_user_id_idx on public.devices (user_id);
create index devices_changed_xid_idx on public.devices (changed_xid);
alter table public.devices enable row level security, force row level security;
grant select on public.devices to authenticated;

create type public.action_kind as enum ('check_in', 'no_show', 'walk_in', 'payment', 'note', 'count', 'depart', 'undo',
  'report_submit', 'report_return', 'report_lock', 'report_unlock');
comment on type public.action_kind is
  'Kinds of check-in actions, those of tour reports included. docs/protocol.md describes their payloads.';

create type public.action_flag as enum (
  'already_checked_in',
  'already_paid',
  'booking_cancelled',
  'booking_moved',
  'booking_not_confirmed',
  'departure_cancelled',
  'not_assigned',
  'over_capacity',
  'clock_skew',
  'odd_time',
  'unknown_guest',
  'undid_other',
  'undid_payment',
  'amount_differs',
  'other_method');
comment on type public.action_flag is
  'Reasons why a person should look at a recorded action. docs/protocol.md explains those whose names do not.';

create table public.check_in_actions (
  id uuid primary key,
  company_id uuid not null,
  departure_id uuid not null,
  booking_id uuid,
  guest_id uuid,
  kind public.action_kind not null,
  payload jsonb not null,
  device_id uuid not null,
  device_sequence bigint not null,
  schema_version integer not null,
  user_id uuid not null,
  occurred_at timestamptz not null,
  device_time timestamptz not null,
  recorded_at timestamptz not null default now(),
  body_hash bytea not null,
  flags public.action_flag[] not null default '{}',
  changed_xid xid8 not null default pg_current_xact_id(),
  constraint check_in_actions_departure foreign key (
    departure_id, company_id) references public.departures (id, company_id),
  constraint check_in_actions_device foreign key (device_id, user_id) references public.devices (id, user_id));
comment on table public.check_in_actions is
  'Immutable records of the roll-call. Only an undo that names '
  'an action cancels it. The state is the fold of all actions.';
comment on column public.check_in_actions.id is 'Created on the device. Makes sending idempotent.';
comment on column public.check_in_actions.booking_id is
  'No foreign key, nor for guest_id: an action about an unknown guest is recorded, too (flag unknown_guest).';
comment on column public.check_in_actions.device_time is 'The device''s uncorrected clock.';
comment on column public.check_in_actions.occurred_at is
  'Time corrected by the device, never after receipt, in whole milliseconds.';
comment on column public.check_in_actions.device_sequence is 'Number of the action on its device, in order.';
comment on column public.check_in_actions.schema_version is 'Version of the action''s format; so far 1.';
comment on column public.check_in_actions.body_hash is
  'SHA-256 of the action as sent, to tell a repeat from another action with the same id.';
create index check_in_actions_departure_id_idx on public.check_in_actions (departure_id, changed_xid);
create index check_in_actions_company_id_idx on public.check_in_actions (company_id, changed_xid);
create index check_in_actions_device_id_idx on public.check_in_actions (device_id, user_id);
create index check_in_actions_undo_idx on public.check_in_actions (departure_id) where kind = 'undo';
alter table public.check_in_actions enable row level security, force row level security;
grant select on public.check_in_actions to authenticated;

create trigger stamp_changed_xid before insert or update of label on public.devices
  for each row execute function private.stamp_changed_xid();
create trigger stamp_changed_xid before insert or update on public.check_in_actions
  for each row execute function private.stamp_changed_xid();

create policy "users can read their own devices" on public.devices
  for select to authenticated using (user_id = (select private.current_user_id()));
-- Walk-ins and notes contain guests' names, too.
create policy "the office can read all actions, guides of own departures" on public.check_in_actions for
  select to authenticated using (
    company_id in (select private.companies_with_visible_guests())
      or departure_id in (select private.own_departures_on_device()));

create function private.fold_check_in(guests jsonb, actions jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  with input as materialized (
    -- The first of several actions with the same id counts.
    select distinct
      on (a ->> 'id') a ->> 'id' as id,
      a ->> 'kind' as kind,
      a ->> 'guest_id' as guest_id,
      a ->> 'booking_id' as booking_id,
      a ->> 'occurred_at' as occurred_at,
      a -> 'payload' as payload,
      -- Anybody can claim a known device id, but not another user.
      (a ->> 'user_id') || (a ->> 'device_id') as device
    from jsonb_array_elements(actions) with ordinality as action (a, ordinal)
    order by a ->> 'id', ordinal),
  undone as materialized (
    -- Only ids of this list: an undo may name many unknown ones. "is true" lets the planner use a hashed subplan.
    select distinct target as id from input
    cross join jsonb_array_elements_text(payload -> 'actions') as target
    where kind = 'undo' and (target in (select id from input)) is true),
  effective as materialized (
    select input.*, (occurred_at || id) collate "C" as moment from input
    where not exists (select from undone where undone.id = input.id)),
  walk_in_guests as materialized (
    select guest ->> 'id' as id, bool_or(exists (select from effective where effective.id = input.id)) as is_effective
    from input cross join jsonb_array_elements(payload -> 'guests') as guest
    where kind = 'walk_in' group by 1),
  signed as materialized (
    -- A signed ticket proves a guest whom the list may not have yet, even if the check-in was undone.
    select distinct guest_id as id from input
    where kind = 'check_in' and guest_id is not null and payload ->> 'method' = 'signed'),
  listed as materialized (
    select distinct on (g ->> 'id') g ->> 'id' as id, (g ->> 'cancelled')::boolean as cancelled
    from jsonb_array_elements(guests) with ordinality as guest (g, ordinal)
    order by g ->> 'id', ordinal desc),
  roster as materialized (
    select coalesce(listed.id, walk_in_guests.id, signed.id) as id,
      case when walk_in_guests.is_effective is false then true else coalesce(listed.cancelled, false) end as cancelled
    from listed
    full join walk_in_guests on walk_in_guests.id = listed.id
    full join signed on signed.id = coalesce(listed.id, walk_in_guests.id)),
  departed as materialized (select id from effective where kind = 'depart' order by moment limit 1),
  checked_in as materialized (
    select guest_id, jsonb_agg(id order by moment) as ids, min(moment) as first, count(distinct device) > 1 as conflict
    from effective
    where kind = 'check_in' and guest_id is not null group by guest_id),
  states as materialized (
    select roster.id, checked_in.ids, checked_in.conflict,
      -- The moment is the instant followed by the id, a UUID of 36 characters.
      left(checked_in.first, -36) as at,
      case
        when checked_in.ids is not null then 'checked_in'
        when roster.cancelled then 'cancelled'
        when exists (select from departed)
          or exists (select from effective where kind = 'no_show' and guest_id = roster.id)
          then 'no_show'
        else 'expected'
      end as status
    from roster left join checked_in on checked_in.guest_id = roster.id),
  by_booking as materialized (
    select booking_id, coalesce(sum((payload ->> 'amount')::numeric) filter (where kind = 'payment'), 0) as collected,
      coalesce(jsonb_agg(id order by moment) filter (where kind = 'payment'), '[]') as payments,
      count(distinct device) filter (where kind = 'payment') > 1 as payment_conflict,
      coalesce(jsonb_agg(id order by moment) filter (where kind = 'note'), '[]') as notes
    from effective
    where kind in ('payment', 'note') and booking_id is not null group by booking_id)
  select jsonb_build_object(
    'guests', coalesce((
      select jsonb_object_agg(
        id,
        jsonb_build_object(
          'status', status, 'at', at, 'check_ins', coalesce(ids, '[]'), 'conflict', coalesce(conflict, false)))
      from states), '{}'),
    'bookings', coalesce((
      select jsonb_object_agg(
        booking_id,
        jsonb_build_object(
          'collected', collected, 'payments', payments, 'payment_conflict', payment_conflict, 'notes', notes))
      from by_booking), '{}'),
    'walk_ins', coalesce((select jsonb_agg(id order by moment) from effective where kind = 'walk_in'), '[]'),
    'departed', (select id from departed),
    'counts', coalesce((select jsonb_agg(id order by moment) from effective where kind = 'count'), '[]'),
    'tally', (
      select jsonb_build_object(
        'expected', count(*) filter (where status = 'expected'),
        'checked_in', count(*) filter (where status = 'checked_in'),
        'no_show', count(*) filter (where status = 'no_show'),
        'cancelled', count(*) filter (where status = 'cancelled'))
      from states))$$;
comment on function private.fold_check_in is
  'Folds guests and actions to the state of the roll-call; SQL counterpart of canonical(foldCheckIn(guests, actions)) '
  'in src/domain/check-in.ts, over JSON in snake_case. A property test keeps both equal.';

create function private.departure_roll_call(departure uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.fold_check_in(
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', id,
        'booking_id', booking_id,
        'cancelled', is_cancelled
          or exists (select from public.bookings b where b.id = g.booking_id and private.is_released_status(b.status))))
      from public.guests g
      where departure_id = departure), '[]'),
    -- to_jsonb(array_agg(…)), as jsonb_agg is quadratic in the length of arrays inside its elements.
    coalesce((
      select to_jsonb(array_agg(jsonb_build_object(
        'id', id,
        'kind', kind,
        'guest_id', guest_id,
        'booking_id', booking_id,
        'device_id', device_id,
        'user_id', user_id,
        'occurred_at', private.iso(occurred_at),
        -- Only payloads that the fold reads.
        'payload', case
          when kind in ('walk_in', 'payment', 'undo') or payload ->> 'method' = 'signed' then payload
          else '{}'
        end)))
      from public.check_in_actions
      where departure_id = departure), '[]'))$$;
comment on function private.departure_roll_call is
  'Returns the fold over the stored guests and actions of a departure.';
