/** What a build is made of, by its content: a build that says the same word would come out alike, whenever and wherever it was made. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
export const SOURCES = [
  'src',
  'build',
  'locales',
  'public',
  'index.html',
  'booking.html',
  'vite.config.ts',
  'package-lock.json',
];
/** What the question for the youngest (supabase/local/build-app.ts) leaves out: the version, how scripts are read, settings, and what writes the configuration of hosts. */
const BESIDES = [
  'package.json',
  'tsconfig.json',
  ...['', '.local', '.production', '.production.local'].map((of) => `.env${of}`),
  ...['headers-file', 'headers', 'hosting', 'settings', 'vite-plugin'].map((of) => `supabase/local/${of}.ts`),
];
const isSetting = (name: string) => name.startsWith('VITE_') || name === 'MUSTER_EMBEDDERS';

/** Beside Vite's own lists of what it made. */
const NAME = '.vite/sources';

const isTest = (name: string) => /\.test\.tsx?$/.test(name);

function filesOf(root: string, path: string): string[] {
  if (!existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => !isTest(name))
    .sort()
    .flatMap((name) => filesOf(root, `${path}/${name}`));
}

/** One word for all sources and for what the environment says to a build. */
export function hashSources({ root = ROOT, environment = process.env } = {}): string {
  const hash = createHash('sha256');
  for (const file of [...SOURCES, ...BESIDES].flatMap((path) => filesOf(root, path)))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  const settings = Object.keys(environment).filter(isSetting);
  for (const name of settings.sort()) hash.update(`${name}=${environment[name]}\0`);
  return hash.digest('hex');
}

/** To be called when all of it is written, with the word from before the first file was read. */
export const writeSourcesHash = (folder: string, sources: string): void => writeFileSync(join(folder, NAME), sources);

/** What a build was made of; null where there is none, or one that was broken off. */
export function readSourcesHash(folder: string): string | null {
  const path = join(folder, NAME);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
