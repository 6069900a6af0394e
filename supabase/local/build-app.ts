/** Builds the app if `dist/` is missing or was built from other sources or settings. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { hashSources, readSourcesHash, SOURCES } from '../../build/sources.ts';
import { UserError } from './user-error.ts';
import { DIST, REPOSITORY } from './settings.ts';

/** Returns the latest modification time in a folder, in Unix milliseconds, without tests. */
export function newestFileTime(path: string): number {
  if (!existsSync(path)) return 0;
  const about = statSync(path);
  if (!about.isDirectory()) return about.mtimeMs;
  return readdirSync(path)
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .reduce((latest, name) => Math.max(latest, newestFileTime(join(path, name))), 0);
}

/** Returns the latest modification time of the app's sources, in Unix milliseconds. */
export const newestSourceTime = (): number =>
  Math.max(...SOURCES.map((source) => newestFileTime(join(REPOSITORY, source))));

/**
 * Returns whether `dist` lacks a complete build of the current sources and settings. A build for a deployed project
 * (`VITE_SUPABASE_URL`) is old, because it would not use the local backend.
 */
export const isBuildOld = (dist = DIST, environment = process.env): boolean =>
  readSourcesHash(dist) !== hashSources({ environment });

export const buildApp = (): Promise<void> => runBuild([]);

/** Runs a build in a child process, which frees its memory. Rejects with the last lines of its output. */
export function runBuild(more: readonly string[]): Promise<void> {
  const vite = join(REPOSITORY, 'node_modules/vite/bin/vite.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn', ...more], {
      cwd: REPOSITORY,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const addOutput = (part: Buffer) => {
      output = (output + String(part)).slice(-4000);
    };
    child.stdout.on('data', addOutput);
    child.stderr.on('data', addOutput);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) return resolve();
      const lines = output
        .trim()
        .split('\n')
        .filter((line) => !/^\s+at /.test(line));
      reject(
        new UserError(
          `The app could not be built:\n${lines.slice(-12).join('\n')}`,
          'Fix the errors and start again; npm run build repeats only the build.',
        ),
      );
    });
  });
}
