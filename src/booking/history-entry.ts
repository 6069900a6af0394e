/**
 * Stores input in the history entry. Browsers limit the rate (Safari throws after a hundred calls in 30 seconds), so
 * typing is debounced and flushed when the page is left.
 */
import { entryState, saveProgress, restoreProgress } from './stored-progress.ts';

const WRITE_DELAY_MS = 400;

restoreProgress();

let pendingWrite: { state: unknown } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function write(act: () => void): boolean {
  try {
    act();
    saveProgress();
    return true;
  } catch {
    return false;
  }
}

/** Writes pending state now; retried if the browser refuses. */
export function flushHistoryEntry(): void {
  clearTimeout(timer);
  window.removeEventListener('beforeunload', flushHistoryEntry);
  if (!pendingWrite) return;
  const { state } = pendingWrite;
  if (write(() => window.history.replaceState(state, ''))) pendingWrite = null;
  else timer = setTimeout(flushHistoryEntry, 5000);
}
// For phones, which don't fire `beforeunload`. Other browsers lose states that are written after it, so
// `saveToHistoryEntry` listens to it as well while a write is pending.
window.addEventListener('pagehide', flushHistoryEntry);
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flushHistoryEntry());

/** Stores a state in the entry; `soon` debounces, for typing. */
export function saveToHistoryEntry(state: unknown, { soon = false } = {}): void {
  pendingWrite = { state: entryState(state) };
  if (!soon) return flushHistoryEntry();
  clearTimeout(timer);
  timer = setTimeout(flushHistoryEntry, WRITE_DELAY_MS);
  window.addEventListener('beforeunload', flushHistoryEntry);
}

/** Navigates with the stored state; loads the page if the browser's limit is reached. */
export function navigateTo(url: string, { replace }: { replace: boolean }): void {
  flushHistoryEntry();
  const state = pendingWrite?.state ?? (window.history.state as unknown);
  const isWritten = write(() =>
    replace ? window.history.replaceState(state, '', url) : window.history.pushState(state, '', url),
  );
  if (!isWritten) window.location.assign(url);
}
