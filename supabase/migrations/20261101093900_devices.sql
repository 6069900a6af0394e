-- Devices of a team: how they stand, and what an owner asks of one that is lost or was lent. ADR 007

create type private.device_command as enum ('sign_out', 'wipe');
comment on type private.device_command is 'What is asked of a device: to sign in anew, or to forget what is on it.';

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
  asked private.device_command,
  asked_at timestamptz,
  done_at timestamptz,
  primary key (device_id, user_id)
);
comment on table private.device_reports is 'What a device last told of itself, one row a person who uses it. Read and written by RPCs alone.';
comment on column private.device_reports.company_id is 'For which the person acted on it last.';
comment on column private.device_reports.waiting is 'What was done there and has not reached the server, as a person counts it; parked: what the server refused.';
comment on column private.device_reports.done_at is 'When the device did what it was asked, or somebody signed in on it anew.';
create index device_reports_user_id_idx on private.device_reports (user_id);
create index device_reports_company_id_idx on private.device_reports (company_id);
alter table private.device_reports enable row level security, force row level security;

create function private.team_devices(person uuid, company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', d.id, 'label', d.label, 'app_version', d.app_version, 'last_seen_at', private.iso(d.seen_at),
      'synced_at', private.iso(r.synced_at), 'waiting', coalesce(r.waiting, 0), 'parked', coalesce(r.parked, 0),
      'asked', case when r.done_at is null then r.asked end, 'forgotten_at', case when r.asked = 'wipe' then private.iso(r.done_at) end,
      'reports', r.device_id is not null)
      order by d.seen_at desc, d.id)
    from (
      select coalesce(known.id, told.device_id) as id, coalesce(told.label, known.label) as label, coalesce(told.app_version, known.app_version) as app_version,
        greatest(told.reported_at, known.last_seen_at) as seen_at
      from (
        select one.* from public.devices as one
        where one.user_id = person and exists (
          select from public.check_in_actions as act where act.device_id = one.id and act.user_id = person and act.company_id = team_devices.company)) as known
      full join (
        select * from private.device_reports as one where one.user_id = person and one.company_id = team_devices.company) as told
        on told.device_id = known.id
      where greatest(told.reported_at, known.last_seen_at) > now() - interval '90 days'
      order by 4 desc limit 10) as d
    left join private.device_reports as r on r.device_id = d.id and r.user_id = person and r.company_id = team_devices.company), '[]');
end
$$;
comment on function private.team_devices is
  'The devices of a person that have checked in for a company or act for it, those of the last ninety days, the latest first.';

create function public.report_device(device jsonb, company uuid, waiting integer, parked integer, synced_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  session constant uuid := ((select auth.jwt()) ->> 'session_id')::uuid;
  told private.device_reports;
begin
  if me is null or not exists (select from public.users where id = me) then return '{"status": "signed_out"}'; end if;
  -- Nothing is taken from it, and it learns what it has not noticed yet.
  if private.is_session_ended(me) then return '{"status": "ok", "asked": "sign_out"}'; end if;
  if private.is_missing_mfa(me) then return '{"status": "signed_out"}'; end if;
  if not coalesce(private.is_uuid(device ->> 'id') and waiting >= 0 and parked >= 0, false) then return '{"status": "invalid"}'; end if;
  if not exists (select from public.company_members as m where m.user_id = me and m.company_id = company)
    and not exists (select from private.former_members as f where f.user_id = me and f.company_id = company) then
    return '{"status": "not_permitted"}';
  end if;
  if private.consume_rate_limit('report_device:' || me, 60, 20) > 0 then return '{"status": "ok", "asked": null}'; end if;
  -- Nobody has thirty devices: ids that were made up push none off the list that is asked for something.
  delete from private.device_reports as r where r.user_id = me and r.asked is null and r.device_id in (
    select o.device_id from private.device_reports as o where o.user_id = me order by o.reported_at desc offset 29);
  insert into private.device_reports as known (device_id, user_id, company_id, session_id, label, app_version, waiting, parked, synced_at)
  values ((device ->> 'id')::uuid, me, company, session, left(coalesce(device ->> 'label', ''), 200), left(coalesce(device ->> 'app_version', ''), 100),
    waiting, parked, least(synced_at, now()))
  on conflict (device_id, user_id) do update
    set company_id = excluded.company_id, session_id = excluded.session_id, label = excluded.label, app_version = excluded.app_version,
      waiting = excluded.waiting, parked = excluded.parked, synced_at = coalesce(excluded.synced_at, known.synced_at), reported_at = now(),
      -- Signed in anew, it is signed out no more. What it shall forget it still shall, whatever it has said: a device that was wiped has another id.
      done_at = case when known.asked = 'sign_out' then coalesce(known.done_at, now()) end
  returning * into told;
  return jsonb_build_object('status', 'ok', 'asked', case when told.done_at is null then told.asked end);
end
$$;
comment on function public.report_device is
  'A device tells how it stands and is told what is asked of it: sign_out, forget, or null. Answers {"status": "ok" | "invalid" | "not_permitted" | "signed_out"}.';

create function public.confirm_device_wipe(device uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  update private.device_reports as r set done_at = now(), waiting = 0, parked = 0
  where r.device_id = device and r.user_id = me and r.asked = 'wipe' and r.done_at is null;
  return '{"status": "ok"}';
end
$$;
comment on function public.confirm_device_wipe is 'The device says that all is sent and that it forgets now what is on it.';

create function public.send_device_command(company uuid, person uuid, device uuid, asked text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.lock_team('send_device_command', company);
  told private.device_reports;
begin
  if refusal is not null then return refusal; end if;
  if asked is null or asked not in ('sign_out', 'wipe') then return '{"status": "invalid"}'; end if;
  select * into told from private.device_reports as r
  where r.device_id = device and r.user_id = person and r.company_id = company for update;
  -- Neither a stranger's device nor one that has gone over to another company.
  if not found or not exists (select from public.company_members as m where m.company_id = company and m.user_id = person
      union all select from private.former_members as f where f.company_id = company and f.user_id = person) then
    return '{"status": "not_found"}';
  end if;
  if told.asked::text = asked and told.done_at is null then return '{"status": "ok"}'; end if;
  -- Who shall forget and is signed out as well shall still forget.
  update private.device_reports as r
  set asked = case when r.asked = 'wipe' and r.done_at is null then r.asked else send_device_command.asked::private.device_command end, asked_at = now(), done_at = null
  where r.device_id = device and r.user_id = person;
  if asked = 'sign_out' and told.session_id is not null then
    insert into private.ended_sessions (id, user_id) values (told.session_id, person) on conflict do nothing;
    -- No token lives that long.
    delete from private.ended_sessions as e where e.ended_at < now() - private.retention_period('ended_sessions');
    -- So that it is not renewed either; a bare database has no sessions.
    if to_regclass('auth.sessions') is not null then execute 'delete from auth.sessions where id = $1' using told.session_id; end if;
  end if;
  perform private.log_change(company, 'send_device_command', null, jsonb_build_object('user_id', person, 'device_id', device, 'asked', asked));
  perform private.queue_change_event(company, '{}');
  return '{"status": "ok"}';
end
$$;
comment on function public.send_device_command is
  'Ends the session of a member''s device at its next request (sign_out), or has it forget what is on it at its next contact, when all is sent (forget). Answers ok, not_found, not_permitted.';

grant execute on function public.report_device(jsonb, uuid, integer, integer, timestamptz), public.confirm_device_wipe(uuid),
  public.send_device_command(uuid, uuid, uuid, text) to authenticated;
