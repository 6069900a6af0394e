-- Bookings and guests: who comes to a departure.

create function private.random_code(length integer) returns text
language sql volatile set search_path = ''
as $$
  -- 30 signs: a byte above 239 would favour the first ones, so two bytes are folded together.
  select string_agg(substr('23456789ABCDEFGHJKMNPQRSTVWXYZ',
    (get_byte(raw, 2 * i) * 256 + get_byte(raw, 2 * i + 1)) % 30 + 1, 1), '')
  from (select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as raw) as random,
    -- The sixth and eighth bytes of a uuid are not random.
    lateral (select i from unnest(array[0, 1, 2, 5, 6, 7, 8, 9, 10, 13, 14, 15]) with ordinality as place (i, n) where n <= random_code.length) as places
$$;
comment on function private.random_code is 'A code of up to 12 signs, none of which is mistaken for another when read aloud.';

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  departure_id uuid not null,
  reference text not null check (reference ~ '^[23456789ABCDEFGHJKMNPQRSTVWXYZ]{6}$'),
  status text not null check (status in ('ON_HOLD', 'CONFIRMED', 'PENDING', 'EXPIRED', 'REJECTED', 'CANCELLED')),
  source text not null check (source in ('office', 'website', 'partner', 'walk-in', 'api')),
  contact_name text not null check (length(contact_name) between 1 and 200),
  contact_email text check (length(contact_email) <= 320),
  contact_phone text check (length(contact_phone) <= 50),
  country text check (country ~ '^[A-Z]{2}$'),
  locale text not null default 'en' check (locale in ('en', 'es', 'da', 'it')),
  note text check (length(note) <= 5000),
  organisation_id uuid references public.organisations (id) on delete set null,
  external_reference text check (length(external_reference) <= 200),
  access_token_hash text check (access_token_hash ~ '^[0-9a-f]{64}$'),
  total_amount bigint not null default 0 check (total_amount >= 0),
  paid_amount bigint not null default 0 check (paid_amount >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  expires_at timestamptz,
  price_snapshot jsonb not null default '{}',
  moved_from uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  changed_xid xid8 not null default pg_current_xact_id(),
  constraint bookings_departure foreign key (departure_id, company_id) references public.departures (id, company_id),
  constraint bookings_of_departure unique (id, departure_id),
  constraint bookings_reference_once unique (company_id, reference),
  constraint bookings_hold_expires check (status <> 'ON_HOLD' or expires_at is not null)
);
comment on table public.bookings is 'A party''s booking of a departure.';
comment on column public.bookings.reference is 'Said aloud: six signs.';
comment on column public.bookings.access_token_hash is 'SHA-256 in hexadecimal of the token in the guest''s link; the token itself is kept nowhere.';
comment on column public.bookings.paid_amount is 'Received by other ways than the roll-call; what was collected there is a fold of the actions. Minor units.';
comment on column public.bookings.moved_from is 'The departures it was on before, so that devices holding one of them learn that it left.';
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
  category_type text not null check (category_type in ('ADULT', 'YOUTH', 'CHILD', 'INFANT', 'FAMILY', 'SENIOR', 'STUDENT', 'MILITARY', 'OTHER')),
  name text check (length(name) between 1 and 200),
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
comment on column public.guests.ticket_code is 'Scanned or typed: twelve signs.';
comment on column public.guests.moved_from is 'As in bookings.';
create index guests_departure_id_idx on public.guests (departure_id, changed_xid);
create index guests_booking_id_idx on public.guests (booking_id, departure_id);
create index guests_price_category_id_idx on public.guests (price_category_id) where price_category_id is not null;
create index guests_changed_xid_idx on public.guests (company_id, changed_xid);
alter table public.guests enable row level security, force row level security;
grant select on public.guests to authenticated;

create trigger stamp_changed_xid before insert or update on public.bookings
  for each row execute function private.stamp_changed_xid();
create trigger stamp_changed_xid before insert or update on public.guests
  for each row execute function private.stamp_changed_xid();

create function private.remember_departure() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.moved_from := array_append(array_remove(old.moved_from, old.departure_id), old.departure_id);
  return new;
end
$$;
comment on function private.remember_departure is 'Keeps the departure that a booking or guest leaves.';
create trigger remember_departure before update on public.bookings
  for each row when (old.departure_id is distinct from new.departure_id) execute function private.remember_departure();
create trigger remember_departure before update on public.guests
  for each row when (old.departure_id is distinct from new.departure_id) execute function private.remember_departure();

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

create trigger hint_inserted after insert on public.bookings
  referencing new table as changed for each statement execute function private.hint_departures_of_moved();
create trigger hint_updated after update on public.bookings
  referencing new table as changed for each statement execute function private.hint_departures_of_moved();
create trigger hint_inserted after insert on public.guests
  referencing new table as changed for each statement execute function private.hint_departures_of_moved();
create trigger hint_updated after update on public.guests
  referencing new table as changed for each statement execute function private.hint_departures_of_moved();

create function private.is_given_up(booking_status text) returns boolean
language sql immutable parallel safe
return booking_status in ('CANCELLED', 'REJECTED', 'EXPIRED');
comment on function private.is_given_up is 'Whether a booking of this status keeps no places.';

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
    company_id in (select private.guest_companies()) or departure_id in (select private.own_held_departures()));
create policy "the office reads all guests and guides those of their departures" on public.guests
  for select to authenticated using (
    company_id in (select private.guest_companies()) or departure_id in (select private.own_held_departures()));
