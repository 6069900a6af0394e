/**
 * A departure taken from one lane to another by the pointer. It keeps its time, so it moves up and down only: by transform and
 * attributes, at most once a frame, without a render from lane to lane. Escape takes it back. A finger lifts it by resting on it.
 */
import { useEffect, useRef, type RefObject } from 'react';

/** Pixels that a hand moves without meaning it. */
const SLACK = 5;
/** Milliseconds that a finger rests before it lifts. */
const REST = 350;
/** Pixels from an edge within which the lanes scroll, and how far a frame at most. */
const EDGE = 56;
const STEP = 16;

export interface PointerDragHandlers {
  /** Answers whether this one can be taken; marks the lanes. */
  onLift(key: string): boolean;
  onOver(lane: string | null): void;
  /** `lane` null: taken back. */
  onDrop(key: string, lane: string | null): void;
}

interface Held {
  key: string;
  element: HTMLElement;
  home: HTMLElement;
  pointer: number;
  x: number;
  y: number;
  /** Where the lanes were scrolled to when it was lifted. */
  scrolled: number;
  lifted: boolean;
  over: HTMLElement | null;
}

export function usePointerDrag(place: RefObject<HTMLElement | null>, dragging: PointerDragHandlers | null): void {
  const latest = useRef(dragging);
  useEffect(() => {
    latest.current = dragging;
  });
  const may = dragging !== null;

  useEffect(() => {
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

    /** Once a frame while it is lifted, as near an edge the lanes go on under a hand that rests. */
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
      // The click that follows is the drag's end, and opens nothing.
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
      // A finger that moves at once scrolls.
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
