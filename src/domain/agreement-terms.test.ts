import { describe, expect, test } from 'vitest';
import { termsFormSchema, toTermsFormValues, type Terms, type TermsFormValues } from './agreement-terms.ts';
import { readForm } from './testing/read-form.ts';

const formValues = (more: Partial<TermsFormValues> = {}): TermsFormValues => ({
  partner: '',
  kind: 'percent',
  percent: '12,5 %',
  amount: '',
  tiers: [],
  tours: [],
  click: 'last',
  windowDays: '30',
  ...more,
});
const read = (more: Partial<TermsFormValues>, withPartner = false) =>
  readForm(termsFormSchema({ currency: 'EUR', locale: 'en', withPartner }), formValues(more));
const terms = (more: Partial<TermsFormValues>) => {
  const result = read(more);
  return 'output' in result ? result.output.terms : result;
};
const shared = { click: 'last', windowDays: 30, tours: [] };

describe('termsFormSchema', () => {
  test('reads only the fields of the chosen kind', () => {
    expect(terms({})).toEqual({ kind: 'percent', percent: 12.5, ...shared });
    expect(terms({ kind: 'per_guest', percent: 'nonsense', amount: '3.50' })).toEqual({
      kind: 'per_guest',
      amount: 350,
      ...shared,
    });
    expect(terms({ kind: 'percent', amount: 'nonsense', tiers: [{ from: 'x', percent: 'y' }] })).toEqual({
      kind: 'percent',
      percent: 12.5,
      ...shared,
    });
    expect(terms({ kind: 'per_guest', amount: '0' })).toMatchObject({ amount: 0 });
    expect(terms({ kind: 'per_guest', amount: '9999999.99' })).toMatchObject({ amount: 999_999_999 });
    expect(terms({ kind: 'per_guest', amount: '10000000' })).toEqual({ issues: { amount: 'too_large' } });
  });

  test.each(['0', '90'])('accepts a window of %s days', (windowDays) =>
    expect(read({ windowDays })).toHaveProperty('output'),
  );

  test('reports which field is wrong', () => {
    expect(read({ percent: '' })).toEqual({ issues: { percent: 'required' } });
    expect(read({ percent: '101' })).toEqual({ issues: { percent: 'too_large' } });
    expect(read({ kind: 'per_guest', amount: 'x' })).toEqual({ issues: { amount: 'money' } });
    expect(read({ windowDays: '91' })).toEqual({ issues: { windowDays: 'too_large' } });
    expect(
      read({
        percent: '',
        tours: [
          { tour: 'a', kind: 'as_others', percent: '', amount: '' },
          { tour: 'b', kind: 'percent', percent: 'x', amount: '' },
          { tour: 'c', kind: 'per_guest', percent: '', amount: 'x' },
        ],
      }),
    ).toEqual({ issues: { percent: 'required', 'tours.1.percent': 'not_valid', 'tours.2.amount': 'money' } });
  });

  test('reads rising tiers; the first begins at 1, and empty ones are dropped', () => {
    const tier = (from: string, percent: string) => ({ from, percent });
    const tiers = (...list: { from: string; percent: string }[]) => terms({ kind: 'tiers', tiers: list });
    expect(tiers(tier('', '10'), tier('50', '12'), tier(' ', ' '), tier('100', '15'))).toEqual({
      kind: 'tiers',
      tiers: [
        { from: 1, percent: 10 },
        { from: 50, percent: 12 },
        { from: 100, percent: 15 },
      ],
      ...shared,
    });
    expect(tiers(tier('', ''))).toEqual({ issues: { 'tiers.0.percent': 'required' } });
    expect(tiers(tier('', '10'), tier('', '12'))).toEqual({ issues: { 'tiers.1.from': 'required' } });
    expect(tiers(tier('', '10'), tier('50', ''))).toEqual({ issues: { 'tiers.1.percent': 'required' } });
    expect(tiers(tier('', '10'), tier('1', '12'))).toEqual({ issues: { 'tiers.1.from': 'too_small' } });
    expect(tiers(tier('', '10'), tier('2', '12'))).toMatchObject({ kind: 'tiers' });
    expect(tiers(tier('', '10'), tier('50', '12'), tier('50', '15'))).toEqual({
      issues: { 'tiers.2.from': 'too_small' },
    });
    expect(tiers(tier('', '10'), tier('100001', '12'))).toEqual({ issues: { 'tiers.1.from': 'too_large' } });
  });

  test('reads the rates of single tours', () => {
    expect(
      terms({
        tours: [
          { tour: 'a', kind: 'as_others', percent: 'x', amount: 'x' },
          { tour: 'b', kind: 'percent', percent: '20', amount: 'x' },
          { tour: 'c', kind: 'per_guest', percent: 'x', amount: '2' },
        ],
      }),
    ).toMatchObject({
      tours: [
        { tour: 'b', percent: 20 },
        { tour: 'c', amount: 200 },
      ],
    });
  });

  test.each([
    ['harbour-hotel', 'harbour-hotel'],
    [' Harbour-Hotel ', 'harbour-hotel'],
    ['https://muster.test/en/booking/harbour-hotel/', 'harbour-hotel'],
    ['https://muster.test/harbour-hotel/BAK', 'harbour-hotel'],
    ['https://muster.test/harbour-hotel?from=lobby#top', 'harbour-hotel'],
    ['/', ''],
  ])('reads the partner %j as the slug %j', (partner, slug) => {
    expect(read({ partner }, true)).toMatchObject({ output: { partner: slug } });
  });

  test('requires the partner only if the form asks for it', () => {
    expect(read({ partner: ' ' }, true)).toEqual({ issues: { partner: 'required' } });
    expect(read({ partner: ' ' })).toHaveProperty('output');
  });
});

