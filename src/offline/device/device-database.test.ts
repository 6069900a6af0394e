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

test('keeps one snapshot, gives it, forgets it', async () => {
  expect(await kept.readDeviceSnapshot()).toBeNull();
  expect(await kept.writeDeviceSnapshot({ name: 'first' })).toBe(true);
  expect(await kept.writeDeviceSnapshot({ name: 'second' })).toBe(true);
  expect(await kept.readDeviceSnapshot()).toEqual({ name: 'second' });
  expect(await kept.clearDeviceSnapshot()).toBe(true);
  expect(await kept.readDeviceSnapshot()).toBeNull();
});

test('reads what the library stored, where a device was used before', async () => {
  const before = new Dexie('muster-device', { indexedDB, IDBKeyRange: globalThis.IDBKeyRange });
  before.version(1).stores({ kept: 'key' });
  await before.table('kept').put({ key: 'snapshot', value: { name: 'before' } });
  before.close();
  expect(await kept.readDeviceSnapshot()).toEqual({ name: 'before' });
});

test('lets go when the data is deleted in another tab, and finds nobody then', async () => {
  await kept.writeDeviceSnapshot({ name: 'first' });
  await new Promise<void>((resolve) => {
    indexedDB.deleteDatabase('muster-device').addEventListener('success', () => resolve());
  });
  expect(await kept.readDeviceSnapshot()).toBeNull();
  expect(await kept.writeDeviceSnapshot({ name: 'again' })).toBe(true);
});

test('a browser that gives no database has nobody, and says that nothing was kept', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('no', 'SecurityError');
    },
  });
  expect(await kept.readDeviceSnapshot()).toBeNull();
  expect(await kept.writeDeviceSnapshot({ name: 'first' })).toBe(false);
  expect(await kept.clearDeviceSnapshot()).toBe(false);
});

test('what cannot be stored is said, and the next time is tried anew', async () => {
  await kept.writeDeviceSnapshot({ name: 'first' });
  expect(await kept.writeDeviceSnapshot({ not: () => 'cloned' })).toBe(false);
  expect(await kept.writeDeviceSnapshot({ name: 'second' })).toBe(true);
  expect(await kept.readDeviceSnapshot()).toEqual({ name: 'second' });
});
