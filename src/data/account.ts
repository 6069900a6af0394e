/** Registration, email confirmation and password reset for the person's own account. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { LinkType } from '../domain/mail-link.ts';
import { businessSchema, type Business, type Registration } from '../domain/registration.ts';
import { ok, type Result } from '../domain/result.ts';
import { needsSecondFactor, readUser, type AuthRefusal, type SignedIn } from './auth.ts';
import { callAuth } from './auth-refusals.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';

/** Returns the absolute address for a mail's link; the locale in `path` is also the locale of the mail. */
const backTo = (path: string) => `${globalThis.location.origin}${path}`;

/**
 * Creates an account whose address must still be confirmed. The business to register is stored with the account, so the
 * link can be opened on any device. An address that already has an account gets the same response.
 */
export function signUp(registration: Registration, { path }: { path: string }): Promise<Result<null, AuthRefusal>> {
  const { email, password, displayName, kind, name, phone, locale, timeZone, currency } = registration;
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
    () => true as const,
  ).then((result) => (result.ok ? ok(null) : result));
}

/** Resends the confirmation mail. An unknown or already confirmed address gets the same response. */
export const resendConfirmation = (email: string, { path }: { path: string }): Promise<Result<true, AuthRefusal>> =>
  callAuth(
    async (client) => client.auth.resend({ type: 'signup', email, options: { emailRedirectTo: backTo(path) } }),
    () => true as const,
  );

/** Sends a password reset link. An address without an account gets the same response. */
export const sendPasswordReset = (email: string, { path }: { path: string }): Promise<Result<true, AuthRefusal>> =>
  callAuth(
    async (client) => client.auth.resetPasswordForEmail(email, { redirectTo: backTo(path) }),
    () => true as const,
  );

export interface VerifiedLink {
  /** Null: the link was accepted but signs nobody in, because the other address must confirm the change too. */
  user: SignedIn | null;
  /** The person has an authenticator and is signed in only after giving its code. */
  wantsFactor?: true;
}

const verifications = new Map<string, Promise<Result<VerifiedLink, AuthRefusal>>>();

/** Verifies a mail's link. A link works once, so repeated calls in one page share the first response. */
export function verifyLink(tokenHash: string, type: LinkType): Promise<Result<VerifiedLink, AuthRefusal>> {
  const existing = verifications.get(tokenHash);
  if (existing) return existing;
  const outcome = callAuth<VerifiedLink>(
    async (client) => client.auth.verifyOtp({ token_hash: tokenHash, type }),
    (data) => {
      const { user, session } = (data ?? {}) as {
        user?: unknown;
        session?: Parameters<typeof needsSecondFactor>[0] | null;
      };
      return { user: readUser(user), ...(session && needsSecondFactor(session) ? { wantsFactor: true } : {}) };
    },
  );
  verifications.set(tokenHash, outcome);
  // Without a response the link may still be valid, so allow another attempt.
  void outcome.then((result) => !result.ok && result.code !== 'refused' && verifications.delete(tokenHash));
  return outcome;
}

/** Returns the business that the signed-in person entered at sign-up, or null if there is none or it is unreadable. */
export async function pendingBusiness(): Promise<Result<Business | null>> {
  const result = await callAuth(
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
  if (result.ok) return ok(result.data.business);
  return result.code === 'refused' ? ok(null) : result;
}

/** Sets a new password and ends the person's other sessions. */
export async function setNewPassword(password: string): Promise<Result<null, AuthRefusal>> {
  const result = await callAuth(
    async (client) => client.auth.updateUser({ password }),
    () => true as const,
  );
  if (!result.ok) return result;
  // Signs out everyone who used the old password; a failure here does not undo the change.
  await callAuth(
    async (client) => ({ data: null, ...(await client.auth.signOut({ scope: 'others' })) }),
    () => true as const,
  );
  return ok(null);
}

const registered = v.object({ company: v.nullable(v.string()), organisation: v.nullable(v.string()) });
const REFUSALS = { not_confirmed: v.object({}), already_member: v.object({}) };
export type RegisterRefusal = { status: 'not_confirmed' | 'already_member' };
export type Registered = v.InferOutput<typeof registered>;

export const registerCompanyRpc = defineRpc('register_company', { response: registered, refusals: REFUSALS });

export const registerOrganisationRpc = defineRpc('register_organisation', { response: registered, refusals: REFUSALS });

/** Creates the business of the signed-in person. Idempotent: a repeat returns the one that exists. */
export function registerBusiness(business: Business): Promise<Result<Registered, RegisterRefusal>> {
  const { kind, name, phone, locale, timeZone, currency } = business;
  return kind === 'company'
    ? rpc(registerCompanyRpc, { name, phone, locale, time_zone: timeZone, currency })
    : rpc(registerOrganisationRpc, { name, phone, locale });
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

export const readFirstStepsRpc = defineRpc('read_first_steps', { response: steps });

export const readFirstSteps = (company: Uuid, signal?: AbortSignal): Promise<Result<FirstSteps>> =>
  rpc(readFirstStepsRpc, { company }, { signal });

export const recordAppInstalledRpc = defineRpc('record_app_installed', { response: v.object({}) });

/** Records that the person opened the installed app, which is one of the first steps. */
export const reportInstalledApp = (company: Uuid) => rpc(recordAppInstalledRpc, { company });
