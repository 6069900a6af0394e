-- Tours: what a company offers, in which languages, at which prices, when.

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
  booking_cut_off_minutes integer not null default 0 check (booking_cut_off_minutes >= 0),
  cancellation_cut_off_hours integer not null default 24 check (cancellation_cut_off_hours >= 0),
  colour text not null default '#2f6fd0' check (colour ~ '^#[0-9a-f]{6}$'),
  status text not null default 'draft' check (status in ('draft', 'live', 'paused', 'archived')),
  created_at timestamptz not null default now(),
  changed_xid xid8 not null default pg_current_xact_id(),
  constraint tours_slug_once unique (company_id, slug),
  constraint tours_of_company unique (id, company_id)
);
comment on table public.tours is 'What a company offers. Its texts are in tour_translations.';
comment on column public.tours.latitude is 'Of the meeting point.';
comment on column public.tours.colour is 'In calendars and lists, #rrggbb.';
create index tours_changed_xid_idx on public.tours (company_id, changed_xid);
comment on constraint tours_of_company on public.tours is
  'Target of foreign keys that carry the company along, so that nothing hangs on another company''s tour.';
alter table public.tours enable row level security, force row level security;
grant select on public.tours to authenticated;

create table public.tour_translations (
  tour_id uuid not null references public.tours (id) on delete cascade,
  locale text not null check (locale in ('en', 'es', 'da', 'it')),
  title text not null,
  summary text not null default '',
  description text not null default '',
  meeting_point text not null default '',
  meeting_notes text not null default '',
  primary key (tour_id, locale)
);
comment on table public.tour_translations is 'A tour''s texts, one row a language.';
alter table public.tour_translations enable row level security, force row level security;
grant select on public.tour_translations to authenticated;

create table public.price_categories (
  id uuid primary key default gen_random_uuid(),
  tour_id uuid not null,
  company_id uuid not null references public.companies (id) on delete cascade,
  type text not null check (type in ('ADULT', 'YOUTH', 'CHILD', 'INFANT', 'FAMILY', 'SENIOR', 'STUDENT', 'MILITARY', 'OTHER')),
  amount bigint not null check (amount >= 0),
  minimum_age integer check (minimum_age between 0 and 120),
  maximum_age integer check (maximum_age between 0 and 120),
  seats integer not null default 1 check (seats between 0 and 100),
  is_active boolean not null default true,
  changed_xid xid8 not null default pg_current_xact_id(),
  constraint price_categories_tour foreign key (tour_id, company_id) references public.tours (id, company_id) on delete cascade,
  constraint price_categories_ages check (minimum_age <= maximum_age)
);
comment on table public.price_categories is 'Prices of a tour by kind of guest.';
comment on column public.price_categories.amount is 'Minor units of the company''s currency.';
comment on column public.price_categories.seats is 'Seats one ticket takes.';
create index price_categories_tour_id_idx on public.price_categories (tour_id, company_id);
create index price_categories_company_id_idx on public.price_categories (company_id, changed_xid);
alter table public.price_categories enable row level security, force row level security;
grant select on public.price_categories to authenticated;

create table public.schedules (
  id uuid primary key default gen_random_uuid(),
  tour_id uuid not null,
  company_id uuid not null references public.companies (id) on delete cascade,
  rrule text not null,
  local_time time not null,
  season_from date,
  season_to date,
  capacity integer check (capacity >= 0),
  language text,
  is_active boolean not null default true,
  constraint schedules_tour foreign key (tour_id, company_id) references public.tours (id, company_id) on delete cascade,
  constraint schedules_season check (season_from <= season_to)
);
comment on table public.schedules is 'When a tour runs: a recurrence in the company''s time zone.';
comment on column public.schedules.rrule is 'RFC 5545 recurrence rule.';
create index schedules_tour_id_idx on public.schedules (tour_id, company_id);
create index schedules_company_id_idx on public.schedules (company_id);
alter table public.schedules enable row level security, force row level security;
grant select on public.schedules to authenticated;

create table public.schedule_exceptions (
  id uuid primary key default gen_random_uuid(),
  schedule_id uuid not null references public.schedules (id) on delete cascade,
  local_date date not null,
  kind text not null check (kind in ('added', 'removed', 'changed')),
  local_time time,
  capacity integer check (capacity >= 0),
  note text,
  constraint schedule_exceptions_once unique (schedule_id, local_date)
);
comment on table public.schedule_exceptions is 'Dates that a schedule adds, leaves out or changes.';
alter table public.schedule_exceptions enable row level security, force row level security;
grant select on public.schedule_exceptions to authenticated;

create trigger stamp_changed_xid before insert or update on public.tours
  for each row execute function private.stamp_changed_xid();
create trigger stamp_changed_xid before insert or update on public.price_categories
  for each row execute function private.stamp_changed_xid();

create function private.touch_tour() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.tours set changed_xid = changed_xid where id = coalesce(new.tour_id, old.tour_id);
  return null;
end
$$;
comment on function private.touch_tour is 'A tour''s texts travel with its row, so changing them changes it.';
create trigger touch_tour after insert or update or delete on public.tour_translations
  for each row execute function private.touch_tour();

create trigger hint_inserted after insert on public.tours
  referencing new table as changed for each statement execute function private.hint_changed_companies();
create trigger hint_updated after update on public.tours
  referencing new table as changed for each statement execute function private.hint_changed_companies();
create trigger hint_inserted after insert on public.price_categories
  referencing new table as changed for each statement execute function private.hint_changed_companies();
create trigger hint_updated after update on public.price_categories
  referencing new table as changed for each statement execute function private.hint_changed_companies();

create function private.tour_companies() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select private.companies_where(
    array['VIEW_BOOKINGS_ACCESS', 'MANAGE_BOOKINGS_ACCESS', 'CHECK_IN_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS'])
  union select private.member_companies()
$$;
comment on function private.tour_companies is 'Companies whose tours the person may see: whoever may open /tours, and members.';
grant execute on function private.tour_companies() to authenticated;

create policy "the team reads its tours" on public.tours
  for select to authenticated using (company_id in (select private.tour_companies()));
create policy "the team reads its tours' texts" on public.tour_translations
  for select to authenticated using (
    exists (select from public.tours where tours.id = tour_id));
create policy "the team reads its prices" on public.price_categories
  for select to authenticated using (company_id in (select private.tour_companies()));
create policy "the team reads its schedules" on public.schedules
  for select to authenticated using (company_id in (select private.tour_companies()));
create policy "the team reads its schedules' exceptions" on public.schedule_exceptions
  for select to authenticated using (
    exists (select from public.schedules where schedules.id = schedule_id));
