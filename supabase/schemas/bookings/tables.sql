-- Bookings and guests of departures.

create type public.booking_status as enum ('ON_HOLD', 'CONFIRMED', 'PENDING', 'EXPIRED', 'REJECTED', 'CANCELLED');
comment on type public.booking_status is
  'Status of a booking. private.is_released_status says which ones take no seats.';

create type public.booking_source as enum ('office', 'website', 'partner', 'walk-in', 'api');
comment on type public.booking_source is 'Channel through which a booking was made.';

create type public.booking_reason as enum (
  'guest_request',
  'guest_ill',
  'late',
  'weather',
  'low_numbers',
  'guide_missing',
  'departure_cancelled',
  'not_paid',
  'duplicate',
  'mistake',
  'hold_expired',
  'party_changed',
  'merged',
  'split',
  'other');
comment on type public.booking_reason is
  'Why a booking moved, changed or ended; the enum in src/domain/booking-reasons.ts.';

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
  news_consent jsonb check (news_consent ? 'text' and news_consent ? 'at'),
  referral text check (length(referral) between 1 and 100),
  voucher_number text check (length(voucher_number) <= 200),
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
comment on table public.bookings is 'Bookings of parties on departures.';
comment on column public.bookings.reference is 'Booking reference of six characters, easy to read aloud.';
comment on column public.bookings.news_consent is
  'The guest''s consent to news: {"text": wording of the checkbox, "at", "locale"}; null for none.';
comment on column public.bookings.referral is 'The `ref` of the link or embedding page that led to the booking.';
comment on column public.bookings.access_token_hash is
  'SHA-256 in hexadecimal of the token in the guest''s link. The token itself is not stored.';
comment on column public.bookings.paid_amount is
  'Received less refunded, without cash collected at the roll-call, which devices add from their actions. Follows the '
  'ledger (ADR 025). Minor units; negative when such cash was refunded.';
comment on column public.bookings.extensions is 'Number of extensions of the hold.';
comment on column public.bookings.late_minutes is 'Delay that the guest announced, in minutes; null for none.';
comment on column public.bookings.price_snapshot is
  'Prices when the booking was made or last changed: {"categories": [{"type", "price_category_id", "amount", '
  '"quantity"}], "discount"?: {"code", "percent", "amount"}}; empty if only the total was known.';
comment on column public.bookings.policy_snapshot is
  'Terms at the time of booking: {"cancellation_cut_off_hours", "guests_may_move", "deposit_percent"?}.';
comment on column public.bookings.reason is
  'Reason of the last move, loss of guests or end; sent to devices that had the booking.';
comment on column public.bookings.version is
  'Version of the fields that people type (private.bump_booking_version), to detect concurrent edits.';
comment on column public.bookings.moved_from is
  'Former departures, so that devices with one of them learn that the booking has left it.';
comment on column public.bookings.tags is 'The office''s tags, unique and in alphabetical order.';
create index bookings_departure_id_idx on public.bookings (departure_id, changed_xid);
create index bookings_organisation_id_idx on public.bookings (organisation_id) where organisation_id is not null;
create index bookings_changed_xid_idx on public.bookings (company_id, changed_xid);
create index bookings_voucher_number_idx on public.bookings (company_id, lower(voucher_number))
  where voucher_number is not null;
create unique index bookings_access_token_hash_idx on public.bookings (
  access_token_hash) where access_token_hash is not null;
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
comment on table public.guests is
  'One row per ticket. Whether a guest is checked in is the fold of the check-in actions and is not stored.';
comment on column public.guests.departure_id is
  'Departure of the booking; a foreign key updates it when the booking moves.';
comment on column public.guests.amount is
  'Price of the ticket when it was booked, in minor units; null if only the total was known.';
comment on column public.guests.ticket_code is 'Code of twelve characters, scanned or typed.';
comment on column public.guests.moved_from is 'Former departures, as in bookings.';
create index guests_departure_id_idx on public.guests (departure_id, changed_xid);
create index guests_booking_id_idx on public.guests (booking_id, departure_id);
create index guests_price_category_id_idx on public.guests (price_category_id) where price_category_id is not null;
create index guests_changed_xid_idx on public.guests (company_id, changed_xid);
alter table public.guests enable row level security, force row level security;
grant select on public.guests to authenticated;

