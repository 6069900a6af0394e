/** /local/patterns: what screens are made of, in all states; built when it is first asked for, and anew when its sources are younger. */
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

/** Builds the page where its sources are younger: for whoever is about to start several hosts, which would do it all at once into the one folder. */
export async function buildPatterns(): Promise<void> {
  if (!isOld()) return;
  await (building ??= runBuild(['--config', join(import.meta.dirname, 'vite.config.ts')]).finally(() => {
    building = null;
  }));
}

/** Answers the page and its files; null for what is none of them. Fails with the build's words when it cannot be built. */
export async function patternsPage(request: Request): Promise<Response | null> {
  const url = new URL(request.url);
  const rest = url.pathname.slice(PATTERNS_PATH.length);
  if (rest === '' || rest === '/') {
    await buildPatterns();
    return files.answer(new Request(new URL('/', url), request));
  }
  return files.answer(new Request(new URL(rest, url), request));
}
