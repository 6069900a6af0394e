/** What push and pull share during a pass: clock offset, timeout, fencing token. */
import { afterEach, describe, expect, test } from 'vitest';
import { ok } from '../../domain/result.ts';
import { REQUEST_TIMEOUT_MS } from '../../lib/request-timeout.ts';
import { CLOCK_KEY, type ClockRow } from '../device/stored-rows.ts';
import { stopAll, syncedDevice, type SyncFixture } from '../testing/synced-device.ts';
import { SLOW_AFTER_MS } from './network.ts';
import { beginPass, PassSuperseded } from './pass.ts';

afterEach(stopAll);

const offsetOf = async ({ engine }: SyncFixture) =>
  ((await engine.db.meta.get(CLOCK_KEY)) as ClockRow | undefined)?.offset;

async function pass() {
  const device = await syncedDevice();
  const silences: number[] = [];
  const responses: unknown[] = [];
  const stop = new AbortController();
  const begin = () =>
    beginPass(device.engine.db, device.device.ports, {
      stop: stop.signal,
      onSilence: () => silences.push(device.device.clock.now()),
      onResponse: (response) => responses.push(response),
    });
  return { ...device, clock: device.device.clock, silences, responses, stop, begin, current: await begin() };
}

describe('measureClock', () => {
  test.each([
    { skew: 0, there: 2000, back: 2000, offset: 0 },
    { skew: 90_000, there: 1500, back: 1500, offset: 90_000 },
    { skew: -90_000, there: 1500, back: 1500, offset: -90_000 },
    // Which way took longer is unknown: the error is half of the difference.
    { skew: 0, there: 4000, back: 0, offset: -2000 },
    { skew: 0, there: 0, back: 4000, offset: 2000 },
  ])('assumes that the response took half of the round trip: %o', async ({ skew, there, back, offset }) => {
    const started = await pass();
    started.clock.skew = skew;
    const before = started.clock.now();
    await started.clock.advance(there);
    const serverTime = new Date(started.clock.now() - skew).toISOString();
    await started.clock.advance(back);
    await started.current.measureClock(before, serverTime);
    expect(await offsetOf(started)).toBe(offset);
  });

  test('keeps the offset if the server’s time is unreadable', async () => {
    const started = await pass();
    started.clock.skew = 5000;
    await started.current.measureClock(started.clock.now(), 'soon');
    expect(await offsetOf(started)).toBe(0);
  });
});

describe('limited', () => {
  test('reports a slow request, and ends it after the timeout', async () => {
    const started = await pass();
    let aborted = false;
    const begun = started.clock.now();
    const ended = started.current.limited((signal) => {
      signal.addEventListener('abort', () => (aborted = true));
      return new Promise(() => {});
    });
    await started.clock.advance(SLOW_AFTER_MS - 1);
    expect(started.silences).toEqual([]);
    await started.clock.advance(1);
    expect(started.silences).toEqual([begun + SLOW_AFTER_MS]);
    await started.clock.advance(REQUEST_TIMEOUT_MS - SLOW_AFTER_MS - 1);
    expect(aborted).toBe(false);
    await started.clock.advance(1);
    expect(await ended).toEqual({ ok: false, code: 'timeout', retry: true });
    expect(aborted).toBe(true);
    expect(started.responses).toEqual([{ ok: false, code: 'timeout', retry: true }]);
  });

  test('stops both timers when the response comes in time', async () => {
    const started = await pass();
    let signal: AbortSignal | undefined;
    expect(
      await started.current.limited(async (requestSignal) => {
        signal = requestSignal;
        return ok('data');
      }),
    ).toEqual(ok('data'));
    await started.clock.advance(REQUEST_TIMEOUT_MS * 2);
    expect(started.silences).toEqual([]);
    expect(started.responses).toEqual([ok('data')]);
    started.stop.abort();
    expect(signal?.aborted).toBe(false);
  });

  test('ends a request at once when the engine stops, and sends none afterwards', async () => {
    const started = await pass();
    const ended = started.current.limited(() => new Promise(() => {}));
    await started.clock.advance(10);
    started.stop.abort();
    expect(await ended).toMatchObject({ code: 'timeout' });
    let isRequested = false;
    expect(
      await started.current.limited(async () => {
        isRequested = true;
        return ok(null);
      }),
    ).toMatchObject({ ok: false, code: 'timeout', retry: true });
    expect(isRequested).toBe(false);
  });

  test('sends nothing more once the pass was superseded', async () => {
    const started = await pass();
    const newer = await started.begin();
    let isRequested = false;
    await expect(
      started.current.limited(async () => {
        isRequested = true;
        return ok(null);
      }),
    ).rejects.toThrow(PassSuperseded);
    expect(isRequested).toBe(false);
    await expect(newer.fence()).resolves.toBeUndefined();
  });
});
