-- Foundation: the private schema, privileges, checks of texts and form fields, change stamps for the pull, the sync
-- epoch, change events, rate limits.
--
-- Muster's own SQLSTATEs. None reaches a client: each is caught in the function that raises it or in a caller above it.
--   MU000  rolls back a dry run, or a change that turns out to be refused
--   MU001  rolls back to release locks, then retries, when rows moved before they were locked
--   MU002  refuses an action; its detail is the JSON response
--   MU003  rolls back a preview of a booking action

create schema if not exists private;
comment on schema private is 'Functions and tables that clients cannot reach; policies and RPCs use them.';
revoke all on schema private from public, anon, authenticated;

-- Nothing is granted by default: each chapter grants what its clients need.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;

create type public.locale as enum ('en', 'es', 'da', 'it');
comment on type public.locale is 'Languages of Muster''s texts.';

-- Small functions have a body that is parsed when they are created (return …): no search path can change its meaning,
-- and the planner can inline it, which a pinned search path would prevent.
create function private.iso(instant timestamptz) returns text
language sql stable parallel safe
return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
comment on function private.iso is 'Formats an instant as ISO 8601 in UTC with milliseconds, as devices write it.';

create function private.stamp_changed_xid() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end
$$;
comment on function private.stamp_changed_xid is
  'Row trigger of mirrored tables: stamps a row with the transaction id, which a pull compares with its snapshot.';

-- Texts, addresses and phone numbers. The rules for email addresses are those of src/domain/email-address.ts, which
-- names their source.

create function private.visible_text(input text) returns text
language sql immutable parallel safe
return regexp_replace(
  -- Invisible characters anywhere: controls, zero-width, bidi marks, fillers, variation selectors, tags.
  regexp_replace(input,
    '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5'
    '\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+',
    '', 'g'),
  -- White space and blanks at both ends.
  '^[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+'
  '|[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+$',
  '', 'g');
comment on function private.visible_text is
  'Returns a text without invisible characters and without white space at its ends.';

create function private.trim_text(input text) returns text
language sql immutable parallel safe
return case when private.visible_text(input) = '' then '' else regexp_replace(input,
  '^[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u2800\u3000\ufeff]+'
  '|[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u2800\u3000\ufeff]+$',
  '', 'g') end;
comment on function private.trim_text is
  'Trims white space, keeping the joiners of emoji and scripts; trimmedText in src/domain/email-address.ts.';

create function private.normalize_email_address(typed text) returns text
language sql immutable parallel safe
return private.visible_text(typed);
comment on function private.normalize_email_address is
  'Returns a typed or pasted email address in the form that is checked and stored.';

create function private.comparable_text(input text) returns text
language sql immutable parallel safe
return replace(lower(normalize(private.visible_text(input), nfkd) collate pg_catalog.pg_c_utf8), 'ς', 'σ');
comment on function private.comparable_text is
  'Folds case and Unicode form, but not accents, for comparison; comparable in src/domain/bookings.ts.';

create function private.is_email_address(address text) returns boolean
language sql immutable parallel safe
return coalesce(
  octet_length(address) <= 254
  and octet_length(split_part(address, '@', 1)) <= 64
  and address = private.normalize_email_address(address)
  and address !~ '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\ufffc-\uffff]'
  and address ~ (
    '^[a-zA-Z0-9!#$%&''*+/=?^_`{|}~\u00a1-\U0010ffff-]+(\.[a-zA-Z0-9!#$%&''*+/=?^_`{|}~\u00a1-\U0010ffff-]+)*'
    '@([a-zA-Z\u00a1-\U0010ffff0-9]([a-zA-Z\u00a1-\U0010ffff0-9-]{0,61}[a-zA-Z\u00a1-\U0010ffff0-9])?\.)+'
    '[a-zA-Z\u00a1-\U0010ffff]([a-zA-Z\u00a1-\U0010ffff0-9-]{0,61}[a-zA-Z\u00a1-\U0010ffff0-9])$'),
  false);
comment on function private.is_email_address is
  'Returns whether a normalised text is an email address; isEmailAddress in src/domain/email-address.ts.';

create function private.is_web_address(input text) returns boolean
language sql immutable parallel safe
return coalesce(length(input) <= 500 and input ~ '^https?://[^\u0001-\u0020"<>/?#]+\.[^\u0001-\u0020"<>]+$', false);
comment on function private.is_web_address is
  'Returns whether a text is the URL of a web page; isWebAddress in src/domain/fields.ts.';

