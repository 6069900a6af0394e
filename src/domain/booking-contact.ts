/** What people type about a booking: the form's schema, and what the server is told of it. */
import * as v from 'valibot';
import { LOCALES } from '../lib/locales.ts';
import { optionalEmail, optionalPhone, optionalText, requiredText } from './fields.ts';

/** A telephone number as it may have been written before there was a field that knows numbers; one of our own must be whole. */
const keptPhone = (before: string) => v.union([v.literal(before), optionalPhone()]);

/** `phone`: what stands there, which stays good whatever it is. */
export const bookingContact = (phone = '') =>
  v.object({
    name: requiredText(200),
    email: optionalEmail(),
    phone: phone === '' ? optionalPhone() : v.pipe(keptPhone(phone)),
    /** Two letters; '' where it is not known. */
    country: v.pipe(v.string(), v.regex(/^([A-Z]{2})?$/)),
    locale: v.picklist(LOCALES),
    note: optionalText(5000),
    externalReference: optionalText(200),
  });
export type ContactFormValues = v.InferInput<ReturnType<typeof bookingContact>>;

/** '' is what nothing is typed as, null what it is kept as. */
export const emptyToNull = (text: string) => (text === '' ? null : text);
