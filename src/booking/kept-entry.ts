/**
 * Keeps a booking in progress across reloads of the embedding page. The data stays in this frame's session storage,
 * which browsers partition by host; the host cannot read it. If storage is blocked, closing the dialog at least keeps
 * its frame (public/embed.js).
 */
import { deviceNow } from '../lib/clock.ts';
import { isEmbedded } from './embedding.ts';

/** No hold lasts longer. */
const MAX_AGE = 2 * 3_600_000;
const SHOP_PATH = /^(\/[a-z]{2})?\/booking\/isolated\/(?!view\/)/;

interface StoredEntry {
  url: string;
  state: unknown;
  at: number;
}

let key: string | null = null;

/**
 * Restores the step and the input of a frame that was loaded again. Call before anything reads the address or the
 * history entry.
 */
export function restoreEntry(): void {
  const { pathname, search } = window.location;
  if (!isEmbedded() || search.includes('preview')) return;
  const frame = (window.history.state as { frame?: string } | null)?.frame;
  key = frame ?? `muster-entry ${pathname}${search}`;
  // A reload of only the frame keeps its history entry.
  if (frame) return;
  try {
    const stored = JSON.parse(sessionStorage.getItem(key)!) as StoredEntry | null;
    if (stored && SHOP_PATH.test(stored.url) && deviceNow() - stored.at < MAX_AGE)
      window.history.replaceState(stored.state, '', stored.url);
  } catch {
    // Blocked or invalid: the booking starts over.
  }
}

/** Adds the frame's storage key to an entry's state. */
export const entryState = (state: unknown): unknown => (key === null ? state : { ...(state as object), frame: key });

/** Stores the current entry; deletes it once the booking is made. */
export function rememberEntry(): void {
  if (key === null) return;
  const url = window.location.pathname + window.location.search;
  const entry: StoredEntry = { url, state: window.history.state, at: deviceNow() };
  try {
    if (SHOP_PATH.test(url)) sessionStorage.setItem(key, JSON.stringify(entry));
    else sessionStorage.removeItem(key);
  } catch {
    // Full or blocked: works without it.
  }
}
