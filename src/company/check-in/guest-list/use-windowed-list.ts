/** Returns the visible range of rows of equal height; positions need no measuring. */
import { useCallback, useEffect, useLayoutEffect, useState, type RefObject } from 'react';

/** Extra rows rendered beyond each edge. */
const SPARE_ROWS = 8;
/** Assumed height until measured: a tall tablet. */
const ASSUMED_HEIGHT_PX = 1200;

export interface ListWindow {
  from: number;
  to: number;
  /** Scrolls just enough to show a whole row. */
  reveal(index: number): void;
}

export const scrollerAndList = (scroller: RefObject<HTMLElement | null>, list: RefObject<HTMLElement | null>) => ({
  outer: scroller.current,
  inner: list.current,
});

export function useWindowedList(
  { scroller, list }: { scroller: RefObject<HTMLElement | null>; list: RefObject<HTMLElement | null> },
  /** `covered`: height of the sticky header above the rows. */
  { count, height, covered }: { count: number; height: number; covered: number },
): ListWindow {
  const [start, setStart] = useState(0);
  const [room, setRoom] = useState(ASSUMED_HEIGHT_PX);

  const onScroll = useCallback(() => {
    const { outer, inner } = scrollerAndList(scroller, list);
    if (!outer || !inner) return;
    const first = Math.floor((outer.scrollTop - inner.offsetTop) / height);
    // Moves in steps of four rows, to re-render less often.
    setStart(Math.max(0, first - (first % 4)));
  }, [scroller, list, height]);

  useLayoutEffect(onScroll, [onScroll, count]);
  useLayoutEffect(() => {
    const outer = scroller.current;
    outer?.addEventListener('scroll', onScroll, { passive: true });
    return () => outer?.removeEventListener('scroll', onScroll);
  }, [scroller, onScroll]);
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
      const { outer, inner } = scrollerAndList(scroller, list);
      if (!outer || !inner) return;
      const top = inner.offsetTop + index * height;
      if (top - covered < outer.scrollTop) outer.scrollTop = index === 0 ? 0 : top - covered;
      else if (top + height > outer.scrollTop + outer.clientHeight) outer.scrollTop = top + height - outer.clientHeight;
    },
    [scroller, list, height, covered],
  );

  const from = Math.max(0, start - SPARE_ROWS);
  const to = Math.min(count, start + Math.ceil(room / height) + 4 + SPARE_ROWS);
  return { from, to, reveal };
}
