import { existsSync, mkdtempSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OTHER_SOURCES, SOURCES, writeSourcesHash, hashSources, readSourcesHash } from './sources.ts';

let root = '';
const pathOf = (path: string) => join(root, path);
const currentHash = (environment: NodeJS.ProcessEnv = {}) => hashSources({ root, environment });
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'muster-sources-'));
  mkdirSync(pathOf('src/ui'), { recursive: true });
  writeFileSync(pathOf('src/ui/one.ts'), 'one');
  writeFileSync(pathOf('index.html'), '<p>');
});
afterEach(() => rmSync(root, { recursive: true }));

// A renamed file would silently drop out of the hash.
test.each([...SOURCES, ...OTHER_SOURCES])('%s exists', (path) => {
  expect(existsSync(join(import.meta.dirname, '..', path))).toBe(true);
});

test('a newer file time or a test does not change the hash', () => {
  const before = currentHash();
  utimesSync(pathOf('src/ui/one.ts'), new Date(), new Date());
  writeFileSync(pathOf('src/ui/one.test.ts'), 'test');
  expect(currentHash({ PATH: '/bin' })).toBe(before);
});

test.each<[string, () => void]>([
  // Deletions and renames do not show in modification times.
  ['changed', () => writeFileSync(pathOf('src/ui/one.ts'), 'two')],
  ['removed', () => rmSync(pathOf('src/ui/one.ts'))],
  ['renamed', () => renameSync(pathOf('src/ui/one.ts'), pathOf('src/ui/two.ts'))],
  ['added', () => writeFileSync(pathOf('.env.local'), 'VITE_TERMS_URL=https://walks.test')],
])('a file that is %s changes the hash', (_, change) => {
  const before = currentHash();
  change();
  expect(currentHash()).not.toBe(before);
});

test.each(['VITE_TERMS_URL', 'MUSTER_EMBEDDERS'])('another %s changes the hash', (name) => {
  expect(currentHash({ [name]: 'https://walks.test' })).not.toBe(currentHash());
});

test('a complete build has the hash of its sources, an incomplete one has none', () => {
  expect(readSourcesHash(pathOf('dist'))).toBe(null);
  mkdirSync(pathOf('dist/.vite'), { recursive: true });
  writeSourcesHash(pathOf('dist'), currentHash());
  expect(readSourcesHash(pathOf('dist'))).toBe(currentHash());
});
