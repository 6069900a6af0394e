import type { RollCall } from './check-in.ts';
import type { MinorUnits, Uuid } from './ids.ts';
import type { BookingStatus } from './enums.ts';
import type { MirroredBooking } from './mirror.ts';

const OWES_NOTHING: ReadonlySet<BookingStatus> = new Set(['CANCELLED', 'EXPIRED', 'REJECTED']);

/** Returns what is still to be collected for a booking, never below zero; 0 for one that has ended. */
export function amountDueForBooking(booking: MirroredBooking, rollCall: RollCall): MinorUnits {
  if (OWES_NOTHING.has(booking.status)) return 0;
  const collected = rollCall.bookings.get(booking.id)?.collected ?? 0;
  return Math.max(0, booking.totalAmount - booking.paidAmount - collected);
}

/**
 * Returns what is still to be collected for a departure. An undone walk-in owes nothing, though the mirror may still
 * show it as confirmed until the next pull.
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
