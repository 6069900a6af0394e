import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { combineConditions, bookingFilter, MAX_LISTED_VALUES } from './booking-filter.ts';

const accepts = (filter: unknown) => v.safeParse(bookingFilter, filter).success;
const tour = '3f0c8c1e-9d5a-4c3b-8a56-0d5f3a6f1b2c';

describe('bookingFilter', () => {
  test.each([
    { field: 'name', has: 'Ann' },
    { field: 'email', empty: true },
    { field: 'email', empty: false, not: true },
    { field: 'status', in: ['CONFIRMED', 'PENDING'] },
    { field: 'tour', in: [tour] },
    { field: 'date', from: '2026-05-01' },
    { field: 'created', to: '2026-05-01' },
    { field: 'time', from: '09:00', to: '12:00' },
    { field: 'due', from: 0, to: 100 },
    { field: 'lead', to: -1 },
    { all: [] },
    { any: [{ field: 'name', has: 'Ann' }], not: true },
    { all: [{ any: [{ all: [{ field: 'tag', in: ['vip'] }] }] }] },
  ])('accepts %j', (filter) => expect(accepts(filter)).toBe(true));

  test.each([
    { field: 'name' },
    { field: 'name', has: '  ' },
    { field: 'name', has: 'a'.repeat(201) },
    { field: 'name', has: 'Ann', more: 1 },
    { field: 'somebody', has: 'Ann' },
    { field: 'status', in: [] },
    { field: 'status', in: ['confirmed'] },
    { field: 'tour', in: ['1'] },
    { field: 'tag', in: Array.from({ length: MAX_LISTED_VALUES + 1 }, String) },
    { field: 'date' },
    { field: 'date', from: '2026-5-1' },
    { field: 'time' },
    { field: 'time', from: '9' },
    { field: 'due' },
    { field: 'due', from: 0.5 },
    { all: Array.from({ length: 31 }, () => ({ field: 'email', empty: true })) },
    { all: [], any: [] },
    { all: [{ field: 'date' }] },
    [],
    null,
  ])('refuses %j', (filter) => expect(accepts(filter)).toBe(false));

  test('accepts lists and texts up to their limits', () => {
    expect(accepts({ field: 'name', has: 'a'.repeat(200) })).toBe(true);
    expect(accepts({ field: 'tag', in: Array.from({ length: MAX_LISTED_VALUES }, String) })).toBe(true);
    expect(accepts({ any: Array.from({ length: 30 }, () => ({ field: 'email', empty: true })) })).toBe(true);
  });

  test('trims words', () => {
    expect(v.parse(bookingFilter, { field: 'name', has: ' Ann ' })).toEqual({ field: 'name', has: 'Ann' });
  });
});

test('combineConditions joins conditions, skips empty ones, and returns null if all are empty', () => {
  expect(combineConditions([])).toBeNull();
  expect(combineConditions([null, undefined])).toBeNull();
  expect(combineConditions([null, { all: [] }, undefined, { any: [] }])).toEqual({ all: [{ all: [] }, { any: [] }] });
});

describe('limits of the server', () => {
  const note = { field: 'note', empty: true };
  const nested = (depth: number): object => (depth === 0 ? note : { all: [note, { any: [] }, nested(depth - 1)] });
  const max = 999_999_999_999_999;
  test.each([
    ['four groups around a condition', nested(4)],
    ['the last year', { field: 'date', to: '2199-12-31' }],
    ['the largest amount', { field: 'due', from: max }],
    ['the smallest amount', { field: 'due', to: -max }],
    ['a tag of a hundred characters', { field: 'tag', in: ['a'.repeat(100)] }],
  ])('accepts %s', (_, filter) => expect(accepts(filter)).toBe(true));

  test.each([
    ['five groups', nested(5)],
    ['a date that does not exist', { field: 'date', from: '2026-02-30' }],
    ['a year after the last', { field: 'date', to: '2200-01-01' }],
    ['a year before 1900', { field: 'date', from: '1899-12-31' }],
    ['a larger amount', { field: 'due', from: max + 1 }],
    ['a smaller amount', { field: 'due', to: -max - 1 }],
    ['a longer tag', { field: 'tag', in: ['a'.repeat(101)] }],
    ['an empty tag', { field: 'tag', in: [''] }],
  ])('refuses %s', (_, filter) => expect(accepts(filter)).toBe(false));

  test('converts ids to lower case', () =>
    expect(v.parse(bookingFilter, { field: 'tour', in: [tour.toUpperCase()] })).toEqual({ field: 'tour', in: [tour] }));
});
