/** The life of a job, on the real SQL. */
import { randomUUID } from 'node:crypto';
import { number, object } from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { defineJob, NonRetryableError, type Job } from '../../supabase/functions/_shared/job.ts';
import { sendMail } from '../../supabase/functions/run-jobs/jobs/send-mail.ts';
import { runDueJobs } from '../../supabase/functions/run-jobs/run-due-jobs.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeCompany, type Company } from '../support/database-fixtures.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await db.query('delete from private.jobs');
});
afterEach(() => vi.restoreAllMocks());

interface JobRow {
  id: string;
  state: string;
  attempts: number;
  last_error: string | null;
  wait: number;
}
const enqueue = async (kind: string, payload: unknown, more: { company?: string; dedupe_key?: string } = {}) => {
  const [row] = await db.query<{ id: string }>(
    'select private.enqueue_job($1, $2, company => $3, dedupe_key => $4) as id',
    [kind, JSON.stringify(payload), more.company ?? null, more.dedupe_key ?? null],
  );
  return row!.id;
};
const read = async (id: string) => {
  const [row] = await db.query<JobRow>(
    'select id, state, attempts, last_error, extract(epoch from run_at - clock_timestamp())::float8 as wait from private.jobs where id = $1',
    [id],
  );
  return row!;
};
const dueNow = () => db.query(`update private.jobs set run_at = now() where state = 'waiting' and lease is null`);
const loseLeases = () =>
  db.query(`update private.jobs set leased_until = now() - interval '1 second' where lease is not null`);
const claim = async (kinds = ['count']) =>
  (await serviceDatabase(db).call('claim_job', { kinds, lease_seconds: 60 })) as {
    status: string;
    job: { id: string; lease: string };
  };

/** Makes a job that records its values, and then runs the test's function. */
function counting(run: (value: number) => Promise<void> = async () => undefined): { job: Job; ran: number[] } {
  const ran: number[] = [];
  const job = defineJob({
    kind: 'count',
    payload: object({ value: number() }),
    run: async ({ value }) => {
      ran.push(value);
      await run(value);
    },
  });
  return { job, ran };
}
const ports = (more = {}) => fakePorts({ database: serviceDatabase(db), ...more });

describe('enqueueing', () => {
  test('a job of a rolled back transaction does not exist', async () => {
    await expect(
      db.as('service_role', async (query) => {
        await query('reset role');
        await query(`select private.enqueue_job('count', '{"value": 1}')`);
        throw new Error('What caused it did not happen.');
      }),
    ).rejects.toThrow('did not happen');
    const { job, ran } = counting();
    expect(await runDueJobs(ports(), [job])).toMatchObject({ done: 0 });
    expect(ran).toEqual([]);
  });

  test('a dedupe key is enqueued once, even after its job is done', async () => {
    const { job, ran } = counting();
    const first = await enqueue('count', { value: 1 }, { dedupe_key: 'event 7' });
    expect(await enqueue('count', { value: 2 }, { dedupe_key: 'event 7' })).toBe(first);
    await runDueJobs(ports(), [job]);
    expect(await enqueue('count', { value: 3 }, { dedupe_key: 'event 7' })).toBe(first);
    await runDueJobs(ports(), [job]);
    expect(ran).toEqual([1]);
    expect(await enqueue('count', { value: 4 }, { dedupe_key: 'event 8' })).not.toBe(first);
  });

  test('a job waits for its time', async () => {
    await db.query(`select private.enqueue_job('count', '{"value": 1}', run_at => now() + interval '1 hour')`);
    const { job, ran } = counting();
    await runDueJobs(ports(), [job]);
    expect(ran).toEqual([]);
  });
});

