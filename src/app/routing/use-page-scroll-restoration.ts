/**
 * Scrolls the window to the top of a new page, and restores its position on back navigation. For pages without a
 * `Screen`, which scrolls itself (`ui/layout/use-scroll-restoration.ts`).
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const STORAGE_KEY = 'muster-scroll';
const MAX_ENTRIES = 50;

function read(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

export function usePageScrollRestoration(): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const last = useRef<string | null>(null);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const save = () => {
      const entries = Object.entries({ ...read(), [key]: window.scrollY });
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(entries.slice(-MAX_ENTRIES))));
    };
    window.addEventListener('scrollend', save);
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('scrollend', save);
      window.removeEventListener('pagehide', save);
    };
  }, [key]);

  useLayoutEffect(() => {
    const from = last.current;
    last.current = pathname;
    if (type === NavigationType.Pop) window.scrollTo(0, read()[key] ?? 0);
    // A change of only the query is a filter or detail of the same screen, which keeps its position.
    else if (from !== null && from !== pathname) window.scrollTo(0, 0);
  }, [key, pathname, type]);
}
