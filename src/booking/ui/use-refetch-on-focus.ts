import { useLayoutEffect, useRef } from 'react';

/** Milliseconds after which a network that came back carries what is asked. */
const SETTLED = 3000;

/**
 * Looks anew `every` so many milliseconds and whenever one comes back to the page, while it is seen; null: not yet. `also`: what else the
 * window tells by which something may be new.
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
    // A network that has just come back does not always carry the first question.
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
