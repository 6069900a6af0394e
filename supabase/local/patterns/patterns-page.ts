/** /local/patterns: UI components in all states. Built on the first request and when its sources are newer. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { newestFileTime, newestSourceTime, runBuild } from '../build-app.ts';
import { StaticFiles } from '../static-files.ts';
import { PATTERNS_FOLDER, PATTERNS_PATH } from './patterns-path.ts';

const files = new StaticFiles(PATTERNS_FOLDER);
let building: Promise<void> | null = null;

function isOld(): boolean {
  const built = join(PATTERNS_FOLDER, 'index.html');
  return (
    !existsSync(built) || Math.max(newestSourceTime(), newestFileTime(import.meta.dirname)) > statSync(built).mtimeMs
  );
}

/**
 * Builds the page if its sources are newer. Call it before starting several hosts, which would build it concurrently
 * into one folder.
 */
export async function buildPatterns(): Promise<void> {
  if (!isOld()) return;
  await (building ??= runBuild(['--config', join(import.meta.dirname, 'vite.config.ts')]).finally(() => {
    building = null;
  }));
}

/** Serves the page and its files; null for other paths. Rejects with the build's output if the build fails. */
export async function patternsPage(request: Request): Promise<Response | null> {
  const url = new URL(request.url);
  const rest = url.pathname.slice(PATTERNS_PATH.length);
  if (rest === '' || rest === '/') {
    await buildPatterns();
    return files.serve(new Request(new URL('/', url), request));
  }
  return files.serve(new Request(new URL(rest, url), request));
}
