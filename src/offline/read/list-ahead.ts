/** The list of departures as it was read before the engine is there: the first paint shows it, the live queries take over. */
import type { Uuid } from '../../domain/ids.ts';
import { createStore } from '../../lib/store.ts';
import { bareTables, openBareDatabase } from '../device/bare-rows.ts';
import { takeOpened } from '../device/opened-ahead.ts';
import { isStorageKept } from '../device/storage.ts';
import { readSyncState } from '../sync/read-sync-state.ts';
import { INITIAL_SYNC_STATE, type FullSyncState } from '../sync/sync-state.ts';
import { readPendingLines, readSummaries } from './departure-list.ts';

interface ListAhead {
  userId: Uuid;
  companyId: Uuid;
  /** What each reading said, until the live query that reads the same has said more. */
  answers: Map<unknown, unknown>;
  state: FullSyncState;
}

const ahead = createStore<ListAhead | null>(null);

export const listAhead = ahead.get;
/** Calls back when a list has been read ahead. Returns how to stop. */
export const onListAhead = ahead.subscribe;

/** Answers whether the device had a list of this company for this person. */
export async function readListAhead(userId: Uuid, companyId: Uuid): Promise<boolean> {
  const db = (await takeOpened(userId)) ?? (await openBareDatabase(userId));
  if (!db) return false;
  try {
    const tables = bareTables(db);
    // Whether the storage is kept is known before anything is shown: a line that comes later would push the list down.
    const [stored, pending, state, persisted] = await Promise.all([
      readSummaries(tables, companyId),
      readPendingLines(tables, companyId),
      readSyncState(tables, companyId),
      isStorageKept(),
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
export function dropListAhead(): void {
  ahead.set(null);
}
