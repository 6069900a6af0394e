/** Whoever holds the link of an invitation: what it leads to, an account for the invited address, and joining. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import type { Locale } from '../lib/locales.ts';
import { call } from './call.ts';
import { instant } from './departure-shapes.ts';
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

const told = v.object({
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
export type ToldInvitation = v.InferOutput<typeof told>;

/** Of no invitation at all the state is `unknown`, and nothing is told. */
export const readInvitation = (token: string, signal?: AbortSignal): Promise<Result<ToldInvitation>> =>
  rpc('read_invitation', { token }, { signal, answer: told });

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

/** Makes an account. `isSignedIn` is false where Auth wants the address confirmed first. Fails with `invalid` for a password that Auth does not take. */
export function makeAccount(given: {
  email: string;
  password: string;
  name: string;
  locale: Locale;
  /** Where the mail of Auth leads back to. */
  returnTo: string;
}): Promise<Result<{ userId: Uuid; isSignedIn: boolean }>> {
  const { email, password, name, locale, returnTo } = given;
  return call(
    async (client) => {
      const { data, error } = await client.auth.signUp({
        email,
        password,
        options: { data: { display_name: name, locale }, emailRedirectTo: returnTo },
      });
      return { data: { user: data.user, session: data.session }, error, status: error?.status ?? 200 };
    },
    {
      read: (data) => {
        const { user, session } = data as { user: { id: Uuid } | null; session: unknown };
        return user && { userId: user.id, isSignedIn: Boolean(session) };
      },
    },
  );
}
