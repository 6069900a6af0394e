/** Departures that a party can choose from: by day, with the seats left, and the next ones with room. */
import type { CalendarDeparture } from '../../../domain/calendar.ts';
import type { Instant, LocalDate, Uuid } from '../../../domain/ids.ts';

/** Seats that staff can book without an override; seats allotted to partners do not count. */
export const seatsLeft = ({
  capacity,
  booked,
  allottedSeats,
}: Pick<CalendarDeparture, 'capacity' | 'booked' | 'allottedSeats'>) => Math.max(0, capacity - booked - allottedSeats);

export const hasRoomFor = (departure: CalendarDeparture, seats: number) =>
  !departure.closed && seatsLeft(departure) >= seats;

/**
 * Groups scheduled departures from `today` on by day, in order of start; `without` is the booking's current departure.
 */
export function groupByDay(
  departures: readonly CalendarDeparture[],
  { today, without = null }: { today: LocalDate; without?: Uuid | null },
): Map<LocalDate, CalendarDeparture[]> {
  const days = new Map<LocalDate, CalendarDeparture[]>();
  for (const departure of departures.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))) {
    if (departure.localDate < today || departure.id === without || departure.status !== 'scheduled') continue;
    days.set(departure.localDate, [...(days.get(departure.localDate) ?? []), departure]);
  }
  return days;
}

/** Returns the next `max` departures that have not begun and have room. */
export function nextFitting(
  days: ReadonlyMap<LocalDate, readonly CalendarDeparture[]>,
  { now, seats, max }: { now: Instant; seats: number; max: number },
): CalendarDeparture[] {
  return [...days.values()]
    .flat()
    .filter((departure) => departure.startsAt > now && hasRoomFor(departure, seats))
    .slice(0, max);
}
