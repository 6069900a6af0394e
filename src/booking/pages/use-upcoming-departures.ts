/** The next departures, refetched while the page is visible; on failure the previous ones are kept with their time. */
import { now } from '../../lib/clock.ts';
import { useLayoutEffect, useState } from 'react';
import type { UpcomingDeparture } from '../../data/public-booking-shapes.ts';
import { readNext } from '../../data/public-booking.ts';
import { holdToken } from '../steps/booking-flow.ts';
import { usePublicQuery } from '../ui/use-public-query.ts';
import { useRefetchOnFocus } from '../ui/use-refetch-on-focus.ts';

const MINUTE_MS = 60_000;

interface LoadedDepartures {
  key: string;
  departures: readonly UpcomingDeparture[];
  /** When the server sent them (`now()`). */
  at: number;
  /** Whether refetching failed. */
  isOld: boolean;
}

/** `isPaused` pauses refetching, so that the list doesn't change under the guest's fingers. */
export function useUpcomingDepartures({
  operator,
  party,
  isPaused,
}: {
  operator: string;
  party: number;
  isPaused: boolean;
}) {
  const key = `next ${operator} ${party}`;
  const fetchDepartures = (signal?: AbortSignal) => readNext({ operator, party, token: holdToken() }, { signal });
  const query = usePublicQuery(key, fetchDepartures);
  const [loaded, setLoaded] = useState<LoadedDepartures | null>(null);
  const first = query.state === 'loaded' ? query.data.departures : null;
  useLayoutEffect(() => {
    if (first) setLoaded({ key, departures: first, at: now(), isOld: false });
  }, [key, first]);
  const refetch = async () => {
    const fresh = await fetchDepartures();
    setLoaded((before) => {
      if (before?.key !== key) return before;
      return fresh.ok
        ? { key, departures: fresh.data.departures, at: now(), isOld: false }
        : { ...before, isOld: true };
    });
  };
  const current = loaded?.key === key ? loaded : null;
  useRefetchOnFocus(refetch, current === null || isPaused ? null : MINUTE_MS, 'online');
  return { query, departures: current?.departures ?? first, oldSince: current?.isOld ? current.at : null };
}
