-- Bookings and guests: who comes to a departure.

create function private.random_code(length integer) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  signs constant text := '23456789ABCDEFGHJKMNPQRSTVWXYZ';
  raw constant bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  -- The sixth and eighth bytes of a uuid are not random.
  places constant integer[] := array[0, 1, 2, 5, 6, 7, 8, 9, 10, 13, 14, 15];
  code text := '';
begin
  for place in 1 .. random_code.length loop
    -- 30 signs: a byte above 239 would favour the first ones, so two bytes are folded together.
    code := code || substr(signs, (get_byte(raw, 2 * places[place]) * 256 + get_byte(raw, 2 * places[place] + 1)) % 30 + 1, 1);
  end loop;
  return code;
end
$$;
comment on function private.random_code is 'A code of up to 12 signs, none of which is mistaken for another when read aloud.';

create type public.booking_status as enum ('ON_HOLD', 'CONFIRMED', 'PENDING', 'EXPIRED', 'REJECTED', 'CANCELLED');
comment on type public.booking_status is 'How a booking stands; private.is_released_status says which keep no places.';

create type public.booking_source as enum ('office', 'website', 'partner', 'walk-in', 'api');
comment on type public.booking_source is 'By which way a booking came.';

create type public.booking_reason as enum ('guest_asked', 'guest_ill', 'late', 'weather', 'low_numbers', 'guide_missing', 'departure_cancelled',
  'not_paid', 'duplicate', 'mistake', 'hold_expired', 'party_changed', 'merged', 'split', 'other');
comment on type public.booking_reason is 'Why a booking moved, changed or ended; closed list of src/domain/bookings.ts.';

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  departure_id uuid not null,
  reference text not null check (reference ~ '^[23456789ABCDEFGHJKMNPQRSTVWXYZ]{6}$'),
  status public.booking_status not null,
  source public.booking_source not null,
  contact_name text not null check (length(contact_name) between 1 and 200),
  contact_email text check (length(contact_email) <= 320),
  contact_phone text check (length(contact_phone) <= 50),
  country text check (country ~ '^[A-Z]{2}$'),
  locale public.locale not null default 'en',
  note text check (length(note) <= 5000),
  organisation_id uuid references public.organisations (id) on delete set null,
  news_consent jsonb check (news_consent ? 'said' and news_consent ? 'at'),
  referral text check (length(referral) between 1 and 100),
  external_reference text check (length(external_reference) <= 200),
  access_token_hash text check (access_token_hash ~ '^[0-9a-f]{64}$'),
  total_amount bigint not null default 0 check (total_amount >= 0),
  paid_amount bigint not null default 0,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  expires_at timestamptz,
  extensions smallint not null default 0 check (extensions >= 0),
  late_minutes smallint check (late_minutes between 1 and 120),
  price_snapshot jsonb not null default '{}',
  policy_snapshot jsonb not null default '{}',
  reason public.booking_reason,
  version integer not null default 1,
  moved_from uuid[] not null default '{}',
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  created_at timestamptz not null default now(),
  changed_xid xid8 not null default pg_current_xact_id(),
  constraint bookings_departure foreign key (departure_id, company_id) references public.departures (id, company_id),
  constraint bookings_of_departure unique (id, departure_id),
  constraint bookings_reference_once unique (company_id, reference),
  constraint bookings_hold_expires check (status <> 'ON_HOLD' or expires_at is not null)
);
comment on table public.bookings is 'A party''s booking of a departure.';
comment on column public.bookings.reference is 'Said aloud: six signs.';
comment on column public.bookings.news_consent is
  'That its guest wants to hear of other tours: {"said": the words beside the tick, "at", "locale"}; null for who did not say so.';
comment on column public.bookings.referral is 'What the link or the embedding page that led to it called itself, as its `ref` said.';
comment on column public.bookings.access_token_hash is 'SHA-256 in hexadecimal of the token in the guest''s link; the token itself is kept nowhere.';
comment on column public.bookings.paid_amount is
  'Received less refunded, without what the roll-call of its departure collected, which devices add from their actions. Follows the ledger (ADR 025); minor units, below zero when such cash was given back.';
