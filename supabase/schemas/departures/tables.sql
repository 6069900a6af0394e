-- Departures: one run of a tour at a time, its guides and its prices.

create type public.departure_status as enum ('scheduled', 'departed', 'completed', 'cancelled');
comment on type public.departure_status is
  'scheduled and departed follow the fold of the check-in actions. The office or a schedule change sets cancelled. '
  'Nothing sets completed yet, except for demo data.';

create type public.guide_role as enum ('lead', 'assistant');
comment on type public.guide_role is 'A guide''s role on a departure. Lists name the lead first.';

create type public.assignment_status as enum ('proposed', 'accepted', 'declined');
comment on type public.assignment_status is
  'A guide''s answer to an assignment. Only declined takes the guide off the departure.';

create table public.departures (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  tour_id uuid not null,
  schedule_id uuid,
  scheduled_date date,
  follows_schedule boolean not null default true,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  local_date date not null,
  capacity integer not null check (capacity >= 0),
  own_capacity boolean not null default false,
  language text not null default 'en',
  own_language boolean not null default false,
  meeting_note text check (length(meeting_note) between 1 and 1000),
  is_closed boolean not null default false,
  status public.departure_status not null default 'scheduled',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  placed_xid xid8 not null default pg_current_xact_id(),
  changed_xid xid8 not null default pg_current_xact_id(),
  constraint departures_tour foreign key (
    tour_id, company_id) references public.tours (id, company_id) on delete cascade,
  constraint departures_schedule foreign key (
    schedule_id, tour_id) references public.schedules (id, tour_id) on delete set null (schedule_id),
  constraint departures_once unique (schedule_id, scheduled_date),
  constraint departures_scheduled check (schedule_id is null or scheduled_date is not null),
  constraint departures_of_company unique (id, company_id),
  constraint departures_times check (starts_at < ends_at));
comment on table public.departures is 'Runs of tours at a date and time.';
comment on column public.departures.schedule_id is 'Schedule that created it; null for a single departure.';
comment on column public.departures.scheduled_date is
  'Date of the schedule. local_date differs if the departure was moved.';
comment on column public.departures.follows_schedule is
  'False keeps the departure unchanged when its schedule changes.';
comment on column public.departures.own_capacity is
  'Whether the capacity was set for this departure instead of by the schedule or tour.';
comment on column public.departures.own_language is 'Whether the language was set for this departure.';
comment on column public.departures.meeting_note is 'Note about the meeting point for this departure only.';
comment on column public.departures.version is
  'Version of the fields that people edit, raised by each save. A save that names an older one is stale.';
comment on column public.departures.local_date is
  'Date in the company''s time zone when the time was set; date ranges refer to it.';
comment on column public.departures.is_closed is 'Whether bookings are closed regardless of free seats.';
comment on column public.departures.placed_xid is
  'Transaction that set its day. Devices that pulled before do not have it.';
create index departures_company_id_idx on public.departures (company_id, local_date);
create index departures_changed_xid_idx on public.departures (company_id, changed_xid);
create index departures_next_idx on public.departures (tour_id, starts_at);
alter table public.departures enable row level security, force row level security;
grant select on public.departures to authenticated;

