/**
 * Personal data leaves the device two days after the departure. The day is the last one that a server has confirmed: a clock that runs ahead
 * offline would otherwise delete today's guests.
 */
import { Dexie } from 'dexie';
import { removeDepartures, UserDatabase } from './database.ts';
import { emptyLocked } from './locked-queue.ts';
import { CLOCK_KEY, databaseUser, type ClockRow } from './stored-rows.ts';
import { instant } from '../outbox/outbox.ts';

export const RETENTION_MS = 2 * 86_400_000;

/**
 * Removes departures that ended more than two days ago, with their guests, and returns how many. `confirmed` is a server's time in milliseconds
 * that somebody else's session brought; the later one of that and of this database's last answer counts. Unsent actions stay in the outbox.
 */
export async function deleteOldDepartures(db: UserDatabase, confirmed: number | null = null): Promise<number> {
  const tables = [db.departures, db.bookings, db.guests, db.actions, db.summaries, db.meta];
  return db.transaction('rw', tables, async () => {
    const row = (await db.meta.get(CLOCK_KEY)) as ClockRow | undefined;
    const limit = instant(Math.max(row?.confirmedAt ?? 0, confirmed ?? 0) - RETENTION_MS);
    const old = await db.departures.where('endsAt').below(limit).primaryKeys();
    await removeDepartures(db, old);
    return old.length;
  });
}

/** The same for everybody who has used this device, signed in or not: nobody else would ever do it. Never fails. */
export async function deleteOldDataOfAllUsers(confirmed: number | null): Promise<void> {
  const names = await Dexie.getDatabaseNames().catch(() => []);
  for (const userId of names.map(databaseUser)) {
    if (userId === null) continue;
    const db = new UserDatabase(userId);
    try {
      await emptyLocked(db);
      await deleteOldDepartures(db, confirmed);
    } catch {
      // Another version of the app holds it; that one does the same.
    } finally {
      db.close();
    }
  }
}
