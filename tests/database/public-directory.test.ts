/** The directory: which operators are listed, by place, language and day, a page at a time (ADR 034). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeCompany, makeDeparture, type Company } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { callAsGuest } from '../support/guest-requests.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());
beforeEach(() => db.query('delete from private.rate_limit_buckets'));

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
interface RpcResult {
  status: string;
  has_more: boolean;
  operators: { name: string; slug: string; tours: { slug: string; next_at: string }[] }[];
}
const find = (args: Record<string, unknown> = {}) => callAsGuest<RpcResult>(db, 'read_directory', args);
const namesOf = async (args: Record<string, unknown> = {}) => (await find(args)).operators.map(({ name }) => name);

async function operator(
  name: string,
  more: { title?: string; place?: string; days?: number; language?: string; zone?: string } = {},
) {
  const company = await makeCompany(db);
  await db.query('update public.companies set name = $1, time_zone = $2 where id = $3', [
    name,
    more.zone ?? 'Europe/Copenhagen',
    company.id,
  ]);
  await db.query('update public.tour_translations set title = $1, meeting_point = $2 where tour_id = $3', [
    more.title ?? 'Walk',
    more.place ?? 'The fountain',
    company.tourId,
  ]);
  const departure = await makeDeparture(db, company, { localDate: inDays(more.days ?? 5), capacity: 10 });
  await db.query('update public.departures set language = $1 where id = $2', [more.language ?? 'en', departure]);
  return company;
}
const end = (companies: readonly Company[]) =>
  db.query('update public.companies set is_active = false where id = any ($1)', [companies.map(({ id }) => id)]);

test('searches by place, tour, operator, language and day, the earliest departure first', async () => {
  const made = [
    await operator('Søren’s Boats', { title: 'Harbour by night', days: 4, language: 'da' }),
    await operator('Roma Antica', {
      title: 'Forum',
      place: 'Arco di Tito',
      days: 2,
      language: 'it',
      zone: 'Europe/Rome',
    }),
    await operator('Old Town', { title: 'Harbour stories', days: 3 }),
  ];
  expect(await namesOf()).toEqual(['Roma Antica', 'Old Town', 'Søren’s Boats']);
  expect(await namesOf({ search: 'HARBOUR' })).toEqual(['Old Town', 'Søren’s Boats']);
  expect(await namesOf({ search: 'night soren' })).toEqual(['Søren’s Boats']);
  expect(await namesOf({ search: 'tito' })).toEqual(['Roma Antica']);
  expect(await namesOf({ search: 'rome' })).toEqual(['Roma Antica']);
  expect(await namesOf({ search: 'harbour zzz' })).toEqual([]);
  expect(await namesOf({ search: '% _' })).toHaveLength(3);
  expect(await namesOf({ language: 'it' })).toEqual(['Roma Antica']);
  expect(await namesOf({ day: inDays(3) })).toEqual(['Old Town']);
  expect(await namesOf({ day: inDays(3), language: 'da' })).toEqual([]);
  expect(await namesOf({ day: inDays(400) })).toEqual([]);
  for (const wrong of [{ day: '2026-02-30' }, { day: 'tomorrow' }, { language: 'Danish' }, { search: 'x'.repeat(201) }])
    expect(await find(wrong)).toEqual({ status: 'invalid' });
  await end(made);
});

test('lists only operators with something to book', async () => {
  const made: Company[] = [];
  const addWithout = async (sql: string) => {
    const company = await operator('Nobody');
    await db.query(sql, [company.id]);
    made.push(company);
  };
  await addWithout('update public.departures set is_closed = true where company_id = $1');
  await addWithout('update public.departures set capacity = 0 where company_id = $1');
  await addWithout(`update public.departures set status = 'cancelled' where company_id = $1`);
  await addWithout('update public.tours set booking_cut_off_minutes = 20160 where company_id = $1');
  await addWithout(`update public.tours set status = 'draft' where company_id = $1`);
  await addWithout('update public.companies set has_active_subscription = false where id = $1');
  expect(await find()).toEqual({ status: 'ok', has_more: false, operators: [] });
  await end(made);
});

test('has pages of twenty, with each operator once', async () => {
  const made: Company[] = [];
  for (let n = 0; n < 45; n += 1) {
    const company = await operator(`Operator ${String(n).padStart(2, '0')}`, { days: 3 + n });
    // An operator that was listed must not be listed again for a later departure.
    for (const days of [60, 61]) await makeDeparture(db, company, { localDate: inDays(days), capacity: 10 });
    made.push(company);
  }
  const listed: string[] = [];
  const sizes: [number, boolean][] = [];
  for (let hasMore = true; hasMore;) {
    const page = await find({ shown: listed });
    listed.push(...page.operators.map(({ slug }) => slug));
    sizes.push([page.operators.length, page.has_more]);
    hasMore = page.has_more;
  }
  expect(sizes).toEqual([
    [20, true],
    [20, true],
    [5, false],
  ]);
  expect(listed).toEqual(made.map(({ id }) => `company-${id}`));
  await end(made);
});
