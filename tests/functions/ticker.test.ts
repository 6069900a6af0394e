/** The hosted ticker, with stand-ins for pg_cron, pg_net and the vault, which no embedded database has. */
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
  create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 5000)
    returns bigint language sql as $$ insert into net.calls values (url, headers) returning 1::bigint $$;`;
const VAULT = `create schema vault; create table vault.decrypted_secrets (name text, decrypted_secret text);`;
const SECRETS = `insert into vault.decrypted_secrets values ('functions_url', 'https://project.example.com/functions/v1'), ('jobs_secret', 'the secret')`;

test('where the platform has no ticker, the check says what is missing, now and whenever it is asked again', async () => {
  expect(await problems('tick_problems')).toEqual(['no_pg_cron', 'no_pg_net', 'no_vault']);
  expect(await problems('schedule_job_tick')).toEqual(['no_pg_cron', 'no_pg_net', 'no_vault']);
  expect(await serviceDatabase(db).call('jobs_health')).toMatchObject({
    ticker: ['no_pg_cron', 'no_pg_net', 'no_vault'],
    last_run_at: null,
  });
});

test('what comes later than the migrations is put right by asking again', async () => {
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

test('a ticker that somebody stopped is told', async () => {
  await db.exec(CRON + NET + VAULT + SECRETS);
  await problems('schedule_job_tick');
  await db.query('update cron.job set active = false');
  expect(await problems('tick_problems')).toEqual(['not_scheduled']);
});

test('a tick calls run-jobs with the secret when a job is due, and leaves it alone when none is', async () => {
  await db.exec(CRON + NET + VAULT + SECRETS);
  const tick = () => db.query('select private.tick_jobs()');
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
  // Somebody has it.
  await serviceDatabase(db).call('claim_job', { kinds: ['count'], lease_seconds: 60 });
  await tick();
  expect(await db.query('select count(*)::int as calls from net.calls')).toEqual([{ calls: 1 }]);
});
