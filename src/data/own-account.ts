/** The account of the person who is signed in: what they change about it themselves. */
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
import { rpc } from './rpc.ts';
import { backendSettings } from './settings.ts';

export interface OwnAccount {
  user: SignedIn;
  /** The address that mails were sent about and that is not confirmed yet. */
  newEmail: string | null;
  displayName: string;
  locale: Locale;
  /** How many authenticators the person has confirmed. */
  factors: number;
  /** Whom to call when something happens to them; null: they have said nobody. */
  emergency: EmergencyContact | null;
}

const profileRow = v.object({ displayName: v.string(), locale: v.picklist(LOCALES) });
const authUser = v.object({
  new_email: v.optional(v.string()),
  factors: v.optional(v.array(v.object({ status: v.string() })), []),
});

/** As Auth and the database have it now; the session's token may be older. */
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
  // Whatever Auth refuses here, it does not know the session any more.
  if (!result.ok) return result.code === 'refused' ? fail('signed_out') : result;
  if (!profile.ok) return profile;
  if (!emergency.ok) return emergency;
  return ok({ ...result.data, ...profile.data, emergency: emergency.data });
}

/** Name and language, for the app and for the mails to the person. */
export const changeProfile = (given: { displayName: string; locale: Locale }): Promise<Result<unknown>> =>
  rpc('change_own_profile', { display_name: given.displayName, locale: given.locale }, { answer: v.object({}) });

/** Asks for mails to both addresses; it is another one when the links of both were opened. */
export const changeEmail = (email: string, { path }: { path: string }): Promise<Result<true, AuthRefusal>> =>
  callAuth(
    async (client) => client.auth.updateUser({ email }, { emailRedirectTo: `${globalThis.location.origin}${path}` }),
    () => true as const,
  );

export interface PasswordChange {
  email: string;
  present: string;
  password: string;
  /** From the mail that `sendReauthenticationCode` has sent; '' before one was asked for. */
  code: string;
}

/**
 * Another password, for who knows the present one, and the end of every other session. `code_wanted`: the project wants a code from a mail
 * as well (`sendReauthenticationCode`). Failures beside those: `wrong_credentials` where the present one is wrong.
 */
export async function changePassword(given: PasswordChange): Promise<Result<true, AuthRefusal>> {
  const { email, present, password, code } = given;
  const known = await callAuth(
    async () => tryPassword(email, present),
    () => true as const,
  );
  if (!known.ok) return known;
  const changed = await callAuth(
    async (client) => client.auth.updateUser({ password, current_password: present, ...(code ? { nonce: code } : {}) }),
    () => true as const,
  );
  if (!changed.ok) return changed;
  // Whoever knew the old one is out; that this cannot be reached now changes nothing about the new one.
  await callAuth(
    async (client) => ({ data: null, ...(await client.auth.signOut({ scope: 'others' })) }),
    () => true as const,
  );
  return ok(true);
}

/** Sends a code to the person's address, which shows that it is still theirs. */
export const sendReauthenticationCode = (): Promise<Result<true, AuthRefusal>> =>
  callAuth(
    async (client) => ({ data: null, error: (await client.auth.reauthenticate()).error }),
    () => true as const,
  );

/** Whether Auth takes a password: by a session that ends at once, as that of this tab shall stay what it is. */
async function tryPassword(email: string, password: string): Promise<AuthResponse> {
  const { url, publishableKey } = backendSettings();
  const send = guardedFetch(globalThis.fetch.bind(globalThis));
  const headers = { apikey: publishableKey, 'Content-Type': 'application/json' };
  try {
    const answer = await send(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, password }),
    });
    const body = (await answer.json()) as { access_token?: string; error_code?: string; code?: string; msg?: string };
    if (!answer.ok)
      return {
        data: null,
        error: { code: body.error_code ?? String(body.code), message: body.msg ?? '', status: answer.status },
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
