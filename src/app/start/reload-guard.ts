/** Limits automatic reloads: at most one in ten seconds, and one per build for a missing chunk. */

export const MIN_RELOAD_INTERVAL_MS = 10_000;
const LAST_RELOAD = 'muster-reloaded-at';
const CHUNK_RELOAD = 'muster-chunk-reload';

export type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Returns whether a reload may happen now, and records it if so. */
export function mayReload(store: Store, now: number): boolean {
  const last = Number(store.getItem(LAST_RELOAD) ?? Number.NaN);
  // A clock that was set back must not block reloads for good.
  if (now - last >= 0 && now - last < MIN_RELOAD_INTERVAL_MS) return false;
  store.setItem(LAST_RELOAD, String(now));
  return true;
}

/** Returns whether this build may still reload for a missing chunk, and records it if so. */
export function mayReloadForChunk(store: Store, { build, now }: { build: string; now: number }): boolean {
  if (store.getItem(CHUNK_RELOAD) === build || !mayReload(store, now)) return false;
  store.setItem(CHUNK_RELOAD, build);
  return true;
}
