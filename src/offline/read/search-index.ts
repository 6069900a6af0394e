/** Search index of all guests on the device: built once, kept per departure. */
import { liveQuery } from 'dexie';
import type { Instant, Uuid } from '../../domain/ids.ts';
import type { MirroredBooking, MirroredGuest } from '../../domain/mirror.ts';
import type { UserDatabase } from '../device/database.ts';
import type { ActionOf } from '../../domain/actions.ts';
import { readPending } from '../outbox/pending.ts';
import { withoutRefused } from '../outbox/refused-actions.ts';
import { searchEntries, searchParts, type SearchEntry, type SearchHit } from './search-entries.ts';
import { addWalkIns } from './walk-ins.ts';
import { createStore } from '../../lib/store.ts';
import { whenIdle } from '../../lib/when-idle.ts';

export interface SearchIndex {
  /** Returns the best `limit` matches. Synchronous: reads nothing from storage. */
  search(query: string, options?: { limit?: number }): SearchHit[];
  /** Increases whenever results may change. */
  version(): number;
  /** Follows changes while there are subscribers. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Reads ahead in small pieces when idle, without following changes, as every tap would pay for that. */
  prepare(): Promise<void>;
  /** Whether there are subscribers and everything has been read; before, a missing guest may still appear. */
  isReady(): boolean;
  close(): void;
}

const WALK_INS = 'walk-ins';
/** Initial number of guests per piece; doubles while a piece takes less than `MAX_PIECE_MS`. */
const FIRST_PIECE_GUESTS = 50;
/** Milliseconds that a tap or key press may wait for a piece. */
const MAX_PIECE_MS = 8;

/** A walk-in that no pull has returned yet, with its departure's start. */
interface PendingWalkIn {
  action: ActionOf<'walk_in'>;
  startsAt: Instant;
}

/** Changes whenever the departure's guests or bookings do. */
type DepartureStamp = { departureId: Uuid; stamp: string };

const idle = () => new Promise<void>((resolve) => void whenIdle(resolve));

export function openSearchIndex(db: UserDatabase, companyId: Uuid): SearchIndex {
  const cache = createEntryCache((departureId) => readEntries(db, departureId, () => listeners > 0));
  const version = createStore(0);
  let queue: Promise<void> = Promise.resolve();
  let listeners = 0;
  let stopFollowing = () => {};
  let isReady = false;

  const changed = () => version.set(version.get() + 1);
  const becomeReady = () => {
    if (isReady || listeners === 0) return;
    isReady = true;
    changed();
  };

  const readSummaries = () => db.summaries.where({ companyId }).toArray();
  const readDepartures = async (stamps: readonly DepartureStamp[]) => {
    if ((await cache.refresh(stamps)) && isReady) changed();
  };
  const inTurn = (read: () => Promise<void>) => (queue = queue.then(read).catch(() => {}));

  function follow(): () => void {
    const summaries = liveQuery(readSummaries).subscribe({
      next: (rows) => void inTurn(() => readDepartures(rows)).then(becomeReady),
      // Without a readable database the search finds nothing, instead of loading forever.
      error: becomeReady,
    });
    // Also finds walk-ins that only this device knows.
    const walkInQuery = liveQuery(() => readWalkIns(db, companyId)).subscribe({
      next: (walkIns) => {
        if (cache.setWalkIns(walkIns)) changed();
      },
      error: () => {},
    });
    return () => {
      summaries.unsubscribe();
      walkInQuery.unsubscribe();
      isReady = false;
    };
  }

  return {
    isReady: () => isReady,
    version: version.get,
    subscribe(listener) {
      const forget = version.subscribe(listener);
      listeners += 1;
      if (listeners === 1) stopFollowing = follow();
      return () => {
        forget();
        listeners -= 1;
        if (listeners === 0) stopFollowing();
      };
    },
    prepare: () => inTurn(async () => readDepartures(await readSummaries())),
    search: (text, options) => searchParts(cache.all(), text, options),
    close() {
      stopFollowing();
      cache.clear();
    },
  };
}

