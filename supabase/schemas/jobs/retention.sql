-- Retention periods of rows that nobody deletes by hand. docs/retention.md has the same table.

create function private.retention() returns table (rule text, period interval)
language sql immutable parallel safe set search_path = ''
as $$
  values
    ('audit_events', interval '3 years'),
    ('payment_events', interval '400 days'),
    ('invitations', interval '90 days'),
    ('link_clicks', interval '400 days'),
    ('auth.audit_log_entries', interval '90 days'),
    ('jobs', interval '30 days'),
    ('failed_mail_secrets', interval '7 days'),
    ('idempotency_keys', interval '30 days'),
    ('rate_limit_buckets', interval '1 day'),
    ('recent_mails', interval '1 day'),
    ('guest_holds', interval '1 day'),
    ('watched_bookings', interval '1 hour'),
    ('ended_sessions', interval '90 days'),
    ('unsubscribe_links', interval '1 year'),
    ('webhook_events', interval '30 days'),
    ('company_exports', interval '14 days'),
    ('export_runs', interval '40 days'),
    ('cron.job_run_details', interval '2 days')
$$;
comment on function private.retention is 'Returns the retention period of each kind of row that is deleted by age.';

create function private.retention_period(rule text) returns interval
language sql immutable parallel safe
return (select r.period from private.retention() as r where r.rule = retention_period.rule);
comment on function private.retention_period is 'Returns the retention period of a rule.';

create function private.tidy_auth_log(row_limit integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  deleted integer := 0;
begin
  if to_regclass('auth.audit_log_entries') is null then return 0; end if;
  execute 'delete from auth.audit_log_entries where id in (
    select id from auth.audit_log_entries where created_at::timestamptz < clock_timestamp() - $1 limit $2)'
  using private.retention_period('auth.audit_log_entries'), row_limit;
  get diagnostics deleted = row_count;
  return deleted;
exception when insufficient_privilege then
  -- Without rights to Auth's table, Auth's own settings limit it.
  raise warning 'Old rows of auth.audit_log_entries could not be deleted: %', sqlerrm;
  return 0;
end
$$;
comment on function private.tidy_auth_log is
  'Deletes old entries of Auth''s audit log, which contain email and IP addresses. Returns how many.';

create function private.tidy_old_rows(row_limit integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  at constant timestamptz := clock_timestamp();
  counts integer[] := '{}';
  deleted integer;
begin
  -- Once a day, as some of these tables have no index by age.
  -- A time in the future means that the clock was set back.
  update private.job_worker
  set tidied_at = at
  where is_singleton and (tidied_at is null or tidied_at < at - interval '1 day' or tidied_at > at);
  if not found then return 0; end if;

  delete from public.audit_events
  where id in (
    select e.id from public.audit_events as e
    where e.happened_at < at - private.retention_period('audit_events') limit row_limit);
  get diagnostics deleted = row_count;
  counts := counts || deleted;

  -- Unprocessed events stay.
  delete from private.payment_events
  where id in (
    select e.id from private.payment_events as e
    where e.handled_at < at - private.retention_period('payment_events') limit row_limit);
  get diagnostics deleted = row_count;
  counts := counts || deleted;

  -- Accepted or not: older links are invalid, and the address is no longer needed.
  delete from private.invitations
  where id in (
    select i.id from private.invitations as i
    where i.expires_at < at - private.retention_period('invitations') limit row_limit);
  get diagnostics deleted = row_count;
  counts := counts || deleted;

  -- Older clicks are summed by month, so that a link's total stays the same.
  with old as (
    delete from private.link_clicks as k using (
      select c.link_id, c.day from private.link_clicks as c
      where c.day < (at - private.retention_period('link_clicks'))::date and c.day <> date_trunc('month', c.day)::date
      limit row_limit) as chosen
    where k.link_id = chosen.link_id and k.day = chosen.day
    returning k.link_id, date_trunc('month', k.day)::date as month, k.clicks),
  added as (
    insert into private.link_clicks as l (link_id, day, clicks)
    select old.link_id, old.month, sum(old.clicks)::bigint
    from old group by 1, 2
    on conflict (link_id, day) do update
    set clicks = l.clicks + excluded.clicks)
  select count(*)::integer into deleted
  from old;
  counts := counts || deleted;

  counts := counts || private.tidy_auth_log(row_limit);
  -- More may be due, so the next run continues.
  if row_limit = any (counts) then update private.job_worker set tidied_at = null where is_singleton; end if;
  return (select sum(table_count)::integer from unnest(counts) as table_count);
end
$$;
comment on function private.tidy_old_rows is
  'Deletes rows past their retention that no other function deletes, up to `row_limit` of each kind per call, once a '
  'day until nothing is left. Returns how many.';
