/**
 * Signs out of the device: never loses unsent actions without consent, and leaves nothing but an outbox kept for its
 * owner.
 */
import { Dexie } from 'dexie';
import { signOut } from '../../data/auth.ts';
import { countableActions } from '../../domain/counted-actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import { fail, type Failure, type Result } from '../../domain/result.ts';
import { deleteStartupSnapshot } from '../../lib/startup-snapshot.ts';
import { cookieMirrorMark } from './browser-ports.ts';
import { currentEngine, stopOffline } from './current-engine.ts';
import { UserDatabase } from './database.ts';
import type { OutboxEntry } from './stored-rows.ts';
import { clearDeviceSnapshot } from './device-database.ts';
import type { Engine } from './engine.ts';
import { lockOutbox } from './locked-outbox.ts';
import { rememberLastUser } from './preopened-database.ts';
import { dropCaches } from './storage.ts';

/** Actions that the server may not have, as a person counts them. */
export interface Unsent {
  waiting: number;
  parked: number;
}

/** Returns what signing out now would lose. */
export async function unsentActions(engine: Engine): Promise<Result<Unsent>> {
  return engine.access(() => countUnsent(engine.db));
}

async function countUnsent({ outbox }: UserDatabase): Promise<Unsent> {
  const countEntries = async (state: OutboxEntry['state']) =>
    countableActions((await outbox.where('state').equals(state).toArray()).map(({ action }) => action)).length;
  return { waiting: await countEntries('waiting'), parked: await countEntries('parked') };
}

const NOTHING: Unsent = { waiting: 0, parked: 0 };
const isAny = ({ waiting, parked }: Unsent) => waiting + parked > 0;

export type SignOutResult = { ok: true } | { ok: false; unsent: Unsent } | Failure;

export interface LeavingOptions {
  /** The person agreed to lose unsent actions. */
  discard: boolean;
  /** Unsent actions stay on the device, locked, until the person signs in here again. */
  keep?: boolean | undefined;
}

/**
 * Signs out and wipes this user's data from the device. Refuses while actions are unsent, unless the person chose
 * `keep` or `discard`; without either, a running engine tries to send them first. `userId` identifies the data when no
 * engine runs (still starting, or failed to). The caller deletes the session cookies.
 */
export async function signOutOfDevice(
  options: Partial<LeavingOptions> & { userId?: Uuid | null } = {},
): Promise<SignOutResult> {
  const { discard = false, keep = false, userId = null } = options;
  const engine = currentEngine();
  if (engine) {
    const wiped = await leaveDevice(engine, { discard, keep, stop: stopOffline });
    if (!wiped.ok) return wiped;
  }
  if (userId !== null && engine?.userId !== userId) {
    const left = await leaveUnopened(userId, { discard, keep });
    if (!left.ok) return left;
  }
  // It shows today's guests at the next start.
  deleteStartupSnapshot();
  // Without a remembered person the app does not start offline.
  rememberLastUser(null);
  await clearDeviceSnapshot();
  await dropCaches();
  const left = await signOut();
  return left.ok ? { ok: true } : left;
}

/** Wipes or locks the database of a person without a running engine. */
async function leaveUnopened(userId: Uuid, { discard, keep }: LeavingOptions): Promise<SignOutResult> {
  const db = new UserDatabase(userId);
  try {
    const unsent = discard ? NOTHING : await countUnsent(db);
    if (isAny(unsent) && !keep) return { ok: false, unsent };
    if (isAny(unsent)) {
      await lockOutbox(db);
    } else {
      await db.delete();
      cookieMirrorMark(userId).clear();
    }
  } catch {
    // Without databases (some private modes) nothing is stored.
    const names = await Dexie.getDatabaseNames().catch((): string[] => []);
    if (names.includes(db.name)) return fail('storage_failed', { retry: true });
  } finally {
    db.close();
  }
  return { ok: true };
}

/** Does the engine's part of signing out. */
export async function leaveDevice(
  engine: Engine,
  { discard, keep = false, stop }: LeavingOptions & { stop(): Promise<void> },
): Promise<SignOutResult> {
  if (!discard) {
    let unsent = await unsentActions(engine);
    if (unsent.ok && unsent.data.waiting > 0 && !keep) {
      await engine.sync.pass();
      unsent = await unsentActions(engine);
    }
    if (!unsent.ok) return unsent;
    if (isAny(unsent.data)) return keep ? lockAndStop(engine, stop) : { ok: false, unsent: unsent.data };
  }
  await stop();
  try {
    await engine.db.delete();
  } catch {
    return fail('storage_failed', { retry: true });
  }
  engine.ports.mirrorMark.clear();
  return { ok: true };
}

/**
 * Locks the outbox but keeps the mirror mark: if the browser evicts the outbox, its owner learns of it at the next
 * sign-in.
 */
async function lockAndStop(engine: Engine, stop: () => Promise<void>): Promise<SignOutResult> {
  const locked = await engine.access(() => lockOutbox(engine.db));
  if (!locked.ok) return locked;
  await stop();
  return { ok: true };
}
