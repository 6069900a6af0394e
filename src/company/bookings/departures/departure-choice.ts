/** Which departure a party may go on: what is left on each, and the next that fits. */
import type { CalendarDeparture } from '../../../domain/calendar.ts';
import type { Instant, LocalDate, Uuid } from '../../../domain/ids.ts';

/** What the office books without a reason: what waits for a partner is not left. */
export const seatsLeft = ({ capacity, booked, aside }: Pick<CalendarDeparture, 'capacity' | 'booked' | 'aside'>) =>
  Math.max(0, capacity - booked - aside);

export const hasRoomFor = (departure: CalendarDeparture, seats: number) =>
  !departure.closed && seatsLeft(departure) >= seats;

/** The departures of each day from `today` on, in the order of their start; `without`: where the booking is already. */
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

/** The next ones with room for the party that have not begun; `most` of them. */
export function nextFitting(
  days: ReadonlyMap<LocalDate, readonly CalendarDeparture[]>,
  { now, seats, most }: { now: Instant; seats: number; most: number },
): CalendarDeparture[] {
  return [...days.values()]
    .flat()
    .filter((departure) => departure.startsAt > now && hasRoomFor(departure, seats))
    .slice(0, most);
}
