/** Personal data leaves the device two days after the departure, with a network or without. */
import { Dexie } from 'dexie';
import { removeDepartures, UserDatabase } from './database.ts';
import { emptyLocked } from './locked-queue.ts';
import { databaseUser } from './stored-rows.ts';
import { clockOffset, instant } from '../outbox/outbox.ts';

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

/** The same for everybody who has used this device, signed in or not: nobody else would ever do it. Never fails. */
export async function forgetOnWholeDevice(now: number): Promise<void> {
  const names = await Dexie.getDatabaseNames().catch(() => []);
  for (const userId of names.map(databaseUser)) {
    if (userId === null) continue;
    const db = new UserDatabase(userId);
    try {
      await emptyLocked(db);
      await forgetOldDepartures(db, now);
    } catch {
      // Another version of the app holds it; that one does the same.
    } finally {
      db.close();
    }
  }
}
