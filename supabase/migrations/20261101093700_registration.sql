-- Registering: whoever has confirmed an address makes a company or a partner organisation of their own, once. ADR 047.

create table private.registrations (
  user_id uuid primary key references public.users (id) on delete cascade,
  company_id uuid references public.companies (id) on delete cascade,
  organisation_id uuid references public.organisations (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint registrations_of_one check (num_nonnulls(company_id, organisation_id) = 1)
);
comment on table private.registrations is 'Who has made which company or organisation by registering: one a person, so that asking again finds it and makes no second one.';
create index registrations_company_id_idx on private.registrations (company_id);
create index registrations_organisation_id_idx on private.registrations (organisation_id);
alter table private.registrations enable row level security, force row level security;

create table private.installed_apps (
  company_id uuid primary key references public.companies (id) on delete cascade,
  installed_at timestamptz not null default now()
);
comment on table private.installed_apps is 'Companies somebody of which has opened the installed app, for their first steps.';
alter table private.installed_apps enable row level security, force row level security;

create function private.slug_from(name text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  plain constant text := array_to_string(private.search_words(name), '-');
  slug constant text := btrim(left(btrim(regexp_replace(plain, '[^a-z0-9]+', '-', 'g'), '-'), 50), '-');
begin
  -- A name without any of these letters, and the words that addresses of the guests' pages are made of.
  return case when slug = '' then 'tours' when private.is_reserved_slug(slug) then slug || '-tours' else slug end;
end
$$;
comment on function private.slug_from is 'The part of an address that a name makes; whether it is free is asked elsewhere.';

create function private.slug_candidate(name text, attempt integer) returns text
language sql volatile
return private.slug_from(name) || case
  when attempt = 1 then ''
  when attempt <= 20 then '-' || attempt
  -- Very many of one name: no longer one after the other.
  else '-' || left(replace(gen_random_uuid()::text, '-', ''), 12)
end;
comment on function private.slug_candidate is 'What is tried as a slug: the name''s own, then numbered, then anything.';

create function private.registration_refusal(person uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  known private.registrations;
begin
  -- The second of two at once, such as a second tab, waits here and finds what the first one has made.
  perform from public.users where id = person for update;
  if person is null or not found then return '{"status": "signed_out"}'; end if;
  select * into known from private.registrations where user_id = person;
  if found then
    return jsonb_build_object('status', 'ok', 'company', known.company_id, 'organisation', known.organisation_id);
  end if;
  if not exists (select from auth.users as account where account.id = person and account.email_confirmed_at is not null) then
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
  'What somebody who registers is answered without anything being made; null for who may, and nobody else may for them until the end of the transaction.';

create function public.register_company(name text, phone text, locale public.locale, time_zone text, currency text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
  told constant jsonb := private.registration_refusal(me);
  title constant text := private.visible_text(register_company.name);
  made uuid;
begin
  if told is not null then return told; end if;
  if not coalesce(
    length(title) between 1 and 200 and (coalesce(phone, '') = '' or private.is_phone_number(phone)) and locale is not null
    and private.is_time_zone(time_zone) and currency ~ '^[A-Z]{3}$', false) then
    return '{"status": "invalid"}';
  end if;
  for attempt in 1 .. 30 loop
    begin
      insert into public.companies (name, slug, time_zone, currency, default_locale, contact_phone)
      values (title, private.slug_candidate(title, attempt), time_zone, currency, locale, nullif(phone, ''))
      returning id into made;
      exit;
    exception when unique_violation then
      -- It is or was another company's.
      continue;
    end;
  end loop;
  insert into public.company_members (user_id, company_id) values (me, made);
  insert into public.roles_users (user_id, role, company) select me, r.id, made from public.roles as r where r.guard_name = 'owner';
  insert into private.registrations (user_id, company_id) values (me, made);
  perform private.log_change(made, 'register_company', null, jsonb_build_object('name', title));
  return jsonb_build_object('status', 'ok', 'company', made, 'organisation', null);
end
$$;
comment on function public.register_company is
  'Makes the company of somebody who has confirmed their address and belongs to nothing yet, and makes them its owner; without a subscription. Answers {"status": "ok" | "not_confirmed" | "already_member" | "invalid" | "signed_out"}; who has registered before gets what they made then.';

create function public.register_organisation(name text, phone text, locale public.locale) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
  told constant jsonb := private.registration_refusal(me);
  title constant text := private.visible_text(register_organisation.name);
  made uuid;
begin
  if told is not null then return told; end if;
  if not coalesce(
    length(title) between 1 and 200 and (coalesce(phone, '') = '' or private.is_phone_number(phone)) and locale is not null, false) then
    return '{"status": "invalid"}';
  end if;
  for attempt in 1 .. 30 loop
    begin
      insert into public.organisations (name, slug, default_locale, contact_phone)
      values (title, private.slug_candidate(title, attempt), locale, nullif(phone, ''))
      returning id into made;
      exit;
    exception when unique_violation then
      continue;
    end;
  end loop;
  insert into public.organisation_members (user_id, organisation_id) values (me, made);
  insert into public.roles_users (user_id, role, organisation)
  select me, r.id, made from public.roles as r where r.guard_name = 'partner_admin';
  insert into private.registrations (user_id, organisation_id) values (me, made);
  insert into public.audit_events (user_id, action, subject_id, after)
  values (me, 'register_organisation', made, jsonb_build_object('name', title));
  return jsonb_build_object('status', 'ok', 'company', null, 'organisation', made);
end
$$;
comment on function public.register_organisation is
  'As register_company, of a partner organisation and its admin. Which companies it oversees, those say.';

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
        select from public.departure_guides as g join public.departures as d on d.id = g.departure_id where d.company_id = company),
    'booking', exists (select from public.bookings as b where b.company_id = company),
    'app', exists (select from private.installed_apps as i where i.company_id = company));
end
$$;
comment on function public.read_first_steps is
  'Which of a company''s first steps are done, for who holds COMPANY_ALL_ACCESS there: each is read from what there is. Answers {"status": "ok" | "not_permitted" | "signed_out"}.';

create function public.record_app_installed(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('record_app_installed', company) then return '{"status": "not_permitted"}'; end if;
  insert into private.installed_apps (company_id) values (company) on conflict (company_id) do nothing;
  return '{"status": "ok"}';
end
$$;
comment on function public.record_app_installed is
  'Tells that the installed app was opened: no other part of the system sees it. Answers {"status": "ok" | "not_permitted" | "signed_out"}.';

create function public.set_company_status(company uuid, is_active boolean, has_subscription boolean, reason text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.companies;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not coalesce(private.is_platform_admin(), false) then return '{"status": "not_permitted"}'; end if;
  if is_active is null or has_subscription is null or not coalesce(length(private.trim_text(reason)) between 1 and 500, false) then return '{"status": "invalid"}'; end if;
  select * into stored from public.companies as c where c.id = set_company_status.company for update;
  if stored.id is null then return '{"status": "not_found"}'; end if;
  if (stored.is_active, stored.has_active_subscription) is distinct from (set_company_status.is_active, has_subscription) then
    update public.companies as c set is_active = set_company_status.is_active, has_active_subscription = has_subscription where c.id = stored.id;
    perform private.log_change(stored.id, 'set_company_status',
      jsonb_build_object('is_active', stored.is_active, 'has_active_subscription', stored.has_active_subscription),
      jsonb_build_object('is_active', set_company_status.is_active, 'has_active_subscription', has_subscription, 'reason', private.trim_text(set_company_status.reason)));
    perform private.queue_change_event(stored.id, '{}');
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.set_company_status is
  'Switches a company on or off and says whether it has a subscription, for the platform alone, with the reason that its log tells. Answers {"status": "ok" | "invalid" | "not_found" | "not_permitted" | "signed_out"}; as it is already is ok and has no effect.';

grant execute on function
  public.set_company_status(uuid, boolean, boolean, text), public.register_company(text, text, public.locale, text, text), public.register_organisation(text, text, public.locale),
  public.read_first_steps(uuid), public.record_app_installed(uuid)
  to authenticated;
