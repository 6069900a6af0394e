/** Checks of Auth's settings, mail limit and rows. */
import { configuredMailLimit } from '../local/mail-limit.ts';
import { NO_TOKENS } from '../seed/people-rows.ts';
import { fetchProject } from './fetch-project.ts';
import { skipped, type Check, type CheckResult } from './project-check.ts';
import { ageOf, jobsHealth, type Health } from './jobs-health.ts';
import type { Project } from './project.ts';

/** Returns the hosted project's mail limit, or why it could not be checked. */
async function mailLimitOf({ url, accessToken, fetch }: Project): Promise<number | CheckResult> {
  const ref = /^https:\/\/([a-z0-9]+)\.supabase\.co$/.exec(url)?.[1];
  if (ref === undefined) return skipped('Self-hosted: check GOTRUE_RATE_LIMIT_EMAIL_SENT');
  if (accessToken === null) return skipped('SUPABASE_ACCESS_TOKEN is not set');
  const response = await fetch(`https://api.supabase.com/v1/projects/${ref}/config/auth`, {
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  if (!response.ok)
    return { missing: [`The management API answers ${response.status} for the project’s Auth settings`] };
  const { rate_limit_email_sent: limit } = (await response.json()) as { rate_limit_email_sent?: number };
  return limit ?? { missing: ['The management API returned no rate_limit_email_sent'] };
}

export const AUTH_CHECKS: readonly Check[] = [
  {
    name: 'Auth allows sign-up by email, and confirms addresses',
    async run(project) {
      const response = await fetchProject(project, '/auth/v1/settings');
      if (!response.ok) return [`Auth answers ${response.status}`];
      const settings = (await response.json()) as {
        external?: { email?: boolean };
        disable_signup?: boolean;
        mailer_autoconfirm?: boolean;
      };
      const remedy = 'run supabase config push';
      return [
        ...(settings.external?.email ? [] : [`Sign-in by email is off: ${remedy}`]),
        ...(settings.disable_signup ? [`Sign-up is off: ${remedy}`] : []),
        ...(settings.mailer_autoconfirm ? [`Email addresses are not confirmed: ${remedy}`] : []),
      ];
    },
  },
  {
    name: 'Auth’s mail limit is not below that of config.toml',
    async run(project) {
      const configured = configuredMailLimit();
      const limit = await mailLimitOf(project);
      if (typeof limit !== 'number') return limit;
      return limit >= configured
        ? { missing: [], seen: [`${limit} mails an hour`] }
        : [
            `The limit is ${limit} mails an hour, config.toml says ${configured}: raise it under Authentication, Rate Limits (docs/deploy.md, Mail limit)`,
          ];
    },
  },
  {
    name: 'Auth has not reached its mail limit recently',
    async run(project) {
      const response = await jobsHealth(project, project.secretKey);
      if (!response.ok) return [`read_jobs_health answers ${response.status}`];
      const { at, mail_limit_at: reached } = (await response.json()) as Health;
      const isRecent = reached !== null && Date.parse(at) - Date.parse(reached) < 86_400_000;
      return {
        missing: isRecent
          ? [
              `Auth refused to send a mail ${ageOf(reached, at)}, so someone could not register: see docs/deploy.md, Mail limit`,
            ]
          : [],
        seen: [`last reported: ${ageOf(reached, at)}`],
      };
    },
  },
  {
    name: 'Auth can read all users',
    async run({ query }) {
      const columns = await query<{ name: string }>(
        `select attname::text as name from pg_catalog.pg_attribute where attrelid = to_regclass('auth.users') and attname = any ($1)`,
        [Object.keys(NO_TOKENS)],
      );
      const isNull = columns.map(({ name }) => `${name} is null`).join(' or ') || 'false';
      const [row] = await query<{ count: string }>(`select count(*)::text as count from auth.users where ${isNull}`);
      const repairs = columns.map(({ name }) => `${name} = coalesce(${name}, '')`).join(', ');
      const [instance] = await query<{ found: boolean }>(
        `select exists (select from pg_catalog.pg_attribute where attrelid = to_regclass('auth.users') and attname = 'instance_id') as found`,
      );
      const [lost] = instance!.found
        ? await query<{ count: string }>('select count(*)::text as count from auth.users where instance_id is null')
        : [{ count: '0' }];
      return [
        ...(row!.count === '0'
          ? []
          : [
              `Users with a NULL token, for whom Auth answers 500: ${row!.count}; run update auth.users set ${repairs};`,
            ]),
        ...(lost!.count === '0'
          ? []
          : [
              `Users without an instance_id, whom Auth cannot find: ${lost!.count}; run update auth.users set instance_id = '00000000-0000-0000-0000-000000000000' where instance_id is null;`,
            ]),
      ];
    },
  },
];
