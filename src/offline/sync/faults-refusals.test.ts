/** Refused actions stay on the device and block nothing else. */
import { afterEach, describe, expect, test } from 'vitest';
import { guestId } from '../testing/office.ts';
import { counts, queued, stopAll, tap, syncedDevice } from '../testing/synced-device.ts';

afterEach(stopAll);

describe('refused actions', () => {
  test('poison action: parked alone, later ones proceed', async () => {
    const { server, engine } = await syncedDevice();
    for (const number of [1, 2, 3]) await tap(engine, number);
    server.refuse = (action) => (action.guestId === guestId(2) ? 'malformed' : null);
    await engine.sync.pass();
    expect(server.actions.size).toBe(2);
    expect((await queued(engine)).map((entry) => entry.action.guestId)).toEqual([guestId(2)]);
    expect(counts(engine)).toEqual({ waiting: 0, parked: 1 });
    // A parked action is not retried automatically.
    server.pushes.length = 0;
    await engine.sync.pass();
    expect(server.pushes).toHaveLength(0);
  });

  test('old action version: sent as recorded, accepted or parked', async () => {
    const { server, engine } = await syncedDevice();
    await tap(engine, 1);
    await tap(engine, 2);
    await engine.db.outbox.toCollection().modify((entry) => {
      entry.action.schemaVersion = 0;
    });
    server.refuse = (action) => (action.guestId === guestId(1) ? 'malformed' : null);
    await engine.sync.pass();
    expect(server.pushes.at(-1)?.actions.map((action) => action.schemaVersion)).toEqual([0, 0]);
    expect((await queued(engine)).map((entry) => entry.state)).toEqual(['parked']);
    expect(server.actions.size).toBe(1);
  });
});
