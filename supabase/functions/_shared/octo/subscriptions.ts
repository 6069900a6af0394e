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
export function toEventBody(hook: Subscription, result: OctoEvent, origin: string) {
  const webhook = toSubscription(hook);
  if (result === null) return { webhook };
  const spoken = { capabilities: new Set(hook.capabilities), origin };
  const supplier = toSupplier(result.supplier, spoken);
  if ('booking' in result) {
    const language = hook.uses_contact_language ? result.booking.locale : 'en';
    return { webhook, booking: toBooking(result.booking, { ...spoken, language }), supplier };
  }
  const availability = toAvailability(result.slot, result.product, spoken, null);
  return { webhook, availability, productId: result.product.id, optionId: OPTION, supplier };
}
