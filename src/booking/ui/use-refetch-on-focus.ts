import { useLayoutEffect, useRef } from 'react';

/** Milliseconds until a restored network is assumed to work. */
const SETTLED = 3000;

/**
 * Refetches every `every` milliseconds and on focus, while the page is visible; null pauses. `also` is another window event that
 * triggers it.
 */
export function useRefetchOnFocus(look: () => Promise<void>, every: number | null, also: 'online' | 'pageshow'): void {
  const latest = useRef(look);
  useLayoutEffect(() => {
    latest.current = look;
  });
  // Subscribes before the first paint, so that a focus event right after it is not missed.
  useLayoutEffect(() => {
    if (every === null) return undefined;
    const again = () => {
      if (document.visibilityState === 'visible') void latest.current();
    };
    const timer = setInterval(again, every);
    let late: ReturnType<typeof setTimeout> | undefined;
    // The first request on a restored network may fail, so a second one follows.
    const back = () => {
      again();
      clearTimeout(late);
      if (also === 'online') late = setTimeout(again, SETTLED);
    };
    document.addEventListener('visibilitychange', again);
    window.addEventListener('focus', again);
    window.addEventListener(also, back);
    return () => {
      clearInterval(timer);
      clearTimeout(late);
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener('focus', again);
      window.removeEventListener(also, back);
    };
  }, [every, also]);
}
