/** Booking figures of a date range: grouping for charts and comparison with the previous range. */
import { addDays } from '../lib/local-date.ts';
import type { BookingSource } from './enums.ts';
import type { LocalDate, MinorUnits } from './ids.ts';

/** How long before the tour a booking was made; the same buckets as `private.lead_time_bucket`. */
export const LEAD_TIMES = ['same_day', 'day_before', 'week', 'two_weeks', 'month', 'three_months', 'longer'] as const;
export type LeadTime = (typeof LEAD_TIMES)[number];
/** The first and the last day of each bucket. */
export const LEAD_TIME_DAYS: Record<LeadTime, { from: number; to?: number }> = {
  same_day: { from: 0, to: 0 },
  day_before: { from: 1, to: 1 },
  week: { from: 2, to: 6 },
  two_weeks: { from: 7, to: 13 },
  month: { from: 14, to: 29 },
  three_months: { from: 30, to: 89 },
  longer: { from: 90 },
};

export const MEASURES = ['bookings', 'revenue', 'cancelled'] as const;
export type Measure = (typeof MEASURES)[number];

/** What was booked on one day from one source. */
export interface BookedDay {
  /** Days after the start of the range. */
  day: number;
  source: BookingSource;
  bookings: number;
  revenue: MinorUnits;
  cancelled: number;
}

export interface Period {
  from: LocalDate;
  to: LocalDate;
}

export const daysBetween = (from: LocalDate, to: LocalDate) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

const [MAX_DAYS_BY_DAY, MAX_WEEKS_BY_WEEK] = [45, 26];

/** Returns the columns of a chart: days, weeks or calendar months, depending on the range's length. */
export function periodsOf({ from, to }: Period): { by: 'day' | 'week' | 'month'; periods: Period[] } {
  const days = daysBetween(from, to) + 1;
  const by = days <= MAX_DAYS_BY_DAY ? 'day' : days <= MAX_WEEKS_BY_WEEK * 7 ? 'week' : 'month';
  const periods: Period[] = [];
  for (let first = from; first <= to;) {
    const last = by === 'day' ? first : by === 'week' ? addDays(first, 6) : monthEnd(first);
    periods.push({ from: first, to: last < to ? last : to });
    first = addDays(last, 1);
  }
  return { by, periods };
}
function monthEnd(date: LocalDate): LocalDate {
  const next = `${addDays(`${date.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;
  return addDays(next, -1);
}

/** Sums a measure by period and source, with the total of the previous range at the same offset. */
export function sumByPeriod(
  { from, periods }: { from: LocalDate; periods: readonly Period[] },
  { now, before, measure }: { now: readonly BookedDay[]; before: readonly BookedDay[]; measure: Measure },
): { period: Period; bySource: Partial<Record<BookingSource, number>>; total: number; before: number }[] {
  const periodOfDay = new Map<number, number>();
  periods.forEach((period, index) => {
    for (let day = daysBetween(from, period.from); day <= daysBetween(from, period.to); day += 1)
      periodOfDay.set(day, index);
  });
  const sums = periods.map((period) => ({
    period,
    bySource: {} as Partial<Record<BookingSource, number>>,
    total: 0,
    before: 0,
  }));
  for (const figure of now) {
    const sum = sums[periodOfDay.get(figure.day) ?? -1];
    if (!sum) continue;
    sum.bySource[figure.source] = (sum.bySource[figure.source] ?? 0) + figure[measure];
    sum.total += figure[measure];
  }
  for (const figure of before) {
    const sum = sums[periodOfDay.get(figure.day) ?? -1];
    if (sum) sum.before += figure[measure];
  }
  return sums;
}

/** Returns the change as a share of `before`; null if that is 0. */
export const relativeChange = (now: number, before: number): number | null =>
  before === 0 ? null : (now - before) / before;

/** Returns a part as a share of the whole; null if the whole is 0. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
