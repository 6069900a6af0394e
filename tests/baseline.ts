/**
 * `npm run db:baseline` writes the baseline migration from the chapters. With `--check` it writes nothing and fails
 * when the migration is outdated.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { BASELINE, baselineOf, readChapters } from '../supabase/chapters.ts';
import { reportProblems, runsAlone, type CheckResult } from './support/check-result.ts';

export function checkBaseline(): CheckResult {
  const isCurrent = existsSync(BASELINE) && readFileSync(BASELINE, 'utf8') === baselineOf(readChapters());
  return { problems: isCurrent ? [] : ['The baseline migration is outdated: run npm run db:baseline and commit it.'] };
}

if (runsAlone(import.meta)) {
  if (process.argv.includes('--check')) reportProblems(checkBaseline());
  else writeFileSync(BASELINE, baselineOf(readChapters()));
}
