/** Transactions of a page that is left: open ones are rolled back, committed ones stay. */
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { trackTransactions, abortTransactions } from './abort-on-pagehide.ts';
import { flushPromises } from '../testing/devices.ts';
import { guestRef } from '../testing/office.ts';
import {
  checkedInCount,
  departureRef,
  queued,
  openEngine,
  stopAll,
  tap,
  syncedDevice,
} from '../testing/synced-device.ts';

afterEach(stopAll);

test('aborts a hanging transaction, so that the next page can write at once', async () => {
  const { device, engine } = await syncedDevice();
  const page = { left: false };
  const endless = engine.db
    .transaction('rw', engine.db.outbox, engine.db.meta, async () => {
      while (!page.left) await engine.db.outbox.get('nobody');
    })
    .catch((error: Error) => error.name);
  await flushPromises(3);
  expect(abortTransactions()).toBe(1);
  const next = await openEngine(device);
  await tap(next, 1);
  expect(await queued(next)).toHaveLength(1);
  page.left = true;
  expect(await endless).toBe('AbortError');
});

test('stores a tap exactly when it was reported as stored, wherever it is cut off', { timeout: 60_000 }, async () => {
  const outcomes = new Set<boolean>();
  for (let turns = 0; turns < 12; turns += 1) {
    const { device, engine } = await syncedDevice();
    await tap(engine, 1);
    const pending = engine.record
      .checkIn({ ...departureRef, guests: [guestRef(2)], method: 'tap' })
      .then((result) => result.ok);
    await flushPromises(turns);
    abortTransactions();
    const ok = await pending;
    outcomes.add(ok);
    const next = await openEngine(device);
    expect(await queued(next)).toHaveLength(ok ? 2 : 1);
    expect(await checkedInCount(next)).toBe(ok ? 2 : 1);
    await stopAll();
  }
  // Both cases occurred: cut off before the commit, and after it.
  expect(outcomes).toEqual(new Set([true, false]));
});

test('does not abort a transaction that has ended', async () => {
  const factory = trackTransactions(new IDBFactory());
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = factory.open('ended', 1);
    request.addEventListener('upgradeneeded', () => void request.result.createObjectStore('meta'));
    request.addEventListener('success', () => resolve(request.result));
  });
  for (const end of ['complete', 'abort']) {
    const transaction = db.transaction('meta', 'readwrite');
    const abort = vi.spyOn(transaction, 'abort');
    const ended = new Promise((resolve) => transaction.addEventListener(end, resolve));
    if (end === 'abort') transaction.abort();
    else transaction.objectStore('meta').put(1, 'one');
    await ended;
    abort.mockClear();
    expect(abortTransactions()).toBe(0);
    expect(abort).not.toHaveBeenCalled();
  }
  const names = await factory.databases();
  expect(names.map(({ name }) => name)).toEqual(['ended']);
  expect(factory.cmp(1, 2)).toBe(-1);
  db.close();
  await new Promise((resolve) => factory.deleteDatabase('ended').addEventListener('success', resolve));
  expect(await factory.databases()).toEqual([]);
});

test('offers no list of databases in a browser without one', () => {
  const factory = { open: () => {}, cmp: () => 0, deleteDatabase: () => {} } as unknown as globalThis.IDBFactory;
  expect('databases' in trackTransactions(factory)).toBe(false);
});

test('aborts an upgrade when the page is left', async () => {
  const factory = trackTransactions(new IDBFactory());
  const request = factory.open('upgrade', 1);
  const failed = new Promise<void>((resolve) => request.addEventListener('error', () => resolve()));
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('meta');
    expect(abortTransactions()).toBe(1);
  });
  await failed;
  expect(request.error?.name).toBe('AbortError');
});

test('aborts what begins after the page was left, and reloads a page that is restored', async () => {
  const page = new EventTarget();
  const reload = vi.fn<() => void>();
  vi.stubGlobal('window', page);
  vi.doMock('../../lib/page-reload.ts', () => ({ reloadPage: reload }));
  vi.resetModules();
  try {
    const { trackTransactions } = await import('./abort-on-pagehide.ts');
    const factory = trackTransactions(new IDBFactory());
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = factory.open('left', 1);
      request.addEventListener('upgradeneeded', () => void request.result.createObjectStore('meta'));
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('not opened')));
    });
    const write = () =>
      new Promise<string>((resolve) => {
        const transaction = db.transaction('meta', 'readwrite');
        for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => resolve(end));
        try {
          transaction.objectStore('meta').put(1, 'one');
        } catch {
          // The transaction has been aborted already.
        }
      });
    const restorePage = () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(await write()).toBe('complete');
    page.dispatchEvent(new Event('pagehide'));
    restorePage();
    expect(reload).not.toHaveBeenCalled();
    // An aborted transaction reloads the page only if it comes from the back/forward cache.
    const cutOff = write();
    page.dispatchEvent(new Event('pagehide'));
    expect(await cutOff).toBe('abort');
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(reload).not.toHaveBeenCalled();
    restorePage();
    expect(reload).toHaveBeenCalledOnce();
    reload.mockClear();
    page.dispatchEvent(new Event('pagehide'));
    expect(await write()).toBe('abort');
    restorePage();
    expect(reload).toHaveBeenCalledOnce();
    expect(await write()).toBe('complete');
  } finally {
    vi.doUnmock('../../lib/page-reload.ts');
    vi.unstubAllGlobals();
    vi.resetModules();
  }
});