create function private.guest_id(booking uuid, ordinal integer) returns uuid
language sql immutable parallel safe
return (
  left(booking::text, 32) || lpad(to_hex(('x' || right(booking::text, 4))::bit(16)::integer # ordinal), 4, '0'))::uuid;
comment on function private.guest_id is
  'Returns the id of a booking''s guest with an ordinal (from 1), so that a signed ticket encodes a run of guests of '
  'one kind in three bytes. signedGuestId in src/domain/signed-ticket.ts is its counterpart.';

create function private.guest_ordinal(booking uuid, guest uuid) returns integer
language sql immutable parallel safe
return ('x' || right(guest::text, 4))::bit(16)::integer # ('x' || right(booking::text, 4))::bit(16)::integer;
comment on function private.guest_ordinal is
  'Returns the ordinal of a guest with an id made by private.guest_id for the booking.';

create function private.last_guest_ordinal(booking uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- By their ids, as some guests may have moved to another booking.
  return (
    select coalesce(max(private.guest_ordinal(booking, g.id)), 0)
    from public.guests as g
    where g.id between (left(booking::text, 32) || '0000')::uuid and (left(booking::text, 32) || 'ffff')::uuid);
end
$$;
comment on function private.last_guest_ordinal is
  'Returns the highest ordinal given to a guest of a booking; 0 for none.';

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
comment on function private.record_former_departure is
  'Row trigger of bookings and guests: adds the old departure to moved_from.';
create trigger record_former_departure before update on public.bookings
  for each row when (old.departure_id is distinct from new.departure_id)
  execute function private.record_former_departure();

create function private.clear_late_minutes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.late_minutes := null;
  return new;
end
$$;
comment on function private.clear_late_minutes is
  'Row trigger of bookings: clears the announced delay when the booking moves.';
create trigger clear_late_minutes before update on public.bookings
  for each row when (old.departure_id is distinct from new.departure_id) execute function private.clear_late_minutes();
create trigger record_former_departure before update on public.guests
  for each row when (old.departure_id is distinct from new.departure_id)
  execute function private.record_former_departure();

create function private.bump_booking_version() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
comment on function private.bump_booking_version is
  'Row trigger of bookings: raises the version when a field that people type changes.';
create trigger bump_booking_version before update on public.bookings
  for each row
  when (
    (old.contact_name, old.contact_email, old.contact_phone, old.country, old.locale, old.note, old.voucher_number)
      is distinct from (
        new.contact_name,
        new.contact_email,
        new.contact_phone,
        new.country,
        new.locale,
        new.note,
        new.voucher_number)) execute function private.bump_booking_version();

create function private.touch_partner_bookings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.bookings set changed_xid = changed_xid where organisation_id = new.id;
  return null;
end
$$;
comment on function private.touch_partner_bookings is
  'Row trigger of organisations: marks the bookings of a renamed '
  'partner as changed, as a pull sends its name with them.';

create function private.is_released_status(status public.booking_status) returns boolean
language sql immutable parallel safe
return status in ('CANCELLED', 'REJECTED', 'EXPIRED');
comment on function private.is_released_status is 'Returns whether a booking of this status takes no seats.';

create function private.touch_guests(bookings uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if bookings = '{}' then return; end if;
  update public.guests set changed_xid = changed_xid where booking_id = any (bookings);
end
$$;
comment on function private.touch_guests is
  'Stamps the guests of bookings with a new status, so that devices pull them: they leave the roll-call or return.';

create policy "the office can read all bookings, guides of own departures" on public.bookings for
  select to authenticated using (
    company_id in (select private.companies_with_visible_guests())
      or departure_id in (select private.own_departures_on_device()));
create policy "the office can read all guests, guides of own departures" on public.guests for
  select to authenticated using (
    company_id in (select private.companies_with_visible_guests())
      or departure_id in (select private.own_departures_on_device()));

create index bookings_held_of_departure_idx on public.bookings (departure_id, expires_at) where status = 'ON_HOLD';

create index bookings_country_idx on public.bookings (company_id, country) where country is not null;
create index bookings_referral_idx on public.bookings (company_id, referral) where referral is not null;
