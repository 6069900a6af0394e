/**
 * Keeps a person's outbox on a shared device after sign-out. It stays in its owner's database, which no other session
 * opens; everything else in it is deleted, as on any sign-out.
 */
import type { Table } from 'dexie';
import type { UserDatabase } from './database.ts';
import { CLEARED_KEY, CLOCK_KEY, DEVICE_KEY, LOCKED_KEY, type LockedRow } from './stored-rows.ts';

/** What sending the outbox needs (device id, sequence, clock offset), the lock, and the notice of cleared storage. */
const PRESERVED_META_KEYS = [DEVICE_KEY, CLOCK_KEY, LOCKED_KEY, CLEARED_KEY];

/**
 * Locks the outbox and deletes everything that sending it does not need, in one transaction, so a killed tab leaves
 * either everything or only the locked outbox. A pass in another tab loses its token and writes no more rows.
 */
export async function lockOutbox(db: UserDatabase): Promise<void> {
  await db.transaction('rw', otherTables(db), async () => {
    await deleteOtherRows(db);
    await db.meta.put({ key: LOCKED_KEY } satisfies LockedRow);
  });
}

/**
 * Deletes what another tab stored beside a locked outbox before it noticed the sign-out. No-op without a locked
 * outbox.
 */
export async function emptyLockedOutbox(db: UserDatabase): Promise<void> {
  await db.transaction('rw', otherTables(db), async () => {
    if (await db.meta.get(LOCKED_KEY)) await deleteOtherRows(db);
  });
}

/** All tables but the outbox. */
const otherTables = (db: UserDatabase): Table[] => db.tables.filter(({ name }) => name !== db.outbox.name);

async function deleteOtherRows(db: UserDatabase): Promise<void> {
  for (const table of otherTables(db)) if (table.name !== db.meta.name) await table.clear();
  await db.meta.where('key').noneOf(PRESERVED_META_KEYS).delete();
}
