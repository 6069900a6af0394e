/**
 * The public holidays of the world's countries, by a library that is large (its data, CC BY-SA 3.0, is of Wikipedia) and comes when
 * somebody asks for them.
 */
import type { LocalDate } from '../../../domain/ids.ts';
import { addDays } from '../../../lib/local-date.ts';

export interface PublicHoliday {
  fromDate: LocalDate;
  /** The last day. */
  toDate: LocalDate;
  name: string;
}

export interface HolidayCalendar {
  /** ISO 3166 codes. */
  countries: readonly string[];
  /** Parts of a country that have holidays of their own, by code, with their names; none for most countries. */
  regionsOf(country: string): { code: string; name: string }[];
  /** In the order of the year, each once. */
  holidaysOf(where: { country: string; region: string; year: number }): PublicHoliday[];
}

const DAY = 86_400_000;

/** Opens the book for a reader of `locale`. Rejects where the code does not come, as without a network. */
export async function loadHolidayCalendar(locale: string): Promise<HolidayCalendar> {
  const { default: Holidays } = await import('date-holidays');
  const index = new Holidays();
  return {
    countries: Object.keys(index.getCountries('en') ?? {}),
    regionsOf: (country) =>
      Object.entries(index.getStates(country, locale) ?? {}).map(([code, name]) => ({ code, name: String(name) })),
    holidaysOf({ country, region, year }) {
      const options = { languages: [locale, 'en'], types: ['public' as const] };
      const book = region ? new Holidays(country, region, options) : new Holidays(country, options);
      const found = book.getHolidays(year).map(({ date, start, end, name }) => {
        const fromDate = date.slice(0, 10);
        const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY));
        return { fromDate, toDate: addDays(fromDate, days - 1), name };
      });
      return found.filter((one, at) => found.findIndex(({ fromDate }) => fromDate === one.fromDate) === at);
    },
  };
}

/** The country that a time zone is of, where the browser knows; '' where it does not. */
export function countryOfTimeZone(timeZone: string, countries: readonly string[]): string {
  type Known = Intl.Locale & { getTimeZones?(): string[]; timeZones?: string[] };
  return (
    countries.find((country) => {
      const locale = new Intl.Locale('und', { region: country }) as Known;
      return (locale.getTimeZones?.() ?? locale.timeZones)?.includes(timeZone);
    }) ?? ''
  );
}
