/**
 * Calls `onMoved` when the whole list moved without scrolling, because content above it appeared, disappeared or
 * resized.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { scrollerAndList } from './use-windowed-list.ts';

export function useListShift(
  { scroller, list }: { scroller: RefObject<HTMLElement | null>; list: RefObject<HTMLElement | null> },
  onMoved: () => void,
): void {
  const lastTop = useRef<number | null>(null);
  const measure = useCallback(() => {
    const { outer, inner } = scrollerAndList(scroller, list);
    if (!outer || !inner) return;
    const top = Math.round(outer.getBoundingClientRect().top + inner.offsetTop);
    if (lastTop.current !== null && lastTop.current !== top) onMoved();
    lastTop.current = top;
  }, [scroller, list, onMoved]);

  // Content above changes in the same render as this list.
  useLayoutEffect(measure);

  const resize = useRef<{ observer: ResizeObserver; observed: WeakSet<Element> } | null>(null);
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    resize.current = { observer, observed: new WeakSet() };
    return () => {
      observer.disconnect();
      resize.current = null;
    };
  }, [measure]);
  useEffect(() => {
    const { observer, observed } = resize.current ?? {};
    const { outer, inner } = scrollerAndList(scroller, list);
    if (!observer || !observed || !outer || !inner) return;
    // Content above the scroll container takes its height from the container.
    const above = [...outer.children].filter(
      (element) => element.compareDocumentPosition(inner) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    for (const element of [outer, ...above]) {
      if (observed.has(element)) continue;
      observed.add(element);
      observer.observe(element);
    }
  });
}
