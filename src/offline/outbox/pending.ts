/**
 * What waits in the outbox, as the fold takes it. An action never changes once it is stored, so each is read from storage
 * once: a tap behind a thousand waiting ones reads their keys and one row.
 */
import type { Action } from '../../domain/actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { OutboxEntry, ReadonlyTables } from '../device/stored-rows.ts';

/** Where actions wait. */
type Outbox = Pick<ReadonlyTables, 'outbox'>;

export interface Pending {
  action: Action;
  /** The server refused it; a person must settle it. */
  parked: boolean;
}

const known = new WeakMap<Outbox, Map<Uuid, Action>>();

function knownIn(db: Outbox): Map<Uuid, Action> {
  const actions = known.get(db) ?? new Map<Uuid, Action>();
  known.set(db, actions);
  return actions;
}

/** To be told of actions that this tab has just stored: they need not be read at all. */
export function rememberActions(db: Outbox, actions: readonly Action[]): void {
  for (const action of actions) knownIn(db).set(action.id, action);
}

/** The actions of a company or of a departure that no pull has brought yet, in no order. */
export async function readPending(db: Outbox, of: { companyId: Uuid } | { departureId: Uuid }): Promise<Pending[]> {
  const [ids, parked] = await Promise.all([
    db.outbox.where(of).primaryKeys(),
    db.outbox.where({ state: 'parked' }).primaryKeys(),
  ]);
  const found = await actionsOf(db, ids);
  if ('companyId' in of) forgetOthers(knownIn(db), { companyId: of.companyId, ids: new Set(ids) });
  const refused = new Set(parked);
  return found.map((action) => ({ action, parked: refused.has(action.id) }));
}

/** What is still to be brought back by a pull, and what the server refused, of all companies. */
export async function readUnsettled(db: Outbox): Promise<{ waiting: Action[]; parked: Action[] }> {
  const ids = (state: OutboxEntry['state']) => db.outbox.where({ state }).primaryKeys();
  const [waiting, acknowledged, parked] = await Promise.all([ids('waiting'), ids('acknowledged'), ids('parked')]);
  return { waiting: await actionsOf(db, [...waiting, ...acknowledged]), parked: await actionsOf(db, parked) };
}

/** Returns what the server does not have: what waits to be sent and what it refused. */
export async function readUnsent(db: Outbox): Promise<Action[]> {
  const ids = (state: OutboxEntry['state']) => db.outbox.where({ state }).primaryKeys();
  return actionsOf(db, (await Promise.all([ids('waiting'), ids('parked')])).flat());
}

async function actionsOf(db: Outbox, ids: readonly Uuid[]): Promise<Action[]> {
  const actions = knownIn(db);
  // Taken before anything is awaited: another reading may forget meanwhile what it has not seen yet.
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

/** What has left the outbox must not stay in memory; a walk-in names a guest. */
function forgetOthers(
  actions: Map<Uuid, Action>,
  { companyId, ids }: { companyId: Uuid; ids: ReadonlySet<Uuid> },
): void {
  for (const [id, action] of actions) if (action.companyId === companyId && !ids.has(id)) actions.delete(id);
}
