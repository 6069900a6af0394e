import { readCalendar } from '../../../data/calendar.ts';
import type { Calendar, CalendarDeparture } from '../../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import { ok } from '../../../domain/result.ts';
import { addMonths, lastDayOf } from '../../../lib/month-grid.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { hasRoomFor } from './departure-choice.ts';

/** Months per request, the server's maximum. */
const MONTHS_PER_REQUEST = 2;
/** How many months ahead to look for a departure with room. */
const MAX_MONTHS = 12;

interface DeparturesQuery {
  tour: Uuid;
  month: string;
  /** Partner whose booking may use its own allotment. */
  allotmentPartner?: Uuid | null;
  signal: AbortSignal;
}

const departuresOf = (company: Uuid, { tour, month, allotmentPartner, signal }: DeparturesQuery) =>
  readCalendar(company, {
    from: `${month}-01`,
    to: lastDayOf(addMonths(month, MONTHS_PER_REQUEST - 1)),
    filters: { tours: [tour], statuses: ['scheduled'] },
    allotmentPartner: allotmentPartner ?? null,
    signal,
  });

/** Queries the departures of a month and the next one. Disabled while `tour` is null. */
export function useDepartures(
  company: Uuid,
  { tour, month, allotmentPartner = null }: { tour: Uuid | null; month: string; allotmentPartner?: Uuid | null },
) {
  return useServerQuery<Calendar>({
    key: [company, 'departures', tour, month, allotmentPartner],
    matchingKeyParts: 3,
    fetch: (signal) => departuresOf(company, { tour: tour!, month, allotmentPartner, signal }),
    enabled: tour !== null,
  });
}

export interface LaterDeparturesQuery {
  tour: Uuid | null;
  month: string;
  seats: number;
  allotmentPartner?: Uuid | null;
  /** Set when the months of `useDepartures` are loaded and none has room. */
  enabled: boolean;
}

/** Returns the first departures with room after the months of `useDepartures`; empty while searching. */
export function useLaterDepartures(
  company: Uuid,
  { tour, month, seats, allotmentPartner = null, enabled }: LaterDeparturesQuery,
): readonly CalendarDeparture[] {
  const { data } = useServerQuery<readonly CalendarDeparture[]>({
    key: [company, 'later-departures', tour, month, seats, allotmentPartner],
    matchingKeyParts: 3,
    fetch: async (signal) => {
      for (let offset = MONTHS_PER_REQUEST; offset < MAX_MONTHS; offset += MONTHS_PER_REQUEST) {
        const result = await departuresOf(company, {
          tour: tour!,
          month: addMonths(month, offset),
          allotmentPartner,
          signal,
        });
        if (!result.ok) return result;
        const fitting = result.data.departures.filter((departure) => hasRoomFor(departure, seats));
        if (fitting.length > 0) return ok(fitting);
      }
      return ok([]);
    },
    enabled: enabled && tour !== null,
  });
  return enabled && data ? data : NONE;
}
const NONE: readonly CalendarDeparture[] = [];

/** Queries the departures of all tours in this and the next month. */
export function useTourChoiceDepartures(company: Uuid, today: LocalDate) {
  const month = today.slice(0, 7);
  return useServerQuery<Calendar>({
    key: [company, 'tour-choice', month],
    fetch: (signal) =>
      readCalendar(company, { from: `${month}-01`, to: lastDayOf(addMonths(month, MONTHS_PER_REQUEST - 1)), signal }),
  });
}
