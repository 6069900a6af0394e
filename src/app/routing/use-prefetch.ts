/**
 * Prefetches code and data that are likely needed next: the code of the menu's screens one second after a navigation,
 * and a guide's own months.
 */
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { useCurrentUser } from '../../session/use-session.ts';
import type { RouteUser } from './guards.ts';
import { menuFor } from '../frame/menu.tsx';
import { lazyScreenFor } from './screens.tsx';

export const PREFETCH_DELAY_MS = 1000;

export function usePrefetch(routeUser: RouteUser | null): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (!routeUser || !navigator.onLine) return undefined;
    const timer = setTimeout(() => {
      // A chunk that fails to load is retried, and its failure handled, when its screen is opened.
      for (const { route } of menuFor(routeUser))
        void lazyScreenFor(route)
          ?.preload()
          .catch(() => undefined);
    }, PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [pathname, routeUser]);
}

/**
 * Runs once per start and company, and when the network returns. Its code loads here, as the first list doesn't need
 * it.
 */
export function usePrefetchGuideSchedule(): void {
  const currentUser = useCurrentUser();
  const isGuide = currentUser?.can('INDIVIDUAL_SCHEDULE_ACCESS') ?? false;
  const company = currentUser?.company?.id;
  const prefetch = useEffectEvent(
    () =>
      void import('./prefetch-guide-schedule.ts')
        .then(({ prefetchGuideSchedule }) => currentUser && prefetchGuideSchedule(currentUser))
        .catch(() => undefined),
  );
  useEffect(() => {
    if (!isGuide || company === undefined) return undefined;
    const onOnline = () => prefetch();
    const timer = setTimeout(() => navigator.onLine && prefetch(), 2 * PREFETCH_DELAY_MS);
    window.addEventListener('online', onOnline);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [isGuide, company]);
}
