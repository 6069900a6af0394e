-- People, companies, organisations, roles and memberships.

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
  'Source of the number of guests who attended: the guide''s report after every departure, the report where check-ins '
  'and bookings differ, or the check-ins alone.';

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
  embed_origins text[] not null default '{}' check (
    cardinality(embed_origins) <= 20 and private.are_origins(embed_origins)),
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
  changed_xid xid8 not null default pg_current_xact_id());
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
  embed_origins text[] not null default '{}' check (
    cardinality(embed_origins) <= 20 and private.are_origins(embed_origins)),
  version integer not null default 1,
  is_active boolean not null default true,
  created_at timestamptz not null default now());
comment on table public.organisations is 'Partners that oversee companies and sell their tours.';
comment on column public.organisations.default_commission is
  'Default commission of new agreements, in percent of the price. Each agreement has its own.';
comment on column public.organisations.embed_origins is
  'Origins of sites that may embed guest pages in the organisation''s name.';
comment on column public.organisations.version is 'Version of the settings, raised by each save.';
comment on column public.organisations.is_active is 'False disables the permissions granted through the organisation.';
alter table public.organisations enable row level security, force row level security;
-- Its companies must not read the default commission; its admins read it through read_organisation_settings.
grant
  select (
    id,
    name,
    slug,
    default_locale,
    brand_colour,
    contact_email,
    contact_phone,
    is_active,
    created_at) on public.organisations to authenticated;

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
return coalesce(
  jsonb_typeof(input) = 'number' and (input)::numeric between 0 and 100 and scale((input)::numeric) <= 2, false);
comment on function private.is_percent is
  'Returns whether a value is a percentage: 0 to 100 with at most two decimals.';

create function private.is_commission_rate(input jsonb) returns boolean
language sql immutable parallel safe
return case
  when input ? 'amount' then
    not input ? 'percent'
      and coalesce(jsonb_typeof(input -> 'amount') = 'number' and input ->> 'amount' ~ '^\d{1,9}$', false)
  else private.is_percent(input -> 'percent')
end;
comment on function private.is_commission_rate is
  'Returns whether an object has one commission rate: "percent" of the price or "amount" per guest, in minor units.';

create function private.is_terms(terms jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  tier jsonb;
  reached bigint := 0;
begin
  if jsonb_typeof(terms) is distinct from 'object'
    or octet_length(terms::text) > 16384
    or not coalesce(terms ->> 'click' in ('first', 'last'), false)
    or not coalesce(
      jsonb_typeof(terms -> 'window_days') = 'number' and terms ->> 'window_days' ~ '^\d{1,2}$'
        and (terms ->> 'window_days')::integer <= 90,
      false)
    or jsonb_typeof(terms -> 'tours') is distinct from 'array'
    or jsonb_array_length(terms -> 'tours') > 100
  then
    return false;
  end if;
  if exists (
    select from jsonb_array_elements(terms -> 'tours') as tour_rate
    where not pg_input_is_valid(coalesce(tour_rate ->> 'tour', ''), 'uuid')
      -- Only the canonical form, as another one would let a tour appear twice.
      or tour_rate ->> 'tour' <> (tour_rate ->> 'tour')::uuid::text
      or not private.is_commission_rate(tour_rate))
    or (
      select count(*) <> count(distinct tour_rate ->> 'tour') from jsonb_array_elements(terms -> 'tours') as tour_rate
    )
  then
    return false;
  end if;
  -- Keys of the other kinds are ignored.
  case terms ->> 'kind'
    when 'percent' then return private.is_percent(terms -> 'percent');
    when 'per_guest' then return terms ? 'amount' and private.is_commission_rate(terms - 'percent');
    when 'tiers' then
      if jsonb_typeof(terms -> 'tiers') is distinct from 'array'
        or jsonb_array_length(terms -> 'tiers') not between 1 and 10
      then
        return false;
      end if;
      for tier in
        select value from jsonb_array_elements(terms -> 'tiers') with ordinality as t (value, ordinal)
        order by ordinal
      loop
        if not private.is_percent(tier -> 'percent')
          or not coalesce(
            jsonb_typeof(tier -> 'from') = 'number' and tier ->> 'from' ~ '^\d{1,6}$'
              and (tier ->> 'from')::integer <= 100000,
            false)
        then
          return false;
        end if;
        -- The first tier begins with the first guest, each other one after the tier before it.
        if (reached = 0 and (tier ->> 'from')::bigint <> 1) or (tier ->> 'from')::bigint <= reached then
          return false;
        end if;
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
  constraint organisation_companies_proposal_is_whole check (
    (proposed is null) = (proposed_by is null) and (proposed is null) = (proposed_at is null)),
  constraint organisation_companies_ended_asks_nothing check (status <> 'ended' or proposed is null));
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
grant
  select (
    id,
    organisation_id,
    company_id,
    data_sharing,
    status,
    created_at) on public.organisation_companies to authenticated;

