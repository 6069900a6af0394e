/** Exponential backoff with full jitter, so that a fleet of devices does not return at the same moment. */

export const MIN_WAIT_MS = 1000;
export const MAX_WAIT_MS = 60_000;

/** Returns milliseconds to wait after `failures` failures in a row (at least 1); never less than `retryAfter`. */
export function backOffDelay(
  failures: number,
  options: { random: () => number; retryAfter?: number | undefined },
): number {
  const cap = Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** failures);
  const jittered = MIN_WAIT_MS + options.random() * (cap - MIN_WAIT_MS);
  return Math.max(jittered, options.retryAfter ?? 0);
}
