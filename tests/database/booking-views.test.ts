/** Saved views of the list of bookings, and tags as a filter. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBooking, makeCompany, makeDeparture, makeOrganisation, makePerson } from '../support/database-fixtures.ts';
import type { Company } from '../support/database-fixtures.ts';
import type { Database, Persona, Row } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

interface RpcResult {
  status: string;
  views: { id: string; name: string; is_default: boolean; version: number }[];
}
let db: Database;
let company: Company;
beforeAll(async () => {
  db = await openPostgres();
  company = await makeCompany(db);
});
afterAll(() => db?.close());

const office = () => company.people.office;
const save = (view: Row, person: Persona = office()) =>
  db.rpc<RpcResult>(person, 'save_booking_view', {
    company: company.id,
    id: randomUUID(),
    version: 0,
    name: 'Unpaid',
    view: { search: '' },
    is_default: false,
    ...view,
  });

test('saves a view for the team, idempotently, and refuses a second one of its name', async () => {
  const id = randomUUID();
  expect(await save({ id })).toMatchObject({ status: 'ok', views: [{ id, name: 'Unpaid', version: 1 }] });
  expect(await save({ id })).toMatchObject({ status: 'ok', views: [{ id, version: 1 }] });
  expect(await save({ name: ' unpaid ' })).toEqual({ status: 'name_taken' });
  const { owner } = company.people;
  expect(await db.rpc(owner, 'read_booking_views', { company: company.id })).toMatchObject({
    views: [{ name: 'Unpaid' }],
  });
  expect(await db.as(owner, (query) => query(`select name from public.booking_views`))).toEqual([{ name: 'Unpaid' }]);
});

test('returns the current view for an outdated edit, and does not restore a deleted one', async () => {
  const id = randomUUID();
  await save({ id, name: 'Tomorrow' });
  await save({ id, name: 'Tomorrow, by name', version: 1 });
  expect(await save({ id, name: 'Mine', version: 1 })).toMatchObject({ status: 'stale' });
  await db.rpc(office(), 'delete_booking_view', { company: company.id, id });
  expect(await save({ id, name: 'Mine', version: 2 })).toEqual({ status: 'gone' });
  expect(await db.rpc(office(), 'delete_booking_view', { company: company.id, id })).toMatchObject({ status: 'ok' });
});

test('the view that was last made default is the only default', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  await save({ id: first, name: 'First', is_default: true });
  const { views } = await save({ id: second, name: 'Second', is_default: true });
  expect(views.filter((view) => view.is_default).map(({ id }) => id)).toEqual([second]);
});

test('only the office and owners read or write views', async () => {
  const foreign = await makeCompany(db);
  const organisation = await makeOrganisation(db, [company]);
  const partner = await makePerson(db, { role: 'partner_admin', organisation: organisation.id });
  await db.query(`update public.users set impersonated_company_id = $1 where id = $2`, [company.id, partner]);
  for (const person of [company.people.accountant, company.people.guide, foreign.people.owner, partner]) {
    expect(await save({ name: 'Theirs' }, person)).toEqual({ status: 'not_permitted' });
    expect(await db.rpc(person, 'read_booking_views', { company: company.id })).toEqual({ status: 'not_permitted' });
    expect(await db.rpc(person, 'delete_booking_view', { company: company.id, id: randomUUID() })).toEqual({
      status: 'not_permitted',
    });
  }
  const [ourView] = (await save({ name: 'Ours' })).views;
  expect(
    await db.rpc(foreign.people.owner, 'save_booking_view', {
      company: foreign.id,
      id: ourView!.id,
      version: ourView!.version,
      name: 'Stolen',
      view: {},
      is_default: false,
    }),
  ).toEqual({ status: 'not_permitted' });
});

test.each([
  ['no name', { name: '' }],
  ['a name that is too long', { name: 'x'.repeat(81) }],
  ['a list in place of its filters', { view: [] }],
  ['filters that are too large', { view: { filter: 'x'.repeat(21_000) } }],
])('rejects a view with %s', async (_, view) => {
  expect(await save(view as Row)).toEqual({ status: 'invalid' });
});

test('tags are added and removed once, logged, and found by the filter', async () => {
  const { bookingId: booking } = await makeBooking(db, company, { departureId: await makeDeparture(db, company) });
  const tag = (change: object) => db.rpc<Row>(office(), 'tag_booking', { request: randomUUID(), booking, change });
  expect(await tag({ add: [' school ', 'VIP', 'school'] })).toMatchObject({ status: 'ok', tags: ['VIP', 'school'] });
  expect(await tag({ add: ['bus'], remove: ['vip'] })).toMatchObject({ tags: ['bus', 'school'] });
  expect(await tag({ add: ['bus'] })).toMatchObject({ status: 'ok' });
  for (const change of [
    {},
    { add: [''] },
    { add: ['x'.repeat(41)] },
    { add: 'x' },
    { add: Array.from({ length: 21 }, (_, n) => `t${n}`) },
  ])
    expect(await tag(change)).toEqual({ status: 'invalid' });
  const { booking: read } = await db.rpc<{ booking: { history: Row[] } }>(office(), 'read_booking', { booking });
  expect(read.history).toMatchObject([
    { code: 'tag_booking', after: { tags: ['VIP', 'school'] } },
    { code: 'tag_booking', before: { tags: ['VIP', 'school'] }, after: { tags: ['bus', 'school'] } },
  ]);
  const found = await db.rpc<{ bookings: Row[] }>(office(), 'find_bookings', {
    company: company.id,
    filters: { field: 'tag', in: ['bus'] },
  });
  expect(found.bookings).toMatchObject([{ id: booking, tags: ['bus', 'school'] }]);
});
