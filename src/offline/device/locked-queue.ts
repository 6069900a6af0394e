/**
 * Keeps a person's queue on a shared device while somebody else works there. The queue stays in its author's own database, which
 * nobody else's session opens; the lists beside it go, as on any sign-out.
 */
import type { Table } from 'dexie';
import type { UserDatabase } from './database.ts';
import { CLEARED_KEY, CLOCK_KEY, DEVICE_KEY, LOCKED_KEY, type LockedRow } from './stored-rows.ts';

/** What the queue needs when it is sent (its device's id and sequence, the measured clock), and what its author has not read yet. */
const KEPT_META = [DEVICE_KEY, CLOCK_KEY, LOCKED_KEY, CLEARED_KEY];

/**
 * Deletes everything but the queue and locks it, in one transaction: a tab that is killed leaves either all of it or only the locked queue.
 * A pass of another tab loses its fence and writes nothing more.
 */
export async function lockQueue(db: UserDatabase): Promise<void> {
  await db.transaction('rw', listTables(db), async () => {
    await emptyLists(db);
    await db.meta.put({ key: LOCKED_KEY } satisfies LockedRow);
  });
}

/** Deletes again what another tab stored beside a locked queue before it heard of the sign-out. Does nothing where no queue is locked. */
export async function emptyLocked(db: UserDatabase): Promise<void> {
  await db.transaction('rw', listTables(db), async () => {
    if (await db.meta.get(LOCKED_KEY)) await emptyLists(db);
  });
}

const listTables = (db: UserDatabase): Table[] => db.tables.filter(({ name }) => name !== db.outbox.name);

async function emptyLists(db: UserDatabase): Promise<void> {
  for (const table of listTables(db)) if (table.name !== db.meta.name) await table.clear();
  await db.meta.where('key').noneOf(KEPT_META).delete();
}
