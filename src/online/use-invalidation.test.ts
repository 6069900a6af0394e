import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './use-invalidation.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(isVisible = true) {
  const task = vi.fn<() => void>();
  const page = { isVisible };
  return { task, page, throttled: throttle(task, { pause: 1000, isVisible: () => page.isVisible }) };
}

test('runs a burst once at once, and once more after a second', () => {
  const { task, throttled } = setUp();
  for (let at = 0; at < 20; at += 1) throttled.run();
  expect(task).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(999);
  expect(task).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(task).toHaveBeenCalledTimes(2);
});

test('runs once a second for a stream of events', () => {
  const { task, throttled } = setUp();
  for (let at = 0; at < 100; at += 1) {
    throttled.run();
    vi.advanceTimersByTime(100);
  }
  expect(task.mock.calls.length).toBeGreaterThanOrEqual(10);
  expect(task.mock.calls.length).toBeLessThanOrEqual(11);
});

test('waits while the page is hidden, and runs once when it is visible', () => {
  const { task, page, throttled } = setUp(false);
  for (let at = 0; at < 5; at += 1) throttled.run();
  vi.advanceTimersByTime(10_000);
  expect(task).not.toHaveBeenCalled();
  page.isVisible = true;
  throttled.onVisible();
  expect(task).toHaveBeenCalledTimes(1);
  throttled.onVisible();
  vi.advanceTimersByTime(10_000);
  expect(task).toHaveBeenCalledTimes(1);
});

test('runs nothing after stop', () => {
  const { task, throttled } = setUp();
  throttled.run();
  throttled.run();
  throttled.stop();
  vi.advanceTimersByTime(10_000);
  expect(task).toHaveBeenCalledTimes(1);
});
