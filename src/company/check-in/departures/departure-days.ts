import type { Instant, LocalDate } from '../../../domain/ids.ts';
import { localDateIn } from '../../../lib/local-date.ts';
import type { DepartureSummary } from '../../../offline/read/views.ts';
import { departureDelay } from './departure-delay.ts';

export interface DepartureDay {
  date: LocalDate;
  departures: DepartureSummary[];
}

/** Nothing is left to be done for it: it has left, or will not. */
const isOver = ({ departure, departedAt }: DepartureSummary) => departedAt !== null || departure.status === 'cancelled';

/** What is late comes first; what has passed without anybody saying so, after what is to come. */
function rank(summary: DepartureSummary, now: number): number {
  if (departureDelay(summary, now) !== null) return 0;
  if (isOver(summary)) return 3;
  return Date.parse(summary.departure.endsAt) <= now ? 2 : 1;
}

/**
 * Departures by day: today first, then what is to come, then what is past, the latest first. Within a day by time: what is late and
 * waited for on top, what is over last.
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
  // A tour that began before midnight is still on: its day comes first until it ends.
  const isOn = (summary: DepartureSummary) => !isOver(summary) && Date.parse(summary.departure.endsAt) > now;
  const past = (day: DepartureDay) => Number(day.date < today && !day.departures.some(isOn));
  return days.sort(
    (a, b) => past(a) - past(b) || (past(a) ? b.date.localeCompare(a.date) : a.date.localeCompare(b.date)),
  );
}

/** Half an hour after its start a departure that nobody closed is no longer the next. */
const GRACE = 30 * 60_000;
const QUARTER = 15 * 60_000;

/** The departure that one most likely wants now: the first that has neither left nor been cancelled nor is long past. */
export function nextDeparture(departures: readonly DepartureSummary[], now: number): DepartureSummary | null {
  let next: DepartureSummary | null = null;
  for (const summary of departures) {
    const { startsAt } = summary.departure;
    if (isOver(summary) || Date.parse(startsAt) + GRACE < now) continue;
    if (next === null || startsAt < next.departure.startsAt) next = summary;
  }
  return next;
}

/** What the ready light tells of: the next departure of a later day, else the next of today. */
export function nextOfflineDeparture(
  departures: readonly DepartureSummary[],
  { now, today }: { now: number; today: LocalDate },
): DepartureSummary | null {
  const later = departures.filter((summary) => summary.departure.localDate > today);
  const todays = departures.filter((summary) => summary.departure.localDate === today);
  return nextDeparture(todays, now) ?? nextDeparture(later, now);
}

/** A list older than this may lack the bookings of a whole working day. */
export const STALE_LIST_AGE_MS = 12 * 3_600_000;

/**
 * Milliseconds until which the list, ages and distances apart, says what it says now: until a departure begins, is no longer the
 * next or ends, the day does, or the list counts as old.
 */
export function validUntil(
  departures: readonly DepartureSummary[],
  { now, today, timeZone, pulledAt }: { now: number; today: LocalDate; timeZone: string; pulledAt: Instant | null },
): number {
  let until = Math.min(now + STALE_LIST_AGE_MS, pulledAt === null ? now : Date.parse(pulledAt) + STALE_LIST_AGE_MS);
  for (const { departure } of departures) {
    const starts = Date.parse(departure.startsAt);
    for (const turn of [starts, starts + GRACE, Date.parse(departure.endsAt)])
      if (turn > now && turn < until) until = turn;
  }
  // No day begins or ends but on a quarter of an hour, wherever one is.
  for (let turn = Math.ceil((now + 1) / QUARTER) * QUARTER; turn < until; turn += QUARTER)
    if (localDateIn(timeZone, turn) !== today) return turn;
  return until;
}
