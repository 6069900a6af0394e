/** Sign-in with Google, Apple or Microsoft (ADR 053). */
import * as v from 'valibot';
import type { Result } from '../domain/result.ts';
import { needsSecondFactor, readUser, type AuthRefusal, type SignedIn } from './auth.ts';
import { callAuth } from './auth-refusals.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { backendSettings } from './settings.ts';

/** Providers that have a button, in this order, by their names in Auth. */
export const PROVIDERS = ['google', 'apple', 'azure'] as const;
export type Provider = (typeof PROVIDERS)[number];

const settings = v.object({ external: v.record(v.string(), v.unknown()) });

/** Returns the providers that the project has enabled; empty if the settings cannot be read. Never fails. */
export async function readProviders(): Promise<Provider[]> {
  const { url, publishableKey } = backendSettings();
  try {
    const response = await guardedFetch(globalThis.fetch.bind(globalThis))(`${url}/auth/v1/settings`, {
      headers: { apikey: publishableKey },
    });
    const read = v.safeParse(settings, response.ok ? await response.json() : null);
    return read.success ? PROVIDERS.filter((name) => read.output.external[name] === true) : [];
  } catch {
    return [];
  }
}

/** Redirects to the provider, which leads back to `path` with a code that works only in this browser. */
export const redirectToProvider = (
  provider: Provider,
  { path }: { path: string },
): Promise<Result<true, AuthRefusal>> =>
  callAuth(
    async (client) =>
      client.auth.signInWithOAuth({
        provider,
        // Microsoft returns no email address without this scope.
        options: {
          redirectTo: `${globalThis.location.origin}${path}`,
          ...(provider === 'azure' ? { scopes: 'email' } : {}),
        },
      }),
    () => true as const,
  );

export interface OAuthSignInResult {
  /** Null: no session came of it, for example because the code was already used. */
  user: SignedIn | null;
  wantsFactor: boolean;
}

/** Returns who signed in. The client exchanges the code from the address when it is created. */
export function readOAuthSignIn(): Promise<Result<OAuthSignInResult, AuthRefusal>> {
  return callAuth(
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
}
