/** From a row of the outbox to a mail that was sent, on the real SQL and the real job. */
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

test('an invitation is sent once, in its language, by the company, with a link that its token opens', async () => {
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
    subject: 'Kom med hos Gåture & Søn på Muster',
  });
  expect(mail!.text).toContain('https://app.example.com/da/register#invitation=a-token');
  expect(mail!.text).toContain('Din rolle: Guide');
  expect(mail!.html).toContain('Gåture &amp; Søn');
});

test('once sent, the secret of the link is forgotten', async () => {
  const id = await invite();
  await runDueJobs(fakePorts({ database: serviceDatabase(db) }), JOBS);
  expect(await message(id)).toMatchObject({ state: 'sent', secrets: null, sent_at: expect.anything() });
  const [row] = await db.query<{ all: string }>(
    'select string_agg(to_jsonb(m)::text, $$$$) || (select string_agg(to_jsonb(j)::text, $$$$) from private.jobs j) as all from private.outbox_messages m',
  );
  expect(row!.all).not.toContain('a-token');
});

test('what is told is told once a dedupe key, and nothing is told of what was rolled back', async () => {
  const id = await invite('same');
  expect(await invite('same')).toBe(id);
  expect(await invite('other')).not.toBe(id);
  await db.exec(`begin; select private.enqueue_mail('invite', 'x@example.com', 'en', '{}'); rollback`);
  expect(await db.query(`select count(*)::int as jobs from private.jobs`)).toEqual([{ jobs: 2 }]);
});

test('a mail whose sending was not heard of is sent under the same id again, and a sent one never', async () => {
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

test('a mail server that is away is tried again; an address that it refuses fails at once, is shown, and goes out when woken', async () => {
  const id = await invite();
  const ports = fakePorts({ database: serviceDatabase(db) });
  ports.mailer.trouble = 'unreachable';
  expect(await runDueJobs(ports, JOBS)).toMatchObject({ waiting: 1 });
  expect((await message(id)).state).toBe('pending');
  ports.mailer.trouble = 'refused';
  await dueNow();
  expect(await runDueJobs(ports, JOBS)).toMatchObject({ dead: 1 });
  expect((await message(id)).state).toBe('failed');
  // A mail is shown in the outbox, and no mail tells of it.
  expect(await db.rpc(company.people.owner, 'list_dead_jobs', { company: company.id })).toEqual({
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
  ports.mailer.trouble = null;
  await runDueJobs(ports, JOBS);
  expect((await message(id)).state).toBe('sent');
});

test('a mail that nobody can write fails alone', async () => {
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

test('a job that names no message at all dies as any other', async () => {
  await db.query(`select private.enqueue_job('send_mail', '{"message": 7}'), private.enqueue_job('send_mail', '{}')`);
  expect(await runDueJobs(fakePorts({ database: serviceDatabase(db) }), JOBS)).toMatchObject({ dead: 2 });
});

test('no address may carry another', async () => {
  for (const bad of [
    'a@example.com, b@example.com',
    'a@example.com\nBcc: b@example.com',
    'Anna <a@example.com>',
    'nobody',
  ])
    await expect(db.query(`select private.enqueue_mail('invite', $1, 'en', '{}')`, [bad])).rejects.toThrow('recipient');
});
