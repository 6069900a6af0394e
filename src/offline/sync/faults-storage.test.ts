/** Whatever the device’s storage does, no unsaved tap is reported as saved. */
import { Dexie } from 'dexie';
import { afterEach, describe, expect, test } from 'vitest';
import { fail } from '../../domain/result.ts';
import { UserDatabase } from '../device/database.ts';
import { databaseName } from '../device/stored-rows.ts';
import { manualClock, testDevice } from '../testing/devices.ts';
import { memoryServer } from '../testing/memory-server.ts';
import { departureRows, office } from '../testing/office.ts';
import { nextUser, queued, openEngine, stopAll, tap, syncedDevice } from '../testing/synced-device.ts';

afterEach(stopAll);

describe('the device’s storage', () => {
  const quotaError = () => {
    const error = new Error('no room');
    error.name = 'QuotaExceededError';
    return error;
  };

  test('quota exceeded: caches are dropped first, then it fails, never reports "saved"', async () => {
    const clock = manualClock();
    const server = memoryServer(() => clock.now());
    server.write({ ...office(), ...departureRows(3) });
    const device = testDevice({ userId: nextUser(), port: server, clock });
    let drops = 0;
    let room = false;
    const engine = await openEngine(device, { dropCaches: async () => void (drops += 1) });
    engine.db.outbox.hook('creating', () => {
      if (!room) throw quotaError();
    });
    const full = await tap(engine, 1);
    expect(!full.ok && full.code).toBe('storage_full');
    expect(drops).toBe(1);
    expect(await queued(engine)).toEqual([]);
    room = true;
    expect((await tap(engine, 1)).ok).toBe(true);
  });

  test('IndexedDB connection lost: reopened, no tap lost', async () => {
    const { server, engine } = await syncedDevice();
    engine.db.backendDB().close();
    expect((await tap(engine, 1)).ok).toBe(true);
    engine.db.close();
    expect((await tap(engine, 2)).ok).toBe(true);
    engine.db.close();
    await engine.sync.pass();
    expect(server.actions.size).toBe(2);
  });

  test('connection lost during a commit: repeated without a duplicate', async () => {
    const { engine } = await syncedDevice();
    const transaction = engine.db.transaction.bind(engine.db);
    let isLost = false;
    engine.db.transaction = ((...args: never[]) => {
      const result = (transaction as (...all: never[]) => Promise<unknown>)(...args);
      if (isLost || args[0] !== ('rw' as never)) return result;
      isLost = true;
      return result.then(() => {
        const error = new Error('Connection to Indexed Database server lost');
        error.name = 'UnknownError';
        throw error;
      });
    }) as typeof engine.db.transaction;
    expect((await tap(engine, 1)).ok).toBe(true);
    expect((await queued(engine)).map((entry) => entry.deviceSequence)).toEqual([1]);
  });

  test('storage cleared: detected, pulled again, reported', async () => {
    const { device, engine } = await syncedDevice();
    expect(engine.state.get().storageWasCleared).toBe(false);
    const deviceId = engine.state.get().deviceId;
    await engine.stop();
    await new Promise((resolve) => {
      device.indexedDB.deleteDatabase(databaseName(engine.userId)).onsuccess = resolve;
    });
    const next = await openEngine(device);
    expect(next.state.get().storageWasCleared).toBe(true);
    await next.sync.pass();
    expect(await next.db.guests.count()).toBe(3);
    // Its sequence starts again, so it is another device.
    expect(next.state.get().deviceId).not.toBe(deviceId);
  });

  test('database upgrade with a full outbox: same count, all sent', async () => {
    const { server, device, engine } = await syncedDevice();
    for (const number of [1, 2, 3]) await tap(engine, number);
    await engine.stop();
    class Newer extends UserDatabase {
      constructor() {
        super(device.ports.userId, device.ports);
        this.version(2).stores({ outbox: 'id, deviceSequence, companyId, departureId, state, since', extra: 'id' });
      }
    }
    const newer = new Newer();
    await newer.open();
    expect(await newer.outbox.count()).toBe(3);
    expect(await newer.outbox.orderBy('since').count()).toBe(3);
    newer.close();
    expect(server.actions.size).toBe(0);
    // Going back to the older app keeps the outbox, too.
    const older = await openEngine(device);
    await older.sync.pass();
    expect(server.actions.size).toBe(3);
  });

  test('a newer app in another tab upgrades: this tab closes its database and says so', async () => {
    const { device, engine } = await syncedDevice();
    const newer = new Dexie(databaseName(engine.userId), {
      indexedDB: device.ports.indexedDB!,
      IDBKeyRange: device.ports.IDBKeyRange!,
    });
    newer.version(3).stores({ extra: 'id' });
    await newer.open();
    expect(engine.state.get().closed).toBe(true);
    const late = await tap(engine, 1);
    expect(!late.ok && late.code).toBe('storage_failed');
    newer.close();
  });

  test('personal data is deleted two days after the departure, once a server confirms the day', async () => {
    const { server, device, engine } = await syncedDevice();
    await tap(engine, 1);
    server.pushFaults.push(async () => fail('offline', { retry: true }));
    server.pullFaults.push(async () => fail('offline', { retry: true }));
    await device.clock.advance(2 * 86_400_000);
    await engine.sync.pass();
    expect(await engine.db.guests.count()).toBe(3);
    await device.clock.advance(3 * 3_600_000);
    server.pushFaults.push(async () => fail('offline', { retry: true }));
    server.pullFaults.push(async () => fail('offline', { retry: true }));
    await engine.sync.pass();
    expect(await engine.db.guests.count()).toBe(3);
    // The response confirms the day, and the next pass deletes.
    server.pushFaults.push(async () => fail('offline', { retry: true }));
    await engine.sync.pass();
    server.pushFaults.push(async () => fail('offline', { retry: true }));
    server.pullFaults.push(async () => fail('offline', { retry: true }));
    await engine.sync.pass();
    expect(await engine.db.guests.count()).toBe(0);
    expect(await engine.db.bookings.count()).toBe(0);
    expect(await engine.db.outbox.count()).toBe(1);
  });
});
