/**
 * Keeps a booking that is being made inside another site's page across a reload of that page. The host never gets any of it: it lies in
 * this frame's own session storage, which browsers partition by host. Where that is blocked, closing a dialog keeps its frame (public/embed.js).
 */
import { deviceNow } from '../lib/clock.ts';
import { isEmbedded } from './embedding.ts';

/** No hold lasts longer. */
const MAX_AGE = 2 * 3_600_000;
const OWN_PATH = /^(\/[a-z]{2})?\/booking\/isolated\/(?!view\/)/;

interface KeptEntry {
  url: string;
  state: unknown;
  at: number;
}

let key: string | null = null;

/** Leads a frame that was loaded again to where it was, with what was typed. Call before anything reads the address or the entry. */
export function restoreEntry(): void {
  const { pathname, search } = window.location;
  if (!isEmbedded() || search.includes('preview')) return;
  const frame = (window.history.state as { frame?: string } | null)?.frame;
  key = frame ?? `muster-entry ${pathname}${search}`;
  // A reload of the frame alone has its own entry.
  if (frame) return;
  try {
    const kept = JSON.parse(sessionStorage.getItem(key)!) as KeptEntry | null;
    if (kept && OWN_PATH.test(kept.url) && deviceNow() - kept.at < MAX_AGE)
      window.history.replaceState(kept.state, '', kept.url);
  } catch {
    // Blocked, or nothing of ours: the booking begins anew.
  }
}

/** Adds to an entry's state which placeholder's frame it belongs to. */
export const entryState = (state: unknown): unknown => (key === null ? state : { ...(state as object), frame: key });

/** Keeps the current entry; a booking that is made is kept no longer. */
export function rememberEntry(): void {
  if (key === null) return;
  const url = window.location.pathname + window.location.search;
  const kept: KeptEntry = { url, state: window.history.state, at: deviceNow() };
  try {
    if (OWN_PATH.test(url)) sessionStorage.setItem(key, JSON.stringify(kept));
    else sessionStorage.removeItem(key);
  } catch {
    // Full or blocked: the page works without it.
  }
}
