/** "Something changed in company X" brings the answers about X up to date, at most once a second and only while somebody looks. */
import { useEffect } from 'react';
import { onHint } from '../data/hints.ts';
import type { Uuid } from '../domain/ids.ts';
import { queryClient } from './query-client.ts';

const AT_MOST_EVERY = 1000;
/** Hints tell of departures and bookings; what these answers are about changes by other hands, and is asked for when they are shown again. */
const SELDOM: ReadonlySet<string> = new Set(['booking-choices', 'booking-views', 'prices']);

/** Calls `task` for a burst of calls once now and once after `pause` milliseconds; nothing while `isSeen` says no, then once. */
export function calmly(task: () => void, { pause, isSeen }: { pause: number; isSeen: () => boolean }) {
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
async function bringUpToDate(owner: Uuid): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [owner], refetchType: 'none' });
  await queryClient.refetchQueries({
    queryKey: [owner],
    type: 'active',
    predicate: ({ queryKey }) => !SELDOM.has(String(queryKey[1])),
  });
}

export function useHints(owner: Uuid | null): void {
  useEffect(() => {
    if (owner === null) return undefined;
    const refresh = calmly(() => void bringUpToDate(owner), {
      pause: AT_MOST_EVERY,
      isSeen: () => document.visibilityState === 'visible',
    });
    const stop = onHint(owner, refresh.run);
    document.addEventListener('visibilitychange', refresh.seen);
    return () => {
      stop();
      refresh.stop();
      document.removeEventListener('visibilitychange', refresh.seen);
    };
  }, [owner]);
}
