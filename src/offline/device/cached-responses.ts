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
export async function writeCachedResponse(answer: CachedResponseRow): Promise<void> {
  const engine = currentEngine();
  if (!engine || JSON.stringify(answer.data).length > MAX_CACHED_CHARACTERS) return;
  const { db } = engine;
  await db
    .transaction('rw', db.keptAnswers, async () => {
      await db.keptAnswers.put(answer);
      const tooMany = (await db.keptAnswers.count()) - MAX_CACHED_RESPONSES;
      if (tooMany > 0) await db.keptAnswers.bulkDelete(await db.keptAnswers.orderBy('at').limit(tooMany).primaryKeys());
      await db.keptAnswers
        .where('at')
        .below(answer.at - MAX_CACHE_AGE_MS)
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
  const found = await db.keptAnswers.get(key).catch(() => undefined);
  return found && found.at > now() - MAX_CACHE_AGE_MS ? found : null;
}

export async function deleteStoredResponse(key: string): Promise<void> {
  await currentEngine()
    ?.db.keptAnswers.delete(key)
    .catch(() => undefined);
}
