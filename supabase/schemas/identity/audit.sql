-- Audit log: who changed what in a company.

create table public.audit_events (
  id uuid primary key default gen_random_uuid(),
  happened_at timestamptz not null default now(),
  user_id uuid,
  company_id uuid references public.companies (id) on delete cascade,
  action text not null,
  subject_id uuid,
  before jsonb,
  after jsonb
);
comment on table public.audit_events is
  'Audit log. Names the real user, also while acting for a company. Only RPCs write it.';
comment on column public.audit_events.user_id is
  'Null if no signed-in person did it: a guest, a program, a job or the service role. No foreign key, as entries '
  'outlive the person''s account.';
comment on column public.audit_events.subject_id is
  'Id of the changed object, such as a booking. No foreign key, for the same reason.';
create index audit_events_subject_id_idx on public.audit_events (subject_id, happened_at) where subject_id is not null;
create index audit_events_user_id_idx on public.audit_events (user_id);
create index audit_events_company_id_idx on public.audit_events (company_id, happened_at desc);
alter table public.audit_events enable row level security, force row level security;
grant select on public.audit_events to authenticated;

create function private.log_change(company uuid, action text, before jsonb, after jsonb) returns void
language sql security definer set search_path = ''
as $$
  insert into public.audit_events (user_id, company_id, action, before, after)
  values ((select auth.uid()), company, action, before, after)$$;
comment on function private.log_change is 'Writes a change by the signed-in person into a company''s audit log.';

-- The log contains what was typed into bookings, guests' names
-- included. While acting, read_audit returns it without them.
create policy "owners can read the audit log of their company" on public.audit_events
  for select to authenticated using (company_id in (select private.owned_companies()));

create function private.log_acting(person uuid, company uuid, action text) returns void
language sql security definer set search_path = ''
as $$
  -- In this company's log only, without the company that the person acted for before or acts for next.
  insert into public.audit_events (user_id, company_id, action, before, after)
  select person, company, action,
    jsonb_build_object('impersonated_company_id', case when action = 'stop_impersonating' then company end),
    jsonb_build_object('impersonated_company_id', case when action = 'impersonate' then company end)
  where company is not null
$$;
comment on function private.log_acting is
  'Writes into a company''s audit log that a person starts or stops acting for it.';

create unique index audit_events_look_up_misses_idx on public.audit_events (user_id, company_id, (after ->> 'hour'))
  where action = 'look_up_misses';
