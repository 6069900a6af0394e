/** Separates refused actions, which do not count, from pending ones, and describes them for the list. */
import type { Action } from '../../domain/actions.ts';
import type { RefusedAction } from '../../domain/attendance.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { Pending } from './pending.ts';

/** Splits pending actions into those to fold and those that were refused. */
export function withoutRefused(pending: readonly Pending[]): { effective: Action[]; refused: Action[] } {
  const effective: Action[] = [];
  const refused: Action[] = [];
  for (const { action, parked } of pending) (parked ? refused : effective).push(action);
  return { effective, refused };
}

/** Returns whom each refused action is about; an undo is about the guest of the first action that it names. */
export function refusedActions(refused: readonly Action[], others: readonly Action[]): RefusedAction[] {
  if (refused.length === 0) return [];
  const byId = new Map<Uuid, Action>([...others, ...refused].map((action) => [action.id, action]));
  const walkIns = new Map(
    refused.flatMap((action) => (action.kind === 'walk_in' ? [[action.bookingId, action] as const] : [])),
  );
  return refused.flatMap((action) => {
    const { id, kind, occurredAt } = action;
    // Actions on a refused walk-in go with it: one row for the person.
    if (kind !== 'walk_in' && action.bookingId !== null && walkIns.has(action.bookingId)) return [];
    const about = kind === 'undo' ? (byId.get(action.payload.actions[0] ?? '') ?? action) : action;
    const name = kind === 'walk_in' ? action.payload.contactName : null;
    return [{ id, kind, occurredAt, bookingId: about.bookingId, guestId: about.guestId, name }];
  });
}
