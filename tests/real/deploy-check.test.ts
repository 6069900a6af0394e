/** `npm run deploy:check` on the real parts: each check with its subject present, missing, and present again. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { CHECKS, checkProject } from '../../supabase/deploy/checks.ts';
import type { CheckResult } from '../../supabase/deploy/project-check.ts';
import { openProject, type Project } from '../../supabase/deploy/project.ts';
import { PUBLISHABLE_KEY } from '../../supabase/local/database.ts';
import { serviceKey } from '../../supabase/local/functions/keys.ts';
import { DEMO_PASSWORD_HASH } from '../../supabase/seed/people.ts';

const parts = inject('realParts');

/** Fakes of extensions that PostgreSQL from npm lacks, owned as on the hosted service. */
const HOSTED_EXTENSIONS = `
  create schema cron;
  create table cron.job (jobname text primary key, schedule text, command text, active boolean default true);
  create table cron.job_run_details (end_time timestamptz);
  create function cron.schedule(name text, schedule text, command text) returns bigint language sql as $$
    insert into cron.job values (name, schedule, command) on conflict (jobname) do update set active = true returning 1::bigint $$;
  create schema net;
  create table net._http_response (id bigint, status_code integer, timed_out boolean, error_msg text);
  create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 5000)
    returns bigint language sql as 'select 1::bigint';
  create schema vault;
  create table vault.decrypted_secrets (name text primary key, decrypted_secret text);
  insert into vault.decrypted_secrets values ('functions_url', 'http://127.0.0.1/functions/v1'), ('jobs_secret', 'secret');
  select private.schedule_job_tick();`;

