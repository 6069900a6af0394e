import { useRef, type PointerEvent } from 'react';

/** Distance in pixels, or speed in pixels per millisecond, that counts as a swipe. */
const MIN_DISTANCE_PX = 96;
const MIN_SPEED_PX_PER_MS = 0.5;

/** Returns pointer handlers for the handle by which a sheet is swiped away. */
export function useSwipeDismiss(onDismiss: () => void) {
  const start = useRef<{ y: number; at: number } | null>(null);
  const distanceOf = (event: PointerEvent) => Math.max(0, event.clientY - (start.current?.y ?? event.clientY));
  const translateSheet = (event: PointerEvent, to: string) => {
    const sheet = event.currentTarget.closest('dialog');
    if (sheet) sheet.style.translate = to;
  };

  function end(event: PointerEvent): void {
    if (!start.current) return;
    const distance = distanceOf(event);
    const speed = distance / Math.max(1, event.timeStamp - start.current.at);
    start.current = null;
    translateSheet(event, '');
    if (event.type === 'pointerup' && (distance > MIN_DISTANCE_PX || (distance > 24 && speed > MIN_SPEED_PX_PER_MS)))
      onDismiss();
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if ((event.target as Element).closest('button, a, input')) return;
      start.current = { y: event.clientY, at: event.timeStamp };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      if (start.current) translateSheet(event, `0 ${distanceOf(event)}px`);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
