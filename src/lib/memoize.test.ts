import { expect, test, vi } from 'vitest';
import { memoize } from './memoize.ts';

test('each text is read once, undefined is an answer too', () => {
  const read = vi.fn((text: string) => (text === '' ? undefined : text.length));
  const length = memoize(read);
  expect(['a', 'bb', 'a', '', ''].map(length)).toEqual([1, 2, 1, undefined, undefined]);
  expect(read).toHaveBeenCalledTimes(3);
});

test('of many it remembers no more than it may', () => {
  const read = vi.fn((text: string) => text);
  const same = memoize(read, 2);
  for (const text of ['a', 'b', 'c', 'c', 'a']) same(text);
  expect(read.mock.calls.flat()).toEqual(['a', 'b', 'c', 'a']);
});
