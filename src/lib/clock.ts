/**
 * The current time for everything that people read: the device's clock, corrected by the offset measured against the
 * server. Lint forbids `Date.now()` and `new Date()` elsewhere (muster/one-clock), because a tablet whose clock is a
 * day fast would show tomorrow's departures as today's.
 */
const OFFSET_KEY = 'muster-clock-offset';
const CONFIRMED_KEY = 'muster-clock-confirmed';
/** Milliseconds. A smaller difference is a slow response and not a wrong clock. */
const TOLERANCE_MS = 30_000;
/** How often the confirmed time is stored, in milliseconds. */
const STORE_INTERVAL_MS = 600_000;

let offset = readNumber(OFFSET_KEY) ?? 0;
let confirmed: number | null = null;
const listeners = new Set<() => void>();
let followsTabs = false;

/** Returns the server's time in milliseconds since 1970, as far as this device knows it. */
export const now = (): number => Date.now() - offset;

/** Returns `now()` as an ISO 8601 string. */
export const nowInstant = (): string => new Date(now()).toISOString();

/** Returns the device's own clock, right or wrong: for durations, and for values that are only compared with it. */
export const deviceNow = (): number => Date.now();

/** Returns how far the device's clock is ahead of the server's, in milliseconds; 0 if it was never measured. */
export const clockOffset = (): number => offset;

/** Returns the last time that a server confirmed, in milliseconds since 1970; null if none ever did. */
export const confirmedTime = (): number | null => confirmed ?? readNumber(CONFIRMED_KEY);

/**
 * Takes a measured offset: the device's clock minus the server's. It is stored, because the next start may be offline.
 */
export function setClockOffset(measured: number): void {
  const time = Date.now() - measured;
  confirmed = time;
  // Backwards as well: a server whose own clock was wrong must not have the last word for ever.
  if (Math.abs(time - (readNumber(CONFIRMED_KEY) ?? 0)) >= STORE_INTERVAL_MS) write(CONFIRMED_KEY, Math.round(time));
  const next = Math.abs(measured) < TOLERANCE_MS ? 0 : Math.round(measured);
  if (next === offset) return;
  write(OFFSET_KEY, next);
  adopt(next);
}

/** Calls `listener` when the offset changes, in this tab or another. Returns how to stop. */
export function onClockOffset(listener: () => void): () => void {
  if (!followsTabs) globalThis.addEventListener?.('storage', adoptStored);
  followsTabs = true;
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function adopt(next: number): void {
  offset = next;
  for (const listener of listeners) listener();
}

function adoptStored({ key }: StorageEvent): void {
  if (key === OFFSET_KEY) adopt(readNumber(OFFSET_KEY) ?? 0);
}

function write(key: string, value: number): void {
  try {
    globalThis.localStorage?.setItem(key, String(value));
  } catch {
    // A browser without storage measures it again.
  }
}

function readNumber(key: string): number | null {
  try {
    const value = Number.parseInt(globalThis.localStorage?.getItem(key) ?? '', 10);
    return Number.isFinite(value) ? value : null;
  } catch {
    return null;
  }
}
