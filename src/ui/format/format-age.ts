import type { Formats } from './use-formats.ts';

/**
 * Formats how long ago something was: `2 hr ago`. At most `now`, which is updated only every 15 seconds, so that it is
 * never in the future. Not in `Formats`, which the booking page loads.
 */
export const formatAge = (formats: Pick<Formats, 'relative'>, at: number, now: number): string =>
  formats.relative(Math.min(at, now), now);
