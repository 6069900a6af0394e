import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const ONE = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  Dexie.dependencies.indexedDB = indexedDB;
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const names = async () => (await indexedDB.databases()).map(({ name }) => name);

test('nobody was here: nothing is opened, and nothing made', async () => {
  const { openAhead, takeOpened } = await import('./opened-ahead.ts');
  openAhead();
  expect(takeOpened(ONE)).toBeNull();
  expect(await names()).toEqual([]);
});

test('whoever was here last finds the database open, once', async () => {
  const { openAhead, rememberUser, takeOpened } = await import('./opened-ahead.ts');
  rememberUser(ONE);
  openAhead();
  const taken = takeOpened(ONE);
  expect(taken?.db.name).toBe(`muster-${ONE}`);
  await taken!.db.open();
  expect(taken!.db.isOpen()).toBe(true);
  expect(takeOpened(ONE)).toBeNull();
  taken!.db.close();
});

test.each([
  ['somebody else has signed in', OTHER],
  ['nobody is signed in', null],
])('%s: it is closed, and cannot be taken later', async (_, who) => {
  const { openAhead, rememberUser, takeOpened } = await import('./opened-ahead.ts');
  const { UserDatabase } = await import('./database.ts');
  const close = vi.spyOn(UserDatabase.prototype, 'close');
  rememberUser(ONE);
  openAhead();
  expect(takeOpened(who)).toBeNull();
  expect(close).toHaveBeenCalledOnce();
  expect(takeOpened(ONE)).toBeNull();
});

test('whoever signs out of the device is not opened again', async () => {
  const { openAhead, rememberUser, takeOpened } = await import('./opened-ahead.ts');
  rememberUser(ONE);
  rememberUser(null);
  openAhead();
  expect(takeOpened(ONE)).toBeNull();
});
