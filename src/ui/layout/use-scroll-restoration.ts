/** Restores the scroll position of scrolling elements on back navigation. */
import { useEffect, useLayoutEffect, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const STORE = 'muster-places';
const MAX_ENTRIES = 50;
/** Debounce in milliseconds; incremental scrolling fires `scrollend` for each step. */
const SAVE_DELAY_MS = 100;
/** Milliseconds to wait for rows to load before giving up. */
const LOAD_TIMEOUT_MS = 3000;

function read(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** Stores the position per history entry and `name`, which tells the scrolling elements of a screen apart. */
export function useScrollRestoration(scroller: RefObject<HTMLElement | null>, name: string): void {
  const visit = useLocation().key;
  const isBackNavigation = useNavigationType() === NavigationType.Pop;
  const key = `${visit}/${name}`;

  useLayoutEffect(() => {
    const outer = scroller.current;
    if (!outer) return undefined;
    let saveTimer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      saveTimer = undefined;
      const entries = Object.entries({ ...read(), [key]: outer.scrollTop });
      sessionStorage.setItem(STORE, JSON.stringify(Object.fromEntries(entries.slice(-MAX_ENTRIES))));
    };
    const end = () => {
      clearTimeout(saveTimer);
      saveTimer = setTimeout(save, SAVE_DELAY_MS);
    };
    outer.addEventListener('scrollend', end);
    return () => {
      outer.removeEventListener('scrollend', end);
      clearTimeout(saveTimer);
      // Leaving before the debounce: layout effects clean up while the element is still in the document.
      if (saveTimer !== undefined) save();
    };
  }, [scroller, key]);

  useEffect(() => {
    const outer = scroller.current;
    const savedTop = isBackNavigation ? (read()[key] ?? 0) : 0;
    if (!outer || savedTop === 0) return undefined;
    const controller = new AbortController();
    const observer = new ResizeObserver(() => {
      if (outer.scrollHeight - outer.clientHeight < savedTop) return;
      outer.scrollTop = savedTop;
      controller.abort();
    });
    const timer = setTimeout(() => controller.abort(), LOAD_TIMEOUT_MS);
    controller.signal.addEventListener('abort', () => {
      observer.disconnect();
      clearTimeout(timer);
    });
    for (const event of ['wheel', 'touchstart', 'keydown'])
      outer.addEventListener(event, () => controller.abort(), { passive: true, signal: controller.signal });
    for (const child of outer.children) observer.observe(child);
    return () => controller.abort();
    // Only on mount: later visits have their own entries.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
