/** Client-side validation of the details form. */
import { isEmailAddress, normalizeEmailAddress, visibleText } from '../../domain/email-address.ts';
import type { FlowInput } from './booking-flow.ts';
import { isPossiblePhone } from './phone-field.tsx';

export type CheckedField = 'name' | 'email' | 'phone' | `guest-${number}`;

/** Returns a guest's name; the first guest defaults to the person who books. */
export const guestName = ({ names, name }: FlowInput, at: number): string => names[at] ?? (at === 0 ? name : '');
export type FieldErrors = Partial<Record<CheckedField, 'required' | 'email' | 'phone'>>;

/** Returns the errors by field. `namedCount` is the number of guests that must have a name. */
export function validateDetails(input: FlowInput, namedCount: number): FieldErrors {
  const { name, phone } = input;
  const email = normalizeEmailAddress(input.email);
  return {
    ...(visibleText(name) === '' ? { name: 'required' as const } : {}),
    ...(email === '' ? { email: 'required' as const } : isEmailAddress(email) ? {} : { email: 'email' as const }),
    ...(visibleText(phone) === '' || isPossiblePhone(input) ? {} : { phone: 'phone' as const }),
    ...Object.fromEntries(
      Array.from({ length: namedCount }, (_, at) => at)
        .filter((at) => visibleText(guestName(input, at)) === '')
        .map((at) => [`guest-${at}`, 'required' as const]),
    ),
  };
}
