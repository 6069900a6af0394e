/** Drags departures and draws selection boxes with mouse or pen; touch scrolls instead. */
import { useRef, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import type { CalendarDeparture } from '../../domain/calendar.ts';
import type { CalendarContext } from './calendar-context.ts';
import { formatDragState, isSameDropTarget, dropTargetInCell, dropTargetOf, type DropTarget } from './drag-state.ts';
import { isChangeable } from '../../features/departure-changes/departure-change.ts';

/** Pixels of movement below which a press is a click. */
const DRAG_THRESHOLD_PX = 6;
/** Milliseconds in which the click that follows a drag arrives. */
const CLICK_DELAY_MS = 50;

interface DragGesture {
  move(event: PointerEvent): void;
  /** Removes the drag image or box. */
  clear(): void;
  /** Completes the drag at the current position. */
  complete(): void;
}

export interface PointerOptions {
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

/** Returns the grid's pointerdown handler. */
export function useDeparturePointer(options: PointerOptions): (event: ReactPointerEvent) => void {
  const intl = useIntl();
  const latest = useRef(options);
  latest.current = options;

  function startDrag(departure: CalendarDeparture): DragGesture {
    const { context, classNames } = latest.current;
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
        if (!isSameDropTarget(from, to)) latest.current.onDrop(departure, to);
      },
    };
  }

  function startBox(down: ReactPointerEvent): DragGesture {
    const { grid, classNames, departureAt } = latest.current;
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
        latest.current.onBox(
          insideElements.map(departureAt).filter((departure) => departure !== null),
          { add },
        );
      },
    };
  }

  return (down) => {
    const { context, departureAt } = latest.current;
    if (!context.mayChange || down.button !== 0 || down.pointerType === 'touch') return;
    const departure = departureAt(down.target);
    if (departure && !isChangeable(departure)) return;
    let gesture: DragGesture | null = null;
    const controller = new AbortController();
    const { signal } = controller;

    function end(isCompleted: boolean): void {
      controller.abort();
      if (!gesture) return;
      gesture.clear();
      if (isCompleted) gesture.complete();
      // Suppresses the click that follows a drag.
      const clickGuard = new AbortController();
      const swallow = (event: Event) => {
        event.stopPropagation();
        event.preventDefault();
      };
      const listenerOptions = { capture: true, signal: clickGuard.signal };
      window.addEventListener('click', swallow, listenerOptions);
      // A new press starts a real click, even if the timer is late.
      window.addEventListener('pointerdown', () => clickGuard.abort(), listenerOptions);
      setTimeout(() => clickGuard.abort(), CLICK_DELAY_MS);
    }

    window.addEventListener(
      'pointermove',
      (event) => {
        if (!gesture && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < DRAG_THRESHOLD_PX)
          return;
        gesture ??= departure ? startDrag(departure) : startBox(down);
        event.preventDefault();
        gesture.move(event);
      },
      { signal },
    );
    window.addEventListener('pointerup', () => end(true), { signal });
    window.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || !gesture) return;
        event.preventDefault();
        event.stopPropagation();
        end(false);
      },
      { signal, capture: true },
    );
  };
}
