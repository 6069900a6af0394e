/** "Something changed in company X" brings the answers about X up to date, at most once a second and only while somebody looks. */
import { useEffect } from 'react';
import { onHint } from '../data/hints.ts';
import type { Uuid } from '../domain/ids.ts';
import { queryClient } from './query-client.ts';

const AT_MOST_EVERY = 1000;

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

export function useHints(owner: Uuid | null): void {
  useEffect(() => {
    if (owner === null) return undefined;
    const refresh = calmly(() => void queryClient.invalidateQueries({ queryKey: [owner] }), {
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
