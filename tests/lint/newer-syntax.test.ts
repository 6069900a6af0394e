/** Tests that the check of the built files (tests/budgets.ts) finds newer syntax; it always passes on a good build. */
import { expect, test } from 'vitest';
import { isNewerSheet, newerScript } from '../newer-syntax.ts';

test.each([
  ['a newer regular expression flag', 'export const all = /[a--b]/v;', 'module'],
  ['import attributes', 'import all from "./all.json" with { type: "json" };', 'module'],
  ['inline flags in a regular expression', 'var all = /(?i:a)b/;', 'script'],
  ['a module where a script is expected', 'export var all = 1;', 'script'],
] as const)('finds %s', (_, code, kind) => {
  expect(newerScript(code, kind)).toHaveLength(1);
});

test('accepts everything that the oldest browsers support', () => {
  const code = `class All { static #one = 1; static { All.#one ??= /(?<=a)b/d; } at() { return All.#one?.at(-1); } }\nexport const all = await new All().at();`;
  expect(newerScript(code, 'module')).toEqual([]);
});

test('finds a stylesheet that the bundler would rewrite', { timeout: 60_000 }, async () => {
  const old =
    ':root { color-scheme: light dark; } .a { inset: 0; block-size: 100dvh; } @media (width >= 400px) { .a:has(b) { color: red; } }';
  expect(await isNewerSheet(old)).toBe(false);
  for (const rule of ['.a { & .b { color: red; } }', '.a { color: light-dark(red, blue); }'])
    expect([rule, await isNewerSheet(old + rule)]).toEqual([rule, true]);
});
