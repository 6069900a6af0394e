/** What is shown of the sync, as a store that React and tests can watch. */
import { NO_DEEDS } from '../domain/deeds.ts';
import type { SyncState } from './views.ts';

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
  waitingDeeds: NO_DEEDS,
  parkedDeeds: NO_DEEDS,
  pulledAt: null,
  failure: null,
  clockOffset: null,
  persisted: null,
  storageWasCleared: false,
  closed: false,
  blocked: false,
  deviceId: null,
};

export function createSyncState(): SyncStateStore {
  let state = INITIAL_SYNC_STATE;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      const differs = Object.entries(change).some(([key, value]) => state[key as keyof FullSyncState] !== value);
      if (!differs) return;
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