describe('running', () => {
  test('runs due jobs in order', async () => {
    const ids = [await enqueue('count', { value: 1 }), await enqueue('count', { value: 2 })];
    const { job, ran } = counting();
    expect(await runDueJobs(ports(), [job])).toEqual({ done: 2, waiting: 0, dead: 0, lost: 0 });
    expect(ran).toEqual([1, 2]);
    for (const id of ids) expect(await read(id)).toMatchObject({ state: 'done', attempts: 1, last_error: null });
  });

  test('retries a failed job with growing, randomised delays until it is dead', async () => {
    const id = await enqueue('count', { value: 1 });
    const { job, ran } = counting(async () => Promise.reject(new Error('The other side is away.')));
    const waits: number[] = [];
    for (let attempt = 1; attempt < 8; attempt += 1) {
      expect(await runDueJobs(ports(), [job])).toMatchObject({ waiting: 1 });
      const row = await read(id);
      expect(row).toMatchObject({ state: 'waiting', attempts: attempt, last_error: 'The other side is away.' });
      const baseDelay = 15 * 3 ** (attempt - 1);
      expect(row.wait).toBeGreaterThan(baseDelay * 0.5 - 5);
      expect(row.wait).toBeLessThan(baseDelay * 1.5);
      waits.push(row.wait / baseDelay);
      expect(await runDueJobs(ports(), [job])).toMatchObject({ waiting: 0, done: 0 });
      await dueNow();
    }
    expect(new Set(waits.map((wait) => wait.toFixed(2))).size).toBeGreaterThan(3);
    expect(await runDueJobs(ports(), [job])).toMatchObject({ dead: 1 });
    expect(await read(id)).toMatchObject({ state: 'dead', attempts: 8 });
    await dueNow();
    await runDueJobs(ports(), [job]);
    expect(ran).toHaveLength(8);
  });

  test('an invalid payload kills only its job at once; the error names the field but not its value', async () => {
    const poisoned = await enqueue('count', { value: 'Anna Lindqvist' });
    const sound = await enqueue('count', { value: 2 });
    const { job, ran } = counting();
    expect(await runDueJobs(ports(), [job])).toMatchObject({ dead: 1, done: 1 });
    expect(ran).toEqual([2]);
    expect(await read(sound)).toMatchObject({ state: 'done' });
    const { state, attempts, last_error: error } = await read(poisoned);
    expect({ state, attempts }).toEqual({ state: 'dead', attempts: 1 });
    expect(error).toContain('value');
    expect(error).not.toContain('Anna');
  });

  test('a NonRetryableError is not retried', async () => {
    const id = await enqueue('count', { value: 1 });
    const { job } = counting(async () => Promise.reject(new NonRetryableError('Nobody lives there.')));
    expect(await runDueJobs(ports(), [job])).toMatchObject({ dead: 1 });
    expect(await read(id)).toMatchObject({ state: 'dead', attempts: 1, last_error: 'Nobody lives there.' });
  });

  test('a job that crashes its workers is dead after its last attempt, and later jobs run', async () => {
    const deadly = await enqueue('count', { value: 1 });
    const sound = await enqueue('count', { value: 2 });
    await db.query('update private.jobs set run_at = run_at - interval $$1 minute$$ where id = $1', [deadly]);
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      expect((await claim()).job.id).toBe(deadly);
      await loseLeases();
    }
    const { job, ran } = counting();
    await runDueJobs(ports(), [job]);
    expect(ran).toEqual([2]);
    expect(await read(deadly)).toMatchObject({
      state: 'dead',
      attempts: 8,
      last_error: 'The worker was lost while it ran.',
    });
    expect(await read(sound)).toMatchObject({ state: 'done', attempts: 1 });
  });

  test('an unknown kind waits for a worker that knows it, and is reported', async () => {
    const id = await enqueue('of_tomorrow', {});
    await db.query(`update private.jobs set run_at = now() - interval '10 minutes' where id = $1`, [id]);
    await runDueJobs(ports(), [counting().job]);
    expect(await read(id)).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(await serviceDatabase(db).call('read_jobs_health')).toMatchObject({ late: 1, late_kinds: ['of_tomorrow'] });
  });

  test('deletes jobs that ended a month ago and keeps later ones', async () => {
    const old = await enqueue('count', { value: 1 });
    const recent = await enqueue('count', { value: 2 });
    await db.query(`update private.jobs set state = 'done', finished_at = now() - interval '31 days' where id = $1`, [
      old,
    ]);
    await db.query(`update private.jobs set state = 'dead', finished_at = now() - interval '7 days' where id = $1`, [
      recent,
    ]);
    await runDueJobs(ports(), [counting().job]);
    expect(await db.query('select id from private.jobs')).toEqual([{ id: recent }]);
  });
});

