/**
 * Keyboard equivalents of mouse actions: arrows move between days and departures, Enter opens the day, Space selects,
 * Shift+arrow extends the selection. Alt+arrow drags, then Enter drops and Escape cancels.
 */
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
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
  const { roving, context, selection, verticalStep, departureAt, onDrop } = options;
  const [drag, setDrag] = useDragTarget(roving.gridRef);
  const moveByArrow = useArrowMove(options);
  const onDayKey = useDaySelection(options);

  /** Handles a key on a departure; returns whether it did. */
  function onDepartureKey(departure: CalendarDeparture, event: KeyboardEvent): boolean {
    const { key, altKey } = event;
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
    return moveByArrow(departure, event);
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
    } else if (departure ? onDepartureKey(departure, event) : date && onDayKey(date, event)) consume();
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

/** Keeps the drag by keyboard, and marks the cell that it targets. */
function useDragTarget(grid: RefObject<HTMLElement | null>) {
  const state = useState<DragState | null>(null);
  const [drag] = state;
  useEffect(() => {
    const cell = drag && findCell(grid.current, drag.to);
    cell?.toggleAttribute('data-over', true);
    return () => {
      cell?.removeAttribute('data-over');
    };
  }, [drag, grid]);
  return state;
}

/** Returns a handler of arrow keys on a departure; it returns whether the key was an arrow. */
function useArrowMove(options: DepartureKeysOptions) {
  const { roving, context, selection } = options;
  const focusDeparture = useDepartureFocus(options);
  return (departure: CalendarDeparture, { key, shiftKey }: KeyboardEvent): boolean => {
    if (!['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].includes(key)) return false;
    const to = neighbourOf(departure, key, options);
    if (to) {
      if (shiftKey && context.mayChange) {
        if (!selection.selected.has(departure.id)) selection.toggle(departure);
        selection.selectRange(to);
      }
      if (to.localDate !== departure.localDate) roving.moveTo(to.localDate);
      focusDeparture(to);
    } else if (key === 'ArrowUp') roving.moveTo(departure.localDate, { focus: true });
    else if (key !== 'ArrowDown')
      roving.moveTo(addDays(departure.localDate, key === 'ArrowLeft' ? -1 : 1), { focus: true });
    return true;
  };
}

/** Returns a function that focuses a departure, once it is rendered. */
function useDepartureFocus({ roving: { gridRef }, onReveal }: DepartureKeysOptions) {
  const pendingFocus = useRef<Uuid | null>(null);
  const findButton = (id: Uuid) => gridRef.current?.querySelector<HTMLElement>(`[data-departure="${CSS.escape(id)}"]`);
  useLayoutEffect(() => {
    if (pendingFocus.current === null) return;
    findButton(pendingFocus.current)?.focus();
    pendingFocus.current = null;
  });
  return (departure: CalendarDeparture) => {
    const button = findButton(departure.id);
    if (!button) {
      pendingFocus.current = departure.id;
      onReveal?.(departure);
    }
    button?.focus();
  };
}

/** Returns the departure in an arrow's direction on the same or an adjacent day, or null. */
function neighbourOf(
  departure: CalendarDeparture,
  key: string,
  { context, roving }: DepartureKeysOptions,
): CalendarDeparture | null {
  const dayDepartures = context.departuresOn(departure.localDate);
  const index = dayDepartures.findIndex(({ id }) => id === departure.id);
  if (key === 'ArrowUp' || key === 'ArrowDown') return dayDepartures[index + (key === 'ArrowUp' ? -1 : 1)] ?? null;
  const date = addDays(departure.localDate, key === 'ArrowLeft' ? -1 : 1);
  // While another range loads, the context still has the departures of the previous one.
  if (!roving.gridRef.current?.querySelector(`[data-date="${date}"]`)) return null;
  const adjacent = context.departuresOn(date);
  return adjacent[Math.min(index, adjacent.length - 1)] ?? null;
}

/** Returns a handler of keys on a whole day; it returns whether the roving focus must ignore the key. */
function useDaySelection({ context, selection }: DepartureKeysOptions) {
  /** Start of a selection of whole days. */
  const firstDay = useRef<LocalDate | null>(null);
  return (date: LocalDate, event: KeyboardEvent): boolean => {
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
  };
}
