/** Reloads that the app makes itself: at most one in ten seconds, and for a lost chunk at most one a build. */

export const MIN_RELOAD_INTERVAL_MS = 10_000;
const LAST_RELOAD = 'muster-reloaded-at';
const CHUNK_RELOAD = 'muster-chunk-reload';

export type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Whether a reload may happen now; saying yes counts as having done it. */
export function mayReload(store: Store, now: number): boolean {
  const last = Number(store.getItem(LAST_RELOAD) ?? Number.NaN);
  // A clock set back must not lock reloads out for good.
  if (now - last >= 0 && now - last < MIN_RELOAD_INTERVAL_MS) return false;
  store.setItem(LAST_RELOAD, String(now));
  return true;
}

/** Whether this build may still reload for a chunk that is gone; saying yes counts as having done it. */
export function mayReloadForChunk(store: Store, { build, now }: { build: string; now: number }): boolean {
  if (store.getItem(CHUNK_RELOAD) === build || !mayReload(store, now)) return false;
  store.setItem(CHUNK_RELOAD, build);
  return true;
}
