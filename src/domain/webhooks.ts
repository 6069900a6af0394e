/** Enums of webhooks: events, states and failures; the same as the database enums. */
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
  'report.returned',
  'report.locked',
  'payment.received',
  'payment.undone',
  'payment.failed',
  'payment.refunded',
  'availability.changed',
  'webhook.test',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/**
 * Events that receivers can choose: all but the test, which is sent manually, and the one for OCTO subscribers only.
 */
export const SUBSCRIBABLE_EVENTS = WEBHOOK_EVENTS.filter(
  (event): event is Exclude<WebhookEvent, 'webhook.test' | 'availability.changed'> =>
    event !== 'webhook.test' && event !== 'availability.changed',
);
/** Events that resellers subscribe to through OCTO (ADR 066). */
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
  'no_response',
  'bad_certificate',
  'not_sent',
] as const;

/** With a host name, not an IP address. */
const BY_NAME =
  /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?(?:[/?][^\s#]*)?$/i;
/** Host names that do not exist on the public Internet. */
const INSIDE = /^https:\/\/[^/?:]*\.(?:localhost|local|internal|lan|home|arpa|onion)(?:[:/?]|$)/i;

/**
 * Returns whether a webhook URL is allowed, by its host name. As `private.is_webhook_url`; also requires that the
 * sender's URL parser reads it.
 */
export function isWebhookUrl(text: string): boolean {
  if ([...text].length > 500 || !BY_NAME.test(text) || INSIDE.test(text)) return false;
  return URL.canParse(text) && new URL(text).port !== '0';
}
