import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFrozenOrder, FADE_MS, UNFREEZE_DELAY_MS, STRAY_TAP_MS } from './frozen-order.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const entriesOf = (guest: string) => ({ parties: [guest], guests: new Set([guest]), refused: new Set<string>() });
const frozenOrder = (reducesMotion = false) =>
  createFrozenOrder({ now: () => performance.now(), reducesMotion: () => reducesMotion });

test('keeps the rows of the first touch until two seconds after the last, then fades', () => {
  const list = frozenOrder();
  const first = entriesOf('ada');
  list.noteTouch('missing', first);
  vi.advanceTimersByTime(UNFREEZE_DELAY_MS - 1);
  list.noteTouch('missing', entriesOf('björn'));
  vi.advanceTimersByTime(UNFREEZE_DELAY_MS - 1);
  expect(list.get()).toEqual({ listKey: 'missing', frozen: first, fading: false });
  vi.advanceTimersByTime(1);
  expect(list.get()).toMatchObject({ frozen: first, fading: true });
  vi.advanceTimersByTime(FADE_MS);
  expect(list.get().frozen).toBeNull();
});

test('skips the fade when motion is reduced', () => {
  const list = frozenOrder(true);
  list.noteTouch('all', entriesOf('ada'));
  vi.advanceTimersByTime(UNFREEZE_DELAY_MS + 1);
  expect(list.get().frozen).toBeNull();
});

test('stays frozen when touched during the fade, and freezes each filter separately', () => {
  const list = frozenOrder();
  const first = entriesOf('ada');
  list.noteTouch('missing', first);
  vi.advanceTimersByTime(UNFREEZE_DELAY_MS + 10);
  list.noteTouch('missing', entriesOf('björn'));
  expect(list.get()).toEqual({ listKey: 'missing', frozen: first, fading: false });
  const other = entriesOf('chiara');
  list.noteTouch('here', other);
  expect(list.get()).toEqual({ listKey: 'here', frozen: other, fading: false });
});

test('treats a press within 400 ms of a shift as stray, even if it began before', () => {
  const list = frozenOrder();
  expect(list.isStray(performance.now())).toBe(false);
  const before = performance.now();
  vi.advanceTimersByTime(50);
  list.noteShift();
  expect(list.isStray(before)).toBe(true);
  vi.advanceTimersByTime(STRAY_TAP_MS - 1);
  expect(list.isStray(performance.now())).toBe(true);
  vi.advanceTimersByTime(1);
  expect(list.isStray(performance.now())).toBe(false);
});
