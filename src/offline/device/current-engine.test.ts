/** The current engine of a tab, and the modules that screens use it through. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OutboxEntry } from './stored-rows.ts';
import { COMPANY, bookingId, departureId, guestRef } from '../testing/office.ts';
import { nextUser, departureRef, queued, stopAll, syncedDevice, type SyncFixture } from '../testing/synced-device.ts';
import {
  acknowledgeStorageCleared,
  currentEngine,
  firstEngine,
  onEngineChange,
  setActiveCompany,
  startOffline,
  startSyncing,
  stopOffline,
  syncNow,
} from './current-engine.ts';
import { deleteFormDraft, writeFormDraft } from './form-drafts.ts';
import {
  deleteStoredResponse,
  MAX_CACHED_RESPONSES,
  MAX_CACHE_AGE_MS,
  MAX_CACHED_CHARACTERS,
  readStoredResponse,
  writeCachedResponse,
} from './cached-responses.ts';
import { exportQueue, queueFile, saveQueue } from '../outbox/export-queue.ts';
import { discardParked, retryParked } from '../outbox/parked.ts';
import * as record from '../outbox/record.ts';
import { readMovedBooking } from '../read/moved-booking.ts';
import { readTicketKey } from '../read/ticket-keys.ts';

const startEngine = vi.hoisted(() => vi.fn());
vi.mock('./start-engine.ts', () => ({ startEngine }));

const SIGNED_OUT = { ok: false, code: 'signed_out', retry: false };
const stopWatching = vi.fn();
let device: SyncFixture;

beforeEach(async () => {
  device = await syncedDevice();
  startEngine.mockReset().mockImplementation(async () => ({ engine: device.engine, stopWatching }));
  stopWatching.mockReset();
});
afterEach(async () => {
  await stopOffline();
  await stopAll();
});
const start = () => startOffline(device.engine.userId, COMPANY);

describe('startOffline', () => {
  test('starts the engine of a user once, for the company', async () => {
    const setCompany = vi.spyOn(device.engine, 'setCompany');
    const [first, second] = await Promise.all([start(), start()]);
    expect(first).toBe(device.engine);
    expect(second).toBe(first);
    expect(await start()).toBe(first);
    expect(currentEngine()).toBe(first);
    expect(startEngine.mock.calls).toEqual([[device.engine.userId, COMPANY]]);
    expect(setCompany).toHaveBeenCalledWith(COMPANY);
  });

  test('stops the engine of another user', async () => {
    await start();
    const stop = vi.spyOn(device.engine, 'stop');
    const next = await syncedDevice();
    startEngine.mockResolvedValueOnce({ engine: next.engine, stopWatching });
    expect(await startOffline(next.engine.userId, null)).toBe(next.engine);
    expect(stop).toHaveBeenCalledOnce();
    expect(stopWatching).toHaveBeenCalledOnce();
  });

  test('rejects without a database, and can be tried again', async () => {
    startEngine.mockRejectedValueOnce(new Error('no database'));
    await expect(start()).rejects.toThrow('no database');
    expect(currentEngine()).toBeNull();
    expect(await start()).toBe(device.engine);
  });

  test('uses the company that is chosen while the engine starts', async () => {
    const other = 'cccccccc-0000-4000-8000-000000000009';
    const setCompany = vi.spyOn(device.engine, 'setCompany');
    startEngine.mockImplementationOnce(async () => {
      setActiveCompany(other);
      return { engine: device.engine, stopWatching };
    });
    await start();
    expect(setCompany).toHaveBeenLastCalledWith(other);
    setActiveCompany(null);
    expect(setCompany).toHaveBeenLastCalledWith(null);
  });
});

test('firstEngine waits for an engine, or returns the one that runs', async () => {
  let found: unknown = null;
  const waiting = firstEngine().then((engine) => (found = engine));
  await Promise.resolve();
  expect(found).toBeNull();
  await start();
  await waiting;
  expect(found).toBe(device.engine);
  expect(await firstEngine()).toBe(device.engine);
});

test('stopOffline clears the engine, notifies subscribers, and does nothing without one', async () => {
  await stopOffline();
  await start();
  const received = vi.fn();
  const stop = onEngineChange(received);
  await stopOffline();
  expect(currentEngine()).toBeNull();
  expect(received).toHaveBeenCalledOnce();
  stop();
});

test('syncNow wakes the sync, and acknowledging clears the storage notice', async () => {
  syncNow();
  acknowledgeStorageCleared();
  await start();
  const wake = vi.spyOn(device.engine.sync, 'wake');
  syncNow();
  expect(wake).toHaveBeenCalledOnce();
  device.engine.state.set({ storageWasCleared: true });
  acknowledgeStorageCleared();
  expect(device.engine.state.get().storageWasCleared).toBe(false);
});

test('engines sync only after startSyncing, and later ones at once', async () => {
  const begin = vi.spyOn(device.engine.sync, 'start');
  await start();
  expect(begin).not.toHaveBeenCalled();
  startSyncing();
  expect(begin).toHaveBeenCalledOnce();
  await stopOffline();
  await start();
  expect(begin).toHaveBeenCalledTimes(2);
});

describe('without an engine', () => {
  test('nothing is recorded, stored, retried or exported', async () => {
    expect(await record.checkIn({ ...departureRef, guests: [guestRef(1)], method: 'tap' })).toEqual(SIGNED_OUT);
    expect(await retryParked('all')).toEqual(SIGNED_OUT);
    expect(await discardParked([])).toEqual(SIGNED_OUT);
    expect(await exportQueue()).toEqual(SIGNED_OUT);
    expect(await saveQueue('csv', () => expect.unreachable())).toEqual(SIGNED_OUT);
    expect(await writeFormDraft({ key: 'a', owner: COMPANY, at: 0, values: {} })).toBe(false);
    await writeCachedResponse({ key: 'a', owner: COMPANY, at: 0, data: {} });
    await Promise.all([deleteStoredResponse('a'), deleteFormDraft('a')]);
    expect(await readMovedBooking(bookingId(1))).toBeNull();
    expect(await readTicketKey('k')).toBeNull();
  });
});

describe('record', () => {
  test('passes each call to the recorder of the engine', async () => {
    await start();
    for (const [name, call] of Object.entries(record) as [keyof typeof record, (args: never) => Promise<unknown>][]) {
      const recorded = vi.spyOn(device.engine.record, name).mockResolvedValue({ ok: false } as never);
      const args = { name } as never;
      expect(await call(args)).toEqual({ ok: false });
      expect(recorded).toHaveBeenCalledWith(args);
    }
  });
});

describe('parked actions', () => {
  test('are retried or discarded, by id or all at once', async () => {
    await start();
    const { db } = device.engine;
    for (const number of [1, 2, 3])
      await record.checkIn({ ...departureRef, guests: [guestRef(number)], method: 'tap' });
    const [one, two, three] = await queued(device.engine);
    await db.outbox
      .toCollection()
      .modify({ state: 'parked', outcome: { id: '', status: 'refused', code: 'malformed' } });
    await db.outbox.update(three!.id, { state: 'waiting' });
    const added = vi.spyOn(device.engine.sync, 'actionAdded');
    expect(await retryParked([one!.id, three!.id])).toEqual({ ok: true, data: 1 });
    expect(added).toHaveBeenCalledOnce();
    expect((await queued(device.engine)).map(({ state }) => state)).toEqual(['waiting', 'parked', 'waiting']);
    expect((await db.outbox.get(one!.id))!.outcome).toBeNull();
    // Actions that are not parked are not discarded, even when named.
    expect(await discardParked([one!.id, two!.id, three!.id])).toEqual({ ok: true, data: 1 });
    expect((await queued(device.engine)).map(({ id }) => id)).toEqual([one!.id, three!.id]);
    expect(device.engine.state.get().parked).toBe(0);
    await db.outbox.toCollection().modify({ state: 'parked' });
    expect(await retryParked('all')).toEqual({ ok: true, data: 2 });
  });
});

describe('cached responses', () => {
  const cachedRow = (key: string, at: number, data: unknown = key) => ({ key, owner: COMPANY, at, data });
  test('are read until they are too old, and can be deleted', async () => {
    await start();
    vi.useFakeTimers({ toFake: ['Date'], now: 10 * MAX_CACHE_AGE_MS });
    await writeCachedResponse(cachedRow('a', 9 * MAX_CACHE_AGE_MS + 1));
    expect(await readStoredResponse('a')).toEqual(cachedRow('a', 9 * MAX_CACHE_AGE_MS + 1));
    expect(await readStoredResponse('b')).toBeNull();
    vi.setSystemTime(10 * MAX_CACHE_AGE_MS + 1);
    expect(await readStoredResponse('a')).toBeNull();
    vi.useRealTimers();
    await deleteStoredResponse('a');
    expect(await device.engine.db.cachedResponses.count()).toBe(0);
  });

  test('are limited in number, size and age', async () => {
    await start();
    const { cachedResponses } = device.engine.db;
    for (let at = 1; at <= MAX_CACHED_RESPONSES + 2; at += 1) await writeCachedResponse(cachedRow(`k${at}`, at));
    expect(await cachedResponses.count()).toBe(MAX_CACHED_RESPONSES);
    expect((await cachedResponses.orderBy('at').first())!.key).toBe('k3');
    await writeCachedResponse(cachedRow('large', 100, 'x'.repeat(MAX_CACHED_CHARACTERS - 1)));
    expect(await cachedResponses.get('large')).toBeUndefined();
    await writeCachedResponse(cachedRow('fits', 100, 'x'.repeat(MAX_CACHED_CHARACTERS - 2)));
    expect(await cachedResponses.get('fits')).toBeDefined();
    await writeCachedResponse(cachedRow('new', MAX_CACHE_AGE_MS + 100));
    expect((await cachedResponses.toCollection().primaryKeys()).toSorted()).toEqual(['fits', 'new']);
    await writeCachedResponse(cachedRow('newer', MAX_CACHE_AGE_MS + 101));
    expect((await cachedResponses.toCollection().primaryKeys()).toSorted()).toEqual(['new', 'newer']);
  });
});

describe('exportQueue', () => {
  test('contains every action in order, with the server’s outcome', async () => {
    await start();
    for (const number of [1, 2]) await record.checkIn({ ...departureRef, guests: [guestRef(number)], method: 'tap' });
    const [first, second] = await queued(device.engine);
    const outcome = { id: first!.id, status: 'refused', code: 'malformed' } as const;
    await device.engine.db.outbox.update(first!.id, { state: 'parked', outcome });
    const result = await exportQueue();
    if (!result.ok) throw new Error(result.code);
    expect(result.data.count).toBe(2);
    expect(JSON.parse(result.data.json)).toEqual([
      { state: 'parked', outcome, action: first!.action },
      { state: 'waiting', outcome: null, action: second!.action },
    ]);
    const lines = result.data.csv
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n');
    expect(lines[0]).toBe(
      'id,state,code,kind,company_id,departure_id,booking_id,guest_id,occurred_at,device_time,device_id,device_sequence,user_id,payload',
    );
    const { action } = first!;
    expect(lines[1]!.split(',').slice(0, 13)).toEqual([
      action.id,
      'parked',
      'malformed',
      'check_in',
      action.companyId,
      action.departureId,
      action.bookingId,
      action.guestId,
      action.occurredAt,
      action.deviceTime,
      action.deviceId,
      '1',
      action.userId,
    ]);
    expect(lines[2]!.split(',').slice(1, 3)).toEqual(['waiting', '']);
    const saved: unknown[] = [];
    const day = new Date().toISOString().slice(0, 10);
    expect(await saveQueue('csv', (text, file) => saved.push(text, file))).toEqual({ ok: true, data: null });
    expect(await saveQueue('json', (_text, file) => saved.push(file))).toEqual({ ok: true, data: null });
    expect(saved).toEqual([
      result.data.csv,
      { name: `muster-${day}.csv`, type: 'text/csv;charset=utf-8' },
      { name: `muster-${day}.json`, type: 'application/json' },
    ]);
  });

  test('leaves the code empty for an applied action', () => {
    const entry = { action: { payload: {} }, state: 'acknowledged', outcome: { id: 'a', status: 'applied' } };
    expect(queueFile([entry as unknown as OutboxEntry]).csv).not.toContain('undefined');
  });
});

test('readMovedBooking returns the booking with its present departure', async () => {
  await start();
  const read = await readMovedBooking(bookingId(1));
  expect([read?.booking.id, read?.departure?.id]).toEqual([bookingId(1), departureId()]);
  await device.engine.db.departures.clear();
  expect(await readMovedBooking(bookingId(1))).toMatchObject({ booking: { id: bookingId(1) }, departure: null });
  expect(await readMovedBooking(nextUser())).toBeNull();
});

test('readTicketKey returns a key with its company', async () => {
  await start();
  const { companies } = device.engine.db;
  const key = { id: 'k1' } as never;
  await companies.update(COMPANY, { ticketKeys: [{ id: 'k0' } as never, key] });
  expect(await readTicketKey('k1')).toMatchObject({ company: { id: COMPANY }, key });
  expect(await readTicketKey('k2')).toBeNull();
});
