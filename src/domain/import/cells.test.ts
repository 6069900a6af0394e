import fc from 'fast-check';
import { getCountries, getCountryCallingCode, parsePhoneNumber } from 'react-phone-number-input';
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
import { addDays } from '../../lib/local-date.ts';
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
import { headingsKey, hashText, matchColumns, normalizeHeading } from './columns.ts';
import { DATE_ORDERS, inspectDates, parseDateCell, parseTimeCell, timeInDateCell } from './dates.ts';
import { parsePhone } from './phone.ts';
import { parseYesNo, tourFieldNames } from './tour-headings.ts';
import { LOCALES, type Locale } from '../locales.ts';
import { formatMoneyInput } from '../parse-money.ts';
import { randomCheckOptions } from '../../lib/testing/random-cases.ts';

const serialOf = (day: string) => String((Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000);
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

describe('dates', () => {
  test.each([
    [['05-04-2026', '13-04-2026'], ['dmy']],
    [['05/04/2026', '04/13/2026'], ['mdy']],
    [['2026-04-05', '2026/4/13'], ['ymd']],
    [
      ['05-04-2026', '06-04-2026'],
      ['dmy', 'mdy'],
    ],
    // Both orders give the same dates, so there is nothing to ask.
    [['05/05/2026', '6.6.2026'], ['dmy']],
    // No order fits all cells: the user chooses.
    [
      ['13-04-2026', '04-13-2026'],
      ['dmy', 'mdy'],
    ],
    // Invalid dates do not count.
    [['31-02-2026', '13-04-2026', 'soon'], ['dmy']],
    [['46143', '5 April 2026', '5. maj 2026', ''], []],
  ])('%j may be in the orders %j', (cells, orders) => expect(inspectDates(cells).orders).toEqual(orders));

  test.each([
    ['2026-04-05', '2026-04-05'],
    ['26-04-5', '2026-04-05'],
    ['26-04-05', '2026-04-05'],
    // A last part of four digits is the year, which contradicts the order.
    ['05-04-2026', null],
    ['12-05-0012', null],
    ['026-04-05', null],
    ['2026-04-2026', null],
  ])('%j with the year first is %j', (cell, day) => expect(parseDateCell(cell, 'ymd')).toBe(day));

  test('the ambiguous cells are shown as examples', () => {
    expect(inspectDates(['05-04-2026', '07-07-2026']).examples).toEqual(['05-04-2026']);
  });

  test.each([
    ['5. maj 2026', '2026-05-05'],
    ['5 de mayo de 2026', '2026-05-05'],
    ['Tue, May 5, 2026', '2026-05-05'],
    ['5 maggio 2026', '2026-05-05'],
    [serialOf('2026-05-05'), '2026-05-05'],
    [`${serialOf('2026-05-05')},5`, '2026-05-05'],
    ['05.05.26', '2026-05-05'],
    ['2026-05-05T10:00:00', null],
    ['5', null],
    ['31-04-2026', null],
    // A year has two or four digits and does not begin with 0.
    ['05-04-026', null],
    ['05-04-0026', null],
    ['05-04-6', null],
    ['2026-04-05', null],
  ])('%j in the order of our languages is %j', (cell, day) => expect(parseDateCell(cell, 'dmy')).toBe(day));

  test.each([
    ['02-05-2026 10:00', '10:00'],
    ['02-05-2026 kl. 10.30', '10:30'],
    ['5/2/2026 2:30 PM', '14:30'],
    ['2026-05-02T10:00:00', '10:00'],
    [`${serialOf('2026-05-05')}.4166666667`, '10:00'],
    ['02-05-2026', null],
  ])('%j has the time %j', (cell, time) => expect(timeInDateCell(cell)).toBe(time));

  test.each([
    ['10', '10:00'],
    ['10:00:00', '10:00'],
    ['0,4166666667', '10:00'],
    ['0.5', '12:00'],
    ['0,75', '18:00'],
    ['0.25', '00:25'],
    ['0,500', '12:00'],
    ['25:00', null],
  ])('%j is the time %j', (cell, time) => expect(parseTimeCell(cell)).toBe(time));

  test('dates are read in the order in which they were written, or the order is asked', () => {
    const days = fc.array(
      fc.integer({ min: 0, max: 40_000 }).map((n) => addDays('1995-01-01', n)),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(...DATE_ORDERS),
        fc.constantFrom('-', '/', '.'),
        (expected, order, separator) => {
          const cells = expected.map((day) => {
            const [y, m, d] = day.split('-') as [string, string, string];
            return (order === 'dmy' ? [d, m, y] : order === 'mdy' ? [m, d, y] : [y, m, d]).join(separator);
          });
          expect(cells.map((cell) => parseDateCell(cell, order))).toEqual(expected);
          const { orders } = inspectDates(cells);
          // Never certain of a wrong order.
          const read = orders.map((order) => cells.map((cell) => parseDateCell(cell, order)));
          expect(read).toContainEqual(expected);
          expect(expected.map((day) => parseDateCell(serialOf(day), order))).toEqual(expected);
        },
      ),
      randomCheckOptions(1000),
    );
  });
});

describe('phone numbers', () => {
  test.each([
    ['20 30 40 50', 'DK', '+4520304050'],
    ['4520304050', 'DK', '+4520304050'],
    ['004520304050', 'DK', '+4520304050'],
    ['+45 20-30-40-50', 'IT', '+4520304050'],
    ['7911123456', 'GB', '+447911123456'],
    ['447911123456', 'DK', '+447911123456'],
    ['0612345678', 'IT', '+390612345678'],
    ['612345678', 'ES', '+34612345678'],
    ['4,53E+09', 'DK', null],
    ['ask at reception', 'DK', 'ask at reception'],
    // The library drops more than a leading zero, or the number is too short.
    ['+114036455829', 'DK', '+14036455829'],
    ['+370848851602', 'DK', '+37048851602'],
    ['+783448292836', 'DK', '+73448292836'],
    ['+8612347719680442', 'DK', '+86719680442'],
    ['+4407911123456', 'DK', '+447911123456'],
    ['+4520', 'DK', '+4520'],
  ])('%j in %s is %j', (cell, country, number) => expect(parsePhone(cell, country)).toBe(number));

  test('numbers that skip the library are those that it would not change', () => {
    const code = fc.constantFrom(...new Set(getCountries().map((country) => getCountryCallingCode(country))));
    const digits = fc.stringMatching(/^\d{3,14}$/);
    fc.assert(
      fc.property(code, digits, fc.constantFrom('DK', 'IT', 'US', undefined), (first, last, country) => {
        const cell = `+${first}${last}`;
        const number = parsePhoneNumber(cell, country);
        expect(parsePhone(cell, country)).toBe(number?.isValid() ? number.number : cell);
      }),
      randomCheckOptions(3000),
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
