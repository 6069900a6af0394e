/** "Something changed in company X" brings the answers about X up to date, at most once a second and only while somebody looks. */
import { useEffect } from 'react';
import { onChangeEvent } from '../data/change-events.ts';
import type { Uuid } from '../domain/ids.ts';
import { queryClient } from './query-client.ts';

const AT_MOST_EVERY = 1000;
/** Hints tell of departures and bookings; what these answers are about changes by other hands or hardly at all by one booking, and is asked for when they are shown again. */
const SELDOM: ReadonlySet<string> = new Set(['booking-choices', 'booking-views', 'prices']);
/** What costs the server more than all the rest, and where one booking more is hardly seen, follows with less haste. */
const DEAR: ReadonlySet<string> = new Set(['figures']);
export const EXPENSIVE_INTERVAL_MS = 30_000;

/** Calls `task` for a burst of calls once now and once after `pause` milliseconds; nothing while `isSeen` says no, then once. */
export function throttle(task: () => void, { pause, isSeen }: { pause: number; isSeen: () => boolean }) {
  let resting: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const run = () => {
    if (!isSeen() || resting !== undefined) {
      again = true;
      return;
    }
    again = false;
    task();
    resting = setTimeout(() => {
      resting = undefined;
      if (again) run();
    }, pause);
  };
  return {
    run,
    /** To be called when the page is seen again. */
    seen: () => {
      if (again && resting === undefined) run();
    },
    stop: () => clearTimeout(resting),
  };
}

/** Marks all of an owner's answers as old, and asks again for those on the screen that a hint may be about. */
async function bringUpToDate(owner: Uuid, areDear: boolean): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [owner], refetchType: 'none' });
  await queryClient.refetchQueries({
    queryKey: [owner],
    type: 'active',
    predicate: ({ queryKey }) => !SELDOM.has(String(queryKey[1])) && DEAR.has(String(queryKey[1])) === areDear,
  });
}

export function useInvalidation(owner: Uuid | null): void {
  useEffect(() => {
    if (owner === null) return undefined;
    const isSeen = () => document.visibilityState === 'visible';
    const paces = [
      throttle(() => void bringUpToDate(owner, false), { pause: AT_MOST_EVERY, isSeen }),
      throttle(() => void bringUpToDate(owner, true), { pause: EXPENSIVE_INTERVAL_MS, isSeen }),
    ];
    const seen = () => paces.forEach((pace) => pace.seen());
    const stop = onChangeEvent(owner, () => paces.forEach((pace) => pace.run()));
    document.addEventListener('visibilitychange', seen);
    return () => {
      stop();
      paces.forEach((pace) => pace.stop());
      document.removeEventListener('visibilitychange', seen);
    };
  }, [owner]);
}
