/** Hashes the inputs of a build: equal hashes mean equal builds, whenever and wherever they are made. */
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
/** Further inputs of the app's build: version, compiler options, and what writes the hosts' configuration. */
export const OTHER_SOURCES = [
  'package.json',
  'tsconfig.json',
  ...['headers-file', 'headers', 'host-configuration', 'settings', 'vite-plugin'].map(
    (name) => `supabase/local/${name}.ts`,
  ),
];
const SETTINGS_FILES = ['', '.local', '.production', '.production.local'].map((ending) => `.env${ending}`);
const isSetting = (name: string) => name.startsWith('VITE_') || name === 'MUSTER_EMBEDDERS';

/** Next to Vite's own manifests. */
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

/** Returns a hash of all sources and of the environment variables that affect a build. */
export function hashSources({ root = ROOT, environment = process.env } = {}): string {
  const hash = createHash('sha256');
  for (const file of [...SOURCES, ...OTHER_SOURCES, ...SETTINGS_FILES].flatMap((path) => filesOf(root, path)))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  const settings = Object.keys(environment).filter(isSetting);
  for (const name of settings.sort()) hash.update(`${name}=${environment[name]}\0`);
  return hash.digest('hex');
}

/** Call it after everything is written, with the hash from before the first file was read. */
export const writeSourcesHash = (folder: string, sources: string): void => writeFileSync(join(folder, NAME), sources);

/** Returns the hash of a build's sources; null if there is no complete build. */
export function readSourcesHash(folder: string): string | null {
  const path = join(folder, NAME);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
