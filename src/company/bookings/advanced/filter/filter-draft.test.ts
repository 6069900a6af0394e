import { expect, test } from 'vitest';
import type { BookingFilter } from '../../../../domain/booking-filter.ts';
import { fitsInUrl } from '../use-advanced-url.ts';
import { isEmptyGroup, toFilterDraft, toFilter } from './filter-draft.ts';

const MONEY = { currency: 'DKK', locale: 'en' };
const reopen = (filter: BookingFilter, money = MONEY) => toFilter(toFilterDraft(filter, money), money);

test.each([
  { all: [{ field: 'due', from: 1250, to: 100_000_000 }] },
  { all: [{ field: 'due', from: 0 }] },
  { all: [{ field: 'guests', from: 2, not: true }] },
  { all: [{ field: 'date', from: '2027-05-01', to: '2027-05-31' }] },
  { all: [{ field: 'time', from: '08:00' }] },
  { all: [{ field: 'country', in: ['DK', 'NO'], not: true }] },
  { all: [{ field: 'code', in: ['SPRING', 'A1'] }] },
  { all: [{ field: 'news', empty: false }] },
  { all: [{ field: 'tour', in: ['00000000-0000-4000-8000-000000000001'] }] },
  { any: [{ all: [{ any: [{ field: 'name', has: 'lund' }], not: true }] }], not: true },
] as BookingFilter[])('keeps a filter that is opened and applied unchanged: %j', (filter) => {
  expect(reopen(filter)).toEqual(filter);
});

test('reads amounts back in the format of the locale', () => {
  const filter: BookingFilter = { all: [{ field: 'due', from: 123_450 }] };
  const money = { ...MONEY, locale: 'da' };
  expect(toFilterDraft(filter, money).nodes).toEqual([expect.objectContaining({ from: '1234,50' })]);
  expect(reopen(filter, money)).toEqual(filter);
});

test('drops a negation that "empty" can express', () => {
  expect(reopen({ all: [{ field: 'note', empty: true, not: true }] })).toEqual({
    all: [{ field: 'note', empty: false }],
  });
  expect(reopen({ all: [{ field: 'note', empty: false, not: true }] })).toEqual({
    all: [{ field: 'note', empty: true }],
  });
});

test('drops groups without conditions, also nested ones', () => {
  const note = { field: 'note' as const, has: 'deposit' };
  expect(reopen({ all: [note, { any: [] }, { any: [{ all: [] }], not: true }] })).toEqual({ all: [note] });
  const isEmpty = (filter: BookingFilter | null) => isEmptyGroup(toFilterDraft(filter, MONEY));
  expect([null, { all: [{ any: [] }], not: true }].map(isEmpty)).toEqual([true, true]);
  expect(isEmpty({ all: [{ any: [note] }] })).toBe(false);
});

test('puts a single condition into a group', () => {
  expect(reopen({ field: 'note', has: 'deposit' })).toEqual({ all: [{ field: 'note', has: 'deposit' }] });
});

test.each([
  ['due', 'nine'],
  ['guests', '2,5'],
  ['date', '31.2.2027'],
] as const)('rejects an incomplete or invalid value: %s “%s”', (field, from) => {
  const draft = toFilterDraft({ all: [{ field: 'note', has: 'x' }] }, MONEY);
  const [condition] = draft.nodes;
  expect(toFilter({ ...draft, nodes: [{ ...condition!, field, from }] } as typeof draft, MONEY)).toBeNull();
});

test('holds at most 30 conditions and 6,000 characters', () => {
  const conditions = (count: number, has: string): BookingFilter => ({
    all: Array.from({ length: count }, () => ({ field: 'note' as const, has })),
  });
  expect([30, 31].map((count) => fitsInUrl(conditions(count, 'x')))).toEqual([true, false]);
  expect([25, 27].map((count) => fitsInUrl(conditions(count, 'x'.repeat(200))))).toEqual([true, false]);
});
