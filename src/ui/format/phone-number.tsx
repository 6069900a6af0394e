/** Phone numbers as people write them: `+45 33 11 22 33`; as they are stored until the metadata is loaded. */
import { useEffect, useSyncExternalStore } from 'react';
import { loadPhoneNumbers, phoneNumbers } from '../../lib/load-phone-numbers.ts';

/** Returns a function that formats a phone number for display. */
export function useFormatPhone(): (phone: string) => string {
  const numbers = useSyncExternalStore(phoneNumbers.subscribe, phoneNumbers.get);
  useEffect(loadPhoneNumbers, []);
  return (phone) => numbers?.parsePhoneInput(phone, '')?.international.replaceAll(' ', '\u00a0') ?? phone;
}

export function PhoneNumber({ phone }: { phone: string }) {
  return useFormatPhone()(phone);
}
