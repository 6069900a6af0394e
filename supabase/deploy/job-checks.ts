/** Checks of the functions, the job scheduler and the jobs. */
import type { Check } from './project-check.ts';
import { functionProblems } from './function-problems.ts';
import { ageOf, jobsHealth, type Health } from './jobs-health.ts';
import { howTo, problems } from './known-problems.ts';

function heartbeats({ at, ticked_at, last_run_at, last_run_ended_at, last_call }: Health): string[] {
  const result =
    last_call &&
    (last_call.status ?? last_call.error ?? (last_call.timed_out ? 'timed out' : 'none recorded by pg_net'));
  return [
    `last run of private.tick_jobs by pg_cron: ${ageOf(ticked_at, at)}`,
    `its last call of run-jobs: ${last_call ? `${ageOf(last_call.at, at)}, response: ${result}` : 'never'}`,
    `last run of run-jobs: started ${ageOf(last_run_at, at)}, ended ${ageOf(last_run_ended_at, at)}`,
  ];
}

export const JOB_CHECKS: readonly Check[] = [
  {
    name: 'the functions are deployed and have their secrets',
    run: functionProblems,
  },
  {
    name: 'the job scheduler runs',
    async run(project) {
      const missing = await problems(project, 'tick_problems');
      const response = await jobsHealth(project, project.secretKey);
      if (!response.ok) return { missing: [...missing, `read_jobs_health answers ${response.status}`] };
      const health = (await response.json()) as Health;
      return { missing: [...missing, ...health.heartbeat.map(howTo)], seen: heartbeats(health) };
    },
  },
  {
    name: 'no job is overdue or dead',
    async run(project) {
      const response = await jobsHealth(project, project.secretKey);
      if (!response.ok) return [`read_jobs_health answers ${response.status}`];
      const { late, dead, waiting } = (await response.json()) as Health;
      return {
        missing: [
          ...(late > 0
            ? [`Jobs overdue by more than five minutes: ${late}; check the job scheduler and the log of run-jobs`]
            : []),
          ...(dead > 0
            ? [`Dead jobs: ${dead}; run select kind, last_error from private.jobs where state = 'dead';`]
            : []),
        ],
        seen: [`waiting jobs: ${waiting}`],
      };
    },
  },
];
