-- Suppressed addresses and links to unsubscribe. ADR 043

create type private.suppression_reason as enum ('bounced', 'complained');
comment on type private.suppression_reason is
  'Why mail to an address is suppressed: it bounces, or its reader marked ours as spam.';

create table private.suppressed_addresses (
  address_hash text primary key check (address_hash ~ '^[0-9a-f]{64}$'),
  reason private.suppression_reason not null,
  suppressed_at timestamptz not null default clock_timestamp()
);
comment on table private.suppressed_addresses is
  'Addresses that the mail provider reported, for all companies. Hashed, so that they survive erasure.';
alter table private.suppressed_addresses enable row level security, force row level security;

create table private.unsubscribe_links (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  company_id uuid not null references public.companies (id) on delete cascade,
  address_hash text not null check (address_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default clock_timestamp(),
  unsubscribed_at timestamptz
);
comment on table private.unsubscribe_links is
  'Unsubscribe links of mails that are not about a booking; used links are kept for good.';
create index unsubscribe_links_company_id_idx on private.unsubscribe_links (
  company_id, address_hash) where unsubscribed_at is not null;
create index unsubscribe_links_company_idx on private.unsubscribe_links (company_id);
create index unsubscribe_links_unused_idx on private.unsubscribe_links (created_at) where unsubscribed_at is null;
alter table private.unsubscribe_links enable row level security, force row level security;

create function private.address_hash(address text) returns text
language sql immutable parallel safe
return encode(sha256(convert_to(lower(private.normalize_email_address(address)), 'UTF8')), 'hex');
comment on function private.address_hash is 'Returns a hash by which an address is recognised without being stored.';

create function private.find_suppression(address text) returns private.suppression_reason
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select m.reason from private.suppressed_addresses as m where m.address_hash = private.address_hash(address));
end
$$;
comment on function private.find_suppression is 'Returns what the mail provider reported about an address, or null.';

create function private.is_about_booking(template text) returns boolean
language sql immutable parallel safe
return template not in ('booking-thanks', 'invitation');
comment on function private.is_about_booking is
  'Returns whether a mail is needed for a booking or for work; others can be unsubscribed from.';

create function private.has_unsubscribed(company uuid, address text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.unsubscribe_links as l
    where l.company_id = company and l.address_hash = private.address_hash(address) and l.unsubscribed_at is not null);
end
$$;
comment on function private.has_unsubscribed is
  'Returns whether an address has unsubscribed from a company''s mails that are not about a booking.';

create function public.unsubscribe(token text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.unsubscribe_links set unsubscribed_at = coalesce(unsubscribed_at, clock_timestamp())
  where token_hash = encode(sha256(convert_to(coalesce(unsubscribe.token, ''), 'UTF8')), 'hex');
  return jsonb_build_object('status', case when found then 'ok' else 'not_found' end);
end
$$;
comment on function public.unsubscribe is
  'Unsubscribes an address in one click from a mail program (RFC 8058). For the function unsubscribe.';

create function public.store_mail_event(address text, reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.is_email_address(private.normalize_email_address(address))
    or not pg_input_is_valid(reason, 'private.suppression_reason')
  then
    return '{"status": "ignored"}';
  end if;
  insert into private.suppressed_addresses as m (address_hash, reason)
  values (private.address_hash(address), store_mail_event.reason::private.suppression_reason)
  -- A complaint does not lift a bounce.
  on conflict (address_hash) do update
  set reason = case when m.reason = 'bounced' then m.reason else excluded.reason end,
    suppressed_at = excluded.suppressed_at;
  return '{"status": "ok"}';
end
$$;
comment on function public.store_mail_event is
  'Stores that mail to an address bounces for good, or that its reader complained. Returns ok or ignored. For the '
  'function mail-events.';

grant execute on function public.unsubscribe(text), public.store_mail_event(text, text) to service_role;
