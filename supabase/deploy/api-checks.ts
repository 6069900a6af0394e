/** Checks of REST and Realtime, with each key. */
import { fetchProject, errorCodeOf } from './fetch-project.ts';
import type { Check } from './project-check.ts';
import { jobsHealth } from './jobs-health.ts';
import { problems } from './known-problems.ts';

export const API_CHECKS: readonly Check[] = [
  {
    name: 'users receive the change events of their companies',
    run: (project) => problems(project, 'change_event_problems'),
  },
  {
    name: 'Realtime allows private channels only',
    run: async ({ joinsPublicChannel }) =>
      (await joinsPublicChannel())
        ? ['Public channels can be joined: turn off “Allow public access” under Realtime, Settings']
        : [],
  },
  {
    name: 'the publishable key works, and gives an anonymous client no access to data',
    async run(project) {
      const code = await errorCodeOf(await fetchProject(project, '/rest/v1/companies?select=id&limit=1'));
      if (code === '42501') return [];
      return code === '200'
        ? ['An anonymous client can read companies: restore the grants of the migrations']
        : [`REST answers ${code}: check the publishable key, and that schema public is exposed`];
    },
  },
  {
    name: 'schema private is not exposed',
    async run(project) {
      const response = await fetchProject(project, '/rest/v1/jobs?limit=1', {
        headers: { 'Accept-Profile': 'private' },
      });
      const code = await errorCodeOf(response);
      return code === 'PGRST106' ? [] : [`REST answers ${code} to a request for it: run supabase config push`];
    },
  },
  {
    name: 'only the secret key has the service role',
    async run(project) {
      const { status } = await jobsHealth(project, project.secretKey);
      const other = await jobsHealth(project, project.publishableKey);
      return [
        ...(status === 200
          ? []
          : [`read_jobs_health answers ${status} to the secret key: check that it belongs to this project`]),
        ...(other.status === 200
          ? ['SUPABASE_PUBLISHABLE_KEY has full access: set the publishable key, and never give this one to a browser']
          : []),
      ];
    },
  },
];
