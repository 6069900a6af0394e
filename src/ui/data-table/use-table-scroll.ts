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
  scroller: Scroller,
  list: RefObject<VirtualizerHandle | null>,
  { count, onEndReached, onView }: ScrollReports,
) {
  const { onScroll: reportScroll } = useScreenScroll();
  const checkNearEnd = useCallback(() => {
    const outer = scroller.current;
    if (outer && outer.scrollHeight - outer.scrollTop - outer.clientHeight < NEAR_END_PX) onEndReached?.();
  }, [scroller, onEndReached]);
  const reportView = useCallback(() => {
    const virtualizer = list.current;
    if (virtualizer && onView)
      onView(
        virtualizer.findItemIndex(virtualizer.scrollOffset),
        virtualizer.findItemIndex(virtualizer.scrollOffset + virtualizer.viewportSize),
      );
  }, [list, onView]);
  useEffect(() => {
    if (count === undefined) return;
    checkNearEnd();
    reportView();
  }, [count, checkNearEnd, reportView]);
  return {
    // Layout is read in the capture phase, before the virtualizer renders rows: reading it afterwards would force a
    // synchronous layout of all of them.
    onScrollCapture: ({ target }: UIEvent) => {
      if (!scroller.current || target !== scroller.current) return;
      reportScroll(scroller.current);
      checkNearEnd();
    },
    onScroll: reportView,
  };
}

/** Scrolls back to the top when another list is shown. */
export function useScrollToTop(scroller: Scroller, list: string): void {
  const previousList = useRef(list);
  useLayoutEffect(() => {
    if (previousList.current === list) return;
    previousList.current = list;
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [scroller, list]);
}

/** Moves the focus to the active row once the virtualizer has rendered it. */
export function useFocusOnActiveRow(scroller: Scroller, activeId: string | undefined): void {
  useEffect(() => {
    const grid = scroller.current;
    const focused = document.activeElement;
    if (!grid || activeId === undefined || !focused?.hasAttribute('data-entry') || !grid.contains(focused)) return;
    if (focused.getAttribute('data-entry') === activeId) return;
    grid.querySelector<HTMLElement>(`[data-entry="${CSS.escape(activeId)}"]`)?.focus({ preventScroll: true });
  });
}
