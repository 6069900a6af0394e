/**
 * Checks that a screen's texts load with it: its code may only use areas that its route names or that load at the
 * start.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isPageTitle, AREAS_BY_CATALOGUE } from '../../../build/texts.ts';
import { ROUTES } from './routes.ts';

const SRC = resolve(import.meta.dirname, '../..');
const LOCALES = resolve(SRC, '../locales');
const areaOf = new Map<string, string>();
for (const area of readdirSync(LOCALES).filter((name) => !['mail', 'documents', 'booking'].includes(name)))
  for (const id of Object.keys(JSON.parse(readFileSync(join(LOCALES, area, 'en.json'), 'utf8')) as object))
    if (!areaOf.has(id)) areaOf.set(id, isPageTitle(id) ? 'app' : area);
const ids = [...areaOf.keys()];

interface Module {
  imports: string[];
  texts: { id: string; area: string }[];
  /** Areas that the module itself loads for its lazy parts. */
  loads: string[];
}
const cache = new Map<string, Module>();

function read(file: string): Module {
  const before = cache.get(file);
  if (before) return before;
  const source = readFileSync(file, 'utf8').replace(/^\s*(?:\/\/|\*).*$/gm, '');
  const imports = [...source.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
    .map(([, path]) => resolve(dirname(file), path!))
    .filter((path) => /\.tsx?$/.test(path) && existsSync(path));
  const literals = [...source.matchAll(/['"`]([a-z][\w-]*\.[\w.-]*)(\$\{)?/gi)];
  const messages = literals.flatMap(([, text, isPrefix]) =>
    isPrefix ? ids.filter((id) => id.startsWith(text!)).slice(0, 1) : areaOf.has(text!) ? [text!] : [],
  );
  const module = {
    imports,
    texts: messages.map((id) => ({ id, area: areaOf.get(id)! })),
    loads: [
      ...[...source.matchAll(/loadTexts\('([\w-]+)'/g)].map(([, area]) => area!),
      ...[...source.matchAll(/withTexts\(\s*import\('[^']+'\)((?:,\s*'[\w-]+')+)/g)].flatMap(([, areas]) =>
        [...areas!.matchAll(/[\w-]+/g)].map(([area]) => area),
      ),
    ],
  };
  cache.set(file, module);
  return module;
}

/** Returns the texts that code reachable from `file` uses without loading them. */
function missing(file: string, areas: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  const visited = new Map<string, Set<string>>();
  const visit = (at: string, has: ReadonlySet<string>) => {
    const { imports, texts, loads } = read(at);
    const now = new Set([...has, ...loads.flatMap((area) => AREAS_BY_CATALOGUE[area] ?? [area])]);
    const before = visited.get(at);
    // Already visited with the same or fewer areas, so nothing new can be found.
    if (before && [...before].every((area) => now.has(area))) return;
    visited.set(at, before ? new Set([...before].filter((area) => now.has(area))) : now);
    for (const { id, area } of texts) if (!now.has(area)) problems.push(`${relative(SRC, at)} uses ${id} of ${area}`);
    for (const next of imports) visit(next, now);
  };
  visit(file, areas);
  return [...new Set(problems)];
}

const routes = readFileSync(join(import.meta.dirname, 'routes.ts'), 'utf8').replace(
  /authRoute\(paths\.\w+\)/g,
  `import('../../auth/auth-pages.ts')`,
);
const modules = [...routes.matchAll(/import\('(\.[^']+)'\)/g)].map(([, path]) => resolve(import.meta.dirname, path!));
const mounted = ROUTES.filter((route) => route.load);

test('covers every mounted route', () => {
  expect(modules).toHaveLength(mounted.length);
});

test.each(mounted.map((route, at) => ({ path: route.path, texts: route.texts, file: modules[at]! })))(
  '$path',
  ({ texts = [], file }) => {
    const textAreas = [texts].flat();
    const areas = textAreas.flatMap((area) => AREAS_BY_CATALOGUE[area] ?? [area]);
    // Screens with their own texts also load the patterns, except for sign-in (screens.tsx).
    const patterns = textAreas.length > 0 && texts !== 'auth-and-guards' ? ['patterns', 'detail'] : [];
    expect(missing(file, new Set([...AREAS_BY_CATALOGUE['start']!, ...areas, ...patterns]))).toEqual([]);
  },
);