comment on column public.bookings.extensions is 'How often its hold was prolonged.';
comment on column public.bookings.late_minutes is 'By how much its guests say that they come too late to its departure; null: they said nothing, or took it back.';
comment on column public.bookings.policy_snapshot is 'What was promised when it was made: {"cancellation_cut_off_hours", "guests_may_move", "deposit_percent"?}.';
comment on column public.bookings.reason is 'Why it last moved, lost guests or ended; told to the devices that had it.';
comment on column public.bookings.version is 'Of what people type (contact, note): the second who edits learns of the first.';
comment on column public.bookings.moved_from is 'The departures it was on before, so that devices holding one of them learn that it left.';
comment on column public.bookings.tags is 'The office''s own words to find bookings by; no two alike, in the order of the alphabet.';
create index bookings_departure_id_idx on public.bookings (departure_id, changed_xid);
create index bookings_organisation_id_idx on public.bookings (organisation_id) where organisation_id is not null;
create index bookings_changed_xid_idx on public.bookings (company_id, changed_xid);
create index bookings_external_reference_idx on public.bookings (company_id, lower(external_reference))
  where external_reference is not null;
create unique index bookings_access_token_hash_idx on public.bookings (access_token_hash) where access_token_hash is not null;
alter table public.bookings enable row level security, force row level security;
grant select on public.bookings to authenticated;

create table public.guests (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  departure_id uuid not null,
  booking_id uuid not null,
  price_category_id uuid references public.price_categories (id) on delete set null,
  category_type public.price_category_type not null,
  name text check (length(name) between 1 and 200),
  amount bigint check (amount >= 0),
  ticket_code text not null check (ticket_code ~ '^[23456789ABCDEFGHJKMNPQRSTVWXYZ]{12}$'),
  is_cancelled boolean not null default false,
  moved_from uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  changed_xid xid8 not null default pg_current_xact_id(),
  constraint guests_booking foreign key (booking_id, departure_id) references public.bookings (id, departure_id)
    on update cascade on delete cascade,
  constraint guests_departure foreign key (departure_id, company_id) references public.departures (id, company_id),
  constraint guests_ticket_code_once unique (company_id, ticket_code)
);
comment on table public.guests is 'One a ticket. Whether somebody is here is the fold of the check-in actions and stored nowhere.';
comment on column public.guests.departure_id is 'Follows the booking when that is moved.';
comment on column public.guests.amount is 'What the ticket cost when it was booked, minor units; null where only the whole was told.';
comment on column public.guests.ticket_code is 'Scanned or typed: twelve signs.';
comment on column public.guests.moved_from is 'As in bookings.';
create index guests_departure_id_idx on public.guests (departure_id, changed_xid);
create index guests_booking_id_idx on public.guests (booking_id, departure_id);
create index guests_price_category_id_idx on public.guests (price_category_id) where price_category_id is not null;
create index guests_changed_xid_idx on public.guests (company_id, changed_xid);
alter table public.guests enable row level security, force row level security;
grant select on public.guests to authenticated;

