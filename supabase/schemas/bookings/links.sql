-- Links in mails: their tokens, and the bookings that they open.

create function private.generate_token() returns text
language sql volatile
return translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_');
comment on function private.generate_token is
  'Returns a random token for a guest''s link: 244 bits in URL-safe characters.';

create type private.link_purpose as enum ('guest', 'preview', 'payment', 'resume');
comment on type private.link_purpose is 'Purpose of a link to a booking.';
create table private.guest_links (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  purpose private.link_purpose not null,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  constraint guest_links_expire check ((purpose = 'guest') = (expires_at is null))
);
comment on table private.guest_links is
  'Links to bookings in addition to the original one, as hashes: in resent '
  'mails, for the office''s preview, for paying, which a guide shows, and for taking over a hold in a reloaded frame.';
comment on column private.guest_links.purpose is
  'guest: everything that a guest may do. preview: reading for some '
  'minutes, for the office. payment: reading and paying for some minutes. resume: guest_take_over_hold, for two hours.';
create index guest_links_booking_id_idx on private.guest_links (booking_id);
create index guest_links_expires_at_idx on private.guest_links (expires_at) where expires_at is not null;
alter table private.guest_links enable row level security;
alter table private.guest_links force row level security;

create function private.create_booking_link(
  booking uuid, purpose private.link_purpose default 'guest', lasts interval default null
) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.generate_token();
begin
  insert into private.guest_links (token_hash, booking_id, purpose, expires_at)
  values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), booking, purpose, clock_timestamp() + lasts);
  return token;
end
$$;
comment on function private.create_booking_link is
  'Creates another link to a booking and returns its token. "lasts" is null for the purpose guest, else required.';

create function private.find_linked_booking(token text, purposes private.link_purpose[]) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select link.booking_id from private.guest_links as link
    where link.token_hash = encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex')
      and link.purpose = any (purposes) and (link.expires_at is null or link.expires_at > clock_timestamp()));
end
$$;
comment on function private.find_linked_booking is
  'Returns the booking of a link with one of the purposes; null if it is unknown or expired.';
