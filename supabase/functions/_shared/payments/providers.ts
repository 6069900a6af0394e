import type { Ports } from '../ports.ts';
import type { PaymentProvider } from './provider.ts';
import { stripeProvider } from './stripe-provider.ts';
import { testProvider } from './test-provider.ts';

/** Returns the adapter of a provider with a company's key, or null for an unknown name. */
export function createProvider(name: string, key: string | null, ports: Ports): PaymentProvider | null {
  if (name === 'stripe') return stripeProvider(key, ports.fetch);
  if (name === 'test') return testProvider(ports);
  return null;
}
