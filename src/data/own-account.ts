/** The signed-in person's own account. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { EmergencyContact } from '../domain/own-account.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { LOCALES, type Locale } from '../lib/locales.ts';
import { readUser, type SignedIn } from './auth.ts';
import { callAuth, type AuthResponse, type AuthRefusal } from './auth-refusals.ts';
import { call } from './call.ts';
import { readEmergencyContact } from './emergency-contact.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { parseRows } from './parse-rows.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';
import { backendSettings } from './settings.ts';

export interface OwnAccount {
  user: SignedIn;
  /** New address that still waits for confirmation. */
  newEmail: string | null;
  displayName: string;
  locale: Locale;
  /** Number of confirmed authenticators. */
  factors: number;
  /** Emergency contact; null when none is set. */
  emergency: EmergencyContact | null;
}

const profileRow = v.object({ displayName: v.string(), locale: v.picklist(LOCALES) });
const authUser = v.object({
  new_email: v.optional(v.string()),
  factors: v.optional(v.array(v.object({ status: v.string() })), []),
});

/** Reads the account from Auth and the database; the session's token may be out of date. */
export async function readOwnAccount(userId: Uuid): Promise<Result<OwnAccount>> {
  const [result, profile, emergency] = await Promise.all([
    callAuth(
      async (client) => {
        const { data, error } = await client.auth.getUser();
        return { data: data.user, error };
      },
      (data) => {
        const user = readUser(data);
        const read = v.safeParse(authUser, data);
        if (!user || !read.success) return null;
        const factors = read.output.factors.filter(({ status }) => status === 'verified').length;
        return { user, newEmail: read.output.new_email || null, factors };
      },
    ),
    call((client) => client.from('users').select('display_name, locale').eq('id', userId).single(), {
      read: (row) => parseRows(profileRow)([row])?.[0] ?? null,
    }),
    readEmergencyContact('own'),
  ]);
  // Any refusal here means that Auth no longer knows the session.
  if (!result.ok) return result.code === 'refused' ? fail('signed_out') : result;
  if (!profile.ok) return profile;
  if (!emergency.ok) return emergency;
  return ok({ ...result.data, ...profile.data, emergency: emergency.data });
}

export const changeOwnProfileRpc = defineRpc('change_own_profile', { response: v.object({}) });

/** Changes the name and language that the app and mails use. */
export const changeProfile = (profile: { displayName: string; locale: Locale }): Promise<Result<unknown>> =>
  rpc(changeOwnProfileRpc, { display_name: profile.displayName, locale: profile.locale });

/** Sends confirmation mails to both addresses; the address changes once both links are opened. */
export const changeEmail = (email: string, { path }: { path: string }): Promise<Result<true, AuthRefusal>> =>
  callAuth(
    async (client) => client.auth.updateUser({ email }, { emailRedirectTo: `${globalThis.location.origin}${path}` }),
    () => true as const,
  );

export interface PasswordChange {
  email: string;
  currentPassword: string;
  password: string;
  /** Code from the mail of `sendReauthenticationCode`; '' if none was requested. */
  code: string;
}

/**
 * Changes the password after checking the current one, and ends the person's other sessions. Refused with
 * `code_required` when the project also requires a code (`sendReauthenticationCode`). Fails with `wrong_credentials`
 * for a wrong current password.
 */
export async function changePassword(input: PasswordChange): Promise<Result<true, AuthRefusal>> {
  const { email, currentPassword, password, code } = input;
  const verified = await callAuth(
    async () => tryPassword(email, currentPassword),
    () => true as const,
  );
  if (!verified.ok) return verified;
  const changed = await callAuth(
    async (client) =>
      client.auth.updateUser({ password, current_password: currentPassword, ...(code ? { nonce: code } : {}) }),
    () => true as const,
  );
  if (!changed.ok) return changed;
  // Signs out everyone who used the old password; a failure here does not undo the change.
  await callAuth(
    async (client) => ({ data: null, ...(await client.auth.signOut({ scope: 'others' })) }),
    () => true as const,
  );
  return ok(true);
}

/** Mails a code to the person's address, to prove that they still have access to it. */
export const sendReauthenticationCode = (): Promise<Result<true, AuthRefusal>> =>
  callAuth(
    async (client) => ({ data: null, error: (await client.auth.reauthenticate()).error }),
    () => true as const,
  );

/**
 * Checks a password by signing in to a separate session that is ended at once, so this tab's session stays as it is.
 */
async function tryPassword(email: string, password: string): Promise<AuthResponse> {
  const { url, publishableKey } = backendSettings();
  const send = guardedFetch(globalThis.fetch.bind(globalThis));
  const headers = { apikey: publishableKey, 'Content-Type': 'application/json' };
  try {
    const response = await send(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, password }),
    });
    const body = (await response.json()) as { access_token?: string; error_code?: string; code?: string; msg?: string };
    if (!response.ok)
      return {
        data: null,
        error: { code: body.error_code ?? String(body.code), message: body.msg ?? '', status: response.status },
      };
    void send(`${url}/auth/v1/logout?scope=local`, {
      method: 'POST',
      headers: { ...headers, Authorization: `Bearer ${body.access_token}` },
    }).catch(() => undefined);
    return { data: true, error: null };
  } catch (error) {
    return { data: null, error: { ...(error as Error), message: (error as Error).message, status: 0 } };
  }
}
