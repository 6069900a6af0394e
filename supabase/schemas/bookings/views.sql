-- Saved views of the list of bookings: a named filter, order and set of columns, shared by the team.

create table public.booking_views (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  view jsonb not null check (jsonb_typeof(view) = 'object' and octet_length(view::text) <= 20000),
  is_default boolean not null default false,
  version integer not null default 1,
  changed_by uuid,
  changed_at timestamptz not null default now()
);
comment on table public.booking_views is 'Saved views of the list of bookings, shared by a company''s team.';
comment on column public.booking_views.view is
  'Filter, search, order and columns as src/domain/booking-view.ts parses them. It ignores unknown parts.';
comment on column public.booking_views.is_default is 'Whether the list opens with this view; at most one per company.';
comment on column public.booking_views.changed_by is 'No foreign key, as the view outlives the account.';
create unique index booking_views_name_idx on public.booking_views (company_id, lower(name));
create unique index booking_views_default_idx on public.booking_views (company_id) where is_default;
alter table public.booking_views enable row level security;
alter table public.booking_views force row level security;
grant select on public.booking_views to authenticated;

create policy "managers of bookings who see guests can read booking views" on public.booking_views for
  select to authenticated using (
    company_id in (select private.companies_with_permission(array['MANAGE_BOOKINGS_ACCESS']))
      and company_id in (select private.companies_with_visible_guests()));

create function private.booking_views_json(company uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', v.id, 'name', v.name, 'view', v.view, 'is_default', v.is_default, 'version', v.version
  ) order by lower(v.name), v.id), '[]')
  from public.booking_views as v
  where v.company_id = company$$;
comment on function private.booking_views_json is 'Returns a company''s saved views, by name.';

create function public.read_booking_views(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_booking_views', company) then
    return '{"status": "not_permitted"}';
  end if;
  return jsonb_build_object('status', 'ok', 'views', private.booking_views_json(company));
end
$$;
comment on function public.read_booking_views is
  'Returns a company''s saved views. Returns {"status": "ok" | "not_permitted" | "signed_out"}.';

create function public.save_booking_view(
  company uuid,
  id uuid,
  version integer,
  name text,
  view jsonb,
  is_default boolean
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  me constant uuid := (select auth.uid());
  new_name constant text := private.visible_text(name);
  stored_view public.booking_views;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('save_booking_view', company) then return '{"status": "not_permitted"}'; end if;
  if id is null or version is null or is_default is null or not coalesce(length(new_name) between 1 and 80, false)
    or jsonb_typeof(view) is distinct from 'object' or octet_length(view::text) > 20000 then
    return '{"status": "invalid"}';
  end if;
  -- Serialised per company, so that the default and the names stay unique.
  perform pg_advisory_xact_lock(hashtextextended('booking_views:' || company, 0));
  select * into stored_view from public.booking_views as v where v.id = id;
  if stored_view.id is not null and stored_view.company_id <> company then return '{"status": "not_permitted"}'; end if;
  -- A repeated save, as after a lost response, has no effect and is no conflict.
  if (stored_view.name, stored_view.view, stored_view.is_default) is distinct from (new_name, view, is_default)
    or stored_view.id is null
  then
    if stored_view.id is null and version <> 0 then return '{"status": "gone"}'; end if;
    if stored_view.id is not null and version <> stored_view.version then
      return jsonb_build_object('status', 'stale', 'views', private.booking_views_json(company));
    end if;
    if exists (
      select from public.booking_views as v
      where v.company_id = company and lower(v.name) = lower(new_name) and v.id <> id)
    then
      return '{"status": "name_taken"}';
    end if;
    if stored_view.id is null
      and (select count(*) from public.booking_views as v where v.company_id = company) >= 100
    then
      return '{"status": "too_many"}';
    end if;
    if is_default then
      update public.booking_views as v
      set is_default = false, version = v.version + 1
      where v.company_id = company and v.is_default and v.id <> id;
    end if;
    insert into public.booking_views as v (id, company_id, name, view, is_default, changed_by)
    values (id, company, new_name, view, is_default, me)
    on conflict on constraint booking_views_pkey do update
    set
      name = excluded.name,
      view = excluded.view,
      is_default = excluded.is_default,
      version = v.version + 1,
      changed_by = me,
      changed_at = now();
  end if;
  return jsonb_build_object('status', 'ok', 'views', private.booking_views_json(company));
end
$$;
comment on function public.save_booking_view is
  'Creates a view (version 0, id made by the client) or replaces that version. Returns ok with all views, or '
  '{"status": "stale" | "gone" | "name_taken" | "too_many" | "invalid" | "not_permitted" | "signed_out"}.';

create function public.delete_booking_view(company uuid, id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('delete_booking_view', company) then
    return '{"status": "not_permitted"}';
  end if;
  delete from public.booking_views as v where v.company_id = company and v.id = id;
  return jsonb_build_object('status', 'ok', 'views', private.booking_views_json(company));
end
$$;
comment on function public.delete_booking_view is
  'Deletes a saved view. Idempotent. Returns ok with the other views, or {"status": "not_permitted" | "signed_out"}.';

grant execute on function
  public.read_booking_views(uuid),
  public.save_booking_view(uuid, uuid, integer, text, jsonb, boolean),
  public.delete_booking_view(uuid, uuid)
to authenticated;
