/**
 * Decides whether a change event concerns a device and when the device pulls. If everyone pulled at once, the burst
 * would grow with the company, so devices that see everything take turns: each has a slot in a round, by the server's
 * clock, whose length grows with their number.
 */
import type { Listeners } from '../../data/check-in-port.ts';
import type { ChangeEvent } from '../../data/change-events.ts';
import type { Uuid } from '../../domain/ids.ts';

/** How many devices of a company may pull per second because of change events. */
export const TURNS_PER_SECOND = 16;
/**
 * Minimum delay of a pull. The server sends no second event of a departure within 100 ms (private.send_change_events),
 * so an immediate pull would miss a commit shortly after the first.
 */
export const QUIET_MS = 300;

/** Returns whether an event concerns this device. `holds`: the device has one of the event's departures. */
export function concernsDevice(
  changeEvent: ChangeEvent,
  { userId, listeners, holds }: { userId: Uuid; listeners: Listeners | null; holds: boolean },
): boolean {
  if (changeEvent.departures === null || changeEvent.people.includes(userId)) return true;
  return changeEvent.departures.length > 0 && (holds || listeners?.seesAll !== false);
}

/** Returns whether a pull up to `asOf` already contains the event's change. */
export const isCovered = (changeEvent: Pick<ChangeEvent, 'at'>, asOf: string | undefined): boolean =>
  changeEvent.at !== null && asOf !== undefined && BigInt(changeEvent.at) < BigInt(asOf);

/**
 * Returns milliseconds until the pull. `now`: the server's clock in milliseconds, as the device knows it; `random`: 0
 * (inclusive) to 1 (exclusive).
 */
export function turnDelay(
  changeEvent: ChangeEvent,
  { listeners, now, random }: { listeners: Listeners | null; now: number; random: number },
): number {
  // The guides of a named departure are few, so they need no slots.
  const crowd = changeEvent.departures === null ? (listeners?.all ?? 1) : listeners?.seesAll ? listeners.office : 1;
  const round = (Math.max(1, crowd) * 1000) / TURNS_PER_SECOND;
  // Someone whom the server does not count, such as a partner who acts for the company, has no turn: take any.
  const turn =
    listeners && listeners.turns > 0 && crowd > 1 ? listeners.turn + random * listeners.turns : random * crowd;
  const slot = ((turn * 1000) / TURNS_PER_SECOND) % round;
  const wait = (slot - ((now + QUIET_MS) % round) + round) % round;
  return QUIET_MS + wait;
}
