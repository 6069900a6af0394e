import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { TourForm } from './tours.ts';
import {
  fieldOfProblem,
  priceProblems,
  slugFromTitle,
  tourFormSchema,
  toTourFormValues,
  type TourFormValues,
} from './tour-form.ts';

const ADULT = '11111111-0000-4000-8000-000000000001';
const CHILD = '11111111-0000-4000-8000-000000000002';
const text = (title: string) => ({ title, summary: '', description: '', meetingPoint: '', meetingNotes: '' });
const TOUR: TourForm = {
  slug: 'harbour-walk',
  durationMinutes: 90,
  latitude: 55.6797,
  longitude: 12.5907,
  guideLanguages: ['en', 'da'],
  capacity: 20,
  minimumGuests: 4,
  depositPercent: 30,
  asksNames: true,
  bookingCutOffMinutes: 60,
  cancellationCutOffHours: 24,
  colour: '#2f6fd0',
  vatRate: 25,
  texts: { en: text('Harbour walk'), da: text('Havnetur') },
  prices: [
    {
      id: ADULT,
      type: 'ADULT',
      amount: 45_000,
      minimumAge: 13,
      maximumAge: null,
      seats: 1,
      vatRate: null,
      accompaniedBy: [],
      isActive: true,
    },
    {
      id: CHILD,
      type: 'CHILD',
      amount: 22_550,
      minimumAge: 3,
      maximumAge: 12,
      seats: 1,
      vatRate: 12.5,
      accompaniedBy: [ADULT],
      isActive: true,
    },
  ],
};
const formValues = (locale = 'en') => toTourFormValues(TOUR, { currency: 'DKK', locale });
const read = (form: TourFormValues) => v.safeParse(tourFormSchema('DKK'), form);
const problems = (change: (form: TourFormValues) => void) => {
  const form = structuredClone(formValues());
  change(form);
  return (read(form).issues ?? []).map((issue) => `${v.getDotPath(issue as never) ?? ''} ${issue.message}`);
};

describe('a tour', () => {
  test.each(['en', 'es', 'da', 'it'])('is read back as it was shown to a reader of %s', (locale) => {
    const result = read(formValues(locale));
    expect(result.issues).toBeUndefined();
    expect(result.output).toEqual(TOUR);
  });

  test('has no languages without texts', () => {
    const form = { ...formValues(), title_da: '  ' };
    expect(Object.keys((read(form).output as TourForm).texts)).toEqual(['en']);
  });
});

describe('an invalid field', () => {
  test.each<[string, (form: TourFormValues) => void, string[]]>([
    ['ages that overlap', (form) => (form.prices[1]!.maximumAge = '13'), ['prices.1.minimumAge ages_overlap']],
    ['ages the wrong way round', (form) => (form.prices[1]!.maximumAge = '2'), ['prices.1.maximumAge ages_reversed']],
    ['two of one category', (form) => (form.prices[1]!.type = 'ADULT'), ['prices.1.type twice']],
    ['a rate that is not a number', (form) => (form.vatRate = 'high'), ['vatRate not_valid']],
    ['a rate with three decimals', (form) => (form.prices[0]!.vatRate = '12,345'), ['prices.0.vatRate not_valid']],
    ['a rate above 100', (form) => (form.vatRate = '101'), ['vatRate too_large']],
    [
      'an age that is not a number',
      (form) => (form.prices[1]!.minimumAge = 'three'),
      ['prices.1.minimumAge whole_number'],
    ],
    ['an age above 120', (form) => (form.prices[0]!.maximumAge = '121'), ['prices.0.maximumAge too_large']],
    ['no amount', (form) => (form.prices[0]!.amount = ''), ['prices.0.amount required']],
    ['more guests than seats', (form) => (form.minimumGuests = '21'), ['minimumGuests over_capacity']],
    ['a link to nowhere', (form) => (form.place = 'https://example.com'), ['place place']],
    ['a short link', (form) => (form.place = 'https://maps.app.goo.gl/x'), ['place short_link']],
    ['a slug with a space', (form) => (form.slug = 'harbour walk'), ['slug slug']],
  ])('reports %s', (_, change, expected) => expect(problems(change)).toEqual(expected));

  test('an inactive category does not conflict', () =>
    expect(
      problems((form) => {
        form.prices[1]!.maximumAge = '99';
        form.prices[1]!.isActive = false;
      }),
    ).toEqual([]));
});

test.each([
  ['texts.da.meeting_point', 'meetingPoint_da'],
  ['prices.1.minimum_age', 'prices.1.minimumAge'],
  ['prices.0.id', 'prices.0.type'],
  ['prices', 'prices.root'],
  ['meeting_place', 'place'],
  ['booking_cut_off_minutes', 'bookingCutOffMinutes'],
])('the server’s field %s is the form’s %s', (field, formField) =>
  expect(fieldOfProblem({ field, code: 'not_valid' })).toBe(formField),
);

test('slugFromTitle makes a slug', () => {
  expect(slugFromTitle('  Smørrebrød & schnapps! ')).toBe('smorrebrod-schnapps');
  expect(slugFromTitle('東京')).toBe('');
});

