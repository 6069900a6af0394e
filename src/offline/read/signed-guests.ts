/** Guests checked in by a signed ticket that no pull has returned yet, built from the ticket (ADR 042). */
import type { Action, ActionOf } from '../../domain/actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { MirroredBooking, MirroredGuest } from '../../domain/mirror.ts';
import { parseSignedTicket, type SignedTicket } from '../../domain/signed-ticket.ts';

const isSigned = (action: Action) => action.kind === 'check_in' && action.payload.method === 'signed';

/** Adds the guests and bookings that only a signed ticket contains. */
export function addSignedGuests(
  rows: { guests: MirroredGuest[]; bookings: Map<Uuid, MirroredBooking> },
  actions: readonly Action[],
): { guests: MirroredGuest[]; bookings: Map<Uuid, MirroredBooking> } {
  const signed = actions.filter(isSigned);
  if (signed.length === 0) return rows;
  const guestIds = new Set(rows.guests.map((guest) => guest.id));
  const guests = [...rows.guests];
  const bookings = new Map(rows.bookings);
  for (const { companyId, departureId, bookingId, guestId, payload } of signed as ActionOf<'check_in'>[]) {
    if (bookingId === null || guestId === null || guestIds.has(guestId)) continue;
    const ticket = 'ticket' in payload ? (parseSignedTicket(payload.ticket)?.ticket ?? null) : null;
    const type = ticket?.guests.find(({ id }) => id === guestId)?.type ?? 'OTHER';
    guestIds.add(guestId);
    guests.push({
      id: guestId,
      companyId,
      departureId,
      bookingId,
      priceCategoryId: null,
      categoryType: type,
      name: null,
      ticketCode: '',
      cancelled: false,
    });
    if (!bookings.has(bookingId)) bookings.set(bookingId, bookingOf({ companyId, departureId, bookingId }, ticket));
  }
  return { guests, bookings };
}

function bookingOf(
  { companyId, departureId, bookingId }: { companyId: Uuid; departureId: Uuid; bookingId: Uuid },
  ticket: SignedTicket | null,
): MirroredBooking {
  return {
    id: bookingId,
    companyId,
    departureId,
    reference: ticket?.reference ?? '',
    status: 'CONFIRMED',
    source: 'website',
    // A ticket contains no names: show the reference until the next pull.
    contactName: ticket?.reference ?? '—',
    contactEmail: null,
    contactPhone: null,
    locale: 'en',
    note: null,
    organisationName: null,
    voucherNumber: null,
    linkHash: null,
    totalAmount: ticket?.due ?? 0,
    paidAmount: 0,
    // `departureView` sets the company's currency.
    currency: '',
    expiresAt: null,
  };
}
