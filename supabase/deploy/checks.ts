/** The check-list of docs/deploy.md: each check answers what is missing and how to mend it, in a sentence each; nothing when all is there. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../local/settings.ts';
import { DEMO_PASSWORD_HASH } from '../seed/people.ts';
import { NO_TOKENS } from '../seed/people-rows.ts';
import { ask, codeOf } from './ask-project.ts';
import { functionProblems } from './function-problems.ts';
import type { Project } from './project.ts';

export interface Check {
  name: string;
  look(project: Project): Promise<string[]>;
}

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
  { name: 'the ticker runs', look: (project) => problems(project, 'tick_problems') },
  {
    name: 'no job waits or has died',
    async look(project) {
      const answer = await jobsHealth(project, project.secretKey);
      if (!answer.ok) return [`jobs_health answers ${answer.status}`];
      const { late, dead } = (await answer.json()) as { late: number; dead: number };
      return [
        ...(late > 0 ? [`${late} wait for longer than five minutes: look at the ticker and at run-jobs’ log`] : []),
        ...(dead > 0 ? [`${dead} are dead: select kind, last_error from private.jobs where state = 'dead';`] : []),
      ];
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
      if (appUrl === null) return [];
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
      if (appUrl === null) return [];
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

/** Says each check's outcome in a line, and what is missing below it. Answers how many found something. */
export async function checkProject(project: Project, say: (line: string) => void): Promise<number> {
  let failed = 0;
  for (const { name, look } of CHECKS) {
    // What cannot be asked is missing as well; the other checks go on.
    const missing = await look(project).catch((failure: unknown) => [
      `It could not be asked: ${failure instanceof Error ? failure.message : String(failure)}`,
    ]);
    if (missing.length > 0) failed += 1;
    say(`${missing.length > 0 ? '✗' : '✓'} ${name}`);
    for (const sentence of missing) say(`    ${sentence}`);
  }
  if (project.appUrl === null) say('  The app was not looked at: APP_URL is not set.');
  return failed;
}
