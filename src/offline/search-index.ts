/** All guests on the device, ready to be searched: built once, kept by departure. */
import { liveQuery } from 'dexie';
import type { ActionOf } from '../domain/actions.ts';
import type { Instant, Uuid } from '../domain/ids.ts';
import type { Booking, Guest } from '../domain/mirror.ts';
import { matchesQuery, matchRank, parseQuery, searchText, type SearchText } from '../domain/search-text.ts';
import type { UserDatabase } from './database.ts';
import { withWalkIns } from './walk-ins.ts';

export interface SearchHit {
  guest: Guest;
  booking: Booking;
  departureId: Uuid;
  startsAt: Instant;
}

interface Entry extends SearchHit {
  target: SearchText;
}

export interface SearchIndex {
  /** The best `limit` matches; a departure given as `first` comes before the others. Instant: nothing is read from storage. */
  search(query: string, options?: { limit?: number; first?: Uuid | null }): SearchHit[];
  /** Rises with each change of what is found. */
  version(): number;
  subscribe(listener: () => void): () => void;
  /** Resolves when everything on the device has been read once. */
  ready: Promise<void>;
  close(): void;
}

const WALK_INS = 'walk-ins';

/** Opens the index of one company. */
export function openSearchIndex(db: UserDatabase, companyId: Uuid): SearchIndex {
  const parts = new Map<Uuid, { stamp: string; entries: Entry[] }>();
  const listeners = new Set<() => void>();
  let version = 0;
  let queue: Promise<void> = Promise.resolve();
  let becomeReady = () => {};
  const ready = new Promise<void>((resolve) => (becomeReady = resolve));

  const changed = () => {
    version += 1;
    for (const listener of listeners) listener();
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
    if (touched) changed();
    becomeReady();
  };

  const summaries = liveQuery(() => db.summaries.where({ companyId }).toArray()).subscribe({
    next: (rows) => {
      queue = queue.then(() => readDepartures(rows)).catch(() => {});
    },
    error: () => becomeReady(),
  });
  // A walk-in that only this device knows is found, too.
  const walkIns = liveQuery(() =>
    db.outbox
      .where({ companyId })
      .and((entry) => entry.action.kind === 'walk_in')
      .toArray(),
  ).subscribe({
    next: (rows) => {
      const stamp = rows.map((row) => row.id).join();
      if ((parts.get(WALK_INS)?.stamp ?? '') === stamp) return;
      const actions = rows.map((row) => row.action as ActionOf<'walk_in'>);
      const { guests, bookings } = withWalkIns({ guests: [], bookings: [] }, actions);
      parts.set(WALK_INS, { stamp, entries: entriesOf(guests, { bookings, startsAt: actions[0]?.occurredAt ?? '' }) });
      changed();
    },
    error: () => {},
  });

  return {
    ready,
    version: () => version,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    search(text, { limit = 50, first = null } = {}) {
      const query = parseQuery(text);
      if (!query) return [];
      const found: { entry: Entry; rank: number }[] = [];
      const seen = new Set<Uuid>();
      for (const part of parts.values()) {
        for (const entry of part.entries) {
          if (!matchesQuery(entry.target, query) || seen.has(entry.guest.id)) continue;
          seen.add(entry.guest.id);
          found.push({ entry, rank: matchRank(entry.target, query) + (entry.departureId === first ? 100 : 0) });
        }
      }
      found.sort((a, b) => b.rank - a.rank || (a.entry.startsAt < b.entry.startsAt ? -1 : a.entry.startsAt > b.entry.startsAt ? 1 : 0));
      return found.slice(0, limit).map(({ entry: { guest, booking, departureId, startsAt } }) => ({
        guest,
        booking,
        departureId,
        startsAt,
      }));
    },
    close() {
      summaries.unsubscribe();
      walkIns.unsubscribe();
      listeners.clear();
    },
  };
}

async function readEntries(db: UserDatabase, departureId: Uuid): Promise<Entry[]> {
  const [departure, guests, bookings] = await Promise.all([
    db.departures.get(departureId),
    db.guests.where({ departureId }).toArray(),
    db.bookings.where({ departureId }).toArray(),
  ]);
  const byId = new Map(bookings.map((booking) => [booking.id, booking]));
  return departure ? entriesOf(guests, { bookings: byId, startsAt: departure.startsAt }) : [];
}

function entriesOf(
  guests: readonly Guest[],
  { bookings, startsAt }: { bookings: ReadonlyMap<Uuid, Booking>; startsAt: Instant },
): Entry[] {
  const entries: Entry[] = [];
  for (const guest of guests) {
    const booking = bookings.get(guest.bookingId);
    if (!booking) continue;
    const { contactName, contactEmail, contactPhone, reference, externalReference } = booking;
    const target = searchText(
      [guest.name, contactName, reference, contactEmail, externalReference, guest.ticketCode],
      contactPhone,
    );
    entries.push({ guest, booking, departureId: guest.departureId, startsAt, target });
  }
  return entries;
}
