import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../lib/local-date.ts';
import { randomCheckOptions } from '../lib/testing/random-cases.ts';
import {
  sumByPeriod,
  relativeChange,
  daysBetween,
  LEAD_TIME_DAYS,
  LEAD_TIMES,
  periodsOf,
  shareOf,
  type BookedDay,
} from './figures.ts';

describe('LEAD_TIME_DAYS', () => {
  test('puts every number of days into exactly one bucket', () => {
    for (let days = 0; days <= 400; days += 1)
      expect(
        LEAD_TIMES.filter((lead) => days >= LEAD_TIME_DAYS[lead].from && days <= (LEAD_TIME_DAYS[lead].to ?? Infinity)),
      ).toHaveLength(1);
  });
});

describe('daysBetween', () => {
  test.each([
    ['2026-05-01', '2026-05-01', 0],
    ['2026-05-01', '2026-05-03', 2],
    ['2026-03-28', '2026-03-30', 2],
    ['2026-05-03', '2026-05-01', -2],
  ])('counts from %s to %s: %i', (from, to, days) => expect(daysBetween(from, to)).toBe(days));
});

describe('periodsOf', () => {
  test.each([
    ['2026-01-01', '2026-02-14', 'day', 45],
    ['2026-01-01', '2026-02-15', 'week', 7],
    ['2026-01-01', '2026-07-01', 'week', 26],
    ['2026-01-01', '2026-07-02', 'month', 7],
    ['2026-05-01', '2026-05-01', 'day', 1],
  ] as const)('splits %s to %s by %s: %i', (from, to, by, count) => {
    const result = periodsOf({ from, to });
    expect(result.by).toBe(by);
    expect(result.periods).toHaveLength(count);
  });

  test('ends months with the calendar, and the last period with the range', () => {
    expect(periodsOf({ from: '2027-12-15', to: '2028-07-02' }).periods.slice(0, 4)).toEqual([
      { from: '2027-12-15', to: '2027-12-31' },
      { from: '2028-01-01', to: '2028-01-31' },
      { from: '2028-02-01', to: '2028-02-29' },
      { from: '2028-03-01', to: '2028-03-31' },
    ]);
    expect(periodsOf({ from: '2027-12-15', to: '2028-07-02' }).periods.at(-1)).toEqual({
      from: '2028-07-01',
      to: '2028-07-02',
    });
    expect(periodsOf({ from: '2026-01-01', to: '2026-02-15' }).periods.at(-1)).toEqual({
      from: '2026-02-12',
      to: '2026-02-15',
    });
  });

  test('covers every day of the range once', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.nat(700), (start, length) => {
        const range = { from: addDays('2025-01-01', start), to: addDays('2025-01-01', start + length) };
        const { periods } = periodsOf(range);
        let next = range.from;
        for (const { from, to } of periods) {
          expect(from).toBe(next);
          expect(to >= from).toBe(true);
          next = addDays(to, 1);
        }
        expect(next).toBe(addDays(range.to, 1));
      }),
      randomCheckOptions(1000),
    );
  });
});

describe('sumByPeriod', () => {
  const bookedDay = (day: number, more: Partial<BookedDay> = {}): BookedDay => ({
    day,
    source: 'website',
    bookings: 1,
    revenue: 100,
    cancelled: 0,
    ...more,
  });
  const from = '2026-05-01';
  const periods = [
    { from: '2026-05-01', to: '2026-05-02' },
    { from: '2026-05-03', to: '2026-05-03' },
  ];

  test('sums by source and in total, with the previous range at the same offset', () => {
    const now = [bookedDay(0), bookedDay(1, { bookings: 2 }), bookedDay(1, { source: 'office' }), bookedDay(2)];
    const before = [bookedDay(1, { bookings: 5 }), bookedDay(2, { bookings: 7 }), bookedDay(0)];
    expect(sumByPeriod({ from, periods }, { now, before, measure: 'bookings' })).toEqual([
      { period: periods[0], bySource: { website: 3, office: 1 }, total: 4, before: 6 },
      { period: periods[1], bySource: { website: 1 }, total: 1, before: 7 },
    ]);
    expect(sumByPeriod({ from, periods }, { now, before, measure: 'revenue' }).map(({ total }) => total)).toEqual([
      300, 100,
    ]);
  });

  test('ignores days outside all periods', () => {
    const outside = [bookedDay(-1), bookedDay(3)];
    expect(
      sumByPeriod({ from, periods }, { now: outside, before: outside, measure: 'bookings' }).map(
        ({ total, before }) => [total, before],
      ),
    ).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});

test('relativeChange and shareOf return shares, or null if there is nothing to compare with', () => {
  expect(relativeChange(150, 100)).toBe(0.5);
  expect(relativeChange(50, 100)).toBe(-0.5);
  expect(relativeChange(5, 0)).toBeNull();
  expect(shareOf(1, 4)).toBe(0.25);
  expect(shareOf(0, 0)).toBeNull();
});
