/** Fixtures: a company with a tour and a guide, and departures with guests. */
import type { Uuid } from '../../domain/ids.ts';
import type { MirroredBooking, MirroredDeparture, MirroredGuest, MirroredRows } from '../../domain/mirror.ts';

const id = (kind: number, number: number): Uuid =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const COMPANY = id(1, 1);
export const TOUR = id(2, 1);
export const PERSON = id(3, 1);
export const departureId = (number = 1): Uuid => id(4, number);
export const bookingId = (number: number, departure = 1): Uuid => id(5, departure * 1_000_000 + number);
export const guestId = (number: number, departure = 1): Uuid => id(6, departure * 1_000_000 + number);
export const guestRef = (number: number, departure = 1) => ({
  guestId: guestId(number, departure),
  bookingId: bookingId(number, departure),
});

export function office(): Partial<MirroredRows> {
  return {
    companies: [
      {
        id: COMPANY,
        name: 'Harbour Walks',
        slug: 'harbour',
        timeZone: 'Europe/Copenhagen',
        currency: 'DKK',
        hasActiveSubscription: true,
        isActive: true,
      },
    ],
    tours: [
      {
        id: TOUR,
        companyId: COMPANY,
        title: { en: 'Harbour walk' },
        meetingPoint: { en: 'The fountain' },
        meetingNotes: {},
        latitude: null,
        longitude: null,
        colour: '#0a6e6e',
      },
    ],
    people: [{ id: PERSON, displayName: 'Guide' }],
  };
}

/** Returns a departure with `size` bookings of one guest, each owing 50.00. */
export function departureRows(
  size: number,
  options: { number?: number; startsAt?: string } = {},
): Pick<MirroredRows, 'departures' | 'bookings' | 'guests'> {
  const number = options.number ?? 1;
  const startsAt = options.startsAt ?? '2026-05-01T09:00:00.000Z';
  const endsAt = new Date(Date.parse(startsAt) + 90 * 60_000).toISOString();
  const departure: MirroredDeparture = {
    id: departureId(number),
    companyId: COMPANY,
    tourId: TOUR,
    startsAt,
    endsAt,
    localDate: startsAt.slice(0, 10),
    capacity: size,
    language: 'en',
    closed: false,
    status: 'scheduled',
    guides: [{ userId: PERSON, role: 'lead' }],
  };
  const bookings: MirroredBooking[] = [];
  const guests: MirroredGuest[] = [];
  for (let at = 1; at <= size; at += 1) {
    bookings.push({
      id: bookingId(at, number),
      companyId: COMPANY,
      departureId: departure.id,
      reference: `R${String(at).padStart(5, '0')}`,
      status: 'CONFIRMED',
      source: 'website',
      contactName: `Contact Müller ${at}`,
      contactEmail: `guest${at}@example.test`,
      contactPhone: `+45 20 30 ${String(at).padStart(4, '0')}`,
      locale: 'en',
      note: null,
      organisationName: null,
      voucherNumber: `V-${number}-${at}`,
      linkHash: null,
      totalAmount: 5000,
      paidAmount: 0,
      currency: 'DKK',
      expiresAt: null,
    });
    guests.push({
      id: guestId(at, number),
      companyId: COMPANY,
      departureId: departure.id,
      bookingId: bookingId(at, number),
      priceCategoryId: null,
      categoryType: 'ADULT',
      name: `Søren Guest ${at}`,
      ticketCode: `T${String(number).padStart(3, '2')}${String(at).padStart(8, '2')}`,
      cancelled: false,
    });
  }
  return { departures: [departure], bookings, guests };
}
