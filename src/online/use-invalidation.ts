/** Refetches a company's queries on its change events, throttled and only while the page is visible. */
import { useEffect } from 'react';
import { onChangeEvent } from '../data/change-events.ts';
import type { Uuid } from '../domain/ids.ts';
import { queryClient } from './query-client.ts';

const MIN_INTERVAL_MS = 1000;
/** Topics that change events hardly affect: they are only marked stale and refetched when shown again. */
const SELDOM: ReadonlySet<string> = new Set(['booking-choices', 'booking-views', 'prices']);
/** Topics that are expensive for the server and change little per booking: throttled with the longer interval. */
const DEAR: ReadonlySet<string> = new Set(['figures']);
export const EXPENSIVE_INTERVAL_MS = 30_000;

/**
 * Throttles `task`: runs it at once and at most once per `pause` milliseconds. While `isVisible` returns false it
 * waits, then runs once.
 */
export function throttle(task: () => void, { pause, isVisible }: { pause: number; isVisible: () => boolean }) {
  let resting: ReturnType<typeof setTimeout> | undefined;
  let isPending = false;
  const run = () => {
    if (!isVisible() || resting !== undefined) {
      isPending = true;
      return;
    }
    isPending = false;
    task();
    resting = setTimeout(() => {
      resting = undefined;
      if (isPending) run();
    }, pause);
  };
  return {
    run,
    /** Call it when the page becomes visible. */
    onVisible: () => {
      if (isPending && resting === undefined) run();
    },
    stop: () => clearTimeout(resting),
  };
}

/** Marks all queries of an owner as stale and refetches the active ones that change events may concern. */
async function bringUpToDate(owner: Uuid, areDear: boolean): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [owner], refetchType: 'none' });
  await queryClient.refetchQueries({
    queryKey: [owner],
    type: 'active',
    predicate: ({ queryKey }) => !SELDOM.has(String(queryKey[1])) && DEAR.has(String(queryKey[1])) === areDear,
  });
}

/**
 * Subscribes to change events of a company or organisation and invalidates its queries; null: subscribes to nothing.
 */
export function useInvalidation(owner: Uuid | null): void {
  useEffect(() => {
    if (owner === null) return undefined;
    const isVisible = () => document.visibilityState === 'visible';
    const paces = [
      throttle(() => void bringUpToDate(owner, false), { pause: MIN_INTERVAL_MS, isVisible }),
      throttle(() => void bringUpToDate(owner, true), { pause: EXPENSIVE_INTERVAL_MS, isVisible }),
    ];
    const onVisibilityChange = () => paces.forEach((pace) => pace.onVisible());
    const stop = onChangeEvent(owner, () => paces.forEach((pace) => pace.run()));
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      stop();
      paces.forEach((pace) => pace.stop());
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [owner]);
}
