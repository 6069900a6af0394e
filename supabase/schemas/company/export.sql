-- Export of all of a company's data. ADR 014

create type private.export_state as enum ('running', 'ready');
comment on type private.export_state is
  'State of an export: written page by page by a job, then ready until it is deleted.';

create table private.company_exports (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  requested_by uuid,
  requested_at timestamptz not null default now(),
  state private.export_state not null default 'running',
  file integer not null default 1,
  after text not null default '',
  parts integer not null default 0,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  expires_at timestamptz,
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  token_until timestamptz,
  opened_by uuid,
  constraint company_exports_ready_until check ((state = 'ready') = (expires_at is not null))
);
comment on table private.company_exports is
  'Exports of all of a company''s data, requested by its owner. Deleted a week after they were finished.';
comment on column private.company_exports.requested_by is
  'Person who requested it. No foreign key, as it outlives the account.';
comment on column private.company_exports.file is
  'Position in private.export_files of the file being written.';
comment on column private.company_exports.after is 'Key of the last row written of that file.';
comment on column private.company_exports.token_hash is 'SHA-256 of the token that opens it for ten minutes, in hex.';
comment on column private.company_exports.opened_by is
  'Person to whom the token was issued. It works only while they may download the export. No foreign key, as it '
  'outlives the account.';
create index company_exports_company_id_idx on private.company_exports (company_id, requested_at desc);
create index company_exports_expires_at_idx on private.company_exports (expires_at);
alter table private.company_exports enable row level security, force row level security;

create table private.company_export_parts (
  export_id uuid not null references private.company_exports (id) on delete cascade,
  ordinal integer not null,
  file text not null,
  rows text not null,
  primary key (export_id, ordinal)
);
comment on table private.company_export_parts is 'Pages of an export, each with rows of one file as JSON.';
alter table private.company_export_parts enable row level security, force row level security;

create function private.exported_team(
  company uuid
) returns table (id uuid, name text, email text, roles text[], since timestamptz)
language sql stable security definer set search_path = ''
as $$
  select u.id, u.display_name, a.email::text, private.member_roles(u.id, company), m.created_at
  from public.company_members as m join public.users as u on u.id = m.user_id join auth.users as a on a.id = u.id
  where m.company_id = exported_team.company
$$;
-- The archive shows it as the file's description, like the comments on tables.
comment on function private.exported_team is 'Team members of the company with their roles.';

create function private.export_columns(source text) returns table (name text, kind text, description text)
language sql stable security definer set search_path = ''
as $$
  -- Excludes secrets and columns that only sync needs.
  select a.attname::text, pg_catalog.format_type(a.atttypid, a.atttypmod),
    pg_catalog.col_description(a.attrelid, a.attnum)
  from pg_catalog.pg_attribute as a
  where a.attrelid = to_regclass(source) and a.attnum > 0 and not a.attisdropped
    and a.attname !~ '(hash|token|secret|ticket_code|^code$|_key$|_xid$|^company_id$)'
  order by a.attnum$$;
comment on function private.export_columns is
  'Returns the columns of a table that an export includes, without secrets, with their descriptions.';

create function private.enqueue_export(export private.company_exports) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue_job(
    'export_company',
    jsonb_build_object('export', export.id),
    export.company_id,
    'export:' || export.id || ':' || export.parts || ':' || export.file);
end
$$;
comment on function private.enqueue_export is 'Queues the next job of an export that is being written.';

create function public.resume_export(export uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue_export(x) from private.company_exports as x where x.id = resume_export.export
    and x.state = 'running';
  return '{"status": "ok"}';
end
$$;
comment on function public.resume_export is
  'Queues the next job of an export that needs more than one. For the service role.';

create function public.open_company_export(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.lock_team('open_company_export', company);
  token constant text := private.generate_token();
begin
  if refusal is not null then return refusal; end if;
  update private.company_exports as x
  set token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex'),
    token_until = clock_timestamp() + interval '10 minutes', opened_by = (select auth.uid())
  where x.company_id = open_company_export.company and x.state = 'ready' and x.expires_at > clock_timestamp();
  if not found then return '{"status": "gone"}'; end if;
  perform private.log_change(company, 'download_company_export', null, null);
  return jsonb_build_object('status', 'ok', 'token', token);
end
$$;
comment on function public.open_company_export is
  'Creates a token that opens a company''s export for ten minutes, for its owner. Returns {"status": "ok" | "gone" | '
  '"not_permitted" | "signed_out"}.';

create function private.find_open_export(token text, grace interval default '0') returns private.company_exports
language sql stable security definer set search_path = ''
as $$
  select x from private.company_exports as x
  where x.token_hash = encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex')
    and x.token_until + grace > clock_timestamp() and x.state = 'ready' and x.expires_at > clock_timestamp()
    -- Checked for each part: a link may outlive the role of the person who opened it.
    and private.may('open_company_export', x.company_id, x.opened_by)$$;
comment on function private.find_open_export is
  'Returns the export that a token opens now, or null if the token is wrong or expired, or if the person to whom it '
  'was issued lost the permission.';

create function public.read_export_part(token text, ordinal integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- A download that has begun may take an hour.
  e constant private.company_exports := private.find_open_export(token, '50 minutes');
begin
  return coalesce((
    select jsonb_build_object('status', 'ok', 'rows', p.rows) from private.company_export_parts as p
    where p.export_id = e.id and p.ordinal = read_export_part.ordinal), '{"status": "not_found"}');
end
$$;
comment on function public.read_export_part is
  'Returns one page of an export as JSON text, or not_found. For the service role.';

grant execute on function public.open_company_export(uuid) to authenticated;

grant execute on function public.resume_export(uuid), public.read_export_part(text, integer) to service_role;
