-- Notices to guides, and requests that wait for an answer. ADR 033

create table private.guide_notices (
  user_id uuid not null references public.users (id) on delete cascade,
  departure_id uuid not null references public.departures (id) on delete cascade,
  change public.guide_notice not null,
  previous_start timestamptz,
  -- Milliseconds, as in the JSON that the client sends back.
  noted_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  primary key (user_id, departure_id)
);
comment on table private.guide_notices is
  'Notices that guides have not dismissed: taken off a future departure, '
  'departure moved (previous_start: its former time) or cancelled. The latest per departure.';
create index guide_notices_departure_id_idx on private.guide_notices (departure_id);
alter table private.guide_notices enable row level security, force row level security;

create function private.notify_guide(
  person uuid, departure public.departures, change text, previous_start timestamptz default null
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Notices of past departures are obsolete.
  delete from private.guide_notices as n using public.departures as d
  where n.user_id = person and d.id = n.departure_id and d.ends_at < now();
  -- Not to the guide who makes the change.
  if person = (select auth.uid()) or (departure).ends_at < now() then return; end if;
  insert into private.guide_notices as n (user_id, departure_id, change, previous_start)
  values (person, (departure).id, notify_guide.change::public.guide_notice, notify_guide.previous_start)
  on conflict on constraint guide_notices_pkey do update
  -- If a departure moves twice before the guide has seen it, keep the first former time.
  set change = excluded.change, noted_at = excluded.noted_at,
    previous_start = case
      when n.change = 'moved' and excluded.change = 'moved' then n.previous_start
      else excluded.previous_start
    end;
end
$$;
comment on function private.notify_guide is
  'Adds a notice about a departure for a guide in the app, until they dismiss it.';

create function private.guide_notices_json(person uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'departure_id', d.id,
      'change', n.change,
      'noted_at', private.iso(n.noted_at),
      'company_name', c.name,
      'time_zone', c.time_zone,
      'title', private.localised(d.tour_id, 'title'),
      'starts_at', private.iso(d.starts_at),
      'previous_start', private.iso(n.previous_start)) order by d.starts_at, d.id)
    from private.guide_notices as n join public.departures as d on d.id = n.departure_id
    join public.companies as c on c.id = d.company_id
    where n.user_id = person and d.ends_at >= now()
      -- Hides notices that no longer apply: assigned again, or taken off since.
      and (n.change = 'unassigned') <> exists (
        select from public.departure_guides as g
        where g.departure_id = d.id and g.user_id = person and g.status <> 'declined')), '[]');
end
$$;
comment on function private.guide_notices_json is
  'Returns a guide''s notices of all companies, in the order of the departures.';

create function public.dismiss_notices(departures uuid[], seen_until timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  delete from private.guide_notices as n
  where n.user_id = me and n.departure_id = any (departures) and n.noted_at <= seen_until;
  return '{"status": "ok"}';
end
$$;
comment on function public.dismiss_notices is
  'Deletes the caller''s notices about departures, except those '
  'added after seen_until. Returns {"status": "ok" | "signed_out"}.';

create function private.pending_requests_json(person uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    with proposed as materialized (
      select d.id, d.company_id, d.tour_id, d.starts_at from public.departure_guides as g
      join public.departures as d on d.id = g.departure_id
      where g.user_id = person and g.status = 'proposed' and d.status not in ('completed', 'cancelled')
        and d.ends_at >= now()),
    companies as materialized (
      select c.id, c.name, c.time_zone from public.companies as c
      -- Without acting, like the answer.
      where c.id in (select proposed.company_id from proposed) and private.may_guide(person, c.id)
        and private.may('answer_assignment', c.id))
    select jsonb_agg(jsonb_build_object(
      'departure_id', proposed.id,
      'company_id', companies.id,
      'company_name', companies.name,
      'time_zone', companies.time_zone,
      'title', private.localised(proposed.tour_id, 'title'),
      'starts_at', private.iso(proposed.starts_at)) order by proposed.starts_at, proposed.id)
    from proposed join companies on companies.id = proposed.company_id), '[]');
end
$$;
comment on function private.pending_requests_json is
  'Returns the departures of all companies that a guide is asked to take and may answer, earliest first.';

grant execute on function public.dismiss_notices(uuid[], timestamptz) to authenticated;
