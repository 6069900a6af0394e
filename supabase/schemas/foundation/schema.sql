-- The private schema and default privileges: nothing is granted but by its own file.
--
-- Muster's own SQLSTATEs. None reaches a client: each is caught in the function that raises it or in a caller above it.
--   MU000  rolls back a dry run, or a change that turns out to be refused
--   MU001  rolls back to release locks, then retries, when rows moved before they were locked
--   MU002  refuses an action; its detail is the JSON response
--   MU003  rolls back a preview of a booking action

create schema if not exists private;
comment on schema private is 'Functions and tables that clients cannot reach; policies and RPCs use them.';
revoke all on schema private from public, anon, authenticated;

-- Nothing is granted by default: each chapter grants what its clients need.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;
