import type { FailureCode } from '../../domain/result.ts';
import type { MessageId } from '../../i18n/message-id.ts';

let isActing = false;

/** Sets the text of permission refusals: while acting for a company, it refers the person to the company's own team. */
export function explainRefusalsAsActing(acting: boolean): void {
  isActing = acting;
}

/** The message for each expected failure. */
export const FAILURE_TEXTS = {
  offline: 'failure.offline',
  timeout: 'failure.timeout',
  bad_response: 'failure.badResponse',
  signed_out: 'failure.signedOut',
  key_revoked: 'failure.keyRevoked',
  key_wrong: 'failure.keyWrong',
  version_differs: 'failure.versionDiffers',
  wrong_credentials: 'login.error.credentials',
  get not_permitted(): 'failure.notPermitted' | 'failure.notWhileActing' {
    return isActing ? 'failure.notWhileActing' : 'failure.notPermitted';
  },
  earns_commission: 'failure.earnsCommission',
  no_subscription: 'failure.noSubscription',
  not_found: 'failure.notFound',
  rate_limited: 'failure.rateLimited',
  server: 'failure.server',
  invalid: 'failure.invalid',
  storage_full: 'failure.storageFull',
  storage_failed: 'failure.storageFailed',
} as const satisfies Record<FailureCode, MessageId>;
