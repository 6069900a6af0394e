/**
 * The check-list of docs/deploy.md: each check answers what is missing and how to mend it, in a sentence each; nothing when all is
 * there. What was not asked is not ticked.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { configuredMailLimit } from '../local/mail-limit.ts';
import { REPOSITORY } from '../local/settings.ts';
import { DEMO_PASSWORD_HASH } from '../seed/people.ts';
import { NO_TOKENS } from '../seed/people-rows.ts';
import { ask, codeOf } from './ask-project.ts';
import { functionProblems } from './function-problems.ts';
import type { Project } from './project.ts';

export interface Looked {
  missing: string[];
  /** What was looked at, and how old it is. */
  seen?: string[];
  /** Why nothing was asked. */
  notAsked?: string;
}

export interface Check {
  name: string;
  look(project: Project): Promise<Looked | string[]>;
}

const notAsked = (why: string): Looked => ({ missing: [], notAsked: why });
const NO_APP_URL = 'APP_URL is not set';

const HOW: Record<string, string> = {
  no_realtime: 'Realtime has made no tables yet: open it once in the dashboard, then run select private.allow_hints();',
  no_policy: 'Nobody may hear hints: run select private.allow_hints();',
  no_row_security: 'Everybody may hear every hint: run alter table realtime.messages enable row level security;',
  no_pg_cron:
    'The extension pg_cron is not on: run select private.schedule_job_tick(); or switch it on in the dashboard',
  no_pg_net: 'The extension pg_net is not on: run select private.schedule_job_tick(); or switch it on in the dashboard',
  no_vault: 'The extension supabase_vault is not on: switch it on in the dashboard',
  no_functions_url: 'The vault has no functions_url: docs/deploy.md, The ticker',
  no_jobs_secret: 'The vault has no jobs_secret: docs/deploy.md, The ticker',
  not_scheduled: 'The ticker is not scheduled: run select private.schedule_job_tick();',
  never_ticked: 'pg_cron has never run private.tick_jobs: look into cron.job_run_details',
  tick_late: 'pg_cron no longer runs private.tick_jobs: look into cron.job_run_details, and whether its worker runs',
  never_run: 'run-jobs has never run: look at what the ticker’s call was answered',
  run_late: 'run-jobs has not run for ten minutes: look at what the ticker’s call was answered',
  run_cut_off: 'run-jobs begins and does not end: look into its log, and deploy it if it is of an older version',
  call_failed:
    'The ticker’s last call of run-jobs failed: look at functions_url and jobs_secret in the vault, and at run-jobs’ log',
};
const howTo = (code: string) => HOW[code] ?? code;

/** What a private function of ours finds missing; none where the migrations that make it are not there. */
async function problems(project: Project, name: 'hint_problems' | 'tick_problems'): Promise<string[]> {
  const [there] = await project.query<{ found: boolean }>('select to_regproc($1) is not null as found', [
    `private.${name}`,
  ]);
  if (!there?.found) return ['The migrations are not applied'];
  const [row] = await project.query<{ found: string[] }>(`select private.${name}() as found`);
  return row!.found.map(howTo);
}

const jobsHealth = (project: Project, key: string) =>
  ask(project, '/rest/v1/rpc/jobs_health', {
    key,
    method: 'POST',
    body: '{}',
    // The platform's older keys are tokens by themselves.
    ...(key.startsWith('eyJ') ? { headers: { Authorization: `Bearer ${key}` } } : {}),
  });

interface Health {
  at: string;
  heartbeat: string[];
  ticked_at: string | null;
  last_run_at: string | null;
  last_run_ended_at: string | null;
  last_call: {
    at: string;
    is_answered: boolean | null;
    status: number | null;
    timed_out: boolean | null;
    error: string | null;
  } | null;
  late: number;
  dead: number;
  waiting: number;
  mail_limit_at: string | null;
}

