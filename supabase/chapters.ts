/**
 * The SQL chapters in `supabase/schemas`, a declarative schema that is edited in place, and the migration made from
 * them. ADR 012
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './local/settings.ts';

export interface Chapter {
  /** Path in the repository. */
  name: string;
  sql: string;
}

const SCHEMAS = 'supabase/schemas';

/** The only migration until the first deploy: all chapters. */
export const BASELINE = join(REPOSITORY, 'supabase/migrations/20261101000000_baseline.sql');
const BASELINE_HEADER = '-- Made by `npm run db:baseline` from supabase/schemas; never edited by hand.\n';

/** Returns the names of the chapters in `config.toml` in order. */
function orderedNames(): string[] {
  const toml = readFileSync(join(REPOSITORY, 'supabase/config.toml'), 'utf8');
  const list = /^schema_paths = \[\n([^\]]*)\]/m.exec(toml)?.[1] ?? '';
  return [...list.matchAll(/^ {2}"\.\/(.+)",$/gm)].map(([, path]) => `supabase/${path}`);
}

/** Returns the chapters in the order in which they are applied. Throws if the list in `config.toml` misses one. */
export function readChapters(): Chapter[] {
  const names = orderedNames();
  const unlisted = new Set(
    readdirSync(join(REPOSITORY, SCHEMAS), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.sql'))
      .map((path) => `${SCHEMAS}/${path.replaceAll('\\', '/')}`),
  );
  for (const name of names) unlisted.delete(name);
  if (unlisted.size > 0) throw new Error(`schema_paths of supabase/config.toml misses ${[...unlisted].join(', ')}.`);
  return names.map((name) => ({ name, sql: readFileSync(join(REPOSITORY, name), 'utf8') }));
}

/** Returns the text of the baseline migration. */
export const baselineOf = (chapters: readonly Chapter[]): string =>
  [BASELINE_HEADER, ...chapters.map(({ name, sql }) => `-- ${name}\n\n${sql}`)].join('\n');
