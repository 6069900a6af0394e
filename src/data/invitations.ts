/** Whoever holds the link of an invitation: what it leads to, an account for the invited address, and joining. */
import * as v from 'valibot';
import type { NewMember } from '../domain/registration.ts';
import { ok, type Result } from '../domain/result.ts';
import type { Locale } from '../lib/locales.ts';
import type { AuthRefusal } from './auth.ts';
import { callAuth } from './auth-refusals.ts';
import { instant } from './departure-schemas.ts';
import { rpc } from './rpc.ts';

export const INVITATION_STATES = [
  'pending',
  'other_email',
  'accepted',
  'revoked',
  'expired',
  'company_inactive',
  'unknown',
] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

const invitationAnswer = v.object({
  state: v.picklist(INVITATION_STATES),
  /** The company's or organisation's name. */
  team: v.nullable(v.string()),
  companyId: v.nullable(v.string()),
  roles: v.nullable(v.array(v.string())),
  email: v.nullable(v.string()),
  inviter: v.nullable(v.string()),
  expiresAt: v.nullable(instant),
  /** Whether somebody signs in with the invited address. */
  hasAccount: v.boolean(),
  /** Accepted by whoever asks. */
  isMine: v.boolean(),
});
export type InvitationResponse = v.InferOutput<typeof invitationAnswer>;

/** Of no invitation at all the state is `unknown`, and nothing is told. */
export const readInvitation = (token: string, signal?: AbortSignal): Promise<Result<InvitationResponse>> =>
  rpc('read_invitation', { token }, { signal, answer: invitationAnswer });

/** Joins the team, under the address that was invited. The same again is ok. */
export const acceptInvitation = (token: string) =>
  rpc(
    'accept_invitation',
    { token },
    {
      answer: v.object({ companyId: v.nullable(v.string()) }),
      refusals: { ended: v.object({ state: v.picklist(INVITATION_STATES) }) },
    },
  );

const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export interface NewAccount extends NewMember {
  email: string;
  locale: Locale;
  /** Of the invitation: the account says by its hash that whoever made it has read the mail. */
  token: string;
  /** Where a mail of Auth leads back to. */
  returnTo: string;
}

/** Makes an account whose address needs no second mail to be confirmed. */
export async function createInvitedAccount(given: NewAccount): Promise<Result<null, AuthRefusal>> {
  const { email, password, displayName, locale, token, returnTo } = given;
  const invitation = hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
  const made = await callAuth(
    async (client) =>
      client.auth.signUp({
        email,
        password,
        options: { data: { display_name: displayName, locale, invitation }, emailRedirectTo: returnTo },
      }),
    () => ok(null),
  );
  if (!made.ok) return made;
  await rpc('confirm_invited_address', { token }, { answer: v.object({}) });
  return ok(null);
}
