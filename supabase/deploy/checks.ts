/**
 * The checklist of docs/deploy.md. Each check returns what is missing and how to fix it, one sentence each; nothing if
 * all is fine. Skipped checks are not ticked.
 */
import { API_CHECKS } from './api-checks.ts';
import { APP_CHECKS } from './app-checks.ts';
import { AUTH_CHECKS } from './auth-checks.ts';
import type { Check, CheckResult } from './project-check.ts';
import { DATABASE_CHECKS } from './database-checks.ts';
import { JOB_CHECKS } from './job-checks.ts';
import type { Project } from './project.ts';

export const CHECKS: readonly Check[] = [
  ...DATABASE_CHECKS,
  ...API_CHECKS,
  ...AUTH_CHECKS,
  ...JOB_CHECKS,
  ...APP_CHECKS,
];

/** Prints each check's result with its findings. Returns how many checks found something. */
export async function checkProject(project: Project, say: (line: string) => void): Promise<number> {
  let failed = 0;
  for (const { name, run } of CHECKS) {
    // A failed check counts as a finding; the others continue.
    const outcome = await run(project).catch((failure: unknown) => [
      `The check failed: ${failure instanceof Error ? failure.message : String(failure)}`,
    ]);
    const {
      missing,
      seen = [],
      skipped: reason,
    }: CheckResult = Array.isArray(outcome) ? { missing: outcome } : outcome;
    if (missing.length > 0) failed += 1;
    say(`${missing.length > 0 ? '✗' : reason === undefined ? '✓' : '–'} ${name}`);
    for (const sentence of [...missing, ...seen]) say(`    ${sentence}`);
    if (reason !== undefined) say(`    Skipped: ${reason}`);
  }
  return failed;
}
