/** What the recorder reads before it appends. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fail } from '../../domain/result.ts';
import { departureId } from '../testing/office.ts';
import { departureRef, queued, stopAll, tap, syncedDevice } from '../testing/synced-device.ts';

afterEach(stopAll);
const UNKNOWN = '99999999-9999-4999-8999-999999999999';
const idsOf = (result: { ok: boolean; data?: { actionIds: string[] } }) => (result.ok ? result.data!.actionIds : []);

describe('restore', () => {
  test('records again what an undo cancelled, as far as the device knows it', async () => {
    const { engine } = await syncedDevice();
    const [tapped] = idsOf(await tap(engine, 1));
    await engine.sync.pass();
    const [undo] = idsOf(await engine.record.undo({ ...departureRef, actions: [UNKNOWN, tapped!] }));
    const first = await engine.db.actions.get(tapped!);
    const restored = idsOf(await engine.record.restore({ ...departureRef, undo: undo! }));
    expect(restored).toHaveLength(1);
    const entry = await engine.db.outbox.get(restored[0]!);
    expect(entry!.action).toMatchObject({
      kind: 'check_in',
      guestId: first!.guestId,
      occurredAt: first!.occurredAt,
      payload: first!.payload,
    });
  });

  test('is invalid for an undo that the server refused, as its actions count', async () => {
    const { engine } = await syncedDevice();
    const [tapped] = idsOf(await tap(engine, 1));
    const [undo] = idsOf(await engine.record.undo({ ...departureRef, actions: [tapped!] }));
    await engine.db.outbox.update(undo!, { state: 'parked' });
    expect(await engine.record.restore({ ...departureRef, undo: undo! })).toEqual(fail('invalid'));
  });

  test('is invalid for an unknown action or one that is not an undo', async () => {
    const { engine } = await syncedDevice();
    const [tapped] = idsOf(await tap(engine, 1));
    expect(await engine.record.restore({ ...departureRef, undo: tapped! })).toEqual(fail('invalid'));
    expect(await engine.record.restore({ ...departureRef, undo: UNKNOWN })).toEqual(fail('invalid'));
    expect(await queued(engine)).toHaveLength(1);
  });
});

describe('reopen', () => {
  test('undoes each departed action of the departure once, mirrored or pending', async () => {
    const { engine } = await syncedDevice();
    const [first] = idsOf(await engine.record.depart({ ...departureRef, headCount: 1 }));
    await engine.sync.pass();
    const [second] = idsOf(await engine.record.depart({ ...departureRef, headCount: 2 }));
    await engine.record.depart({ ...departureRef, departureId: departureId(2), headCount: 3 });
    // One that is both mirrored and pending is named once.
    const mirrored = (await engine.db.actions.get(first!))!;
    const entry = (await engine.db.outbox.get(second!))!;
    await engine.db.outbox.put({ ...entry, id: first!, action: mirrored });
    const [undo] = idsOf(await engine.record.reopen(departureRef));
    expect((await engine.db.outbox.get(undo!))!.action.payload).toEqual({ actions: [first, second] });
    expect(await engine.record.reopen(departureRef)).toEqual(fail('invalid'));
  });

  test('ignores refused actions, as the screen does', async () => {
    const { engine } = await syncedDevice();
    const [departed] = idsOf(await engine.record.depart({ ...departureRef, headCount: 1 }));
    const [refused] = idsOf(await engine.record.reopen(departureRef));
    await engine.db.outbox.update(refused!, { state: 'parked' });
    const [undo] = idsOf(await engine.record.reopen(departureRef));
    expect((await engine.db.outbox.get(undo!))!.action.payload).toEqual({ actions: [departed] });
  });

  test('returns the failure of an unreadable storage', async () => {
    const { engine } = await syncedDevice();
    const unreadable = Object.assign(new Error('no'), { name: 'VersionError' });
    vi.spyOn(engine.db.actions, 'where').mockImplementation(() => {
      throw unreadable;
    });
    expect(await engine.record.reopen(departureRef)).toEqual(fail('storage_failed', { retry: true }));
    vi.spyOn(engine.db.actions, 'bulkGet').mockRejectedValue(unreadable);
    expect(await engine.record.restore({ ...departureRef, undo: UNKNOWN })).toEqual(
      fail('storage_failed', { retry: true }),
    );
  });
});

test('addWalkIn returns the ids of its booking and guests', async () => {
  const { engine } = await syncedDevice();
  const walkIn = {
    ...departureRef,
    contactName: 'Anna',
    totalAmount: 0,
    currency: 'DKK',
    guests: [{ priceCategoryId: null }, { priceCategoryId: null }],
  };
  const made = await engine.record.addWalkIn(walkIn);
  const [entry] = await queued(engine);
  const { action } = entry!;
  if (action.kind !== 'walk_in') throw new Error(action.kind);
  expect(made).toEqual({
    ok: true,
    data: {
      actionIds: (await queued(engine)).map(({ id }) => id),
      bookingId: action.bookingId,
      guestIds: action.payload.guests.map(({ id }) => id),
    },
  });
  expect(await engine.record.addWalkIn({ ...walkIn, guests: [] })).toEqual(fail('invalid'));
});
