import type { Price } from '../../data/prices.ts';
import type { Counts } from './party-fields.tsx';

/** Returns one adult, or one guest of the first category. */
export function defaultParty(categories: readonly Pick<Price, 'id' | 'type'>[] = []): Counts {
  const first = categories.find(({ type }) => type === 'ADULT') ?? categories[0];
  return new Map(first ? [[first.id, 1]] : []);
}
