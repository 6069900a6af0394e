import { expect, test } from 'vitest';

import { SerialQueue } from './serial-queue.ts';

/** Waits for a number of event loop turns. */
const pause = async (turns: number) => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('runs tasks one after another, in the order they came', async () => {
  const queue = new SerialQueue();
  const seen: string[] = [];
  const work = (name: string, turns: number) =>
    queue.run(async () => {
      seen.push(`${name} begins`);
      await pause(turns);
      seen.push(`${name} ends`);
      return name;
    });
  expect(await Promise.all([work('a', 12), work('b', 1), work('c', 4)])).toEqual(['a', 'b', 'c']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('a failing task rejects and does not block the next', async () => {
  const queue = new SerialQueue();
  const failing = queue.run(async () => {
    throw new Error('no');
  });
  const next = queue.run(async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
