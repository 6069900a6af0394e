/**
 * `npm run db:diagram` writes docs/er-diagram.md from the catalogue of the migrated database.
 * With `--check` it writes nothing and fails when the file is outdated.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgres } from './support/database-postgres.ts';
import type { Query } from './support/database.ts';
import { reportProblems, runsAlone, type CheckResult } from './support/check-result.ts';

const FILE = join(import.meta.dirname, '../docs/er-diagram.md');

export interface Column {
  schema: string;
  table: string;
  column: string;
  type: string;
  isKey: boolean;
}

export interface ForeignKey {
  schema: string;
  table: string;
  columns: string;
  to: string;
  toSchema: string;
  /** False if the reference may be null. */
  isRequired: boolean;
  /** Whether at most one row may reference the same row. */
  isUnique: boolean;
}

const COLUMNS = `
  select n.nspname as schema, c.relname as "table", a.attname as "column",
    replace(replace(format_type(a.atttypid, null), ' with time zone', ''), ' ', '_') as type,
    exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey)) as "isKey"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where n.nspname = 'public' and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`;

const FOREIGN_KEYS = `
  select n.nspname as schema, c.relname as "table", f.relname as "to", fn.nspname as "toSchema",
    (select string_agg(a.attname, ', ' order by k.place) from unnest(o.conkey) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum) as columns,
    (select bool_and(a.attnotnull) from pg_attribute a where a.attrelid = c.oid and a.attnum = any (o.conkey)) as "isRequired",
    exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indpred is null
      and (i.indkey::smallint[])[0:i.indnkeyatts - 1] <@ o.conkey) as "isUnique"
  from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_namespace n on n.oid = c.relnamespace
  join pg_class f on f.oid = o.confrelid join pg_namespace fn on fn.oid = f.relnamespace
  where o.contype = 'f' and n.nspname in ('public', 'private') and fn.nspname in ('public', 'private')
  order by n.nspname, c.relname, f.relname, o.conname`;

const nameOf = (schema: string, table: string) => (schema === 'public' ? table : `${schema}_${table}`);

const relation = ({ schema, table, columns, to, toSchema, isRequired, isUnique }: ForeignKey) =>
  `  ${nameOf(toSchema, to)} ${isRequired ? '||' : '|o'}--${isUnique ? 'o|' : 'o{'} ${nameOf(schema, table)} : "${columns}"`;

/** Returns the document for a catalogue. */
export function erDiagram(columns: readonly Column[], keys: readonly ForeignKey[]): string {
  const isPublic = ({ schema, toSchema }: ForeignKey) => schema === 'public' && toSchema === 'public';
  const references = new Set(
    keys.filter(isPublic).flatMap(({ table, columns: names }) => names.split(', ').map((name) => `${table}.${name}`)),
  );
  const tables = [...new Set(columns.map(({ table }) => table))].flatMap((table) => [
    `  ${table} {`,
    ...columns
      .filter((column) => column.table === table)
      .map(({ type, column, isKey }) => {
        const marks = [isKey ? 'PK' : '', references.has(`${table}.${column}`) ? 'FK' : ''].filter(Boolean).join(', ');
        // Mermaid allows letters, digits, hyphens and underscores in a type.
        return `    ${type.replace('[]', '_list').replace(/[^\w-]/g, '_')} ${column}${marks ? ` ${marks}` : ''}`;
      }),
    '  }',
  ]);
  return [
    '# ER diagram',
    '',
    'Made by `npm run db:diagram` from the chapters. Do not edit it.',
    '',
    '## Public tables',
    '',
    '```mermaid',
    'erDiagram',
    ...tables,
    ...keys.filter(isPublic).map(relation),
    '```',
    '',
    '## Private tables',
    '',
    'Only their references are shown. Names of private tables begin with `private_`.',
    '',
    '```mermaid',
    'erDiagram',
    ...keys.filter((key) => !isPublic(key)).map(relation),
    '```',
    '',
  ].join('\n');
}

async function generated(): Promise<string> {
  const database = await openPostgres();
  const query: Query = database.query;
  try {
    return erDiagram(await query<Column>(COLUMNS), await query<ForeignKey>(FOREIGN_KEYS));
  } finally {
    await database.close();
  }
}

/** Compares the committed diagram with the chapters. */
export async function checkErDiagram(): Promise<CheckResult> {
  const isCurrent = existsSync(FILE) && readFileSync(FILE, 'utf8') === (await generated());
  return { problems: isCurrent ? [] : ['docs/er-diagram.md is outdated: run npm run db:diagram and commit it.'] };
}

if (runsAlone(import.meta)) {
  if (process.argv.includes('--check')) reportProblems(await checkErDiagram());
  else writeFileSync(FILE, await generated());
}
