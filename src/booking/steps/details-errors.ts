/** What is wrong with what was typed, as far as a browser can tell. */
import { isEmailAddress, normalizeEmailAddress, visibleText } from '../../domain/email-address.ts';
import type { FlowInput } from './booking-flow.ts';
import { isPossiblePhone } from './phone-field.tsx';

export type CheckedField = 'name' | 'email' | 'phone' | `guest-${number}`;

/** Whoever comes first is whoever books, until something else is typed. */
export const guestName = ({ names, name }: FlowInput, at: number): string => names[at] ?? (at === 0 ? name : '');
export type FieldErrors = Partial<Record<CheckedField, 'required' | 'email' | 'phone'>>;

/** `named`: how many of the party must have a name. */
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
