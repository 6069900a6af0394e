/**
 * Drags a departure to another lane by pointer. The time stays, so it only moves vertically: with transforms and
 * attributes, at most once per frame and without re-renders. Escape cancels; touch needs a long press.
 */
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { suppressNextClick } from '../../lib/suppress-next-click.ts';

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
  startX: number;
  startY: number;
  /** Current position of the pointer. */
  x: number;
  y: number;
}

export function usePointerDrag(scrollerRef: RefObject<HTMLElement | null>, handlers: PointerDragHandlers): void {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    return scroller ? listenForDrags(scroller, latest) : undefined;
  }, [scrollerRef]);
}

/** Turns presses on departures into drags; returns a function that stops it. */
function listenForDrags(scroller: HTMLElement, handlers: Readonly<RefObject<PointerDragHandlers>>): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let press: Press | null = null;
  /** Ends the drag in progress and returns the lane below; null while nothing is dragged. */
  let stopFollowing: (() => string | null) | null = null;
  let longPress: ReturnType<typeof setTimeout> | undefined;

  function lift(): void {
    if (!press || stopFollowing) return;
    if (handlers.current.onLift(press.key))
      stopFollowing = followPointer(scroller, press, {
        onOver: (lane) => handlers.current.onOver(lane),
        onRemoved: () => end({ isPressed: true }),
      });
    else press = null;
  }

  function end({ isDrop = false, isPressed = false }: { isDrop?: boolean; isPressed?: boolean }): void {
    clearTimeout(longPress);
    const [endedPress, stop] = [press, stopFollowing];
    press = null;
    stopFollowing = null;
    if (!endedPress || !stop) return;
    const lane = stop();
    suppressNextClick(isPressed);
    handlers.current.onDrop(endedPress.key, isDrop ? lane : null);
  }

  const onDown = (event: PointerEvent) => {
    if (press) return;
    press = pressOf(event);
    if (press && event.pointerType === 'touch') longPress = setTimeout(lift, LONG_PRESS_MS);
  };
  const onMove = ({ pointerId, pointerType, clientX, clientY }: PointerEvent) => {
    if (!press || pointerId !== press.pointer) return;
    Object.assign(press, { x: clientX, y: clientY });
    if (stopFollowing || Math.hypot(clientX - press.startX, clientY - press.startY) < DRAG_THRESHOLD_PX) return;
    // A touch that moves at once is a scroll.
    if (pointerType === 'touch') end({ isPressed: true });
    else lift();
  };
  const onTouch = (event: TouchEvent) => {
    if (stopFollowing) event.preventDefault();
  };
  const onKey = (event: KeyboardEvent) => {
    if (!stopFollowing || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end({ isPressed: true });
  };
  scroller.addEventListener('pointerdown', onDown, { signal });
  scroller.addEventListener('pointermove', onMove, { signal });
  scroller.addEventListener('pointerup', ({ pointerId }) => pointerId === press?.pointer && end({ isDrop: true }), {
    signal,
  });
  scroller.addEventListener('pointercancel', () => end({}), { signal });
  scroller.addEventListener('touchmove', onTouch, { passive: false, signal });
  document.addEventListener('keydown', onKey, { capture: true, signal });
  return () => {
    end({ isPressed: true });
    controller.abort();
  };
}

/** Returns the press with which an event may begin a drag; null if it is not on a departure. */
function pressOf({ target, button, isPrimary, pointerId, clientX, clientY }: PointerEvent): Press | null {
  const element = (target as Element).closest<HTMLElement>('[data-drag]');
  const home = element?.closest<HTMLElement>('[data-lane]');
  if (button !== 0 || !isPrimary || !element || !home) return null;
  return {
    key: element.dataset['drag']!,
    element,
    home,
    pointer: pointerId,
    startX: clientX,
    startY: clientY,
    x: clientX,
    y: clientY,
  };
}

/** Lifts a departure, which then follows the pointer; returns a function that ends it and returns the lane below. */
function followPointer(
  scroller: HTMLElement,
  press: Press,
  { onOver, onRemoved }: { onOver(lane: string | null): void; onRemoved(): void },
): () => string | null {
  const { element, pointer } = press;
  const scrolledBefore = scroller.scrollTop;
  let overLane: HTMLElement | null = null;

  function markTarget(lane: HTMLElement | null): void {
    if (overLane === lane) return;
    overLane?.removeAttribute('data-over');
    lane?.setAttribute('data-over', '');
    overLane = lane;
    onOver(lane?.dataset['lane'] ?? null);
  }

  /** Runs on each frame, because the lanes scroll near an edge even while the pointer rests. */
  function move(): void {
    frame = requestAnimationFrame(move);
    if (!element.isConnected) {
      onRemoved();
      return;
    }
    const box = scroller.getBoundingClientRect();
    scrollNearEdge(scroller, box, press.y);
    const scrolled = scroller.scrollTop - scrolledBefore;
    element.style.transform = `translate3d(0, ${press.y - press.startY + scrolled}px, 0)`;
    markTarget(targetLane(press, box));
  }

  element.setAttribute('data-lifted', '');
  scroller.setPointerCapture(pointer);
  let frame = requestAnimationFrame(move);
  return () => {
    cancelAnimationFrame(frame);
    element.style.transform = '';
    element.removeAttribute('data-lifted');
    overLane?.removeAttribute('data-over');
    if (scroller.hasPointerCapture(pointer)) scroller.releasePointerCapture(pointer);
    return overLane?.dataset['lane'] ?? null;
  };
}

function scrollNearEdge(scroller: HTMLElement, box: DOMRect, y: number): void {
  const below = y - (box.bottom - SCROLL_EDGE_PX);
  const above = box.top + SCROLL_EDGE_PX - y;
  if (below > 0) scroller.scrollTop += Math.min(SCROLL_STEP_PX, below / 3);
  else if (above > 0) scroller.scrollTop -= Math.min(SCROLL_STEP_PX, above / 3);
}

/** Returns the lane below the pointer; null over the departure's own lane. */
function targetLane({ element, home, x, y }: Press, box: DOMRect): HTMLElement | null {
  const elements = document.elementsFromPoint(
    Math.min(Math.max(x, box.left + 1), box.right - 1),
    Math.min(Math.max(y, box.top + 1), box.bottom - 1),
  );
  const isOverHome = elements.some(
    (candidate) => candidate !== element && !element.contains(candidate) && candidate.closest('[data-lane]') === home,
  );
  if (isOverHome) return null;
  return (
    elements.map((candidate) => candidate.closest<HTMLElement>('[data-lane]')).find((lane) => lane && lane !== home) ??
    null
  );
}
