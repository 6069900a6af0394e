/** Personal data leaves the device two days after the departure, with a network or without. */
import type { UserDatabase } from './database.ts';
import { removeDepartures } from './database.ts';
import { clockOffset, instant } from './outbox.ts';

export const KEPT_MS = 2 * 86_400_000;

/**
 * Removes departures that ended more than two days ago, with their guests. `now`: the device's clock in milliseconds.
 * What has not been sent yet stays in the outbox until it is. Returns how many departures went.
 */
export async function forgetOldDepartures(db: UserDatabase, now: number): Promise<number> {
  const tables = [db.departures, db.bookings, db.guests, db.actions, db.summaries, db.meta];
  return db.transaction('rw', tables, async () => {
    const limit = instant(now - (await clockOffset(db)) - KEPT_MS);
    const old = await db.departures.where('endsAt').below(limit).primaryKeys();
    await removeDepartures(db, old);
    return old.length;
  });
}
