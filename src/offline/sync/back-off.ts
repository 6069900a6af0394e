/** How long to wait after a failed pass: full jitter, so that a whole fleet does not come back at once. */

export const SHORTEST_WAIT = 1000;
export const LONGEST_WAIT = 60_000;

/** Milliseconds to wait after the `failures`-th failure in a row (from 1); never less than the server asked for. */
export function backOff(failures: number, options: { random: () => number; retryAfter?: number | undefined }): number {
  const cap = Math.min(LONGEST_WAIT, SHORTEST_WAIT * 2 ** failures);
  const jittered = SHORTEST_WAIT + options.random() * (cap - SHORTEST_WAIT);
  return Math.max(jittered, options.retryAfter ?? 0);
}
