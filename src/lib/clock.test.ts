import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const HOUR_MS = 3_600_000;
const NOON = Date.parse('2026-11-27T12:00:00Z');
const stored = new Map<string, string>();
/** Each call simulates a new start of the app with the same storage. */
const startApp = () => {
  vi.resetModules();
  return import('./clock.ts');
};

beforeEach(() => {
  stored.clear();
  vi.useFakeTimers({ now: NOON });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([26 * HOUR_MS, -26 * HOUR_MS, 2 * HOUR_MS, 4 * 24 * HOUR_MS])(
  'a clock that is off by %i ms is corrected, also after a restart',
  async (off) => {
    vi.setSystemTime(NOON + off);
    const before = await startApp();
    expect(before.now()).toBe(NOON + off);
    before.setClockOffset(off);
    for (const clock of [before, await startApp()]) {
      expect(clock.nowInstant()).toBe('2026-11-27T12:00:00.000Z');
      expect([clock.clockOffset(), clock.deviceNow()]).toEqual([off, NOON + off]);
    }
  },
);

test('a slow response is not taken for a wrong clock', async () => {
  const { clockOffset, setClockOffset } = await startApp();
  setClockOffset(29_000);
  expect(clockOffset()).toBe(0);
});

test('a clock that was set right is trusted again, also after a restart', async () => {
  const { setClockOffset } = await startApp();
  setClockOffset(HOUR_MS);
  setClockOffset(0);
  expect((await startApp()).now()).toBe(NOON);
});

test('listeners are called once for each change until they stop', async () => {
  const { onClockOffset, setClockOffset } = await startApp();
  const listener = vi.fn();
  const stop = onClockOffset(listener);
  setClockOffset(HOUR_MS);
  setClockOffset(HOUR_MS);
  stop();
  setClockOffset(0);
  expect(listener).toHaveBeenCalledOnce();
});

test('the confirmed time is the server’s and does not advance with the device’s clock', async () => {
  const clock = await startApp();
  expect(clock.confirmedTime()).toBeNull();
  vi.setSystemTime(NOON + 96 * HOUR_MS);
  clock.setClockOffset(96 * HOUR_MS);
  vi.setSystemTime(NOON + 200 * HOUR_MS);
  expect(clock.confirmedTime()).toBe(NOON);
  expect((await startApp()).confirmedTime()).toBe(NOON);
});

test('a browser without storage corrects the clock until the page closes', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('blocked');
    },
    setItem: () => {
      throw new Error('blocked');
    },
  });
  const { now, setClockOffset } = await startApp();
  setClockOffset(-HOUR_MS);
  expect(now()).toBe(NOON + HOUR_MS);
});

test('adopts another tab’s measurement', async () => {
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  const { now, onClockOffset } = await startApp();
  onClockOffset(() => {});
  stored.set('muster-clock-offset', String(HOUR_MS));
  target.dispatchEvent(Object.assign(new Event('storage'), { key: 'muster-clock-offset' }));
  expect(now()).toBe(NOON - HOUR_MS);
});
