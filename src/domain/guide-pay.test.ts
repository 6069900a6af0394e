import { describe, expect, test } from 'vitest';
import {
  countPendingTours,
  groupByGuide,
  payKindsOf,
  sumByCurrency,
  sumsOf,
  type UnpaidTour,
  type StatementLine,
} from './guide-pay.ts';

const line = (more: Partial<StatementLine> = {}): StatementLine => ({
  userId: 'ann',
  departureId: 'd1',
  title: { en: 'Harbour walk' },
  startsAt: '2026-05-01T09:00:00Z',
  localDate: '2026-05-01',
  tours: 1,
  minutes: 90,
  guests: 12,
  minutesLate: 0,
  isReported: true,
  isCorrection: false,
  pay: [],
  ...more,
});
const open = (more: Partial<UnpaidTour> = {}): UnpaidTour => ({
  userId: 'ann',
  departureId: 'd1',
  title: {},
  startsAt: '2026-05-01T09:00:00Z',
  localDate: '2026-05-01',
  minutes: 90,
  reason: 'no_report',
  ...more,
});
const part = (amount: number, currency = 'DKK', kind: StatementLine['pay'][number]['kind'] = 'per_tour') => ({
  kind,
  rate: null,
  amount,
  currency,
});

test('pay is summed by currency', () => {
  expect(sumByCurrency([part(100), part(7, 'EUR'), part(-30)])).toEqual([
    { currency: 'DKK', amount: 70 },
    { currency: 'EUR', amount: 7 },
  ]);
  expect(sumByCurrency([])).toEqual([]);
});

test('a statement sums tours, minutes, guests and pay; a correction counts what it says', () => {
  expect(
    sumsOf([
      line({ pay: [part(100), part(20, 'DKK', 'weekend')] }),
      line({ tours: -1, minutes: -60, guests: -2, isCorrection: true, pay: [part(-50)] }),
    ]),
  ).toEqual({ tours: 0, minutes: 30, guests: 10, paid: [{ currency: 'DKK', amount: 70 }] });
});

describe('byGuide', () => {
  const names: Record<string, string> = { ann: 'Zoe', bob: 'Åse', cat: 'Bo' };
  test('gives each guide their lines and open tours, by name; those of nobody come last', () => {
    const lines = [line({ userId: 'ann' }), line({ userId: 'cat' }), line({ userId: 'ann', departureId: 'd2' })];
    const opens = [open({ userId: null }), open({ userId: 'bob' }), open({ userId: 'ann' })];
    const statements = groupByGuide({ lines, open: opens }, (id) => (id === null ? '' : names[id]!));
    expect(statements.map(({ userId, lines, open }) => [userId, lines.length, open.length])).toEqual([
      ['bob', 0, 1],
      ['cat', 1, 0],
      ['ann', 2, 1],
      [null, 0, 1],
    ]);
  });
});

test('a tour that two guides share is awaited once, and one that nobody booked not at all', () => {
  expect(
    countPendingTours([
      open(),
      open({ userId: 'bob' }),
      open({ departureId: 'd2', reason: 'submitted' }),
      open({ departureId: 'd3', reason: 'nobody_booked' }),
    ]),
  ).toBe(2);
});

test('the columns are the kinds that are used, in their order', () => {
  expect(payKindsOf([line({ pay: [part(1, 'DKK', 'evening')] }), line({ pay: [part(1), part(1)] })])).toEqual([
    'per_tour',
    'evening',
  ]);
  expect(payKindsOf([])).toEqual([]);
});
