import type { Ports } from '../ports.ts';
import type { PaymentProvider } from './provider.ts';
import { stripeProvider } from './stripe-provider.ts';
import { testProvider } from './test-provider.ts';

/** The adapter of that name, with a company's own key; null for none that there is. */
export function createProvider(name: string, key: string | null, ports: Ports): PaymentProvider | null {
  if (name === 'stripe') return stripeProvider(key, ports.fetch);
  if (name === 'test') return testProvider(ports);
  return null;
}
