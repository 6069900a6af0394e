/** How long to wait after a failed pass: full jitter, so that a whole fleet does not come back at once. */

export const MIN_WAIT_MS = 1000;
export const MAX_WAIT_MS = 60_000;

/** Milliseconds to wait after the `failures`-th failure in a row (from 1); never less than the server asked for. */
export function backOffDelay(
  failures: number,
  options: { random: () => number; retryAfter?: number | undefined },
): number {
  const cap = Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** failures);
  const jittered = MIN_WAIT_MS + options.random() * (cap - MIN_WAIT_MS);
  return Math.max(jittered, options.retryAfter ?? 0);
}
