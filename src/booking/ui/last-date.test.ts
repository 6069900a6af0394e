import { expect, test } from 'vitest';
import { lastDateToChoose } from './last-date.ts';

test('the calendars end with the last day of a month', () => {
  expect(lastDateToChoose('2026-01-31')).toBe('2027-07-31');
  expect(lastDateToChoose('2026-08-15')).toBe('2028-02-29');
});
