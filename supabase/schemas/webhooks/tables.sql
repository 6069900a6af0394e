-- Webhooks: events of a company for other programs; signed, ordered per booking, delivered at least once. ADR 064

create type public.webhook_event as enum (
  'booking.created',
  'booking.confirmed',
  'booking.changed',
  'booking.moved',
  'booking.cancelled',
  'booking.rejected',
  'booking.expired',
  'guest.checked_in',
  'departure.changed',
  'departure.departed',
  'departure.cancelled',
  'report.submitted',
  'report.returned',
  'report.locked',
  'payment.received',
  'payment.undone',
  'payment.failed',
  'payment.refunded',
  'availability.changed',
  'webhook.test');
comment on type public.webhook_event is
  'Type of event. webhook.test is only sent by hand, availability.changed only to OCTO subscribers. Enum in '
  'src/domain/webhooks.ts.';

create type private.webhook_state as enum ('active', 'paused', 'off');
comment on type private.webhook_state is
  'paused (automatically): events are queued until it resumes; off: events are not stored.';
create type private.webhook_pause as enum ('gone', 'failing');
comment on type private.webhook_pause is
  'Why a receiver was paused: it answered 410, or no delivery succeeded for a day.';
create type private.delivery_state as enum ('pending', 'retrying', 'delivered', 'dead');
comment on type private.delivery_state is 'State of a delivery: retried until delivered, or dead after three days.';
create type private.webhook_failure as enum (
  'status',
  'redirect',
  'gone',
  'forbidden_address',
  'unreachable',
  'no_response',
  'bad_certificate',
  'not_sent');
comment on type private.webhook_failure is 'Why an attempt failed, as in src/domain/webhooks.ts.';

create function private.is_webhook_url(url text) returns boolean
language sql immutable parallel safe
-- Host names only, as a numeric host is an IP address. The sender checks that the name does not resolve to an internal
-- address.
return length(url) <= 500
  and url ~* '^https://([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?(:\d{1,5})?([/?][^\s#]*)?$'
    and url !~* '^https://[^/?:]*\.(localhost|local|internal|lan|home|arpa|onion)([:/?]|$)' and coalesce(
      substring(url from '^[^/]*//[^/?:]*:(\d{1,5})')::integer, 443) between 1 and 65535;
comment on function private.is_webhook_url is
  'Returns whether a URL may receive webhooks: https, valid port, no user, no fragment, a host name and no IP '
  'address. Twin of isWebhookUrl in src/domain/webhooks.ts.';

create type public.octo_event as enum ('booking_update', 'availability_update');
comment on type public.octo_event is
  'Event that resellers subscribe to through OCTO (ADR 066). Enum in src/domain/webhooks.ts.';

