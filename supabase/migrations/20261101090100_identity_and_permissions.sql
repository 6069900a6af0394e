-- Identity and permissions: people, companies, organisations, roles and the checks of permissions.

create table public.permissions (
  id uuid primary key default gen_random_uuid(),
  guard_name text not null unique
);
comment on table public.permissions is
  'The fixed list of permission names, spelled as in the specification (section 6), TRUSTED_PARNER_ACCESS too.';
alter table public.permissions enable row level security, force row level security;
grant select on public.permissions to authenticated;

create table public.roles (
  id uuid primary key default gen_random_uuid(),
  guard_name text not null unique
);
comment on table public.roles is 'Predefined roles. roles_permissions says what each grants.';
alter table public.roles enable row level security, force row level security;
grant select on public.roles to authenticated;

create table public.roles_permissions (
  role_id uuid not null references public.roles (id) on delete cascade,
  permission_id uuid not null references public.permissions (id) on delete cascade,
  primary key (role_id, permission_id)
);
comment on table public.roles_permissions is 'Permissions that each role grants.';
create index roles_permissions_permission_id_idx on public.roles_permissions (permission_id);
alter table public.roles_permissions enable row level security, force row level security;
grant select on public.roles_permissions to authenticated;

create type public.attendance_rule as enum ('report_always', 'report_differences', 'check_ins_count');
comment on type public.attendance_rule is
  'Source of the number of guests who attended: the guide''s report after every departure, the report where check-ins and '
  'bookings differ, or the check-ins alone.';

create table public.companies (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and not private.is_reserved_slug(slug)),
  time_zone text not null default 'UTC',
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  default_locale public.locale not null default 'en',
  brand_colour text check (brand_colour ~ '^#[0-9a-f]{6}$'),
  contact_email text,
  contact_phone text,
  booking_cut_off_minutes integer not null default 0 check (booking_cut_off_minutes between 0 and 43200),
  cancellation_cut_off_hours integer not null default 24 check (cancellation_cut_off_hours between 0 and 8760),
  guests_may_move boolean not null default true,
  hold_minutes integer not null default 15 check (hold_minutes between 5 and 120),
  terms_url text check (terms_url is null or private.is_web_address(terms_url)),
  -- Their values become part of an HTTP header.
  embed_origins text[] not null default '{}' check (cardinality(embed_origins) <= 20 and private.are_origins(embed_origins)),
  attendance_rule public.attendance_rule not null default 'report_always',
  legal_name text check (length(legal_name) between 1 and 200),
  legal_address text check (length(legal_address) between 1 and 500),
  vat_number text check (length(vat_number) between 1 and 40),
  document_note text check (length(document_note) between 1 and 500),
  retention_months smallint check (retention_months between 1 and 120),
  version integer not null default 1,
  has_active_subscription boolean not null default false,
  is_active boolean not null default true,
  closes_at timestamptz,
  created_at timestamptz not null default now(),
  changed_xid xid8 not null default pg_current_xact_id()
);
comment on table public.companies is 'Tour operators.';
comment on column public.companies.time_zone is
  'IANA time zone of schedules and local dates. Changing it moves no existing departure.';
comment on column public.companies.currency is
  'ISO 4217 currency of all prices. Bookings keep the currency that they were made in.';
comment on column public.companies.booking_cut_off_minutes is
  'Default of new tours: minutes before its start until which a departure can be booked.';
comment on column public.companies.cancellation_cut_off_hours is
  'Default of new tours: hours before the start until which guests can cancel for free.';
comment on column public.companies.guests_may_move is
  'Whether guests can move their booking to another departure until the cancellation cut-off.';
comment on column public.companies.hold_minutes is
  'Minutes for which seats are held while a guest completes a booking.';
comment on column public.companies.terms_url is 'URL of the terms that guests accept when booking; null for none.';
comment on column public.companies.embed_origins is 'Origins of sites that may embed the company''s guest pages.';
comment on column public.companies.legal_name is 'Seller on receipts and invoices; null for the company''s name.';
comment on column public.companies.vat_number is 'VAT number, or a registration number for a company without one.';
comment on column public.companies.document_note is 'Footer of receipts and invoices.';
comment on column public.companies.retention_months is
  'Months after which the personal data of a departure''s guests '
  'is erased; null to keep it until it is erased by hand.';
comment on column public.companies.version is
  'Version of the settings, raised by each save. A save that names an older one is refused as stale.';
comment on column public.companies.has_active_subscription is
  'Whether guests and partners can book and guests can be checked in. Everything can be set up without a subscription.';
comment on column public.companies.closes_at is
  'Time at which the company is deleted. Until then guests cannot '
  'book and the owner can undo it. Null for an open company.';
comment on column public.companies.is_active is 'False disables the permissions granted through the company.';
alter table public.companies enable row level security, force row level security;
grant select on public.companies to authenticated;

