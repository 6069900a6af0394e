import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFrozenOrder, FADE_MS, UNFREEZE_DELAY_MS, STRAY_TAP_MS } from './frozen-order.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const shown = (guest: string) => ({ parties: [guest], guests: new Set([guest]), refused: new Set<string>() });
const steady = (still = false) => createFrozenOrder({ now: () => performance.now(), still: () => still });

test('keeps the rows of the first touch until two seconds after the last, then fades', () => {
  const list = steady();
  const first = shown('ada');
  list.touched('missing', first);
  vi.advanceTimersByTime(UNFREEZE_DELAY_MS - 1);
  list.touched('missing', shown('björn'));
  vi.advanceTimersByTime(UNFREEZE_DELAY_MS - 1);
  expect(list.get()).toEqual({ of: 'missing', held: first, fading: false });
  vi.advanceTimersByTime(1);
  expect(list.get()).toMatchObject({ held: first, fading: true });
  vi.advanceTimersByTime(FADE_MS);
  expect(list.get().held).toBeNull();
});

test('skips the fade when motion is reduced', () => {
  const list = steady(true);
  list.touched('all', shown('ada'));
  vi.advanceTimersByTime(UNFREEZE_DELAY_MS + 1);
  expect(list.get().held).toBeNull();
});

test('stays frozen when touched during the fade, and freezes each filter separately', () => {
  const list = steady();
  const first = shown('ada');
  list.touched('missing', first);
  vi.advanceTimersByTime(UNFREEZE_DELAY_MS + 10);
  list.touched('missing', shown('björn'));
  expect(list.get()).toEqual({ of: 'missing', held: first, fading: false });
  const other = shown('chiara');
  list.touched('here', other);
  expect(list.get()).toEqual({ of: 'here', held: other, fading: false });
});

test('treats a press within 400 ms of a shift as stray, even if it began before', () => {
  const list = steady();
  expect(list.isStray(performance.now())).toBe(false);
  const before = performance.now();
  vi.advanceTimersByTime(50);
  list.moved();
  expect(list.isStray(before)).toBe(true);
  vi.advanceTimersByTime(STRAY_TAP_MS - 1);
  expect(list.isStray(performance.now())).toBe(true);
  vi.advanceTimersByTime(1);
  expect(list.isStray(performance.now())).toBe(false);
});
