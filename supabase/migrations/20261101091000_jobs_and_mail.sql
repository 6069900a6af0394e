-- Jobs: deferred work that runs at least once. Mail: the outbox of mails to send and sent.

create type private.job_state as enum ('waiting', 'done', 'dead');
comment on type private.job_state is 'State of a job: waiting (or running) until done, or dead after its last attempt.';

create table private.jobs (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= 65536),
  company_id uuid references public.companies (id) on delete cascade,
  dedupe_key text check (length(dedupe_key) between 1 and 200),
  run_at timestamptz not null default now(),
  state private.job_state not null default 'waiting',
  attempts smallint not null default 0,
  max_attempts smallint not null default 8 check (max_attempts between 1 and 50),
  lease uuid,
  leased_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint jobs_once unique (kind, dedupe_key),
  constraint jobs_lease_is_whole check ((lease is null) = (leased_until is null)),
  constraint jobs_end_is_known check ((state = 'waiting') = (finished_at is null))
);
comment on table private.jobs is
  'Queue of work for the function run-jobs, enqueued in the transaction that causes it. ADR 021';
comment on column private.jobs.company_id is
  'Company whose owners see the job when it is dead; null for the platform''s own.';
comment on column private.jobs.dedupe_key is
  'Key that is enqueued at most once per kind, such as an event''s id or a day. Null for no limit.';
comment on column private.jobs.lease is
  'Token of the present claim. A worker that finishes with an older one has lost the job to another worker.';
comment on column private.jobs.last_error is 'Message without secrets, shown to owners.';
create index jobs_due_idx on private.jobs (run_at) where state = 'waiting';
create index jobs_finished_idx on private.jobs (finished_at) where state <> 'waiting';
create index jobs_company_id_idx on private.jobs (company_id, state);
alter table private.jobs enable row level security;
alter table private.jobs force row level security;

create table private.job_worker (
  is_singleton boolean primary key default true check (is_singleton),
  ticked_at timestamptz,
  called_at timestamptz,
  call_id bigint,
  last_run_at timestamptz,
  last_run_ended_at timestamptz,
  unended_since timestamptz,
  guest_mails_at timestamptz,
  figures_at timestamptz,
  tidied_at timestamptz
);
comment on table private.job_worker is
  'Heartbeat of the job scheduler and of run-jobs in a single row, and when scheduled tasks that are due less often '
  'than the tick last ran: guest mails, figures, private.tidy_old_rows.';
comment on column private.job_worker.ticked_at is 'Time when pg_cron last ran private.tick_jobs.';
comment on column private.job_worker.called_at is 'Time of the tick''s last request to run-jobs.';
comment on column private.job_worker.call_id is 'The tick''s last request to run-jobs: its id in net._http_response.';
comment on column private.job_worker.last_run_at is 'Start of the last run.';
comment on column private.job_worker.last_run_ended_at is 'End of the last run that was not cut off.';
comment on column private.job_worker.unended_since is 'Start of the first run since the last one that ended.';
alter table private.job_worker enable row level security;
alter table private.job_worker force row level security;
insert into private.job_worker default values;

