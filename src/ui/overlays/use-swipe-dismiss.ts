import { useRef, type PointerEvent } from 'react';

/** Pixels, and pixels a millisecond: as far or as fast as somebody means it. */
const FAR = 96;
const FAST = 0.5;

/** A sheet is drawn away by its handle: handlers for the part of the dialog that is held. */
export function useSwipeDismiss(onAway: () => void) {
  const begun = useRef<{ y: number; at: number } | null>(null);
  const way = (event: PointerEvent) => Math.max(0, event.clientY - (begun.current?.y ?? event.clientY));
  const draw = (event: PointerEvent, to: string) => {
    const sheet = event.currentTarget.closest('dialog');
    if (sheet) sheet.style.translate = to;
  };

  function end(event: PointerEvent): void {
    if (!begun.current) return;
    const far = way(event);
    const speed = far / Math.max(1, event.timeStamp - begun.current.at);
    begun.current = null;
    draw(event, '');
    if (event.type === 'pointerup' && (far > FAR || (far > 24 && speed > FAST))) onAway();
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if ((event.target as Element).closest('button, a, input')) return;
      begun.current = { y: event.clientY, at: event.timeStamp };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      if (begun.current) draw(event, `0 ${way(event)}px`);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
