import { useEffect, useRef } from 'react';

/**
 * Looks anew `every` so many milliseconds and whenever one comes back to the page, while it is seen; null: not yet. `also`: what else the
 * window tells by which something may be new.
 */
export function useLookAgain(look: () => Promise<void>, every: number | null, also: 'online' | 'pageshow'): void {
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  });
  useEffect(() => {
    if (every === null) return undefined;
    const again = () => {
      if (document.visibilityState === 'visible') void latest.current();
    };
    const timer = setInterval(again, every);
    document.addEventListener('visibilitychange', again);
    window.addEventListener('focus', again);
    window.addEventListener(also, again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener('focus', again);
      window.removeEventListener(also, again);
    };
  }, [every, also]);
}
