/** Recent taps on guests, to tell a double tap from an undo and to skip guests whose change is not rendered yet. */
import { deviceNow } from '../../../lib/clock.ts';
import type { GuestLine } from '../../../domain/attendance.ts';
import type { Uuid } from '../../../domain/ids.ts';

/** Milliseconds in which a second tap is a double tap, not an undo. */
const DOUBLE_TAP_MS = 700;
/** Milliseconds until a stored action has certainly been rendered. */
const MAX_RENDER_MS = 500;

export interface RecentTaps {
  tapped: Map<Uuid, number>;
  /** Guests that the party buttons have just checked in or undone, perhaps not rendered yet. */
  checkingIn: Set<Uuid>;
  undoing: Set<Uuid>;
  /** Undone check-ins while their toast is visible; checking in again restores the original time. */
  undoneCheckIns: Map<Uuid, { undo: Uuid; until: number }>;
}

export const createRecentTaps = (): RecentTaps => ({
  tapped: new Map(),
  checkingIn: new Set(),
  undoing: new Set(),
  undoneCheckIns: new Map(),
});

export const isDoubleTap = ({ tapped }: RecentTaps, guestId: Uuid): boolean =>
  deviceNow() - (tapped.get(guestId) ?? 0) < DOUBLE_TAP_MS;

/** Ignores second taps also while the check-in is being stored, because it may already be visible. */
export async function whileTapped<T>(
  { tapped }: RecentTaps,
  guests: readonly Uuid[],
  record: () => Promise<T>,
): Promise<T> {
  for (const guestId of guests) tapped.set(guestId, Number.POSITIVE_INFINITY);
  try {
    return await record();
  } finally {
    const now = deviceNow();
    for (const guestId of guests) tapped.set(guestId, now);
  }
}

/** Excludes the guest from further taps until the change is rendered. */
export async function during(underway: Set<Uuid>, { guest }: GuestLine, act: () => Promise<boolean>): Promise<boolean> {
  underway.add(guest.id);
  const isStored = await act();
  setTimeout(() => underway.delete(guest.id), isStored ? MAX_RENDER_MS : 0);
  return isStored;
}
