import { IDBDatabase, IDBFactory } from 'fake-indexeddb';
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
  vi.resetModules();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const names = async () => (await indexedDB.databases()).map(({ name }) => name);

/** A database as somebody's last visit left it. */
const visit = (userId: string) =>
  new Promise<void>((resolve) => {
    const request = indexedDB.open(`muster-${userId}`, 20);
    request.addEventListener('success', () => {
      request.result.close();
      resolve();
    });
  });

test('nobody was here: nothing is opened, and nothing made', async () => {
  const { openAhead, takeOpened } = await import('./opened-ahead.ts');
  openAhead();
  expect(await takeOpened(ONE)).toBeNull();
  expect(await names()).toEqual([]);
});

test('whoever was here last finds the database open, once', async () => {
  const { openAhead, rememberUser, takeOpened } = await import('./opened-ahead.ts');
  await visit(ONE);
  rememberUser(ONE);
  openAhead();
  const taken = await takeOpened(ONE);
  expect(taken?.name).toBe(`muster-${ONE}`);
  expect(taken?.version).toBe(20);
  expect(await takeOpened(ONE)).toBeNull();
  taken!.close();
});

test('a database that was taken away meanwhile is not made anew', async () => {
  const { openAhead, rememberUser, takeOpened } = await import('./opened-ahead.ts');
  rememberUser(ONE);
  openAhead();
  expect(await takeOpened(ONE)).toBeNull();
  expect(await names()).toEqual([]);
});

test.each([
  ['somebody else has signed in', OTHER],
  ['nobody is signed in', null],
])('%s: it is closed, and cannot be taken later', async (_, who) => {
  const { openAhead, rememberUser, takeOpened } = await import('./opened-ahead.ts');
  await visit(ONE);
  rememberUser(ONE);
  openAhead();
  const close = vi.spyOn(IDBDatabase.prototype, 'close');
  expect(await takeOpened(who)).toBeNull();
  expect(close).toHaveBeenCalledOnce();
  expect(await takeOpened(ONE)).toBeNull();
});

test('another tab that upgrades or deletes it is not held back', async () => {
  const { openAhead, rememberUser, takeOpened } = await import('./opened-ahead.ts');
  await visit(ONE);
  rememberUser(ONE);
  openAhead();
  expect(await takeOpened(ONE)).not.toBeNull();
  await new Promise<void>((resolve) => {
    indexedDB.deleteDatabase(`muster-${ONE}`).addEventListener('success', () => resolve());
  });
  expect(await names()).toEqual([]);
});

test('whoever signs out of the device is not opened again', async () => {
  const { openAhead, rememberUser, takeOpened } = await import('./opened-ahead.ts');
  await visit(ONE);
  rememberUser(ONE);
  rememberUser(null);
  openAhead();
  expect(await takeOpened(ONE)).toBeNull();
});
