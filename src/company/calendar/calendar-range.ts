/** Calculates the days that a view covers and the previous and next range. */
import type { LocalDate } from '../../domain/ids.ts';
import { addDays } from '../../lib/local-date.ts';
import { addMonths, monthOf, weekdayOf, weeksOf } from '../../lib/month-grid.ts';

export const VIEWS = ['month', 'week', 'agenda'] as const;
export type CalendarView = (typeof VIEWS)[number];

const AGENDA_DAYS = 14;

const mondayOf = (date: LocalDate) => addDays(date, -weekdayOf(date));

/** Returns the first and last day of the view that contains a day. */
export function rangeOf(view: CalendarView, on: LocalDate): { from: LocalDate; to: LocalDate } {
  if (view === 'month') {
    const days = weeksOf(monthOf(on)).flat();
    return { from: days[0]!, to: days.at(-1)! };
  }
  if (view === 'week') return { from: mondayOf(on), to: addDays(mondayOf(on), 6) };
  return { from: on, to: addDays(on, AGENDA_DAYS - 1) };
}

/** Returns a day in the previous (-1) or next (1) range. */
export function stepRange(view: CalendarView, { on, by }: { on: LocalDate; by: -1 | 1 }): LocalDate {
  if (view === 'month') return `${addMonths(monthOf(on), by)}-01`;
  return addDays(on, by * (view === 'week' ? 7 : AGENDA_DAYS));
}

/** Returns all days of a range. */
export function daysOf({ from, to }: { from: LocalDate; to: LocalDate }): LocalDate[] {
  const days: LocalDate[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
