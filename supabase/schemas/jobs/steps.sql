-- Steps of jobs, and the tick that starts them. ADR 021

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

create function private.attempt_step(step text, company uuid, subject uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.run_step(step, subject);
  -- Runs deferred constraints now, so that a failure affects only this row.
  set constraints public.document_received,
  public.document_changed,
  public.document_left,
  public.settle_invoice,
  private.complete_webhook_events immediate;
  set constraints public.document_received,
  public.document_changed,
  public.document_left,
  public.settle_invoice,
  private.complete_webhook_events deferred;
  return true;
exception when others then
  raise warning 'Step % failed for %: %', step, subject, sqlerrm;
  begin
    perform private.enqueue_job(
      'retry_step',
      jsonb_build_object('step', step, 'subject', subject),
      company,
      private.step_dedupe_key(step, subject),
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
    delete from private.jobs
    where id in (
      select id from private.jobs
      where state <> 'waiting' and finished_at < clock_timestamp() - private.retention_period('jobs')
      limit 500)
    returning kind, dedupe_key) delete from private.outbox_messages
  where id in (
    select case when pg_input_is_valid(dedupe_key, 'uuid') then dedupe_key::uuid end from ended where kind = 'send_mail'
  );
  -- Includes the tick's tasks, as an installation without pg_cron has no tick; with fewer figures than in a tick, so
  -- that jobs are not delayed.
  perform private.run_scheduled_task(task, row_limit) from (
    values ('tidy_bookings', 500),
    ('enqueue_due_guest_mails', 500),
    ('enqueue_due_payment_comparisons', null),
    ('update_changed_figures', 20),
    ('earn_due_commissions', 100),
    ('run_company_tasks', null),
    ('tidy_unsubscribe_links', 500),
    ('tidy_webhooks', 500),
    ('tidy_old_rows', 500),
    ('tidy_recent_mails', 5000)) as due (task, row_limit);
  -- A failed mail can be retried for a week. Then its link is only a risk.
  update private.outbox_messages as message
  set secrets = null
  where message.state = 'failed' and message.secrets is not null
    and exists (
      select from private.jobs as job
      where job.kind = 'send_mail' and job.dedupe_key = message.id::text
        and job.finished_at < clock_timestamp() - private.retention_period('failed_mail_secrets'));
  return '{"status": "ok"}';
end
$$;
comment on function public.begin_job_run is
  'Records the start of a run, deletes old rows and runs the scheduled tasks. For the service role.';

-- The job scheduler: pg_cron ticks every 15 seconds, pg_net calls the function. Only the hosted platform has them ---

create function private.tick_jobs() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  request bigint;
begin
  update private.job_worker set ticked_at = clock_timestamp() where is_singleton;
  -- A departure's figures take about 10 ms, and mails wait behind them.
  perform private.run_scheduled_task(task, row_limit) from (
    values ('tidy_bookings', 500),
    ('enqueue_due_guest_mails', 500),
    ('enqueue_due_payment_comparisons', null),
    ('update_changed_figures', 60),
    ('earn_due_commissions', 100),
    ('run_company_tasks', null)) as due (task, row_limit);
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

create function private.schedule_job_tick() returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  extension record;
begin
  for extension in
    select name,
      'create extension if not exists '
        || name
        || case name when 'pg_cron' then ' with schema pg_catalog' else '' end as statement
    from pg_catalog.pg_available_extensions
    where name in ('pg_cron', 'pg_net') and installed_version is null
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
    execute $q$
      select cron.schedule(
        'muster-tidy-ticks',
        '17 3 * * *',
        'delete from cron.job_run_details where end_time < now() - private.retention_period(''cron.job_run_details'')'
      ) $q$;
  end if;
  return private.tick_problems();
end
$$;
comment on function private.schedule_job_tick is
  'Sets up the job scheduler as far as the platform allows. Returns '
  'the remaining problems; call it again once they are solved.';

create function private.tidy_recent_mails(row_limit integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.recent_mails as m
  where m.ctid in (
    select old.ctid from private.recent_mails as old
    where old.at < clock_timestamp() - private.retention_period('recent_mails') limit row_limit);
end
$$;
comment on function private.tidy_recent_mails is 'Deletes rows of mails older than a day.';

grant execute on function public.begin_job_run, public.retry_step to service_role;

do $$ begin perform private.schedule_job_tick(); end $$;
