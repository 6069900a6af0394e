/** The hooks that screens read; each is a live query over indexes and repaints when its own rows change. */
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Uuid } from '../domain/ids.ts';
import { currentEngine, onEngineChange } from './current-engine.ts';
import type { Engine } from './engine.ts';
import { departureView, readFrame } from './departure-view.ts';
import { readSummaries, summariesOf } from './departure-list.ts';
import { openSearchIndex, type SearchHit, type SearchIndex } from './search-index.ts';
import { readMirrored } from './summaries.ts';
import { INITIAL_SYNC_STATE, type FullSyncState } from './sync-state.ts';
import type { DepartureSummary, DepartureView, ParkedAction } from './views.ts';

/** The engine of the signed-in person; null before it has started. */
export function useEngine(): Engine | null {
  return useSyncExternalStore(onEngineChange, currentEngine, () => null);
}

const nothing = () => () => {};

/** What the sync is doing. */
export function useSyncState(): FullSyncState {
  const engine = useEngine();
  const get = () => engine?.state.get() ?? INITIAL_SYNC_STATE;
  return useSyncExternalStore(engine?.state.subscribe ?? nothing, get, get);
}

/**
 * The departures of a company that are on this device, earliest first; undefined while they are read.
 * Painted from stored lines; only departures with waiting actions are folded.
 */
export function useDepartures(companyId: Uuid | null): DepartureSummary[] | undefined {
  const engine = useEngine();
  const stored = useLiveQuery(
    () => (engine && companyId ? readSummaries(engine.db, companyId) : undefined),
    [engine, companyId],
  );
  const pending = useLiveQuery(
    async () => {
      if (!engine || !companyId) return undefined;
      const entries = await engine.db.outbox.where({ companyId }).toArray();
      const ids = [...new Set(entries.map((entry) => entry.departureId))];
      const mirrored = new Map(await Promise.all(ids.map(async (id) => [id, await readMirrored(engine.db, id)] as const)));
      return { entries, mirrored };
    },
    [engine, companyId],
  );
  return useMemo(() => (stored && pending ? summariesOf(stored, pending) : undefined), [stored, pending]);
}

/**
 * One departure with its list, folded; undefined while it is read, null when the device does not have it.
 * The mirror and the outbox are read apart, so that a tap reads a few rows only.
 */
export function useDeparture(departureId: Uuid | null): DepartureView | null | undefined {
  const engine = useEngine();
  const frame = useLiveQuery(
    () => (engine && departureId ? readFrame(engine.db, departureId) : undefined),
    [engine, departureId],
  );
  const mirrored = useLiveQuery(
    () => (engine && departureId ? readMirrored(engine.db, departureId) : undefined),
    [engine, departureId],
  );
  const pending = useLiveQuery(
    async () => (engine && departureId ? engine.db.outbox.where({ departureId }).toArray() : undefined),
    [engine, departureId],
  );
  useEffect(() => {
    if (!engine || !departureId) return;
    engine.sync.setBusy(true);
    return () => engine.sync.setBusy(false);
  }, [engine, departureId]);
  return useMemo(() => {
    if (frame === undefined || !mirrored || !pending) return undefined;
    if (frame === null || frame.departure.id !== departureId) return frame === null ? null : undefined;
    return departureView({ frame, mirrored, pending });
  }, [departureId, frame, mirrored, pending]);
}

/** The actions that the server refused, oldest first; undefined while they are read. */
export function useParked(): ParkedAction[] | undefined {
  const engine = useEngine();
  return useLiveQuery(async () => {
    if (!engine) return undefined;
    const entries = await engine.db.outbox.where('state').equals('parked').sortBy('deviceSequence');
    return entries.map(({ action, outcome, since }) => ({
      action,
      code: outcome?.status === 'refused' ? outcome.code : 'malformed',
      since,
    }));
  }, [engine]);
}

/**
 * Guests of a company that match what was typed, best first; the departure `first` before others. Searches what is
 * already in memory, so a keystroke costs no reading.
 */
export function useSearch(companyId: Uuid | null, query: string, first: Uuid | null = null): SearchHit[] {
  const engine = useEngine();
  const index = useSyncExternalStore(
    (listener) => (engine && companyId ? sharedIndex(engine, companyId).subscribe(listener) : nothing()),
    () => (engine && companyId ? sharedIndex(engine, companyId).version() : -1),
    () => -1,
  );
  return useMemo(
    () => (engine && companyId && index >= 0 ? sharedIndex(engine, companyId).search(query, { first }) : []),
    [engine, companyId, index, query, first],
  );
}

let shared: { engine: Engine; companyId: Uuid; index: SearchIndex } | null = null;

/** One index a tab, kept while the company stays the same, so that opening a search never waits for it. */
function sharedIndex(engine: Engine, companyId: Uuid): SearchIndex {
  if (shared?.engine !== engine || shared.companyId !== companyId) {
    shared?.index.close();
    shared = { engine, companyId, index: openSearchIndex(engine.db, companyId) };
  }
  return shared.index;
}
