/** A wrong clock changes neither the order of actions nor their effect. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fail } from '../../domain/result.ts';
import type { Engine } from '../device/engine.ts';
import { CLOCK_KEY } from '../device/stored-rows.ts';
import { COMPANY, departureId } from '../testing/office.ts';
import { queued, openEngine, stopAll, tap, syncedDevice } from '../testing/synced-device.ts';
import { pullWindow } from '../../domain/pull-window.ts';

afterEach(stopAll);

describe('clocks', () => {
  test.each([24, -24])(
    'a clock %i hours off keeps the order and records corrected times after the first response',
    async (hours) => {
      const { server, device, engine } = await syncedDevice();
      device.clock.skew = hours * 3_600_000;
      await engine.sync.pass();
      expect(engine.state.get().clockOffset).toBe(hours * 3_600_000);
      await tap(engine, 1);
      await device.clock.advance(1000);
      await tap(engine, 2);
      const [first, second] = await queued(engine);
      expect(first!.action.occurredAt).toBe(new Date(server.now() - 1000).toISOString());
      expect(first!.action.deviceTime).toBe(new Date(device.clock.now() - 1000).toISOString());
      expect(first!.action.occurredAt < second!.action.occurredAt).toBe(true);
      await engine.sync.pass();
      expect([...server.actions.values()].map((action) => action.deviceSequence)).toEqual([1, 2]);
    },
  );

  test('the offset survives a restart of the engine', async () => {
    const { device, engine } = await syncedDevice();
    device.clock.skew = 3_600_000;
    await engine.sync.pass();
    await engine.stop();
    const next = await openEngine(device);
    const confirmedAt = device.clock.now() - 3_600_000;
    expect(await next.db.meta.get(CLOCK_KEY)).toEqual({ key: CLOCK_KEY, offset: 3_600_000, confirmedAt });
  });

  const rowsOf = async ({ db }: Engine) =>
    Promise.all([db.departures.count(), db.bookings.count(), db.guests.count(), db.outbox.count()]);

  test('a clock that jumps four days ahead offline deletes nothing, then or later', async () => {
    const { server, device, engine } = await syncedDevice();
    await tap(engine, 1);
    device.clock.skew = 4 * 86_400_000;
    for (let passes = 0; passes < 3; passes += 1) {
      server.pushFaults.push(async () => fail('offline', { retry: true }));
      server.pullFaults.push(async () => fail('offline', { retry: true }));
      await engine.sync.pass();
    }
    await engine.stop();
    const next = await openEngine(device);
    server.pushFaults.push(async () => fail('offline', { retry: true }));
    server.pullFaults.push(async () => fail('offline', { retry: true }));
    await next.sync.pass();
    expect(await rowsOf(next)).toEqual([1, 3, 3, 1]);
    await next.sync.pass();
    expect(await rowsOf(next)).toEqual([1, 3, 3, 0]);
    expect(server.actions.size).toBe(1);
  });

  test.each([4, -4])('a clock that jumps by %i days pulls the server’s days and writes no others', async (days) => {
    const { server, device, engine } = await syncedDevice();
    const { pull: result } = server;
    const pull = vi.spyOn(device.ports.port, 'pull');
    const today = pullWindow('UTC', server.now());
    device.clock.skew = days * 86_400_000;
    server.visible.clear();
    server.pullFaults.push(async () => {
      // The server has nothing for the wrong days. The next request asks for the right ones.
      const empty = await result({ companyId: COMPANY, ...today, cursor: null, pageSize: 10 });
      server.visible.add(departureId());
      return empty;
    });
    await engine.sync.pass();
    expect(pull.mock.calls.map(([{ from, to }]) => ({ from, to })).at(-1)).toEqual(today);
    expect(pull).toHaveBeenCalledTimes(2);
    expect(await rowsOf(engine)).toEqual([1, 3, 3, 0]);
    await engine.sync.pass();
    expect(pull).toHaveBeenCalledTimes(3);
  });
});
