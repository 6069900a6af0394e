import { describe, expect, test } from 'vitest';
import type { TourForm, TourPrice } from '../tours.ts';
import { tourCells, tourFields, type FileTour } from './file-tours.ts';
import { classifyTourRows } from './classify-tour-rows.ts';
import { numberPrices, mergeImportedPrices } from './tour-prices.ts';
import type { TourField } from './tour-headings.ts';

const price = (id: string, type: TourPrice['type'], more: Partial<TourPrice> = {}): TourPrice => ({
  id,
  type,
  amount: 150_00,
  minimumAge: null,
  maximumAge: null,
  seats: 1,
  vatRate: null,
  accompaniedBy: [],
  isActive: true,
  ...more,
});
const TOUR: TourForm = {
  slug: 'harbour-walk',
  durationMinutes: 90,
  latitude: 55.6761,
  longitude: 12.5683,
  guideLanguages: ['en', 'da'],
  capacity: 20,
  minimumGuests: 4,
  bookingCutOffMinutes: 30,
  cancellationCutOffHours: 48,
  depositPercent: 25,
  asksNames: true,
  colour: '#2f6fd0',
  vatRate: 12.5,
  texts: { en: { title: 'Harbour walk', summary: 'S', description: 'D', meetingPoint: 'M', meetingNotes: 'N' } },
  prices: [
    price('a', 'ADULT', { minimumAge: 18, vatRate: 25 }),
    price('c', 'CHILD', { amount: 75_50, minimumAge: 3, maximumAge: 17, seats: 0, accompaniedBy: ['a', 'b', 'gone'] }),
    price('b', 'ADULT', { isActive: false }),
  ],
};
const tour = (id: string, more: Partial<TourForm> = {}): FileTour => ({ id, version: 1, tour: { ...TOUR, ...more } });
const cells = (more: Partial<TourForm> = {}, currency = 'DKK') => {
  const fields = tourFields([tour('t')]);
  return Object.fromEntries(tourCells({ ...TOUR, ...more }, fields, currency).map((cell, at) => [fields[at], cell]));
};

describe('tourFields', () => {
  test('has columns for the most prices of a category in any tour', () => {
    const prices = (...tours: FileTour[]) => tourFields(tours).filter((field) => field.endsWith('.amount'));
    expect(prices()).toEqual([]);
    expect(prices(tour('t'))).toEqual(['price.ADULT.1.amount', 'price.ADULT.2.amount', 'price.CHILD.1.amount']);
    const other = tour('u', { prices: [price('x', 'ADULT'), price('y', 'SENIOR')] });
    expect(prices(other, tour('t'))).toEqual(prices(tour('t'), other));
    expect(prices(tour('t'), other).filter((field) => field.startsWith('price.ADULT'))).toHaveLength(2);
  });

  test('puts plain fields first, then texts by language, then prices', () => {
    const fields = tourFields([tour('t')]);
    expect(fields[0]).toBe('slug');
    expect(fields.indexOf('title_en')).toBeGreaterThan(fields.indexOf('colour'));
    expect(fields.indexOf('price.ADULT.1.amount')).toBeGreaterThan(fields.indexOf('meetingNotes_it'));
    expect(new Set(fields).size).toBe(fields.length);
  });
});

