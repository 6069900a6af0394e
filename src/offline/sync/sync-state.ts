/** What is shown of the sync, as a store that React and tests can watch. */
import { NO_ACTIONS } from '../../domain/counted-actions.ts';
import { createStore } from '../../lib/store.ts';
import type { SyncState } from '../read/views.ts';

export interface FullSyncState extends SyncState {
  /** Another tab has a newer version of the app, or the data was deleted there: this tab must be reloaded. */
  closed: boolean;
  /** Another tab holds back the database's upgrade: it must be closed. */
  blocked: boolean;
  /** This device's id, once known. */
  deviceId: string | null;
}

export interface SyncStateStore {
  get(): FullSyncState;
  set(change: Partial<FullSyncState>): void;
  subscribe(listener: () => void): () => void;
}

export const INITIAL_SYNC_STATE: FullSyncState = {
  syncing: false,
  network: 'online',
  waiting: 0,
  parked: 0,
  waitingCount: NO_ACTIONS,
  parkedCount: NO_ACTIONS,
  pulledAt: null,
  failure: null,
  clockOffset: null,
  persisted: null,
  storageWasCleared: false,
  lost: NO_ACTIONS,
  closed: false,
  blocked: false,
  deviceId: null,
};

export function createSyncState(): SyncStateStore {
  const { get, set, subscribe } = createStore(INITIAL_SYNC_STATE);
  return {
    get,
    set(change) {
      const state = get();
      const differs = Object.entries(change).some(([key, value]) => state[key as keyof FullSyncState] !== value);
      if (differs) set({ ...state, ...change });
    },
    subscribe,
  };
}
