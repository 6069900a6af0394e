/**
 * `npm run test:browser`: the journeys in each Chromium that is here. Three lanes at a time, as there are two cores and a journey waits for a
 * third of its time; each has a backend of its own for each browser, and about as much to go through as the others. Behind `--`: the files that
 * one wants, and options of Vitest.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../../supabase/local/settings.ts';
import { browserProjects } from '../support/browser.ts';
import { inWords, type Noted } from '../support/slowest.ts';
import { freshPatterns } from '../../supabase/local/patterns/patterns-page.ts';
import { freshBuilds } from './builds.ts';
import { ONCE } from './once.ts';

const FOLDER = 'tests/browser';
/** They open every screen in up to four languages, and last as long as a fourth of all others each. */
const ACCESS = /\/access-\w+\.test\.ts$/;
const LANES = 3;
/** Where each lane notes what its tests said. */
const OUTPUT = join(REPOSITORY, 'tests/.output/lanes');

const vitest = join(REPOSITORY, 'node_modules/vitest/vitest.mjs');

const TEST = /^\s*test(OfLook)?(\.\w+)?\(/gm;
/** How long a file takes goes by how many tests it has; where they are few, they are long. */
const lengthOf = (file: string) => [...readFileSync(join(REPOSITORY, file), 'utf8').matchAll(TEST)].length + 2;

interface Journey {
  project: string;
  file: string;
  length: number;
}

/** About as much in each lane, the longest first. */
function lanesOf(journeys: Journey[]): Journey[][] {
  const lanes = Array.from({ length: LANES }, () => ({ journeys: [] as Journey[], length: 0 }));
  for (const journey of journeys.toSorted((a, b) => b.length - a.length)) {
    const shortest = lanes.reduce((a, b) => (b.length < a.length ? b : a));
    shortest.journeys.push(journey);
    shortest.length += journey.length;
  }
  return lanes.map(({ journeys }) => journeys);
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
const files = readdirSync(join(REPOSITORY, FOLDER))
  .filter((name) => isFile(name) && isWanted(name))
  .map((name) => `${FOLDER}/${name}`);
const projects = Object.keys(browserProjects());
const once: ReadonlySet<string> = new Set(ONCE);
const journeys = projects.flatMap((project) =>
  files
    .filter((file) => project === projects.at(-1) || !once.has(file))
    .map((file) => ({ project, file, length: lengthOf(file) })),
);
const all = journeys.reduce((sum, { length }) => sum + length, 0);
const lanes = lanesOf(journeys.map((one) => (ACCESS.test(one.file) ? { ...one, length: all / 4 } : one)));

let isPassed = true;
await Promise.all(
  lanes.map(async (lane, at) => {
    for (const project of projects) {
      const mine = lane.filter((one) => one.project === project).map(({ file }) => file);
      const hasPassed = await run({ name: `${project}-${at + 1}`, project, files: mine });
      isPassed &&= hasPassed;
    }
  }),
);
process.exitCode = isPassed ? 0 : 1;
