/** The offline engine of one user in one tab: its database, its recorder, its sync. Tests make several. */
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
  /** Runs one transaction with the storage's failures as values; the work must be safe to repeat. */
  access<T>(work: () => Promise<T>): Promise<Result<T>>;
  /** For which company this tab acts; null: none, the queue is still sent. */
  setCompany(companyId: Uuid | null): void;
  /** The database was let go, by `stop` or for a newer version; reading it fails and means nothing. */
  isClosed(): boolean;
  /** Reads again whenever what `handleQuery` read has changed. Returns how to stop. `heard` takes each answer, `failed` what `handleQuery` threw. */
  follow<T>(read: () => Promise<T>, received: (answer: T) => void, failed: (error: unknown) => void): () => void;
  /** Ends timers and the pass under way, and closes the database. What is stored stays. */
  stop(): Promise<void>;
}

/**
 * Opens (or makes) the user's database and answers the engine; nothing runs before `sync.start()`. `companyId`: for which company the
 * tab acts, as `setCompany` says later.
 */
export async function createEngine(
  ports: EnginePorts,
  { companyId = null }: { companyId?: Uuid | null } = {},
): Promise<Engine> {
  const db = new UserDatabase(ports.userId, ports);
  const state = createSyncState();
  let stopped = false;
  // A newer app in another tab wants to upgrade, or somebody deletes the data: let go at once and say so.
  db.on('versionchange', () => {
    db.close();
    state.set({ closed: true });
    return false;
  });
  db.on('blocked', () => state.set({ blocked: true }));

  /** Answers whether the device is new. */
  const noticeClearing = async () => {
    const [before, cleared] = (await db.meta.bulkGet([DEVICE_KEY, CLEARED_KEY])) as [DeviceRow?, ClearedRow?];
    if (cleared) state.set({ storageWasCleared: true, lost: cleared.lost });
    if (before) {
      db.deviceId = before.id;
      return false;
    }
    const lost = ports.mirrorMark.seen() ? ports.mirrorMark.unsent() : null;
    await db.transaction('rw', db.meta, async () => {
      await deviceRow(db, ports);
      if (lost) await db.meta.put({ key: CLEARED_KEY, lost } satisfies ClearedRow);
    });
    if (lost) state.set({ storageWasCleared: true, lost });
    ports.mirrorMark.mark(NO_ACTIONS);
    return true;
  };
  /** An engine starts only for the person who is signed in: a queue that they left locked is sent again. */
  const unlock = async () => {
    if (await db.meta.get(LOCKED_KEY)) await db.meta.delete(LOCKED_KEY);
  };
  const reopen = async () => {
    if (stopped || state.get().closed) throw new Error('let go');
    db.close({ disableAutoOpen: false });
    await db.open();
    await noticeClearing();
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
  const [isNew] = await Promise.all([noticeClearing(), unlock(), sync.readState()]);
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
