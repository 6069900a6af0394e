/** Reverting an undo restores what it cancelled. */
import { afterEach, expect, test } from 'vitest';
import { guestId, guestRef } from '../testing/office.ts';
import { checkedInCount, departureRef, foldedDeparture, stopAll, tap, syncedDevice } from '../testing/synced-device.ts';

afterEach(stopAll);

const idsOf = (result: { ok: true; data: { actionIds: string[] } } | { ok: false }) =>
  result.ok ? result.data.actionIds : [];

test('a restored check-in keeps its first time, before and after the server has it', async () => {
  for (const sent of [false, true]) {
    const { device, engine } = await syncedDevice();
    const first = idsOf(await tap(engine, 1));
    const checkedInAt = (await foldedDeparture(engine)).rollCall.guests.get(guestId(1))!.checkIns[0]!.occurredAt;
    await device.clock.advance(60_000);
    const [undo] = idsOf(await engine.record.undo({ ...departureRef, actions: first }));
    if (sent) await engine.sync.pass();
    expect(await checkedInCount(engine)).toBe(0);
    await device.clock.advance(60_000);
    const repeated = await engine.record.restore({ ...departureRef, undo: undo! });
    expect(repeated.ok).toBe(true);
    const { checkIns } = (await foldedDeparture(engine)).rollCall.guests.get(guestId(1))!;
    expect(checkIns.map((action) => action.occurredAt)).toEqual([checkedInAt]);
    expect(checkIns[0]!.deviceTime).not.toBe(checkedInAt);
    await engine.sync.pass();
    expect(await checkedInCount(engine)).toBe(1);
    expect((await foldedDeparture(engine)).rollCall.guests.get(guestId(1))!.checkIns[0]!.occurredAt).toBe(checkedInAt);
  }
});

test('restore can be limited to some guests, and merges two check-ins of one guest', async () => {
  const { engine } = await syncedDevice();
  const party = idsOf(
    await engine.record.checkIn({ ...departureRef, guests: [guestRef(1), guestRef(2)], method: 'party' }),
  );
  const twice = idsOf(await tap(engine, 1));
  const [undo] = idsOf(await engine.record.undo({ ...departureRef, actions: [...party, ...twice] }));
  expect(idsOf(await engine.record.restore({ ...departureRef, undo: undo!, guests: [guestId(1)] }))).toHaveLength(1);
  const { guests } = (await foldedDeparture(engine)).rollCall;
  expect([guests.get(guestId(1))!.checkIns.length, guests.get(guestId(2))!.checkIns.length]).toEqual([1, 0]);
});

test('restoring a reopened departure keeps its first time; a walk-in cannot be restored', async () => {
  const { engine } = await syncedDevice();
  await engine.record.depart({ ...departureRef, headCount: 3 });
  const [reopened] = idsOf(await engine.record.reopen(departureRef));
  await engine.record.restore({ ...departureRef, undo: reopened! });
  expect((await foldedDeparture(engine)).rollCall.departed?.payload.headCount).toBe(3);
  const added = idsOf(
    await engine.record.addWalkIn({
      ...departureRef,
      contactName: 'Wanda',
      totalAmount: 0,
      currency: 'DKK',
      guests: [{ priceCategoryId: null }],
    }),
  );
  const [undone] = idsOf(await engine.record.undo({ ...departureRef, actions: added }));
  expect(await engine.record.restore({ ...departureRef, undo: undone! })).toMatchObject({ ok: false, code: 'invalid' });
});
