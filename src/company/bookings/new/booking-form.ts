/** A new booking as it is typed, all of it: what was begun is offered again after a reload with its departure and its party. */
import * as v from 'valibot';
import type { NewBooking, NewTicket } from '../../../data/bookings/changes.ts';
import type { Price } from '../../../data/prices.ts';
import { bookingContact, emptyToNull } from '../../../domain/booking-contact.ts';
import { optionalText, wholeNumber } from '../../../domain/fields.ts';
import type { Locale } from '../../../domain/locales.ts';
import { LARGEST_PARTY, ticketsOf, type Counts } from '../../../features/party-fields.tsx';

/** How it stands once it is made. */
export const NEW_BOOKING_STATUSES = ['CONFIRMED', 'ON_HOLD', 'PENDING'] as const;

const age = v.union(
  [v.pipe(v.string(), v.trim(), v.literal('')), wholeNumber({ least: 0, most: 120 })],
  'whole_number',
);

export const bookingFormSchema = v.object({
  ...bookingContact().entries,
  // What is '' is chosen for the person: the tour that departs next, its next departure with room.
  tour: v.string(),
  day: v.string(),
  departure: v.string(),
  /** How many of each price of `tour`; none: one of the first. */
  party: v.record(v.string(), v.number()),
  // By the place of the ticket (`guestKey`).
  names: v.record(v.string(), optionalText(200)),
  ages: v.record(v.string(), age),
  partner: v.string(),
  state: v.picklist(NEW_BOOKING_STATUSES),
  /** Whether the guest is sent the confirmation. */
  tells: v.boolean(),
});
export type BookingFormValues = v.InferInput<typeof bookingFormSchema>;
export type BookingFormData = v.InferOutput<typeof bookingFormSchema>;

/** Names a ticket by its place in the party, from 0. */
export const guestKey = (place: number) => `g${place}`;
/** Nothing said of any ticket that a party may have. */
export const EMPTY_TICKET_VALUES: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: LARGEST_PARTY }, (_, place) => [guestKey(place), '']),
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
  externalReference: '',
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

/** Who comes: the party's counts, of which there is one of the first kind until somebody says otherwise. */
export function countsOf(party: BookingFormValues['party'], prices: readonly Price[] | undefined): Counts {
  const given = Object.entries(party);
  if (given.length > 0) return new Map(given);
  const first = prices?.find(({ type }) => type === 'ADULT') ?? prices?.[0];
  return new Map(first ? [[first.id, 1]] : []);
}

/** The tickets with the ages that were told; what is no age is none. */
export function ticketsWithAges(
  prices: readonly Price[],
  counts: Counts,
  ages: BookingFormValues['ages'],
): NewTicket[] {
  return ticketsOf(prices, counts).map((ticket, place) => {
    const read = v.safeParse(age, ages[guestKey(place)] ?? '');
    return read.success && read.output !== '' ? { ...ticket, age: read.output } : ticket;
  });
}

/** The tickets with their names; the first is whoever books. */
const namedTickets = (tickets: readonly NewTicket[], { name, names }: Pick<BookingFormData, 'name' | 'names'>) =>
  tickets.map((ticket, place): NewTicket => {
    const own = names[guestKey(place)] || (place === 0 ? name : '');
    return own === '' ? ticket : { ...ticket, name: own };
  });

/** What is wanted with all that was typed about it. */
export function toNewBooking(wanted: NewBooking, read: BookingFormData): NewBooking {
  const { name, email, phone, country, locale, note, externalReference, tells } = read;
  return {
    ...wanted,
    guests: namedTickets(wanted.guests, read),
    contact: {
      name,
      email: emptyToNull(email),
      phone: emptyToNull(phone),
      ...(country === '' ? {} : { country }),
      locale,
    },
    ...(tells ? {} : { mail: false }),
    ...(note === '' ? {} : { note }),
    ...(externalReference === '' ? {} : { externalReference }),
  };
}
