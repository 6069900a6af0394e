import { useLayoutEffect, useRef } from 'react';

/** Who opened it: of a menu's entry, which goes with its menu, the button that opened the menu. */
function openerNow(): Element | null {
  const active = document.activeElement;
  const label = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (label && document.getElementById(label)) || active;
}

/** Where one is when the opener is gone: in what lies open below, else at the page's heading. */
function below(): HTMLElement | null {
  const open = [...document.querySelectorAll<HTMLElement>('dialog[open] [data-overlay-heading]')].at(-1);
  return open ?? document.querySelector<HTMLElement>('main [data-page-heading], main h1, main');
}

/**
 * Gives the focus back when what is open goes: to where it came from, if that is still there. Only what has the focus gives
 * it back, and at once: never a moment later, when something else may have it.
 */
export function useReturnFocus(place: { current: HTMLElement | null }): void {
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const own = place.current;
    opener.current ??= openerNow();
    return () => {
      const active = document.activeElement;
      if (active !== document.body && active !== null && !own?.contains(active)) return;
      // While it is modal nothing else takes the focus.
      if (own instanceof HTMLDialogElement) own.close();
      const back = opener.current;
      if (back instanceof HTMLElement && back !== document.body && back.isConnected)
        back.focus({ preventScroll: true });
      if (document.activeElement === document.body || own?.contains(document.activeElement))
        below()?.focus({ preventScroll: true });
    };
  }, [place]);
}