create table private.company_slugs (
  slug text primary key,
  company_id uuid not null references public.companies (id) on delete cascade
);
comment on table private.company_slugs is
  'Present and former slugs of companies, so that old links keep working and never lead to another company.';
create index company_slugs_company_id_idx on private.company_slugs (company_id);
alter table private.company_slugs enable row level security, force row level security;

create table public.organisations (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  -- In URLs of guest pages, in the position of a company's slug.
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and not private.is_reserved_slug(slug)),
  default_locale public.locale not null default 'en',
  brand_colour text check (brand_colour ~ '^#[0-9a-f]{6}$'),
  contact_email text,
  contact_phone text,
  default_commission numeric(5, 2) not null default 0 check (default_commission between 0 and 100),
  embed_origins text[] not null default '{}' check (cardinality(embed_origins) <= 20 and private.are_origins(embed_origins)),
  version integer not null default 1,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
comment on table public.organisations is 'Partners that oversee companies and sell their tours.';
comment on column public.organisations.default_commission is
  'Default commission of new agreements, in percent of the price. Each agreement has its own.';
comment on column public.organisations.embed_origins is
  'Origins of sites that may embed guest pages in the organisation''s name.';
comment on column public.organisations.version is 'Version of the settings, raised by each save.';
comment on column public.organisations.is_active is 'False disables the permissions granted through the organisation.';
alter table public.organisations enable row level security, force row level security;
-- Its companies must not read the default commission; its admins read it through read_organisation_settings.
grant select (id, name, slug, default_locale, brand_colour, contact_email, contact_phone, is_active, created_at) on public.organisations to authenticated;

create table private.organisation_slugs (
  slug text primary key,
  organisation_id uuid not null references public.organisations (id) on delete cascade
);
comment on table private.organisation_slugs is
  'Present and former slugs of organisations, so that old links keep working.';
create index organisation_slugs_organisation_id_idx on private.organisation_slugs (organisation_id);
alter table private.organisation_slugs enable row level security, force row level security;

create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  display_name text not null check (length(display_name) between 1 and 200),
  locale public.locale not null default 'en',
  impersonated_company_id uuid,
  created_at timestamptz not null default now(),
  changed_xid xid8 not null default pg_current_xact_id()
);
comment on table public.users is 'People who sign in; a trigger on auth.users inserts them.';
comment on column public.users.impersonated_company_id is
  'Company that the person acts for. Checked by a trigger: a foreign key would relate users and companies twice and '
  'make embedded selects of companies ambiguous.';
create index users_changed_xid_idx on public.users (changed_xid);
create index users_impersonated_company_id_idx on public.users (impersonated_company_id)
  where impersonated_company_id is not null;
alter table public.users enable row level security, force row level security;
grant select on public.users to authenticated;

create table public.company_members (
  user_id uuid not null references public.users (id) on delete cascade,
  company_id uuid not null references public.companies (id) on delete cascade,
  created_at timestamptz not null default now(),
  changed_xid xid8 not null default pg_current_xact_id(),
  primary key (user_id, company_id)
);
comment on table public.company_members is 'Members of companies. roles_users says what they may do.';
create index company_members_company_id_idx on public.company_members (company_id, changed_xid);
alter table public.company_members enable row level security, force row level security;
grant select on public.company_members to authenticated;

create table public.organisation_members (
  user_id uuid not null references public.users (id) on delete cascade,
  organisation_id uuid not null references public.organisations (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, organisation_id)
);
comment on table public.organisation_members is 'Members of organisations.';
create index organisation_members_organisation_id_idx on public.organisation_members (organisation_id);
alter table public.organisation_members enable row level security, force row level security;
grant select on public.organisation_members to authenticated;

create table public.roles_users (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users (id) on delete cascade,
  role uuid not null references public.roles (id),
  company uuid references public.companies (id) on delete cascade,
  organisation uuid references public.organisations (id) on delete cascade,
  constraint roles_users_one_binding check (company is null or organisation is null),
  constraint roles_users_once unique nulls not distinct (user_id, role, company, organisation)
);
comment on table public.roles_users is 'Role assignments of people: everywhere, in a company, or in an organisation.';
comment on column public.roles_users.role is
  'Named as in the specification, so that clients embed role(...), company(...), organisation(...).';
create index roles_users_role_idx on public.roles_users (role);
create index roles_users_company_idx on public.roles_users (company);
create index roles_users_organisation_idx on public.roles_users (organisation);
alter table public.roles_users enable row level security, force row level security;
grant select on public.roles_users to authenticated;

create type public.organisation_link_status as enum ('invited', 'active', 'ended');
comment on type public.organisation_link_status is
  'State of the link between an organisation and a company, which it oversees while active.';

