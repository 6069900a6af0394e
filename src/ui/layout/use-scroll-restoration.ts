/** Going back leads to where one was, in what scrolls by itself. */
import { useEffect, useLayoutEffect, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const STORE = 'muster-places';
const KEPT = 50;
/** Milliseconds of rest after which it is kept: what scrolls bit by bit comes to its end with each of them. */
const REST = 100;
/** Milliseconds for which a place is waited for: its rows may have to come first. */
const PATIENCE = 3000;

function read(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** Keeps the place of a scroller under `name` and the visit; `name` tells the scrollers of one screen apart. */
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
      // Whoever leaves before: it is still there, as layout effects end before what they belong to goes.
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
    // Once, when the screen is come back to; later visits of it are its own.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
