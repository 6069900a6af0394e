/** Arithmetic of local dates and time zones: the demo's dates are local to the tour. */

const MINUTE_MS = 60_000;

function parts(instant: Date, timeZone: string): Record<string, number> {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
}

/** Returns the zone's offset from UTC at an instant, in milliseconds. */
function offsetAt(instant: Date, timeZone: string): number {
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts(instant, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant.getTime() / 1000) * 1000;
}

/** Returns the local date, `YYYY-MM-DD`. */
export function dayIn(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetAt(instant, timeZone)).toISOString().slice(0, 10);
}

/** Returns the instant of a local day and minute. Computes the offset twice, as it may change that day. */
export function instantOf(day: string, minute: number, timeZone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS;
  const guess = wall - offsetAt(new Date(wall), timeZone);
  return new Date(wall - offsetAt(new Date(guess), timeZone));
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export function weekdayCodeOf(day: string): Weekday {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 'SU';
}

/** Returns which one of its weekday in the month a day is: 1 for the first Monday. */
export const weekdayOrdinal = (day: string): number => Math.ceil(Number(day.slice(8)) / 7);

/** Returns `10:30` as minutes since midnight. */
export function minutesSinceMidnight(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
