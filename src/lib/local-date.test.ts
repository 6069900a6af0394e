import { expect, test, vi } from 'vitest';
import { addDays, isLocalDate, localDateIn } from './local-date.ts';

test('localDateIn returns the day in the time zone', () => {
  const late = Date.parse('2026-05-01T22:30:00Z');
  expect(localDateIn('UTC', late)).toBe('2026-05-01');
  expect(localDateIn('Europe/Copenhagen', late)).toBe('2026-05-02');
  expect(localDateIn('America/New_York', late)).toBe('2026-05-01');
  expect(localDateIn('Nowhere/Land', late)).toBe('2026-05-01');
});

test('the day does not depend on how an engine formats dates', () => {
  const prototype: { readonly format: unknown } = Intl.DateTimeFormat.prototype;
  const formatted = vi.spyOn(prototype, 'format', 'get').mockReturnValue(() => '5/2/2026');
  expect(localDateIn('Asia/Tokyo', Date.parse('2026-05-01T22:30:00Z'))).toBe('2026-05-02');
  formatted.mockRestore();
});

test('addDays crosses months, years and clock changes', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
});

test('isLocalDate accepts only existing days', () => {
  for (const day of ['2026-02-28', '2024-02-29', '1999-12-31']) expect(isLocalDate(day)).toBe(true);
  for (const none of ['2026-02-29', '2026-02-30', '2026-13-01', '2026-1-1', 'tomorrow', '', '2026-02-28T00:00'])
    expect(isLocalDate(none)).toBe(false);
});
