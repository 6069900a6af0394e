/**
 * The check-list of docs/deploy.md: each check says what is missing and how to mend it, in a sentence each; nothing when all is
 * there. What was not asked is not ticked.
 */
import { API_CHECKS } from './api-checks.ts';
import { APP_CHECKS } from './app-checks.ts';
import { AUTH_CHECKS } from './auth-checks.ts';
import type { Check, Looked } from './project-check.ts';
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

/** Prints each check's outcome, with what is missing, was seen or was not asked below it. Returns how many found something. */
export async function checkProject(project: Project, say: (line: string) => void): Promise<number> {
  let failed = 0;
  for (const { name, look } of CHECKS) {
    // What cannot be asked is missing as well; the other checks go on.
    const outcome = await look(project).catch((failure: unknown) => [
      `It could not be asked: ${failure instanceof Error ? failure.message : String(failure)}`,
    ]);
    const { missing, seen = [], notAsked: why }: Looked = Array.isArray(outcome) ? { missing: outcome } : outcome;
    if (missing.length > 0) failed += 1;
    say(`${missing.length > 0 ? '✗' : why === undefined ? '✓' : '–'} ${name}`);
    for (const sentence of [...missing, ...seen]) say(`    ${sentence}`);
    if (why !== undefined) say(`    Not asked: ${why}`);
  }
  return failed;
}
