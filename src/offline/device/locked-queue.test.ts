/** A queue that stays on a shared tablet while somebody else works there. */
import { afterEach, describe, expect, test } from 'vitest';
import { fail } from '../../domain/result.ts';
import { departureId, departureRows } from '../testing/office.ts';
import { counts, here, nextUser, queued, start, stopAll, tap, world, type World } from '../testing/world.ts';
import { emptyLocked, lockQueue } from './locked-queue.ts';
import { leaveDevice } from './sign-out.ts';
import { databaseName } from './stored-rows.ts';

afterEach(stopAll);
const offline = async () => fail('offline', { retry: true });
const keep = ({ engine }: World) => leaveDevice(engine, { discard: false, keep: true, stop: () => engine.stop() });

/** A tablet whose person has left two check-ins and a refused one on it. */
async function left(): Promise<World> {
  const made = await world();
  await tap(made.engine, 3);
  await made.engine.db.outbox.toCollection().modify({ state: 'parked' });
  await tap(made.engine, 1);
  await tap(made.engine, 2);
  made.server.pushFaults.push(offline);
  expect(await keep(made)).toEqual({ ok: true });
  made.server.pushFaults.length = 0;
  return made;
}
const rowsOf = async ({ engine }: World) => {
  const { db } = engine;
  await db.open();
  const rows = await Promise.all(db.tables.map(async (table) => [table.name, await table.count()] as const));
  db.close();
  return Object.fromEntries(rows.filter(([, count]) => count > 0));
};

describe('a queue that its author left on the tablet', () => {
  test('stays, and nothing of the list stays with it', async () => {
    const tablet = await left();
    expect(await rowsOf(tablet)).toEqual({ outbox: 3, meta: 3 });
    expect(tablet.device.ports.mirrorMark.seen()).toBe(true);
    expect(tablet.server.actions.size).toBe(0);
  });

  test('is neither shown to the next person, nor sent, nor deleted by them', async () => {
    const tablet = await left();
    const next = await start(tablet.device, { userId: nextUser() });
    await next.sync.pass();
    expect([await queued(next), counts(next), await here(next)]).toEqual([[], { waiting: 0, parked: 0 }, 0]);
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

  test('is sent once when its author signs in again, by the same device and in its order', async () => {
    const tablet = await left();
    const back = await start(tablet.device);
    expect(back.state.get()).toMatchObject({ deviceId: tablet.engine.db.deviceId, storageWasCleared: false });
    expect(counts(back)).toEqual({ waiting: 2, parked: 1 });
    await tap(back, 1);
    await back.sync.pass();
    expect([...tablet.server.actions.values()].map(({ deviceSequence }) => deviceSequence)).toEqual([2, 3, 4]);
    expect(counts(back)).toEqual({ waiting: 0, parked: 1 });
    expect(await here(back)).toBe(2);
    expect(await back.db.guests.count()).toBe(3);
  });

  test('stays through several people and several starts', async () => {
    const tablet = await left();
    for (let turn = 0; turn < 3; turn += 1) {
      const next = await start(tablet.device, { userId: nextUser() });
      await next.sync.pass();
      expect(await leaveDevice(next, { discard: false, stop: () => next.stop() })).toEqual({ ok: true });
    }
    const back = await start(tablet.device);
    await back.sync.pass();
    expect(tablet.server.actions.size).toBe(2);
  });
});

describe('leaving a queue', () => {
  test('wipes everything when the queue has been sent before the person chose', async () => {
    const tablet = await world();
    await tap(tablet.engine, 1);
    await tablet.engine.sync.pass();
    expect(await keep(tablet)).toEqual({ ok: true });
    expect(await tablet.device.indexedDB.databases()).toEqual([]);
    expect(tablet.device.ports.mirrorMark.seen()).toBe(false);
  });

  test('changes nothing when the storage fails, and says so', async () => {
    const tablet = await world();
    await tap(tablet.engine, 1);
    const { db } = tablet.engine;
    const put = db.meta.put.bind(db.meta);
    db.meta.put = ((row: { key: string }) =>
      row.key === 'locked' ? Promise.reject(new DOMException('no', 'UnknownError')) : put(row as never)) as never;
    expect(await keep(tablet)).toEqual(fail('storage_failed', { retry: true }));
    expect(tablet.engine.isClosed()).toBe(false);
    expect(await db.guests.count()).toBe(3);
    expect(await here(tablet.engine)).toBe(1);
  });

  test('killed after it is locked, before the session has ended: nothing is lost, and the list comes back', async () => {
    const tablet = await world();
    await tap(tablet.engine, 1);
    await lockQueue(tablet.engine.db);
    const again = await start(tablet.device);
    expect(counts(again).waiting).toBe(1);
    await again.sync.pass();
    expect([tablet.server.actions.size, await again.db.guests.count(), await here(again)]).toEqual([1, 3, 1]);
  });

  test('another tab neither sends nor writes the list from then on, and what it records stays', async () => {
    const tablet = await world();
    const other = await start(tablet.device);
    await other.sync.pass();
    await tap(tablet.engine, 1);
    expect(await keep(tablet)).toEqual({ ok: true });
    tablet.server.write(departureRows(2, { number: 2 }));
    await tap(other, 2);
    expect(await other.sync.pass()).toEqual({ ok: true, data: 'elsewhere' });
    expect(tablet.server.actions.size).toBe(0);
    expect([await other.db.guests.count(), await queued(other)]).toMatchObject([0, { length: 2 }]);
  });

  test('a pull of another tab that is under way brings nothing back', async () => {
    const tablet = await world();
    const other = await start(tablet.device);
    await tap(tablet.engine, 1);
    tablet.server.pullFaults.push(async (proceed) => {
      await lockQueue(tablet.engine.db);
      return proceed();
    });
    tablet.server.pushFaults.push(offline);
    tablet.server.write(departureRows(2, { number: 2 }));
    await other.sync.pass();
    expect(await other.db.guests.count()).toBe(0);
    expect(await other.db.departures.get(departureId(2))).toBeUndefined();
    expect(await queued(other)).toHaveLength(1);
  });

  test('what another tab stored later is deleted with the next tidying, and only beside a locked queue', async () => {
    const tablet = await world();
    const { db } = tablet.engine;
    const draft = { key: 'form', owner: departureId(1), at: 0, values: 'Ada Lund' };
    await db.formDrafts.put(draft);
    await emptyLocked(db);
    expect([await db.formDrafts.count(), await db.guests.count()]).toEqual([1, 3]);
    await tap(tablet.engine, 1);
    await lockQueue(db);
    await db.formDrafts.put(draft);
    await emptyLocked(db);
    expect([await db.formDrafts.count(), await db.outbox.count()]).toEqual([0, 1]);
  });
});
