/** What became of a booking that a list had a moment ago. */
import type { Uuid } from '../../domain/ids.ts';
import type { MirroredBooking, MirroredDeparture } from '../../domain/mirror.ts';
import { currentEngine } from '../device/current-engine.ts';

/** The booking as the last pull brought it, with the departure that it is on now where this device has that one; null where it is unknown. */
export async function readMovedBooking(
  id: Uuid,
): Promise<{ booking: MirroredBooking; departure: MirroredDeparture | null } | null> {
  const db = currentEngine()?.db;
  const booking = await db?.bookings.get(id);
  if (!db || !booking) return null;
  return { booking, departure: (await db.departures.get(booking.departureId)) ?? null };
}
