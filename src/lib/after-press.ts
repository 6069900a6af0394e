/**
 * Runs `act` at once, or, while a pointer is pressed, when it has been released. A press whose target moves before the release
 * clicks nothing, so whatever moves the rest of the page when a field loses the focus has to wait for it.
 */
export function afterPress(act: () => void): void {
  if (document.querySelector(':active') === null) return act();
  const controller = new AbortController();
  const { signal } = controller;
  const end = () => {
    controller.abort();
    // The click follows in the same task.
    setTimeout(act);
  };
  for (const event of ['pointerup', 'pointercancel']) window.addEventListener(event, end, { capture: true, signal });
}
