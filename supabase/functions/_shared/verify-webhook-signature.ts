/** Verifies a Standard Webhooks signature, in headers with the standard names or those of Svix. */
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

export function verifyWebhookSignature(
  secret: string,
  body: string,
  headers: Headers,
  prefix: 'webhook' | 'svix' = 'webhook',
): boolean {
  const headerValue = (name: string) => headers.get(`${prefix}-${name}`) ?? '';
  try {
    // Supabase Auth's hook secrets are prefixed with the version: `v1,whsec_…`.
    new Webhook(secret.trim().replace(/^v1,/, '')).verify(
      body,
      {
        'webhook-id': headerValue('id'),
        'webhook-timestamp': headerValue('timestamp'),
        'webhook-signature': headerValue('signature'),
      },
      { jsonParse: false },
    );
    return true;
  } catch (failure) {
    if (failure instanceof WebhookVerificationError) return false;
    throw failure;
  }
}
