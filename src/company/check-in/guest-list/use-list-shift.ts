/**
 * Calls `onMoved` when the whole list moved without scrolling, because content above it appeared, disappeared or
 * resized.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { elements } from './use-windowed-list.ts';

export function useListShift(
  { scroller, list }: { scroller: RefObject<HTMLElement | null>; list: RefObject<HTMLElement | null> },
  onMoved: () => void,
): void {
  const place = useRef<number | null>(null);
  const look = useCallback(() => {
    const { outer, inner } = elements(scroller, list);
    if (!outer || !inner) return;
    const now = Math.round(outer.getBoundingClientRect().top + inner.offsetTop);
    if (place.current !== null && place.current !== now) onMoved();
    place.current = now;
  }, [scroller, list, onMoved]);

  // Content above changes in the same render as this list.
  useLayoutEffect(look);

  const heights = useRef<{ observer: ResizeObserver; known: WeakSet<Element> } | null>(null);
  useEffect(() => {
    const observer = new ResizeObserver(look);
    heights.current = { observer, known: new WeakSet() };
    return () => {
      observer.disconnect();
      heights.current = null;
    };
  }, [look]);
  useEffect(() => {
    const { observer, known } = heights.current ?? {};
    const { outer, inner } = elements(scroller, list);
    if (!observer || !known || !outer || !inner) return;
    // Content above the scroll container takes its height from the container.
    const above = [...outer.children].filter(
      (one) => one.compareDocumentPosition(inner) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    for (const one of [outer, ...above]) {
      if (known.has(one)) continue;
      known.add(one);
      observer.observe(one);
    }
  });
}
