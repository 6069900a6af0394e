/**
 * A session that planned its statements on empty tables still uses indexes once they are full: a company's first
 * import.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCompany, makeDeparture, type Company } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

/** PostgreSQL may switch to a generic plan after five executions; with one row per chunk, the sixth shows it. */
const CHUNKS = 10;
const ROWS = 20;

let db: Database;
let company: Company;
let departure: string;
beforeAll(async () => {
  db = await openPostgres();
  company = await makeCompany(db);
  departure = await makeDeparture(db, company, { localDate: '2035-05-01', capacity: 1000 });
  // Statistics of an empty table lead to a sequential scan in the plan.
  await db.exec('vacuum analyze');
}, 120_000);
afterAll(() => db?.close());

/** Returns how often each table was scanned sequentially. */
async function sequentialScans() {
  await db.query('select pg_stat_force_next_flush()');
  const rows = await db.query<{ name: string; whole: number }>(
    `select relname as name, seq_scan::int as whole from pg_stat_user_tables
     where relname in ('payments', 'refunds', 'guests', 'imported_bookings', 'booking_list')`,
  );
  return new Map(rows.map(({ name, whole }) => [name, whole]));
}

async function importChunk(chunk: number) {
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    key: `h:${chunk}:${n}`,
    fingerprint: { when: 'x' },
    departure_id: departure,
    party: { [company.priceCategoryId]: 2 },
    contact: { name: `Anna Holm ${n}` },
    state: 'CONFIRMED',
    paid: 5000,
  }));
  const result = await db.rpc<{ outcomes: { outcome: string }[] }>(company.people.office, 'import_bookings', {
    request: randomUUID(),
    company: company.id,
    rows,
    override: null,
  });
  expect(result.outcomes.map(({ outcome }) => outcome)).toEqual(Array<string>(ROWS).fill('new'));
}

test('no chunk scans what earlier chunks have written', async () => {
  const before = await sequentialScans();
  for (let chunk = 0; chunk < CHUNKS; chunk += 1) await importChunk(chunk);
  const after = await sequentialScans();
  expect(Object.fromEntries([...after].map(([name, whole]) => [name, whole - (before.get(name) ?? 0)]))).toEqual({
    payments: 0,
    refunds: 0,
    guests: 0,
    imported_bookings: 0,
    booking_list: 0,
  });
});
