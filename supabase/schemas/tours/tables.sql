-- Tours: their texts, languages and prices.

create type public.tour_status as enum ('draft', 'live', 'paused', 'archived');
comment on type public.tour_status is 'State of a tour: being written, on sale, not on sale for now, or ended.';

create type public.price_category_type as enum (
  'ADULT', 'YOUTH', 'CHILD', 'INFANT', 'FAMILY', 'SENIOR', 'STUDENT', 'MILITARY', 'OTHER');
comment on type public.price_category_type is
  'Kinds of guests, in the order in which prices are listed. The names are those of OCTO.';

create table public.tours (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  duration_minutes integer not null check (duration_minutes between 1 and 43200),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  guide_languages text[] not null default '{en}',
  capacity integer not null check (capacity >= 0),
  minimum_guests integer not null default 1 check (minimum_guests >= 0),
  minimum_party smallint not null default 1 check (minimum_party between 1 and 100),
  booking_cut_off_minutes integer not null default 0 check (booking_cut_off_minutes >= 0),
  cancellation_cut_off_hours integer not null default 24 check (cancellation_cut_off_hours >= 0),
  deposit_percent smallint check (deposit_percent between 1 and 100),
  asks_names boolean not null default false,
  vat_rate numeric(5, 2) check (vat_rate between 0 and 100),
  colour text not null default '#2f6fd0' check (colour ~ '^#[0-9a-f]{6}$'),
  status public.tour_status not null default 'draft',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  changed_xid xid8 not null default pg_current_xact_id(),
  constraint tours_slug_once unique (company_id, slug),
  constraint tours_of_company unique (id, company_id)
);
comment on table public.tours is 'Tours of companies. tour_translations has their texts.';
comment on column public.tours.minimum_party is
  'Fewest guests per booking; no form sets it yet. minimum_guests is that of a departure.';
comment on column public.tours.asks_names is 'Whether a booking needs the names of all guests.';
comment on column public.tours.deposit_percent is
  'Percent of the price that is paid online before seats are booked; null for the company''s payment settings.';
comment on column public.tours.vat_rate is 'VAT in percent, included in prices; null if none is shown.';
comment on column public.tours.latitude is 'Latitude of the meeting point, in degrees.';
comment on column public.tours.version is
  'Version of the fields that people edit, raised by each save. A save that names an older one is stale (ADR 024).';
comment on column public.tours.colour is 'Colour in calendars and lists, #rrggbb.';
create index tours_changed_xid_idx on public.tours (company_id, changed_xid);
comment on constraint tours_of_company on public.tours is
  'Target of foreign keys that include the company, so that rows never refer to another company''s tour.';
alter table public.tours enable row level security, force row level security;
grant select on public.tours to authenticated;

create table public.tour_translations (
  tour_id uuid not null references public.tours (id) on delete cascade,
  locale public.locale not null,
  title text not null,
  summary text not null default '',
  description text not null default '',
  meeting_point text not null default '',
  meeting_notes text not null default '',
  primary key (tour_id, locale)
);
comment on table public.tour_translations is 'Texts of a tour, one row per language.';
alter table public.tour_translations enable row level security, force row level security;
grant select on public.tour_translations to authenticated;

create table public.price_categories (
  id uuid primary key default gen_random_uuid(),
  tour_id uuid not null,
  company_id uuid not null references public.companies (id) on delete cascade,
  type public.price_category_type not null,
  amount bigint not null check (amount >= 0),
  minimum_age integer check (minimum_age between 0 and 120),
  maximum_age integer check (maximum_age between 0 and 120),
  seats integer not null default 1 check (seats between 0 and 100),
  vat_rate numeric(5, 2) check (vat_rate between 0 and 100),
  accompanied_by uuid[] not null default '{}',
  position smallint not null default 0,
  is_active boolean not null default true,
  changed_xid xid8 not null default pg_current_xact_id(),
  constraint price_categories_tour foreign key (
    tour_id, company_id) references public.tours (id, company_id) on delete cascade,
  constraint price_categories_ages check (minimum_age <= maximum_age));
comment on table public.price_categories is 'Prices of a tour by kind of guest.';
comment on column public.price_categories.amount is 'Price in minor units of the company''s currency.';
comment on column public.price_categories.seats is 'Seats that one ticket takes.';
comment on column public.price_categories.vat_rate is 'VAT in percent; null for the tour''s rate.';
comment on column public.price_categories.accompanied_by is
  'Categories of the tour, one of which must be in the same booking; empty if guests may come alone.';
create index price_categories_tour_id_idx on public.price_categories (tour_id, company_id);
create index price_categories_company_id_idx on public.price_categories (company_id, changed_xid);
alter table public.price_categories enable row level security, force row level security;
grant select on public.price_categories to authenticated;

