/**
 * File permissions of the embedded backend's data: its owner only. Windows has another permission model, so nothing is
 * tested there.
 */
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createLocalBackend } from '../../supabase/local/backend.ts';
import { openDataFolder } from '../../supabase/local/data-folder.ts';
import { anonymousClient } from './people.ts';
import { temporaryFolder } from './server-process.ts';

let folder: ReturnType<typeof temporaryFolder>;
let before: number;

beforeEach(() => {
  folder = temporaryFolder();
  before = process.umask(0);
});
afterEach(() => {
  process.umask(before);
  folder.remove();
});

const rights = (path: string) => (statSync(path).mode & 0o777).toString(8);
const everything = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).map((entry) => ({
    path: join(entry.parentPath, entry.name),
    isFolder: entry.isDirectory(),
  }));
const openToOthers = (path: string) =>
  everything(path)
    .filter((entry) => rights(entry.path) !== (entry.isFolder ? '700' : '600'))
    .map((entry) => `${entry.path} ${rights(entry.path)}`);

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  test('is readable by its owner only from the first start, whatever the umask', async () => {
    const data = join(folder.path, 'data');
    for (const start of [1, 2]) {
      const backend = await createLocalBackend({ dataDir: data, dist: null });
      const { error } = await anonymousClient(backend).auth.signUp({
        email: `somebody${start}@example.com`,
        password: 'long-enough-1',
      });
      expect(error).toBeNull();
      expect(readdirSync(data).sort()).toEqual(['database', 'jwt-secret', 'lock', 'mail.jsonl']);
      expect(rights(data)).toBe('700');
      for (const name of ['jwt-secret', 'lock', 'mail.jsonl'])
        expect([name, rights(join(data, name))]).toEqual([name, '600']);
      expect(rights(join(data, 'database'))).toBe('700');
      await backend.close();
    }
    openDataFolder(data).release();
    expect(openToOthers(data)).toEqual([]);
  });

  test('of an older version is closed to others at the next start', () => {
    mkdirSync(join(folder.path, 'database/base/1'), { recursive: true, mode: 0o755 });
    for (const name of ['mail.jsonl', 'database/PG_VERSION', 'database/base/1/1259'])
      writeFileSync(join(folder.path, name), '', { mode: 0o644 });
    chmodSync(folder.path, 0o755);
    const opened = openDataFolder(folder.path);
    expect(rights(folder.path)).toBe('700');
    expect(openToOthers(folder.path)).toEqual([]);
    opened.release();
  });

  test('that contains other files keeps its own permissions, while ours are closed', () => {
    chmodSync(folder.path, 0o755);
    writeFileSync(join(folder.path, 'holiday.jpg'), '', { mode: 0o644 });
    writeFileSync(join(folder.path, 'mail.jsonl'), '', { mode: 0o644 });
    openDataFolder(folder.path).release();
    expect(rights(folder.path)).toBe('755');
    expect(rights(join(folder.path, 'holiday.jpg'))).toBe('644');
    expect(rights(join(folder.path, 'mail.jsonl'))).toBe('600');
  });
});