function ageOf(instant: string | null, now: string): string {
  if (instant === null) return 'never';
  const seconds = Math.max(0, Math.round((Date.parse(now) - Date.parse(instant)) / 1000));
  if (seconds < 120) return `${seconds} s ago`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min ago` : `${Math.round(seconds / 3600)} h ago`;
}

/** What the heartbeats say, with their ages. */
function heartbeats({ at, ticked_at, last_run_at, last_run_ended_at, last_call }: Health): string[] {
  const answer =
    last_call &&
    (last_call.status ??
      last_call.error ??
      (last_call.timed_out ? 'no answer in time' : 'nothing that pg_net has kept'));
  return [
    `pg_cron ran private.tick_jobs: ${ageOf(ticked_at, at)}`,
    `it called run-jobs: ${last_call ? `${ageOf(last_call.at, at)}, answered ${answer}` : 'never'}`,
    `run-jobs began: ${ageOf(last_run_at, at)}, ended: ${ageOf(last_run_ended_at, at)}`,
  ];
}

/** The limit that supabase/config.toml sets, and the one that a hosted project has. */
async function mailLimitOf({ url, accessToken, fetch }: Project): Promise<number | Looked> {
  const ref = /^https:\/\/([a-z0-9]+)\.supabase\.co$/.exec(url)?.[1];
  if (ref === undefined) return notAsked('Self-hosted: look at GOTRUE_RATE_LIMIT_EMAIL_SENT');
  if (accessToken === null) return notAsked('SUPABASE_ACCESS_TOKEN is not set');
  const answer = await fetch(`https://api.supabase.com/v1/projects/${ref}/config/auth`, {
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  if (!answer.ok) return { missing: [`The management API answers ${answer.status} for the project’s Auth settings`] };
  const { rate_limit_email_sent: limit } = (await answer.json()) as { rate_limit_email_sent?: number };
  return limit ?? { missing: ['The management API names no rate_limit_email_sent'] };
}

function migrationsHere(): string[] {
  return readdirSync(join(REPOSITORY, 'supabase/migrations'))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.split('_')[0]!);
}

