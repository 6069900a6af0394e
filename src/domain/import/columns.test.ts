import { describe, expect, test } from 'vitest';
import { BOOKING_COLUMNS } from './booking-columns.ts';
import { hashText, headingsKey, matchColumns, normalizeHeading } from './columns.ts';
import { tourFieldNames } from './tour-headings.ts';

describe('columns', () => {
  test('are mapped by heading, each field once, whatever the case and punctuation', () => {
    expect(matchColumns(['Tur:', 'DATO', 'Antal voksne', 'Telefonnr.', 'dato'], BOOKING_COLUMNS)).toEqual([
      'tour',
      'date',
      'ADULT',
      null,
      null,
    ]);
  });
  test('have no heading that means two fields', () => {
    for (const names of [BOOKING_COLUMNS, tourFieldNames()]) {
      const fieldByName = new Map<string, string>();
      const twice: string[] = [];
      for (const [field, all] of Object.entries(names) as [string, readonly string[]][])
        for (const name of new Set(all.map(normalizeHeading))) {
          if (fieldByName.has(name)) twice.push(`${name}: ${fieldByName.get(name)}, ${field}`);
          fieldByName.set(name, field);
        }
      expect(twice).toEqual([]);
    }
  });
  test('have a key that is the same for files with the same headings', () => {
    expect(headingsKey(['Tur', 'Dato'])).toBe(headingsKey(['dato:', 'TUR']));
    expect(hashText('a')).not.toBe(hashText('b'));
  });
});
