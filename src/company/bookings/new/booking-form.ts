/** Form model of a new booking, including departure and party, so that a draft restores everything. */
import type { UseFormSetValue } from 'react-hook-form';
import * as v from 'valibot';
import type { NewBooking, NewTicket } from '../../../data/bookings/changes.ts';
import type { ListedBooking } from '../../../data/bookings/list.ts';
import type { Price } from '../../../data/prices.ts';
import { bookingContact, emptyToNull } from '../../../domain/booking-contact.ts';
import { barePhone, optionalText, wholeNumber } from '../../../domain/fields.ts';
import type { Locale } from '../../../domain/locales.ts';
import { isLocale } from '../../../lib/locales.ts';
import { defaultParty } from '../../../features/bookings/default-party.ts';
import { MAX_PARTY, ticketsOf, type Counts } from '../../../features/bookings/party-fields.tsx';

export const NEW_BOOKING_STATUSES = ['CONFIRMED', 'ON_HOLD', 'PENDING'] as const;

const age = v.union([v.pipe(v.string(), v.trim(), v.literal('')), wholeNumber({ min: 0, max: 120 })], 'whole_number');

export const bookingFormSchema = v.object({
  ...bookingContact().entries,
  // '' means the default: the tour that departs next, and its next departure with room.
  tour: v.string(),
  day: v.string(),
  departure: v.string(),
  /** Count per price id of `tour`; empty means one guest of the default category. */
  party: v.record(v.string(), v.number()),
  // Keyed by the ticket's position (`guestKey`).
  names: v.record(v.string(), optionalText(200)),
  ages: v.record(v.string(), age),
  partner: v.string(),
  state: v.picklist(NEW_BOOKING_STATUSES),
  /** Whether to mail the confirmation to the guest. */
  tells: v.boolean(),
});
export type BookingFormValues = v.InferInput<typeof bookingFormSchema>;
export type BookingFormData = v.InferOutput<typeof bookingFormSchema>;

/** Returns the form key of a ticket by its position in the party, from 0. */
export const guestKey = (index: number) => `g${index}`;
/**
 * Empty values for as many tickets as a party can have: a field without an initial value would count as changed after
 * it was emptied again.
 */
export const EMPTY_TICKET_VALUES: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: MAX_PARTY }, (_, index) => [guestKey(index), '']),
);

export const emptyBookingFormValues = (
  locale: Locale,
  { tour, day }: Pick<BookingFormValues, 'tour' | 'day'>,
): BookingFormValues => ({
  name: '',
  email: '',
  phone: '',
  country: '',
  locale,
  note: '',
  voucherNumber: '',
  tour,
  day,
  departure: '',
  party: {},
  names: EMPTY_TICKET_VALUES,
  ages: EMPTY_TICKET_VALUES,
  partner: '',
  state: 'CONFIRMED',
  tells: true,
});

/** Returns the values for a known guest's contact. Every field is set, so that nothing of another person remains. */
export const knownContactValues = ({ contact }: ListedBooking): Partial<BookingFormValues> => ({
  name: contact.name,
  email: contact.email ?? '',
  phone: barePhone(contact.phone ?? ''),
  country: contact.country ?? '',
  ...(isLocale(contact.locale) ? { locale: contact.locale } : {}),
});

/** Sets values as if they were typed. */
export function setBookingValues(
  form: { setValue: UseFormSetValue<BookingFormValues> },
  values: Partial<BookingFormValues>,
): void {
  for (const [name, value] of Object.entries(values))
    form.setValue(name as keyof BookingFormValues, value, { shouldDirty: true });
}

/** Returns the count per price, of the default party if none was chosen. */
export function countsOf(party: BookingFormValues['party'], prices: readonly Price[] | undefined): Counts {
  const entries = Object.entries(party);
  return entries.length > 0 ? new Map(entries) : defaultParty(prices);
}

/** Returns the tickets with the ages entered; invalid ages are ignored. */
export function ticketsWithAges(
  prices: readonly Price[],
  counts: Counts,
  ages: BookingFormValues['ages'],
): NewTicket[] {
  return ticketsOf(prices, counts).map((ticket, index) => {
    const parsed = v.safeParse(age, ages[guestKey(index)] ?? '');
    return parsed.success && parsed.output !== '' ? { ...ticket, age: parsed.output } : ticket;
  });
}

/** Adds names to the tickets; the first defaults to the contact. */
const namedTickets = (tickets: readonly NewTicket[], { name, names }: Pick<BookingFormData, 'name' | 'names'>) =>
  tickets.map((ticket, index): NewTicket => {
    const guestName = names[guestKey(index)] || (index === 0 ? name : '');
    return guestName === '' ? ticket : { ...ticket, name: guestName };
  });

/** Minutes that a hold made by staff lasts. */
const HOLD_MINUTES = 60;

/** Returns the booking without its contact, which does not affect price and availability. */
export const toBookingInput = (
  guests: NewTicket[],
  { state, partner }: Pick<BookingFormValues, 'state' | 'partner'>,
): NewBooking => ({
  guests,
  state,
  ...(state === 'ON_HOLD' ? { minutes: HOLD_MINUTES } : {}),
  ...(partner === '' ? {} : { organisationId: partner }),
});

/** Completes a booking with the form's values. */
export function toNewBooking(booking: NewBooking, values: BookingFormData): NewBooking {
  const { name, email, phone, country, locale, note, voucherNumber, tells } = values;
  return {
    ...booking,
    guests: namedTickets(booking.guests, values),
    contact: {
      name,
      email: emptyToNull(email),
      phone: emptyToNull(phone),
      ...(country === '' ? {} : { country }),
      locale,
    },
    ...(tells ? {} : { mail: false }),
    ...(note === '' ? {} : { note }),
    ...(voucherNumber === '' ? {} : { voucherNumber }),
  };
}
