import { IDBFactory } from 'fake-indexeddb';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let kept: typeof import('./device-database.ts');
beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.resetModules();
  kept = await import('./device-database.ts');
});
afterEach(() => vi.unstubAllGlobals());

test('stores, returns and clears one snapshot', async () => {
  expect(await kept.readDeviceSnapshot()).toBeNull();
  expect(await kept.writeDeviceSnapshot({ name: 'first' })).toBe(true);
  expect(await kept.writeDeviceSnapshot({ name: 'second' })).toBe(true);
  expect(await kept.readDeviceSnapshot()).toEqual({ name: 'second' });
  expect(await kept.clearDeviceSnapshot()).toBe(true);
  expect(await kept.readDeviceSnapshot()).toBeNull();
});

test('reads a snapshot that Dexie stored in an earlier version', async () => {
  const before = new Dexie('muster-device', { indexedDB, IDBKeyRange: globalThis.IDBKeyRange });
  before.version(1).stores({ kept: 'key' });
  await before.table('kept').put({ key: 'snapshot', value: { name: 'before' } });
  before.close();
  expect(await kept.readDeviceSnapshot()).toEqual({ name: 'before' });
});

test('closes when another tab deletes the database, and then finds no snapshot', async () => {
  await kept.writeDeviceSnapshot({ name: 'first' });
  await new Promise<void>((resolve) => {
    indexedDB.deleteDatabase('muster-device').addEventListener('success', () => resolve());
  });
  expect(await kept.readDeviceSnapshot()).toBeNull();
  expect(await kept.writeDeviceSnapshot({ name: 'again' })).toBe(true);
});

test('returns null and reports the failure in a browser without a database', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('no', 'SecurityError');
    },
  });
  expect(await kept.readDeviceSnapshot()).toBeNull();
  expect(await kept.writeDeviceSnapshot({ name: 'first' })).toBe(false);
  expect(await kept.clearDeviceSnapshot()).toBe(false);
});

test('reports a failed write, and tries again the next time', async () => {
  await kept.writeDeviceSnapshot({ name: 'first' });
  expect(await kept.writeDeviceSnapshot({ not: () => 'cloned' })).toBe(false);
  expect(await kept.writeDeviceSnapshot({ name: 'second' })).toBe(true);
  expect(await kept.readDeviceSnapshot()).toEqual({ name: 'second' });
});
