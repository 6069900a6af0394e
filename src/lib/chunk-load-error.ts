/**
 * Reports lazily loaded code that failed to load, for example because a deployment removed the files of an older build.
 * Only code that the user waits for is watched: a failed prefetch, as behind a captive portal, must not reload the
 * page.
 */
/** Delay before failed code is requested again, in milliseconds. */
export const RETRY_DELAY_MS = 3000;

let missed: () => void = () => undefined;

/** Sets the page's only listener for failed loads. */
export function onChunkLoadError(listener: () => void): void {
  missed = listener;
}

/** Calls the listener when `loading` is rejected, before the caller's own handlers run. Returns `loading`. */
export function watchChunk<T>(loading: Promise<T>): Promise<T> {
  loading.catch(() => missed());
  return loading;
}
