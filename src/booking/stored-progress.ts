/**
 * Keeps a booking in progress across reloads of the embedding page. The data stays in this frame's session storage,
 * which browsers partition by host; the host cannot read it. If storage is blocked, the host keeps what a hostile one
 * may know: the step, and a token that takes over the hold only until it is confirmed (ADR 034).
 */
import { deviceNow } from '../lib/clock.ts';
import { isEmbedded, postToHost } from './embedding.ts';
import { makeRandomToken } from './random-token.ts';

/** No hold lasts longer. */
const MAX_AGE_MS = 2 * 3_600_000;
/** The guest pages except a booking's own. */
const PROGRESS_PATH = /^(\/[a-z]{2})?\/booking\/isolated\/(?!view\/)/;
const RESUME_TOKEN = /^[\w-]{43}$/;

interface StoredProgress {
  url: string;
  state: unknown;
  at: number;
}
/** What a history entry's state has in a frame. */
interface FrameState {
  frame?: string;
  resume?: string;
}

let key: string | null = null;
let resume: string | null = null;
let isResuming = false;

/** Returns the token with which a reload takes over the hold; null where this frame has storage. */
export const resumeToken = (): string | null => resume;
/** Returns the token of a hold that a former load of this frame may have placed; null without one. */
export const formerResumeToken = (): string | null => (isResuming ? resume : null);

function readProgress(state: FrameState | null): Partial<StoredProgress> | null {
  let stored: string | null;
  try {
    stored = sessionStorage.getItem(key!);
  } catch {
    // Blocked. No more than the step and the token is taken from the host, which may be hostile.
    const handed = fromHost();
    isResuming = state?.resume === undefined && handed !== null;
    resume = state?.resume ?? handed?.resume ?? makeRandomToken();
    return handed && { url: handed.url, at: handed.at, state: null };
  }
  // `JSON.parse(null)` is null: nothing is stored.
  return JSON.parse(stored!) as StoredProgress | null;
}

function fromHost(): { url: string; at: number; resume: string } | null {
  const text = new URLSearchParams(window.location.hash.slice(1)).get('entry');
  try {
    const handed = JSON.parse(text!) as { url: string; at: number; resume: string } | null;
    return handed && RESUME_TOKEN.test(handed.resume) ? handed : null;
  } catch {
    return null;
  }
}

/**
 * Restores the step and the input of a frame that was loaded again. Call before anything reads the URL or the history
 * entry.
 */
export function restoreProgress(): void {
  const { pathname, search } = window.location;
  if (!isEmbedded() || search.includes('preview')) return;
  const state = window.history.state as FrameState | null;
  key = state?.frame ?? `muster-entry ${pathname}${search}`;
  try {
    const stored = readProgress(state);
    // A reload of only the frame keeps its history entry.
    if (!state?.frame && stored && PROGRESS_PATH.test(stored.url!) && deviceNow() - stored.at! < MAX_AGE_MS)
      window.history.replaceState(stored.state, '', stored.url);
  } catch {
    // Invalid: the booking starts over.
  }
}

/** Adds the frame's storage key, and its resume token if it has one, to a history entry's state. */
export const entryState = (state: unknown): unknown =>
  key === null ? state : { ...(state as object), frame: key, ...(resume !== null && { resume }) };

/** Stores the progress; deletes it once the booking is made. */
export function saveProgress(): void {
  if (key === null) return;
  const url = window.location.pathname + window.location.search;
  const isInProgress = PROGRESS_PATH.test(url);
  if (resume !== null) {
    // The URL of a payment has the token of the booking.
    const isOpen = isInProgress && !url.includes('/payment/');
    postToHost({ type: 'entry', key, entry: isOpen ? JSON.stringify({ url, resume, at: deviceNow() }) : null });
    return;
  }
  const entry: StoredProgress = { url, state: window.history.state, at: deviceNow() };
  try {
    if (isInProgress) sessionStorage.setItem(key, JSON.stringify(entry));
    else sessionStorage.removeItem(key);
  } catch {
    // Full: works without it.
  }
}
