import type { AuthRefusal } from '../../data/auth.ts';
import type { Result } from '../../domain/result.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';

/** Returns the message for a failed authenticator request; null if it has not failed. */
export function mfaErrorText(answer: Result<unknown, AuthRefusal> | null): MessageId | null {
  if (answer === null || answer.ok) return null;
  if (answer.code === 'rate_limited') return 'mfa.tooMany';
  if (answer.code !== 'refused') return FAILURE_TEXTS[answer.code];
  const { status } = answer.refusal;
  if (status === 'code_wrong') return 'mfa.codeWrong';
  return status === 'sign_in_anew' ? 'mfa.over' : 'mfa.refused';
}
