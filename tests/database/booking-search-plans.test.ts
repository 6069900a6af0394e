/** PostgreSQL finds bookings by every filter through an index; no query scans the whole list. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOOKING_SORTS, type BookingFilter, type BookingSort } from '../../src/domain/booking-filter.ts';
import { makeCompany, type Company } from '../support/database-fixtures.ts';
import type { Database, Row } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { fillBookings, type FilledBookings } from '../support/fill-bookings.ts';
import { sampleFilters } from '../support/sample-filters.ts';
import { pagesTouched } from '../support/pages-touched.ts';
import { caseCount, seed } from '../../src/lib/testing/random-cases.ts';

const OWN = 2000;

let db: Database;
let company: Company;
let filled: FilledBookings;
beforeAll(async () => {
  db = await openPostgres();
  company = await makeCompany(db);
  filled = await fillBookings(db, company, { own: OWN, others: 10_000 });
});
afterAll(() => db?.close());

/** Returns how often `work` scanned the list sequentially, and each of its indexes. */
async function scans(work: () => Promise<unknown>) {
  const count = async () => {
    await db.query('select pg_stat_force_next_flush()');
    const rows = await db.query<{ name: string; scans: number }>(
      `select 'whole' as name, seq_scan::int as scans from pg_stat_user_tables where relid = 'private.booking_list'::regclass
       union all
       select substring(indexrelname from 'booking_list_(.*)_idx'), idx_scan::int from pg_stat_user_indexes
       where relid = 'private.booking_list'::regclass and indexrelname like '%_idx'`,
    );
    return new Map(rows.map(({ name, scans }) => [name, scans]));
  };
  const before = await count();
  await work();
  const after = await count();
  const grown = new Map([...after].map(([name, scans]) => [name, scans - (before.get(name) ?? 0)]));
  const whole = grown.get('whole')!;
  grown.delete('whole');
  return { whole, by: [...grown].filter(([, scans]) => scans > 0).map(([name]) => name) };
}
const find = (ask: { search?: string; filters?: BookingFilter; sort?: BookingSort }) =>
  scans(async () => {
    const { status } = await db.rpc<{ status: string }>(company.people.office, 'find_bookings', {
      company: company.id,
      ...ask,
    } as Row);
    expect(status).toBe('ok');
  });

const NAMES = Object.keys(sampleFilters({ tours: [], guides: [], organisations: [] }));

test.each(BOOKING_SORTS)('all bookings sorted by %s use the index of that order', async (sort) => {
  const { whole, by } = await find({ sort });
  // Each sort order has an index that is named after it.
  expect(by).toEqual([sort === 'upcoming' ? 'departure' : sort.replace('-', '')]);
  expect(whole).toBe(0);
});

/** Picks some of the sort orders, different ones for each filter; `npm run soak` uses all of them. */
function someOf<T>(orders: readonly T[], name: string, inGate: number): T[] {
  const count = Math.min(orders.length, caseCount(orders.length, inGate));
  const first = seed + NAMES.indexOf(name) * count;
  return Array.from({ length: count }, (_, place) => orders[(first + place) % orders.length]!);
}

test.each(NAMES)('the filter %s uses an index in several orders', async (name) => {
  const { filter, index } = sampleFilters(filled)[name]!;
  for (const sort of someOf(BOOKING_SORTS, name, 3)) {
    const { whole, by } = await find({ filters: filter, sort });
    expect([sort, whole]).toEqual([sort, 0]);
    if (index) expect([sort, ...by]).toContain(index);
    else expect([sort, ...by].length).toBeGreaterThan(1);
  }
});

test.each(NAMES)('the negated filter %s scans no whole list', async (name) => {
  const { filter } = sampleFilters(filled)[name]!;
  const { whole } = await find({ filters: { all: [filter], not: true } });
  expect(whole).toBe(0);
});

/** Returns all bookings found, or the first pages until there are `most`, in the order of `sort`. */
async function all(
  filters: BookingFilter,
  { sort = 'reference', size = 1000, max = Infinity }: { sort?: BookingSort; size?: number; max?: number } = {},
) {
  const ids: string[] = [];
  let after: unknown = null;
  do {
    // Not as `result`, which would be checked: these cards are not those of the contract.
    const [row] = await db.as(company.people.office, (query) =>
      query<{ page: { bookings: { id: string }[]; next: unknown } }>(
        `select public.find_bookings(company => $1, filters => $2, sort => $3, after => $4, page_size => $5) as page`,
        [company.id, JSON.stringify(filters), sort, after === null ? null : JSON.stringify(after), size],
      ),
    );
    const { page } = row!;
    ids.push(...page.bookings.map(({ id }) => id));
    after = page.next;
  } while (after !== null && ids.length < max);
  return ids;
}

