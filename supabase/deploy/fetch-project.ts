import type { Project } from './project.ts';

/** Sends a request to the project, as an anonymous client unless another key is given. */
export const fetchProject = (project: Project, path: string, { key, ...init }: RequestInit & { key?: string } = {}) =>
  project.fetch(`${project.url}${path}`, {
    ...init,
    headers: { apikey: key ?? project.publishableKey, 'Content-Type': 'application/json', ...init.headers },
  });

/** Returns PostgREST's error code, or the HTTP status for other responses. */
export async function errorCodeOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { code?: string } | null;
  return body?.code ?? String(response.status);
}
