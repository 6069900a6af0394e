/**
 * Whom a hint concerns and when their device pulls. A whole office that pulled at the same moment would be a burst that grows with the
 * company, so those who see everything take turns: each has a place in a round that is as long as they are many, by the server's clock.
 */
import type { Listeners } from '../../data/check-in-port.ts';
import type { ChangeEvent } from '../../data/change-events.ts';
import type { Uuid } from '../../domain/ids.ts';

/** Devices of a company that pull in one second because of hints. */
export const TURNS_PER_SECOND = 16;
/** Nobody pulls sooner after a hint: the server sends none for what commits shortly after one (private.send_change_events has 100 ms). */
export const QUIET_MS = 300;

/** `holds`: whether the device has one of the departures that the hint names. */
export function concernsDevice(
  changeEvent: ChangeEvent,
  { userId, listeners, holds }: { userId: Uuid; listeners: Listeners | null; holds: boolean },
): boolean {
  if (changeEvent.departures === null || changeEvent.people.includes(userId)) return true;
  return changeEvent.departures.length > 0 && (holds || listeners?.seesAll !== false);
}

/** Whether a pull whose answer went up to `asOf` has brought what the hint tells of. */
export const isCovered = (changeEvent: Pick<ChangeEvent, 'at'>, asOf: string | undefined): boolean =>
  changeEvent.at !== null && asOf !== undefined && BigInt(changeEvent.at) < BigInt(asOf);

/** Milliseconds until the pull. `now`: the server's clock as the device knows it, in milliseconds; `random`: from 0 to below 1. */
export function turnDelay(
  changeEvent: ChangeEvent,
  { listeners, now, random }: { listeners: Listeners | null; now: number; random: number },
): number {
  // Guides whose departure is named are few, and nobody knows how many they are who are not counted.
  const crowd = changeEvent.departures === null ? (listeners?.all ?? 1) : listeners?.seesAll ? listeners.office : 1;
  const round = (Math.max(1, crowd) * 1000) / TURNS_PER_SECOND;
  const turn =
    listeners && listeners.turns > 0 && crowd > 1 ? listeners.turn + random * listeners.turns : random * crowd;
  const place = ((turn * 1000) / TURNS_PER_SECOND) % round;
  const wait = (place - ((now + QUIET_MS) % round) + round) % round;
  return QUIET_MS + wait;
}
