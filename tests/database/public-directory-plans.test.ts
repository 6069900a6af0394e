/**
 * However many operators there are, PostgreSQL lists a page of them through indexes and reads neither all departures
 * nor all texts.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { callAsGuest } from '../support/guest-requests.ts';

const OPERATORS = 300;
const EACH = 60;

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
  await db.query(
    `insert into public.companies (name, slug, time_zone, currency, has_active_subscription)
     select 'Operator ' || n, 'operator-' || n, 'Europe/Copenhagen', 'DKK', true from generate_series(1, $1::integer) as n`,
    [OPERATORS],
  );
  await db.query(
    `insert into public.tours (company_id, slug, duration_minutes, capacity, status) select id, 'walk', 90, 20, 'live' from public.companies`,
  );
  await db.query(
    `insert into public.tour_translations (tour_id, locale, title, meeting_point)
     select t.id, 'en', case when c.name = 'Operator 7' then 'The lighthouse' else 'Walk' end, 'The fountain ' || c.name
     from public.tours as t join public.companies as c on c.id = t.company_id`,
  );
  await db.query(
    `insert into public.departures (company_id, tour_id, starts_at, ends_at, local_date, capacity, language)
     select t.company_id, t.id, at, at + interval '90 minutes', (at at time zone 'Europe/Copenhagen')::date, 20, 'en'
     from public.tours as t cross join lateral (
       select date_trunc('day', now()) + make_interval(days => n * 3 + 1, hours => 8, mins => (hashtext(t.id::text || n) & 255)) as at
       from generate_series(1, $1::integer) as n) as each`,
    [EACH],
  );
  await db.query('analyze');
});
afterAll(() => db?.close());

/** Returns how many departures and pages were read, and how often the word index of texts was scanned. */
async function countReads(work: () => Promise<unknown>) {
  const count = async () => {
    await db.query('select pg_stat_force_next_flush()');
    const [row] = await db.query<{ departures: number; words: number; pages: number }>(
      `select (select (seq_tup_read + idx_tup_fetch)::int from pg_stat_user_tables where relid = 'public.departures'::regclass) as departures,
        (select idx_scan::int from pg_stat_user_indexes where indexrelname = 'tour_translations_search_idx') as words,
        (select sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::int from pg_statio_user_tables) as pages`,
    );
    return row!;
  };
  const before = await count();
  await work();
  const after = await count();
  return {
    departures: after.departures - before.departures,
    words: after.words - before.words,
    pages: after.pages - before.pages,
  };
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
test.each([
  ['everything', {}, 20],
  ['a word that one has', { search: 'lighthouse' }, 1],
  ['a word that all have', { search: 'fountain' }, 20],
  ['a word that nobody has', { search: 'zzq' }, 0],
  ['a day', { day: inDays(40) }, 20],
  ['a language that nobody speaks', { language: 'ko' }, 0],
] as const)('searching for %s reads only a small part', async (_, args, expected) => {
  let found: { status: string; operators: unknown[] } | undefined;
  const { departures, words, pages } = await countReads(async () => {
    found = await callAsGuest(db, 'read_directory', args);
  });
  expect(found!.operators).toHaveLength(expected);
  // A few per operator, or those around the day; there are 18,000.
  expect(departures).toBeLessThan((OPERATORS * EACH) / 18);
  // For a word in every text the index saves nothing.
  if ('search' in args && expected < 20) expect(words).toBe(1);
  expect(pages).toBeLessThan(10_000);
});
