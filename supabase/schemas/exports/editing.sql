-- Scheduled exports: reading, saving, pausing and deleting. ADR 048

create function private.pause_export(export uuid, reason public.export_pause) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  s private.scheduled_exports;
begin
  update private.scheduled_exports as x
  set pause_reason = reason, paused_at = clock_timestamp(), next_at = null, version = x.version + 1
  where x.id = pause_export.export and x.paused_at is null
  returning * into s;
  if s.id is null or reason = 'by_hand' then return; end if;
  perform private.enqueue_mail(
    'export-paused',
    a.email::text,
    u.locale,
    jsonb_build_object(
      'company', c.name,
      'kind', s.kind,
      'view', (select v.name from public.booking_views as v where v.id = s.view_id),
      'reason', reason,
      'actor', (select p.display_name from public.users as p where p.id = s.made_by)),
    company => c.id,
    dedupe_key => concat_ws(':', 'export_paused', s.id, private.iso(s.paused_at), u.id)
  ) from public.companies as c join public.company_members as m on m.company_id
    = c.id join public.users as u on u.id = m.user_id join auth.users as a on a.id = u.id where c.id = s.company_id
    and 'owner' = any (private.member_roles(u.id, c.id)) and private.is_email_address(a.email);
end
$$;
comment on function private.pause_export is 'Pauses an export and mails the owners, unless it was paused by hand.';

create function private.pause_exports_of_view() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.pause_export(new.id, 'no_view');
  return null;
end
$$;
comment on function private.pause_exports_of_view is 'Trigger: pauses an export when its view is deleted.';

create function private.export_json(s private.scheduled_exports) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', (s).id,
    'kind', (s).kind,
    -- A view's name may contain a guest's name.
    'view', (
      select jsonb_build_object(
        'id', v.id, 'name', case when private.may('read_booking_views', (s).company_id) then v.name end)
      from public.booking_views as v
      where v.id = (s).view_id),
    'selection', (s).selection,
    'frequency', (s).frequency,
    'day', (s).day,
    'time', to_char(make_interval(mins => (s).minute), 'HH24:MI'),
    'format', (s).format,
    'members', to_jsonb((s).members),
    'outside', to_jsonb((s).outside),
    'locale', (s).locale,
    'made_by', (select u.display_name from public.users as u where u.id = (s).made_by),
    'pause_reason', (s).pause_reason,
    'paused_at', private.iso((s).paused_at),
    'next_at', private.iso((s).next_at),
    'version', (s).version,
    'may_change', private.may_change_export((select auth.uid()), s),
    'has_failed', exists (
      select from private.jobs as j
      where j.company_id = (s).company_id and j.kind = 'send_export' and j.state = 'dead'
        and j.payload ->> 'export' = (s).id::text),
    'last', (
      select jsonb_build_object(
        'at', private.iso(r.ran_at),
        'found', r.found,
        'is_too_large', r.is_too_large,
        'sent', count(m.id) filter (where m.state = 'sent'),
        'failed', count(m.id) filter (where m.state = 'failed'),
        'waiting', count(m.id) filter (where m.state = 'pending'),
        'fetched', (select count(*) from private.export_links as l where l.run_id = r.id and l.fetched_at is not null))
      from (select * from private.export_runs as e where e.export_id = (s).id order by e.ran_at desc limit 1) as r
      left join private.outbox_messages as m on m.id = any (r.messages)
      group by r.id, r.ran_at, r.found, r.is_too_large))$$;
comment on function private.export_json is 'Returns a scheduled export with the result of its last run.';

create function private.exports_json(company uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'status', 'ok',
    'time_zone', (select c.time_zone from public.companies as c where c.id = company),
    'makes', (
      select coalesce(jsonb_agg(k order by k), '[]')
      from unnest(enum_range(null::public.export_kind)) as k
      where private.may_export((select auth.uid()), company, k)),
    'may_go_outside', private.may_export((select auth.uid()), company, 'bookings', true),
    'views', (
      select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name) order by lower(v.name), v.id), '[]')
      from public.booking_views as v
      where v.company_id = company and private.may('read_booking_views', company)),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', u.id, 'name', u.display_name, 'gets_tours', private.may_export(u.id, company, 'tours')
      ) order by u.display_name, u.id), '[]')
      from public.company_members as m join public.users as u on u.id = m.user_id
      where m.company_id = company and private.may_export(u.id, company, 'bookings')),
    'exports', (
      select coalesce(jsonb_agg(private.export_json(s) order by s.made_at, s.id), '[]')
      from private.scheduled_exports as s
      where s.company_id = company
        and (
          s.kind = 'bookings'
            or private.subject_can(private.subject(
              (select auth.uid()), 'read_scheduled_exports'), 'COMPANY_ALL_ACCESS', company))))$$;
