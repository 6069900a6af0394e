/** State of a project's jobs and job scheduler. */
import { fetchProject } from './fetch-project.ts';
import type { Project } from './project.ts';

export const jobsHealth = (project: Project, key: string) =>
  fetchProject(project, '/rest/v1/rpc/read_jobs_health', {
    key,
    method: 'POST',
    body: '{}',
    // The platform's older keys are JWTs.
    ...(key.startsWith('eyJ') ? { headers: { Authorization: `Bearer ${key}` } } : {}),
  });

export interface Health {
  at: string;
  heartbeat: string[];
  ticked_at: string | null;
  last_run_at: string | null;
  last_run_ended_at: string | null;
  last_call: {
    at: string;
    has_response: boolean | null;
    status: number | null;
    timed_out: boolean | null;
    error: string | null;
  } | null;
  late: number;
  dead: number;
  waiting: number;
  mail_limit_at: string | null;
}

export function ageOf(instant: string | null, now: string): string {
  if (instant === null) return 'never';
  const seconds = Math.max(0, Math.round((Date.parse(now) - Date.parse(instant)) / 1000));
  if (seconds < 120) return `${seconds} s ago`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min ago` : `${Math.round(seconds / 3600)} h ago`;
}
