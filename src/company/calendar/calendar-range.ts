/** Which days a view shows, and where "before" and "after" lead. */
import type { LocalDate } from '../../domain/ids.ts';
import { addDays } from '../../lib/local-date.ts';
import { addMonths, monthOf, weekdayOf, weeksOf } from '../../lib/month-grid.ts';

export const VIEWS = ['month', 'week', 'agenda'] as const;
export type CalendarView = (typeof VIEWS)[number];

/** Days that an agenda shows. */
const AGENDA_DAYS = 14;

const mondayOf = (date: LocalDate) => addDays(date, -weekdayOf(date));

/** The first and last day of a view around a day. */
export function rangeOf(view: CalendarView, on: LocalDate): { from: LocalDate; to: LocalDate } {
  if (view === 'month') {
    const days = weeksOf(monthOf(on)).flat();
    return { from: days[0]!, to: days.at(-1)! };
  }
  if (view === 'week') return { from: mondayOf(on), to: addDays(mondayOf(on), 6) };
  return { from: on, to: addDays(on, AGENDA_DAYS - 1) };
}

/** The day around which the view before (-1) or after (1) is. */
export function stepRange(view: CalendarView, { on, by }: { on: LocalDate; by: -1 | 1 }): LocalDate {
  if (view === 'month') return `${addMonths(monthOf(on), by)}-01`;
  return addDays(on, by * (view === 'week' ? 7 : AGENDA_DAYS));
}

/** All days from the first to the last. */
export function daysOf({ from, to }: { from: LocalDate; to: LocalDate }): LocalDate[] {
  const days: LocalDate[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
