import { expect, test } from 'vitest';
import type { PublicCategory, PublicTour } from '../../data/public-booking-shapes.ts';
import { formatPartyParam, priceOf, validateParty, parsePartyParam, seatsOf, ticketsOf } from './party.ts';

const category = (id: string, type: PublicCategory['type'], more: Partial<PublicCategory> = {}): PublicCategory => ({
  id,
  type,
  amount: 5000,
  minimumAge: null,
  maximumAge: null,
  seats: 1,
  accompaniedBy: [],
  ...more,
});
const categories = [
  category('a', 'ADULT'),
  category('c', 'CHILD', { amount: 2500, accompaniedBy: ['a'] }),
  category('o', 'OTHER'),
  category('p', 'OTHER', { seats: 4 }),
];
const tour = { categories, minimumParty: 2 } as unknown as PublicTour;

test('a party round-trips through the address, also with two categories of one type', () => {
  const party = { a: 2, c: 1, p: 1 };
  expect(formatPartyParam(party, categories)).toBe('adult-2.child-1.other2-1');
  expect(parsePartyParam('adult-2.child-1.other2-1', categories)).toEqual(party);
  expect(parsePartyParam('3', categories)).toEqual({ a: 3 });
  for (const wrong of ['adult', 'adult--1', 'dog-2', '<b>', 'adult-200'])
    expect(parsePartyParam(wrong, categories)).toBeNull();
  expect(ticketsOf(party, categories)).toEqual(['a', 'a', 'c', 'p']);
  expect(seatsOf(party, categories)).toBe(7);
  expect(priceOf(party, { categories, prices: { a: 6000 } })).toBe(19_500);
});

test.each([
  [{}, 9, 'empty'],
  [{ a: 1 }, 9, 'too_small'],
  [{ c: 2 }, 9, 'not_accompanied'],
  [{ a: 2, p: 1 }, 5, 'too_many'],
  [{ a: 2, p: 1 }, 6, undefined],
])('validateParty(%j) with %d seats left: %s', (party, left, kind) =>
  expect(validateParty(party, tour, left)?.kind).toBe(kind),
);
