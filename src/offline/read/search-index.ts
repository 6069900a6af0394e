/** All guests on the device, ready to be searched: built once, kept by departure. */
import { liveQuery } from 'dexie';
import type { Uuid } from '../../domain/ids.ts';
import type { UserDatabase } from '../device/database.ts';
import { readPending } from '../outbox/pending.ts';
import { searchEntries, searchParts, type SearchEntry, type SearchHit, type SearchOptions } from './search-entries.ts';
import { withWalkIns } from './walk-ins.ts';
import { createStore } from '../../lib/store.ts';

export interface SearchIndex {
  /** The best `limit` matches; a departure given as `first` comes before the others. Instant: nothing is read from storage. */
  search(query: string, options?: SearchOptions): SearchHit[];
  /** Rises with each change of what is found. */
  version(): number;
  subscribe(listener: () => void): () => void;
  /** Resolves when everything on the device has been read once. */
  ready: Promise<void>;
  /** Whether it has: who is not found before may still come. */
  isReady(): boolean;
  close(): void;
}

const WALK_INS = 'walk-ins';

/** Opens the index of one company. */
export function openSearchIndex(db: UserDatabase, companyId: Uuid): SearchIndex {
  const parts = new Map<Uuid, { stamp: string; entries: SearchEntry[] }>();
  const version = createStore(0);
  let queue: Promise<void> = Promise.resolve();
  let hasRead = false;
  let resolveReady = () => {};
  const ready = new Promise<void>((resolve) => (resolveReady = resolve));

  const changed = () => version.set(version.get() + 1);
  const becomeReady = () => {
    if (hasRead) return;
    hasRead = true;
    resolveReady();
    changed();
  };

  const readDepartures = async (stamps: readonly { departureId: Uuid; stamp: string }[]) => {
    let touched = false;
    const alive = new Set(stamps.map((summary) => summary.departureId));
    for (const id of parts.keys()) if (id !== WALK_INS && !alive.has(id)) touched = parts.delete(id) || touched;
    for (const { departureId, stamp } of stamps) {
      if (parts.get(departureId)?.stamp === stamp) continue;
      parts.set(departureId, { stamp, entries: await readEntries(db, departureId) });
      touched = true;
    }
    if (touched && hasRead) changed();
    becomeReady();
  };

  const summaries = liveQuery(() => db.summaries.where({ companyId }).toArray()).subscribe({
    next: (rows) => {
      queue = queue.then(() => readDepartures(rows)).catch(() => {});
    },
    error: () => becomeReady(),
  });
  // A walk-in that only this device knows is found, too.
  const walkIns = liveQuery(() => readPending(db, { companyId })).subscribe({
    next: (pending) => {
      const actions = pending.map(({ action }) => action).filter((action) => action.kind === 'walk_in');
      const stamp = actions.map((action) => action.id).join();
      if ((parts.get(WALK_INS)?.stamp ?? '') === stamp) return;
      const { guests, bookings } = withWalkIns({ guests: [], bookings: [] }, actions);
      parts.set(WALK_INS, {
        stamp,
        entries: searchEntries(guests, { bookings, startsAt: actions[0]?.occurredAt ?? '' }),
      });
      changed();
    },
    error: () => {},
  });

  return {
    ready,
    isReady: () => hasRead,
    version: version.get,
    subscribe: version.subscribe,
    search: (text, options) =>
      searchParts(
        [...parts.values()].map((part) => part.entries),
        text,
        options,
      ),
    close() {
      summaries.unsubscribe();
      walkIns.unsubscribe();
    },
  };
}

async function readEntries(db: UserDatabase, departureId: Uuid): Promise<SearchEntry[]> {
  const [departure, guests, bookings] = await Promise.all([
    db.departures.get(departureId),
    db.guests.where({ departureId }).toArray(),
    db.bookings.where({ departureId }).toArray(),
  ]);
  const byId = new Map(bookings.map((booking) => [booking.id, booking]));
  return departure ? searchEntries(guests, { bookings: byId, startsAt: departure.startsAt }) : [];
}
