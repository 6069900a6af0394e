/** Finds out where a booking went that a list had a moment ago. */
import type { Uuid } from '../../domain/ids.ts';
import type { MirroredBooking, MirroredDeparture } from '../../domain/mirror.ts';
import { currentEngine } from '../device/current-engine.ts';

/**
 * Reads the booking as last pulled, with its present departure if the device has it; null if the booking is unknown.
 */
export async function readMovedBooking(
  id: Uuid,
): Promise<{ booking: MirroredBooking; departure: MirroredDeparture | null } | null> {
  const db = currentEngine()?.db;
  const booking = await db?.bookings.get(id);
  if (!db || !booking) return null;
  return { booking, departure: (await db.departures.get(booking.departureId)) ?? null };
}
