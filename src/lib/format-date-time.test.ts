import { expect, test } from 'vitest';
import { formatDateTime } from './format-date-time.ts';
import { LOCALES, REGIONS } from './locales.ts';

const AT = '2026-11-30T06:00:00Z';
const OPTIONS = { timeZone: 'Europe/Copenhagen', dateStyle: 'medium' } as const;

test('writes two digits for the hour in every language', () => {
  const times = LOCALES.map((locale) => formatDateTime(AT, { ...OPTIONS, locale: REGIONS[locale] }).slice(-5));
  expect(times).toEqual(['07:00', '07:00', '07.00', '07:00']);
});

test('writes midnight as 00, with seconds if asked to', () => {
  const options = { ...OPTIONS, locale: 'es-ES', timeStyle: 'medium' } as const;
  expect(formatDateTime('2026-11-29T23:00:05Z', options)).toBe('30 nov 2026, 00:00:05');
});
