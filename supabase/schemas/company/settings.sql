-- Company settings, read and saved as a whole.

create table private.company_logos (
  company_id uuid primary key references public.companies (id) on delete cascade,
  bytes bytea not null check (octet_length(bytes) between 20 and 204800),
  tag text not null check (tag ~ '^[0-9a-f]{16}$')
);
comment on table private.company_logos is 'Logos of companies, stored like the pictures of tours.';
create index company_logos_tag_idx on private.company_logos (tag);
alter table private.company_logos enable row level security, force row level security;

create table private.organisation_logos (
  organisation_id uuid primary key references public.organisations (id) on delete cascade,
  bytes bytea not null check (octet_length(bytes) between 20 and 204800),
  tag text not null check (tag ~ '^[0-9a-f]{16}$')
);
comment on table private.organisation_logos is 'Logos of organisations, stored like the pictures of tours.';
create index organisation_logos_tag_idx on private.organisation_logos (tag);
alter table private.organisation_logos enable row level security, force row level security;

create function private.company_settings_json(company public.companies) returns jsonb
language sql stable
return private.settings_json(to_jsonb(company), private.form_schema('save_company_settings'));
comment on function private.company_settings_json is 'Returns a company''s settings as JSON for the client.';

create function private.upcoming_impact(company uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'departures', count(*),
    'next_starts_at', private.iso(min(d.starts_at)),
    'next_title', (
      select t.title from public.tour_translations as t
      join public.departures as first on first.tour_id = t.tour_id
      join public.companies as c on c.id = first.company_id
      where first.company_id = upcoming_impact.company and first.status = 'scheduled' and first.starts_at > now()
      order by first.starts_at, first.id, t.locale = c.default_locale desc, t.locale limit 1),
    'prices', (
      select count(*) from public.price_categories as p where p.company_id = upcoming_impact.company and p.is_active))
  from public.departures as d
  where d.company_id = upcoming_impact.company and d.status = 'scheduled' and d.starts_at > now()$$;
comment on function private.upcoming_impact is
  'Returns what a new time zone or currency would affect: the '
  'number of future departures, the first of them, and the prices.';

create function public.read_company_settings(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_company public.companies;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_company_settings', company) then
    return '{"status": "not_permitted"}';
  end if;
  select * into found_company from public.companies where id = company;
  if not found then return '{"status": "not_permitted"}'; end if;
  return jsonb_build_object(
    'status', 'ok', 'version', found_company.version, 'settings', private.company_settings_json(found_company),
    'logo', (select private.picture_json(bytes, tag) from private.company_logos where company_id = found_company.id),
    'former_slugs', coalesce((
      select jsonb_agg(slug order by slug) from private.company_slugs as c
      where c.company_id = found_company.id and c.slug <> found_company.slug), '[]'),
    'upcoming_impact', private.upcoming_impact(found_company.id));
end
$$;
comment on function public.read_company_settings is
  'Returns a company''s settings with their version, its logo, its former slugs and its future departures. Needs '
  'COMPANY_ALL_ACCESS. Returns {"status": "ok" | "not_permitted" | "signed_out"}.';

create function private.settings_to_confirm(before public.companies, after public.companies) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  has_new_currency constant boolean := after.currency <> before.currency;
  upcoming jsonb;
  affects_upcoming boolean;
  erased bigint := 0;
begin
  if not has_new_currency and after.time_zone = before.time_zone
    and after.retention_months is not distinct from before.retention_months
  then
    return null;
  end if;
  upcoming := private.upcoming_impact(before.id);
  affects_upcoming := (
    (has_new_currency or after.time_zone <> before.time_zone) and (upcoming ->> 'departures')::integer > 0)
    or (has_new_currency and (upcoming ->> 'prices')::integer > 0);
  -- Erasing is final: a shorter retention needs confirmation with the number of bookings that the next night erases.
  if after.retention_months < coalesce(before.retention_months, 32767) then
    erased := private.count_erasable_bookings(before.id, after.retention_months);
  end if;
  if not affects_upcoming and erased = 0 then return null; end if;
  -- Clients expect upcoming_impact in both cases.
  return jsonb_build_object('upcoming_impact', upcoming)
    || case when erased > 0 then jsonb_build_object('erased', erased) else '{}' end;
end
$$;
comment on function private.settings_to_confirm is
  'Returns what new settings of a company would affect and thus need to be confirmed: future departures or prices that '
  'get another time zone or currency, and the number of bookings whose guests a shorter retention erases. Null if '
  'nothing needs confirmation.';

create function public.save_company_settings(
  company uuid, version integer, input jsonb, is_sure boolean default false
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  settings jsonb;
  before public.companies;
  after public.companies;
  refusal jsonb;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('save_company_settings', company) then
    return '{"status": "not_permitted"}';
  end if;
  select * into before from public.companies where id = company for update;
  if not found then return '{"status": "not_permitted"}'; end if;

  -- A client of an earlier version leaves settings that it does not know as they are.
  select read.value, read.refusal into settings, refusal
  from private.read_form('save_company_settings', private.company_settings_json(before) || input) as read;
  if refusal is not null then return refusal; end if;
  after := jsonb_populate_record(before, private.settings_columns(settings));
  -- Erasing is final and the attendance rule decides commissions: neither can be changed while acting for the company.
  if (
    after.retention_months is distinct from before.retention_months
      or after.attendance_rule is distinct from before.attendance_rule)
    and not private.can('COMPANY_ALL_ACCESS', before.id)
  then
    return '{"status": "not_permitted"}';
  end if;

  -- A repeated save, as after a lost response, has no effect and is no conflict.
  if private.company_settings_json(after) = private.company_settings_json(before) then
    return jsonb_build_object('status', 'ok', 'version', before.version);
  end if;
  if save_company_settings.version is distinct from before.version then
    return jsonb_build_object(
      'status', 'stale', 'version', before.version, 'settings', private.company_settings_json(before));
  end if;
  -- Words in URLs of guest pages are reserved.
  if private.is_reserved_slug(after.slug)
    or exists (
      select from private.company_slugs as slug_row
      where slug_row.slug = after.slug and slug_row.company_id <> before.id)
  then
    return '{"status": "slug_taken"}';
  end if;
  if is_sure is not true then
    refusal := private.settings_to_confirm(before, after);
    if refusal is not null then return '{"status": "must_confirm"}' || refusal; end if;
  end if;

  -- Slugs stay reserved for good, so new ones are rate-limited.
  if not exists (select from private.company_slugs as slug_row where slug_row.slug = after.slug) then
    refusal := private.rate_limited(private.consume_rate_limit('slug:' || before.id, 10, 8640));
    if refusal is not null then return refusal; end if;
  end if;
  begin
    perform private.update_settings('public.companies', before.id, settings);
  exception
    -- Another company took the slug since the check.
    when unique_violation then return '{"status": "slug_taken"}';
  end;
  perform private.log_change(
    before.id, 'save_company_settings', private.company_settings_json(before), private.company_settings_json(after));
  return jsonb_build_object('status', 'ok', 'version', before.version + 1);
end
$$;
comment on function public.save_company_settings is
  'Saves company settings of a version. Existing departures, prices and bookings keep their values. '
  'Needs is_sure if future departures or prices get another time zone or currency, or if a shorter '
  'retention erases guests. Returns {"status": "ok" | "stale" | "slug_taken" | "must_confirm" | '
  '"invalid" | "not_permitted" | "rate_limited" after ten new slugs | "signed_out"}. Idempotent.';

grant execute on function public.read_company_settings(uuid),
public.save_company_settings(uuid, integer, jsonb, boolean) to authenticated;
