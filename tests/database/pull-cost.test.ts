/**
 * A pull costs a real PostgreSQL in proportion to what it sends, not to the company's size. Measured in pages touched,
 * which does not depend on the machine.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Uuid } from '../../src/domain/ids.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeBooking, makeCompany, makeDeparture } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import type { Company, Party } from '../support/database-fixtures.ts';
import { fillCompany } from '../support/fill-company.ts';
import { pagesTouched } from '../support/pages-touched.ts';

const [SMALL, LARGE] = [100, 20_000];

let db: Database;
let small: Scene;
let large: Scene;
beforeAll(async () => {
  db = await openPostgres();
  small = await scene(SMALL);
  large = await scene(LARGE);
});
afterAll(() => db?.close());

interface Scene {
  company: Company;
  departureId: Uuid;
  party: Party;
  guests: number;
}
async function scene(guests: number): Promise<Scene> {
  const company = await makeCompany(db);
  const departureId = await makeDeparture(db, company);
  const party = await makeBooking(db, company, { departureId, guests: 20 });
  await fillCompany(db, company, guests);
  return { company, departureId, party, guests };
}

interface Pull {
  status: string;
  done: boolean;
  cursor: unknown;
  rows: Record<string, unknown[]>;
}
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const pullArgs = (company: Company, cursor: unknown, pageSize: number) => ({
  company: company.id,
  from_date: day(-1),
  to_date: day(2),
  cursor,
  page_size: pageSize,
});

/** Returns the response of a pull, and the pages of tables and indexes that it touched. */
async function measured(company: Company, person: Uuid, cursor: unknown, pageSize = 2000) {
  const pages = await db.as(person, async (query) => {
    const values = Object.values(pullArgs(company, cursor, pageSize)).map((value) =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    );
    return pagesTouched(query, 'select public.check_in_pull($1, $2, $3, $4, $5)', values);
  });
  const result = await db.rpc<Pull>(person, 'check_in_pull', pullArgs(company, cursor, pageSize));
  expect(result.status).toBe('ok');
  return { pages, result, rows: Object.values(result.rows).flat().length };
}

async function firstPull({ company }: Scene) {
  const sum = { pages: 0, rows: 0, requests: 0 };
  for (let at: unknown = null; ;) {
    const { pages, rows, result } = await measured(company, company.people.office, at);
    sum.pages += pages;
    sum.rows += rows;
    sum.requests += 1;
    if (result.done) return sum;
    at = result.cursor;
  }
}

/** Returns the pages touched by the pull after one check-in, once the connection has its plans. */
async function afterOneChange({ company, departureId, party }: Scene, person: Uuid) {
  let cursor: unknown = null;
  for (let done = false; !done;)
    ({ done, cursor } = await db.rpc<Pull>(person, 'check_in_pull', pullArgs(company, cursor, 5000)));
  const device = makeDevice();
  let last = { pages: 0, size: 0 };
  for (const { id } of party.guests.slice(0, 4)) {
    const action = device.action('check_in', {
      company,
      departureId,
      bookingId: party.bookingId,
      guestId: id,
      payload: { method: 'tap' },
    });
    await db.rpc(company.people.guide, 'check_in_push', { device: device.header(), actions: [action] });
    const { pages, result } = await measured(company, person, cursor);
    expect(result.done).toBe(true);
    expect(result.rows['actions']).toHaveLength(1);
    last = { pages, size: JSON.stringify(result).length };
    cursor = result.cursor;
  }
  return last;
}

test.each(['office', 'guide'] as const)(
  'the pull of the %s after one change costs the same within 2x at 100 and 20,000 guests',
  async (role) => {
    const few = await afterOneChange(small, small.company.people[role]);
    const many = await afterOneChange(large, large.company.people[role]);
    console.log(
      `${role}: ${few.pages} pages and ${few.size} bytes at ${SMALL} guests, ${many.pages} pages and ${many.size} bytes at ${LARGE}`,
    );
    expect(many.pages).toBeLessThanOrEqual(2 * few.pages);
    expect(many.size).toBeLessThanOrEqual(4096);
    expect(many.size).toBeLessThanOrEqual(few.size + 100);
  },
);

test('each page of a first pull costs the same, however many pages precede it', async () => {
  const some = await firstPull(await scene(LARGE / 10));
  const all = await firstPull(large);
  expect(some.requests).toBe(Math.ceil(some.rows / 2000));
  expect(all.requests).toBe(Math.ceil(all.rows / 2000));
  expect(all.rows).toBeGreaterThan(9 * some.rows);
  console.log(
    `first pull: ${(some.pages / some.rows).toFixed(2)} pages a row of ${some.rows}, ${(all.pages / all.rows).toFixed(2)} a row of ${all.rows}`,
  );
  expect(all.pages / all.rows).toBeLessThanOrEqual((1.5 * some.pages) / some.rows);
});
