/** Which column of a file is what: by its heading, in any of our languages, and as a person has said it before. */
import { normalizeText } from '../search-text.ts';

/** What a heading is called: each field by all the names that it has. */
export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly string[]>>;
/** For each column of the file the field that it is; null: none of ours. */
export type Mapping<Field extends string> = readonly (Field | null)[];

/** A heading without case, accents and punctuation: "Dato:", "dato" and " DATO " are one. */
export const normalizeHeading = (heading: string): string =>
  normalizeText(heading)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const byName = new WeakMap<object, Map<string, string>>();

/** Fields by their plain names; made once, as a table of names never changes. */
function plainNames<Field extends string>(names: ColumnNames<Field>): ReadonlyMap<string, Field> {
  const made = byName.get(names) as Map<string, Field> | undefined;
  if (made) return made;
  const known = new Map<string, Field>();
  for (const [field, all] of Object.entries(names) as [Field, readonly string[]][])
    for (const name of all) if (!known.has(normalizeHeading(name))) known.set(normalizeHeading(name), field);
  byName.set(names, known);
  return known;
}

/** The file's columns as their headings say; of two that say the same the first. */
export function matchColumns<Field extends string>(
  headings: readonly string[],
  names: ColumnNames<Field>,
): Mapping<Field> {
  const known = plainNames(names);
  const taken = new Set<Field>();
  return headings.map((heading) => {
    const field = known.get(normalizeHeading(heading)) ?? null;
    if (field === null || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

/** Files with the same headings are mapped alike, whatever their order. */
export const headingsKey = (headings: readonly string[]): string =>
  headings.map(normalizeHeading).filter(Boolean).sort().join('|');

/** Where a field stands in the file; -1 for one that is not in it. */
export const placesOf = <Field extends string>(mapping: Mapping<Field>): ((field: Field) => number) => {
  const places = new Map(mapping.flatMap((field, at) => (field === null ? [] : [[field, at] as const])));
  return (field) => places.get(field) ?? -1;
};

/** A short mark of a text: the same texts have the same, others hardly ever. Not for secrets. */
export function hashText(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    high = Math.imul(high ^ sign, 2654435761);
    low = Math.imul(low ^ sign, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
