/** Client-side validation of the details form. */
import { isEmailAddress, normalizeEmailAddress, visibleText } from '../../domain/email-address.ts';
import type { FlowInput } from './booking-flow.ts';
import { isPossiblePhone } from './phone-field.tsx';

export type CheckedField = 'name' | 'email' | 'phone' | `guest-${number}`;

/** Returns a guest's name; the first guest defaults to the person who books. */
export const guestName = ({ names, name }: FlowInput, at: number): string => names[at] ?? (at === 0 ? name : '');
export type FieldErrors = Partial<Record<CheckedField, 'required' | 'email' | 'phone'>>;

/** Returns the errors by field. `named` is the number of guests that must have a name. */
export function validateDetails(typed: FlowInput, named: number): FieldErrors {
  const { name, phone } = typed;
  const email = normalizeEmailAddress(typed.email);
  return {
    ...(visibleText(name) === '' ? { name: 'required' as const } : {}),
    ...(email === '' ? { email: 'required' as const } : isEmailAddress(email) ? {} : { email: 'email' as const }),
    ...(visibleText(phone) === '' || isPossiblePhone(typed) ? {} : { phone: 'phone' as const }),
    ...Object.fromEntries(
      Array.from({ length: named }, (_, at) => at)
        .filter((at) => visibleText(guestName(typed, at)) === '')
        .map((at) => [`guest-${at}`, 'required' as const]),
    ),
  };
}
