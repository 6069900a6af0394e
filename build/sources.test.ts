import { mkdtempSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeSourcesHash, hashSources, readSourcesHash } from './sources.ts';

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

test('what is only newer, or only a test, makes no other build', () => {
  const before = now();
  utimesSync(at('src/ui/one.ts'), new Date(), new Date());
  writeFileSync(at('src/ui/one.test.ts'), 'test');
  expect(now({ PATH: '/bin' })).toBe(before);
});

test.each<[string, () => void]>([
  // Younger than nothing that stands there: a comparison of times would not see the last two.
  ['changed', () => writeFileSync(at('src/ui/one.ts'), 'two')],
  ['removed', () => rmSync(at('src/ui/one.ts'))],
  ['called otherwise', () => renameSync(at('src/ui/one.ts'), at('src/ui/two.ts'))],
  ['set', () => writeFileSync(at('.env.local'), 'VITE_TERMS_URL=https://walks.test')],
])('what is %s does', (_, change) => {
  const before = now();
  change();
  expect(now()).not.toBe(before);
});

test.each(['VITE_TERMS_URL', 'MUSTER_EMBEDDERS'])('so does another %s', (name) => {
  expect(now({ [name]: 'https://walks.test' })).not.toBe(now());
});

test('a build says what it was made of, one that was broken off says nothing', () => {
  expect(readSourcesHash(at('dist'))).toBe(null);
  mkdirSync(at('dist/.vite'), { recursive: true });
  writeSourcesHash(at('dist'), now());
  expect(readSourcesHash(at('dist'))).toBe(now());
});
