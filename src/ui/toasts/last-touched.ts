/** The element tapped or pressed last. No toast may cover it, as a second tap often follows. */

let last: Element | null = null;

export const lastTouched = (): Element | null => (last?.isConnected ? last : null);

/** Starts tracking taps and key presses. Returns a function that stops it. */
export function followTouches(): () => void {
  const note = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return;
    if (event.target instanceof Element && !event.target.closest('[data-sonner-toast]')) last = event.target;
  };
  const options = { capture: true, passive: true };
  document.addEventListener('pointerdown', note, options);
  document.addEventListener('keydown', note, options);
  return () => {
    document.removeEventListener('pointerdown', note, options);
    document.removeEventListener('keydown', note, options);
  };
}
