/** Live queries of the first screen, and the sync state; each hook re-renders only when its own rows change. */
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Uuid } from '../../domain/ids.ts';
import { currentEngine, onEngineChange } from '../device/current-engine.ts';
import type { Engine } from '../device/engine.ts';
import { departureView, readFrame } from './departure-view.ts';
import type { UserDatabase } from '../device/database.ts';
import { readPendingLines, readSummaries, summariesOf } from './departure-list.ts';
import { withAcknowledged } from './acknowledged-overlay.ts';
import { readPending, type Pending } from '../outbox/pending.ts';
import { loadSignedGuests } from './lazy-signed-guests.ts';
import { getStartupList, onStartupList } from './startup-list.ts';
import { readMirrored, type DepartureRows } from './summaries.ts';
import { INITIAL_SYNC_STATE, type FullSyncState } from '../sync/sync-state.ts';
import type { DepartureSummary, DepartureView } from './views.ts';

/** Returns the engine of the signed-in person; null before it has started. */
export function useEngine(): Engine | null {
  return useSyncExternalStore(onEngineChange, currentEngine, () => null);
}

/** Selects from the sync state: the engine's, or before it has started the startup list's. */
function useSelectedSyncState<T>(select: (state: FullSyncState) => T): T {
  const engine = useEngine();
  const get = () => select(engine?.state.get() ?? getStartupList()?.state ?? INITIAL_SYNC_STATE);
  return useSyncExternalStore(engine?.state.subscribe ?? onStartupList, get, get);
}

/** Returns the sync state; re-renders with every recorded or sent action. */
export function useSyncState(): FullSyncState {
  return useSelectedSyncState((state) => state);
}

/** Returns one field of the sync state; re-renders only when it changes. */
export function useSyncValue<Key extends keyof FullSyncState>(key: Key): FullSyncState[Key] {
  return useSelectedSyncState((state) => state[key]);
}

/**
 * Returns the company's departures on this device, earliest first; undefined while loading. Uses stored summaries and
 * folds only departures with pending actions.
 */
export function useDepartures(companyId: Uuid | null): DepartureSummary[] | undefined {
  const engine = useEngine();
  const stored = useFirstScreenQuery(engine, companyId, readSummaries);
  const pending = useFirstScreenQuery(engine, companyId, readPendingLines);
  return useMemo(() => (stored && pending ? summariesOf(stored, pending) : undefined), [stored, pending]);
}

/**
 * Returns one departure with its folded guest list; undefined while loading, null when it is not on the device.
 * Mirror and outbox are separate queries, so that a tap reads only a few rows.
 */
export function useDeparture(departureId: Uuid | null): DepartureView | null | undefined {
  const engine = useEngine();
  const frame = useFirstScreenQuery(engine, departureId, readFrame);
  const mirrored = useFirstScreenQuery(engine, departureId, readDepartureRows);
  const pending = useFirstScreenQuery(engine, departureId, readOutbox);
  useEffect(() => {
    if (!engine || !departureId) return;
    engine.sync.setDepartureOpen(true);
    return () => engine.sync.setDepartureOpen(false);
  }, [engine, departureId]);
  return useMemo(() => {
    if (frame === null) return null;
    return frame && mirrored && pending ? departureView({ frame, mirrored, pending }) : undefined;
  }, [frame, mirrored, pending]);
}

async function readOutbox(db: UserDatabase, departureId: Uuid): Promise<Pending[]> {
  const pending = await withAcknowledged(db, { queryId: departureId, entries: await readPending(db, { departureId }) });
  await loadSignedGuests(pending.map(({ action }) => action));
  return pending;
}

async function readDepartureRows(db: UserDatabase, departureId: Uuid): Promise<DepartureRows> {
  const mirrored = await readMirrored(db, departureId);
  await loadSignedGuests(mirrored.actions);
  return mirrored;
}

/** Latest result of a live query, with the engine and id it was read for. */
interface LiveResult<T> {
  engine: Engine;
  id: string;
  value: T;
}

/**
 * Runs a live query for one id; undefined until it has a result for exactly this id, so that results of the previous
 * id are never mixed with those of another query. Until then, the startup list may have one. All other screens use
 * `useDeviceQuery`; its library would bring Dexie into the start script (ADR 010).
 */
function useFirstScreenQuery<T>(
  engine: Engine | null,
  id: string | null,
  read: (db: UserDatabase, id: string) => Promise<T>,
): T | undefined {
  const [result, setResult] = useState<LiveResult<T>>();
  useEffect(() => {
    if (!engine || id === null) return undefined;
    return engine.follow(
      () => read(engine.db, id),
      (value) => {
        getStartupList()?.results.delete(read);
        setResult({ engine, id, value });
      },
      (error) => {
        // Signed out, or closed for a newer version, which has its own notice.
        if (engine.isClosed()) return;
        setResult(() => {
          throw error;
        });
      },
    );
  }, [engine, id, read]);
  const startupList = useSyncExternalStore(onStartupList, getStartupList, () => null);
  if (result && result.engine === engine && result.id === id) return result.value;
  if (startupList?.companyId !== id || (engine && engine.userId !== startupList.userId)) return undefined;
  return startupList.results.get(read) as T | undefined;
}
