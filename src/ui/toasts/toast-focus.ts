/**
 * Focus on toasts. Sonner returns the focus even if the person has moved it elsewhere, does not return it on Escape,
 * and does not stop its timers while it is on a toast.
 */

export interface ToastFocus {
  /** Returns the focus to where it was, only if a toast still has it. */
  giveBack(): void;
  stop(): void;
}

/** Manages the focus in Sonner's section. */
export function manageToastFocus(section: HTMLElement): ToastFocus {
  let origin: Element | null = null;
  const controller = new AbortController();
  const on = <Kind extends keyof HTMLElementEventMap>(
    kind: Kind,
    listener: (event: HTMLElementEventMap[Kind]) => void,
  ) => section.addEventListener(kind, listener, { signal: controller.signal });
  const isInside = (target: EventTarget | null) => target instanceof Node && section.contains(target);
  /** Stops or restarts Sonner's timers, as a mouse does that enters or leaves the list. */
  const setPaused = (isPaused: boolean) =>
    section.querySelector('ol')?.dispatchEvent(new MouseEvent(isPaused ? 'mousemove' : 'mouseout', { bubbles: true }));

  function giveBack(): void {
    if (!isInside(document.activeElement)) return;
    if (origin instanceof HTMLElement && origin.isConnected) origin.focus({ preventScroll: true });
    else (document.activeElement as HTMLElement).blur();
  }

  // A tap must not move the focus.
  on('mousedown', (event) => event.preventDefault());
  on('focusin', (event) => {
    // Otherwise Sonner would take the focus back later.
    event.stopPropagation();
    setPaused(true);
    if (!isInside(event.relatedTarget)) origin = event.relatedTarget instanceof Element ? event.relatedTarget : null;
  });
  on('focusout', (event) => {
    event.stopPropagation();
    if (!isInside(event.relatedTarget)) setPaused(false);
  });
  on('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    event.preventDefault();
    giveBack();
  });
  // When the browser takes over a gesture, Sonner would wait for its end and keep the timers stopped.
  on('pointercancel', ({ target, pointerId }) =>
    target?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerId })),
  );
  return { giveBack, stop: () => controller.abort() };
}
