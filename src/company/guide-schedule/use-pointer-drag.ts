/**
 * Drags a departure to another lane by pointer. The time stays, so it only moves vertically: with transforms and
 * attributes, at most once per frame and without re-renders. Escape cancels; touch needs a long press.
 */
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Pixels of movement that do not count as a drag. */
const SLACK = 5;
/** Milliseconds of a long press. */
const REST = 350;
/** Distance from the edge in pixels that scrolls the lanes, and the maximum scroll per frame. */
const EDGE = 56;
const STEP = 16;

export interface PointerDragHandlers {
  /** Called when a drag starts; returns whether it is allowed, and marks the lanes. */
  onLift(key: string): boolean;
  onOver(lane: string | null): void;
  /** `lane` is null if the drag was cancelled. */
  onDrop(key: string, lane: string | null): void;
}

interface Held {
  key: string;
  element: HTMLElement;
  home: HTMLElement;
  pointer: number;
  x: number;
  y: number;
  /** Scroll position when the drag began. */
  scrolled: number;
  lifted: boolean;
  over: HTMLElement | null;
}

export function usePointerDrag(place: RefObject<HTMLElement | null>, dragging: PointerDragHandlers | null): void {
  const latest = useRef(dragging);
  useLayoutEffect(() => {
    latest.current = dragging;
  });
  const may = dragging !== null;

  useLayoutEffect(() => {
    const scroller = place.current;
    if (!scroller || !may) return undefined;
    let held: Held | null = null;
    let at = { x: 0, y: 0 };
    let frame = 0;
    let resting: ReturnType<typeof setTimeout> | undefined;
    let clickOff = false;

    function showOver(lane: HTMLElement | null): void {
      if (!held || held.over === lane) return;
      held.over?.removeAttribute('data-over');
      lane?.setAttribute('data-over', '');
      held.over = lane;
      latest.current?.onOver(lane?.dataset['lane'] ?? null);
    }

    /** Runs on each frame of a drag, because the lanes scroll near an edge even while the pointer rests. */
    function move(): void {
      if (!held?.lifted) return;
      frame = requestAnimationFrame(move);
      if (!held.element.isConnected) {
        end(false);
        return;
      }
      const box = scroller!.getBoundingClientRect();
      const below = at.y - (box.bottom - EDGE);
      const above = box.top + EDGE - at.y;
      if (below > 0) scroller!.scrollTop += Math.min(STEP, below / 3);
      else if (above > 0) scroller!.scrollTop -= Math.min(STEP, above / 3);
      held.element.style.transform = `translate3d(0, ${at.y - held.y + scroller!.scrollTop - held.scrolled}px, 0)`;
      const under = document.elementsFromPoint(
        Math.min(Math.max(at.x, box.left + 1), box.right - 1),
        Math.min(Math.max(at.y, box.top + 1), box.bottom - 1),
      );
      const lane = under.map((one) => one.closest<HTMLElement>('[data-lane]')).find((one) => one && one !== held!.home);
      const overHome = under.some(
        (one) => one !== held!.element && !held!.element.contains(one) && one.closest('[data-lane]') === held!.home,
      );
      showOver(overHome ? null : (lane ?? null));
    }

    function lift(): void {
      if (!held || held.lifted) return;
      if (!latest.current?.onLift(held.key)) {
        held = null;
        return;
      }
      held.lifted = true;
      held.scrolled = scroller!.scrollTop;
      held.element.setAttribute('data-lifted', '');
      scroller!.setPointerCapture(held.pointer);
      frame = requestAnimationFrame(move);
    }

    function end(dropped: boolean): void {
      clearTimeout(resting);
      const was = held;
      if (!was) return;
      held = null;
      if (!was.lifted) return;
      cancelAnimationFrame(frame);
      was.element.style.transform = '';
      was.element.removeAttribute('data-lifted');
      was.over?.removeAttribute('data-over');
      if (scroller!.hasPointerCapture(was.pointer)) scroller!.releasePointerCapture(was.pointer);
      // Suppresses the click that follows the drag.
      clickOff = true;
      setTimeout(() => (clickOff = false), 0);
      latest.current?.onDrop(was.key, dropped ? (was.over?.dataset['lane'] ?? null) : null);
    }

    const onDown = (event: PointerEvent) => {
      clickOff = false;
      const element = (event.target as Element).closest<HTMLElement>('[data-drag]');
      const home = element?.closest<HTMLElement>('[data-lane]');
      if (event.button !== 0 || !event.isPrimary || !element || !home || held) return;
      at = { x: event.clientX, y: event.clientY };
      held = {
        key: element.dataset['drag']!,
        element,
        home,
        pointer: event.pointerId,
        ...at,
        scrolled: scroller.scrollTop,
        lifted: false,
        over: null,
      };
      if (event.pointerType === 'touch') resting = setTimeout(lift, REST);
    };
    const onMove = (event: PointerEvent) => {
      if (!held || event.pointerId !== held.pointer) return;
      at = { x: event.clientX, y: event.clientY };
      if (held.lifted || Math.hypot(at.x - held.x, at.y - held.y) < SLACK) return;
      // A touch that moves at once is a scroll.
      if (event.pointerType === 'touch') end(false);
      else lift();
    };
    const onUp = (event: PointerEvent) => {
      if (held && event.pointerId === held.pointer) end(true);
    };
    const onCancel = () => end(false);
    const onTouch = (event: TouchEvent) => {
      if (held?.lifted) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      if (!clickOff) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onKey = (event: KeyboardEvent) => {
      if (!held?.lifted || event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end(false);
    };
    scroller.addEventListener('pointerdown', onDown);
    scroller.addEventListener('pointermove', onMove);
    scroller.addEventListener('pointerup', onUp);
    scroller.addEventListener('pointercancel', onCancel);
    scroller.addEventListener('touchmove', onTouch, { passive: false });
    scroller.addEventListener('click', onClick, true);
    document.addEventListener('keydown', onKey, true);
    return () => {
      end(false);
      scroller.removeEventListener('pointerdown', onDown);
      scroller.removeEventListener('pointermove', onMove);
      scroller.removeEventListener('pointerup', onUp);
      scroller.removeEventListener('pointercancel', onCancel);
      scroller.removeEventListener('touchmove', onTouch);
      scroller.removeEventListener('click', onClick, true);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [place, may]);
}
