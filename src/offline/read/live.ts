/** The hooks that screens read; each is a live query over indexes and repaints when its own rows change. */
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Uuid } from '../../domain/ids.ts';
import { whenScreenPainted } from '../../lib/screen-painted.ts';
import { currentEngine, onEngineChange } from '../device/current-engine.ts';
import type { Engine } from '../device/engine.ts';
import { departureView, readFrame } from './departure-view.ts';
import type { UserDatabase } from '../device/database.ts';
import { readPendingLines, readSummaries, summariesOf } from './departure-list.ts';
import { withLeaving } from './late-mirror.ts';
import { readPending, type Pending } from '../outbox/pending.ts';
import { loadSignedGuests } from './late-guests.ts';
import { readMirrored, type DepartureRows } from './summaries.ts';
import { INITIAL_SYNC_STATE, type FullSyncState } from '../sync/sync-state.ts';
import type { DepartureSummary, DepartureView, ParkedAction } from './views.ts';

/** What was read before anything was drawn. */
interface Ahead {
  engine: Engine;
  companyId: Uuid;
  answers: ReadonlyMap<unknown, unknown>;
}
let ahead: Ahead | null = null;

/**
 * Reads the departures of a company before the first render, so that this one draws them. To be called once, when the engine has
 * started; does nothing where it has not.
 */
export async function readDeparturesAhead(companyId: Uuid): Promise<void> {
  const engine = currentEngine();
  if (!engine) return;
  const reads = [readSummaries, readPendingLines] as const;
  const answers = await Promise.all(reads.map((read) => read(engine.db, companyId)));
  ahead = { engine, companyId, answers: new Map(reads.map((read, at) => [read, answers[at]])) };
  // From now on the live queries know more.
  whenScreenPainted(() => {
    ahead = null;
  });
}

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
  const mirrored = useRead(engine, departureId, readWhole);
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

async function readOutbox(db: UserDatabase, departureId: Uuid): Promise<Pending[]> {
  const pending = await withLeaving(db, { scope: departureId, entries: await readPending(db, { departureId }) });
  await loadSignedGuests(pending.map(({ action }) => action));
  return pending;
}

async function readWhole(db: UserDatabase, departureId: Uuid): Promise<DepartureRows> {
  const mirrored = await readMirrored(db, departureId);
  await loadSignedGuests(mirrored.actions);
  return mirrored;
}

/**
 * A live query about one thing; undefined until it has answered about just that thing. What a query said about the
 * one before would otherwise be mixed with what another says about this one.
 */
function useRead<T>(
  engine: Engine | null,
  id: string | null,
  read: (db: UserDatabase, id: string) => PromiseLike<T>,
): T | undefined {
  const known =
    ahead?.engine === engine && ahead.companyId === id ? (ahead.answers.get(read) as T | undefined) : undefined;
  const query = async () => {
    if (!engine || !id) return undefined;
    try {
      return { engine, id, value: await read(engine.db, id) };
    } catch (error) {
      // Signed out, or let go for a newer version, which its own notice says.
      if (engine.isClosed()) return undefined;
      throw error;
    }
  };
  const answer = useLiveQuery(query, [engine, id, read], engine && id && known && { engine, id, value: known });
  return answer && answer.engine === engine && answer.id === id ? answer.value : undefined;
}

/** The actions that the server refused, oldest first; undefined while they are read. */
export function useParked(): ParkedAction[] | undefined {
  const engine = useEngine();
  return useRead(engine, PARKED, readParked);
}
