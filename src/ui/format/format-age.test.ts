import { expect, test } from 'vitest';
import { formatAge } from './format-age.ts';

test('an age is never in the future', () => {
  const formats = { relative: (at: number, now: number) => `${at - now} ms` };
  expect(formatAge(formats, 1000, 3000)).toBe('-2000 ms');
  expect(formatAge(formats, 18_000, 3000)).toBe('0 ms');
});
