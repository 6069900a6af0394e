/** What people change about themselves: only their own row. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Uuid } from '../../src/domain/ids.ts';
import { COMPANY_ROLES, makeCompany, makeOrganisation, makePerson } from '../support/database-fixtures.ts';
import type { Database, Persona } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

const change = (persona: Persona, input: { display_name: unknown; locale: unknown }) =>
  db.rpc<{ status: string }>(persona, 'change_own_profile', input);
const profile = async (person: Uuid) =>
  (
    await db.query<Record<string, unknown>>(
      `select u.display_name, u.locale, a.raw_user_meta_data as metadata from public.users as u join auth.users as a on a.id = u.id where u.id = $1`,
      [person],
    )
  )[0];

test('a person changes their own name and language, for Auth’s mails too, and nobody else’s', async () => {
  const [person, other] = [await makePerson(db), await makePerson(db)];
  const before = await profile(other);
  await db.query(`update auth.users set raw_user_meta_data = '{"registering": {"kind": "company"}}' where id = $1`, [
    person,
  ]);
  expect(await change(person, { display_name: '  Åse Fjordholm ', locale: 'da' })).toEqual({ status: 'ok' });
  expect(await profile(person)).toEqual({
    display_name: 'Åse Fjordholm',
    locale: 'da',
    metadata: { registering: { kind: 'company' }, display_name: 'Åse Fjordholm', locale: 'da' },
  });
  expect(await profile(other)).toEqual(before);
});

test('metadata that Auth stores as a JSON string keeps that form', async () => {
  const person = await makePerson(db);
  await db.query(`update auth.users set raw_user_meta_data = to_jsonb('{"invitation": "abc"}'::text) where id = $1`, [
    person,
  ]);
  await change(person, { display_name: 'Bo', locale: 'it' });
  const metadata = (await profile(person))?.['metadata'];
  expect(JSON.parse(metadata as string)).toEqual({ invitation: 'abc', display_name: 'Bo', locale: 'it' });
});

test('a changed name reaches devices of the person’s companies', async () => {
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
  ['a blank name', { display_name: '  ', locale: 'en' }],
  ['a name of 201 characters', { display_name: 'x'.repeat(201), locale: 'en' }],
  ['no language', { display_name: 'Bo', locale: null }],
  ['no name', { display_name: null, locale: 'en' }],
])('rejects a profile with %s', async (_, input) => {
  const person = await makePerson(db);
  const before = await profile(person);
  expect(await change(person, input)).toEqual({ status: 'invalid' });
  expect(await profile(person)).toEqual(before);
});

test('a signed-out caller changes nothing', async () => {
  await expect(change('anon', { display_name: 'Bo', locale: 'en' })).rejects.toThrow(/permission denied/);
});

type RpcResult = { status: string; contact?: { name: string; phone: string; relation: string } | null };
const kim = { name: ' Kim Fjord ', phone: '+4511223344', relation: 'sister' };
const saveContact = (person: Persona, input: Record<string, unknown>) =>
  db.rpc<RpcResult>(person, 'save_emergency_contact', input);
const readContact = (person: Persona, details: Record<string, unknown> = {}) =>
  db.rpc<RpcResult>(person, 'read_emergency_contact', details);

test('a person adds, changes and removes an emergency contact; it is deleted with the account', async () => {
  const person = await makePerson(db);
  expect(await readContact(person)).toEqual({ status: 'ok', contact: null });
  expect(await saveContact(person, kim)).toEqual({ status: 'ok' });
  expect(await readContact(person)).toEqual({ status: 'ok', contact: { ...kim, name: 'Kim Fjord' } });
  expect(await saveContact(person, { ...kim, name: 'Bo', relation: '' })).toEqual({ status: 'ok' });
  expect(await readContact(person)).toMatchObject({ contact: { name: 'Bo', relation: '' } });
  for (const wrong of [{ name: ' ' }, { phone: '' }, { phone: '11 22' }, { relation: 'x'.repeat(101) }])
    expect([wrong, await saveContact(person, { ...kim, ...wrong })]).toEqual([wrong, { status: 'invalid' }]);
  const rows = () =>
    db.query('select user_id, name, phone, relation from public.emergency_contacts where user_id = $1', [person]);
  expect(await rows()).toHaveLength(1);
  expect(await saveContact(person, { name: '', phone: '', relation: ' ' })).toEqual({ status: 'ok' });
  expect(await rows()).toEqual([]);
  await saveContact(person, kim);
  await db.query('delete from auth.users where id = $1', [person]);
  expect(await rows()).toEqual([]);
});

test('the owner of a team reads emergency contacts of its current members; others do not', async () => {
  const [company, other] = [await makeCompany(db), await makeCompany(db)];
  const { guide, owner } = company.people;
  const partner = await makeOrganisation(db, [company]);
  const platform = await makePerson(db, { role: 'platform_admin' });
  await saveContact(guide, kim);
  await saveContact(partner.agent, kim);
  const details = { company: company.id, person: guide };
  expect(await readContact(owner, details)).toMatchObject({ status: 'ok', contact: { name: 'Kim Fjord' } });
  await db.query('update public.users set impersonated_company_id = $1 where id = any ($2)', [
    company.id,
    [partner.admin, platform],
  ]);
  const others = COMPANY_ROLES.filter((role) => role !== 'owner' && role !== 'guide').map(
    (role) => company.people[role],
  );
  // Not the platform's staff either, while acting for the company or as one of its guides.
  const helping = await makePerson(db, { role: 'platform_admin' });
  await db.query(
    `insert into public.roles_users (user_id, role, company) select $1, id, $2 from public.roles where guard_name = 'guide'`,
    [helping, company.id],
  );
  for (const person of [...others, other.people.owner, partner.admin, partner.agent, platform, helping])
    expect(await readContact(person, details)).toEqual({ status: 'not_permitted' });
  expect(await readContact(platform, { organisation: partner.id, person: partner.agent })).toEqual({
    status: 'not_permitted',
  });
  // The team's list says whether the caller may, so that no refused action is offered.
  const mayCall = async (person: Persona, team: Record<string, unknown>) =>
    (await db.rpc<{ may_call?: boolean }>(person, 'read_team', team)).may_call;
  expect(await mayCall(owner, { company: company.id })).toBe(true);
  expect(await mayCall(partner.admin, { organisation: partner.id })).toBe(true);
  for (const person of [partner.admin, platform, helping])
    expect(await mayCall(person, { company: company.id })).toBe(false);
  // From the table itself, each person reads their own row only.
  for (const person of [...others, owner, other.people.owner, partner.admin, platform])
    expect(await db.as(person, (query) => query('select 1 from public.emergency_contacts'))).toEqual([]);
  expect(await db.as(guide, (query) => query('select name from public.emergency_contacts'))).toHaveLength(1);
  for (const change of [
    `update public.emergency_contacts set name = 'Bo'`,
    `insert into public.emergency_contacts values ('${owner}', 'Bo', '+4511223344')`,
    'delete from public.emergency_contacts',
  ])
    await expect(db.as(guide, (query) => query(change))).rejects.toThrow(/permission denied/);
  expect(await readContact(owner, { company: company.id, person: other.people.guide })).toEqual({
    status: 'not_found',
  });
  // An organisation's admin reads those of its own people.
  const agent = { organisation: partner.id, person: partner.agent };
  expect(await readContact(partner.admin, agent)).toMatchObject({ status: 'ok', contact: { name: 'Kim Fjord' } });
  expect(await readContact(owner, agent)).toEqual({ status: 'not_permitted' });
  await db.rpc(owner, 'deactivate_member', { company: company.id, person: guide });
  expect(await readContact(owner, details)).toEqual({ status: 'not_found' });
  expect(await readContact(guide)).toMatchObject({ contact: { name: 'Kim Fjord' } });
  await expect(readContact('anon', details)).rejects.toThrow(/permission denied/);
});
