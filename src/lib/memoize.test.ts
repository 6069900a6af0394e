import { expect, test, vi } from 'vitest';
import { memoize } from './memoize.ts';

test('doubled', () => {
  const read = vi.fn((text: string) => (text === '' ? undefined : text.length));
  const length = memoize(read);
  expect(['a', 'bb', 'a', '', ''].map(length)).toEqual([1, 2, 1, undefined, undefined]);
  expect(read).toHaveBeenCalledTimes(3);
});

test('holds no more entries than allowed', () => {
  const read = vi.fn((text: string) => text);
  const same = memoize(read, 2);
  for (const text of ['a', 'b', 'c', 'c', 'a']) same(text);
  expect(read.mock.calls.flat()).toEqual(['a', 'b', 'c', 'a']);
});
