/** The packages that the specification requires: each is installed and imported where its work is done. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Requirement {
  name: string;
  /** A file or folder that imports the package. */
  in: string;
  /** Why an import of types only is enough. */
  typesOnly?: string;
}

const REQUIRED: readonly Requirement[] = [
  { name: 'react', in: 'src/app' },
  { name: 'react-dom', in: 'src/main.tsx' },
  { name: 'vite', in: 'vite.config.ts' },
  { name: 'vite-plugin-pwa', in: 'vite.config.ts' },
  { name: 'workbox-window', in: 'src/app/start' },
  { name: '@supabase/supabase-js', in: 'src/data', typesOnly: '@supabase/ssr creates its client, with cookies' },
  { name: 'dexie', in: 'src/offline/device' },
  { name: 'dexie-react-hooks', in: 'src/offline/read' },
  { name: 'react-router', in: 'src/app/routing' },
  { name: '@formatjs/intl', in: 'supabase/functions/_shared/mail' },
  { name: 'react-intl', in: 'src/i18n' },
  { name: '@fluentui/react-components', in: 'src/ui' },
  { name: 'sonner', in: 'src/ui/toasts' },
  { name: 'react-phone-number-input', in: 'src/lib/phone-numbers.ts' },
  { name: '@bugsnag/js', in: 'src/errors' },
  { name: 'vitest', in: 'vitest.config.ts' },
  { name: 'fake-indexeddb', in: 'src/offline' },
];

/** Returns the names of the packages that a source imports, statically or dynamically. */
export function importedPackages(source: string, { types = false } = {}): Set<string> {
  const names = new Set<string>();
  const add = (specifier: string) => {
    const [, name] = /^((?:@[\w.-]+\/)?[\w.-]+)(?:\/|$)/.exec(specifier) ?? [];
    if (name && !name.startsWith('.')) names.add(name);
  };
  for (const [, type, bindings = '', specifier] of source.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:([\w*{][^'";]*?)\s*from\s*)?'([^']+)'/gm,
  )) {
    const inBraces = /^\{([^}]*)\}$/.exec(bindings)?.[1];
    const isTypes =
      type !== undefined || (inBraces?.split(',').every((name) => /^\s*(?:type\s|$)/.test(name)) ?? false);
    if (types || !isTypes) add(specifier!);
  }
  for (const [, specifier] of source.matchAll(/\bimport\('([^']+)'\)/g)) add(specifier!);
  return names;
}

function filesIn(place: string): string[] {
  if (/\.tsx?$/.test(place)) return [place];
  return readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(place, file));
}

function filesImporting({ name, in: place, typesOnly }: Requirement): string[] {
  const types = typesOnly !== undefined;
  return filesIn(place).filter((file) => importedPackages(read(file), { types }).has(name));
}

const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>;
const versions = { ...dependencies, ...devDependencies };

describe('importedPackages', () => {
  test('finds packages by name, and files in them', () => {
    const source = [
      `import { createRoot } from 'react-dom/client';`,
      `import {\n  Button,\n  type ButtonProps,\n} from '@fluentui/react-components';`,
      `import 'vitest/config';`,
      `export { liveQuery } from 'dexie';`,
      `const code = await import('workbox-window');`,
      `import { near } from './react.ts';`,
    ].join('\n');
    expect([...importedPackages(source)]).toEqual([
      'react-dom',
      '@fluentui/react-components',
      'vitest',
      'dexie',
      'workbox-window',
    ]);
  });

  test('ignores imports of types only, unless asked for them', () => {
    const source = `import type { Table } from 'dexie';\nimport { type Locale, type Messages } from 'react-intl';`;
    expect([...importedPackages(source)]).toEqual([]);
    expect([...importedPackages(source, { types: true })]).toEqual(['dexie', 'react-intl']);
  });
});

test.each(REQUIRED)('$name is installed and imported in $in', (required) => {
  expect(Object.keys(versions)).toContain(required.name);
  const installed = JSON.parse(read(`node_modules/${required.name}/package.json`)) as { version: string };
  expect(installed.version).toBe(versions[required.name]);
  expect(filesImporting(required)).not.toEqual([]);
});
