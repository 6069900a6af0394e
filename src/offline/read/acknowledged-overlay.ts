/**
 * Keeps just-acknowledged actions visible for a moment. A pull moves them from the outbox to the mirror in one
 * transaction, but two live queries read these one after the other, so for a frame the action would be in neither and
 * its guest would vanish. The fold ignores duplicates.
 */
import type { Uuid } from '../../domain/ids.ts';
import type { ReadonlyTables } from '../device/stored-rows.ts';
import type { Pending } from '../outbox/pending.ts';

/** Milliseconds; even the slowest device has read its mirror by then. */
const KEPT_MS = 2000;

interface Memory {
  last: readonly Pending[];
  /** Number of the latest read; an outdated read must not overwrite `last`. */
  turn: number;
  leaving: Map<Uuid, { entry: Pending; until: number }>;
}

const memories = new WeakMap<object, Map<string, Memory>>();

/**
 * Returns the entries plus those of the same query that just left the outbox for the mirror; parked ones are
 * excluded.
 */
export async function withAcknowledged(
  db: Pick<ReadonlyTables, 'actions'>,
  { queryId, entries }: { queryId: Uuid; entries: readonly Pending[] },
): Promise<Pending[]> {
  const queries = memories.get(db) ?? new Map<string, Memory>();
  memories.set(db, queries);
  const memory: Memory = queries.get(queryId) ?? { last: [], turn: 0, leaving: new Map() };
  const turn = (memory.turn += 1);
  queries.set(queryId, memory);
  const now = performance.now();
  const present = new Set(entries.map(({ action }) => action.id));
  const left = memory.last.filter((entry) => !present.has(entry.action.id) && !entry.parked);
  if (left.length > 0) {
    // Only actions that a pull returned: one that a person discarded is in no table.
    const mirrored = await db.actions.bulkGet(left.map(({ action }) => action.id));
    left.forEach((entry, at) => mirrored[at] && memory.leaving.set(entry.action.id, { entry, until: now + KEPT_MS }));
  }
  // Set last: a read that is aborted earlier would otherwise hide from the next one what has left.
  if (turn === memory.turn) memory.last = entries;
  for (const [id, { until }] of memory.leaving) if (until < now || present.has(id)) memory.leaving.delete(id);
  return [...entries, ...[...memory.leaving.values()].map(({ entry }) => entry)];
}