/** Holds the entries of each departure, and of the walk-ins, until their stamp changes. */
function createEntryCache(read: (departureId: Uuid) => Promise<SearchEntry[]>) {
  const byDeparture = new Map<Uuid, { stamp: string; entries: SearchEntry[] }>();
  return {
    all: () => [...byDeparture.values()].map(({ entries }) => entries),
    clear: () => byDeparture.clear(),

    /** Drops and reads the departures that changed. Returns whether there were any. */
    async refresh(stamps: readonly DepartureStamp[]): Promise<boolean> {
      let touched = false;
      const alive = new Set(stamps.map((summary) => summary.departureId));
      for (const id of byDeparture.keys())
        if (id !== WALK_INS && !alive.has(id)) touched = byDeparture.delete(id) || touched;
      for (const { departureId, stamp } of stamps) {
        if (byDeparture.get(departureId)?.stamp === stamp) continue;
        byDeparture.set(departureId, { stamp, entries: await read(departureId) });
        touched = true;
      }
      return touched;
    },

    /** Returns whether the walk-ins changed. */
    setWalkIns(walkIns: readonly PendingWalkIn[]): boolean {
      const stamp = walkIns.map(({ action, startsAt }) => action.id + startsAt).join();
      if ((byDeparture.get(WALK_INS)?.stamp ?? '') === stamp) return false;
      const entries = walkIns.flatMap(({ action, startsAt }) => {
        const { guests, bookings } = addWalkIns({ guests: [], bookings: [] }, [action]);
        return searchEntries(guests, { bookings, startsAt });
      });
      byDeparture.set(WALK_INS, { stamp, entries });
      return true;
    },
  };
}

async function readWalkIns(db: UserDatabase, companyId: Uuid): Promise<PendingWalkIn[]> {
  const { effective } = withoutRefused(await readPending(db, { companyId }));
  const actions = effective.filter((action) => action.kind === 'walk_in');
  const departures = await db.departures.bulkGet(actions.map(({ departureId }) => departureId));
  return actions.map((action, at) => ({ action, startsAt: departures[at]?.startsAt ?? action.occurredAt }));
}

/** Reads a departure's entries: all at once while someone is waiting, otherwise in pieces during idle time. */
async function readEntries(db: UserDatabase, departureId: Uuid, isAwaited: () => boolean): Promise<SearchEntry[]> {
  const departure = await db.departures.get(departureId);
  if (!departure) return [];
  const entriesOf = (guests: MirroredGuest[], bookings: MirroredBooking[]) =>
    searchEntries(guests, {
      bookings: new Map(bookings.map((booking) => [booking.id, booking])),
      startsAt: departure.startsAt,
    });
  if (isAwaited()) {
    const [guests, bookings] = await Promise.all([
      db.guests.where({ departureId }).toArray(),
      db.bookings.where({ departureId }).toArray(),
    ]);
    return entriesOf(guests, bookings);
  }
  const entries: SearchEntry[] = [];
  const ids = await db.guests.where({ departureId }).primaryKeys();
  for (let at = 0, size = FIRST_PIECE_GUESTS; at < ids.length;) {
    if (!isAwaited()) await idle();
    const began = performance.now();
    const guests = present(await db.guests.bulkGet(ids.slice(at, at + size)));
    const bookings = present(await db.bookings.bulkGet([...new Set(guests.map(({ bookingId }) => bookingId))]));
    entries.push(...entriesOf(guests, bookings));
    at += size;
    size = performance.now() - began < MAX_PIECE_MS ? size * 2 : FIRST_PIECE_GUESTS;
  }
  return entries;
}

const present = <T>(rows: readonly (T | undefined)[]): T[] => rows.filter((row) => row !== undefined);
