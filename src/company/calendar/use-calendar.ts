import { useEffect } from 'react';
import { CALENDAR_CACHE_SCHEMA, readCalendar, readDay } from '../../data/calendar.ts';
import { readPlanner } from '../../data/guides.ts';
import type { Calendar } from '../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { queryClient } from '../../online/query-client.ts';
import { prefetchQuery, useServerQuery, type ServerQuery } from '../../online/use-server-query.ts';
import { useInvalidation } from '../../online/use-invalidation.ts';
import { rangeOf, stepRange, type CalendarView } from './calendar-range.ts';

const calendarQuery = (company: Uuid, range: { from: LocalDate; to: LocalDate }): ServerQuery<Calendar> => ({
  key: [company, 'calendar', range.from, range.to],
  fetch: (signal) => readCalendar(company, { ...range, signal }),
  cacheSchema: CALENDAR_CACHE_SCHEMA,
});

/**
 * Queries the departures of a view and prefetches the previous and next range. Cached on the device for offline use.
 */
export function useCalendar(company: Uuid, { view, on }: { view: CalendarView; on: LocalDate }) {
  useInvalidation(company);
  const query = useServerQuery(calendarQuery(company, rangeOf(view, on)));
  const isFull = query.state === 'full' && !query.fetching;
  useEffect(() => {
    if (!isFull) return undefined;
    const prefetches = ([1, -1] as const).map((step) =>
      prefetchQuery(calendarQuery(company, rangeOf(view, stepRange(view, { on, by: step })))),
    );
    return () => prefetches.forEach((stop) => stop());
  }, [company, view, on, isFull]);
  return query;
}

/** Queries the week of a day, to print it from a view that shows only a part of it. */
export function useWeek(company: Uuid, { on, enabled }: { on: LocalDate; enabled: boolean }) {
  return useServerQuery({ ...calendarQuery(company, rangeOf('week', on)), enabled });
}

export function useDay(company: Uuid, date: LocalDate) {
  return useServerQuery({ key: [company, 'day', date], fetch: (signal) => readDay(company, { date, signal }) });
}

/** Queries the planner of a day, whose list of guides serves for several days: it has the whole team. */
export function useGuides(company: Uuid, date: LocalDate) {
  return useServerQuery({
    key: [company, 'planner', date, date],
    fetch: (signal) => readPlanner(company, { from: date, to: date, signal }),
  });
}

/** Invalidates the queries on departures after a change. */
export function refreshDepartures(company: Uuid): void {
  for (const topic of ['calendar', 'day', 'planner'])
    void queryClient.invalidateQueries({ queryKey: [company, topic] }, { cancelRefetch: true });
}
