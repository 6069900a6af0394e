/** Keeps a press whole: a field that is left by pressing a button is left when the button is clicked, not when the pointer goes down. */

const FIELDS = 'input, textarea, select, [contenteditable]';
const PRESSED =
  'button, a[href], label, summary, input:is([type=checkbox], [type=radio], [type=button], [type=submit]), [role=button], [role=tab], [role=option], [role=checkbox], [role=switch], [role=radio]';

const pressedBy = ({ target }: MouseEvent): HTMLElement | null =>
  target instanceof Element && document.activeElement?.matches(FIELDS) ? target.closest<HTMLElement>(PRESSED) : null;

function keepFocus(event: MouseEvent): void {
  const pressed = pressedBy(event);
  if (event.button === 0 && pressed && pressed !== document.activeElement && !pressed.closest('[draggable=true]'))
    event.preventDefault();
}

function moveFocus(event: MouseEvent): void {
  // A click without a pointer is the keyboard's: Enter in a field clicks the form's button and stays in the field.
  if (event.detail > 0) pressedBy(event)?.focus({ preventScroll: true });
}

/**
 * What leaving a field changes (an error that appears or vanishes, a list that closes) moves the page. Between pointer down
 * and pointer up, it moved the button away from the pointer, and the click was lost. For the whole document, from now on.
 */
export function blurOnClick(): void {
  document.addEventListener('mousedown', keepFocus, { capture: true });
  document.addEventListener('click', moveFocus, { capture: true });
}
