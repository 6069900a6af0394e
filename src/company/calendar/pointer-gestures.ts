/** Pointer gestures of the calendar: dragging a departure, and drawing a selection box. */
import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
import type { IntlShape } from 'react-intl';
import type { CalendarDeparture } from '../../domain/calendar.ts';
import type { CalendarContext } from './calendar-context.ts';
import { formatDragState, isSameDropTarget, dropTargetInCell, dropTargetOf, type DropTarget } from './drag-state.ts';

export interface DragGesture {
  move(event: PointerEvent): void;
  /** Removes the drag image or box. */
  clear(): void;
  /** Completes the drag at the current position. */
  complete(): void;
}

export interface GestureOptions {
  grid: RefObject<HTMLElement | null>;
  context: CalendarContext;
  classNames: { ghost: string; box: string };
  departureAt(target: EventTarget | null): CalendarDeparture | null;
  onDrop(departure: CalendarDeparture, to: DropTarget): void;
  onBox(departures: CalendarDeparture[], options: { add: boolean }): void;
}

const createOverlay = (className: string) => {
  const element = document.body.appendChild(document.createElement('div'));
  element.className = className;
  return element;
};

/** Drags a departure with an image that names the target. */
export function startDrag(
  departure: CalendarDeparture,
  options: Readonly<RefObject<GestureOptions>>,
  intl: IntlShape,
): DragGesture {
  const { context, classNames } = options.current;
  const from = dropTargetOf(departure, context);
  const ghost = createOverlay(classNames.ghost);
  ghost.setAttribute('role', 'status');
  let cell: HTMLElement | null = null;
  let to: DropTarget = from;
  return {
    move({ clientX, clientY }) {
      ghost.style.transform = `translate(${clientX + 12}px, ${clientY + 12}px)`;
      const target = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-drop]') ?? null;
      if (target !== cell) {
        delete cell?.dataset['over'];
        cell = target;
        if (cell) cell.dataset['over'] = '';
      }
      const next = (cell && dropTargetInCell(cell, { time: from.time, y: clientY })) ?? from;
      if (isSameDropTarget(next, to) && ghost.textContent) return;
      to = next;
      ghost.textContent = formatDragState({ departure, to }, { context, intl });
    },
    clear() {
      delete cell?.dataset['over'];
      ghost.remove();
    },
    complete() {
      if (!isSameDropTarget(from, to)) options.current.onDrop(departure, to);
    },
  };
}

/** Draws a box that selects the departures it touches. */
export function startBox(down: ReactPointerEvent, options: Readonly<RefObject<GestureOptions>>): DragGesture {
  const { grid, classNames, departureAt } = options.current;
  const box = createOverlay(classNames.box);
  const entries = [...(grid.current?.querySelectorAll<HTMLElement>('[data-departure]') ?? [])].map((element) => ({
    element,
    rect: element.getBoundingClientRect(),
  }));
  const { clientX: x, clientY: y } = down;
  let insideElements: HTMLElement[] = [];
  return {
    move({ clientX, clientY }) {
      const [left, right] = [Math.min(x, clientX), Math.max(x, clientX)];
      const [top, bottom] = [Math.min(y, clientY), Math.max(y, clientY)];
      Object.assign(box.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${right - left}px`,
        height: `${bottom - top}px`,
      });
      insideElements = [];
      for (const { element, rect } of entries) {
        const isIn = rect.left < right && rect.right > left && rect.top < bottom && rect.bottom > top;
        if (isIn) insideElements.push(element);
        element.toggleAttribute('data-boxed', isIn);
      }
    },
    clear() {
      box.remove();
      for (const { element } of entries) element.removeAttribute('data-boxed');
    },
    complete() {
      const add = down.ctrlKey || down.metaKey || down.shiftKey;
      options.current.onBox(
        insideElements.map(departureAt).filter((departure) => departure !== null),
        { add },
      );
    },
  };
}
