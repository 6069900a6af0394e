/**
 * Opens the database of whoever used this device last, while it is still being read who is signed in: one after the other would
 * cost every start the time of both. Nothing is read from it before the session has said that it is this person's.
 */
import type { Uuid } from '../../domain/ids.ts';
import { openIdbDatabase } from './idb-tables.ts';

const STORE = 'muster-last-user';

let ahead: { userId: Uuid; opening: Promise<IDBDatabase | null> } | null = null;

/** To be called first of all. A device that cannot say who was here last, or gives no database, starts as ever. */
export function preopenDatabase(): void {
  const userId = lastUser();
  if (userId !== null) ahead ??= { userId, opening: openIdbDatabase(userId) };
}

/** Gives what was opened for this person, once; another person's is closed. Null where this person's was not opened, or is not there. */
export async function takePreopenedDatabase(userId: Uuid | null): Promise<IDBDatabase | null> {
  const taken = ahead;
  ahead = null;
  const db = (await taken?.opening) ?? null;
  if (taken?.userId === userId) return db;
  db?.close();
  return null;
}

/** Says whose database to open first at the next start; null: nobody's. */
export function rememberLastUser(userId: Uuid | null): void {
  try {
    if (userId === null) localStorage.removeItem(STORE);
    else localStorage.setItem(STORE, userId);
  } catch {
    // The next start opens the databases one after the other.
  }
}

function lastUser(): Uuid | null {
  try {
    return localStorage.getItem(STORE);
  } catch {
    return null;
  }
}
