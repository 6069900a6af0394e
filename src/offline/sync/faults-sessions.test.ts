/** The outbox belongs to its author, whatever happens to the session. */
import { afterEach, describe, expect, test } from 'vitest';
import { fail } from '../../domain/result.ts';
import { databaseName } from '../device/stored-rows.ts';
import { queueFile } from '../outbox/export-queue.ts';
import { retryParked } from '../outbox/outbox.ts';
import { leaveDevice } from '../device/sign-out.ts';
import { departureId, departureRows } from '../testing/office.ts';
import {
  counts,
  checkedInCount,
  nextUser,
  queued,
  openEngine,
  stopAll,
  tap,
  syncedDevice,
} from '../testing/synced-device.ts';

afterEach(stopAll);

describe('sessions and permissions', () => {
  test('refresh token revoked: reports signed_out, keeps the outbox and sends it afterwards', async () => {
    const { server, engine } = await syncedDevice();
    await tap(engine, 1);
    server.pushFaults.push(async () => fail('signed_out'));
    server.pullFaults.push(async () => fail('signed_out'));
    await engine.sync.pass();
    expect(engine.state.get().failure).toBe('signed_out');
    expect(counts(engine).waiting).toBe(1);
    expect(await checkedInCount(engine)).toBe(1);
    await engine.sync.pass();
    expect(server.actions.size).toBe(1);
    expect(engine.state.get().failure).toBeNull();
  });

  test('another user on the same device neither sees nor sends the outbox', async () => {
    const { server, device, engine } = await syncedDevice();
    await tap(engine, 1);
    await engine.stop();
    const other = await openEngine(device, { userId: nextUser() });
    await other.sync.pass();
    expect(await queued(other)).toEqual([]);
    expect(server.actions.size).toBe(0);
    await other.stop();
    const back = await openEngine(device);
    await back.sync.pass();
    expect(server.actions.size).toBe(1);
  });

  test('no subscription: today’s list and unsent actions stay until it is renewed', async () => {
    const { server, engine } = await syncedDevice();
    const guests = await engine.db.guests.count();
    await tap(engine, 1);
    server.pullFaults.push(async () => fail('no_subscription'));
    await engine.sync.pass();
    expect(engine.state.get()).toMatchObject({ network: 'online', failure: 'no_subscription', waiting: 1 });
    expect(await engine.db.guests.count()).toBe(guests);
    expect(await checkedInCount(engine)).toBe(1);
    await engine.sync.pass();
    expect(server.actions.size).toBe(1);
    expect(await queued(engine)).toEqual([]);
  });

  test('permission revoked: actions are parked, exportable, and can be retried once it is restored', async () => {
    const { server, engine } = await syncedDevice();
    await tap(engine, 1);
    server.refuse = () => 'not_permitted';
    server.pullFaults.push(async () => fail('not_permitted'));
    await engine.sync.pass();
    expect(counts(engine)).toEqual({ waiting: 0, parked: 1 });
    expect(await engine.db.guests.count()).toBe(0);
    const file = queueFile(await queued(engine));
    expect(file.count).toBe(1);
    expect(JSON.parse(file.json)[0].outcome.code).toBe('not_permitted');
    expect(file.csv).toContain('not_permitted');

    server.refuse = () => null;
    expect(await retryParked(engine.db, 'all')).toBe(1);
    await engine.sync.pass();
    expect(server.actions.size).toBe(1);
    expect(await queued(engine)).toEqual([]);
    expect(await checkedInCount(engine)).toBe(1);
  });

  test('permission revoked for a company not on screen: its guests are deleted at the next start', async () => {
    const { server, device, engine } = await syncedDevice();
    await engine.stop();
    const back = await openEngine(device);
    back.setCompany('cccccccc-0000-4000-8000-000000000009');
    server.pullFaults.push(
      async () => fail('not_permitted'),
      async () => fail('not_permitted'),
    );
    await back.sync.pass();
    expect(await back.db.guests.count()).toBe(0);
  });

  test('a departure no longer visible is deleted with its content and acknowledged actions', async () => {
    const { server, engine } = await syncedDevice();
    server.write(departureRows(2, { number: 2 }));
    await engine.sync.pass();
    expect(await engine.db.guests.count()).toBe(5);
    await tap(engine, 1);
    server.visible.delete(departureId());
    await engine.sync.pass();
    expect(await queued(engine)).toEqual([]);
    expect(server.actions.size).toBe(1);
    expect(await engine.db.departures.toCollection().primaryKeys()).toEqual([departureId(2)]);
    expect(await engine.db.guests.count()).toBe(2);
    expect(await engine.db.summaries.count()).toBe(1);
  });

  test('signing out is refused with unsent actions, and wipes the device if they are discarded', async () => {
    const { server, device, engine } = await syncedDevice();
    await tap(engine, 1);
    server.pushFaults.push(async () => fail('offline', { retry: true }));
    server.pullFaults.push(async () => fail('offline', { retry: true }));
    const stop = () => engine.stop();
    expect(await leaveDevice(engine, { discard: false, stop })).toEqual({
      ok: false,
      unsent: { waiting: 1, parked: 0 },
    });
    expect(await engine.db.outbox.count()).toBe(1);
    expect(await leaveDevice(engine, { discard: true, stop })).toEqual({ ok: true });
    const left = await device.indexedDB.databases();
    expect(left.map((database) => database.name)).not.toContain(databaseName(engine.userId));
    expect(device.ports.mirrorMark.exists()).toBe(false);
  });

  test('signing out sends waiting actions first', async () => {
    const { server, engine } = await syncedDevice();
    await tap(engine, 1);
    expect(await leaveDevice(engine, { discard: false, stop: () => engine.stop() })).toEqual({ ok: true });
    expect(server.actions.size).toBe(1);
  });
});
