import type { DepartureSummary } from '../../../offline/read/views.ts';

type Timed = Pick<DepartureSummary, 'departedAt'> & {
  departure: Pick<DepartureSummary['departure'], 'startsAt' | 'endsAt' | 'status'>;
};

const MINUTE = 60_000;

/** By how many milliseconds a departure is late that should have left and has not; null when it is not, or would be over by now. */
export function departureDelay({ departure, departedAt }: Timed, now: number): number | null {
  if (departedAt !== null || departure.status === 'cancelled' || Date.parse(departure.endsAt) <= now) return null;
  const late = now - Date.parse(departure.startsAt);
  return late >= MINUTE ? late : null;
}
