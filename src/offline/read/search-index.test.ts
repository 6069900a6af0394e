/** When the search index reads, what it follows and whom it notifies. */
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { flushPromises } from '../testing/devices.ts';
import { COMPANY, departureId, departureRows, guestId } from '../testing/office.ts';
import { departureRef, stopAll, syncedDevice } from '../testing/synced-device.ts';
import { openSearchIndex } from './search-index.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  await stopAll();
});

const added = {
  ...departureRef,
  contactName: 'Late Larsen',
  totalAmount: 0,
  currency: 'DKK',
  guests: [{ priceCategoryId: null }],
};

async function ready(guests = 2) {
  const made = await syncedDevice({ guests });
  const index = openSearchIndex(made.engine.db, COMPANY);
  const onChange = vi.fn<() => void>();
  const stop = index.subscribe(onChange);
  await expect.poll(index.isReady).toBe(true);
  return { ...made, db: made.engine.db, index, onChange, stop };
}

describe('a subscriber', () => {
  test('is notified once when everything has been read', async () => {
    const { onChange, index, stop } = await ready();
    expect(onChange).toHaveBeenCalledOnce();
    expect(index.version()).toBe(1);
    stop();
  });

  test('is not notified after it has left, while another one still is', async () => {
    const { db, onChange, index, stop } = await ready();
    const other = vi.fn<() => void>();
    const stopOther = index.subscribe(other);
    stop();
    onChange.mockClear();
    expect(index.isReady()).toBe(true);
    await db.guests.update(guestId(1), { name: 'Zoe' });
    await db.summaries.update(departureId(), { stamp: departureId(7) });
    await expect.poll(() => index.search('zoe')).toHaveLength(1);
    expect(other).toHaveBeenCalled();
    expect(onChange).not.toHaveBeenCalled();
    stopOther();
    expect(index.isReady()).toBe(false);
  });

  test('is not blocked by a storage error', async () => {
    const { engine } = await syncedDevice();
    const unreadable = { toArray: () => Promise.reject(new Error('unreadable')) };
    vi.spyOn(engine.db.summaries, 'where').mockReturnValue(unreadable as never);
    const index = openSearchIndex(engine.db, COMPANY);
    const stop = index.subscribe(() => {});
    await expect.poll(index.isReady).toBe(true);
    expect(index.search('guest')).toEqual([]);
    stop();
  });

  test('that leaves before everything has been read is not notified', async () => {
    const { engine } = await syncedDevice();
    const index = openSearchIndex(engine.db, COMPANY);
    const received = vi.fn<() => void>();
    index.subscribe(received)();
    await flushPromises();
    expect(index.isReady()).toBe(false);
    expect(received).not.toHaveBeenCalled();
  });
});

describe('a walk-in of this device', () => {
  test('is found even after a pull that brings other guests', async () => {
    const { engine, server, index, stop } = await ready();
    await engine.record.addWalkIn(added);
    await expect.poll(() => index.search('larsen')).toHaveLength(1);
    expect(index.search('larsen')[0]).toMatchObject({ departureId: departureId() });
    server.write(departureRows(2, { number: 2 }));
    server.pushFaults.push(async () => ({ ok: false, code: 'offline', retry: true }));
    await engine.sync.pass();
    await expect.poll(() => index.search('guest')).toHaveLength(4);
    expect(index.search('larsen')).toHaveLength(1);
    stop();
  });

  test('has the start of its departure', async () => {
    const { db, engine, index, stop } = await ready();
    const later = departureRows(1, { number: 2, startsAt: '2026-05-01T15:00:00.000Z' }).departures[0]!;
    await db.departures.put(later);
    await engine.record.addWalkIn(added);
    await engine.record.addWalkIn({ ...added, departureId: later.id, contactName: 'Later Larsen' });
    await expect.poll(() => index.search('larsen')).toHaveLength(2);
    const startOf = (name: string) => index.search(name)[0]!.startsAt;
    expect(startOf('late larsen')).toBe((await db.departures.get(departureId()))!.startsAt);
    expect(startOf('later larsen')).toBe(later.startsAt);
    stop();
  });

  test('is no longer found once it has left the outbox', async () => {
    const { db, engine, index, onChange, stop } = await ready();
    await engine.record.addWalkIn(added);
    await expect.poll(() => index.search('larsen')).toHaveLength(1);
    onChange.mockClear();
    await db.outbox.clear();
    await expect.poll(() => index.search('larsen')).toHaveLength(0);
    expect(onChange).toHaveBeenCalledOnce();
    stop();
  });

  test('is no longer found once the server has refused it', async () => {
    const { db, engine, index, stop } = await ready();
    await engine.record.addWalkIn(added);
    await expect.poll(() => index.search('larsen')).toHaveLength(1);
    await db.outbox.toCollection().modify({ state: 'parked' });
    await expect.poll(() => index.search('larsen')).toHaveLength(0);
    stop();
  });

  test('causes a notification, but other actions do not', async () => {
    const { engine, index, onChange, stop } = await ready();
    onChange.mockClear();
    await engine.record.addNote({ ...departureRef, bookingId: departureId(), text: 'late' });
    await flushPromises();
    expect(onChange).not.toHaveBeenCalled();
    expect(index.version()).toBe(1);
    stop();
  });
});

describe('prepare', () => {
  test('reads a departure again only when its stamp has changed', async () => {
    const { engine } = await syncedDevice();
    const index = openSearchIndex(engine.db, COMPANY);
    await index.prepare();
    const read = vi.spyOn(engine.db.guests, 'bulkGet');
    await index.prepare();
    expect(read).not.toHaveBeenCalled();
    await engine.db.summaries.update(departureId(), { stamp: departureId(7) });
    await index.prepare();
    expect(read).toHaveBeenCalledOnce();
  });

  test('reads guests in pieces that double while the device is fast', async () => {
    const { engine } = await syncedDevice({ guests: 120 });
    const sizes: number[] = [];
    const bulkGet = engine.db.guests.bulkGet.bind(engine.db.guests);
    vi.spyOn(engine.db.guests, 'bulkGet').mockImplementation((keys: string[]) => {
      sizes.push(keys.length);
      return bulkGet(keys);
    });
    let time = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => time);
    await openSearchIndex(engine.db, COMPANY).prepare();
    expect(sizes).toEqual([50, 70]);
    sizes.length = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (time += 8));
    await openSearchIndex(engine.db, COMPANY).prepare();
    expect(sizes).toEqual([50, 50, 20]);
  });

  test('skips a departure that has been deleted in the meantime', async () => {
    const { engine } = await syncedDevice();
    await engine.db.departures.clear();
    const index = openSearchIndex(engine.db, COMPANY);
    await index.prepare();
    expect(index.search('guest')).toEqual([]);
  });

  test('forgets a departure whose summary is gone', async () => {
    const { engine } = await syncedDevice();
    const index = openSearchIndex(engine.db, COMPANY);
    await index.prepare();
    expect(index.search('guest')).toHaveLength(3);
    await engine.db.summaries.clear();
    await index.prepare();
    expect(index.search('guest')).toEqual([]);
  });
});

test('a closed index finds nothing and follows nothing', async () => {
  const { engine, index, onChange } = await ready();
  index.close();
  onChange.mockClear();
  expect(index.search('guest')).toEqual([]);
  expect(index.isReady()).toBe(false);
  await engine.record.addWalkIn(added);
  await flushPromises();
  expect(index.search('larsen')).toEqual([]);
  expect(onChange).not.toHaveBeenCalled();
});
