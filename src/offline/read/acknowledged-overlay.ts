/**
 * A pull writes the mirror and empties the outbox at once, but two live queries read them one after the other: for a
 * frame the action would be in neither, and its guest missing. What has just left the outbox is shown a moment longer;
 * the fold takes it once, however often it comes.
 */
import type { Uuid } from '../../domain/ids.ts';
import type { ReadonlyTables } from '../device/stored-rows.ts';
import type { Pending } from '../outbox/pending.ts';

/** Milliseconds; the slowest device has read its mirror by then. */
const MOMENT = 2000;

interface Memory {
  last: readonly Pending[];
  /** Counts the readings: one that is overtaken does not say what the last one was. */
  turn: number;
  leaving: Map<Uuid, { entry: Pending; until: number }>;
}

const memories = new WeakMap<object, Map<string, Memory>>();

/** The entries with those that were among the last ones of the same `scope` and left a moment ago; not what was parked. */
export async function withAcknowledged(
  db: Pick<ReadonlyTables, 'actions'>,
  { scope, entries }: { scope: Uuid; entries: readonly Pending[] },
): Promise<Pending[]> {
  const scopes = memories.get(db) ?? new Map<string, Memory>();
  memories.set(db, scopes);
  const memory: Memory = scopes.get(scope) ?? { last: [], turn: 0, leaving: new Map() };
  const turn = (memory.turn += 1);
  scopes.set(scope, memory);
  const now = performance.now();
  const present = new Set(entries.map(({ action }) => action.id));
  const left = memory.last.filter((entry) => !present.has(entry.action.id) && !entry.parked);
  if (left.length > 0) {
    // Only what a pull has brought: what a person has thrown away meanwhile is nowhere.
    const mirrored = await db.actions.bulkGet(left.map(({ action }) => action.id));
    left.forEach((entry, at) => mirrored[at] && memory.leaving.set(entry.action.id, { entry, until: now + MOMENT }));
  }
  // Not before: a reading that is broken off meanwhile would have taken from the next one what has left.
  if (turn === memory.turn) memory.last = entries;
  for (const [id, { until }] of memory.leaving) if (until < now || present.has(id)) memory.leaving.delete(id);
  return [...entries, ...[...memory.leaving.values()].map(({ entry }) => entry)];
}
