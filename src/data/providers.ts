/** Signing in by another's account (ADR 053): which the project has on, the way there, and the way back. */
import * as v from 'valibot';
import { ok, type Result } from '../domain/result.ts';
import { needsSecondFactor, readUser, type AuthRefusal, type SignedIn } from './auth.ts';
import { callAuth } from './auth-refusals.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { backendSettings } from './settings.ts';

/** Those that have a button, in its order, by their names at Auth. */
export const PROVIDERS = ['google', 'apple', 'azure'] as const;
export type Provider = (typeof PROVIDERS)[number];

const settings = v.object({ external: v.record(v.string(), v.unknown()) });

/** Those that the project has on; none where that cannot be read. Never fails. */
export async function readProviders(): Promise<Provider[]> {
  const { url, publishableKey } = backendSettings();
  try {
    const answer = await guardedFetch(globalThis.fetch.bind(globalThis))(`${url}/auth/v1/settings`, {
      headers: { apikey: publishableKey },
    });
    const read = v.safeParse(settings, answer.ok ? await answer.json() : null);
    return read.success ? PROVIDERS.filter((name) => read.output.external[name] === true) : [];
  } catch {
    return [];
  }
}

/** Leaves for the provider; it leads back to `path`, with a code that is good in this browser alone. */
export const redirectToProvider = (
  provider: Provider,
  { path }: { path: string },
): Promise<Result<true, AuthRefusal>> =>
  callAuth(
    async (client) =>
      client.auth.signInWithOAuth({
        provider,
        // Microsoft tells no address unless it is asked for one.
        options: {
          redirectTo: `${globalThis.location.origin}${path}`,
          ...(provider === 'azure' ? { scopes: 'email' } : {}),
        },
      }),
    () => true as const,
  );

export interface ProviderReturn {
  /** Null: nobody came of it, as when the code was taken before. */
  user: SignedIn | null;
  wantsFactor: boolean;
}

/** Who came back: the client has taken the code from the address as it was made. */
export async function readProviderReturn(): Promise<Result<ProviderReturn, AuthRefusal>> {
  const answer = await callAuth(
    async (client) => {
      const { error: refused } = await client.auth.initialize();
      if (refused) return { data: null, error: refused };
      const { data, error } = await client.auth.getSession();
      return { data, error };
    },
    (data) => {
      const { session } = data as { session: (Parameters<typeof needsSecondFactor>[0] & { user: unknown }) | null };
      return { user: readUser(session?.user), wantsFactor: session !== null && needsSecondFactor(session) };
    },
  );
  return answer.ok ? ok(answer.data) : answer;
}
