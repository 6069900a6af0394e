/** The list of departures as it was read before the engine is there: the first paint shows it, the live queries take over. */
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
  /** What each reading said, until the live query that reads the same has said more. */
  answers: Map<unknown, unknown>;
  state: FullSyncState;
}

const ahead = createStore<StartupList | null>(null);

export const getStartupList = ahead.get;
/** Calls back when a list has been read ahead. Returns how to stop. */
export const onStartupList = ahead.subscribe;

/** Answers whether the device had a list of this company for this person. */
export async function loadStartupList(userId: Uuid, companyId: Uuid): Promise<boolean> {
  const db = (await takePreopenedDatabase(userId)) ?? (await openIdbDatabase(userId));
  if (!db) return false;
  try {
    const tables = idbTables(db);
    // Whether the storage is kept is known before anything is shown: a line that comes later would push the list down.
    const [stored, pending, state, persisted] = await Promise.all([
      readSummaries(tables, companyId),
      readPendingLines(tables, companyId),
      readSyncState(tables, companyId),
      isStoragePersistent(),
    ]);
    if (!stored.company) return false;
    const network = globalThis.navigator?.onLine === false ? 'offline' : 'online';
    ahead.set({
      userId,
      companyId,
      answers: new Map<unknown, unknown>([
        [readSummaries, stored],
        [readPendingLines, pending],
      ]),
      state: { ...INITIAL_SYNC_STATE, ...state, network, persisted },
    });
    return true;
  } catch {
    // Whatever is wrong with the storage, the engine finds and says.
    return false;
  } finally {
    db.close();
  }
}

/** Who was read for is not here any more. */
export function clearStartupList(): void {
  ahead.set(null);
}
