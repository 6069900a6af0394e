/**
 * Phone numbers as people write them: `+45 33 11 22 33`. The metadata of the world's numbers is large and loads with
 * the first number; until then, a number is shown as it is stored.
 */
import { useEffect, useSyncExternalStore } from 'react';
import type * as PhoneNumbers from '../../lib/phone-numbers.ts';
import { createStore } from '../../lib/store.ts';

const loadedNumbers = createStore<typeof PhoneNumbers | null>(null);

/** Returns a function that formats a phone number for display. */
export function useFormatPhone(): (phone: string) => string {
  const numbers = useSyncExternalStore(loadedNumbers.subscribe, loadedNumbers.get);
  useEffect(() => {
    if (!loadedNumbers.get()) import('../../lib/phone-numbers.ts').then(loadedNumbers.set, () => undefined);
  }, []);
  return (phone) => numbers?.parsePhoneInput(phone, '')?.international.replaceAll(' ', '\u00a0') ?? phone;
}

export function PhoneNumber({ phone }: { phone: string }) {
  return useFormatPhone()(phone);
}
