import { join } from 'node:path';
import { REPOSITORY } from '../settings.ts';

export const PATTERNS_PATH = '/local/patterns';
/** Where it is built to, when somebody asks for it. */
export const PATTERNS_FOLDER = join(REPOSITORY, 'node_modules/.cache/muster-patterns');