create function private.enqueue_job(
  kind text,
  payload jsonb,
  company uuid default null,
  dedupe_key text default null,
  run_at timestamptz default now()
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  new_id uuid;
begin
  insert into private.jobs (kind, payload, company_id, dedupe_key, run_at)
  values (enqueue_job.kind, enqueue_job.payload, enqueue_job.company, enqueue_job.dedupe_key, enqueue_job.run_at)
  on conflict on constraint jobs_once do nothing
  returning jobs.id into new_id;
  if new_id is null then
    select jobs.id into new_id from private.jobs where jobs.kind = enqueue_job.kind and jobs.dedupe_key = enqueue_job.dedupe_key;
  end if;
  return new_id;
end
$$;
comment on function private.enqueue_job is
  'Enqueues a job in the present transaction. Returns its id, or the id of the earlier job with the same dedupe key.';

-- Scheduled steps for rows of all companies: a failing row of one company never blocks the others ---

create function private.run_step(step text, subject uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  case step
    when 'expire_hold' then perform private.expire_hold(subject);
    when 'enqueue_reminder' then perform private.enqueue_reminder(subject);
    when 'enqueue_thank_you' then perform private.enqueue_thank_you(subject);
    when 'enqueue_report_reminder' then perform private.enqueue_report_reminder(subject);
    when 'enqueue_payment_comparison' then perform private.enqueue_payment_comparison(subject);
    when 'enqueue_guest_erasure' then perform private.enqueue_guest_erasure(subject);
    when 'enqueue_scheduled_export' then perform private.enqueue_scheduled_export(subject);
    when 'enqueue_company_end' then perform private.enqueue_company_end(subject);
    when 'update_referral_commission' then perform private.update_referral_commission(subject);
    else raise data_exception using message = 'unknown step ' || step;
  end case;
end
$$;
comment on function private.run_step is
  'Runs a scheduled step for one row. Each step checks whether it is still due, so it may run twice.';

create function private.step_dedupe_key(step text, subject uuid) returns text
language sql stable parallel safe
return concat_ws(':', step, subject, (clock_timestamp() at time zone 'UTC')::date);
comment on function private.step_dedupe_key is 'Returns the dedupe key of a failed row''s retry: one per day.';

create function private.has_failed_today(step text, subject uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from private.jobs as job
    where job.kind = 'retry_step' and job.dedupe_key = private.step_dedupe_key(step, subject) and job.state <> 'done');
end
$$;
comment on function private.has_failed_today is
  'Returns whether a row has failed today: then a job retries it instead of the job scheduler.';

create function private.attempt_step(step text, company uuid, subject uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.run_step(step, subject);
  -- Runs deferred constraints now, so that a failure affects only this row.
  set constraints public.document_received, public.document_changed, public.document_left, public.settle_invoice, private.complete_webhook_events immediate;
  set constraints public.document_received, public.document_changed, public.document_left, public.settle_invoice, private.complete_webhook_events deferred;
  return true;
exception when others then
  raise warning 'Step % failed for %: %', step, subject, sqlerrm;
  begin
    perform private.enqueue_job('retry_step', jsonb_build_object('step', step, 'subject', subject), company, private.step_dedupe_key(step, subject),
      clock_timestamp() + interval '1 minute');
  exception when others then
    raise warning 'The retry of step % for % could not be queued: %', step, subject, sqlerrm;
  end;
  return false;
end
$$;
comment on function private.attempt_step is
  'Runs a scheduled step for one row in isolation. If it fails, queues a retry job of the company, which its owners '
  'see when it is dead. Returns whether it succeeded.';

create function public.retry_step(step text, subject uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.run_step(step, subject);
  return '{"status": "ok"}';
end
$$;
comment on function public.retry_step is 'Retries a step that failed in the job scheduler. For the service role.';

create function private.run_scheduled_task(task text, row_limit integer default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  failure text;
begin
  execute case when row_limit is null then format('select private.%I()', task) else format('select private.%I($1)', task) end using row_limit;
exception when others then
  failure := left(sqlerrm, 500);
  raise warning 'Scheduled task % failed: %', task, failure;
  insert into private.jobs (kind, dedupe_key, state, finished_at, last_error)
  values ('scheduled_task', concat_ws(':', task, (clock_timestamp() at time zone 'UTC')::date), 'dead', clock_timestamp(), failure)
  on conflict on constraint jobs_once do update set finished_at = excluded.finished_at, last_error = excluded.last_error;
end
$$;
comment on function private.run_scheduled_task is
  'Runs one of the job scheduler''s tasks for all companies. A failure does not '
  'affect the other tasks; it is recorded as a dead job of the installation.';

-- For run-jobs: only the database's clock decides what is due and whose lease has expired ---------

create function private.is_claimable(job private.jobs, at timestamptz) returns boolean
language sql immutable
return (job).state = 'waiting' and (job).run_at <= at
  -- A lease longer than the maximum comes from a clock that has since been set back.
  and ((job).leased_until is null or (job).leased_until <= at or (job).leased_until > at + interval '15 minutes');
comment on function private.is_claimable is 'Returns whether a job is due and not leased.';

create function public.begin_job_run() returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  -- The hosted service refuses an update without a condition, in functions too.
  update private.job_worker
  set last_run_at = clock_timestamp(), unended_since = coalesce(unended_since, clock_timestamp())
  where is_singleton;
  -- Deletes ended jobs after the retention period, in small batches, as a run has little time.
  with ended as (
    delete from private.jobs where id in (
      select id from private.jobs where state <> 'waiting' and finished_at < clock_timestamp() - private.retention_period('jobs') limit 500)
    returning kind, dedupe_key
  )
  delete from private.outbox_messages where id in (
    select case when pg_input_is_valid(dedupe_key, 'uuid') then dedupe_key::uuid end from ended where kind = 'send_mail');
  -- Includes the tick's tasks, as an installation without pg_cron has no tick; with fewer figures than in a tick, so
  -- that jobs are not delayed.
  perform private.run_scheduled_task(task, row_limit) from (values ('tidy_bookings', 500), ('enqueue_due_guest_mails', 500), ('enqueue_due_payment_comparisons', null),
    ('update_changed_figures', 20), ('earn_due_commissions', 100), ('run_company_tasks', null), ('tidy_unsubscribe_links', 500),
    ('tidy_webhooks', 500), ('tidy_old_rows', 500), ('tidy_recent_mails', 5000)) as due (task, row_limit);
  -- A failed mail can be retried for a week. Then its link is only a risk.
  update private.outbox_messages as message set secrets = null
  where message.state = 'failed' and message.secrets is not null and exists (
    select from private.jobs as job
    where job.kind = 'send_mail' and job.dedupe_key = message.id::text and job.finished_at < clock_timestamp() - private.retention_period('failed_mail_secrets'));
  return '{"status": "ok"}';
end
$$;
comment on function public.begin_job_run is
  'Records the start of a run, deletes old rows and runs the scheduled tasks. For the service role.';

create function public.end_job_run() returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  update private.job_worker set last_run_ended_at = clock_timestamp(), unended_since = null where is_singleton;
  return '{"status": "ok"}';
end
$$;
comment on function public.end_job_run is 'Records that a run ended without being cut off. For the service role.';

create function public.claim_job(kinds text[], lease_seconds integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  at timestamptz := clock_timestamp();
  taken private.jobs;
begin
  loop
    -- The first conditions repeat those of is_claimable for the index.
    select * into taken from private.jobs as job
    where job.state = 'waiting' and job.run_at <= at and job.kind = any (kinds) and private.is_claimable(job, at)
    order by job.run_at
    limit 1
    for update skip locked;
    exit when not found;
    -- Out of attempts without a result: the job crashes its workers.
    exit when taken.attempts < taken.max_attempts;
    update private.jobs
    set state = 'dead', finished_at = at, lease = null, leased_until = null, last_error = 'The worker was lost while it ran.'
    where id = taken.id;
  end loop;
  if taken.id is null then return '{"status": "none"}'; end if;
  update private.jobs
  set attempts = attempts + 1, lease = gen_random_uuid(),
    leased_until = at + make_interval(secs => greatest(5, least(lease_seconds, 600)))
  where id = taken.id
  returning * into taken;
  return jsonb_build_object('status', 'claimed', 'job', jsonb_build_object(
    'id', taken.id, 'lease', taken.lease, 'kind', taken.kind, 'payload', taken.payload, 'attempt', taken.attempts));
end
$$;
comment on function public.claim_job is
  'Leases the job of the given kinds that has been due longest. Returns '
  '{"status": "claimed", "job"} or {"status": "none"}. For the service role.';

create function public.finish_job(job uuid, lease uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  update private.jobs
  set state = 'done', finished_at = clock_timestamp(), lease = null, leased_until = null, last_error = null
  where jobs.id = finish_job.job and jobs.lease = finish_job.lease;
  return jsonb_build_object('status', case when found then 'done' else 'lost' end);
end
$$;
comment on function public.finish_job is
  'Marks a leased job as done. Returns done, or lost if the lease '
  'has expired and another worker has it. For the service role.';

create function public.fail_job(job uuid, lease uuid, error text, may_retry boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  failed private.jobs;
begin
  update private.jobs
  set last_error = left(fail_job.error, 500), lease = null, leased_until = null,
    state = case when may_retry and attempts < max_attempts then 'waiting' else 'dead' end::private.job_state,
    finished_at = case when may_retry and attempts < max_attempts then null else clock_timestamp() end,
    -- Exponential backoff with jitter: 15 s, 45 s, 2 min, … to 6 h, each times 0.5 to 1.5.
    run_at = clock_timestamp() + make_interval(secs => least(15 * power(3, attempts - 1), 21600) * (0.5 + random()))
  where jobs.id = fail_job.job and jobs.lease = fail_job.lease
  returning * into failed;
  return jsonb_build_object('status', coalesce(failed.state::text, 'lost'));
end
$$;
comment on function public.fail_job is
  'Records a failed attempt. Returns waiting (it is retried later), dead or lost. For the service role.';

-- RPCs for people ---------------------------------------------------------------------------------

create function public.read_dead_jobs(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.may('read_dead_jobs', company) then return '{"status": "not_permitted"}'; end if;
  return jsonb_build_object('status', 'ok', 'jobs', coalesce((
    select jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'attempts', attempts, 'error', last_error, 'died_at', private.iso(finished_at))
      order by finished_at desc)
    from (
      select * from private.jobs where company_id = read_dead_jobs.company and state = 'dead' and jobs.kind <> 'send_mail' order by finished_at desc limit 200
    ) as job), '[]'));
end
$$;
comment on function public.read_dead_jobs is
  'Returns a company''s dead jobs except mails, which the outbox shows, newest first. Without payloads, which may '
  'contain guests'' data. Returns ok or not_permitted.';

create function public.retry_job(job uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid;
begin
  select company_id into owner from private.jobs where id = retry_job.job and state = 'dead' for update;
  -- The platform's, another company's and an unknown job get the same response.
  if owner is null or not private.may('retry_job', owner) then return '{"status": "unknown"}'; end if;
  update private.jobs set state = 'waiting', attempts = 0, run_at = clock_timestamp(), finished_at = null where id = retry_job.job;
  return '{"status": "ok"}';
end
$$;
comment on function public.retry_job is 'Requeues a dead job of the caller''s company. Returns ok or unknown.';

-- The job scheduler: pg_cron ticks every 15 seconds, pg_net calls the function. Only the hosted platform has them ---

create function private.tick_jobs() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  request bigint;
begin
  update private.job_worker set ticked_at = clock_timestamp() where is_singleton;
  -- A departure's figures take about 10 ms, and mails wait behind them.
  perform private.run_scheduled_task(task, row_limit) from (values ('tidy_bookings', 500), ('enqueue_due_guest_mails', 500), ('enqueue_due_payment_comparisons', null),
    ('update_changed_figures', 60), ('earn_due_commissions', 100), ('run_company_tasks', null)) as due (task, row_limit);
  if not exists (
    select from private.jobs as job
    where job.state = 'waiting' and job.run_at <= clock_timestamp() and private.is_claimable(job, clock_timestamp()))
    and not private.webhooks_due(clock_timestamp())
    -- Also every five minutes without work, so that a broken function is noticed early.
    and exists (select from private.job_worker as w where w.last_run_at > clock_timestamp() - interval '5 minutes') then
    return;
  end if;
  execute $call$
    select net.http_post(
      url := (select decrypted_secret from vault.decrypted_secrets where name = 'functions_url') || '/run-jobs',
      headers := jsonb_build_object('Content-Type', 'application/json', 'Authorization',
        'Bearer ' || (select decrypted_secret from vault.decrypted_secrets where name = 'jobs_secret')),
      body := '{}'::jsonb,
      timeout_milliseconds := 55000)
  $call$ into request;
  update private.job_worker set called_at = clock_timestamp(), call_id = request where is_singleton;
end
$$;
comment on function private.tick_jobs is
  'Runs the scheduled tasks, and calls run-jobs if anything is due or it has not run for five minutes.';

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
    execute 'select status_code, timed_out, error_msg from net._http_response where id = $1' into status, timed_out, error using worker.call_id;
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
  if call ->> 'timed_out' = 'true' or call ->> 'error' is not null or (call ->> 'status')::integer not between 200 and 299 then
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
      execute $q$ select exists (select from vault.decrypted_secrets where name = $1 and decrypted_secret <> '') $q$ into is_there using secret;
      if not is_there then problems := problems || ('no_' || secret); end if;
    end loop;
  end if;
  return problems;
end
$$;
comment on function private.tick_problems is 'Returns what keeps the job scheduler from calling run-jobs; empty if nothing.';

create function private.schedule_job_tick() returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  extension record;
begin
  for extension in
    select name, 'create extension if not exists ' || name || case name when 'pg_cron' then ' with schema pg_catalog' else '' end as statement
    from pg_catalog.pg_available_extensions where name in ('pg_cron', 'pg_net') and installed_version is null
  loop
    begin
      execute extension.statement;
    exception when others then
      raise warning '% could not be installed: %', extension.name, sqlerrm;
    end;
  end loop;
  if to_regnamespace('cron') is not null then
    execute $q$ select cron.schedule('muster-run-jobs', '15 seconds', 'select private.tick_jobs()') $q$;
    -- Each tick adds a row.
    execute $q$ select cron.schedule('muster-tidy-ticks', '17 3 * * *',
      'delete from cron.job_run_details where end_time < now() - private.retention_period(''cron.job_run_details'')') $q$;
  end if;
  return private.tick_problems();
end
$$;
comment on function private.schedule_job_tick is
  'Sets up the job scheduler as far as the platform allows. Returns '
  'the remaining problems; call it again once they are solved.';

create function public.read_jobs_health() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  at timestamptz := clock_timestamp();
  late bigint := (select count(*) from private.jobs as job where job.state = 'waiting' and job.run_at < at - interval '5 minutes' and private.is_claimable(job, at));
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

create table private.auth_mail_limit (
  is_singleton boolean primary key default true check (is_singleton),
  reached_at timestamptz
);
comment on table private.auth_mail_limit is
  'Time when Auth last refused to send a mail because of the '
  'installation''s hourly limit, as a browser reported it. One row.';
alter table private.auth_mail_limit enable row level security;
alter table private.auth_mail_limit force row level security;
insert into private.auth_mail_limit default values;

-- Mail ----------------------------------------------------------------------------------------------------------------

create type private.message_state as enum ('pending', 'sent', 'failed');
comment on type private.message_state is
  'State of a mail: pending until the mail server accepts it or its job is dead.';

create table private.outbox_messages (
  id uuid primary key default gen_random_uuid(),
  company_id uuid references public.companies (id) on delete cascade,
  booking_id uuid references public.bookings (id) on delete set null,
  template text not null check (template ~ '^[a-z]+(-[a-z]+)*$'),
  locale public.locale not null,
  recipient text not null check (private.is_email_address(recipient)),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 32768),
  secrets jsonb check (jsonb_typeof(secrets) = 'object'),
  dedupe_key text unique check (length(dedupe_key) between 1 and 200),
  state private.message_state not null default 'pending',
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint outbox_messages_sent_is_known check ((state = 'sent') = (sent_at is not null))
);
comment on table private.outbox_messages is
  'E-mails to send and sent, each with a job send_mail. The row''s id is in the Message-ID.';
comment on column private.outbox_messages.booking_id is
  'Booking that the mail is about, so that the office sees its mails.';
comment on column private.outbox_messages.secrets is
  'Tokens of the mail''s links, deleted when the mail is sent or a week after it failed.';
comment on column private.outbox_messages.dedupe_key is 'Key that is mailed at most once.';
create index outbox_messages_company_id_idx on private.outbox_messages (company_id, created_at desc);
create index outbox_messages_booking_id_idx on private.outbox_messages (booking_id) where booking_id is not null;
create index outbox_messages_failed_idx on private.outbox_messages (id) where state = 'failed' and secrets is not null;
alter table private.outbox_messages enable row level security;
alter table private.outbox_messages force row level security;

create function private.bind_secret_to_recipient() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.template not like 'booking-%' and old.secrets ? 'token' then
    raise exception 'The recipient of mail % cannot be changed: its link belongs to that address', old.id;
  end if;
  -- A mail about a booking gets a new link when it is sent. The old one may have reached the former address.
  delete from private.guest_links as link where link.token_hash = encode(sha256(convert_to(old.secrets ->> 'token', 'UTF8')), 'hex');
  new.secrets := null;
  return new;
end
$$;
comment on function private.bind_secret_to_recipient is
  'Row trigger of outbox_messages: when the recipient changes, revokes the '
  'link of a mail about a booking, and raises for any other mail with a link.';
create trigger bind_secret_to_recipient before update of recipient on private.outbox_messages
  for each row when (lower(old.recipient) <> lower(new.recipient) and old.secrets is not null) execute function private.bind_secret_to_recipient();

-- Rate limits of mails to people who may not have asked for them ----------------------------------

create unlogged table private.recent_mails (
  id bigint generated always as identity primary key,
  bucket text not null check (length(bucket) <= 100),
  at timestamptz not null default clock_timestamp()
);
comment on table private.recent_mails is
  'Times at which mails leave or left within the last day, by bucket: hashed recipient, hashed source network, or '
  'company. Insert-only, so that senders do not block each other.';
create index recent_mails_bucket_idx on private.recent_mails (bucket, at);
alter table private.recent_mails enable row level security, force row level security;

create function private.recent_mail_count(bucket text, span interval, row_limit integer) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from (
    select from private.recent_mails as m where m.bucket = recent_mail_count.bucket and m.at > clock_timestamp() - span limit row_limit) as counted
$$;
comment on function private.recent_mail_count is
  'Returns the number of a bucket''s mails within a time span, counted up to a maximum.';

create function private.is_untrusted_company(company uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from public.companies as c where c.id = company and c.created_at > now() - interval '7 days') $$;
comment on function private.is_untrusted_company is
  'Returns whether a company is less than a week old and so not yet trusted.';

create function private.network_rate_limit_key(prefix text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return prefix || private.address_hash(private.guest_network(private.client_address()));
end
$$;
comment on function private.network_rate_limit_key is
  'Returns the bucket of the caller''s network, by its hash; null if the gateway does not report an address.';

create function private.tidy_recent_mails(row_limit integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.recent_mails as m where m.ctid in (
    select old.ctid from private.recent_mails as old where old.at < clock_timestamp() - private.retention_period('recent_mails') limit row_limit);
end
$$;
comment on function private.tidy_recent_mails is 'Deletes rows of mails older than a day.';

create function private.mail_delay(template text, recipient text, company uuid) returns interval
language plpgsql volatile security definer set search_path = ''
as $$
declare
  delay interval := '0';
  buckets text[] := '{}';
  bucket record;
  counted bigint;
begin
  if template not like 'booking-%' and template not in ('guest-data', 'export-outside') then return '0'; end if;
  for bucket in
    select b.name, b.max_mails from (values
      ('to:' || private.address_hash(recipient), 20),
      ('of:' || company, case when private.is_untrusted_company(company) then 300 else 3000 end),
      -- Only without a session: mails by staff count for the company. A hotel's guests share one network.
      (case when (select auth.uid()) is null then private.network_rate_limit_key('from:') end, 60)) as b (name, max_mails)
    where b.name is not null
  loop
    -- Including those that have yet to leave.
    counted := private.recent_mail_count(bucket.name, interval '1 hour', bucket.max_mails * 10);
    -- Ten times the limit is abuse, and would be delayed by ten hours.
    if counted >= bucket.max_mails * 10 then return null; end if;
    delay := greatest(delay, make_interval(secs => (counted - bucket.max_mails + 1) * 3600.0 / bucket.max_mails));
    buckets := buckets || bucket.name;
  end loop;
  insert into private.recent_mails (bucket, at) select name, clock_timestamp() + delay from unnest(buckets) as name;
  return delay;
end
$$;
comment on function private.mail_delay is
  'Returns the delay of a mail that others can cause: about a booking, with a guest''s data, or an export to '
  'an outside address; 0 for others. Per hour, an address gets 20, a company sends 3000 (300 in its first week) and '
  'people of one network cause 60; more are delayed. Null if ten times as many are queued: the mail is then dropped.';

create function private.enqueue_mail(
  template text,
  recipient text,
  locale public.locale,
  data jsonb,
  secrets jsonb default null,
  company uuid default null,
  dedupe_key text default null,
  send_at timestamptz default now(),
  booking uuid default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  new_id uuid;
  delay interval;
begin
  if dedupe_key is not null then
    select mail.id into new_id from private.outbox_messages as mail where mail.dedupe_key = enqueue_mail.dedupe_key;
    if new_id is not null then return new_id; end if;
  end if;
  delay := private.mail_delay(template, recipient, company);
  if delay is null then return null; end if;
  insert into private.outbox_messages (company_id, booking_id, template, locale, recipient, data, secrets, dedupe_key)
  values (company, booking, enqueue_mail.template, enqueue_mail.locale, private.normalize_email_address(enqueue_mail.recipient), enqueue_mail.data, enqueue_mail.secrets, enqueue_mail.dedupe_key)
  on conflict on constraint outbox_messages_dedupe_key_key do nothing
  returning outbox_messages.id into new_id;
  if new_id is null then
    select outbox_messages.id into new_id from private.outbox_messages where outbox_messages.dedupe_key = enqueue_mail.dedupe_key;
  else
    perform private.enqueue_job('send_mail', jsonb_build_object('message', new_id), company, new_id::text, send_at + delay);
  end if;
  return new_id;
end
$$;
comment on function private.enqueue_mail is
  'Queues a mail in the present transaction. Returns its id, or the id of the earlier mail with the same dedupe key; '
  'null if a rate limit is exhausted (private.mail_delay).';

create function private.enqueue_invitation_mail(
  company uuid, recipient text, roles text[], inviter uuid, locale public.locale, token text, expires_at timestamptz, organisation uuid default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
begin
  return private.enqueue_mail(
    'invitation', enqueue_invitation_mail.recipient, enqueue_invitation_mail.locale,
    jsonb_build_object(
      'company', coalesce((select companies.name from public.companies where id = company), (select organisations.name from public.organisations where id = organisation)),
      'roles', to_jsonb(enqueue_invitation_mail.roles),
      'inviter', (select display_name from public.users where id = enqueue_invitation_mail.inviter),
      'expiresAt', private.iso(expires_at)),
    secrets => jsonb_build_object('token', token),
    company => company,
    -- Each invitation has a new token, whose hash identifies it without revealing it.
    dedupe_key => 'invitation:' || encode(sha256(convert_to(token, 'UTF8')), 'hex'));
end
$$;
comment on function private.enqueue_invitation_mail is
  'Queues the mail of an invitation to a company''s or organisation''s team. For the RPC that creates the invitation.';

create function private.copy_job_state_to_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Without this check a job with an invalid message could not even die.
  if not coalesce(pg_input_is_valid(new.payload ->> 'message', 'uuid'), false) then return null; end if;
  update private.outbox_messages
  set state = case new.state when 'dead' then 'failed' else 'pending' end::private.message_state
  where id = (new.payload ->> 'message')::uuid and state <> 'sent';
  return null;
end
$$;
comment on function private.copy_job_state_to_mail is
  'Row trigger of jobs: sets a mail to failed when its job dies, and to pending when the job is requeued.';
create trigger copy_job_state_to_mail after update of state on private.jobs
  for each row when (new.kind = 'send_mail' and new.state <> 'done' and old.state <> new.state)
  execute function private.copy_job_state_to_mail();

create function private.enqueue_dead_job_mails() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue_mail('job-died', a.email::text, u.locale,
    jsonb_build_object('company', c.name, 'kind', new.kind, 'diedAt', private.iso(new.finished_at), 'timeZone', c.time_zone), company => new.company_id,
    -- At most once a day per kind of job.
    dedupe_key => concat_ws(':', 'job_died', new.company_id, new.kind, (new.finished_at at time zone c.time_zone)::date, u.id))
  from public.companies as c
  join public.company_members as m on m.company_id = c.id
  join public.users as u on u.id = m.user_id
  join auth.users as a on a.id = u.id
  where c.id = new.company_id and 'owner' = any (private.member_roles(u.id, c.id)) and private.is_email_address(a.email);
  return null;
exception when others then
  -- If this failed, the job could not die and would be claimed again before others.
  raise warning 'The owners could not be notified of job %: %', new.id, sqlerrm;
  return null;
end
$$;
comment on function private.enqueue_dead_job_mails is
  'Row trigger of jobs: queues mails to the owners about a dead job. Dead mails '
  'are shown in the outbox instead, as a mail about them might fail, too.';
create trigger enqueue_dead_job_mails after update of state on private.jobs
  for each row when (new.state = 'dead' and old.state <> 'dead' and new.kind <> 'send_mail' and new.company_id is not null)
  execute function private.enqueue_dead_job_mails();

create function public.report_mail_limit() returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  -- Anybody may call this: at most one write a minute, and one mail a day to each platform admin.
  update private.auth_mail_limit set reached_at = clock_timestamp()
  where is_singleton and (reached_at is null or reached_at < clock_timestamp() - interval '1 minute' or reached_at > clock_timestamp());
  if found then
    perform private.enqueue_mail('mail-limit', a.email::text, u.locale, jsonb_build_object('reachedAt', private.iso(clock_timestamp())),
      dedupe_key => concat_ws(':', 'mail_limit', (clock_timestamp() at time zone 'UTC')::date, u.id))
    from public.users as u
    join auth.users as a on a.id = u.id
    where private.is_email_address(a.email) and exists (
      select from public.roles_users as assigned
      join public.roles_permissions as role_permission on role_permission.role_id = assigned.role
      join public.permissions as p on p.id = role_permission.permission_id
      where assigned.user_id = u.id and assigned.company is null and assigned.organisation is null and p.guard_name = 'ALL_ACCESS');
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.report_mail_limit is
  'Records that Auth refused to send a mail because of its hourly limit, and mails platform admins once a day. For '
  'everybody, as people who register have no account yet.';
grant execute on function public.report_mail_limit() to anon, authenticated;

create function public.read_mail_to_send(message uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox_messages;
  unwanted text;
begin
  select * into mail from private.outbox_messages where id = read_mail_to_send.message for update;
  if mail.id is null then return '{"status": "unknown"}'; end if;
  if mail.state <> 'pending' then return jsonb_build_object('status', mail.state); end if;
  unwanted := private.mail_suppression(mail);
  if unwanted is not null then return jsonb_build_object('status', unwanted); end if;
  -- A test mail keeps its data, as it has no real booking.
  if mail.template like 'booking-%' and not mail.data ? 'isTest' then
    mail.data := private.mail_payload(mail);
    if mail.data is null then
      delete from private.outbox_messages where id = mail.id;
      return '{"status": "unknown"}';
    end if;
    mail.secrets := private.ensure_mail_secrets(mail);
  end if;
  if mail.template = 'guest-data' then
    -- Only bookings that still belong to the recipient.
    mail.data := jsonb_set(mail.data, '{bookings}', private.guest_data(array(
      select b.id from public.bookings as b
      where b.company_id = mail.company_id and lower(b.contact_email) = lower(mail.recipient)
        and b.id::text in (select jsonb_array_elements_text(mail.data -> 'bookings')))));
    if mail.data -> 'bookings' = '[]' then
      delete from private.outbox_messages where id = mail.id;
      return '{"status": "unknown"}';
    end if;
  end if;
  mail.secrets := private.unsubscribe_secrets(mail);
  return jsonb_build_object('status', 'pending', 'mail', jsonb_build_object(
    'id', mail.id, 'template', mail.template, 'locale', mail.locale, 'recipient', mail.recipient, 'data', mail.data, 'secrets', mail.secrets,
    'text', private.template_text(mail),
    'company', (select jsonb_build_object('name', companies.name, 'email', companies.contact_email, 'colour', companies.brand_colour) from public.companies where id = mail.company_id)));
end
$$;
comment on function public.read_mail_to_send is
  'Returns pending with a mail of the outbox and its sender, or why it is not sent: sent, failed, bounced or '
  'unsubscribed, unknown. A mail about a booking gets the data of now (ADR 043). One that no longer applies is deleted '
  'and unknown. For the service role.';

create function public.record_mail_sent(message uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox_messages set state = 'sent', sent_at = clock_timestamp(), secrets = null
  where id = record_mail_sent.message and state <> 'sent';
  -- From now on the invitation's link proves the mailbox, if the mail went to the invited address.
  update private.invitations as i set delivered_at = clock_timestamp() from private.outbox_messages as mail
  where mail.id = record_mail_sent.message and mail.template = 'invitation' and mail.dedupe_key = 'invitation:' || i.token_hash and lower(mail.recipient) = i.email;
  return '{"status": "ok"}';
end
$$;
comment on function public.record_mail_sent is 'Marks a mail as sent and deletes its secrets. For the service role.';

grant execute on function public.begin_job_run, public.retry_step, public.claim_job, public.finish_job, public.fail_job, public.read_jobs_health, public.read_mail_to_send,
  public.record_mail_sent to service_role;
grant execute on function public.read_dead_jobs, public.retry_job to authenticated;

do $$ begin perform private.schedule_job_tick(); end $$;
