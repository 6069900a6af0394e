import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './use-invalidation.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function calm(seen = true) {
  const task = vi.fn<() => void>();
  const page = { seen };
  return { task, page, hints: throttle(task, { pause: 1000, isSeen: () => page.seen }) };
}

test('of a burst one is done at once, and one a second later for all that came meanwhile', () => {
  const { task, hints } = calm();
  for (let at = 0; at < 20; at += 1) hints.run();
  expect(task).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(999);
  expect(task).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(task).toHaveBeenCalledTimes(2);
});

test('a stream of hints comes to one a second', () => {
  const { task, hints } = calm();
  for (let at = 0; at < 100; at += 1) {
    hints.run();
    vi.advanceTimersByTime(100);
  }
  expect(task.mock.calls.length).toBeGreaterThanOrEqual(10);
  expect(task.mock.calls.length).toBeLessThanOrEqual(11);
});

test('while nobody looks nothing is done, and one when somebody does', () => {
  const { task, page, hints } = calm(false);
  for (let at = 0; at < 5; at += 1) hints.run();
  vi.advanceTimersByTime(10_000);
  expect(task).not.toHaveBeenCalled();
  page.seen = true;
  hints.seen();
  expect(task).toHaveBeenCalledTimes(1);
  hints.seen();
  vi.advanceTimersByTime(10_000);
  expect(task).toHaveBeenCalledTimes(1);
});

test('stopped, nothing follows', () => {
  const { task, hints } = calm();
  hints.run();
  hints.run();
  hints.stop();
  vi.advanceTimersByTime(10_000);
  expect(task).toHaveBeenCalledTimes(1);
});
