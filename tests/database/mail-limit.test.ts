/** The alert to platform administrators when Auth's mail limit is reached. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../support/database.ts';
import { makeCompany, makePerson } from '../support/database-fixtures.ts';
import { openPostgres } from '../support/database-postgres.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

const health = () => db.rpc<{ mail_limit_at: string | null }>('service_role', 'read_jobs_health', {});
const report = () => db.rpc('anon', 'report_mail_limit', {});
const mails = () =>
  db.query<{ recipient: string }>(
    `select recipient from private.outbox_messages where template = 'mail-limit' order by 1`,
  );

test('platform administrators get one mail a day, however often the limit is reported', async () => {
  const company = await makeCompany(db);
  const admin = await makePerson(db, { role: 'platform_admin' });
  expect(company.people.owner).not.toBe(admin);
  expect((await health()).mail_limit_at).toBeNull();
  expect(await report()).toEqual({ status: 'ok' });
  const first = (await health()).mail_limit_at;
  expect(first).not.toBeNull();
  const [person] = await db.query<{ email: string }>('select email from auth.users where id = $1', [admin]);
  expect(await mails()).toEqual([{ recipient: person!.email }]);
  // Within a minute nothing is stored, and within a day nobody is mailed again.
  await report();
  expect((await health()).mail_limit_at).toBe(first);
  await db.query(
    `update private.auth_mail_limit set reached_at = reached_at - interval '2 minutes' where is_singleton`,
  );
  await report();
  expect(Date.parse((await health()).mail_limit_at!)).toBeGreaterThanOrEqual(Date.parse(first!));
  expect(await mails()).toHaveLength(1);
});
