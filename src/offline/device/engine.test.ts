/** Engine state: its database and its passes. */
import { afterEach, describe, expect, test } from 'vitest';
import { fail } from '../../domain/result.ts';
import { COMPANY, departureId } from '../testing/office.ts';
import { memoryMirrorMark } from '../testing/devices.ts';
import { openEngine, stopAll, tap, syncedDevice } from '../testing/synced-device.ts';

afterEach(stopAll);
const offline = async () => fail('offline', { retry: true });

describe('the database', () => {
  test('is closed for a newer version, and the state says so', async () => {
    const { device, engine } = await syncedDevice();
    expect(engine.isClosed()).toBe(false);
    expect(engine.state.get()).toMatchObject({ closed: false, blocked: false, storageWasCleared: false });
    const newer = device.indexedDB.open(engine.db.name, 1000);
    await new Promise((resolve) => newer.addEventListener('success', resolve));
    newer.result.close();
    expect(engine.state.get().closed).toBe(true);
    expect(engine.isClosed()).toBe(true);
    expect((await tap(engine, 1)).ok).toBe(false);
  });

  test('is closed once the engine has stopped', async () => {
    const { server, engine } = await syncedDevice();
    const pulls = server.pulls.length;
    await engine.stop();
    expect(engine.isClosed()).toBe(true);
    expect(engine.db.isOpen()).toBe(false);
    engine.sync.wake();
    engine.sync.start();
    expect(server.pulls).toHaveLength(pulls);
  });

  test('is reported as cleared after an eviction, but not when it is new', async () => {
    const mirrorMark = memoryMirrorMark();
    const { device } = await syncedDevice();
    await device.open({ userId: departureId(7), mirrorMark }).then((engine) => {
      expect(engine.state.get().storageWasCleared).toBe(false);
      expect(mirrorMark.exists()).toBe(true);
      return engine.stop();
    });
    const cleared = await device.open({ userId: departureId(8), mirrorMark });
    expect(cleared.state.get().storageWasCleared).toBe(true);
    expect(cleared.state.get().deviceId).not.toBeNull();
    await cleared.stop();
  });
});

describe('a pass', () => {
  test('sets syncing while it runs', async () => {
    const { server, engine } = await syncedDevice();
    const syncingDuringPass: boolean[] = [];
    server.pullFaults.push(async (proceed) => {
      syncingDuringPass.push(engine.state.get().syncing);
      return proceed();
    });
    expect(engine.state.get().syncing).toBe(false);
    await engine.sync.pass();
    expect(syncingDuringPass).toEqual([true]);
    expect(engine.state.get().syncing).toBe(false);
  });

  test('is shared by all callers while it runs', async () => {
    const { server, engine } = await syncedDevice();
    const before = server.pulls.length;
    const results = await Promise.all([engine.sync.pass(), engine.sync.pass()]);
    expect(server.pulls).toHaveLength(before + 1);
    expect(results).toEqual([
      { ok: true, data: 'done' },
      { ok: true, data: 'done' },
    ]);
  });

  test('returns the failure of the push even if the pull succeeds', async () => {
    const { server, engine } = await syncedDevice();
    await tap(engine, 1);
    server.pushFaults.push(offline);
    expect(await engine.sync.pass()).toMatchObject({ ok: false, code: 'offline' });
    expect(await engine.sync.pass()).toEqual({ ok: true, data: 'done' });
  });

  test('pulls nothing without a company, once every company has been pulled', async () => {
    const { server, engine } = await syncedDevice();
    engine.sync.setCompany(null);
    await engine.sync.pass();
    const before = server.pulls.length;
    await engine.sync.pass();
    expect(server.pulls).toHaveLength(before);
    engine.sync.setCompany(COMPANY);
    await engine.sync.pass();
    expect(server.pulls.length).toBeGreaterThan(before);
  });

  test('pulls all companies again until each has been reached', async () => {
    const { server, engine } = await syncedDevice();
    engine.sync.setCompany(null);
    server.pullFaults.push(offline);
    expect(await engine.sync.pass()).toMatchObject({ ok: false, code: 'offline' });
    const before = server.pulls.length;
    expect(await engine.sync.pass()).toEqual({ ok: true, data: 'done' });
    expect(server.pulls).toHaveLength(before + 1);
  });

  test('after a failure a new action waits for the backoff', async () => {
    const { server, device, engine } = await syncedDevice();
    engine.sync.start();
    await device.clock.advance(100);
    await tap(engine, 1);
    server.pushFaults.push(offline);
    server.pullFaults.push(offline);
    await device.clock.advance(60);
    server.pushes.length = 0;
    await tap(engine, 2);
    await device.clock.advance(60);
    expect(server.pushes).toHaveLength(0);
    await device.clock.advance(2000);
    expect(server.actions.size).toBe(2);
  });

  test('keeps the count objects while they are equal', async () => {
    const { engine } = await syncedDevice();
    const { waitingCount, parkedCount } = engine.state.get();
    await engine.sync.readState();
    expect(engine.state.get().waitingCount).toBe(waitingCount);
    await tap(engine, 1);
    await engine.sync.readState();
    expect(engine.state.get().waitingCount).not.toBe(waitingCount);
    expect(engine.state.get().parkedCount).toBe(parkedCount);
  });

  test('is not started by a second start', async () => {
    const { server, device, engine } = await syncedDevice();
    engine.sync.start();
    await device.clock.advance(100);
    const before = server.pulls.length;
    engine.sync.start();
    await device.clock.advance(100);
    expect(server.pulls).toHaveLength(before);
    const other = await openEngine(device);
    expect(other.isClosed()).toBe(false);
  });
});
