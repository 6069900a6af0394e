/** In a grid of days Tab stops at one day, and keys lead from it to the others (ARIA Authoring Practices, date grid). */
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { LocalDate } from '../domain/ids.ts';
import { dateByKey } from '../lib/month-grid.ts';

export interface RovingDay<E extends HTMLElement> {
  /** For the grid, whose days carry `data-date`. */
  place: RefObject<E | null>;
  /** The day at which Tab stops. */
  stop: LocalDate;
  /** Makes another day the stop; `focus`: and leads there once it is drawn. */
  lead(date: LocalDate, options?: { focus?: boolean }): void;
  onKeyDown(event: KeyboardEvent): void;
}

/**
 * `first`: where Tab stops before a day was active, and when the active one is not in the grid. `onLeave`: a key has led to a day
 * that is not in the grid.
 */
export function useRovingDay<E extends HTMLElement>(
  first: LocalDate,
  { isIn, onLeave }: { isIn(date: LocalDate): boolean; onLeave(date: LocalDate): void },
): RovingDay<E> {
  const place = useRef<E>(null);
  const [active, setActive] = useState(first);
  // Which day a key has led to: what is drawn before that day is there (another month comes a moment later) must not take the focus.
  const led = useRef<LocalDate | null>(null);
  const stop = isIn(active) ? active : first;

  const focusOn = (date: LocalDate) => place.current?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus();

  useEffect(() => {
    if (led.current !== stop) return;
    led.current = null;
    focusOn(stop);
  }, [stop]);

  function lead(date: LocalDate, { focus = false } = {}): void {
    // From within the stop itself there is nothing to wait for.
    if (focus && date === stop) focusOn(date);
    else led.current = focus ? date : null;
    setActive(date);
    if (focus && !isIn(date)) onLeave(date);
  }
  return {
    place,
    stop,
    lead,
    onKeyDown(event) {
      // With these it is the browser's or the screen's own.
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const next = dateByKey(stop, event);
      if (next === null) return;
      event.preventDefault();
      lead(next, { focus: true });
    },
  };
}
