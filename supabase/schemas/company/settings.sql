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
return jsonb_build_object(
  'name', (company).name,
  'contact_email', coalesce((company).contact_email, ''),
  'contact_phone', coalesce((company).contact_phone, ''),
  'default_locale', (company).default_locale,
  'slug', (company).slug,
  'brand_colour', (company).brand_colour,
  'time_zone', (company).time_zone,
  'currency', (company).currency,
  'booking_cut_off_minutes', (company).booking_cut_off_minutes,
  'cancellation_cut_off_hours', (company).cancellation_cut_off_hours,
  'guests_may_move', (company).guests_may_move,
  'hold_minutes', (company).hold_minutes,
  'terms_url', coalesce((company).terms_url, ''),
  'embed_origins', to_jsonb((company).embed_origins),
  'attendance_rule', (company).attendance_rule,
  'legal_name', coalesce((company).legal_name, ''),
  'legal_address', coalesce((company).legal_address, ''),
  'vat_number', coalesce((company).vat_number, ''),
  'document_note', coalesce((company).document_note, ''),
  'retention_months', (company).retention_months);
comment on function private.company_settings_json is 'Returns a company''s settings as JSON for the client.';

create function private.is_time_zone(name text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- UTC or a place: an offset (+01:00) or an abbreviation (CET) is not a place whose clocks are known.
  if name !~ '^[A-Z][A-Za-z_]+(/[A-Za-z0-9_+-]+)+$' and name <> 'UTC' then return false; end if;
  perform now() at time zone name;
  return true;
exception when invalid_parameter_value then
  return false;
end
$$;
comment on function private.is_time_zone is 'Returns whether the server knows a time zone of this name.';

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

create function private.parse_sites(input jsonb) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select case when jsonb_typeof(input) = 'array' and jsonb_array_length(input) <= 20 and not exists (
      select from jsonb_array_elements_text(input) as site
      where not private.is_origin(site))
    then array(select jsonb_array_elements_text(input)) end
$$;
comment on function private.parse_sites is
  'Returns up to twenty origins of embedding sites as an array; null for any other value.';

create function private.are_valid_company_settings(company public.companies) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(
    length(company.name) between 1
      and 200
        and (company.contact_email is null or private.is_email_address(company.contact_email))
          and (company.contact_phone is null or private.is_phone_number(company.contact_phone))
            and company.default_locale is not null
              and company.slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'
                and length(company.slug) <= 63
                  and coalesce(company.brand_colour, '#000000') ~ '^#[0-9a-f]{6}$'
                    and private.is_time_zone(company.time_zone)
                      and company.currency ~ '^[A-Z]{3}$'
                        and company.booking_cut_off_minutes between 0
                          and 43200
                            and company.cancellation_cut_off_hours between 0
                              and 8760
                                and (company.terms_url is null or private.is_web_address(company.terms_url))
                                  and company.embed_origins is not null
                                    and length(coalesce(company.legal_name, '')) <= 200
                                      and length(coalesce(company.legal_address, '')) <= 500
                                        and length(coalesce(company.vat_number, '')) <= 40
                                          and length(coalesce(company.document_note, '')) <= 500
                                            and company.guests_may_move is not null
                                              and company.hold_minutes between 5
                                                and 120 and company.attendance_rule is not null,
    false);
end
$$;
comment on function private.are_valid_company_settings is
  'Returns whether the settings of a company are valid, apart from the retention (which save_company_settings checks '
  'before it fits the column) and whether the slug is free.';

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
  company uuid,
  version integer,
  name text,
  contact_email text,
  contact_phone text,
  default_locale public.locale,
  slug text,
  brand_colour text,
  time_zone text,
  currency text,
  booking_cut_off_minutes integer,
  cancellation_cut_off_hours integer,
  guests_may_move boolean,
  hold_minutes integer,
  terms_url text,
  embed_origins jsonb,
  attendance_rule public.attendance_rule,
  legal_name text,
  legal_address text,
  vat_number text,
  document_note text,
  retention_months integer,
  is_sure boolean default false
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  before public.companies;
  after public.companies;
  to_confirm jsonb;
  rate_limit_refusal jsonb;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('save_company_settings', company) then
    return '{"status": "not_permitted"}';
  end if;
  select * into before from public.companies where id = company for update;
  if not found then return '{"status": "not_permitted"}'; end if;

  after := before;
  after.name := private.visible_text(save_company_settings.name);
  after.contact_email := nullif(private.normalize_email_address(save_company_settings.contact_email), '');
  after.contact_phone := nullif(private.visible_text(save_company_settings.contact_phone), '');
  after.default_locale := save_company_settings.default_locale;
  after.slug := save_company_settings.slug;
  after.brand_colour := save_company_settings.brand_colour;
  after.time_zone := save_company_settings.time_zone;
  after.currency := save_company_settings.currency;
  after.booking_cut_off_minutes := save_company_settings.booking_cut_off_minutes;
  after.cancellation_cut_off_hours := save_company_settings.cancellation_cut_off_hours;
  after.guests_may_move := save_company_settings.guests_may_move;
  after.hold_minutes := save_company_settings.hold_minutes;
  after.terms_url := nullif(private.visible_text(save_company_settings.terms_url), '');
  after.embed_origins := private.parse_sites(save_company_settings.embed_origins);
  after.attendance_rule := save_company_settings.attendance_rule;
  after.legal_name := nullif(private.visible_text(save_company_settings.legal_name), '');
  after.legal_address := nullif(private.trim_text(save_company_settings.legal_address), '');
  after.vat_number := nullif(private.visible_text(save_company_settings.vat_number), '');
  after.document_note := nullif(private.trim_text(save_company_settings.document_note), '');
  -- Before the assignment, as other numbers may not fit the column.
  if save_company_settings.retention_months not between 1 and 120 then return '{"status": "invalid"}'; end if;
  after.retention_months := save_company_settings.retention_months;
  -- Erasing is final and the attendance rule decides commissions: neither can be changed while acting for the company.
  if (
    after.retention_months is distinct from before.retention_months
      or after.attendance_rule is distinct from before.attendance_rule)
    and not private.can('COMPANY_ALL_ACCESS', before.id)
  then
    return '{"status": "not_permitted"}';
  end if;

  if not private.are_valid_company_settings(after) then return '{"status": "invalid"}'; end if;

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
    to_confirm := private.settings_to_confirm(before, after);
    if to_confirm is not null then return '{"status": "must_confirm"}' || to_confirm; end if;
  end if;

  -- Slugs stay reserved for good, so new ones are rate-limited.
  if not exists (select from private.company_slugs as slug_row where slug_row.slug = after.slug) then
    rate_limit_refusal := private.rate_limited(private.consume_rate_limit('slug:' || before.id, 10, 8640));
    if rate_limit_refusal is not null then return rate_limit_refusal; end if;
  end if;
  begin
    update public.companies as c
    set (
      name,
      contact_email,
      contact_phone,
      default_locale,
      slug,
      brand_colour,
      time_zone,
      currency,
      booking_cut_off_minutes,
      cancellation_cut_off_hours,
      guests_may_move,
      hold_minutes,
      terms_url,
      embed_origins,
      attendance_rule,
      legal_name,
      legal_address,
      vat_number,
      document_note,
      retention_months,
      version)
      = (
        after.name,
        after.contact_email,
        after.contact_phone,
        after.default_locale,
        after.slug,
        after.brand_colour,
        after.time_zone,
        after.currency,
        after.booking_cut_off_minutes,
        after.cancellation_cut_off_hours,
        after.guests_may_move,
        after.hold_minutes,
        after.terms_url,
        after.embed_origins,
        after.attendance_rule,
        after.legal_name,
        after.legal_address,
        after.vat_number,
        after.document_note,
        after.retention_months,
        before.version + 1)
    where c.id = before.id;
  exception
    -- Another company took the slug in the meantime.
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
public.save_company_settings(
  uuid,
  integer,
  text,
  text,
  text,
  public.locale,
  text,
  text,
  text,
  text,
  integer,
  integer,
  boolean,
  integer,
  text,
  jsonb,
  public.attendance_rule,
  text,
  text,
  text,
  text,
  integer,
  boolean) to authenticated;
