/** Counts actions as users think of them: people and taps, not the single actions that a tap creates. */
import type { Action, ActionKind } from './actions.ts';
import type { Uuid } from './ids.ts';

/** `mixed`: actions of several kinds. */
export interface ActionCount {
  kind: ActionKind | 'mixed';
  count: number;
}

export const NO_ACTIONS: ActionCount = { kind: 'mixed', count: 0 };

/**
 * Returns the actions that count, in order. A check-in counts once for each guest. A walk-in counts once, including its
 * check-ins and payment. A payment counts only on its own, not with check-ins of the same tap. An undo of actions in
 * the list counts once, for them too.
 */
export function countableActions(actions: readonly Action[]): Action[] {
  const undone = new Set(actions.flatMap((action) => (action.kind === 'undo' ? action.payload.actions : [])));
  const effective = actions.filter(({ id }) => !undone.has(id));
  const kindsOf = new Map<string, Set<ActionKind>>();
  for (const action of effective)
    kindsOf.set(tapOf(action), (kindsOf.get(tapOf(action)) ?? new Set()).add(action.kind));
  return effective.filter((action) => {
    const kinds = kindsOf.get(tapOf(action));
    if (action.kind === 'payment') return !kinds?.has('walk_in') && !kinds?.has('check_in');
    return action.kind !== 'check_in' || !kinds?.has('walk_in');
  });
}

/** Returns the counted action that represents this one: itself, else its undo, else one of the same tap. */
export function countableActionFor(id: Uuid, actions: readonly Action[]): Action | null {
  const countable = countableActions(actions);
  const target = actions.find((action) => action.id === id);
  if (!target) return null;
  if (countable.includes(target)) return target;
  const undoes = (action: Action) => action.kind === 'undo' && action.payload.actions.includes(id);
  return countable.find(undoes) ?? countable.find((action) => tapOf(action) === tapOf(target)) ?? null;
}

/** All actions that one tap creates for one booking have the same device time. */
const tapOf = ({ id, deviceId, deviceTime, bookingId }: Action) => `${deviceId} ${deviceTime} ${bookingId ?? id}`;

export function countActions(actions: readonly Action[]): ActionCount {
  const countable = countableActions(actions);
  const [first] = countable;
  const isOne = first !== undefined && countable.every(({ kind }) => kind === first.kind);
  return { kind: isOne ? first.kind : 'mixed', count: countable.length };
}
