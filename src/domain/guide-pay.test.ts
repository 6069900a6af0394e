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
const payPart = (amount: number, currency = 'DKK', kind: StatementLine['pay'][number]['kind'] = 'per_tour') => ({
  kind,
  rate: null,
  amount,
  currency,
});

test('sumByCurrency adds up pay by currency', () => {
  expect(sumByCurrency([payPart(100), payPart(7, 'EUR'), payPart(-30)])).toEqual([
    { currency: 'DKK', amount: 70 },
    { currency: 'EUR', amount: 7 },
  ]);
  expect(sumByCurrency([])).toEqual([]);
});

test('sumsOf adds up tours, minutes, guests and pay, including corrections', () => {
  expect(
    sumsOf([
      line({ pay: [payPart(100), payPart(20, 'DKK', 'weekend')] }),
      line({ tours: -1, minutes: -60, guests: -2, isCorrection: true, pay: [payPart(-50)] }),
    ]),
  ).toEqual({ tours: 0, minutes: 30, guests: 10, paid: [{ currency: 'DKK', amount: 70 }] });
});

describe('groupByGuide', () => {
  const names: Record<string, string> = { ann: 'Zoe', bob: 'Åse', cat: 'Bo' };
  test('groups lines and open tours by guide, sorted by name; unknown guides come last', () => {
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

test('countPendingTours counts a shared tour once, and tours without bookings not at all', () => {
  expect(
    countPendingTours([
      open(),
      open({ userId: 'bob' }),
      open({ departureId: 'd2', reason: 'submitted' }),
      open({ departureId: 'd3', reason: 'nobody_booked' }),
    ]),
  ).toBe(2);
});

test('payKindsOf returns the kinds in use, in their fixed order', () => {
  expect(payKindsOf([line({ pay: [payPart(1, 'DKK', 'evening')] }), line({ pay: [payPart(1), payPart(1)] })])).toEqual([
    'per_tour',
    'evening',
  ]);
  expect(payKindsOf([])).toEqual([]);
});
