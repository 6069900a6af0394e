/** Opens a native dialog while the component is mounted, and calls `onClose` when the person dismisses it. */
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { hasDirtyForms } from '../form/dirty-forms.ts';
import { pushToastContainer } from '../toasts/toast-container-stack.ts';
import { TOUCH } from '../theme/breakpoints.ts';

const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]';
/** What gets the focus when the dialog opens. */
const FIRST = '[data-first] input, [data-first] textarea, [data-first] select, button[data-first]';

/** Focus trap. The native behaviour lets Tab leave to the browser's toolbar, where a screen reader user gets lost. */
function goRound(dialog: HTMLElement, event: KeyboardEvent): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
  );
  const [first, last] = [stops[0], stops.at(-1)];
  const active = document.activeElement;
  const leaves = event.shiftKey ? active === first || active?.hasAttribute('data-overlay-heading') : active === last;
  if (!leaves) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

function openDialog(dialog: HTMLDialogElement, isModal: boolean): void {
  if (isModal) dialog.showModal();
  else dialog.show();
  // On a touch screen, focusing a field would raise the keyboard over the content.
  const first = matchMedia(TOUCH).matches ? null : dialog.querySelector<HTMLElement>(FIRST);
  (first ?? dialog.querySelector<HTMLElement>('[data-overlay-heading]'))?.focus();
}

export interface DialogOptions {
  isModal: boolean;
  /** Must be answered: a tap on the backdrop doesn't close it. */
  isAlert: boolean;
  onClose(): void;
}

function listenToDialog(
  dialog: HTMLDialogElement,
  { isModal, isAlert, onClose }: DialogOptions,
  signal: AbortSignal,
): void {
  dialog.addEventListener(
    'keydown',
    (event) => {
      if (isModal && event.key === 'Tab') goRound(dialog, event);
      // A modal dialog gets Escape, and the back gesture of a phone, as `cancel`.
      else if (!isModal && event.key === 'Escape' && !event.defaultPrevented) onClose();
    },
    { signal },
  );
  dialog.addEventListener(
    'cancel',
    (event) => {
      if (event.target !== dialog) return;
      event.preventDefault();
      onClose();
    },
    { signal },
  );
  // Browsers close the dialog on a repeated close request, even if `cancel` was prevented. The event also follows our
  // own `close()` asynchronously, when the dialog may be open again.
  dialog.addEventListener(
    'close',
    () => {
      if (!dialog.isConnected || dialog.open) return;
      onClose();
      // If the owner refuses to close, as during a sign-out, show the dialog again.
      queueMicrotask(() => {
        if (!signal.aborted && dialog.isConnected && !dialog.open) openDialog(dialog, isModal);
      });
    },
    { signal },
  );
  // A click on the backdrop closes it unless there is unsaved input.
  dialog.addEventListener('click', (event) => event.target === dialog && !isAlert && !hasDirtyForms() && onClose(), {
    signal,
  });
}

export function useDialog(
  dialogRef: RefObject<HTMLDialogElement | null>,
  /** The dialog's container for toasts, used while it is modal. */
  toastsRef: RefObject<HTMLElement | null>,
  options: DialogOptions,
): void {
  const { isModal, isAlert } = options;
  const close = useRef(options.onClose);
  useLayoutEffect(() => {
    close.current = options.onClose;
  });

  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!dialog) return undefined;
    openDialog(dialog, isModal);
    const removeToasts = isModal && toastsRef.current ? pushToastContainer(toastsRef.current) : undefined;
    return () => {
      removeToasts?.();
      // Also before the other mode, as when a tablet is rotated: an open dialog cannot become modal.
      dialog.close();
    };
  }, [dialogRef, toastsRef, isModal]);

  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!dialog) return undefined;
    const controller = new AbortController();
    listenToDialog(dialog, { isModal, isAlert, onClose: () => close.current() }, controller.signal);
    return () => controller.abort();
  }, [dialogRef, isModal, isAlert]);
}