insert into public.permissions (guard_name) values
  ('ALL_ACCESS'), ('COMPANY_ALL_ACCESS'), ('MANAGE_BOOKINGS_ACCESS'), ('VIEW_BOOKINGS_ACCESS'), ('CHECK_IN_ACCESS'),
  ('CHECK_IN_REPORTING_ACCESS'), ('ORGANISATION_ALL_ACCESS'), ('TRUSTED_PARNER_ACCESS'), ('TOUR_ATTENDANCE_ACCESS'),
  ('INDIVIDUAL_SCHEDULE_ACCESS');

with granted (role, permissions) as (
  values ('owner', array['COMPANY_ALL_ACCESS']),
  (
    'office',
    array[
      'MANAGE_BOOKINGS_ACCESS',
      'VIEW_BOOKINGS_ACCESS',
      'CHECK_IN_ACCESS',
      'CHECK_IN_REPORTING_ACCESS',
      'TOUR_ATTENDANCE_ACCESS']),
  ('reservations', array['MANAGE_BOOKINGS_ACCESS', 'VIEW_BOOKINGS_ACCESS']),
  (
    'guide_manager',
    array['VIEW_BOOKINGS_ACCESS', 'CHECK_IN_ACCESS', 'CHECK_IN_REPORTING_ACCESS', 'TOUR_ATTENDANCE_ACCESS']),
  ('guide', array['CHECK_IN_ACCESS', 'TOUR_ATTENDANCE_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS']),
  ('accountant', array['VIEW_BOOKINGS_ACCESS', 'CHECK_IN_REPORTING_ACCESS']),
  ('partner_admin', array['ORGANISATION_ALL_ACCESS']),
  ('partner_agent', array['TRUSTED_PARNER_ACCESS']),
  ('platform_admin', array['ALL_ACCESS', 'ORGANISATION_ALL_ACCESS'])),
made as (
  insert into public.roles (guard_name) select role from granted returning id, guard_name
) insert into public.roles_permissions (role_id, permission_id)
select made.id, permissions.id
from granted join made on made.guard_name = granted.role
join public.permissions on permissions.guard_name = any (granted.permissions);

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
  insert into private.organisation_slugs (slug, organisation_id)
  values (new.slug, new.id)
  on conflict (slug) do nothing;
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
  new.terms := coalesce(
    new.terms,
    (
      select jsonb_build_object(
        'kind', 'percent', 'percent', o.default_commission, 'tours', '[]'::jsonb, 'click', 'last', 'window_days', 30)
      from public.organisations as o
      where o.id = new.organisation_id));
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
    left(coalesce(
      nullif(private.visible_text(meta ->> 'display_name'), ''), nullif(split_part(new.email, '@', 1), ''), 'Guest'
    ), 200),
    case
      when pg_input_is_valid(meta ->> 'locale', 'public.locale') then (meta ->> 'locale')::public.locale
      else 'en'
    end)
  on conflict (id) do nothing;
  return new;
end
$$;
comment on function private.create_user is
  'Trigger of auth.users: inserts a row into public.users for each new account.';

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

create table private.mfa_requirements (
  company_id uuid primary key references public.companies (id) on delete cascade,
  set_at timestamptz not null default now()
);
comment on table private.mfa_requirements is
  'Companies that require a second factor of owners and office. '
  'Their permissions there are suspended without it (ADR 053).';
alter table private.mfa_requirements enable row level security, force row level security;

create policy "signed-in users can read permissions" on public.permissions
  for select to authenticated using (true);
create policy "signed-in users can read roles" on public.roles
  for select to authenticated using (true);
create policy "signed-in users can read the permissions of roles" on public.roles_permissions
  for select to authenticated using (true);

create index companies_search_idx on public.companies
  using gin (private.search_tokens('00000000-0000-0000-0000-000000000000', private.search_text(name, time_zone)));
