/** What Auth says no with, by its codes: each that a person can do something about is a refusal with a name of ours. */
import type { Result } from '../domain/result.ts';
import { call } from './call.ts';
import type { Client } from './client.ts';
import type { WireError } from './failures.ts';

export const AUTH_REFUSALS = [
  'not_confirmed', // the password is right, the address was never confirmed
  'link_over', // used or expired: Auth does not tell which
  'same_password',
  'weak_password',
  'address_taken',
  'address_refused',
  'too_soon', // a mail went to this address a moment ago
  'mail_limit', // Auth has sent as many mails in this hour as it may, so none was sent and nothing was done
  'sign_in_anew', // too long since the last sign-in for what was asked
  'code_wanted', // the same, where a code from a mail will do
  'code_wrong', // of a mail or an authenticator: wrong, used or too old
  'factor_wanted', // who has an authenticator must have shown it in this session
  'closed', // the project lets nobody register
  'banned',
] as const;
export type AuthRefusal = { status: (typeof AUTH_REFUSALS)[number] };

/** https://supabase.com/docs/guides/auth/debugging/error-codes */
const BY_CODE: Readonly<Record<string, AuthRefusal['status']>> = {
  email_not_confirmed: 'not_confirmed',
  otp_expired: 'link_over',
  flow_state_expired: 'link_over',
  flow_state_not_found: 'link_over',
  same_password: 'same_password',
  weak_password: 'weak_password',
  email_exists: 'address_taken',
  user_already_exists: 'address_taken',
  email_address_invalid: 'address_refused',
  email_address_not_authorized: 'address_refused',
  reauthentication_needed: 'code_wanted',
  reauth_nonce_missing: 'code_wanted',
  reauthentication_not_valid: 'code_wrong',
  mfa_verification_failed: 'code_wrong',
  mfa_verification_rejected: 'code_wrong',
  mfa_challenge_expired: 'code_wrong',
  insufficient_aal: 'factor_wanted',
  session_not_found: 'sign_in_anew',
  signup_disabled: 'closed',
  email_provider_disabled: 'closed',
  user_banned: 'banned',
};

const MAIL_RATE_LIMIT = 'over_email_send_rate_limit';

/** Auth has one code for "this address had a mail a moment ago" and for "no more mails in this hour"; its message tells them apart. */
function refusalFor({ code = '', message }: WireError): AuthRefusal['status'] | null {
  if (code === MAIL_RATE_LIMIT) return /^for security purposes/i.test(message ?? '') ? 'too_soon' : 'mail_limit';
  return Object.hasOwn(BY_CODE, code) ? BY_CODE[code]! : null;
}

/** Tells the installation's operator, who can raise the limit. Whoever waits for an answer does not wait for this. */
function reportMailLimit(client: Client): void {
  void Promise.resolve(client.rpc('report_mail_limit')).catch(() => undefined);
}

export interface AuthResponse {
  data: unknown;
  error: (WireError & { status?: number | undefined }) | null;
}

/** Asks Auth something. `handleQuery`: null for what is no answer of ours. */
export async function callAuth<T>(
  request: (client: Client) => Promise<AuthResponse>,
  read: (data: unknown) => T | null,
): Promise<Result<T, AuthRefusal>> {
  const answer = await call<{ refused: AuthRefusal['status'] } | { read: T }>(
    async (client) => {
      const { data, error } = await request(client);
      const refused = error && refusalFor(error);
      if (refused === 'mail_limit') reportMailLimit(client);
      if (refused) return { data: { refused }, error: null, status: 200 };
      return { data: { given: data }, error, status: error?.status ?? (error ? 0 : 200) };
    },
    {
      read: (result) => {
        if ('refused' in (result as object)) return result as { refused: AuthRefusal['status'] };
        const found = read((result as { given: unknown }).given);
        return found === null ? null : { read: found };
      },
    },
  );
  if (!answer.ok) return answer as Result<T, AuthRefusal>;
  if ('refused' in answer.data)
    return { ok: false, code: 'refused', retry: false, refusal: { status: answer.data.refused } } as Result<
      T,
      AuthRefusal
    >;
  return { ok: true, data: answer.data.read } as Result<T, AuthRefusal>;
}