create function private.are_webhook_headers(headers jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
-- Headers are sent verbatim: they must not inject lines or replace our own headers.
return jsonb_typeof(headers) = 'object' and (select count(*) <= 20 from jsonb_object_keys(headers))
  and not exists (
    select from jsonb_each(headers) as header (name, value)
    where name !~ '^[A-Za-z0-9-]{1,64}$'
      or jsonb_typeof(value) <> 'string'
      or length(value #>> '{}') > 1000
      or value #>> '{}' !~ '^[ -~]*$'
      or lower(name) ~ '^(host|connection|user-agent|transfer-encoding|expect|content-.*|webhook-.*)$');
comment on function private.are_webhook_headers is 'Returns whether custom headers may be sent with webhooks.';

create table private.webhook_endpoints (
  id uuid primary key,
  company_id uuid not null references public.companies (id) on delete cascade,
  url text not null check (private.is_webhook_url(url)),
  description text check (length(description) between 1 and 200),
  events public.webhook_event[] not null check (cardinality(events) between 1 and 30),
  has_personal_data boolean not null default false,
  secret text not null check (secret ~ '^whsec_[A-Za-z0-9+/]{40,88}={0,2}$'),
  former_secret text,
  former_until timestamptz,
  state private.webhook_state not null default 'active',
  pause_reason private.webhook_pause,
  paused_at timestamptz,
  failing_since timestamptz,
  last_delivered_at timestamptz,
  key_id uuid references private.api_keys (id) on delete cascade,
  octo_event public.octo_event,
  octo jsonb,
  secret_headers jsonb not null default '{}' check (private.are_webhook_headers(secret_headers)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint webhook_endpoints_octo_needs_key check (
    (key_id is null) = (octo_event is null) and (key_id is null) = (octo is null)),
  constraint webhook_endpoints_pause_is_known check (
    (state = 'paused') = (pause_reason is not null) and (state = 'paused') = (paused_at is not null)),
  constraint webhook_endpoints_overlap_ends check ((former_secret is null) = (former_until is null)));
comment on table private.webhook_endpoints is 'Receivers of a company''s webhooks.';
comment on column private.webhook_endpoints.has_personal_data is
  'Whether names, email addresses and phone numbers of guests are included.';
comment on column private.webhook_endpoints.secret is 'Signing secret, shown to the owner once.';
comment on column private.webhook_endpoints.former_secret is 'Former secret that also signs until former_until.';
comment on column private.webhook_endpoints.failing_since is 'Time of the first failure since the last success.';
comment on column private.webhook_endpoints.key_id is
  'Key that created it through OCTO (ADR 066), shared with the key''s successors. Null: created by the owner.';
comment on column private.webhook_endpoints.octo is
  'The reseller''s options: {"capabilities", "retries", "uses_contact_language"}.';
comment on column private.webhook_endpoints.secret_headers is
  'Headers that the reseller wants with each request to authenticate the caller.';
create index webhook_endpoints_key_id_idx on private.webhook_endpoints (key_id) where key_id is not null;
create index webhook_endpoints_company_id_idx on private.webhook_endpoints (company_id);
create index webhook_endpoints_live_idx on private.webhook_endpoints (company_id) where state <> 'off';
alter table private.webhook_endpoints enable row level security, force row level security;

create table private.webhook_events (
  id uuid primary key default gen_random_uuid(),
  place bigint generated always as identity unique,
  company_id uuid not null references public.companies (id) on delete cascade,
  type public.webhook_event not null,
  row_id uuid not null,
  subject uuid not null,
  booking_id uuid,
  departure_id uuid,
  data jsonb,
  personal jsonb,
  happened_at timestamptz not null default now(),
  xid xid8 not null default pg_current_xact_id(),
  constraint webhook_events_once unique (xid, type, row_id)
);
comment on table private.webhook_events is
  'Events, written in the causing transaction if a receiver wants them. Kept for 30 days.';
comment on column private.webhook_events.place is 'Position in the order of all events.';
comment on column private.webhook_events.row_id is
  'Row of the event: a booking, action, departure, payment, refund or refused session.';
comment on column private.webhook_events.subject is
  'Booking (or departure) within which events are delivered in order.';
comment on column private.webhook_events.data is 'Content as of the commit; null until then.';
comment on column private.webhook_events.personal is
  'Personal data of guests, if a receiver requested it; erased with them.';
create index webhook_events_booking_id_idx on private.webhook_events (booking_id) where booking_id is not null;
create index webhook_events_company_id_idx on private.webhook_events (company_id);
create index webhook_events_tests_idx on private.webhook_events (company_id) where type = 'webhook.test';
create index webhook_events_happened_at_idx on private.webhook_events (happened_at);
alter table private.webhook_events enable row level security, force row level security;

create table private.webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  endpoint_id uuid not null references private.webhook_endpoints (id) on delete cascade,
  event_id uuid not null references private.webhook_events (id) on delete cascade,
  place bigint not null,
  subject uuid not null,
  state private.delivery_state not null default 'pending',
  attempts smallint not null default 0,
  began_at timestamptz,
  run_at timestamptz not null default now(),
  lease uuid,
  leased_until timestamptz,
  finished_at timestamptz,
  octo jsonb,
  sent text,
  constraint webhook_deliveries_once unique (endpoint_id, event_id),
  constraint webhook_deliveries_lease_is_whole check ((lease is null) = (leased_until is null)),
  constraint webhook_deliveries_end_is_known check ((state >= 'delivered') = (finished_at is not null))
);
comment on table private.webhook_deliveries is
  'Delivery of an event to a receiver. Later ones of the same subject wait until it is delivered or dead.';
comment on column private.webhook_deliveries.place is 'The event''s place, copied for the order of deliveries.';
comment on column private.webhook_deliveries.began_at is
  'First attempt since it was created, replayed or its receiver resumed; three days later it is dead.';
comment on column private.webhook_deliveries.octo is
  'Content for an OCTO subscriber as of the commit. Guest data is erased with the guests.';
comment on column private.webhook_deliveries.sent is 'Body that was made of octo and sent. Erased with the guests.';
create index webhook_deliveries_due_idx on private.webhook_deliveries (
  endpoint_id, run_at, place) where finished_at is null;
create index webhook_deliveries_leased_idx on private.webhook_deliveries (
  endpoint_id, leased_until) where lease is not null;
create index webhook_deliveries_order_idx on private.webhook_deliveries (
  endpoint_id, subject, place) where finished_at is null;
create index webhook_deliveries_log_idx on private.webhook_deliveries (endpoint_id, place desc);
create index webhook_deliveries_event_id_idx on private.webhook_deliveries (event_id);
alter table private.webhook_deliveries enable row level security, force row level security;

create table private.webhook_attempts (
  delivery_id uuid not null references private.webhook_deliveries (id) on delete cascade,
  number smallint not null,
  at timestamptz not null default clock_timestamp(),
  duration_ms integer not null check (duration_ms >= 0),
  status smallint,
  failure private.webhook_failure,
  response text check (length(response) <= 1024),
  primary key (delivery_id, number)
);
comment on table private.webhook_attempts is 'Attempts of deliveries with their results.';
comment on column private.webhook_attempts.response is
  'First kilobyte of the response; erased with the guests, as it may echo the request.';
alter table private.webhook_attempts enable row level security, force row level security;
