/**
 * Public holidays of all countries from date-holidays (data from Wikipedia, CC BY-SA 3.0). The large library is loaded
 * on demand.
 */
import type { LocalDate } from '../../../domain/ids.ts';
import { addDays } from '../../../lib/local-date.ts';

export interface PublicHoliday {
  fromDate: LocalDate;
  /** Last day, inclusive. */
  toDate: LocalDate;
  name: string;
}

export interface HolidayCalendar {
  /** ISO 3166 country codes. */
  countries: readonly string[];
  /** Regions with their own holidays; empty for most countries. */
  regionsOf(country: string): { code: string; name: string }[];
  /** In chronological order without duplicates. */
  holidaysOf(where: { country: string; region: string; year: number }): PublicHoliday[];
}

const DAY_MS = 86_400_000;

/** Loads the holiday calendar with names for `locale`. Rejects if the code cannot be loaded, for example offline. */
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
      const holidays = book.getHolidays(year).map(({ date, start, end, name }) => {
        const fromDate = date.slice(0, 10);
        const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS));
        return { fromDate, toDate: addDays(fromDate, days - 1), name };
      });
      return holidays.filter(
        (holiday, at) => holidays.findIndex(({ fromDate }) => fromDate === holiday.fromDate) === at,
      );
    },
  };
}

/** Returns the country of a time zone, or '' if the browser does not know it. */
export function countryOfTimeZone(timeZone: string, countries: readonly string[]): string {
  type LocaleWithTimeZones = Intl.Locale & { getTimeZones?(): string[]; timeZones?: string[] };
  return (
    countries.find((country) => {
      const locale = new Intl.Locale('und', { region: country }) as LocaleWithTimeZones;
      return (locale.getTimeZones?.() ?? locale.timeZones)?.includes(timeZone);
    }) ?? ''
  );
}
