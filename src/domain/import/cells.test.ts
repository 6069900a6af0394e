import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import bookingsDa from '../../../locales/bookings/da.json' with { type: 'json' };
import bookingsEn from '../../../locales/bookings/en.json' with { type: 'json' };
import bookingsEs from '../../../locales/bookings/es.json' with { type: 'json' };
import bookingsIt from '../../../locales/bookings/it.json' with { type: 'json' };
import advancedDa from '../../../locales/bookings-advanced/da.json' with { type: 'json' };
import advancedEn from '../../../locales/bookings-advanced/en.json' with { type: 'json' };
import advancedEs from '../../../locales/bookings-advanced/es.json' with { type: 'json' };
import advancedIt from '../../../locales/bookings-advanced/it.json' with { type: 'json' };
import sharedDa from '../../../locales/shared/da.json' with { type: 'json' };
import sharedEn from '../../../locales/shared/en.json' with { type: 'json' };
import sharedEs from '../../../locales/shared/es.json' with { type: 'json' };
import sharedIt from '../../../locales/shared/it.json' with { type: 'json' };
import importingDa from '../../../locales/import/da.json' with { type: 'json' };
import importingEn from '../../../locales/import/en.json' with { type: 'json' };
import importingEs from '../../../locales/import/es.json' with { type: 'json' };
import importingIt from '../../../locales/import/it.json' with { type: 'json' };
import { escapeCsvCell, unescapeCsvText } from '../../lib/csv.ts';
import { isLinear, regExpInputs } from '../../lib/testing/regexp-inputs.ts';
import { BOOKING_SOURCES, BOOKING_STATUSES, PRICE_CATEGORY_TYPES } from '../enums.ts';
import { BOOKING_COLUMNS } from './booking-columns.ts';
import { parseCategory, parsePartyText, parseSource, parseStatus } from './booking-values.ts';
import {
  currencyInCell,
  MAX_CELL_LENGTH,
  optionalCell,
  parseAmount,
  parseCount,
  parseLanguage,
  parseLocale,
} from './cells.ts';
import { parseCountry } from './countries.ts';
import { matchColumns, normalizeHeading } from './columns.ts';
import { inspectDates, parseDateCell, parseTimeCell, timeInDateCell } from './dates.ts';
import { parsePhone } from './phone.ts';
import { parseYesNo, tourFieldNames } from './tour-headings.ts';
import { LOCALES, type Locale } from '../locales.ts';
import { formatMoneyInput } from '../parse-money.ts';
import { randomCheckOptions } from '../../lib/testing/random-cases.ts';

const TEXTS: Record<Locale, Record<string, string>> = {
  en: { ...bookingsEn, ...advancedEn, ...sharedEn, ...importingEn },
  es: { ...bookingsEs, ...advancedEs, ...sharedEs, ...importingEs },
  da: { ...bookingsDa, ...advancedDa, ...sharedDa, ...importingDa },
  it: { ...bookingsIt, ...advancedIt, ...sharedIt, ...importingIt },
};

describe('amounts', () => {
  test.each([
    ['1.250,50', 125_050],
    ['1,250.50', 125_050],
    ['1 250,5', 125_050],
    ['DKK 450', 45_000],
    ['450 kr.', 45_000],
    ['kr. 450,-', 45_000],
    ['450,-', 45_000],
    ['450', 45_000],
    ['0', 0],
    ['0,00', 0],
  ])('%j is an amount', (cell, amount) => expect(parseAmount(cell, 'DKK')).toEqual({ amount }));

  test.each([
    ['€ 12', 'currency'],
    ['12 USD', 'currency'],
    ['-5', 'money'],
    ['1.50,00', 'money'],
    ['a lot', 'money'],
    ['1,2345', 'money'],
  ])('%j is refused: %s', (cell, problem) => expect(parseAmount(cell, 'DKK')).toEqual({ problem }));

  test('amounts that are shown in any of our languages are read back', () => {
    const amounts = fc.tuple(
      fc.integer({ min: 0, max: 99_999_999 }),
      fc.constantFrom('en-GB', 'es-ES', 'da-DK', 'it-IT'),
    );
    fc.assert(
      fc.property(amounts, ([amount, locale]) => {
        expect(parseAmount(formatMoneyInput(amount, { currency: 'DKK', locale }), 'DKK')).toEqual({ amount });
        const formatted = new Intl.NumberFormat(locale, { style: 'currency', currency: 'DKK' }).format(amount / 100);
        expect(parseAmount(formatted, 'DKK')).toEqual({ amount });
        expect(currencyInCell(formatted)).not.toBe('');
      }),
      randomCheckOptions(1000),
    );
  });
});

