/** Checks that the functions are deployed and have their secrets: each gets a request that it must refuse. */
import { fetchProject } from './fetch-project.ts';
import type { Project } from './project.ts';

/**
 * Checks that the API serves its OpenAPI document and refuses an unknown key, which proves that it reaches the
 * database.
 */
async function apiProblems(project: Project): Promise<string[]> {
  const described = await fetchProject(project, '/functions/v1/api/openapi.json');
  const result = (await described.json().catch(() => null)) as { openapi?: string } | null;
  if (!described.ok || !result?.openapi?.startsWith('3.1'))
    return [`api answers ${described.status}: run supabase functions deploy api`];
  const refused = await fetchProject(project, '/functions/v1/api/tours', {
    headers: { Authorization: `Bearer muster_live_${'0'.repeat(64)}` },
  });
  const { code } = ((await refused.json().catch(() => null)) ?? {}) as { code?: string };
  if (refused.status === 401 && code === 'unknown_key') return [];
  return [
    code === 'unavailable'
      ? 'api cannot reach the database: see its log'
      : `api answers ${refused.status} to an unknown key: check that verify_jwt is off for it in supabase/config.toml`,
  ];
}

export async function functionProblems(project: Project): Promise<string[]> {
  const missing: string[] = [];
  for (const name of ['mail', 'run-jobs', 'mail-events']) {
    const { status } = await fetchProject(project, `/functions/v1/${name}`, { method: 'POST', body: '{}' });
    // Without a signature the function itself refuses, not the gateway.
    if (status === 404) missing.push(`${name} is not deployed: run supabase functions deploy ${name}`);
    else if (status === 500) {
      // Its secret is only set if the mail provider reports bounces (docs/deploy.md).
      if (name !== 'mail-events') missing.push(`${name} has no secrets: run supabase secrets set --env-file`);
    } else if (status !== 401) missing.push(`${name} answers ${status}: see its log`);
  }
  // The function's own refusal proves that it exists, as the gateway also answers 404.
  for (const [path, refusal, word] of [
    ['sign-tickets', 400, 'invalid'],
    ['begin-payment', 400, 'invalid'],
    ['payment-events', 404, 'not_found'],
    ['unsubscribe', 404, 'not_found'],
    ['picture?tag=none', 404, 'not_found'],
    ['company-export?key=none', 404, 'not_found'],
    ['calendar-feed?token=none', 404, 'not_found'],
    ['scheduled-export?key=none', 404, 'not_found'],
  ] as const) {
    const [name] = path.split('?');
    const init = ['picture', 'company-export', 'calendar-feed', 'scheduled-export'].includes(name!)
      ? {}
      : { method: 'POST', body: '{}' };
    const response = await fetchProject(project, `/functions/v1/${path}`, init);
    const result = (await response.json().catch(() => null)) as { status?: string } | null;
    if (response.status !== refusal || result?.status !== word)
      missing.push(`${name} answers ${response.status}: run supabase functions deploy ${name}`);
  }
  return [...missing, ...(await apiProblems(project))];
}
