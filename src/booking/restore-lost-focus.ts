/**
 * Keeps the focus on the page when the element that has it is removed: a button that its own act takes away, a field of a
 * form that is over. It goes to what is announced nearby, else to the nearest heading, else to what was around it.
 */

const RESULTS = '[role=alert]:not(:empty), [role=status]:not(:empty), h1, h2, h3';

/** The element that has the focus, and what is around it, from the inside out. */
let trail: Element[] = [];

function follow({ target }: FocusEvent): void {
  trail = [];
  for (let element = target as Element | null; element && element !== document.body; element = element.parentElement)
    trail.push(element);
}

function leave({ target }: FocusEvent): void {
  // Some browsers say so also when the element is removed.
  queueMicrotask(() => {
    if (target === trail[0] && trail[0]?.isConnected) trail = [];
  });
}

function rescue(): void {
  if (document.activeElement !== document.body || !trail[0] || trail[0].isConnected) return;
  const around = trail.find((element) => element.isConnected);
  const next = around?.querySelector<HTMLElement>(RESULTS) ?? (around as HTMLElement | undefined);
  if (!next) return;
  if (next.tabIndex < 0) next.tabIndex = -1;
  next.focus();
}

/** Watches the whole document. Returns what ends it. */
export function restoreLostFocus(): () => void {
  const removals = new MutationObserver(rescue);
  document.addEventListener('focusin', follow);
  document.addEventListener('focusout', leave);
  removals.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', follow);
    document.removeEventListener('focusout', leave);
    removals.disconnect();
  };
}