describe('countries, languages and other words', () => {
  test.each([
    ['Danmark', 'DK'],
    ['it', 'IT'],
    ['Reino Unido', 'GB'],
    ['Atlantis', null],
  ])('%j is the country %j', (cell, code) => expect(parseCountry(cell)).toBe(code));

  test.each([
    ['dansk', 'da'],
    ['Spanish', 'es'],
    ['tedesco', 'de'],
  ])('%j is the language %j', (cell, code) => expect(parseLanguage(cell)).toBe(code));
  test('guests may speak any language, but only ours are used', () =>
    expect([parseLocale('da-DK'), parseLocale('German')]).toEqual(['da', null]));

  test('what our own files contain is read back in every language', () => {
    for (const locale of LOCALES) {
      const texts = TEXTS[locale];
      for (const status of BOOKING_STATUSES)
        expect([locale, status, parseStatus(texts[`bookings.state.${status}`]!)]).toEqual([
          locale,
          status,
          status === 'ON_HOLD' ? 'held' : status,
        ]);
      for (const source of BOOKING_SOURCES)
        expect([locale, source, parseSource(texts[`bookings.source.${source}`]!)]).toEqual([locale, source, source]);
      for (const type of PRICE_CATEGORY_TYPES) {
        const name = texts[`checkIn.category.${type.toLowerCase()}`]!;
        expect([locale, type, parseCategory(name)]).toEqual([locale, type, type]);
        expect(parsePartyText(`2 × ${name}`)).toEqual(new Map([[type, 2]]));
      }
      const headings = {
        reference: 'bookings.column.reference',
        name: 'bookings.column.name',
        date: 'bookings.column.departure',
        tour: 'bookings.tour',
        status: 'bookings.column.status',
        source: 'bookings.column.source',
        total: 'bookings.column.total',
        paid: 'advanced.field.paid',
        voucher: 'bookings.fact.voucherNumber',
        phone: 'bookings.column.phone',
        email: 'bookings.fact.email',
        country: 'bookings.fact.country',
        note: 'bookings.column.note',
      } as const;
      for (const [field, id] of Object.entries(headings))
        expect([locale, field, matchColumns([texts[id]!], BOOKING_COLUMNS)]).toEqual([locale, field, [field]]);
      expect(['party', 'guests']).toContain(matchColumns([texts['bookings.column.party']!], BOOKING_COLUMNS)[0]);
      // The column with the reason of a refusal is not a field.
      expect(matchColumns([texts['import.report.reason']!], BOOKING_COLUMNS)).toEqual([null]);
      expect(matchColumns([texts['import.report.reason']!], tourFieldNames())).toEqual([null]);
    }
  });

  test('parties are read from text', () => {
    expect(parsePartyText('2 voksne, 1 barn')).toEqual(
      new Map([
        ['ADULT', 2],
        ['CHILD', 1],
      ]),
    );
    expect(parsePartyText('Adult: 2; Child x 1')).toEqual(
      new Map([
        ['ADULT', 2],
        ['CHILD', 1],
      ]),
    );
    expect(parsePartyText('2 unicorns')).toBeNull();
    expect([parseCount('2,0'), parseCount('101'), parseCount('two')]).toEqual([2, null, null]);
    expect([parseYesNo('Ja'), parseYesNo('falso'), parseYesNo('maybe')]).toEqual([true, false, null]);
  });
});

test('gives overlong cells only to patterns that run in linear time', () => {
  const long = 5000;
  const cells = ['1', ' ', '1 ', '1,', 'x', '+', '1-', '1 x '].map((character) => character.repeat(long));
  const readers: ((cell: string) => unknown)[] = [
    currencyInCell,
    (cell) => parseAmount(cell, 'DKK'),
    parseCount,
    parseCountry,
    optionalCell,
    parseLanguage,
    parseLocale,
    parsePartyText,
    parseStatus,
    parseSource,
    parseYesNo,
    (cell) => parseDateCell(cell, 'dmy'),
    (cell) => inspectDates([cell]),
    parseTimeCell,
    timeInDateCell,
    (cell) => parsePhone(cell, 'DK'),
    normalizeHeading,
  ];
  const inputs = regExpInputs(() => {
    for (const reader of readers)
      for (const cell of cells) for (const text of [cell, `1${cell}!`, `x${cell}?`]) reader(text);
  });
  const longInputs = inputs.filter(({ length }) => length > MAX_CELL_LENGTH);
  expect(longInputs.length).toBeGreaterThan(0);
  // Each repeats one class before a part that can fail, anchored at the start or after a character that the class
  // excludes.
  const reviewed = new Set(
    [
      /^(\d{1,6})(?:[.,]0+)?$/,
      /^(\d{1,2}[:.]\d{2})[:.]\d{2}(?:\.\d+)?/,
      /^0(?:,\d+|\.(?:\d|\d{3,}))$/,
      /^\d+(?:[.,]\d+)?e\+?\d+$/,
    ].map(({ source }) => source),
  );
  const risky = longInputs.filter(({ pattern }) => !isLinear(pattern)).map(({ pattern }) => pattern.source);
  expect([...new Set(risky)].filter((source) => !reviewed.has(source))).toEqual([]);
});

test('a cell loses the apostrophe that protects against formulas', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('=', '+', '-', '@', "'", 'a', '\t'), maxLength: 5 }), (text) => {
      const cell = escapeCsvCell(text);
      expect(unescapeCsvText(cell.startsWith('"') ? cell.slice(1, -1) : cell)).toBe(text);
      expect(/^"?[=+\-@\t]/.test(cell)).toBe(false);
    }),
    randomCheckOptions(1000),
  );
});