create table public.departure_guides (
  departure_id uuid not null references public.departures (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  role public.guide_role not null default 'lead',
  status public.assignment_status not null default 'proposed',
  assigned_xid xid8 not null default pg_current_xact_id(),
  primary key (departure_id, user_id)
);
comment on table public.departure_guides is 'Guides assigned to departures.';
comment on column public.departure_guides.assigned_xid is
  'Transaction that assigned the guide, whose earlier pulls lack the departure.';
create index departure_guides_user_id_idx on public.departure_guides (user_id, departure_id) where status <> 'declined';
create index departure_guides_any_user_id_idx on public.departure_guides (user_id);
alter table public.departure_guides enable row level security, force row level security;
grant select on public.departure_guides to authenticated;

create table public.departure_prices (
  departure_id uuid not null references public.departures (id) on delete cascade,
  price_category_id uuid not null references public.price_categories (id) on delete cascade,
  amount bigint not null check (amount between 0 and 100000000000),
  primary key (departure_id, price_category_id)
);
comment on table public.departure_prices is 'Prices of categories on one departure that differ from the tour''s.';
comment on column public.departure_prices.amount is 'Price in minor units of the company''s currency.';
create index departure_prices_price_category_id_idx on public.departure_prices (price_category_id);
alter table public.departure_prices enable row level security, force row level security;
grant select on public.departure_prices to authenticated;

create table private.former_guides (
  departure_id uuid not null references public.departures (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  primary key (departure_id, user_id)
);
comment on table private.former_guides is
  'Guides who were once on a departure. Offline they cannot know that they '
  'were taken off, so their commands count and are flagged not_assigned.';
create index former_guides_user_id_idx on private.former_guides (user_id);
alter table private.former_guides enable row level security, force row level security;

create trigger stamp_changed_xid before insert or update on public.departures
  for each row execute function private.stamp_changed_xid();

create function private.stamp_placed_xid() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.placed_xid := pg_current_xact_id();
  return new;
end
$$;
comment on function private.stamp_placed_xid is
  'Row trigger of departures: stamps a departure that is moved to another day.';
create trigger stamp_placed_xid before update on public.departures
  for each row when (old.local_date <> new.local_date) execute function private.stamp_placed_xid();

create function private.stamp_assigned_xid() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.assigned_xid := pg_current_xact_id();
  return new;
end
$$;
comment on function private.stamp_assigned_xid is
  'Row trigger of departure_guides: stamps an assignment that changes its guide, departure or status.';
create trigger stamp_assigned_xid before update on public.departure_guides
  for each row when (old.departure_id <> new.departure_id or old.user_id <> new.user_id or old.status <> new.status)
  execute function private.stamp_assigned_xid();

create function private.stamp_company_of_deleted_departure() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.companies set changed_xid = changed_xid where id in (select company_id from gone);
  return null;
end
$$;
comment on function private.stamp_company_of_deleted_departure is
  'Statement trigger of departures: marks the company of a deleted '
  'departure as changed, so that a pull sends the list of remaining ones.';
create trigger stamp_company_of_deleted_departure after delete on public.departures
  referencing old table as gone for each statement execute function private.stamp_company_of_deleted_departure();

create function private.touch_departure() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  touched uuid[];
begin
  if tg_op = 'UPDATE' then
    touched := array(select departure_id from before union select departure_id from changed);
  else
    touched := array(select distinct departure_id from changed);
  end if;
  if touched <> '{}' then update public.departures set changed_xid = changed_xid where id = any (touched); end if;
  return null;
end
$$;
comment on function private.touch_departure is
  'Statement trigger of departure_guides: marks their departures '
  'as changed, as a pull sends guides with the departure.';
create trigger touch_departure_inserted after insert on public.departure_guides
  referencing new table as changed for each statement execute function private.touch_departure();
create trigger touch_departure_updated after update on public.departure_guides
  referencing old table as before new table as changed for each statement execute function private.touch_departure();
create trigger touch_departure_deleted after delete on public.departure_guides
  referencing old table as changed for each statement execute function private.touch_departure();

create function private.record_former_guide() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.former_guides (departure_id, user_id)
  select departures.id, users.id
  from public.departures, public.users
  -- Either may be deleted in the same statement.
  where departures.id = old.departure_id and users.id = old.user_id
  on conflict do nothing;
  return null;
end
$$;
comment on function private.record_former_guide is
  'Row trigger of departure_guides: records a guide who is taken off a departure or declines it.';
create trigger record_former_guide after delete on public.departure_guides
  for each row when (old.status <> 'declined') execute function private.record_former_guide();
create trigger record_declining_guide after update of status, user_id, departure_id on public.departure_guides
  for each row
  when (
    old.status <> 'declined'
      and (new.status = 'declined' or (old.user_id, old.departure_id) <> (new.user_id, new.departure_id)))
  execute function private.record_former_guide();

create function private.touch_new_tours(before public.departures[], after public.departures[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  tour_ids constant uuid[] := array(
    select distinct tour_id from (
      select id, tour_id from unnest(after)
      except
      select id, tour_id from unnest(before)) as moved);
begin
  if tour_ids = '{}' then return; end if;
  update public.tours set changed_xid = changed_xid where id = any (tour_ids);
  update public.price_categories set changed_xid = changed_xid where tour_id = any (tour_ids);
end
$$;
comment on function private.touch_new_tours is
  'Stamps the tours that departures moved to, which may be new to a device.';

create function private.own_departures() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select g.departure_id from public.departure_guides g
  join public.departures d on d.id = g.departure_id
  where g.user_id = (select auth.uid()) and g.status <> 'declined'
    and d.company_id in (
      select private.companies_with_permission(array['INDIVIDUAL_SCHEDULE_ACCESS', 'CHECK_IN_ACCESS']))$$;
comment on function private.own_departures is
  'Returns the departures that the caller guides and has not declined, where their permissions still allow it.';
grant execute on function private.own_departures() to authenticated;

create function private.can_be_on_device(day date) returns boolean
language sql stable parallel safe
return day between current_date - 3 and current_date + 6;
comment on function private.can_be_on_device is
  'Returns whether a day is from three days ago to six days ahead, the ten days that a pull may span '
  '(docs/protocol.md). Guides read guests, and look-ups match, only on these days. Devices hold fewer '
  '(src/domain/pull-window.ts).';

create function private.own_departures_on_device() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.departures
  where id in (select private.own_departures()) and private.can_be_on_device(local_date)$$;
comment on function private.own_departures_on_device is
  'Returns the caller''s own departures on days that a device '
  'may hold, so that guides cannot list the guests of the past.';
grant execute on function private.own_departures_on_device() to authenticated;

create policy "the office can read all departures, guides their own" on public.departures
  for select to authenticated using (
    company_id in (select private.fully_visible_companies()) or id in (select private.own_departures()));
create policy "readers of a departure can read its guides" on public.departure_guides
  for select to authenticated using (
    exists (select from public.departures where departures.id = departure_id));
create policy "readers of a departure can read its prices" on public.departure_prices
  for select to authenticated using (
    exists (select from public.departures where departures.id = departure_id));

create index departures_open_idx on public.departures (starts_at, id) where status = 'scheduled' and not is_closed;
-- Without it, a language that is rare makes the directory scan every departure.
create index departures_spoken_idx on public.departures (language, starts_at, id) where status = 'scheduled'
  and not is_closed;

create index departures_starts_at_idx on public.departures (starts_at) where status <> 'cancelled';
create index departures_ends_at_idx on public.departures (ends_at) where status <> 'cancelled';
