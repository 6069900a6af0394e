/** Drags departures and draws selection boxes with mouse or pen; touch scrolls instead. */
import { useRef, type PointerEvent as ReactPointerEvent } from 'react';
import { useIntl } from 'react-intl';
import { isChangeable } from '../../features/departure-changes/departure-change.ts';
import { suppressNextClick } from '../../lib/suppress-next-click.ts';
import { startBox, startDrag, type DragGesture, type GestureOptions } from './pointer-gestures.ts';

/** Pixels of movement below which a press is a click. */
const DRAG_THRESHOLD_PX = 6;

/** Returns the grid's pointerdown handler. */
export function useDeparturePointer(options: GestureOptions): (event: ReactPointerEvent) => void {
  const intl = useIntl();
  const latest = useRef(options);
  latest.current = options;

  return (down) => {
    const { context, departureAt } = latest.current;
    if (!context.mayChange || down.button !== 0 || down.pointerType === 'touch') return;
    const departure = departureAt(down.target);
    if (departure && !isChangeable(departure)) return;
    let gesture: DragGesture | null = null;
    const controller = new AbortController();
    const { signal } = controller;

    function end({ isCompleted, isPressed = false }: { isCompleted: boolean; isPressed?: boolean }): void {
      controller.abort();
      if (!gesture) return;
      gesture.clear();
      if (isCompleted) gesture.complete();
      suppressNextClick(isPressed);
    }

    window.addEventListener(
      'pointermove',
      (event) => {
        if (!gesture && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < DRAG_THRESHOLD_PX)
          return;
        gesture ??= departure ? startDrag(departure, latest, intl) : startBox(down, latest);
        event.preventDefault();
        gesture.move(event);
      },
      { signal },
    );
    window.addEventListener('pointerup', () => end({ isCompleted: true }), { signal });
    window.addEventListener('pointercancel', () => end({ isCompleted: false }), { signal });
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || !gesture) return;
        event.preventDefault();
        event.stopPropagation();
        end({ isCompleted: false, isPressed: true });
      },
      { signal, capture: true },
    );
  };
}
