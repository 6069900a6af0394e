import { describe, expect, test } from 'vitest';
import { attendanceIsKnown, isSameGuest, parseTags } from './bookings.ts';

describe('attendanceIsKnown', () => {
  const startsAt = '2026-05-01T09:00:00.000Z';
  const at = (instant: string) => Date.parse(instant);
  test.each([
    ['scheduled', '2026-05-01T07:59:59.999Z', false],
    ['scheduled', '2026-05-01T08:00:00.000Z', true],
    ['scheduled', '2026-05-01T12:00:00.000Z', true],
    ['departed', '2026-05-01T06:00:00.000Z', true],
  ] as const)('a %s departure at %s: %s', (departureStatus, now, is) =>
    expect(attendanceIsKnown({ startsAt, departureStatus }, at(now))).toBe(is),
  );
});

describe('isSameGuest', () => {
  const noContact = { name: '', email: null, phone: null };
  test.each([
    [{ email: 'Ann@Example.test' }, { email: 'ann@example.test' }, true],
    [{ email: 'ann@example.test' }, { email: 'bo@example.test' }, false],
    [{ phone: '+45 12-34 56 78' }, { phone: '+4512345678' }, true],
    [{ phone: '+4512345678' }, { phone: '+4512345679' }, false],
    [{ name: 'Zoë' }, { name: 'ZOË' }, true],
    [{ name: 'Ann' }, { name: 'Anna' }, false],
    [{ name: 'Ann', phone: '1' }, { name: 'Bo', phone: '1' }, true],
    // Two missing values are not equal.
    [{}, {}, false],
    [{ phone: '-' }, { phone: '+' }, false],
    [{ email: '' }, { email: '' }, false],
  ])('%j and %j: %s', (one, other, is) => {
    expect(isSameGuest({ ...noContact, ...one }, { ...noContact, ...other })).toBe(is);
    expect(isSameGuest({ ...noContact, ...other }, { ...noContact, ...one })).toBe(is);
  });
});

test('parseTags splits at commas, trims and removes duplicates', () => {
  expect(parseTags(' vip, group ,vip,, big group')).toEqual(['vip', 'group', 'big group']);
  expect(parseTags(' ')).toEqual([]);
});
