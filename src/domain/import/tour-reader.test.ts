import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvTable } from '../../lib/csv.ts';
import { matchColumns } from './columns.ts';
import { parseCsv } from './csv.ts';
import { decodeText } from './text.ts';
import { tourFieldNames, tourHeading } from './tour-headings.ts';
import { classifyTourRows } from './classify-tour-rows.ts';
import { tourCells, tourFields, type FileTour } from './file-tours.ts';
import { tourReader } from './tour-reader.ts';
import { LOCALES, type Locale } from '../locales.ts';
import { PRICE_CATEGORY_TYPES } from '../enums.ts';
import type { TourForm } from '../tours.ts';
import { randomCheckOptions } from '../../lib/testing/random-cases.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const text = (longest: number) =>
  fc
    .string({ unit: fc.constantFrom('a', 'é', ' ', ',', ';', '"', '\n', '=', "'", '-'), maxLength: longest })
    .map((part) => part.trim());
const texts = fc.record({
  title: text(20),
  summary: text(20),
  description: text(40),
  meetingPoint: text(20),
  meetingNotes: text(20),
});
const prices = fc.array(
  fc.record({
    type: fc.constantFrom(...PRICE_CATEGORY_TYPES.slice(0, 3), 'OTHER' as const),
    amount: fc.integer({ min: 0, max: 1_000_000 }),
    minimumAge: fc.option(fc.integer({ min: 0, max: 120 })),
    maximumAge: fc.option(fc.integer({ min: 0, max: 120 })),
    seats: fc.integer({ min: 0, max: 9 }),
    vatRate: fc.constantFrom(null, 0, 12.5),
    isActive: fc.boolean(),
    with: fc.array(fc.nat(5), { maxLength: 2 }),
  }),
  { maxLength: 5 },
);
const tour = (n: number) =>
  fc
    .record({
      texts: fc.dictionary(fc.constantFrom(...LOCALES), texts),
      prices,
      capacity: fc.nat(500),
      place: fc.boolean(),
      asksNames: fc.boolean(),
      deposit: fc.constantFrom(null, 1, 30, 100),
      vatRate: fc.constantFrom(null, 0, 12.5, 25),
    })
    .map((made): FileTour => ({
      id: id(n),
      version: 3,
      tour: {
        slug: `tour-${n}`,
        durationMinutes: 90 + n,
        latitude: made.place ? 55.676_123 : null,
        longitude: made.place ? 12.568_345 : null,
        guideLanguages: ['en', 'da'],
        capacity: made.capacity,
        minimumGuests: 0,
        bookingCutOffMinutes: 30,
        cancellationCutOffHours: 48,
        depositPercent: made.deposit,
        asksNames: made.asksNames,
        colour: '#2f6fd0',
        vatRate: made.vatRate,
        texts: Object.fromEntries(
          Object.entries(made.texts).filter(([, all]) => Object.values(all).some(Boolean)),
        ) as TourForm['texts'],
        prices: made.prices.map(({ with: alongside, ...price }, at) => ({
          ...price,
          id: id(n * 100 + at),
          accompaniedBy: [...new Set(alongside)]
            .filter((other) => other < made.prices.length && other !== at)
            .map((other) => id(n * 100 + other)),
        })),
      },
    }));

const fileOf = (tours: readonly FileTour[], locale: Locale, delimiter = ',') => {
  const fields = tourFields(tours);
  return `\uFEFF${csvTable([fields.map((field) => tourHeading(field, locale)), ...tours.map((tour) => tourCells(tour.tour, fields, 'DKK'))], { delimiter })}`;
};
const importFile = (csv: string, tours: readonly FileTour[]) => {
  const { headings, rows } = parseCsv(decodeText(new TextEncoder().encode(csv)).text);
  let made = 0;
  const mapping = matchColumns(headings, tourFieldNames());
  return {
    mapping,
    rows: classifyTourRows(
      rows.map(tourReader(tours, { mapping, currency: 'DKK', makeId: () => id(900_000 + (made += 1)) })),
      tours,
    ),
  };
};

test('exported tours are unchanged when imported, in every language', () => {
  fc.assert(
    fc.property(
      fc.tuple(tour(1), tour(2)),
      fc.constantFrom(...LOCALES),
      fc.constantFrom(',', ';', '\t'),
      (tours, locale, delimiter) => {
        const { mapping, rows } = importFile(fileOf(tours, locale, delimiter), tours);
        expect(mapping).not.toContain(null);
        expect(rows.map(({ outcome, reasons }) => [outcome, reasons])).toEqual([
          ['same', []],
          ['same', []],
        ]);
        // In another company they are new and complete.
        for (const [at, { sent, outcome }] of importFile(fileOf(tours, locale, delimiter), []).rows.entries()) {
          expect(outcome).toBe('new');
          const { prices: was, texts: __, ...rest } = tours[at]!.tour;
          const { prices: importedPrices, ...others } = sent!.tour;
          expect(others).toMatchObject(rest);
          expect(
            importedPrices
              .map(({ amount, seats, vatRate, isActive, accompaniedBy }) => [
                amount,
                seats,
                vatRate,
                isActive,
                accompaniedBy.length,
              ])
              .sort(),
          ).toEqual(
            was
              .map(({ amount, seats, vatRate, isActive, accompaniedBy }) => [
                amount,
                seats,
                vatRate,
                isActive,
                accompaniedBy.length,
              ])
              .sort(),
          );
        }
      },
    ),
    randomCheckOptions(60),
  );
});

