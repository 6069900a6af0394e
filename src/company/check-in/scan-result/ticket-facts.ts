/** Converts what the device or server knows about a ticket to the facts that are evaluated. */
import type { LookUpMatch } from '../../../data/code-lookup.ts';
import type { GuestState } from '../../../domain/check-in.ts';
import { amountDueForBooking } from '../../../domain/money-due.ts';
import type { SignedTicket } from '../../../domain/signed-ticket.ts';
import type { TicketFacts, TicketGuest } from '../../../domain/scan-result.ts';
import { localDateIn } from '../../../lib/local-date.ts';
import type { DeviceMatch } from '../../../offline/read/code-lookup.ts';
import type { DepartureSummary, DepartureView } from '../../../offline/read/views.ts';

interface FactsContext {
  view: DepartureView;
  departures: readonly DepartureSummary[];
}

/** Returns null if the booking's departure is not on the device. */
export function factsFromDevice(match: DeviceMatch, { view, departures }: FactsContext): TicketFacts | null {
  const { booking, guest, party, departure, tour } = match;
  if (!departure || !tour) return null;
  const isOpen = departure.id === view.departure.id;
  const summary = departures.find((entry) => entry.departure.id === departure.id);
  const members = guest ? [guest] : party;
  return {
    departureId: departure.id,
    tourTitle: tour.title,
    meetingPoint: tour.meetingPoint,
    startsAt: departure.startsAt,
    localDate: departure.localDate,
    guideNames: summary?.guideNames ?? [],
    departed: isOpen ? view.rollCall.departed !== null : (summary?.departedAt ?? null) !== null,
    bookingId: booking.id,
    bookingStatus: booking.status,
    reference: booking.reference,
    contactName: booking.contactName,
    // Payments at other departures are not loaded, so no amount is asked for.
    due: isOpen ? amountDueForBooking(booking, view.rollCall) : 0,
    currency: booking.currency,
    expiresAt: booking.expiresAt,
    guestId: guest?.id ?? null,
    guestName: guest?.name ?? null,
    guests: members.map((member) => ticketGuest(member, isOpen ? view : null)),
  };
}

function ticketGuest(guest: { id: string; cancelled: boolean }, view: DepartureView | null): TicketGuest {
  const state: GuestState | undefined = view?.rollCall.guests.get(guest.id);
  const first = state?.checkIns[0];
  return {
    id: guest.id,
    status: state?.status ?? (guest.cancelled ? 'cancelled' : 'expected'),
    checkedInAt: first?.occurredAt ?? null,
    checkedInBy: (first && view?.personName(first.userId)) ?? null,
    checkedInDevice: (first && view?.deviceLabel(first)) ?? null,
  };
}

/** Returns the facts that a verified signed ticket itself contains. */
export function factsFromSigned(ticket: SignedTicket, { view, departures }: FactsContext): TicketFacts {
  const isOpen = ticket.departureId === view.departure.id;
  const otherSummary = isOpen ? undefined : departures.find(({ departure }) => departure.id === ticket.departureId);
  const tour = isOpen ? view.tour : otherSummary?.tour;
  return {
    departureId: ticket.departureId,
    // For a departure that is not on the device only the time is known.
    tourTitle: tour?.title ?? {},
    meetingPoint: tour?.meetingPoint ?? {},
    startsAt: ticket.startsAt,
    localDate: localDateIn(view.company.timeZone, Date.parse(ticket.startsAt)),
    guideNames: otherSummary?.guideNames ?? [],
    departed: isOpen ? view.rollCall.departed !== null : (otherSummary?.departedAt ?? null) !== null,
    bookingId: ticket.bookingId,
    bookingStatus: 'CONFIRMED',
    reference: ticket.reference,
    contactName: '',
    due: ticket.due,
    currency: view.company.currency,
    expiresAt: null,
    guestId: ticket.isParty ? null : (ticket.guests[0]?.id ?? null),
    guestName: null,
    guests: ticket.guests.map(({ id }) => ticketGuest({ id, cancelled: false }, isOpen ? view : null)),
  };
}

export function factsFromServer(match: LookUpMatch): TicketFacts {
  const { departureId, tourTitle, meetingPoint, startsAt, localDate, departed } = match;
  const { bookingId, bookingStatus, reference, contactName, currency, expiresAt, guestId, guestName } = match;
  return {
    departureId,
    tourTitle,
    meetingPoint,
    startsAt,
    localDate,
    guideNames: match.guides,
    departed,
    bookingId,
    bookingStatus,
    reference,
    contactName,
    due: Math.max(0, match.totalAmount - match.paidAmount - match.collected),
    currency,
    expiresAt,
    guestId,
    guestName,
    // The response for a whole booking does not name its guests; the next pull brings them.
    guests:
      guestId === null
        ? null
        : [
            {
              id: guestId,
              status: match.status ?? 'expected',
              checkedInAt: match.checkedInAt,
              checkedInBy: match.checkedInBy,
              checkedInDevice: match.checkedInDevice,
            },
          ],
  };
}
