/** Remembers the mapping chosen for a file's headings, on the device and by company (ADR 041). */
import * as v from 'valibot';
import { headingsKey, normalizeHeading, type Mapping } from '../../domain/import/columns.ts';
import type { Uuid } from '../../domain/ids.ts';

const SHAPE = v.record(
  v.string(),
  v.object({ fields: v.record(v.string(), v.nullable(v.string())), tours: v.record(v.string(), v.string()) }),
);
type Remembered = v.InferOutput<typeof SHAPE>;
const MAX_REMEMBERED = 20;

const storeName = (company: Uuid, kind: string) => `muster-import-${company}-${kind}`;

function all(company: Uuid, kind: string): Remembered {
  try {
    const read = v.safeParse(SHAPE, JSON.parse(localStorage.getItem(storeName(company, kind)) ?? '{}'));
    return read.success ? read.output : {};
  } catch {
    return {};
  }
}

/** Returns null for unknown headings. */
export function rememberedColumns<Field extends string>(
  { company, kind, headings }: { company: Uuid; kind: string; headings: readonly string[] },
  fields: readonly Field[],
): { mapping: Mapping<Field>; tours: Record<string, string> } | null {
  const stored = all(company, kind)[headingsKey(headings)];
  if (!stored) return null;
  return {
    mapping: headings.map(
      (heading) => fields.find((field) => field === stored.fields[normalizeHeading(heading)]) ?? null,
    ),
    tours: stored.tours,
  };
}

export function rememberColumns(
  { company, kind, headings }: { company: Uuid; kind: string; headings: readonly string[] },
  { mapping, tours }: { mapping: Mapping<string>; tours: Readonly<Record<string, string>> },
): void {
  const before = Object.entries(all(company, kind)).filter(([key]) => key !== headingsKey(headings));
  const fields = Object.fromEntries(headings.map((heading, at) => [normalizeHeading(heading), mapping[at] ?? null]));
  const entries = [...before.slice(1 - MAX_REMEMBERED), [headingsKey(headings), { fields, tours }] as const];
  try {
    localStorage.setItem(storeName(company, kind), JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Without storage the person maps the columns again next time.
  }
}
