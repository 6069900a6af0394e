/** Fetches the code of the screens that are likely next, one second after a navigation. */
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Visitor } from './guards.ts';
import { menuFor } from './menu.tsx';
import { screenOf } from './screens.tsx';

export const PREFETCH_DELAY = 1000;

export function usePrefetch(visitor: Visitor | null): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (!visitor || !navigator.onLine) return undefined;
    const timer = setTimeout(() => {
      // A chunk that does not come now comes, or says why, when its screen is opened.
      for (const { route } of menuFor(visitor))
        void screenOf(route)
          ?.preload()
          .catch(() => undefined);
    }, PREFETCH_DELAY);
    return () => clearTimeout(timer);
  }, [pathname, visitor]);
}
