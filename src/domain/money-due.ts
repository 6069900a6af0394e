import type { RollCall } from './check-in.ts';
import type { MinorUnits, Uuid } from './ids.ts';
import type { BookingStatus } from './closed-lists.ts';
import type { MirroredBooking } from './mirror.ts';

const OWES_NOTHING: ReadonlySet<BookingStatus> = new Set(['CANCELLED', 'EXPIRED', 'REJECTED']);

/** What is still to be collected for a booking, never below zero; nothing for one that no longer stands. */
export function amountDueForBooking(booking: MirroredBooking, rollCall: RollCall): MinorUnits {
  if (OWES_NOTHING.has(booking.status)) return 0;
  const collected = rollCall.bookings.get(booking.id)?.collected ?? 0;
  return Math.max(0, booking.totalAmount - booking.paidAmount - collected);
}

/**
 * What is still to be collected for a departure. A walk-in that was undone owes nothing, though its row may still stand
 * as confirmed on a device that has not heard from the office since.
 */
export function amountDueForDeparture(
  bookings: Iterable<MirroredBooking>,
  rollCall: RollCall,
  undoneWalkIns: ReadonlySet<Uuid>,
): MinorUnits {
  let due = 0;
  for (const booking of bookings) if (!undoneWalkIns.has(booking.id)) due += amountDueForBooking(booking, rollCall);
  return due;
}
