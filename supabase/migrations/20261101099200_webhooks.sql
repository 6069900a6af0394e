-- Webhooks: events of a company for other programs; signed, ordered per booking, delivered at least once.
-- ADR 064

create type public.webhook_event as enum (
  'booking.created', 'booking.confirmed', 'booking.changed', 'booking.moved', 'booking.cancelled', 'booking.rejected', 'booking.expired',
  'guest.checked_in', 'departure.changed', 'departure.departed', 'departure.cancelled',
  'report.submitted', 'report.returned', 'report.locked', 'payment.received', 'payment.undone', 'payment.failed', 'payment.refunded', 'availability.changed', 'webhook.test');
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
create type private.webhook_failure as enum ('status', 'redirect', 'gone', 'forbidden_address', 'unreachable', 'no_response', 'bad_certificate', 'not_sent');
comment on type private.webhook_failure is 'Why an attempt failed, as in src/domain/webhooks.ts.';

create function private.is_webhook_url(url text) returns boolean
language sql immutable parallel safe
-- Host names only, as a numeric host is an IP address. The sender checks that the name does not resolve to an internal
-- address.
return length(url) <= 500 and url ~* '^https://([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?(:\d{1,5})?([/?][^\s#]*)?$'
  and url !~* '^https://[^/?:]*\.(localhost|local|internal|lan|home|arpa|onion)([:/?]|$)'
  and coalesce(substring(url from '^[^/]*//[^/?:]*:(\d{1,5})')::integer, 443) between 1 and 65535;
comment on function private.is_webhook_url is
  'Returns whether a URL may receive webhooks: https, valid port, no user, no fragment, a host name and no IP '
  'address. Twin of isWebhookUrl in src/domain/webhooks.ts.';

create type public.octo_event as enum ('booking_update', 'availability_update');
comment on type public.octo_event is
  'Event that resellers subscribe to through OCTO (ADR 066). Enum in src/domain/webhooks.ts.';

