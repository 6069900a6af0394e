import type { FailureCode } from '../domain/result.ts';
import type { MessageId } from '../i18n/message-id.ts';

/**
 * Texts for failed requests to Auth. Input that it cannot accept (`invalid`) and a person whom it does not know
 * (`signed_out`) read as wrong credentials.
 */
export const AUTH_FAILURE_TEXTS: Record<FailureCode, MessageId> = {
  offline: 'login.error.offline',
  timeout: 'login.error.timeout',
  bad_response: 'login.error.portal',
  signed_out: 'login.error.credentials',
  key_revoked: 'failure.keyRevoked',
  key_wrong: 'failure.keyWrong',
  version_differs: 'failure.versionDiffers',
  wrong_credentials: 'login.error.credentials',
  not_permitted: 'login.error.notPermitted',
  earns_commission: 'login.error.notPermitted',
  no_subscription: 'login.error.notPermitted',
  not_found: 'login.error.server',
  rate_limited: 'login.error.rateLimited',
  server: 'login.error.server',
  invalid: 'login.error.credentials',
  storage_full: 'login.error.storage',
  storage_failed: 'login.error.storage',
};
