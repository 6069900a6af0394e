import { availabilityOf, needsGuide, type CalendarDeparture } from '../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';

export const DEPARTURE_CONDITIONS = [
  'unassigned',
  'below_minimum',
  'available',
  'limited',
  'sold_out',
  'closed',
  'departed',
  'cancelled',
] as const;
export type DepartureCondition = (typeof DEPARTURE_CONDITIONS)[number];

const MATCHES: Record<DepartureCondition, (departure: CalendarDeparture) => boolean> = {
  unassigned: needsGuide,
  below_minimum: ({ belowMinimum }) => belowMinimum,
  available: (departure) => availabilityOf(departure) === 'AVAILABLE',
  limited: (departure) => availabilityOf(departure) === 'LIMITED',
  sold_out: (departure) => availabilityOf(departure) === 'SOLD_OUT',
  closed: (departure) => availabilityOf(departure) === 'CLOSED',
  departed: (departure) => availabilityOf(departure) === 'OVER',
  cancelled: ({ status }) => status === 'cancelled',
};

/** The four filters combine with and, values within one with or. An empty list matches everything. */
export interface CalendarFilter {
  tour: readonly Uuid[];
  guide: readonly Uuid[];
  language: readonly string[];
  show: readonly DepartureCondition[];
}

export function filterDepartures(
  departures: readonly CalendarDeparture[],
  filter: CalendarFilter,
): CalendarDeparture[] {
  const { tour, guide, language, show } = filter;
  return departures.filter(
    (departure) =>
      (tour.length === 0 || tour.includes(departure.tourId)) &&
      (guide.length === 0 ||
        departure.guides.some(({ userId, state }) => guide.includes(userId) && state !== 'declined')) &&
      (language.length === 0 || language.includes(departure.language)) &&
      (show.length === 0 || show.some((condition) => MATCHES[condition](departure))),
  );
}

/** Groups departures by local date and keeps their order. */
export function groupByDay(departures: readonly CalendarDeparture[]): Map<LocalDate, CalendarDeparture[]> {
  const days = new Map<LocalDate, CalendarDeparture[]>();
  for (const departure of departures) {
    const day = days.get(departure.localDate);
    if (day) day.push(departure);
    else days.set(departure.localDate, [departure]);
  }
  return days;
}