export const CHECKS: readonly Check[] = [
  {
    name: 'the database is PostgreSQL 17',
    async look({ query }) {
      const [row] = await query<{ version: string }>("select current_setting('server_version_num') as version");
      return Number(row!.version) >= 170_000 ? [] : [`It is version ${row!.version}: upgrade it in the dashboard`];
    },
  },
  {
    name: 'all migrations are applied',
    async look({ query }) {
      const [table] = await query<{ found: boolean }>(
        "select to_regclass('supabase_migrations.schema_migrations') is not null as found",
      );
      const rows = table!.found
        ? await query<{ version: string }>('select version from supabase_migrations.schema_migrations')
        : [];
      const applied = new Set(rows.map(({ version }) => version));
      const here = migrationsHere();
      const missing = here.filter((version) => !applied.has(version));
      const strange = [...applied].filter((version) => !here.includes(version));
      return [
        ...(missing.length > 0 ? [`Not applied: ${missing.join(', ')}; run supabase db push --remote`] : []),
        ...(strange.length > 0 ? [`Applied, and not in this checkout: ${strange.join(', ')}`] : []),
      ];
    },
  },
  { name: 'people hear the hints of their companies', look: (project) => problems(project, 'hint_problems') },
  {
    name: 'Realtime allows private channels only',
    look: async ({ joinsPublicChannel }) =>
      (await joinsPublicChannel())
        ? ['A public channel can be joined: Realtime, Settings, Allow public access off']
        : [],
  },
  {
    name: 'the publishable key opens the API, and nothing of it to a visitor',
    async look(project) {
      const code = await codeOf(await ask(project, '/rest/v1/companies?select=id&limit=1'));
      if (code === '42501') return [];
      return code === '200'
        ? ['A visitor can read companies: the migrations’ grants are not as they were written']
        : [`REST answers ${code}: is this the project’s publishable key, and is schema public exposed?`];
    },
  },
  {
    name: 'schema private is not exposed',
    async look(project) {
      const answer = await ask(project, '/rest/v1/jobs?limit=1', { headers: { 'Accept-Profile': 'private' } });
      const code = await codeOf(answer);
      return code === 'PGRST106' ? [] : [`Asked for it, REST answers ${code}: run supabase config push`];
    },
  },
  {
    name: 'the secret key is the service role’s, and the publishable one is not',
    async look(project) {
      const { status } = await jobsHealth(project, project.secretKey);
      const other = await jobsHealth(project, project.publishableKey);
      return [
        ...(status === 200 ? [] : [`With the secret key, jobs_health answers ${status}: is it this project’s key?`]),
        ...(other.status === 200
          ? ['What is given as the publishable key opens everything: it must never reach a browser']
          : []),
      ];
    },
  },
  {
    name: 'Auth takes e-mail and password, and has addresses confirmed',
    async look(project) {
      const answer = await ask(project, '/auth/v1/settings');
      if (!answer.ok) return [`Auth answers ${answer.status}`];
      const settings = (await answer.json()) as {
        external?: { email?: boolean };
        disable_signup?: boolean;
        mailer_autoconfirm?: boolean;
      };
      const mend = 'run supabase config push';
      return [
        ...(settings.external?.email ? [] : [`Sign-in by e-mail is off: ${mend}`]),
        ...(settings.disable_signup ? [`Nobody can sign up: ${mend}`] : []),
        ...(settings.mailer_autoconfirm ? [`Addresses are taken without being confirmed: ${mend}`] : []),
      ];
    },
  },
  {
    name: 'Auth may send as many mails as config.toml says',
    async look(project) {
      const wanted = configuredMailLimit();
      const limit = await mailLimitOf(project);
      if (typeof limit !== 'number') return limit;
      return limit >= wanted
        ? { missing: [], seen: [`${limit} mails an hour`] }
        : [
            `It sends ${limit} an hour, config.toml says ${wanted}: Authentication, Rate Limits (docs/deploy.md, Mail limit)`,
          ];
    },
  },
  {
    name: 'Auth has not reached its mail limit of late',
    async look(project) {
      const answer = await jobsHealth(project, project.secretKey);
      if (!answer.ok) return [`jobs_health answers ${answer.status}`];
      const { at, mail_limit_at: reached } = (await answer.json()) as Health;
      const isRecent = reached !== null && Date.parse(at) - Date.parse(reached) < 86_400_000;
      return {
        missing: isRecent
          ? [
              `It refused to send a mail ${ageOf(reached, at)}, so somebody could not register: docs/deploy.md, Mail limit`,
            ]
          : [],
        seen: [`last reported: ${ageOf(reached, at)}`],
      };
    },
  },
  {
    name: 'Auth can read everybody’s row',
    async look({ query }) {
      const columns = await query<{ name: string }>(
        `select attname::text as name from pg_catalog.pg_attribute where attrelid = to_regclass('auth.users') and attname = any ($1)`,
        [Object.keys(NO_TOKENS)],
      );
      const isNull = columns.map(({ name }) => `${name} is null`).join(' or ') || 'false';
      const [row] = await query<{ count: string }>(`select count(*)::text as count from auth.users where ${isNull}`);
      const mend = columns.map(({ name }) => `${name} = coalesce(${name}, '')`).join(', ');
      return row!.count === '0'
        ? []
        : [`${row!.count} rows have NULL for a token, and Auth answers 500: update auth.users set ${mend};`];
    },
  },
  {
    name: 'nobody of the demo can sign in',
    async look({ query }) {
      const [row] = await query<{ count: string }>(
        'select count(*)::text as count from auth.users where encrypted_password = $1',
        [DEMO_PASSWORD_HASH],
      );
      return row!.count === '0'
        ? []
        : [`${row!.count} people have the demo’s password, which everybody knows: delete them`];
    },
  },
  {
    name: 'the functions are deployed and have their secrets',
    look: functionProblems,
  },
  {
    name: 'nobody pays without money',
    async look({ query }) {
      const rows = await query("select from private.payment_providers where name = 'test'");
      return rows.length === 0
        ? []
        : ["The provider for trying it out is here: delete from private.payment_providers where name = 'test';"];
    },
  },
  {
    name: 'the ticker runs',
    async look(project) {
      const missing = await problems(project, 'tick_problems');
      const answer = await jobsHealth(project, project.secretKey);
      if (!answer.ok) return { missing: [...missing, `jobs_health answers ${answer.status}`] };
      const health = (await answer.json()) as Health;
      return { missing: [...missing, ...health.heartbeat.map(howTo)], seen: heartbeats(health) };
    },
  },
  {
    name: 'no job waits or has died',
    async look(project) {
      const answer = await jobsHealth(project, project.secretKey);
      if (!answer.ok) return [`jobs_health answers ${answer.status}`];
      const { late, dead, waiting } = (await answer.json()) as Health;
      return {
        missing: [
          ...(late > 0 ? [`${late} wait for longer than five minutes: look at the ticker and at run-jobs’ log`] : []),
          ...(dead > 0 ? [`${dead} are dead: select kind, last_error from private.jobs where state = 'dead';`] : []),
        ],
        seen: [`${waiting} jobs wait`],
      };
    },
  },
  {
    name: 'a company has an owner',
    async look({ query }) {
      const rows = await query(
        `select from pg_catalog.pg_class where oid = to_regclass('public.roles_users') and exists (
           select from public.roles_users as given join public.roles on roles.id = given.role
           join public.companies on companies.id = given.company
           where roles.guard_name = 'owner' and companies.is_active)`,
      );
      return rows.length > 0 ? [] : ['There is none: docs/deploy.md, The first owner'];
    },
  },
  {
    name: 'the app is served with its headers and fallbacks',
    async look({ appUrl, url, fetch }) {
      if (appUrl === null) return notAsked(NO_APP_URL);
      const missing: string[] = [];
      for (const [path, file] of [
        ['/', 'index.html'],
        ['/check-in', 'index.html'],
        ['/booking/view/deploy-check', 'booking.html'],
      ] as const) {
        const answer = await fetch(`${appUrl}${path}`);
        const policy = answer.headers.get('content-security-policy') ?? '';
        const isBooking = !/frame-ancestors 'none'/.test(policy);
        if (answer.status !== 200) missing.push(`${path} answers ${answer.status} and not ${file}`);
        else if (policy === '') missing.push(`${path} comes without the headers of dist/_headers`);
        else if (isBooking !== (file === 'booking.html')) missing.push(`${path} is not answered by ${file}`);
        else if (new URL(url).origin !== new URL(appUrl).origin && !policy.includes(new URL(url).origin))
          missing.push(`${path} may not connect to ${url}: the app was built for another project`);
      }
      return missing;
    },
  },
  {
    name: 'what is missing of the app is answered with 404',
    async look({ appUrl, fetch }) {
      if (appUrl === null) return notAsked(NO_APP_URL);
      const found: string[] = [];
      // A page in place of a script that a deploy took away would be kept as that script for a year.
      for (const path of [
        '/assets/deploy-check-00000000.js',
        '/assets/deploy-check',
        '/deploy-check.webmanifest',
        '/deploy-check-sw.js',
      ]) {
        const { status } = await fetch(`${appUrl}${path}`);
        if (status !== 404)
          found.push(
            `${path} answers ${status}: use dist/_redirects, dist/hosting/nginx.conf or dist/hosting/Caddyfile`,
          );
      }
      return found;
    },
  },
];

/** Says each check's outcome in a line, and what is missing, was seen or was not asked below it. Answers how many found something. */
export async function checkProject(project: Project, say: (line: string) => void): Promise<number> {
  let failed = 0;
  for (const { name, look } of CHECKS) {
    // What cannot be asked is missing as well; the other checks go on.
    const outcome = await look(project).catch((failure: unknown) => [
      `It could not be asked: ${failure instanceof Error ? failure.message : String(failure)}`,
    ]);
    const { missing, seen = [], notAsked: why }: Looked = Array.isArray(outcome) ? { missing: outcome } : outcome;
    if (missing.length > 0) failed += 1;
    say(`${missing.length > 0 ? '✗' : why === undefined ? '✓' : '–'} ${name}`);
    for (const sentence of [...missing, ...seen]) say(`    ${sentence}`);
    if (why !== undefined) say(`    Not asked: ${why}`);
  }
  return failed;
}
