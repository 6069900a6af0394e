/** List shown by the first paint: read without Dexie, with the same result as the engine’s. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Engine } from '../device/engine.ts';
import { readSyncState } from '../sync/read-sync-state.ts';
import { INITIAL_SYNC_STATE } from '../sync/sync-state.ts';
import { manualClock, testDevice } from '../testing/devices.ts';
import { memoryServer } from '../testing/memory-server.ts';
import { COMPANY, departureId, departureRows, guestRef, office } from '../testing/office.ts';
import { readPendingLines, readSummaries, summariesOf } from './departure-list.ts';
import { clearStartupList, getStartupList, onStartupList, loadStartupList } from './startup-list.ts';

const OTHER_COMPANY = '99999999-9999-4999-8999-999999999999';
let users = 0;
let userId = '';
let engine: Engine | null = null;
beforeEach(() => {
  users += 1;
  userId = `20000000-0000-4000-8000-${String(users).padStart(12, '0')}`;
});
afterEach(async () => {
  await engine?.stop();
  engine = null;
  clearStartupList();
});

/** A device that has pulled two departures and recorded a check-in that is not sent yet. */
async function usedDevice(): Promise<Engine> {
  const clock = manualClock();
  const server = memoryServer(() => clock.now());
  server.write(office());
  server.write(departureRows(3));
  server.write(departureRows(2, { number: 2 }));
  engine = await testDevice({ userId, port: server, clock }).open({ indexedDB, IDBKeyRange });
  engine.setCompany(COMPANY);
  await engine.sync.pass();
  const made = await engine.record.checkIn({
    companyId: COMPANY,
    departureId: departureId(),
    guests: [guestRef(1)],
    method: 'tap',
  });
  expect(made.ok).toBe(true);
  return engine;
}

test('returns what the engine would, including waiting actions', async () => {
  const { db } = await usedDevice();
  const stored = await readSummaries(db, COMPANY);
  const pending = await readPendingLines(db, COMPANY);
  const list = summariesOf(stored, pending);
  expect(list).toHaveLength(2);
  expect(list.find(({ departure }) => departure.id === departureId())).toMatchObject({ waiting: 1 });

  expect(await loadStartupList(userId, COMPANY)).toBe(true);
  const startupList = getStartupList()!;
  expect(startupList.results.get(readSummaries)).toEqual(stored);
  expect(startupList.results.get(readPendingLines)).toEqual(pending);
  expect(startupList.state).toEqual({
    ...INITIAL_SYNC_STATE,
    ...(await readSyncState(db, COMPANY)),
    network: expect.any(String) as string,
    persisted: null,
  });
  expect(startupList.state.waiting).toBe(1);
  expect(startupList.state.pulledAt).not.toBeNull();
});

test('returns nothing on a device without a list of the company', async () => {
  await usedDevice();
  expect(await loadStartupList(userId, OTHER_COMPANY)).toBe(false);
  expect(getStartupList()).toBeNull();
});

test('returns nothing for a new person, and creates no database', async () => {
  expect(await loadStartupList(userId, COMPANY)).toBe(false);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`muster-${userId}`);
});

test('does not block the deletion of the database', async () => {
  const used = await usedDevice();
  await loadStartupList(userId, COMPANY);
  await used.stop();
  engine = null;
  const blocked = vi.fn<() => void>();
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(`muster-${userId}`);
    request.addEventListener('blocked', blocked);
    request.addEventListener('success', () => resolve());
  });
  expect(blocked).not.toHaveBeenCalled();
});

test.each([
  [false, 'offline'],
  [true, 'online'],
  [undefined, 'online'],
])('a browser with onLine %s counts as %s', async (onLine, network) => {
  await usedDevice();
  vi.stubGlobal('navigator', { onLine, storage: { persisted: async () => true } });
  try {
    expect(await loadStartupList(userId, COMPANY)).toBe(true);
    expect(getStartupList()!.state).toMatchObject({ network, persisted: true });
    expect(getStartupList()).toMatchObject({ userId, companyId: COMPANY });
  } finally {
    vi.unstubAllGlobals();
  }
});

test('notifies subscribers when a list is read and when it is dropped', async () => {
  await usedDevice();
  const received = vi.fn<() => void>();
  const stop = onStartupList(received);
  await loadStartupList(userId, COMPANY);
  expect(received).toHaveBeenCalledOnce();
  clearStartupList();
  expect(received).toHaveBeenCalledTimes(2);
  expect(getStartupList()).toBeNull();
  stop();
});

test('returns nothing from an unreadable storage, and closes it', async () => {
  const used = await usedDevice();
  await used.stop();
  const request = indexedDB.open(`muster-${userId}`);
  await new Promise((resolve) => request.addEventListener('success', resolve));
  const opened = request.result;
  const close = vi.spyOn(opened, 'close');
  vi.spyOn(opened, 'transaction').mockImplementation(() => {
    throw new DOMException('no', 'InvalidStateError');
  });
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    const fake = new EventTarget() as IDBOpenDBRequest;
    Object.defineProperty(fake, 'result', { value: opened });
    queueMicrotask(() => fake.dispatchEvent(new Event('success')));
    return fake;
  });
  expect(await loadStartupList(userId, COMPANY)).toBe(false);
  expect(close).toHaveBeenCalledOnce();
  expect(getStartupList()).toBeNull();
  open.mockRestore();
});
