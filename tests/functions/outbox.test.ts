/** From a row of the outbox to a sent mail, with the real SQL and the real job. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { JOBS } from '../../supabase/functions/run-jobs/jobs.ts';
import { runDueJobs } from '../../supabase/functions/run-jobs/run-due-jobs.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeCompany, type Company } from '../support/database-fixtures.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';

let db: Database;
let company: Company;
beforeAll(async () => {
  db = await openPostgres();
  company = await makeCompany(db);
  await db.query(
    `update public.companies set name = 'Gåture & Søn', contact_email = 'hej@gaature.example' where id = $1`,
    [company.id],
  );
});
afterAll(() => db?.close());
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await db.query('delete from private.jobs');
  await db.query('delete from private.outbox_messages');
});
afterEach(() => vi.restoreAllMocks());

const invite = async (token = 'a-token') => {
  const [row] = await db.query<{ id: string }>(
    `select private.enqueue_invitation_mail($1, ' ny@guide.example ', '{guide}', $2, 'da', $3, '2026-12-03T14:00:00Z') as id`,
    [company.id, company.people.owner, token],
  );
  return row!.id;
};
const message = async (id: string) =>
  (
    await db.query<{ state: string; secrets: unknown; sent_at: unknown }>(
      'select state, secrets, sent_at from private.outbox_messages where id = $1',
      [id],
    )
  )[0]!;
const dueNow = () => db.query(`update private.jobs set run_at = now() where state = 'waiting'`);

test('an invitation is sent once, in its language, from the company, with its link', async () => {
  const id = await invite();
  expect(await message(id)).toMatchObject({ state: 'pending', secrets: { token: 'a-token' } });
  const ports = fakePorts({ database: serviceDatabase(db) });
  expect(await runDueJobs(ports, JOBS)).toMatchObject({ done: 1 });
  expect(await runDueJobs(ports, JOBS)).toMatchObject({ done: 0 });
  expect(ports.mailer.sent).toHaveLength(1);
  const [mail] = ports.mailer.sent;
  expect(mail).toMatchObject({
    id,
    to: 'ny@guide.example',
    fromName: 'Gåture & Søn',
    replyTo: 'hej@gaature.example',
    subject: 'Bliv en del af Gåture & Søn på Muster',
  });
  expect(mail!.text).toContain('https://app.example.com/da/register#invitation=a-token');
  expect(mail!.text).toContain('Din rolle: Guide');
  expect(mail!.html).toContain('Gåture &amp; Søn');
});

test('the secret of the link is deleted once sent', async () => {
  const id = await invite();
  await runDueJobs(fakePorts({ database: serviceDatabase(db) }), JOBS);
  expect(await message(id)).toMatchObject({ state: 'sent', secrets: null, sent_at: expect.anything() });
  const [row] = await db.query<{ all: string }>(
    'select string_agg(to_jsonb(m)::text, $$$$) || (select string_agg(to_jsonb(j)::text, $$$$) from private.jobs j) as all from private.outbox_messages m',
  );
  expect(row!.all).not.toContain('a-token');
});

test('a mail is queued once per dedupe key, and not after a rollback', async () => {
  const id = await invite('same');
  expect(await invite('same')).toBe(id);
  expect(await invite('other')).not.toBe(id);
  await db.exec(`begin; select private.enqueue_mail('invite', 'x@example.com', 'en', '{}'); rollback`);
  expect(await db.query(`select count(*)::int as jobs from private.jobs`)).toEqual([{ jobs: 2 }]);
});

test('a mail with an unknown result is sent again under the same id, a sent one never', async () => {
  const id = await invite();
  const real = serviceDatabase(db);
  const ports = fakePorts({
    database: {
      call: (name, args) => (name === 'record_mail_sent' ? Promise.reject(new Error('lost')) : real.call(name, args)),
    },
  });
  await runDueJobs(ports, JOBS);
  await dueNow();
  await runDueJobs({ ...ports, database: real }, JOBS);
  expect(ports.mailer.sent.map((mail) => mail.id)).toEqual([id, id]);
  await db.query(`update private.jobs set state = 'waiting', finished_at = null, run_at = now()`);
  await runDueJobs({ ...ports, database: real }, JOBS);
  expect(ports.mailer.sent).toHaveLength(2);
});

test('retries an unreachable server; a refused address fails at once, to be retried by hand', async () => {
  const id = await invite();
  const ports = fakePorts({ database: serviceDatabase(db) });
  ports.mailer.failure = 'unreachable';
  expect(await runDueJobs(ports, JOBS)).toMatchObject({ waiting: 1 });
  expect((await message(id)).state).toBe('pending');
  ports.mailer.failure = 'refused';
  await dueNow();
  expect(await runDueJobs(ports, JOBS)).toMatchObject({ dead: 1 });
  expect((await message(id)).state).toBe('failed');
  // It is shown in the outbox, and no mail reports it.
  expect(await db.rpc(company.people.owner, 'read_dead_jobs', { company: company.id })).toEqual({
    status: 'ok',
    jobs: [],
  });
  expect(await db.query(`select from private.outbox_messages where template = 'job-died'`)).toEqual([]);
  const jobs = await db.query<{ id: string; last_error: string }>(
    `select id, last_error from private.jobs where kind = 'send_mail' and dedupe_key = $1`,
    [id],
  );
  expect(jobs).toMatchObject([{ last_error: 'The mail server refused it (550).' }]);
  await db.rpc(company.people.owner, 'retry_job', { job: jobs[0]!.id });
  expect((await message(id)).state).toBe('pending');
  ports.mailer.failure = null;
  await runDueJobs(ports, JOBS);
  expect((await message(id)).state).toBe('sent');
});

test('a mail that cannot be rendered fails without the others', async () => {
  for (const [template, data] of [
    ['no-such-mail', '{}'],
    ['invitation', '{"company": "X"}'],
  ])
    await db.query(`select private.enqueue_mail($1, 'x@example.com', 'en', $2)`, [template, data]);
  const sound = await invite();
  const ports = fakePorts({ database: serviceDatabase(db) });
  expect(await runDueJobs(ports, JOBS)).toMatchObject({ dead: 2, done: 1 });
  expect(ports.mailer.sent.map(({ id }) => id)).toEqual([sound]);
});

test('a job without a valid message dies like any other', async () => {
  await db.query(`select private.enqueue_job('send_mail', '{"message": 7}'), private.enqueue_job('send_mail', '{}')`);
  expect(await runDueJobs(fakePorts({ database: serviceDatabase(db) }), JOBS)).toMatchObject({ dead: 2 });
});

test('a recipient must be a single address', async () => {
  for (const bad of [
    'a@example.com, b@example.com',
    'a@example.com\nBcc: b@example.com',
    'Anna <a@example.com>',
    'nobody',
  ])
    await expect(db.query(`select private.enqueue_mail('invite', $1, 'en', '{}')`, [bad])).rejects.toThrow('recipient');
});
