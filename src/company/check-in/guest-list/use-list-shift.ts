/** Tells when the whole list has moved without being scrolled: what stands above it came, went or changed its height. */
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

  // What comes or goes above does so with the roll-call, which this list is drawn with.
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
    // What stands above the scroller takes its height from it.
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
