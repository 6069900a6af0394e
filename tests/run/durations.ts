/** Durations of the last run by test file, so that `npm run test:changed` can choose what fits into its minute. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../../supabase/local/settings.ts';

const FILE = join(REPOSITORY, 'node_modules/.cache/muster-tests/durations.json');

/** Milliseconds by `project file`; empty before the first run. */
export const knownDurations = (): Record<string, number> =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>) : {};

export function rememberDurations(files: Record<string, number>): void {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify({ ...knownDurations(), ...files }, null, 1));
}
