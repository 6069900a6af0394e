/** Maps a file's columns to fields, by heading in any of our languages or by an earlier choice of the user. */
import { normalizeText } from '../search-text.ts';

/** All known headings of each field. */
export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly string[]>>;
/** The field of each column; null: not mapped. */
export type Mapping<Field extends string> = readonly (Field | null)[];

/** Normalises case, accents and punctuation of a heading: "Dato:", "dato" and " DATO " are equal. */
export const normalizeHeading = (heading: string): string =>
  normalizeText(heading)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const byName = new WeakMap<object, Map<string, string>>();

/** Returns the fields by normalised heading; memoized, as the tables are constant. */
function plainNames<Field extends string>(names: ColumnNames<Field>): ReadonlyMap<string, Field> {
  const made = byName.get(names) as Map<string, Field> | undefined;
  if (made) return made;
  const fieldByHeading = new Map<string, Field>();
  for (const [field, all] of Object.entries(names) as [Field, readonly string[]][])
    for (const name of all)
      if (!fieldByHeading.has(normalizeHeading(name))) fieldByHeading.set(normalizeHeading(name), field);
  byName.set(names, fieldByHeading);
  return fieldByHeading;
}

/** Maps columns by their headings; of duplicate fields the first column wins. */
export function matchColumns<Field extends string>(
  headings: readonly string[],
  names: ColumnNames<Field>,
): Mapping<Field> {
  const fieldByHeading = plainNames(names);
  const mapped = new Set<Field>();
  return headings.map((heading) => {
    const field = fieldByHeading.get(normalizeHeading(heading)) ?? null;
    if (field === null || mapped.has(field)) return null;
    mapped.add(field);
    return field;
  });
}

/** Maps a column to a field, which no other column has then. */
export const assignColumn = <Field extends string>(
  mapping: Mapping<Field>,
  column: number,
  field: Field | null,
): Mapping<Field> => mapping.map((before, at) => (at === column ? field : before === field ? null : before));

/** Returns a key that is equal for files with the same headings in any order. */
export const headingsKey = (headings: readonly string[]): string =>
  headings.map(normalizeHeading).filter(Boolean).sort().join('|');

/** Returns a function from a field to its column, -1 if the file lacks it. */
export const columnIndexes = <Field extends string>(mapping: Mapping<Field>): ((field: Field) => number) => {
  const indexes = new Map(mapping.flatMap((field, at) => (field === null ? [] : [[field, at] as const])));
  return (field) => indexes.get(field) ?? -1;
};

/** Returns a short non-cryptographic hash of a text (cyrb53). */
export function hashText(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
