-- Dead jobs of a company, and retrying them.

create function public.read_dead_jobs(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.may('read_dead_jobs', company) then return '{"status": "not_permitted"}'; end if;
  return jsonb_build_object(
    'status', 'ok',
    'jobs', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', id, 'kind', kind, 'attempts', attempts, 'error', last_error, 'died_at', private.iso(finished_at)
      ) order by finished_at desc)
      from (
        select * from private.jobs
        where company_id = read_dead_jobs.company and state = 'dead' and jobs.kind <> 'send_mail'
        order by finished_at desc limit 200) as job), '[]'));
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
  update private.jobs
  set state = 'waiting', attempts = 0, run_at = clock_timestamp(), finished_at = null
  where id = retry_job.job;
  return '{"status": "ok"}';
end
$$;
comment on function public.retry_job is 'Requeues a dead job of the caller''s company. Returns ok or unknown.';

grant execute on function public.read_dead_jobs, public.retry_job to authenticated;
