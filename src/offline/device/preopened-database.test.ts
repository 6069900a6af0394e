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

/** Creates the database of an earlier visit. */
const visit = (userId: string) =>
  new Promise<void>((resolve) => {
    const request = indexedDB.open(`muster-${userId}`, 20);
    request.addEventListener('success', () => {
      request.result.close();
      resolve();
    });
  });

test('opens and creates nothing without a last user', async () => {
  const { preopenDatabase, takePreopenedDatabase } = await import('./preopened-database.ts');
  preopenDatabase();
  expect(await takePreopenedDatabase(ONE)).toBeNull();
  expect(await names()).toEqual([]);
});

test('returns the last user’s database once', async () => {
  const { preopenDatabase, rememberLastUser, takePreopenedDatabase } = await import('./preopened-database.ts');
  await visit(ONE);
  rememberLastUser(ONE);
  preopenDatabase();
  const opened = await takePreopenedDatabase(ONE);
  expect(opened?.name).toBe(`muster-${ONE}`);
  expect(opened?.version).toBe(20);
  expect(await takePreopenedDatabase(ONE)).toBeNull();
  opened!.close();
});

test('does not recreate a database that was deleted in the meantime', async () => {
  const { preopenDatabase, rememberLastUser, takePreopenedDatabase } = await import('./preopened-database.ts');
  rememberLastUser(ONE);
  preopenDatabase();
  expect(await takePreopenedDatabase(ONE)).toBeNull();
  expect(await names()).toEqual([]);
});

test.each([
  ['another person has signed in', OTHER],
  ['nobody is signed in', null],
])('if %s it is closed, and cannot be taken later', async (_, who) => {
  const { preopenDatabase, rememberLastUser, takePreopenedDatabase } = await import('./preopened-database.ts');
  await visit(ONE);
  rememberLastUser(ONE);
  preopenDatabase();
  const close = vi.spyOn(IDBDatabase.prototype, 'close');
  expect(await takePreopenedDatabase(who)).toBeNull();
  expect(close).toHaveBeenCalledOnce();
  expect(await takePreopenedDatabase(ONE)).toBeNull();
});

test('does not block another tab that deletes it', async () => {
  const { preopenDatabase, rememberLastUser, takePreopenedDatabase } = await import('./preopened-database.ts');
  await visit(ONE);
  rememberLastUser(ONE);
  preopenDatabase();
  expect(await takePreopenedDatabase(ONE)).not.toBeNull();
  await new Promise<void>((resolve) => {
    indexedDB.deleteDatabase(`muster-${ONE}`).addEventListener('success', () => resolve());
  });
  expect(await names()).toEqual([]);
});

test('does not preopen the database of a person who has signed out', async () => {
  const { preopenDatabase, rememberLastUser, takePreopenedDatabase } = await import('./preopened-database.ts');
  await visit(ONE);
  rememberLastUser(ONE);
  rememberLastUser(null);
  preopenDatabase();
  expect(await takePreopenedDatabase(ONE)).toBeNull();
});
