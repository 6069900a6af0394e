/**
 * `npm run test:browser`: the journeys in each Chromium that is here. Two lanes at a time, as there are two cores, each with a backend of its
 * own; a lane has about half of the files of a browser, the longest first. Behind `--`: the files that one wants, and options of Vitest.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../../supabase/local/settings.ts';
import { browserProjects } from '../support/browser.ts';
import { inWords, type Noted } from '../support/slowest.ts';
import { freshPatterns } from '../../supabase/local/patterns/patterns-page.ts';
import { freshBuilds } from './builds.ts';

const FOLDER = 'tests/browser';
/** They open every screen in up to four languages, and last as long as a third of all others each. Only the last browser has them (vitest.config.ts). */
const ACCESS = /\/access-\w+\.test\.ts$/;
const LANES = 2;
/** Where each lane notes what its tests said. */
const OUTPUT = join(REPOSITORY, 'tests/.output/lanes');

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

interface Lane {
  name: string;
  project: string;
  files: string[];
}

/** What a lane's tests said, to whoever wants it: the whole of a CI, or who looks on. */
function pass(line: string, noted: Noted): void {
  const whole = process.env['SLOWEST_TESTS'];
  if (!whole) return console.info(inWords(noted));
  mkdirSync(dirname(whole), { recursive: true });
  appendFileSync(whole, `${line}\n`);
}

/**
 * Whether all tests of a lane passed. What they noted at their end says it, not the process's exit code: PGlite takes the process for its own
 * and sets that, too. A process that ends in another way than its tests is named.
 */
function verdict({ name, files }: Lane, file: string, ended: string): boolean {
  const line = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (line === '') {
    console.error(`${name} ended with ${ended} before its tests did: ${files.join(' ')}`);
    return false;
  }
  const noted = JSON.parse(line) as Noted;
  pass(line, noted);
  const isPassed = noted.failed.length === 0;
  if (isPassed !== (ended === '0')) console.error(`${name} ended with ${ended}; failed: ${noted.failed.length}.`);
  return isPassed;
}

const run = (lane: Lane) =>
  new Promise<boolean>((ended) => {
    if (lane.files.length === 0) return ended(true);
    const noted = join(OUTPUT, `${lane.name}.jsonl`);
    rmSync(noted, { force: true });
    const options = told.filter((word) => !isFile(word));
    const child = spawn(process.execPath, [vitest, 'run', '--project', lane.project, ...lane.files, ...options], {
      stdio: 'inherit',
      env: { ...process.env, SLOWEST_TESTS: noted },
    });
    child.on('close', (code, signal) => ended(verdict(lane, noted, String(code ?? signal))));
  });

// Before all, as they would build into the same folders.
await freshBuilds();
await freshPatterns();
const names = readdirSync(join(REPOSITORY, FOLDER)).filter((name) => isFile(name) && isWanted(name));
const sizes = names.map((name) => ({
  name: `${FOLDER}/${name}`,
  length: statSync(join(REPOSITORY, FOLDER, name)).size,
}));
const all = sizes.reduce((sum, { length }) => sum + length, 0);
const files = sizes.map((file) => (ACCESS.test(file.name) ? { ...file, length: all / 3 } : file));

const projects = Object.keys(browserProjects());
let isPassed = true;
for (const project of projects) {
  const mine = project === projects.at(-1) ? files : files.filter(({ name }) => !ACCESS.test(name));
  const parts = lanes(mine).map((names, at) => ({ name: `${project}-${at + 1}`, project, files: names }));
  const verdicts = await Promise.all(parts.map(run));
  isPassed &&= verdicts.every(Boolean);
}
process.exitCode = isPassed ? 0 : 1;
