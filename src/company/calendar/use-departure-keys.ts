/**
 * Keyboard equivalents of mouse actions: arrows move between departures, Space selects, Shift+arrow extends the
 * selection, Alt+arrow drags, Enter drops, Escape cancels.
 */
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { CalendarDeparture } from '../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { addDays } from '../../lib/local-date.ts';
import { dateAfterKey } from '../../lib/month-grid.ts';
import type { RovingDay } from '../../ui/dates/use-roving-day.ts';
import type { CalendarContext } from './calendar-context.ts';
import {
  findCell,
  isSameDropTarget,
  dropTargetOf,
  moveDropTargetByKey,
  type DragState,
  type DropTarget,
} from './drag-state.ts';
import { isChangeable } from '../../features/departure-changes/departure-change.ts';
import type { Selection } from './use-selection.ts';

export interface DepartureKeysOptions {
  roving: RovingDay<HTMLTableElement>;
  context: CalendarContext;
  selection: Selection;
  /** Step of up and down while dragging. */
  verticalStep: 'week' | 'halfHour';
  departureAt(target: EventTarget | null): CalendarDeparture | null;
  onDrop(departure: CalendarDeparture, to: DropTarget): void;
  /** Scrolls to a departure that a full day hides; omitted where all are visible. */
  onReveal?: ((departure: CalendarDeparture) => void) | undefined;
}

export function useDepartureKeys(options: DepartureKeysOptions) {
  const { roving, context, selection, verticalStep, departureAt, onDrop, onReveal } = options;
  const [drag, setDrag] = useState<DragState | null>(null);
  const grid = roving.gridRef;
  /** Start of a selection of whole days. */
  const firstDay = useRef<LocalDate | null>(null);

  useEffect(() => {
    const cell = drag && findCell(grid.current, drag.to);
    cell?.toggleAttribute('data-over', true);
    return () => {
      cell?.removeAttribute('data-over');
    };
  }, [drag, grid]);

  const findButton = (id: Uuid) => grid.current?.querySelector<HTMLElement>(`[data-departure="${CSS.escape(id)}"]`);
  /** Departure to focus once it is rendered. */
  const pendingFocus = useRef<Uuid | null>(null);
  useLayoutEffect(() => {
    if (pendingFocus.current === null) return;
    findButton(pendingFocus.current)?.focus();
    pendingFocus.current = null;
  });

  /** Returns the departure in an arrow's direction on the same or the next day, or null. */
  function neighbour(departure: CalendarDeparture, key: string): CalendarDeparture | null {
    const dayDepartures = context.departuresOn(departure.localDate);
    const index = dayDepartures.findIndex(({ id }) => id === departure.id);
    if (key === 'ArrowUp' || key === 'ArrowDown') return dayDepartures[index + (key === 'ArrowUp' ? -1 : 1)] ?? null;
    const date = addDays(departure.localDate, key === 'ArrowLeft' ? -1 : 1);
    if (!grid.current?.querySelector(`[data-date="${date}"]`)) return null;
    const adjacent = context.departuresOn(date);
    return adjacent[Math.min(index, adjacent.length - 1)] ?? null;
  }

  /** Handles a key on a departure; returns whether it did. */
  function withDeparture(departure: CalendarDeparture, event: KeyboardEvent): boolean {
    const { key, shiftKey, altKey } = event;
    if (altKey) {
      const from = drag?.departure.id === departure.id ? drag.to : dropTargetOf(departure, context);
      const to = context.mayChange && isChangeable(departure) ? moveDropTargetByKey(from, { key, verticalStep }) : null;
      if (to) setDrag({ departure, to });
      return to !== null;
    }
    if (key === 'Enter' || (key === ' ' && !context.mayChange)) {
      context.openDay(departure.localDate);
      return true;
    }
    if (key === ' ') {
      selection.toggle(departure);
      return true;
    }
    if (!['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].includes(key)) return false;
    const to = neighbour(departure, key);
    if (to) {
      if (shiftKey && context.mayChange) {
        if (!selection.selected.has(departure.id)) selection.toggle(departure);
        selection.selectRange(to);
      }
      if (to.localDate !== departure.localDate) roving.moveTo(to.localDate);
      const button = findButton(to.id);
      if (!button) {
        pendingFocus.current = to.id;
        onReveal?.(to);
      }
      button?.focus();
    } else if (key === 'ArrowUp') roving.moveTo(departure.localDate, { focus: true });
    else if (key !== 'ArrowDown')
      roving.moveTo(addDays(departure.localDate, key === 'ArrowLeft' ? -1 : 1), { focus: true });
    return true;
  }

  /** Handles a key on a whole day; returns whether the roving focus must ignore it. */
  function withDay(date: LocalDate, event: KeyboardEvent): boolean {
    if (!context.mayChange || event.altKey || event.ctrlKey || event.metaKey) return false;
    if (event.key === ' ') {
      firstDay.current = date;
      const changeable = context.departuresOn(date).filter(isChangeable);
      const isDaySelected = changeable.length > 0 && changeable.every(({ id }) => selection.selected.has(id));
      if (isDaySelected) for (const departure of changeable) selection.toggle(departure);
      else selection.select(changeable, { add: true });
      return true;
    }
    const next = event.key.startsWith('Arrow') ? dateAfterKey(date, event) : null;
    if (next === null) return false;
    if (!event.shiftKey) firstDay.current = null;
    else {
      firstDay.current ??= date;
      const [from, to] = [firstDay.current, next].sort();
      selection.select(
        context.departures.filter(({ localDate }) => localDate >= from! && localDate <= to!),
        { add: false },
      );
    }
    return false;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const departure = departureAt(target);
    const { date } = target.dataset;
    const consume = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (drag && (event.key === 'Escape' || event.key === 'Enter')) {
      consume();
      setDrag(null);
      if (event.key === 'Enter' && !isSameDropTarget(drag.to, dropTargetOf(drag.departure, context)))
        onDrop(drag.departure, drag.to);
    } else if (event.key === 'Escape' && selection.selected.size > 0) {
      consume();
      selection.clear();
    } else if (departure ? withDeparture(departure, event) : date && withDay(date, event)) consume();
    else roving.onKeyDown(event);
  }

  return {
    drag,
    onKeyDown,
    // Firefox clicks a button on keyup of Space.
    onKeyUp: (event: KeyboardEvent) => {
      if (event.key === ' ' && context.mayChange) event.preventDefault();
    },
    onBlur: () => setDrag(null),
  };
}
