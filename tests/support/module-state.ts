/** Finds tests that change shared modules, so that they cannot share a process with other files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CHANGES_MODULES = /vi\.(?:mock|doMock|resetModules)\(|fake-indexeddb\/auto/;

/**
 * Returns the test files below `folders` that mock or reload modules, or install a fake IndexedDB for later imports.
 */
export function testsThatChangeModules(folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /\.test\.tsx?$/.test(file) && CHANGES_MODULES.test(readFileSync(file, 'utf8')));
}
