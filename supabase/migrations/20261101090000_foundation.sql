-- Foundation: the private schema, privileges, stamps for the pull, the sync epoch, hints.

create schema if not exists private;
comment on schema private is 'Functions and tables that no client reaches; policies and RPCs use them.';
revoke all on schema private from public, anon, authenticated;

-- Nothing is given unless a chapter says so, so no chapter need take anything away.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;

-- Small functions have a body that is parsed here and now (return ...): no search path can change what it means, and the
-- planner puts it in place of the call, which a pinned search path would prevent.
create function private.iso(instant timestamptz) returns text
language sql stable parallel safe
return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
comment on function private.iso is 'An instant as devices write it: ISO 8601, UTC, three decimals.';

create function private.stamp_changed_xid() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end
$$;
comment on function private.stamp_changed_xid is
  'Stamps a mirrored row with the transaction that changed it, which a pull compares with its snapshot.';

create table private.sync_epoch (
  is_only boolean primary key default true check (is_only),
  epoch uuid not null default gen_random_uuid()
);
comment on table private.sync_epoch is
  'One row. After restoring a backup, call private.new_sync_epoch(): transaction ids start anew, so every device must pull in full.';
comment on column private.sync_epoch.epoch is 'Travels in every cursor; a cursor of another epoch counts as none.';
alter table private.sync_epoch enable row level security, force row level security;
insert into private.sync_epoch default values;

create function private.new_sync_epoch() returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  name text;
  made uuid;
begin
  -- A dump carries stamps of the cluster that it came from; what is ahead of this one would count as changed in every pull.
  foreach name in array array['companies', 'company_members', 'users', 'tours', 'price_categories', 'departures', 'bookings',
    'guests', 'devices', 'check_in_actions'] loop
    execute format('update public.%I set changed_xid = pg_current_xact_id() where changed_xid > pg_current_xact_id()', name);
  end loop;
  update public.departures set placed_xid = pg_current_xact_id() where placed_xid > pg_current_xact_id();
  update public.departure_guides set assigned_xid = pg_current_xact_id() where assigned_xid > pg_current_xact_id();
  update private.sync_epoch set epoch = gen_random_uuid() returning epoch into made;
  return made;
end
$$;
comment on function private.new_sync_epoch is 'Makes every device pull in full; to be called after a restore.';

create function private.hint(company uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The hosted service has Realtime; elsewhere the local host listens to the notification.
  if to_regprocedure('realtime.send(jsonb,text,text,boolean)') is not null then
    execute 'select realtime.send($1, $2, $3, true)' using '{}'::jsonb, 'changed', 'company:' || company;
  else
    perform pg_notify('muster_hint', company::text);
  end if;
end
$$;
comment on function private.hint is 'Tells devices that something changed in a company; carries no personal data.';

create function private.hint_changed_companies() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  company uuid;
begin
  for company in select distinct company_id from changed loop
    perform private.hint(company);
  end loop;
  return null;
end
$$;
comment on function private.hint_changed_companies is
  'Statement trigger over the transition table "changed": one hint a company and statement.';
