import { existsSync, mkdtempSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OTHER_SOURCES, SOURCES, writeSourcesHash, hashSources, readSourcesHash } from './sources.ts';

let root = '';
const at = (path: string) => join(root, path);
const now = (environment: NodeJS.ProcessEnv = {}) => hashSources({ root, environment });
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'muster-sources-'));
  mkdirSync(at('src/ui'), { recursive: true });
  writeFileSync(at('src/ui/one.ts'), 'one');
  writeFileSync(at('index.html'), '<p>');
});
afterEach(() => rmSync(root, { recursive: true }));

// A renamed file would silently drop out of the hash.
test.each([...SOURCES, ...OTHER_SOURCES])('%s exists', (path) => {
  expect(existsSync(join(import.meta.dirname, '..', path))).toBe(true);
});

test('a newer file time or a test does not change the hash', () => {
  const before = now();
  utimesSync(at('src/ui/one.ts'), new Date(), new Date());
  writeFileSync(at('src/ui/one.test.ts'), 'test');
  expect(now({ PATH: '/bin' })).toBe(before);
});

test.each<[string, () => void]>([
  // Deletions and renames do not show in modification times.
  ['changed', () => writeFileSync(at('src/ui/one.ts'), 'two')],
  ['removed', () => rmSync(at('src/ui/one.ts'))],
  ['renamed', () => renameSync(at('src/ui/one.ts'), at('src/ui/two.ts'))],
  ['set', () => writeFileSync(at('.env.local'), 'VITE_TERMS_URL=https://walks.test')],
])('a file that is %s changes the hash', (_, change) => {
  const before = now();
  change();
  expect(now()).not.toBe(before);
});

test.each(['VITE_TERMS_URL', 'MUSTER_EMBEDDERS'])('another %s changes the hash', (name) => {
  expect(now({ [name]: 'https://walks.test' })).not.toBe(now());
});

test('a complete build has the hash of its sources, an incomplete one has none', () => {
  expect(readSourcesHash(at('dist'))).toBe(null);
  mkdirSync(at('dist/.vite'), { recursive: true });
  writeSourcesHash(at('dist'), now());
  expect(readSourcesHash(at('dist'))).toBe(now());
});
