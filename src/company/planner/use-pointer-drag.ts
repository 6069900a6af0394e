/**
 * Drags a departure to another lane by pointer. The time stays, so it only moves vertically: with transforms and
 * attributes, at most once per frame and without re-renders. Escape cancels; touch needs a long press.
 */
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Pixels of movement that do not count as a drag. */
const DRAG_THRESHOLD_PX = 5;
/** Milliseconds of a long press. */
const LONG_PRESS_MS = 350;
/** Distance from the edge in pixels that scrolls the lanes, and the maximum scroll per frame. */
const SCROLL_EDGE_PX = 56;
const SCROLL_STEP_PX = 16;

export interface PointerDragHandlers {
  /** Called when a drag starts; returns whether it is allowed, and marks the lanes. */
  onLift(key: string): boolean;
  onOver(lane: string | null): void;
  /** `lane` is null if the drag was cancelled. */
  onDrop(key: string, lane: string | null): void;
}

interface Press {
  key: string;
  element: HTMLElement;
  home: HTMLElement;
  pointer: number;
  x: number;
  y: number;
  /** Scroll position when the drag began. */
  scrolled: number;
  lifted: boolean;
  overLane: HTMLElement | null;
}

export function usePointerDrag(scrollerRef: RefObject<HTMLElement | null>, dragging: PointerDragHandlers | null): void {
  const latest = useRef(dragging);
  useLayoutEffect(() => {
    latest.current = dragging;
  });
  const may = dragging !== null;

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (!scroller || !may) return undefined;
    let press: Press | null = null;
    let at = { x: 0, y: 0 };
    let frame = 0;
    let resting: ReturnType<typeof setTimeout> | undefined;
    let suppressClick = false;

    function markTarget(lane: HTMLElement | null): void {
      if (!press || press.overLane === lane) return;
      press.overLane?.removeAttribute('data-over');
      lane?.setAttribute('data-over', '');
      press.overLane = lane;
      latest.current?.onOver(lane?.dataset['lane'] ?? null);
    }

    /** Runs on each frame of a drag, because the lanes scroll near an edge even while the pointer rests. */
    function move(): void {
      if (!press?.lifted) return;
      frame = requestAnimationFrame(move);
      if (!press.element.isConnected) {
        end(false);
        return;
      }
      const box = scroller!.getBoundingClientRect();
      const below = at.y - (box.bottom - SCROLL_EDGE_PX);
      const above = box.top + SCROLL_EDGE_PX - at.y;
      if (below > 0) scroller!.scrollTop += Math.min(SCROLL_STEP_PX, below / 3);
      else if (above > 0) scroller!.scrollTop -= Math.min(SCROLL_STEP_PX, above / 3);
      press.element.style.transform = `translate3d(0, ${at.y - press.y + scroller!.scrollTop - press.scrolled}px, 0)`;
      const elements = document.elementsFromPoint(
        Math.min(Math.max(at.x, box.left + 1), box.right - 1),
        Math.min(Math.max(at.y, box.top + 1), box.bottom - 1),
      );
      const lane = elements
        .map((element) => element.closest<HTMLElement>('[data-lane]'))
        .find((candidate) => candidate && candidate !== press!.home);
      const isOverHome = elements.some(
        (element) =>
          element !== press!.element &&
          !press!.element.contains(element) &&
          element.closest('[data-lane]') === press!.home,
      );
      markTarget(isOverHome ? null : (lane ?? null));
    }

    function lift(): void {
      if (!press || press.lifted) return;
      if (!latest.current?.onLift(press.key)) {
        press = null;
        return;
      }
      press.lifted = true;
      press.scrolled = scroller!.scrollTop;
      press.element.setAttribute('data-lifted', '');
      scroller!.setPointerCapture(press.pointer);
      frame = requestAnimationFrame(move);
    }

    function end(isDrop: boolean): void {
      clearTimeout(resting);
      const ended = press;
      if (!ended) return;
      press = null;
      if (!ended.lifted) return;
      cancelAnimationFrame(frame);
      ended.element.style.transform = '';
      ended.element.removeAttribute('data-lifted');
      ended.overLane?.removeAttribute('data-over');
      if (scroller!.hasPointerCapture(ended.pointer)) scroller!.releasePointerCapture(ended.pointer);
      // Suppresses the click that follows the drag.
      suppressClick = true;
      setTimeout(() => (suppressClick = false), 0);
      latest.current?.onDrop(ended.key, isDrop ? (ended.overLane?.dataset['lane'] ?? null) : null);
    }

    const onDown = (event: PointerEvent) => {
      suppressClick = false;
      const element = (event.target as Element).closest<HTMLElement>('[data-drag]');
      const home = element?.closest<HTMLElement>('[data-lane]');
      if (event.button !== 0 || !event.isPrimary || !element || !home || press) return;
      at = { x: event.clientX, y: event.clientY };
      press = {
        key: element.dataset['drag']!,
        element,
        home,
        pointer: event.pointerId,
        ...at,
        scrolled: scroller.scrollTop,
        lifted: false,
        overLane: null,
      };
      if (event.pointerType === 'touch') resting = setTimeout(lift, LONG_PRESS_MS);
    };
    const onMove = (event: PointerEvent) => {
      if (!press || event.pointerId !== press.pointer) return;
      at = { x: event.clientX, y: event.clientY };
      if (press.lifted || Math.hypot(at.x - press.x, at.y - press.y) < DRAG_THRESHOLD_PX) return;
      // A touch that moves at once is a scroll.
      if (event.pointerType === 'touch') end(false);
      else lift();
    };
    const onUp = (event: PointerEvent) => {
      if (press && event.pointerId === press.pointer) end(true);
    };
    const onCancel = () => end(false);
    const onTouch = (event: TouchEvent) => {
      if (press?.lifted) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      if (!suppressClick) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onKey = (event: KeyboardEvent) => {
      if (!press?.lifted || event.key !== 'Escape') return;
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
  }, [scrollerRef, may]);
}