create table private.tour_slugs (
  company_id uuid not null references public.companies (id) on delete cascade,
  slug text not null,
  tour_id uuid not null references public.tours (id) on delete cascade,
  primary key (company_id, slug)
);
comment on table private.tour_slugs is
  'Present and former slugs of tours, so that old links keep working and never lead to another tour.';
create index tour_slugs_tour_id_idx on private.tour_slugs (tour_id);
alter table private.tour_slugs enable row level security, force row level security;

create function private.store_tour_slug() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A former slug still belongs to its tour: the primary key refuses it.
  if not exists (
    select from private.tour_slugs where company_id = new.company_id and slug = new.slug and tour_id = new.id)
  then
    insert into private.tour_slugs (company_id, slug, tour_id) values (new.company_id, new.slug, new.id);
  end if;
  return null;
end
$$;
comment on function private.store_tour_slug is
  'Row trigger of tours: records each slug. Raises unique_violation if another tour of the company has or had it.';
create trigger store_tour_slug after insert or update of slug on public.tours
  for each row execute function private.store_tour_slug();

create function private.tour_by_slug(company uuid, slug text) returns uuid
language sql stable
return (
  select tour_id from private.tour_slugs where tour_slugs.company_id = company and tour_slugs.slug = tour_by_slug.slug);
comment on function private.tour_by_slug is 'Returns the tour with a present or former slug.';

create table private.tour_pictures (
  tour_id uuid primary key references public.tours (id) on delete cascade,
  bytes bytea not null check (octet_length(bytes) between 20 and 204800),
  tag text not null check (tag ~ '^[0-9a-f]{16}$')
);
comment on table private.tour_pictures is
  'Pictures of tours: WebP without metadata, at most 200 kB. A '
  'separate table, so that reading tours does not load them.';
comment on column private.tour_pictures.tag is 'Content hash.';
create index tour_pictures_tag_idx on private.tour_pictures (tag);
alter table private.tour_pictures enable row level security, force row level security;

create trigger stamp_changed_xid before insert or update on public.tours
  for each row execute function private.stamp_changed_xid();
create trigger stamp_changed_xid before insert or update on public.price_categories
  for each row execute function private.stamp_changed_xid();

create function private.touch_tour() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  touched uuid[];
begin
  if tg_op = 'UPDATE' then
    touched := array(select tour_id from before union select tour_id from changed);
  else
    touched := array(select distinct tour_id from changed);
  end if;
  if touched <> '{}' then update public.tours set changed_xid = changed_xid where id = any (touched); end if;
  return null;
end
$$;
comment on function private.touch_tour is
  'Statement trigger of tour_translations: marks their tours as changed, as a pull sends texts with the tour.';
create trigger touch_tour_inserted after insert on public.tour_translations
  referencing new table as changed for each statement execute function private.touch_tour();
create trigger touch_tour_updated after update on public.tour_translations
  referencing old table as before new table as changed for each statement execute function private.touch_tour();
create trigger touch_tour_deleted after delete on public.tour_translations
  referencing old table as changed for each statement execute function private.touch_tour();

create function private.tour_companies() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select private.companies_with_permission(
    array['VIEW_BOOKINGS_ACCESS', 'MANAGE_BOOKINGS_ACCESS', 'CHECK_IN_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS'])
  union (select private.member_companies() except select unnest(private.companies_awaiting_mfa((select auth.uid()))))
$$;
comment on function private.tour_companies is
  'Returns the companies whose tours the caller may see: those with '
  'access to /tours, and the caller''s own. Only for policies.';
grant execute on function private.tour_companies() to authenticated;

create policy "the team can read its tours" on public.tours
  for select to authenticated using (company_id in (select private.tour_companies()));
create policy "the team can read the texts of its tours" on public.tour_translations
  for select to authenticated using (
    exists (select from public.tours where tours.id = tour_id));
create policy "the team can read its prices" on public.price_categories
  for select to authenticated using (company_id in (select private.tour_companies()));

create function private.localised(tour uuid, field text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(t.locale, to_jsonb(t) -> field) filter (where to_jsonb(t) ->> field <> ''), '{}')
  from public.tour_translations as t where t.tour_id = tour
$$;
comment on function private.localised is 'Returns one text field of a tour by locale, without empty ones.';

-- Trigram indexes as for bookings (ADR 035), not partitioned by company: the directory searches all of them.
create index tour_translations_search_idx on public.tour_translations
  using gin (private.search_tokens('00000000-0000-0000-0000-000000000000', private.search_text(title, meeting_point)));
