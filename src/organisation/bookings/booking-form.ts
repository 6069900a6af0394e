/** Form of a booking that a partner makes for its guests, besides tour, time and party. */
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
  voucherNumber: optionalText(200),
  note: optionalText(5000),
  /** Names of the other guests: `g1` is the second of the party. Mere numbers would make this an array. */
  names: v.record(v.string(), optionalText(200)),
  /** Whether the guest gets the confirmation mail. */
  tells: v.boolean(),
});
export type BookingFormValues = v.InferInput<typeof bookingFormSchema>;
export type BookingFormData = v.InferOutput<typeof bookingFormSchema>;

export const emptyBookingFormValues = (locale: Locale): BookingFormValues => ({
  name: '',
  phone: '',
  email: '',
  locale,
  voucherNumber: '',
  note: '',
  names: {},
  tells: true,
});

/** Merges the form's values into the booking; the first ticket belongs to the person who books. */
export function toPartnerBooking(booking: PartnersBooking, values: BookingFormData): PartnersBooking {
  const { name, phone, email, locale, voucherNumber, note, names, tells } = values;
  return {
    ...booking,
    guests: booking.guests.map((ticket, index) => {
      const guestName = index === 0 ? name : (names[`g${index}`] ?? '');
      return guestName === '' ? ticket : { ...ticket, name: guestName };
    }),
    contact: { name, phone: emptyToNull(phone), email: emptyToNull(email), locale },
    ...(voucherNumber === '' ? {} : { voucherNumber }),
    ...(note === '' ? {} : { note }),
    ...(tells ? {} : { mail: false }),
  };
}
