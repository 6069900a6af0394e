/** Everything that a write causes is in the write path (ADR 077). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readChapters } from '../../supabase/chapters.ts';
import { readPaths, startedPaths } from '../write-path.ts';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database } from '../support/database.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db.close());

const TABLES = ['bookings', 'guests', 'departures', 'payments', 'refunds', 'check_in_actions'];

test('no other trigger runs after a write, except at the commit', async () => {
  const triggers = await db.query<{ table: string; name: string }>(
    `select c.relname as table, t.tgname as name
    from pg_trigger as t join pg_class as c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and not t.tgisinternal
      and t.tgtype & 2 = 0 and not t.tginitdeferred
    order by 1, 2`,
    [TABLES],
  );
  const paths = readPaths(readChapters());
  expect(new Set(paths.map(({ table }) => table))).toEqual(new Set(TABLES));
  const ofOtherChapters = [{ table: 'departures', name: 'stamp_company_of_deleted_departure' }];
  const expected = [
    ...paths.map(({ table, operation }) => ({ table, name: `after_${operation}` })),
    ...ofOtherChapters,
  ];
  const byName = (one: { table: string; name: string }, other: { table: string; name: string }) =>
    `${one.table} ${one.name}` < `${other.table} ${other.name}` ? -1 : 1;
  expect(triggers).toEqual(expected.toSorted(byName));
});

test('the page lists subscribers in the order in which they are called', () => {
  const sql = `create function private.after_inserted_bookings() returns trigger
as $$
begin
  perform private.first(b) from unnest(after) as b;
  perform private.second('{}', after);
end
$$;`;
  expect(readPaths([{ name: 'write_path.sql', sql }])).toEqual([
    { operation: 'insert', table: 'bookings', subscribers: ['first', 'second'] },
  ]);
});

test('the page shows which paths a subscriber starts, also by what it calls', () => {
  const texts: Record<string, string> = {
    first: 'perform private.second(); perform private.first();',
    second: 'insert into public.bookings default values; update public.bookings_archive set id = null;',
    third: 'select from public.bookings',
  };
  const paths = ['insert', 'update'].map((operation) => ({ operation, table: 'bookings', subscribers: [] }));
  expect(startedPaths('first', (name) => texts[name]!, paths)).toEqual(['insert bookings']);
  expect(startedPaths('third', (name) => texts[name]!, paths)).toEqual([]);
});
