-- Requests: what was asked once and carried out is not carried out again.

create table private.idempotency_keys (
  id uuid primary key,
  user_id uuid,
  name text not null,
  body_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default now()
);
comment on table private.idempotency_keys is
  'Writes that were carried out, by the uuid that the client made: the same again gets the same answer. Kept for thirty days. ADR 026.';
comment on column private.idempotency_keys.user_id is 'Null: a guest. No foreign key: what was done outlives the account.';
comment on column private.idempotency_keys.body_hash is 'SHA-256 of what was asked, to tell a repeat from another request with the same id.';
comment on column private.idempotency_keys.answer is 'As given, but without secrets: a token is told once.';
create index idempotency_keys_created_at_idx on private.idempotency_keys (created_at);
alter table private.idempotency_keys enable row level security;
alter table private.idempotency_keys force row level security;

create function private.find_idempotent_response(request uuid, person uuid, name text, body jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  known private.idempotency_keys;
begin
  -- The second of two at the same time waits here for what the first one comes to.
  perform pg_advisory_xact_lock(hashtextextended(request::text, 0));
  select * into known from private.idempotency_keys where id = request;
  if known.id is null then return null; end if;
  if known.user_id is not distinct from person and known.name = find_idempotent_response.name
    and known.body_hash = sha256(convert_to(body::text, 'UTF8')) then
    return known.answer;
  end if;
  return '{"status": "id_reused"}';
end
$$;
comment on function private.find_idempotent_response is
  'What a request was answered when it was carried out, id_reused for another one of the same id, null for a new one, which nobody else can begin until the end of the transaction.';

create function private.store_idempotent_response(request uuid, person uuid, name text, body jsonb, answer jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.idempotency_keys (id, user_id, name, body_hash, answer)
  values (request, person, name, sha256(convert_to(body::text, 'UTF8')), answer - 'token');
end
$$;
comment on function private.store_idempotent_response is
  'Keeps the answer of what was carried out. A refusal changed nothing and is not kept: asked again, it is judged anew.';
