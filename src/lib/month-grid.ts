/** The arithmetic of a calendar's page: months, the weeks that show them, and where a key leads. Dates are `YYYY-MM-DD`, months `YYYY-MM`. */
import { addDays } from './local-date.ts';

const utc = (date: string) => new Date(`${date}T00:00:00Z`);
const pad = (value: number) => String(value).padStart(2, '0');

/** The month that a date lies in. */
export const monthOf = (date: string): string => date.slice(0, 7);

/** Returns the month `count` months after (or before, if negative) another. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const index = year * 12 + number - 1 + count;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${pad((index % 12) + 1)}`;
}

/** How many months after (or before, if negative) one month another is. */
export function monthsBetween(one: string, other: string): number {
  const index = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
  return index(other) - index(one);
}

/** The last day of a month. */
export const lastDayOf = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1);

/** How many days after Monday a date is, 0 to 6. All our languages begin the week with Monday. */
export const weekdayOf = (date: string): number => (utc(date).getUTCDay() + 6) % 7;

/** The weeks that show a month, Monday to Sunday, with the days of its neighbours that fill them. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const last = lastDayOf(month);
  const weeks: string[][] = [];
  for (let monday = addDays(first, -weekdayOf(first)); monday <= last; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(monday, day)));
  return weeks;
}

/** The same day of another month, or that month's last where it is shorter. */
function sameDay(date: string, months: number): string {
  const month = addMonths(monthOf(date), months);
  const last = lastDayOf(month);
  const same = `${month}-${date.slice(8)}`;
  return same < last ? same : last;
}

/** Where a key leads from a date in a grid of days (ARIA Authoring Practices, date grid); null for any other key. */
export function dateAfterKey(date: string, { key, shiftKey }: { key: string; shiftKey: boolean }): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -7);
    case 'ArrowDown':
      return addDays(date, 7);
    case 'Home':
      return addDays(date, -weekdayOf(date));
    case 'End':
      return addDays(date, 6 - weekdayOf(date));
    case 'PageUp':
      return sameDay(date, shiftKey ? -12 : -1);
    case 'PageDown':
      return sameDay(date, shiftKey ? 12 : 1);
    default:
      return null;
  }
}
