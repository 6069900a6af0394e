/** The offline engine of one user in one tab: its database, its mutations, its sync. Tests make several. */
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { DEVICE_KEY, UserDatabase, type DeviceRow } from './database.ts';
import { createMutations, type Mutations } from './make-mutations.ts';
import { deviceRow } from './outbox.ts';
import type { EnginePorts } from './ports.ts';
import { forgetOldDepartures } from './retention.ts';
import { access } from './storage-access.ts';
import { createSync, type Sync } from './sync.ts';
import { createSyncState, type SyncStateStore } from './sync-state.ts';

export interface Engine {
  userId: Uuid;
  db: UserDatabase;
  ports: EnginePorts;
  state: SyncStateStore;
  sync: Sync;
  mutations: Mutations;
  /** Runs one transaction with the storage's failures as values; the work must be safe to repeat. */
  access<T>(work: () => Promise<T>): Promise<Result<T>>;
  /** For which company this tab acts; null: none, the queue is still sent. */
  setCompany(companyId: Uuid | null): void;
  /** The database was let go, by `stop` or for a newer version; reading it fails and means nothing. */
  isClosed(): boolean;
  /** Ends timers and the pass under way, and closes the database. What is stored stays. */
  stop(): Promise<void>;
}

/** Opens (or makes) the user's database and answers the engine; nothing runs before `sync.start()`. */
export async function createEngine(ports: EnginePorts): Promise<Engine> {
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

  const noticeClearing = async () => {
    const before = (await db.meta.get(DEVICE_KEY)) as DeviceRow | undefined;
    if (before) return;
    if (ports.witness.seen()) state.set({ storageWasCleared: true });
    await db.transaction('rw', db.meta, () => deviceRow(db, ports));
    ports.witness.mark();
  };
  const reopen = async () => {
    if (stopped || state.get().closed) throw new Error('let go');
    db.close({ disableAutoOpen: false });
    await db.open();
    await noticeClearing();
  };
  const run = <T>(work: () => Promise<T>) => access(work, { reopen, shed: () => ports.shed() });

  await db.open();
  state.set({ blocked: false });
  await noticeClearing();
  const sync = createSync({ db, ports, state, access: run, tidy: () => forgetOldDepartures(db, ports.clock.now()) });
  await sync.readState();
  return {
    userId: ports.userId,
    db,
    ports,
    state,
    sync,
    access: run,
    mutations: createMutations({ db, ports, access: run, changed: () => sync.actionAdded() }),
    setCompany: (companyId) => sync.setCompany(companyId),
    isClosed: () => stopped || state.get().closed,
    async stop() {
      stopped = true;
      await sync.stop();
      db.close();
    },
  };
}
