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
  place: RefObject<HTMLElement | null>,
  rows: readonly (readonly FocusStop[])[],
): GridFocusStops {
  const [active, setActive] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  const last = useRef<FocusStopPosition>({ row: 0, column: 0 });
  const found = positionOf(rows, active);
  const stop = found ? active : (stopAt(rows, last.current)?.key ?? null);

  useLayoutEffect(() => {
    last.current = positionOf(rows, stop) ?? last.current;
  });

  // The focused element was removed with its departure.
  const lost = active !== null && active !== stop;
  useLayoutEffect(() => {
    if (lost && document.activeElement === document.body) setAsked((before) => before + 1);
  }, [lost, stop]);

  const wanted = useRef(0);
  useLayoutEffect(() => {
    if (asked === wanted.current || stop === null) return;
    const element = place.current?.querySelector<HTMLElement>(`[data-stop="${CSS.escape(stop)}"]`);
    // A lane further down may not be rendered yet; it is focused once it is.
    if (!element) return;
    wanted.current = asked;
    element.focus();
  });

  const focus = useCallback(() => setAsked((before) => before + 1), []);
  const onKey = useCallback(
    (event: KeyboardEvent) => {
      const here = positionOf(rows, stop);
      const next = here && stopByKey(rows, here, event);
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
