import type * as PhoneNumbers from './phone-numbers.ts';
import { createStore } from './store.ts';

/** The metadata of the world's numbers is large and loads on demand; null until then. */
export const phoneNumbers = createStore<typeof PhoneNumbers | null>(null);

export function loadPhoneNumbers(): void {
  if (!phoneNumbers.get()) import('./phone-numbers.ts').then(phoneNumbers.set, () => undefined);
}
