/** What a pull may delete from the device. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fail, ok } from '../../domain/result.ts';
import { pullKey } from '../device/stored-rows.ts';
import { COMPANY, departureId, departureRows, guestRef, TOUR } from '../testing/office.ts';
import { beginPass, type Pass } from './pass.ts';
import { pullAll } from './pull.ts';
import { departureRef, queued, stopAll, tap, syncedDevice, type SyncFixture } from '../testing/synced-device.ts';

afterEach(stopAll);

const offline = async () => fail('offline', { retry: true });
const elsewhere = { companyId: 'cccccccc-0000-4000-8000-000000000009', departureId: departureId(9) };
const states = async ({ engine }: SyncFixture) => (await queued(engine)).map(({ state }) => state);

describe('pullAll', () => {
  test('keeps an unsent check-in when its departure is no longer visible to the guide', async () => {
    const device = await syncedDevice();
    await tap(device.engine, 1);
    device.server.visible.delete(departureId());
    device.server.pushFaults.push(offline);
    await device.engine.sync.pass();
    expect(await device.engine.db.departures.count()).toBe(0);
    expect(await states(device)).toEqual(['waiting']);
    await device.engine.sync.pass();
    expect(device.server.actions.size).toBe(1);
    expect(await states(device)).toEqual([]);
  });

  test('keeps a refused action when its departure is no longer visible to the guide', async () => {
    const device = await syncedDevice();
    device.server.refuse = () => 'not_permitted';
    await tap(device.engine, 1);
    device.server.visible.delete(departureId());
    await device.engine.sync.pass();
    expect(await states(device)).toEqual(['parked']);
  });

  test('keeps an action acknowledged after the pull began, as the response may lack it', async () => {
    const device = await syncedDevice();
    await tap(device.engine, 1);
    device.server.visible.delete(departureId());
    device.server.pushFaults.push(offline);
    device.server.pullFaults.push(async (proceed) => {
      const result = await proceed();
      await device.engine.db.outbox.toCollection().modify({ state: 'acknowledged' });
      return result;
    });
    await device.engine.sync.pass();
    expect(await states(device)).toEqual(['acknowledged']);
    await device.engine.sync.pass();
    expect(await states(device)).toEqual([]);
  });

  test('keeps an acknowledged action of a visible departure until it is mirrored', async () => {
    const device = await syncedDevice();
    await tap(device.engine, 1);
    device.server.pushFaults.push(offline);
    device.server.pullFaults.push(offline);
    await device.engine.sync.pass();
    await device.engine.db.outbox.toCollection().modify({ state: 'acknowledged' });
    await device.engine.sync.pass();
    expect(await states(device)).toEqual(['acknowledged']);
  });

  test('keeps acknowledged actions of another company', async () => {
    const { engine, device } = await syncedDevice();
    await engine.record.checkIn({ ...elsewhere, guests: [guestRef(1, 9)], method: 'tap' });
    await engine.db.outbox.toCollection().modify({ state: 'acknowledged' });
    const listeners = { stop: new AbortController().signal, onSilence() {}, onResponse() {} };
    const pass = await beginPass(engine.db, device.ports, listeners);
    expect(await pullAll(engine.db, pass, COMPANY)).toEqual(ok(null));
    expect(await queued(engine)).toHaveLength(1);
    expect(await pullAll(engine.db, pass, elsewhere.companyId)).toEqual(ok(null));
    expect(await queued(engine)).toEqual([]);
  });

  test('deletes a company without permission, except actions that the server does not have', async () => {
    const device = await syncedDevice();
    const { db } = device.engine;
    await tap(device.engine, 1);
    await tap(device.engine, 2);
    await tap(device.engine, 3);
    await device.engine.record.checkIn({ ...elsewhere, guests: [guestRef(1, 9)], method: 'tap' });
    const [sent, refused, waiting, other] = await queued(device.engine);
    await db.outbox.update(sent!.id, { state: 'acknowledged' });
    await db.outbox.update(refused!.id, { state: 'parked' });
    await db.outbox.update(other!.id, { state: 'acknowledged' });
    device.server.pushFaults.push(offline);
    const pull = device.server.pull.bind(device.server);
    device.server.pull = async (request, signal) =>
      request.companyId === COMPANY ? fail('not_permitted') : (await pull(request, signal)) && offline();
    await device.engine.sync.pass();
    expect((await queued(device.engine)).map(({ id }) => id)).toEqual([refused!.id, waiting!.id, other!.id]);
    expect(await db.guests.count()).toBe(0);
    expect(await db.meta.get(pullKey(COMPANY))).toBeUndefined();
  });

  test('keeps the rows after a failure other than not_permitted', async () => {
    const device = await syncedDevice();
    device.server.pullFaults.push(async () => fail('server', { retry: true }));
    await device.engine.sync.pass();
    expect(await device.engine.db.guests.count()).toBe(3);
    expect(await device.engine.db.meta.get(pullKey(COMPANY))).toBeDefined();
  });

  test('deletes missing rows after a full pull, but not after a pull of changes', async () => {
    const device = await syncedDevice();
    const { db } = device.engine;
    const category = { id: crypto.randomUUID(), tourId: TOUR } as never;
    const stray = { ...departureRows(4).guests[3]!, departureId: departureRef.departureId };
    await db.guests.add(stray);
    await db.priceCategories.add(category);
    await db.tours.add({ ...(await db.tours.get(TOUR))!, id: crypto.randomUUID() });
    device.server.write({ guests: [{ ...departureRows(3).guests[0]!, name: 'Renamed' }] });
    await device.engine.sync.pass();
    expect(await db.guests.count()).toBe(4);
    expect(await db.priceCategories.count()).toBe(1);
    expect(await db.tours.count()).toBe(2);
    device.server.epoch = 'two';
    await device.engine.sync.pass();
    expect((await db.guests.toArray()).map(({ id }) => id)).not.toContain(stray.id);
    expect(await db.guests.count()).toBe(3);
    expect(await db.priceCategories.count()).toBe(0);
    expect(await db.tours.toCollection().primaryKeys()).toEqual([TOUR]);
  });

  test('gives up on a server that never sets done', async () => {
    const { engine, device, server } = await syncedDevice();
    const result = await server.pull({ companyId: COMPANY, from: '', to: '', cursor: null, pageSize: 1 });
    if (!result.ok) throw new Error(result.code);
    let pages = 0;
    const pass: Pass = {
      ports: device.ports,
      token: 'pass',
      limited: async <T>() => {
        pages += 1;
        return ok({ ...result.data, done: false } as T);
      },
      measureClock: async () => {},
      fence: async () => {},
    };
    const write = vi.spyOn(engine.db, 'transaction').mockReturnValue(Promise.resolve() as never);
    expect(await pullAll(engine.db, pass, COMPANY)).toEqual(fail('bad_response', { retry: true }));
    expect(pages).toBe(500);
    expect(write).toHaveBeenCalledTimes(500);
    write.mockRestore();
  });
});
