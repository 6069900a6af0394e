/** Drags departures and draws selection boxes with mouse or pen; touch scrolls instead. */
import { useRef, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import type { CalendarDeparture } from '../../domain/calendar.ts';
import type { CalendarScope } from './calendar-scope.ts';
import { formatDragState, isSameDropPlace, dropPlaceInCell, dropPlaceOf, type DropPlace } from './drag-state.ts';
import { isChangeable } from '../../features/departure-changes/departure-change.ts';

/** Pixels of movement below which a press is a click. */
const FAR = 6;
/** Milliseconds in which the click that follows a drag arrives. */
const CLICK_AFTER = 50;

interface Way {
  move(event: PointerEvent): void;
  /** Removes the drag image or box. */
  clear(): void;
  /** Completes the drag at the current position. */
  take(): void;
}

export interface PointerOptions {
  grid: RefObject<HTMLElement | null>;
  scope: CalendarScope;
  looks: { ghost: string; box: string };
  departureAt(target: EventTarget | null): CalendarDeparture | null;
  onDrop(departure: CalendarDeparture, to: DropPlace): void;
  onBox(departures: CalendarDeparture[], options: { add: boolean }): void;
}

const draw = (className: string) => {
  const drawn = document.body.appendChild(document.createElement('div'));
  drawn.className = className;
  return drawn;
};

/** Returns the grid's pointerdown handler. */
export function useDeparturePointer(options: PointerOptions): (event: ReactPointerEvent) => void {
  const intl = useIntl();
  const latest = useRef(options);
  latest.current = options;

  function carry(departure: CalendarDeparture): Way {
    const { scope, looks } = latest.current;
    const from = dropPlaceOf(departure, scope);
    const ghost = draw(looks.ghost);
    ghost.setAttribute('role', 'status');
    let cell: HTMLElement | null = null;
    let to: DropPlace = from;
    return {
      move({ clientX, clientY }) {
        ghost.style.transform = `translate(${clientX + 12}px, ${clientY + 12}px)`;
        const under = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-drop]') ?? null;
        if (under !== cell) {
          delete cell?.dataset['over'];
          cell = under;
          if (cell) cell.dataset['over'] = '';
        }
        const over = (cell && dropPlaceInCell(cell, { time: from.time, y: clientY })) ?? from;
        if (isSameDropPlace(over, to) && ghost.textContent) return;
        to = over;
        ghost.textContent = formatDragState({ departure, to }, { scope, intl });
      },
      clear() {
        delete cell?.dataset['over'];
        ghost.remove();
      },
      take() {
        if (!isSameDropPlace(from, to)) latest.current.onDrop(departure, to);
      },
    };
  }

  function surround(down: ReactPointerEvent): Way {
    const { grid, looks, departureAt } = latest.current;
    const box = draw(looks.box);
    const each = [...(grid.current?.querySelectorAll<HTMLElement>('[data-departure]') ?? [])].map((element) => ({
      element,
      rect: element.getBoundingClientRect(),
    }));
    const { clientX: x, clientY: y } = down;
    let inside: HTMLElement[] = [];
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
        inside = [];
        for (const { element, rect } of each) {
          const isIn = rect.left < right && rect.right > left && rect.top < bottom && rect.bottom > top;
          if (isIn) inside.push(element);
          element.toggleAttribute('data-boxed', isIn);
        }
      },
      clear() {
        box.remove();
        for (const { element } of each) element.removeAttribute('data-boxed');
      },
      take() {
        const add = down.ctrlKey || down.metaKey || down.shiftKey;
        latest.current.onBox(
          inside.map(departureAt).filter((one) => one !== null),
          { add },
        );
      },
    };
  }

  return (down) => {
    const { scope, departureAt } = latest.current;
    if (!scope.mayChange || down.button !== 0 || down.pointerType === 'touch') return;
    const departure = departureAt(down.target);
    if (departure && !isChangeable(departure)) return;
    let way: Way | null = null;
    const listening = new AbortController();
    const { signal } = listening;

    function end(isTaken: boolean): void {
      listening.abort();
      if (!way) return;
      way.clear();
      if (isTaken) way.take();
      // Suppresses the click that follows a drag.
      const click = new AbortController();
      const swallow = (event: Event) => {
        event.stopPropagation();
        event.preventDefault();
      };
      const once = { capture: true, signal: click.signal };
      window.addEventListener('click', swallow, once);
      // A new press starts a real click, even if the timer is late.
      window.addEventListener('pointerdown', () => click.abort(), once);
      setTimeout(() => click.abort(), CLICK_AFTER);
    }

    window.addEventListener(
      'pointermove',
      (event) => {
        if (!way && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR) return;
        way ??= departure ? carry(departure) : surround(down);
        event.preventDefault();
        way.move(event);
      },
      { signal },
    );
    window.addEventListener('pointerup', () => end(true), { signal });
    window.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || !way) return;
        event.preventDefault();
        event.stopPropagation();
        end(false);
      },
      { signal, capture: true },
    );
  };
}
