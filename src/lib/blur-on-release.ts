/** Keeps a press whole: a field that is left by pressing a button is left when the pointer is released, not when it goes down. */

const FIELDS = 'input, textarea, select, [contenteditable]';
const PRESSED =
  'button, a[href], label, summary, input:is([type=checkbox], [type=radio], [type=button], [type=submit]), [role=button], [role=tab], [role=option], [role=checkbox], [role=switch], [role=radio]';

/** What the pointer went down on, while a field has the focus. */
let pressed: HTMLElement | null = null;

function keepFocus(event: MouseEvent): void {
  const field = document.activeElement;
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>(PRESSED) : null;
  pressed = null;
  if (event.button !== 0 || !target || target === field || !field?.matches(FIELDS)) return;
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
 * What leaving a field changes (an error that appears or vanishes, a list that closes) moves the page. Between pointer down
 * and pointer up, it moved the button away from the pointer, and the click was lost. For the whole document, from now on.
 */
export function blurOnRelease(): void {
  document.addEventListener('mousedown', keepFocus, { capture: true });
  document.addEventListener('mouseup', moveFocus, { capture: true });
}
