import { expect, test } from 'vitest';
import { isLinear, regExpInputs } from './regexp-inputs.ts';

test.each([/[.,]/, /^\d{1,6}$/, /^a?[bc]+d$/, /\s+/, /(?!^\+)[^\d]/g, /^(?:kl\.?|T)(\d{2})?/])(
  '%s is linear',
  (pattern) => {
    expect(isLinear(pattern)).toBe(true);
  },
);

test.each([/\s+$/, /^(a+)+$/, /^\d+\.\d+x/, /a*b/, /(?:\d{3,})x/, /^(.*?)T/])('%s may not be linear', (pattern) => {
  expect(isLinear(pattern)).toBe(false);
});

test('records the input of each method and restores the built-in ones', () => {
  const { exec } = RegExp.prototype;
  const lengths = regExpInputs(() => [/a/.test('aa'), 'aaa'.replace(/b/, ''), 'aaaa'.match(/b/), /b/.exec('a')]);
  expect(lengths.map(({ length }) => length)).toEqual([2, 3, 4, 1]);
  expect(RegExp.prototype.exec).toBe(exec);
});