describe('a file of tours', () => {
  const base = fc.sample(tour(1), { seed: 7, numRuns: 1 })[0]!;
  const existingTour: FileTour = {
    ...base,
    tour: {
      ...base.tour,
      texts: { en: { title: 'Harbour walk', summary: '', description: '', meetingPoint: '', meetingNotes: '' } },
      prices: [
        {
          id: id(5),
          type: 'ADULT',
          amount: 5000,
          minimumAge: 18,
          maximumAge: null,
          seats: 1,
          vatRate: null,
          accompaniedBy: [],
          isActive: true,
        },
      ],
    },
  };

  test('changes what its columns say and keeps the rest', () => {
    const { rows } = importFile('Product;Capacity;Adult price\nharbour walk;12;75,50\n', [existingTour]);
    expect(rows).toMatchObject([{ outcome: 'changed', sent: { id: existingTour.id, version: 3 } }]);
    expect(rows[0]!.sent!.tour).toEqual({
      ...existingTour.tour,
      texts: { en: { ...existingTour.tour.texts.en, title: 'harbour walk' } },
      capacity: 12,
      prices: [{ ...existingTour.tour.prices[0], amount: 7550 }],
    });
  });

  test.each(['Pladser', 'Kapacitet', 'Plazas', 'Capacidad', 'Posti', 'Capienza'])(
    'reads the capacity under %s',
    (heading) => {
      const { rows } = importFile(`Product;${heading};Adult price\nharbour walk;12;75,50\n`, [existingTour]);
      expect(rows[0]!.sent!.tour.capacity).toBe(12);
    },
  );

  test('creates drafts of unknown tours, with Danish headings', () => {
    const { rows } = importFile(
      'Titel;Varighed;Kapacitet;Voksen: pris;Barn: pris;Barn: kommer med\nSlottet;60;20;100;50;Voksen\n',
      [existingTour],
    );
    expect(rows).toMatchObject([
      {
        outcome: 'new',
        sent: { version: 0, tour: { slug: 'slottet', durationMinutes: 60, texts: { da: { title: 'Slottet' } } } },
      },
    ]);
    const [adult, child] = rows[0]!.sent!.tour.prices;
    expect(child!.accompaniedBy).toEqual([adult!.id]);
  });

  test.each([
    ['ja', true, true],
    ['nej', true, false],
    ['', true, true],
    ['', false, false],
  ])('sets whether all names are required: %j where it was %j', (cell, was, becomes) => {
    const known = { ...existingTour, tour: { ...existingTour.tour, asksNames: was } };
    const { rows } = importFile(`Titel;Spørg om alles navne\nHarbour walk;${cell}\n`, [known]);
    expect(rows).toMatchObject([{ reasons: [], sent: { tour: { asksNames: becomes } } }]);
  });

  test.each([
    ['Titel\nSlottet\n', [['required', null]]],
    ['Slug;Duration\n;60\n', [['required', 0]]],
    [
      'Slug;Duration;Capacity\nA b;long;many\n',
      [
        ['count', 1],
        ['count', 2],
      ],
    ],
    ['Slug;Duration\nBad slug!;60\n', [['invalid', null]]],
    ['Slug;Duration;Adult: price\nx;60;€ 5\n', [['currency', 2]]],
    ['Slug;Duration;Adult: price;Adult: comes with\nx;60;5;Child\n', [['invalid', 3]]],
    ['Slug;Duration;Place on the map\nx;60;somewhere\n', [['invalid', 2]]],
    ['Slug;Duration;Ask for everybody’s names\nx;60;perhaps\n', [['invalid', 2]]],
    ['Slug;Duration;VAT (%)\nx;60;high\n', [['invalid', 2]]],
    ['Slug;Duration;VAT (%)\nx;60;101\n', [['invalid', 2]]],
    ['Slug;Duration;Adult: price;Adult: VAT (%)\nx;60;100;high\n', [['invalid', 3]]],
  ])('%j is refused', (written, result) => {
    expect(importFile(written, [existingTour]).rows[0]!.reasons.map(({ code, column }) => [code, column])).toEqual(
      result,
    );
  });
  test('removes duplicate languages, and counts an emoji as one character', () => {
    const [row] = importFile(`Slug,Title (English),Languages\nnew,${'😀'.repeat(120)},en; da; en\n`, []).rows;
    expect(row!.reasons.filter(({ code }) => code === 'too_long')).toEqual([]);
    expect(importFile(`Slug,Title (English)\nnew,${'😀'.repeat(121)}\n`, []).rows[0]!.reasons).toContainEqual(
      expect.objectContaining({ code: 'too_long' }),
    );
  });

  test('refuses a tour that appears twice', () => {
    expect(importFile('Slug;Duration\nx;60\nx;70\n', []).rows[1]!.reasons).toEqual([
      { code: 'twice', column: 0, detail: 2 },
    ]);
  });
});
