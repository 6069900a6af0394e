/** Predicts the outcome of parsed rows by the server's rules: known bookings, seats and party rules. */
import type { LookupDeparture, BookingLookup, LookupTour, ImportedBooking } from './imported-booking.ts';
import { findChangedFields, type ClassifiedRow, type ParsedRow, type RowFingerprint, type RowReason } from './rows.ts';

/** By key: the content at the last import, or null for a booking that was not imported. */
export type ImportedRows = ReadonlyMap<string, RowFingerprint | null>;

const ENDED_STATES = new Set(['CANCELLED', 'REJECTED', 'EXPIRED']);

const refuse = (code: RowReason['code'], detail?: number): RowReason => ({
  code,
  column: null,
  ...(detail === undefined ? {} : { detail }),
});

function partyProblem(sent: ImportedBooking, tour: LookupTour): RowReason | null {
  const party = tour.prices.filter(({ id }) => sent.party[id]);
  const alone = party.some(
    ({ accompaniedBy }) => accompaniedBy.length > 0 && !accompaniedBy.some((id) => sent.party[id]),
  );
  if (alone) return refuse('not_accompanied');
  const guests = Object.values(sent.party).reduce((sum, count) => sum + count, 0);
  return guests < tour.minimumParty ? refuse('party_too_small') : null;
}

/**
 * Returns why the departure cannot take the row's guests, or null. The party of a known booking is not checked again.
 */
function problemOf(
  sent: ImportedBooking,
  { tour, departure, left, isNew }: { tour: LookupTour; departure: LookupDeparture; left: number; isNew: boolean },
): RowReason | null {
  if (departure.state === 'cancelled') return refuse('departure_cancelled');
  const seats = seatsOf(sent, tour);
  if (departure.state === 'closed' && seats > 0) return refuse('closed');
  const party = isNew ? partyProblem(sent, tour) : null;
  if (party) return party;
  return seats > 0 && seats > left ? refuse('sold_out', Math.max(left, 0)) : null;
}

const seatsOf = (sent: ImportedBooking, tour: LookupTour) =>
  tour.prices.reduce((sum, { id, seats }) => sum + seats * (sent.party[id] ?? 0), 0);

/**
 * Classifies rows in order and counts the seats that they take. `allowsOverrides`: staff override the rules, except
 * that cancelled departures take no guests.
 */
export function classifyBookingRows(
  rows: readonly ParsedRow<ImportedBooking>[],
  { book, imported, allowsOverrides }: { book: BookingLookup; imported: ImportedRows; allowsOverrides: boolean },
): ClassifiedRow<ImportedBooking>[] {
  const tours = new Map(book.tours.map((tour) => [tour.id, tour]));
  const departures = new Map(book.departures.map((departure) => [departure.id, departure]));
  const takenSeats = new Map<string, number>();
  const refused = (row: ParsedRow<ImportedBooking>, reason: RowReason): ClassifiedRow<ImportedBooking> => ({
    ...row,
    outcome: 'refused',
    changedFields: [],
    reasons: [reason],
  });
  return rows.map((row): ClassifiedRow<ImportedBooking> => {
    const { sent } = row;
    if (!sent) return { ...row, outcome: 'refused', changedFields: [] };
    const before = imported.get(sent.key);
    const changedFields = before ? findChangedFields(before, sent.fingerprint) : [];
    if (before !== undefined && changedFields.length === 0) return { ...row, outcome: 'same', changedFields };
    // An import never refunds.
    if (before && Number(sent.fingerprint['paid'] ?? 0) < Number(before['paid'] ?? 0))
      return refused(row, refuse('paid_less'));
    const outcome = before ? 'changed' : 'new';
    // A booking that stays on its departure already has its seats; only the server knows how many. Without a state in
    // the file, the booking keeps its state.
    const state = 'state' in sent.fingerprint ? sent.state : (before?.['state'] ?? sent.state);
    const takes =
      !ENDED_STATES.has(String(state)) &&
      (!before || changedFields.includes('when') || ENDED_STATES.has(String(before['state'])));
    const departure = departures.get(sent.departureId);
    const tour = departure && tours.get(departure.tourId);
    if (!departure || !tour) return refused(row, refuse('no_departure'));
    if (!takes) return { ...row, outcome, changedFields };
    const others = takenSeats.get(departure.id) ?? 0;
    const problem = problemOf(sent, { tour, departure, left: departure.left - others, isNew: !before });
    if (problem && !(allowsOverrides && problem.code !== 'departure_cancelled')) return refused(row, problem);
    takenSeats.set(departure.id, others + seatsOf(sent, tour));
    return { ...row, outcome, changedFields };
  });
}
