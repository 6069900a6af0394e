/** A schedule is formatted for its form and read back unchanged; invalid input is reported at its field. */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { addDays } from '../lib/local-date.ts';
import { randomCheckOptions } from '../lib/testing/random-cases.ts';
import { formatRrule, MAX_COUNT, MAX_INTERVAL, WEEKDAYS, type Recurrence, type RecurrenceEnd } from './recurrence.ts';
import type { ScheduleForm } from './schedules.ts';
import {
  MONTHS,
  newScheduleFormValues,
  scheduleFormSchema,
  toScheduleFormValues,
  type ScheduleFormValues,
} from './schedule-form.ts';

const dates = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2026-01-01', days));
/** In their fixed order, like checkboxes. */
const some = <T>(all: readonly T[], { min = 1, max = all.length } = {}) =>
  fc.subarray([...all], { minLength: min, maxLength: max });
const nths = fc.constantFrom(1, 2, 3, 4, 5, -1, null);

const schedules: fc.Arbitrary<ScheduleForm> = dates.chain((startsOn) => {
  const end: fc.Arbitrary<RecurrenceEnd> = fc.oneof(
    fc.constant({ kind: 'never' as const }),
    fc.integer({ min: 0, max: 900 }).map((days) => ({ kind: 'until' as const, date: addDays(startsOn, days) })),
    fc.integer({ min: 1, max: MAX_COUNT }).map((count) => ({ kind: 'count' as const, count })),
  );
  const common = {
    interval: fc.integer({ min: 1, max: MAX_INTERVAL }),
    months: some(MONTHS, { min: 0, max: 11 }).map((named) => named.map(Number)),
    end,
  };
  const rule: fc.Arbitrary<Recurrence> = fc.oneof(
    fc.record({ ...common, frequency: fc.constant('daily' as const) }),
    fc.record({ ...common, frequency: fc.constant('weekly' as const), days: some(WEEKDAYS) }),
    fc.record({
      ...common,
      frequency: fc.constant('monthly' as const),
      by: fc.constant('weekday' as const),
      weekdays: fc.uniqueArray(fc.record({ nth: nths, day: fc.constantFrom(...WEEKDAYS) }), {
        minLength: 1,
        maxLength: 4,
        selector: ({ nth, day }) => `${nth}${day}`,
      }),
    }),
    fc.record({
      ...common,
      frequency: fc.constant('monthly' as const),
      by: fc.constant('day' as const),
      days: fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constant(-1)), { minLength: 1, maxLength: 5 }),
    }),
  );
  return fc.record({
    rrule: rule.map(formatRrule),
    startsOn: fc.constant(startsOn),
    localTime: fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
    capacity: fc.option(fc.integer({ min: 0, max: 10_000 })),
    language: fc.option(fc.constantFrom('en', 'da')),
    isActive: fc.boolean(),
  });
});

test('every rule that the form supports is read back unchanged', () => {
  fc.assert(
    fc.property(schedules, (schedule) => {
      const values = toScheduleFormValues(schedule);
      expect(values).not.toBeNull();
      expect(v.parse(scheduleFormSchema, values)).toEqual(schedule);
    }),
    randomCheckOptions(1000),
  );
});

test.each([
  ['the last but one Friday', 'FREQ=MONTHLY;BYDAY=-2FR'],
  ['the last but one day of the month', 'FREQ=MONTHLY;BYMONTHDAY=15,-2'],
  ['an unsupported rule', 'FREQ=YEARLY'],
])('%s has no form', (_, rrule) => {
  const startsOn = '2026-11-23';
  expect(
    toScheduleFormValues({ rrule, startsOn, localTime: '10:00', capacity: null, language: null, isActive: true }),
  ).toBeNull();
});

test('a rule without days is that of its first date', () => {
  const formOf = (rrule: string) =>
    toScheduleFormValues({
      rrule,
      startsOn: '2026-11-23',
      localTime: '10:00',
      capacity: null,
      language: null,
      isActive: true,
    });
  expect(formOf('FREQ=WEEKLY')).toMatchObject({ pattern: 'weekly', weekdays: ['MO'] });
  expect(formOf('FREQ=MONTHLY')).toMatchObject({ pattern: 'month_day', monthDays: ['23'] });
});

describe('invalid fields', () => {
  const good: ScheduleFormValues = { ...newScheduleFormValues('2026-11-23'), weekdays: ['SA'] };
  const twice = { nth: '2', day: 'SA' } as const;
  test.each<[string, Partial<ScheduleFormValues>, keyof ScheduleFormValues, string]>([
    ['no weekday', { weekdays: [] }, 'weekdays', 'required'],
    ['no day of the month', { pattern: 'month_day' }, 'monthDays', 'required'],
    [
      'the second Saturday twice',
      { pattern: 'month_weekday', monthWeekdays: [twice, twice] },
      'monthWeekdays',
      'twice',
    ],
    ['an end without a date', { ends: 'until' }, 'until', 'required'],
    ['an end that is not a date', { ends: 'until', until: 'soon' }, 'until', 'date'],
    ['an end before the start', { ends: 'until', until: '22/11/2026' }, 'until', 'before_start'],
    ['an empty count', { ends: 'count', count: '' }, 'count', 'required'],
    ['a count that is too large', { ends: 'count', count: '1000' }, 'count', 'too_large'],
    ['an interval of 0 weeks', { interval: '0' }, 'interval', 'too_small'],
    ['an invalid time', { localTime: '25:00' }, 'localTime', 'time'],
  ])('reports %s', (_, wrong, field, code) => {
    expect(v.safeParse(scheduleFormSchema, good).success).toBe(true);
    const { issues } = v.safeParse(scheduleFormSchema, { ...good, ...wrong });
    expect(issues?.map(({ path, message }) => [path?.[0]?.key, message])).toEqual([[field, code]]);
  });
});
