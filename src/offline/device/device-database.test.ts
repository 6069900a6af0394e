import { IDBFactory } from 'fake-indexeddb';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let deviceDatabase: typeof import('./device-database.ts');
beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.resetModules();
  deviceDatabase = await import('./device-database.ts');
});
afterEach(() => vi.unstubAllGlobals());

test('stores, returns and clears one snapshot', async () => {
  expect(await deviceDatabase.readDeviceSnapshot()).toBeNull();
  expect(await deviceDatabase.writeDeviceSnapshot({ name: 'first' })).toBe(true);
  expect(await deviceDatabase.writeDeviceSnapshot({ name: 'second' })).toBe(true);
  expect(await deviceDatabase.readDeviceSnapshot()).toEqual({ name: 'second' });
  expect(await deviceDatabase.clearDeviceSnapshot()).toBe(true);
  expect(await deviceDatabase.readDeviceSnapshot()).toBeNull();
});

test('reads a snapshot that Dexie stored in an earlier version', async () => {
  const before = new Dexie('muster-device', { indexedDB, IDBKeyRange: globalThis.IDBKeyRange });
  before.version(1).stores({ values: 'key' });
  await before.table('values').put({ key: 'snapshot', value: { name: 'before' } });
  before.close();
  expect(await deviceDatabase.readDeviceSnapshot()).toEqual({ name: 'before' });
});

test('closes when another tab deletes the database, and then finds no snapshot', async () => {
  await deviceDatabase.writeDeviceSnapshot({ name: 'first' });
  await new Promise<void>((resolve) => {
    indexedDB.deleteDatabase('muster-device').addEventListener('success', () => resolve());
  });
  expect(await deviceDatabase.readDeviceSnapshot()).toBeNull();
  expect(await deviceDatabase.writeDeviceSnapshot({ name: 'again' })).toBe(true);
});

test('returns null and reports the failure in a browser without a database', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('no', 'SecurityError');
    },
  });
  expect(await deviceDatabase.readDeviceSnapshot()).toBeNull();
  expect(await deviceDatabase.writeDeviceSnapshot({ name: 'first' })).toBe(false);
  expect(await deviceDatabase.clearDeviceSnapshot()).toBe(false);
});

test('reports a failed write, and tries again the next time', async () => {
  await deviceDatabase.writeDeviceSnapshot({ name: 'first' });
  expect(await deviceDatabase.writeDeviceSnapshot({ not: () => 'cloned' })).toBe(false);
  expect(await deviceDatabase.writeDeviceSnapshot({ name: 'second' })).toBe(true);
  expect(await deviceDatabase.readDeviceSnapshot()).toEqual({ name: 'second' });
});
