/** What becomes of rows that could be read: which are known, which find no room. As the server judges them, so that nobody is surprised. */
import type { BookDeparture, BookingBook, BookTour, ImportedBooking } from './import-bookings.ts';
import { changedParts, type FatedRow, type ReadRow, type RowMarks, type RowReason } from './import-rows.ts';

/** By their keys: as they came last, or null for a booking that is here without having come from a file. */
export type KnownRows = ReadonlyMap<string, RowMarks | null>;

const GIVEN_UP = new Set(['CANCELLED', 'REJECTED', 'EXPIRED']);

function roomProblem(
  sent: ImportedBooking,
  { tour, departure, left }: { tour: BookTour; departure: BookDeparture; left: number },
): RowReason | null {
  const refuse = (code: RowReason['code'], detail?: number): RowReason => ({
    code,
    column: null,
    ...(detail === undefined ? {} : { detail }),
  });
  if (GIVEN_UP.has(sent.state)) return null;
  if (departure.state === 'cancelled') return refuse('departure_cancelled');
  if (departure.state === 'closed') return refuse('closed');
  const party = tour.prices.filter(({ id }) => sent.party[id]);
  const alone = party.some(
    ({ accompaniedBy }) => accompaniedBy.length > 0 && !accompaniedBy.some((id) => sent.party[id]),
  );
  if (alone) return refuse('not_accompanied');
  if (Object.values(sent.party).reduce((sum, count) => sum + count, 0) < tour.minimumParty)
    return refuse('party_too_small');
  if (seatsOf(sent, tour) > left) return refuse('sold_out', Math.max(left, 0));
  return null;
}

const seatsOf = (sent: ImportedBooking, tour: BookTour) =>
  tour.prices.reduce((sum, { id, seats }) => sum + seats * (sent.party[id] ?? 0), 0);

/** `mayPass`: staff say why rows come in all the same; a cancelled departure takes nobody. */
export function fateOfBookings(
  rows: readonly ReadRow<ImportedBooking>[],
  { book, known, mayPass }: { book: BookingBook; known: KnownRows; mayPass: boolean },
): FatedRow<ImportedBooking>[] {
  const tours = new Map(book.tours.map((tour) => [tour.id, tour]));
  const departures = new Map(book.departures.map((one) => [one.id, one]));
  const taken = new Map<string, number>();
  return rows.map((row): FatedRow<ImportedBooking> => {
    const { sent } = row;
    if (!sent) return { ...row, fate: 'refused', parts: [] };
    const marks = known.get(sent.key);
    if (marks !== undefined) {
      const parts = marks === null ? [] : changedParts(marks, sent.marks);
      return { ...row, fate: parts.length > 0 ? 'changed' : 'same', parts };
    }
    const departure = departures.get(sent.departureId);
    const tour = departure && tours.get(departure.tourId);
    if (!departure || !tour)
      return { ...row, fate: 'refused', parts: [], reasons: [{ code: 'no_departure', column: null }] };
    const before = taken.get(departure.id) ?? 0;
    const problem = roomProblem(sent, { tour, departure, left: departure.left - before });
    if (problem && !(mayPass && problem.code !== 'departure_cancelled'))
      return { ...row, fate: 'refused', parts: [], reasons: [problem] };
    if (!GIVEN_UP.has(sent.state)) taken.set(departure.id, before + seatsOf(sent, tour));
    return { ...row, fate: 'new', parts: [] };
  });
}
