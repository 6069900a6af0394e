/**
 * Finds the test files that a change affects, by distance: through imports for TypeScript, through callers for SQL
 * functions. Pure: the caller reads the files.
 */

/** Text by path, relative to the repository, with `/`. */
export type Sources = ReadonlyMap<string, string>;

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const IMPORT = /(?:from|import|import\()\s*['"](\.[^'"]+)['"]/g;

function resolve(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function importersOf(sources: Sources): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, text] of sources)
    for (const [, specifier] of text.matchAll(IMPORT)) {
      const imported = resolve(path, specifier!);
      importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  return importers;
}

/** Returns the distance of everything reachable from `starts`, which have 0. */
function distances(starts: Iterable<string>, next: (at: string) => Iterable<string>): Map<string, number> {
  const found = new Map<string, number>();
  let border = [...starts];
  for (let distance = 0; border.length > 0; distance += 1) {
    for (const file of border) found.set(file, distance);
    border = [...new Set(border.flatMap((file) => [...next(file)]))].filter((file) => !found.has(file));
  }
  return found;
}

/**
 * Returns the test files that import one of the changed files, directly or through others, with the length of the
 * chain; a changed test file has 0.
 */
export function testsByImports(changed: readonly string[], sources: Sources): Map<string, number> {
  const importers = importersOf(sources);
  const found = distances(changed, (path) => importers.get(path) ?? []);
  return new Map([...found].filter(([path]) => isTest(path)));
}

const FUNCTION = /create (?:or replace )?function ((?:private|public)\.\w+)/gi;

/** A function's text reaches from its `create` to the next one's. */
function functionsOf(sql: string): { name: string; start: number; text: string }[] {
  const starts = [...sql.matchAll(FUNCTION)];
  return starts.map((found, at) => ({
    name: found[1]!,
    start: sql.slice(0, found.index).split('\n').length,
    text: sql.slice(found.index, starts[at + 1]?.index ?? sql.length),
  }));
}

/** Returns the functions of a migration that contain one of the changed lines (from 1). */
export function changedFunctions(sql: string, lines: readonly number[]): string[] {
  const functions = functionsOf(sql);
  return [...new Set(lines.flatMap((line) => functions.findLast(({ start }) => start <= line)?.name ?? []))];
}

/** Returns the database tests that name one of the functions or one of their callers, with the length of the chain. */
export function testsByCallers(functions: readonly string[], migrations: Sources, tests: Sources): Map<string, number> {
  const all = [...migrations.values()].flatMap(functionsOf);
  const isNamedIn = (name: string, text: string) => new RegExp(`\\b${name.replace('.', '\\.')}\\b`).test(text);
  const found = distances(functions, (name) =>
    all.filter((item) => item.name !== name && isNamedIn(name, item.text)).map((item) => item.name),
  );
  const nearest = new Map<string, number>();
  for (const [name, distance] of found) {
    // A test calls an RPC by its bare name, and a private function with its schema.
    const bareName = name.startsWith('public.') ? new RegExp(`['"\`.]${name.slice('public.'.length)}\\b`) : null;
    for (const [path, text] of tests)
      if (isTest(path) && (isNamedIn(name, text) || bareName?.test(text)))
        nearest.set(path, Math.min(nearest.get(path) ?? Infinity, distance));
  }
  return nearest;
}

/**
 * Chooses the nearest tests that fit into `budget` milliseconds by their known durations, at least one; the rest are
 * `remaining`.
 */
export function chooseTests(
  tests: ReadonlyMap<string, number>,
  { budget, durationOf }: { budget: number; durationOf: (path: string) => number },
): { chosen: string[]; remaining: string[] } {
  const ordered = [...tests]
    .toSorted(([a, near], [b, far]) => near - far || durationOf(a) - durationOf(b))
    .map(([path]) => path);
  let left = budget;
  const chosen: string[] = [];
  const remaining: string[] = [];
  for (const path of ordered) {
    left -= durationOf(path);
    (left >= 0 || chosen.length === 0 ? chosen : remaining).push(path);
  }
  return { chosen, remaining };
}
