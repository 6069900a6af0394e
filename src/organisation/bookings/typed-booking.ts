/** What a partner types of a booking for its own guests, beside tour, time and party. */
import * as v from 'valibot';
import type { PartnersBooking } from '../../data/partner-bookings.ts';
import { orNull } from '../../domain/booking-contact.ts';
import { optionalEmail, optionalPhone, optionalText, requiredText } from '../../domain/fields.ts';
import { LOCALES, type Locale } from '../../lib/locales.ts';

export const PARTNERS_BOOKING = v.object({
  name: requiredText(200),
  phone: optionalPhone(),
  email: optionalEmail(),
  locale: v.picklist(LOCALES),
  voucher: optionalText(200),
  note: optionalText(5000),
  /** Of the others, by their place in the party. */
  names: v.record(v.string(), optionalText(200)),
  /** Whether the guest is sent the confirmation. */
  tells: v.boolean(),
});
export type TypedBooking = v.InferInput<typeof PARTNERS_BOOKING>;
export type ReadBooking = v.InferOutput<typeof PARTNERS_BOOKING>;

export const emptyBooking = (locale: Locale): TypedBooking => ({
  name: '',
  phone: '',
  email: '',
  locale,
  voucher: '',
  note: '',
  names: {},
  tells: true,
});

/** What is wanted with all that was typed about it; the first ticket is whoever books. */
export function bookingOf(wanted: PartnersBooking, read: ReadBooking): PartnersBooking {
  const { name, phone, email, locale, voucher, note, names, tells } = read;
  return {
    ...wanted,
    guests: wanted.guests.map((ticket, at) => {
      const own = at === 0 ? name : (names[`g${at}`] ?? '');
      return own === '' ? ticket : { ...ticket, name: own };
    }),
    contact: { name, phone: orNull(phone), email: orNull(email), locale },
    ...(voucher === '' ? {} : { voucher }),
    ...(note === '' ? {} : { note }),
    ...(tells ? {} : { mail: false }),
  };
}
