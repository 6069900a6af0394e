/** Sign-in, sign-out and session events. Failures are values, never thrown. */
import { normalizeEmailAddress } from '../domain/email-address.ts';
import type { Uuid } from '../domain/ids.ts';
import { ok, type Result } from '../domain/result.ts';
import { callAuth, type AuthRefusal } from './auth-refusals.ts';
import { call } from './call.ts';
import { getClient } from './client.ts';
import { failureOf, type WireError } from './failures.ts';

export type { AuthRefusal } from './auth-refusals.ts';

export interface SignedIn {
  userId: Uuid;
  email: string;
}

export type AuthChange =
  | { event: 'signed_in' | 'token_refreshed' | 'user_updated' | 'password_recovery' | 'mfa_verified'; user: SignedIn }
  | { event: 'initial'; user: SignedIn | null }
  | { event: 'signed_out'; user: null };

const EVENTS = {
  INITIAL_SESSION: 'initial',
  SIGNED_IN: 'signed_in',
  SIGNED_OUT: 'signed_out',
  TOKEN_REFRESHED: 'token_refreshed',
  USER_UPDATED: 'user_updated',
  PASSWORD_RECOVERY: 'password_recovery',
  MFA_CHALLENGE_VERIFIED: 'mfa_verified',
} as const;

/**
 * Signs in with email and password. Fails with `wrong_credentials`, `rate_limited` or a network failure. Refused
 * with `not_confirmed`, `banned`, or `factor_required` when the session still needs an authenticator code
 * (data/mfa-factors.ts); nobody is signed in until then.
 */
export async function signIn(email: string, password: string): Promise<Result<SignedIn, AuthRefusal>> {
  return callAuth(async (client) => {
    const { data, error } = await client.auth.signInWithPassword({ email: normalizeEmailAddress(email), password });
    return data.session && needsSecondFactor(data.session)
      ? { data: null, error: FACTOR_REQUIRED }
      : { data: data.user, error };
  }, readUser);
}

const FACTOR_REQUIRED = { code: 'insufficient_aal', message: 'factor wanted' };

interface Session {
  access_token: string;
  user: { factors?: { status: string }[] };
}

/** Returns whether a session still needs a code: the person has an authenticator and the token's level is `aal1`. */
export function needsSecondFactor({ access_token: token, user }: Session): boolean {
  if (!user.factors?.some(({ status }) => status === 'verified')) return false;
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  return (JSON.parse(atob(payload)) as { aal?: string }).aal === 'aal1';
}

/** Returns whether the stored session needs a second factor, whichever tab began it. */
export async function isAwaitingSecondFactor(): Promise<boolean> {
  const { data } = await (await getClient()).auth.getSession();
  return data.session !== null && needsSecondFactor(data.session);
}

/**
 * Ends the session on this device, and on the server if it can be reached.
 * Does not touch the outbox: call `offline/device/sign-out.ts` first.
 */
export async function signOut(): Promise<Result<null>> {
  try {
    const client = await getClient();
    await client.auth.signOut({ scope: 'local' });
    return ok(null);
  } catch (error) {
    return failureOf(0, error as WireError);
  }
}

/**
 * Returns the person whose session this tab holds, or null. Fails with `signed_out` while the session lacks its second
 * factor. An expired token needs the network, so never block a render on it.
 */
export async function currentUser(): Promise<Result<SignedIn | null>> {
  const result = await call(
    async (client) => {
      const { data, error } = await client.auth.getSession();
      if (data.session && needsSecondFactor(data.session)) return { data: null, error: FACTOR_REQUIRED, status: 401 };
      return { data: { user: readUser(data.session?.user) }, error, status: error?.status ?? 200 };
    },
    { read: (data) => data as { user: SignedIn | null } },
  );
  return result.ok ? ok(result.data.user) : result;
}

/** Subscribes to session changes in any tab. Returns the function that unsubscribes. */
export function onAuthChange(listener: (change: AuthChange) => void): () => void {
  let stopped = false;
  let stop = () => {};
  void getClient()
    .then((client) => {
      if (stopped) return;
      // supabase-js runs this callback inside its lock: awaiting in it would deadlock, so call the listener afterwards.
      const { data } = client.auth.onAuthStateChange((event, session) => {
        const user = session ? readUser(session.user) : null;
        // A session that lacks its second factor counts as signed out, in every tab.
        const name = session && needsSecondFactor(session) ? 'signed_out' : EVENTS[event as keyof typeof EVENTS];
        setTimeout(() => {
          if (stopped || name === undefined) return;
          if (name === 'signed_out') listener({ event: name, user: null });
          else if (name === 'initial') listener({ event: name, user });
          else if (user) listener({ event: name, user });
        });
      });
      stop = () => data.subscription.unsubscribe();
    })
    .catch(() => {
      // The client's code could not be loaded (no network yet); callers that need the client try again.
    });
  return () => {
    stopped = true;
    stop();
  };
}

export function readUser(value: unknown): SignedIn | null {
  const user = value as { id?: unknown; email?: unknown } | null;
  return typeof user?.id === 'string' ? { userId: user.id, email: String(user.email ?? '') } : null;
}
