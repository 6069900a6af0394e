/** Refuses SQL functions over 80 lines; blank and comment lines do not count. Alone: `npm run function-length`. */
import { readChapters } from '../supabase/chapters.ts';
import { reportProblems, runsAlone, type CheckResult } from './support/check-result.ts';

const MAX_LINES = 80;
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

export function checkFunctionLength(): CheckResult {
  const functions = readChapters().flatMap(({ name: chapter, sql }) =>
    functionLengths(sql).map((found) => ({ chapter, ...found })),
  );
  const problems = functions
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ chapter, name, lines }) => `${chapter}: ${name} has ${lines} lines (${MAX_LINES})`);
  return { problems, report: `${functions.length} SQL functions, none over ${MAX_LINES} lines` };
}

if (runsAlone(import.meta)) reportProblems(checkFunctionLength());