describe('toTermsFormValues', () => {
  const all: Terms[] = [
    { kind: 'percent', percent: 12.5, click: 'first', windowDays: 0, tours: [{ tour: 'b', amount: 250 }] },
    { kind: 'per_guest', amount: 350, click: 'last', windowDays: 30, tours: [{ tour: 'a', percent: 20 }] },
    {
      kind: 'tiers',
      tiers: [
        { from: 1, percent: 10 },
        { from: 50, percent: 12.25 },
      ],
      click: 'last',
      windowDays: 7,
      tours: [],
    },
  ];

  test.each(['en', 'da'])('formats terms that are read back unchanged, in %s', (locale) => {
    for (const agreed of all) {
      const values = toTermsFormValues(agreed, { tours: ['a', 'b'], currency: 'EUR', locale });
      expect(readForm(termsFormSchema({ currency: 'EUR', locale, withPartner: false }), values)).toEqual({
        output: { partner: '', terms: agreed },
      });
    }
  });

  const toForm = (terms: Terms) => toTermsFormValues(terms, { tours: ['a'], currency: 'EUR', locale: 'en' });

  test('fills only the fields of the kind', () => {
    expect(toForm(all[0]!)).toEqual({
      partner: '',
      kind: 'percent',
      percent: '12.5',
      amount: '',
      tiers: [
        { from: '1', percent: '' },
        { from: '', percent: '' },
        { from: '', percent: '' },
      ],
      tours: [{ tour: 'a', kind: 'as_others', percent: '', amount: '' }],
      click: 'first',
      windowDays: '0',
    });
    expect(toForm(all[1]!)).toMatchObject({ percent: '', amount: '3.50' });
    expect(toForm(all[2]!)).toMatchObject({ percent: '', amount: '' });
  });

  test('fills the terms of single tours', () => {
    expect(toForm(all[1]!).tours).toEqual([{ tour: 'a', kind: 'percent', percent: '20', amount: '' }]);
    expect(toForm({ ...all[1]!, tours: [{ tour: 'a', amount: 100 }] }).tours).toEqual([
      { tour: 'a', kind: 'per_guest', percent: '', amount: '1' },
    ]);
  });

  test('shows at least three tiers, and more if there are more', () => {
    expect(toForm(all[0]!).tiers).toHaveLength(3);
    const four = [1, 2, 3, 4].map((from) => ({ from, percent: from }));
    expect(toForm({ ...all[2]!, kind: 'tiers', tiers: four }).tiers.map(({ from }) => from)).toEqual([
      '1',
      '2',
      '3',
      '4',
    ]);
  });
});
