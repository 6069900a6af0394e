/** Webhooks: the closed lists of what is told and of what may become of it; the same as the enums of the database. */
export const WEBHOOK_EVENTS = [
  'booking.created',
  'booking.confirmed',
  'booking.changed',
  'booking.moved',
  'booking.cancelled',
  'booking.rejected',
  'booking.expired',
  'guest.checked_in',
  'departure.changed',
  'departure.departed',
  'departure.cancelled',
  'report.submitted',
  'report.asked_back',
  'report.locked',
  'payment.received',
  'payment.undone',
  'payment.failed',
  'payment.refunded',
  'availability.changed',
  'webhook.test',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
type Untold = 'availability.changed' | 'webhook.test';
/** What a receiver may ask for: all but the test, which is sent by hand, and what subscribers of OCTO alone are told. */
export const SUBSCRIBABLE_EVENTS = WEBHOOK_EVENTS.filter(
  (event): event is Exclude<WebhookEvent, Untold> => event !== 'webhook.test' && event !== 'availability.changed',
);
/** What resellers subscribe to by OCTO (ADR 066). */
export const OCTO_EVENTS = ['booking_update', 'availability_update'] as const;

export const WEBHOOK_STATES = ['active', 'paused', 'off'] as const;
export const WEBHOOK_PAUSES = ['gone', 'failing'] as const;
export const DELIVERY_STATES = ['pending', 'retrying', 'delivered', 'dead'] as const;
export const WEBHOOK_FAILURES = [
  'status',
  'redirect',
  'gone',
  'forbidden_address',
  'unreachable',
  'no_answer',
  'bad_certificate',
  'not_sent',
] as const;

const BY_NAME =
  /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?(?:[/?][^\s#]*)?$/i;
const INSIDE = /^https:\/\/[^/?:]*\.(?:localhost|local|internal|lan|home|arpa|onion)(?:[:/?]|$)/i;

/**
 * Whether a webhook may be sent there, by its name. As `private.is_webhook_url`; what the sender's URL parser does not read is no
 * address here.
 */
export function isWebhookUrl(text: string): boolean {
  if ([...text].length > 500 || !BY_NAME.test(text) || INSIDE.test(text)) return false;
  return URL.canParse(text) && new URL(text).port !== '0';
}
