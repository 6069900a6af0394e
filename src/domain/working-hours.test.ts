import { expect, test } from 'vitest';
import { caseCount } from '../lib/testing/random-cases.ts';
import { daySpansOf, hoursOf, isValidSpan, parseSpan } from './working-hours.ts';

test('a span over midnight is split by day, and merged again when stored', () => {
  // Saturday 18:00 to Sunday 2:00.
  const hours: [number, number][] = [[5 * 1440 + 18 * 60, 6 * 1440 + 2 * 60]];
  expect(daySpansOf(hours)).toEqual([
    { day: 5, from: '18:00', to: '00:00' },
    { day: 6, from: '00:00', to: '02:00' },
  ]);
  expect(hoursOf(daySpansOf(hours))).toEqual(hours);
});

test('overlapping and touching spans are merged, in any order', () => {
  expect(
    hoursOf([
      { day: 0, from: '13:00', to: '17:00' },
      { day: 0, from: '09:00', to: '13:00' },
      { day: 0, from: '10:00', to: '11:00' },
      { day: 1, from: '00:00', to: '00:00' },
    ]),
  ).toEqual([
    [540, 1020],
    [1440, 2880],
  ]);
});

test('a span ends after it begins, and midnight is a valid end', () => {
  expect(isValidSpan({ day: 0, from: '09:00', to: '00:00' })).toBe(true);
  expect(isValidSpan({ day: 0, from: '09:00', to: '09:00' })).toBe(false);
  expect(isValidSpan({ day: 0, from: '17:00', to: '09:00' })).toBe(false);
  expect(isValidSpan({ day: 0, from: '', to: '09:00' })).toBe(false);
});

test('parseSpan reads typed times or returns null', () => {
  expect(parseSpan({ day: 2, from: '9.30', to: '5 pm' })).toEqual({ day: 2, from: '09:30', to: '17:00' });
  expect(parseSpan({ day: 2, from: '9', to: '0' })).toEqual({ day: 2, from: '09:00', to: '00:00' });
  expect(parseSpan({ day: 2, from: '17', to: '9' })).toBeNull();
  expect(parseSpan({ day: 2, from: 'nine', to: '17' })).toBeNull();
  expect(parseSpan({ day: 2, from: '', to: '17' })).toBeNull();
});

test('stored hours are unchanged by a round trip', () => {
  for (let seed = 1; seed <= caseCount(3000); seed += 1) {
    const hours: [number, number][] = [];
    for (let at = (seed * 7919) % 400; at < 10_000; at += 30 + ((at * seed) % 1700)) {
      const to = Math.min(10_080, at + 15 + ((at * 31 + seed) % 900));
      hours.push([at, to]);
      at = to;
    }
    expect(hoursOf(daySpansOf(hours))).toEqual(hours);
  }
});

test.each([
  [{ day: 0, from: '09:00', to: '17:00' }, true],
  [{ day: 6, from: '00:00', to: '00:00' }, true],
  [{ day: 0, from: '23:59', to: '00:00' }, true],
  [{ day: 7, from: '09:00', to: '17:00' }, false],
  [{ day: -1, from: '09:00', to: '17:00' }, false],
  [{ day: 0, from: '09:00', to: '09:00' }, false],
  [{ day: 0, from: '24:00', to: '00:00' }, false],
  [{ day: 0, from: '09:00', to: '24:00' }, false],
  [{ day: 0, from: '09:60', to: '17:00' }, false],
  [{ day: 0, from: '9:00', to: '17:00' }, false],
  [{ day: 0, from: '109:00', to: '17:00' }, false],
  [{ day: 0, from: '09:000', to: '17:00' }, false],
  [{ day: 0, from: '', to: '17:00' }, false],
  [{ day: 0, from: '09:00', to: '' }, false],
])('%j is a valid span: %s', (span, is) => expect(isValidSpan(span)).toBe(is));

test.each([[{ day: 0, from: 'x', to: '17' }], [{ day: 0, from: '9', to: 'x' }], [{ day: 7, from: '9', to: '17' }]])(
  '%j cannot be parsed',
  (span) => expect(parseSpan(span)).toBeNull(),
);

test('of spans that begin together the longest counts', () => {
  const from = (to: string) => ({ day: 0, from: '09:00', to });
  expect(hoursOf([from('12:00'), from('17:00')])).toEqual([[540, 1020]]);
  expect(hoursOf([from('17:00'), from('12:00')])).toEqual([[540, 1020]]);
});
