/** What people change about themselves: their own row, and nobody else's. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Uuid } from '../../src/domain/ids.ts';
import { makeCompany, makePerson } from '../support/database-fixtures.ts';
import { openPglite, type Database, type Persona } from '../support/database.ts';

let db: Database;
beforeAll(async () => {
  db = await openPglite();
});
afterAll(() => db?.close());

const change = (persona: Persona, given: { display_name: unknown; locale: unknown }) =>
  db.rpc<{ status: string }>(persona, 'change_own_profile', given);
const profile = async (person: Uuid) =>
  (
    await db.query<Record<string, unknown>>(
      `select u.display_name, u.locale, a.raw_user_meta_data as told from public.users as u join auth.users as a on a.id = u.id where u.id = $1`,
      [person],
    )
  )[0];

test('name and language are the person’s own, for Auth’s mails as well, and nobody else’s', async () => {
  const [person, other] = [await makePerson(db), await makePerson(db)];
  const before = await profile(other);
  await db.query(`update auth.users set raw_user_meta_data = '{"registering": {"kind": "company"}}' where id = $1`, [
    person,
  ]);
  expect(await change(person, { display_name: '  Åse Fjordholm ', locale: 'da' })).toEqual({ status: 'ok' });
  expect(await profile(person)).toEqual({
    display_name: 'Åse Fjordholm',
    locale: 'da',
    told: { registering: { kind: 'company' }, display_name: 'Åse Fjordholm', locale: 'da' },
  });
  expect(await profile(other)).toEqual(before);
});

test('metadata that a platform keeps as text stays readable for it', async () => {
  const person = await makePerson(db);
  await db.query(`update auth.users set raw_user_meta_data = to_jsonb('{"invitation": "abc"}'::text) where id = $1`, [
    person,
  ]);
  await change(person, { display_name: 'Bo', locale: 'it' });
  const told = (await profile(person))?.['told'];
  expect(JSON.parse(told as string)).toEqual({ invitation: 'abc', display_name: 'Bo', locale: 'it' });
});

test('the devices of each company of theirs are told of the name', async () => {
  const person = await makePerson(db);
  const { id: company } = await makeCompany(db);
  await db.query('insert into public.company_members (user_id, company_id) values ($1, $2)', [person, company]);
  const stamp = async () =>
    (await db.query<{ changed_xid: string }>('select changed_xid from public.users where id = $1', [person]))[0]!;
  const before = await stamp();
  await change(person, { display_name: 'Newly named', locale: 'en' });
  expect(await stamp()).not.toEqual(before);
});

test.each([
  ['nothing', { display_name: '  ', locale: 'en' }],
  ['too much', { display_name: 'x'.repeat(201), locale: 'en' }],
  ['no language', { display_name: 'Bo', locale: null }],
  ['no name', { display_name: null, locale: 'en' }],
])('%s is not taken', async (_, given) => {
  const person = await makePerson(db);
  const before = await profile(person);
  expect(await change(person, given)).toEqual({ status: 'invalid' });
  expect(await profile(person)).toEqual(before);
});

test('nobody signed out changes anything', async () => {
  await expect(change('anon', { display_name: 'Bo', locale: 'en' })).rejects.toThrow(/permission denied/);
});
