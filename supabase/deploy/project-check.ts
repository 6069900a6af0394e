/** What a check of a project answers. */
import type { Project } from './project.ts';

export interface Looked {
  missing: string[];
  /** What was looked at, and how old it is. */
  seen?: string[];
  /** Why nothing was asked. */
  notAsked?: string;
}

export interface Check {
  name: string;
  look(project: Project): Promise<Looked | string[]>;
}

/** Says why a check could not look. */
export const notAsked = (why: string): Looked => ({ missing: [], notAsked: why });
