import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', name), 'utf8')) as unknown;

// npm 12 skips other scripts silently, and without its script the embedded PostgreSQL lacks libraries and cannot start.
test('npm may run every install script of the lock file', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, { hasInstallScript?: true }> };
  const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> };
  const names = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)] : [],
  );
  expect(Object.keys(allowScripts).toSorted()).toEqual(names.toSorted());
});
