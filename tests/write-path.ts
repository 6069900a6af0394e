/**
 * `npm run db:write-path` writes docs/write-path.md from supabase/schemas/write_path.sql and its subscribers. With
 * `--check` it writes nothing and fails when the file is outdated.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChapters, type Chapter } from '../supabase/chapters.ts';
import { reportProblems, runsAlone, type CheckResult } from './support/check-result.ts';
import { sqlSource } from './support/rule-pairs.ts';

const FILE = join(import.meta.dirname, '../docs/write-path.md');
const OPERATIONS = { inserted: 'insert', updated: 'update', deleted: 'delete' } as const;

export interface Path {
  operation: string;
  table: string;
  /** Names of functions in the order in which they are called. */
  subscribers: string[];
}

/** Returns the trigger functions in `write_path.sql` with their subscribers. */
export function readPaths(chapters: readonly Chapter[]): Path[] {
  const { sql } = chapters.find(({ name }) => name.endsWith('write_path.sql'))!;
  return [...sql.matchAll(/^create function private\.after_(inserted|updated|deleted)_(\w+)\(\)[\s\S]*?^\$\$;/gm)].map(
    ([text, operation, table]) => ({
      operation: OPERATIONS[operation as keyof typeof OPERATIONS],
      table: table!,
      subscribers: [...text.matchAll(/\bperform private\.(\w+)\(/g)].map(([, name]) => name!),
    }),
  );
}

/** Returns the paths that a subscriber starts: it, or what it calls, writes to one of the tables. */
export function startedPaths(subscriber: string, textOf: (name: string) => string, paths: readonly Path[]): string[] {
  const called = new Set([subscriber]);
  const texts: string[] = [];
  // A set also visits items that the loop adds.
  for (const name of called) {
    const text = textOf(name);
    texts.push(text);
    for (const [, next] of text.matchAll(/\bprivate\.(\w+)\(/g)) called.add(next!);
  }
  return paths
    .filter(({ operation, table }) => {
      const verb = { insert: 'insert into', update: 'update', delete: 'delete from' }[operation];
      const write = new RegExp(`\\b${verb} public\\.${table}\\b`);
      return texts.some((text) => write.test(text));
    })
    .map(({ operation, table }) => `${operation} ${table}`);
}

const functionText = (name: string): string => sqlSource(`private.${name}`) ?? '';

const HEADINGS: Record<string, string> = { insert: 'New', update: 'Changed', delete: 'Deleted' };

function chartOf(
  { operation, table, subscribers }: Path,
  chapters: readonly Chapter[],
  paths: readonly Path[],
): string[] {
  const chapterOf = (name: string) =>
    chapters
      .find(({ sql }) => sql.includes(`create function private.${name}(`))!
      .name.replace(/^supabase\/schemas\/|\.sql$/g, '');
  return [
    `## ${HEADINGS[operation]} ${table.replace('check_in_actions', 'check-in actions')}`,
    '',
    '```mermaid',
    'flowchart LR',
    `  path["${operation} ${table}"]`,
    ...subscribers.flatMap((name, index) => [
      `  path --> s${index + 1}["${index + 1} ${name}<br/>${chapterOf(name)}"]`,
      ...startedPaths(name, functionText, paths).map(
        (started) => `  s${index + 1} -.-> ${started.replace(' ', '_')}["${started}"]`,
      ),
    ]),
    '```',
    '',
  ];
}

export function writePathPage(chapters: readonly Chapter[]): string {
  const paths = readPaths(chapters);
  return [
    '# Write path',
    '',
    'Made by `npm run db:write-path` from the chapters. Do not edit it.',
    '',
    '`supabase/schemas/write_path.sql` calls these subscribers in order, in the transaction of the write (ADR 077). Below each is its chapter.',
    'A dotted arrow leads to a write that the subscriber may make itself, whose own path begins at once.',
    '',
    ...paths.flatMap((path) => chartOf(path, chapters, paths)),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}

export function checkWritePath(): CheckResult {
  const isCurrent = existsSync(FILE) && readFileSync(FILE, 'utf8') === writePathPage(readChapters());
  return { problems: isCurrent ? [] : ['docs/write-path.md is outdated: run npm run db:write-path and commit it.'] };
}

if (runsAlone(import.meta)) {
  if (process.argv.includes('--check')) reportProblems(checkWritePath());
  else writeFileSync(FILE, writePathPage(readChapters()));
}
