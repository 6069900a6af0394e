/** Refetches a company's queries on its change events, throttled and only while the page is visible. */
import { useEffect } from 'react';
import { onChangeEvent } from '../data/change-events.ts';
import type { Uuid } from '../domain/ids.ts';
import { queryClient } from './query-client.ts';

const MIN_INTERVAL_MS = 1000;
/** Topics that change events hardly affect: they are only marked stale and refetched when shown again. */
const RARELY_AFFECTED: ReadonlySet<string> = new Set(['booking-choices', 'booking-views', 'prices']);
/** Topics that are expensive for the server and change little per booking: throttled with the longer interval. */
const EXPENSIVE: ReadonlySet<string> = new Set(['figures']);
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

/** Marks all queries of an owner as stale and refetches the active ones, either the expensive or the others. */
async function bringUpToDate(owner: Uuid, isExpensive: boolean): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [owner], refetchType: 'none' });
  await queryClient.refetchQueries({
    queryKey: [owner],
    type: 'active',
    predicate: ({ queryKey }) =>
      !RARELY_AFFECTED.has(String(queryKey[1])) && EXPENSIVE.has(String(queryKey[1])) === isExpensive,
  });
}

/**
 * Subscribes to change events of a company or organisation and invalidates its queries; null: subscribes to nothing.
 */
export function useInvalidation(owner: Uuid | null): void {
  useEffect(() => {
    if (owner === null) return undefined;
    const isVisible = () => document.visibilityState === 'visible';
    const throttles = [
      throttle(() => void bringUpToDate(owner, false), { pause: MIN_INTERVAL_MS, isVisible }),
      throttle(() => void bringUpToDate(owner, true), { pause: EXPENSIVE_INTERVAL_MS, isVisible }),
    ];
    const onVisibilityChange = () => throttles.forEach((throttled) => throttled.onVisible());
    const stop = onChangeEvent(owner, () => throttles.forEach((throttled) => throttled.run()));
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      stop();
      throttles.forEach((throttled) => throttled.stop());
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [owner]);
}
