/** Several tabs and devices converge. */
import { afterEach, describe, expect, test } from 'vitest';
import { toCanonicalJson, foldCheckIn } from '../../domain/check-in.ts';
import { ok } from '../../domain/result.ts';
import { flushPromises, testDevice } from '../testing/devices.ts';
import { memoryServer } from '../testing/memory-server.ts';
import { COMPANY, departureId, departureRows, guestId, office } from '../testing/office.ts';
import {
  checkedInCount,
  nextUser,
  departureRef,
  queued,
  foldedDeparture,
  openEngine,
  stopAll,
  tap,
  syncedDevice,
} from '../testing/synced-device.ts';

afterEach(stopAll);

describe('several tabs and devices', () => {
  test('two tabs: one effect, one sequence', async () => {
    const { server, device, engine } = await syncedDevice();
    const tab = await openEngine(device);
    await Promise.all([tap(engine, 1), tap(tab, 2), tap(engine, 3), tap(tab, 1)]);
    expect((await queued(engine)).map((entry) => entry.deviceSequence)).toEqual([1, 2, 3, 4]);
    await Promise.all([engine.sync.pass(), tab.sync.pass()]);
    await engine.sync.pass();
    expect(server.actions.size).toBe(4);
    expect(server.pushes.flatMap((request) => request.actions)).toHaveLength(4);
    expect(await queued(tab)).toEqual([]);
  });

  test('frozen tab: another one syncs within 30 s, and later writes of the frozen one are refused', async () => {
    const { server, device, engine } = await syncedDevice();
    const tab = await openEngine(device);
    tab.sync.start();
    await device.clock.advance(100);
    await tap(engine, 1);
    let thaw = () => {};
    server.pullFaults.push(async (proceed) => {
      const old = await proceed();
      await new Promise<void>((resolve) => (thaw = resolve));
      return old;
    });
    // Its timers stand still too, so this tab will not end the request.
    const frozenPorts = {
      ...device.ports,
      clock: { ...device.clock, now: () => device.clock.now(), after: () => () => {} },
    };
    const frozen = await openEngine(device, frozenPorts);
    const sleeping = frozen.sync.pass();
    await flushPromises();
    await tap(tab, 2);
    await device.clock.advance(30_000);
    expect(server.actions.size).toBe(2);
    expect(await queued(tab)).toEqual([]);
    const cursor = await tab.db.meta.get(`pull:${COMPANY}`);
    thaw();
    await sleeping;
    expect(await tab.db.meta.get(`pull:${COMPANY}`)).toEqual(cursor);
    expect(await checkedInCount(tab)).toBe(2);
  });

  test('an epoch change fetches everything again and deletes what no longer exists', async () => {
    const { server, engine } = await syncedDevice();
    const newServer = memoryServer(server.now);
    newServer.epoch = 'two';
    newServer.write({ ...office(), ...departureRows(2) });
    server.pull = (request, signal) => newServer.pull(request, signal);
    await engine.sync.pass();
    expect(await engine.db.guests.count()).toBe(2);
    expect(await engine.db.bookings.count()).toBe(2);
    expect((await engine.db.summaries.get(departureId()))?.tally.expected).toBe(2);
  });

  test('a booking that moves to an invisible departure leaves the device', async () => {
    const { server, engine } = await syncedDevice();
    const rows = departureRows(3);
    server.visible.add(departureId(9));
    server.write({
      bookings: [{ ...rows.bookings[0]!, departureId: departureId(9) }],
      guests: [{ ...rows.guests[0]!, departureId: departureId(9) }],
    });
    const pull = server.pull.bind(server);
    server.pull = async (request, signal) => {
      const result = await pull(request, signal);
      return result.ok ? ok({ ...result.data, visibleDepartures: [departureId()] }) : result;
    };
    await engine.sync.pass();
    expect(await engine.db.guests.count()).toBe(2);
    expect((await engine.db.summaries.get(departureId()))?.tally.expected).toBe(2);
  });

  test('two devices and an undo in every order: same result', async () => {
    const orders = [
      ['a', 'b', 'u'],
      ['a', 'u', 'b'],
      ['b', 'a', 'u'],
      ['b', 'u', 'a'],
      ['u', 'a', 'b'],
      ['u', 'b', 'a'],
    ] as const;
    const ends = new Set<string>();
    for (const order of orders) {
      const { server, device, engine } = await syncedDevice();
      const other = testDevice({ userId: nextUser(), port: server, clock: device.clock, seed: 7 });
      const second = await openEngine(other);
      await second.sync.pass();
      const first = await tap(engine, 1);
      await tap(second, 1);
      // The undo names only the check-in that its author had seen.
      await engine.record.undo({ ...departureRef, actions: first.ok ? first.data.actionIds : [] });
      const [a, undo] = await queued(engine);
      const [b] = await queued(second);
      const entries = { a: a!, b: b!, u: undo! };
      for (const name of order) {
        const action = entries[name].action;
        await server.push({ device: { id: action.deviceId, label: '', appVersion: '', now: '' }, actions: [action] });
      }
      for (const each of [engine, second, engine]) await each.sync.pass();
      for (const each of [engine, second]) {
        expect(await queued(each)).toEqual([]);
        const { rollCall } = await foldedDeparture(each);
        expect(rollCall.guests.get(guestId(1))?.checkIns.map((action) => action.deviceId)).toEqual([
          b!.action.deviceId,
        ]);
        ends.add(JSON.stringify(rollCall.tally));
      }
      expect(toCanonicalJson((await foldedDeparture(engine)).rollCall)).toEqual(
        toCanonicalJson(foldCheckIn(departureRows(3).guests, server.actions.values())),
      );
    }
    expect(ends.size).toBe(1);
  });
});
