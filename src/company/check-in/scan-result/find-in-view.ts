/** Finds a scanned code in the open departure, whose data is in memory and which most codes belong to. */
import type { TicketCode } from '../../../domain/ticket-code.ts';
import type { DeviceMatch } from '../../../offline/read/code-lookup.ts';
import type { DepartureView } from '../../../offline/read/views.ts';

/** Returns null if the open departure does not contain the code; links are compared by hash elsewhere. */
export function findInView({ kind, value }: TicketCode, view: DepartureView): DeviceMatch | null {
  if (kind === 'link') return null;
  const guest = (kind === 'ticket' && view.guests.find((candidate) => candidate.ticketCode === value)) || null;
  // A partner's voucher number may look like a ticket code or a reference.
  const voucher = value.toUpperCase();
  const booking = guest
    ? view.bookings.get(guest.bookingId)
    : [...view.bookings.values()].find(
        (candidate) =>
          (kind === 'reference' && candidate.reference === value) || candidate.voucherNumber?.toUpperCase() === voucher,
      );
  if (!booking) return null;
  const party = view.guests.filter((candidate) => candidate.bookingId === booking.id);
  return { booking, guest, party, departure: view.departure, tour: view.tour };
}
