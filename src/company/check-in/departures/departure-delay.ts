import type { DepartureSummary } from '../../../offline/read/views.ts';

type DelayableDeparture = Pick<DepartureSummary, 'departedAt'> & {
  departure: Pick<DepartureSummary['departure'], 'startsAt' | 'endsAt' | 'status'>;
};

/** A departure is late from one minute after its start. */
export const LATE_AFTER_MS = 60_000;

/**
 * Returns by how many milliseconds a departure is late; null if it is not, has left, was cancelled, or should have
 * ended.
 */
export function departureDelay({ departure, departedAt }: DelayableDeparture, now: number): number | null {
  if (departedAt !== null || departure.status === 'cancelled' || Date.parse(departure.endsAt) <= now) return null;
  const delay = now - Date.parse(departure.startsAt);
  return delay >= LATE_AFTER_MS ? delay : null;
}
