import type { PublicDay, PublicTime } from '../../data/public-booking-shapes.ts';
import type { BookingQuery } from '../page-url.ts';
import { localDateIn } from '../../lib/local-date.ts';

/** Returns a departure's time in the address, with the tour's language if two of `all` start at the same time. */
export function formatTimeParam(time: PublicTime, all: readonly PublicTime[]): string {
  return all.filter(({ at }) => at === time.at).length > 1 ? `${time.at}.${time.language}` : time.at;
}

/** Returns the departure for a date and time in the address; null if there is none any more. */
export function findDepartureAt(
  days: readonly PublicDay[],
  { date, time }: { date: string; time: string },
): PublicTime | null {
  const times = days.find((day) => day.date === date)?.times ?? [];
  const [at, language] = time.split('.', 2);
  return times.find((time) => time.at === at && (language === undefined || time.language === language)) ?? null;
}

/** Returns a moment's local time, such as `08:52`. */
export const localTimeIn = (timeZone: string, moment: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(moment);

/** Returns a departure's date and time in the address, with its language, as another may start at the same time. */
export function departureParams(
  { startsAt, language }: Pick<PublicTime, 'startsAt' | 'language'>,
  timeZone: string,
): Required<Pick<BookingQuery, 'date' | 'time'>> {
  const moment = Date.parse(startsAt);
  return { date: localDateIn(timeZone, moment), time: `${localTimeIn(timeZone, moment)}.${language}` };
}
