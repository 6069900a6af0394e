/** Durations of the last run by test file, so that `npm run test:changed` can choose what fits into its minute. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../../supabase/local/settings.ts';

const FILE = join(REPOSITORY, 'node_modules/.cache/muster-tests/durations.json');

/** Milliseconds by `project file`; empty before the first run. */
export const knownDurations = (): Record<string, number> =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>) : {};

/** Mean milliseconds of a file on a fast machine. */
const TYPICAL = { 'tests/components/': 13_000, 'tests/database/': 9000, 'tests/functions/': 6000 };
const TYPICAL_UNIT = 200;

/** Returns how many milliseconds a test file takes, by its last run here or else by its folder. */
export function durationEstimates(known: Record<string, number> = knownDurations()): (path: string) => number {
  const byPath = new Map(Object.entries(known).map(([name, ms]) => [name.slice(name.indexOf(' ') + 1), ms]));
  return (path) => {
    const [, typical] = Object.entries(TYPICAL).find(([folder]) => path.startsWith(folder)) ?? [];
    return byPath.get(path) ?? typical ?? TYPICAL_UNIT;
  };
}

export function rememberDurations(files: Record<string, number>): void {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify({ ...knownDurations(), ...files }, null, 1));
}
