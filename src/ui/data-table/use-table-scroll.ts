/** Scrolling of a table: reports what comes into view, and follows the active row and the list. */
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject, type UIEvent } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { useScreenScroll } from '../layout/screen.tsx';

/** Distance from the end, in pixels, at which `onEndReached` is called. */
const NEAR_END_PX = 800;

type Scroller = RefObject<HTMLDivElement | null>;

interface ScrollReports {
  count: number | undefined;
  onEndReached: (() => void) | undefined;
  onView: ((first: number, last: number) => void) | undefined;
}

/** Returns the scroll handlers of the table, which report the rows in view and that the end is near. */
export function useScrollReports(
  scrollerRef: Scroller,
  listRef: RefObject<VirtualizerHandle | null>,
  { count, onEndReached, onView }: ScrollReports,
) {
  const { onScroll: reportScroll } = useScreenScroll();
  const checkNearEnd = useCallback(() => {
    const outer = scrollerRef.current;
    if (outer && outer.scrollHeight - outer.scrollTop - outer.clientHeight < NEAR_END_PX) onEndReached?.();
  }, [scrollerRef, onEndReached]);
  const reportView = useCallback(() => {
    const virtualizer = listRef.current;
    if (virtualizer && onView)
      onView(
        virtualizer.findItemIndex(virtualizer.scrollOffset),
        virtualizer.findItemIndex(virtualizer.scrollOffset + virtualizer.viewportSize),
      );
  }, [listRef, onView]);
  useEffect(() => {
    if (count === undefined) return;
    checkNearEnd();
    reportView();
  }, [count, checkNearEnd, reportView]);
  return {
    // Layout is read in the capture phase, before the virtualizer renders rows: reading it afterwards would force a
    // synchronous layout of all of them.
    onScrollCapture: ({ target }: UIEvent) => {
      if (!scrollerRef.current || target !== scrollerRef.current) return;
      reportScroll(scrollerRef.current);
      checkNearEnd();
    },
    onScroll: reportView,
  };
}

/** Scrolls back to the top when another list is shown. */
export function useScrollToTop(scrollerRef: Scroller, list: string): void {
  const previousList = useRef(list);
  useLayoutEffect(() => {
    if (previousList.current === list) return;
    previousList.current = list;
    if (scrollerRef.current) scrollerRef.current.scrollTop = 0;
  }, [scrollerRef, list]);
}

/** Moves the focus to the active row once the virtualizer has rendered it. */
export function useFocusOnActiveRow(scrollerRef: Scroller, activeId: string | undefined): void {
  useEffect(() => {
    const grid = scrollerRef.current;
    const focused = document.activeElement;
    if (!grid || activeId === undefined || !focused?.hasAttribute('data-entry') || !grid.contains(focused)) return;
    if (focused.getAttribute('data-entry') === activeId) return;
    grid.querySelector<HTMLElement>(`[data-entry="${CSS.escape(activeId)}"]`)?.focus({ preventScroll: true });
  });
}
