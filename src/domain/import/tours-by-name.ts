import type { Uuid } from '../ids.ts';
import { normalizeText } from '../search-text.ts';
import type { LookupTour } from './imported-booking.ts';

export const tourKey = (name: string): string => normalizeText(name).replace(/\s+/g, ' ').trim();

/** Returns a function that finds a tour by slug or title; null if it is unknown or ambiguous. */
export function toursByName(tours: readonly LookupTour[]): (name: string) => Uuid | null {
  const idByName = new Map<string, Uuid | null>();
  for (const { id, slug, title } of tours)
    for (const name of new Set([slug, ...Object.values(title)].map(tourKey)))
      // Two tours of one name: the user must choose.
      idByName.set(name, idByName.has(name) && idByName.get(name) !== id ? null : id);
  return (name) => idByName.get(tourKey(name)) ?? null;
}