describe.skipIf(parts === null)('the deploy check', () => {
  let owner: pg.Client;
  let platform: pg.Client;
  let opened: ReturnType<typeof openProject>;
  let project: Project;
  let env: Record<string, string>;
  const sql = (text: string) => () => owner.query(text);
  const asPlatform = (text: string) => () => platform.query(text);
  const runCheck = async (name: string, overrides: Partial<Project> = {}): Promise<CheckResult> => {
    const outcome = await CHECKS.find((check) => check.name === name)!.run({ ...project, ...overrides });
    return Array.isArray(outcome) ? { missing: outcome } : outcome;
  };
  /** Returns what a check finds missing. */
  const findMissing = async (name: string, overrides: Partial<Project> = {}) =>
    (await runCheck(name, overrides)).missing;
  const recordHeartbeat = () => owner.query('select private.tick_jobs(), public.begin_job_run(), public.end_job_run()');
  beforeEach(async () => {
    await recordHeartbeat();
  });

  beforeAll(async () => {
    env = {
      SUPABASE_URL: inject('backendUrl'),
      SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      SUPABASE_SECRET_KEY: serviceKey(parts!.jwtSecret),
      SUPABASE_DB_URL: parts!.owner,
      APP_URL: inject('backendUrl'),
    };
    opened = openProject(env);
    project = opened.project;
    owner = new pg.Client({ connectionString: parts!.owner });
    platform = new pg.Client({ connectionString: parts!.platform });
    await Promise.all([owner.connect(), platform.connect()]);
    await owner.query(HOSTED_EXTENSIONS);
    // A real project must not contain the demo.
    await owner.query("update auth.users set encrypted_password = 'none' where encrypted_password = $1", [
      DEMO_PASSWORD_HASH,
    ]);
    await owner.query("delete from private.jobs where state = 'dead'");
  });
  afterAll(async () => {
    await owner?.query("update auth.users set encrypted_password = $1 where encrypted_password = 'none'", [
      DEMO_PASSWORD_HASH,
    ]);
    await owner?.query('drop schema cron, net, vault cascade');
    await Promise.all([owner?.end(), platform?.end(), opened?.close()]);
  });

  test('finds nothing on a complete project, and prints what it checked', async () => {
    const lines: string[] = [];
    const failed = await checkProject(project, (line) => lines.push(line));
    expect({ failed, results: lines.filter((line) => !line.startsWith('    ')) }).toEqual({
      failed: 0,
      // The management API exists only on the hosted service.
      results: CHECKS.map(({ name }) => `${name.startsWith('Auth’s mail limit') ? '–' : '✓'} ${name}`),
    });
    expect(lines.join('\n')).toMatch(
      /last run of private\.tick_jobs by pg_cron: \d+ s ago\n {4}its last call of run-jobs: .*\n {4}last run of run-jobs: started \d+ s ago, ended \d+ s ago/,
    );
  });

  test('marks a check as skipped if its settings are missing', async () => {
    expect(await runCheck('the app is served with its headers and fallbacks', { appUrl: null })).toEqual({
      missing: [],
      skipped: 'APP_URL is not set',
    });
    const name = 'Auth’s mail limit is not below that of config.toml';
    const hosted = { url: 'https://abcdefgh.supabase.co', accessToken: 'token' };
    expect(await runCheck(name, { ...hosted, accessToken: null })).toMatchObject({
      skipped: expect.stringContaining('ACCESS_TOKEN'),
    });
    const results = (limit: number) => ({
      ...hosted,
      fetch: (async () => Response.json({ rate_limit_email_sent: limit })) as typeof fetch,
    });
    expect(await runCheck(name, results(360))).toEqual({ missing: [], seen: ['360 mails an hour'] });
    expect((await runCheck(name, results(30))).missing.join()).toMatch(
      /^The limit is 30 mails an hour, config.toml says 360/,
    );
  });

  /** Faults in the database itself: how they are caused and repaired, and the expected message. */
  const FAULTS: {
    check: string;
    break: () => Promise<unknown>;
    repair: () => Promise<unknown>;
    message: RegExp;
  }[] = [
    {
      check: 'all migrations are applied',
      break: sql(
        "update supabase_migrations.schema_migrations set version = '19990101000000' where version = '20261101000000'",
      ),
      repair: sql(
        "update supabase_migrations.schema_migrations set version = '20261101000000' where version = '19990101000000'",
      ),
      message: /Not applied: 20261101000000;.*\nApplied, but missing from this checkout: 19990101000000/,
    },
    {
      check: 'users receive the change events of their companies',
      break: asPlatform('alter schema realtime rename to not_yet'),
      repair: asPlatform('alter schema not_yet rename to realtime'),
      message: /Realtime has not created its tables yet/,
    },
    {
      check: 'users receive the change events of their companies',
      break: asPlatform('drop policy "members can receive change events of their companies" on realtime.messages'),
      repair: sql('select private.allow_change_events()'),
      message: /Nobody may receive change events: run select private.allow_change_events\(\);/,
    },
    {
      check: 'users receive the change events of their companies',
      break: asPlatform('drop policy "guests can receive change events of a booking by its id" on realtime.messages'),
      repair: sql('select private.allow_change_events()'),
      message: /Nobody may receive change events: run select private.allow_change_events\(\);/,
    },
    {
      check: 'users receive the change events of their companies',
      break: asPlatform('alter table realtime.messages disable row level security'),
      repair: asPlatform('alter table realtime.messages enable row level security'),
      message: /Everybody may receive all change events/,
    },
    {
      check: 'the publishable key works, and gives an anonymous client no access to data',
      break: sql('grant select on public.companies to anon'),
      repair: sql('revoke select on public.companies from anon'),
      message: /An anonymous client can read companies/,
    },
    {
      check: 'the test payment provider is off',
      break: sql("insert into private.payment_providers values ('test', false)"),
      repair: sql("delete from private.payment_providers where name = 'test'"),
      message: /^The test payment provider is on/,
    },
    {
      check: 'only the secret key has the service role',
      break: sql('grant execute on function public.read_jobs_health() to anon'),
      repair: sql('revoke execute on function public.read_jobs_health() from anon'),
      message: /never give this one to a browser/,
    },
    {
      check: 'Auth can read all users',
      break: sql("update auth.users set recovery_token = null where email = 'guide@muster.test'"),
      repair: sql("update auth.users set recovery_token = coalesce(recovery_token, '')"),
      message: /^Users with a NULL token, .*: 1; run .*recovery_token = coalesce/,
    },
    {
      check: 'demo accounts cannot sign in',
      break: sql(
        `update auth.users set encrypted_password = '${DEMO_PASSWORD_HASH}' where email = 'admin@muster.test'`,
      ),
      repair: sql("update auth.users set encrypted_password = 'none' where email = 'admin@muster.test'"),
      message: /^Accounts with the demo’s public password: 1\./,
    },
    {
      check: 'the job scheduler runs',
      break: sql('update cron.job set active = false'),
      repair: sql('select private.schedule_job_tick()'),
      message: /The job scheduler is not scheduled: run select private.schedule_job_tick\(\);/,
    },
    {
      check: 'the job scheduler runs',
      break: sql("update private.job_worker set ticked_at = now() - interval '1 hour' where is_singleton"),
      repair: recordHeartbeat,
      message: /^pg_cron no longer runs private.tick_jobs/,
    },
    {
      check: 'the job scheduler runs',
      break: sql('insert into net._http_response select call_id, 401, false, null from private.job_worker'),
      repair: sql('delete from net._http_response'),
      message: /^The job scheduler’s last call of run-jobs failed/,
    },
    {
      check: 'Auth has not reached its mail limit recently',
      break: sql('update private.auth_mail_limit set reached_at = now() where is_singleton'),
      repair: sql('update private.auth_mail_limit set reached_at = null where is_singleton'),
      message: /^Auth refused to send a mail \d+ s ago/,
    },
    {
      check: 'the job scheduler runs',
      break: sql("delete from vault.decrypted_secrets where name = 'jobs_secret'"),
      repair: sql("insert into vault.decrypted_secrets values ('jobs_secret', 'secret')"),
      message: /The vault has no jobs_secret/,
    },
    {
      check: 'no job is overdue or dead',
      // No deployed function knows the kind, so no worker takes it.
      break: sql(
        "select private.enqueue_job('nobodys', '{}'); update private.jobs set run_at = now() - interval '10 minutes' where kind = 'nobodys'",
      ),
      repair: sql("delete from private.jobs where kind = 'nobodys'"),
      message: /Jobs overdue by more than five minutes: 1;/,
    },
    {
      check: 'no job is overdue or dead',
      break: sql(
        "select private.enqueue_job('nobodys', '{}'); update private.jobs set state = 'dead', finished_at = now() where kind = 'nobodys'",
      ),
      repair: sql("delete from private.jobs where kind = 'nobodys'"),
      message: /Dead jobs: 1;/,
    },
    {
      check: 'a company has an owner',
      break: sql('update public.companies set is_active = false'),
      repair: sql("update public.companies set is_active = slug <> 'lisbon-tiles'"),
      message: /The first owner/,
    },
  ];
  for (const { check: name, break: breakIt, repair, message } of FAULTS)
    test(`reports a fault and its repair: ${name} (${message.source.slice(0, 40)})`, async () => {
      expect(await findMissing(name)).toEqual([]);
      await breakIt();
      try {
        expect((await findMissing(name)).join('\n')).toMatch(message);
      } finally {
        await repair();
      }
      expect(await findMissing(name)).toEqual([]);
    });

  /** Faults of a project that these parts cannot have, simulated in the responses. */
  const fetchWith =
    (path: RegExp, respond: () => Response): typeof fetch =>
    (input, init) =>
      path.test(String(input)) ? Promise.resolve(respond()) : project.fetch(input, init);
  const settings = (overrides: object) => () =>
    Response.json({ external: { email: true }, disable_signup: false, mailer_autoconfirm: false, ...overrides });
  const SIMULATED_FAULTS: [check: string, overrides: () => Partial<Project>, message: RegExp][] = [
    [
      'the database is PostgreSQL 17',
      () => ({ query: async () => [{ version: '150008' }] as never }),
      /The version is 150008/,
    ],
    [
      'Realtime allows private channels only',
      () => ({ joinsPublicChannel: async () => true }),
      /turn off “Allow public access”/,
    ],
    [
      'the publishable key works, and gives an anonymous client no access to data',
      () => ({ publishableKey: 'sb_publishable_other' }),
      /REST answers 401/,
    ],
    [
      'only the secret key has the service role',
      () => ({ secretKey: 'sb_secret_other' }),
      /read_jobs_health answers 401/,
    ],
    [
      'schema private is not exposed',
      () => ({ fetch: fetchWith(/jobs/, () => Response.json([])) }),
      /run supabase config push/,
    ],
    [
      'Auth allows sign-up by email, and confirms addresses',
      () => ({ fetch: fetchWith(/settings/, settings({ external: {} })) }),
      /Sign-in by email is off/,
    ],
    [
      'Auth allows sign-up by email, and confirms addresses',
      () => ({ fetch: fetchWith(/settings/, settings({ disable_signup: true })) }),
      /Sign-up is off/,
    ],
    [
      'Auth allows sign-up by email, and confirms addresses',
      () => ({ fetch: fetchWith(/settings/, settings({ mailer_autoconfirm: true })) }),
      /addresses are not confirmed/,
    ],
    [
      'the functions are deployed and have their secrets',
      () => ({ fetch: fetchWith(/v1\/mail/, () => new Response(null, { status: 404 })) }),
      /^mail is not deployed/,
    ],
    [
      'the functions are deployed and have their secrets',
      () => ({ fetch: fetchWith(/run-jobs/, () => new Response(null, { status: 500 })) }),
      /^run-jobs has no secrets/,
    ],
    [
      'the functions are deployed and have their secrets',
      () => ({ fetch: fetchWith(/mail-events/, () => new Response(null, { status: 404 })) }),
      /^mail-events is not deployed: run supabase functions deploy mail-events$/,
    ],
    [
      'the functions are deployed and have their secrets',
      () => ({ fetch: fetchWith(/calendar-feed/, () => Response.json({ code: 'NOT_FOUND' }, { status: 404 })) }),
      /^calendar-feed answers 404: run supabase functions deploy calendar-feed$/,
    ],
    [
      'the functions are deployed and have their secrets',
      () => ({ fetch: fetchWith(/v1\/api/, () => Response.json({ code: 'NOT_FOUND' }, { status: 404 })) }),
      /^api answers 404: run supabase functions deploy api$/,
    ],
    [
      'the functions are deployed and have their secrets',
      // The gateway's response, before the function runs.
      () => ({ fetch: fetchWith(/api\/tours/, () => Response.json({ msg: 'Invalid JWT' }, { status: 401 })) }),
      /^api answers 401 to an unknown key: check that verify_jwt is off/,
    ],
    [
      'the functions are deployed and have their secrets',
      () => ({ fetch: fetchWith(/api\/tours/, () => Response.json({ code: 'unavailable' }, { status: 503 })) }),
      /^api cannot reach the database/,
    ],
    [
      'the app is served with its headers and fallbacks',
      () => ({ appUrl: `${project.appUrl}/nowhere` }),
      /view\/deploy-check does not serve booking.html/,
    ],
    [
      'the app is served with its headers and fallbacks',
      () => ({ fetch: fetchWith(/./, () => new Response('<html>')) }),
      /without the headers of dist\/_headers/,
    ],
    [
      'the app is served with its headers and fallbacks',
      () => ({ url: 'https://other.example.com' }),
      /built for another project/,
    ],
    [
      'missing files of the app answer 404',
      () => ({ fetch: fetchWith(/assets\/deploy-check-/, () => new Response('<html>')) }),
      /^\/assets\/deploy-check-00000000.js answers 200: use dist\/_redirects/,
    ],
  ];
  test.each(SIMULATED_FAULTS)('reports that %s does not hold', async (name, overrides, message) => {
    expect(await findMissing(name)).toEqual([]);
    expect((await findMissing(name, overrides())).join('\n')).toMatch(message);
  });

  test('every check has a test in which it finds something', () => {
    const seen = new Set([
      'Auth’s mail limit is not below that of config.toml',
      ...FAULTS.map(({ check }) => check),
      ...SIMULATED_FAULTS.map(([check]) => check),
    ]);
    expect(CHECKS.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([]);
  });

  const run = (overrides: Record<string, string | undefined>) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', 'supabase/deploy/check.ts'], {
      env: { ...process.env, ...env, ...overrides } as NodeJS.ProcessEnv,
    }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (failure: { code: number; stdout: string; stderr: string }) => ({
        code: failure.code,
        output: failure.stdout + failure.stderr,
      }),
    );

  test('the command ends with 0 if nothing is missing, and else with 1 and the findings', async () => {
    expect(await run({})).toMatchObject({
      code: 0,
      output: expect.stringContaining('No check found a problem.'),
    });
    const port = new URL(parts!.owner).port;
    const wrong = await run({ SUPABASE_DB_URL: `postgres://nobody:x@127.0.0.1:${port}/postgres`, APP_URL: '' });
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('✗ all migrations are applied') });
    expect(wrong.output).toContain(
      '– the app is served with its headers and fallbacks\n    Skipped: APP_URL is not set',
    );
    expect(wrong.output).toContain('✓ schema private is not exposed');
    const incomplete = await run({ SUPABASE_URL: '', SUPABASE_SECRET_KEY: '' });
    expect(incomplete).toMatchObject({
      code: 1,
      output: expect.stringMatching(/Not set: SUPABASE_URL \(.*SUPABASE_SECRET_KEY \(/),
    });
  });

  test('cannot change anything', async () => {
    const id = randomUUID();
    await expect(
      project.query("insert into public.companies (id, name, slug) values ($1, 'x', $2)", [id, `x-${id}`]),
    ).rejects.toThrow(/read-only/);
  });
});
