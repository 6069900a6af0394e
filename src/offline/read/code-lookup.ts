/** Looks up a scanned code in the device's database, using indexes only. */
import type { Action } from '../../domain/actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { MirroredBooking, MirroredDeparture, MirroredGuest, MirroredTour } from '../../domain/mirror.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { SignedTicket } from '../../domain/signed-ticket.ts';
import type { TicketCode } from '../../domain/ticket-code.ts';
import { currentEngine } from '../device/current-engine.ts';
import type { UserDatabase } from '../device/database.ts';
import { readPending } from '../outbox/pending.ts';
import { withoutRefused } from '../outbox/refused-actions.ts';
import { addWalkIns } from './walk-ins.ts';

export interface DeviceMatch {
  booking: MirroredBooking;
  /** The guest of the ticket; null when the code belongs to the whole booking. */
  guest: MirroredGuest | null;
  party: MirroredGuest[];
  departure: MirroredDeparture | null;
  tour: MirroredTour | null;
}

/**
 * Looks up a code among the company's bookings on this device. Null means unknown here, never invalid. Fails with a
 * storage failure.
 */
export async function lookUpCodeOnDevice(code: TicketCode, companyId: Uuid): Promise<Result<DeviceMatch | null>> {
  const engine = currentEngine();
  if (!engine) return ok(null);
  return engine.access(() => findByCode(engine.db, code, companyId));
}

export async function findByCode(db: UserDatabase, code: TicketCode, companyId: Uuid): Promise<DeviceMatch | null> {
  const mirrored = await findMirrored(db, code, companyId);
  if (mirrored) return complete(db, mirrored);
  return findWalkIn(db, code, withoutRefused(await readPending(db, { companyId })).effective);
}

async function findMirrored(
  db: UserDatabase,
  { kind, value }: TicketCode,
  companyId: Uuid,
): Promise<{ booking: MirroredBooking; guest: MirroredGuest | null } | null> {
  if (kind === 'ticket') {
    const guest = await db.guests
      .where('ticketCode')
      .equals(value)
      .and((row) => row.companyId === companyId)
      .first();
    const booking = guest && (await db.bookings.get(guest.bookingId));
    // A partner's voucher number may look like a ticket code, so search on.
    if (guest && booking) return { booking, guest };
  }
  const index = kind === 'reference' ? 'reference' : kind === 'link' ? 'linkHash' : 'voucherNumber';
  const indexValue = kind === 'link' ? await sha256Hex(value) : value;
  const ours = (row: MirroredBooking) => row.companyId === companyId;
  const booking =
    (await db.bookings.where(index).equals(indexValue).and(ours).first()) ??
    (kind === 'link' ? undefined : await db.bookings.where('voucherNumber').equalsIgnoreCase(value).and(ours).first());
  return booking ? { booking, guest: null } : null;
}

async function complete(
  db: UserDatabase,
  { booking, guest }: { booking: MirroredBooking; guest: MirroredGuest | null },
): Promise<DeviceMatch> {
  const [guests, departure] = await Promise.all([
    db.guests.where({ departureId: booking.departureId }).toArray(),
    db.departures.get(booking.departureId),
  ]);
  const tour = departure ? await db.tours.get(departure.tourId) : undefined;
  const party = guests.filter((row) => row.bookingId === booking.id);
  return { booking, guest, party, departure: departure ?? null, tour: tour ?? null };
}

/**
 * Finds the booking of a verified signed ticket, with its guest unless it is a party ticket; null if it is not on the
 * device.
 */
export async function findByTicket(ticket: SignedTicket): Promise<Result<DeviceMatch | null>> {
  const engine = currentEngine();
  if (!engine) return ok(null);
  const { db } = engine;
  return engine.access(async () => {
    const [booking, guest] = await Promise.all([
      db.bookings.get(ticket.bookingId),
      ticket.isParty ? null : db.guests.get(ticket.guests[0]?.id ?? ''),
    ]);
    return booking ? complete(db, { booking, guest: guest ?? null }) : null;
  });
}

/** Finds a walk-in that was recorded on this device and has not been pulled yet. */
async function findWalkIn(
  db: UserDatabase,
  { kind, value }: TicketCode,
  pending: readonly Action[],
): Promise<DeviceMatch | null> {
  if (kind === 'link') return null;
  const actions = pending.filter((action) => action.kind === 'walk_in');
  const { guests, bookings } = addWalkIns({ guests: [], bookings: [] }, actions);
  const guest = kind === 'ticket' ? guests.find((row) => row.ticketCode === value) : undefined;
  const booking = guest
    ? bookings.get(guest.bookingId)
    : [...bookings.values()].find((row) => kind === 'reference' && row.reference === value);
  if (!booking) return null;
  const departure = await db.departures.get(booking.departureId);
  const tour = departure ? await db.tours.get(departure.tourId) : undefined;
  const party = guests.filter((row) => row.bookingId === booking.id);
  return { booking, guest: guest ?? null, party, departure: departure ?? null, tour: tour ?? null };
}

/** Returns the SHA-256 of a text in lower-case hexadecimal. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
