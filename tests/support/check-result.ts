/** A static check that runs inside `npm run check` and as a command of its own. */
import { fileURLToPath } from 'node:url';

export interface CheckResult {
  /** One line each; the check fails when there is any. */
  problems: readonly string[];
  /** Printed when the check runs as a command of its own. */
  report?: string;
}

/** Returns whether the module is the program that Node was started with. */
export const runsAlone = ({ url }: ImportMeta): boolean => process.argv[1] === fileURLToPath(url);

/** Prints the result of a check that runs as a command of its own, and fails the process if it has problems. */
export function reportProblems({ problems, report }: CheckResult): void {
  for (const problem of problems) console.error(problem);
  if (report && problems.length === 0) console.info(report);
  if (problems.length > 0) process.exitCode = 1;
}
