/** Delay in milliseconds where `requestIdleCallback` is missing. */
const FALLBACK_DELAY_MS = 200;

/**
 * Runs `task` when the browser is idle, at the latest after `within` milliseconds. Returns a function that cancels it.
 */
export function whenIdle(task: () => void, { within }: { within?: number } = {}): () => void {
  // Safari has no `requestIdleCallback`.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, Math.min(FALLBACK_DELAY_MS, within ?? FALLBACK_DELAY_MS));
    return () => clearTimeout(timer);
  }
  // eslint-disable-next-line compat/compat -- where it is missing, the timer above
  const handle = requestIdleCallback(() => task(), within === undefined ? {} : { timeout: within });
  return () => cancelIdleCallback(handle);
}
