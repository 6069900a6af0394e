/**
 * Opens the last user's database while the session is still being read, because doing both in sequence would slow
 * every start. Nothing is read from it before the session confirms that it is this person's.
 */
import type { Uuid } from '../../domain/ids.ts';
import { openIdbDatabase } from './idb-tables.ts';

const STORE = 'muster-last-user';

let preopened: { userId: Uuid; opening: Promise<IDBDatabase | null> } | null = null;

/** Starts opening the last user's database; call it first of all. No-op if there is no last user or no storage. */
export function preopenDatabase(): void {
  const userId = lastUser();
  if (userId !== null) preopened ??= { userId, opening: openIdbDatabase(userId) };
}

/** Returns the preopened database of this person, once, and closes another person's. Null if there is none. */
export async function takePreopenedDatabase(userId: Uuid | null): Promise<IDBDatabase | null> {
  const opened = preopened;
  preopened = null;
  const db = (await opened?.opening) ?? null;
  if (opened?.userId === userId) return db;
  db?.close();
  return null;
}

/** Stores whose database to open first at the next start; null: none. */
export function rememberLastUser(userId: Uuid | null): void {
  try {
    if (userId === null) localStorage.removeItem(STORE);
    else localStorage.setItem(STORE, userId);
  } catch {
    // Without storage the next start opens the databases in sequence.
  }
}

function lastUser(): Uuid | null {
  try {
    return localStorage.getItem(STORE);
  } catch {
    return null;
  }
}
