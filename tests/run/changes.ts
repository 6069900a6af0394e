/** Reads from git which files of a working tree differ from a commit. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface Changes {
  /** Changed and new files. */
  present: string[];
  /** Deleted files, and the old paths of renamed ones: what imports them is affected too. */
  deleted: string[];
}

/** Returns the lines that git prints; it fails with git's own message. */
export function gitLines(root: string, ...args: string[]): string[] {
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return output.split('\n').filter((line) => line !== '');
}

/** Returns the paths that differ from `since`, relative to `root`, including files that git does not track yet. */
export function readChanges(root: string, since: string): Changes {
  const paths = new Set([
    ...gitLines(root, 'diff', '--name-only', '--no-renames', since),
    ...gitLines(root, 'ls-files', '--others', '--exclude-standard'),
  ]);
  const isPresent = (path: string) => existsSync(join(root, path));
  return { present: [...paths].filter(isPresent), deleted: [...paths].filter((path) => !isPresent(path)) };
}
