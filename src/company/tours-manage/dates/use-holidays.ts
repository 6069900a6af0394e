/** Public holidays of a country and year, and which of them are days off already. */
import { useEffect, useMemo, useState } from 'react';
import { countryOfTimeZone, loadHolidayCalendar, type HolidayCalendar, type PublicHoliday } from './public-holidays.ts';
import type { LoadedSchedules } from './use-schedules.ts';

/** `failed`: the code of the calendar could not be loaded. */
export type HolidayCalendarState = HolidayCalendar | 'loading' | 'failed';

export function useHolidayCalendar(locale: string): HolidayCalendarState {
  const [calendar, setCalendar] = useState<HolidayCalendarState>('loading');
  useEffect(() => {
    let isCurrent = true;
    loadHolidayCalendar(locale).then(
      (loaded) => isCurrent && setCalendar(loaded),
      () => isCurrent && setCalendar('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [locale]);
  return calendar;
}

export interface HolidayChoice {
  /** Empty until one is chosen, if the time zone tells none. */
  country: string;
  region: string;
  year: number;
  /** Who is off: the whole company or one tour. */
  of: 'company' | 'tour';
}

export interface ListedHoliday extends PublicHoliday {
  isOff: boolean;
}

export function useHolidays(calendar: HolidayCalendarState, { timeZone, today, blackouts }: LoadedSchedules) {
  const loaded = typeof calendar === 'string' ? null : calendar;
  const [changed, setChanged] = useState<Partial<HolidayChoice>>({});
  const localCountry = useMemo(() => (loaded ? countryOfTimeZone(timeZone, loaded.countries) : ''), [loaded, timeZone]);
  const { country = localCountry, region = '', year = Number(today.slice(0, 4)), of = 'company' } = changed;
  const holidays = useMemo(
    () =>
      loaded && country ? loaded.holidaysOf({ country, region, year }).filter(({ toDate }) => toDate >= today) : [],
    [loaded, country, region, year, today],
  );
  const isOff = ({ fromDate, toDate }: PublicHoliday) =>
    blackouts.some(
      ({ blackout }) =>
        (blackout.tourId === null || of === 'tour') && blackout.fromDate <= fromDate && toDate <= blackout.toDate,
    );
  return {
    choice: { country, region, year, of } satisfies HolidayChoice,
    change: (choice: Partial<HolidayChoice>) => setChanged((before) => ({ ...before, ...choice })),
    holidays: holidays.map((holiday): ListedHoliday => ({ ...holiday, isOff: isOff(holiday) })),
  };
}
