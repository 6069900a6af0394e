/**
 * Refuses long chapters, lines and SQL functions; blank and comment lines of functions do not count. Alone: `npm run
 * sql-limits`.
 */
import { readChapters, type Chapter } from '../supabase/chapters.ts';
import { reportProblems, runsAlone, type CheckResult } from './support/check-result.ts';

const MAX_COLUMNS = 120;
const MAX_CHAPTER_LINES = 600;
/** One column, argument or key a line makes functions longer than TypeScript's. */
const MAX_FUNCTION_LINES = 150;
/** Generated: its only function has the schemas of all forms. */
const FORM_SCHEMAS = 'foundation/form_schemas.sql';
/** From `create` to the semicolon that is in no text, comment or body. */
const FUNCTION =
  /^create (?:or replace )?(?:function|procedure) ([\w.]+)(?:--[^\n]*|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\2|begin atomic[\s\S]*?^end(?=;)|[^;])*;/gm;

const isCode = (line: string): boolean => line.trim() !== '' && !line.trim().startsWith('--');

export function functionLengths(sql: string): { name: string; lines: number }[] {
  return [...sql.matchAll(FUNCTION)].map(([statement, name]) => ({
    name: name!,
    lines: statement.split('\n').filter(isCode).length,
  }));
}

export function sqlProblems({ name: chapter, sql }: Chapter): string[] {
  const lines = sql.split('\n');
  return [
    ...(lines.length - 1 > MAX_CHAPTER_LINES
      ? [`${chapter} has ${lines.length - 1} lines (${MAX_CHAPTER_LINES})`]
      : []),
    ...lines.flatMap((line, index) =>
      line.length > MAX_COLUMNS ? [`${chapter}:${index + 1} has ${line.length} columns (${MAX_COLUMNS})`] : [],
    ),
    ...functionLengths(sql)
      .filter((found) => found.lines > MAX_FUNCTION_LINES)
      .map((found) => `${chapter}: ${found.name} has ${found.lines} lines (${MAX_FUNCTION_LINES})`),
  ];
}

export function checkSqlLimits(): CheckResult {
  const chapters = readChapters();
  const written = chapters.filter(({ name }) => !name.endsWith(FORM_SCHEMAS));
  return { problems: written.flatMap(sqlProblems), report: `${chapters.length} chapters, none too long or too wide` };
}

if (runsAlone(import.meta)) reportProblems(checkSqlLimits());
