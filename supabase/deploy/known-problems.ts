/** Problems that functions in the database report by code, and how to fix them. */
import type { Project } from './project.ts';

const HOW: Record<string, string> = {
  no_realtime:
    'Realtime has not created its tables yet: open it once in the dashboard, then run select private.allow_change_events();',
  no_policy: 'Nobody may receive change events: run select private.allow_change_events();',
  no_row_security:
    'Everybody may receive all change events: run alter table realtime.messages enable row level security;',
  no_pg_cron:
    'The extension pg_cron is not enabled: run select private.schedule_job_tick(); or enable it in the dashboard',
  no_pg_net:
    'The extension pg_net is not enabled: run select private.schedule_job_tick(); or enable it in the dashboard',
  no_vault: 'The extension supabase_vault is not enabled: enable it in the dashboard',
  no_functions_url: 'The vault has no functions_url: see docs/deploy.md, Job scheduler',
  no_jobs_secret: 'The vault has no jobs_secret: see docs/deploy.md, Job scheduler',
  not_scheduled: 'The job scheduler is not scheduled: run select private.schedule_job_tick();',
  never_ticked: 'pg_cron has never run private.tick_jobs: see cron.job_run_details',
  tick_late: 'pg_cron no longer runs private.tick_jobs: see cron.job_run_details, and check that its worker runs',
  never_run: 'run-jobs has never run: check the response to the job scheduler’s last call',
  run_late: 'run-jobs has not run for ten minutes: check the response to the job scheduler’s last call',
  run_cut_off: 'run-jobs starts but does not finish: see its log, and redeploy it if it is outdated',
  call_failed:
    'The job scheduler’s last call of run-jobs failed: check functions_url and jobs_secret in the vault, and the log of run-jobs',
};
/** Returns how to fix a problem code of the database. */
export const howTo = (code: string) => HOW[code] ?? code;

/** Returns the problems that a private function reports; if it does not exist, that the migrations are missing. */
export async function problems(project: Project, name: 'change_event_problems' | 'tick_problems'): Promise<string[]> {
  const [there] = await project.query<{ found: boolean }>('select to_regproc($1) is not null as found', [
    `private.${name}`,
  ]);
  if (!there?.found) return ['The migrations are not applied: run supabase db push'];
  const [row] = await project.query<{ found: string[] }>(`select private.${name}() as found`);
  return row!.found.map(howTo);
}
