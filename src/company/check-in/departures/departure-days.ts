import type { Instant, LocalDate } from '../../../domain/ids.ts';
import { localDateIn } from '../../../lib/local-date.ts';
import type { DepartureSummary } from '../../../offline/read/views.ts';
import { LATE_AFTER_MS, departureDelay } from './departure-delay.ts';

export interface DepartureDay {
  date: LocalDate;
  departures: DepartureSummary[];
}

const isDepartedOrCancelled = ({ departure, departedAt }: DepartureSummary) =>
  departedAt !== null || departure.status === 'cancelled';

/**
 * Sort rank within a day: late first, then upcoming, then past ones that were never marked as departed, then departed
 * or cancelled ones.
 */
function rank(summary: DepartureSummary, now: number): number {
  if (departureDelay(summary, now) !== null) return 0;
  if (isDepartedOrCancelled(summary)) return 3;
  return Date.parse(summary.departure.endsAt) <= now ? 2 : 1;
}

/**
 * Groups departures by day: today and future days in order, then past days in reverse. Within a day late ones come
 * first and departed or cancelled ones last.
 */
export function groupDeparturesByDay(
  departures: readonly DepartureSummary[],
  { now, today }: { now: number; today: LocalDate },
): DepartureDay[] {
  const byDate = new Map<LocalDate, DepartureSummary[]>();
  for (const summary of departures) {
    const { localDate } = summary.departure;
    const day = byDate.get(localDate);
    if (day) day.push(summary);
    else byDate.set(localDate, [summary]);
  }
  const days = [...byDate].map(([date, list]) => ({
    date,
    departures: list.sort(
      (a, b) =>
        rank(a, now) - rank(b, now) ||
        a.departure.startsAt.localeCompare(b.departure.startsAt) ||
        a.departure.id.localeCompare(b.departure.id),
    ),
  }));
  // Past midnight, a day stays current while one of its departures has neither left nor ended.
  const isAwaited = (summary: DepartureSummary) =>
    !isDepartedOrCancelled(summary) && Date.parse(summary.departure.endsAt) > now;
  const past = (day: DepartureDay) => Number(day.date < today && !day.departures.some(isAwaited));
  return days.sort(
    (a, b) => past(a) - past(b) || (past(a) ? b.date.localeCompare(a.date) : a.date.localeCompare(b.date)),
  );
}

/** A departure that was not marked as departed stops being the next one 30 minutes after its start. */
const GRACE_MS = 30 * 60_000;
const QUARTER_HOUR_MS = 15 * 60_000;

/**
 * Returns the departure that is most likely wanted now: the first that has not left, been cancelled or passed its grace
 * period.
 */
export function nextDeparture(departures: readonly DepartureSummary[], now: number): DepartureSummary | null {
  let next: DepartureSummary | null = null;
  for (const summary of departures) {
    const { startsAt } = summary.departure;
    if (isDepartedOrCancelled(summary) || Date.parse(startsAt) + GRACE_MS < now) continue;
    if (next === null || startsAt < next.departure.startsAt) next = summary;
  }
  return next;
}

/** Returns the departure for the offline badge: the next one, but none that started yesterday just before midnight. */
export function nextOfflineDeparture(
  departures: readonly DepartureSummary[],
  { now, today }: { now: number; today: LocalDate },
): DepartureSummary | null {
  return nextDeparture(
    departures.filter((summary) => summary.departure.localDate >= today),
    now,
  );
}

/** An older list may lack the bookings of a whole working day. */
export const STALE_LIST_AGE_MS = 12 * 3_600_000;

/**
 * Returns the time in milliseconds until which the list renders the same, apart from relative times: the next start,
 * delay, end of a grace period, end, midnight, or when the list becomes stale.
 */
export function validUntil(
  departures: readonly DepartureSummary[],
  { now, today, timeZone, pulledAt }: { now: number; today: LocalDate; timeZone: string; pulledAt: Instant | null },
): number {
  let until = Math.min(now + STALE_LIST_AGE_MS, pulledAt === null ? now : Date.parse(pulledAt) + STALE_LIST_AGE_MS);
  for (const { departure } of departures) {
    const starts = Date.parse(departure.startsAt);
    for (const turn of [starts, starts + LATE_AFTER_MS, starts + GRACE_MS, Date.parse(departure.endsAt)])
      if (turn > now && turn < until) until = turn;
  }
  // In every time zone midnight falls on a UTC quarter hour.
  for (let turn = Math.ceil((now + 1) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS; turn < until; turn += QUARTER_HOUR_MS)
    if (localDateIn(timeZone, turn) !== today) return turn;
  return until;
}
