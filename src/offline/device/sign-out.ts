/** Leaving this device: never with unsent actions behind one's back, and then without a trace. */
import { signOut } from '../../data/auth.ts';
import { countedOf } from '../../domain/counted-actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import { fail, type Failure, type Result } from '../../domain/result.ts';
import { dropPicture } from '../../lib/first-picture.ts';
import { cookieMirrorMark } from './browser-ports.ts';
import { currentEngine, stopOffline } from './current-engine.ts';
import { UserDatabase } from './database.ts';
import type { OutboxEntry } from './stored-rows.ts';
import { clearDeviceSnapshot } from './device-database.ts';
import type { Engine } from './engine.ts';
import { rememberUser } from './opened-ahead.ts';
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
    countedOf((await outbox.where('state').equals(state).toArray()).map(({ action }) => action)).length;
  return { waiting: await counted('waiting'), parked: await counted('parked') };
}

export type SignOutAnswer = { ok: true } | { ok: false; unsent: Unsent } | Failure;

/**
 * Signs out and wipes this user's data from the device. With unsent actions it tries to send them first, and refuses
 * while any remain unless `discard` says that a person gave them up. `userId`: whose data it is, also when their engine
 * does not run (it is still starting, or could not). The caller drops the session's own snapshot.
 */
export async function signOutOfDevice(
  options: { discard?: boolean; userId?: Uuid | null } = {},
): Promise<SignOutAnswer> {
  const { discard = false, userId = null } = options;
  const engine = currentEngine();
  if (engine) {
    const wiped = await leaveDevice(engine, { discard, stop: stopOffline });
    if (!wiped.ok) return wiped;
  }
  if (userId !== null && engine?.userId !== userId) {
    const unsent = await wipeUnopened(userId, discard);
    if (unsent) return { ok: false, unsent };
  }
  dropPicture();
  rememberUser(null);
  await clearDeviceSnapshot();
  await dropCaches();
  const left = await signOut();
  return left.ok ? { ok: true } : left;
}

/** Answers what is unsent, if that keeps the data; a browser that gives no database has nothing to wipe. */
async function wipeUnopened(userId: Uuid, discard: boolean): Promise<Unsent | null> {
  const db = new UserDatabase(userId);
  try {
    const unsent = discard ? null : await countUnsent(db);
    if (unsent && unsent.waiting + unsent.parked > 0) return unsent;
    await db.delete();
    cookieMirrorMark(userId).clear();
  } catch {
    // What cannot be opened stays closed to everybody.
  } finally {
    db.close();
  }
  return null;
}

/** The engine's part of it. */
export async function leaveDevice(
  engine: Engine,
  { discard, stop }: { discard: boolean; stop(): Promise<void> },
): Promise<SignOutAnswer> {
  if (!discard) {
    let unsent = await unsentActions(engine);
    if (unsent.ok && unsent.data.waiting > 0) {
      await engine.sync.pass();
      unsent = await unsentActions(engine);
    }
    if (!unsent.ok) return unsent;
    if (unsent.data.waiting + unsent.data.parked > 0) return { ok: false, unsent: unsent.data };
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
