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

interface Import {
  file: string;
  /** The exports that are used; null for all. */
  names: readonly string[] | null;
  /** The exported component that imports the file on demand; null for other imports. */
  lazyExport: string | null;
  /** Areas that load with the file. */
  loads: readonly string[];
}
interface Module {
  imports: Import[];
  texts: { id: string; area: string }[];
}
const cache = new Map<string, Module>();

const STATIC_IMPORT = /(?:^|\n)(?:import|export)(?! type)\b([^'";]*?)from\s*'(\.[^']+)'/g;
const LAZY_WITH_TEXTS = /(?:export const (\w+) = )?lazyWithTexts\(\s*\(\) =>\s*import\('(\.[^']+)'\)[^[]*\[([^\]]*)\]/g;
const DYNAMIC_IMPORT = /import\(\s*'(\.[^']+)'/g;

function importsOf(source: string): (Omit<Import, 'file'> & { path: string })[] {
  const lazy = [...source.matchAll(LAZY_WITH_TEXTS)].map(([, name, path, areas]) => ({
    path: path!,
    names: null,
    lazyExport: name ?? null,
    loads: [...areas!.matchAll(/[\w-]+/g)].map(([area]) => area),
  }));
  return [
    ...lazy,
    ...[...source.matchAll(STATIC_IMPORT)].map(([, clause, path]) => ({
      path: path!,
      names: /^\s*\{/.test(clause!) ? [...clause!.matchAll(/\w+/g)].map(([name]) => name) : null,
      lazyExport: null,
      loads: [],
    })),
    ...[...source.replace(LAZY_WITH_TEXTS, '').matchAll(DYNAMIC_IMPORT)].map(([, path]) => ({
      path: path!,
      names: null,
      lazyExport: null,
      loads: [],
    })),
  ];
}

function read(file: string): Module {
  const before = cache.get(file);
  if (before) return before;
  const source = readFileSync(file, 'utf8').replace(/^\s*(?:\/\/|\*).*$/gm, '');
  const imports = importsOf(source)
    .map(({ path, ...rest }) => ({ ...rest, file: resolve(dirname(file), path) }))
    .filter((each) => /\.tsx?$/.test(each.file) && existsSync(each.file));
  const literals = [...source.matchAll(/['"`]([a-z][\w-]*\.[\w.-]*)(\$\{)?/gi)];
  const messages = literals.flatMap(([, text, isPrefix]) =>
    isPrefix ? ids.filter((id) => id.startsWith(text!)).slice(0, 1) : areaOf.has(text!) ? [text!] : [],
  );
  const module = { imports, texts: messages.map((id) => ({ id, area: areaOf.get(id)! })) };
  cache.set(file, module);
  return module;
}

const withCatalogues = (areas: readonly string[]) => areas.flatMap((area) => AREAS_BY_CATALOGUE[area] ?? [area]);

/** Returns the texts that code reachable from `file` uses without loading them. */
function missing(file: string, areas: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  const visited = new Map<string, ReadonlySet<string>>();
  const visit = (at: string, names: Import['names'], has: ReadonlySet<string>) => {
    const { imports, texts } = read(at);
    // Of a table of lazy components, only the used ones matter.
    const followed = imports.filter(({ lazyExport }) => !names || !lazyExport || names.includes(lazyExport));
    const key = followed.length < imports.length ? `${at} ${names!.join(' ')}` : at;
    const before = visited.get(key);
    // Already visited with the same or fewer areas, so nothing new can be found.
    if (before && [...before].every((area) => has.has(area))) return;
    visited.set(key, before ? new Set([...before].filter((area) => has.has(area))) : has);
    for (const { id, area } of texts) if (!has.has(area)) problems.push(`${relative(SRC, at)} uses ${id} of ${area}`);
    for (const next of followed) visit(next.file, next.names, new Set([...has, ...withCatalogues(next.loads)]));
  };
  visit(file, null, areas);
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
    // Screens with their own texts also load the patterns, except for sign-in (screens.tsx).
    const patterns = textAreas.length > 0 && texts !== 'auth-and-guards' ? ['patterns'] : [];
    expect(missing(file, new Set(withCatalogues(['start', ...textAreas, ...patterns])))).toEqual([]);
  },
);
