/** Hostile values, and the places of a body where they can be put. */
import { caseCount, seed } from '../../src/lib/testing/random-cases.ts';

type Path = readonly (string | number)[];

export const NUL = 'a\0';
export const HALF = 'half of a sign: \ud800';
export const HOSTILE: readonly unknown[] = [
  NUL,
  HALF,
  '9'.repeat(60_000),
  '2035-02-30',
  '2035-02-30T10:00:00.000Z',
  "' or true --",
  '__proto__',
  '',
  -1,
  0.5,
  1e308,
  true,
  null,
  [],
  {},
  // Nested deeper than any reader accepts.
  JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`),
];

const OTHERS = HOSTILE.filter((value) => value !== NUL && value !== HALF);
let place = 0;

/**
 * Returns the values to try in one place: those that no database stores, and a rotating selection of the others. `npm
 * run soak` tries all of them.
 */
export function hostileValues(): unknown[] {
  const count = Math.min(OTHERS.length, caseCount(OTHERS.length, 4));
  const first = seed + place * count;
  place += 1;
  return [NUL, HALF, ...Array.from({ length: count }, (_, n) => OTHERS[(first + n) % OTHERS.length])];
}

/** Yields every leaf of a body with its path. */
export function* leavesOf(value: unknown, path: Path = []): Generator<{ path: Path; leaf: unknown }> {
  if (typeof value !== 'object' || value === null) return yield { path, leaf: value };
  for (const [name, inner] of Object.entries(value))
    yield* leavesOf(inner, [...path, Array.isArray(value) ? Number(name) : name]);
}

/** Returns a copy of the body with another value at a path. */
export function withLeaf(body: unknown, path: Path, put: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return put;
  const inner = withLeaf((body as Record<string | number, unknown>)[name], rest, put);
  return Array.isArray(body) ? body.with(Number(name), inner) : { ...(body as object), [name]: inner };
}
