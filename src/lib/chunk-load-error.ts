/**
 * Code that somebody waits for and that does not come, as after a deployment that took an older build's files away. What is only
 * fetched ahead, and fails behind a captive portal, is missed by nobody and must not cost anybody the page.
 */
/** Milliseconds after which lost code is asked for again. */
export const RETRY_DELAY_MS = 3000;

let missed: () => void = () => undefined;

/** Who does something about it; one a page. */
export function onChunkLoadError(listener: () => void): void {
  missed = listener;
}

/** Says that `coming` is waited for: its failure is told before whoever waits learns of it. Returns `coming`. */
export function watchChunk<T>(coming: Promise<T>): Promise<T> {
  coming.catch(() => missed());
  return coming;
}
