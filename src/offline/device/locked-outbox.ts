/**
 * Keeps a person's outbox on a shared device after sign-out. It stays in its owner's database, which no other session
 * opens; the lists are deleted, as on any sign-out.
 */
import type { Table } from 'dexie';
import type { UserDatabase } from './database.ts';
import { CLEARED_KEY, CLOCK_KEY, DEVICE_KEY, LOCKED_KEY, type LockedRow } from './stored-rows.ts';

/** What sending the outbox needs (device id, sequence, clock offset), and the unread notice of cleared storage. */
const PRESERVED_META_KEYS = [DEVICE_KEY, CLOCK_KEY, LOCKED_KEY, CLEARED_KEY];

/**
 * Deletes everything but the outbox and locks it, in one transaction, so a killed tab leaves either everything or
 * only the locked outbox. A pass in another tab loses its token and writes nothing more.
 */
export async function lockOutbox(db: UserDatabase): Promise<void> {
  await db.transaction('rw', listTables(db), async () => {
    await emptyLists(db);
    await db.meta.put({ key: LOCKED_KEY } satisfies LockedRow);
  });
}

/**
 * Deletes what another tab stored beside a locked outbox before it noticed the sign-out. No-op without a locked
 * outbox.
 */
export async function emptyLockedOutbox(db: UserDatabase): Promise<void> {
  await db.transaction('rw', listTables(db), async () => {
    if (await db.meta.get(LOCKED_KEY)) await emptyLists(db);
  });
}

const listTables = (db: UserDatabase): Table[] => db.tables.filter(({ name }) => name !== db.outbox.name);

async function emptyLists(db: UserDatabase): Promise<void> {
  for (const table of listTables(db)) if (table.name !== db.meta.name) await table.clear();
  await db.meta.where('key').noneOf(PRESERVED_META_KEYS).delete();
}
