/** Capability octo/webhooks: subscriptions and event bodies in OCTO's shapes. */
import { OPTION } from './mapping.ts';
import { toAvailability, toBooking, toSupplier } from './responses.ts';
import type { Subscription, OctoEvent } from './database-rows.ts';

export const toSubscription = (hook: Subscription) => ({
  id: hook.id,
  event: hook.event,
  url: hook.url,
  retryOnError: hook.retries,
  useContactLanguage: hook.uses_contact_language,
  headers: hook.headers,
  capabilities: hook.capabilities,
});

/**
 * Returns the body of a delivery: what GET would have returned when it happened. A test contains only the subscription.
 */
export function toEventBody(hook: Subscription, event: OctoEvent, origin: string) {
  const webhook = toSubscription(hook);
  if (event === null) return { webhook };
  const context = { capabilities: new Set(hook.capabilities), origin };
  const supplier = toSupplier(event.supplier, context);
  if ('booking' in event) {
    const language = hook.uses_contact_language ? event.booking.locale : 'en';
    return { webhook, booking: toBooking(event.booking, { ...context, language }), supplier };
  }
  const availability = toAvailability(event.slot, event.product, context, null);
  return { webhook, availability, productId: event.product.id, optionId: OPTION, supplier };
}
