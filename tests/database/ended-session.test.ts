/** An ended session reads nothing and changes nothing, not even the person's own data (ADR 007). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBooking, makeCompany, makeDeparture, makePerson, type Company } from '../support/database-fixtures.ts';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database, Query } from '../support/database.ts';

let db: Database;
let company: Company;
const session = randomUUID();
beforeAll(async () => {
  db = await openPostgres();
  company = await makeCompany(db);
  const departureId = await makeDeparture(db, company);
  await makeBooking(db, company, { departureId });
});
afterAll(() => db?.close());

const by = <T>(person: string, of: string, fn: (query: Query) => Promise<T>) =>
  db.as(person, async (query) => {
    await query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ sub: person, role: 'authenticated', session_id: of, aal: 'aal2' }),
    ]);
    return fn(query);
  });
const end = (person: string) =>
  db.query(
    `insert into private.ended_sessions (id, user_id) values ($1, $2) on conflict (id) do update set user_id = excluded.user_id`,
    [session, person],
  );

test('tables show no rows, except names of roles and permissions', async () => {
  const { owner } = company.people;
  await end(owner);
  const tables = await db.query<{ name: string }>(
    `select c.relname as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace and n.nspname = 'public'
     where c.relkind in ('r', 'p') and has_any_column_privilege('authenticated', c.oid, 'select') order by 1`,
  );
  const countAll = (of: string) =>
    by(owner, of, async (query) => {
      const seen: string[] = [];
      for (const { name } of tables) {
        const rows = await query(`select from public.${name} limit 1`);
        if (rows.length > 0) seen.push(name);
      }
      return seen;
    });
  expect(await countAll(randomUUID())).toEqual(
    expect.arrayContaining(['bookings', 'companies', 'company_members', 'roles_users', 'users']),
  );
  expect(await countAll(session)).toEqual(['permissions', 'roles', 'roles_permissions']);
});

test.each([
  ['change_own_profile', `select public.change_own_profile('Mallory', 'en') as result`, 'owner'],
  ['save_emergency_contact', `select public.save_emergency_contact('Mallory', '+4520304050', '') as result`, 'owner'],
  ['register_company', `select public.register_company('Mallory Tours', '', 'en', 'UTC', 'EUR') as result`, null],
  [
    'register_organisation',
    `select public.register_organisation('Mallory Hotels', '+4520304050', 'en') as result`,
    null,
  ],
  ['stop_impersonating', `select public.stop_impersonating() as result`, 'owner'],
  ['read_own_calendar_feed', `select public.read_own_calendar_feed($1) as result`, 'guide'],
] as const)('%s answers signed_out and does nothing', async (_, sql, role) => {
  const person = role === null ? await makePerson(db) : company.people[role];
  await end(person);
  const rowCounts = async () =>
    db.query(
      `select (select count(*) from public.companies) as companies, (select count(*) from public.organisations) as organisations,
         (select display_name from public.users where id = $1) as name, (select count(*) from public.emergency_contacts) as contacts`,
      [person],
    );
  const before = await rowCounts();
  const values = sql.includes('$1') ? [company.id] : [];
  const [row] = await by(person, session, (query) => query<{ result: { status: string } }>(sql, values));
  expect(row!.result).toEqual({ status: 'signed_out' });
  expect(await rowCounts()).toEqual(before);
});

/** Functions that check private.can are left out, because it knows of ended sessions. */
test('functions that change own data identify the caller by private.current_user_id', async () => {
  const found = await db.query<{ name: string }>(
    `select p.proname as name from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
     where n.nspname = 'public' and has_function_privilege('authenticated', p.oid, 'execute') and p.prosrc ~ 'auth\\.uid\\(\\)'
       and p.prosrc ~ '(update|insert into|delete from) (public\\.users|auth\\.users|public\\.companies|public\\.organisations|public\\.emergency_contacts)\\M'
       and p.prosrc !~ 'private\\.(can|may|manages_team|runs_team|lock_team|works_for|is_session_ended|is_platform_admin)\\(' order by 1`,
  );
  expect(found).toEqual([]);
});
