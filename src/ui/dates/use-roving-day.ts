/** Roving tabindex for a grid of days (ARIA Authoring Practices, date grid). */
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { LocalDate } from '../../domain/ids.ts';
import { dateAfterKey } from '../../lib/month-grid.ts';

export interface RovingDay<E extends HTMLElement> {
  /** Ref of the grid, whose days have `data-date`. */
  gridRef: RefObject<E | null>;
  /** The day that is the tab stop. */
  tabStop: LocalDate;
  /** Makes a day the tab stop; `focus` also focuses it once it is rendered. */
  moveTo(date: LocalDate, options?: { focus?: boolean }): void;
  onKeyDown(event: KeyboardEvent): void;
}

/**
 * `first` is the tab stop until a day is active, and while the active one is not in the grid. `onLeave` is called when
 * a key leads to a day outside of the grid; `canMoveTo` limits the days that keys lead to.
 */
export function useRovingDay<E extends HTMLElement>(
  first: LocalDate,
  options: { isIn(date: LocalDate): boolean; onLeave(date: LocalDate): void; canMoveTo?(date: LocalDate): boolean },
): RovingDay<E> {
  const { isIn, onLeave, canMoveTo } = options;
  const gridRef = useRef<E>(null);
  const [active, setActive] = useState(first);
  // The day that a key has led to. Another month renders later, and what renders before that must not take the focus.
  const focusTarget = useRef<LocalDate | null>(null);
  const tabStop = isIn(active) ? active : first;

  const focusOn = (date: LocalDate) => gridRef.current?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus();

  // A layout effect, as a key pressed before the next frame would find nothing focused.
  useLayoutEffect(() => {
    if (focusTarget.current !== tabStop) return;
    focusTarget.current = null;
    focusOn(tabStop);
  }, [tabStop]);

  function moveTo(date: LocalDate, { focus = false } = {}): void {
    // A pending target may have requested another month, even if this day is in the one that is still rendered.
    const leavesGrid = focusTarget.current !== null || !isIn(date);
    // If the day is already the tab stop, no render follows to wait for.
    const isTabStop = date === tabStop;
    focusTarget.current = focus && !isTabStop ? date : null;
    if (focus && isTabStop) focusOn(date);
    setActive(date);
    if (focus && leavesGrid) onLeave(date);
  }
  return {
    gridRef,
    tabStop,
    moveTo,
    onKeyDown(event) {
      // With modifiers the key belongs to the browser or the screen.
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      // If a key is pressed again before the other month has rendered, continue from the day it leads to.
      const next = dateAfterKey(focusTarget.current ?? tabStop, event);
      if (next === null) return;
      event.preventDefault();
      if (canMoveTo?.(next) !== false) moveTo(next, { focus: true });
    },
  };
}
