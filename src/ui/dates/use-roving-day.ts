/** In a grid of days Tab stops at one day, and keys lead from it to the others (ARIA Authoring Practices, date grid). */
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { LocalDate } from '../../domain/ids.ts';
import { dateAfterKey } from '../../lib/month-grid.ts';

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
 * that is not in the grid; `mayLead`: to which days keys lead at all.
 */
export function useRovingDay<E extends HTMLElement>(
  first: LocalDate,
  options: { isIn(date: LocalDate): boolean; onLeave(date: LocalDate): void; mayLead?(date: LocalDate): boolean },
): RovingDay<E> {
  const { isIn, onLeave, mayLead } = options;
  const place = useRef<E>(null);
  const [active, setActive] = useState(first);
  // Which day a key has led to: what is drawn before that day is there (another month comes a moment later) must not take the focus.
  const led = useRef<LocalDate | null>(null);
  const stop = isIn(active) ? active : first;

  const focusOn = (date: LocalDate) => place.current?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus();

  // With the drawing itself: a key that is pressed before the next frame would find the focus nowhere.
  useLayoutEffect(() => {
    if (led.current !== stop) return;
    led.current = null;
    focusOn(stop);
  }, [stop]);

  function lead(date: LocalDate, { focus = false } = {}): void {
    const isAway = led.current !== null || !isIn(date);
    // From within the stop itself there is nothing to wait for.
    const isHere = date === stop;
    led.current = focus && !isHere ? date : null;
    if (focus && isHere) focusOn(date);
    setActive(date);
    if (focus && isAway) onLeave(date);
  }
  return {
    place,
    stop,
    lead,
    onKeyDown(event) {
      // With these it is the browser's or the screen's own.
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      // Pressed again before the other month is there, a key leads on from the day of that month.
      const next = dateAfterKey(led.current ?? stop, event);
      if (next === null) return;
      event.preventDefault();
      if (mayLead?.(next) !== false) lead(next, { focus: true });
    },
  };
}