comment on function private.exports_json is 'Returns the response of public.read_scheduled_exports.';

create function public.read_scheduled_exports(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(private.exports_refusal(company, 'read_scheduled_exports'), private.exports_json(company));
end
$$;
comment on function public.read_scheduled_exports is
  'Returns a company''s scheduled exports, the kinds the caller may make, and possible recipients. Returns {"status": '
  '"ok" | "not_permitted" | "signed_out"}.';

create function public.save_scheduled_export(company uuid, export uuid, version integer, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  me constant uuid := (select auth.uid());
  goes_outside constant boolean := coalesce(input -> 'outside', '[]') <> '[]';
  stored_export private.scheduled_exports;
  new_export private.scheduled_exports;
  requested_kind public.export_kind;
  view public.booking_views;
  zone text;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  -- The kind decides about the permission, so an unknown one is refused like a missing permission.
  if company is null or not pg_input_is_valid(coalesce(input ->> 'kind', ''), 'public.export_kind') then
    return '{"status": "not_permitted"}';
  end if;
  requested_kind := (input ->> 'kind')::public.export_kind;
  if not private.may_export(me, company, requested_kind, goes_outside) then
    return '{"status": "not_permitted"}';
  end if;
  if export is null
    or version is null
    or not pg_input_is_valid(coalesce(input ->> 'selection', ''), 'public.export_selection')
    or not pg_input_is_valid(coalesce(input ->> 'frequency', ''), 'public.export_frequency')
    or not pg_input_is_valid(coalesce(input ->> 'format', ''), 'public.export_format')
    or not pg_input_is_valid(coalesce(input ->> 'locale', ''), 'public.locale')
    or not coalesce(input ->> 'time' ~ '^([01]\d|2[0-3]):[0-5]\d$', false)
    or not coalesce(jsonb_typeof(input -> 'members') = 'array' and jsonb_array_length(input -> 'members') <= 50, false)
    or not coalesce(jsonb_typeof(input -> 'outside') = 'array' and jsonb_array_length(input -> 'outside') <= 10, false)
    or not (
      case input ->> 'frequency'
        when 'weekly' then coalesce(input ->> 'day' ~ '^[1-7]$', false)
        when 'monthly' then coalesce(input ->> 'day' ~ '^([1-9]|[12]\d|3[01])$', false)
        else input ->> 'day' is null
      end)
    or exists (select from jsonb_array_elements_text(input -> 'members') as m where not pg_input_is_valid(m, 'uuid'))
    or exists (
      select from jsonb_array_elements_text(input -> 'outside') as o
      where not private.is_email_address(private.normalize_email_address(o)))
    or (requested_kind <> 'bookings' and (goes_outside or input ->> 'selection' <> 'view'))
  then
    return '{"status": "invalid"}';
  end if;
  -- Serialised per company, as there are at most twenty.
  perform pg_advisory_xact_lock(hashtextextended('scheduled_exports:' || company, 0));
  if requested_kind = 'bookings' then
    if not pg_input_is_valid(coalesce(input ->> 'view', ''), 'uuid') then return '{"status": "invalid"}'; end if;
    select * into view from public.booking_views as v where v.id = (input ->> 'view')::uuid and v.company_id = company;
    if view.id is null then return '{"status": "no_view"}'; end if;
  end if;
  select c.time_zone into zone from public.companies as c where c.id = company;
  select * into stored_export from private.scheduled_exports as s where s.id = export for update;
  if stored_export.id is not null
    and (stored_export.company_id <> company or not private.may_change_export(me, stored_export))
  then
    return '{"status": "not_permitted"}';
  end if;
  if stored_export.id is null and version <> 0 then return '{"status": "gone"}'; end if;
  new_export := row(
    export,
    company,
    requested_kind,
    view.id,
    case when goes_outside then view.version end,
    input ->> 'selection',
    input ->> 'frequency',
    (input ->> 'day')::smallint,
    extract(epoch from (input ->> 'time')::time)::integer / 60,
    input ->> 'format',
    array(select distinct m::uuid from jsonb_array_elements_text(input -> 'members') as m order by 1),
    array(
      select distinct lower(private.normalize_email_address(o))
      from jsonb_array_elements_text(input -> 'outside') as o order by 1),
    input ->> 'locale',
    me,
    coalesce(stored_export.made_at, now()),
    null,
    null,
    null,
    coalesce(stored_export.version, 0) + 1)::private.scheduled_exports;
  if requested_kind = 'everything' then new_export.members := '{}'; end if;
  -- A repeat after a lost response has no effect.
  if stored_export.id is not null and stored_export.version > version
    and (
      to_jsonb(stored_export) - '{pause_reason,paused_at,next_at,version}'::text[]
    ) = (to_jsonb(new_export) - '{pause_reason,paused_at,next_at,version}'::text[])
  then
    return private.exports_json(company);
  end if;
  if stored_export.id is not null and stored_export.version <> version then
    return private.exports_json(company) || '{"status": "stale"}';
  end if;
  if stored_export.id is null
    and (select count(*) from private.scheduled_exports as s where s.company_id = company) >= 20
  then
    return '{"status": "too_many"}';
  end if;
  if new_export.outside = '{}' and private.export_recipients(new_export) = '{}' then
    return '{"status": "no_receiver"}';
  end if;
  if stored_export.pause_reason = 'by_hand' then
    new_export.pause_reason := stored_export.pause_reason;
    new_export.paused_at := stored_export.paused_at;
  else
    -- Saving a paused export resumes it, unless it was paused by hand.
    new_export.next_at := private.next_export_at(
      new_export.frequency, new_export.day, new_export.minute, zone, clock_timestamp());
  end if;
  delete from private.export_links as l using private.export_runs as r
  where r.id = l.run_id and r.export_id = export and l.recipient <> all (new_export.outside);
  insert into private.scheduled_exports as s
  select (new_export).*
  on conflict on constraint scheduled_exports_pkey do update
  set (
    kind,
    view_id,
    view_version,
    selection,
    frequency,
    day,
    minute,
    format,
    members,
    outside,
    locale,
    made_by,
    pause_reason,
    paused_at,
    next_at,
    version)
    = (
      select excluded.kind,
      excluded.view_id,
      excluded.view_version,
      excluded.selection,
      excluded.frequency,
      excluded.day,
      excluded.minute,
      excluded.format,
      excluded.members,
      excluded.outside,
      excluded.locale,
      excluded.made_by,
      excluded.pause_reason,
      excluded.paused_at,
      excluded.next_at,
      excluded.version);
  perform private.log_export_change('save_scheduled_export', new_export);
  return private.exports_json(company);
end
$$;
comment on function public.save_scheduled_export is
  'Creates a scheduled export (version 0, with a client-made id) or changes the given version; the caller becomes '
  'responsible for it. Returns all exports, or {"status": "stale" | "gone" | "no_view" | "no_receiver" | "too_many" | '
  '"invalid" | "not_permitted" | "signed_out"}.';

create function public.switch_scheduled_export(export uuid, is_on boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  locked record;
  s private.scheduled_exports;
  trouble public.export_pause;
begin
  select * into locked from private.lock_export(export);
  if locked.refusal is not null then return locked.refusal; end if;
  s := locked.stored;
  if is_on is null then return '{"status": "invalid"}'; end if;
  if is_on and s.paused_at is not null then
    s.made_by := (select auth.uid());
    s.view_version := case
      when s.outside <> '{}' then (select v.version from public.booking_views as v where v.id = s.view_id)
    end;
    trouble := private.export_problem(s);
    if trouble is not null then return jsonb_build_object('status', trouble); end if;
    update private.scheduled_exports as x
    set
      made_by = s.made_by,
      view_version = s.view_version,
      pause_reason = null,
      paused_at = null,
      version = x.version + 1,
      next_at = private.next_export_at(
        s.frequency,
        s.day,
        s.minute,
        (select c.time_zone from public.companies as c where c.id = s.company_id),
        clock_timestamp())
    where x.id = export;
    perform private.log_export_change('resume_scheduled_export', s);
  elsif not is_on and s.paused_at is null then
    perform private.pause_export(export, 'by_hand');
    perform private.log_export_change('pause_scheduled_export', s);
  end if;
  return private.exports_json(s.company_id);
end
$$;
comment on function public.switch_scheduled_export is
  'Pauses an export, or resumes it, as the view is now, with the caller as the responsible person. Returns all '
  'exports, or {"status": "gone" | "no_right" | "no_view" | "no_receiver" | "invalid" | "signed_out"}.';

create function public.delete_scheduled_export(company uuid, export uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  refusal constant jsonb := private.exports_refusal(company, 'delete_scheduled_export');
  locked record;
begin
  if refusal is not null then return refusal; end if;
  select * into locked from private.lock_export(export);
  if locked.refusal is null and (locked.stored).company_id = company then
    delete from private.scheduled_exports as s where s.id = export;
    perform private.log_export_change('delete_scheduled_export', locked.stored);
  end if;
  return private.exports_json(company);
end
$$;
comment on function public.delete_scheduled_export is
  'Deletes a scheduled export and the links it sent; one that is gone, or that the caller may not change, is left. '
  'Idempotent. Returns the exports that remain, or {"status": "not_permitted" | "signed_out"}.';

grant execute on function
  public.read_scheduled_exports(uuid),
  public.save_scheduled_export(uuid, uuid, integer, jsonb),
  public.switch_scheduled_export(uuid, boolean),
  public.delete_scheduled_export(uuid, uuid)
to authenticated;
