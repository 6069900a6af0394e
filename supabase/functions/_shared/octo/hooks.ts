/** The capability octo/webhooks: subscriptions, and what a subscriber is told, in OCTO's shapes. */
import { OPTION } from './mapping.ts';
import { availabilityOf, bookingOf, supplierOf } from './answers.ts';
import type { Hook, ToldInOcto } from './facts.ts';

export const hookOf = (hook: Hook) => ({
  id: hook.id,
  event: hook.event,
  url: hook.url,
  retryOnError: hook.retries,
  useContactLanguage: hook.uses_contact_language,
  headers: hook.headers,
  capabilities: hook.capabilities,
});

/** The body of a delivery: what GET would have answered when it happened. A test has the subscription alone. */
export function messageOf(hook: Hook, told: ToldInOcto, origin: string) {
  const webhook = hookOf(hook);
  if (told === null) return { webhook };
  const spoken = { capabilities: new Set(hook.capabilities), origin };
  const supplier = supplierOf(told.supplier, spoken);
  if ('booking' in told) {
    const language = hook.uses_contact_language ? told.booking.locale : 'en';
    return { webhook, booking: bookingOf(told.booking, { ...spoken, language }), supplier };
  }
  const availability = availabilityOf(told.slot, told.product, spoken, null);
  return { webhook, availability, productId: told.product.id, optionId: OPTION, supplier };
}
