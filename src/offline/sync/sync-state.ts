/** Sync state for display, as a store that React and tests can subscribe to. */
import { NO_ACTIONS } from '../../domain/counted-actions.ts';
import { createStore } from '../../lib/store.ts';
import type { SyncState } from '../read/views.ts';

export interface FullSyncState extends SyncState {
  /** Another tab upgraded or deleted the database: this tab must be reloaded. */
  closed: boolean;
  /** Another tab blocks the database's upgrade: it must be closed. */
  blocked: boolean;
  /** This device's id; null until it is read. */
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
  lostActions: NO_ACTIONS,
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
