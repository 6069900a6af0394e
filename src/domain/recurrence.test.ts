import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomCheckOptions } from '../lib/testing/random-cases.ts';
import {
  formatRrule,
  MAX_COUNT,
  MAX_INTERVAL,
  moveToWeekday,
  parseRrule,
  WEEKDAYS,
  type Recurrence,
} from './recurrence.ts';

const weekday = fc.constantFrom(...WEEKDAYS);
const nth = fc.constantFrom(null, 1, 2, 3, 4, 5, -1, -2, -3, -4, -5);
const monthDay = fc.integer({ min: -31, max: 31 }).filter((day) => day !== 0);
const end = fc.oneof(
  fc.constant({ kind: 'never' as const }),
  fc.record({ kind: fc.constant('count' as const), count: fc.integer({ min: 1, max: MAX_COUNT }) }),
  fc.record({
    kind: fc.constant('until' as const),
    date: fc
      .date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
  }),
);
const months = fc.uniqueArray(fc.integer({ min: 1, max: 12 }));
const common = { interval: fc.integer({ min: 1, max: MAX_INTERVAL }), months, end };
const recurrence: fc.Arbitrary<Recurrence> = fc.oneof(
  fc.record({ ...common, frequency: fc.constant('daily' as const) }),
  fc.record({ ...common, frequency: fc.constant('weekly' as const), days: fc.uniqueArray(weekday) }),
  fc.record({
    ...common,
    frequency: fc.constant('monthly' as const),
    by: fc.constant('weekday' as const),
    weekdays: fc.uniqueArray(fc.record({ nth, day: weekday }), {
      minLength: 1,
      selector: ({ nth: n, day }) => `${n} ${day}`,
    }),
  }),
  fc.record({
    ...common,
    frequency: fc.constant('monthly' as const),
    by: fc.constant('day' as const),
    days: fc.uniqueArray(monthDay),
  }),
);

describe('a rule', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(recurrence, (rule) => {
        expect(parseRrule(formatRrule(rule))).toEqual(rule);
      }),
      randomCheckOptions(1000),
    );
  });

  test.each([
    [
      'every Tuesday and Thursday',
      'FREQ=WEEKLY;BYDAY=TU,TH',
      { frequency: 'weekly', interval: 1, months: [], days: ['TU', 'TH'], end: { kind: 'never' } },
    ],
    [
      'every second month on its second Saturday',
      'FREQ=MONTHLY;INTERVAL=2;BYDAY=2SA;COUNT=6',
      {
        frequency: 'monthly',
        by: 'weekday',
        interval: 2,
        months: [],
        weekdays: [{ nth: 2, day: 'SA' }],
        end: { kind: 'count', count: 6 },
      },
    ],
    [
      'the last day of each month of a yearly season',
      'FREQ=MONTHLY;BYMONTH=4,5,12;BYMONTHDAY=-1;UNTIL=20260930',
      {
        frequency: 'monthly',
        by: 'day',
        interval: 1,
        months: [4, 5, 12],
        days: [-1],
        end: { kind: 'until', date: '2026-09-30' },
      },
    ],
  ])('covers %s', (_words, text, rule) => {
    expect(parseRrule(text)).toEqual(rule);
    expect(formatRrule(rule as Recurrence)).toBe(text);
  });

  test.each(['FREQ=DAILY\n', '\nFREQ=DAILY', 'FREQ=DAILY;COUNT=3\n'])('may not have other text around it: %j', (text) =>
    expect(parseRrule(text)).toBeNull(),
  );

  test('is null for any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseRrule(text)).toBeNull();
      }),
      randomCheckOptions(1000),
    );
  });
});

describe('moveToWeekday', () => {
  const moveRule = (text: string, from: 'TU' | 'SA', to: 'TU' | 'SA' | 'MO') => {
    const rule = moveToWeekday(parseRrule(text)!, { from, to, first: '2027-01-05' });
    return rule && formatRrule(rule);
  };

  test.each([
    [
      'FREQ=WEEKLY;INTERVAL=2;BYMONTH=4;BYDAY=TU,SA;COUNT=9',
      'TU',
      'MO',
      'FREQ=WEEKLY;INTERVAL=2;BYMONTH=4;BYDAY=MO,SA;COUNT=9',
    ],
    // Without duplicates, if the rule already has the weekday.
    ['FREQ=WEEKLY;BYDAY=TU,SA', 'TU', 'SA', 'FREQ=WEEKLY;BYDAY=SA'],
    // The first date's weekday, if the rule names none.
    ['FREQ=WEEKLY', 'TU', 'MO', 'FREQ=WEEKLY;BYDAY=MO'],
    ['FREQ=WEEKLY', 'SA', 'MO', null],
    ['FREQ=DAILY', 'TU', 'MO', null],
    ['FREQ=MONTHLY;BYDAY=2TU', 'TU', 'MO', null],
  ] as const)('moves %s from %s to %s: %s', (text, from, to, after) => expect(moveRule(text, from, to)).toBe(after));
});
