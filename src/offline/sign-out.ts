/** Leaving this device: never with unsent actions behind one's back, and then without a trace. */
import { signOut } from '../data/auth.ts';
import { fail, type Failure, type Result } from '../domain/result.ts';
import { currentEngine, stopOffline } from './current-engine.ts';
import { clearDeviceSnapshot } from './device-database.ts';
import type { Engine } from './engine.ts';
import { shedCaches } from './storage.ts';

/** Actions that the server does not have for sure. */
export interface Unsent {
  waiting: number;
  parked: number;
}

/** What would be lost by signing out now. */
export async function unsentActions(engine: Engine): Promise<Result<Unsent>> {
  return engine.access(async () => ({
    waiting: await engine.db.outbox.where('state').equals('waiting').count(),
    parked: await engine.db.outbox.where('state').equals('parked').count(),
  }));
}

export type SignOutAnswer = { ok: true } | { ok: false; unsent: Unsent } | Failure;

/**
 * Signs out and wipes this user's data from the device. With unsent actions it tries to send them first, and refuses
 * while any remain unless `discard` says that a person gave them up. The caller drops the session's own snapshot.
 */
export async function signOutOfDevice({ discard = false }: { discard?: boolean } = {}): Promise<SignOutAnswer> {
  const engine = currentEngine();
  if (engine) {
    const wiped = await leaveDevice(engine, { discard, stop: stopOffline });
    if (!wiped.ok) return wiped;
  }
  await clearDeviceSnapshot();
  await shedCaches();
  const left = await signOut();
  return left.ok ? { ok: true } : left;
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
  engine.ports.witness.clear();
  return { ok: true };
}
