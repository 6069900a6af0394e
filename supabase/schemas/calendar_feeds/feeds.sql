-- Calendar feeds: departures of a company, tour or guide at a secret address. ADR 065

create type public.feed_kind as enum ('company', 'tour', 'guide');
comment on type public.feed_kind is 'Whose departures a calendar feed contains.';

create table private.calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  kind public.feed_kind not null,
  tour_id uuid,
  user_id uuid references public.users (id) on delete cascade,
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{32,64}$'),
  locale public.locale not null default 'en',
  made_by uuid,
  made_at timestamptz not null default now(),
  fetched_at timestamptz,
  fetched_by text check (length(fetched_by) between 1 and 120),
  constraint calendar_feeds_tour foreign key (
    tour_id, company_id) references public.tours (id, company_id) on delete cascade,
  constraint calendar_feeds_once unique nulls not distinct (company_id, tour_id, user_id),
  constraint calendar_feeds_of_one check (
    (kind = 'tour') = (tour_id is not null) and (kind = 'guide') = (user_id is not null)));
comment on table private.calendar_feeds is 'Calendar feeds that are switched on.';
comment on column private.calendar_feeds.token is
  'Secret end of the address, stored in plain text because it is shown again for the next calendar (ADR 065).';
comment on column private.calendar_feeds.locale is 'Language of its entries.';
comment on column private.calendar_feeds.made_by is 'Person who made it. No foreign key, as it outlives the account.';
comment on column private.calendar_feeds.fetched_at is 'Last fetch; updated at most once a minute.';
comment on column private.calendar_feeds.fetched_by is 'User agent of the last fetch.';
create index calendar_feeds_tour_id_idx on private.calendar_feeds (tour_id, company_id) where tour_id is not null;
create index calendar_feeds_user_id_idx on private.calendar_feeds (user_id) where user_id is not null;
alter table private.calendar_feeds enable row level security, force row level security;

create function private.end_feeds() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.calendar_feeds as f where f.company_id = old.company_id and f.user_id = old.user_id;
  return null;
end
$$;
comment on function private.end_feeds is
  'Trigger: deletes the feed of a person who leaves the team; coming back does not restore the address.';

create function private.feed_json(feed private.calendar_feeds, shows_address boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', (feed).id,
    'kind', (feed).kind,
    'tour_id', (feed).tour_id,
    'locale', (feed).locale,
    'person', (
      select jsonb_build_object('id', u.id, 'name', u.display_name) from public.users as u where u.id = (feed).user_id),
    'token', case when shows_address then (feed).token end,
    'made_at', private.iso((feed).made_at),
    'fetched_at', private.iso((feed).fetched_at),
    'fetched_by', (feed).fetched_by)$$;
comment on function private.feed_json is 'Returns a feed for display; with its token only if `shows_address`.';

create function private.may_manage_feed(company uuid, kind public.feed_kind, person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
begin
  -- The address outlives acting for a company, so it is for its own people only.
  if kind <> 'guide' then return private.can('COMPANY_ALL_ACCESS', company); end if;
  return coalesce(person = me and private.may_guide(me, company)
    and private.may('read_own_calendar_feed', company), false);
end
$$;
comment on function private.may_manage_feed is
  'Returns whether the caller may create and change a feed and see its address: guides their own, owners all others.';

create function public.read_calendar_feeds(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  decides constant boolean := private.may_manage_feed(company, 'company', null);
begin
  if (select private.current_user_id()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_calendar_feeds', company) then
    return '{"status": "not_permitted"}';
  end if;
  return jsonb_build_object(
    'status', 'ok',
    'may_decide', decides,
    'tours', coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'title', private.localised(t.id, 'title')) order by t.slug, t.id)
      from public.tours as t
      where t.company_id = company
        and (t.status <> 'archived' or exists (select from private.calendar_feeds as f where f.tour_id = t.id))), '[]'),
    'feeds', coalesce((
      select jsonb_agg(private.feed_json(f, decides and f.kind <> 'guide') order by u.display_name, f.id)
      from private.calendar_feeds as f left join public.users as u on u.id = f.user_id
      where f.company_id = read_calendar_feeds.company), '[]'));
