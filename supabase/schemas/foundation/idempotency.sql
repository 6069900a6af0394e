-- Idempotency keys: a request that was carried out is not carried out again.

create table private.idempotency_keys (
  id uuid primary key,
  user_id uuid,
  name text not null,
  body_hash bytea not null,
  response jsonb not null,
  created_at timestamptz not null default now()
);
comment on table private.idempotency_keys is
  'Responses of writes by the UUID that the client made, so that '
  'a repeat gets the same response. Kept for thirty days. ADR 026';
comment on column private.idempotency_keys.user_id is
  'Null for a guest. No foreign key, as the row outlives the account.';
comment on column private.idempotency_keys.body_hash is
  'SHA-256 of the request, to tell a repeat from another request with the same id.';
comment on column private.idempotency_keys.response is 'Response without secrets: a token is returned only once.';
create index idempotency_keys_created_at_idx on private.idempotency_keys (created_at);
alter table private.idempotency_keys enable row level security;
alter table private.idempotency_keys force row level security;

create function private.find_idempotent_response(request uuid, person uuid, name text, body jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  stored private.idempotency_keys;
begin
  -- A concurrent repeat waits here for the first one's result.
  perform pg_advisory_xact_lock(hashtextextended(request::text, 0));
  select * into stored from private.idempotency_keys where id = request;
  if stored.id is null then return null; end if;
  if stored.user_id is not distinct from person and stored.name = find_idempotent_response.name
    and stored.body_hash = sha256(convert_to(body::text, 'UTF8')) then
    return stored.response;
  end if;
  return '{"status": "id_reused"}';
end
$$;
comment on function private.find_idempotent_response is
  'Returns the stored response for an idempotency key, id_reused if it came with other arguments or from another '
  'person, or null if it is new (and locks the key until commit).';

create function private.store_idempotent_response(
  request uuid, person uuid, name text, body jsonb, response jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.idempotency_keys (id, user_id, name, body_hash, response)
  values (request, person, name, sha256(convert_to(body::text, 'UTF8')), response - 'token');
end
$$;
comment on function private.store_idempotent_response is
  'Stores the response of a completed write. Refusals are not '
  'stored: a repeat of a refused request is evaluated again.';
