/** Invitations for the holder of the link: read it, create an account for the invited address, and join. */
import * as v from 'valibot';
import type { NewMember } from '../domain/registration.ts';
import { ok, type Result } from '../domain/result.ts';
import type { Locale } from '../lib/locales.ts';
import type { AuthRefusal } from './auth.ts';
import { callAuth } from './auth-refusals.ts';
import { instant } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
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

const invitationResponse = v.object({
  state: v.picklist(INVITATION_STATES),
  /** The company's or organisation's name. */
  team: v.nullable(v.string()),
  companyId: v.nullable(v.string()),
  roles: v.nullable(v.array(v.string())),
  email: v.nullable(v.string()),
  inviter: v.nullable(v.string()),
  expiresAt: v.nullable(instant),
  /** Whether the invited address has an account. */
  hasAccount: v.boolean(),
  /** Whether the signed-in person accepted it. */
  isMine: v.boolean(),
});
export type InvitationResponse = v.InferOutput<typeof invitationResponse>;

export const readInvitationRpc = defineRpc('read_invitation', { response: invitationResponse });

/** Reads an invitation. A wrong token has the state `unknown` and no other data. */
export const readInvitation = (token: string, signal?: AbortSignal): Promise<Result<InvitationResponse>> =>
  rpc(readInvitationRpc, { token }, { signal });

export const acceptInvitationRpc = defineRpc('accept_invitation', {
  response: v.object({ companyId: v.nullable(v.string()) }),
  refusals: { ended: v.object({ state: v.picklist(INVITATION_STATES) }) },
});

/** Joins the team; the person must be signed in with the invited address. Idempotent. */
export const acceptInvitation = (token: string) => rpc(acceptInvitationRpc, { token });

const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export interface NewAccount extends NewMember {
  email: string;
  locale: Locale;
  /** The invitation's token; its hash proves to the server that the person received the mail. */
  token: string;
  /** Where links in Auth's mails lead. */
  returnTo: string;
}

export const confirmInvitedAddressRpc = defineRpc('confirm_invited_address', { response: v.object({}) });

/** Creates an account whose address is confirmed by the invitation, without a second mail. */
export async function createInvitedAccount(account: NewAccount): Promise<Result<null, AuthRefusal>> {
  const { email, password, displayName, locale, token, returnTo } = account;
  const invitation = hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
  const signedUp = await callAuth(
    async (client) =>
      client.auth.signUp({
        email,
        password,
        options: { data: { display_name: displayName, locale, invitation }, emailRedirectTo: returnTo },
      }),
    () => true as const,
  );
  if (!signedUp.ok) return signedUp;
  // If this fails, the person confirms the address with the mail that Auth has sent.
  await rpc(confirmInvitedAddressRpc, { token });
  return ok(null);
}