create function private.is_origin(input text) returns boolean
language sql immutable parallel safe
return coalesce(
  length(input) <= 255
  and input ~ '^(https://[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|http://(localhost|127\.0\.0\.1))(:[1-9][0-9]{0,4})?$'
  -- Browsers leave out a scheme's default port.
  and input !~ '^(https:.*:443|http:.*:80)$'
  and coalesce(substring(input from ':([0-9]+)$')::integer, 0) <= 65535, false);
comment on function private.is_origin is
  'Returns whether a text is a website''s origin as browsers write it; isOrigin in src/domain/fields.ts.';

create function private.are_origins(input text[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$ select not exists (select from unnest(input) as origin where not private.is_origin(origin)) $$;
comment on function private.are_origins is 'Returns whether every text is an origin.';

create function private.is_reserved_slug(slug text) returns boolean
language sql immutable parallel safe
return slug in ('view', 'next', 'payment', 'unsubscribe');
comment on function private.is_reserved_slug is
  'Returns whether guest pages use the word in their URLs; RESERVED_SLUGS in src/booking/guest-page.ts.';

create function private.is_phone_number(input text) returns boolean
language sql immutable parallel safe
return coalesce(input ~ '^\+[1-9][0-9]{6,14}$', false);
comment on function private.is_phone_number is
  'Returns whether a text is an E.164 phone number; optionalPhone in src/domain/fields.ts.';

-- Checks of form fields; the codes are those of src/domain/fields.ts. ----------------------------

create function private.text_problem(input jsonb, longest integer, may_lack boolean default false) returns text
language sql immutable parallel safe
return case
  when input is null or jsonb_typeof(input) = 'null' then case when may_lack then null else 'required' end
  when jsonb_typeof(input) <> 'string' then 'not_valid'
  when private.trim_text(input #>> '{}') = '' then case when may_lack then null else 'required' end
  when length(input #>> '{}') > longest then 'too_long'
end;
comment on function private.text_problem is 'Checks a text of a form. Returns null, required, not_valid or too_long.';

create function private.number_problem(input jsonb, lowest bigint, highest bigint, may_lack boolean default false) returns text
language sql immutable parallel safe
return case
  when input is null or jsonb_typeof(input) = 'null' then case when may_lack then null else 'required' end
  when jsonb_typeof(input) <> 'number' or input::text !~ '^-?[0-9]{1,15}$' then 'whole_number'
  when input::text::bigint < lowest then 'too_small'
  when input::text::bigint > highest then 'too_large'
end;
comment on function private.number_problem is
  'Checks an integer of a form. Returns null, required, whole_number, too_small or too_large.';

create function private.date_problem(input jsonb, may_lack boolean default false) returns text
language sql stable parallel safe
return case
  when input is null or jsonb_typeof(input) = 'null' then case when may_lack then null else 'required' end
  when jsonb_typeof(input) <> 'string' or input #>> '{}' !~ '^(19|20|21)\d\d-\d\d-\d\d$' or not pg_input_is_valid(input #>> '{}', 'date') then 'not_valid'
end;
comment on function private.date_problem is 'Checks a date of a form, YYYY-MM-DD. Returns null, required or not_valid.';

create function private.time_problem(input jsonb, may_lack boolean default false) returns text
language sql immutable parallel safe
return case
  when input is null or jsonb_typeof(input) = 'null' then case when may_lack then null else 'required' end
  when jsonb_typeof(input) <> 'string' or input #>> '{}' !~ '^([01]\d|2[0-3]):[0-5]\d$' then 'not_valid'
end;
comment on function private.time_problem is
  'Checks a local time of a form, HH:MM. Returns null, required or not_valid.';

create function private.field_problem(field text, code text) returns jsonb
language sql immutable parallel safe
return jsonb_build_object('field', field, 'code', code);
comment on function private.field_problem is
  'Builds one problem of a refusal {"status": "invalid", "problems": […]}: the field''s path and the code.';

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

create function private.new_sync_epoch() returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  name text;
  new_id uuid;
begin
  -- A dump carries transaction ids of its old cluster. Ids ahead of this cluster would count as changed in every pull.
  foreach name in array array['companies', 'company_members', 'users', 'tours', 'price_categories', 'departures', 'bookings',
    'guests', 'devices', 'check_in_actions'] loop
    execute format('update public.%I set changed_xid = pg_current_xact_id() where changed_xid > pg_current_xact_id()', name);
  end loop;
  update public.departures set placed_xid = pg_current_xact_id() where placed_xid > pg_current_xact_id();
  update public.departure_guides set assigned_xid = pg_current_xact_id() where assigned_xid > pg_current_xact_id();
  update private.sync_epoch set epoch = gen_random_uuid() returning epoch into new_id;
  return new_id;
end
$$;
comment on function private.new_sync_epoch is
  'Starts a new sync epoch, so that every device pulls in full. Call it after a restore.';

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

create function private.send_change_events() returns trigger
-- One cached plan per connection: planning costs more than sending.
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  company uuid;
  is_wide boolean;
  all_departures uuid[];
  all_people uuid[];
  departures_near_today uuid[];
  announced uuid[];
begin
  -- The first call in a transaction sends everything. The calls for the other rows return here.
  if current_setting('muster.change_events_are_due', true) is distinct from 'yes' then return null; end if;
  perform set_config('muster.change_events_are_due', '', true);
  for company, is_wide, all_departures, all_people in
    with due as materialized (
      delete from private.pending_change_events where xid = pg_current_xact_id() returning company_id, departures, people
    ), named as (
      select company_id, departures is null as is_all, null::uuid as departure, null::uuid as person from due
      union all select company_id, false, unnest(departures), null from due
      union all select company_id, false, null, unnest(people) from due
    )
    select company_id, bool_or(is_all), coalesce(array_agg(distinct departure) filter (where departure is not null), '{}'),
      coalesce(array_agg(distinct person) filter (where person is not null), '{}')
    from named group by company_id order by company_id
  loop
    departures_near_today := array(
      select d.id from unnest(all_departures) as named join public.departures as d on d.id = named
      where private.is_near_today(d.local_date) order by d.id);
    if is_wide or cardinality(departures_near_today) > 20 or cardinality(all_people) > 20 then
      perform private.send_change_event(jsonb_build_object('company_id', company, 'departures', null, 'people', '[]'::jsonb, 'at', pg_current_xact_id()));
      continue;
    end if;
    -- In the order of the ids, so that two commits cannot deadlock.
    with sent_departures as (
      insert into private.recent_departure_events as sent_event (departure_id, sent_at)
      select departure, clock_timestamp() from unnest(departures_near_today) as departure order by departure
      on conflict (departure_id) do update set sent_at = excluded.sent_at
        where sent_event.sent_at < excluded.sent_at - interval '100 milliseconds'
      returning departure_id
    )
    select coalesce(array_agg(departure_id), '{}') into announced from sent_departures;
    -- A change far ahead sends an event without departures, for people who plan ahead.
    if announced <> '{}' or departures_near_today = '{}' or all_people <> '{}' then
      perform private.send_change_event(jsonb_build_object('company_id', company, 'departures', to_jsonb(announced), 'people', to_jsonb(all_people),
        'at', pg_current_xact_id()));
    end if;
  end loop;
  return null;
end
$$;
comment on function private.send_change_events is
  'Constraint trigger: sends one change event per company and transaction '
  'at commit, and leaves out departures that had one just now.';
create constraint trigger send_change_events after insert on private.pending_change_events
  deferrable initially deferred for each row execute function private.send_change_events();

create function private.queue_events_for_changed_departures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- With their guides: a departure may be new to a guide. offset 0 forces index look-ups by departure, whatever the
  -- planner estimates.
  perform private.queue_change_event(c.company_id, array_agg(distinct c.id), coalesce(array_agg(distinct g.user_id) filter (where g.user_id is not null), '{}'))
  from changed as c
  left join lateral (
    select guides.user_id from public.departure_guides as guides
    where guides.departure_id = c.id and guides.status <> 'declined' and private.is_near_today(c.local_date) offset 0) as g on true
  group by c.company_id;
  return null;
end
$$;
comment on function private.queue_events_for_changed_departures is
  'Statement trigger of departures: queues change events for the rows of the transition table "changed".';

create function private.queue_events_for_departures_leaving_device_window() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Departures far ahead are not named in events, but here devices hold one that has left their days. Set operations
  -- instead of a join: transition tables have no index, and a plan made for one row is cached.
  perform private.queue_change_event(company_id, null)
  from (
    select company_id, id from before where private.is_near_today(local_date)
    intersect
    select company_id, id from changed where not private.is_near_today(local_date)
  ) as departed
  group by company_id;
  return null;
end
$$;
comment on function private.queue_events_for_departures_leaving_device_window is
  'Statement trigger of departures: sends a change event to the '
  'whole company when one moves to a day that devices do not hold.';

create function private.queue_events_for_changed_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_change_event(company_id, array_agg(distinct departure_id)) from changed group by company_id;
  return null;
end
$$;
comment on function private.queue_events_for_changed_rows is
  'Statement trigger of tables whose rows never change their departure: queues change events for it.';

create function private.queue_events_for_moved_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_change_event(c.company_id, array_agg(distinct departure))
  from changed as c cross join unnest(c.moved_from || c.departure_id) as departure
  group by c.company_id;
  return null;
end
$$;
comment on function private.queue_events_for_moved_rows is
  'Statement trigger of bookings and guests: queues change events for their present and former departures.';

create function private.queue_events_for_changed_tours() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_change_event(c.company_id, array(
    select d.id
    from public.departures as d
    where d.company_id = c.company_id and private.is_near_today(d.local_date)
      and d.tour_id in (select case tg_table_name when 'tours' then (to_jsonb(t) ->> 'id')::uuid else (to_jsonb(t) ->> 'tour_id')::uuid end from changed as t)))
  from (select distinct company_id from changed) as c;
  return null;
end
$$;
comment on function private.queue_events_for_changed_tours is
  'Statement trigger of tours and prices: queues change events for their departures near today.';

-- Change events for guests: their page fetches the booking again (ADR 005). ----------------------

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

create function private.queue_events_for_watched_bookings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  watched constant uuid[] := array(select w.booking_id from private.watched_bookings as w where w.looked_at > now() - interval '3 minutes');
  changed_bookings uuid[];
begin
  if watched = '{}' then return null; end if;
  case tg_table_name
    when 'bookings' then changed_bookings := array(select id from changed where id = any (watched));
    when 'guests' then changed_bookings := array(select distinct booking_id from changed where booking_id = any (watched));
    -- Only for columns that the page shows: each booking changes its departure's row, too.
    when 'departures' then changed_bookings := array(
      select b.id from public.bookings as b
      where b.id = any (watched) and b.departure_id in (
        select id from (
          select id, starts_at, ends_at, language, status, meeting_note from changed
          except select id, starts_at, ends_at, language, status, meeting_note from before) as visibly_changed));
    else changed_bookings := array(
      select b.id from public.bookings as b join public.departures as d on d.id = b.departure_id
      where b.id = any (watched) and d.tour_id in (select id from changed));
  end case;
  perform private.send_change_event(jsonb_build_object('booking_id', id)) from unnest(changed_bookings) as id;
  return null;
end
$$;
comment on function private.queue_events_for_watched_bookings is
  'Statement trigger of bookings, guests, departures and tours: sends change events to the pages of the bookings that '
  'guests view now. They carry only the id.';

-- Rate limits ------------------------------------------------------------------------------------

create unlogged table private.rate_limit_buckets (
  key text primary key,
  tokens double precision not null,
  counted_at timestamptz not null,
  abandoned double precision not null default 0
);
comment on table private.rate_limit_buckets is
  'Token buckets, such as a person''s look-ups. private.tidy_bookings deletes them a day after their last use.';
comment on column private.rate_limit_buckets.key is
  'Name of the limit, a colon, and the person, company or address that is limited.';
comment on column private.rate_limit_buckets.abandoned is
  'Held seats that did not become bookings. They raise the cost of further holds and decay over time.';
create index rate_limit_buckets_counted_at_idx on private.rate_limit_buckets (counted_at);
alter table private.rate_limit_buckets enable row level security, force row level security;

create function private.consume_rate_limit(bucket text, capacity double precision, seconds_each double precision, cost double precision default 1) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  left_over double precision;
begin
  insert into private.rate_limit_buckets as stored (key, tokens, counted_at)
  values (bucket, capacity, clock_timestamp())
  on conflict (key) do update
    set tokens = least(capacity, stored.tokens + extract(epoch from greatest(excluded.counted_at - stored.counted_at, interval '0')) / seconds_each),
      counted_at = excluded.counted_at
  returning tokens into left_over;
  if left_over < cost then return greatest(ceil((cost - left_over) * seconds_each), 1); end if;
  update private.rate_limit_buckets set tokens = tokens - cost where key = bucket;
  return 0;
end
$$;
comment on function private.consume_rate_limit is
  'Token bucket: takes cost tokens from a bucket of the capacity that '
  'refills one per seconds_each. Returns the seconds to wait, 0 if allowed.';