create function private.are_webhook_headers(headers jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
-- Headers are sent verbatim: they must not inject lines or replace our own headers.
return jsonb_typeof(headers) = 'object' and (select count(*) <= 20 from jsonb_object_keys(headers)) and not exists (
  select from jsonb_each(headers) as header (name, value)
  where name !~ '^[A-Za-z0-9-]{1,64}$' or jsonb_typeof(value) <> 'string' or length(value #>> '{}') > 1000 or value #>> '{}' !~ '^[ -~]*$'
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
  constraint webhook_endpoints_octo_needs_key check ((key_id is null) = (octo_event is null) and (key_id is null) = (octo is null)),
  constraint webhook_endpoints_pause_is_known check ((state = 'paused') = (pause_reason is not null) and (state = 'paused') = (paused_at is not null)),
  constraint webhook_endpoints_overlap_ends check ((former_secret is null) = (former_until is null))
);
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
create index webhook_deliveries_due_idx on private.webhook_deliveries (endpoint_id, run_at, place) where finished_at is null;
create index webhook_deliveries_leased_idx on private.webhook_deliveries (endpoint_id, leased_until) where lease is not null;
create index webhook_deliveries_order_idx on private.webhook_deliveries (endpoint_id, subject, place) where finished_at is null;
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

-- Content -------------------------------------------------------------------------------------------------------------

create function private.webhook_departure(departure uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', d.id, 'tour', jsonb_build_object('id', d.tour_id, 'title', private.localised(d.tour_id, 'title')),
      'starts_at', private.iso(d.starts_at), 'ends_at', private.iso(d.ends_at), 'local_date', d.local_date, 'time_zone', c.time_zone, 'language', d.language,
      'state', d.status, 'is_closed', d.is_closed, 'capacity', d.capacity,
      'booked', coalesce((select s.seats from private.booked_seats(array[d.id]) as s), 0))
    from public.departures as d join public.companies as c on c.id = d.company_id where d.id = departure);
end
$$;
comment on function private.webhook_departure is 'Returns a departure for webhooks.';

create function private.webhook_booking(booking uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.bookings;
  money jsonb;
begin
  select * into b from public.bookings where id = booking;
  if b.id is null then return null; end if;
  money := private.booking_money(b);
  return jsonb_build_object('id', b.id, 'reference', b.reference, 'state', lower(private.booking_state(b)::text), 'reason', b.reason, 'source', b.source,
    'language', b.locale, 'partner', (select jsonb_build_object('id', o.id, 'name', o.name) from public.organisations as o where o.id = b.organisation_id),
    'created_at', private.iso(b.created_at), 'held_until', case when b.status = 'ON_HOLD' then private.iso(b.expires_at) end,
    'departure', private.webhook_departure(b.departure_id),
    'party', coalesce((
      select jsonb_agg(jsonb_build_object('category', lower(p.category_type::text), 'count', p.count) order by p.category_type)
      from (select g.category_type, count(*) as count from public.guests as g where g.booking_id = b.id and not g.is_cancelled group by 1) as p), '[]'),
    'amounts', jsonb_build_object('total', money -> 'total', 'paid', (money ->> 'balance')::bigint - (money ->> 'on_account')::bigint, 'on_account', money -> 'on_account', 'due', money -> 'due', 'to_refund', money -> 'owed'),
    'currency', b.currency);
end
$$;
comment on function private.webhook_booking is
  'Returns a booking for webhooks, with amounts in minor units and without personal data.';

create function private.webhook_data(type public.webhook_event, row_id uuid, booking uuid, departure uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  report jsonb;
begin
  case split_part(type::text, '.', 1)
    when 'booking' then return private.webhook_booking(row_id);
    when 'departure', 'availability' then return private.webhook_departure(row_id);
    when 'guest' then
      return (
        select jsonb_build_object('guest', jsonb_build_object('id', a.guest_id, 'category', (select lower(g.category_type::text) from public.guests as g where g.id = a.guest_id),
          'checked_in_at', private.iso(a.occurred_at)), 'booking', private.webhook_booking(booking))
        from public.check_in_actions as a where a.id = row_id);
    when 'report' then
      report := private.departure_report(departure);
      return jsonb_build_object('departure', private.webhook_departure(departure), 'report', jsonb_build_object('state', report -> 'state',
        'lines', (select coalesce(jsonb_agg(jsonb_build_object('category', lower(l ->> 'type'), 'booked', l -> 'booked', 'attended', l -> 'attended')), '[]')
          from jsonb_array_elements(report -> 'lines') as l), 'walk_ins', report -> 'walk_ins'));
    when 'payment' then
      return (
        select jsonb_build_object('payment', payment_json, 'booking', private.webhook_booking(booking)) from (
          select jsonb_build_object('id', p.id, 'amount', p.amount, 'currency', p.currency, 'method', p.method, 'state', lower(p.status::text), 'at', private.iso(p.received_at)) as payment_json
          from public.payments as p where p.id = row_id
          union all
          select jsonb_build_object('id', r.id, 'amount', -r.amount, 'currency', r.currency, 'method', r.method, 'state', lower(r.status::text), 'at', private.iso(r.refunded_at))
          from public.refunds as r where r.id = row_id
          union all
          -- A refused payment has no row in payments.
          select jsonb_build_object('id', s.id, 'amount', s.amount, 'currency', s.currency, 'method', 'online', 'state', 'failed', 'at', private.iso(s.refused_at))
          from private.payment_sessions as s where s.id = row_id) as found);
    else return '{"message": "It works."}';
  end case;
end
$$;
comment on function private.webhook_data is 'Returns the content of an event as of now; previews use it as well.';

create function private.webhook_personal_data(type public.webhook_event, row_id uuid, booking uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'contact', jsonb_build_object('name', nullif(b.contact_name, '—'), 'email', b.contact_email, 'phone', b.contact_phone, 'country', b.country),
    'guest_name', case when type = 'guest.checked_in' then (
      select g.name from public.guests as g join public.check_in_actions as a on a.guest_id = g.id where a.id = row_id) end))
  from public.bookings as b where b.id = booking
$$;
comment on function private.webhook_personal_data is
  'Returns the personal data of a booking''s guests for receivers that requested it.';

create function private.webhook_body(event private.webhook_events, with_personal boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', event.id, 'type', event.type, 'timestamp', private.iso(event.happened_at),
    'company', jsonb_build_object('id', c.id, 'name', c.name),
    'data', coalesce(event.data, '{}') || case when with_personal then coalesce(event.personal, '{}') else '{}' end)
  from public.companies as c where c.id = event.company_id
$$;
comment on function private.webhook_body is 'Returns the body of a delivery, the same at each attempt.';

-- Recording events in the causing transaction -------------------------------------------------------------------------

create function private.complete_webhook_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The first call in a transaction handles all its events, as with change events.
  if current_setting('muster.webhooks_are_due', true) is distinct from 'yes' then return null; end if;
  perform set_config('muster.webhooks_are_due', '', true);
  -- "changed" is redundant next to another event of the booking; unwanted events are deleted.
  delete from private.webhook_events as e
  where e.xid = pg_current_xact_id() and e.type <> 'webhook.test' and (
    (e.type = 'booking.changed' and (exists (
        select from private.webhook_events as o where o.xid = e.xid and o.row_id = e.row_id and o.type::text like 'booking.%' and o.type <> 'booking.changed')
      or exists (select from public.bookings as b where b.id = e.row_id and b.created_at = now())))
    or not exists (select from private.webhook_endpoints as w where w.company_id = e.company_id and w.state <> 'off' and e.type = any (w.events)));
  begin
    update private.webhook_events as e
    set data = private.webhook_data(e.type, e.row_id, e.booking_id, e.departure_id),
      personal = case when e.booking_id is not null and exists (
          select from private.webhook_endpoints as w where w.company_id = e.company_id and w.state <> 'off' and w.has_personal_data and e.type = any (w.events))
        then private.webhook_personal_data(e.type, e.row_id, e.booking_id) end
    where e.xid = pg_current_xact_id() and e.data is null;
  exception when others then
    -- An error here must not fail the transaction: a check-in matters more than its webhook, which then has no data.
    raise warning 'The data of webhook events could not be written: %', sqlerrm;
  end;
  begin
    insert into private.webhook_deliveries (endpoint_id, event_id, place, subject, octo)
    select w.id, e.id, e.place, e.subject, octo_body.facts
    from private.webhook_events as e join private.webhook_endpoints as w on w.company_id = e.company_id and w.state <> 'off' and e.type = any (w.events)
    cross join lateral (select case when w.octo is not null then private.octo_event_body(w, e) end as facts) as octo_body
    -- OCTO subscribers only get what their key may read.
    where e.xid = pg_current_xact_id() and e.type <> 'webhook.test' and (w.octo is null or octo_body.facts is not null)
    order by e.place
    on conflict on constraint webhook_deliveries_once do nothing;
  exception when others then
    -- The same for deliveries: they are logged as dead.
    raise warning 'Webhook deliveries could not be queued: %', sqlerrm;
    insert into private.webhook_deliveries (endpoint_id, event_id, place, subject, state, finished_at)
    select w.id, e.id, e.place, e.subject, 'dead', clock_timestamp()
    from private.webhook_events as e join private.webhook_endpoints as w on w.company_id = e.company_id and w.state <> 'off' and e.type = any (w.events)
    where e.xid = pg_current_xact_id() and e.type <> 'webhook.test'
    on conflict on constraint webhook_deliveries_once do nothing;
  end;
  return null;
end
$$;
comment on function private.complete_webhook_events is
  'Deferred trigger: fills in the content of a transaction''s events at commit, once, and creates their deliveries.';
create constraint trigger complete_webhook_events after insert on private.webhook_events
  deferrable initially deferred for each row execute function private.complete_webhook_events();

create function private.webhook_companies(event public.webhook_event default null) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  companies uuid[];
begin
  if current_setting('muster.is_forgetting', true) = 'yes' then return '{}'; end if;
  -- The common case without receivers costs one index look-up.
  companies := array(select distinct w.company_id from private.webhook_endpoints as w where w.state <> 'off' and (event is null or event = any (w.events)));
  if companies <> '{}' then perform set_config('muster.webhooks_are_due', 'yes', true); end if;
  return companies;
end
$$;
comment on function private.webhook_companies is
  'Returns the companies for which a trigger records events: those with a receiver that is on, of one type of event if '
  'given. None during erasure. If there are any, private.complete_webhook_events runs at commit.';

-- Statement triggers that record events use set operations instead of joins, as transition tables have no index.

create function private.record_booking_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  receiving_companies constant uuid[] := private.webhook_companies();
  availability_companies uuid[];
begin
  if receiving_companies = '{}' then return null; end if;
  if tg_op = 'INSERT' then
    insert into private.webhook_events (company_id, type, row_id, subject, booking_id, departure_id)
    select b.company_id, t.type::public.webhook_event, b.id, b.id, b.id, b.departure_id
    from changed as b cross join lateral (values ('booking.created'), (case when b.status = 'CONFIRMED' then 'booking.confirmed' end)) as t (type)
    where b.company_id = any (receiving_companies) and t.type is not null
    on conflict on constraint webhook_events_once do nothing;
  else
    insert into private.webhook_events (company_id, type, row_id, subject, booking_id, departure_id)
    select company_id, case status when 'CONFIRMED' then 'booking.confirmed' when 'CANCELLED' then 'booking.cancelled' when 'REJECTED' then 'booking.rejected'
        when 'EXPIRED' then 'booking.expired' else 'booking.changed' end::public.webhook_event, id, id, id, departure_id
    from (select company_id, id, departure_id, status from changed where company_id = any (receiving_companies)
      and id in (select id from (select id, status from changed except select id, status from before) as other)) as turned
    union all
    select company_id, 'booking.moved', id, id, id, departure_id
    from (select company_id, id, departure_id from changed where company_id = any (receiving_companies)
      except select company_id, id, departure_id from before) as moved
    union all
    select company_id, 'booking.changed', id, id, id, departure_id
    from (select company_id, id, departure_id, organisation_id, contact_name, contact_email, contact_phone, country, locale, note, total_amount, late_minutes,
        expires_at, voucher_number, tags from changed where company_id = any (receiving_companies)
      except select company_id, id, departure_id, organisation_id, contact_name, contact_email, contact_phone, country, locale, note, total_amount, late_minutes,
        expires_at, voucher_number, tags from before) as edited
    on conflict on constraint webhook_events_once do nothing;
  end if;
  availability_companies := private.webhook_companies('availability.changed');
  if availability_companies = '{}' then return null; end if;
  if tg_op = 'INSERT' then
    insert into private.webhook_events (company_id, type, row_id, subject, departure_id)
    select distinct company_id, 'availability.changed'::public.webhook_event, departure_id, departure_id, departure_id from changed where company_id = any (availability_companies)
    on conflict on constraint webhook_events_once do nothing;
  else
    insert into private.webhook_events (company_id, type, row_id, subject, departure_id)
    select company_id, 'availability.changed'::public.webhook_event, departure_id, departure_id, departure_id from (
      (select company_id, id, departure_id, status in ('ON_HOLD', 'PENDING', 'CONFIRMED') from changed where company_id = any (availability_companies)
        except select company_id, id, departure_id, status in ('ON_HOLD', 'PENDING', 'CONFIRMED') from before)
      union (select company_id, id, departure_id, status in ('ON_HOLD', 'PENDING', 'CONFIRMED') from before where company_id = any (availability_companies)
        except select company_id, id, departure_id, status in ('ON_HOLD', 'PENDING', 'CONFIRMED') from changed)) as other
    group by company_id, departure_id
    on conflict on constraint webhook_events_once do nothing;
  end if;
  return null;
end
$$;
comment on function private.record_booking_events is
  'Statement trigger of bookings: records their events, and changed availability once per departure.';

create function private.record_guest_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  receiving_companies constant uuid[] := private.webhook_companies();
  availability_companies uuid[];
begin
  if receiving_companies = '{}' then return null; end if;
  if tg_op = 'INSERT' then
    insert into private.webhook_events (company_id, type, row_id, subject, booking_id, departure_id)
    select distinct company_id, 'booking.changed'::public.webhook_event, booking_id, booking_id, booking_id, departure_id from changed where company_id = any (receiving_companies)
    on conflict on constraint webhook_events_once do nothing;
  else
    insert into private.webhook_events (company_id, type, row_id, subject, booking_id, departure_id)
    select distinct company_id, 'booking.changed'::public.webhook_event, booking_id, booking_id, booking_id, departure_id
    from (select id, company_id, booking_id, departure_id, is_cancelled, category_type, name from changed where company_id = any (receiving_companies)
      except select id, company_id, booking_id, departure_id, is_cancelled, category_type, name from before) as other
    on conflict on constraint webhook_events_once do nothing;
  end if;
  availability_companies := private.webhook_companies('availability.changed');
  if availability_companies = '{}' then return null; end if;
  if tg_op = 'INSERT' then
    insert into private.webhook_events (company_id, type, row_id, subject, departure_id)
    select distinct company_id, 'availability.changed'::public.webhook_event, departure_id, departure_id, departure_id from changed where company_id = any (availability_companies)
    on conflict on constraint webhook_events_once do nothing;
  else
    insert into private.webhook_events (company_id, type, row_id, subject, departure_id)
    select distinct company_id, 'availability.changed'::public.webhook_event, departure_id, departure_id, departure_id
    from (select id, company_id, departure_id, is_cancelled, price_category_id from changed where company_id = any (availability_companies)
      except select id, company_id, departure_id, is_cancelled, price_category_id from before) as other
    on conflict on constraint webhook_events_once do nothing;
  end if;
  return null;
end
$$;
comment on function private.record_guest_events is
  'Statement trigger of guests: records that their bookings changed, and changed availability once per departure.';

create function private.record_check_in_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  receiving_companies constant uuid[] := private.webhook_companies();
begin
  if receiving_companies = '{}' then return null; end if;
  insert into private.webhook_events (company_id, type, row_id, subject, booking_id, departure_id)
  select a.company_id, 'guest.checked_in', a.id, coalesce(a.booking_id, g.booking_id, a.guest_id, a.departure_id), coalesce(a.booking_id, g.booking_id), a.departure_id
  from changed as a left join lateral (select guest_row.booking_id from public.guests as guest_row where guest_row.id = a.guest_id and guest_row.company_id = a.company_id) as g on true
  where a.kind = 'check_in' and a.company_id = any (receiving_companies)
  on conflict on constraint webhook_events_once do nothing;
  return null;
end
$$;
comment on function private.record_check_in_events is 'Statement trigger of check_in_actions: records check-ins.';

create function private.record_departure_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  receiving_companies constant uuid[] := private.webhook_companies();
  availability_companies uuid[];
begin
  if receiving_companies = '{}' then return null; end if;
  insert into private.webhook_events (company_id, type, row_id, subject, departure_id)
  select company_id, case status when 'departed' then 'departure.departed' when 'cancelled' then 'departure.cancelled' else 'departure.changed' end::public.webhook_event,
    id, id, id
  from (select company_id, id, status, starts_at, ends_at, capacity, language, meeting_note, is_closed from changed where company_id = any (receiving_companies)
    except select company_id, id, status, starts_at, ends_at, capacity, language, meeting_note, is_closed from before) as other
  on conflict on constraint webhook_events_once do nothing;
  availability_companies := private.webhook_companies('availability.changed');
  if availability_companies = '{}' then return null; end if;
  insert into private.webhook_events (company_id, type, row_id, subject, departure_id)
  select company_id, 'availability.changed', id, id, id
  from (select company_id, id, status, starts_at, ends_at, capacity, is_closed from changed where company_id = any (availability_companies)
    except select company_id, id, status, starts_at, ends_at, capacity, is_closed from before) as other
  on conflict on constraint webhook_events_once do nothing;
  return null;
end
$$;
comment on function private.record_departure_events is
  'Statement trigger of departures: records their events and changed availability.';

create function private.record_report_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  receiving_companies constant uuid[] := private.webhook_companies();
begin
  if receiving_companies = '{}' then return null; end if;
  if tg_op = 'INSERT' then
    insert into private.webhook_events (company_id, type, row_id, subject, departure_id)
    select d.company_id, ('report.' || r.state)::public.webhook_event, r.departure_id, r.departure_id, r.departure_id
    from changed as r join public.departures as d on d.id = r.departure_id
    where r.state <> 'open' and d.company_id = any (receiving_companies)
    on conflict on constraint webhook_events_once do nothing;
  else
    insert into private.webhook_events (company_id, type, row_id, subject, departure_id)
    select d.company_id, ('report.' || r.state)::public.webhook_event, r.departure_id, r.departure_id, r.departure_id
    -- A report that is submitted again is a new event.
    from (select departure_id, state, report_id from changed except select departure_id, state, report_id from before) as r
    join public.departures as d on d.id = r.departure_id
    where r.state <> 'open' and d.company_id = any (receiving_companies)
    on conflict on constraint webhook_events_once do nothing;
  end if;
  return null;
end
$$;
comment on function private.record_report_events is 'Statement trigger of tour_reports: records their new states.';

create function private.record_payment_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  receiving_companies constant uuid[] := private.webhook_companies();
begin
  if receiving_companies = '{}' then return null; end if;
  if tg_op = 'INSERT' then
    insert into private.webhook_events (company_id, type, row_id, subject, booking_id)
    select company_id, case status when 'RECEIVED' then 'payment.received' when 'FAILED' then 'payment.failed' else 'payment.undone' end::public.webhook_event, id, booking_id, booking_id
    from changed where company_id = any (receiving_companies) and status <> 'AWAITING' and method not in ('moved', 'on_account') and provider is distinct from 'opening'
    on conflict on constraint webhook_events_once do nothing;
  else
    insert into private.webhook_events (company_id, type, row_id, subject, booking_id)
    select company_id, case status when 'RECEIVED' then 'payment.received' when 'FAILED' then 'payment.failed' else 'payment.undone' end::public.webhook_event, id, booking_id, booking_id
    from (select company_id, id, booking_id, status, method, provider from changed where company_id = any (receiving_companies)
      except select company_id, id, booking_id, status, method, provider from before) as other
    where status <> 'AWAITING' and method not in ('moved', 'on_account') and provider is distinct from 'opening'
    on conflict on constraint webhook_events_once do nothing;
  end if;
  return null;
end
$$;
comment on function private.record_payment_events is
  'Statement trigger of payments: records received, failed and undone payments, without transfers within the ledger.';

create function private.record_payment_refusals() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  receiving_companies constant uuid[] := private.webhook_companies();
begin
  if receiving_companies = '{}' then return null; end if;
  insert into private.webhook_events (company_id, type, row_id, subject, booking_id)
  select company_id, 'payment.failed', id, booking_id, booking_id
  from (select company_id, id, booking_id, refused_at from changed where company_id = any (receiving_companies)
    except select company_id, id, booking_id, refused_at from before) as other
  where refused_at is not null
  on conflict on constraint webhook_events_once do nothing;
  return null;
end
$$;
comment on function private.record_payment_refusals is
  'Statement trigger of payment_sessions: records payments that the provider refused.';

create function private.record_refund_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  receiving_companies constant uuid[] := private.webhook_companies();
begin
  if receiving_companies = '{}' then return null; end if;
  if tg_op = 'INSERT' then
    insert into private.webhook_events (company_id, type, row_id, subject, booking_id)
    select company_id, 'payment.refunded', id, booking_id, booking_id from changed
    where company_id = any (receiving_companies) and status = 'REFUNDED' and coalesce(method, 'other') not in ('moved', 'on_account')
    on conflict on constraint webhook_events_once do nothing;
  else
    insert into private.webhook_events (company_id, type, row_id, subject, booking_id)
    select company_id, 'payment.refunded', id, booking_id, booking_id
    from (select company_id, id, booking_id, status from changed where company_id = any (receiving_companies) and coalesce(method, 'other') not in ('moved', 'on_account')
      except select company_id, id, booking_id, status from before) as other
    where status = 'REFUNDED'
    on conflict on constraint webhook_events_once do nothing;
  end if;
  return null;
end
$$;
comment on function private.record_refund_events is
  'Statement trigger of refunds: records completed refunds, without transfers within the ledger.';

create trigger record_webhook_events_inserted after insert on public.bookings
  referencing new table as changed for each statement execute function private.record_booking_events();
create trigger record_webhook_events after update on public.bookings
  referencing old table as before new table as changed for each statement execute function private.record_booking_events();
create trigger record_webhook_events_inserted after insert on public.guests
  referencing new table as changed for each statement execute function private.record_guest_events();
create trigger record_webhook_events after update on public.guests
  referencing old table as before new table as changed for each statement execute function private.record_guest_events();
create trigger record_webhook_events_inserted after insert on public.check_in_actions
  referencing new table as changed for each statement execute function private.record_check_in_events();
create trigger record_webhook_events after update on public.departures
  referencing old table as before new table as changed for each statement execute function private.record_departure_events();
create trigger record_webhook_events_inserted after insert on private.tour_reports
  referencing new table as changed for each statement execute function private.record_report_events();
create trigger record_webhook_events after update on private.tour_reports
  referencing old table as before new table as changed for each statement execute function private.record_report_events();
create trigger record_webhook_events_inserted after insert on public.payments
  referencing new table as changed for each statement execute function private.record_payment_events();
create trigger record_webhook_events after update on public.payments
  referencing old table as before new table as changed for each statement execute function private.record_payment_events();
create trigger record_webhook_events after update on private.payment_sessions
  referencing old table as before new table as changed for each statement execute function private.record_payment_refusals();
create trigger record_webhook_events_inserted after insert on public.refunds
  referencing new table as changed for each statement execute function private.record_refund_events();
create trigger record_webhook_events after update on public.refunds
  referencing old table as before new table as changed for each statement execute function private.record_refund_events();

create function private.record_availability_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  availability_companies constant uuid[] := private.webhook_companies('availability.changed');
  tours uuid[];
  departures uuid[];
begin
  if availability_companies = '{}' then return null; end if;
  case tg_argv[0]
    -- Inserted or deleted: all affected tours or departures.
    when 'tours' then tours := array(select distinct tour_id from changed);
    when 'departures' then departures := array(select distinct departure_id from changed);
    when 'allotments' then
      tours := array(select tour_id from (
        select tour_id, agreement_id, seats, release_hours from changed except select tour_id, agreement_id, seats, release_hours from before) as other);
    when 'prices' then
      -- Position and age limits do not affect availability.
      tours := array(select tour_id from (
        select id, tour_id, amount, seats, vat_rate, is_active from changed except select id, tour_id, amount, seats, vat_rate, is_active from before) as other);
    when 'own prices' then
      departures := array(select departure_id from (
        select departure_id, price_category_id, amount from changed except select departure_id, price_category_id, amount from before) as other);
  end case;
  -- Only upcoming departures are offered.
  insert into private.webhook_events (company_id, type, row_id, subject, departure_id)
  select d.company_id, 'availability.changed', d.id, d.id, d.id from public.departures as d
  where (d.tour_id = any (tours) or d.id = any (departures)) and d.company_id = any (availability_companies) and d.status = 'scheduled' and d.starts_at > now()
  on conflict on constraint webhook_events_once do nothing;
  return null;
end
$$;
comment on function private.record_availability_events is
  'Statement trigger of prices and allotments: records availability events for the affected upcoming departures if a '
  'receiver is on.';

create trigger record_availability_events_inserted after insert on private.allotments
  referencing new table as changed for each statement execute function private.record_availability_events('tours');
create trigger record_availability_events after update on private.allotments
  referencing old table as before new table as changed for each statement execute function private.record_availability_events('allotments');
create trigger record_availability_events_deleted after delete on private.allotments
  referencing old table as changed for each statement execute function private.record_availability_events('tours');
create trigger record_availability_events_inserted after insert on public.price_categories
  referencing new table as changed for each statement execute function private.record_availability_events('tours');
create trigger record_availability_events after update on public.price_categories
  referencing old table as before new table as changed for each statement execute function private.record_availability_events('prices');
create trigger record_availability_events_deleted after delete on public.price_categories
  referencing old table as changed for each statement execute function private.record_availability_events('tours');
create trigger record_availability_events_inserted after insert on public.departure_prices
  referencing new table as changed for each statement execute function private.record_availability_events('departures');
create trigger record_availability_events after update on public.departure_prices
  referencing old table as before new table as changed for each statement execute function private.record_availability_events('own prices');
create trigger record_availability_events_deleted after delete on public.departure_prices
  referencing old table as changed for each statement execute function private.record_availability_events('departures');

-- Delivery, for the function run-jobs ---------------------------------------------------------------------------------

create function private.webhooks_due(at timestamptz) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return exists (
    select from private.webhook_endpoints as w
    join public.companies as c on c.id = w.company_id and c.is_active
    where case w.state
        when 'active' then exists (
          select from private.webhook_deliveries as d
          where d.endpoint_id = w.id and d.finished_at is null and d.run_at <= at and (d.leased_until is null or d.leased_until <= at))
        -- Starts from the test events, which are few; thousands of other deliveries may wait for a paused receiver.
        when 'paused' then exists (
          select from private.webhook_events as e join private.webhook_deliveries as d on d.event_id = e.id and d.endpoint_id = w.id
          where e.company_id = w.company_id and e.type = 'webhook.test'
            and d.finished_at is null and d.run_at <= at and (d.leased_until is null or d.leased_until <= at))
        else false end
      and private.may_receive_events(w));
end
$$;
comment on function private.webhooks_due is
  'Returns whether a delivery is due, of a paused receiver only a test. It may still have to wait for an earlier one of '
  'its subject, or for a free worker.';

create function private.webhook_to_send(delivery private.webhook_deliveries, at timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', delivery.id, 'lease', delivery.lease, 'event', delivery.event_id, 'url', w.url,
      'secrets', to_jsonb(array_remove(array[w.secret, case when w.former_until > at then w.former_secret end], null)),
      'body', private.webhook_body(e, w.has_personal_data)::text,
      'octo', case when w.octo is not null then jsonb_build_object('webhook', private.octo_webhook_json(w), 'event', delivery.octo) end)
    from private.webhook_endpoints as w, private.webhook_events as e where w.id = delivery.endpoint_id and e.id = delivery.event_id);
end
$$;
comment on function private.webhook_to_send is 'Returns a delivery as the function run-jobs sends it.';

create function public.claim_webhooks(row_limit integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  at constant timestamptz := clock_timestamp();
  claimed_delivery private.webhook_deliveries;
  claimed jsonb := '[]';
begin
  -- A delivery that keeps losing its worker is given up after three days.
  with lost as (
    update private.webhook_deliveries as d set state = 'dead', finished_at = at, lease = null, leased_until = null
    where d.finished_at is null and d.lease is not null and d.leased_until <= at and d.began_at < at - interval '3 days'
    returning d.id, d.attempts
  )
  insert into private.webhook_attempts (delivery_id, number, at, duration_ms, failure) select lost.id, lost.attempts, at, 0, 'not_sent' from lost
  on conflict do nothing;
  for claimed_delivery in
  with taken as materialized (
    select d.id
    from private.webhook_endpoints as w
    join public.companies as c on c.id = w.company_id and c.is_active
    cross join lateral (
      select delivery_row.id from private.webhook_deliveries as delivery_row join private.webhook_events as e on e.id = delivery_row.event_id
      where delivery_row.endpoint_id = w.id and delivery_row.finished_at is null and delivery_row.run_at <= at and (delivery_row.leased_until is null or delivery_row.leased_until <= at)
        and (w.state = 'active' or (w.state = 'paused' and e.type = 'webhook.test'))
        and not exists (
          select from private.webhook_deliveries as earlier
          where earlier.endpoint_id = delivery_row.endpoint_id and earlier.subject = delivery_row.subject and earlier.place < delivery_row.place and earlier.finished_at is null)
      order by delivery_row.run_at, delivery_row.place
      -- Fairness: a slow receiver gets at most five workers, a failing one a single one, a company about twelve, as
      -- what this call claims for its other receivers is not counted.
      limit greatest(0, least(case when w.failing_since is null then 5 else 1 end - (
        select count(*) from private.webhook_deliveries as running where running.endpoint_id = w.id and running.lease is not null and running.leased_until > at), 12 - (
        select count(*) from private.webhook_endpoints as sibling join private.webhook_deliveries as running on running.endpoint_id = sibling.id
        where sibling.company_id = w.company_id and running.lease is not null and running.leased_until > at)))
      for update of delivery_row skip locked) as d
    where w.state <> 'off' and private.may_receive_events(w)
    limit greatest(1, least(row_limit, 50))
  ), leased as (
    update private.webhook_deliveries as d
    set lease = gen_random_uuid(), leased_until = at + interval '60 seconds', attempts = least(d.attempts, 9999) + 1, began_at = coalesce(d.began_at, at)
    from taken where d.id = taken.id
    returning d.*
  )
  select * from leased order by place loop
    -- An error in one delivery must not stop the others.
    begin
      claimed := claimed || private.webhook_to_send(claimed_delivery, at);
    exception when others then
      raise warning 'Webhook delivery % could not be prepared: %', claimed_delivery.id, sqlerrm;
      insert into private.webhook_attempts (delivery_id, number, at, duration_ms, failure) values (claimed_delivery.id, claimed_delivery.attempts, at, 0, 'not_sent')
      on conflict do nothing;
      update private.webhook_deliveries as d set state = 'dead', finished_at = at, lease = null, leased_until = null where d.id = claimed_delivery.id;
    end;
  end loop;
  return jsonb_build_object('status', 'ok', 'deliveries', claimed);
end
$$;
comment on function public.claim_webhooks is
  'Returns due deliveries, leased for a minute: five per receiver (one if it is failing), none of a company with '
  'twelve under way, and only the earliest of each subject. For the service role.';

create function private.enqueue_webhook_paused_mails(endpoint private.webhook_endpoints) returns void
language sql security definer set search_path = ''
as $$
  select private.enqueue_mail('webhook-paused', a.email::text, u.locale,
    jsonb_build_object('company', c.name, 'receiver', substring(endpoint.url from '^https://([^/?]+)'), 'reason', endpoint.pause_reason,
      'pausedAt', private.iso(endpoint.paused_at), 'timeZone', c.time_zone), company => c.id,
    dedupe_key => concat_ws(':', 'webhook_paused', endpoint.id, private.iso(endpoint.paused_at), u.id))
  from public.companies as c
  join public.company_members as m on m.company_id = c.id
  join public.users as u on u.id = m.user_id
  join auth.users as a on a.id = u.id
  where c.id = endpoint.company_id and 'owner' = any (private.member_roles(u.id, c.id)) and private.is_email_address(a.email)
$$;
comment on function private.enqueue_webhook_paused_mails is 'Queues mails to the owners that a receiver was paused.';

create function public.record_webhook_attempt(result jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  at constant timestamptz := clock_timestamp();
  failed constant private.webhook_failure := (result ->> 'failure')::private.webhook_failure;
  d private.webhook_deliveries;
  w private.webhook_endpoints;
  is_over boolean;
begin
  select * into d from private.webhook_deliveries as delivery
  where delivery.id = (result ->> 'delivery')::uuid and delivery.lease = (result ->> 'lease')::uuid for update;
  -- Another worker has it now.
  if d.id is null then return '{"status": "lost"}'; end if;
  update private.webhook_deliveries as delivery set sent = result ->> 'sent' where delivery.id = d.id and delivery.octo is not null and result ->> 'sent' is not null;
  select endpoint.* into w from private.webhook_endpoints as endpoint where endpoint.id = d.endpoint_id;
  is_over := at > d.began_at + interval '3 days' or coalesce(not (w.octo ->> 'retries')::boolean, false);
  insert into private.webhook_attempts (delivery_id, number, at, duration_ms, status, failure, response)
  values (d.id, d.attempts, at, least(greatest((result ->> 'duration_ms')::bigint, 0), 2147483647),
    least(greatest((result ->> 'status')::integer, 0), 32767), failed, left(result ->> 'response', 1024))
  on conflict do nothing;
  if failed is null then
    update private.webhook_deliveries set state = 'delivered', finished_at = at, lease = null, leased_until = null where id = d.id;
    update private.webhook_endpoints as endpoint set failing_since = null, last_delivered_at = at where endpoint.id = d.endpoint_id;
    return '{"status": "ok"}';
  end if;
  update private.webhook_deliveries as delivery
  set lease = null, leased_until = null,
    state = case when is_over then 'dead' else 'retrying' end::private.delivery_state,
    finished_at = case when is_over then at end,
    -- Exponential backoff from 10 s to 6 h, with jitter of 50 % so that failed deliveries do not retry all at once.
    run_at = at + make_interval(secs => least(10 * power(3, least(d.attempts - 1, 12)), 21600) * (0.5 + random()))
  where delivery.id = d.id;
  update private.webhook_endpoints as endpoint set failing_since = coalesce(endpoint.failing_since, at) where endpoint.id = d.endpoint_id returning * into w;
  if w.state <> 'active' or (failed <> 'gone' and w.failing_since > at - interval '1 day') then return '{"status": "ok"}'; end if;
  update private.webhook_endpoints as endpoint
  set state = 'paused', paused_at = at, pause_reason = case when failed = 'gone' then 'gone' else 'failing' end::private.webhook_pause
  where endpoint.id = w.id returning * into w;
  perform private.enqueue_webhook_paused_mails(w);
  return '{"status": "ok"}';
end
$$;
comment on function public.record_webhook_attempt is
  'Records the result of an attempt: {"delivery", "lease", "status", "failure", "duration_ms", "response", "sent" (the '
  'body made for OCTO)}. lost: the lease has expired and another worker has it. For the service role.';

create function private.tidy_webhooks(row_limit integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.webhook_events where id in (
    select e.id from private.webhook_events as e where e.happened_at < clock_timestamp() - private.retention_period('webhook_events') order by e.happened_at limit row_limit);
  update private.webhook_endpoints as w set former_secret = null, former_until = null where w.former_until < clock_timestamp();
end
$$;
comment on function private.tidy_webhooks is
  'Deletes events past their retention with their log, and former secrets whose overlap is over.';

create function private.erase_webhook_data(bookings uuid[]) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  changed bigint;
  total bigint;
begin
  update private.webhook_events as e set personal = null where e.booking_id = any (bookings) and e.personal is not null;
  get diagnostics total = row_count;
  update private.webhook_attempts as a set response = null
  where a.response is not null and a.delivery_id in (
    select d.id from private.webhook_deliveries as d join private.webhook_events as e on e.id = d.event_id where e.booking_id = any (bookings));
  get diagnostics changed = row_count;
  total := total + changed;
  update private.webhook_deliveries as d set octo = private.octo_without_guests(d.octo), sent = null
  where d.octo ? 'booking' and d.event_id in (select e.id from private.webhook_events as e where e.booking_id = any (bookings));
  get diagnostics changed = row_count;
  return total + changed;
end
$$;
comment on function private.erase_webhook_data is
  'Erases guests from sent and queued webhooks of their bookings and from the responses. Returns the number of '
  'changed rows.';

-- For owners only: webhooks outlive acting for a company --------------------------------------------------------------

create function private.webhook_refusal(company uuid, rpc text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may(rpc, company) then return '{"status": "not_permitted"}'; end if;
  return null;
end
$$;
comment on function private.webhook_refusal is
  'Returns why the caller may not call an RPC on a company''s webhooks, or null if allowed.';

create function private.company_of_webhook(endpoint uuid) returns uuid
language sql stable security definer set search_path = ''
as $$ select w.company_id from private.webhook_endpoints as w where w.id = endpoint $$;
comment on function private.company_of_webhook is 'Returns the company of a receiver, or null.';

create function private.webhooks_json(company uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return jsonb_build_object('status', 'ok', 'time_zone', (select c.time_zone from public.companies as c where c.id = company), 'endpoints', coalesce((
    select jsonb_agg(jsonb_build_object('id', w.id, 'url', w.url, 'description', w.description, 'events', to_jsonb(w.events), 'has_personal_data', w.has_personal_data,
      'state', w.state, 'pause_reason', w.pause_reason, 'paused_at', private.iso(w.paused_at), 'failing_since', private.iso(w.failing_since),
      'last_delivered_at', private.iso(w.last_delivered_at),
      'octo', w.octo_event, 'key', (
        select jsonb_build_object('name', private.key_name(k), 'is_live', private.may_receive_events(w)) from private.api_keys as k where k.id = w.key_id),
      'overlap_until', case when w.former_until > clock_timestamp() then private.iso(w.former_until) end,
      'waiting', (select count(*) from private.webhook_deliveries as d where d.endpoint_id = w.id and d.finished_at is null),
      'version', w.version) order by w.created_at, w.id)
    from private.webhook_endpoints as w where w.company_id = company), '[]'));
end
$$;
comment on function private.webhooks_json is 'Returns a company''s receivers without secrets, for its owner.';

create function public.read_webhooks(company uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return coalesce(private.webhook_refusal(company, 'read_webhooks'), private.webhooks_json(company));
end
$$;
comment on function public.read_webhooks is
  'Returns a company''s receivers, for its owner but not for people who act for it. Refusals: not_permitted, '
  'signed_out.';

create function private.make_webhook_secret() returns text
language sql volatile
return 'whsec_' || translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), E'\n', '');
comment on function private.make_webhook_secret is
  'Returns a secret in the Standard Webhooks format with 244 random bits.';

create function private.webhook_facts(endpoint private.webhook_endpoints) returns jsonb
language sql immutable parallel safe set search_path = ''
return jsonb_build_object('id', endpoint.id, 'url', substring(endpoint.url from '^https://[^/?]+'), 'events', to_jsonb(endpoint.events),
  'has_personal_data', endpoint.has_personal_data, 'state', endpoint.state);
comment on function private.webhook_facts is
  'Returns what the audit log stores of a receiver: neither the secret nor the path, which may be secret.';

create function public.save_webhook(company uuid, endpoint uuid, version integer, input jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  refusal constant jsonb := private.webhook_refusal(company, 'save_webhook');
  before private.webhook_endpoints;
  after private.webhook_endpoints;
begin
  if refusal is not null then return refusal; end if;
  if endpoint is null or jsonb_typeof(input) is distinct from 'object' then return '{"status": "invalid"}'; end if;
  perform from public.companies as c where c.id = company for no key update;
  select * into before from private.webhook_endpoints as w where w.id = endpoint for update;
  if before.company_id <> company then return '{"status": "not_permitted"}'; end if;
  -- OCTO subscriptions belong to their reseller.
  if before.key_id is not null then return '{"status": "invalid"}'; end if;
  if not coalesce(private.is_webhook_url(private.trim_text(input ->> 'url')), false) then return '{"status": "bad_url"}'; end if;
  -- After a lost response, a new receiver that is still unused returns its secret again.
  if save_webhook.version = 0 and before.version = 1 and before.url = private.trim_text(input ->> 'url') and before.created_at > now() - interval '10 minutes'
    and not exists (select from private.webhook_deliveries as d where d.endpoint_id = before.id) then
    return private.webhooks_json(company) || jsonb_build_object('secret', before.secret);
  end if;
  if save_webhook.version is distinct from coalesce(before.version, 0) then return jsonb_build_object('status', 'stale', 'version', coalesce(before.version, 0)); end if;
  if before.id is null and (select count(*) from private.webhook_endpoints as w where w.company_id = company and w.key_id is null) >= 10 then return '{"status": "too_many"}'; end if;
  begin
    after := jsonb_populate_record(before, jsonb_build_object('id', endpoint, 'company_id', company, 'url', private.trim_text(input ->> 'url'),
      'description', nullif(private.visible_text(input ->> 'description'), ''), 'has_personal_data', coalesce((input ->> 'has_personal_data')::boolean, false),
      'secret', coalesce(before.secret, private.make_webhook_secret()), 'state', coalesce(before.state, 'active'),
      'version', coalesce(before.version, 0) + 1, 'created_at', coalesce(before.created_at, now()),
      'secret_headers', coalesce(before.secret_headers, '{}')));
    after.events := array(select distinct value::public.webhook_event as event from jsonb_array_elements_text(input -> 'events') as value order by event);
    if after.events && '{webhook.test,availability.changed}' then return '{"status": "invalid"}'; end if;
    insert into private.webhook_endpoints select (after).*
    on conflict (id) do update set url = excluded.url, description = excluded.description, events = excluded.events,
      has_personal_data = excluded.has_personal_data, version = excluded.version;
  exception when data_exception or check_violation or not_null_violation then
    return '{"status": "invalid"}';
  end;
  perform private.log_change(company, 'save_webhook', case when before.id is not null then private.webhook_facts(before) end, private.webhook_facts(after));
  return private.webhooks_json(company) || case when before.id is null then jsonb_build_object('secret', after.secret) else '{}' end;
end
$$;
comment on function public.save_webhook is
  'Creates a receiver under a client-made id and returns its secret once, or changes the given version: {"url", '
  '"description"?, "events", "has_personal_data"}. Returns as read_webhooks, or bad_url, stale, too_many, invalid.';

create function public.rotate_webhook_secret(endpoint uuid, version integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  company constant uuid := private.company_of_webhook(endpoint);
  refusal constant jsonb := private.webhook_refusal(company, 'rotate_webhook_secret');
  changed private.webhook_endpoints;
begin
  if refusal is not null then return refusal; end if;
  update private.webhook_endpoints as w
  set former_secret = w.secret, former_until = clock_timestamp() + interval '1 day', secret = private.make_webhook_secret(), version = w.version + 1
  where w.id = endpoint and w.version = rotate_webhook_secret.version returning * into changed;
  if changed.id is null then
    return jsonb_build_object('status', 'stale', 'version', coalesce((select w.version from private.webhook_endpoints as w where w.id = endpoint), 0));
  end if;
  perform private.log_change(company, 'rotate_webhook_secret', null, private.webhook_facts(changed));
  return private.webhooks_json(company) || jsonb_build_object('secret', changed.secret);
end
$$;
comment on function public.rotate_webhook_secret is
  'Replaces a secret and returns the new one once; the former also signs for a day. Returns as read_webhooks, or '
  'stale.';

create function public.switch_webhook(endpoint uuid, is_on boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  company constant uuid := private.company_of_webhook(endpoint);
  refusal constant jsonb := private.webhook_refusal(company, 'switch_webhook');
  before private.webhook_endpoints;
  after private.webhook_endpoints;
begin
  if refusal is not null then return refusal; end if;
  select * into before from private.webhook_endpoints as w where w.id = endpoint for update;
  if is_on is null or before.id is null then return '{"status": "invalid"}'; end if;
  update private.webhook_endpoints as w
  set state = case when is_on then 'active' else 'off' end::private.webhook_state, pause_reason = null, paused_at = null, failing_since = null,
    version = w.version + 1
  where w.id = endpoint and w.state <> case when is_on then 'active' else 'off' end::private.webhook_state returning * into after;
  if after.id is not null then
    -- Waiting deliveries get three new days; those of a receiver that is switched off are given up.
    update private.webhook_deliveries as d set began_at = null, run_at = clock_timestamp() where d.endpoint_id = endpoint and d.finished_at is null and is_on;
    update private.webhook_deliveries as d set state = 'dead', finished_at = clock_timestamp(), lease = null, leased_until = null
    where d.endpoint_id = endpoint and d.finished_at is null and not is_on;
    perform private.log_change(company, 'switch_webhook', private.webhook_facts(before), private.webhook_facts(after));
  end if;
  return private.webhooks_json(company);
end
$$;
comment on function public.switch_webhook is
  'Switches a receiver on (and resumes waiting deliveries), or off (and gives them up). Returns as read_webhooks, or '
  'invalid.';

create function public.delete_webhook(endpoint uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  company constant uuid := private.company_of_webhook(endpoint);
  refusal constant jsonb := private.webhook_refusal(company, 'delete_webhook');
  deleted_endpoint private.webhook_endpoints;
begin
  if refusal is not null then return refusal; end if;
  delete from private.webhook_endpoints as w where w.id = endpoint returning * into deleted_endpoint;
  if deleted_endpoint.id is not null then perform private.log_change(company, 'delete_webhook', private.webhook_facts(deleted_endpoint), null); end if;
  return private.webhooks_json(company);
end
$$;
comment on function public.delete_webhook is 'Deletes a receiver with its log. Returns as read_webhooks.';

create function public.test_webhook(endpoint uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  company constant uuid := private.company_of_webhook(endpoint);
  refusal constant jsonb := private.webhook_refusal(company, 'test_webhook');
  slow jsonb;
  event uuid;
begin
  if refusal is not null then return refusal; end if;
  if exists (select from private.webhook_endpoints as w where w.id = endpoint and w.state = 'off') then return '{"status": "switched_off"}'; end if;
  slow := private.rate_limited(private.consume_rate_limit('webhook_test:' || company, 10, 30));
  if slow is not null then return slow; end if;
  insert into private.webhook_events (company_id, type, row_id, subject, data)
  values (company, 'webhook.test', gen_random_uuid(), gen_random_uuid(), private.webhook_data('webhook.test', null, null, null)) returning id into event;
  insert into private.webhook_deliveries (endpoint_id, event_id, place, subject) select endpoint, e.id, e.place, e.subject from private.webhook_events as e where e.id = event;
  return '{"status": "ok"}';
end
$$;
comment on function public.test_webhook is
  'Sends a test event to one receiver, also while it is paused; its log shows the result. Returns ok, switched_off, '
  'rate_limited, not_permitted or signed_out.';

create function public.read_webhook_log(endpoint uuid, before bigint default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  company constant uuid := private.company_of_webhook(endpoint);
  refusal constant jsonb := private.webhook_refusal(company, 'read_webhook_log');
  found jsonb;
begin
  if refusal is not null then return refusal; end if;
  select jsonb_agg(jsonb_build_object('id', d.id, 'place', d.place, 'type', e.type, 'happened_at', private.iso(e.happened_at), 'state', d.state, 'attempts', d.attempts,
    'reference', (select b.reference from public.bookings as b where b.id = e.booking_id),
    'next_at', case when d.finished_at is null then private.iso(d.run_at) end, 'status', last.status, 'failure', last.failure) order by d.place desc)
  into found
  from (
    select own.* from private.webhook_deliveries as own where own.endpoint_id = endpoint and (read_webhook_log.before is null or own.place < read_webhook_log.before)
    order by own.place desc limit 50) as d
  join private.webhook_events as e on e.id = d.event_id
  left join lateral (select a.status, a.failure from private.webhook_attempts as a where a.delivery_id = d.id order by a.number desc limit 1) as last on true;
  return jsonb_build_object('status', 'ok', 'deliveries', coalesce(found, '[]'), 'is_all', jsonb_array_length(coalesce(found, '[]')) < 50);
end
$$;
comment on function public.read_webhook_log is
  'Returns up to 50 deliveries of a receiver before a place, newest first. Kept for 30 days. Refusals: not_permitted, '
  'signed_out.';

create function private.company_of_delivery(delivery uuid) returns uuid
language sql stable security definer set search_path = ''
as $$ select w.company_id from private.webhook_deliveries as d join private.webhook_endpoints as w on w.id = d.endpoint_id where d.id = delivery $$;
comment on function private.company_of_delivery is 'Returns the company of a delivery, or null.';

create function public.read_webhook_delivery(delivery uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.webhook_refusal(private.company_of_delivery(delivery), 'read_webhook_delivery');
begin
  if refusal is not null then return refusal; end if;
  return (
    select jsonb_build_object('status', 'ok', 'body', case when w.octo is null then jsonb_pretty(private.webhook_body(e, w.has_personal_data))
        else jsonb_pretty(d.sent::jsonb) end, 'attempts', coalesce((
      select jsonb_agg(jsonb_build_object('number', a.number, 'at', private.iso(a.at), 'duration_ms', a.duration_ms, 'status', a.status, 'failure', a.failure, 'response', a.response)
        order by a.number desc)
      from private.webhook_attempts as a where a.delivery_id = d.id), '[]'))
    from private.webhook_deliveries as d join private.webhook_endpoints as w on w.id = d.endpoint_id join private.webhook_events as e on e.id = d.event_id
    where d.id = delivery);
end
$$;
comment on function public.read_webhook_delivery is
  'Returns the body of a delivery and its attempts with responses. `body` is null if it was not made for OCTO yet or '
  'is erased. Refusals: not_permitted, signed_out.';

create function public.replay_webhook(delivery uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  company constant uuid := private.company_of_delivery(delivery);
  refusal constant jsonb := private.webhook_refusal(company, 'replay_webhook');
  slow jsonb;
begin
  if refusal is not null then return refusal; end if;
  slow := private.rate_limited(private.consume_rate_limit('webhook_replay:' || company, 60, 10));
  if slow is not null then return slow; end if;
  if exists (select from private.webhook_deliveries as d join private.webhook_endpoints as w on w.id = d.endpoint_id where d.id = delivery and w.state = 'off') then
    return '{"status": "switched_off"}';
  end if;
  update private.webhook_deliveries as d set state = 'pending', finished_at = null, began_at = null, run_at = clock_timestamp()
  where d.id = delivery and (d.leased_until is null or d.leased_until <= clock_timestamp());
  return '{"status": "ok"}';
end
$$;
comment on function public.replay_webhook is
  'Sends an event again under the same id, or retries a waiting delivery now. Returns ok, switched_off, rate_limited '
  '(60 at once, then one per ten seconds a company), not_permitted or signed_out.';

create function public.preview_webhook(company uuid, event text, has_personal_data boolean default false) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.webhook_refusal(company, 'preview_webhook');
  type public.webhook_event;
  sample_event private.webhook_events;
begin
  if refusal is not null then return refusal; end if;
  if not coalesce(event = any (enum_range(null::public.webhook_event)::text[]), false) then return '{"status": "invalid"}'; end if;
  type := event::public.webhook_event;
  -- The latest row of this kind.
  case split_part(event, '.', 1)
    when 'booking' then
      select b.id, b.id, b.departure_id into sample_event.row_id, sample_event.booking_id, sample_event.departure_id from public.bookings as b
      where b.company_id = preview_webhook.company order by b.changed_xid desc limit 1;
    when 'guest' then
      select a.id, coalesce(a.booking_id, g.booking_id), a.departure_id into sample_event.row_id, sample_event.booking_id, sample_event.departure_id
      from public.check_in_actions as a left join public.guests as g on g.id = a.guest_id
      where a.company_id = preview_webhook.company and a.kind = 'check_in' order by a.changed_xid desc limit 1;
    when 'payment' then
      if event = 'payment.refunded' then
        select r.id, r.booking_id into sample_event.row_id, sample_event.booking_id from public.refunds as r
        where r.company_id = preview_webhook.company and r.status = 'REFUNDED' order by r.refunded_at desc limit 1;
      elsif event = 'payment.failed' then
        select s.id, s.booking_id into sample_event.row_id, sample_event.booking_id from private.payment_sessions as s
        where s.company_id = preview_webhook.company and s.refused_at is not null order by s.refused_at desc limit 1;
      else
        select p.id, p.booking_id into sample_event.row_id, sample_event.booking_id from public.payments as p
        where p.company_id = preview_webhook.company and p.method not in ('moved', 'on_account') order by p.received_at desc limit 1;
      end if;
    when 'webhook' then sample_event.row_id := gen_random_uuid();
    else
      select d.id, d.id into sample_event.row_id, sample_event.departure_id from public.departures as d
      where d.company_id = preview_webhook.company and d.starts_at <= now() order by d.starts_at desc limit 1;
      if sample_event.row_id is null then
        select d.id, d.id into sample_event.row_id, sample_event.departure_id from public.departures as d where d.company_id = preview_webhook.company order by d.starts_at limit 1;
      end if;
  end case;
  if sample_event.row_id is null then return '{"status": "ok", "body": null}'; end if;
  sample_event.id := gen_random_uuid();
  sample_event.company_id := company;
  sample_event.type := type;
  sample_event.happened_at := now();
  sample_event.data := private.webhook_data(type, sample_event.row_id, sample_event.booking_id, sample_event.departure_id);
  if has_personal_data and sample_event.booking_id is not null then sample_event.personal := private.webhook_personal_data(type, sample_event.row_id, sample_event.booking_id); end if;
  return jsonb_build_object('status', 'ok', 'body', jsonb_pretty(private.webhook_body(sample_event, coalesce(has_personal_data, false))));
end
$$;
comment on function public.preview_webhook is
  'Returns the body that an event would have, made from the latest row of its kind; null if there is none. Nothing is '
  'sent. Refusals: invalid (no such event), not_permitted, signed_out.';

grant execute on function public.claim_webhooks(integer), public.record_webhook_attempt(jsonb) to service_role;
grant execute on function public.read_webhooks(uuid), public.save_webhook(uuid, uuid, integer, jsonb), public.rotate_webhook_secret(uuid, integer),
  public.switch_webhook(uuid, boolean), public.delete_webhook(uuid), public.test_webhook(uuid), public.read_webhook_log(uuid, bigint),
  public.read_webhook_delivery(uuid), public.replay_webhook(uuid), public.preview_webhook(uuid, text, boolean) to authenticated;
