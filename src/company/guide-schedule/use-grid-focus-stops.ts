/** The one stop of the lanes that Tab leads to. It follows the focus, and goes on to the next when its departure leaves the lane. */
import { useCallback, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { positionOf, stopAt, stopByKey, type FocusStop, type FocusStopPosition } from './grid-focus-stops.ts';

export interface GridFocusStops {
  /** The key of the stop; null where there is nothing at all. */
  stop: string | null;
  onFocus(key: string): void;
  /** Answers whether the key led somewhere. */
  onKey(event: KeyboardEvent): boolean;
  /** Gives the stop the focus once it is drawn. */
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

  // What had the focus has left its lane, and the focus with it.
  const lost = active !== null && active !== stop;
  useLayoutEffect(() => {
    if (lost && document.activeElement === document.body) setAsked((before) => before + 1);
  }, [lost, stop]);

  const wanted = useRef(0);
  useLayoutEffect(() => {
    if (asked === wanted.current || stop === null) return;
    const element = place.current?.querySelector<HTMLElement>(`[data-stop="${CSS.escape(stop)}"]`);
    // A lane far below may not be drawn yet: it gets the focus as it is.
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