describe('leases and clocks', () => {
  test('a worker that lost its lease cannot change the job, which another has claimed', async () => {
    const id = await enqueue('count', { value: 1 });
    const first = await claim();
    expect((await claim()).status).toBe('none');
    await loseLeases();
    const second = await claim();
    expect(second.job.id).toBe(id);
    const database = serviceDatabase(db);
    expect(await database.call('finish_job', { job: id, lease: first.job.lease })).toEqual({ status: 'lost' });
    expect(
      await database.call('fail_job', { job: id, lease: first.job.lease, error: 'late', may_retry: true }),
    ).toEqual({ status: 'lost' });
    expect(await read(id)).toMatchObject({ state: 'waiting', last_error: null });
    expect(await database.call('finish_job', { job: id, lease: second.job.lease })).toEqual({ status: 'done' });
  });

  test('an old lease with an expiry in the distant future is ignored', async () => {
    const id = await enqueue('count', { value: 1 });
    await claim();
    await db.query(`update private.jobs set leased_until = now() + interval '1 day'`);
    expect((await claim()).job.id).toBe(id);
  });

  test('a lease lasts at most ten minutes', async () => {
    await enqueue('count', { value: 1 });
    await serviceDatabase(db).call('claim_job', { kinds: ['count'], lease_seconds: 86_400 });
    const [row] = await db.query<{ left: number }>(
      `select extract(epoch from leased_until - clock_timestamp())::float8 as left from private.jobs`,
    );
    expect(row!.left).toBeLessThanOrEqual(600);
    expect(row!.left).toBeGreaterThan(590);
  });

  test.each([
    ['forwards', 3_600_000],
    ['backwards', -3_600_000],
  ])('a worker whose clock jumps %s ends its run; the next runs the rest once', async (_, jump) => {
    for (const value of [1, 2, 3]) await enqueue('count', { value });
    let offset = 0;
    const { job, ran } = counting(async (value) => {
      if (value === 1) offset = jump;
    });
    const jumping = ports({ clock: { now: () => new Date(Date.now() + offset) } });
    expect(await runDueJobs(jumping, [job])).toMatchObject({ done: 1 });
    expect(await runDueJobs(jumping, [job])).toMatchObject({ done: 2 });
    expect(ran).toEqual([1, 2, 3]);
  });

  test('a database failure during a run leaves the job to the next one', async () => {
    const id = await enqueue('count', { value: 1 });
    const real = serviceDatabase(db);
    const failing = {
      call: (name: string, args?: Record<string, unknown>) =>
        name === 'finish_job' ? Promise.reject(new Error('gone')) : real.call(name, args),
    };
    const { job, ran } = counting();
    await expect(runDueJobs(ports({ database: failing }), [job])).rejects.toThrow('gone');
    expect(await read(id)).toMatchObject({ state: 'waiting', attempts: 1 });
    await loseLeases();
    await runDueJobs(ports(), [job]);
    expect(ran).toEqual([1, 1]);
    expect(await read(id)).toMatchObject({ state: 'done' });
  });
});

