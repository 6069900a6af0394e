import { join } from 'node:path';
import { REPOSITORY } from '../settings.ts';

export const PATTERNS_PATH = '/local/patterns';
/** Output folder of the build. */
export const PATTERNS_FOLDER = join(REPOSITORY, 'node_modules/.cache/muster-patterns');
