import { describe, expect, test } from 'vitest';
import { blackoutSchema, exceptionSchema, departureOverridesSchema, scheduleSchema } from './schedules.ts';
import { readForm } from './testing/read-form.ts';

describe('ScheduleForm', () => {
  const schedule = {
    rrule: 'FREQ=DAILY',
    startsOn: '2026-05-01',
    localTime: '23:59',
    capacity: null,
    language: null,
    isActive: true,
  };
  test('accepts a schedule, with or without its own seats and language', () => {
    expect(readForm(scheduleSchema, schedule)).toEqual({ output: schedule });
    expect(readForm(scheduleSchema, { ...schedule, capacity: '12', language: 'nds' })).toEqual({
      output: { ...schedule, capacity: 12, language: 'nds' },
    });
  });
  test.each([
    [{ rrule: 'FREQ=HOURLY' }, { rrule: 'not_valid' }],
    [{ startsOn: '2026-02-30' }, { startsOn: 'not_valid' }],
    [{ startsOn: null }, { startsOn: 'required' }],
    [{ localTime: '24:00' }, { localTime: 'not_valid' }],
    [{ localTime: '9:00' }, { localTime: 'not_valid' }],
    [{ localTime: '09:60' }, { localTime: 'not_valid' }],
    [{ localTime: ' 09:00' }, { localTime: 'not_valid' }],
    [{ localTime: '09:000' }, { localTime: 'not_valid' }],
    [{ localTime: undefined }, { localTime: 'required' }],
    [{ capacity: 10_001 }, { capacity: 'too_large' }],
    [{ language: 'EN' }, { language: 'not_valid' }],
    [{ language: 'e' }, { language: 'not_valid' }],
    [{ language: 'engl' }, { language: 'not_valid' }],
  ])('refuses %j: %j', (change, issues) =>
    expect(readForm(scheduleSchema, { ...schedule, ...change })).toEqual({ issues }),
  );
});

describe('ExceptionForm', () => {
  const exception = {
    localDate: '2026-05-01',
    kind: 'changed',
    movedTo: null,
    localTime: null,
    capacity: null,
    language: null,
    note: null,
  };
  test('accepts any differing fields, or none', () => {
    expect(readForm(exceptionSchema, exception)).toEqual({ output: exception });
    const all = { movedTo: '2026-05-02', localTime: '00:00', capacity: 0, language: 'da', note: ' later ' };
    expect(readForm(exceptionSchema, { ...exception, ...all })).toEqual({
      output: { ...exception, ...all, note: 'later' },
    });
    expect(readForm(exceptionSchema, { ...exception, note: 'a'.repeat(501), movedTo: 'soon' })).toEqual({
      issues: { note: 'too_long', movedTo: 'not_valid' },
    });
  });
});

test('BlackoutForm accepts days of one tour or of all', () => {
  const days = { tourId: null, fromDate: '2026-05-01', toDate: '2026-05-02', name: '' };
  expect(readForm(blackoutSchema, days)).toEqual({ output: days });
  expect(readForm(blackoutSchema, { ...days, tourId: 'x' })).toHaveProperty('issues.tourId');
  expect(readForm(blackoutSchema, { ...days, name: 'a'.repeat(201) })).toEqual({ issues: { name: 'too_long' } });
});

test('DepartureOverrides accepts whole prices from 0', () => {
  const overrides = { capacity: null, language: null, meetingNote: null, prices: { adult: 0 } };
  expect(readForm(departureOverridesSchema, overrides)).toEqual({ output: overrides });
  expect(readForm(departureOverridesSchema, { ...overrides, prices: { adult: -1 } })).toHaveProperty([
    'issues',
    'prices.adult',
  ]);
  expect(readForm(departureOverridesSchema, { ...overrides, prices: { adult: 0.5 } })).toHaveProperty([
    'issues',
    'prices.adult',
  ]);
  expect(readForm(departureOverridesSchema, { ...overrides, meetingNote: 'a'.repeat(1001) })).toEqual({
    issues: { meetingNote: 'too_long' },
  });
});
