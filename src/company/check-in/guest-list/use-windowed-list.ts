/** Which rows of one height are in sight. All know where they stand without being measured, so that none waits to be seen. */
import { useCallback, useEffect, useLayoutEffect, useState, type RefObject } from 'react';

/** So many rows are ready beyond either edge. */
const SPARE = 8;
/** Until the list has been measured; a tall tablet's. */
const TALLEST = 1200;

export interface ListWindow {
  from: number;
  to: number;
  /** For the list's scrolling. */
  onScroll(): void;
  /** Scrolls as little as it takes to show a row whole. */
  reveal(index: number): void;
}

export const elements = (scroller: RefObject<HTMLElement | null>, list: RefObject<HTMLElement | null>) => ({
  outer: scroller.current,
  inner: list.current,
});

export function useWindowedList(
  { scroller, list }: { scroller: RefObject<HTMLElement | null>; list: RefObject<HTMLElement | null> },
  /** `covered`: by what stays at the top while the rows scroll under it. */
  { count, height, covered }: { count: number; height: number; covered: number },
): ListWindow {
  const [start, setStart] = useState(0);
  const [room, setRoom] = useState(TALLEST);

  const onScroll = useCallback(() => {
    const { outer, inner } = elements(scroller, list);
    if (!outer || !inner) return;
    const first = Math.floor((outer.scrollTop - inner.offsetTop) / height);
    // Not at every row: a window of steps is drawn anew seldom.
    setStart(Math.max(0, first - (first % 4)));
  }, [scroller, list, height]);

  useLayoutEffect(onScroll, [onScroll, count]);
  useEffect(() => {
    const outer = scroller.current;
    if (!outer) return undefined;
    const observer = new ResizeObserver(() => {
      setRoom(outer.clientHeight);
      onScroll();
    });
    observer.observe(outer);
    return () => observer.disconnect();
  }, [scroller, onScroll]);

  const reveal = useCallback(
    (index: number) => {
      const { outer, inner } = elements(scroller, list);
      if (!outer || !inner) return;
      const top = inner.offsetTop + index * height;
      if (top - covered < outer.scrollTop) outer.scrollTop = index === 0 ? 0 : top - covered;
      else if (top + height > outer.scrollTop + outer.clientHeight) outer.scrollTop = top + height - outer.clientHeight;
    },
    [scroller, list, height, covered],
  );

  const from = Math.max(0, start - SPARE);
  const to = Math.min(count, start + Math.ceil(room / height) + 4 + SPARE);
  return { from, to, onScroll, reveal };
}
