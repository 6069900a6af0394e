import { createIntl } from 'react-intl';
import { describe, expect, test } from 'vitest';
import { LOCALES, REGIONS, type Locale } from '../../lib/locales.ts';
import { createFormats } from './use-formats.ts';

const TIME_ZONE = 'Europe/Copenhagen';
const MINUTE_MS = 60_000;
const formatsIn = (locale: Locale) => createFormats(createIntl({ locale: REGIONS[locale] }), TIME_ZONE);
const inAll = (format: (formats: ReturnType<typeof formatsIn>) => string) =>
  LOCALES.map((locale) => format(formatsIn(locale)).replaceAll('\u00a0', ' '));

describe('duration', () => {
  test.each([
    [45, ['45 mins', '45 min', '45 min.', '45 min']],
    [60, ['1 hr', '1 h', '1 t.', '1 h']],
    [90, ['1 hr 30 mins', '1 h 30 min', '1 t. 30 min.', '1 h 30 min']],
    [150, ['2 hrs 30 mins', '2 h 30 min', '2 t. 30 min.', '2 h 30 min']],
    [0, ['1 min', '1 min', '1 min.', '1 min']],
  ])('of %d minutes', (minutes, expected) => {
    expect(inAll((formats) => formats.duration(minutes * MINUTE_MS))).toEqual(expected);
  });

  test('does not wrap', () => {
    for (const locale of LOCALES) expect(formatsIn(locale).duration(90 * MINUTE_MS)).not.toContain(' ');
  });
});

describe('relative', () => {
  const friday = Date.parse('2026-11-27T16:30:00Z');
  const relative = (at: string, now = friday) => formatsIn('en').relative(Date.parse(at), now);

  test('counts calendar days from a day on', () => {
    expect(relative('2026-11-30T08:30:00Z')).toBe('in 3 days');
    expect(relative('2026-12-02T08:30:00Z')).toBe('in 5 days');
    expect(relative('2026-11-24T22:00:00Z')).toBe('3 days ago');
    expect(inAll((formats) => formats.relative(Date.parse('2026-11-30T08:30:00Z'), friday))).toEqual([
      'in 3 days',
      'dentro de 3 días',
      'om 3 dage',
      'tra 3 giorni',
    ]);
  });

  test('names the days next to today', () => {
    const at = (day: string) =>
      inAll((formats) => formats.relative(Date.parse(`${day}T08:30:00Z`), friday - 12 * 3_600_000));
    expect(at('2026-11-28')).toEqual(['tomorrow', 'mañana', 'i morgen', 'domani']);
    expect(at('2026-11-29')).toEqual(['in 2 days', 'pasado mañana', 'i overmorgen', 'dopodomani']);
  });

  test('counts the days of the departure’s time zone', () => {
    // 00:30 on Sunday in Copenhagen is still Saturday in UTC.
    expect(relative('2026-11-28T23:30:00Z')).toBe('in 2 days');
  });

  test('rounds hours', () => {
    expect(relative('2026-11-27T18:18:00Z')).toBe('in 2 hr');
    expect(relative('2026-11-27T17:50:00Z')).toBe('in 1 hr');
    expect(relative('2026-11-28T08:30:00Z')).toBe('in 16 hr');
  });

  test('never says “in 0 days” on the day on which clocks go back', () => {
    expect(relative('2026-10-25T22:45:00Z', Date.parse('2026-10-24T22:15:00Z'))).toBe('in 25 hr');
  });

  test('counts whole minutes within an hour', () => {
    expect(relative('2026-11-27T16:44:50Z')).toBe('in 14 min');
  });
});

test('a day and its time stay on one line', () => {
  const at = ['2026-11-07', '2026-11-07T08:30:00Z'] as const;
  expect(inAll((formats) => formats.dayAndTime(...at))).toEqual([
    'Sat 7 Nov, 09:30',
    'sáb, 7 nov, 09:30',
    'lør. 7. nov. 09.30',
    'sab 7 nov, 09:30',
  ]);
  for (const locale of LOCALES) expect(formatsIn(locale).dayAndTime(...at)).not.toContain(' ');
});

test('amounts have a minus sign, not a hyphen', () => {
  expect(inAll((formats) => formats.amount(-12_550 as never, 'DKK'))).toEqual([
    '−125.50',
    '−125,50',
    '−125,50',
    '−125,50',
  ]);
});