describe('pages of', () => {
  // Only which bookings are on a page, and in which order: the cards of hundreds would take most of the time.
  const CARDS = 'private.booking_cards(uuid[], boolean)';
  let definition: string;
  beforeAll(async () => {
    const [cards] = await db.query<{ definition: string }>(
      `select pg_get_functiondef($1::regprocedure) as definition`,
      [CARDS],
    );
    ({ definition } = cards!);
    await db.exec(
      `create or replace function private.booking_cards(ids uuid[], shows_guests boolean) returns jsonb language sql as
       $$ select coalesce(jsonb_agg(jsonb_build_object('id', id) order by place), '[]') from unnest(ids) with ordinality as one (id, place) $$`,
    );
  });
  afterAll(() => db?.exec(definition));

  test.each(NAMES)('the filter %s and its negation together find all bookings once', async (name) => {
    const { filter } = sampleFilters(filled)[name]!;
    const others = await all({ ...filter, not: true });
    const both = [...(await all(filter)), ...others];
    expect(both).toHaveLength(OWN);
    expect(new Set(both).size).toBe(OWN);
    expect(await all({ any: [filter], not: true }, { size: 200, max: 200 })).toEqual(others.slice(0, 200));
  });

  test.each(NAMES)('the filter %s gives the same order in small pages as in large ones', async (name) => {
    const { filter } = sampleFilters(filled)[name]!;
    for (const sort of someOf(['upcoming', '-due', 'name'] as const, name, 1))
      expect(await all(filter, { sort, size: 50, max: 250 })).toEqual(
        (await all(filter, { sort, max: 250 })).slice(0, 250),
      );
  });
});

test('a word is found in a text exactly when it is in its folded line', async () => {
  const texts = [
    'Anna Holm',
    'ANNA-holm',
    'Søren_Ærø',
    'o’Neill a.b@x.test',
    'Ａnna',
    'chaír annå',
    '',
    '+45 20',
    'İstanbul',
    'a\nb',
    'z',
  ];
  const words = [
    'anna',
    ' an',
    'holm',
    ' ho',
    'sor',
    ' ae',
    'neill',
    ' b',
    'x',
    ' x',
    'chair',
    ' is',
    '45',
    ' 20',
    ' z',
    'nna',
    ' na',
  ];
  const rows = await db.query<{ line: string; word: string; is: boolean; should: boolean }>(
    `select line, word, private.has_word(line, word) as is, private.search_line(line) like '%' || word || '%' as should
     from unnest($1::text[]) as line cross join unnest($2::text[]) as word`,
    [texts, words],
  );
  expect(rows.filter(({ is, should }) => is !== should)).toEqual([]);
  expect(rows.filter(({ is }) => is).length).toBeGreaterThan(words.length);
});

test.each(['gma', 'gyg'])('the common words "%s" use the index of the order', async (search) => {
  const { whole, by } = await find({ search });
  expect(by).toEqual(['departure']);
  expect(whole).toBe(0);
});

test.each(['ann', '778', 'zzq', 'an'])('the rare words "%s" use the search index', async (search) => {
  const { whole, by } = await find({ search });
  expect(by).toContain('search');
  expect(whole).toBe(0);
});

test('a single letter matches the start of names through an index', async () => {
  const { whole, by } = await find({ search: 'a' });
  expect(by).not.toEqual([]);
  expect(whole).toBe(0);
});

test.each(NAMES)('totals with the filter %s scan no whole list', async (name) => {
  const { filter } = sampleFilters(filled)[name]!;
  const { whole } = await scans(() =>
    db.rpc(company.people.office, 'read_booking_totals', { company: company.id, filters: filter } as unknown as Row),
  );
  expect(whole).toBe(0);
});

test.each([
  ['tour', 'tour'],
  ['status', 'status'],
  ['source', 'source'],
  ['partner', 'organisation'],
  ['currency', 'currency'],
])('totals with the filter %s read the index of that column', async (name, index) => {
  const { filter } = sampleFilters(filled)[name]!;
  const { by } = await scans(() =>
    db.rpc(company.people.office, 'read_booking_totals', { company: company.id, filters: filter } as unknown as Row),
  );
  expect(by).toContain(index);
});

test('a rare language is found through its index', async () => {
  await db.query(
    `update private.booking_list set language = 'fr' where booking_id in (
       select booking_id from private.booking_list where company_id = $1 order by booking_id limit 3)`,
    [company.id],
  );
  const { by } = await find({ filters: { field: 'language', in: ['fr'] } });
  expect(by).toContain('language');
});

test('totals of a selective filter touch a small part of the company’s pages', async () => {
  const pages = (filters: BookingFilter | null) =>
    db.as(company.people.office, async (query) => {
      const sql = 'select public.read_booking_totals(company => $1, filters => $2::jsonb)';
      const values = [company.id, filters && JSON.stringify(filters)];
      // The first call also plans the statements of the functions.
      await pagesTouched(query, sql, values);
      return pagesTouched(query, sql, values);
    });
  const whole = await pages(null);
  for (const name of [
    'currency',
    'lead',
    'guests',
    'total',
    'paid',
    'overpaid',
    'account',
    'owed',
    'expires',
    'a missing guest',
  ]) {
    const few = await pages(sampleFilters(filled)[name]!.filter);
    expect([name, few < whole / 10]).toEqual([name, true]);
  }
});

test('the B-tree indexes of the list take at most 640 bytes per booking', async () => {
  const indexes = `from pg_index as i join pg_class as c on c.oid = i.indexrelid join pg_am as m on m.oid = c.relam
    where i.indrelid = 'private.booking_list'::regclass and m.amname = 'btree'`;
  for (const { name } of await db.query<{ name: string }>(`select c.relname as name ${indexes}`))
    await db.exec(`reindex index private.${name}`);
  const [size] = await db.query<{ bytes: number }>(
    `select (sum(pg_relation_size(c.oid)) / (select count(*) from private.booking_list))::int as bytes ${indexes}`,
  );
  // Measured: 614. Each further sort order adds about 60, each further column of few values 8.
  expect(size!.bytes).toBeLessThan(640);
});
