/** Signing in and out, and word of it; every answer is a value. */
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
 * Signs in with e-mail and password. Failures: `wrong_credentials`, `rate_limited`, and those of the network. Refused with `factor_wanted`, the
 * session waits for the code of an authenticator (data/mfa-factors.ts), and until then nobody is signed in by it.
 */
export async function signIn(email: string, password: string): Promise<Result<SignedIn, AuthRefusal>> {
  return callAuth(async (client) => {
    const { data, error } = await client.auth.signInWithPassword({ email: normalizeEmailAddress(email), password });
    return data.session && needsSecondFactor(data.session)
      ? { data: null, error: FACTOR_WANTED }
      : { data: data.user, error };
  }, readUser);
}

const FACTOR_WANTED = { code: 'insufficient_aal', message: 'factor wanted' };

interface Session {
  access_token: string;
  user: { factors?: { status: string }[] };
}

/** Whether a session waits for the code of an authenticator: the person has one, and it was not asked for yet. */
export function needsSecondFactor({ access_token: token, user }: Session): boolean {
  if (!user.factors?.some(({ status }) => status === 'verified')) return false;
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  return (JSON.parse(atob(payload)) as { aal?: string }).aal === 'aal1';
}

/** Whether such a session waits here, begun in this tab or in another. */
export async function isAwaitingSecondFactor(): Promise<boolean> {
  const { data } = await (await getClient()).auth.getSession();
  return data.session !== null && needsSecondFactor(data.session);
}

/**
 * Ends the session on this device. With a network also on the server; without one the device forgets it all the same.
 * The queue is not touched: ask `offline/device/sign-out.ts` first.
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

/** The person whose session this tab holds, or null. May need the network for an expired token: never await it to paint. */
export async function currentUser(): Promise<Result<SignedIn | null>> {
  const answer = await call(
    async (client) => {
      const { data, error } = await client.auth.getSession();
      if (data.session && needsSecondFactor(data.session)) return { data: null, error: FACTOR_WANTED, status: 401 };
      return { data: { user: readUser(data.session?.user) }, error, status: error?.status ?? 200 };
    },
    { read: (data) => data as { user: SignedIn | null } },
  );
  return answer.ok ? ok(answer.data.user) : answer;
}

/** Calls back on every change of the session, in this tab or another. Returns how to stop listening. */
export function onAuthChange(listener: (change: AuthChange) => void): () => void {
  let stopped = false;
  let stop = () => {};
  void getClient()
    .then((client) => {
      if (stopped) return;
      // The callback runs inside the client's own lock: nothing may be awaited in it, so the listener runs after it.
      const { data } = client.auth.onAuthStateChange((event, session) => {
        const user = session ? readUser(session.user) : null;
        // Who has still to show their authenticator is not in: whoever was here before is asked to sign in, in each tab.
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
      // The client's code could not be loaded (no network yet); whoever needs it asks again.
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
