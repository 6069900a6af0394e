/** Maps Supabase Auth's error codes to refusals, one for each case that the person can act on. */
import type { Result } from '../domain/result.ts';
import { call } from './call.ts';
import type { Client } from './client.ts';
import type { WireError } from './failures.ts';

export const AUTH_REFUSALS = [
  'not_confirmed', // correct password, but the address was never confirmed
  'link_expired', // used or expired; Auth does not distinguish the two
  'same_password',
  'weak_password',
  'address_taken',
  'address_refused',
  'too_soon', // a mail was sent to this address a moment ago
  'mail_limit', // Auth's hourly mail limit is reached, so nothing was sent or changed
  'sign_in_again', // the session no longer exists
  'code_required', // the last sign-in is too long ago for this change: it needs a code sent by mail
  'code_wrong', // code from a mail or authenticator: wrong, used or expired
  'factor_required', // the session needs a code from the person's authenticator
  'closed', // the project does not allow registration
  'banned',
] as const;
export type AuthRefusal = { status: (typeof AUTH_REFUSALS)[number] };

/** https://supabase.com/docs/guides/auth/debugging/error-codes */
const BY_CODE: Readonly<Record<string, AuthRefusal['status']>> = {
  email_not_confirmed: 'not_confirmed',
  otp_expired: 'link_expired',
  flow_state_expired: 'link_expired',
  flow_state_not_found: 'link_expired',
  same_password: 'same_password',
  weak_password: 'weak_password',
  email_exists: 'address_taken',
  user_already_exists: 'address_taken',
  email_address_invalid: 'address_refused',
  email_address_not_authorized: 'address_refused',
  reauthentication_needed: 'code_required',
  reauth_nonce_missing: 'code_required',
  reauthentication_not_valid: 'code_wrong',
  mfa_verification_failed: 'code_wrong',
  mfa_verification_rejected: 'code_wrong',
  mfa_challenge_expired: 'code_wrong',
  insufficient_aal: 'factor_required',
  session_not_found: 'sign_in_again',
  signup_disabled: 'closed',
  email_provider_disabled: 'closed',
  user_banned: 'banned',
};

const MAIL_RATE_LIMIT = 'over_email_send_rate_limit';

/**
 * Maps an Auth error to a refusal, or null. One Auth code covers both mail limits; only the message tells them apart.
 */
function refusalFor({ code = '', message }: WireError): AuthRefusal['status'] | null {
  if (code === MAIL_RATE_LIMIT) return /^for security purposes/i.test(message ?? '') ? 'too_soon' : 'mail_limit';
  return Object.hasOwn(BY_CODE, code) ? BY_CODE[code]! : null;
}

/** Reports the mail limit to the installation's operator, who can raise it. Not awaited. */
function reportMailLimit(client: Client): void {
  void Promise.resolve(client.rpc('report_mail_limit')).catch(() => undefined);
}

export interface AuthResponse {
  data: unknown;
  error: (WireError & { status?: number | undefined }) | null;
}

/** Calls Supabase Auth. `read` returns null for an unexpected response, which becomes the failure `bad_response`. */
export async function callAuth<T>(
  request: (client: Client) => Promise<AuthResponse>,
  read: (data: unknown) => T | null,
): Promise<Result<T, AuthRefusal>> {
  const outcome = await call<{ refused: AuthRefusal['status'] } | { read: T }>(
    async (client) => {
      const { data, error } = await request(client);
      const refused = error && refusalFor(error);
      if (refused === 'mail_limit') reportMailLimit(client);
      if (refused) return { data: { refused }, error: null, status: 200 };
      return { data: { response: data }, error, status: error?.status ?? (error ? 0 : 200) };
    },
    {
      read: (result) => {
        if ('refused' in (result as object)) return result as { refused: AuthRefusal['status'] };
        const found = read((result as { response: unknown }).response);
        return found === null ? null : { read: found };
      },
    },
  );
  if (!outcome.ok) return outcome as Result<T, AuthRefusal>;
  if ('refused' in outcome.data)
    return { ok: false, code: 'refused', retry: false, refusal: { status: outcome.data.refused } } as Result<
      T,
      AuthRefusal
    >;
  return { ok: true, data: outcome.data.read } as Result<T, AuthRefusal>;
}
