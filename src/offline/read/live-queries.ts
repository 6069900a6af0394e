/** The hooks that screens read; each is a live query over indexes and repaints when its own rows change. */
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
import type { DepartureSummary, DepartureView, ParkedAction } from './views.ts';

/** The engine of the signed-in person; null before it has started. */
export function useEngine(): Engine | null {
  return useSyncExternalStore(onEngineChange, currentEngine, () => null);
}

/** What is known of the sync: the engine says it, and before there is one what was read ahead. */
function useKnown<T>(of: (state: FullSyncState) => T): T {
  const engine = useEngine();
  const get = () => of(engine?.state.get() ?? getStartupList()?.state ?? INITIAL_SYNC_STATE);
  return useSyncExternalStore(engine?.state.subscribe ?? onStartupList, get, get);
}

/** What the sync is doing; repaints with each action that is made or sent. */
export function useSyncState(): FullSyncState {
  return useKnown((state) => state);
}

/** One thing that the sync tells; repaints only when it changes. */
export function useSyncValue<Key extends keyof FullSyncState>(key: Key): FullSyncState[Key] {
  return useKnown((state) => state[key]);
}

/**
 * The departures of a company that are on this device, earliest first; undefined while they are read.
 * Painted from stored lines; only departures with waiting actions are folded.
 */
export function useDepartures(companyId: Uuid | null): DepartureSummary[] | undefined {
  const engine = useEngine();
  const stored = useLiveQuery(engine, companyId, readSummaries);
  const pending = useLiveQuery(engine, companyId, readPendingLines);
  return useMemo(() => (stored && pending ? summariesOf(stored, pending) : undefined), [stored, pending]);
}

/**
 * One departure with its list, folded; undefined while it is read, null when the device does not have it.
 * The mirror and the outbox are read apart, so that a tap reads a few rows only.
 */
export function useDeparture(departureId: Uuid | null): DepartureView | null | undefined {
  const engine = useEngine();
  const frame = useLiveQuery(engine, departureId, readFrame);
  const mirrored = useLiveQuery(engine, departureId, readWhole);
  const pending = useLiveQuery(engine, departureId, readOutbox);
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
  const pending = await withAcknowledged(db, { scope: departureId, entries: await readPending(db, { departureId }) });
  await loadSignedGuests(pending.map(({ action }) => action));
  return pending;
}

async function readWhole(db: UserDatabase, departureId: Uuid): Promise<DepartureRows> {
  const mirrored = await readMirrored(db, departureId);
  await loadSignedGuests(mirrored.actions);
  return mirrored;
}

/** What a live query said, and about what. */
interface Answer<T> {
  engine: Engine;
  id: string;
  value: T;
}

/**
 * A live query about one thing; undefined until it has answered about just that thing. What a query said about the
 * one before would otherwise be mixed with what another says about this one.
 */
export function useLiveQuery<T>(
  engine: Engine | null,
  id: string | null,
  read: (db: UserDatabase, id: string) => Promise<T>,
): T | undefined {
  const [answer, setAnswer] = useState<Answer<T>>();
  useEffect(() => {
    if (!engine || id === null) return undefined;
    return engine.follow(
      () => read(engine.db, id),
      (value) => {
        getStartupList()?.answers.delete(read);
        setAnswer({ engine, id, value });
      },
      (error) => {
        // Signed out, or let go for a newer version, which its own notice says.
        if (engine.isClosed()) return;
        setAnswer(() => {
          throw error;
        });
      },
    );
  }, [engine, id, read]);
  const ahead = useSyncExternalStore(onStartupList, getStartupList, () => null);
  if (answer && answer.engine === engine && answer.id === id) return answer.value;
  if (ahead?.companyId !== id || (engine && engine.userId !== ahead.userId)) return undefined;
  return ahead.answers.get(read) as T | undefined;
}

/** The actions that the server refused, oldest first; undefined while they are read. */
export function useParked(): ParkedAction[] | undefined {
  const engine = useEngine();
  return useLiveQuery(engine, PARKED, readParked);
}