end
$$;
comment on function public.read_calendar_feeds is
  'Returns a company''s calendar feeds and the tours that may have one; feeds of guides without their address. '
  'may_decide is false for people who act for the company. Returns {"status": "ok" | "not_permitted" | "signed_out"}.';

create function public.read_own_calendar_feed(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may_manage_feed(company, 'guide', me) then
    return '{"status": "not_permitted"}';
  end if;
  return jsonb_build_object(
    'status', 'ok',
    'feed', (
      select private.feed_json(f, true) from private.calendar_feeds as f
      where f.company_id = read_own_calendar_feed.company and f.user_id = me));
end
$$;
comment on function public.read_own_calendar_feed is
  'Returns the caller''s own calendar feed as a guide of a company, or null. Returns {"status": "ok" | '
  '"not_permitted" | "signed_out"}.';

create function private.log_feed_change(action text, feed private.calendar_feeds) returns void
language sql security definer set search_path = ''
as $$
  -- Without the token, as more people read the audit log than may open the feed.
  select private.log_change(
    (feed).company_id,
    action,
    null,
    jsonb_strip_nulls(jsonb_build_object(
      'kind', (feed).kind, 'id', (feed).tour_id, 'user_id', (feed).user_id, 'locale', (feed).locale)))$$;
comment on function private.log_feed_change is 'Logs a change of a feed in the company''s audit log.';

create function public.create_calendar_feed(
  company uuid, kind public.feed_kind, subject uuid, locale public.locale
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  stored private.calendar_feeds;
begin
  if (select private.current_user_id()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or kind is null or not private.may_manage_feed(company, kind, subject) then
    return '{"status": "not_permitted"}';
  end if;
  if locale is null or (kind = 'company') <> (subject is null) then return '{"status": "invalid"}'; end if;
  if kind = 'tour'
    and not exists (
      select from public.tours as t where t.id = subject and t.company_id = create_calendar_feed.company)
  then
    return '{"status": "not_found"}';
  end if;
  insert into private.calendar_feeds as stored_feed (company_id, kind, tour_id, user_id, token, locale, made_by)
  values (
    company,
    kind,
    case when kind = 'tour' then subject end,
    case when kind = 'guide' then subject end,
    private.generate_token(),
    locale,
    (select auth.uid()))
  -- Switching it on again keeps the address; only the locale may change.
  on conflict on constraint calendar_feeds_once do update
  set locale = excluded.locale
  where stored_feed.locale <> excluded.locale
  returning stored_feed.* into stored;
  if stored.id is not null then perform private.log_feed_change('create_calendar_feed', stored); end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.create_calendar_feed is
  'Switches a calendar feed on, or changes the locale of an existing one. Idempotent. Returns {"status": "ok" | '
  '"not_found" | "invalid" | "not_permitted" | "signed_out"}.';

create function private.lock_feed(feed uuid, is_deletion boolean, out stored private.calendar_feeds, out refusal jsonb)
language plpgsql security definer set search_path = ''
as $$
begin
  if (select private.current_user_id()) is null then
    refusal := '{"status": "signed_out"}';
    return;
  end if;
  select f.* into stored from private.calendar_feeds as f where f.id = lock_feed.feed for update;
  -- The same refusal for a foreign feed. People who run the company, or act for it, may delete any of its feeds.
  if stored.id is null or not (private.may_manage_feed(stored.company_id, stored.kind, stored.user_id)
    or (is_deletion and private.may('delete_calendar_feed', stored.company_id))) then
    refusal := '{"status": "not_found"}';
  end if;
end
$$;
comment on function private.lock_feed is 'Locks a feed for a change and returns it, or the refusal.';

create function public.change_calendar_feed(feed uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  locked record;
begin
  select * into locked from private.lock_feed(feed, false);
  if locked.refusal is not null then return locked.refusal; end if;
  update private.calendar_feeds as f
  set token = private.generate_token(), fetched_at = null, fetched_by = null
  where f.id = change_calendar_feed.feed;
  perform private.log_feed_change('change_calendar_feed', locked.stored);
  return '{"status": "ok"}';
end
$$;
comment on function public.change_calendar_feed is
  'Replaces a feed''s address; the former one stops working at once. Returns {"status": "ok" | "not_found" | '
  '"signed_out"}.';

create function public.delete_calendar_feed(feed uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  locked record;
begin
  select * into locked from private.lock_feed(feed, true);
  if locked.refusal is not null then return locked.refusal; end if;
  delete from private.calendar_feeds as f where f.id = delete_calendar_feed.feed;
  perform private.log_feed_change('delete_calendar_feed', locked.stored);
  return '{"status": "ok"}';
end
$$;
comment on function public.delete_calendar_feed is
  'Switches a feed off; people who run the company may do so for guides'' feeds as well. Returns {"status": "ok" | '
  '"not_found" | "signed_out"}.';

create type private.feed_state as enum ('scheduled', 'proposed', 'unassigned', 'cancelled');
comment on type private.feed_state is
  'State of a departure in a feed: scheduled, proposed (its guide has not answered), unassigned (its guide was taken '
  'off) or cancelled.';

create type private.feed_entry as (departure public.departures, state private.feed_state, seats integer);
comment on type private.feed_entry is 'A departure as a feed shows it.';

create function private.feed_departures(feed private.calendar_feeds, today date) returns setof private.feed_entry
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Limits the size of a feed; the earliest departures are kept.
  row_limit constant integer := 5000;
  departure_ids uuid[];
begin
  if feed.kind = 'guide' then
    departure_ids := array(
      select d.id from public.departures as d
      where d.company_id = feed.company_id and d.local_date between today - 30 and today + 365
        and d.id in (
          select g.departure_id from public.departure_guides as g
          where g.user_id = feed.user_id and g.status <> 'declined'
          -- A calendar that has the entry must learn that it is gone.
          union
          select f.departure_id
          from private.former_guides as f
          where f.user_id = feed.user_id)
      order by d.starts_at, d.id limit row_limit);
  else
    departure_ids := array(
      select d.id from public.departures as d
      where d.company_id = feed.company_id and d.local_date between today - 30 and today + 365
        and (feed.tour_id is null or d.tour_id = feed.tour_id)
      order by d.starts_at, d.id limit row_limit);
  end if;
  return query
    select d,
      (
        case
          when d.status = 'cancelled' then 'cancelled'
          when feed.kind <> 'guide' then 'scheduled'
          when g.user_id is null then 'unassigned'
          when g.status = 'proposed' then 'proposed'
          else 'scheduled'
        end)::private.feed_state, coalesce(s.seats, 0)
    from public.departures as d left join private.departure_seats as s on s.departure_id = d.id
    left join public.departure_guides as g
      on g.departure_id = d.id and g.user_id = feed.user_id and g.status <> 'declined'
    where d.id = any (departure_ids);
end
$$;
comment on function private.feed_departures is
  'Returns the departures of a feed from 30 days ago to a year ahead, with those its guide was removed from.';

create function private.feed_stamp(feed private.calendar_feeds, today date) returns text
language sql stable security definer set search_path = ''
as $$
  -- All stamps, not the latest one: of two changes the earlier stamp may commit last.
  select md5(concat_ws(
    '|',
    (feed).locale,
    (feed).tour_id,
    (select c.changed_xid from public.companies as c where c.id = (feed).company_id),
    (
      select string_agg(t.id || ':' || t.changed_xid, ',' order by t.id)
      from public.tours as t
      where t.company_id = (feed).company_id),
    (
      select string_agg(concat_ws(
        ':', (e.departure).id, (e.departure).changed_xid, e.state, e.seats), ',' order by (e.departure).id)
      from private.feed_departures(feed, today) as e)))$$;
comment on function private.feed_stamp is 'Returns a hash that changes whenever the content of a feed changes (ETag).';

create function private.feed_entries(feed private.calendar_feeds, today date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      -- The guide's entry differs from the office's, and one calendar may hold both.
      'id', (e.departure).id || coalesce('.' || (feed).user_id, ''),
      'sequence', (e.departure).version,
      'state', e.state,
      'title', t.title,
      'place', t.meeting_point,
      'note', coalesce((e.departure).meeting_note, ''),
      'language', (e.departure).language,
      'starts_at', private.iso((e.departure).starts_at),
      'ends_at', private.iso((e.departure).ends_at),
      'booked', e.seats,
      'capacity', (e.departure).capacity) order by (e.departure).starts_at,
    (e.departure).id), '[]')
  from private.feed_departures(feed, today) as e
  join (
    select tour.id, private.in_locale(private.localised(tour.id, 'title'), (feed).locale::text) as title,
      private.in_locale(private.localised(tour.id, 'meeting_point'), (feed).locale::text) as meeting_point
    from public.tours as tour
    where tour.company_id = (feed).company_id) as t
    on t.id = (e.departure).tour_id$$;
comment on function private.feed_entries is
  'Returns a feed''s entries in its locale. They contain the number of guests but no names.';

create function public.read_calendar_feed_entries(
  token text, known_stamp text default null, address text default null, program text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  feed private.calendar_feeds;
  c public.companies;
  today date;
  stamp text;
  wait integer := 0;
begin
  select f.* into feed from private.calendar_feeds as f where f.token = read_calendar_feed_entries.token;
  select company_row.* into c from public.companies as company_row
  where company_row.id = feed.company_id and company_row.is_active;
  -- A person who no longer guides gets nothing, but the address is kept in case they do again.
  if c.id is null or (feed.kind = 'guide' and not private.may_guide(feed.user_id, feed.company_id)) then
    if private.rate_limit_key(address) is not null then
      wait := private.consume_rate_limit('no-feed:' || private.guest_network(private.rate_limit_key(address)), 60, 10);
    end if;
    return coalesce(private.rate_limited(wait), '{"status": "not_found"}');
  end if;
  -- Calendar services fetch for many people from few addresses, so the limit is per feed.
  wait := private.consume_rate_limit('feed:' || feed.id, 60, 10);
  if wait > 0 then return private.rate_limited(wait); end if;
  update private.calendar_feeds as f
  set fetched_at = clock_timestamp(),
    fetched_by = nullif(left(regexp_replace(
      private.trim_text(coalesce(program, '')), '[^[:print:]]', '', 'g'), 120), '')
  where f.id = feed.id and (f.fetched_at is null or f.fetched_at < clock_timestamp() - interval '1 minute');
  today := (clock_timestamp() at time zone c.time_zone)::date;
  stamp := private.feed_stamp(feed, today);
  if stamp = known_stamp then return jsonb_build_object('status', 'same', 'stamp', stamp); end if;
  return jsonb_build_object(
    'status', 'ok',
    'stamp', stamp,
    'kind', feed.kind,
    'locale', feed.locale,
    'company', c.name,
    'time_zone', c.time_zone,
    'tour', case
      when feed.kind = 'tour' then private.in_locale(private.localised(feed.tour_id, 'title'), feed.locale::text)
    end,
    'entries', private.feed_entries(feed, today));
end
$$;
comment on function public.read_calendar_feed_entries is
  'Returns the entries of a feed with their stamp for the function calendar-feed, or `same` if the known stamp is '
  'current. not_found is the same for unknown and former addresses, inactive companies and former guides. Returns '
  '{"status": "ok" | "same" | "not_found" | "rate_limited"}. For the service role.';

grant execute on function
  public.read_calendar_feeds(uuid),
  public.read_own_calendar_feed(uuid),
  public.create_calendar_feed(uuid, public.feed_kind, uuid, public.locale),
  public.change_calendar_feed(uuid),
  public.delete_calendar_feed(uuid)
to authenticated;
grant execute on function public.read_calendar_feed_entries(text, text, text, text) to service_role;
