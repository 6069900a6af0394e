import type { Uuid } from '../ids.ts';
import { normalizeText } from '../search-text.ts';
import type { LookupTour } from './imported-booking.ts';

export const tourKey = (name: string): string => normalizeText(name).replace(/\s+/g, ' ').trim();

/** Tours by everything that a file may call them. */
export function toursByName(tours: readonly LookupTour[]): (name: string) => Uuid | null {
  const known = new Map<string, Uuid | null>();
  for (const { id, slug, title } of tours)
    for (const name of new Set([slug, ...Object.values(title)].map(tourKey)))
      // Two of one name: which one is meant must be asked.
      known.set(name, known.has(name) && known.get(name) !== id ? null : id);
  return (name) => known.get(tourKey(name)) ?? null;
}
