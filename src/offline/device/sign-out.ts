/** Leaving this device: never losing unsent actions unasked, and without a trace but for a queue that is kept for its author. */
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
import { lockQueue } from './locked-queue.ts';
import { rememberLastUser } from './preopened-database.ts';
import { dropCaches } from './storage.ts';

/** What was done, as a person would count it, that the server does not have for sure. */
export interface Unsent {
  waiting: number;
  parked: number;
}

/** What would be lost by signing out now. */
export async function unsentActions(engine: Engine): Promise<Result<Unsent>> {
  return engine.access(() => countUnsent(engine.db));
}

async function countUnsent({ outbox }: UserDatabase): Promise<Unsent> {
  const counted = async (state: OutboxEntry['state']) =>
    countableActions((await outbox.where('state').equals(state).toArray()).map(({ action }) => action)).length;
  return { waiting: await counted('waiting'), parked: await counted('parked') };
}

const NOTHING: Unsent = { waiting: 0, parked: 0 };
const isAny = ({ waiting, parked }: Unsent) => waiting + parked > 0;

export type SignOutAnswer = { ok: true } | { ok: false; unsent: Unsent } | Failure;

export interface LeavingOptions {
  /** The person gave unsent actions up. */
  discard: boolean;
  /** Unsent actions stay on the device, locked, until the person signs in here again. */
  keep?: boolean | undefined;
}

/**
 * Signs out and wipes this user's data from the device. With unsent actions it tries to send them first, and refuses
 * while any remain unless the person chose to `keep` or to `discard` them. `userId`: whose data it is, also when their engine
 * does not run (it is still starting, or could not). The caller drops the session's own snapshot.
 */
export async function signOutOfDevice(
  options: Partial<LeavingOptions> & { userId?: Uuid | null } = {},
): Promise<SignOutAnswer> {
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
  deleteStartupSnapshot();
  rememberLastUser(null);
  await clearDeviceSnapshot();
  await dropCaches();
  const left = await signOut();
  return left.ok ? { ok: true } : left;
}

/** Wipes or locks the database of a person without an engine. A browser that gives no database has nothing to wipe. */
async function leaveUnopened(userId: Uuid, { discard, keep }: LeavingOptions): Promise<SignOutAnswer> {
  const db = new UserDatabase(userId);
  try {
    const unsent = discard ? NOTHING : await countUnsent(db);
    if (isAny(unsent) && !keep) return { ok: false, unsent };
    if (isAny(unsent)) {
      await lockQueue(db);
    } else {
      await db.delete();
      cookieMirrorMark(userId).clear();
    }
  } catch {
    // What cannot be opened stays closed to everybody.
  } finally {
    db.close();
  }
  return { ok: true };
}

/** The engine's part of it. */
export async function leaveDevice(
  engine: Engine,
  { discard, keep = false, stop }: LeavingOptions & { stop(): Promise<void> },
): Promise<SignOutAnswer> {
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

/** The mark of the mirror stays: should the browser clear the queue, its author is told at their next sign-in. */
async function lockAndStop(engine: Engine, stop: () => Promise<void>): Promise<SignOutAnswer> {
  const locked = await engine.access(() => lockQueue(engine.db));
  if (!locked.ok) return locked;
  await stop();
  return { ok: true };
}
