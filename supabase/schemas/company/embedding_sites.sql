-- Sites that embed a company's booking page, and when they last did. ADR 034

create table private.embedding_sites (
  company_id uuid not null references public.companies (id) on delete cascade,
  site text not null,
  shown_at timestamptz not null,
  constraint embedding_sites_once primary key (company_id, site)
);
comment on table private.embedding_sites is
  'Last time an allowed site showed a company''s booking page, as reported by guests'' browsers. Nothing about the '
  'guest or other sites is stored.';
comment on column private.embedding_sites.shown_at is 'Updated at most once a minute.';
alter table private.embedding_sites enable row level security, force row level security;

create function private.delete_removed_sites() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.embedding_sites as e where e.company_id = new.id and e.site <> all (new.embed_origins);
  return null;
end
$$;
comment on function private.delete_removed_sites is 'Trigger: deletes sites that a company no longer allows.';

create function public.guest_record_embedding(operator text, site text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  company constant uuid := private.guest_company(guest_record_embedding.operator);
  refused constant jsonb := private.consume_guest_rate_limit();
begin
  if refused is not null then return refused; end if;
  insert into private.embedding_sites as e (company_id, site, shown_at)
  select c.id, guest_record_embedding.site, clock_timestamp()
  from public.companies as c
  where c.id = company and guest_record_embedding.site = any (c.embed_origins)
  on conflict on constraint embedding_sites_once do update
  set shown_at = excluded.shown_at
  where e.shown_at < excluded.shown_at - interval '1 minute';
  return '{"status": "ok"}';
end
$$;
comment on function public.guest_record_embedding is
  'Records that a site shows an operator''s page in a frame, if the operator allows it. Returns ok in any case, or '
  'rate_limited.';
grant execute on function public.guest_record_embedding(text, text) to anon, authenticated;

create function public.read_embedding_sites(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('read_embedding_sites', company) then
    return '{"status": "not_permitted"}';
  end if;
  return (
    select jsonb_build_object(
      'status', 'ok',
      'sites', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'site', allowed.site, 'shown_at', private.iso(e.shown_at)) order by allowed.ordinal), '[]')
        from unnest(c.embed_origins) with ordinality as allowed (site, ordinal)
        left join private.embedding_sites as e on e.company_id = c.id and e.site = allowed.site))
    from public.companies as c
    where c.id = read_embedding_sites.company);
end
$$;
comment on function public.read_embedding_sites is
  'Returns the sites that may embed a company''s pages, with the last time each did: {"status": "ok", "sites": '
  '[{"site", "shown_at"}]}. Refusals: not_permitted, signed_out.';
grant execute on function public.read_embedding_sites(uuid) to authenticated;

create function public.delete_embedding_site(company uuid, site text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before public.companies;
  after public.companies;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('delete_embedding_site', company) then
    return '{"status": "not_permitted"}';
  end if;
  select * into before from public.companies as c where c.id = delete_embedding_site.company for update;
  if not delete_embedding_site.site = any (before.embed_origins) then return '{"status": "ok"}'; end if;
  update public.companies as c
  set embed_origins = array_remove(c.embed_origins, delete_embedding_site.site), version = c.version + 1
  where c.id = before.id
  returning * into after;
  perform private.log_change(
    before.id, 'save_company_settings', private.company_settings_json(before), private.company_settings_json(after));
  return '{"status": "ok"}';
end
$$;
comment on function public.delete_embedding_site is
  'Removes a site from those that may embed a company''s pages, as if its owner had saved the settings without it. '
  'Idempotent. Returns {"status": "ok" | "not_permitted" | "signed_out"}.';
grant execute on function public.delete_embedding_site(uuid, text) to authenticated;
