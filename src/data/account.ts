/** One's own account: registering it, confirming it by a mail's link, and a password that was forgotten. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { LinkType } from '../domain/mail-link.ts';
import { businessSchema, type Business, type Registration } from '../domain/registration.ts';
import { ok, type Result } from '../domain/result.ts';
import { needsSecondFactor, readUser, type AuthRefusal, type SignedIn } from './auth.ts';
import { callAuth } from './auth-refusals.ts';
import { rpc } from './rpc.ts';

/** Where a mail's link leads back to; its language is the mail's. */
const backTo = (path: string) => `${globalThis.location.origin}${path}`;

/**
 * Makes an account whose address is still to be confirmed. What it registers travels with it, so that any device on which the link is opened
 * can make it real. An address that has an account is answered alike.
 */
export function signUp(given: Registration, { path }: { path: string }): Promise<Result<null, AuthRefusal>> {
  const { email, password, displayName, kind, name, phone, locale, timeZone, currency } = given;
  return callAuth(
    async (client) =>
      client.auth.signUp({
        email,
        password,
        options: {
          emailRedirectTo: backTo(path),
          data: { display_name: displayName, locale, registering: { kind, name, phone, locale, timeZone, currency } },
        },
      }),
    () => ok(null),
  ).then((answer) => (answer.ok ? ok(null) : answer));
}

/** Sends the mail that confirms an address once more. An address without an account, or confirmed before, is answered alike. */
export const resendConfirmation = (email: string, { path }: { path: string }): Promise<Result<true, AuthRefusal>> =>
  callAuth(
    async (client) => client.auth.resend({ type: 'signup', email, options: { emailRedirectTo: backTo(path) } }),
    () => true as const,
  );

/** Sends a link by which a new password can be chosen. An address without an account is answered alike. */
export const sendPasswordReset = (email: string, { path }: { path: string }): Promise<Result<true, AuthRefusal>> =>
  callAuth(
    async (client) => client.auth.resetPasswordForEmail(email, { redirectTo: backTo(path) }),
    () => true as const,
  );

export interface VerifiedLink {
  /** Null: taken, and nobody is signed in by it, as the other address has to agree as well. */
  user: SignedIn | null;
  /** They have an authenticator, and are in when they have given its code. */
  wantsFactor?: true;
}

const asked = new Map<string, Promise<Result<VerifiedLink, AuthRefusal>>>();

/** Takes a mail's link, which works once: asked for again by the same page, it is the same answer. */
export function verifyLink(tokenHash: string, type: LinkType): Promise<Result<VerifiedLink, AuthRefusal>> {
  const known = asked.get(tokenHash);
  if (known) return known;
  const answer = callAuth<VerifiedLink>(
    async (client) => client.auth.verifyOtp({ token_hash: tokenHash, type }),
    (data) => {
      const { user, session } = (data ?? {}) as {
        user?: unknown;
        session?: Parameters<typeof needsSecondFactor>[0] | null;
      };
      return { user: readUser(user), ...(session && needsSecondFactor(session) ? { wantsFactor: true } : {}) };
    },
  );
  asked.set(tokenHash, answer);
  // Without an answer the link may be as good as before.
  void answer.then((result) => !result.ok && result.code !== 'refused' && asked.delete(tokenHash));
  return answer;
}

/** What the person who is signed in was registering when they signed up; null where that is nothing, or not to be read. */
export async function pendingBusiness(): Promise<Result<Business | null>> {
  const answer = await callAuth(
    async (client) => {
      const { data, error } = await client.auth.getUser();
      return { data: data.user, error };
    },
    (user) => {
      const registering = (user as { user_metadata?: Record<string, unknown> } | null)?.user_metadata?.['registering'];
      const read = v.safeParse(businessSchema, registering);
      return { business: read.success ? read.output : null };
    },
  );
  if (answer.ok) return ok(answer.data.business);
  return answer.code === 'refused' ? ok(null) : answer;
}

/** Chooses a new password, and ends every other session of the person. */
export async function setNewPassword(password: string): Promise<Result<null, AuthRefusal>> {
  const answer = await callAuth(
    async (client) => client.auth.updateUser({ password }),
    () => true as const,
  );
  if (!answer.ok) return answer;
  // Whoever knew the old one is out; that this cannot be reached now changes nothing about the new one.
  await callAuth(
    async (client) => ({ data: null, ...(await client.auth.signOut({ scope: 'others' })) }),
    () => true as const,
  );
  return ok(null);
}

const made = v.object({ company: v.nullable(v.string()), organisation: v.nullable(v.string()) });
const REFUSALS = { not_confirmed: v.object({}), already_member: v.object({}) };
export type RegisterRefusal = { status: 'not_confirmed' | 'already_member' };
export type Registered = v.InferOutput<typeof made>;

/** Makes the business of the person who is signed in; asked again, it is the one that was made. */
export function registerBusiness(business: Business): Promise<Result<Registered, RegisterRefusal>> {
  const { kind, name, phone, locale, timeZone, currency } = business;
  return kind === 'company'
    ? rpc(
        'register_company',
        { name, phone, locale, time_zone: timeZone, currency },
        { answer: made, refusals: REFUSALS },
      )
    : rpc('register_organisation', { name, phone, locale }, { answer: made, refusals: REFUSALS });
}

export const FIRST_STEPS = ['tour', 'price', 'date', 'guide', 'booking', 'app'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

const steps = v.object({
  hasSubscription: v.boolean(),
  ...(Object.fromEntries(FIRST_STEPS.map((step) => [step, v.boolean()])) as Record<
    FirstStep,
    v.BooleanSchema<undefined>
  >),
});
export type FirstSteps = v.InferOutput<typeof steps>;

/** Which of a company's first steps are done. */
export const readFirstSteps = (company: Uuid, signal?: AbortSignal): Promise<Result<FirstSteps>> =>
  rpc('read_first_steps', { company }, { signal, answer: steps });

/** Tells that the installed app is what is open. */
export const reportInstalledApp = (company: Uuid) => rpc('record_app_installed', { company }, { answer: v.object({}) });
