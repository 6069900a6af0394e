/** The hosted job scheduler, with fakes of pg_cron, pg_net and the vault, which the test database lacks. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { serviceDatabase } from './fakes.ts';

let db: Database;
beforeEach(async () => {
  db = await openPostgres();
});
afterEach(() => db.close());

const problems = async (name: 'schedule_job_tick' | 'tick_problems') => {
  const [row] = await db.query<{ found: string[] }>(`select private.${name}() as found`);
  return row!.found;
};
const CRON = `create schema cron;
  create table cron.job (jobname text primary key, schedule text, command text, active boolean default true);
  create table cron.job_run_details (end_time timestamptz);
  create function cron.schedule(name text, schedule text, command text) returns bigint language sql as $$
    insert into cron.job values (name, schedule, command) on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command returning 1::bigint $$;`;
const NET = `create schema net;
  create table net.calls (url text, headers jsonb);
  create table net._http_response (id bigint, status_code integer, timed_out boolean, error_msg text);
  create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 5000)
    returns bigint language sql as $$ insert into net.calls values (url, headers) returning 1::bigint $$;`;
const VAULT = `create schema vault; create table vault.decrypted_secrets (name text, decrypted_secret text);`;
const SECRETS = `insert into vault.decrypted_secrets values ('functions_url', 'https://project.example.com/functions/v1'), ('jobs_secret', 'the secret')`;

test('reports what is missing on a platform without a job scheduler', async () => {
  expect(await problems('tick_problems')).toEqual(['no_pg_cron', 'no_pg_net', 'no_vault']);
  expect(await problems('schedule_job_tick')).toEqual(['no_pg_cron', 'no_pg_net', 'no_vault']);
  expect(await serviceDatabase(db).call('read_jobs_health')).toMatchObject({
    job_scheduler: ['no_pg_cron', 'no_pg_net', 'no_vault'],
    last_run_at: null,
  });
});

test('is set up by calling schedule_job_tick again once extensions exist', async () => {
  await db.exec(NET + VAULT);
  expect(await problems('schedule_job_tick')).toEqual(['no_pg_cron', 'no_functions_url', 'no_jobs_secret']);
  await db.exec(CRON);
  expect(await problems('tick_problems')).toEqual(['not_scheduled', 'no_functions_url', 'no_jobs_secret']);
  await db.exec(SECRETS);
  expect(await problems('schedule_job_tick')).toEqual([]);
  expect(await problems('schedule_job_tick')).toEqual([]);
  expect(await db.query(`select schedule, command from cron.job where jobname = 'muster-run-jobs'`)).toEqual([
    { schedule: '15 seconds', command: 'select private.tick_jobs()' },
  ]);
});

test('reports a deactivated schedule', async () => {
  await db.exec(CRON + NET + VAULT + SECRETS);
  await problems('schedule_job_tick');
  await db.query('update cron.job set active = false');
  expect(await problems('tick_problems')).toEqual(['not_scheduled']);
});

test('calls run-jobs with the secret when a job is due, and not otherwise', async () => {
  await db.exec(CRON + NET + VAULT + SECRETS);
  const tick = () => db.query('select private.tick_jobs()');
  await serviceDatabase(db).call('begin_job_run');
  await tick();
  await db.query(`select private.enqueue_job('count', '{}', run_at => now() + interval '1 hour')`);
  await tick();
  expect(await db.query('select * from net.calls')).toEqual([]);
  await db.query('update private.jobs set run_at = now()');
  await tick();
  expect(await db.query('select * from net.calls')).toEqual([
    {
      url: 'https://project.example.com/functions/v1/run-jobs',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer the secret' },
    },
  ]);
  // The job is claimed.
  await serviceDatabase(db).call('claim_job', { kinds: ['count'], lease_seconds: 60 });
  await tick();
  expect(await db.query('select count(*)::int as calls from net.calls')).toEqual([{ calls: 1 }]);
});

test('calls run-jobs after five minutes without a run, even if nothing is due', async () => {
  await db.exec(CRON + NET + VAULT + SECRETS);
  const calls = async () => (await db.query<{ n: number }>('select count(*)::int as n from net.calls'))[0]!.n;
  await serviceDatabase(db).call('begin_job_run');
  await db.query('select private.tick_jobs()');
  expect(await calls()).toBe(0);
  await db.query(`update private.job_worker set last_run_at = last_run_at - interval '6 minutes' where is_singleton`);
  await db.query('select private.tick_jobs()');
  expect(await calls()).toBe(1);
});

interface Health {
  heartbeat: string[];
  ticked_at: string | null;
  last_call: { status: number | null; error: string | null; has_response: boolean } | null;
}

test('heartbeats report a stopped job scheduler, an interrupted run and a refused call', async () => {
  await db.exec(CRON + NET + VAULT + SECRETS);
  await problems('schedule_job_tick');
  const service = serviceDatabase(db);
  const health = async () => (await service.call('read_jobs_health')) as Health;
  const heartbeat = async () => (await health()).heartbeat;
  // Scheduled is not the same as running.
  expect(await problems('tick_problems')).toEqual([]);
  expect(await heartbeat()).toEqual(['never_ticked', 'never_run']);

  await db.query('select private.tick_jobs()');
  expect(await health()).toMatchObject({ heartbeat: ['never_run'], last_call: { has_response: false, status: null } });
  const insertResponse = (status: number | null, error: string | null = null) =>
    db.query('insert into net._http_response values (1, $1, $2, $3)', [status, error !== null, error]);
  const forget = () => db.query('delete from net._http_response');
  await insertResponse(401);
  expect(await health()).toMatchObject({ heartbeat: ['never_run', 'call_failed'], last_call: { status: 401 } });
  await forget();
  await insertResponse(null, 'Timeout of 55000 ms reached');
  expect(await heartbeat()).toEqual(['never_run', 'call_failed']);
  await forget();
  await insertResponse(200);
  await service.call('begin_job_run');
  expect(await heartbeat()).toEqual([]);

  const later = (minutes: number) =>
    db.query(
      `update private.job_worker set ticked_at = ticked_at - make_interval(mins => $1),
         last_run_at = last_run_at - make_interval(mins => $1), unended_since = unended_since - make_interval(mins => $1) where is_singleton`,
      [minutes],
    );
  await later(6);
  // Each run that begins is interrupted as well.
  await service.call('begin_job_run');
  expect(await heartbeat()).toEqual(['tick_late', 'run_cut_off']);
  await service.call('end_job_run');
  expect(await heartbeat()).toEqual(['tick_late']);
  await later(12);
  expect(await heartbeat()).toEqual(['tick_late', 'run_late']);
});
