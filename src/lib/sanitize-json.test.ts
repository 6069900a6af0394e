import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomCheckOptions } from './testing/random-cases.ts';
import { sanitizeJson } from './sanitize-json.ts';

const sanitize = (value: unknown) => JSON.parse(sanitizeJson(JSON.stringify(value))) as unknown;

test('replaces what PostgreSQL cannot store, and nothing else', () => {
  expect(sanitize(['cut \ud83d', '\udc4b\ud83d\ud83d', 'nul \u0000!', '\ud83d\u0000'])).toEqual([
    'cut \ufffd',
    '\ufffd\ufffd\ufffd',
    'nul \ufffd!',
    '\ufffd\ufffd',
  ]);
  const intact = ['whole 👋 \\\\', 'q"\\', 'back\\u0000slash', '\\\\ud83d', '\u0001'];
  expect(sanitize(intact)).toEqual(intact);
});

test('returns well-formed text of the same length, unchanged if it was well formed', () => {
  const text = fc
    .array(fc.constantFrom('a', '\\', '\\u', 'd83d', '0000', '"', '👋', '\ud83d', '\udc4b', '\u0000'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (input) => {
      const [result] = sanitize([input]) as [string];
      expect(result).toHaveLength(input.length);
      for (let at = 0; at < input.length; at += 1) {
        const code = input.codePointAt(at)!;
        const isLoneSurrogate = (code >= 0xd800 && code <= 0xdbff) || (code >= 0xdc00 && code <= 0xdfff);
        if (code > 0xffff) {
          expect(result.codePointAt(at)).toBe(code);
          at += 1;
        } else expect(result[at]).toBe(isLoneSurrogate || code === 0 ? '\ufffd' : input[at]);
      }
    }),
    randomCheckOptions(500),
  );
});
