-- Devices of a team: their status, and commands for one that was lost or lent. ADR 007

create type private.device_command as enum ('sign_out', 'wipe');
comment on type private.device_command is 'Command for a device: sign in again, or wipe its data.';

create table private.device_reports (
  device_id uuid not null,
  user_id uuid not null references public.users (id) on delete cascade,
  company_id uuid not null references public.companies (id) on delete cascade,
  session_id uuid,
  label text not null check (length(label) <= 200),
  app_version text not null check (length(app_version) <= 100),
  waiting integer not null check (waiting >= 0),
  parked integer not null check (parked >= 0),
  synced_at timestamptz,
  reported_at timestamptz not null default now(),
  command private.device_command,
  commanded_at timestamptz,
  done_at timestamptz,
  primary key (device_id, user_id)
);
comment on table private.device_reports is
  'Last status report of a device, one row per person who uses it. Read and written by RPCs only.';
comment on column private.device_reports.company_id is 'Company in which the person last used the device.';
comment on column private.device_reports.waiting is
  'Actions on the device that have not reached the server; parked: actions that the server refused.';
comment on column private.device_reports.done_at is
  'Time at which the device confirmed a wipe, or someone signed in on it after sign_out.';
create index device_reports_user_id_idx on private.device_reports (user_id);
create index device_reports_company_id_idx on private.device_reports (company_id);
alter table private.device_reports enable row level security, force row level security;

create function private.team_devices(person uuid, company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', d.id,
      'label', d.label,
      'app_version', d.app_version,
      'last_seen_at', private.iso(d.seen_at),
      'synced_at', private.iso(r.synced_at),
      'waiting', coalesce(r.waiting, 0),
      'parked', coalesce(r.parked, 0),
      'command', case when r.done_at is null then r.command end,
      'wiped_at', case when r.command = 'wipe' then private.iso(r.done_at) end,
      'reports', r.device_id is not null) order by d.seen_at desc, d.id)
    from (
      select coalesce(device.id, report.device_id) as id, coalesce(report.label, device.label) as label,
        coalesce(report.app_version, device.app_version) as app_version,
        greatest(report.reported_at, device.last_seen_at) as seen_at
      from (
        select source.* from public.devices as source
        where source.user_id = person
          and exists (
            select from public.check_in_actions as act
            where act.device_id = source.id and act.user_id = person and act.company_id = team_devices.company)
      ) as device
      full join (
        select * from private.device_reports as source
        where source.user_id = person and source.company_id = team_devices.company) as report
        on report.device_id = device.id
      where greatest(report.reported_at, device.last_seen_at) > now() - interval '90 days' order by 4 desc
      limit 10) as d
    left join private.device_reports as r
      on r.device_id = d.id and r.user_id = person and r.company_id = team_devices.company), '[]');
end
$$;
comment on function private.team_devices is
  'Returns up to ten devices that a person used in a company in the last 90 days, latest first.';

