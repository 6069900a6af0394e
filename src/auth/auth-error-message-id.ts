import type { AuthRefusal } from '../data/auth.ts';
import type { Result } from '../domain/result.ts';
import type { MessageId } from '../i18n/message-id.ts';
import { AUTH_FAILURE_TEXTS } from './auth-failure-texts.ts';

const REFUSED: Record<AuthRefusal['status'], MessageId> = {
  not_confirmed: 'account.refused.notConfirmed',
  link_expired: 'account.refused.linkExpired',
  same_password: 'account.refused.samePassword',
  weak_password: 'account.password.common',
  address_taken: 'account.refused.addressTaken',
  address_refused: 'account.refused.address',
  too_soon: 'account.refused.tooSoon',
  mail_limit: 'account.refused.mailLimit',
  sign_in_again: 'account.refused.signInAgain',
  code_required: 'account.refused.codeRequired',
  code_wrong: 'account.refused.codeWrong',
  factor_required: 'account.refused.factorRequired',
  closed: 'account.refused.closed',
  banned: 'login.error.notPermitted',
};

/** Returns the message for a failed request; null if it has not failed. */
export function authErrorMessageId(result: Result<unknown, AuthRefusal> | null): MessageId | null {
  if (result === null || result.ok) return null;
  return result.code === 'refused' ? REFUSED[result.refusal.status] : AUTH_FAILURE_TEXTS[result.code];
}
