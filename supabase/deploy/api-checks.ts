/** Checks of REST and Realtime, with each key. */
import { fetchProject, errorCodeOf } from './fetch-project.ts';
import type { Check } from './project-check.ts';
import { jobsHealth } from './jobs-health.ts';
import { problems } from './known-problems.ts';

export const API_CHECKS: readonly Check[] = [
  { name: 'people hear the hints of their companies', look: (project) => problems(project, 'change_event_problems') },
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
      const code = await errorCodeOf(await fetchProject(project, '/rest/v1/companies?select=id&limit=1'));
      if (code === '42501') return [];
      return code === '200'
        ? ['A visitor can read companies: the migrations’ grants are not as they were written']
        : [`REST answers ${code}: is this the project’s publishable key, and is schema public exposed?`];
    },
  },
  {
    name: 'schema private is not exposed',
    async look(project) {
      const answer = await fetchProject(project, '/rest/v1/jobs?limit=1', { headers: { 'Accept-Profile': 'private' } });
      const code = await errorCodeOf(answer);
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
];
