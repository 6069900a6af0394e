/** Offline engine of one user in one tab: database, recorder and sync. Tests create several. */
import { liveQuery } from 'dexie';
import { NO_ACTIONS } from '../../domain/counted-actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { UserDatabase } from './database.ts';
import { CLEARED_KEY, DEVICE_KEY, LOCKED_KEY, type ClearedRow, type DeviceRow } from './stored-rows.ts';
import { noteUnsent } from './note-unsent.ts';
import { createRecorder, type Recorder } from '../outbox/recorder.ts';
import { deviceRow } from '../outbox/outbox.ts';
import type { EnginePorts } from './ports.ts';
import { deleteOldDepartures } from './retention.ts';
import { withStorage } from './storage-access.ts';
import { createSync, type Sync } from '../sync/sync.ts';
import { createSyncState, type SyncStateStore } from '../sync/sync-state.ts';

export interface Engine {
  userId: Uuid;
  db: UserDatabase;
  ports: EnginePorts;
  state: SyncStateStore;
  sync: Sync;
  record: Recorder;
  /** Runs one transaction and returns storage failures as values; `work` must be idempotent. */
  access<T>(work: () => Promise<T>): Promise<Result<T>>;
  /** Sets the company that this tab acts for; null: none, but the outbox is still sent. */
  setCompany(companyId: Uuid | null): void;
  /** Whether the database was closed, by `stop` or for a newer version; reads then fail, which is expected. */
  isClosed(): boolean;
  /**
   * Runs a live query: calls `received` with each result of `read` and `failed` with what it threw. Returns the
   * unsubscribe function.
   */
  follow<T>(read: () => Promise<T>, received: (result: T) => void, failed: (error: unknown) => void): () => void;
  /** Stops timers and the running pass, and closes the database. Stored data stays. */
  stop(): Promise<void>;
}

/**
 * Opens (or creates) the user's database and returns the engine. Nothing runs before `sync.start()`. `companyId` is
 * the company that the tab acts for.
 */
export async function createEngine(
  ports: EnginePorts,
  { companyId = null }: { companyId?: Uuid | null } = {},
): Promise<Engine> {
  const db = new UserDatabase(ports.userId, ports);
  const state = createSyncState();
  let stopped = false;
  // A newer app in another tab upgrades the database, or someone deletes it: close at once so that it is not blocked.
  db.on('versionchange', () => {
    db.close();
    state.set({ closed: true });
    return false;
  });
  db.on('blocked', () => state.set({ blocked: true }));

  const reopen = async () => {
    if (stopped || state.get().closed) throw new Error('The engine has stopped');
    db.close({ disableAutoOpen: false });
    await db.open();
    await noticeClearing(db, ports, state);
  };
  const run = <T>(work: () => Promise<T>) => withStorage(work, { reopen, dropCaches: () => ports.dropCaches() });

  await db.open();
  state.set({ blocked: false });
  const sync = createSync({
    db,
    ports,
    state,
    companyId,
    access: run,
    tidy: () => deleteOldDepartures(db),
  });
  const [isNew] = await Promise.all([noticeClearing(db, ports, state), unlock(db), sync.readState()]);
  // The first read may have preceded the new device row.
  if (isNew) await sync.readState();
  const stopNoting = noteUnsent(db, ports, state);
  return {
    userId: ports.userId,
    db,
    ports,
    state,
    sync,
    access: run,
    record: createRecorder({ db, ports, access: run, changed: () => sync.actionAdded() }),
    setCompany: (companyId) => sync.setCompany(companyId),
    isClosed: () => stopped || state.get().closed,
    follow(read, received, failed) {
      const following = liveQuery(read).subscribe({ next: received, error: failed });
      return () => following.unsubscribe();
    },
    async stop() {
      stopped = true;
      stopNoting();
      await sync.stop();
      db.close();
    },
  };
}

/** Detects a storage eviction by the mirror mark. Returns whether the device row is new. */
async function noticeClearing(db: UserDatabase, ports: EnginePorts, state: SyncStateStore): Promise<boolean> {
  const [before, cleared] = (await db.meta.bulkGet([DEVICE_KEY, CLEARED_KEY])) as [DeviceRow?, ClearedRow?];
  if (cleared) state.set({ storageWasCleared: true, lostActions: cleared.lost });
  if (before) {
    db.deviceId = before.id;
    return false;
  }
  const lostActions = ports.mirrorMark.exists() ? ports.mirrorMark.unsent() : null;
  await db.transaction('rw', db.meta, async () => {
    await deviceRow(db, ports);
    if (lostActions) await db.meta.put({ key: CLEARED_KEY, lost: lostActions } satisfies ClearedRow);
  });
  if (lostActions) state.set({ storageWasCleared: true, lostActions });
  ports.mirrorMark.mark(NO_ACTIONS);
  return true;
}

/** Unlocks an outbox that was kept at sign-out; an engine starts only for the signed-in owner. */
async function unlock(db: UserDatabase): Promise<void> {
  if (await db.meta.get(LOCKED_KEY)) await db.meta.delete(LOCKED_KEY);
}
