/** Functions reach Postgres only through this: RPCs over PostgREST with the service role's key (ADR 021). */
import { DatabaseFailure, type FunctionDatabase } from './ports.ts';

const TIMEOUT_MS = 15_000;

export function postgrest({
  url,
  key,
  fetch,
}: {
  url: string;
  key: string;
  fetch: (request: Request) => Promise<Response>;
}): FunctionDatabase {
  const headers: Record<string, string> = { apikey: key, 'Content-Type': 'application/json' };
  // Newer API keys are not JWTs; the gateway exchanges them.
  if (key.startsWith('eyJ')) headers['Authorization'] = `Bearer ${key}`;
  return {
    async call(name, args = {}) {
      const response = await ask(name, args);
      const body = await response.text().catch(() => '');
      if (!response.ok) throw new DatabaseFailure(`${name} answered ${response.status}`);
      try {
        return JSON.parse(body) as unknown;
      } catch {
        throw new DatabaseFailure(`${name} answered no JSON`);
      }
    },
  };

  async function ask(name: string, args: Record<string, unknown>): Promise<Response> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      return await fetch(
        new Request(`${url}/rest/v1/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(args), signal }),
      );
    } catch (failure) {
      throw new DatabaseFailure(`${name} could not be asked`, { cause: failure });
    }
  }
}
