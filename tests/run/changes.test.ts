import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readChanges } from './changes.ts';

let root = '';
const at = (path: string) => join(root, path);
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@muster.test', ...args], { cwd: root });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'muster-changes-'));
  for (const name of ['kept.ts', 'edited.ts', 'deleted.ts', 'renamed.ts']) writeFileSync(at(name), `export ${name}`);
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'First');
});
afterEach(() => rmSync(root, { recursive: true }));

test('an unchanged tree has no changes', () => {
  expect(readChanges(root, 'HEAD')).toEqual({ present: [], deleted: [] });
});

test('edited, new, deleted and renamed files are changes, staged or not', () => {
  writeFileSync(at('edited.ts'), 'edited');
  writeFileSync(at('new.ts'), 'new');
  rmSync(at('deleted.ts'));
  renameSync(at('renamed.ts'), at('moved.ts'));
  git('add', 'moved.ts', 'renamed.ts');
  const { present, deleted } = readChanges(root, 'HEAD');
  expect(present.toSorted()).toEqual(['edited.ts', 'moved.ts', 'new.ts']);
  expect(deleted.toSorted()).toEqual(['deleted.ts', 'renamed.ts']);
});

test('an unknown commit is an error', () => {
  expect(() => readChanges(root, 'no-such-branch')).toThrow('no-such-branch');
});
