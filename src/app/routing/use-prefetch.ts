/**
 * Prefetches code and data that are likely needed next: the code of the menu's screens one second after a navigation,
 * and a guide's own months.
 */
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { useActing } from '../../session/use-session.ts';
import type { Visitor } from './guards.ts';
import { menuFor } from '../frame/menu.tsx';
import { lazyScreenFor } from './screens.tsx';

export const PREFETCH_DELAY_MS = 1000;

export function usePrefetch(visitor: Visitor | null): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (!visitor || !navigator.onLine) return undefined;
    const timer = setTimeout(() => {
      // A chunk that fails to load is retried, and its failure handled, when its screen is opened.
      for (const { route } of menuFor(visitor))
        void lazyScreenFor(route)
          ?.preload()
          .catch(() => undefined);
    }, PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [pathname, visitor]);
}

/** Runs once per start and company. Its code loads here, as the first list doesn't need it. */
export function usePrefetchGuideSchedule(): void {
  const acting = useActing();
  const isGuide = acting?.can('INDIVIDUAL_SCHEDULE_ACCESS') ?? false;
  const company = acting?.company?.id;
  const hold = useEffectEvent(
    () =>
      void import('./prefetch-guide-schedule.ts')
        .then(({ prefetchGuideSchedule }) => acting && prefetchGuideSchedule(acting))
        .catch(() => undefined),
  );
  useEffect(() => {
    if (!isGuide || company === undefined) return undefined;
    const onOnline = () => hold();
    const timer = setTimeout(() => navigator.onLine && hold(), 2 * PREFETCH_DELAY_MS);
    window.addEventListener('online', onOnline);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [isGuide, company]);
}
