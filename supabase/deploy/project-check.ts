/** Result of a check. */
import type { Project } from './project.ts';

export interface CheckResult {
  missing: string[];
  /** Observed values and their age. */
  seen?: string[];
  /** Why the check was skipped. */
  skipped?: string;
}

export interface Check {
  name: string;
  run(project: Project): Promise<CheckResult | string[]>;
}

/** Returns the result of a skipped check. */
export const skipped = (reason: string): CheckResult => ({ missing: [], skipped: reason });
