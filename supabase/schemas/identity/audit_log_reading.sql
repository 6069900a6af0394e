-- Reading a company's audit log.

create function private.audit_subject(event public.audit_events, shows_views boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  details constant jsonb := coalesce(event.before, '{}') || coalesce(event.after, '{}');
  named constant uuid := coalesce(
    event.subject_id, case when pg_input_is_valid(details ->> 'id', 'uuid') then (details ->> 'id')::uuid end);
  person constant uuid := case
    when pg_input_is_valid(details ->> 'user_id', 'uuid') then (details ->> 'user_id')::uuid
  end;
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'reference', (select b.reference from public.bookings as b where b.id = named and b.company_id = event.company_id),
    'booking', (select b.id from public.bookings as b where b.id = named and b.company_id = event.company_id),
    'title', (
      select private.localised(coalesce(d.tour_id, t.id), 'title') from (select named as id) as n
      left join public.departures as d on d.id = n.id and d.company_id = event.company_id
      left join public.tours as t on t.id = n.id and t.company_id = event.company_id
      where coalesce(d.tour_id, t.id) is not null),
    'starts_at', (
      select private.iso(d.starts_at) from public.departures as d where d.id = named and d.company_id = event.company_id
    ),
    'person', (select u.display_name from public.users as u where u.id = person),
    'partner', (select o.name from public.organisations as o where o.id = event.subject_id),
    'reason', case when event.action = 'set_company_status' then event.after ->> 'reason' end,
    -- A view's name may contain a guest's name.
    'view', case when shows_views then details ->> 'view' end,
    'outside', details -> 'outside',
    'roles', details -> 'roles'));
end
$$;
comment on function private.audit_subject is
  'Returns what an audit event is about, with names: a booking, tour, departure, person, partner or export with its '
  'addresses outside the team; and the platform''s reason. Empty if it is gone or is the company itself.';

create function public.read_audit(
  company uuid,
  actions text[] default null,
  people uuid[] default null,
  since date default null,
  until date default null,
  after jsonb default null,
  page_size integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  shows_views constant boolean := private.may('read_booking_views', company);
  zone text;
  events jsonb;
  last jsonb;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_audit', company) then return '{"status": "not_permitted"}'; end if;
  if not coalesce(page_size between 1 and 200, false)
    or (
      read_audit.after is not null
        and not (
          coalesce(pg_input_is_valid(read_audit.after ->> 'id', 'uuid'), false)
            and coalesce(pg_input_is_valid(read_audit.after ->> 'at', 'timestamptz'), false)))
  then
    return '{"status": "invalid"}';
  end if;
  select c.time_zone into zone from public.companies as c where c.id = company;
  select jsonb_agg(jsonb_build_object(
    'id', e.id,
    'at', private.iso(e.happened_at),
    'action', e.action,
    'subject', private.audit_subject(e, shows_views),
    'actor', case
      when e.user_id is not null then
        jsonb_build_object(
          'id', e.user_id,
          'name', (select u.display_name from public.users as u where u.id = e.user_id),
          'is_member', exists (
            select from public.company_members as m where m.company_id = read_audit.company and m.user_id = e.user_id)
            or exists (
              select from private.former_members as f where f.company_id = read_audit.company and f.user_id = e.user_id)
        )
    end) order by e.happened_at desc, e.id desc),
    (array_agg(jsonb_build_object('at', e.happened_at, 'id', e.id) order by e.happened_at, e.id))[1] into events, last
  from (
    select a.* from public.audit_events as a
    where a.company_id = read_audit.company and (actions is null or a.action = any (actions))
      and (people is null or a.user_id = any (people))
      and (since is null or a.happened_at >= (select private.instant_in(zone, since)))
      and (until is null or a.happened_at < (select private.instant_in(zone, until + 1)))
      and (
        read_audit.after is null
          or (a.happened_at, a.id) < ((read_audit.after ->> 'at')::timestamptz, (read_audit.after ->> 'id')::uuid))
    order by a.happened_at desc, a.id desc limit page_size) as e;
  return jsonb_build_object('status', 'ok', 'events', coalesce(events, '[]'),
    'next', case when jsonb_array_length(coalesce(events, '[]')) = page_size then last end,
    'people', coalesce((
      select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.display_name) order by u.display_name, u.id)
      from public.users as u where u.id in (
        select m.user_id from public.company_members as m where m.company_id = read_audit.company
        union
        select f.user_id from private.former_members as f where f.company_id = read_audit.company)), '[]'));
end
$$;
comment on function public.read_audit is
  'Returns a page of a company''s audit log, newest first, after the `next` of the former page. Dates are local to '
  'the company. Returns {"status": "ok" | "invalid" | "not_permitted" | "signed_out"}.';

grant execute on function public.read_audit(uuid, text[], uuid[], date, date, jsonb, integer) to authenticated;
