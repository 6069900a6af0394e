-- Tasks that run for every company in its night.

create function private.enqueue_due_payment_comparisons() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.attempt_step('enqueue_payment_comparison', c.id, c.id)
  from private.payment_settings as s join public.companies as c on c.id = s.company_id
  where c.is_active and s.secret_key is not null and s.compared_on is distinct from private.local_night(c.time_zone, 3)
    and not private.has_failed_today('enqueue_payment_comparison', c.id);
end
$$;
comment on function private.enqueue_due_payment_comparisons is
  'Queues tonight''s comparison for each company with a provider''s key, from 3:00 in its time zone.';

create function private.enqueue_due_guest_erasures() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.attempt_step('enqueue_guest_erasure', c.id, c.id)
  from public.companies as c left join private.planned_erasures as planned on planned.company_id = c.id
  where c.retention_months is not null and planned.planned_on is distinct from private.local_night(c.time_zone, 2)
    and not private.has_failed_today('enqueue_guest_erasure', c.id);
end
$$;
comment on function private.enqueue_due_guest_erasures is
  'Queues tonight''s erasure for each company with a retention period, from 2:00 in its time zone.';

create function private.run_company_tasks() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue_due_guest_erasures();
  delete from private.company_exports as x
  where x.expires_at < clock_timestamp()
    or x.requested_at < clock_timestamp() - private.retention_period('company_exports');
  perform private.attempt_step('enqueue_company_end', null, c.id) from public.companies as c
  where c.closes_at <= clock_timestamp() and not private.has_failed_today('enqueue_company_end', c.id);
  perform private.enqueue_due_exports();
end
$$;
comment on function private.run_company_tasks is
  'Runs the scheduled tasks of companies: erasure of guests, deletion of old exports, scheduled exports, end of '
  'closed companies.';

create function private.earn_due_commissions(row_limit integer) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  chosen uuid[];
  referral record;
begin
  chosen := array(
    select r.id from private.referrals as r
    where r.updated_at < r.due_at and r.due_at <= now()
      and not private.has_failed_today('update_referral_commission', r.id)
    order by r.due_at limit row_limit);
  -- By id, as every update of referrals locks them, so that they cannot deadlock.
  for referral in select r.id, r.company_id from private.referrals as r where r.id = any (chosen) order by r.id loop
    perform private.attempt_step('update_referral_commission', referral.company_id, referral.id);
  end loop;
end
$$;
comment on function private.earn_due_commissions is
  'Updates up to `row_limit` referrals whose pending commission is due. For the job scheduler.';
