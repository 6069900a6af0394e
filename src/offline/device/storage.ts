/** Storage persistence and cache cleanup. */

/** Returns whether the browser has promised never to evict the storage; null if it cannot tell. */
export async function isStoragePersistent(): Promise<boolean | null> {
  try {
    return (await globalThis.navigator?.storage?.persisted?.()) ?? null;
  } catch {
    return null;
  }
}

/** Asks the browser never to evict the storage; null if it cannot tell. */
export async function requestPersistentStorage(): Promise<boolean | null> {
  const storage = globalThis.navigator?.storage;
  if (!storage?.persist) return null;
  try {
    return (await storage.persisted()) || (await storage.persist());
  } catch {
    return null;
  }
}

/** Deletes expendable caches; keeps the precache, from which the app starts. */
export async function dropCaches(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !name.includes('precache')).map((name) => caches.delete(name)));
}
