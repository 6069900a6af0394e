/** What a push response may change in the outbox. */
import { afterEach, describe, expect, test } from 'vitest';
import type { PushResponse } from '../../data/check-in-port.ts';
import type { Outcome } from '../../domain/actions.ts';
import { ok } from '../../domain/result.ts';
import { BATCH_BYTES, takeFittingEntries } from './push.ts';
import type { OutboxEntry } from '../device/stored-rows.ts';
import { queued, stopAll, tap, syncedDevice, type SyncFixture } from '../testing/synced-device.ts';

afterEach(stopAll);

const states = async ({ engine }: SyncFixture) => (await queued(engine)).map(({ state }) => state);

/** Makes the server respond to the next push with these outcomes; the server itself records nothing. */
function respondWith({ server }: SyncFixture, outcomes: () => Outcome[] | Promise<Outcome[]>): void {
  server.pushFaults.push(async () =>
    ok<PushResponse>({ serverTime: new Date(server.now()).toISOString(), outcomes: await outcomes() }),
  );
}

describe('pushAll', () => {
  test.each(['applied', 'refused'] as const)(
    'ignores an outcome (%s) of an action that was not in the request',
    async (status) => {
      const device = await syncedDevice();
      await tap(device.engine, 1);
      const [sent] = await queued(device.engine);
      respondWith(device, async () => {
        await tap(device.engine, 2);
        const late = (await queued(device.engine))[1]!;
        return [
          { id: sent!.id, status: 'applied' },
          status === 'refused' ? { id: late.id, status, code: 'malformed' } : { id: late.id, status },
        ];
      });
      // The second response settles nothing, so the late action must still be waiting for a third push.
      respondWith(device, () => []);
      await device.engine.sync.pass();
      expect(await states(device)).toEqual(['acknowledged', 'waiting']);
      expect(device.server.pushes.map(({ actions }) => actions.map(({ id }) => id))).toEqual([
        [sent!.id],
        [(await queued(device.engine))[1]!.id],
      ]);
    },
  );

  test('stops after a response that settles nothing, and keeps the actions', async () => {
    const device = await syncedDevice();
    await tap(device.engine, 1);
    respondWith(device, () => [{ id: crypto.randomUUID(), status: 'applied' }]);
    await device.engine.sync.pass();
    expect(device.server.pushes).toHaveLength(1);
    expect(await states(device)).toEqual(['waiting']);
  });

  test('keeps the state of an entry that was settled or discarded during the request', async () => {
    const device = await syncedDevice();
    const { db } = device.engine;
    await tap(device.engine, 1);
    await tap(device.engine, 2);
    await tap(device.engine, 3);
    const [settled, discarded, waiting] = await queued(device.engine);
    respondWith(device, async () => {
      await db.outbox.update(settled!.id, { state: 'acknowledged' });
      await db.outbox.delete(discarded!.id);
      return [settled!, discarded!, waiting!].map(({ id }) => ({ id, status: 'refused', code: 'malformed' }));
    });
    await device.engine.sync.pass();
    expect((await queued(device.engine)).map(({ id, state }) => [id, state])).toEqual([
      [settled!.id, 'acknowledged'],
      [waiting!.id, 'parked'],
    ]);
  });

  test('dates a settled entry by the corrected clock', async () => {
    const device = await syncedDevice();
    await tap(device.engine, 1);
    device.device.clock.skew = 3_600_000;
    respondWith(device, async () => [{ id: (await queued(device.engine))[0]!.id, status: 'applied' }]);
    await device.engine.sync.pass();
    expect((await queued(device.engine))[0]!.since).toBe(new Date(device.server.now()).toISOString());
  });

  test('parks the one action that makes a request invalid, and continues with full requests', async () => {
    const device = await syncedDevice();
    for (const number of [1, 2, 3, 1, 2]) await tap(device.engine, number);
    const spoilt = (await queued(device.engine))[1]!.id;
    const push = device.server.push.bind(device.server);
    device.server.push = async (request, signal) => {
      const result = await push(request, signal);
      if (!request.actions.some(({ id }) => id === spoilt)) return result;
      return { ok: false, code: 'invalid', retry: false };
    };
    await device.engine.sync.pass();
    expect((await queued(device.engine)).map(({ id, state, outcome }) => ({ id, state, outcome }))).toEqual([
      { id: spoilt, state: 'parked', outcome: { id: spoilt, status: 'refused', code: 'malformed' } },
    ]);
    // 5, halved to 3, 2 and 1 (the first is taken), the invalid one alone, then all three that are left.
    expect(device.server.pushes.map(({ actions }) => actions.length)).toEqual([5, 3, 2, 1, 1, 3]);
  });
});

describe('takeFittingEntries', () => {
  const entry = (bytes: number) => ({ action: 'x'.repeat(bytes - 2) }) as unknown as OutboxEntry;

  test('always takes the first entry, however large', () => {
    const entries = [entry(BATCH_BYTES + 1), entry(10)];
    expect(takeFittingEntries(entries)).toEqual(entries.slice(0, 1));
  });

  test('takes entries up to the limit and not one byte more', () => {
    const half = entry(BATCH_BYTES / 2);
    expect(takeFittingEntries([half, half])).toHaveLength(2);
    expect(takeFittingEntries([half, half, entry(3)])).toHaveLength(2);
    expect(takeFittingEntries([])).toEqual([]);
  });
});
