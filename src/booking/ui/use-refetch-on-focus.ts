import { useLayoutEffect, useRef } from 'react';

/** Milliseconds until a restored network is assumed to work. */
const NETWORK_SETTLE_MS = 3000;

/**
 * Refetches every `every` milliseconds and on focus, while the page is visible; null pauses. `also` is another window
 * event that triggers it.
 */
export function useRefetchOnFocus(
  refetch: () => Promise<void>,
  every: number | null,
  also: 'online' | 'pageshow',
): void {
  const latest = useRef(refetch);
  useLayoutEffect(() => {
    latest.current = refetch;
  });
  // Subscribes before the first paint, so that a focus event right after it is not missed.
  useLayoutEffect(() => {
    if (every === null) return undefined;
    const refetchIfVisible = () => {
      if (document.visibilityState === 'visible') void latest.current();
    };
    const timer = setInterval(refetchIfVisible, every);
    let settleTimer: ReturnType<typeof setTimeout> | undefined;
    // The first request on a restored network may fail, so a second one follows.
    const back = () => {
      refetchIfVisible();
      clearTimeout(settleTimer);
      if (also === 'online') settleTimer = setTimeout(refetchIfVisible, NETWORK_SETTLE_MS);
    };
    document.addEventListener('visibilitychange', refetchIfVisible);
    window.addEventListener('focus', refetchIfVisible);
    window.addEventListener(also, back);
    return () => {
      clearInterval(timer);
      clearTimeout(settleTimer);
      document.removeEventListener('visibilitychange', refetchIfVisible);
      window.removeEventListener('focus', refetchIfVisible);
      window.removeEventListener(also, back);
    };
  }, [every, also]);
}
