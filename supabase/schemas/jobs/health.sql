-- Health of the scheduler, the heartbeat and change events, for the check of a deployment.

create function private.change_event_problems() returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Realtime creates its tables when it is enabled or first used, which may be after the migrations.
  if to_regclass('realtime.messages') is null or to_regprocedure('realtime.send(jsonb,text,text,boolean)') is null
    or to_regprocedure('realtime.topic()') is null then
    return array['no_realtime'];
  end if;
  return array(
    select 'no_policy' where (
      select count(*) from pg_catalog.pg_policy
      where polrelid = to_regclass('realtime.messages')
        and polname in (
          'members can receive change events of their companies',
          'guests can receive change events of a booking by its id')) < 2
    union all
    -- Without row security the policy has no effect.
    select 'no_row_security'
    from pg_catalog.pg_class
    where oid = to_regclass('realtime.messages') and not relrowsecurity);
end
$$;
comment on function private.change_event_problems is
  'Returns what keeps Realtime from delivering change events: '
  'no_realtime, no_policy, no_row_security; empty if nothing.';

create function private.allow_change_events() returns text[]
language plpgsql security definer set search_path = ''
as $$
begin
  if 'no_policy' = any (private.change_event_problems()) then
    begin
      -- Topics are private: a company's needs access to the company, a booking's needs its id, which cannot be guessed.
      execute $policy$
        drop policy if exists "members can receive change events of their companies" on realtime.messages;
        create policy "members can receive change events of their companies" on realtime.messages
          for select to authenticated using (
            (select realtime.topic()) in (select 'company:' || id from public.companies));
        drop policy if exists "guests can receive change events of a booking by its id" on realtime.messages;
        create policy "guests can receive change events of a booking by its id" on realtime.messages
          for select to anon using ((select realtime.topic()) like 'booking:%')
      $policy$;
    exception when insufficient_privilege then
      raise warning 'The policy on realtime.messages could not be created: %', sqlerrm;
    end;
  end if;
  return private.change_event_problems();
end
$$;
comment on function private.allow_change_events is
  'Creates the Realtime policies for change events to people and guests if Realtime exists. Returns the remaining '
  'problems; call it again once Realtime is enabled.';

do $$ begin perform private.allow_change_events(); end $$;

create function private.last_tick_call() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  worker constant private.job_worker := (select w from private.job_worker as w);
  status integer;
  timed_out boolean;
  error text;
begin
  if worker.call_id is null then return null; end if;
  if to_regclass('net._http_response') is not null then
    -- pg_net keeps responses for six hours.
    execute 'select status_code, timed_out, error_msg from net._http_response where id = $1'
      into status, timed_out, error using worker.call_id;
  end if;
  return jsonb_build_object('at', private.iso(worker.called_at), 'has_response', status is not null,
    'status', status, 'timed_out', timed_out, 'error', left(error, 300));
exception when others then
  -- Another version of pg_net may name its columns differently.
  return jsonb_build_object('at', private.iso(worker.called_at), 'has_response', null, 'error', left(sqlerrm, 300));
end
$$;
comment on function private.last_tick_call is
  'Returns the response of run-jobs to the tick''s last call, as pg_net recorded it; null before the first call.';

create function private.heartbeat_problems() returns text[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  at constant timestamptz := clock_timestamp();
  worker constant private.job_worker := (select w from private.job_worker as w);
  call constant jsonb := private.last_tick_call();
  problems text[] := '{}';
begin
  if worker.ticked_at is null then problems := problems || 'never_ticked'::text;
  elsif worker.ticked_at < at - interval '2 minutes' then problems := problems || 'tick_late'::text;
  end if;
  if worker.last_run_at is null then problems := problems || 'never_run'::text;
  elsif worker.last_run_at < at - interval '10 minutes' then problems := problems || 'run_late'::text;
  end if;
  -- The platform ends a call after some minutes.
  if worker.unended_since < at - interval '5 minutes' then
    problems := problems || 'run_cut_off'::text;
  end if;
  if call ->> 'timed_out' = 'true'
    or call ->> 'error' is not null
    or (call ->> 'status')::integer not between 200 and 299
  then
    problems := problems || 'call_failed'::text;
  end if;
  return problems;
end
$$;
comment on function private.heartbeat_problems is
  'Returns what the heartbeats show is wrong: never_ticked, tick_late, '
  'never_run, run_late, run_cut_off, call_failed; empty if nothing.';

create function private.tick_problems() returns text[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  problems text[] := '{}';
  secret text;
  is_there boolean;
begin
  if to_regnamespace('cron') is null then problems := problems || 'no_pg_cron'::text;
  else
    execute $q$ select exists (select from cron.job where jobname = 'muster-run-jobs' and active) $q$ into is_there;
    if not is_there then problems := problems || 'not_scheduled'::text; end if;
  end if;
  if to_regnamespace('net') is null then problems := problems || 'no_pg_net'::text; end if;
  if to_regclass('vault.decrypted_secrets') is null then problems := problems || 'no_vault'::text;
  else
    foreach secret in array array['functions_url', 'jobs_secret'] loop
      execute $q$
        select exists (
          select from vault.decrypted_secrets where name = $1 and decrypted_secret <> ''
        ) $q$ into is_there using secret;
      if not is_there then problems := problems || ('no_' || secret); end if;
    end loop;
  end if;
  return problems;
end
$$;
comment on function private.tick_problems is
  'Returns what keeps the job scheduler from calling run-jobs; empty if nothing.';

create function public.read_jobs_health() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  at timestamptz := clock_timestamp();
  late bigint := (
    select count(*) from private.jobs as job
    where job.state = 'waiting' and job.run_at < at - interval '5 minutes' and private.is_claimable(job, at));
begin
  return jsonb_build_object(
    'status', 'ok',
    'at', private.iso(at),
    'job_scheduler', private.tick_problems(),
    'heartbeat', private.heartbeat_problems(),
    'ticked_at', (select private.iso(ticked_at) from private.job_worker),
    'last_run_at', (select private.iso(last_run_at) from private.job_worker),
    'last_run_ended_at', (select private.iso(last_run_ended_at) from private.job_worker),
    'last_call', private.last_tick_call(),
    'waiting', (select count(*) from private.jobs where state = 'waiting'),
    'late', late,
    'late_kinds', coalesce((select jsonb_agg(distinct job.kind) from private.jobs as job
      where job.state = 'waiting' and job.run_at < at - interval '5 minutes' and private.is_claimable(job, at)), '[]'),
    'dead', (select count(*) from private.jobs where state = 'dead'),
    'mail_limit_at', (select private.iso(reached_at) from private.auth_mail_limit));
end
$$;
comment on function public.read_jobs_health is
  'Returns the health of the job system: the job scheduler''s problems, heartbeats, the last call, numbers of jobs '
  '(late: by more than five minutes), and when Auth''s mail limit was last reached. For the service role and deploy '
  'checks.';

grant execute on function public.read_jobs_health to service_role;