describe('tourCells', () => {
  test('writes each field of a tour', () => {
    expect(cells()).toMatchObject({
      slug: 'harbour-walk',
      duration: 90,
      capacity: 20,
      minimumGuests: 4,
      languages: 'en, da',
      place: '55.6761, 12.5683',
      bookingCutOff: 30,
      cancellationCutOff: 48,
      deposit: 25,
      asksNames: 'yes',
      vatRate: 12.5,
      colour: '#2f6fd0',
      title_en: 'Harbour walk',
      meetingNotes_en: 'N',
      title_da: '',
      'price.ADULT.1.amount': '150.00',
      'price.ADULT.1.from': 18,
      'price.ADULT.1.to': '',
      'price.ADULT.1.seats': 1,
      'price.ADULT.1.vat': 25,
      'price.ADULT.1.with': '',
      'price.ADULT.1.active': 'yes',
      'price.ADULT.2.active': 'no',
      'price.ADULT.2.vat': '',
      'price.CHILD.1.amount': '75.50',
      'price.CHILD.1.from': 3,
      'price.CHILD.1.to': 17,
      'price.CHILD.1.seats': 0,
      'price.CHILD.1.with': 'ADULT, ADULT 2',
    });
    expect(cells({}, 'JPY')).toMatchObject({ 'price.CHILD.1.amount': '7550' });
  });

  test('leaves missing values empty', () => {
    expect(cells({ latitude: null, depositPercent: null, asksNames: false, vatRate: null, prices: [] })).toMatchObject({
      place: '',
      deposit: '',
      asksNames: 'no',
      vatRate: '',
      'price.ADULT.1.amount': '',
      'price.ADULT.1.active': '',
    });
    expect(cells({ longitude: null })).toMatchObject({ place: '' });
    expect(cells({ latitude: 0, longitude: 0, vatRate: 0, depositPercent: 0 })).toMatchObject({
      place: '0, 0',
      vatRate: 0,
      deposit: 0,
    });
  });
});

describe('classifyTourRows', () => {
  const row = (id: string | null, sent: TourForm = TOUR) =>
    ({ line: 1, cells: [], reasons: [], sent: id === null ? null : { id, version: 1, tour: sent } }) as never;
  const outcome = (...args: Parameters<typeof row>) => classifyTourRows([row(...args)], [tour('t')])[0]!.outcome;
  const texts = TOUR.texts.en!;

  test('refuses a row without a tour and treats an unknown tour as new', () => {
    expect(outcome(null)).toBe('refused');
    expect(outcome('u')).toBe('new');
    expect(classifyTourRows([row('t')], [tour('t')])[0]).toMatchObject({ line: 1, changedFields: [] });
  });

  test.each<[string, Partial<TourForm>]>([
    ['no change', {}],
    ['spaces around a text', { texts: { en: { ...texts, title: ' Harbour walk ' } } }],
    [
      'a language without a text',
      {
        texts: {
          en: texts,
          da: { ...texts, title: ' ', summary: '', description: '', meetingPoint: '', meetingNotes: '' },
        },
      },
    ],
    [
      'companions in another order',
      { prices: [TOUR.prices[0]!, { ...TOUR.prices[1]!, accompaniedBy: ['gone', 'b', 'a'] }, TOUR.prices[2]!] },
    ],
  ])('%s is unchanged', (_name, change) => expect(outcome('t', { ...TOUR, ...change })).toBe('same'));

  test.each<[string, Partial<TourForm>]>([
    ['another text', { texts: { en: { ...texts, meetingNotes: 'X' } } }],
    ['another language', { texts: { en: texts, da: texts } }],
    ['another capacity', { capacity: 21 }],
    ['fewer prices', { prices: TOUR.prices.slice(1) }],
    ...(
      [
        { id: 'z' },
        { type: 'YOUTH' },
        { amount: 1 },
        { minimumAge: 1 },
        { maximumAge: 99 },
        { seats: 2 },
        { vatRate: 1 },
        { accompaniedBy: ['c'] },
        { isActive: false },
      ] as Partial<TourPrice>[]
    ).map((change): [string, Partial<TourForm>] => [
      `another ${Object.keys(change)[0]}`,
      { prices: [{ ...TOUR.prices[0]!, ...change }, ...TOUR.prices.slice(1)] },
    ]),
  ])('%s is a change', (_name, change) => expect(outcome('t', { ...TOUR, ...change })).toBe('changed'));
});

