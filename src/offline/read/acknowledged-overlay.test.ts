/** A just-acknowledged action is always in the outbox or the mirror view, however reads overlap. */
import { afterEach, expect, test, vi } from 'vitest';
import { withAcknowledged } from './acknowledged-overlay.ts';
import { readPending } from '../outbox/pending.ts';
import { departureRef, stopAll, tap, syncedDevice } from '../testing/synced-device.ts';

afterEach(stopAll);

async function synced() {
  const { engine } = await syncedDevice();
  const { db } = engine;
  const queryId = departureRef.departureId;
  const read = async () => withAcknowledged(db, { queryId, entries: await readPending(db, { departureId: queryId }) });
  await tap(engine, 1);
  await tap(engine, 2);
  const waiting = (await read()).map(({ action }) => action.id);
  expect(waiting).toHaveLength(2);
  await engine.sync.pass();
  return { engine, db, queryId, read, waiting };
}

const ids = (pending: readonly { action: { id: string } }[]) => pending.map(({ action }) => action.id);

test('an outdated read takes nothing from the newer one', async () => {
  const { db, queryId, waiting } = await synced();
  // Both reads saw the empty outbox before either asked the mirror.
  const [outdated, newest] = await Promise.all([
    withAcknowledged(db, { queryId, entries: [] }),
    withAcknowledged(db, { queryId, entries: [] }),
  ]);
  expect(ids(newest)).toEqual(waiting);
  expect(ids(outdated)).toEqual(waiting);
});

test('a read that the live query aborts has no effect on the next one', async () => {
  const { db, queryId, read, waiting } = await synced();
  const bulkGet = vi.spyOn(db.actions, 'bulkGet').mockRejectedValueOnce(new Error('aborted'));
  await expect(withAcknowledged(db, { queryId, entries: [] })).rejects.toThrow('aborted');
  bulkGet.mockRestore();
  expect(ids(await read())).toEqual(waiting);
});

test('pulled actions stay visible for two seconds, and once', async () => {
  const { read, waiting } = await synced();
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
  expect(ids(await read())).toEqual(waiting);
  clock.mockReturnValue(now + 2000);
  expect(ids(await read())).toEqual(waiting);
  clock.mockReturnValue(now + 2001);
  expect(await read()).toEqual([]);
  clock.mockRestore();
});

test('an action that is back in the outbox is shown with its outbox state', async () => {
  const { db, queryId, read, waiting } = await synced();
  const [left] = await read();
  const parkedEntry = { ...left!, parked: true };
  expect(await withAcknowledged(db, { queryId, entries: [parkedEntry] })).toEqual([parkedEntry, expect.anything()]);
  expect(ids(await withAcknowledged(db, { queryId, entries: [] }))).toEqual(waiting.slice(1));
});

test('refused and discarded actions disappear at once', async () => {
  const { engine } = await syncedDevice();
  const { db } = engine;
  const queryId = departureRef.departureId;
  const read = async () => withAcknowledged(db, { queryId, entries: await readPending(db, { departureId: queryId }) });
  await tap(engine, 1);
  await tap(engine, 2);
  const [refused, thrown] = await read();
  await db.outbox.update(refused!.action.id, { state: 'parked' });
  await read();
  await db.actions.put({ ...refused!.action, recordedAt: '', flags: [] } as never);
  await db.outbox.clear();
  expect(thrown).toBeDefined();
  expect(await read()).toEqual([]);
});

test('each query remembers its own actions', async () => {
  const { db, waiting, queryId } = await synced();
  expect(await withAcknowledged(db, { queryId: 'another departure', entries: [] })).toEqual([]);
  expect(ids(await withAcknowledged(db, { queryId, entries: [] }))).toEqual(waiting);
});
