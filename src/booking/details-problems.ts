/** What is wrong with what was typed, as far as a browser can tell. */
import type { Typed } from './flow.ts';
import { isPhone } from './phone-field.tsx';

const EMAIL = /^\s*[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+\s*$/;

export type Checked = 'name' | 'email' | 'phone';
export type Problems = Partial<Record<Checked, 'required' | 'email' | 'phone'>>;

export function problemsOf(typed: Typed): Problems {
  const { name, email, phone } = typed;
  return {
    ...(name.trim() === '' ? { name: 'required' as const } : {}),
    ...(email.trim() === '' ? { email: 'required' as const } : EMAIL.test(email) ? {} : { email: 'email' as const }),
    ...(phone.trim() === '' || isPhone(typed) ? {} : { phone: 'phone' as const }),
  };
}