create function private.is_percent(input jsonb) returns boolean
language sql immutable parallel safe
return coalesce(jsonb_typeof(input) = 'number' and (input)::numeric between 0 and 100 and scale((input)::numeric) <= 2, false);
comment on function private.is_percent is
  'Returns whether a value is a percentage: 0 to 100 with at most two decimals.';

create function private.is_commission_rate(input jsonb) returns boolean
language sql immutable parallel safe
return case when input ? 'amount' then not input ? 'percent' and coalesce(jsonb_typeof(input -> 'amount') = 'number' and input ->> 'amount' ~ '^\d{1,9}$', false)
  else private.is_percent(input -> 'percent') end;
comment on function private.is_commission_rate is
  'Returns whether an object has one commission rate: "percent" of the price or "amount" per guest, in minor units.';

create function private.is_terms(terms jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  tier jsonb;
  reached bigint := 0;
begin
  if jsonb_typeof(terms) is distinct from 'object' or octet_length(terms::text) > 16384
    or not coalesce(terms ->> 'click' in ('first', 'last'), false)
    or not coalesce(jsonb_typeof(terms -> 'window_days') = 'number' and terms ->> 'window_days' ~ '^\d{1,2}$' and (terms ->> 'window_days')::integer <= 90, false)
    or jsonb_typeof(terms -> 'tours') is distinct from 'array' or jsonb_array_length(terms -> 'tours') > 100 then
    return false;
  end if;
  if exists (select from jsonb_array_elements(terms -> 'tours') as tour_rate
      where not pg_input_is_valid(coalesce(tour_rate ->> 'tour', ''), 'uuid')
        -- Only the canonical form, as another one would let a tour appear twice.
        or tour_rate ->> 'tour' <> (tour_rate ->> 'tour')::uuid::text or not private.is_commission_rate(tour_rate))
    or (select count(*) <> count(distinct tour_rate ->> 'tour') from jsonb_array_elements(terms -> 'tours') as tour_rate) then
    return false;
  end if;
  -- Keys of the other kinds are ignored.
  case terms ->> 'kind'
    when 'percent' then return private.is_percent(terms -> 'percent');
    when 'per_guest' then return terms ? 'amount' and private.is_commission_rate(terms - 'percent');
    when 'tiers' then
      if jsonb_typeof(terms -> 'tiers') is distinct from 'array' or jsonb_array_length(terms -> 'tiers') not between 1 and 10 then return false; end if;
      for tier in select value from jsonb_array_elements(terms -> 'tiers') with ordinality as t (value, ordinal) order by ordinal loop
        if not private.is_percent(tier -> 'percent') or not coalesce(jsonb_typeof(tier -> 'from') = 'number' and tier ->> 'from' ~ '^\d{1,6}$' and (tier ->> 'from')::integer <= 100000, false) then
          return false;
        end if;
        -- The first tier begins with the first guest, each other one after the tier before it.
        if (reached = 0 and (tier ->> 'from')::bigint <> 1) or (tier ->> 'from')::bigint <= reached then return false; end if;
        reached := (tier ->> 'from')::bigint;
      end loop;
      return true;
    else return false;
  end case;
end
$$;
comment on function private.is_terms is
  'Returns whether a value is an agreement''s terms: {"kind": "percent" with "percent" of the price | "per_guest" '
  'with "amount" in minor units | "tiers" with [{"from": first guest of a month, "percent"}], "tours": [{"tour", '
  '"percent" | "amount"}] without duplicates, "click": "first" | "last", the partner link that earns if a guest '
  'followed several, "window_days": 0 to 90, the days for which a click counts}.';

create type public.agreement_side as enum ('company', 'organisation');
comment on type public.agreement_side is 'Party of an agreement.';

create table public.organisation_companies (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references public.organisations (id) on delete cascade,
  company_id uuid not null references public.companies (id) on delete cascade,
  terms jsonb not null check (private.is_terms(terms)),
  proposed jsonb check (proposed is null or private.is_terms(proposed)),
  proposed_by public.agreement_side,
  proposed_at timestamptz,
  data_sharing boolean not null default false,
  status public.organisation_link_status not null default 'invited',
  created_at timestamptz not null default now(),
  constraint organisation_companies_once unique (organisation_id, company_id),
  constraint organisation_companies_proposal_is_whole check ((proposed is null) = (proposed_by is null) and (proposed is null) = (proposed_at is null)),
  constraint organisation_companies_ended_asks_nothing check (status <> 'ended' or proposed is null)
);
comment on table public.organisation_companies is
  'Agreements between organisations and the companies that they oversee.';
comment on column public.organisation_companies.terms is
  'Commission terms in the form of private.is_terms; the default is the '
  'organisation''s default commission. In force while the link is active.';
comment on column public.organisation_companies.proposed is
  'Terms that one side has proposed and the other has not answered; null for none.';
comment on column public.organisation_companies.data_sharing is
  'Whether the company lets the organisation see guests'' personal data.';
create index organisation_companies_company_id_idx on public.organisation_companies (company_id);
alter table public.organisation_companies enable row level security, force row level security;
-- Only read_agreements returns terms and proposals. Agents may
-- read only which companies and organisations work together.
grant select (id, organisation_id, company_id, data_sharing, status, created_at) on public.organisation_companies to authenticated;

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
  insert into public.audit_events (user_id, company_id, action, before, after) values ((select auth.uid()), company, action, before, after)
$$;
comment on function private.log_change is 'Writes a change by the signed-in person into a company''s audit log.';

-- Predefined rows --------------------------------------------------------------------------------

insert into public.permissions (guard_name) values
  ('ALL_ACCESS'), ('COMPANY_ALL_ACCESS'), ('MANAGE_BOOKINGS_ACCESS'), ('VIEW_BOOKINGS_ACCESS'), ('CHECK_IN_ACCESS'),
  ('CHECK_IN_REPORTING_ACCESS'), ('ORGANISATION_ALL_ACCESS'), ('TRUSTED_PARNER_ACCESS'), ('TOUR_ATTENDANCE_ACCESS'),
  ('INDIVIDUAL_SCHEDULE_ACCESS');

with granted (role, permissions) as (
  values
    ('owner', array['COMPANY_ALL_ACCESS']),
    ('office', array['MANAGE_BOOKINGS_ACCESS', 'VIEW_BOOKINGS_ACCESS', 'CHECK_IN_ACCESS', 'CHECK_IN_REPORTING_ACCESS', 'TOUR_ATTENDANCE_ACCESS']),
    ('reservations', array['MANAGE_BOOKINGS_ACCESS', 'VIEW_BOOKINGS_ACCESS']),
    ('guide_manager', array['VIEW_BOOKINGS_ACCESS', 'CHECK_IN_ACCESS', 'CHECK_IN_REPORTING_ACCESS', 'TOUR_ATTENDANCE_ACCESS']),
    ('guide', array['CHECK_IN_ACCESS', 'TOUR_ATTENDANCE_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS']),
    ('accountant', array['VIEW_BOOKINGS_ACCESS', 'CHECK_IN_REPORTING_ACCESS']),
    ('partner_admin', array['ORGANISATION_ALL_ACCESS']),
    ('partner_agent', array['TRUSTED_PARNER_ACCESS']),
    ('platform_admin', array['ALL_ACCESS', 'ORGANISATION_ALL_ACCESS'])
), made as (
  insert into public.roles (guard_name) select role from granted returning id, guard_name
)
insert into public.roles_permissions (role_id, permission_id)
select made.id, permissions.id
from granted
join made on made.guard_name = granted.role
join public.permissions on permissions.guard_name = any (granted.permissions);

-- Triggers ---------------------------------------------------------------------------------------

create trigger stamp_changed_xid before insert or update on public.companies
  for each row execute function private.stamp_changed_xid();
create trigger stamp_changed_xid before insert or update on public.company_members
  for each row execute function private.stamp_changed_xid();
create trigger stamp_changed_xid before insert or update of display_name on public.users
  for each row execute function private.stamp_changed_xid();

create function private.queue_event_for_company() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_change_event(new.id, null);
  return null;
end
$$;
comment on function private.queue_event_for_company is
  'Row trigger of companies: queues a change event for the whole company.';
create trigger event_company after update on public.companies
  for each row execute function private.queue_event_for_company();

create function private.reserve_company_slug() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.company_slugs (slug, company_id) values (new.slug, new.id) on conflict (slug) do nothing;
  if not exists (select from private.company_slugs where slug = new.slug and company_id = new.id) then
    raise unique_violation using message = format('the slug %s is or was used by another company', new.slug);
  end if;
  return null;
end
$$;
comment on function private.reserve_company_slug is
  'Row trigger of companies: records each slug. Raises unique_violation if another company has or had it.';
create trigger guard_company_slug after insert or update of slug on public.companies
  for each row execute function private.reserve_company_slug();

create function private.reserve_organisation_slug() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.organisation_slugs (slug, organisation_id) values (new.slug, new.id) on conflict (slug) do nothing;
  if not exists (select from private.organisation_slugs where slug = new.slug and organisation_id = new.id) then
    raise unique_violation using message = format('the slug %s is or was used by another organisation', new.slug);
  end if;
  return null;
end
$$;
comment on function private.reserve_organisation_slug is
  'Row trigger of organisations: records each slug. Raises unique_violation if another organisation has or had it.';
create trigger reserve_organisation_slug after insert or update of slug on public.organisations
  for each row execute function private.reserve_organisation_slug();

create function private.apply_default_commission() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.terms := coalesce(new.terms, (
    select jsonb_build_object('kind', 'percent', 'percent', o.default_commission, 'tours', '[]'::jsonb, 'click', 'last', 'window_days', 30)
    from public.organisations as o where o.id = new.organisation_id));
  return new;
end
$$;
comment on function private.apply_default_commission is
  'Row trigger of organisation_companies: fills missing terms with the organisation''s default commission.';
create trigger apply_default_commission before insert on public.organisation_companies
  for each row execute function private.apply_default_commission();

create function private.reference_impersonated_company() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.impersonated_company_id is not null
    and not exists (select from public.companies where id = new.impersonated_company_id) then
    raise foreign_key_violation using message = 'impersonated_company_id does not reference a company';
  end if;
  return new;
end
$$;
comment on function private.reference_impersonated_company is
  'Row trigger of users: checks impersonated_company_id, which cannot have a foreign key.';
create trigger reference_impersonated_company before insert or update of impersonated_company_id on public.users
  for each row execute function private.reference_impersonated_company();

create function private.clear_deleted_impersonated_company() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.users set impersonated_company_id = null where impersonated_company_id = old.id;
  return old;
end
$$;
comment on function private.clear_deleted_impersonated_company is
  'Row trigger of companies: clears the deleted company from users who act for it.';
create trigger clear_deleted_impersonated_company before delete on public.companies
  for each row execute function private.clear_deleted_impersonated_company();

create function private.create_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  meta jsonb := coalesce(to_jsonb(new) -> 'raw_user_meta_data', '{}');
begin
  -- The embedded Auth (lite) stores a JSON string instead of an object.
  if jsonb_typeof(meta) = 'string' then meta := (meta #>> '{}')::jsonb; end if;
  insert into public.users (id, display_name, locale)
  values (
    new.id,
    left(coalesce(nullif(private.visible_text(meta ->> 'display_name'), ''), nullif(split_part(new.email, '@', 1), ''), 'Guest'), 200),
    case when pg_input_is_valid(meta ->> 'locale', 'public.locale') then (meta ->> 'locale')::public.locale else 'en' end
  )
  on conflict (id) do nothing;
  return new;
end
$$;
comment on function private.create_user is
  'Trigger of auth.users: inserts a row into public.users for each new account.';
create trigger create_user after insert on auth.users
  for each row execute function private.create_user();

-- Permission checks ------------------------------------------------------------------------------

create table private.ended_sessions (
  id uuid primary key,
  user_id uuid not null references public.users (id) on delete cascade,
  ended_at timestamptz not null default now()
);
comment on table private.ended_sessions is
  'Auth sessions that an owner has ended. Their tokens are '
  'refused here, though Auth would accept them for up to an hour.';
create index ended_sessions_user_id_idx on private.ended_sessions (user_id);
alter table private.ended_sessions enable row level security, force row level security;

create function private.is_session_ended(person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  session constant text := (select auth.jwt()) ->> 'session_id';
begin
  return session is not null and pg_input_is_valid(session, 'uuid') and person = (select auth.uid())
    and exists (select from private.ended_sessions as e where e.id = session::uuid);
end
$$;
comment on function private.is_session_ended is
  'Returns whether the person is the caller and the caller''s session has been ended.';

create function private.has_mfa(person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from auth.mfa_factors as f where f.user_id = person and f.status::text = 'verified');
end
$$;
comment on function private.has_mfa is 'Returns whether a person has verified a second factor.';

create function private.is_missing_mfa(person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return person is not distinct from (select auth.uid()) and coalesce((select auth.jwt()) ->> 'aal', 'aal1') = 'aal1' and private.has_mfa(person);
end
$$;
comment on function private.is_missing_mfa is
  'Returns whether the person is the caller and has a second factor that '
  'this session has not passed: a password alone grants nothing then.';

create function private.current_user_id() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  return case when not private.is_session_ended(me) and not private.is_missing_mfa(me) then me end;
end
$$;
comment on function private.current_user_id is
  'Returns the caller''s id; null if the session has been ended or has not passed the second factor.';

create table private.mfa_requirements (
  company_id uuid primary key references public.companies (id) on delete cascade,
  set_at timestamptz not null default now()
);
comment on table private.mfa_requirements is
  'Companies that require a second factor of owners and office. '
  'Their permissions there are suspended without it (ADR 053).';
alter table private.mfa_requirements enable row level security, force row level security;

create function private.companies_awaiting_mfa(person uuid) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Nothing is known about the sessions of other people, so they count as having passed the second factor.
  if person is distinct from (select auth.uid()) or coalesce((select auth.jwt()) ->> 'aal', 'aal1') <> 'aal1' then return '{}'; end if;
  return array(
    select f.company_id from private.mfa_requirements as f
    where f.company_id in (
      select ru.company from public.roles_users as ru join public.roles as r on r.id = ru.role
      where ru.user_id = person and r.guard_name in ('owner', 'office')
      union all
      -- Acting grants an owner's permissions, so it needs the factor. Companies cannot require it of platform admins.
      select u.impersonated_company_id from public.users as u where u.id = person and not private.is_platform_admin()));
end
$$;
comment on function private.companies_awaiting_mfa is
  'Returns the companies that require a second factor of the caller which this session has not passed.';

create function private.subject(person uuid, rpc text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- plpgsql, as it caches its plans per connection: policies and RPCs call this often.
declare
  awaiting_mfa constant uuid[] := private.companies_awaiting_mfa(person);
begin
  if private.is_session_ended(person) or private.is_missing_mfa(person) then return '{"assignments": [], "impersonated_company_id": null, "overseen": []}'; end if;
  return jsonb_build_object(
    'assignments', coalesce((
      select jsonb_agg(jsonb_build_object(
        'role', r.guard_name,
        'permissions', coalesce((
          select jsonb_agg(p.guard_name)
          from public.roles_permissions rp join public.permissions p on p.id = rp.permission_id
          where rp.role_id = r.id), '[]'),
        'company', case when c.id is not null then jsonb_build_object('id', c.id, 'is_active', c.is_active) end,
        'organisation', case when o.id is not null then jsonb_build_object('id', o.id, 'is_active', o.is_active) end))
      from public.roles_users ru
      join public.roles r on r.id = ru.role
      left join public.companies c on c.id = ru.company
      left join public.organisations o on o.id = ru.organisation
      where ru.user_id = person and (ru.company is null or ru.company <> all (awaiting_mfa))), '[]'),
    'impersonated_company_id', (select company from private.acting_company(person, rpc) as company where company <> all (awaiting_mfa)),
    'overseen', coalesce((
      select jsonb_agg(jsonb_build_object('company_id', oc.company_id, 'organisation_id', oc.organisation_id))
      from public.organisation_companies oc
      where oc.status = 'active'
        and oc.organisation_id in (select organisation from public.roles_users where user_id = person)), '[]'));
end
$$;
comment on function private.subject is
  'Returns what decides a person''s permissions, as Subject in src/domain/permissions.ts (in snake_case): their own '
  'assignments, the companies that their organisations oversee and, with an RPC, the company they may use it for while '
  'acting.';

create function private.subject_can(subject jsonb, permission text, company uuid) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return exists (
    select
    from jsonb_array_elements(subject -> 'assignments') as assignment
    cross join lateral (
      select case
        when company is null then assignment -> 'permissions'
        when jsonb_typeof(assignment -> 'company') = 'object' then
          case when assignment #>> '{company,id}' = company::text then assignment -> 'permissions' else '[]' end
        when jsonb_typeof(assignment -> 'organisation') is distinct from 'object' then assignment -> 'permissions'
        -- While acting for an overseen company, a partner admin has all permissions of its owner.
        when subject ->> 'impersonated_company_id' = company::text
          and assignment -> 'permissions' ? 'ORGANISATION_ALL_ACCESS'
          and exists (
            select from jsonb_array_elements(subject -> 'overseen') as agreement
            where agreement ->> 'company_id' = company::text
              and agreement ->> 'organisation_id' = assignment #>> '{organisation,id}')
          then '["ORGANISATION_ALL_ACCESS", "COMPANY_ALL_ACCESS"]'::jsonb
        else '[]'
      end as held_permissions
    ) as granted
    where assignment #>> '{company,is_active}' is distinct from 'false'
      and assignment #>> '{organisation,is_active}' is distinct from 'false'
      and (held_permissions ? permission
        or (permission <> 'ORGANISATION_ALL_ACCESS' and held_permissions ?| array['ALL_ACCESS', 'COMPANY_ALL_ACCESS']))
  );
end
$$;
comment on function private.subject_can is
  'Returns whether a subject has a permission for a company, or anywhere (null); SQL counterpart of can() in '
  'src/domain/permissions.ts. A property test keeps both equal.';

create function private.can(permission text, company uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select private.subject_can(private.subject((select auth.uid())), permission, company) $$;
comment on function private.can is
  'Returns whether the caller has a permission of their own, '
  'without acting: for a company, or anywhere (company null).';

create function private.may_check_in(subject jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.subject_can(subject, 'CHECK_IN_ACCESS', null)
    or coalesce(private.subject_can(subject, 'CHECK_IN_ACCESS', (subject ->> 'impersonated_company_id')::uuid), false);
end
$$;
comment on function private.may_check_in is
  'Returns whether a person may check in for any company, in their own right or while acting.';

create function private.sees_whole_company(subject jsonb, company uuid) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.subject_can(subject, 'VIEW_BOOKINGS_ACCESS', company)
    or private.subject_can(subject, 'MANAGE_BOOKINGS_ACCESS', company)
    or (private.subject_can(subject, 'CHECK_IN_ACCESS', company)
      and not private.subject_can(subject, 'INDIVIDUAL_SCHEDULE_ACCESS', company));
end
$$;
comment on function private.sees_whole_company is
  'Returns whether a person sees all departures of a company. '
  'INDIVIDUAL_SCHEDULE_ACCESS without a booking permission sees only the person''s own.';

create function private.possible_companies(subject jsonb) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if jsonb_path_exists(subject, '$.assignments[*] ? (@.company == null && @.organisation == null)') then
    return query select id from public.companies;
  else
    return query
      select (value #>> '{}')::uuid from jsonb_path_query(subject, '$.assignments[*].company.id') as value
      union
      select (subject ->> 'impersonated_company_id')::uuid where subject ->> 'impersonated_company_id' is not null;
  end if;
end
$$;
comment on function private.possible_companies is
  'Returns the companies for which a person may have any permission, so that checks need not go through all companies.';

create function private.companies_with_permission(any_of text[]) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject constant jsonb := private.subject((select auth.uid()), 'read_tables');
begin
  return query
    select company from private.possible_companies(subject) as company
    where exists (select from unnest(any_of) as permission where private.subject_can(subject, permission, company));
end
$$;
comment on function private.companies_with_permission is
  'Returns the companies for which the caller has any of the permissions. Only for policies, which compare rows with '
  'this set, so that it is computed once per statement.';

create function private.owned_companies() returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject constant jsonb := private.subject((select auth.uid()));
begin
  return query
    select company from private.possible_companies(subject) as company where private.subject_can(subject, 'COMPANY_ALL_ACCESS', company);
end
$$;
comment on function private.owned_companies is
  'Returns the companies for which the caller has every permission in their own right, without acting.';

create function private.fully_visible_companies() returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject constant jsonb := private.subject((select auth.uid()), 'read_tables');
begin
  return query
    select company from private.possible_companies(subject) as company where private.sees_whole_company(subject, company);
end
$$;
comment on function private.fully_visible_companies is
  'Returns the companies of which the caller may see all departures and bookings. Only for policies.';

create function private.companies_with_visible_guests() returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject constant jsonb := private.subject((select auth.uid()), 'read_guests');
begin
  return query
    select company from private.possible_companies(subject) as company where private.sees_whole_company(subject, company);
end
$$;
comment on function private.companies_with_visible_guests is
  'Returns the companies of which the caller may see all guests by name. Only for policies.';

create function private.member_companies() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select company from (
    select company_id from public.company_members where user_id = (select auth.uid())
    union
    select company from public.roles_users where user_id = (select auth.uid()) and company is not null) as assigned (company)
  where not private.is_session_ended((select auth.uid())) and not private.is_missing_mfa((select auth.uid()))
$$;
comment on function private.member_companies is
  'Returns the companies that the caller belongs to, inactive ones included.';

create function private.member_organisations() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select organisation from (
    select organisation_id from public.organisation_members where user_id = (select auth.uid())
    union
    select organisation from public.roles_users where user_id = (select auth.uid()) and organisation is not null) as assigned (organisation)
  where not private.is_session_ended((select auth.uid())) and not private.is_missing_mfa((select auth.uid()))
$$;
comment on function private.member_organisations is
  'Returns the organisations that the caller belongs to, inactive ones included.';

create function private.overseen_companies() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select company_id from public.organisation_companies
  where status = 'active' and organisation_id in (
    select id from public.organisations where is_active and id in (select private.member_organisations()))
$$;
comment on function private.overseen_companies is
  'Returns the companies that the caller''s active organisations oversee.';

create function private.partner_organisations() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select organisation_id from public.organisation_companies
  where company_id in (select private.companies_with_permission(array['VIEW_BOOKINGS_ACCESS', 'MANAGE_BOOKINGS_ACCESS']))
$$;
comment on function private.partner_organisations is
  'Returns the organisations linked to a company whose bookings the caller may see.';

create function private.is_platform_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.roles_users ru
    join public.roles_permissions rp on rp.role_id = ru.role
    join public.permissions p on p.id = rp.permission_id
    where ru.user_id = (select auth.uid()) and ru.company is null and ru.organisation is null
      and p.guard_name = 'ALL_ACCESS' and not private.is_session_ended(ru.user_id) and not private.is_missing_mfa(ru.user_id))
$$;
comment on function private.is_platform_admin is
  'Returns whether the caller holds ALL_ACCESS that is bound to no company or organisation.';

-- Policies call these as the caller. The schema itself stays closed to direct calls.
grant execute on function
  private.companies_with_permission(text[]), private.owned_companies(), private.fully_visible_companies(), private.companies_with_visible_guests(), private.member_companies(),
  private.member_organisations(), private.overseen_companies(), private.partner_organisations(),
  private.is_platform_admin(), private.current_user_id()
  to authenticated;

-- Policies -----------------------------------------------------------------------------------

create policy "signed-in users can read permissions" on public.permissions
  for select to authenticated using (true);
create policy "signed-in users can read roles" on public.roles
  for select to authenticated using (true);
create policy "signed-in users can read the permissions of roles" on public.roles_permissions
  for select to authenticated using (true);
create policy "users can read their own row" on public.users
  for select to authenticated using (id = (select private.current_user_id()));
create policy "users can read their own company memberships" on public.company_members
  for select to authenticated using (user_id = (select private.current_user_id()));
create policy "users can read their own organisation memberships" on public.organisation_members
  for select to authenticated using (user_id = (select private.current_user_id()));
create policy "users can read their own role assignments" on public.roles_users
  for select to authenticated using (user_id = (select private.current_user_id()));
create policy "members, partners and platform admins can read companies" on public.companies
  for select to authenticated using (
    (select private.is_platform_admin())
    or id in (select private.member_companies())
    or id in (select private.overseen_companies()));
create policy "members, companies and platform admins can read organisations" on public.organisations
  for select to authenticated using (
    (select private.is_platform_admin())
    or id in (select private.member_organisations())
    or id in (select private.partner_organisations()));
create policy "both sides can read their agreements" on public.organisation_companies
  for select to authenticated using (
    (select private.is_platform_admin())
    or organisation_id in (select private.member_organisations())
    -- While acting for a company, a partner must not see its agreements with other partners.
    or company_id in (select private.owned_companies()));
-- The log contains what was typed into bookings, guests' names
-- included. While acting, read_audit returns it without them.
create policy "owners can read the audit log of their company" on public.audit_events
  for select to authenticated using (company_id in (select private.owned_companies()));

-- Acting for a company ---------------------------------------------------------------------------

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

create function public.impersonate(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
-- Security definer: users has no update policy, so this is the only way to set it.
declare
  me constant uuid := (select private.current_user_id());
  old_company uuid;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select impersonated_company_id into old_company from public.users where id = me for update;
  if not found then return '{"status": "signed_out"}'; end if;
  if company is null or not exists (select from public.companies where id = company) or not (
    private.is_platform_admin()
    or exists (
      select
      from public.roles_users ru
      join public.organisations o on o.id = ru.organisation and o.is_active
      join public.organisation_companies oc
        on oc.organisation_id = o.id and oc.company_id = impersonate.company and oc.status = 'active'
      join public.roles_permissions rp on rp.role_id = ru.role
      join public.permissions p on p.id = rp.permission_id
      where ru.user_id = me and p.guard_name = 'ORGANISATION_ALL_ACCESS')
  ) then
    return '{"status": "not_permitted"}';
  end if;
  if old_company is distinct from company then
    perform private.log_acting(me, old_company, 'stop_impersonating');
    update public.users set impersonated_company_id = company where id = me;
    perform private.log_acting(me, company, 'impersonate');
  end if;
  return jsonb_build_object('status', 'ok', 'impersonated_company_id', company);
end
$$;
comment on function public.impersonate is
  'Starts acting for a company: platform admins for any, partner admins for those their organisation oversees. '
  'Returns {"status": "ok" | "not_permitted" | "signed_out"}.';

create function public.stop_impersonating() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
  old_company uuid;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select impersonated_company_id into old_company from public.users where id = me for update;
  if old_company is not null then
    update public.users set impersonated_company_id = null where id = me;
    perform private.log_acting(me, old_company, 'stop_impersonating');
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.stop_impersonating is
  'Stops acting for a company. Idempotent. Returns {"status": "ok" | "signed_out"}.';

grant execute on function public.impersonate(uuid), public.stop_impersonating() to authenticated;

create function private.create_company_with_owner(email text, company_name text, slug text, zone text default 'UTC') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := (select u.id from public.users as u join auth.users as account using (id) where account.email = lower(create_company_with_owner.email));
  new_id uuid;
begin
  if person is null then return '{"status": "unknown_person"}'; end if;
  begin
    insert into public.companies (name, slug, time_zone, has_active_subscription)
    values (company_name, create_company_with_owner.slug, zone, true)
    returning id into new_id;
  exception
    -- Another company has or had the slug.
    when unique_violation then return '{"status": "slug_taken"}';
  end;
  insert into public.company_members (user_id, company_id) values (person, new_id);
  insert into public.roles_users (user_id, role, company) select person, id, new_id from public.roles where guard_name = 'owner';
  return jsonb_build_object('status', 'ok', 'company', new_id);
end
$$;
comment on function private.create_company_with_owner is
  'Creates a subscribed company and makes a registered person its owner; for the first owner of an installation. '
  'Returns {"status": "ok" | "unknown_person" | "slug_taken"}.';

-- Change events on the hosted service ------------------------------------------------------------

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
        and polname in ('members can receive change events of their companies', 'guests can receive change events of a booking by its id')) < 2
    union all
    -- Without row security the policy has no effect.
    select 'no_row_security' from pg_catalog.pg_class where oid = to_regclass('realtime.messages') and not relrowsecurity);
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
