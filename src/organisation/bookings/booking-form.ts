/** What a partner types of a booking for its own guests, beside tour, time and party. */
import * as v from 'valibot';
import type { PartnersBooking } from '../../data/partner-bookings.ts';
import { emptyToNull } from '../../domain/booking-contact.ts';
import { optionalEmail, optionalPhone, optionalText, requiredText } from '../../domain/fields.ts';
import { LOCALES, type Locale } from '../../lib/locales.ts';

export const bookingFormSchema = v.object({
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
export type BookingFormValues = v.InferInput<typeof bookingFormSchema>;
export type BookingFormData = v.InferOutput<typeof bookingFormSchema>;

export const emptyBookingFormValues = (locale: Locale): BookingFormValues => ({
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
export function toPartnerBooking(wanted: PartnersBooking, read: BookingFormData): PartnersBooking {
  const { name, phone, email, locale, voucher, note, names, tells } = read;
  return {
    ...wanted,
    guests: wanted.guests.map((ticket, at) => {
      const own = at === 0 ? name : (names[`g${at}`] ?? '');
      return own === '' ? ticket : { ...ticket, name: own };
    }),
    contact: { name, phone: emptyToNull(phone), email: emptyToNull(email), locale },
    ...(voucher === '' ? {} : { voucher }),
    ...(note === '' ? {} : { note }),
    ...(tells ? {} : { mail: false }),
  };
}
