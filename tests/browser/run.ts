/**
 * `npm run test:browser`: the journeys in each Chromium that is here. Two lanes at a time, as there are two cores, each with a backend of its
 * own; a lane has about half of the files of a browser, the longest first. Behind `--`: the files that one wants, and options of Vitest.
 */
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../supabase/local/settings.ts';
import { browserProjects } from '../support/browser.ts';
import { freshBuilds } from './builds.ts';

const FOLDER = 'tests/browser';
/** It opens every screen in one or four languages: as long as half of all others. Only the last browser has it (vitest.config.ts). */
const ACCESS = 'access.test.ts';
const LANES = 2;

const vitest = join(REPOSITORY, 'node_modules/vitest/vitest.mjs');

/** Files of about the same length together in each lane; how long one takes goes by how much stands in it. */
function lanes(files: { name: string; length: number }[]): string[][] {
  const parted = Array.from({ length: LANES }, () => ({ names: [] as string[], length: 0 }));
  for (const { name, length } of files.toSorted((a, b) => b.length - a.length)) {
    const shortest = parted.reduce((a, b) => (b.length < a.length ? b : a));
    shortest.names.push(name);
    shortest.length += length;
  }
  return parted.map(({ names }) => names);
}

const told = process.argv.slice(2);
const isFile = (word: string) => word.endsWith('.test.ts');
const isWanted = (name: string) => !told.some(isFile) || told.some((word) => isFile(word) && name.endsWith(word));

const run = (project: string, files: string[]) =>
  new Promise<number>((ended) => {
    if (files.length === 0) return ended(0);
    const args = [vitest, 'run', '--project', project, ...files, ...told.filter((word) => !isFile(word))];
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    child.on('close', (code) => ended(code ?? 1));
  });

// Before all, as they would build into the same folders.
await freshBuilds();
const names = readdirSync(join(REPOSITORY, FOLDER)).filter((name) => isFile(name) && isWanted(name));
const sizes = names.map((name) => ({
  name: `${FOLDER}/${name}`,
  length: statSync(join(REPOSITORY, FOLDER, name)).size,
}));
const all = sizes.reduce((sum, { length }) => sum + length, 0);
const files = sizes.map((file) => (file.name.endsWith(ACCESS) ? { ...file, length: all / 2 } : file));

const projects = Object.keys(browserProjects());
let worst = 0;
for (const project of projects) {
  const mine = project === projects.at(-1) ? files : files.filter(({ name }) => !name.endsWith(ACCESS));
  const codes = await Promise.all(lanes(mine).map((lane) => run(project, lane)));
  worst = Math.max(worst, ...codes);
}
process.exitCode = worst;
