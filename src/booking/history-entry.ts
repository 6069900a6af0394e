/**
 * Writes into the history's entry what belongs to it. Browsers allow that only so often (Safari a hundred times within half a minute,
 * and throws), so what is typed is written when the hand rests, and at the latest when one leaves.
 */
import { entryState, rememberEntry, restoreEntry } from './kept-entry.ts';

const REST = 400;

restoreEntry();

let wanted: { state: unknown } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function write(act: () => void): boolean {
  try {
    act();
    rememberEntry();
    return true;
  } catch {
    return false;
  }
}

/** Writes now what waits; what the browser does not take is tried again. */
export function flushHistoryEntry(): void {
  clearTimeout(timer);
  window.removeEventListener('beforeunload', flushHistoryEntry);
  if (!wanted) return;
  const { state } = wanted;
  if (write(() => window.history.replaceState(state, ''))) wanted = null;
  else timer = setTimeout(flushHistoryEntry, 5000);
}
// Where a page is left at once: what is written later than `beforeunload` is not kept, and on phones there is none.
window.addEventListener('pagehide', flushHistoryEntry);
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flushHistoryEntry());

/** Keeps a state in the entry; `soon`: as one of many, while somebody types. */
export function saveToHistoryEntry(state: unknown, { soon = false } = {}): void {
  wanted = { state: entryState(state) };
  if (!soon) return flushHistoryEntry();
  clearTimeout(timer);
  timer = setTimeout(flushHistoryEntry, REST);
  window.addEventListener('beforeunload', flushHistoryEntry);
}

/** Another address, with the state that is kept; where the browser allows no more, by loading it. */
export function navigateTo(url: string, { replace }: { replace: boolean }): void {
  flushHistoryEntry();
  const state = wanted?.state ?? (window.history.state as unknown);
  const led = write(() =>
    replace ? window.history.replaceState(state, '', url) : window.history.pushState(state, '', url),
  );
  if (!led) window.location.assign(url);
}
