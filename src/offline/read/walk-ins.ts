/** Guests and bookings of walk-ins that no pull has returned yet, built from their actions. */
import type { Action, ActionOf } from '../../domain/actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { MirroredBooking, MirroredGuest } from '../../domain/mirror.ts';

/** Adds the guests and bookings that only a `walk_in` action contains. */
export function addWalkIns(
  rows: { guests: readonly MirroredGuest[]; bookings: readonly MirroredBooking[] },
  actions: readonly Action[],
): { guests: MirroredGuest[]; bookings: Map<Uuid, MirroredBooking> } {
  const bookings = new Map(rows.bookings.map((booking) => [booking.id, booking]));
  const guests = [...rows.guests];
  const walkIns = actions.filter((action) => action.kind === 'walk_in');
  if (walkIns.length === 0) return { guests, bookings };
  const guestIds = new Set(guests.map((guest) => guest.id));
  for (const action of walkIns) {
    const bookingId = action.bookingId;
    if (bookingId === null) continue;
    if (!bookings.has(bookingId)) bookings.set(bookingId, bookingOf(action, bookingId));
    for (const guest of action.payload.guests) {
      if (guestIds.has(guest.id)) continue;
      guestIds.add(guest.id);
      guests.push({
        ...guest,
        companyId: action.companyId,
        departureId: action.departureId,
        bookingId,
        categoryType: 'OTHER',
        cancelled: false,
      });
    }
  }
  return { guests, bookings };
}

function bookingOf(action: ActionOf<'walk_in'>, id: Uuid): MirroredBooking {
  const { reference, contactName, contactEmail, contactPhone, totalAmount, currency } = action.payload;
  return {
    id,
    companyId: action.companyId,
    departureId: action.departureId,
    reference,
    status: 'CONFIRMED',
    source: 'walk-in',
    contactName,
    contactEmail,
    contactPhone,
    locale: 'en',
    note: null,
    organisationName: null,
    voucherNumber: null,
    linkHash: null,
    totalAmount,
    paidAmount: 0,
    currency,
    expiresAt: null,
  };
}
