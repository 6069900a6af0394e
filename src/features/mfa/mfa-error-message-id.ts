import type { AuthRefusal } from '../../data/auth.ts';
import type { Result } from '../../domain/result.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';

/** Returns the message for a failed authenticator request; null if it has not failed. */
export function mfaErrorMessageId(result: Result<unknown, AuthRefusal> | null): MessageId | null {
  if (result === null || result.ok) return null;
  if (result.code === 'rate_limited') return 'mfa.tooMany';
  if (result.code !== 'refused') return FAILURE_TEXTS[result.code];
  const { status } = result.refusal;
  if (status === 'code_wrong') return 'mfa.codeWrong';
  return status === 'sign_in_again' ? 'mfa.timedOut' : 'mfa.refused';
}
