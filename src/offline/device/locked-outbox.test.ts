/** An outbox that stays on a shared tablet while someone else works there. */
import { afterEach, describe, expect, test } from 'vitest';
import { fail } from '../../domain/result.ts';
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
  type SyncFixture,
} from '../testing/synced-device.ts';
import { emptyLockedOutbox, lockOutbox } from './locked-outbox.ts';
import { leaveDevice } from './sign-out.ts';
import { databaseName } from './stored-rows.ts';

afterEach(stopAll);
const offline = async () => fail('offline', { retry: true });
const keep = ({ engine }: SyncFixture) =>
  leaveDevice(engine, { discard: false, keep: true, stop: () => engine.stop() });

/** A tablet whose person left two check-ins and a refused one on it. */
async function worldWithLockedQueue(): Promise<SyncFixture> {
  const made = await syncedDevice();
  await tap(made.engine, 3);
  await made.engine.db.outbox.toCollection().modify({ state: 'parked' });
  await tap(made.engine, 1);
  await tap(made.engine, 2);
  made.server.pushFaults.push(offline);
  expect(await keep(made)).toEqual({ ok: true });
  made.server.pushFaults.length = 0;
  return made;
}
const rowsOf = async ({ engine }: SyncFixture) => {
  const { db } = engine;
  await db.open();
  const rows = await Promise.all(db.tables.map(async (table) => [table.name, await table.count()] as const));
  db.close();
  return Object.fromEntries(rows.filter(([, count]) => count > 0));
};

describe('an outbox that its author left on the tablet', () => {
  test('stays, while the list is deleted', async () => {
    const tablet = await worldWithLockedQueue();
    expect(await rowsOf(tablet)).toEqual({ outbox: 3, meta: 3 });
    expect(tablet.device.ports.mirrorMark.exists()).toBe(true);
    expect(tablet.server.actions.size).toBe(0);
  });

  test('is neither shown to the next person nor sent or deleted by them', async () => {
    const tablet = await worldWithLockedQueue();
    const next = await openEngine(tablet.device, { userId: nextUser() });
    await next.sync.pass();
    expect([await queued(next), counts(next), await checkedInCount(next)]).toEqual([[], { waiting: 0, parked: 0 }, 0]);
    await tap(next, 1);
    await next.sync.pass();
    expect([...tablet.server.actions.values()].map(({ userId }) => userId)).toEqual([next.userId]);
    await tap(next, 2);
    expect(await leaveDevice(next, { discard: true, stop: () => next.stop() })).toEqual({ ok: true });
    const names = (await tablet.device.indexedDB.databases()).map(({ name }) => name);
    expect(names).toContain(databaseName(tablet.engine.userId));
    expect(names).not.toContain(databaseName(next.userId));
    expect(await rowsOf(tablet)).toMatchObject({ outbox: 3 });
  });

  test('is sent once when its author signs in again, in order and from the same device', async () => {
    const tablet = await worldWithLockedQueue();
    const back = await openEngine(tablet.device);
    expect(back.state.get()).toMatchObject({ deviceId: tablet.engine.db.deviceId, storageWasCleared: false });
    expect(counts(back)).toEqual({ waiting: 2, parked: 1 });
    await tap(back, 1);
    await back.sync.pass();
    expect([...tablet.server.actions.values()].map(({ deviceSequence }) => deviceSequence)).toEqual([2, 3, 4]);
    expect(counts(back)).toEqual({ waiting: 0, parked: 1 });
    expect(await checkedInCount(back)).toBe(2);
    expect(await back.db.guests.count()).toBe(3);
  });

  test('stays through several people and several starts', async () => {
    const tablet = await worldWithLockedQueue();
    for (let turn = 0; turn < 3; turn += 1) {
      const next = await openEngine(tablet.device, { userId: nextUser() });
      await next.sync.pass();
      expect(await leaveDevice(next, { discard: false, stop: () => next.stop() })).toEqual({ ok: true });
    }
    const back = await openEngine(tablet.device);
    await back.sync.pass();
    expect(tablet.server.actions.size).toBe(2);
  });
});

describe('leaving an outbox', () => {
  test('wipes everything if the outbox was sent in the meantime', async () => {
    const tablet = await syncedDevice();
    await tap(tablet.engine, 1);
    await tablet.engine.sync.pass();
    expect(await keep(tablet)).toEqual({ ok: true });
    expect(await tablet.device.indexedDB.databases()).toEqual([]);
    expect(tablet.device.ports.mirrorMark.exists()).toBe(false);
  });

  test('fails and changes nothing when the storage fails', async () => {
    const tablet = await syncedDevice();
    await tap(tablet.engine, 1);
    const { db } = tablet.engine;
    const originalPut = db.meta.put.bind(db.meta);
    db.meta.put = ((row: { key: string }) =>
      row.key === 'locked'
        ? Promise.reject(new DOMException('no', 'UnknownError'))
        : originalPut(row as never)) as never;
    expect(await keep(tablet)).toEqual(fail('storage_failed', { retry: true }));
    expect(tablet.engine.isClosed()).toBe(false);
    expect(await db.guests.count()).toBe(3);
    expect(await checkedInCount(tablet.engine)).toBe(1);
  });

  test('loses nothing when the app is killed between locking and sign-out', async () => {
    const tablet = await syncedDevice();
    await tap(tablet.engine, 1);
    await lockOutbox(tablet.engine.db);
    const restarted = await openEngine(tablet.device);
    expect(counts(restarted).waiting).toBe(1);
    await restarted.sync.pass();
    expect([tablet.server.actions.size, await restarted.db.guests.count(), await checkedInCount(restarted)]).toEqual([
      1, 3, 1,
    ]);
  });

  test('stops another tab from sending and writing, but keeps what it records', async () => {
    const tablet = await syncedDevice();
    const other = await openEngine(tablet.device);
    await other.sync.pass();
    await tap(tablet.engine, 1);
    expect(await keep(tablet)).toEqual({ ok: true });
    tablet.server.write(departureRows(2, { number: 2 }));
    await tap(other, 2);
    expect(await other.sync.pass()).toEqual({ ok: true, data: 'elsewhere' });
    expect(tablet.server.actions.size).toBe(0);
    expect([await other.db.guests.count(), await queued(other)]).toMatchObject([0, { length: 2 }]);
  });

  test('discards the pull that another tab is running', async () => {
    const tablet = await syncedDevice();
    const other = await openEngine(tablet.device);
    await tap(tablet.engine, 1);
    tablet.server.pullFaults.push(async (proceed) => {
      await lockOutbox(tablet.engine.db);
      return proceed();
    });
    tablet.server.pushFaults.push(offline);
    tablet.server.write(departureRows(2, { number: 2 }));
    await other.sync.pass();
    expect(await other.db.guests.count()).toBe(0);
    expect(await other.db.departures.get(departureId(2))).toBeUndefined();
    expect(await queued(other)).toHaveLength(1);
  });

  test('deletes what another tab stores later, but only beside a locked outbox', async () => {
    const tablet = await syncedDevice();
    const { db } = tablet.engine;
    const draft = { key: 'form', owner: departureId(1), at: 0, values: 'Ada Lund' };
    await db.formDrafts.put(draft);
    await emptyLockedOutbox(db);
    expect([await db.formDrafts.count(), await db.guests.count()]).toEqual([1, 3]);
    await tap(tablet.engine, 1);
    await lockOutbox(db);
    await db.formDrafts.put(draft);
    await emptyLockedOutbox(db);
    expect([await db.formDrafts.count(), await db.outbox.count()]).toEqual([0, 1]);
  });
});
