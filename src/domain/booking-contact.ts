import * as v from 'valibot';
import { LOCALES } from '../lib/locales.ts';
import { optionalEmail, optionalPhone, optionalText, requiredText } from './fields.ts';

/** Accepts an older number in any format unchanged; a new one must be a valid phone number. */
const unchangedOrPhone = (before: string) => v.union([v.literal(before), optionalPhone()]);

/** Returns the schema. `phone`: the stored number, which stays valid in any format. */
export const bookingContact = (phone = '') =>
  v.object({
    name: requiredText(200),
    email: optionalEmail(),
    phone: phone === '' ? optionalPhone() : unchangedOrPhone(phone),
    /** ISO 3166-1 alpha-2; '' if unknown. */
    country: v.pipe(v.string(), v.regex(/^([A-Z]{2})?$/)),
    locale: v.picklist(LOCALES),
    note: optionalText(5000),
    voucherNumber: optionalText(200),
  });
export type ContactFormValues = v.InferInput<ReturnType<typeof bookingContact>>;

/** Converts the form's '' to the stored null. */
export const emptyToNull = (text: string) => (text === '' ? null : text);
