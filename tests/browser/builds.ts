/** Builds the app for the browser tests, and a later version of it for the tests of an update. */
import { existsSync, statSync, utimesSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createBuilder, type Plugin } from 'vite';
import { newestSource } from '../../supabase/local/build-app.ts';
import { REPOSITORY } from '../../supabase/local/settings.ts';

export const OUTPUT = join(REPOSITORY, 'tests/.output');
export interface BuildOptions {
  /** Differs from the package's: what a device on the other build sees as a new version. */
  version?: string;
  /** What is built besides. */
  plugins?: Plugin[];
  /** Whether names stay as they are written, for who reads a profile. */
  isReadable?: boolean;
}

/** What the journeys run on: the app, and a later version of it. */
export async function freshBuilds(): Promise<{ now: string; next: string }> {
  const now = await freshBuild('app');
  return { now, next: await freshBuild('app-next', { version: '99.0.0' }) };
}

/** The folder of a build named `name`, made anew only when its sources are younger. */
export async function freshBuild(
  name: string,
  { version, plugins = [], isReadable = false }: BuildOptions = {},
): Promise<string> {
  const folder = join(OUTPUT, name);
  const stamp = join(OUTPUT, `${name}.stamp`);
  // Taken before building: what changes meanwhile counts as younger.
  const sources = newestSource();
  if (existsSync(stamp) && existsSync(join(folder, 'index.html')) && statSync(stamp).mtimeMs >= sources) return folder;
  mkdirSync(OUTPUT, { recursive: true });
  // The test runner calls itself a test; a build that believes it has no worker and React's slow half.
  const environment = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    const builder = await createBuilder({
      root: REPOSITORY,
      configFile: join(REPOSITORY, 'vite.config.ts'),
      logLevel: 'error',
      mode: 'production',
      plugins,
      ...(version ? { define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) } } : {}),
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
  writeFileSync(stamp, '');
  utimesSync(stamp, sources / 1000, sources / 1000 + 0.001);
  return folder;
}
