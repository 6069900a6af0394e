/** Builds the app for the browser tests, and a later version of it for the update tests. */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createBuilder, type Plugin } from 'vite';
import { writeSourcesHash, hashSources, readSourcesHash } from '../../build/sources.ts';
import { DIST, REPOSITORY } from '../../supabase/local/settings.ts';
import { copyAsVersion } from './later-version.ts';

export const OUTPUT = join(REPOSITORY, 'tests/.output');
export interface BuildOptions {
  plugins?: Plugin[];
  /** Whether to keep names unminified, for reading a profile. */
  isReadable?: boolean;
}

/** Builds for the journeys: the app, and a later version of it. */
export async function freshBuilds(): Promise<{ now: string; next: string }> {
  const now = await freshBuild('app');
  const next = join(OUTPUT, 'app-next');
  const sources = readSourcesHash(now)!;
  if (readSourcesHash(next) !== sources) {
    const { version } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as { version: string };
    copyAsVersion(now, next, { current: version, later: '99.0.0' });
    writeSourcesHash(next, sources);
  }
  return { now, next };
}

/** Returns the folder of the build `name`, and rebuilds it only when its sources have changed. */
export async function freshBuild(name: string, options: BuildOptions = {}): Promise<string> {
  const { plugins = [], isReadable = false } = options;
  const folder = join(OUTPUT, name);
  const sources = hashSources();
  if (readSourcesHash(folder) === sources) return folder;
  // `npm run build` has made the same build. Copied, because the next build may replace it while this one is in use.
  if (Object.keys(options).length === 0 && readSourcesHash(DIST) === sources) {
    rmSync(folder, { recursive: true, force: true });
    cpSync(DIST, folder, { recursive: true });
    return folder;
  }
  // With Vitest's NODE_ENV "test", the build would have no worker and React's slow development code.
  const environment = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    const builder = await createBuilder({
      root: REPOSITORY,
      configFile: join(REPOSITORY, 'vite.config.ts'),
      logLevel: 'error',
      mode: 'production',
      plugins,
      build: {
        outDir: folder,
        emptyOutDir: true,
        reportCompressedSize: false,
        ...(isReadable ? { minify: false } : {}),
      },
    });
    await builder.buildApp();
  } finally {
    if (environment === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = environment;
  }
  return folder;
}
