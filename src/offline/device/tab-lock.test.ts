import { expect, test } from 'vitest';
import { tabLock } from './tab-lock.ts';

/** Returns a pass that runs until `end()`. */
function openPass() {
  let end = () => {};
  const task = () => new Promise<void>((resolve) => (end = resolve));
  return { task, end: () => end() };
}

test('a pass that has stolen the lock keeps it when the former holder ends', async () => {
  const lock = tabLock();
  const [former, thief] = [openPass(), openPass()];
  const formerRun = lock.run(former.task, { steal: false });
  const thiefRun = lock.run(thief.task, { steal: true });
  former.end();
  expect(await formerRun).toBe(false);
  expect(await lock.run(async () => {}, { steal: false })).toBe(false);
  thief.end();
  expect(await thiefRun).toBe(true);
  expect(await lock.run(async () => {}, { steal: false })).toBe(true);
});
