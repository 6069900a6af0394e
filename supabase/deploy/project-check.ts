/** Result of a check. */
import type { Project } from './project.ts';

export interface Looked {
  missing: string[];
  /** Observed values and their age. */
  seen?: string[];
  /** Why the check was skipped. */
  notAsked?: string;
}

export interface Check {
  name: string;
  look(project: Project): Promise<Looked | string[]>;
}

/** Returns the result of a skipped check. */
export const notAsked = (why: string): Looked => ({ missing: [], notAsked: why });
