/**
 * Cached responses of online screens, in the person's own database: deleted on sign-out, limited in number and size.
 */
import { now } from '../../lib/clock.ts';
import { currentEngine, firstEngine } from './current-engine.ts';
import type { CachedResponseRow } from './stored-rows.ts';

export const MAX_CACHED_RESPONSES = 60;
/** Characters of JSON; a larger response is not cached. */
export const MAX_CACHED_CHARACTERS = 400_000;
/** Milliseconds after which a cached response is ignored and deleted. */
export const MAX_CACHE_AGE_MS = 7 * 86_400_000;

/** Stores a response, replacing the previous one. Storage failures are ignored, because the cache is expendable. */
export async function writeCachedResponse(row: CachedResponseRow): Promise<void> {
  const engine = currentEngine();
  if (!engine || JSON.stringify(row.data).length > MAX_CACHED_CHARACTERS) return;
  const { db } = engine;
  await db
    .transaction('rw', db.cachedResponses, async () => {
      await db.cachedResponses.put(row);
      const tooMany = (await db.cachedResponses.count()) - MAX_CACHED_RESPONSES;
      if (tooMany > 0)
        await db.cachedResponses.bulkDelete(await db.cachedResponses.orderBy('at').limit(tooMany).primaryKeys());
      await db.cachedResponses
        .where('at')
        .below(row.at - MAX_CACHE_AGE_MS)
        .delete();
    })
    .catch(() => undefined);
}

/**
 * Reads the cached response for `key`; null if there is none or it is too old. Waits for the person's database to
 * open.
 */
export async function readStoredResponse(key: string): Promise<CachedResponseRow | null> {
  const { db } = await firstEngine();
  const found = await db.cachedResponses.get(key).catch(() => undefined);
  return found && found.at > now() - MAX_CACHE_AGE_MS ? found : null;
}

export async function deleteStoredResponse(key: string): Promise<void> {
  await currentEngine()
    ?.db.cachedResponses.delete(key)
    .catch(() => undefined);
}
