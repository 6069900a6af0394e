/** Moves focus on pointer up instead of pointer down, so that a focus change cannot swallow the click. */

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
  // Before the click event, which toggles a checkbox before its listeners run: a render in between would undo the
  // toggle.
  if (pressed && target instanceof Node && pressed.contains(target)) pressed.focus({ preventScroll: true });
  pressed = null;
}

/**
 * Installs the behaviour for the whole document. A focus change on pointer down can move the page (a field's error
 * appears, a list closes, the focused element scrolls into view). The target then moves away from under the pointer,
 * and the browser sends no click.
 */
export function focusOnRelease(): void {
  document.addEventListener('mousedown', keepFocus, { capture: true });
  document.addEventListener('mouseup', moveFocus, { capture: true });
}
