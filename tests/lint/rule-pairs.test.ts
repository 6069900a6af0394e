/** Rules in both TypeScript and SQL: neither side changes unnoticed, and no pair is missing from the list. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readChapters } from '../../supabase/chapters.ts';
import {
  changeOf,
  fingerprintsOf,
  NO_RULE_PAIRS,
  readFingerprints,
  ROOT,
  RULE_PAIRS,
  sqlSource,
  typescriptSource,
} from '../support/rule-pairs.ts';
import { RULE_PAIRS_PAGE, rulePairsPage } from '../support/rule-pairs-page.ts';

const known = readFingerprints();

describe.each(RULE_PAIRS.map((pair) => [pair.rule, pair] as const))('%s', (rule, pair) => {
  test('exists on both sides, with a test that runs both', () => {
    const missing = [
      ...Object.entries(pair.typescript).flatMap(([file, names]) =>
        names.filter((name) => typescriptSource(file, name) === null).map((name) => `${name} in ${file}`),
      ),
      ...pair.sql.filter((name) => sqlSource(name) === null),
    ];
    expect(missing).toEqual([]);
    const tested = readFileSync(join(ROOT, pair.test), 'utf8');
    const names = Object.values(pair.typescript).flat();
    expect(names.some((name) => new RegExp(`\\b${name}\\b`).test(tested))).toBe(true);
  });

  test('changes on both sides, or was compared after a change of one', () =>
    expect(changeOf(pair, known[rule])).toBeNull());
});

test('rule-pairs.json has these pairs and no others', () =>
  expect(Object.keys(known).sort()).toEqual(RULE_PAIRS.map(({ rule }) => rule).sort()));

test('docs/rule-pairs.md lists the pairs', () => expect(readFileSync(RULE_PAIRS_PAGE, 'utf8')).toBe(rulePairsPage()));

test('reports whether one side or both changed', () => {
  const [pair] = RULE_PAIRS;
  const now = fingerprintsOf(pair!);
  expect(changeOf(pair!, now)).toBeNull();
  expect(changeOf(pair!, { ...now, sql: '' })).toMatch(/^Only SQL changed\. The other side: isEmailAddress, /);
  expect(changeOf(pair!, { ...now, typescript: '' })).toMatch(/^Only TypeScript changed\. The other side: private\./);
  expect(changeOf(pair!, { sql: '', typescript: '' })).toMatch(/^Both sides changed\./);
});

test('SQL functions named in TypeScript comments are listed or known to be no rule', () => {
  const listed = new Set([...RULE_PAIRS.flatMap(({ sql }) => sql), ...NO_RULE_PAIRS]);
  const files = ['src', 'supabase/functions'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('database-types.ts'))
      .map((file) => join(folder, file)),
  );
  const named = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bprivate\.[a-z_]+/g)].map(([name]) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !listed.has(name))).toEqual([]);
});

test('SQL functions whose comments name src are listed or known to be no rule', () => {
  const listed = new Set([...RULE_PAIRS.flatMap(({ sql }) => sql), ...NO_RULE_PAIRS]);
  const comments = readChapters().flatMap(({ sql }) => [
    ...sql.matchAll(/^comment on function (\w+\.\w+)(?:\([^)]*\))? is\s+((?:'(?:[^']|'')*'\s*)+);/gm),
  ]);
  expect(comments.length).toBeGreaterThan(500);
  const named = comments.filter(([, , words]) => /src\/[\w/-]+\.ts/.test(words!)).map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !listed.has(name))).toEqual([]);
});

test('SQL trims texts by private.trim_text, because btrim alone keeps tabs and no-break spaces', () => {
  const bare = readChapters().flatMap(({ name, sql }) =>
    [...sql.matchAll(/(?<![.\w])btrim\(/g)]
      .filter(({ index }) => !hasSecondArgument(sql.slice(index + 'btrim('.length)))
      .map(({ index }) => `${name}: ${sql.slice(index, index + 60)}`),
  );
  expect(bare).toEqual([]);
});

/** Returns whether a call, whose arguments start here, has a second argument. */
function hasSecondArgument(rest: string): boolean {
  let depth = 0;
  for (const sign of rest.replace(/'(?:[^']|'')*'/g, '')) {
    if (sign === '(') depth += 1;
    else if (sign === ')' && depth === 0) return false;
    else if (sign === ')') depth -= 1;
    else if (sign === ',' && depth === 0) return true;
  }
  return false;
}
