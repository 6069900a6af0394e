/** Whatever bookings are looked for by, PostgreSQL finds them through an index: no question reads the whole list. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookingFilter } from '../../src/domain/booking-filter.ts';
import { makeCompany, type Company } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { fillBookings, type FilledBookings } from '../support/fill-bookings.ts';

let db: Database;
let company: Company;
let filled: FilledBookings;
beforeAll(async () => {
  db = await openPostgres();
  company = await makeCompany(db);
  filled = await fillBookings(db, company, { own: 2000, others: 20_000 });
}, 120_000);
afterAll(() => db?.close());

/** How often the list was read as a whole, through an index, and through that of the words, by what `work` asks. */
async function scans(work: () => Promise<unknown>) {
  const count = async () => {
    await db.query('select pg_stat_force_next_flush()');
    const [row] = await db.query<{ whole: number; index: number; words: number }>(
      `select t.seq_scan::int as whole, t.idx_scan::int as index, i.idx_scan::int as words
       from pg_stat_user_tables as t join pg_stat_user_indexes as i on i.relid = t.relid
       where t.relid = 'private.booking_list'::regclass and i.indexrelname = 'booking_list_search_idx'`,
    );
    return row!;
  };
  const before = await count();
  await work();
  const after = await count();
  return {
    whole: after.whole - before.whole,
    index: after.index - before.index,
    words: after.words - before.words,
  };
}

const DAY = new Date().toISOString().slice(0, 10);
const FILTERS: Record<string, () => BookingFilter | null> = {
  none: () => null,
  date: () => ({ field: 'date', from: DAY, to: DAY }),
  created: () => ({ field: 'created', from: DAY }),
  tour: () => ({ field: 'tour', in: [filled.tours[3]!] }),
  status: () => ({ field: 'status', in: ['PENDING'] }),
  due: () => ({ field: 'due', from: 1 }),
  source: () => ({ field: 'source', in: ['api'] }),
  partner: () => ({ field: 'partner', in: [filled.organisations[2]!] }),
  guide: () => ({ field: 'guide', in: [filled.guides[5]!] }),
  language: () => ({ field: 'language', in: ['da'] }),
  tag: () => ({ field: 'tag', in: ['school'] }),
};
const SORTS = ['upcoming', 'departure', '-departure', '-created', 'name', '-due', 'reference'];

test.each(Object.keys(FILTERS).flatMap((name) => SORTS.map((sort) => [name, sort] as const)))(
  'by %s, ordered by %s',
  async (name, sort) => {
    const filters = FILTERS[name]!();
    const { whole, index } = await scans(() =>
      db.rpc(company.people.office, 'find_bookings', { company: company.id, sort, ...(filters ? { filters } : {}) }),
    );
    expect(index).toBeGreaterThan(0);
    expect(whole).toBe(0);
  },
);

test.each(['ann', 'gma', '778', 'gyg', 'zzq', 'an'])('by the words "%s"', async (search) => {
  const { whole, words } = await scans(() =>
    db.rpc(company.people.office, 'find_bookings', { company: company.id, search }),
  );
  expect(words).toBeGreaterThan(0);
  expect(whole).toBe(0);
});

test('a single letter begins a name, whose order has an index', async () => {
  const { whole, index } = await scans(() =>
    db.rpc(company.people.office, 'find_bookings', { company: company.id, search: 'a' }),
  );
  expect(index).toBeGreaterThan(0);
  expect(whole).toBe(0);
});

test.each(Object.keys(FILTERS))('totals by %s', async (name) => {
  const filters = FILTERS[name]!();
  const { whole } = await scans(() =>
    db.rpc(company.people.office, 'booking_totals', { company: company.id, ...(filters ? { filters } : {}) }),
  );
  expect(whole).toBe(0);
});
