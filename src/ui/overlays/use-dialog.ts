/** Opens the browser's own dialog for as long as it is mounted, and tells when the person wants it closed. */
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { hasDirtyForms } from '../form/dirty-forms.ts';
import { pushToastContainer } from '../toasts/toast-container-stack.ts';
import { TOUCH } from '../theme/breakpoints.ts';

const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]';
const FIRST = '[data-first] input, [data-first] textarea, [data-first] select, button[data-first]';

/** Tab goes round inside: the browser's own way leads out to its bars, where whoever sees nothing is lost. */
function goRound(dialog: HTMLElement, event: KeyboardEvent): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (one) => one.tabIndex >= 0 && one.getClientRects().length > 0,
  );
  const [first, last] = [stops[0], stops.at(-1)];
  const active = document.activeElement;
  const leaves = event.shiftKey ? active === first || active?.hasAttribute('data-overlay-heading') : active === last;
  if (!leaves) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

function openDialog(dialog: HTMLDialogElement, modal: boolean): void {
  if (modal) dialog.showModal();
  else dialog.show();
  // A field at once where keys are there already; on a screen that is touched it would raise the keyboard over what is to be read.
  const first = matchMedia(TOUCH).matches ? null : dialog.querySelector<HTMLElement>(FIRST);
  (first ?? dialog.querySelector<HTMLElement>('[data-overlay-heading]'))?.focus();
}

export interface DialogOptions {
  modal: boolean;
  /** Must be answered: a tap beside it does not close it. */
  alert: boolean;
  onClose(): void;
}

export function useDialog(
  place: RefObject<HTMLDialogElement | null>,
  dock: RefObject<HTMLElement | null>,
  options: DialogOptions,
): void {
  const { modal, alert } = options;
  const close = useRef(options.onClose);
  useEffect(() => {
    close.current = options.onClose;
  });

  useLayoutEffect(() => {
    const dialog = place.current;
    if (!dialog) return undefined;
    openDialog(dialog, modal);
    const closeDock = modal && dock.current ? pushToastContainer(dock.current) : undefined;
    return () => {
      closeDock?.();
      // Another shape, as when a tablet is turned: opened anew in the other way.
      dialog.close();
    };
  }, [place, dock, modal]);

  useEffect(() => {
    const dialog = place.current;
    if (!dialog) return undefined;
    const away = new AbortController();
    const { signal } = away;
    dialog.addEventListener(
      'keydown',
      (event) => {
        if (modal && event.key === 'Tab') goRound(dialog, event);
        // A modal one hears of Escape by `cancel`, as it does of a phone's way back.
        else if (!modal && event.key === 'Escape' && !event.defaultPrevented) close.current();
      },
      { signal },
    );
    dialog.addEventListener(
      'cancel',
      (event) => {
        if (event.target !== dialog) return;
        event.preventDefault();
        close.current();
      },
      { signal },
    );
    // The browser closes it by itself when it is asked twice. It tells of our own closing too, a moment later: when the next
    // party may be open already.
    dialog.addEventListener(
      'close',
      () => {
        if (!dialog.isConnected || dialog.open) return;
        close.current();
        // Whoever may not leave yet, as in the middle of a sign-out, has it still.
        queueMicrotask(() => {
          if (!signal.aborted && dialog.isConnected && !dialog.open) openDialog(dialog, modal);
        });
      },
      { signal },
    );
    // Beside it: as good as its button, unless something was typed.
    dialog.addEventListener(
      'click',
      (event) => event.target === dialog && !alert && !hasDirtyForms() && close.current(),
      { signal },
    );
    return () => away.abort();
  }, [place, modal, alert]);
}
