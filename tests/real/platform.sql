-- A database like the hosted service's: its roles and their limits, its timeouts, and the schemas of Auth and Realtime with other
-- owners. Run by the superuser (`supabase_admin`) before anything of ours; all roles have `:password`.

create role postgres login createdb createrole replication bypassrls password ':password';
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit password ':password';
create role supabase_auth_admin login noinherit createrole password ':password';
create role supabase_realtime_admin nologin noinherit;
grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role, supabase_realtime_admin to postgres with admin option;
-- Restoring a dump needs this, so the hosted service grants it.
grant set on parameter session_replication_role to postgres;

alter database postgres owner to postgres;
alter database postgres set statement_timeout = '2min';
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role supabase_auth_admin set search_path = auth;
alter role supabase_auth_admin set idle_in_transaction_session_timeout = 60000;
alter role postgres set search_path = "$user", public, extensions;

create schema extensions;
grant usage on schema extensions to postgres, anon, authenticated, service_role;
create extension pgcrypto with schema extensions;

-- Every new object of schema public is granted to all roles, unless a migration revokes it.
grant usage on schema public to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;

-- Auth owns its tables; `postgres` may use them and add triggers to them.
grant create on database postgres to supabase_auth_admin;
create schema auth authorization supabase_auth_admin;
grant usage on schema auth to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_auth_admin in schema auth grant all on tables to postgres;
alter default privileges for role supabase_auth_admin in schema auth grant all on routines to postgres;
set role supabase_auth_admin;
:auth_tables
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');
create table auth.mfa_factors (
  id uuid not null primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text
);
:auth_claims
reset role;

-- Realtime: messages partitioned by day, sent and owned by another role. Policies on them decide who receives a topic.
create schema realtime;
grant usage on schema realtime to postgres, anon, authenticated, service_role;
grant all on schema realtime to supabase_realtime_admin;
set role supabase_realtime_admin;
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
) partition by range (inserted_at);
do $$
declare
  day date;
begin
  for day in select current_date + n from generate_series(-1, 3) as n loop
    execute format('create table realtime.messages_%s partition of realtime.messages for values from (%L) to (%L)',
      to_char(day, 'YYYY_MM_DD'), day, day + 1);
  end loop;
end
$$;
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to postgres, anon, authenticated, service_role;

create function realtime.topic() returns text language sql stable
as $$ select nullif(current_setting('realtime.topic', true), '')::text $$;

create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void language plpgsql
as $$
declare
  generated_id uuid := gen_random_uuid();
begin
  begin
    execute format('set local realtime.topic to %L', topic);
    insert into realtime.messages (id, payload, event, topic, private, extension)
    values (generated_id, case when payload ? 'id' then payload else payload || jsonb_build_object('id', generated_id) end, event, topic, private, 'broadcast');
  exception when others then
    raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
  end;
end
$$;
grant execute on function realtime.topic(), realtime.send(jsonb, text, text, boolean) to postgres, anon, authenticated, service_role;

-- The hosted service reads new messages from the replication log; here a trigger notifies its fake.
create function realtime.tell() returns trigger language plpgsql
as $$
begin
  if new.private and new.event = 'changed' then perform pg_notify('muster_change_event', new.payload::text); end if;
  return null;
end
$$;
create trigger tell after insert on realtime.messages for each row execute function realtime.tell();
reset role;