describe('dead jobs in the app', () => {
  let company: Company;
  let other: Company;
  beforeAll(async () => {
    company = await makeCompany(db);
    other = await makeCompany(db);
  });
  const makeDeadJob = async () => {
    const id = await enqueue('count', { value: 'x' }, { company: company.id });
    await runDueJobs(ports(), [counting().job]);
    return id;
  };

  test('the owner sees the company’s dead jobs without payloads', async () => {
    const id = await makeDeadJob();
    const result = await db.rpc<{ status: string; jobs: Record<string, unknown>[] }>(
      company.people.owner,
      'read_dead_jobs',
      { company: company.id },
    );
    expect(result.status).toBe('ok');
    expect(result.jobs).toEqual([
      {
        id,
        kind: 'count',
        attempts: 1,
        error: expect.stringContaining('value'),
        died_at: expect.stringMatching(/^20.*Z$/),
      },
    ]);
  });

  test('nobody else sees them', async () => {
    await makeDeadJob();
    for (const person of [company.people.guide, company.people.office, other.people.owner])
      expect(await db.rpc(person, 'read_dead_jobs', { company: company.id })).toEqual({ status: 'not_permitted' });
    await expect(db.rpc('anon', 'read_dead_jobs', { company: company.id })).rejects.toThrow('permission denied');
    expect(await db.rpc(other.people.owner, 'read_dead_jobs', { company: other.id })).toEqual({
      status: 'ok',
      jobs: [],
    });
  });

  test('the owner retries a dead job with all attempts; for others it does not exist', async () => {
    const id = await makeDeadJob();
    for (const person of [other.people.owner, company.people.guide])
      expect(await db.rpc(person, 'retry_job', { job: id })).toEqual({ status: 'unknown' });
    expect(await db.rpc(company.people.owner, 'retry_job', { job: randomUUID() })).toEqual({ status: 'unknown' });
    expect(await read(id)).toMatchObject({ state: 'dead' });
    expect(await db.rpc(company.people.owner, 'retry_job', { job: id })).toEqual({ status: 'ok' });
    expect(await read(id)).toMatchObject({ state: 'waiting', attempts: 0 });
  });

  test('owners get one mail a day per kind of dead job, and nobody else does', async () => {
    const mine = await makeCompany(db);
    const failJobOfKind = async (kind: string) => {
      await enqueue(kind, {}, { company: mine.id });
      const broken = defineJob({
        kind,
        payload: object({}),
        run: async () => Promise.reject(new NonRetryableError('broken')),
      });
      await runDueJobs(ports(), [broken]);
    };
    for (const kind of ['create_departures', 'create_departures', 'refund_payment', 'tell_fortunes'])
      await failJobOfKind(kind);
    await enqueue('platform', {});
    await runDueJobs(ports(), [
      defineJob({
        kind: 'platform',
        payload: object({}),
        run: async () => Promise.reject(new NonRetryableError('broken')),
      }),
    ]);
    const mails = await db.query<{ recipient: string; kind: string }>(
      `select recipient, data ->> 'kind' as kind from private.outbox_messages
      where template = 'job-died' and (company_id = $1 or company_id is null) order by kind`,
      [mine.id],
    );
    const [owner] = await db.query<{ email: string }>('select email from auth.users where id = $1', [
      mine.people.owner,
    ]);
    expect(mails).toEqual(
      ['create_departures', 'refund_payment', 'tell_fortunes'].map((kind) => ({ recipient: owner!.email, kind })),
    );
    const post = ports();
    await runDueJobs(post, [sendMail]);
    expect(post.mailer.sent.map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('New departures could not be created'),
    );
    for (const { text } of post.mailer.sent) expect(text).toContain('/bookings?outbox=failed');
  });

  test('only the service role runs jobs', async () => {
    for (const [name, args] of [
      ['begin_job_run', {}],
      ['end_job_run', {}],
      ['read_jobs_health', {}],
      ['finish_job', { job: randomUUID(), lease: randomUUID() }],
      ['read_mail_to_send', { message: randomUUID() }],
      ['record_mail_sent', { message: randomUUID() }],
    ] as const)
      for (const person of [company.people.owner, 'anon'] as const)
        await expect(db.rpc(person, name, args)).rejects.toThrow('permission denied');
    await expect(
      db.as(company.people.owner, (query) => query(`select public.claim_job('{count}', 60)`)),
    ).rejects.toThrow('permission denied');
    await expect(db.as(company.people.owner, (query) => query('select * from private.jobs'))).rejects.toThrow(
      'permission denied',
    );
  });
});
