import { afterEach, describe, expect, test, vi } from 'vitest';
import { dropCaches, isStoragePersistent, requestPersistentStorage } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());
const rejects = () => Promise.reject(new Error('no'));
const withStorage = (storage: object | undefined) => vi.stubGlobal('navigator', storage && { storage });

describe('isStoragePersistent', () => {
  test('returns what the browser has promised', async () => {
    for (const isPersistent of [true, false]) {
      withStorage({ persisted: async () => isPersistent });
      expect(await isStoragePersistent()).toBe(isPersistent);
    }
  });
  test('is null if the browser cannot tell', async () => {
    withStorage(undefined);
    expect(await isStoragePersistent()).toBeNull();
    vi.stubGlobal('navigator', {});
    expect(await isStoragePersistent()).toBeNull();
    withStorage({});
    expect(await isStoragePersistent()).toBeNull();
    withStorage({ persisted: rejects });
    expect(await isStoragePersistent()).toBeNull();
  });
});

describe('requestPersistentStorage', () => {
  test('asks only if the storage is not persistent yet', async () => {
    const persist = vi.fn(async () => true);
    withStorage({ persisted: async () => true, persist });
    expect(await requestPersistentStorage()).toBe(true);
    expect(persist).not.toHaveBeenCalled();
    withStorage({ persisted: async () => false, persist });
    expect(await requestPersistentStorage()).toBe(true);
    withStorage({ persisted: async () => false, persist: async () => false });
    expect(await requestPersistentStorage()).toBe(false);
  });
  test('is null if the browser cannot tell', async () => {
    withStorage(undefined);
    expect(await requestPersistentStorage()).toBeNull();
    vi.stubGlobal('navigator', {});
    expect(await requestPersistentStorage()).toBeNull();
    withStorage({ persisted: async () => false });
    expect(await requestPersistentStorage()).toBeNull();
    withStorage({ persisted: rejects, persist: async () => true });
    expect(await requestPersistentStorage()).toBeNull();
  });
});

describe('dropCaches', () => {
  test('deletes every cache but the precache', async () => {
    const names = ['workbox-precache-v2', 'pictures', 'fonts'];
    const dropped: string[] = [];
    vi.stubGlobal('caches', { keys: async () => names, delete: async (name: string) => dropped.push(name) });
    await dropCaches();
    expect(dropped).toEqual(['pictures', 'fonts']);
  });
  test('does nothing without a Cache API', async () => {
    expect('caches' in globalThis).toBe(false);
    await expect(dropCaches()).resolves.toBeUndefined();
  });
});
