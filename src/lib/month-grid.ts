/** Date arithmetic of the calendar grid. Dates are `YYYY-MM-DD`, months `YYYY-MM`. */
import { addDays } from './local-date.ts';

const utc = (date: string) => new Date(`${date}T00:00:00Z`);
const pad = (value: number) => String(value).padStart(2, '0');

export const monthOf = (date: string): string => date.slice(0, 7);

/** Returns the month `count` months after (or before, if negative) another. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const index = year * 12 + number - 1 + count;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${pad((index % 12) + 1)}`;
}

/** Returns how many months `last` is after (or before, if negative) `first`. */
export function monthsBetween(first: string, last: string): number {
  const index = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
  return index(last) - index(first);
}

export const lastDayOf = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1);

/** Returns the weekday as days after Monday, 0 to 6. Weeks begin on Monday in all our languages. */
export const weekdayOf = (date: string): number => (utc(date).getUTCDay() + 6) % 7;

/** Returns the weeks that cover a month, Monday to Sunday, including days of the neighbouring months. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const last = lastDayOf(month);
  const weeks: string[][] = [];
  for (let monday = addDays(first, -weekdayOf(first)); monday <= last; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(monday, day)));
  return weeks;
}

/** Returns the same day `months` away, or that month's last day if it is shorter. */
function sameDay(date: string, months: number): string {
  const month = addMonths(monthOf(date), months);
  const last = lastDayOf(month);
  const same = `${month}-${date.slice(8)}`;
  return same < last ? same : last;
}

/** Returns the date that a key moves to in a date grid (ARIA Authoring Practices); null for any other key. */
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