describe('priceProblems', () => {
  type Price = Parameters<typeof priceProblems>[0][number];
  const price = (
    type: Price['type'],
    minimumAge: number | null,
    maximumAge: number | null,
    more: Partial<Price> = {},
  ): Price => ({
    id: ADULT,
    type,
    minimumAge,
    maximumAge,
    seats: 1,
    vatRate: null,
    accompaniedBy: [],
    isActive: true,
    ...more,
  });
  const codes = (...prices: Price[]) => priceProblems(prices).map(({ at, field, code }) => `${at} ${field} ${code}`);

  test.each<[string, Price[], string[]]>([
    ['adjacent ages', [price('ADULT', 13, null), price('CHILD', 3, 12), price('INFANT', 0, 2)], []],
    ['an age in two categories', [price('ADULT', 12, null), price('CHILD', 3, 12)], ['1 minimumAge ages_overlap']],
    [
      'an age that two have, the other way round',
      [price('CHILD', 3, 12), price('ADULT', 12, null)],
      ['1 minimumAge ages_overlap'],
    ],
    ['one range within another', [price('ADULT', 0, 99), price('CHILD', 3, 12)], ['1 minimumAge ages_overlap']],
    ['a single age', [price('ADULT', 18, 18)], []],
    ['reversed ages', [price('ADULT', 19, 18)], ['0 maximumAge ages_reversed']],
    ['reversed ages overlap nothing', [price('ADULT', 19, 3), price('CHILD', 3, 12)], ['0 maximumAge ages_reversed']],
    ['no ages at all', [price('ADULT', null, null), price('CHILD', 3, 12), price('YOUTH', null, null)], []],
    [
      'categories that do not exclude each other by age',
      [price('ADULT', 13, null), price('STUDENT', 18, 30), price('SENIOR', 65, null)],
      [],
    ],
    ['a category twice', [price('ADULT', 13, null), price('ADULT', 3, 12)], ['1 type twice']],
    ['others twice', [price('OTHER', null, null), price('OTHER', null, null)], []],
    ['one of two categories is inactive', [price('ADULT', 13, null, { isActive: false }), price('ADULT', 3, 12)], []],
    ['an overlap with an inactive category', [price('ADULT', 0, null, { isActive: false }), price('CHILD', 3, 12)], []],
    ['only a minimum age', [price('ADULT', 18, null), price('CHILD', 17, null)], ['1 minimumAge ages_overlap']],
    ['only a maximum age', [price('ADULT', 18, null), price('CHILD', null, 18)], ['1 minimumAge ages_overlap']],
    ['only a maximum age below', [price('ADULT', 18, null), price('CHILD', null, 17)], []],
  ])('returns the problems of %s', (_name, prices, expected) => expect(codes(...prices)).toEqual(expected));
});

test('reports which field of a tour is wrong', () => {
  expect(problems((form) => (form.place = 'https://maps.app.goo.gl/abc'))).toEqual(['place short_link']);
  expect(problems((form) => (form.place = 'nowhere'))).toEqual(['place place']);
  expect(problems((form) => (form.place = ' '))).toEqual([]);
  expect(problems((form) => (form.guideLanguages = []))).toEqual(['guideLanguages required']);
  expect(problems((form) => (form.minimumGuests = '20'))).toEqual([]);
  expect(problems((form) => (form.minimumGuests = '21'))).toEqual(['minimumGuests over_capacity']);
  expect(problems((form) => (form.depositPercent = ''))).toEqual([]);
  expect(problems((form) => (form.depositPercent = '0'))).toEqual(['depositPercent too_small']);
  expect(problems((form) => (form.depositPercent = 'x'))).toEqual(['depositPercent whole_number']);
  expect(problems((form) => (form.prices[0]!.amount = '0'))).toEqual([]);
  expect(problems((form) => (form.prices[0]!.amount = ''))).toEqual(['prices.0.amount required']);
  expect(problems((form) => (form.prices[1]!.minimumAge = '13'))).toEqual(['prices.1.maximumAge ages_reversed']);
});

test('shows a missing place, deposit and text as empty', () => {
  const nowhere = { ...TOUR, depositPercent: null, texts: {} };
  for (const coordinates of [{ latitude: null }, { longitude: null }, { latitude: null, longitude: null }])
    expect(toTourFormValues({ ...nowhere, ...coordinates }, { currency: 'DKK', locale: 'en' })).toMatchObject({
      place: '',
      depositPercent: '',
      title_en: '',
    });
  const form = toTourFormValues({ ...nowhere, latitude: null, longitude: null }, { currency: 'DKK', locale: 'en' });
  expect(read({ ...form, title_en: ' ' }).output).toMatchObject({ latitude: null, longitude: null, texts: {} });
});

test.each([
  ['texts', 'texts'],
  ['texts.da.title', 'title_da'],
  ['prices', 'prices.root'],
  ['prices.0', 'prices.root'],
  ['prices.0.id', 'prices.0.type'],
  ['prices.0.maximum_age', 'prices.0.maximumAge'],
  ['meeting_place', 'place'],
  ['guide_languages', 'guideLanguages'],
  ['other.0.maximum_age', 'other'],
  ['', ''],
])('the field of the problem %j is %j', (field, name) =>
  expect(fieldOfProblem({ field, code: 'required' })).toBe(name),
);

test.each([
  ['Harbour walk', 'harbour-walk'],
  ['--Harbour   walk--', 'harbour-walk'],
  ['!!! Æbletur ???', 'aebletur'],
  ['a'.repeat(81), 'a'.repeat(80)],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
  ['船', ''],
])('the slug of %j is %j', (title, slug) => expect(slugFromTitle(title)).toBe(slug));