create function private.guest_id(booking uuid, place integer) returns uuid
language sql immutable parallel safe
return (left(booking::text, 32) || lpad(to_hex(('x' || right(booking::text, 4))::bit(16)::integer # place), 4, '0'))::uuid;
comment on function private.guest_id is
  'The id of the guest at a place of its booking, from 1, so that a signed ticket names its guests in three bytes. The twin of guestIdAt in src/domain/signed-ticket.ts.';

create function private.last_guest_place(booking uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- By their ids, as some may be another booking's by now.
  return (
    select coalesce(max(('x' || right(g.id::text, 4))::bit(16)::integer # ('x' || right(booking::text, 4))::bit(16)::integer), 0)
    from public.guests as g
    where g.id between (left(booking::text, 32) || '0000')::uuid and (left(booking::text, 32) || 'ffff')::uuid);
end
$$;
comment on function private.last_guest_place is 'The last place that was given to a guest of a booking; 0 for none.';

create trigger stamp_changed_xid before insert or update on public.bookings
  for each row execute function private.stamp_changed_xid();
create trigger stamp_changed_xid before insert or update on public.guests
  for each row execute function private.stamp_changed_xid();

create function private.record_former_departure() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.moved_from := array_append(array_remove(old.moved_from, old.departure_id), old.departure_id);
  return new;
end
$$;
comment on function private.record_former_departure is 'Keeps the departure that a booking or guest leaves.';
create trigger record_former_departure before update on public.bookings
  for each row when (old.departure_id is distinct from new.departure_id) execute function private.record_former_departure();

create function private.clear_running_late() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.late_minutes := null;
  return new;
end
$$;
comment on function private.clear_running_late is 'Whoever was late for one departure is not for the next.';
create trigger clear_running_late before update on public.bookings
  for each row when (old.departure_id is distinct from new.departure_id) execute function private.clear_running_late();
create trigger record_former_departure before update on public.guests
  for each row when (old.departure_id is distinct from new.departure_id) execute function private.record_former_departure();

create function private.bump_booking_version() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
comment on function private.bump_booking_version is 'Whoever has read what a person typed before must not write over it unknowingly.';
create trigger bump_booking_version before update on public.bookings
  for each row when ((old.contact_name, old.contact_email, old.contact_phone, old.country, old.locale, old.note, old.external_reference)
    is distinct from (new.contact_name, new.contact_email, new.contact_phone, new.country, new.locale, new.note, new.external_reference))
  execute function private.bump_booking_version();

create function private.touch_partner_bookings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.bookings set changed_xid = changed_xid where organisation_id = new.id;
  return null;
end
$$;
comment on function private.touch_partner_bookings is 'The partner''s name travels with the booking.';
create trigger touch_partner_bookings after update of name on public.organisations
  for each row when (old.name is distinct from new.name) execute function private.touch_partner_bookings();

create trigger event_inserted after insert on public.bookings
  referencing new table as changed for each statement execute function private.queue_events_for_moved_rows();
create trigger event_updated after update on public.bookings
  referencing new table as changed for each statement execute function private.queue_events_for_moved_rows();
create trigger event_inserted after insert on public.guests
  referencing new table as changed for each statement execute function private.queue_events_for_moved_rows();
create trigger event_updated after update on public.guests
  referencing new table as changed for each statement execute function private.queue_events_for_moved_rows();
create trigger event_guests after update on public.bookings
  referencing new table as changed for each statement execute function private.queue_events_for_watched_bookings();
create trigger event_guests_inserted after insert on public.guests
  referencing new table as changed for each statement execute function private.queue_events_for_watched_bookings();
create trigger event_guests_updated after update on public.guests
  referencing new table as changed for each statement execute function private.queue_events_for_watched_bookings();

create function private.is_released_status(status public.booking_status) returns boolean
language sql immutable parallel safe
return status in ('CANCELLED', 'REJECTED', 'EXPIRED');
comment on function private.is_released_status is 'Whether a booking of this status keeps no places.';

create function private.touch_guests() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Set operations, as transition tables have no index to join by.
  touched uuid[] := array(select id from (select id, status from changed except select id, status from before) as other);
begin
  if touched <> '{}' then update public.guests set changed_xid = changed_xid where booking_id = any (touched); end if;
  return null;
end
$$;
comment on function private.touch_guests is 'Whether a guest''s place was given up travels with the guest and may come from the booking.';
create trigger touch_guests after update on public.bookings
  referencing old table as before new table as changed for each statement execute function private.touch_guests();

create policy "the office reads all bookings and guides those of their departures" on public.bookings
  for select to authenticated using (
    company_id in (select private.companies_with_visible_guests()) or departure_id in (select private.own_departures_on_device()));
create policy "the office reads all guests and guides those of their departures" on public.guests
  for select to authenticated using (
    company_id in (select private.companies_with_visible_guests()) or departure_id in (select private.own_departures_on_device()));