create function public.report_device(
  device jsonb, company uuid, waiting integer, parked integer, synced_at timestamptz
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  session constant uuid := ((select auth.jwt()) ->> 'session_id')::uuid;
  report private.device_reports;
begin
  if me is null or not exists (select from public.users where id = me) then return '{"status": "signed_out"}'; end if;
  -- An ended session stores nothing, but learns that it has ended.
  if private.is_session_ended(me) then return '{"status": "ok", "command": "sign_out"}'; end if;
  if private.is_missing_mfa(me) then return '{"status": "signed_out"}'; end if;
  if not coalesce(private.is_uuid(device ->> 'id') and waiting >= 0 and parked >= 0, false) then
    return '{"status": "invalid"}';
  end if;
  if not exists (select from public.company_members as m where m.user_id = me and m.company_id = company)
    and not exists (select from private.former_members as f where f.user_id = me and f.company_id = company) then
    return '{"status": "not_permitted"}';
  end if;
  if private.consume_rate_limit('report_device:' || me, 60, 20) > 0 then
    return '{"status": "ok", "command": null}';
  end if;
  -- Keeps 30 devices per person, so that invented ids do not fill the table. Devices with a command stay.
  delete from private.device_reports as r where r.user_id = me and r.command is null and r.device_id in (
    select o.device_id from private.device_reports as o where o.user_id = me order by o.reported_at desc offset 29);
  insert into private.device_reports as d (
    device_id,
    user_id,
    company_id,
    session_id,
    label,
    app_version,
    waiting,
    parked,
    synced_at)
  values (
    (device ->> 'id')::uuid,
    me,
    company,
    session,
    left(coalesce(device ->> 'label', ''), 200),
    left(coalesce(device ->> 'app_version', ''), 100),
    waiting,
    parked,
    least(synced_at, now()))
  on conflict (device_id, user_id) do update
  set
    company_id = excluded.company_id,
    session_id = excluded.session_id,
    label = excluded.label,
    app_version = excluded.app_version,
    waiting = excluded.waiting,
    parked = excluded.parked,
    synced_at = coalesce(excluded.synced_at, d.synced_at),
    reported_at = now(),
    -- A new sign-in completes sign_out. A report after a confirmed wipe reopens it: a wiped device has a new id, so
    -- this one still has its data.
    done_at = case when d.command = 'sign_out' then coalesce(d.done_at, now()) end
  returning * into report;
  return jsonb_build_object('status', 'ok', 'command', case when report.done_at is null then report.command end);
end
$$;
comment on function public.report_device is
  'Stores a device''s status report and returns its open command: sign_out, wipe or null. Returns {"status": "ok" | '
  '"invalid" | "not_permitted" | "signed_out"}.';

create function public.confirm_device_wipe(device uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  update private.device_reports as r set done_at = now(), waiting = 0, parked = 0
  where r.device_id = device and r.user_id = me and r.command = 'wipe' and r.done_at is null;
  return '{"status": "ok"}';
end
$$;
comment on function public.confirm_device_wipe is 'Records that the device has sent everything and wipes its data now.';

create function public.send_device_command(company uuid, person uuid, device uuid, command text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.lock_team('send_device_command', company);
  report private.device_reports;
begin
  if refusal is not null then return refusal; end if;
  if command is null or command not in ('sign_out', 'wipe') then return '{"status": "invalid"}'; end if;
  select * into report from private.device_reports as r
  where r.device_id = device and r.user_id = person and r.company_id = company for update;
  -- Excludes foreign devices and those that went over to another company.
  if not found
    or not exists (
      select from public.company_members as m
      where m.company_id = company and m.user_id = person
      union all select
      from private.former_members as f
      where f.company_id = company and f.user_id = person)
  then
    return '{"status": "not_found"}';
  end if;
  if report.command::text = command and report.done_at is null then return '{"status": "ok"}'; end if;
  -- An open wipe is not replaced by sign_out.
  update private.device_reports as r
  set command = case
    when r.command = 'wipe' and r.done_at is null then r.command
    else send_device_command.command::private.device_command
  end, commanded_at = now(), done_at = null
  where r.device_id = device and r.user_id = person;
  if command = 'sign_out' and report.session_id is not null then
    insert into private.ended_sessions (id, user_id) values (report.session_id, person) on conflict do nothing;
    -- Access tokens have expired by then.
    delete from private.ended_sessions as e where e.ended_at < now() - private.retention_period('ended_sessions');
    -- Prevents renewal of the session; a bare database has no auth.sessions.
    if to_regclass('auth.sessions') is not null then
      execute 'delete from auth.sessions where id = $1' using report.session_id;
    end if;
  end if;
  perform private.log_change(
    company, 'send_device_command', null, jsonb_build_object('user_id', person, 'device_id', device, 'command', command)
  );
  perform private.queue_change_event(company, '{}');
  return '{"status": "ok"}';
end
$$;
comment on function public.send_device_command is
  'Sends a command to a member''s device: sign_out ends its session at its next request; wipe deletes its data at its '
  'next contact, once everything is sent. Returns ok, not_found, invalid, not_permitted or signed_out.';

grant execute on function
  public.report_device(jsonb, uuid, integer, integer, timestamptz),
  public.confirm_device_wipe(uuid),
  public.send_device_command(uuid, uuid, uuid, text)
to authenticated;
