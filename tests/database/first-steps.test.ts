/** One-off setup of an installation: the first owner, and Realtime change events where Realtime exists. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makePerson } from '../support/database-fixtures.ts';

let db: Database;
beforeEach(async () => {
  db = await openPostgres();
});
afterEach(() => db.close());

const createCompanyWithOwner = async (email: string, slug: string) => {
  const [row] = await db.query<{ result: { status: string; company?: string } }>(
    `select private.create_company_with_owner($1, 'Harbour Walks', $2, 'Europe/Copenhagen') as result`,
    [email, slug],
  );
  return row!.result;
};

test('makes a registered person the owner of a new, subscribed company with every permission', async () => {
  const person = await makePerson(db);
  const made = await createCompanyWithOwner(`${person.toUpperCase()}@muster.test`, 'harbour');
  expect(made).toEqual({ status: 'ok', company: expect.any(String) });
  expect(
    await db.as(person, (query) => query('select name, time_zone, has_active_subscription from public.companies')),
  ).toEqual([{ name: 'Harbour Walks', time_zone: 'Europe/Copenhagen', has_active_subscription: true }]);
  const [may] = await db.query(`select private.subject_can(private.subject($1), 'COMPANY_ALL_ACCESS', $2) as may`, [
    person,
    made.company,
  ]);
  expect(may).toEqual({ may: true });
});

test('makes no owner of an unregistered person, and no company twice', async () => {
  expect(await createCompanyWithOwner('nobody@muster.test', 'harbour')).toEqual({ status: 'unknown_person' });
  const person = await makePerson(db);
  await createCompanyWithOwner(`${person}@muster.test`, 'harbour');
  expect(await createCompanyWithOwner(`${person}@muster.test`, 'harbour')).toEqual({ status: 'slug_taken' });
  expect(await db.query('select count(*)::int as companies from public.companies')).toEqual([{ companies: 1 }]);
});

test('nobody can call the setup functions', async () => {
  const person = await makePerson(db);
  for (const call of [`private.create_company_with_owner('a@b.test', 'x', 'x')`, 'private.allow_change_events()'])
    for (const persona of [person, 'anon', 'service_role'] as const)
      await expect(db.as(persona, (query) => query(`select ${call}`))).rejects.toThrow(/permission denied/);
});

const problems = async (name: 'allow_change_events' | 'change_event_problems') => {
  const [row] = await db.query<{ found: string[] }>(`select private.${name}() as found`);
  return row!.found;
};

test('reports missing Realtime, and allows change events once it exists', async () => {
  expect(await problems('allow_change_events')).toEqual(['no_realtime']);
  await db.exec(`create schema realtime;
    create table realtime.messages (topic text);
    alter table realtime.messages enable row level security;
    create function realtime.topic() returns text language sql stable as $$ select current_setting('realtime.topic', true) $$`);
  expect(await problems('allow_change_events')).toEqual(['no_realtime']);
  await db.exec(`create function realtime.send(jsonb, text, text, boolean) returns void language sql as $$ select $$`);
  expect(await problems('change_event_problems')).toEqual(['no_policy']);
  expect(await problems('allow_change_events')).toEqual([]);
  expect(await problems('allow_change_events')).toEqual([]);
  await db.exec('drop policy "guests can receive change events of a booking by its id" on realtime.messages');
  expect(await problems('change_event_problems')).toEqual(['no_policy']);
  expect(await problems('allow_change_events')).toEqual([]);
  await db.exec('alter table realtime.messages disable row level security');
  expect(await problems('allow_change_events')).toEqual(['no_row_security']);
});
