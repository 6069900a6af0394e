/** Whenever the app is killed, nothing is half done and nothing is lost. */
import { afterEach, describe, expect, test } from 'vitest';
import { fail } from '../../domain/result.ts';
import { manualClock, testDevice } from '../testing/devices.ts';
import { memoryServer } from '../testing/memory-server.ts';
import { departureId, departureRows, guestRef, office } from '../testing/office.ts';
import {
  checkedInCount,
  nextUser,
  departureRef,
  queued,
  openEngine,
  stopAll,
  tap,
  syncedDevice,
} from '../testing/synced-device.ts';

afterEach(stopAll);

describe('kills', () => {
  test('kill mid-transaction: all or nothing', async () => {
    const { device, engine } = await syncedDevice();
    let puts = 0;
    engine.db.outbox.hook('creating', () => {
      puts += 1;
      if (puts === 2) throw new Error('killed');
    });
    await expect(
      engine.record.checkIn({ ...departureRef, guests: [guestRef(1), guestRef(2), guestRef(3)], method: 'party' }),
    ).rejects.toThrow('killed');
    await engine.stop();
    const next = await openEngine(device);
    expect(await queued(next)).toEqual([]);
    await tap(next, 1);
    expect((await queued(next))[0]?.deviceSequence).toBe(1);
  });

  test('kill after commit: sent at the next start', async () => {
    const { server, device, engine } = await syncedDevice();
    await tap(engine, 1);
    await engine.stop();
    expect(server.actions.size).toBe(0);
    const next = await openEngine(device);
    expect(await checkedInCount(next)).toBe(1);
    await next.sync.pass();
    expect(server.actions.size).toBe(1);
    expect(await queued(next)).toEqual([]);
  });

  test('kill between push and pull: acknowledged actions stay visible until the next pull', async () => {
    const { server, device, engine } = await syncedDevice();
    await tap(engine, 1);
    server.pullFaults.push(async () => fail('offline', { retry: true }));
    await engine.sync.pass();
    expect((await queued(engine)).map((entry) => entry.state)).toEqual(['acknowledged']);
    await engine.stop();
    const next = await openEngine(device);
    expect(await checkedInCount(next)).toBe(1);
    await next.sync.pass();
    expect(await queued(next)).toEqual([]);
    expect(await checkedInCount(next)).toBe(1);
  });

  test('kill in the middle of a pull: the next one brings everything', async () => {
    const clock = manualClock();
    const server = memoryServer(() => clock.now());
    server.write({ ...office(), ...departureRows(20) });
    server.pageSize = 7;
    const device = testDevice({ userId: nextUser(), port: server, clock });
    const engine = await openEngine(device);
    server.pullFaults.push(
      (proceed) => proceed(),
      (proceed) => proceed(),
      async () => fail('offline', { retry: true }),
    );
    expect((await engine.sync.pass()).ok).toBe(false);
    await engine.stop();
    const next = await openEngine(device);
    expect(next.state.get().pulledAt).toBeNull();
    await next.sync.pass();
    expect(await next.db.guests.count()).toBe(20);
    expect((await next.db.summaries.get(departureId()))?.tally.expected).toBe(20);
  });
});
