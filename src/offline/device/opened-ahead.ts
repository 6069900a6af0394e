/**
 * Opens the database of whoever used this device last, while it is still being read who is signed in: one after the other would
 * cost every start the time of both. Nothing is read from it before the session has said that it is this person's.
 */
import type { Uuid } from '../../domain/ids.ts';
import { UserDatabase } from './database.ts';

const STORE = 'muster-last-user';

export interface OpenedAhead {
  userId: Uuid;
  db: UserDatabase;
  /** Another tab holds back an upgrade. */
  blocked: boolean;
}

let ahead: OpenedAhead | null = null;

/** To be called first of all. A device that cannot say who was here last, or gives no database, starts as ever. */
export function openAhead(): void {
  const userId = lastUser();
  if (userId === null || ahead) return;
  const opened: OpenedAhead = { userId, db: new UserDatabase(userId), blocked: false };
  opened.db.on('blocked', () => {
    opened.blocked = true;
  });
  ahead = opened;
  // Whoever takes it opens it again, and hears why it does not open.
  opened.db.open().catch(() => undefined);
}

/** Gives what was opened for this person, once; another person's is closed, and with null everybody's. */
export function takeOpened(userId: Uuid | null): OpenedAhead | null {
  const taken = ahead;
  ahead = null;
  if (taken && taken.userId === userId) return taken;
  taken?.db.close();
  return null;
}

/** Says whose database to open first at the next start; null: nobody's. */
export function rememberUser(userId: Uuid | null): void {
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
