/** Verifies a Standard Webhooks signature, in headers with the standard names or those of Svix. */
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

export function verifyWebhookSignature(
  secret: string,
  body: string,
  headers: Headers,
  prefix: 'webhook' | 'svix' = 'webhook',
): boolean {
  const given = (name: string) => headers.get(`${prefix}-${name}`) ?? '';
  try {
    new Webhook(secret.trim().replace(/^v1,/, '')).verify(
      body,
      { 'webhook-id': given('id'), 'webhook-timestamp': given('timestamp'), 'webhook-signature': given('signature') },
      { jsonParse: false },
    );
    return true;
  } catch (failure) {
    if (failure instanceof WebhookVerificationError) return false;
    throw failure;
  }
}
