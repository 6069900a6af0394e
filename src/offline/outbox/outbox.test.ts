/** The life of an action from the tap to the mirror. */
import { afterEach, describe, expect, test } from 'vitest';
import { waitingEntries } from './outbox.ts';
import { bookingId, COMPANY, departureId, guestId, guestRef } from '../testing/office.ts';
import {
  counts,
  checkedInCount,
  departureRef,
  queued,
  foldedDeparture,
  stopAll,
  tap,
  syncedDevice,
} from '../testing/synced-device.ts';

afterEach(stopAll);

describe('an action', () => {
  test('is shown at once, sent, pulled back and removed from the outbox', async () => {
    const { server, engine } = await syncedDevice();
    const recorded = await tap(engine, 1);
    expect(recorded.ok).toBe(true);
    expect(await checkedInCount(engine)).toBe(1);
    expect(server.actions.size).toBe(0);
    await engine.sync.pass();
    expect(server.actions.size).toBe(1);
    expect(await queued(engine)).toEqual([]);
    expect(await checkedInCount(engine)).toBe(1);
    expect((await engine.db.summaries.get(departureId()))?.tally.checkedIn).toBe(1);
    expect(counts(engine)).toEqual({ waiting: 0, parked: 0 });
  });

  test('is sent after 50 ms, together with the rest of its burst', async () => {
    const { server, device, engine } = await syncedDevice();
    engine.sync.start();
    await device.clock.advance(200);
    server.pushes.length = 0;
    await tap(engine, 1);
    await tap(engine, 2);
    await tap(engine, 3);
    expect(server.pushes).toHaveLength(0);
    await device.clock.advance(60);
    expect(server.pushes.map((request) => request.actions.length)).toEqual([3]);
  });

  test('leaves the outbox within 8 requests even behind 1,000 others', { timeout: 60_000 }, async () => {
    const { server, engine } = await syncedDevice({ guests: 10 });
    const guests = Array.from({ length: 100 }, (_, at) => guestRef((at % 10) + 1));
    for (let burst = 0; burst < 10; burst += 1)
      await engine.record.checkIn({ ...departureRef, guests, method: 'party' });
    server.pulls.length = 0;
    await engine.sync.pass();
    expect(await engine.db.outbox.count()).toBe(0);
    expect(server.actions.size).toBe(1000);
    expect(server.pushes.length + server.pulls.length).toBeLessThanOrEqual(8);
  });

  test('is appended as recorded, while invalid input records nothing', async () => {
    const { engine } = await syncedDevice();
    const m = engine.record;
    const walkIn = await m.addWalkIn({
      ...departureRef,
      contactName: ' Anna ',
      totalAmount: 10_000,
      currency: 'DKK',
      guests: [{ priceCategoryId: null, name: 'Anna' }, { priceCategoryId: null }],
      payment: { amount: 10_000, method: 'card' },
    });
    expect(walkIn.ok && walkIn.data.guestIds).toHaveLength(2);
    await m.markNoShow({ ...departureRef, guests: [guestRef(2)] });
    await m.collect({
      ...departureRef,
      guests: [],
      bookingId: bookingId(1),
      amount: 5000,
      currency: 'DKK',
      method: 'cash',
    });
    await m.addNote({ ...departureRef, bookingId: bookingId(1), text: ' wheelchair ' });
    await m.recordCount({ ...departureRef, present: 2, missing: [guestId(3)], stop: 'Bridge' });
    await m.depart({ ...departureRef, headCount: 2 });
    expect((await queued(engine)).map((entry) => entry.action.kind)).toEqual([
      'walk_in',
      'check_in',
      'check_in',
      'payment',
      'no_show',
      'payment',
      'note',
      'count',
      'depart',
    ]);
    expect((await queued(engine)).map((entry) => entry.deviceSequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const { rollCall, guests, bookings } = await foldedDeparture(engine);
    expect(rollCall.tally).toEqual({ expected: 0, checkedIn: 2, noShow: 3, cancelled: 0 });
    expect(guests).toHaveLength(5);
    expect([...bookings.values()].find((booking) => booking.source === 'walk-in')?.contactName).toBe('Anna');
    expect((await m.reopen(departureRef)).ok).toBe(true);
    expect((await foldedDeparture(engine)).rollCall.departed).toBeNull();

    const before = await engine.db.outbox.count();
    const bad = await Promise.all([
      m.checkIn({ ...departureRef, guests: [], method: 'tap' }),
      m.checkIn({ companyId: COMPANY, departureId: 'no id', guests: [guestRef(1)], method: 'tap' }),
      m.collect({ ...departureRef, guests: [], bookingId: bookingId(1), amount: 0.5, currency: 'DKK', method: 'cash' }),
      m.collect({ ...departureRef, guests: [], bookingId: bookingId(1), amount: -1, currency: 'DKK', method: 'cash' }),
      m.addNote({ ...departureRef, bookingId: bookingId(1), text: '   ' }),
      m.recordCount({ ...departureRef, present: -1, missing: [] }),
      m.undo({ ...departureRef, actions: [] }),
      m.reopen(departureRef),
      m.addWalkIn({
        ...departureRef,
        contactName: '',
        totalAmount: 0,
        currency: 'DKK',
        guests: [{ priceCategoryId: null }],
      }),
    ]);
    expect(bad.map((result) => !result.ok && result.code)).toEqual(Array(9).fill('invalid'));
    expect(await engine.db.outbox.count()).toBe(before);
  });
});

test('entries are sent oldest first, independent of their ids', async () => {
  const { engine } = await syncedDevice();
  for (const number of [3, 1, 2]) await tap(engine, number);
  expect((await waitingEntries(engine.db, 2)).map((entry) => entry.deviceSequence)).toEqual([1, 2]);
});
