/** The next departures, refetched while the page is visible; on failure the previous ones are kept with their time. */
import { now } from '../../lib/clock.ts';
import { useLayoutEffect, useState } from 'react';
import { readNext, type UpcomingDeparture } from '../../data/public-booking.ts';
import { holdToken } from '../steps/booking-flow.ts';
import { usePublicQuery } from '../ui/use-public-query.ts';
import { useRefetchOnFocus } from '../ui/use-refetch-on-focus.ts';

const MINUTE = 60_000;

interface Known {
  key: string;
  departures: readonly UpcomingDeparture[];
  /** When the server sent them (`now()`). */
  at: number;
  /** Whether refetching failed. */
  isOld: boolean;
}

/** `rests` pauses refetching, so that the list doesn't change under the guest's fingers. */
export function useNextDepartures({ operator, party, rests }: { operator: string; party: number; rests: boolean }) {
  const key = `next ${operator} ${party}`;
  const ask = (signal?: AbortSignal) => readNext({ operator, party, token: holdToken() }, { signal });
  const answer = usePublicQuery(key, ask);
  const [known, setKnown] = useState<Known | null>(null);
  const first = answer.state === 'here' ? answer.data.departures : null;
  useLayoutEffect(() => {
    if (first) setKnown({ key, departures: first, at: now(), isOld: false });
  }, [key, first]);
  const look = async () => {
    const fresh = await ask();
    setKnown((before) => {
      if (before?.key !== key) return before;
      return fresh.ok
        ? { key, departures: fresh.data.departures, at: now(), isOld: false }
        : { ...before, isOld: true };
    });
  };
  const current = known?.key === key ? known : null;
  useRefetchOnFocus(look, current === null || rests ? null : MINUTE, 'online');
  return { answer, departures: current?.departures ?? first, oldSince: current?.isOld ? current.at : null };
}
