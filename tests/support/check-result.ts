/** A static check that runs in `npm run check` and as a separate command. */
import { fileURLToPath } from 'node:url';

export interface CheckResult {
  /** One line each; any problem fails the check. */
  problems: readonly string[];
  /** Printed when the check runs as a separate command. */
  report?: string;
}

/** Returns whether the module is the program that Node was started with. */
export const runsAlone = ({ url }: ImportMeta): boolean => process.argv[1] === fileURLToPath(url);

/** Prints the result of a check that runs as a separate command, and sets a failing exit code if it has problems. */
export function reportProblems({ problems, report }: CheckResult): void {
  for (const problem of problems) console.error(problem);
  if (report && problems.length === 0) console.info(report);
  if (problems.length > 0) process.exitCode = 1;
}
