import { useRef, type PointerEvent } from 'react';

/** Distance in pixels, or speed in pixels per millisecond, that counts as a swipe. */
const FAR = 96;
const FAST = 0.5;

/** Returns pointer handlers for the handle by which a sheet is swiped away. */
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
