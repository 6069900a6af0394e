/** Devices neither record nor send anything that exceeds the server’s size limits. */
import { afterEach, expect, test } from 'vitest';
import { PUSH_LIMITS } from '../../domain/actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import { jsonByteLength } from '../../lib/json-byte-length.ts';
import { toWire } from '../../data/wire.ts';
import { bookingId } from '../testing/office.ts';
import { departureRef, queued, stopAll, syncedDevice } from '../testing/synced-device.ts';

afterEach(stopAll);

const ids = (count: number): Uuid[] => Array.from({ length: count }, () => crypto.randomUUID());

test('sends an outbox of long texts in requests below the size limit', { timeout: 60_000 }, async () => {
  const { server, engine } = await syncedDevice();
  for (let n = 0; n < 150; n += 1)
    expect(
      (await engine.record.addNote({ ...departureRef, bookingId: bookingId(1), text: `${'\ud83d'.repeat(1900)}${n}` }))
        .ok,
    ).toBe(true);
  await engine.sync.pass();
  expect(server.actions.size).toBe(150);
  expect(server.pushes.length).toBeGreaterThan(1);
  for (const { actions } of server.pushes)
    expect(jsonByteLength(toWire(actions))).toBeLessThan(PUSH_LIMITS.requestBytes);
  expect(server.pushes.flatMap(({ actions }) => actions.map((action) => action.deviceSequence))).toEqual(
    Array.from({ length: 150 }, (_, n) => n + 1),
  );
});

test('splits a long undo, and rejects actions above the size limit', async () => {
  const { engine } = await syncedDevice();
  const undone = ids(PUSH_LIMITS.undone * 2 + 5);
  expect((await engine.record.undo({ ...departureRef, actions: undone })).ok).toBe(true);
  const made = (await queued(engine)).map(({ action }) => (action.kind === 'undo' ? action.payload.actions : []));
  expect(made.map((list) => list.length)).toEqual([PUSH_LIMITS.undone, PUSH_LIMITS.undone, 5]);
  expect(made.flat()).toEqual(undone);
  const count = (missing: number) => engine.record.recordCount({ ...departureRef, present: 1, missing: ids(missing) });
  expect(await count(PUSH_LIMITS.missing + 1)).toMatchObject({ ok: false, code: 'invalid' });
  expect((await count(PUSH_LIMITS.missing)).ok).toBe(true);
  const walkIn = (name: string) =>
    engine.record.addWalkIn({
      ...departureRef,
      contactName: 'Anna',
      totalAmount: 0,
      currency: 'DKK',
      guests: Array.from({ length: 100 }, () => ({ priceCategoryId: crypto.randomUUID(), name })),
    });
  expect((await walkIn('船'.repeat(200))).ok).toBe(true);
  expect(await walkIn('\ud83d'.repeat(200))).toMatchObject({ ok: false, code: 'invalid' });
  for (const { action } of await queued(engine))
    expect(jsonByteLength(toWire(action))).toBeLessThan(PUSH_LIMITS.actionBytes);
});