describe('mergeImportedPrices', () => {
  const read = (was: readonly TourPrice[], row: Partial<Record<TourField, string>>) => {
    const refused: string[] = [];
    let idCount = 0;
    const prices = mergeImportedPrices(was, {
      mapping: [null, ...(Object.keys(row) as TourField[])],
      read: (field) => row[field] ?? '',
      refuse: (code, field) => void refused.push(`${field} ${code}`),
      currency: 'DKK',
      makeId: () => `new${(idCount += 1)}`,
    });
    return { prices, refused };
  };
  const adult = (more: Record<string, string>) =>
    Object.fromEntries(Object.entries(more).map(([column, cell]) => [`price.ADULT.1.${column}`, cell]));

  test('creates a price from an amount alone', () => {
    expect(read([], adult({ amount: '150' }))).toEqual({ prices: [price('new1', 'ADULT')], refused: [] });
    expect(read([], adult({ amount: '0' })).prices).toEqual([price('new1', 'ADULT', { amount: 0 })]);
    expect(read([], { slug: 'x' })).toEqual({ prices: [], refused: [] });
    // Without an amount there is no price.
    expect(read([], adult({ amount: '' })).prices).toEqual([]);
    expect(read([], adult({ from: '18' })).prices).toEqual([]);
  });

  test('reads each part of a price', () => {
    const row = adult({ amount: '150', from: '18', to: '64', seats: '2', vat: '12,5', active: 'nej' });
    expect(read([], row).prices).toEqual([
      price('new1', 'ADULT', { minimumAge: 18, maximumAge: 64, seats: 2, vatRate: 12.5, isActive: false }),
    ]);
    expect(read([], adult({ amount: '150', from: '', to: '', seats: '', vat: '', active: '' })).prices).toEqual([
      price('new1', 'ADULT'),
    ]);
    expect(read([], adult({ amount: '150', seats: '0' })).prices[0]!.seats).toBe(0);
  });

  test('keeps what the file does not mention, and removes what it empties', () => {
    const existing = price('a', 'ADULT', { minimumAge: 18, maximumAge: 64, seats: 3, vatRate: 25, isActive: false });
    const child = price('c', 'CHILD', { accompaniedBy: ['a', 'gone'] });
    expect(read([existing, child], adult({ amount: '200' })).prices).toEqual([
      { ...existing, amount: 200_00 },
      { ...child, accompaniedBy: ['a'] },
    ]);
    expect(read([existing], adult({ from: '21' })).prices).toEqual([{ ...existing, minimumAge: 21 }]);
    expect(read([existing], adult({ from: '', to: '', seats: '', vat: '' })).prices).toEqual([
      { ...existing, minimumAge: null, maximumAge: null, seats: 1, vatRate: null },
    ]);
    expect(read([existing, child], adult({ amount: '' })).prices).toEqual([{ ...child, accompaniedBy: [] }]);
  });

  test.each([
    [{ amount: 'x' }, 'money'],
    [{ amount: 'EUR 5' }, 'currency'],
    [{ amount: '1', from: 'x' }, 'count'],
    [{ amount: '1', from: '121' }, 'count'],
    [{ amount: '1', to: '120.5' }, 'count'],
    [{ amount: '1', seats: '101' }, 'count'],
    [{ amount: '1', vat: '101' }, 'invalid'],
    [{ amount: '1', active: 'perhaps' }, 'invalid'],
    [{ amount: '1', with: 'Senior' }, 'invalid'],
  ])('refuses %j: %s', (row, code) => {
    const lastColumn = Object.keys(row).at(-1);
    expect(read([], adult(row)).refused).toEqual([`price.ADULT.1.${lastColumn} ${code}`]);
  });

  test('accepts the highest age and number of seats', () => {
    expect(read([], adult({ amount: '1', from: '120', to: '120', seats: '100' })).refused).toEqual([]);
  });

  test('reads accompanying categories by type and number', () => {
    const row = { 'price.ADULT.1.amount': '1', 'price.ADULT.2.amount': '2', 'price.CHILD.1.amount': '3' };
    const accompaniedBy = (cell: string) => read([], { ...row, 'price.CHILD.1.with': cell }).prices[2]!.accompaniedBy;
    expect(accompaniedBy('ADULT')).toEqual(['new1']);
    expect(accompaniedBy('ADULT, ADULT 2')).toEqual(['new1', 'new2']);
    expect(accompaniedBy(' adult  2 ;| Voksen ')).toEqual(['new2', 'new1']);
    expect(accompaniedBy('')).toEqual([]);
  });

  test('numbers prices by category', () => {
    expect(numberPrices(TOUR.prices).map(({ type, n }) => [type, n])).toEqual([
      ['ADULT', 1],
      ['CHILD', 1],
      ['ADULT', 2],
    ]);
  });
});
