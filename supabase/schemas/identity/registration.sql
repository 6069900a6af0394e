-- Registration: a person with a confirmed address creates one company or partner organisation. ADR 047

create table private.registrations (
  user_id uuid primary key references public.users (id) on delete cascade,
  company_id uuid references public.companies (id) on delete cascade,
  organisation_id uuid references public.organisations (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint registrations_of_one check (num_nonnulls(company_id, organisation_id) = 1)
);
comment on table private.registrations is
  'Company or organisation that a person created by registering. One per person, so that a repeat finds it.';
create index registrations_company_id_idx on private.registrations (company_id);
create index registrations_organisation_id_idx on private.registrations (organisation_id);
alter table private.registrations enable row level security, force row level security;

create table private.installed_apps (
  company_id uuid primary key references public.companies (id) on delete cascade,
  installed_at timestamptz not null default now()
);
comment on table private.installed_apps is
  'Companies in which someone has opened the installed app; shown in their first steps.';
alter table private.installed_apps enable row level security, force row level security;

create function private.slug_from(name text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  plain constant text := array_to_string(private.search_words(name), '-');
  slug constant text := btrim(left(btrim(regexp_replace(plain, '[^a-z0-9]+', '-', 'g'), '-'), 50), '-');
begin
  -- Covers names without Latin letters, and reserved paths of the guest pages.
  return case when slug = '' then 'tours' when private.is_reserved_slug(slug) then slug || '-tours' else slug end;
end
$$;
comment on function private.slug_from is 'Returns the slug of a name. Does not check whether it is free.';

create function private.slug_candidate(name text, attempt integer) returns text
language sql volatile
return private.slug_from(name) || case
  when attempt = 1 then ''
  when attempt <= 20 then '-' || attempt
  -- Many companies have this name: random instead of sequential.
  else '-' || left(replace(gen_random_uuid()::text, '-', ''), 12)
end;
comment on function private.slug_candidate is 'Returns the slug to try: the name''s own, then numbered, then random.';

create function private.registration_refusal(person uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  registration private.registrations;
begin
  -- Serialises concurrent registrations, for example from a second tab.
  perform from public.users where id = person for update;
  if person is null or not found then return '{"status": "signed_out"}'; end if;
  select * into registration from private.registrations where user_id = person;
  if found then
    return jsonb_build_object(
      'status', 'ok', 'company', registration.company_id, 'organisation', registration.organisation_id);
  end if;
  if not exists (
    select from auth.users as account where account.id = person and account.email_confirmed_at is not null)
  then
    return '{"status": "not_confirmed"}';
  end if;
  if exists (select from public.roles_users where user_id = person)
    or exists (select from public.company_members where user_id = person)
    or exists (select from public.organisation_members where user_id = person) then
    return '{"status": "already_member"}';
  end if;
  return null;
end
$$;
comment on function private.registration_refusal is
  'Locks a person''s registration. Returns the response if nothing is to be created (registered before, '
  'not_confirmed, already_member, signed_out), or null if they may register.';

create function public.register_company(
  name text, phone text, locale public.locale, time_zone text, currency text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
  refusal constant jsonb := private.registration_refusal(me);
  title constant text := private.visible_text(register_company.name);
  new_id uuid;
begin
  if refusal is not null then return refusal; end if;
  if not coalesce(
    length(title) between 1 and 200 and (
      coalesce(phone, '') = '' or private.is_phone_number(phone)
    ) and locale is not null and private.is_time_zone(time_zone) and currency ~ '^[A-Z]{3}$',
    false)
  then
    return '{"status": "invalid"}';
  end if;
  for attempt in 1 .. 30 loop
    begin
      insert into public.companies (name, slug, time_zone, currency, default_locale, contact_phone)
      values (title, private.slug_candidate(title, attempt), time_zone, currency, locale, nullif(phone, ''))
      returning id into new_id;
      exit;
    exception when unique_violation then
      -- The slug belongs or belonged to another company.
      continue;
    end;
  end loop;
  insert into public.company_members (user_id, company_id) values (me, new_id);
  insert into public.roles_users (user_id, role, company)
  select me, r.id, new_id
  from public.roles as r
  where r.guard_name = 'owner';
  insert into private.registrations (user_id, company_id) values (me, new_id);
  perform private.log_change(new_id, 'register_company', null, jsonb_build_object('name', title));
  return jsonb_build_object('status', 'ok', 'company', new_id, 'organisation', null);
end
$$;
comment on function public.register_company is
  'Creates a company without subscription, owned by the caller, who has a confirmed address and belongs to no team. '
  'Returns {"status": "ok" | "not_confirmed" | "already_member" | "invalid" | "signed_out"}; a repeat returns the '
  'same company.';

create function public.register_organisation(name text, phone text, locale public.locale) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
  refusal constant jsonb := private.registration_refusal(me);
  title constant text := private.visible_text(register_organisation.name);
  new_id uuid;
begin
  if refusal is not null then return refusal; end if;
  if not coalesce(
    length(title) between 1 and 200 and (
      coalesce(phone, '') = '' or private.is_phone_number(phone)) and locale is not null,
    false)
  then
    return '{"status": "invalid"}';
  end if;
  for attempt in 1 .. 30 loop
    begin
      insert into public.organisations (name, slug, default_locale, contact_phone)
      values (title, private.slug_candidate(title, attempt), locale, nullif(phone, ''))
      returning id into new_id;
      exit;
    exception when unique_violation then
      continue;
    end;
  end loop;
  insert into public.organisation_members (user_id, organisation_id) values (me, new_id);
  insert into public.roles_users (user_id, role, organisation)
  select me, r.id, new_id from public.roles as r where r.guard_name = 'partner_admin';
  insert into private.registrations (user_id, organisation_id) values (me, new_id);
  insert into public.audit_events (user_id, action, subject_id, after)
  values (me, 'register_organisation', new_id, jsonb_build_object('name', title));
  return jsonb_build_object('status', 'ok', 'company', null, 'organisation', new_id);
end
$$;
comment on function public.register_organisation is
  'Creates a partner organisation with the caller as admin, as register_company does. Companies decide themselves '
  'which partners they work with.';

create function public.read_first_steps(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_first_steps', company) then return '{"status": "not_permitted"}'; end if;
  return jsonb_build_object(
    'status', 'ok',
    'has_subscription', exists (select from public.companies as c where c.id = company and c.has_active_subscription),
    'tour', exists (select from public.tours as t where t.company_id = company and t.status <> 'archived'),
    'price', exists (select from public.price_categories as p where p.company_id = company and p.is_active),
    'date', exists (select from public.departures as d where d.company_id = company and d.status <> 'cancelled')
      or exists (select from public.schedules as s where s.company_id = company and s.is_active),
    'guide', exists (
      select from public.roles_users as ru join public.roles as r on r.id = ru.role
      where ru.company = read_first_steps.company and r.guard_name = 'guide')
      or exists (
        select from public.departure_guides as g join public.departures as d on d.id = g.departure_id
        where d.company_id = company),
    'booking', exists (select from public.bookings as b where b.company_id = company),
    'app', exists (select from private.installed_apps as i where i.company_id = company));
end
$$;
comment on function public.read_first_steps is
  'Returns which of a company''s first steps are done, derived from its data, to people with COMPANY_ALL_ACCESS. '
  'Returns {"status": "ok" | "not_permitted" | "signed_out"}.';

create function public.record_app_installed(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('record_app_installed', company) then
    return '{"status": "not_permitted"}';
  end if;
  insert into private.installed_apps (company_id) values (company) on conflict (company_id) do nothing;
  return '{"status": "ok"}';
end
$$;
comment on function public.record_app_installed is
  'Records that the installed app was opened, which the server cannot observe otherwise. Returns {"status": "ok" | '
  '"not_permitted" | "signed_out"}.';

create function public.set_company_status(
  company uuid, is_active boolean, has_subscription boolean, reason text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.companies;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not coalesce(private.is_platform_admin(), false) then return '{"status": "not_permitted"}'; end if;
  if is_active is null
    or has_subscription is null
    or not coalesce(length(private.trim_text(reason)) between 1 and 500, false)
  then
    return '{"status": "invalid"}';
  end if;
  select * into stored from public.companies as c where c.id = set_company_status.company for update;
  if stored.id is null then return '{"status": "not_found"}'; end if;
  if (
    stored.is_active, stored.has_active_subscription
  ) is distinct from (set_company_status.is_active, has_subscription)
  then
    update public.companies as c
    set is_active = set_company_status.is_active, has_active_subscription = has_subscription
    where c.id = stored.id;
    perform private.log_change(
      stored.id,
      'set_company_status',
      jsonb_build_object('is_active', stored.is_active, 'has_active_subscription', stored.has_active_subscription),
      jsonb_build_object(
        'is_active', set_company_status.is_active,
        'has_active_subscription', has_subscription,
        'reason', private.trim_text(set_company_status.reason)));
    perform private.queue_change_event(stored.id, '{}');
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.set_company_status is
  'Activates or deactivates a company and its subscription, for platform admins only; the reason is logged. Returns '
  '{"status": "ok" | "invalid" | "not_found" | "not_permitted" | "signed_out"}. Idempotent.';

grant execute on function
  public.set_company_status(uuid, boolean, boolean, text),
  public.register_company(text, text, public.locale, text, text),
  public.register_organisation(text, text, public.locale),
  public.read_first_steps(uuid),
  public.record_app_installed(uuid)
to authenticated;
