/**
 * Both forms of JWT claims identify the caller, also after @supabase/lite restored its own functions at a second start.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../supabase/local/database.ts';
import { temporaryFolder } from './server-process.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

test('accepts both forms of the claims, at the first start and the second', async () => {
  const id = randomUUID();
  for (const start of [1, 2]) {
    const database = await openDatabase({
      folder: join(folder.path, 'db'),
      jwtSecret: 'x'.repeat(40),
      siteUrl: 'http://127.0.0.1',
    });
    const claimsWith = (setting: string, value: string) =>
      database.exclusive((db) =>
        db.transaction(async (tx) => {
          await tx.query('select set_config($1, $2, true)', [setting, value]);
          return (await tx.query('select auth.uid() as id, auth.role() as role')).rows;
        }),
      );
    expect({
      start,
      rows: await claimsWith('request.jwt.claims', JSON.stringify({ sub: id, role: 'authenticated' })),
    }).toEqual({
      start,
      rows: [{ id, role: 'authenticated' }],
    });
    expect(await claimsWith('request.jwt.claim.sub', id)).toMatchObject([{ id }]);
    await database.close();
  }
});
