-- Jobs: deferred work that runs at least once. ADR 021
-- For run-jobs, the database's clock alone decides which jobs are due and which leases have expired.

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
    select jobs.id into new_id from private.jobs
    where jobs.kind = enqueue_job.kind and jobs.dedupe_key = enqueue_job.dedupe_key;
  end if;
  return new_id;
end
$$;
comment on function private.enqueue_job is
  'Enqueues a job in the present transaction. Returns its id, or the id of the earlier job with the same dedupe key.';

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

create function private.run_scheduled_task(task text, row_limit integer default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  failure text;
begin
  execute case
    when row_limit is null then format('select private.%I()', task)
    else format('select private.%I($1)', task)
  end using row_limit;
exception when others then
  failure := left(sqlerrm, 500);
  raise warning 'Scheduled task % failed: %', task, failure;
  insert into private.jobs (kind, dedupe_key, state, finished_at, last_error)
  values (
    'scheduled_task',
    concat_ws(':', task, (clock_timestamp() at time zone 'UTC')::date),
    'dead',
    clock_timestamp(),
    failure)
  on conflict on constraint jobs_once do update
  set finished_at = excluded.finished_at, last_error = excluded.last_error;
end
$$;
comment on function private.run_scheduled_task is
  'Runs one of the job scheduler''s tasks for all companies. A failure does not '
  'affect the other tasks; it is recorded as a dead job of the installation.';

create function private.is_claimable(job private.jobs, at timestamptz) returns boolean
language sql immutable
return (job).state = 'waiting' and (job).run_at <= at
  -- A lease longer than the maximum comes from a clock that has since been set back.
  and ((job).leased_until is null or (job).leased_until <= at or (job).leased_until > at + interval '15 minutes');
comment on function private.is_claimable is 'Returns whether a job is due and not leased.';

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
    set state = 'dead', finished_at = at, lease = null, leased_until = null,
      last_error = 'The worker was lost while it ran.'
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

grant execute on function public.claim_job, public.finish_job, public.fail_job to service_role;
