/** The hooks that screens read; each is a live query over indexes and repaints when its own rows change. */
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Uuid } from '../domain/ids.ts';
import { currentEngine, onEngineChange } from './current-engine.ts';
import type { Engine } from './engine.ts';
import { departureView, readFrame } from './departure-view.ts';
import type { UserDatabase } from './database.ts';
import { readPendingLines, readSummaries, summariesOf } from './departure-list.ts';
import type { SearchHit } from './search-entries.ts';
import { withLeaving } from './late-mirror.ts';
import { openSearchIndex, type SearchIndex } from './search-index.ts';
import { readPending } from './pending.ts';
import { readMirrored } from './summaries.ts';
import { INITIAL_SYNC_STATE, type FullSyncState } from './sync-state.ts';
import type { DepartureSummary, DepartureView, ParkedAction } from './views.ts';

/** The engine of the signed-in person; null before it has started. */
export function useEngine(): Engine | null {
  return useSyncExternalStore(onEngineChange, currentEngine, () => null);
}

const nothing = () => () => {};

/** What the sync is doing; repaints with each action that is made or sent. */
export function useSyncState(): FullSyncState {
  const engine = useEngine();
  const get = () => engine?.state.get() ?? INITIAL_SYNC_STATE;
  return useSyncExternalStore(engine?.state.subscribe ?? nothing, get, get);
}

/** One thing that the sync tells; repaints only when it changes. */
export function useSyncValue<Key extends keyof FullSyncState>(key: Key): FullSyncState[Key] {
  const engine = useEngine();
  const get = () => (engine?.state.get() ?? INITIAL_SYNC_STATE)[key];
  return useSyncExternalStore(engine?.state.subscribe ?? nothing, get, get);
}

/**
 * The departures of a company that are on this device, earliest first; undefined while they are read.
 * Painted from stored lines; only departures with waiting actions are folded.
 */
export function useDepartures(companyId: Uuid | null): DepartureSummary[] | undefined {
  const engine = useEngine();
  const stored = useRead(engine, companyId, readSummaries);
  const pending = useRead(engine, companyId, readPendingLines);
  return useMemo(() => (stored && pending ? summariesOf(stored, pending) : undefined), [stored, pending]);
}

/**
 * One departure with its list, folded; undefined while it is read, null when the device does not have it.
 * The mirror and the outbox are read apart, so that a tap reads a few rows only.
 */
export function useDeparture(departureId: Uuid | null): DepartureView | null | undefined {
  const engine = useEngine();
  const frame = useRead(engine, departureId, readFrame);
  const mirrored = useRead(engine, departureId, readMirrored);
  const pending = useRead(engine, departureId, readOutbox);
  useEffect(() => {
    if (!engine || !departureId) return;
    engine.sync.setBusy(true);
    return () => engine.sync.setBusy(false);
  }, [engine, departureId]);
  return useMemo(() => {
    if (frame === null) return null;
    return frame && mirrored && pending ? departureView({ frame, mirrored, pending }) : undefined;
  }, [frame, mirrored, pending]);
}

const PARKED = 'parked';

async function readParked(db: UserDatabase): Promise<ParkedAction[]> {
  const entries = await db.outbox.where('state').equals(PARKED).sortBy('deviceSequence');
  return entries.map(({ action, outcome, since }) => ({
    action,
    code: outcome?.status === 'refused' ? outcome.code : 'malformed',
    since,
  }));
}

const readOutbox = async (db: UserDatabase, departureId: Uuid) =>
  withLeaving(db, { scope: departureId, entries: await readPending(db, { departureId }) });

/**
 * A live query about one thing; undefined until it has answered about just that thing. What a query said about the
 * one before would otherwise be mixed with what another says about this one.
 */
function useRead<T>(
  engine: Engine | null,
  id: string | null,
  read: (db: UserDatabase, id: string) => PromiseLike<T>,
): T | undefined {
  const answer = useLiveQuery(async () => {
    if (!engine || !id) return undefined;
    try {
      return { engine, id, value: await read(engine.db, id) };
    } catch (error) {
      // Signed out, or let go for a newer version, which its own notice says.
      if (engine.isClosed()) return undefined;
      throw error;
    }
  }, [engine, id, read]);
  return answer && answer.engine === engine && answer.id === id ? answer.value : undefined;
}

/** The actions that the server refused, oldest first; undefined while they are read. */
export function useParked(): ParkedAction[] | undefined {
  const engine = useEngine();
  return useRead(engine, PARKED, readParked);
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

// Names of guests must not outlive the person who was signed in.
onEngineChange(() => {
  if (!shared || shared.engine === currentEngine()) return;
  shared.index.close();
  shared = null;
});
