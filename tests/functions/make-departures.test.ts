/**
 * The nightly job on the real SQL: it makes missing departures, after planning the next night so that a failure cannot
 * stop it.
 */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
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
});
afterAll(() => db?.close());
beforeEach(async () => {
  await db.query('delete from private.jobs');
  company = await makeCompany(db);
  await db.query(
    `insert into public.schedules (tour_id, company_id, rrule, local_time) values ($1, $2, 'FREQ=WEEKLY', '10:00')`,
    [company.tourId, company.id],
  );
  await db.query(`select private.enqueue_departure_creation($1)`, [company.id]);
});

const night = () => db.query(`update private.jobs set run_at = now() where state = 'waiting' and run_at > now()`);
const jobs = () =>
  db.query<{ state: string; dedupe_key: string }>(
    `select state, dedupe_key from private.jobs order by created_at, run_at`,
  );
const departures = async () =>
  (
    await db.query<{ n: number }>(`select count(*)::int as n from public.departures where company_id = $1`, [
      company.id,
    ])
  )[0]!.n;

test('makes departures, plans the next night, and is idempotent', async () => {
  await db.query(`update private.jobs set dedupe_key = $1`, [`${company.id}:2020-01-01`]);
  await night();
  expect(await runDueJobs(fakePorts({ database: serviceDatabase(db) }), JOBS)).toEqual({
    done: 1,
    waiting: 0,
    dead: 0,
    lost: 0,
  });
  const made = await departures();
  expect(made).toBeGreaterThan(70);
  expect(await jobs()).toMatchObject([
    { state: 'done' },
    { state: 'waiting', dedupe_key: expect.stringMatching(`^${company.id}:20`) },
  ]);
  await db.query(`update private.jobs set state = 'waiting', finished_at = null, run_at = now() where state = 'done'`);
  expect(await runDueJobs(fakePorts({ database: serviceDatabase(db) }), JOBS)).toMatchObject({ done: 1 });
  expect(await departures()).toBe(made);
  expect(await jobs()).toHaveLength(2);
});

test('plans the next night even if it fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await db.query(`update private.jobs set dedupe_key = $1`, [`${company.id}:2020-01-01`]);
  await night();
  const database = serviceDatabase(db);
  const failing = {
    call: async (name: string, args?: Record<string, unknown>) => {
      if (name === 'create_company_departures') throw new Error('The database is away.');
      return database.call(name, args);
    },
  };
  expect(await runDueJobs(fakePorts({ database: failing }), JOBS)).toMatchObject({ done: 0, waiting: 1 });
  expect(await jobs()).toHaveLength(2);
  vi.restoreAllMocks();
});

test('ends for a company without schedules, and makes nothing for an inactive one', async () => {
  await db.query(`update public.companies set is_active = false where id = $1`, [company.id]);
  await db.query(`update private.jobs set dedupe_key = $1`, [`${company.id}:2020-01-01`]);
  await night();
  await runDueJobs(fakePorts({ database: serviceDatabase(db) }), JOBS);
  expect(await departures()).toBe(0);
  expect(await jobs()).toHaveLength(2);
  await db.query(`update public.schedules set is_active = false where company_id = $1`, [company.id]);
  await db.query(`update private.jobs set dedupe_key = $1 where state = 'waiting'`, [`${company.id}:2020-01-02`]);
  await night();
  await runDueJobs(fakePorts({ database: serviceDatabase(db) }), JOBS);
  expect((await jobs()).every(({ state }) => state === 'done')).toBe(true);
});
