/** Restores the scroll position of scrolling elements on back navigation. */
import { useEffect, useLayoutEffect, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const STORE = 'muster-places';
const KEPT = 50;
/** Debounce in milliseconds; incremental scrolling fires `scrollend` for each step. */
const REST = 100;
/** Milliseconds to wait for rows to load before giving up. */
const PATIENCE = 3000;

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
  const cameBack = useNavigationType() === NavigationType.Pop;
  const key = `${visit}/${name}`;

  useLayoutEffect(() => {
    const outer = scroller.current;
    if (!outer) return undefined;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      rest = undefined;
      const entries = Object.entries({ ...read(), [key]: outer.scrollTop });
      sessionStorage.setItem(STORE, JSON.stringify(Object.fromEntries(entries.slice(-KEPT))));
    };
    const end = () => {
      clearTimeout(rest);
      rest = setTimeout(save, REST);
    };
    outer.addEventListener('scrollend', end);
    return () => {
      outer.removeEventListener('scrollend', end);
      clearTimeout(rest);
      // Leaving before the debounce: layout effects clean up while the element is still in the document.
      if (rest !== undefined) save();
    };
  }, [scroller, key]);

  useEffect(() => {
    const outer = scroller.current;
    const wanted = cameBack ? (read()[key] ?? 0) : 0;
    if (!outer || wanted === 0) return undefined;
    const away = new AbortController();
    const observer = new ResizeObserver(() => {
      if (outer.scrollHeight - outer.clientHeight < wanted) return;
      outer.scrollTop = wanted;
      away.abort();
    });
    const timer = setTimeout(() => away.abort(), PATIENCE);
    away.signal.addEventListener('abort', () => {
      observer.disconnect();
      clearTimeout(timer);
    });
    for (const event of ['wheel', 'touchstart', 'keydown'])
      outer.addEventListener(event, () => away.abort(), { passive: true, signal: away.signal });
    for (const child of outer.children) observer.observe(child);
    return () => away.abort();
    // Only on mount: later visits have their own entries.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
