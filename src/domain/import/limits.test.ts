/** Limits of dates and counts in cells, and headings of our own files. */
import { describe, expect, test } from 'vitest';
import { parseAmount, parseCount } from './cells.ts';
import { parseDateCell } from './dates.ts';
import { tourHeading, type TourField } from './tour-headings.ts';

/** Returns a day's serial number in spreadsheets. */
const serial = (day: string) => String(Math.round((Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000));

test.each([
  ['01-01-1990', '1990-01-01'],
  ['31-12-1989', null],
  ['31-12-2199', '2199-12-31'],
  ['01-01-2200', null],
  ['01-01-99', '2099-01-01'],
  ['01-01-00', '2000-01-01'],
  [' 01-01-2026 ', '2026-01-01'],
  ['1 January 2026', '2026-01-01'],
  ['1 Jabberwock 2026', null],
  [serial('1990-01-01'), '1990-01-01'],
  [serial('1989-12-31'), null],
  [serial('2026-05-01'), '2026-05-01'],
])('the date in %j is %j', (cell, day) => expect(parseDateCell(cell, 'dmy')).toBe(day));

test.each([
  ['100', 100],
  ['101', null],
  ['0', 0],
  [' 7 ', 7],
  ['7.00', 7],
  ['7,000', 7],
  ['7.5', null],
  ['', null],
  ['1234567', null],
])('the count in %j is %j', (cell, count) => expect(parseCount(cell)).toBe(count));

test.each([
  ['00', 'EUR', { amount: 0 }],
  ['0.00', 'EUR', { amount: 0 }],
  ['\u00a05\u202f', 'EUR', { amount: 500 }],
  ['Kr. 5', 'DKK', { amount: 500 }],
  ['DKK 5', 'DKK', { amount: 500 }],
  ['DKR. 5', 'DKK', { amount: 500 }],
  ['kr 5', 'EUR', { problem: 'currency' }],
  ['abc 5', 'EUR', { problem: 'currency' }],
  ['five', 'EUR', { problem: 'money' }],
])('the amount in %j of %s is %j', (cell, currency, read) => expect(parseAmount(cell, currency)).toEqual(read));

describe('tourHeading', () => {
  test('names each field once per language, with the language of texts', () => {
    const fields: TourField[] = [
      'slug',
      'capacity',
      'title_en',
      'title_da',
      'summary_en',
      'price.ADULT.1.amount',
      'price.ADULT.2.amount',
      'price.CHILD.1.amount',
      'price.ADULT.1.from',
    ];
    for (const locale of ['en', 'da', 'es', 'it'] as const)
      expect(new Set(fields.map((field) => tourHeading(field, locale))).size).toBe(fields.length);
    expect(tourHeading('title_en', 'da')).toMatch(/ \(en\)$/);
    expect(tourHeading('title_da', 'da')).toMatch(/ \(da\)$/);
  });

  test('numbers a second price of one category', () => {
    const [first, second] = [tourHeading('price.ADULT.1.amount', 'en'), tourHeading('price.ADULT.2.amount', 'en')];
    expect(first).toMatch(/^[^\d:]+: .+$/);
    expect(second).toBe(first.replace(':', ' 2:'));
  });
});
