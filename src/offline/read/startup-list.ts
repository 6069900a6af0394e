/** List of departures read before the engine starts: shown by the first paint until live queries take over. */
import type { Uuid } from '../../domain/ids.ts';
import { createStore } from '../../lib/store.ts';
import { idbTables, openIdbDatabase } from '../device/idb-tables.ts';
import { takePreopenedDatabase } from '../device/preopened-database.ts';
import { isStoragePersistent } from '../device/storage.ts';
import { readSyncState } from '../sync/read-sync-state.ts';
import { INITIAL_SYNC_STATE, type FullSyncState } from '../sync/sync-state.ts';
import { readPendingLines, readSummaries } from './departure-list.ts';

interface StartupList {
  userId: Uuid;
  companyId: Uuid;
  /** Result of each query function, until its live query has a result. */
  results: Map<unknown, unknown>;
  state: FullSyncState;
}

const startupList = createStore<StartupList | null>(null);

export const getStartupList = startupList.get;
/** Subscribes to the startup list. Returns the unsubscribe function. */
export const onStartupList = startupList.subscribe;

/** Reads the list. Returns whether the device had one of this company for this person. */
export async function loadStartupList(userId: Uuid, companyId: Uuid): Promise<boolean> {
  const db = (await takePreopenedDatabase(userId)) ?? (await openIdbDatabase(userId));
  if (!db) return false;
  try {
    const tables = idbTables(db);
    // Persistence is read too: a notice that appears later would shift the list.
    const [stored, pending, state, persisted] = await Promise.all([
      readSummaries(tables, companyId),
      readPendingLines(tables, companyId),
      readSyncState(tables, companyId),
      isStoragePersistent(),
    ]);
    if (!stored.company) return false;
    const network = globalThis.navigator?.onLine === false ? 'offline' : 'online';
    startupList.set({
      userId,
      companyId,
      results: new Map<unknown, unknown>([
        [readSummaries, stored],
        [readPendingLines, pending],
      ]),
      state: { ...INITIAL_SYNC_STATE, ...state, network, persisted },
    });
    return true;
  } catch {
    // The engine will find the storage problem and report it.
    return false;
  } finally {
    db.close();
  }
}

/** Drops the list, because its person is no longer signed in. */
export function clearStartupList(): void {
  startupList.set(null);
}
