/** Keeps a press whole: what is pressed takes the focus when the pointer is released, not when it goes down. */

const PRESSED =
  'button, a[href], label, summary, input:is([type=checkbox], [type=radio], [type=button], [type=submit]), [role=button], [role=tab], [role=option], [role=checkbox], [role=switch], [role=radio]';

let pressed: HTMLElement | null = null;

function keepFocus(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>(PRESSED) : null;
  pressed = null;
  if (event.button !== 0 || !target || target === document.activeElement) return;
  if (target.closest('[draggable=true]')) return;
  pressed = target;
  event.preventDefault();
}

function moveFocus({ target }: MouseEvent): void {
  // Before the click, which toggles a checkbox ahead of its listeners: a render in between would undo it.
  if (pressed && target instanceof Node && pressed.contains(target)) pressed.focus({ preventScroll: true });
  pressed = null;
}

/**
 * A moving focus moves the page: an error of the field that is left appears or vanishes, a list closes, what has the focus
 * is scrolled clear of the foot. Between pointer down and pointer up, that took the target from under the pointer, and the
 * click was lost. For the whole document, from now on.
 */
export function focusOnRelease(): void {
  document.addEventListener('mousedown', keepFocus, { capture: true });
  document.addEventListener('mouseup', moveFocus, { capture: true });
}
