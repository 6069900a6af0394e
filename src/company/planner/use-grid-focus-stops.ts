/** Roving tab stop of the planner. It follows the focus, and moves on when its departure leaves the lane. */
import { useCallback, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { positionOf, stopAt, stopByKey, type FocusStop, type FocusStopPosition } from './grid-focus-stops.ts';

export interface GridFocusStops {
  /** Key of the tab stop; null if there is none. */
  stop: string | null;
  onFocus(key: string): void;
  /** Handles a key; returns whether it moved the focus. */
  onKey(event: KeyboardEvent): boolean;
  /** Focuses the stop once it is rendered. */
  focus(): void;
}

export function useGridFocusStops(
  grid: RefObject<HTMLElement | null>,
  rows: readonly (readonly FocusStop[])[],
): GridFocusStops {
  const [active, setActive] = useState<string | null>(null);
  const [requestCount, setRequestCount] = useState(0);
  const last = useRef<FocusStopPosition>({ row: 0, column: 0 });
  const activePosition = positionOf(rows, active);
  const stop = activePosition ? active : (stopAt(rows, last.current)?.key ?? null);

  useLayoutEffect(() => {
    last.current = positionOf(rows, stop) ?? last.current;
  });

  // The focused element was removed with its departure.
  const isRemoved = active !== null && active !== stop;
  useLayoutEffect(() => {
    if (isRemoved && document.activeElement === document.body) setRequestCount((before) => before + 1);
  }, [isRemoved, stop]);

  const handledCount = useRef(0);
  useLayoutEffect(() => {
    if (requestCount === handledCount.current || stop === null) return;
    const element = grid.current?.querySelector<HTMLElement>(`[data-stop="${CSS.escape(stop)}"]`);
    // A lane further down may not be rendered yet; it is focused once it is.
    if (!element) return;
    handledCount.current = requestCount;
    element.focus();
  });

  const focus = useCallback(() => setRequestCount((before) => before + 1), []);
  const onKey = useCallback(
    (event: KeyboardEvent) => {
      const position = positionOf(rows, stop);
      const next = position && stopByKey(rows, position, event);
      if (!next) return false;
      event.preventDefault();
      setActive(next.key);
      focus();
      return true;
    },
    [rows, stop, focus],
  );
  return { stop, onFocus: setActive, onKey, focus };
}
