/**
 * Reads outbox actions for the fold. Actions are immutable, so each is read from storage once and then cached: a tap
 * behind a thousand pending actions reads their keys and one row.
 */
import type { Action } from '../../domain/actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { OutboxEntry, ReadonlyTables } from '../device/stored-rows.ts';

type Outbox = Pick<ReadonlyTables, 'outbox'>;

export interface Pending {
  action: Action;
  /** The server refused it; a person must decide what to do. */
  parked: boolean;
}

const actionsByOutbox = new WeakMap<Outbox, Map<Uuid, Action>>();

function cachedActions(db: Outbox): Map<Uuid, Action> {
  const actions = actionsByOutbox.get(db) ?? new Map<Uuid, Action>();
  actionsByOutbox.set(db, actions);
  return actions;
}

/** Caches actions that this tab has just stored, so that they need not be read again. */
export function rememberActions(db: Outbox, actions: readonly Action[]): void {
  for (const action of actions) cachedActions(db).set(action.id, action);
}

/** Returns the actions of a company or departure that no pull has returned yet, unordered. */
export async function readPending(db: Outbox, of: { companyId: Uuid } | { departureId: Uuid }): Promise<Pending[]> {
  const [ids, parked] = await Promise.all([
    db.outbox.where(of).primaryKeys(),
    db.outbox.where({ state: 'parked' }).primaryKeys(),
  ]);
  const found = await actionsOf(db, ids);
  if ('companyId' in of) forgetOthers(cachedActions(db), { companyId: of.companyId, ids: new Set(ids) });
  const refused = new Set(parked);
  return found.map((action) => ({ action, parked: refused.has(action.id) }));
}

/** Returns the actions of all companies. `waiting` includes acknowledged ones, which still wait for a pull. */
export async function readUnsettled(db: Outbox): Promise<{ waiting: Action[]; parked: Action[] }> {
  const ids = (state: OutboxEntry['state']) => db.outbox.where({ state }).primaryKeys();
  const [waiting, acknowledged, parked] = await Promise.all([ids('waiting'), ids('acknowledged'), ids('parked')]);
  return { waiting: await actionsOf(db, [...waiting, ...acknowledged]), parked: await actionsOf(db, parked) };
}

/** Returns the actions that the server does not have: waiting and refused ones. */
export async function readUnsent(db: Outbox): Promise<Action[]> {
  const ids = (state: OutboxEntry['state']) => db.outbox.where({ state }).primaryKeys();
  return actionsOf(db, (await Promise.all([ids('waiting'), ids('parked')])).flat());
}

async function actionsOf(db: Outbox, ids: readonly Uuid[]): Promise<Action[]> {
  const actions = cachedActions(db);
  // Read the cache before awaiting: a concurrent read may drop entries that it has not seen yet.
  const found = new Map(ids.map((id) => [id, actions.get(id)]));
  const unread = ids.filter((id) => !found.get(id));
  if (unread.length > 0) {
    for (const entry of await db.outbox.bulkGet(unread)) {
      if (!entry) continue;
      actions.set(entry.id, entry.action);
      found.set(entry.id, entry.action);
    }
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Drops cached actions that left the outbox, because a walk-in contains a guest's name. */
function forgetOthers(
  actions: Map<Uuid, Action>,
  { companyId, ids }: { companyId: Uuid; ids: ReadonlySet<Uuid> },
): void {
  for (const [id, action] of actions) if (action.companyId === companyId && !ids.has(id)) actions.delete(id);
}
