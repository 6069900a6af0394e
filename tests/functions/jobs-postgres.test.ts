/** Several concurrent workers on a real PostgreSQL. */
import { number, object } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { defineJob } from '../../supabase/functions/_shared/job.ts';
import { runDueJobs } from '../../supabase/functions/run-jobs/run-due-jobs.ts';
import type { Database, Session } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';

const WORKERS = 4;
let db: Database;
let sessions: (Session & { close(): Promise<void> })[];
beforeAll(async () => {
  db = await openPostgres();
  sessions = await Promise.all(Array.from({ length: WORKERS }, () => db.connect()));
});
afterAll(async () => {
  await Promise.all((sessions ?? []).map((session) => session.close()));
  await db?.close();
});
beforeEach(() => db.query('delete from private.jobs'));

const enqueue = (count: number) =>
  db.query(
    `select private.enqueue_job('count', jsonb_build_object('value', value)) from generate_series(1, $1) as value`,
    [count],
  );

function counting() {
  const runs = new Map<number, number>();
  const running = new Set<number>();
  const overlaps: number[] = [];
  const job = defineJob({
    kind: 'count',
    payload: object({ value: number() }),
    run: async ({ value }) => {
      if (running.has(value)) overlaps.push(value);
      running.add(value);
      runs.set(value, (runs.get(value) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, value % 7));
      running.delete(value);
    },
  });
  return { job, runs, overlaps };
}

test('four concurrent workers run each of four hundred jobs once, and none concurrently', async () => {
  await enqueue(400);
  const { job, runs, overlaps } = counting();
  const counts = await Promise.all(
    sessions.map((session) => runDueJobs(fakePorts({ database: serviceDatabase(session) }), [job])),
  );
  expect(overlaps).toEqual([]);
  expect([...runs.values()].filter((times) => times !== 1)).toEqual([]);
  expect(runs.size).toBe(400);
  expect(counts.reduce((sum, { done }) => sum + done, 0)).toBe(400);
  expect(counts.filter(({ done }) => done > 0)).toHaveLength(WORKERS);
});

test('a worker never waits for a job that another is claiming', async () => {
  await enqueue(2);
  await sessions[0]!.exec('begin');
  const [first] = await sessions[0]!.query<{ result: { job: { id: string } } }>(
    `select public.claim_job('{count}', 60) as result`,
  );
  const second = (await serviceDatabase(sessions[1]!).call('claim_job', { kinds: ['count'], lease_seconds: 60 })) as {
    job: { id: string };
  };
  expect(second.job.id).not.toBe(first!.result.job.id);
  await sessions[0]!.exec('rollback');
});

test('a worker that is killed between any two steps loses no job', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await enqueue(20);
  const { job, runs } = counting();
  let calls = 0;
  // Fails at the 2nd, 5th, 8th, … call: after a claim, before its result is recorded, or at the start.
  const killed = (session: Session) => {
    const real = serviceDatabase(session);
    return {
      call: async (name: string, args?: Record<string, unknown>) => {
        calls += 1;
        if (calls % 3 === 2) {
          // The database has committed, but the worker gets no response.
          await real.call(name, args);
          throw new Error('killed');
        }
        return real.call(name, args);
      },
    };
  };
  for (let run = 0; run < 60; run += 1) {
    await runDueJobs(fakePorts({ database: killed(sessions[run % WORKERS]!) }), [job]).catch(() => undefined);
    await db.query(`update private.jobs set leased_until = now() - interval '1 second' where lease is not null`);
  }
  await runDueJobs(fakePorts({ database: serviceDatabase(db) }), [job]);
  expect(runs.size).toBe(20);
  expect(await db.query(`select state, count(*) from private.jobs group by state`)).toEqual([
    { state: 'done', count: 20 },
  ]);
});
