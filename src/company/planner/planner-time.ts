/** Geometry of a lane's day, in minutes from midnight: time axis, shading, and rows for overlapping blocks. */
import type { LocalDate } from '../../domain/ids.ts';
import { addDays, wallClockIn } from '../../lib/local-date.ts';
import { weekdayOf } from '../../lib/month-grid.ts';
import { MINUTES_A_DAY, type Block, type PlannerGuide } from './planner-model.ts';

export const VIEWS = ['day', 'week'] as const;
export type PlannerView = (typeof VIEWS)[number];

export const mondayOf = (date: LocalDate): LocalDate => addDays(date, -weekdayOf(date));
export const weekOf = (date: LocalDate): LocalDate[] =>
  Array.from({ length: 7 }, (_, day) => addDays(mondayOf(date), day));

export interface Span {
  from: number;
  to: number;
}

/** Returns a workload in hours, with one decimal. */
export const toHours = (minutes: number): number => Math.round(minutes / 6) / 10;

/** Maximum hours shown after midnight. */
const MAX_HOURS_AFTER_MIDNIGHT = 6;

/** Returns the time axis: whole hours around all blocks, at least 8:00 to 20:00. */
export function hourAxis(blocks: readonly Block[]): Span {
  const from = Math.min(8 * 60, ...blocks.map((block) => block.from));
  const to = Math.max(20 * 60, ...blocks.map((block) => block.to));
  return {
    from: Math.floor(from / 60) * 60,
    to: Math.min(MINUTES_A_DAY + MAX_HOURS_AFTER_MIDNIGHT * 60, Math.ceil(to / 60) * 60),
  };
}

/** Returns a position on the axis in percent. */
export const percentOf = (minute: number, { from, to }: Span): number =>
  (100 * (Math.min(Math.max(minute, from), to) - from)) / (to - from);

/** Returns the start of the quarter hour at a fraction (0 to 1) of the axis. */
export const quarterHourAt = (fraction: number, { from, to }: Span): number =>
  Math.min(MINUTES_A_DAY - 15, Math.floor((from + fraction * (to - from)) / 15) * 15);

/** Assigns overlapping blocks, in order of start, to different rows; returns each one's row and how many there are. */
export function stackRows(blocks: readonly Block[]): { rows: number[]; count: number } {
  const ends: number[] = [];
  const rows = blocks.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from);
    const row = free === -1 ? ends.length : free;
    ends[row] = to;
    return row;
  });
  return { rows, count: Math.max(1, ends.length) };
}

/** Returns the spans of a day outside of a guide's working hours; none if `hours` is null, which means any time. */
export function closedSpans(hours: PlannerGuide['hours'], day: LocalDate): Span[] {
  if (hours === null) return [];
  const midnight = weekdayOf(day) * MINUTES_A_DAY;
  const closed: Span[] = [];
  let reached = 0;
  for (const [start, end] of hours.toSorted((a, b) => a[0] - b[0])) {
    const from = Math.max(0, start - midnight);
    const to = Math.min(MINUTES_A_DAY, end - midnight);
    if (to <= 0 || from >= MINUTES_A_DAY) continue;
    if (from > reached) closed.push({ from: reached, to: from });
    reached = Math.max(reached, to);
  }
  if (reached < MINUTES_A_DAY) closed.push({ from: reached, to: MINUTES_A_DAY });
  return closed;
}

export interface TimeOffOnDay extends Span {
  id: string;
  note: string | null;
}

/** Returns a guide's time off, clipped to a day. */
export function timeOffOn(
  timeOff: PlannerGuide['timeOff'],
  { day, zone }: { day: LocalDate; zone: string },
): TimeOffOnDay[] {
  return timeOff.flatMap(({ id, startsAt, endsAt, note }) => {
    const start = wallClockIn(zone, Date.parse(startsAt));
    const end = wallClockIn(zone, Date.parse(endsAt));
    if (start.date > day || end.date < day || (end.date === day && end.minute === 0)) return [];
    return [{ id, note, from: start.date < day ? 0 : start.minute, to: end.date > day ? MINUTES_A_DAY : end.minute }];
  });
}
