/**
 * Deletes personal data two days after the departure. Uses the last time confirmed by a server: an offline clock that
 * runs ahead would otherwise delete today's guests.
 */
import { Dexie } from 'dexie';
import { removeDepartures, UserDatabase } from './database.ts';
import { emptyLockedOutbox } from './locked-outbox.ts';
import { CLOCK_KEY, databaseUser, type ClockRow } from './stored-rows.ts';
import { instant } from '../outbox/outbox.ts';

export const RETENTION_MS = 2 * 86_400_000;

/**
 * Deletes departures that ended more than two days ago, with their guests, and returns how many. The later of
 * `confirmed` (a server time in milliseconds from another person's session) and this database's own confirmed time
 * counts. Unsent actions stay in the outbox.
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

/**
 * Does the same for everyone who has used this device, because they may never sign in here again, and removes what
 * another tab stored beside a locked outbox. Never fails.
 */
export async function deleteOldDataOfAllUsers(confirmed: number | null): Promise<void> {
  const names = await Dexie.getDatabaseNames().catch(() => []);
  for (const userId of names.map(databaseUser)) {
    if (userId === null) continue;
    const db = new UserDatabase(userId);
    try {
      await emptyLockedOutbox(db);
      await deleteOldDepartures(db, confirmed);
    } catch {
      // A newer version of the app has upgraded the database, and does the same.
    } finally {
      db.close();
    }
  }
}
