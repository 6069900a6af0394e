/**
 * Restores the focus when its element is removed, such as a button that its own action removes. The focus
 * moves to the first live region or heading in the closest remaining ancestor, or else to that ancestor.
 */

const RESULT_OR_HEADING = '[role=alert]:not(:empty), [role=status]:not(:empty), h1, h2, h3';

/** The focused element and its ancestors, innermost first. */
let trail: Element[] = [];

function follow({ target }: FocusEvent): void {
  trail = [];
  for (let element = target as Element | null; element && element !== document.body; element = element.parentElement)
    trail.push(element);
}

function leave({ target }: FocusEvent): void {
  // Some browsers also fire this when the element is removed.
  queueMicrotask(() => {
    if (target === trail[0] && trail[0]?.isConnected) trail = [];
  });
}

function focusReplacement(): void {
  if (document.activeElement !== document.body || !trail[0] || trail[0].isConnected) return;
  const ancestor = trail.find((element) => element.isConnected);
  const next = ancestor?.querySelector<HTMLElement>(RESULT_OR_HEADING) ?? (ancestor as HTMLElement | undefined);
  if (!next) return;
  // Setting the attribute makes an element focusable that is not by default.
  if (next.tabIndex < 0) next.tabIndex = -1;
  next.focus();
}

/** Observes the whole document. Returns a function that stops it. */
export function restoreLostFocus(): () => void {
  const removals = new MutationObserver(focusReplacement);
  document.addEventListener('focusin', follow);
  document.addEventListener('focusout', leave);
  removals.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', follow);
    document.removeEventListener('focusout', leave);
    removals.disconnect();
  };
}
