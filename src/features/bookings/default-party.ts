import type { Price } from '../../data/prices.ts';
import type { Counts } from './party-fields.tsx';

/** Returns one adult, or one guest of the first category. */
export function defaultParty(prices: readonly Price[] = []): Counts {
  const first = prices.find(({ type }) => type === 'ADULT') ?? prices[0];
  return new Map(first ? [[first.id, 1]] : []);
}
