/**
 * A party in the address (`adult-2.child-1`) and its validation. The server decides; this only gives early feedback.
 */
import type { PublicCategory, PublicTour } from '../../data/public-booking-shapes.ts';

/** Number of guests by category id. */
export type Party = Readonly<Record<string, number>>;

/** Returns a category's name in the address: its type, numbered if the tour has several of that type. */
function nameOf(category: PublicCategory, all: readonly PublicCategory[]): string {
  const kind = all.filter(({ type }) => type === category.type);
  const index = kind.indexOf(category);
  return `${category.type.toLowerCase()}${index > 0 ? index + 1 : ''}`;
}

/** Parses a party; a plain number means that many of the first category. Returns null if invalid. */
export function parsePartyParam(text: string | undefined, categories: readonly PublicCategory[]): Party | null {
  if (text === undefined) return null;
  const first = categories[0];
  if (/^\d{1,2}$/.test(text) && first) return { [first.id]: Number(text) };
  const party: Record<string, number> = {};
  for (const part of text.split('.')) {
    const match = /^([a-z]+\d*)-(\d{1,2})$/.exec(part);
    const category = match && categories.find((category) => nameOf(category, categories) === match[1]);
    if (!category) return null;
    party[category.id] = Number(match[2]);
  }
  return party;
}

export function formatPartyParam(party: Party, categories: readonly PublicCategory[]): string {
  return categories
    .filter(({ id }) => (party[id] ?? 0) > 0)
    .map((category) => `${nameOf(category, categories)}-${party[category.id]}`)
    .join('.');
}

export const sizeOf = (party: Party): number => Object.values(party).reduce((sum, count) => sum + count, 0);

export const seatsOf = (party: Party, categories: readonly PublicCategory[]): number =>
  categories.reduce((sum, { id, seats }) => sum + seats * (party[id] ?? 0), 0);

export const priceOf = (
  party: Party,
  { categories, prices }: { categories: readonly PublicCategory[]; prices: Readonly<Record<string, number>> | null },
): number => categories.reduce((sum, { id, amount }) => sum + (prices?.[id] ?? amount) * (party[id] ?? 0), 0);

/** Returns a category id per ticket. */
export const ticketsOf = (party: Party, categories: readonly PublicCategory[]): string[] =>
  categories.flatMap(({ id }) => Array.from({ length: party[id] ?? 0 }, () => id));

export type PartyProblem =
  | { kind: 'empty' }
  | { kind: 'too_small'; minimum: number }
  | { kind: 'too_many'; left: number }
  | { kind: 'not_accompanied'; category: PublicCategory; by: PublicCategory[] };

/** Returns a party's first problem in the order of `private.check_availability`; null if this page sees none. */
export function validateParty(party: Party, tour: PublicTour, left: number): PartyProblem | null {
  const { categories, minimumParty } = tour;
  if (sizeOf(party) === 0) return { kind: 'empty' };
  for (const category of categories) {
    if ((party[category.id] ?? 0) === 0 || category.accompaniedBy.length === 0) continue;
    if (!category.accompaniedBy.some((id) => (party[id] ?? 0) > 0))
      return {
        kind: 'not_accompanied',
        category,
        by: categories.filter(({ id }) => category.accompaniedBy.includes(id)),
      };
  }
  if (sizeOf(party) < minimumParty) return { kind: 'too_small', minimum: minimumParty };
  if (seatsOf(party, categories) > left) return { kind: 'too_many', left };
  return null;
}
