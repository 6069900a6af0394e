/**
 * Accounts that fixtures and the demo write into auth.users are visible to a real Auth server, which filters by
 * instance.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountRows, joinAuthInstance } from '../../supabase/seed/people-rows.ts';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database } from '../support/database.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

const insertUser = (email: string) => db.query(`insert into auth.users (email) values ($1)`, [email]);

test('leaves auth.users alone where it has no instance column', async () => {
  await insertUser('before@muster.test');
  await joinAuthInstance(db);
  expect(accountRows([])['auth.users']).toEqual([]);
});

test('sets the default instance on accounts without one and leaves other instances', async () => {
  const other = '11111111-1111-4111-8111-111111111111';
  await db.exec(`alter table auth.users add column instance_id uuid;
    insert into auth.users (email, instance_id) values ('other@muster.test', '${other}')`);
  await insertUser('after@muster.test');
  await joinAuthInstance(db);
  expect(
    await db.query(`select email, instance_id from auth.users where email like '%@muster.test' order by email`),
  ).toEqual([
    { email: 'after@muster.test', instance_id: '00000000-0000-0000-0000-000000000000' },
    { email: 'before@muster.test', instance_id: '00000000-0000-0000-0000-000000000000' },
    { email: 'other@muster.test', instance_id: other },
  ]);
});
