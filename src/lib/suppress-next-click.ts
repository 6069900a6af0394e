/** Milliseconds in which the click that follows a drag arrives. */
const CLICK_DELAY_MS = 50;

/** Suppresses the click that follows a drag; `isPressed` if the button is still to be released. */
export function suppressNextClick(isPressed: boolean): void {
  const clickGuard = new AbortController();
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  const listenerOptions = { capture: true, signal: clickGuard.signal };
  window.addEventListener('click', swallow, listenerOptions);
  // A new press starts a real click, even if the timer is late.
  window.addEventListener('pointerdown', () => clickGuard.abort(), listenerOptions);
  const abortSoon = () => setTimeout(() => clickGuard.abort(), CLICK_DELAY_MS);
  if (!isPressed) abortSoon();
  else for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, abortSoon, listenerOptions);
}
