import { expect, test } from 'vitest';

import { SerialQueue } from './serial-queue.ts';

/** Waits for a number of event loop turns. */
const pause = async (turns: number) => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('one ends before the next begins, in the order they came', async () => {
  const gate = new SerialQueue();
  const seen: string[] = [];
  const work = (name: string, turns: number) =>
    gate.run(async () => {
      seen.push(`${name} begins`);
      await pause(turns);
      seen.push(`${name} ends`);
      return name;
    });
  expect(await Promise.all([work('a', 12), work('b', 1), work('c', 4)])).toEqual(['a', 'b', 'c']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('who fails hears of it and holds nobody up', async () => {
  const gate = new SerialQueue();
  const failing = gate.run(async () => {
    throw new Error('no');
  });
  const next = gate.run(async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
