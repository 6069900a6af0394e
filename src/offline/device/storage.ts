/** How safe what is stored is, and making room. */

/** Whether the browser promised before never to evict; null when it cannot say. */
export async function isStoragePersistent(): Promise<boolean | null> {
  try {
    return (await globalThis.navigator?.storage?.persisted?.()) ?? null;
  } catch {
    return null;
  }
}

/** Asks the browser never to evict; null when it cannot say. */
export async function requestPersistentStorage(): Promise<boolean | null> {
  const storage = globalThis.navigator?.storage;
  if (!storage?.persist) return null;
  try {
    return (await storage.persisted()) || (await storage.persist());
  } catch {
    return null;
  }
}

/** Deletes caches that the app can do without; the precache stays, as the app starts from it. */
export async function dropCaches(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !name.includes('precache')).map((name) => caches.delete(name)));
}
