import { useLayoutEffect, useRef } from 'react';

/**
 * Returns the focused element that opened the overlay. A menu item disappears with its menu, so its opener is the
 * menu's button.
 */
function openerNow(): Element | null {
  const active = document.activeElement;
  const label = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (label && document.getElementById(label)) || active;
}

/** Fallback if the opener is gone: the heading of the overlay below, or else of the page. */
function below(): HTMLElement | null {
  const open = [...document.querySelectorAll<HTMLElement>('dialog[open] [data-overlay-heading]')].at(-1);
  return open ?? document.querySelector<HTMLElement>('main [data-page-heading], main h1, main');
}

/**
 * Returns the focus to the opener when an overlay closes. Does so synchronously, and only while the overlay has the
 * focus, so as not to steal it from elsewhere.
 */
export function useReturnFocus(overlayRef: { current: HTMLElement | null }): void {
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const overlay = overlayRef.current;
    opener.current ??= openerNow();
    return () => {
      const active = document.activeElement;
      if (active !== document.body && active !== null && !overlay?.contains(active)) return;
      // Nothing outside can be focused while the dialog is modal.
      if (overlay instanceof HTMLDialogElement) overlay.close();
      const back = opener.current;
      if (back instanceof HTMLElement && back !== document.body && back.isConnected)
        back.focus({ preventScroll: true });
      if (document.activeElement === document.body || overlay?.contains(document.activeElement))
        below()?.focus({ preventScroll: true });
    };
  }, [overlayRef]);
}
